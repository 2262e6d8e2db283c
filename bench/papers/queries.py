"""Predicate abstraction queries: enumeration, diagrams, the better of both.

bench/paq makes the queries by the paper's recipe and solves them; here are
the paper's limits (60 s, 512 MB), its selection rule (what takes one of three
methods 5 s or more) and its number of such queries, 1061.  The packages are
Debian's; the paper's names are in the table.
"""
import csv
import os
import subprocess
import sys

import report
import state

HERE = os.path.dirname(os.path.realpath(__file__))
PACKAGES = ["zlib", "bzip2", "lz4", "cjson", "giflib", "lua5.4", "expat",
            "mujs", "libyaml", "http-parser", "libpng1.6", "libvorbis",
            "mini-httpd"]
SETS = ["ssh-simplified", "locks", "ntdrivers-simplified", "loops", "systemc"]
METHODS = ["allsat-minterm", "ldd", "ldd-static", "min", "ldd-oracle",
           "allsat-oracle", "allsat"]
SCREEN = 3  # the methods of the selection rule
LIMIT, HARD, WANTED = 60, 5, 1061
# Fig. 4(a): minutes for all, failures, seconds for each solved.
PUBLISHED = [("MSAT", "allsat-minterm", 610.00, 429, 17.12),
             ("LDD", "ldd", 83.54, 35, 2.84),
             ("LDD2", "ldd-static", 83.98, 64, 1.19),
             ("MIN", "min", 28.40, 6, 1.27),
             ("LDD3", "ldd-oracle", 85.66, 74, 0.70),
             ("MSAT2", "allsat-oracle", 188.14, 91, 6.87)]


def solve(options):
    """bench/paq's exit code."""
    files = ",".join(os.path.join(options.tasks, name, "*.c")
                     for name in SETS)
    return subprocess.run([
        sys.executable, os.path.join(HERE, "..", "paq"),
        "--binary=" + options.tool, "--work=" + options.work,
        "--timeout=%d" % (options.limit or LIMIT), "--hard=%d" % HARD,
        "--screen=%d" % SCREEN, "--wanted=%d" % (WANTED // options.every),
        "--methods=" + ",".join(METHODS), "--seconds=%d" % options.seconds,
        "--packages=" + ",".join(PACKAGES), "--files=" + files,
        "--csv=" + os.path.join(options.work, "csv")]).returncode


def read(options, method):
    path = os.path.join(options.work, "csv", method + ".csv")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def show(options):
    rows, sums = [], {}
    for name, method, minutes, failed, each in PUBLISHED:
        ours = read(options, method)
        good = [r for r in ours if r["status"] == "solved"]
        sums[method] = sum(float(r["cpu"]) for r in ours)
        rows.append(["%s (%s)" % (name, method), "%.2f" % minutes, failed,
                     each, len(ours), "%.2f" % (sums[method] / 60),
                     len(ours) - len(good), "%.2f" % (
                         sum(float(r["cpu"]) for r in good) /
                         max(1, len(good)))])
    report.table(["method", "1061 queries: min", "failed", "s each solved",
                  "ours: queries", "min", "failed", "s each solved"], rows)
    if not sums["allsat-minterm"]:
        return
    report.claim("MIN takes less than a tenth of enumeration's time "
                 "(published: 28 of 610 minutes)",
                 "%.1f of %.1f s" % (sums["min"], sums["allsat-minterm"]),
                 sums["min"] * 10 <= sums["allsat-minterm"])
    lost = int(rows[3][6])
    report.claim("MIN fails on at most 0.6 %",
                 "%d of %d" % (lost, rows[3][4]), lost <= 0.006 * rows[3][4])
    subprocess.run([sys.executable, os.path.join(HERE, "..", "plot"),
                    "--out=" + os.path.join(options.work,
                                            "queries-scatter.svg"),
                    "--scatter"] + ["%s=%s" % (m, os.path.join(
                        options.work, "csv", m + ".csv"))
                        for m in ("allsat-minterm", "min")], check=True)


def main(options):
    code = 0
    if not options.show:
        os.makedirs(options.work, exist_ok=True)
        state.pin(os.path.join(options.work, "queries.tool"), options.tool)
        code = solve(options)
    show(options)
    return code
