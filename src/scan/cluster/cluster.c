/* SPDX-License-Identifier: MIT
 *
 * Submitting parts and waiting for their results.
 *
 * What a task's end was is not asked: its result is there, or it is not.  The
 * queue is looked at now and then.  Slurm puts tasks of nodes that died, and
 * preempted ones, back into it by itself (--requeue); a task that is in the
 * queue no more and has left no result some seconds later (a network file
 * system may be slow to show it) failed or was cancelled, and is submitted
 * again, a few times.  While the controller does not answer, nothing is known
 * to be lost.
 *
 * If the scan is ended, the tasks go on.  The next one merges what they left
 * and cancels the rest, which it submits anew. */
#include "scan/cluster/cluster.h"
#include "scan/cluster/slurm.h"
#include "base/sha256.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRIES = 3 };
static const double seconds_look = 1, seconds_ask = 4, seconds_late = 10;

typedef struct Task {
  const char *part;
  SlurmTask queued; /* job 0: not submitted */
  uint32_t tries;
  double missed; /* since when it is not in the queue; 0: it is */
  enum { TASK_OPEN, TASK_DONE, TASK_LOST } state;
} Task;

typedef struct Waiting {
  const ScanCluster *cluster;
  ScanParts *parts;
  ScanStore *store;
  ScanProblems *problems;
  Mem *mem;
  char name[64]; /* of the jobs */
  const char *script;
  Task *tasks;
  uint32_t n, done, lists;
  uint64_t fresh;
  Vec(uint64_t) jobs; /* submitted */
} Waiting;

/* Jobs of one database have one name. */
static void name_jobs(char *out, size_t size, const char *directory) {
  char plain[PATH_MAX], hash[65];
  if (!realpath(directory, plain))
    snprintf(plain, sizeof plain, "%s", directory);
  sha256_hex(hash, plain, strlen(plain));
  snprintf(out, size, "cutpoint-%.12s", hash);
}

/* ---- results ---- */

/* Merges a file of results and removes it; a damaged one goes as well. */
static bool merge(ScanStore *store, const char *path, uint64_t *fresh) {
  bool good = scan_store_merge(store, path, fresh);
  unlink(path);
  return good;
}

static void look_for_results(Waiting *w) {
  assert(w->done <= w->n);
  for (uint32_t i = 0; i < w->n; i++) {
    Task *task = &w->tasks[i];
    ArenaMark mark = arena_mark(&w->parts->texts);
    const char *path = scan_part_results(&w->parts->texts, task->part);
    if (task->state == TASK_OPEN && access(path, R_OK) == 0 &&
        merge(w->store, path, &w->fresh)) {
      task->state = TASK_DONE;
      w->done++;
      unlink(task->part);
    }
    arena_release(&w->parts->texts, mark);
  }
}

/* ---- submitting ---- */

static const char *write_script(Waiting *w) {
  Arena *texts = &w->parts->texts;
  const char *path = arena_printf(texts, "%s/task.sh", w->parts->directory);
  const char *text =
      arena_printf(texts,
                   "#!/bin/sh\n"
                   "part=$(sed -n \"${SLURM_ARRAY_TASK_ID}p\" \"$1\")\n"
                   "exec %s --cluster-part=\"$part\"\n",
                   w->cluster->command);
  if (!file_write(path, text, strlen(text)))
    die(EXIT_INTERNAL, "cannot write '%s': %s", path, strerror(errno));
  return path;
}

/* The list of a job's parts, a line for each task. */
static const char *write_list(Waiting *w, const Text *parts) {
  Arena *texts = &w->parts->texts;
  char name[65];
  sha256_hex(name, text_get(parts), parts->n);
  const char *path = arena_printf(texts, "%s/%.16s-%u.list",
                                  w->parts->directory, name, w->lists++);
  if (!file_write(path, text_get(parts), parts->n))
    die(EXIT_INTERNAL, "cannot write '%s': %s", path, strerror(errno));
  return path;
}

static void lose(Waiting *w, Task *task, const char *why) {
  assert(task->state == TASK_OPEN);
  task->state = TASK_LOST;
  scan_problem(w->problems,
               "some functions were not looked at: %s; the same command tries "
               "again",
               why);
}

/* Every open task that is not in the queue, as one job. */
static void submit(Waiting *w) {
  Text parts, problem;
  text_init(&parts, w->mem);
  text_init(&problem, w->mem);
  SlurmArray array = {.name = w->name,
                      .script = w->script,
                      .log = arena_printf(&w->parts->texts, "%s/%%A-%%a.log",
                                          w->parts->directory),
                      .options = w->cluster->options,
                      .cores = w->cluster->cores};
  for (uint32_t i = 0; i < w->n; i++) {
    Task *task = &w->tasks[i];
    if (task->state != TASK_OPEN || task->queued.job) continue;
    text_printf(&parts, "%s\n", task->part);
    task->queued.task = ++array.tasks;
  }
  if (array.tasks) array.input = write_list(w, &parts);
  uint64_t job = array.tasks ? slurm_submit(&array, &problem) : 0;
  if (job) VEC_PUSH(w->mem, &w->jobs, job);
  for (uint32_t i = 0; i < w->n; i++) {
    Task *task = &w->tasks[i];
    if (task->state != TASK_OPEN || task->queued.job) continue;
    task->queued.job = job;
    task->tries++;
    task->missed = 0;
    if (!job) lose(w, task, text_get(&problem));
  }
  text_done(&problem);
  text_done(&parts);
}

