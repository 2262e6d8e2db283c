/* SPDX-License-Identifier: MIT
 *
 * clang, quick to start.
 *
 * clang-19 is a small program and 200 MB of shared libraries, in which the
 * loader has half a million addresses to write: 20 ms, five times as long as
 * the compilation of a small file, whatever is compiled.  Here the same
 * compiler is one executable at a fixed place, so there is nothing to write.
 *
 * It makes bitcode and object files of one input, as clang does with the same
 * arguments: clang's own driver makes one job of them, and clang's own front
 * end does it.  Everything else (other jobs, plug-ins, arguments in files,
 * whatever the driver has to say) is clang's: this program becomes it.
 *
 * C++, because clang's interface for C makes no code.  A program of its own
 * that is used where it is found: the tool does not need it.
 * CLANG is the path of the one in whose place it works. */
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <llvm-c/Target.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/TargetParser/Host.h>
#include <unistd.h>

using namespace clang;
using Arguments = llvm::ArrayRef<const char *>;

/* Debian's clang has these passes built in; none runs unless it is asked for
 * by -mllvm, which is left to it. */
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "", "", [](llvm::PassBuilder &) {}};
}

[[noreturn]] static void become_clang(const char **argv) {
  execv(CLANG, const_cast<char **>(argv));
  perror(CLANG);
  _exit(127);
}

/* What the arguments silence is not heard.  Owns `to`. */
static llvm::IntrusiveRefCntPtr<DiagnosticsEngine>
listen(Arguments arguments, DiagnosticConsumer *to) {
  DiagnosticOptions *options = CreateAndPopulateDiagOpts(arguments).release();
  auto *ear = new DiagnosticsEngine(new DiagnosticIDs, options, to);
  ProcessWarningOptions(*ear, *options, /*ReportDiags=*/false);
  return ear;
}

/* May the driver read the arguments, as they are? */
static bool are_plain(Arguments arguments) {
  for (const char *argument : arguments)
    if (argument[0] == '@') return false;
  return !getenv("CCC_OVERRIDE_OPTIONS");
}

/* The job of the front end; null: there is another one, or none. */
static const driver::Command *only_job(const driver::Compilation &all) {
  const driver::JobList &jobs = all.getJobs();
  if (jobs.size() != 1) return nullptr;
  const driver::Command &job = *jobs.begin();
  return strcmp(job.getCreator().getName(), "clang") == 0 ? &job : nullptr;
}

static std::unique_ptr<FrontendAction>
action_of(const FrontendOptions &options) {
  if (!options.LLVMArgs.empty() || !options.Plugins.empty() ||
      options.ShowHelp || options.ShowVersion)
    return nullptr;
  if (options.ProgramAction == frontend::EmitBC)
    return std::make_unique<EmitBCAction>();
  if (options.ProgramAction == frontend::EmitObj)
    return std::make_unique<EmitObjAction>();
  return nullptr;
}

/* Memory is not freed: the process ends here. */
[[noreturn]] static void compile(Arguments arguments, const char **argv) {
  auto &compiler = *new CompilerInstance;
  auto *early = new TextDiagnosticBuffer;
  auto ear =
      new DiagnosticsEngine(new DiagnosticIDs, new DiagnosticOptions, early);
  bool good = CompilerInvocation::CreateFromArgs(compiler.getInvocation(),
                                                 arguments, *ear, argv[0]);
  auto action = action_of(compiler.getFrontendOpts());
  if (!good || !action) become_clang(argv);
  compiler.getFrontendOpts().DisableFree = true;
  compiler.createDiagnostics();
  early->FlushDiagnostics(compiler.getDiagnostics());
  good = compiler.ExecuteAction(*action.release());
  llvm::errs().flush();
  _exit(good ? 0 : 1);
}

int main(int argc, const char **argv) {
  noteBottomOfStack();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmParser();
  LLVMInitializeX86AsmPrinter();
  Arguments arguments(argv, argc);
  if (!are_plain(arguments)) become_clang(argv);
  auto *said = new TextDiagnosticBuffer;
  auto ear = listen(arguments, said);
  driver::Driver driver(CLANG, llvm::sys::getDefaultTargetTriple(), *ear);
  std::unique_ptr<driver::Compilation> all(driver.BuildCompilation(arguments));
  const driver::Command *job = all ? only_job(*all) : nullptr;
  bool is_silent = said->getNumErrors() == 0 && said->getNumWarnings() == 0;
  if (!job || !is_silent) become_clang(argv);
  compile(Arguments(job->getArguments()).drop_front(), argv);
}
