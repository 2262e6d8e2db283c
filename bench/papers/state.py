"""What a run of bench/reproduce keeps, so that it can go on.

DIR/NAME.csv has a row for each thing measured, written as soon as it is known;
DIR/NAME.tool says which build measured it.  A run that was ended goes on with
what is missing; another build is refused, so that a table is of one commit.
"""
import csv
import os
import subprocess
import sys


class State:
    def __init__(self, options, name, key, fields):
        """key: the first fields, which tell rows apart."""
        self.options, self.n_key, self.fields = options, len(key), key + fields
        self.path = os.path.join(options.work, name + ".csv")
        self.rows = {}
        os.makedirs(options.work, exist_ok=True)
        if not options.show:
            pin(os.path.join(options.work, name + ".tool"), options.tool)
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8", newline="") as f:
                for row in csv.DictReader(f):
                    self.rows[self.key_of(row)] = row

    def key_of(self, row):
        return tuple(row[name] for name in self.fields[:self.n_key])

    def get(self, *key):
        return self.rows.get(key)

    def missing(self, *key):
        return not self.options.show and key not in self.rows

    def add(self, row):
        row = {name: str(row.get(name, "")) for name in self.fields}
        new = not os.path.exists(self.path)
        with open(self.path, "a", encoding="utf-8", newline="") as f:
            table = csv.DictWriter(f, self.fields)
            if new:
                table.writeheader()
            table.writerow(row)
        self.rows[self.key_of(row)] = row
        sys.stderr.write(" ".join(row.values()) + "\n")


def version(tool):
    return subprocess.run([tool, "--version"], stdout=subprocess.PIPE,
                          text=True, check=True).stdout.strip()


def pin(path, tool):
    """The build of the first run; sys.exit if this is another one."""
    now = version(tool)
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(now + "\n")
    with open(path, encoding="utf-8") as f:
        before = f.read().strip()
    if before != now:
        sys.exit("reproduce: %s was measured with %s, this is %s; take "
                 "another --work" % (path[:-5], before, now))
