/* SPDX-License-Identifier: MIT
 *
 * Private to the scan. */
#ifndef SCAN_SCAN_INT_H
#define SCAN_SCAN_INT_H

#include "frontend/clang.h"
#include "report/findings.h"
#include "scan/scan.h"
#include "scan/store.h"

#include <sys/types.h>

typedef Vec(const char *) ScanWords;

/* What went wrong on the way without ending the scan, each once. */
typedef struct ScanProblems {
  Names seen; /* "file:line: text" in order */
} ScanProblems;

void scan_problem(ScanProblems *problems, const char *format, ...)
    BASE_PRINTF(2, 3);

/* A child that dies with its parent: 0 in the child.  Dies if there is none. */
pid_t scan_fork(void);

/* ---- entries: what the build compiles ---- */

/* One file and how it is compiled. */
typedef struct ScanEntry {
  const char *file;      /* absolute, without links and dots */
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

/* Runs the build and adds what it compiled.  False: it could not be started;
 * problems say why. */
BASE_MUST_USE bool scan_watch_build(ScanEntries *entries,
                                    const char *const *command, uint32_t n,
                                    const char *temp_dir);

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
/* Compiles what the database does not know. */
void scan_compile(ScanUnits *units, const ScanEntries *entries,
                  const ScanOrder *order, ScanStore *store,
                  const char *temp_dir, ScanProblems *problems);

/* Lines of all files the units were made of, each once, those of the system
 * aside. */
uint64_t scan_count_lines(const ScanUnits *units, Mem *mem);

/* ---- groups: what is looked at together ---- */

typedef struct ScanGroup {
  Vec(uint32_t) owned;  /* units whose functions are checked here */
  Vec(uint32_t) helper; /* units that only give bodies to what is called */
} ScanGroup;

typedef struct ScanGroups {
  Mem *mem;
  Vec(ScanGroup) list;
} ScanGroups;

/* Units that define the same name cannot be together (`main` aside). */
void scan_make_groups(ScanGroups *groups, const ScanUnits *units, Mem *mem);
void scan_groups_done(ScanGroups *groups);

/* ---- keys: functions by content ---- */

typedef struct ScanKeys {
  Mem *mem;
  char (*keys)[65]; /* by FuncId; "" for those without a body */
  uint32_t n;
} ScanKeys;

/* Every defined function's content, with that of all it calls and of those that
 * call it, what `effects` (may be NULL) says, and the settings, as one hash
 * each. */
void scan_make_keys(ScanKeys *keys, const Program *program,
                    const ScanEngine *engine, void *state, const char *settings,
                    Mem *mem);
void scan_keys_done(ScanKeys *keys);

/* The C name of a function: linking numbers static ones ("f.12"). */
const char *scan_plain_name(const Function *f, Arena *texts);

/* ---- places that survive edits elsewhere ---- */

/* "file<tab>function<tab>line<tab>column": the line counts from the first of
 * the function; from that of the file (and no function) where the text comes
 * from elsewhere. */
void scan_put_place(Text *out, const Program *program, LocId loc);

typedef struct ScanPlaces { /* where functions start in the newest scan */
  Names known;              /* "file<tab>function" */
  Vec(uint32_t) lines;      /* by its number */
} ScanPlaces;
void scan_places_init(ScanPlaces *places, ScanStore *store, Mem *mem);
void scan_places_done(ScanPlaces *places);
/* Reads a place; where the rest of the text starts. */
const char *scan_take_place(RepPlace *out, const ScanPlaces *places,
                            const char *text, Arena *texts);

/* ---- pool: processes that check ---- */

typedef struct ScanJob {
  FuncId func;
  const char *key;
  uint32_t skip; /* sites already done */
} ScanJob;

typedef struct ScanPool {
  const ScanOrder *order;
  const Program *program;
  void *state; /* of the engine */
  ScanStore *store;
  Mem *mem;
} ScanPool;

/* Checks the functions, results go to the store; a worker that dies costs the
 * site it was at.  The number of results. */
uint64_t scan_pool_run(const ScanPool *pool, const ScanJob *jobs, uint32_t n);

/* ---- replay: violations, run ---- */

typedef struct ScanReplay {
  const FeFiles *files; /* of the group */
  FeCompile compile;
  const Program *program;
  ScanStore *store;
  Mem *mem;
  uint64_t memory; /* bytes a run may have; 0: as it likes */
} ScanReplay;

/* Runs the violations of the store that nobody has tried to run. */
void scan_replay(const ScanReplay *setup);

#endif
