"""Reading trees of verification tasks: tasks.csv, or .yml task definitions.

A task definition is a small, regular YAML file; the subset of YAML that occurs
is read here by hand, so that a bare Python suffices:

    format_version: '2.0'
    input_files: 'x.i'                  # or a list
    properties:
      - property_file: ../properties/unreach-call.prp
        expected_verdict: false
        subproperty: valid-deref
    options:
      language: C
      data_model: ILP32
"""
import csv
import os
import re
from collections import namedtuple

# expected: "true", "false" or "" (not known); model: 32 or 64
Task = namedtuple("Task", "set name files property spec expected sub model")
# Sets that are 64-bit although old definitions do not say so.
SETS_64 = ("ldv-linux", "ldv-commit", "ldv-validator", "ldv-challenges",
           "ldv-consumption", "signedintegeroverflow")


def scalar(text):
    text = text.strip()
    if text[:1] in "'\"" and text:
        end = text.find(text[0], 1)
        return text[1:end]
    return re.sub(r"\s+#.*$", "", text).strip()


def read_yml(path):
    """A dict of strings, lists of strings, lists of dicts and dicts."""
    top, key, item = {}, None, None
    with open(path, encoding="utf-8", errors="replace") as f:
        lines = f.read().split("\n")
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        indent = len(line) - len(line.lstrip())
        text = line.strip()
        if indent == 0 and not text.startswith("-"):
            key, _, rest = text.partition(":")
            rest = rest.strip()
            if rest.startswith("["):
                top[key] = [scalar(x) for x in rest.strip("[]").split(",")]
            else:
                top[key] = scalar(rest) if rest else None
            item = None
        elif text.startswith("-"):
            if not isinstance(top.get(key), list):
                top[key] = []
            text = text[1:].strip()
            m = re.match(r"([A-Za-z_]+):\s*(.*)$", text)
            item = {m.group(1): scalar(m.group(2))} if m else scalar(text)
            top[key].append(item)
        else:
            name, _, rest = text.partition(":")
            if isinstance(item, dict):
                item[name] = scalar(rest)
            elif key:
                if not isinstance(top.get(key), dict):
                    top[key] = {}
                top[key][name] = scalar(rest)
    return top


def model_of(set_name, definition):
    """Old definitions carry no data model: Linux drivers are 64-bit."""
    options = definition.get("options") or {}
    model = options.get("data_model") if isinstance(options, dict) else None
    if model:
        return 64 if model == "LP64" else 32
    return 64 if set_name.split("/")[-1].startswith(SETS_64) else 32


def from_yml(root):
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".yml"):
                continue
            definition = read_yml(os.path.join(folder, name))
            files = definition.get("input_files")
            rows = definition.get("properties")
            if not files or not isinstance(rows, list):
                continue
            files = files if isinstance(files, list) else [files]
            set_name = os.path.relpath(folder, root)
            for row in rows:
                if not isinstance(row, dict) or "property_file" not in row:
                    continue
                if "expected_verdict" not in row:  # coverage and the like
                    continue
                spec = os.path.normpath(os.path.join(folder,
                                                     row["property_file"]))
                prop = os.path.basename(spec)[:-4]
                yield Task(set_name, name[:-4],
                           [os.path.join(folder, f) for f in files], prop,
                           spec, row["expected_verdict"].lower(),
                           row.get("subproperty", ""),
                           model_of(set_name, definition))


def from_csv(root):
    with open(os.path.join(root, "tasks.csv"), encoding="utf-8",
              newline="") as f:
        for row in csv.DictReader(f):
            spec = os.path.join(root, "properties", row["property"] + ".prp")
            yield Task(row["set"], os.path.splitext(row["file"])[0],
                       [os.path.join(root, row["set"], row["file"])],
                       row["property"], spec, row["expected"].lower(),
                       row.get("subproperty") or "",
                       64 if row["data_model"] == "LP64" else 32)


def read(root, sets=(), prop=None):
    """The tasks below root, those of the given sets and property only."""
    table = os.path.join(root, "tasks.csv")
    tasks = list(from_csv(root) if os.path.exists(table) else from_yml(root))
    known = {t.set for t in tasks}
    for name in sets:
        if name not in known:
            raise SystemExit("bench: no set %s in %s" % (name, root))
    return [t for t in tasks if (not sets or t.set in sets) and
            (prop is None or t.property == prop)]
