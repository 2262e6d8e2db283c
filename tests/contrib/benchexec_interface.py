# SPDX-License-Identifier: MIT
"""A stand-in for the part of BenchExec's interface that a tool-info module
meets: classes of benchexec.tools.template and names of benchexec.result."""
import os
import subprocess
import sys
import types


class ToolNotFoundException(Exception):
    pass


class UnsupportedFeatureException(Exception):
    pass


class BaseTool2:
    class ToolLocator:
        def __init__(self, tool_directory):
            self.directory = tool_directory

        def find_executable(self, name, subdir=""):
            path = os.path.join(self.directory, subdir, name)
            if os.path.isfile(path) and os.access(path, os.X_OK):
                return path
            raise ToolNotFoundException(path)

    class Task:
        def __init__(self, files, property_file, options):
            self.input_files = tuple(files)
            self.property_file, self.options = property_file, options

        @classmethod
        def with_files(cls, files, *, property_file=None, options=None):
            return cls(files, property_file, options)

    class ResourceLimits:
        def __init__(self, cputime=None, walltime=None, memory=None,
                     cpu_cores=None):
            self.cputime, self.walltime = cputime, walltime
            self.memory, self.cpu_cores = memory, cpu_cores

    class RunOutput(tuple):
        def __new__(cls, lines):
            return super().__new__(cls, (line.rstrip("\n") for line in lines))

    class Run:
        def __init__(self, cmdline, exit_code, output, termination_reason):
            self.cmdline, self.exit_code = cmdline, exit_code
            self.output = output
            self.was_timeout = termination_reason in ("cputime", "walltime")

    @staticmethod
    def _version_from_tool(executable, line_prefix=""):
        said = subprocess.run([executable, "--version"], text=True,
                              stdout=subprocess.PIPE).stdout
        return said[len(line_prefix):].strip()


FALSE = {"REACH": "unreach-call", "OVERFLOW": "no-overflow",
         "DEREF": "valid-deref", "FREE": "valid-free",
         "MEMTRACK": "valid-memtrack", "MEMCLEANUP": "valid-memcleanup",
         "TERMINATION": "termination", "DATARACE": "no-data-race"}


def install():
    """Makes `import benchexec` find this."""
    names = ("benchexec", "benchexec.result", "benchexec.tools",
             "benchexec.tools.template")
    package, result, tools, template = map(types.ModuleType, names)
    package.result, package.tools, tools.template = result, tools, template
    template.BaseTool2 = BaseTool2
    template.ToolNotFoundException = ToolNotFoundException
    template.UnsupportedFeatureException = UnsupportedFeatureException
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP = "true", "false"
    result.RESULT_UNKNOWN, result.RESULT_DONE = "unknown", "done"
    result.RESULT_ERROR, result.RESULT_TIMEOUT = "ERROR", "TIMEOUT"
    for name, words in FALSE.items():
        setattr(result, "RESULT_FALSE_" + name, "false(%s)" % words)
    sys.modules.update(zip(names, (package, result, tools, template)))
