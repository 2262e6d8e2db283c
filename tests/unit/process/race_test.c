/* SPDX-License-Identifier: MIT
 *
 * Races of small runners: order of turns, winners, deaths. */
#include "process/race.h"
#include "unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOG_MOST = 128 };

/* Shared by all runners: who had a turn, in order. */
typedef struct Log {
  uint32_t n;
  uint32_t who[LOG_MOST];
  uint32_t unwanted; /* this task is not tried behind another; 0: all are */
} Log;

typedef struct Trial {
  Mem mem;
  RaceResult result;
  Log *log;
  char temp_dir[64];
  uint32_t unwanted; /* see Log */
} Trial;

static uint32_t n_tasks_of(const RaceRunner *runners, uint32_t n) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < n; i++)
    if (runners[i].task > most) most = runners[i].task;
  return most + 1;
}

static bool is_wanted(void *context, uint32_t task) {
  const Log *log = context;
  return task != log->unwanted;
}

static void race(Trial *trial, const RaceRunner *runners, uint32_t n,
                 uint32_t cores, RaceWork *work) {
  mem_init(&trial->mem, 0);
  trial->log = mmap(NULL, sizeof *trial->log, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  snprintf(trial->temp_dir, sizeof trial->temp_dir, "/tmp/cutpoint-raceXXXXXX");
  CHECK(mkdtemp(trial->temp_dir) != NULL);
  RacePlan plan = {.mem = &trial->mem,
                   .temp_dir = trial->temp_dir,
                   .runners = runners,
                   .n = n,
                   .n_tasks = n_tasks_of(runners, n),
                   .cores = cores,
                   .work = work,
                   .wanted = is_wanted,
                   .context = trial->log};
  trial->log->unwanted = trial->unwanted;
  race_run(&trial->result, &plan);
}

/* Nobody may be left, whatever the end was. */
static void done(Trial *trial, const RaceRunner *runners, uint32_t n) {
  CHECK(waitpid(-1, NULL, WNOHANG) < 0);
  for (uint32_t i = 0; i < n; i++) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", trial->temp_dir, runners[i].name);
    rmdir(path);
  }
  CHECK(rmdir(trial->temp_dir) == 0);
  munmap(trial->log, sizeof *trial->log);
  race_result_done(&trial->result);
  mem_done(&trial->mem);
}

static void send_verdict(RaceSeat *seat, const char *text) {
  sup_send(race_link(seat), SUP_VERDICT, text, strlen(text));
}

static void note(Log *log, uint32_t who) {
  if (log->n < LOG_MOST) log->who[log->n++] = who;
}

/* Notes itself, then uses up a turn, `turns` times; the first has `ticks`. */
static void use_turns(RaceSeat *seat, uint32_t which, Log *log, uint32_t turns,
                      uint64_t ticks) {
  Budget budget = {.turn = race_turn(seat)};
  for (uint32_t i = 0; i < turns; i++) {
    note(log, which);
    budget_count(&budget, ticks);
    ticks *= 2;
  }
}

static const RaceRunner three[] = {{.name = "a", .first = 10},
                                   {.name = "b", .first = 10},
                                   {.name = "c", .first = 10}};

static void first_wins(RaceSeat *seat, uint32_t which, void *log) {
  note(log, which);
  race_claim(seat);
  send_verdict(seat, "won");
}

TEST(main_race_the_first_may_be_enough) {
  Trial trial = {0};
  race(&trial, three, 3, 2, first_wins);
  CHECK_INT(trial.result.winner[0], 0);
  CHECK_TEXT(text_get(&trial.result.ends[0].records.text[SUP_VERDICT]), "won");
  CHECK(!trial.result.ends[1].started && !trial.result.ends[2].started);
  CHECK_INT(trial.log->n, 1);
  done(&trial, three, 3);
}

/* b's task is behind c's, a is alone: b begins when c has won, or never. */
static const RaceRunner behind[] = {
    {.name = "a", .first = 10, .task = 0},
    {.name = "b", .first = 10, .task = 1, .behind = 3},
    {.name = "c", .first = 10, .task = 2}};

static void after_turns(RaceSeat *seat, uint32_t which, void *log) {
  use_turns(seat, which, log, which == 0 ? 4 : 1, 10);
  race_claim(seat);
  send_verdict(seat, "won");
}

TEST(main_race_a_task_behind_another) {
  Trial trial = {0};
  race(&trial, behind, 3, 1, after_turns);
  for (uint32_t i = 0; i < 3; i++) CHECK_INT(trial.result.winner[i], i);
  uint32_t first[3] = {LOG_MOST, LOG_MOST, LOG_MOST};
  for (uint32_t i = trial.log->n; i > 0; i--)
    first[trial.log->who[i - 1]] = i - 1;
  CHECK(first[0] < first[2] && first[2] < first[1]);
  done(&trial, behind, 3);
}

