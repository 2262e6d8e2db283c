/* SPDX-License-Identifier: MIT
 *
 * Supervision of small workers: every end, records, limits, cleaning. */
#include "check/artifacts.h"
#include "process/supervise.h"
#include "unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Trial {
  Mem mem;
  SupLimits limits;
  SupResult result;
} Trial;

static void supervise(Trial *trial, SupWork *work, void *context) {
  mem_init(&trial->mem, 0);
  sup_run(&trial->result, &trial->mem, &trial->limits, work, context);
}

/* Nothing may be left, whatever the end was. */
static void done(Trial *trial) {
  CHECK(trial->result.temp_dir[0]);
  CHECK(access(trial->result.temp_dir, F_OK) != 0);
  CHECK(waitpid(-1, NULL, WNOHANG) < 0);
  sup_result_done(&trial->result);
  mem_done(&trial->mem);
}

static ExitCode leave_files(const SupLink *link, void *context) {
  (void)context;
  char path[4200];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%d", link->temp_dir, i);
    if (!file_write(path, "x", 1)) return EXIT_INTERNAL;
  }
  sup_send(link, SUP_STATS, "old", 3);
  sup_send(link, SUP_STATS, "newer", 5);
  sup_send(link, SUP_BODY, "", 0);
  return EXIT_VIOLATED;
}

TEST(main_supervise_an_ordinary_end) {
  Trial trial = {0};
  supervise(&trial, leave_files, NULL);
  CHECK_INT(trial.result.end, SUP_EXITED);
  CHECK_INT(trial.result.status, EXIT_VIOLATED);
  CHECK_TEXT(text_get(&trial.result.records.text[SUP_STATS]), "newer");
  CHECK(trial.result.records.has[SUP_BODY]);
  CHECK(!trial.result.records.has[SUP_VERDICT]);
  done(&trial);
}

/* A record much larger than the pipe, then one that is cut short. */
static ExitCode send_much(const SupLink *link, void *context) {
  (void)context;
  enum { BYTES = 3000000 };
  char *text = calloc(1, BYTES);
  if (!text) return EXIT_INTERNAL;
  memset(text, 'a', BYTES);
  sup_send(link, SUP_BODY, text, BYTES);
  uint64_t head[2] = {SUP_VERDICT, BYTES};
  ssize_t sent = write(link->channel, head, sizeof head);
  sent += write(link->channel, text, 1000);
  free(text);
  return sent > 0 ? EXIT_PROVED : EXIT_INTERNAL;
}

TEST(main_supervise_whole_records_only) {
  Trial trial = {0};
  supervise(&trial, send_much, NULL);
  CHECK_INT(trial.result.end, SUP_EXITED);
  CHECK_INT(trial.result.records.text[SUP_BODY].n, 3000000);
  CHECK(!trial.result.records.has[SUP_VERDICT]);
  done(&trial);
}

static ExitCode die_of_signal(const SupLink *link, void *context) {
  (void)link;
  signal(*(int *)context, SIG_DFL);
  raise(*(int *)context);
  return EXIT_PROVED;
}

TEST(main_supervise_a_crash) {
  Trial trial = {0};
  int signals[] = {SIGTERM, SIGKILL, SIGALRM};
  for (int i = 0; i < 3; i++) {
    supervise(&trial, die_of_signal, &signals[i]);
    CHECK_INT(trial.result.end, SUP_CRASHED);
    CHECK_INT(trial.result.status, signals[i]);
    done(&trial);
  }
}

/* A child that leaves the process group, and one that ignores SIGTERM. */
static ExitCode sleep_long(const SupLink *link, void *context) {
  (void)context;
  sup_send(link, SUP_STATS, "so far", 6);
  if (fork() == 0) {
    setsid();
    if (fork() == 0) signal(SIGTERM, SIG_IGN);
    while (true) pause();
  }
  while (true) pause();
  return EXIT_PROVED;
}