/* ---- the queue ---- */

static bool is_queued(const SlurmTasks *queue, const SlurmTask *task) {
  for (uint32_t i = 0; i < queue->list.n; i++)
    if (queue->list.at[i].job == task->job &&
        queue->list.at[i].task == task->task)
      return true;
  return false;
}

static void note_missing(Waiting *w, Task *task) {
  assert(task->state == TASK_OPEN && task->queued.job);
  double now = clock_now();
  if (task->missed == 0) task->missed = now;
  if (now - task->missed < seconds_late) return;
  if (task->tries < TRIES)
    task->queued.job = 0;
  else
    lose(w, task,
         arena_printf(&w->parts->texts,
                      "task %llu_%u ended without a result for the %uth time, "
                      "see the logs in %s",
                      (unsigned long long)task->queued.job, task->queued.task,
                      task->tries, w->parts->directory));
}

/* The queue first, then the results: what ended in between is found. */
static void look_at_queue(Waiting *w) {
  SlurmTasks queue = {0};
  bool known = slurm_queue(&queue, w->name, w->mem);
  look_for_results(w);
  for (uint32_t i = 0; known && i < w->n; i++) {
    Task *task = &w->tasks[i];
    if (task->state != TASK_OPEN) continue;
    if (is_queued(&queue, &task->queued))
      task->missed = 0;
    else
      note_missing(w, task);
  }
  submit(w);
  VEC_DONE(w->mem, &queue.list);
}

static bool is_open(const Waiting *w) {
  for (uint32_t i = 0; i < w->n; i++)
    if (w->tasks[i].state == TASK_OPEN) return true;
  return false;
}

static void wait_for_all(Waiting *w) {
  RepProgress progress;
  rep_progress_init(&progress);
  double asked = clock_now();
  while (is_open(w)) {
    rep_progress_part(&progress, "checking on the cluster", "parts", w->done,
                      w->n);
    usleep((useconds_t)(seconds_look * 1e6));
    if (clock_now() - asked < seconds_ask) {
      look_for_results(w);
      continue;
    }
    look_at_queue(w);
    asked = clock_now();
  }
  rep_progress_end(&progress);
}

uint64_t scan_cluster_run(const ScanCluster *cluster, ScanParts *parts,
                          ScanStore *store, ScanProblems *problems) {
  require(parts->list.n > 0 && cluster->cores > 0);
  Mem *mem = parts->texts.mem;
  Waiting w = {.cluster = cluster,
               .parts = parts,
               .store = store,
               .problems = problems,
               .mem = mem,
               .n = parts->list.n};
  name_jobs(w.name, sizeof w.name, parts->directory);
  w.script = write_script(&w);
  w.tasks = MEM_ARRAY(mem, Task, w.n);
  for (uint32_t i = 0; i < w.n; i++)
    w.tasks[i] = (Task){.part = parts->list.at[i]};
  submit(&w);
  if (w.jobs.n)
    rep_say(REP_NOTE, "%u parts are checked by Slurm, as jobs '%s'", w.n,
            w.name);
  wait_for_all(&w);
  assert(!is_open(&w));
  for (uint32_t i = 0; i < w.jobs.n; i++) slurm_cancel(w.jobs.at[i], mem);
  VEC_DONE(mem, &w.jobs);
  MEM_FREE_ARRAY(mem, w.tasks, w.n);
  return w.fresh;
}

/* ---- former calls ---- */

uint64_t scan_cluster_resume(ScanStore *store, Mem *mem) {
  Arena texts;
  arena_init(&texts, mem);
  const char *directory =
      scan_parts_directory(&texts, scan_store_directory(store));
  uint64_t fresh = 0;
  DIR *files = opendir(directory);
  if (files) {
    char name[64];
    name_jobs(name, sizeof name, directory);
    slurm_cancel_name(name, mem);
  }
  for (struct dirent *file; files && (file = readdir(files));) {
    if (file->d_name[0] == '.') continue;
    const char *path = arena_printf(&texts, "%s/%s", directory, file->d_name);
    const char *end = strrchr(path, '.');
    if (end && strcmp(end, ".db") == 0)
      (void)!merge(store, path, &fresh);
    else
      unlink(path);
  }
  if (files) closedir(files);
  arena_done(&texts);
  return fresh;
}
