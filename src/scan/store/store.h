/* SPDX-License-Identifier: MIT
 *
 * The database of a scan: what was learned, keyed by content.
 *
 * One directory holds an SQLite database (write-ahead log, so that a killed
 * scan leaves it whole), the bitcode of compiled files under names made of
 * their content, and a lock that one scan holds at a time; readers need none.
 *
 * Lasting facts: units (what a compiler call made of which files), functions
 * (a key and how many sites it has), results (one for each key and site) and
 * what these rest on.
 * Of the newest scan: the view (which functions there are, where, under which
 * key), problems and figures.  Problems and figures start afresh; the view of a
 * file stays in its table, under the number of its scan, until a later scan has
 * seen the file or come to its end: a scan that is ended takes nothing away.
 * What is read here is of the newest scan alone. */
#ifndef SCAN_STORE_STORE_H
#define SCAN_STORE_STORE_H

#include "base/base.h"

typedef struct ScanStore ScanStore;

typedef enum ScanStoreStatus {
  SCAN_STORE_OK,
  SCAN_STORE_BUSY,   /* another scan holds the lock */
  SCAN_STORE_MISSING /* cannot be opened or made */
} ScanStoreStatus;

/* Takes the lock of the database, which is made if it is missing; it lasts
 * until this process and all that it forked ended.  Else `problem` says why. */
BASE_MUST_USE ScanStoreStatus scan_store_lock(const char *directory,
                                              Text *problem);
/* Opens the database.  NULL: `problem` says why.  A handle belongs to the
 * process that opened it.  Later failures (a full disk) end the process. */
ScanStore *scan_store_open(Mem *mem, const char *directory, Text *problem);
void scan_store_close(ScanStore *store);
const char *scan_store_directory(const ScanStore *store);

/* Writes between the two are kept together, or lost together. */
void scan_store_begin(ScanStore *store);
void scan_store_commit(ScanStore *store);

/* ---- of the newest scan ---- */

/* A new scan: forgets problems and figures of the former one, and numbers it.
 */
void scan_store_restart(ScanStore *store);
void scan_store_add_problem(ScanStore *store, const char *text);
/* The figure that counts results which this scan found itself. */
#define SCAN_FRESH "fresh"
void scan_store_set_figure(ScanStore *store, const char *name, double value);
double scan_store_figure(ScanStore *store, const char *name);

typedef struct ScanView {
  const char *key;  /* "": not checked, only a place others speak of */
  const char *name; /* in C */
  const char *file;
  uint32_t line; /* where it starts */
  uint32_t last; /* its last line; not read with results */
} ScanView;
/* ... of a group with that key; "": of none. */
void scan_store_add_view(ScanStore *store, const ScanView *view,
                         const char *group);
/* Views of former scans go: those of files that this one has seen, or all. */
typedef enum ScanStoreDrop {
  SCAN_STORE_OF_SEEN,
  SCAN_STORE_OF_ALL
} ScanStoreDrop;
void scan_store_drop_view(ScanStore *store, ScanStoreDrop what);

/* ---- groups: what was looked at together, by content ---- */

/* Before its views are added. */
void scan_store_forget_group(ScanStore *store, const char *group);
/* Nothing more is to be done for it, unless a result or a run is missing;
 * `functions` of it were checked. */
void scan_store_keep_group(ScanStore *store, const char *group,
                           uint64_t functions);
/* Nothing is to be done for it: its views are those of this scan, too. */
BASE_MUST_USE bool scan_store_view_group(ScanStore *store, const char *group,
                                         uint64_t *functions);

/* ---- units ---- */

typedef struct ScanStoreUnit {
  const char *deps; /* what it was made of, see units.c */
  const char *bitcode;
  const char *symbols;
} ScanStoreUnit;
/* Texts live in `texts`. */
BASE_MUST_USE bool scan_store_get_unit(ScanStore *store, const char *key,
                                       ScanStoreUnit *out, Arena *texts);
void scan_store_put_unit(ScanStore *store, const char *key,
                         const ScanStoreUnit *unit);

/* ---- functions and results ---- */

enum { SCAN_NOT_COUNTED = -1 };
/* How many sites a function of this content has. */
int64_t scan_store_sites(ScanStore *store, const char *key);
void scan_store_set_sites(ScanStore *store, const char *key, uint32_t sites);
/* How many of them have a result: sites are done in order. */
uint32_t scan_store_done(ScanStore *store, const char *key);

typedef struct ScanRow {
  uint32_t check, answer;
  const char *place; /* see places.c; so are the places in `steps` */
  const char *message, *reason, *root, *steps;
  uint32_t cause; /* why it is unknown: a SiteCause */
  uint32_t expanded, queries, rests_on;
  double seconds;
  uint32_t nodes;     /* of the formula given to the solver */
  const char *plan;   /* how to run a violation; "" else, and when read */
  const char *replay; /* SCAN_REPLAYED, or why not; "": not yet tried */
} ScanRow;
#define SCAN_REPLAYED "replayed"
/* A result that is there already stays. */
void scan_store_put_row(ScanStore *store, const char *key, uint32_t site,
                        const ScanRow *row);

/* What the results under a key rest on, once there are all of them (keys.c).
 */
typedef struct ScanUses {
  const char *key;
  const char *names;
  const char *hash;  /* of what these stood for */
  const char *reach; /* of what runs can reach; "": nothing is run */
} ScanUses;
void scan_store_put_uses(ScanStore *store, const char *head,
                         const ScanUses *uses);
/* Those of a head, the newest first, until one is taken; its key lives in
 * `texts`.  NULL: none is. */
const char *
scan_store_find_uses(ScanStore *store, const char *head, void *context,
                     bool (*take)(void *context, const ScanUses *uses),
                     Arena *texts);

/* ---- results that were found elsewhere ---- */

/* Makes the database one file that nothing else belongs to. */
void scan_store_seal(ScanStore *store);
/* Adds the results in the file of a sealed database; *fresh grows by how many
 * are new.  False: the file cannot be read as one. */
BASE_MUST_USE bool scan_store_merge(ScanStore *store, const char *path,
                                    uint64_t *fresh);
/* The file of the database. */
const char *scan_store_file(const ScanStore *store, Arena *texts);

/* ---- violations and their runs ---- */

typedef struct ScanPending {
  const char *key, *place, *plan, *root;
  uint32_t site, check;
} ScanPending;
/* Every violation in the view that nobody has tried to run. */
void scan_store_each_pending(ScanStore *store, void *context,
                             void (*each)(void *context,
                                          const ScanPending *row));
typedef struct ScanReplayed {
  uint32_t answer, cause; /* they may be others now */
  const char *reason, *replay;
} ScanReplayed;
void scan_store_set_replay(ScanStore *store, const char *key, uint32_t site,
                           const ScanReplayed *row);

/* ---- reading for the report; texts live until the callback returns ---- */

void scan_store_each_problem(ScanStore *store, void *context,
                             void (*each)(void *context, const char *text));
void scan_store_each_view(ScanStore *store, void *context,
                          void (*each)(void *context, const ScanView *view));
/* Every result of a function in the view, by file, line and site; of several
 * for one (a function of a header) the worst comes first. */
void scan_store_each_row(ScanStore *store, void *context,
                         void (*each)(void *context, const ScanView *view,
                                      uint32_t site, const ScanRow *row));
/* Sites of the view that have no result (functions not yet counted: 1). */
uint64_t scan_store_left(ScanStore *store);

#endif
