"""A small Slurm on this machine: munge, one controller and some nodes, each
with a name and a port of its own.  Needs no privileges and leaves nothing
behind; what it writes is in one directory.
"""
import getpass
import os
import signal
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd"]

CONF = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={home}/munge.socket
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/%n
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/%n.pid
SlurmctldLogFile={home}/slurmctld.log
SlurmdLogFile={home}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=1,sched_min_interval=100000
ReturnToService=2
SlurmdTimeout=8
MessageTimeout=5
JobRequeue=1
{nodes}
PartitionName=main Nodes={names} Default=YES MaxTime=INFINITE State=UP
"""


class CannotStart(Exception):
    """Slurm does not run here; says why."""


def find(program):
    for folder in os.environ["PATH"].split(":") + ["/usr/sbin", "/sbin"]:
        path = os.path.join(folder, program)
        if os.access(path, os.X_OK):
            return path
    raise CannotStart("there is no %s: run tools/setup cluster" % program)


def free_ports(n):
    held = [socket.socket() for _ in range(n)]
    for s in held:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports


class Slurm:
    def __init__(self, home, names=("n1", "n2")):
        self.home, self.names = home, names
        self.children = {}
        self.env = dict(os.environ,
                        SLURM_CONF=os.path.join(home, "slurm.conf"))
        self.paths = {name: find(name) for name in PROGRAMS}

    def __enter__(self):
        try:
            self.start()
        except Exception:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        ports = free_ports(1 + len(self.names))
        nodes = "\n".join(
            "NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1"
            % (name, socket.gethostname(), port)
            for name, port in zip(self.names, ports[1:]))
        for folder in ("state",) + tuple(self.names):
            os.mkdir(os.path.join(self.home, folder))
        os.chmod(self.home, 0o755)
        self.write("slurm.conf", CONF.format(
            host=socket.gethostname(), port=ports[0], user=getpass.getuser(),
            home=self.home, nodes=nodes, names=",".join(self.names)))
        self.start_munge()
        self.spawn("slurmctld", ["-D"])
        for name in self.names:
            self.start_node(name)
        self.wait_for_nodes()

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.home, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def start_munge(self):
        at = lambda name: os.path.join(self.home, name)  # noqa: E731
        with open(at("munge.key"), "wb") as f:
            f.write(os.urandom(1024))
        os.chmod(at("munge.key"), 0o600)
        self.spawn("munged", [
            "--foreground", "--force", "--key-file=" + at("munge.key"),
            "--socket=" + at("munge.socket"), "--pid-file=" + at("munge.pid"),
            "--log-file=" + at("munge.log"), "--seed-file=" + at("munge.seed")])
        self.wait("munge", lambda: os.path.exists(at("munge.socket")))

    def spawn(self, program, arguments, name=None):
        with open(os.path.join(self.home, (name or program) + ".out"),
                  "ab") as out:
            self.children[name or program] = subprocess.Popen(
                [self.paths[program]] + arguments, env=self.env, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True)

    def start_node(self, name):
        self.spawn("slurmd", ["-D", "-N", name], name)

    def wait(self, what, ready, seconds=30):
        deadline = time.time() + seconds
        while not ready():
            dead = [n for n, c in self.children.items()
                    if c.poll() is not None]
            if dead or time.time() > deadline:
                raise CannotStart("%s: %s" % (what, self.said(dead)))
            time.sleep(0.1)

    def said(self, names):
        lines = []
        for name in names or self.children:
            for end in (".out", ".log"):
                try:
                    with open(os.path.join(self.home, name + end),
                              encoding="utf-8", errors="replace") as f:
                        lines += f.read().strip().split("\n")[-3:]
                except OSError:
                    pass
        return " / ".join(line for line in lines if line)

    def ask(self, program, *arguments):
        run = subprocess.run([find(program)] + list(arguments), env=self.env,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             text=True, check=False)
        return run.stdout

    def log(self, name):
        with open(os.path.join(self.home, name + ".log"), encoding="utf-8",
                  errors="replace") as f:
            return f.read()

    def wait_for_nodes(self):
        def ready():
            states = self.ask("sinfo", "-h", "-N", "-o", "%T").split()
            return len(states) == len(self.names) and \
                all(s == "idle" for s in states)
        self.wait("the nodes do not become idle", ready)

    def is_busy(self, name):
        """A job runs on the node, with its keeper."""
        return len(below(self.children[name].pid,
                         os.path.join(self.home, name))) > 1

    def kill_node(self, name):
        """The daemon and all it started, at once, as by a power cut: nobody
        can tell the controller about the others."""
        top = self.children.pop(name)
        victims = below(top.pid, os.path.join(self.home, name))
        for what in (signal.SIGSTOP, signal.SIGKILL):
            for pid in [top.pid] + victims:
                try:
                    os.kill(pid, what)
                except ProcessLookupError:
                    pass
        top.wait()

    def stop(self):
        for name in list(self.names):
            if name in self.children:
                self.kill_node(name)
        for child in self.children.values():
            child.kill()
            child.wait()
        self.children = {}


def processes():
    """pid -> (parent, name, environment), from /proc."""
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % entry, encoding="utf-8",
                      errors="replace") as f:
                name, rest = f.read().split("(", 1)[1].rsplit(")", 1)
            with open("/proc/%s/environ" % entry, "rb") as f:
                environ = f.read()
        except OSError:
            continue
        found[int(entry)] = (int(rest.split()[1]), name, environ)
    return found


def below(top, spool):
    """Descendants of a node's daemon; and its job's processes with their
    keeper (slurmstepd), which has left the daemon."""
    table = processes()
    home, name = os.path.split(spool)
    found = {pid for pid, (_, _, environ) in table.items()
             if b"SLURMD_NODENAME=" + name.encode() in environ.split(b"\0")
             and home.encode() in environ}
    found |= {table[pid][0] for pid in found
              if table.get(table[pid][0], (0, ""))[1] == "slurmstepd"}
    found.add(top)
    while True:
        more = {pid for pid, (parent, _, _) in table.items()
                if parent in found} - found
        if not more:
            return sorted(found - {top})
        found |= more
