# SPDX-License-Identifier: MIT
"""What test programs share: functions marked @test are run in their order,
check() says what must hold, and the last line counts."""
import subprocess
import sys

TESTS = []


class Failed(Exception):
    pass


def test(function):
    TESTS.append(function)
    return function


def check(good, *what):
    if not good:
        line = sys._getframe(1).f_lineno
        raise Failed("line %d: %s" % (line, " ".join(str(w) for w in what)))


def main(title, settings):
    """Runs the tests whose names contain one of the arguments, or all;
    --NAME=VALUE goes to settings[NAME].  The exit code."""
    parts = []
    for argument in sys.argv[1:]:
        name, _, value = argument.partition("=")
        if name[:2] == "--" and name[2:] in settings:
            settings[name[2:]] = value
        elif argument.startswith("-"):
            sys.exit("%s: unknown option %s" % (title, argument))
        else:
            parts.append(argument)
    passed = failed = 0
    for function in TESTS:
        name = function.__name__
        if parts and not any(part in name for part in parts):
            continue
        try:
            function()
            passed += 1
        except (Failed, OSError, subprocess.TimeoutExpired) as problem:
            failed += 1
            print("FAILED %s: %s" % (name, problem))
    print("%s: %d passed, %d failed" % (title, passed, failed))
    return 1 if failed else 0
