# SPDX-License-Identifier: MIT
"""Small faults: one place of a C file that is changed."""
import glob
import os
import re

SWAPS = [("==", "!="), ("!=", "=="), ("<=", "<"), (">=", ">"), ("<", "<="),
         (">", ">="), ("&&", "||"), ("||", "&&"), ("+", "-"), ("-", "+"),
         ("*", "+"), ("&", "|"), ("|", "&")]
WORDS = [("true", "false"), ("false", "true"), ("term_and", "term_or"),
         ("term_or", "term_and"), ("continue", "break"), ("ULT", "SLT"),
         ("SLT", "ULT"), ("ULE", "SLE"), ("SLE", "ULE"), ("UDIV", "SDIV"),
         ("SDIV", "UDIV"), ("LSHR", "ASHR"), ("ASHR", "LSHR"),
         ("ZEXT", "SEXT"), ("SEXT", "ZEXT"), ("zext", "sext"),
         ("sext", "zext")]


def is_code(line):
    text = line.strip()
    return not (not text or text.startswith(("#", "/*", "*", "//", "static",
                                             "typedef", "case", "enum", '"'))
                or re.match(r"(assert|require|unreachable_case)\b", text))


def changes(line):
    """All ways to change a line of code."""
    found = []
    code = re.sub(r'"(\\.|[^"])*"', lambda m: '"' + "_" * (len(m[0]) - 2) +
                  '"', line.split("/*")[0])
    for old, new in SWAPS:
        for m in re.finditer(r" %s " % re.escape(old), code):
            found.append(line[:m.start() + 1] + new + line[m.end() - 1:])
    for old, new in WORDS:
        for m in re.finditer(r"(?<![A-Za-z])%s(?![A-Za-z])" % old, code):
            found.append(line[:m.start()] + new + line[m.end():])
    for m in re.finditer(r"(?<![\w.])(\d+)u?(?![\w.])", code):
        value = int(m.group(1))
        found.append(line[:m.start()] + str(1 - value if value < 2 else
                                            value + 1) + line[m.end():])
    for m in re.finditer(r"(if \(|while \(|&& |\|\| |return )!", code):
        found.append(line[:m.end() - 1] + line[m.end():])
    for m in re.finditer(r"\bif \((?=[^!])", code):
        if code.rstrip().endswith((";", "{")) and code.count("(") == \
                code.count(")"):
            found.append(line[:m.end()] + "0 && " + line[m.end():])
    if re.match(r"\s+(\w[\w>.\-\[\]]*( [-+|&]?= |\()|return;).*;\s*$", code):
        found.append(re.match(r"\s*", line).group() + ";\n")
    return found


class Place:
    """A line of a file, the function around it, and another text for it."""

    def __init__(self, path, number, function, text):
        self.path, self.number, self.text = path, number, text
        self.function = "%s:%s" % (path, function)

    @property
    def key(self):
        return "%s:%d: %s" % (self.path, self.number + 1, self.text.strip())


def places(root, room):
    """All ways to change the files of a room."""
    found = []
    for path in sorted(glob.glob(os.path.join(root, "src", room, "*.c"))):
        inside, function = False, ""
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f):
                head = re.match(r"\w.*?\b(\w+)\(", line)
                if head:
                    function = head.group(1)
                inside = line.startswith("  ") or (
                    inside and not line.startswith("}"))
                if inside and is_code(line):
                    found += [Place(os.path.relpath(path, root), number,
                                    function, t) for t in changes(line)]
    return found
