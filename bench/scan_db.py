"""What a database of `cutpoint scan` holds, condition by condition."""
import os
import sqlite3

ROWS = """SELECT v.file, v.name, r.site, r.chk, r.answer, r.expanded,
                 r.queries, r.seconds, r.nodes
          FROM view v JOIN result r ON r.key = v.key WHERE v.key <> ''"""
ANSWERS = ("proved", "violated", "unknown")


def read(directory):
    """(file, function, site, check) -> (answer, expanded, queries, seconds,
    nodes); answer: the place in ANSWERS."""
    path = os.path.join(directory, "scan.db")
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as db:
        return {row[:4]: row[4:] for row in db.execute(ROWS)}
