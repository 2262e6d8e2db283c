# SPDX-License-Identifier: MIT
"""BenchExec tool-info module for Cutpoint (interface BaseTool2, BenchExec 3.3
or newer).

Either copy this file to benchexec/tools/ and say tool="cutpoint" in the
benchmark definition, or put Cutpoint's sources on the Python path and say
tool="contrib.benchexec.cutpoint".
"""
import os

import benchexec.tools.template
from benchexec import result
from benchexec.tools.template import (ToolNotFoundException,
                                      UnsupportedFeatureException)

COMMANDS = ("check", "scan", "validate", "paq")
DATA_MODELS = {"ILP32": "--32", "LP64": "--64"}
EXIT_CODES = {result.RESULT_TRUE_PROP: 0, result.RESULT_FALSE_PROP: 10}
# The words of the reason, and what BenchExec calls it.
REASONS = (("timeout", result.RESULT_TIMEOUT),
           ("memory", "OUT OF MEMORY"),
           ("interrupted", "KILLED"),
           ("front end:", result.RESULT_ERROR + " (front end)"),
           ("witness:", result.RESULT_ERROR + " (witness)"),
           ("program and witness do not compile",
            result.RESULT_ERROR + " (witness)"),
           ("internal error", result.RESULT_ERROR + " (internal)"))


def has_option(options, *names):
    return any(option.split("=")[0] in names for option in options)


class Tool(benchexec.tools.template.BaseTool2):
    """
    Tool info for Cutpoint, a software model checker for C.

    Property file, data model and resource limits of the run are passed to the
    tool, unless the options name others.  A task with a witness (the option
    "witness_input_file" of its definition) is validated.
    Columns of tables: "reason" is why a verdict is unknown; any other
    identifier is the start of a line of the output, up to the colon, for
    example "proof".
    """

    def name(self):
        return "Cutpoint"

    def executable(self, tool_locator):
        """In the tool's directory, its build/, or an installation's bin/."""
        for place in ("", "build"):
            try:
                return tool_locator.find_executable("cutpoint", subdir=place)
            except ToolNotFoundException:
                pass
        return tool_locator.find_executable("cutpoint", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="cutpoint")

    def program_files(self, executable):
        """The models, the runtime and the quick compiler are beside a build,
        or installed."""
        home = os.path.dirname(executable)
        places = [os.path.join(home, name) for name in (
            "models", "runtime", "cutpoint-clang",
            os.path.join(os.pardir, "lib", "cutpoint"))]
        return [executable] + [p for p in places if os.path.exists(p)]

    # ---- one run

    def cmdline(self, executable, options, task, rlimits):
        options = list(options)
        command = []
        if options and options[0] in COMMANDS:
            command = [options.pop(0)]
        witness, files = self._files(task)
        added = self._data_model(options, task)
        if command in ([], ["check"], ["validate"]):
            added += self._property(options, task)
        if command != ["paq"]:
            added += self._limits(options, rlimits)
        if witness:
            if command not in ([], ["validate"]):
                raise UnsupportedFeatureException(
                    "a task with a witness needs the command validate")
            command = ["validate"]
            added.append("--witness=" + witness)
        flags = []
        if "--" in options:
            flags = options[options.index("--"):]
            options = options[:options.index("--")]
        return [executable, *command, *options, *added, *files, *flags]

    @staticmethod
    def _files(task):
        """The witness, or None, and the other input files."""
        name = (task.options or {}).get("witness_input_file") \
            if isinstance(task.options, dict) else None
        files = list(task.input_files)
        if name is None:
            return None, files
        found = [f for f in files if os.path.basename(f) == name]
        if len(found) != 1:
            raise UnsupportedFeatureException(
                "the witness '%s' must be one of the input files" % name)
        files.remove(found[0])
        return found[0], files

    @staticmethod
    def _property(options, task):
        if not task.property_file or has_option(options, "--spec",
                                                "--property"):
            return []
        return ["--spec=" + task.property_file]

    @staticmethod
    def _data_model(options, task):
        if not isinstance(task.options, dict) or \
                has_option(options, *DATA_MODELS.values()):
            return []
        if task.options.get("language", "C") != "C":
            raise UnsupportedFeatureException(
                "Cutpoint reads C, not %s" % task.options["language"])
        model = task.options.get("data_model")
        if model is None:
            return []
        if model not in DATA_MODELS:
            raise UnsupportedFeatureException(
                "unsupported data_model '%s'" % model)
        return [DATA_MODELS[model]]

    @staticmethod
    def _limits(options, rlimits):
        """Cutpoint keeps limits itself, for then it can say why it ends."""
        limits = (("--timeout", rlimits.walltime),
                  ("--cpu-timeout", rlimits.cputime),
                  ("--memory", rlimits.memory and rlimits.memory >> 20),
                  ("--cores", rlimits.cpu_cores))
        return ["%s=%d" % (name, value) for name, value in limits
                if value and not has_option(options, name)]

    # ---- its result

    @staticmethod
    def _verdict(output):
        """What the last line VERDICT: says; None: there is none."""
        for line in reversed(output):
            if line.startswith("VERDICT: "):
                return line[len("VERDICT: "):].strip()
        return None

    @staticmethod
    def _reason(verdict):
        """REASON of "unknown (REASON)"."""
        return verdict[len("unknown ("):-1]

    def determine_result(self, run):
        verdict = self._verdict(run.output)
        if verdict is None:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            if run.exit_code.value == 1:
                return result.RESULT_ERROR + " (usage)"
            if run.exit_code.value == 0:
                return result.RESULT_DONE
            return result.RESULT_ERROR
        kind = verdict.split("(")[0].strip()
        if kind in EXIT_CODES:
            if run.exit_code.value != EXIT_CODES[kind]:
                return result.RESULT_ERROR + " (exit code)"
            return verdict
        for words, name in REASONS:
            if self._reason(verdict).startswith(words):
                return name
        return result.RESULT_UNKNOWN

    def get_value_from_output(self, output, identifier):
        if identifier == "reason":
            verdict = self._verdict(output)
            if verdict and verdict.startswith("unknown ("):
                return self._reason(verdict)
            return ""
        for line in output:
            if line.startswith(identifier + ":"):
                return line[len(identifier) + 1:].strip()
        return ""
