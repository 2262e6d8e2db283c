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


def unfinished(directory, names):
    """How many functions of these names have conditions without an answer."""
    with connect(directory) as db:
        return sum(name in names for name, in db.execute(
            """SELECT v.name FROM view v LEFT JOIN func f ON f.key = v.key
               WHERE v.key <> '' AND (f.sites IS NULL OR f.sites >
                 (SELECT count(*) FROM result r WHERE r.key = v.key))"""))


def pass_over(directory, condition):
    """Makes the scan go on with this condition of its function: those before
    it count as answered."""
    path, name, site, check = condition
    with sqlite3.connect(os.path.join(directory, "scan.db")) as db:
        for key, in db.execute("SELECT key FROM view WHERE file = ? AND "
                               "name = ? AND key <> ''",
                               (path, name)).fetchall():
            db.executemany(
                """INSERT OR IGNORE INTO result VALUES(
                   ?, ?, ?, 2, '', '', 'passed over', '', '', 0, 0, 0, 0.0, 0,
                   '', '')""", [(key, i, check) for i in range(site)])
