"""Run one command under CPU, wall and memory limits; account for its tree.

The command runs below a small keeper process, which is a "child subreaper":
what the command's children leave behind becomes the keeper's, so its resource
usage is that of the whole tree, and nothing survives.  TMPDIR is a directory of
its own, which is removed: a killed command cannot clean up.  The keeper samples the
tree and kills it when it is over a limit; RLIMIT_CPU and RLIMIT_AS stand behind
that for each process.
"""
import ctypes
import fcntl
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections import namedtuple

Outcome = namedtuple("Outcome", "code signal output cpu wall memory killed")

PR_SET_CHILD_SUBREAPER, PR_SET_PDEATHSIG = 36, 1
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PERIOD = 0.1  # seconds between two looks at the tree
MOST_OUTPUT = 2 << 20
LOST = "the keeper died"  # Outcome.killed when nothing is known

claims = []  # open lock files of the cores that this process works on


def snapshot(root):
    """(CPU seconds, bytes, pids) of the live descendants of root."""
    parent, usage = {}, {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, encoding="latin-1") as f:
                text = f.read()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2:].split()
        pid = int(name)
        parent[pid] = int(fields[1])
        usage[pid] = (sum(map(int, fields[11:15])) / TICK,
                      int(fields[21]) * PAGE)
    children = {}
    for pid, above in parent.items():
        children.setdefault(above, []).append(pid)
    todo, pids, cpu, size = list(children.get(root, [])), [], 0.0, 0
    while todo:
        pid = todo.pop()
        pids.append(pid)
        cpu += usage[pid][0]
        size += usage[pid][1]
        todo += children.get(pid, [])
    return cpu, size, pids


def shared_once(pids):
    """Bytes of these processes, memory that they share counted once."""
    size = 0
    for pid in pids:
        try:
            with open("/proc/%d/smaps_rollup" % pid, encoding="ascii") as f:
                size += sum(int(line.split()[1]) << 10 for line in f
                            if line.startswith("Pss:"))
        except OSError:
            pass
    return size


def kill_tree(root):
    """Until none is left: a process may fork while we look."""
    for _ in range(50):
        pids = snapshot(root)[2]
        if not pids:
            return
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap()
        time.sleep(0.01)


def reap():
    """Collect the dead; their usage goes to RUSAGE_CHILDREN.  The statuses."""
    done = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return done
        if pid == 0:
            return done
        done[pid] = status


def reaped_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def start(command, out, cpu_limit, memory_limit, cwd, temp):
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setpgid(0, 0)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(out, 1)
        os.dup2(out, 2)
        hard = int(cpu_limit) + 5
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory_limit:
            space = memory_limit + (2 << 30)  # libraries, guard pages
            resource.setrlimit(resource.RLIMIT_AS, (space, space))
        os.chdir(cwd)
        os.environ["TMPDIR"] = temp
        os.execvp(command[0], command)
    except OSError as e:
        os.write(2, ("bench: %s: %s\n" % (command[0], e)).encode())
    os._exit(127)


def claim_cores(number):
    """one core for each of number jobs, or None if there are too few; runs
    at the same time get different ones as long as there are enough"""
    mine, taken = [], []
    for core in sorted(os.sched_getaffinity(0)):
        lock = os.path.join(tempfile.gettempdir(),
                            "cutpoint-core-%d.lock" % core)
        try:
            file = open(lock, "w", encoding="utf-8")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            claims.append(file)  # held until we end
            mine.append(core)
        except OSError:
            taken.append(core)
        if len(mine) == number:
            break
    cores = (mine + taken)[:number]
    return cores if len(cores) == number else None


def keeper(command, out, report, cpu_limit, wall_limit, memory_limit, core,
           cwd, temp):
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    me = os.getpid()

    def stop(number, frame):
        kill_tree(me)
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if core is not None:
        os.sched_setaffinity(0, {core})
    begin = time.monotonic()
    main = start(command, out, cpu_limit, memory_limit, cwd, temp)
    status, killed, peak = None, "", 0
    while True:
        done = reap()
        if main in done:
            status = done[main]
            break
        cpu, size, pids = snapshot(me)
        cpu += reaped_cpu()
        if memory_limit and size > memory_limit:
            size = shared_once(pids)
        peak = max(peak, size)
        wall = time.monotonic() - begin
        if cpu > cpu_limit:
            killed = "timeout"
        elif wall > wall_limit:
            killed = "wall timeout"
        elif memory_limit and size > memory_limit:
            killed = "out of memory"
        if killed:
            break
        time.sleep(PERIOD if wall > 1 else 0.01)
    wall = time.monotonic() - begin
    kill_tree(me)
    reap()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = max(peak, usage.ru_maxrss * 1024)
    code = os.WEXITSTATUS(status) if status is not None and \
        os.WIFEXITED(status) else -1
    number = os.WTERMSIG(status) if status is not None and \
        os.WIFSIGNALED(status) else 0
    os.write(report, ("%d %d %.3f %.3f %d %s" % (
        code, number, usage.ru_utime + usage.ru_stime, wall, peak,
        killed)).encode())
    os._exit(0)


KEEPERS = set()


def stop_all():
    """End the running commands, and see them end."""
    for pid in list(KEEPERS):
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass
    end = time.monotonic() + 5
    while KEEPERS and time.monotonic() < end:
        time.sleep(0.01)


def run(command, cpu_limit, wall_limit, memory_limit=0, core=None, cwd="."):
    """Seconds, seconds, bytes (0: none), a core to stay on (None: any)."""
    with tempfile.TemporaryFile() as out, \
            tempfile.TemporaryDirectory(prefix="cutpoint-bench.",
                                        ignore_cleanup_errors=True) as temp:
        read_end, write_end = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            os.close(read_end)
            try:
                keeper(command, out.fileno(), write_end, cpu_limit,
                       wall_limit, memory_limit, core, cwd, temp)
            finally:
                os._exit(1)
        KEEPERS.add(pid)
        os.close(write_end)
        text = b""
        try:
            while True:
                select.select([read_end], [], [])
                piece = os.read(read_end, 4096)
                if not piece:
                    break
                text += piece
        except BaseException:
            os.kill(pid, signal.SIGTERM)
            os.waitpid(pid, 0)
            raise
        finally:
            os.close(read_end)
        os.waitpid(pid, 0)
        KEEPERS.discard(pid)
        out.seek(0)
        output = out.read(MOST_OUTPUT).decode(errors="replace")
    if not text:
        return Outcome(-1, 0, output, 0.0, 0.0, 0, LOST)
    code, number, cpu, wall, memory, *killed = text.decode().split(" ", 5)
    return Outcome(int(code), int(number), output, float(cpu), float(wall),
                   int(memory), killed[0] if killed else "")
