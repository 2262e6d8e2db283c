#!/usr/bin/env python3
"""Families of safe programs of growing size n, for the ways to cut control flow.

usage: bench/gen_growth.py diamonds|nested|machine N

diamonds  N tests of one input each before a loop: 2^N paths to the loop
nested    N nested loops, each counting its rounds
machine   a loop around a machine of N states; two of them exclude each other
"""
import sys

HEAD = ["extern int __VERIFIER_nondet_int(void);",
        "extern void reach_error(void);", "int main(void) {"]
TAIL = ["  return 0;", "}", ""]


def diamonds(n):
    out = ["  int sum = 0, steps = 0;"]
    for i in range(n):
        out += ["  int x%d = 0;" % i,
                "  if (__VERIFIER_nondet_int()) { x%d = 1; sum++; }" % i]
    out += ["  if (sum > %d) reach_error();" % n,
            "  while (__VERIFIER_nondet_int()) {"]
    out += ["    if (x%d > 1) reach_error();" % i for i in range(n)]
    return out + ["    steps = 1;", "  }", "  if (steps > 1) reach_error();"]


def nested(n):
    out = ["  int depth = 0;"]
    for i in range(n):
        pad = "  " * (i + 1)
        out += [pad + "while (__VERIFIER_nondet_int()) {",
                pad + "  if (depth != %d) reach_error();" % i,
                pad + "  depth++;"]
    for i in reversed(range(n)):
        pad = "  " * (i + 1)
        out += [pad + "  depth--;", pad + "}"]
    return out


def machine(n):
    out = ["  int state = 0, locked = 0;",
           "  while (__VERIFIER_nondet_int()) {", "    switch (state) {"]
    for i in range(n):
        body = ["state = %d;" % ((i + 1) % n)]
        if i % 5 == 1:
            body.insert(0, "if (locked) reach_error(); locked = 1;")
        if i % 5 == 3:
            body.insert(0, "if (!locked) reach_error(); locked = 0;")
        if i == n - 1 and i % 5 in (1, 2):
            body.insert(len(body) - 1, "locked = 0;")
        out += ["    case %d: %s break;" % (i, " ".join(body))]
    return out + ["    default: reach_error();", "    }", "  }"]


FAMILIES = {"diamonds": diamonds, "nested": nested, "machine": machine}


def program(family, n):
    return "\n".join(HEAD + FAMILIES[family](n) + TAIL)


if __name__ == "__main__":
    sys.stdout.write(program(sys.argv[1], int(sys.argv[2])))
