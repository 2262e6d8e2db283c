# SPDX-License-Identifier: MIT
"""A C program with one or two small changes, the same for the same seed: a
constant, an operator, a type, a statement left out or moved."""
import random
import re

COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
TYPES = ["char", "short", "int", "unsigned", "long", "unsigned char"]
INPUTS = ["int", "uint", "char", "uchar", "short", "long"]


def other(r, words, word):
    return r.choice([w for w in words if w != word])


def number(r, m):
    value, tail = int(m.group(1), 0), m.group(2)
    value = r.choice([value + 1, max(value - 1, 0), value + 1, value * 2, 0])
    return "%d%s" % (value, tail)


# What is found, and what is put in its place.
PLACES = [
    (r"\b(0x[0-9a-fA-F]+|[1-9][0-9]*|0)([uUlL]*)\b(?!\.)", number),
    (r" (<=|>=|==|!=|<|>) ",
     lambda r, m: " %s " % other(r, COMPARISONS, m.group(1))),
    (r" ([-+*/%&|^]) ", lambda r, m: " %s " % other(r, "+-*&|^", m.group(1))),
    (r" (&&|\|\|) ", lambda r, m: " %s " % other(r, ["&&", "||"],
                                                 m.group(1))),
    (r"(\+\+|--)", lambda r, m: other(r, ["++", "--"], m.group(1))),
    (r"\bif \(", lambda r, m: "if (!"),
    (r"\b(unsigned char|char|short|int|unsigned|long)\b(?= \w+ ?[;=,)\[])",
     lambda r, m: other(r, TYPES, m.group(1))),
    (r"nondet_(int|uint|char|uchar|short|long)\b",
     lambda r, m: "nondet_" + other(r, INPUTS, m.group(1)))]


def in_text(r, text):
    pattern, make = r.choice(PLACES)
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    m = r.choice(found)
    return text[:m.start()] + make(r, m) + text[m.end():]


def in_lines(r, text):
    """Leaves a statement out, says it twice, or lets two change places."""
    lines = text.split("\n")
    found = [i for i, line in enumerate(lines)
             if re.match(r"\s+[^/].*;$", line) and "extern" not in line]
    if len(found) < 2:
        return text
    i, j, kind = r.choice(found), r.choice(found), r.randrange(3)
    if kind == 0:
        lines[i] = ""
    elif kind == 1:
        lines[i] += " " + lines[i].strip()
    else:
        lines[i], lines[j] = lines[j], lines[i]
    return "\n".join(lines)


DECLARED = re.compile(r"^\s*(extern )?[\w ]+__VERIFIER_nondet_\w+\(.*\);\n",
                      re.M)
DECLARATIONS = "".join(
    "extern %s __VERIFIER_nondet_%s(void);\n" % pair for pair in (
        ("int", "int"), ("unsigned", "uint"), ("char", "char"),
        ("unsigned char", "uchar"), ("short", "short"), ("long", "long")))


def mutate(text, seed):
    """None if nothing was changed."""
    r = random.Random(seed)
    at = re.search(r"^(?!//)", text, re.M).start()
    head, body = text[:at], text[at:]
    changed = body
    for _ in range(r.choice([1, 1, 2])):
        changed = (in_lines if r.random() < 0.2 else in_text)(r, changed)
    if changed == body:
        return None
    simple = "".join(re.findall(r"nondet_(\w+)\(", changed))
    if re.sub("|".join(INPUTS), "", simple) == "":
        changed = DECLARATIONS + DECLARED.sub("", changed)
    return head + changed
