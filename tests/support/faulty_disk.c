/* A disk that fails, or a process that is killed, at the n-th change of what lies below some folders.
 *
 * Loaded into every process of a run (LD_PRELOAD), so that files, SQLite and worker processes are all met alike. What
 * it reads from the environment is told in faulty_disk.py. Counted are: making, writing, cutting, linking, renaming and
 * removing files and folders, and bringing them to the disk. Linux.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

struct shared {
    _Atomic long count; /* changes so far, of all processes */
    _Atomic long main;  /* the process that was started first */
    _Atomic long done;  /* 1 as soon as the fault was met */
};

enum change { MAKE, WRITE, CUT, REMOVE, RENAME, SYNC };

static struct shared *board;
static const char *under;
static long at;
static int error, lasting, signal_number, whole_group;

#define REAL(name) ((typeof(&name))real(#name))

static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

__attribute__((constructor)) static void begin(void)
{
    const char *file = getenv("FAULTY_DISK_BOARD");
    under = getenv("FAULTY_DISK_UNDER");
    if (file == NULL || under == NULL)
        return;
    int descriptor = REAL(open)(file, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return;
    void *memory = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    REAL(close)(descriptor);
    if (memory == MAP_FAILED)
        return;
    board = memory;
    long nobody = 0;
    atomic_compare_exchange_strong(&board->main, &nobody, (long)getpid());
    at = atol(getenv("FAULTY_DISK_AT") ? getenv("FAULTY_DISK_AT") : "0");
    error = atoi(getenv("FAULTY_DISK_ERROR") ? getenv("FAULTY_DISK_ERROR") : "0");
    lasting = getenv("FAULTY_DISK_LASTING") != NULL;
    signal_number = atoi(getenv("FAULTY_DISK_SIGNAL") ? getenv("FAULTY_DISK_SIGNAL") : "0");
    whole_group = getenv("FAULTY_DISK_GROUP") != NULL;
}

static int is_below(const char *path)
{
    for (const char *prefix = under; *prefix;) {
        size_t length = strcspn(prefix, ":");
        if (strncmp(path, prefix, length) == 0 && (path[length] == '/' || path[length] == 0))
            return 1;
        prefix += length + (prefix[length] == ':');
    }
    return 0;
}

static int path_counts(const char *path)
{
    char where[PATH_MAX];
    if (board == NULL || path == NULL)
        return 0;
    if (path[0] == '/')
        return is_below(path);
    if (getcwd(where, sizeof where) == NULL || strlen(where) + strlen(path) + 2 > sizeof where)
        return 0;
    strcat(strcat(where, "/"), path);
    return is_below(where);
}

static int descriptor_counts(int descriptor)
{
    char link[64], path[PATH_MAX];
    if (board == NULL)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return is_below(path);
}

/* A full disk still lets files be renamed, cut and removed; a disk that is read-only or broken lets nothing through. */
static int is_refused(enum change change)
{
    if (error == ENOSPC)
        return change == MAKE || change == WRITE;
    if (error == EIO)
        return change != REMOVE;
    return change != SYNC;
}

/* Count a change. 0: let it through. 1: refuse it (errno is set). 2: it is the one at which the signal is to be sent. */
static int met(enum change change)
{
    long number = atomic_fetch_add(&board->count, 1) + 1;
    if (at == 0 || number < at)
        return 0;
    if (signal_number)
        return number == at ? 2 : 0;
    if (atomic_load(&board->done) && !lasting)
        return 0;
    if (!is_refused(change))
        return 0;
    atomic_store(&board->done, 1);
    errno = error;
    return 1;
}

static void strike(void)
{
    atomic_store(&board->done, 1);
    long target = atomic_load(&board->main);
    kill((pid_t)(whole_group ? -target : target), signal_number);
    if (signal_number == SIGKILL)
        for (;;) /* nothing more is done by whoever did this */
            pause();
}

#define GUARD(counts, change, refused)                                                                                 \
    int verdict = (counts) ? met(change) : 0;                                                                          \
    if (verdict == 1)                                                                                                  \
        return refused;                                                                                                \
    if (verdict == 2)                                                                                                  \
        strike()

/* A kill in the middle of a write leaves half of it. */
#define HALF(call, bytes)                                                                                              \
    int verdict = descriptor_counts(descriptor) ? met(WRITE) : 0;                                                      \
    if (verdict == 1)                                                                                                  \
        return -1;                                                                                                     \
    if (verdict == 2) {                                                                                                \
        if (signal_number == SIGKILL && (bytes) > 1) {                                                                 \
            size_t size = (bytes) / 2;                                                                                 \
            ssize_t ignored = call;                                                                                    \
            (void)ignored;                                                                                             \
        }                                                                                                              \
        strike();                                                                                                      \
    }

ssize_t write(int descriptor, const void *data, size_t size_)
{
    HALF(REAL(write)(descriptor, data, size), size_)
    return REAL(write)(descriptor, data, size_);
}

ssize_t pwrite(int descriptor, const void *data, size_t size_, off_t offset)
{
    HALF(REAL(pwrite)(descriptor, data, size, offset), size_)
    return REAL(pwrite)(descriptor, data, size_, offset);
}

ssize_t pwrite64(int descriptor, const void *data, size_t size_, off64_t offset)
{
    HALF(REAL(pwrite64)(descriptor, data, size, offset), size_)
    return REAL(pwrite64)(descriptor, data, size_, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    GUARD(descriptor_counts(descriptor), WRITE, -1);
    return REAL(writev)(descriptor, parts, count);
}

ssize_t sendfile64(int out, int in, off64_t *offset, size_t size)
{
    extern ssize_t sendfile64(int, int, off64_t *, size_t);
    GUARD(descriptor_counts(out), WRITE, -1);
    return REAL(sendfile64)(out, in, offset, size);
}

#define OPENS(name)                                                                                                    \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;                                      \
        va_end(rest);                                                                                                  \
        int makes = (flags & O_CREAT) && REAL(access)(path, F_OK) != 0;                                                \
        int changes = makes || (flags & O_TRUNC) || (error == EROFS && (flags & O_ACCMODE) != O_RDONLY);               \
        int saved = errno;                                                                                             \
        GUARD(changes && path_counts(path), MAKE, -1);                                                                 \
        errno = saved;                                                                                                 \
        return REAL(name)(path, flags, mode);                                                                          \
    }

OPENS(open)
OPENS(open64)

#define ONE_PATH(name, parameters, arguments, change)                                                                  \
    int name parameters                                                                                                \
    {                                                                                                                  \
        GUARD(path_counts(path), change, -1);                                                                          \
        return REAL(name) arguments;                                                                                   \
    }

ONE_PATH(mkdir, (const char *path, mode_t mode), (path, mode), MAKE)
ONE_PATH(unlink, (const char *path), (path), REMOVE)
ONE_PATH(rmdir, (const char *path), (path), REMOVE)
ONE_PATH(rename, (const char *from, const char *path), (from, path), RENAME)
ONE_PATH(link, (const char *from, const char *path), (from, path), MAKE)
ONE_PATH(truncate, (const char *path, off_t size), (path, size), CUT)

/* shutil.rmtree and newer calls name a folder by its descriptor; Python passes AT_FDCWD where there is none. */
int unlinkat(int folder, const char *path, int flags)
{
    GUARD(folder == AT_FDCWD ? path_counts(path) : descriptor_counts(folder), REMOVE, -1);
    return REAL(unlinkat)(folder, path, flags);
}

int renameat(int old, const char *from, int new, const char *path)
{
    GUARD(new == AT_FDCWD ? path_counts(path) : descriptor_counts(new), RENAME, -1);
    return REAL(renameat)(old, from, new, path);
}

int linkat(int old, const char *from, int new, const char *path, int flags)
{
    GUARD(new == AT_FDCWD ? path_counts(path) : descriptor_counts(new), MAKE, -1);
    return REAL(linkat)(old, from, new, path, flags);
}

int ftruncate(int descriptor, off_t size)
{
    GUARD(descriptor_counts(descriptor), CUT, -1);
    return REAL(ftruncate)(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size)
{
    GUARD(descriptor_counts(descriptor), CUT, -1);
    return REAL(ftruncate64)(descriptor, size);
}

int fsync(int descriptor)
{
    GUARD(descriptor_counts(descriptor), SYNC, -1);
    return REAL(fsync)(descriptor);
}

int fdatasync(int descriptor)
{
    GUARD(descriptor_counts(descriptor), SYNC, -1);
    return REAL(fdatasync)(descriptor);
}