TEST(main_race_a_task_that_is_not_wanted) {
  Trial trial = {.unwanted = 1};
  race(&trial, behind, 3, 2, after_turns);
  CHECK_INT(trial.result.winner[0], 0);
  CHECK_INT(trial.result.winner[1], 3);
  CHECK_INT(trial.result.winner[2], 2);
  CHECK(!trial.result.ends[1].started);
  done(&trial, behind, 3);
}

/* c wins in its third turn; on one core the order is fixed. */
static void third_wins(RaceSeat *seat, uint32_t which, void *log) {
  use_turns(seat, which, log, which == 2 ? 2 : 100, 10);
  note(log, which);
  race_claim(seat);
  send_verdict(seat, "won");
}

TEST(main_race_turns_on_one_core) {
  Trial trial = {0};
  race(&trial, three, 3, 1, third_wins);
  CHECK_INT(trial.result.winner[0], 2);
  CHECK_INT(trial.log->n, 9);
  for (uint32_t i = 0; i < 9; i++) CHECK_INT(trial.log->who[i], i % 3);
  done(&trial, three, 3);
}

/* Small steps. */
static void small_steps(RaceSeat *seat, uint32_t which, void *log) {
  Budget budget = {.turn = race_turn(seat)};
  for (uint32_t i = 0; i < (which ? 30 : 50); i++) {
    note(log, which);
    budget_count(&budget, 2);
  }
  send_verdict(seat, "none");
}

static void check_next(const Log *log, uint32_t *at, uint32_t n, uint32_t who) {
  for (uint32_t i = 0; i < n; i++) CHECK_INT(log->who[(*at)++], who);
}

TEST(main_race_turns_double) {
  static const RaceRunner two[] = {{.name = "a", .first = 10},
                                   {.name = "b", .first = 6}};
  Trial trial = {0};
  race(&trial, two, 2, 1, small_steps);
  CHECK_INT(trial.result.winner[0], 2); /* nobody */
  uint32_t at = 0;
  check_next(trial.log, &at, 5, 0);
  check_next(trial.log, &at, 3, 1);
  check_next(trial.log, &at, 10, 0);
  check_next(trial.log, &at, 6, 1);
  check_next(trial.log, &at, 20, 0);
  check_next(trial.log, &at, 12, 1);
  check_next(trial.log, &at, 15, 0);
  check_next(trial.log, &at, 9, 1);
  CHECK_INT(trial.log->n, at);
  for (uint32_t i = 0; i < 2; i++)
    CHECK_TEXT(text_get(&trial.result.ends[i].records.text[SUP_VERDICT]),
               "none");
  done(&trial, two, 2);
}

TEST(main_race_second_turns_count_by_themselves) {
  static const RaceRunner two[] = {{.name = "a", .first = 10, .second = 8},
                                   {.name = "b", .first = 6, .second = 8}};
  static const uint32_t steps[] = {5, 3, 4, 4, 8, 8, 16, 15, 17};
  Trial trial = {0};
  race(&trial, two, 2, 1, small_steps);
  uint32_t at = 0;
  for (uint32_t i = 0; i < 9; i++) check_next(trial.log, &at, steps[i], i % 2);
  CHECK_INT(trial.log->n, at);
  done(&trial, two, 2);
}

/* The first takes its next two turns and 4 ticks of the third at once. */
static void one_long_step(RaceSeat *seat, uint32_t which, void *log) {
  Budget budget = {.turn = race_turn(seat)};
  if (which == 0) {
    note(log, which);
    budget_count(&budget, 10 + 20 + 40 + 4);
  }
  small_steps(seat, which, log);
}

TEST(main_race_debts_are_paid) {
  static const RaceRunner two[] = {{.name = "a", .first = 10},
                                   {.name = "b", .first = 4}};
  Trial trial = {0};
  race(&trial, two, 2, 1, one_long_step);
  uint32_t at = 0;
  check_next(trial.log, &at, 1, 0);
  check_next(trial.log, &at, 2 + 4 + 8, 1);
  check_next(trial.log, &at, 38, 0);
  check_next(trial.log, &at, 16, 1);
  check_next(trial.log, &at, 12, 0);
  CHECK_INT(trial.log->n, at);
  done(&trial, two, 2);
}

/* The first is killed, the second crashes, the third wins. */
static void two_die(RaceSeat *seat, uint32_t which, void *log) {
  use_turns(seat, which, log, 1, 10);
  if (which == 0) raise(SIGKILL);
  if (which == 1) raise(SIGSEGV);
  race_claim(seat);
  send_verdict(seat, "won");
}

/* The first has three turns and ends; the other would go on for ever. */
static void first_gives_up(RaceSeat *seat, uint32_t which, void *log) {
  use_turns(seat, which, log, which == 0 ? 3 : 1000, 20);
}

TEST(main_race_ends_when_companions_are_left) {
  static const RaceRunner two[] = {
      {.name = "a", .first = 20},
      {.name = "b", .first = 20, .role = RACE_COMPANION}};
  Trial trial;
  race(&trial, two, 2, 1, first_gives_up);
  CHECK_INT(trial.result.winner[0], 2);
  CHECK_INT(trial.log->n, 6);
  done(&trial, two, 2);
}

