"""One run of the tool: verdict, CPU seconds of its processes, its counts.

The limit is one of CPU time, so that a busy machine does not change a table;
wall time is limited only so that nothing hangs for ever.
"""
import json
import os
import re
import tempfile
from collections import namedtuple

import limits

Run = namedtuple("Run", "verdict reason cpu counts labels")
VERDICT = re.compile(r"^VERDICT: (true|false|unknown)\b[ (]*(.*?)\)?\s*$",
                     re.M)
PATIENCE = 200  # wall seconds for a second of CPU time


def run(tool, arguments, files, limit, memory=0):
    """Arguments before, files (and what follows --) behind; seconds, MB."""
    with tempfile.TemporaryDirectory(prefix="cutpoint-bench.") as room:
        stats = os.path.join(room, "stats.json")
        command = [tool, "--cpu-timeout=%d" % limit,
                   "--timeout=%d" % (limit * PATIENCE), "--stats=" + stats]
        if memory:
            command.append("--memory=%d" % memory)
        outcome = limits.run(command + arguments + files, limit * 1.1 + 1,
                             limit * PATIENCE, int(memory * 1.1) << 20)
        if outcome.killed == limits.LOST:
            raise RuntimeError("bench: the run was ended from outside")
        known = read_stats(stats)
    labels = {k: v for k, v in known.items() if isinstance(v, str)}
    return Run(*answer(outcome), outcome.cpu, known.get("counts", {}), labels)


def read_stats(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return {}


def answer(outcome):
    """(verdict, reason)"""
    found = VERDICT.findall(outcome.output)
    if outcome.killed:
        return "unknown", outcome.killed
    if found:
        return found[-1]
    last = outcome.output.strip().split("\n")[-1][:120]
    if outcome.signal:
        return "unknown", "signal %d" % outcome.signal
    return "unknown", "exit code %d: %s" % (outcome.code, last)


def error_arguments(path):
    """Old programs call another error function."""
    with open(path, encoding="utf-8", errors="replace") as f:
        old = "__VERIFIER_error" in f.read()
    return ["--error-function=__VERIFIER_error"] if old else []
