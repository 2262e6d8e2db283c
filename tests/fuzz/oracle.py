# SPDX-License-Identifier: MIT
"""What generated programs do, and what cutpoint says of them.

The truth about a program that reads few small inputs is found by running it
natively on every sequence of them.  A question to cutpoint is limited in CPU
time of all its processes, so that a busy machine changes no answer.
"""
import itertools
import os
import signal
import subprocess
import time

CONFIGURATIONS = [
    ["--blocks=" + b, "--backend=" + s, "--engine=" + e]
    for e, b, s in itertools.product(("bounded", "pdr", "auto"),
                                     ("cutset", "rules", "single"),
                                     ("blast", "z3"))] + [
    ["--engine=auto"], ["--engine=auto", "--cores=1"], ["--engine=trace"],
    ["--engine=bits"], ["--engine=bits", "--seed=none", "--blocks=rules"]] + [
    ["--engine=predicate"] + words.split() for words in (
        "--preset=cutset", "--preset=lbe", "--preset=blast",
        "--preset=cutset --abstraction=cartesian",
        "--preset=blast --search=bfs --predicates=global",
        "--preset=cutset --post=relation", "--search=priority")]

FOR_RECURSION = [["--recursion=40"], ["--recursion=200"],
                 ["--recursion=40", "--cores=1"]]

HERE = os.path.dirname(os.path.realpath(__file__))


TRUTH = ["-DNATIVE", "-include", os.path.join(HERE, "memory_truth.h")]
MACHINE = {64: ["-m64"], 32: ["-m32", "-msse2", "-mfpmath=sse"]}


def driver(work, bits):
    """The driver's object file, made in the folder when it is first used."""
    path = os.path.join(work, "driver%d.o" % bits)
    if not os.path.exists(path):
        subprocess.run(["gcc", "-w", "-O1", "-c"] + MACHINE[bits] +
                       [os.path.join(HERE, "all_inputs.c"), "-o", path],
                       check=True)
    return path


def ends(work, path, flags=(), bits=64):
    """The properties that some run violates first, and whatever else the
    driver says; None if it says nothing."""
    binary = path[:-2] + ".exe"
    subprocess.run(["gcc", "-w", "-O0", "-Dmain=program_main"] +
                   MACHINE[bits] + list(flags) +
                   [path, driver(work, bits), "-o", binary], check=True,
                   stderr=subprocess.DEVNULL)
    try:
        out = subprocess.run([binary], stdout=subprocess.PIPE, text=True,
                             timeout=60)
        found = set(out.stdout.strip().split("\n")) - {""}
        return None if out.returncode or "too much" in found else found
    except subprocess.TimeoutExpired:
        return None
    finally:
        os.unlink(binary)


def truth(work, path):
    """"true" or "false" of a program in which nothing is undefined."""
    found = ends(work, path)
    if found is None:
        return "the native run does not end"
    return "false" if found else "true"


def judge(out, code=None):
    """(word, line) for what cutpoint printed: true, false, unknown, or what
    must never happen."""
    lines = [x for x in out.split("\n") if x.startswith("VERDICT: ")]
    if len(lines) != 1:
        return "no verdict", out
    if "internal error" in lines[0] or code == 6:
        return "internal error", out
    if "the proof could not be" in lines[0]:
        return "proof refused", lines[0]
    if "the counterexample could not be" in lines[0]:
        return "trace refused", lines[0]
    return lines[0][9:].split("(")[0].strip(), lines[0]


def cpu_of_session(session):
    """CPU seconds of the processes of a session, and of what they waited
    for."""
    ticks = 0
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % name, encoding="ascii",
                      errors="replace") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += sum(int(x) for x in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def ask(command, cpu, patience=20):
    """(word, line): as judge(), or "timeout" after so many CPU seconds, or
    "hang" if it does not end then."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True,
                             errors="replace", start_new_session=True)
    used, stopped = 0.0, 0.0
    while True:
        try:
            out, _ = child.communicate(timeout=0.1)
            break
        except subprocess.TimeoutExpired:
            used = cpu_of_session(child.pid)
        if used > cpu and not stopped:
            child.send_signal(signal.SIGTERM)
            stopped = time.time()
        elif stopped and time.time() - stopped > patience:
            os.killpg(child.pid, signal.SIGKILL)
            child.communicate()
            return "hang", " ".join(command)
    if child.returncode == 124 or (stopped and child.returncode != 6):
        return "timeout", ""
    return judge(out, child.returncode)