TEST(main_supervise_wall_time) {
  Trial trial = {.limits = {.seconds = 0.5}};
  supervise(&trial, sleep_long, NULL);
  CHECK_INT(trial.result.end, SUP_TIMEOUT);
  CHECK(trial.result.wall >= 0.5 && trial.result.wall < 1.5);
  CHECK_TEXT(text_get(&trial.result.records.text[SUP_STATS]), "so far");
  done(&trial);
}

static void spin(void) {
  for (volatile int i = 0;; i++) {
  }
}

static ExitCode burn(const SupLink *link, void *context) {
  (void)link, (void)context;
  if (fork() == 0) {
    fork();
    spin();
  }
  spin();
  return EXIT_PROVED;
}

TEST(main_supervise_cpu_time_of_all) {
  Trial trial = {.limits = {.cpu_seconds = 1}};
  supervise(&trial, burn, NULL);
  CHECK_INT(trial.result.end, SUP_TIMEOUT);
  CHECK(trial.result.cpu >= 1 && trial.result.cpu < 3);
  done(&trial);
}

static ExitCode eat(const SupLink *link, void *context) {
  (void)link, (void)context;
  enum { MB = 1 << 20 };
  while (true) {
    char *volatile more = malloc(MB);
    if (more) memset(more, 1, MB);
    usleep(500);
  }
  return EXIT_PROVED;
}

TEST(main_supervise_memory) {
  Trial trial = {.limits = {.seconds = 30, .memory = 200u << 20}};
  supervise(&trial, eat, NULL);
  CHECK_INT(trial.result.end, SUP_MEMORY);
  CHECK(trial.result.peak_memory > 200u << 20);
  CHECK(trial.result.peak_memory < 400u << 20);
  done(&trial);
}

static ExitCode end_parent_softly(const SupLink *link, void *context) {
  (void)link, (void)context;
  kill(getppid(), SIGINT);
  while (true) pause();
  return EXIT_PROVED;
}

TEST(main_supervise_an_interrupt) {
  Trial trial = {0};
  supervise(&trial, end_parent_softly, NULL);
  CHECK_INT(trial.result.end, SUP_INTERRUPTED);
  CHECK_INT(trial.result.status, SIGINT);
  done(&trial);
}

TEST(main_supervise_kept_temp) {
  Trial trial = {.limits = {.temp = SUP_KEEP_TEMP}};
  supervise(&trial, leave_files, NULL);
  CHECK_INT(trial.result.end, SUP_EXITED);
  char path[4200];
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%d", trial.result.temp_dir, i);
    CHECK(unlink(path) == 0);
  }
  CHECK(rmdir(trial.result.temp_dir) == 0);
  done(&trial);
}

TEST(main_supervise_no_temp_dir) {
  setenv("TMPDIR", "/nowhere/at/all", 1);
  Trial trial = {0};
  supervise(&trial, leave_files, NULL);
  CHECK_INT(trial.result.end, SUP_NO_TEMP);
  CHECK(strstr(text_get(&trial.result.problem), "/nowhere/at/all"));
  sup_result_done(&trial.result);
  mem_done(&trial.mem);
}

TEST(main_run_verdicts_travel) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  Verdict sent = {VERDICT_FALSE, EXIT_VIOLATED, CAUSE_NONE, "unreach-call",
                  "a\nb"},
          got;
  verdict_pack(&text, &sent);
  CHECK(verdict_unpack(&got, &text));
  CHECK_INT(got.kind, sent.kind);
  CHECK_INT(got.code, sent.code);
  CHECK_TEXT(got.property, sent.property);
  CHECK_TEXT(got.reason, sent.reason);
  text_clear(&text);
  CHECK(!verdict_unpack(&got, &text));
  text_add(&text, "2 5\nno end");
  CHECK(!verdict_unpack(&got, &text));
  text_done(&text);
  mem_done(&mem);
}
