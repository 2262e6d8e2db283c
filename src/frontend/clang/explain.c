/* SPDX-License-Identifier: MIT
 *
 * What the compiler said, retold: its first lines, with positions taken apart,
 * and a hint what to do.  The first message is the short reason. */
#include "frontend/clang/clang_int.h"

#include <signal.h>
#include <stdlib.h>

enum { MOST_LINES = 12, MOST_COLUMNS = 200 };

/* Splits "file:line:col: error: text"; false when the line is not like that. */
static bool add_located(FeDiag *diag, const char *line) {
  static const char *const kinds[] = {
      ": error: ", ": fatal error: ", ": note: "};
  const char *kind = NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !kind; i++)
    kind = strstr(line, kinds[i]);
  const char *col = kind;
  while (col && col > line && col[-1] >= '0' && col[-1] <= '9') col--;
  if (!col || col == kind || col < line + 2 || col[-1] != ':') return false;
  const char *row = col - 1;
  while (row > line && row[-1] >= '0' && row[-1] <= '9') row--;
  if (row == col - 1 || row < line + 2 || row[-1] != ':') return false;
  assert(row < col && col < kind);
  char file[512];
  snprintf(file, sizeof file, "%.*s", (int)(row - 1 - line), line);
  fe_diag_add(diag, file, (uint32_t)strtoul(row, NULL, 10),
              (uint32_t)strtoul(col, NULL, 10), "%s", kind + 2);
  return true;
}

static void add_lines(FeDiag *diag, const char *said) {
  for (int lines = 0; *said && lines < MOST_LINES; lines++) {
    char line[MOST_COLUMNS + 1];
    size_t n = strcspn(said, "\n");
    snprintf(line, sizeof line, "%.*s", n < INT16_MAX ? (int)n : INT16_MAX,
             said);
    if (!add_located(diag, line)) fe_diag_add(diag, NULL, 0, 0, "%s", line);
    said += n + (said[n] == '\n');
  }
}

static void hint(FeDiag *diag, const char *text) {
  fe_diag_add(diag, NULL, 0, 0, "hint: %s", text);
}

static void add_hints(FeDiag *diag, const FeCompile *setup, const char *said) {
  bool not_found = strstr(said, "file not found") != NULL;
  bool system32 = strstr(said, "stubs-32.h") || strstr(said, "<bits/") ||
                  strstr(said, "'bits/") || strstr(said, "'sys/cdefs.h'") ||
                  strstr(said, "'asm/");
  if (not_found && setup->bits == 32 && system32)
    hint(diag, "the 32-bit C headers are missing: install libc6-dev-i386 "
               "(Debian), or check with --64");
  else if (not_found)
    hint(diag, "say where the headers are: cutpoint FILE.c -- -IDIRECTORY");
  else
    hint(diag, "the file must compile with clang; flags for the compiler go "
               "after --, as in cutpoint FILE.c -- -Iinclude -DNAME=1");
}

static bool is_crash(ChildEnd end, const char *said) {
  return end.signal || end.code >= 128 ||
         strstr(said, "PLEASE submit a bug report") != NULL ||
         strstr(said, "frontend command failed") != NULL;
}

void fe_explain_failure(FeDiag *diag, const FeCompile *setup, const FeJob *job,
                        const char *compiler, const char *said) {
  require(compiler && said);
  if (job->end.code == COMMAND_NOT_RUN) {
    fe_tell_no_compiler(diag, said);
  } else if (strstr(said, "No space left on device") ||
             strstr(said, "File too large") || job->end.signal == SIGXFSZ) {
    fe_diag_add(diag, NULL, 0, 0, "no room in the temporary directory %s",
                setup->temp_dir);
    hint(diag, "make room there, or set TMPDIR to a directory with room");
  } else if (strstr(said, "unable to open output file")) {
    fe_diag_add(diag, NULL, 0, 0, "cannot write to the temporary directory %s",
                setup->temp_dir);
    add_lines(diag, said);
    hint(diag, "set TMPDIR to a directory you may write");
  } else if (is_crash(job->end, said)) {
    fe_diag_add(diag, NULL, 0, 0, "the compiler '%s' crashed on '%s'", compiler,
                job->input);
    hint(diag, "very deep nesting or very long expressions can be too much for "
               "it: split them, or compile the file yourself and check the "
               ".bc");
  } else if (job->end.code == 0) {
    fe_diag_add(diag, NULL, 0, 0, "the compiler '%s' made nothing of '%s'",
                compiler, job->input);
    hint(diag, "set CUTPOINT_CLANG to the path of clang-19");
  } else {
    fe_diag_add(diag, NULL, 0, 0, "'%s' does not compile", job->input);
    add_lines(diag, said);
    add_hints(diag, setup, said);
  }
  assert(diag->list.n > 0);
}
