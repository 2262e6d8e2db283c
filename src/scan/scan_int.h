/* SPDX-License-Identifier: MIT
 *
 * Private to the scan. */
#ifndef SCAN_SCAN_INT_H
#define SCAN_SCAN_INT_H

#include "frontend/clang/clang.h"
#include "report/scan/findings.h"
#include "report/source/source.h"
#include "scan/build/build.h"
#include "scan/scan.h"
#include "scan/store/store.h"

/* ---- keys: functions by content ---- */

typedef Vec(uint32_t) Numbers;

typedef struct ScanKeys {
  Mem *mem;
  const Program *program;
  const Effects *effects; /* or NULL */
  uint32_t n;
  struct Contents *contents;
  struct Content
      *of;           /* by FuncId, as all arrays; those without a body: empty */
  Numbers *callers;  /* of its calls, one each; no more are kept than one
                        beyond SITE_CALLERS_MOST */
  Names names;       /* of functions with a body */
  Numbers named;     /* by the number of the name: the function */
  char (*heads)[65]; /* its body with the settings */
  char (*keys)[65];  /* the same in this very program */
} ScanKeys;

/* `engine` says what it knows of the whole program. */
void scan_make_keys(ScanKeys *keys, const Program *program,
                    const ScanEngine *engine, void *state, const char *settings,
                    Mem *mem);
void scan_keys_done(ScanKeys *keys);

/* Everything a result depends on beside the functions. */
void scan_put_settings(Text *out, const ScanOrder *order, int bits);
/* All that a group's results are made of. */
void scan_group_key(char key[65], const ScanOrder *order,
                    const ScanUnits *units, const ScanGroup *group, Mem *mem);

/* What a check of `self` has used, in names that other scans understand. */
void scan_put_uses(const ScanKeys *keys, FuncId self, const SiteUse *uses,
                   uint32_t n, Text *out);
/* All that such a text stands for in this program, as a hash; false: something
 * is gone. */
BASE_MUST_USE bool scan_hash_uses(const ScanKeys *keys, FuncId self,
                                  const char *uses, char hash[65]);
/* All that runs of the functions in it can reach. */
void scan_hash_reach(const ScanKeys *keys, FuncId self, const char *uses,
                     char hash[65]);

/* The C name of a function: linking numbers static ones ("f.12"). */
const char *scan_plain_name(const Function *f, Arena *texts);

/* ---- places that survive edits elsewhere ---- */

/* "file<tab>function<tab>line<tab>column": the line counts from the first of
 * the function; from that of the file (and no function) where the text comes
 * from elsewhere. */
void scan_put_place(Text *out, const Program *program, LocId loc);

/* Files that were included by roundabout paths ("a/./b.c", "a/x/../b.c") get
 * the name that they have when they are compiled themselves. */
void scan_name_files(Program *program);

typedef struct ScanPlaces { /* where functions start in the newest scan */
  Names known;              /* "file<tab>function" */
  Vec(uint32_t) lines;      /* by its number: where it starts */
  Vec(uint32_t) lasts;      /* ... and ends */
} ScanPlaces;
void scan_places_init(ScanPlaces *places, ScanStore *store, Mem *mem);
void scan_places_done(ScanPlaces *places);
/* Reads a place; where the rest of the text starts. */
const char *scan_take_place(RepPlace *out, const ScanPlaces *places,
                            const char *text, Arena *texts);
/* A message about a place in which a line is that of the file. */
const char *scan_take_lines(const ScanPlaces *places, const RepPlace *at,
                            const char *message, Arena *texts);

/* ---- premises: what the answers of a scan take for granted ---- */

typedef enum ScanPresumes {
  SCAN_PRESUMES_DATA = 1, /* data is as the program keeps it */
  SCAN_PRESUMES_LIVES = 2 /* nothing freed is read from memory */
} ScanPresumes;
/* What a proof with this reason presumes: a set of ScanPresumes. */
unsigned scan_presumed(const char *reason);
/* Adds a sentence for each, of scans with these settings whose proofs presume
 * that. */
void scan_add_premises(ScanWords *premises, Mem *mem,
                       const ScanSettings *settings, unsigned presumed);

/* ---- hidden: findings that are not shown ---- */

typedef struct ScanHidden {
  Mem *mem;
  Arena *texts;
  const ScanPlaces *places;
  Names baseline;            /* fingerprints */
  Names files;               /* whose text was read */
  Vec(const char *) sources; /* by number of the file */
  Names changed;             /* "file<tab>function": differs from the commit */
  bool is_told;              /* git said what changed */
} ScanHidden;

typedef enum ScanHiding {
  SCAN_SHOWN,
  SCAN_IN_BASELINE,
  SCAN_ACCEPTED, /* by a comment */
  SCAN_OLD       /* no function on its way changed since the commit */
} ScanHiding;

void scan_hidden_init(ScanHidden *hidden, const ScanReport *report,
                      const ScanPlaces *places, Arena *texts);
void scan_hidden_done(ScanHidden *hidden);
ScanHiding scan_is_hidden(ScanHidden *hidden, const RepFinding *finding);

/* ---- undecided: what it is that sites depend on ---- */

typedef struct ScanUndecided {
  Arena *texts;
  uint64_t sites[SITE_CAUSE_COUNT];
  Names met;                   /* "cause<tab>file<tab>function" */
  Vec(RepUndecided) functions; /* by its number */
  Vec(RepUndecided) causes;    /* made at the end */
} ScanUndecided;
void scan_undecided_init(ScanUndecided *undecided, Arena *texts);
void scan_undecided_done(ScanUndecided *undecided);
/* One more site; the place is where what it depends on is met. */
void scan_undecided_add(ScanUndecided *undecided, uint32_t cause,
                        const RepPlace *place);
/* Puts the sums into the report; nothing is added after that. */
void scan_undecided_describe(ScanUndecided *undecided, RepScan *scan);

/* ---- words: what a result says ---- */

/* What is wrong: "read through NULL"; of a violation, behind tabs, what it is
 * about ("'p' is NULL"), where that comes from, and its place. */
void scan_put_message(Text *out, RepSource *source, const SiteResult *result);
/* Steps of a violation, a line each: depth and weight, place, text. */
void scan_put_steps(Text *out, RepSource *source, const SiteResult *result);
/* Why it is not known, and behind a tab where what it depends on is met, if
 * that can be said; of what is proved, what that presumes, a line each; ""
 * else.
 */
void scan_put_reason(Text *out, RepSource *source, const SiteResult *result);

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
  const ScanKeys *keys;
  ScanStore *store;
  Mem *mem;
} ScanPool;

/* Checks the functions, results go to the store; a worker that dies costs the
 * site it was at. */
void scan_pool_run(const ScanPool *pool, const ScanJob *jobs, uint32_t n);

/* ---- replay: violations, run ---- */

typedef struct ScanReplay {
  const FeFiles *files; /* of the group */
  FeCompile compile;
  const Program *program;
  ScanStore *store;
  Mem *mem;
  uint64_t memory; /* bytes a run may have; 0: as it likes */
  double searched; /* seconds that the search took */
} ScanReplay;

/* Runs the violations of the store that nobody has tried to run. */
void scan_replay(const ScanReplay *setup);

#endif
