/* SPDX-License-Identifier: MIT
 *
 * Scanning a whole code base: every check site of every function gets
 * `proved`, `violated` or `unknown` with its reason.
 *
 *   build ─entries→ units ─clang→ bitcode ─link→ groups ─keys→ work ─workers→
 *   database ─findings→ report
 *
 * Everything learned goes into a database keyed by content, so that a scan can
 * be interrupted at any time, and a second one checks only what changed.  The
 * report is made from the database alone. */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "base/base.h"
#include "report/scan/findings.h"
#include "scan/checker.h"
#include "scan/cluster/cluster.h"

typedef struct ScanOrder {
  const char *compile_commands; /* FILE, or NULL */
  const char *const *paths;     /* files and directories */
  uint32_t n_paths;
  const char *const *build; /* command that builds; empty: none */
  uint32_t n_build;
  const char *functions;  /* names of those to check, with commas between;
                             NULL: all */
  const char *database;   /* directory */
  const char *version;    /* of the tool: another one compiles all anew */
  const char *commit;     /* it was built from: another one checks all
                             anew */
  int bits;               /* data model where the build does not say */
  uint32_t cores;         /* processes at a time, >= 1 */
  uint64_t worker_memory; /* bytes per worker; 0: no limit */
  ScanSettings settings;
  const ScanEngine *engine;   /* what checks */
  const ScanCluster *cluster; /* where; NULL: here */
} ScanOrder;

typedef enum ScanEnd {
  SCAN_ENDED,    /* everything was looked at */
  SCAN_FAILED,   /* an internal error, or the database, left files out */
  SCAN_NO_INPUT, /* nothing to scan, or to scan with; it was said why */
  SCAN_BUSY      /* another scan uses the database; it was said */
} ScanEnd;

/* Runs the scan, in a process that may be killed at any time. */
BASE_MUST_USE ScanEnd scan_run(const ScanOrder *order, Mem *mem,
                               const char *temp_dir);

/* A task of a scan on a cluster: checks the functions of a part, and leaves
 * their results beside it.  SCAN_NO_INPUT: it cannot; it was said why. */
BASE_MUST_USE ScanEnd scan_run_part(const ScanOrder *order, Mem *mem,
                                    const char *temp_dir, const char *part);

typedef struct ScanReport {
  RepScanStyle style;
  /* Findings worth reading first; those of low confidence, too; all sites. */
  enum { SCAN_SHOW_BEST, SCAN_SHOW_FINDINGS, SCAN_SHOW_ALL } show;
  const char *interrupted; /* why the scan did not end by itself; or NULL */
  const char *baseline; /* file of fingerprints not to be reported; or NULL */
  const char *page; /* file to write a page for a browser to, or a directory;
                       or NULL */
  const char *new_since; /* commit: only what changed since; or NULL */
} ScanReport;

/* Does git know the commit? */
bool scan_is_commit(const char *ref, Mem *mem);

/* Prints what the newest scan of the database found; *verdict is made of it,
 * its texts live in `texts`.  Gives how many violations are of medium or high
 * confidence. */
uint64_t scan_report(Text *out, Verdict *verdict, const ScanOrder *order,
                     const ScanReport *report, Arena *texts);

#endif