TEST(main_race_goes_on_without_the_dead) {
  for (uint32_t cores = 1; cores <= 3; cores++) {
    Trial trial = {0};
    race(&trial, three, 3, cores, two_die);
    CHECK_INT(trial.result.winner[0], 2);
    if (cores == 1) CHECK_INT(trial.result.ends[0].signal, SIGKILL);
    done(&trial, three, 3);
  }
}

/* Each may win in turn, and dies of it. */
static void winners_die(RaceSeat *seat, uint32_t which, void *log) {
  use_turns(seat, which, log, 1, 10);
  race_claim(seat);
  if (which < 2) raise(SIGKILL);
  send_verdict(seat, "won");
}

TEST(main_race_a_dead_winner_has_not_won) {
  for (uint32_t cores = 1; cores <= 3; cores++) {
    Trial trial = {0};
    race(&trial, three, 3, cores, winners_die);
    CHECK_INT(trial.result.winner[0], 2);
    CHECK(!trial.result.ends[0].records.has[SUP_VERDICT]);
    done(&trial, three, 3);
  }
}

static void all_die(RaceSeat *seat, uint32_t which, void *log) {
  (void)seat, (void)which, (void)log;
  raise(SIGKILL);
}

TEST(main_race_nobody_is_left) {
  Trial trial = {0};
  race(&trial, three, 3, 2, all_die);
  CHECK_INT(trial.result.winner[0], 3);
  for (uint32_t i = 0; i < 3; i++) {
    CHECK(!trial.result.ends[i].records.has[SUP_VERDICT]);
    CHECK_INT(trial.result.ends[i].signal, SIGKILL);
  }
  done(&trial, three, 3);
}

/* The losers would go on for ever. */
static void endless(RaceSeat *seat, uint32_t which, void *log) {
  if (which < 2) {
    Budget budget = {.turn = race_turn(seat)};
    while (true) budget_count(&budget, 1);
  }
  first_wins(seat, which, log);
}

TEST(main_race_stops_the_losers) {
  for (uint32_t cores = 1; cores <= 3; cores++) {
    Trial trial = {0};
    race(&trial, three, 3, cores, endless);
    CHECK_INT(trial.result.winner[0], 2);
    done(&trial, three, 3);
  }
}

/* Runner 0 wins task 0 at once, runner 1 goes on with task 1 after that; runner
 * 2 would go on with task 0 for ever. */
static void work_on_two_tasks(RaceSeat *seat, uint32_t which, void *log) {
  Budget budget = {.turn = race_turn(seat)};
  (void)log;
  for (int i = 0; which == 2 || (which == 1 && i < 50); i++)
    budget_count(&budget, 1);
  race_claim(seat);
  send_verdict(seat, which == 0 ? "zero" : "one");
}

TEST(main_race_settles_each_task_by_itself) {
  static const RaceRunner three_of_two[] = {
      {.name = "a", .first = 10},
      {.name = "b", .first = 10, .task = 1},
      {.name = "c", .first = 10}};
  for (uint32_t cores = 1; cores <= 3; cores++) {
    Trial trial;
    race(&trial, three_of_two, 3, cores, work_on_two_tasks);
    CHECK_INT(trial.result.winner[0], 0);
    CHECK_INT(trial.result.winner[1], 1);
    CHECK_TEXT(text_get(&trial.result.ends[0].records.text[SUP_VERDICT]),
               "zero");
    CHECK_TEXT(text_get(&trial.result.ends[1].records.text[SUP_VERDICT]),
               "one");
    done(&trial, three_of_two, 3);
  }
}

static void spin(double seconds) {
  while ((double)clock() < seconds * CLOCKS_PER_SEC) {
  }
}

/* One asks a question that takes for ever: the others have their turns. */
static void first_is_stuck(RaceSeat *seat, uint32_t which, void *log) {
  note(log, which);
  if (which == 0) spin(1e9);
  race_claim(seat);
  send_verdict(seat, "won");
}

TEST(main_race_does_not_wait_for_the_stuck) {
  Trial trial = {0};
  race(&trial, three, 3, 1, first_is_stuck);
  CHECK_INT(trial.result.winner[0], 1);
  CHECK(!trial.result.ends[2].started);
  done(&trial, three, 3);
}

/* Whoever was stopped in a turn goes on in the next. */
static void first_is_slow(RaceSeat *seat, uint32_t which, void *log) {
  if (which > 0) {
    use_turns(seat, which, log, 2, 10);
    return;
  }
  spin(1.3);
  race_claim(seat);
  send_verdict(seat, "won");
}

TEST(main_race_goes_on_with_the_stopped) {
  Trial trial = {0};
  race(&trial, three, 3, 1, first_is_slow);
  CHECK_INT(trial.result.winner[0], 0);
  CHECK_INT(trial.log->n, 2); /* both others had a turn in between */
  done(&trial, three, 3);
}
