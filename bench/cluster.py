"""The tasks of bench/run by the nodes of a Slurm cluster.

A folder beside the table, on a file system that all nodes share, has the plan
(plan.json: how tasks are run, and which) and one file for each task that is
done (NUMBER.json: its row).  Tasks become job arrays; a node that is given a
place in one calls this file with the folder and the array's name, and leaves
the row.  Who submitted waits for rows.  A task that is in the queue no more and
left no row (its node died, it was cancelled) is submitted again, three times at
most.  The folder stays while the table is not whole: the same command goes on
from it, with another plan it begins anew.

usage, on a node: bench/cluster.py FOLDER BATCH
"""
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import time

import rows
import tasks as tasklib

MOST_TRIES = 3
BATCH = 1000  # Slurm's own limit of an array, unless it is configured
PERIOD = 1.0  # seconds between two looks at the queue


def save(path, value):
    """All at once: a file that is there is whole."""
    with open(path + ".part", "w", encoding="utf-8") as f:
        json.dump(value, f)
    os.replace(path + ".part", path)


def load(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


class Work:
    """The folder, and the jobs that work on it."""

    def __init__(self, folder, settings, tasks, options):
        self.folder, self.tasks = folder, tasks
        self.options = shlex.split(options)
        self.name = "cutpoint-bench-" + hashlib.sha256(
            folder.encode()).hexdigest()[:12]
        self.batches = {}  # number of a job -> numbers of its tasks
        plan = {"settings": list(settings), "tasks": [list(t) for t in tasks]}
        if not self.has_plan(plan):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            save(self.path("plan"), plan)

    def has_plan(self, plan):
        try:
            return load(self.path("plan")) == json.loads(json.dumps(plan))
        except (OSError, ValueError):
            return False

    def path(self, name):
        return os.path.join(self.folder, "%s.json" % name)

    def row(self, number):
        """What a node left of it; None: nothing yet."""
        try:
            return load(self.path(number))
        except OSError:
            return None

    def submit(self, numbers):
        for first in range(0, len(numbers), BATCH):
            batch = numbers[first:first + BATCH]
            name = "batch-%d" % batch[0]
            save(self.path(name), batch)
            node = [sys.executable, os.path.realpath(__file__), self.folder,
                    name]
            asked = subprocess.run(
                ["sbatch", "--parsable", "--requeue", "--cpus-per-task=1",
                 "--job-name=" + self.name, "--array=0-%d" % (len(batch) - 1),
                 "--output=" + os.path.join(self.folder, "log"),
                 "--open-mode=append", *self.options,
                 "--wrap=exec " + shlex.join(node)],
                capture_output=True, text=True, check=False)
            if asked.returncode != 0:
                raise SystemExit("bench: sbatch does not take the job: " +
                                 asked.stderr.strip().split("\n")[0])
            self.batches[asked.stdout.strip().split(";")[0]] = batch

    def queued(self):
        """Numbers of the tasks that wait or run; None: nobody knows."""
        asked = subprocess.run(
            ["squeue", "--noheader", "--array", "--me", "--name=" + self.name,
             "--format=%F %K"], capture_output=True, text=True, check=False)
        if asked.returncode != 0:
            return None
        found = set()
        for line in asked.stdout.split("\n"):
            job, _, place = line.strip().partition(" ")
            if job in self.batches and place.isdigit():
                found.add(self.batches[job][int(place)])
        return found

    def cancel(self):
        subprocess.run(["scancel", "--quiet", "--me", "--name=" + self.name],
                       capture_output=True, check=False)


class Progress:
    """Which tasks have a row, and how often the others were lost."""

    def __init__(self, work, wanted, write):
        self.work, self.write = work, write
        self.waiting = {number for number, task in enumerate(work.tasks)
                        if rows.key_of_task(task) in wanted}
        self.missed = set()  # neither queued nor done at the last look
        self.tries = dict.fromkeys(self.waiting, 1)

    def collect(self):
        for number in sorted(self.waiting):
            row = self.work.row(number)
            if row:
                self.done(number, row)

    def done(self, number, row):
        self.waiting.discard(number)
        self.write(row)

    def lost(self, queued):
        """Missed at two looks: a file may come later than the queue knows."""
        missed = self.waiting - queued
        lost, self.missed = missed & self.missed, missed - self.missed
        return sorted(lost)

    def try_again(self, numbers):
        for number in numbers:
            self.tries[number] += 1
        given_up = [n for n in numbers if self.tries[n] > MOST_TRIES]
        for number in given_up:
            self.done(number, rows.row_of(
                self.work.tasks[number], "unknown", "unknown",
                reason="no node left a result"))
        self.work.submit([n for n in numbers if n not in given_up])


def run_all(settings, tasks, wanted, write, folder, options):
    """Calls write(row) for each task whose key is wanted, in the order in which
    they end.  The plan has all tasks, so that it is the same each time."""
    work = Work(folder, settings, tasks, options)
    work.cancel()  # of an earlier call that was killed
    progress = Progress(work, wanted, write)
    progress.collect()
    try:
        work.submit(sorted(progress.waiting))
        while progress.waiting:
            time.sleep(PERIOD)
            queued = work.queued()
            progress.collect()
            if queued is not None:
                progress.try_again(progress.lost(queued))
    except BaseException:
        work.cancel()
        raise
    shutil.rmtree(folder)


def on_node(folder, batch):
    """The task that this place of the array stands for."""
    at = lambda name: os.path.join(folder, "%s.json" % name)  # noqa: E731
    plan = load(at("plan"))
    number = load(at(batch))[int(os.environ["SLURM_ARRAY_TASK_ID"])]
    save(at(number), rows.measure(rows.Settings(*plan["settings"]),
                                  tasklib.Task(*plan["tasks"][number])))


if __name__ == "__main__":
    on_node(*sys.argv[1:3])
