"""One task, run and judged: its row in the table of bench/run."""
import csv
import os
import shlex
from collections import namedtuple

import limits
import measured

FIELDS = ["set", "task", "property", "expected", "verdict", "status", "cpu",
          "wall", "memory", "reason"]

# How all tasks of a table are run.  memory: MB, 0 if there is no limit; args:
# more options of the tool; stats: where its statistics are kept, or None;
# folder: where it runs.
Settings = namedtuple("Settings", "tool timeout memory args stats folder")


def key_of_task(task):
    return task.set, task.name, task.property


def key_of_row(row):
    return row["set"], row["task"], row["property"]


def command(settings, task):
    out = [settings.tool, "--%d" % task.model,
           "--cpu-timeout=%d" % settings.timeout,
           "--timeout=%d" % (2 * settings.timeout + 10)]
    if settings.memory:
        out.append("--memory=%d" % settings.memory)
    if os.path.exists(task.spec):
        out.append("--spec=" + task.spec)
    else:
        out.append("--property=" + task.property)
    if settings.stats:
        out.append("--stats=" + os.path.join(
            settings.stats, "%s,%s,%s.json" % key_of_task(task)))
    return out + shlex.split(settings.args) + task.files


def judge(task, outcome):
    """(verdict, status, reason)"""
    verdict, reason = measured.answer(outcome)
    if verdict == "unknown":
        return verdict, "unknown", reason
    if task.expected not in ("true", "false"):
        return verdict, "unjudged", reason
    good = verdict == task.expected
    if good and verdict == "false" and task.sub and reason:
        good = reason == task.sub  # the part of the property that is violated
    return verdict, "correct" if good else "wrong", reason


def row_of(task, verdict, status, cpu=0.0, wall=0.0, memory=0, reason=""):
    return dict(zip(FIELDS, [
        task.set, task.name, task.property, task.expected, verdict, status,
        "%.2f" % cpu, "%.2f" % wall, "%.0f" % (memory / (1 << 20)), reason]))


def measure(settings, task, core=None):
    outcome = limits.run(
        command(settings, task), settings.timeout * 1.1 + 1,
        settings.timeout * 2 + 30,
        int(settings.memory * 1.1) << 20 if settings.memory else 0, core,
        settings.folder)
    verdict, status, reason = judge(task, outcome)
    return row_of(task, verdict, status, outcome.cpu, outcome.wall,
                  outcome.memory, reason)


def read(path):
    """Key -> row of an earlier table; none if there is none."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8", newline="") as f:
        return {key_of_row(r): r for r in csv.DictReader(f)}


def write(path, rows):
    """All at once: who is stopped in between leaves the table as it was."""
    with open(path + ".part", "w", encoding="utf-8", newline="") as f:
        table = csv.DictWriter(f, FIELDS)
        table.writeheader()
        table.writerows(rows)
    os.replace(path + ".part", path)
