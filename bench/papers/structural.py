"""Structural abstraction: summaries expanded by need against all at once.

Six code bases of Debian in place of the paper's: OpenLDAP itself, hexchat for
Xchat, whose successor it is, picosat for HyperSAT (SAT solvers), bogofilter for
Dspam (spam filters), bitlbee for Licq (chat), lighttpd for Wine (a large
program that talks to the system).  As in the paper each dereference of a
pointer is a condition, and the same simplifier and solver work both ways.

Whole packages are compiled, so that every call that can be looked into is.
Functions stand in a random order that is always the same; conditions of the
first of them are checked both ways with a limit of SHORT_LIMIT, then of more of
them, until one way has used up --seconds of CPU time for the package; the same
command goes on.  Conditions count that both ways have answered; where time ends
within a part of the functions, these are the ones that the scan takes first.
Of the conditions that reach the limit one way or the other the first SAMPLE, in
a random order that is always the same, are checked once more, each by itself,
with the paper's limit (300 s; here it is CPU time).

The seconds of a condition are CPU seconds.  Its limit is kept as work that
takes about so long, so that a busy machine changes no answer.
"""
import csv
import glob
import hashlib
import json
import os
import shutil
import threading

import debian
import limits
import report
import scan_db
import state
import svg

GLIB = ["-I{headers}/usr/include/glib-2.0",
        "-I{headers}/usr/lib/x86_64-linux-gnu/glib-2.0/include"]
HEXCHAT = r"""printf '%s\n' '#define PACKAGE_VERSION "0"' \
  '#define PACKAGE_NAME "hexchat"' '#define GETTEXT_PACKAGE "hexchat"' \
  '#define LOCALEDIR "/"' '#define ENABLE_NLS 0' '#define USE_PLUGIN' \
  '#define HEXCHATLIBDIR "/"' '#define HAVE_STRINGS_H' > config.h
cd src/common && python3 make-te.py textevents.in textevents.h textenums.h"""
BITLBEE = r"""printf '%s\n' '#define CONFIG "/bitlbee.conf"' \
  '#define BITLBEE_CORE' '#define BITLBEE_VERSION "0"' '#define VARDIR "/"' \
  '#define PLUGINDIR "/"' '#define ETCDIR "/"' '#define PIDFILE "/p"' \
  '#define IPCSOCK "/s"' '#define ARCH "Linux"' '#define CPU "x"' \
  '#define EVENTS_GLIB' '#define WITH_JABBER' > config.h"""
# Package: files, flags, what to do first, what it stands for; published: KLOC,
# conditions, seconds and timeouts eager, seconds and timeouts lazy.
PACKAGES = {
    "picosat": (["*.c"], ["-I{root}", "-DNDEBUG"],
                "sh configure.sh; sh mkconfig.sh > config.h",
                ("HyperSAT", 9, 427, 32602, 108, 27025, 81)),
    "bogofilter": (["src/*.c"], ["-DHAVE_CONFIG_H", "-I{root}", "-I{root}/src",
                                 "-I{root}/trio", "-I{root}/gsl",
                                 "-I{root}/gsl/specfunc"],
                   "./configure -q --with-database=sqlite3",
                   ("Dspam", 37, 8003, 4451, 12, 3758, 10)),
    "bitlbee": (["*.c", "lib/*.c", "protocols/*.c", "protocols/jabber/*.c"],
                ["-I{root}", "-I{root}/lib", "-I{root}/protocols",
                 "-DHAVE_CONFIG_H"] + GLIB, BITLBEE,
                ("Licq", 20, 5165, 24103, 50, 4072, 4)),
    "hexchat": (["src/common/*.c"], ["-I{root}", "-I{root}/src/common"] + GLIB,
                HEXCHAT, ("Xchat", 76, 24045, 18914, 13, 10024, 6)),
    "lighttpd": (["src/*.c"], ["-DHAVE_CONFIG_H", "-I{root}", "-I{root}/src",
                               '-DLIBRARY_DIR="/"', '-DSBIN_DIR="/"'],
                 "./configure -q --without-pcre2 --without-zlib",
                 ("Wine", 126, 8831, 2598, 0, 2145, 0)),
    "openldap": (["libraries/liblber/*.c", "libraries/libldap/*.c"],
                 ["-I{root}/include"],
                 "./configure -q --without-cyrus-sasl --without-tls "
                 "--disable-slapd --disable-shared && make -s -C include",
                 ("OpenLDAP", 228, 4935, 738, 0, 572, 0)),
}
HEADERS = ["libglib2.0-dev"]
WAYS = {"lazy": [], "eager": ["--eager"]}
LIMIT, SHORT_LIMIT = 300, 3
ROUNDS = 8  # parts of the functions, one after the other
LEAST = 5  # seconds that a scan needs to get anywhere
SAMPLE = 5  # conditions that get the long limit
LOADING = 20  # seconds beside the condition's
NOBODY = "-"  # no function has this name
SHORT = 0.01  # seconds; what is shorter both ways is not listed, but counts


