from __future__ import annotations

import asyncio
import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import scrapepy.mirroring.worker
from scrapepy.mirroring.worker import HEADER, READY, VALUE
from scrapepy.mirroring.worker_process import Job, WorkerProcess
from scrapepy.mirroring.workers import FailureCause, Result, WorkerFailure, WorkerPool
from tests.support.clocks import MovedClock, with_moved_clock
from tests.support.noise import noise

HANDLER = """
import os, pathlib, signal, sys, time

told = []
initial = None

def start(value):
    global initial
    initial = value
    if value == "broken":
        raise ValueError("no such setting")
    if value == "die":
        os._exit(3)

def handle(task):
    match task:
        case ("pid",):
            return os.getpid()
        case ("initial",):
            return initial
        case ("echo", value):
            return value
        case ("wait for", path):
            while not os.path.exists(path):
                time.sleep(0.01)
            return os.getpid()
        case ("meet", folder, count):
            pathlib.Path(folder, str(os.getpid())).touch()
            while len(os.listdir(folder)) < count:
                time.sleep(0.01)
            return os.getpid()
        case ("hang",):
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
            while True:
                pass
        case ("say", path):
            if pathlib.Path(path).exists():
                return "at the second try"
            pathlib.Path(path).write_text(str(os.getpid()))
            time.sleep(60)
        case ("kill", number):
            os.kill(os.getpid(), number)
        case ("exit", code):
            print("Fatal: out of luck", file=sys.stderr)
            os._exit(code)
        case ("memory", count):
            return len(bytearray(count))
        case ("memory and count", count):
            bytearray(count)
            parent = os.getppid()
            children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            lines = [pathlib.Path(f"/proc/{one}/cmdline").read_bytes() for one in children]
            return sum(b"scrapepy.mirroring.worker" in line for line in lines) - 1
        case ("keep", count):
            told.append(bytearray(count))
            return None
        case ("raise", text):
            raise KeyError(text)
        case ("unpicklable",):
            return lambda: None
        case ("print",):
            print("stray " * 5000)
            os.write(1, b"raw noise" * 5000)
            return sys.stdin.read()
        case ("tell", value):
            told.append(value)
            return len(told)
        case ("told",):
            return told
        case ("interrupts",):
            return signal.getsignal(signal.SIGINT) == signal.SIG_IGN, os.getsid(0) == os.getpid()
        case ("own class",):
            class Own: ...
            Own.__qualname__ = "Own"
            globals()["Own"] = Own
            return Own()
"""


@pytest.fixture(autouse=True)
def _handler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "handler_of_the_tests.py").write_text(HANDLER)
    monkeypatch.syspath_prepend(tmp_path)


def pool(initial: object = None, **options: object) -> WorkerPool:
    return WorkerPool("handler_of_the_tests:handle", initial, **options)  # type: ignore[arg-type]


def run(work: Callable[[WorkerPool], Awaitable[None]], initial: object = None, **options: object) -> None:
    async def main() -> None:
        async with pool(initial, **options) as workers:
            await work(workers)

    with_moved_clock(main())


def later(seconds: float) -> None:
    """For the pool that much time has passed: no test waits for the end of a limit."""
    clock = asyncio.get_running_loop()
    assert isinstance(clock, MovedClock)
    clock.forward(seconds)


async def at_work(workers: WorkerPool, count: int = 1) -> None:
    """Wait until so many workers have something to do, and their time has begun."""
    while sum(worker.is_ready and bool(worker.jobs) for worker in workers._workers) < count:
        await asyncio.sleep(0.01)


async def all_there(workers: WorkerPool, folder: Path, count: int) -> set[object]:
    """Have ``count`` workers started, and wait until all of them have done something."""
    folder.mkdir(exist_ok=True)
    return set(await asyncio.gather(*(value(workers, "meet", str(folder), count) for _ in range(3 * count))))


async def has_ended(pid: object) -> None:
    assert isinstance(pid, int)
    while is_running(pid):
        await asyncio.sleep(0.01)


async def value(workers: WorkerPool, *task: object) -> object:
    answer = await workers.run(task)
    assert isinstance(answer, Result), answer
    return answer.value


async def failure(workers: WorkerPool, *task: object) -> WorkerFailure:
    answer = await workers.run(task)
    assert isinstance(answer, WorkerFailure), answer
    return answer


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_tasks_are_answered_and_the_initial_value_arrives() -> None:
    async def work(workers: WorkerPool) -> None:
        assert await value(workers, "initial") == {"site": "a.test"}
        answers = await asyncio.gather(*(value(workers, "echo", number) for number in range(200)))
        assert answers == list(range(200))

    run(work, {"site": "a.test"}, count=2)


