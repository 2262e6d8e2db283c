/* SPDX-License-Identifier: MIT
 *
 * Functions checked by the nodes of a cluster.
 *
 * The functions of a group that need checking are dealt out to parts, each a
 * file that names the group and its functions by their keys.  The parts are the
 * tasks of a job array; a task loads the group, checks its functions as a scan
 * on one machine does, and leaves a database of results beside the part.  The
 * scan that submitted merges these into its own.
 *
 * Everything is named by content and can be done twice: a task whose result is
 * there has been done, whoever did it; one that left the queue without a result
 * was lost, and is submitted again. */
#ifndef SCAN_CLUSTER_CLUSTER_H
#define SCAN_CLUSTER_CLUSTER_H

#include "scan/build/build.h"
#include "scan/store/store.h"

typedef struct ScanCluster {
  const char *command; /* of a task, for a shell; the part's path follows */
  const char *options; /* for sbatch; "": none */
  uint32_t cores;      /* of a task */
} ScanCluster;

/* ---- parts and their files, see parts.c ---- */

typedef struct ScanPiece {
  const char *key; /* of a function */
  uint64_t weight; /* about how much work it is */
} ScanPiece;

typedef struct ScanParts {
  Arena texts;
  const char *directory;  /* where their files are */
  Vec(const char *) list; /* paths */
} ScanParts;

/* The directory of the parts of a database. */
const char *scan_parts_directory(Arena *texts, const char *database);
/* Deals the pieces out to parts of about the same weight and writes their
 * files.  False with errno: they cannot be written. */
BASE_MUST_USE bool scan_parts_make(ScanParts *parts, const char *database,
                                   const ScanUnits *units,
                                   const ScanGroup *group,
                                   const ScanPiece *pieces, uint32_t n,
                                   Mem *mem);
void scan_parts_done(ScanParts *parts);
/* How many parts these pieces make. */
uint32_t scan_parts_count(const ScanPiece *pieces, uint32_t n);

typedef struct ScanPart { /* as a task sees it */
  Names keys;             /* of the functions to check */
  ScanGroup group;
} ScanPart;

/* Reads a part with its group, whose units are added.  False: `problem` says
 * why. */
BASE_MUST_USE bool scan_part_read(ScanPart *part, const char *path,
                                  ScanEntries *entries, ScanUnits *units,
                                  Text *problem);
void scan_part_done(ScanPart *part, Mem *mem);
/* Where the results of a part are put, when they are complete. */
const char *scan_part_results(Arena *texts, const char *path);

/* ---- the one that submits, see cluster.c ---- */

/* Before the first group: merges the results of former calls, cancels what is
 * left of them in the queue, and removes their files.  How many results were
 * new. */
uint64_t scan_cluster_resume(ScanStore *store, Mem *mem);
/* Submits the parts, waits for them, and merges their results; parts that were
 * lost too often are told as problems.  How many results were new. */
uint64_t scan_cluster_run(const ScanCluster *cluster, ScanParts *parts,
                          ScanStore *store, ScanProblems *problems);

#endif