def files_of(root, patterns):
    return sorted(path for pattern in patterns
                  for path in glob.glob(os.path.join(root, pattern)))


def commands(options, package):
    """The compilation database."""
    patterns, flags, first, _ = PACKAGES[package]
    root = debian.source(package, options.work)
    debian.prepare(root, first)
    headers = debian.headers(HEADERS, options.work)
    flags = [flag.format(root=root, headers=headers) for flag in flags]
    path = os.path.join(options.work, package + ".json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump([{"directory": root, "file": name,
                    "arguments": ["cc", "-c"] + flags + [name]}
                   for name in files_of(root, patterns)], f)
    return path


def scan(options, package, way, functions, limit, seconds,
         is_enough=lambda: False):
    """CPU seconds that it took; None: it is not whole.  It is ended when there
    is enough."""
    command = [options.tool, "scan", "--cores=1", "--checks=null-deref",
               "--replay=off", "--fail-on=never", "--budget=%d" % limit,
               "--functions=" + ",".join(functions),
               "--database=" + database(options, package, way, limit),
               "--cpu-timeout=%d" % max(1, seconds), "--compile-commands=" +
               os.path.join(options.work, package + ".json")] + WAYS[way]
    over = threading.Event()

    def watch():
        while not over.wait(0.5):
            if is_enough():
                limits.stop_all()
                return

    threading.Thread(target=watch, daemon=True).start()
    outcome = limits.run(command, seconds * 1.1 + 5, seconds * 200 + 1000)
    over.set()
    with open(os.path.join(options.work, "%s-%s.log" % (package, way)), "w",
              encoding="utf-8") as f:
        f.write(outcome.output)
    if outcome.killed == limits.LOST and not is_enough():
        raise RuntimeError("reproduce: the scan was ended from outside")
    left = scan_db.unfinished(database(options, package, way, limit), functions)
    return None if outcome.killed or left else outcome.cpu


def database(options, package, way, limit=SHORT_LIMIT):
    return os.path.join(options.work, "%s-%s-%d" % (package, way, limit))


def in_order(names, package):
    """A random order that is always the same."""
    return sorted(names, key=lambda name: hashlib.md5(
        (package + name).encode()).digest())


def functions_of(options, package):
    """In their order."""
    folder = database(options, package, "lazy")
    if not os.path.exists(os.path.join(folder, "scan.db")):
        scan(options, package, "lazy", [NOBODY], SHORT_LIMIT, 10 ** 4)
    root = os.path.realpath(os.path.join(options.work, "source", package))
    return in_order(scan_db.functions(folder, root), package)


def is_at_limit(row):
    return row[5].startswith("limit of work")


