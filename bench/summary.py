"""Tables of results: per set, and by reason.

usage: summary.py FILE.csv
"""
import collections
import csv
import re
import sys


def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def kind(row):
    """correct true, correct false, wrong true, wrong false, unknown, ..."""
    if row["status"] in ("correct", "wrong"):
        return "%s %s" % (row["status"], row["verdict"])
    return row["status"]


def reason_class(text):
    """Reasons that differ only in numbers and names are one class."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "'...'", text)
    text = re.sub(r"[\w./-]+\.[ci](:\d+)*", "FILE", text)
    return re.sub(r"\d+", "N", text)[:60] or "-"


COLUMNS = ["correct true", "correct false", "wrong true", "wrong false",
           "unknown"]


def show(rows, out=sys.stdout):
    """Prints the tables; 1 when a verdict is wrong, else 0."""
    sets = collections.OrderedDict()
    for row in rows:
        for name in (row["set"], "all"):
            sets.setdefault(name, []).append(row)
    if "all" in sets:
        sets.move_to_end("all")
    out.write("%-26s %5s %6s %6s %6s %6s %7s %9s %9s\n" % (
        "set", "tasks", "true", "false", "wrong+", "wrong-", "unknown",
        "cpu s", "solved s"))
    for name, part in sets.items():
        count = collections.Counter(kind(r) for r in part)
        cpu = sum(float(r["cpu"]) for r in part)
        solved = sum(float(r["cpu"]) for r in part
                     if r["status"] == "correct")
        out.write("%-26s %5d %6d %6d %6d %6d %7d %9.1f %9.1f\n" % (
            (name, len(part)) + tuple(count[c] for c in COLUMNS) +
            (cpu, solved)))
    reasons = collections.Counter(
        reason_class(r["reason"]) for r in rows if r["status"] == "unknown")
    if reasons:
        out.write("\nunknown, by reason:\n")
        for text, n in reasons.most_common(20):
            out.write("%6d  %s\n" % (n, text))
    wrong = [r for r in rows if r["status"] == "wrong"]
    for r in wrong:
        out.write("WRONG %s/%s %s: says %s, is %s\n" % (
            r["set"], r["task"], r["property"], r["verdict"], r["expected"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(show(read(sys.argv[1])))
