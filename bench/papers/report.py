"""Tables in Markdown, claims with what was measured, plots to files."""
import os


def table(names, rows):
    print("| %s |\n|%s" % (" | ".join(names), "---|" * len(names)))
    for row in rows:
        print("| %s |" % " | ".join(str(value) for value in row))
    print()


def claim(words, measured, holds):
    """One claim of a paper: does its shape show in what was measured?"""
    print("- %s: **%s** (%s)" % (
        words, "reproduced" if holds else "not reproduced", measured))


def save(options, name, plot):
    if not any(points for _, points, _ in plot.series):
        return
    with open(os.path.join(options.work, name), "w", encoding="utf-8") as f:
        f.write(plot.render())
