/* SPDX-License-Identifier: MIT
 *
 * From a build to files of bitcode that belong together. */
#ifndef SCAN_BUILD_BUILD_H
#define SCAN_BUILD_BUILD_H

#include "frontend/clang/clang.h"
#include "report/report.h"
#include "scan/store/store.h"

typedef Vec(const char *) ScanWords;

/* What went wrong on the way without ending the scan, each once. */
typedef struct ScanProblems {
  Names seen; /* "file:line: text" in order */
} ScanProblems;

void scan_problem(ScanProblems *problems, const char *format, ...)
    BASE_PRINTF(2, 3);

/* ---- entries: what the build compiles ---- */

/* One file and how it is compiled. */
typedef struct ScanEntry {
  const char *file;      /* absolute, its directory without links and dots */
  const char *directory; /* where the compiler runs */
  const char *const *flags;
  uint32_t n_flags;
  int bits;
} ScanEntry;

typedef struct ScanEntries {
  Arena texts;
  Vec(ScanEntry) list; /* each file with each set of flags once */
  Map known;           /* hash of an entry -> 1 */
  int bits;            /* where the command does not say */
  ScanProblems *problems;
} ScanEntries;

void scan_entries_init(ScanEntries *entries, Mem *mem, int bits,
                       ScanProblems *problems);
void scan_entries_done(ScanEntries *entries);

/* Takes a compiler's command line apart: words[0] is the compiler.  `file`
 * NULL: every C file named on it becomes an entry. */
void scan_add_command(ScanEntries *entries, const char *directory,
                      const char *file, const ScanWords *words);
/* Reads a compilation database.  False: it cannot be read at all; problems
 * say why. */
BASE_MUST_USE bool scan_add_database(ScanEntries *entries, const char *path);
/* A C file, or all below a directory (by its compile_commands.json, where it
 * has one). */
void scan_add_path(ScanEntries *entries, const char *path);
/* Keeps the entries below one of the paths only. */
void scan_keep_below(ScanEntries *entries, const char *const *paths,
                     uint32_t n_paths);

/* Splits a line as a POSIX shell does, without expansions. */
void scan_split_words(ScanWords *out, Arena *texts, const char *line);
/* "dir/../file" made absolute and plain. */
const char *scan_plain_path(Arena *texts, const char *directory,
                            const char *path);
/* The same for a file that is compiled: a link keeps its own name, because
 * headers are looked for beside it. */
const char *scan_named_path(Arena *texts, const char *directory,
                            const char *path);
bool scan_is_c_file(const char *path);

/* ---- recording: what watched builds compiled, see recording.c ---- */

/* Runs the build; what it compiles joins the recording in the database.  False:
 * it could not be started; problems say why. */
BASE_MUST_USE bool scan_watch_build(ScanEntries *entries,
                                    const char *const *command, uint32_t n,
                                    const char *temp_dir, const char *database);
/* Has a build been recorded there? */
bool scan_has_recording(const char *database);
/* The file to which the calls of the build that runs now are appended; made
 * empty.  NULL: it cannot be written. */
const char *scan_recording_open(Arena *texts, const char *database);
/* What was appended joins the recording. */
void scan_recording_close(const char *database, Mem *mem);
/* Adds the recorded calls; files that are gone are left out. */
void scan_recording_read(ScanEntries *entries, const char *database);

/* ---- units: compiled files ---- */

typedef struct ScanUnit {
  const ScanEntry *entry;
  const char *bitcode; /* path; NULL: it does not compile */
  const char *symbols; /* as from fe_list_symbols */
  const char *deps;    /* what it was made of, see units.c */
} ScanUnit;

typedef struct ScanUnits {
  Arena texts;
  Vec(ScanUnit) list; /* one for each entry */
  uint32_t compiled;  /* in this scan; the others were known */
} ScanUnits;

void scan_units_init(ScanUnits *units, Mem *mem);
void scan_units_done(ScanUnits *units);
/* How units are compiled. */
typedef struct ScanCompiler {
  const char *version; /* of the tool: another one compiles all anew */
  int bits;            /* data model where the build does not say */
  uint32_t cores;      /* compilers at a time, >= 1 */
} ScanCompiler;

/* Compiles what the database does not know. */
void scan_compile(ScanUnits *units, const ScanEntries *entries,
                  const ScanCompiler *compiler, ScanStore *store,
                  const char *temp_dir, ScanProblems *problems);

/* Lines of all files the units were made of, each once, those of the system
 * aside. */
uint64_t scan_count_lines(const ScanUnits *units, Mem *mem);

/* ---- groups: what is looked at together ---- */

/* A unit of another group that uses files of this one. */
typedef struct ScanGuest {
  uint32_t unit;
  uint32_t of; /* which group: from 1 */
} ScanGuest;

typedef struct ScanGroup {
  Vec(uint32_t) owned;  /* units whose functions are checked here */
  Vec(uint32_t) helper; /* units that only give bodies to what is called */
  Vec(ScanGuest) guest; /* units that only call, and store; by group */
} ScanGroup;

typedef struct ScanGroups {
  Mem *mem;
  Vec(ScanGroup) list;
} ScanGroups;

/* Units that define the same name cannot be together (`main` aside). */
void scan_make_groups(ScanGroups *groups, const ScanUnits *units, Mem *mem);
void scan_groups_done(ScanGroups *groups);
/* Adds the helpers that the owned units need, transitively; those with a `main`
 * help nobody. */
void scan_borrow(ScanGroup *group, const ScanUnits *units, Mem *mem);

/* ---- one program ---- */

typedef struct ScanWanted {
  const char *database;     /* path of the compilation database */
  const char *const *files; /* as the user names them */
  uint32_t n_files, cores;
  const char *temp_dir;
} ScanWanted;

typedef struct ScanProgram {
  ScanProblems problems;
  ScanEntries entries;
  Vec(const char *) files; /* those named, then those they need */
  Vec(FeUnit) units;       /* how each is compiled */
} ScanProgram;

void scan_program_init(ScanProgram *program, Mem *mem, int bits);
void scan_program_done(ScanProgram *program);
/* False: `problem` says why. */
BASE_MUST_USE bool scan_find_program(ScanProgram *program,
                                     const ScanWanted *wanted, Text *problem);
/* With how many sets of flags the build compiles one of the program's files. */
uint32_t scan_ways_to_compile(const ScanProgram *program, const char *file);

/* When we were started in place of a compiler, by a build that is watched:
 * writes down the command and becomes that compiler (does not return).  Else
 * returns at once. */
void scan_stand_in(int argc, char **argv);

#endif
