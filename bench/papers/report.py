"""Tables in Markdown, claims with what was measured, plots to files."""
import os


def table(names, rows):
    print("| %s |\n|%s" % (" | ".join(names), "---|" * len(names)))
    for row in rows:
        print("| %s |" % " | ".join(str(value) for value in row))
    print()


CLAIMS = []


def claim(words, measured, holds, mark="reproduced"):
    """One claim of a paper: does its shape show in what was measured?"""
    CLAIMS.append([words, mark if holds else "not", measured])


def claims():
    """The table of all since the last."""
    if CLAIMS:
        table(["claim", "", "measured"], CLAIMS)
    del CLAIMS[:]


def save(options, name, plot):
    if not any(points for _, points, _ in plot.series):
        return
    with open(os.path.join(options.work, name), "w", encoding="utf-8") as f:
        f.write(plot.render())
