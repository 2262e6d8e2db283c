/* SPDX-License-Identifier: MIT
 *
 * What is asked of Slurm. */
#ifndef SCAN_CLUSTER_SLURM_H
#define SCAN_CLUSTER_SLURM_H

#include "base/base.h"

typedef struct SlurmArray {
  const char *name;           /* of the job */
  const char *script, *input; /* what runs, and its one argument */
  const char *log;            /* file, with %A and %a for job and task */
  const char *options;        /* further ones, as in a shell; "": none */
  uint32_t tasks;             /* numbered from 1 */
  uint32_t cores;             /* of each */
} SlurmArray;

/* Submits a job array; its number.  0: `problem` says why not. */
uint64_t slurm_submit(const SlurmArray *array, Text *problem);

typedef struct SlurmTask {
  uint64_t job;
  uint32_t task;
} SlurmTask;
typedef struct SlurmTasks {
  Vec(SlurmTask) list;
} SlurmTasks;

/* The tasks of jobs of this name that wait or run; those that are held, and
 * will not start by themselves, do not count.  False: the controller does not
 * answer, nothing is known. */
BASE_MUST_USE bool slurm_queue(SlurmTasks *out, const char *name, Mem *mem);
/* All jobs of this name of ours, or one job; it may have ended. */
void slurm_cancel_name(const char *name, Mem *mem);
void slurm_cancel(uint64_t job, Mem *mem);

#endif
