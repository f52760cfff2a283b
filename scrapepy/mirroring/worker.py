"""The inside of a worker process: frames come in on standard input, answers go out on standard output.

Run by :mod:`scrapepy.mirroring.workers` and by nobody else. The process has no ``__main__`` of the caller, so that
scripts need no guard and notebooks work. A frame is one byte that says what it is, eight bytes of length (big-endian),
and a pickle: both ends are our own code in one version.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

HEADER = struct.Struct(">cQ")
START, TASK, ALONE, TOLD = b"S", b"T", b"A", b"N"
"""What the parent sends: a :class:`Setup` first, then tasks, tasks that have all the memory, and announcements."""
READY, VALUE, ERROR, MEMORY = b"R", b"V", b"E", b"M"
"""What comes back: ``READY`` once, then for each task a value, ``(sentence, traceback)``, or that memory ran out."""

ALONE_TIME = 2.0
"""How many times the time of others a task has that runs alone: it is a large one."""

_NOTHING = pickle.dumps(None)
"""The answer where memory ran out, made ahead: by then there may be none left to make it with."""
_PIPE_BYTES = 1 << 20
_LARGE = 1 << 19
"""Bytes of a task after which memory goes back to the system at once."""
_PR_SET_PDEATHSIG = 1
_GC_THRESHOLD = 20_000
"""Parsing makes many objects that live for one task; looking for cycles every 700 of them is a tenth of the time."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The first message to a worker."""

    handler: str
    """``package.module:function``, called with each task. ``start(initial)`` of that module, if there is one, once."""
    initial: object
    memory_limit: int
    """Bytes that tasks may take beyond what the process has when it is ready and has heard what is announced."""
    alone_limit: int
    """The same for a task that no other worker has company for."""
    time_limit: float
    """Seconds a task; the parent kills in time, this is for the case that the parent is gone."""
    parent: int
    """The process that started the worker."""


def main(module: str = "") -> None:
    """Serve until standard input ends. ``module`` is loaded at once, while the parent may be busy elsewhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = _take_channels()
    faulthandler.enable(file=2)
    if module:
        with contextlib.suppress(Exception):  # it is loaded again when it is asked for, and that is told
            importlib.import_module(module)
    with contextlib.suppress(BrokenPipeError):
        serve(incoming, outgoing)
    # No tidying up: nothing is open, and the interpreter's own takes a tenth of a second.
    os._exit(0)


def serve(incoming: int, outgoing: int) -> None:
    """Answer frames from the descriptor ``incoming`` on ``outgoing`` until the parent closes it."""
    first = receive(incoming)
    if first is None:
        return
    setup: Setup = pickle.loads(first[1])
    _die_with(setup.parent)
    try:
        handler = load(setup.handler, setup.initial)
    except BaseException as error:
        send(outgoing, ERROR, explained(error))
        return
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(_GC_THRESHOLD, 10, 10)
    taken = _limit_memory(setup.memory_limit)
    send(outgoing, READY, os.getpid())
    while (frame := receive(incoming)) is not None:
        asked, data = frame
        del frame
        if asked != TASK:
            _limit_memory(setup.alone_limit if asked == ALONE else 0, taken)
        large = len(data) > _LARGE or asked == ALONE
        _alarm(setup.time_limit * (1.5 if asked != ALONE else 1.5 * ALONE_TIME) + 1)
        try:
            kind, answer = _answer(handler, data)
        except MemoryError:  # while the error itself was being told
            kind, answer = MEMORY, _NOTHING
        del data
        _alarm(0)
        send_pickled(outgoing, kind, answer)
        del answer
        if large:
            _give_back()
        if asked != TASK:
            taken = _limit_memory(setup.memory_limit, 0 if asked == TOLD else taken)


def _answer(handler: Callable[[Any], object], data: bytearray) -> tuple[bytes, bytes]:
    try:
        return VALUE, pickle.dumps(handler(pickle.loads(data)), protocol=pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return MEMORY, _NOTHING
    except SystemError as error:
        # Where memory ran out in C code that lost the error, the interpreter says "error return without exception set".
        return (MEMORY, _NOTHING) if "exception set" in str(error) else (ERROR, pickle.dumps(explained(error)))
    except BaseException as error:
        return ERROR, pickle.dumps(explained(error))


def explained(error: BaseException) -> tuple[str, str]:
    """One sentence, and the traceback for those who look for the fault."""
    sentence = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    frames = traceback.extract_tb(error.__traceback__)
    if frames:
        sentence += f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})"
    return sentence, "".join(traceback.format_exception(error, limit=-20))


def load(handler: str, initial: object) -> Callable[[Any], object]:
    """Import the handler ``package.module:function`` and let its module's ``start`` have ``initial``."""
    name, _, function = handler.partition(":")
    module = importlib.import_module(name)
    found: Callable[[Any], object] = getattr(module, function)
    start = getattr(module, "start", None)
    if start is not None:
        start(initial)
    return found


