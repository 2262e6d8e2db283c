"""Native execution against the interpreter, before and after every pass.

A Kit compiles a C file natively and to bitcode and hands the bitcode to
interp_tool (tests/tools/interp_tool.c), which interprets the program as it was
read and after each pass, validates it and prints, parses and prints it again.
"""
import os
import subprocess
import threading

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
CLANG = os.environ.get("CLANG", "clang-19")
# How the front end compiles C: see src/frontend.
BITCODE = ["-std=gnu17", "-fgnu89-inline", "-fbracket-depth=100000", "-w",
           "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-c", "-emit-llvm"]
MODELS = ["memory", "copy", "string", "errno", "end"]
INCLUDE = "-I" + os.path.join(ROOT, "tests", "fuzz")


CSMITH = ["csmith", "--max-funcs", "3", "--max-block-depth", "3",
          "--max-block-size", "3", "--max-array-dim", "2",
          "--max-array-len-per-dim", "5", "--max-expr-complexity", "5",
          "--max-struct-fields", "5", "--max-pointer-depth", "2",
          "--no-float", "--no-argc", "--concise", "--no-volatiles",
          "--no-packed-struct"]


def csmith(seed):
    """A program by csmith (tools/setup fuzz), or None."""
    out = subprocess.run(CSMITH + ["--seed", str(seed)], timeout=60,
                         stdout=subprocess.PIPE, text=True)
    return out.stdout if out.returncode == 0 else None


class Trouble(Exception):
    pass


TOO_LONG = "the program runs for too long to be interpreted"


def run(command, timeout):
    try:
        out = subprocess.run(command, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True,
                             errors="replace", timeout=timeout)
        return out.returncode, out.stdout, out.stderr
    except subprocess.TimeoutExpired:
        return 124, "", "timeout after %d s" % timeout


class Kit:
    def __init__(self, tool, work, timeout=60):
        self.tool, self.work, self.timeout = tool, work, timeout
        self.models, self.lock = {}, threading.Lock()

    def must(self, command):
        code, out, err = run(command, self.timeout)
        if code == 3 and command[0] == self.tool:
            raise Trouble(TOO_LONG)
        if code != 0:
            raise Trouble("%s\nexit code %d\n%s%s" % (
                " ".join(command), code, out, err))
        return out

    def model_files(self, bits):
        """Bitcode of the models that the programs may need, made once."""
        with self.lock:
            if bits not in self.models:
                self.models[bits] = []
                for name in MODELS:
                    path = os.path.join(self.work, "%s.%d.bc" % (name, bits))
                    self.must([CLANG, "-m%d" % bits, "-nostdinc"] + BITCODE +
                              ["-o", path, os.path.join(
                                  ROOT, "models", name + ".c")])
                    self.models[bits].append(path)
            return self.models[bits]

    def stem(self, path, bits):
        base = os.path.basename(path)
        return os.path.join(self.work, "%s.%d" % (base[:-2], bits))

    def native(self, path, bits):
        """What the program prints when it is compiled and run."""
        binary = self.stem(path, bits) + ".exe"
        self.must([CLANG, "-m%d" % bits, "-w", "-O0", INCLUDE,
                   "-o", binary, path])
        code, out, _ = run([binary], 10)
        os.unlink(binary)
        if code != 0:
            raise Trouble("native run: exit code %d" % code)
        return out

    def check(self, path, bits, expected):
        """None, or what is wrong: output and reached error as expected?"""
        stem = self.stem(path, bits)
        files = []
        try:
            with open(stem + ".out", "w", encoding="utf-8") as f:
                f.write(expected)
            files.append(stem + ".out")
            total = expected.split()[-1]
            wanted = int(total)
            for name, value in (("hit", wanted), ("miss", wanted ^ 1)):
                bitcode = "%s.%s.bc" % (stem, name)
                files.append(bitcode)
                self.must([CLANG, "-m%d" % bits, INCLUDE,
                           "-DEXPECT=%dull" % value] + BITCODE +
                          ["-o", bitcode, path])
                self.must([self.tool, "--expect-output=" + stem + ".out",
                           "--expect-error=" + ("yes" if name == "hit"
                                                else "no"), bitcode] +
                          ["--model=" + m for m in self.model_files(bits)])
        except Trouble as trouble:
            return str(trouble)
        finally:
            for name in files:
                if os.path.exists(name):
                    os.unlink(name)
        return None
