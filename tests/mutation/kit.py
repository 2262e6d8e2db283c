# SPDX-License-Identifier: MIT
"""A copy of the tool in which one file is quickly exchanged.

The rooms that are changed are a shared library, beside an executable with all
the rest; so a mutant costs one compilation and one small link.  There are two
of them, each with its own library: the tool as it is delivered, and the unit
tests with all assertions.  A second library of each kind tells which functions
run (cover.c).
"""
import glob
import os
import re
import resource
import subprocess

HERE = os.path.dirname(os.path.realpath(__file__))
LIBRARY = "librooms.so"


def cpu(command, limit=120, variables=()):
    """(exit code or None, output, CPU seconds); the program is ended after
    that time on the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        end = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                             stderr=subprocess.STDOUT, errors="replace",
                             stdin=subprocess.DEVNULL, timeout=limit,
                             env=dict(os.environ, **dict(variables)))
        code, out = end.returncode, end.stdout
    except subprocess.TimeoutExpired:
        code, out = None, "timeout"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return code, out, (after.ru_utime + after.ru_stime - before.ru_utime -
                       before.ru_stime)


class Kit:
    """One way to build: MODE of the Makefile, and the program made."""

    def __init__(self, tree, mode, rooms, program):
        self.tree, self.mode, self.rooms = tree, mode, rooms
        self.folder = os.path.join(tree, "build", "mutation", mode)
        self.program = os.path.join(self.folder, program)
        self.flags = self.ask("$(FLAGS) $(OPT_%s)" % mode)
        self.libraries = self.ask(
            "-L$(LLVMDIR)/lib $(LLVM_%s) $(OTHERLIBS)" % (
                "static" if mode == "release" else "shared"))

    def ask(self, what):
        """The value of a variable of the Makefile."""
        out = subprocess.run(
            ["make", "-s", "--no-print-directory", "-C", self.tree,
             "MODE=" + self.mode, "--eval=asked: ; @echo '%s'" % what,
             "asked"], stdout=subprocess.PIPE, text=True, check=True)
        return out.stdout.split()

    def sources(self):
        return sorted(p for room in self.rooms for p in glob.glob(
            os.path.join(self.tree, "src", room, "*.c")))

    def object(self, source, kind):
        return os.path.join(self.folder, kind, os.path.relpath(
            source, self.tree).replace("/", "_")[:-2] + ".o")

    def compile(self, source, kind, more=()):
        """False: it does not compile."""
        flags = [f for f in self.flags if f != "-Werror"]
        return subprocess.run(
            ["gcc"] + flags + ["-w", "-fPIC", "-c"] + list(more) +
            ["-o", self.object(source, kind), source], cwd=self.tree,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL).returncode == 0

    def forget(self, source):
        """Its object is made again."""
        if os.path.exists(self.object(source, "plain")):
            os.unlink(self.object(source, "plain"))

    def link(self, kind, more=()):
        objects = [self.object(s, kind) for s in self.sources()]
        made = os.path.join(self.folder, kind, LIBRARY)
        subprocess.run(["gcc", "-shared", "-Wl,-soname," + LIBRARY,
                        "-o", made + ".new"] + objects +
                       list(more), check=True)
        os.rename(made + ".new", made)

    def library(self, kind, more=(), with_these=()):
        os.makedirs(os.path.join(self.folder, kind), exist_ok=True)
        for source in self.sources():
            if not os.path.exists(self.object(source, kind)) and \
                    not self.compile(source, kind, more):
                raise SystemExit("%s does not compile" % source)
        self.link(kind, with_these)

    def build(self, tests):
        """Everything, from objects that make has built."""
        self.library("plain")
        covering = os.path.join(self.folder, "cover.o")
        subprocess.run(["gcc", "-O1", "-fPIC", "-c", "-o", covering,
                        os.path.join(HERE, "cover.c")], check=True)
        self.library("cover", ["-finstrument-functions",
                               "-falign-functions=16"],
                     [covering, "-ldl"])
        objects = os.path.join(self.tree, "build", "obj", self.mode)
        rooms = [os.path.join(objects, r) for r in self.rooms]
        rest = [o for o in glob.glob(objects + "/**/*.o", recursive=True)
                if os.path.dirname(o) not in rooms and
                ("/tests/unit/" in o if "/tests/" in o else True) and
                (tests or "/tests/" not in o) and
                not (tests and o.endswith("/cli/main.o"))]
        subprocess.run(
            ["gcc", "-rdynamic", "-o", self.program] + sorted(rest) +
            [os.path.join(self.folder, "plain", LIBRARY)] + self.libraries,
            check=True)
        for name in ("models", "runtime"):
            link = os.path.join(self.folder, name)
            if not os.path.exists(link):
                os.symlink(os.path.join(self.tree, "build", name), link)

    def variables(self, kind, covered=""):
        return {"LD_LIBRARY_PATH": os.path.join(self.folder, kind),
                "COVERED": covered}

    def functions(self):
        """Code of the covering library: place / 16 -> "file:function"."""
        path = os.path.join(self.folder, "cover", LIBRARY)
        symbols = [line.split() for line in subprocess.run(
            ["nm", "--defined-only", path], stdout=subprocess.PIPE,
            text=True).stdout.split("\n") if re.search(r" [tT] ", line)]
        files = subprocess.run(
            ["addr2line", "-e", path] + [s[0] for s in symbols],
            stdout=subprocess.PIPE, text=True).stdout.split("\n")
        found = {}
        for (at, _, name), where in zip(symbols, files):
            source = os.path.relpath(where.split(":")[0] or "/", self.tree)
            if source.startswith("src/"):
                found.setdefault(int(at, 16) // 16, []).append(
                    "%s:%s" % (source, name.split(".")[0]))
        return found

    def covered(self, functions, marks):
        """The functions that ran, by the marks in the file."""
        with open(marks, "rb") as f:
            bits = f.read()
        return sorted({name for at, names in functions.items()
                       if bits[at // 8] >> at % 8 & 1 for name in names})
