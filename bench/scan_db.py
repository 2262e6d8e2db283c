"""What a database of `cutpoint scan` holds, condition by condition."""
import os
import sqlite3

ROWS = """SELECT v.file, v.name, r.site, r.chk, r.answer, r.expanded,
                 r.queries, r.seconds, r.nodes, r.reason
          FROM view v JOIN result r ON r.key = v.key WHERE v.key <> ''"""
ANSWERS = ("proved", "violated", "unknown", "bounded")


def connect(directory):
    path = os.path.join(directory, "scan.db")
    return sqlite3.connect("file:%s?mode=ro" % path, uri=True)


def functions(directory, below):
    """The names of all functions of files below a directory."""
    with connect(directory) as db:
        return sorted({name for name, path in db.execute(
            "SELECT name, file FROM view") if path.startswith(below + "/")})


def read(directory):
    """(file, function, site, check) -> (answer, expanded, queries, seconds,
    nodes, reason); answer: the place in ANSWERS."""
    with connect(directory) as db:
        return {row[:4]: row[4:] for row in db.execute(ROWS)}
