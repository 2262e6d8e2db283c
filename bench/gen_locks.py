#!/usr/bin/env python3
"""A loop that takes n locks under n free conditions and gives them back.

usage: bench/gen_locks.py N [--unsafe] [--fresh]

Single-block methods see 2^N paths through the body; a summary has one edge.
With --unsafe the last lock is released twice.  With --fresh all locks are free
at the beginning of each round, as in the published programs: then nothing has to
be known about the loop.
"""
import sys


def program(n, unsafe, fresh=False):
    out = ["extern int __VERIFIER_nondet_int(void);",
           "extern void reach_error(void);", "int main(void) {"]
    out += ["  int held%d = 0;" % i for i in range(n)]
    out += ["  while (__VERIFIER_nondet_int()) {"]
    out += ["    held%d = 0;" % i for i in range(n) if fresh]
    for i in range(n):
        out += ["    int want%d = __VERIFIER_nondet_int();" % i,
                "    if (want%d) {" % i,
                "      if (held%d) reach_error();" % i,
                "      held%d = 1;" % i, "    }"]
    for i in range(n):
        out += ["    if (want%d) {" % i,
                "      if (!held%d) reach_error();" % i,
                "      held%d = 0;" % i, "    }"]
    if unsafe:
        out += ["    if (want%d && !held%d) reach_error();" % (n - 1, n - 1)]
    return "\n".join(out + ["  }", "  return 0;", "}", ""])


if __name__ == "__main__":
    sys.stdout.write(program(
        int(sys.argv[1]), "--unsafe" in sys.argv[2:], "--fresh" in sys.argv[2:]))
