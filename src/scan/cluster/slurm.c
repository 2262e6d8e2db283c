/* SPDX-License-Identifier: MIT
 *
 * Slurm, by its commands.
 *
 * The queue is asked by the name of the jobs, not by their numbers: of a number
 * that it has forgotten it says "invalid", which looks like a failure. */
#include "scan/cluster/slurm.h"

#include "process/command.h"
#include "scan/build/build.h"

#include <stdlib.h>

uint64_t slurm_submit(const SlurmArray *array, Text *problem) {
  require(array->tasks > 0 && array->cores > 0 && *array->name);
  Arena texts;
  arena_init(&texts, problem->mem);
  ScanWords words = {0};
  const char *const fixed[] = {
      "sbatch",
      "--parsable",
      "--requeue",
      arena_printf(&texts, "--job-name=%s", array->name),
      arena_printf(&texts, "--array=1-%u", array->tasks),
      arena_printf(&texts, "--cpus-per-task=%u", array->cores),
      arena_printf(&texts, "--output=%s", array->log)};
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    VEC_PUSH(problem->mem, &words, fixed[i]);
  scan_split_words(&words, &texts, array->options);
  VEC_PUSH(problem->mem, &words, array->script);
  VEC_PUSH(problem->mem, &words, array->input);
  VEC_PUSH(problem->mem, &words, NULL);
  Text said;
  text_init(&said, problem->mem);
  uint64_t job = 0;
  if (command_ask(words.at, COMMAND_ERRORS_JOINED, &said))
    job = strtoull(text_get(&said), NULL, 10);
  if (!job)
    text_printf(problem, "sbatch does not take the job: %.*s",
                (int)strcspn(text_get(&said), "\n"), text_get(&said));
  text_done(&said);
  VEC_DONE(problem->mem, &words);
  arena_done(&texts);
  return job;
}

bool slurm_queue(SlurmTasks *out, const char *name, Mem *mem) {
  Text wanted, said;
  text_init(&wanted, mem);
  text_init(&said, mem);
  text_printf(&wanted, "--name=%s", name);
  const char *const words[] = {"squeue", "--noheader",      "--array",
                               "--me",   text_get(&wanted), "--format=%F %K %r",
                               NULL};
  bool good = command_ask(words, COMMAND_ERRORS_DROPPED, &said);
  out->list.n = 0;
  for (const char *at = text_get(&said); good && *at;) {
    size_t n = strcspn(at, "\n");
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)(n < 255 ? n : 255), at);
    char *end;
    SlurmTask task = {.job = strtoull(line, &end, 10)};
    task.task = (uint32_t)strtoul(end, &end, 10);
    bool is_held = strstr(end, "eld") != NULL; /* JobHeldUser, "... held" */
    if (task.job && task.task && !is_held) VEC_PUSH(mem, &out->list, task);
    at += n + (at[n] == '\n');
  }
  text_done(&said);
  text_done(&wanted);
  return good;
}

static void cancel(const char *what, Mem *mem) {
  Text said;
  text_init(&said, mem);
  const char *const words[] = {"scancel", "--quiet", "--me", what, NULL};
  /* A job that has ended is no failure, and more cannot be done. */
  (void)!command_ask(words, COMMAND_ERRORS_DROPPED, &said);
  text_done(&said);
}

void slurm_cancel_name(const char *name, Mem *mem) {
  char word[128];
  snprintf(word, sizeof word, "--name=%s", name);
  cancel(word, mem);
}

void slurm_cancel(uint64_t job, Mem *mem) {
  require(job != 0);
  char word[32];
  snprintf(word, sizeof word, "%llu", (unsigned long long)job);
  cancel(word, mem);
}