def receive(descriptor: int) -> tuple[bytes, bytearray] | None:
    """What the next frame is, and its pickle; None where the parent has closed its end."""
    head = _read(descriptor, HEADER.size)
    if head is None:
        return None
    kind, length = HEADER.unpack(head)
    data = _read(descriptor, length)
    return None if data is None else (kind, data)


def send(descriptor: int, kind: bytes, value: object) -> None:
    """Write one frame."""
    send_pickled(descriptor, kind, pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL))


def send_pickled(descriptor: int, kind: bytes, data: bytes) -> None:
    """Write one frame whose pickle is made already."""
    head = HEADER.pack(kind, len(data))
    if len(data) < 65536:
        _write(descriptor, head + data)
    else:
        _write(descriptor, head)
        _write(descriptor, data)


def _read(descriptor: int, length: int) -> bytearray | None:
    buffer = bytearray(length)
    view = memoryview(buffer)
    while view:
        count = os.readv(descriptor, [view]) if hasattr(os, "readv") else _read_into(descriptor, view)
        if count == 0:
            return None
        view = view[count:]
    return buffer


def _read_into(descriptor: int, view: memoryview) -> int:
    data = os.read(descriptor, min(len(view), _PIPE_BYTES))
    view[: len(data)] = data
    return len(data)


def _write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _take_channels() -> tuple[int, int]:
    """Descriptors of both pipes, moved away so that a stray ``print`` or ``input`` cannot touch them."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    if sys.platform == "linux":
        import fcntl

        for descriptor in (incoming, outgoing):
            # A page then goes through in one piece, and neither side waits for the other (1 MiB is what anyone may).
            with contextlib.suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    elif sys.platform == "win32":
        import msvcrt

        for descriptor in (incoming, outgoing):
            msvcrt.setmode(descriptor, os.O_BINARY)
    return incoming, outgoing


def _die_with(parent: int) -> None:
    """Let the system kill this process when its parent dies, so that a rerun never meets one that still writes.

    Linux only (prctl(2), ``PR_SET_PDEATHSIG``); elsewhere the end of standard input and the alarm do.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before we asked
        os._exit(0)


def _alarm(seconds: float) -> None:
    """Let the system end this process in that time, even inside a parser that never returns; 0 takes it back."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _limit_memory(limit: int, taken: int = 0) -> int:
    """Let allocations fail (``MemoryError``) once tasks take more than ``limit`` bytes of address space (0: no limit).

    That counts from ``taken`` bytes, or from what the process has now, which is answered.
    """
    try:
        import resource
    except ImportError:  # Windows
        return 0
    if not taken:
        with contextlib.suppress(OSError, ValueError), open("/proc/self/statm", encoding="ascii") as file:
            taken = int(file.read().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = taken + limit if limit > 0 else hard
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    return taken


def _give_back() -> None:
    """Give freed memory back to the system: after one large page the allocator would keep it for ever (glibc)."""
    if sys.platform == "linux":
        with contextlib.suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).malloc_trim(0)