def measure(options, package):
    """Both ways, more functions each time; true: all."""
    left = dict.fromkeys(WAYS, options.seconds or 10 ** 6)
    names = functions_of(options, package)
    for part in range(1, ROUNDS + 1):
        marker = os.path.join(options.work, "%s-%d.whole" % (package, part))
        if os.path.exists(marker):
            continue
        chosen = names[:len(names) * part // ROUNDS]
        for way in WAYS:
            if left[way] < LEAST:
                return False
            took = scan(options, package, way, chosen, SHORT_LIMIT,
                        left[way])
            if took is None:
                return False
            left[way] -= took
        open(marker, "w", encoding="utf-8").close()
        if min(left.values()) <= 0:
            return part == ROUNDS
    return True


def long_state(options):
    return state.State(options, "structural-long",
                       ["package", "file", "function", "site", "limit", "way"],
                       ["answer", "seconds"])


def sample(options):
    """[(package, key)] of conditions that reached the short limit."""
    found = []
    for package in PACKAGES:
        both = answered(options, package, SHORT_LIMIT)
        if both:
            found += [(package, key) for key, a, b in zip(both[1], *both[0])
                      if is_at_limit(a) or is_at_limit(b)]
    found.sort(key=lambda c: hashlib.md5(repr(
        (c[0], os.path.basename(c[1][0])) + c[1][1:]).encode()).digest())
    return found, found[:SAMPLE]


def ask_alone(options, package, way, key, limit):
    """Answer and seconds of one condition: those before it in its function
    are passed over, and those behind it are not waited for.  In a database of
    its own: what was passed over for another one counts as answered."""
    folder = database(options, package, way, limit)
    shutil.rmtree(folder, ignore_errors=True)
    scan(options, package, way, [NOBODY], limit, 10 ** 4)
    scan_db.pass_over(folder, key)

    def row():
        return scan_db.read(folder).get(key)

    scan(options, package, way, [key[1]], limit, limit + LOADING, row)
    found = row()
    if not found or is_at_limit(found) or found[3] >= limit:
        return "timeout", limit
    if found[5] == "memory":
        return "no memory", found[3]
    return scan_db.ANSWERS[found[0]], found[3]


def measure_again(options):
    """The long limit for some that reach the short one."""
    rows, limit = long_state(options), options.limit or LIMIT
    for package, key in sample(options)[1]:
        for way in WAYS:
            told = [package, os.path.basename(key[0]), key[1], str(key[2]),
                    str(limit), way]
            if rows.missing(*told):
                answer, seconds = ask_alone(options, package, way, key, limit)
                rows.add(dict(zip(rows.fields, told + [
                    answer, "%.3f" % seconds])))


def klocs(options, package):
    root = os.path.join(options.work, "source", package)
    chosen = files_of(root, PACKAGES[package][0])
    total = 0
    for path in chosen:
        with open(path, "rb") as f:
            total += f.read().count(b"\n")
    return total / 1000, len(chosen)


def answered(options, package, limit):
    """Both tables, of the conditions that both have."""
    found = []
    for way in WAYS:
        folder = database(options, package, way, limit)
        if not os.path.exists(os.path.join(folder, "scan.db")):
            return None
        found.append(scan_db.read(folder))
    keys = sorted(set(found[0]) & set(found[1]))
    return [[table[k] for k in keys] for table in found], keys


def show_again(options):
    """Conditions with the long limit, of those that reached the short one."""
    reached, chosen = sample(options)
    kept, limit, rows = long_state(options), str(options.limit or LIMIT), []
    for package, key in chosen:
        told = package, os.path.basename(key[0]), key[1], str(key[2]), limit
        both = [kept.get(*told, way) for way in ("eager", "lazy")]
        if all(both):
            rows.append([package, "%s, condition %d" % key[1:3]] + [
                value for row in both
                for value in (row["seconds"], row["answer"])])
    if rows:
        print("%d of the %d conditions that reached %d s one way, with %s s\n"
              % (len(rows), len(reached), SHORT_LIMIT, limit))
        report.table(["code base", "condition", "eager s", "answer", "lazy s",
                      "answer"], rows)


def show(options):
    rows, points, total, grown = [], [], [0] * 5, []
    with open(os.path.join(options.work, "structural.csv"), "w",
              encoding="utf-8", newline="") as f:
        out = csv.writer(f)
        out.writerow(["package", "file", "function", "site", "lazy", "lazy_s",
                      "lazy_expanded", "lazy_nodes", "eager", "eager_s",
                      "eager_expanded", "eager_nodes"])
        for package, (_, _, _, paper) in PACKAGES.items():
            both = answered(options, package, SHORT_LIMIT)
            if not both:
                continue
            (lazy, eager), keys = both
            for key, a, b in zip(keys, lazy, eager):
                if max(a[3], b[3]) >= SHORT:
                    out.writerow([package, os.path.basename(key[0])] +
                                 list(key[1:3]) + tell(a) + tell(b))
            hard = [(a, b) for a, b in zip(lazy, eager)  # not simplified away
                    if a[2] or b[2]]
            points += [(max(0.001, b[3]), max(0.001, a[3])) for a, b in hard]
            sums = [len(keys), len(hard)] + [
                value for i in (1, 0) for value in (
                    sum(p[i][3] for p in hard),
                    sum(is_at_limit(p[i]) for p in hard))]
            total = [x + y for x, y in zip(total, sums[1:])]
            grown.append([package] + [sum(p[i][column] for p in hard)
                                      for column in (1, 4) for i in (0, 1)])
            against = sum({a[0], b[0]} == {0, 1} for a, b in hard)
            assert not against, "proved one way, violated the other"
            rows.append(["%s (%s)" % (package, paper[0]), *paper[1:],
                         "%.1f, %d files" % klocs(options, package), sums[0],
                         sums[1], "%.1f" % sums[2], sums[3], "%.1f" % sums[4],
                         sums[5]])
    rows.append(["all", 496, 55583, 83406, 183, 47596, 101, "", "", total[0],
                 "%.1f" % total[1], total[2], "%.1f" % total[3], total[4]])
    report.table(["code base (paper)", "KLOC", "VCs", "eager s", "timeouts",
                  "lazy s", "timeouts", "ours: KLOC", "conditions",
                  "with a solver", "eager s", "at the limit", "lazy s",
                  "at the limit"], rows)
    grown.append(["all"] + [sum(row[i] for row in grown) for i in range(1, 5)])
    report.table(["code base", "summaries expanded: lazy", "eager",
                  "nodes given to the solver: lazy", "eager"], grown)
    if total[1]:
        report.claim("eager makes larger formulas", "%.1f times the nodes" % (
            grown[-1][4] / max(1, grown[-1][3])),
            grown[-1][4] > grown[-1][3])
        part = total[3] / total[1]
        report.claim("lazy takes less than 60 % of eager's time (published: "
                     "57 %)", "%.0f %%: %.1f s against %.1f s" % (
                         100 * part, total[3], total[1]), part < 0.6,
                     "better" if part < 0.5 else "reproduced")
        report.claim("eager has more timeouts (published: 81 % more)",
                     "%d against %d" % (total[2], total[4]),
                     total[2] > total[4])
        faster = sum(b < a for a, b in points)
        report.claim("by need is faster in a large majority of cases, and "
                     "slower in some", "faster %d, slower %d, the rest equal "
                     "to the millisecond" % (faster, sum(b > a
                                                         for a, b in points)),
                     faster > len(points) / 2)
    report.claims()
    show_again(options)
    plot = svg.Plot("eager, s", "by need, s", log_x=True)
    plot.diagonal = True
    points = [p for p in points if max(p) >= SHORT]
    plot.points("%d conditions of %g s or more" % (len(points), SHORT), points)
    report.save(options, "structural-scatter.svg", plot)


def tell(row):
    return [scan_db.ANSWERS[row[0]], "%.3f" % row[3], row[1], row[4]]


def main(options):
    whole = True
    if not options.show:
        os.makedirs(options.work, exist_ok=True)
        state.pin(os.path.join(options.work, "structural.tool"), options.tool)
        for package in PACKAGES:
            commands(options, package)
            whole &= measure(options, package)
        measure_again(options)
    show(options)
    return 0 if whole else 3