@pytest.mark.parametrize("size", [0, 65_527, 65_536, 300_000, 5_000_000])
def test_messages_of_any_size(size: int) -> None:
    async def work(workers: WorkerPool) -> None:
        body = noise(size)
        answers = await asyncio.gather(*(value(workers, "echo", body) for _ in range(3)))
        assert answers == [body] * 3

    run(work, count=2)


def test_workers_are_started_as_there_is_work(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        assert await value(workers, "pid") == await value(workers, "pid")
        assert len(workers._workers) == 1
        assert len(await all_there(workers, tmp_path / "met", 3)) == 3

    run(work, count=3)


def test_start_makes_them_ready_beforehand() -> None:
    async def work(workers: WorkerPool) -> None:
        workers.start()
        workers.start()
        assert len(workers._workers) == workers.count == 2
        while not all(worker.is_ready for worker in workers._workers):
            await asyncio.sleep(0.01)

    run(work, count=2)


def test_a_task_that_hangs_is_given_up_and_the_others_go_on() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await value(workers, "pid")
        hung = asyncio.create_task(workers.run(("hang",)))
        others = [asyncio.create_task(value(workers, "echo", number)) for number in range(20)]
        await at_work(workers)
        later(299)
        await asyncio.sleep(0)
        assert not hung.done()
        later(2)
        assert await hung == WorkerFailure(FailureCause.TIMEOUT, "gave up after 300 s")
        assert await asyncio.gather(*others) == list(range(20))
        assert await value(workers, "pid") != pid
        await has_ended(pid)

    run(work, count=1, time_limit=300.0)


def test_the_limit_is_for_each_task_and_not_for_the_time_in_the_queue(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await value(workers, "pid")
        gates = [tmp_path / f"gate {number}" for number in range(4)]
        tasks = [asyncio.create_task(value(workers, "wait for", str(gate))) for gate in gates]
        for gate, task in zip(gates, tasks, strict=True):
            await at_work(workers)
            later(200)
            gate.touch()
            assert await task == pid
        later(9_000)  # a worker at rest has all the time in the world
        assert await value(workers, "pid") == pid

    run(work, count=1, time_limit=300.0)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_dies_costs_its_task_alone(number: signal.Signals) -> None:
    async def work(workers: WorkerPool) -> None:
        died, *others = await asyncio.gather(
            workers.run(("kill", number)), *(value(workers, "echo", one) for one in range(20))
        )
        assert isinstance(died, WorkerFailure)
        assert (died.kind, died.detail) == (FailureCause.CRASH, f"the worker process died of {number.name}")
        assert others == list(range(20))

    run(work, count=1)


def test_a_worker_killed_from_outside_in_the_middle_of_a_task(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        said = tmp_path / "pid"
        task = asyncio.create_task(workers.run(("say", str(said))))
        while not (said.exists() and said.read_text()):
            await asyncio.sleep(0.01)
        os.kill(int(said.read_text()), signal.SIGKILL)
        assert await task == Result("at the second try")  # the system ends processes that take too much memory
        assert await value(workers, "echo", 1) == 1

    run(work, count=1)


def test_a_worker_killed_at_rest_costs_nothing() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await value(workers, "pid")
        assert isinstance(pid, int)
        os.kill(pid, signal.SIGKILL)
        while workers._workers:
            await asyncio.sleep(0.01)
        assert await value(workers, "echo", 1) == 1

    run(work, count=1)


def test_what_a_dying_worker_said_is_in_the_report() -> None:
    async def work(workers: WorkerPool) -> None:
        died = await failure(workers, "exit", 7)
        assert (died.kind, died.detail) == (FailureCause.CRASH, "the worker process ended: Fatal: out of luck")

    run(work, count=1)


def test_memory_has_a_limit_and_the_worker_is_replaced() -> None:
    async def work(workers: WorkerPool) -> None:
        assert await value(workers, "memory", 50_000_000) == 50_000_000
        pid = await value(workers, "pid")
        eaten = await failure(workers, "memory", 500_000_000)
        assert (eaten.kind, eaten.detail) == (FailureCause.MEMORY, "it took too much memory")
        assert await value(workers, "pid") != pid

    run(work, count=1, memory=200_000_000, alone_memory=200_000_000)


def test_what_needs_more_than_a_share_is_done_alone(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        tasks = [workers.run(("memory", 150_000_000)) for _ in range(2)]
        tasks += [workers.run(("echo", number)) for number in range(40)]
        tasks += [workers.run(("memory and count", 150_000_000), 150_000_000) for _ in range(2)]
        answers = await asyncio.gather(*tasks)
        assert answers[:2] == [Result(150_000_000)] * 2
        assert answers[2:42] == [Result(number) for number in range(40)]
        assert answers[42:] == [Result(0)] * 2  # no other worker was there
        assert (await failure(workers, "memory", 350_000_000)).kind is FailureCause.MEMORY
        assert len(await all_there(workers, tmp_path / "met", 2)) == 2

    run(work, count=2, memory=200_000_000, alone_memory=250_000_000)


def test_a_large_task_has_more_time(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        for memory, cause in ((200_000_000, None), (0, FailureCause.TIMEOUT)):
            gate = tmp_path / f"gate {memory}"
            task = asyncio.create_task(workers.run(("wait for", str(gate)), memory))
            await at_work(workers)
            later(500)
            await asyncio.sleep(0)
            gate.touch()
            answer = await task
            assert (answer.kind if isinstance(answer, WorkerFailure) else None) is cause

    run(work, count=1, time_limit=300.0, memory=100_000_000)


def test_closing_while_a_large_task_waits_for_the_others(tmp_path: Path) -> None:
    async def main() -> None:
        workers = pool(count=2)
        await all_there(workers, tmp_path / "met", 2)
        hung = [asyncio.create_task(workers.run(("wait for", "/no/such/file"))) for _ in range(2)]
        large = [asyncio.create_task(workers.run(("echo", 1), 1 << 40)) for _ in range(2)]
        await asyncio.sleep(0.1)
        assert not any(task.done() for task in large)
        await workers.aclose()
        assert all(isinstance(answer, WorkerFailure) for answer in await asyncio.gather(*hung, *large))

    asyncio.run(main())


def test_an_announcement_does_not_count_as_memory_of_tasks() -> None:
    async def work(workers: WorkerPool) -> None:
        await value(workers, "pid")
        await workers.broadcast(("keep", 90_000_000))
        assert await value(workers, "memory", 90_000_000) == 90_000_000

    run(work, count=1, memory=100_000_000, alone_memory=100_000_000)


def test_an_error_is_told_and_the_worker_lives_on() -> None:
    async def work(workers: WorkerPool) -> None:
        pid = await value(workers, "pid")
        error = await failure(workers, "raise", "x")
        assert error.kind is FailureCause.ERROR
        assert error.detail.startswith("KeyError: 'x' (handler_of_the_tests.py:")
        assert "in handle" in error.trace
        assert (await failure(workers, "unpicklable")).kind is FailureCause.ERROR
        assert "cannot be read" in (await failure(workers, "own class")).detail
        assert await value(workers, "pid") == pid

    run(work, count=1)


def test_stray_output_and_input_cannot_touch_the_messages() -> None:
    async def work(workers: WorkerPool) -> None:
        answers = await asyncio.gather(*(value(workers, "print") for _ in range(5)), value(workers, "echo", b"x"))
        assert answers == [""] * 5 + [b"x"]

    run(work, count=1)


def test_an_announcement_reaches_every_worker_once_and_the_replaced_ones_too(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        assert await workers.broadcast(("tell", "before any")) == []
        await all_there(workers, tmp_path / "met", 2)
        assert len(workers._workers) == 2
        gate = tmp_path / "gate"
        busy = [asyncio.create_task(value(workers, "wait for", str(gate))) for _ in range(4)]
        await at_work(workers, 2)
        announced = asyncio.create_task(workers.broadcast(("tell", "book")))
        await asyncio.sleep(0)
        gate.touch()
        assert await announced == [Result(2), Result(2)]
        await asyncio.gather(*busy)
        for _ in range(2):
            told = await asyncio.gather(*(value(workers, "told") for _ in range(8)))
            assert told == [["before any", "book"]] * 8
            await asyncio.gather(*(workers.run(("kill", signal.SIGKILL)) for _ in range(2)))

    run(work, count=2)


def test_an_announcement_that_kills_a_worker_is_answered() -> None:
    async def work(workers: WorkerPool) -> None:
        await value(workers, "pid")
        (answer,) = await workers.broadcast(("exit", 1))
        assert isinstance(answer, WorkerFailure)

    run(work, count=1)


@pytest.mark.parametrize(
    ("initial", "words"),
    [("broken", "a worker process does not start: ValueError: no such setting"), ("die", "the worker process ended")],
)
def test_workers_that_do_not_start_are_not_started_for_ever(initial: str, words: str) -> None:
    async def work(workers: WorkerPool) -> None:
        answers = await asyncio.gather(*(workers.run(("pid",)) for _ in range(5)))
        assert all(isinstance(answer, WorkerFailure) and answer.detail.startswith(words) for answer in answers)
        assert isinstance(await workers.run(("pid",)), WorkerFailure)

    run(work, initial, count=2)


def test_a_handler_that_is_not_there_is_told() -> None:
    async def main() -> None:
        async with WorkerPool("no_such_module:handle") as workers:
            answer = await workers.run(1)
            assert isinstance(answer, WorkerFailure)
            assert "ModuleNotFoundError: No module named 'no_such_module'" in answer.detail

    asyncio.run(main())


def test_a_python_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")

    async def work(workers: WorkerPool) -> None:
        assert (await failure(workers, "pid")).detail == (
            "a worker process could not be started: No such file or directory"
        )

    run(work, count=1)


async def time_passes_for_those_that_hang(workers: WorkerPool) -> None:
    """The limit is over whenever all who are at work hang."""
    hang = pickle.dumps(("hang",), protocol=pickle.HIGHEST_PROTOCOL)
    while True:
        await asyncio.sleep(0.01)
        busy = [worker.jobs[0].data for worker in workers._workers if worker.jobs]
        if busy and set(busy) == {hang} and all(worker.is_ready for worker in workers._workers):
            later(workers.time_limit)


def test_whatever_happens_each_task_gets_its_own_answer() -> None:
    async def work(workers: WorkerPool) -> None:
        fates = random.Random(5).choices(["echo", "raise", "kill", "hang", "memory"], [90, 20, 4, 1, 2], k=300)
        tasks = {
            "echo": lambda number: ("echo", number),
            "raise": lambda number: ("raise", str(number)),
            "kill": lambda number: ("kill", signal.SIGKILL),
            "hang": lambda number: ("hang",),
            "memory": lambda number: ("memory", 900_000_000),
        }
        causes = {
            "raise": FailureCause.ERROR,
            "kill": FailureCause.CRASH,
            "hang": FailureCause.TIMEOUT,
            "memory": FailureCause.MEMORY,
        }
        gives_up = asyncio.create_task(time_passes_for_those_that_hang(workers))
        answers = await asyncio.gather(*(workers.run(tasks[fate](number)) for number, fate in enumerate(fates)))
        gives_up.cancel()
        for number, (fate, answer) in enumerate(zip(fates, answers, strict=True)):
            if fate == "echo":
                assert answer == Result(number)
            else:
                assert isinstance(answer, WorkerFailure)
                assert answer.kind is causes[fate]
                assert fate != "raise" or f"KeyError: '{number}'" in answer.detail

    run(work, count=3, time_limit=300.0, memory=900_000_000, alone_memory=300_000_000)


def test_a_cancelled_caller_drops_its_answer_only(tmp_path: Path) -> None:
    async def work(workers: WorkerPool) -> None:
        await value(workers, "pid")
        busy = asyncio.create_task(value(workers, "wait for", str(tmp_path / "gate")))
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(workers.run(("tell", number))) for number in range(5)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        (tmp_path / "gate").touch()
        await busy
        assert await value(workers, "told") == [0]  # it was in the pipe; the others were never sent

    run(work, count=1)


def test_ctrl_c_is_for_the_parent_alone() -> None:
    async def work(workers: WorkerPool) -> None:
        assert await value(workers, "interrupts") == (True, True)

    run(work, count=1)


def test_closing_ends_all_processes_also_those_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapepy.mirroring.workers._GRACE_SECONDS", 3_600)  # nobody waits for those that will not end

    async def main() -> None:
        workers = pool(count=2)
        workers.start()
        pids = await all_there(workers, tmp_path / "met", 2)
        hung = [asyncio.create_task(workers.run(("hang",))) for _ in range(5)]
        await at_work(workers, 2)
        await workers.aclose()
        assert all(isinstance(answer, WorkerFailure) for answer in await asyncio.gather(*hung))
        assert len(pids) == 2
        for pid in pids:
            await has_ended(pid)
        with pytest.raises(RuntimeError, match="closed"):
            await workers.run(("pid",))
        await workers.aclose()

    asyncio.run(main())


def test_closing_right_after_starting() -> None:
    async def main() -> None:
        async with pool(count=2) as workers:
            workers.start()
        assert not workers._processes

    asyncio.run(main())


def test_a_pool_that_was_never_used_starts_nothing() -> None:
    async def main() -> None:
        async with pool() as workers:
            pass
        assert not workers._processes

    asyncio.run(main())


def test_no_transport_is_left_open(recwarn: pytest.WarningsRecorder) -> None:
    async def work(workers: WorkerPool) -> None:
        await workers.run(("kill", signal.SIGKILL))
        await value(workers, "pid")

    run(work, count=2)
    assert [str(warning.message) for warning in recwarn if issubclass(warning.category, ResourceWarning)] == []


PARENT = """
import asyncio, sys
sys.path[:0] = sys.argv[1:3]
from scrapepy.mirroring.workers import WorkerPool

async def main():
    async with WorkerPool("handler_of_the_tests:handle", count=2) as workers:
        tasks = [asyncio.create_task(workers.run(("hang",))) for _ in range(4)]
        while len(workers._workers) < 2 or not all(worker.jobs for worker in workers._workers):
            await asyncio.sleep(0.01)
        pids = [worker._transport.get_pid() for worker in workers._workers]
        print(*pids, flush=True)
        await asyncio.gather(*tasks)

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent at once")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path: Path, number: signal.Signals) -> None:
    """The script has no __main__ guard, and knows the package only by its own sys.path."""
    package = Path(scrapepy.mirroring.worker.__file__).parents[2]
    command = [sys.executable, "-c", textwrap.dedent(PARENT), str(package), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=tmp_path) as parent:
        assert parent.stdout is not None
        try:
            pids = [int(word) for word in parent.stdout.readline().split()]
            assert len(pids) == 2
            assert all(is_running(pid) for pid in pids)
            parent.send_signal(number)
            parent.wait(60)
        finally:
            parent.kill()
    deadline = time.monotonic() + 60
    while any(is_running(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(is_running(pid) for pid in pids)


def test_files_in_the_current_folder_are_no_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in ("pickle.py", "struct.py", "json.py"):
        (folder / name).write_text("raise SystemExit('a stranger')")
    monkeypatch.chdir(folder)

    async def work(workers: WorkerPool) -> None:
        assert await value(workers, "echo", 1) == 1

    run(work, count=1)


def test_frames_may_come_in_any_pieces() -> None:
    """What the event loop hands over has nothing to do with how the worker wrote it."""

    class Owner:
        time_limit = 9.0
        count = 0

        def ready(self) -> None: ...
        def freed(self) -> None:
            self.count += 1

        def lost(self, worker: WorkerProcess, failure: WorkerFailure, *, started: bool) -> None: ...

    async def main(piece: int) -> None:
        owner = Owner()
        process = WorkerProcess(owner)
        loop = asyncio.get_running_loop()
        jobs = [Job(b"", loop.create_future()) for _ in range(3)]
        process.jobs.extend(jobs)
        stream = b""
        for kind, one in ((READY, 1), (VALUE, "x" * 50), (VALUE, None), (VALUE, [1, 2])):
            data = pickle.dumps(one)
            stream += HEADER.pack(kind, len(data)) + data
        for offset in range(0, len(stream), piece):
            process.pipe_data_received(1, stream[offset : offset + piece])
        assert [await job.future for job in jobs if job.future] == [Result("x" * 50), Result(None), Result([1, 2])]
        assert owner.count == 3

    for piece in (1, 2, 8, 9, 10, 11, 30, 1000):
        asyncio.run(main(piece))


def test_closing_that_is_interrupted_leaves_nothing_to_complain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the workers end: their pipes must not be met again when the loop is closed."""
    complaints: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda complaint: complaints.append(complaint.exc_value))

    async def main() -> None:
        workers = pool(count=2)
        workers.start()
        await value(workers, "pid")
        closing = asyncio.create_task(workers.aclose())
        await asyncio.sleep(0)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing

    asyncio.run(main())
    for thread in threading.enumerate():  # asyncio waits in one for the end of each process, and holds on to its pipes
        if thread.name.startswith("asyncio-waitpid"):
            thread.join(60)
    gc.collect()
    assert complaints == []
