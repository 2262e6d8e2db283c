/* SPDX-License-Identifier: MIT
 *
 * The process the user starts does no work: it starts a worker, keeps the
 * limits of all processes together, and leaves nothing behind. */
#ifndef PROCESS_SUPERVISE_H
#define PROCESS_SUPERVISE_H

#include "base/base.h"

/* What a worker sends to its supervisor; of each kind the newest counts. */
typedef enum SupRecord {
  SUP_STATS,    /* members of the statistics file */
  SUP_BODY,     /* what is told of one property */
  SUP_PREMISES, /* what its proof rests on, a line each */
  SUP_PAGE,     /* its part of the report for a browser, if any */
  SUP_PLACE,    /* of the error that was reached: "LINE FILE" */
  SUP_ERROR,    /* the same for people: "FILE:LINE:COLUMN\nMESSAGE" */
  SUP_TRIED,    /* what was tried for one property so far, a line each */
  SUP_ANSWERS,  /* what became of each property so far, in rep_answers_* form */
  SUP_VERDICT,  /* the verdict, in sup_verdict_* form; sent last */
  SUP_RECORDS
} SupRecord;

/* The newest record of each kind, whole. */
typedef struct SupRecords {
  Text text[SUP_RECORDS];
  bool has[SUP_RECORDS];
} SupRecords;

void sup_records_init(SupRecords *records, Mem *mem);
void sup_records_done(SupRecords *records);
void sup_records_put(SupRecords *records, SupRecord kind, const char *text,
                     size_t n);

/* The worker's side. */
typedef struct SupLink {
  const char *temp_dir; /* private, empty, removed at the end */
  int channel;
  SupRecords *kept; /* records go there, not over the channel; or NULL */
  /* Kept statistics go over the channel, too: so they are known when a limit
   * strikes. */
  bool tells_stats;
} SupLink;

/* Sends one record.  Ends the process when nobody listens any more. */
void sup_send(const SupLink *link, SupRecord kind, const char *text, size_t n);

typedef ExitCode SupWork(const SupLink *link, void *context);

typedef struct SupLimits {
  double seconds;     /* wall; 0: none */
  double cpu_seconds; /* CPU of all processes; 0: none */
  uint64_t memory;    /* bytes of all processes; 0: none */
  enum { SUP_REMOVE_TEMP, SUP_KEEP_TEMP } temp;
} SupLimits;

typedef enum SupEnd {
  SUP_EXITED,      /* with `status` as exit code */
  SUP_CRASHED,     /* by signal `status` */
  SUP_TIMEOUT,     /* seconds are spent */
  SUP_MEMORY,      /* memory is spent */
  SUP_INTERRUPTED, /* we got signal `status` */
  SUP_NO_TEMP,     /* no temporary directory: see `problem` */
  SUP_NO_START     /* no process: see `problem` */
} SupEnd;

typedef struct SupResult {
  SupEnd end;
  int status;
  Text problem; /* SUP_NO_TEMP, SUP_NO_START: why, what to do */
  SupRecords records;
  char temp_dir[4096];  /* "" when there was none */
  double wall, cpu;     /* seconds used */
  uint64_t peak_memory; /* bytes */
} SupResult;

/* Runs `work` in a process of its own and waits for its end, whatever that is.
 * At return no descendant is alive and the temporary directory is gone (unless
 * it is to be kept).  The caller owns *out: sup_result_done. */
void sup_run(SupResult *out, Mem *mem, const SupLimits *limits, SupWork *work,
             void *context);
void sup_result_done(SupResult *result);

#endif
