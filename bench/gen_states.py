#!/usr/bin/env python3
"""A state machine as a code generator writes it: many infeasible paths, and a
check at the end that none of them matters for.

usage: gen_states.py STATES STEPS > FILE.c

One function-less step after the other: each looks at the state in a chain of
tests, one after the other instead of nested, so that only one of the 2^STATES
combinations of their outcomes is possible; every state has a timer and goes to
the next state on an input.  x is 0 from the beginning and tested at the end.  Symbolic
execution that preserves every infeasible path does its worst here; the proof
needs one fact, x = 0.
"""
import sys


def program(states, steps):
    out = ["extern int __VERIFIER_nondet_int(void);",
           "extern void __VERIFIER_error(void);", "",
           "int main(void) {",
           "  int x = __VERIFIER_nondet_int();",
           "  int state = 0, next = 0, timer = 0, out = 0;",
           "  if (x != 0) return 0; /* x = 0, but no constant */"]
    for step in range(steps):
        out.append("  int in%d = __VERIFIER_nondet_int();" % step)
        for s in range(states):
            out.append("  if (state == %d) {" % s)
            out.append("    if (in%d > timer) {" % step)
            out.append("      next = %d;" % ((s + 1) % states))
            out.append("      timer = %d;" % (s % 3))
            out.append("    } else {")
            out.append("      timer = timer + 1;")
            out.append("    }")
            out.append("    if (next != state && timer > 1) out = %d;" % s)
            out.append("  }")
        out.append("  state = next;")
    out += ["  if (out >= 0 && x > 0) __VERIFIER_error();", "  return 0;", "}"]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.stdout.write(program(int(sys.argv[1]), int(sys.argv[2])))
