"""A process that has the whole command line loaded and forks a child for each run of it, in trouble if asked.

A child sets its own limits, streams and privileges, and ends as any process does, so a run costs some
hundredths of a second. It is started by `troubled.py`, and reads a JSON request a line from stdin.
"""

import atexit
import ctypes
import gc
import json
import os
import resource
import select
import signal
import stat
import sys
from typing import Any

# No command may grow to this, whatever it is given; and if one does, the machine is to survive it.
ADDRESS_SPACE = 3 << 30
GUARD_SECONDS = 90
# Of Linux (linux/capability.h, linux/prctl.h).
CAPABILITY_VERSION, MOST_CAPABILITIES, PR_CAPBSET_DROP = 0x20080522, 64, 24
BLOCK_BYTES = 1 << 16


def load() -> None:
    """Import what commands load when they are run, and the compiled search: a child is quicker then."""
    import codecs
    import importlib
    import pkgutil

    import hanabi_solver
    from hanabi_solver.formats.puzzle import parse_puzzle
    from hanabi_solver.names import Method
    from hanabi_solver.solver.best_score import solve
    from hanabi_solver.solver.limits import Limits

    for module in pkgutil.walk_packages(hanabi_solver.__path__, "hanabi_solver."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    for module in ("backends.backend_svg", "figure", "font_manager"):
        importlib.import_module(f"matplotlib.{module}")
    for encoding in ("utf-8-sig", "latin-1", "idna"):
        codecs.lookup(encoding)
    with open(sys.argv[1], encoding="utf-8") as file:
        solve(parse_puzzle(file.read()).start, method=Method.SEARCH, limits=Limits(workers=1))
    assert len(os.listdir("/proc/self/task")) == 1, "only a process without threads is forked safely"


def serve() -> dict[str, Any] | None:
    """Answer requests; returns in each child, with what it is to do, and with None at the end."""
    # Numbers that no child can take for its own streams.
    # What is loaded is not looked through again in each child.
    gc.collect()
    gc.freeze()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answers.write(b"ready\n")
    answers.flush()
    for line in requests:
        request = json.loads(line)
        out, out_end = os.pipe()
        err, err_end = os.pipe()
        child = os.fork()
        if child == 0:
            wire(request, out_end, err_end)
            for number in (out, err, out_end, err_end, requests.fileno(), answers.fileno()):
                os.close(number)
            return dict(request)
        os.close(out_end)
        os.close(err_end)
        texts = drained(child, (out, err))
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        memory = usage.ru_maxrss * 1024
        found = {"code": code, "stdout": texts[0], "stderr": texts[1], "memory": memory}
        answers.write(json.dumps(found).encode() + b"\n")
        answers.flush()
    return None


def drained(child: int, pipes: tuple[int, int]) -> list[str]:
    """What a child writes until it ends; what it has started ends with it."""
    pieces: dict[int, list[bytes]] = {pipe: [] for pipe in pipes}
    for pipe in pipes:
        os.set_blocking(pipe, False)
    ended = os.pidfd_open(child)
    is_over = False
    waited = [ended, *pipes]
    while not is_over:
        ready, _, _ = select.select(waited, [], [])
        is_over = ended in ready
        for pipe in pipes:
            while pipe in waited:
                try:
                    piece = os.read(pipe, BLOCK_BYTES)
                except BlockingIOError:
                    break
                if not piece:
                    waited.remove(pipe)
                pieces[pipe].append(piece)
    os.killpg(child, signal.SIGKILL)  # still there, as it is not waited for yet
    for each in (ended, *pipes):
        os.close(each)
    return [b"".join(pieces[pipe]).decode(errors="replace") for pipe in pipes]


def wire(request: dict[str, Any], out: int, err: int) -> None:
    """Give a child its standard streams, some of them closed or full."""
    os.setsid()
    for number, kind, pipe in (
        (0, request["stdin"], -1),
        (1, request["stdout"], out),
        (2, request["stderr"], err),
    ):
        if kind == "pipe":
            os.dup2(pipe, number)
            continue
        os.close(number)
        if kind != "closed":
            assert os.open(kind, os.O_RDONLY if number == 0 else os.O_WRONLY) == number


def begin(request: dict[str, Any]) -> None:
    """Make this child what a command would be started as, in its trouble."""
    os.chdir(request["cwd"])
    os.environ.update(request["environment"])
    signal.alarm(GUARD_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    if request["file_bytes"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_bytes"],) * 2)
    if request["drops_privileges"] and os.geteuid() == 0:
        drop_capabilities()
    if request["block_device"]:
        take_for_block_device(request["block_device"])


def drop_capabilities() -> None:
    """Leave root with the permissions that its files give it, as any user has them.

    Another user could not look into an installation that is in a folder of root's alone.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(MOST_CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)  # else a program that is executed has them again
    header, none = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capset(header, none) == 0, os.strerror(ctypes.get_errno())


def take_for_block_device(path: str) -> None:
    """Have this process see a block device where a file is: none is ever near it."""
    seen = os.stat

    def stat_of(each: Any, **options: Any) -> os.stat_result:
        found = seen(each, **options)
        if isinstance(each, int) or os.path.realpath(os.fspath(each)) != os.path.realpath(path):
            return found
        return os.stat_result((stat.S_IFBLK | stat.S_IMODE(found.st_mode), *found[1:]))

    os.stat = stat_of


def open_streams() -> None:
    """As the interpreter does when it starts."""
    streams: list[Any] = []
    for number, mode in ((0, "r"), (1, "w"), (2, "w")):
        try:
            os.fstat(number)
        except OSError:
            streams.append(None)
            continue
        errors = "backslashreplace" if number == 2 else "strict"
        streams.append(open(number, mode, encoding="utf-8", errors=errors, closefd=False))  # noqa: SIM115 (for good)
    sys.stdin, sys.stdout, sys.stderr = streams
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc]  # as at the start


def run() -> None:
    """Run the command in this child to its end.

    What the interpreter does after all that is to be done at the end is left out: it takes apart everything
    that is loaded, which costs more than most commands.
    """
    code = 0

    def end() -> None:
        try:
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError:
            os._exit(120)  # as the interpreter does
        os._exit(code)

    atexit.register(end)  # what the command registers is done before
    from hanabi_solver.cli.app import main

    try:
        main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        code = 1
        raise


if __name__ == "__main__":
    load()
    task = serve()
    if task is not None:
        begin(task)
        program = "from hanabi_solver.cli.app import main; main()"
        if task["executes"]:
            os.execv(sys.executable, [sys.executable, "-c", program, *task["arguments"]])
        open_streams()
        sys.argv = ["hanabi-solve", *task["arguments"]]
        run()
