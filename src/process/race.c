/* SPDX-License-Identifier: MIT
 *
 * A race of processes.
 *
 * Problem: engines differ in what they can settle, and nobody knows beforehand
 * which one will.  Run all, but most programs are settled by the first within
 * a moment, CPU time of all processes counts, and on one core the same run must
 * decide the same way again.
 *
 * Idea: runners take turns of so many ticks.  A queue holds those that wait, at
 * first all in the order of the table.  As long as one of them has not had its
 * first turn, one runner of each task runs at a time; after that as many as
 * there are cores.
 * A process is started only when its first turn comes.  So a program that the
 * first runner settles soon costs one process; on one core the order of turns
 * depends on ticks only, never on the clock; with enough cores nobody waits
 * after the first round.
 *
 * First turns are as long as each runner mostly needs.  From the second on each
 * is twice as long as the one before.  Whoever settles the task after t ticks
 * gets them although nobody knows t: the turns before were as long together as
 * the last one, so a runner's time is wasted by a factor of two at the most.
 * One question to a solver may take longer than the turn lasts; what it took
 * too much is taken from the turns to come.  If it takes longer by far, in CPU
 * time, and somebody waits, the runner is stopped where it is (SIGSTOP) and
 * goes on with its next turn: only then the order of turns depends on a clock.
 *
 * A task may be behind another: when that is settled, somebody knows whether it
 * is to be tried at all.
 *
 * Several races may go on at the same time in different processes; then a
 * runner works only while it holds one of the permits that all of them share
 * (process/permits.h).
 *
 * A runner that has a result with its evidence asks to be the winner and waits.
 * One of a task is allowed to at a time; only it writes files and sends its
 * verdict, and then the task's others are killed.  If it dies before that, the
 * next one that asked is allowed.  A runner that ends without asking has no
 * result; its records say why.  Companions may go on for ever, so a task ends
 * when only they are left.
 *
 * Invariants: a runner is in the queue, or running, or asking, or ended; the
 * queue holds each at most once.  A runner dies when the race does (the kernel
 * sends SIGKILL), and the race waits for each that it started. */
#include "process/race.h"

#include "process/channel.h"
#include "process/child.h"
#include "process/pipe.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  STARVING_MS = 4,        /* until permits are asked for again */
  LATE_MS = 100,          /* until it is looked who takes too long */
  LATE_TICKS_PER_S = 1000 /* about a ninth of what is usual */
};
#define LATE_AFTER_S 1.0 /* beside that, before a turn is too long */

/* What a runner sends besides its records. */
enum { RACE_PAUSES = SUP_RECORDS, RACE_ASKS };

typedef enum RunnerState {
  RUNNER_WAITS, /* in the queue */
  RUNNER_RUNS,
  RUNNER_ASKS, /* has a result, waits for permission */
  RUNNER_WINS, /* has the permission */
  RUNNER_ENDED
} RunnerState;

typedef struct Runner {
  RunnerState state;
  pid_t pid;       /* 0: not started */
  Channel channel; /* from it */
  int go;          /* to it: one byte each time it may go on */
  Share share;
  bool has_permit; /* of it */
  bool is_stopped; /* in the middle of a turn; it waits */
  uint64_t ticks;  /* of its next turn */
  double late;     /* CPU seconds of the process at which this one is too long
                    */
  RaceEnd *end;
} Runner;

typedef struct Race {
  const RacePlan *plan;
  RaceResult *result;
  Runner runners[RACE_MOST];
  uint32_t queue[RACE_MOST];
  uint32_t n_queue;
  bool settled[RACE_TASKS];
} Race;

struct RaceSeat {
  BudgetTurn turn; /* first: budget_count hands it back to wait_for_turn */
  uint64_t slice;  /* ticks of the turn at hand */
  SupLink link;
  int go;
  char temp_dir[4200];
};

/* ---- the runner's side ---- */

const SupLink *race_link(const RaceSeat *seat) {
  return &seat->link;
}

BudgetTurn *race_turn(RaceSeat *seat) {
  return &seat->turn;
}

static void ask(RaceSeat *seat, uint64_t what) {
  char byte;
  ssize_t n;
  channel_send(seat->link.channel, what, "", 0);
  while ((n = read(seat->go, &byte, 1)) != 1)
    if (n == 0 || errno != EINTR) _exit(EXIT_INTERNAL);
}

/* Turns that are owed altogether are left to the others. */
static void wait_for_turn(BudgetTurn *turn) {
  RaceSeat *seat = (RaceSeat *)turn;
  assert(seat->slice > 0); /* else the turns would never grow */
  while (turn->left == 0) {
    ask(seat, RACE_PAUSES);
    if (seat->slice < UINT64_MAX / 4) seat->slice *= 2;
    uint64_t paid = turn->owed < seat->slice ? turn->owed : seat->slice;
    turn->left = seat->slice - paid;
    turn->owed -= paid;
  }
}

void race_claim(RaceSeat *seat) {
  seat->turn.left = UINT64_MAX; /* the winner waits for nobody */
  ask(seat, RACE_ASKS);
}

BASE_NORETURN static void run_runner(const Race *race, uint32_t which, int up,
                                     int down) {
  const RacePlan *plan = race->plan;
  const RaceRunner *runner = &plan->runners[which];
  prctl(PR_SET_NAME, runner->name);
  signal(SIGPIPE, SIG_DFL);
  for (uint32_t i = 0; i < plan->n; i++) {
    if (race->runners[i].channel.fd >= 0) close(race->runners[i].channel.fd);
    if (race->runners[i].go >= 0) close(race->runners[i].go);
  }
  RaceSeat seat = {.turn = {.left = runner->first, .wait = wait_for_turn},
                   .slice = runner->second ? runner->second / 2 : runner->first,
                   .link = {.channel = up},
                   .go = down};
  snprintf(seat.temp_dir, sizeof seat.temp_dir, "%s/%s", plan->temp_dir,
           runner->name);
  mkdir(seat.temp_dir, 0700);
  seat.link.temp_dir = seat.temp_dir;
  plan->work(&seat, which, plan->context);
  fflush(NULL);
  _exit(0);
}

/* ---- the race's side ---- */

static void give_permit(Runner *runner) {
  if (runner->has_permit) share_give(runner->share);
  runner->has_permit = false;
}

/* False: others have them all, or go first. */
static bool take_permit(Runner *runner) {
  assert(!runner->has_permit);
  runner->has_permit = share_try(runner->share);
  return runner->has_permit;
}

/* ---- turns that take too long ---- */

/* CPU seconds of the process; 0: nobody knows. */
static double cpu_of(pid_t pid) {
  clockid_t clock;
  struct timespec spent;
  if (clock_getcpuclockid(pid, &clock) != 0 ||
      clock_gettime(clock, &spent) != 0)
    return 0;
  return (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9;
}

/* The next turn begins, a little longer than the runner counts it. */
static void begin_turn(const RaceRunner *row, Runner *runner) {
  bool is_first = runner->late == 0;
  double most = (double)runner->ticks / LATE_TICKS_PER_S + LATE_AFTER_S;
  runner->late = cpu_of(runner->pid) + most;
  if (is_first && row->second)
    runner->ticks = row->second;
  else if (runner->ticks < UINT64_MAX / 4)
    runner->ticks *= 2;
}

static void wake(Runner *runner) {
  assert(runner->is_stopped);
  runner->is_stopped = false;
  kill(runner->pid, SIGCONT);
}

/* Whoever takes too long goes to the end of the queue, if others wait. */
static void stop_late(Race *race) {
  for (uint32_t i = 0; i < race->plan->n; i++) {
    Runner *runner = &race->runners[i];
    if (runner->state != RUNNER_RUNS || race->n_queue == 0 ||
        cpu_of(runner->pid) < runner->late)
      continue;
    kill(runner->pid, SIGSTOP);
    runner->is_stopped = true;
    runner->state = RUNNER_WAITS;
    give_permit(runner);
    race->queue[race->n_queue++] = i;
  }
}

/* ---- runners begin, go on and end ---- */

static void set_ended(Runner *runner) {
  give_permit(runner);
  runner->state = RUNNER_ENDED;
  if (runner->go >= 0) close(runner->go);
  runner->go = -1;
}

/* False: the machine has no process for it. */
static bool start(Race *race, uint32_t which) {
  Runner *runner = &race->runners[which];
  int up[2], down[2];
  if (!pipe_open_two(down, up)) return false;
  pid_t pid = child_fork(CHILD_HELPER);
  if (pid == 0) {
    close(up[PIPE_READ]);
    close(down[PIPE_WRITE]);
    run_runner(race, which, up[PIPE_WRITE], down[PIPE_READ]);
  }
  close(up[PIPE_WRITE]);
  close(down[PIPE_READ]);
  channel_open(&runner->channel, up[PIPE_READ]);
  runner->go = down[PIPE_WRITE];
  if (pid < 0) return false;
  runner->pid = pid;
  runner->end->started = true;
  return true;
}

static void let_go(Runner *runner, RunnerState state) {
  require(state == RUNNER_RUNS ? runner->state == RUNNER_WAITS
                               : runner->state == RUNNER_ASKS);
  runner->state = state;
  if (runner->is_stopped)
    wake(runner);
  else /* if the runner has died, its channel is closed, which is noticed */
    (void)!write(runner->go, "g", 1);
}

static uint32_t task_of(const Race *race, uint32_t which) {
  assert(which < race->plan->n);
  return race->plan->runners[which].task;
}

static bool is_busy(const Runner *runner) {
  return runner->state == RUNNER_RUNS || runner->state == RUNNER_WINS;
}

static uint32_t n_busy(const Race *race) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < race->plan->n; i++) n += is_busy(&race->runners[i]);
  return n;
}

static bool is_task_busy(const Race *race, uint32_t task) {
  for (uint32_t i = 0; i < race->plan->n; i++)
    if (task_of(race, i) == task && is_busy(&race->runners[i])) return true;
  return false;
}

/* Is what it is behind settled? */
static bool is_ready(const Race *race, uint32_t which) {
  uint32_t behind = race->plan->runners[which].behind;
  assert(which < race->plan->n && behind <= race->plan->n_tasks);
  return !behind || race->settled[behind - 1];
}

/* Is there one in the queue that had no first turn? */
static bool is_first_round(const Race *race) {
  for (uint32_t i = 0; i < race->n_queue; i++)
    if (!race->runners[race->queue[i]].pid && is_ready(race, race->queue[i]))
      return true;
  return false;
}

/* The place in the queue, from this one on, of the next who may run: see above;
 * n_queue: none. */
static uint32_t next_in_queue(const Race *race, uint32_t from) {
  if (n_busy(race) >= race->plan->cores) return race->n_queue;
  bool is_first = is_first_round(race);
  for (uint32_t i = from; i < race->n_queue; i++) {
    uint32_t which = race->queue[i];
    if (is_ready(race, which) &&
        (!is_first || !is_task_busy(race, task_of(race, which))))
      return i;
  }
  return race->n_queue;
}

static void leave_queue(Race *race, uint32_t place) {
  assert(place < race->n_queue && race->n_queue <= race->plan->n);
  race->n_queue--;
  memmove(race->queue + place, race->queue + place + 1,
          sizeof *race->queue * (race->n_queue - place));
}

static void fill_room(Race *race) {
  uint32_t place = 0;
  while ((place = next_in_queue(race, place)) < race->n_queue) {
    uint32_t which = race->queue[place];
    Runner *runner = &race->runners[which];
    if (!take_permit(runner)) {
      place++; /* perhaps one of another share */
      continue;
    }
    leave_queue(race, place);
    if (runner->pid)
      let_go(runner, RUNNER_RUNS);
    else if (start(race, which))
      runner->state = RUNNER_RUNS;
    else
      set_ended(runner);
    if (runner->state == RUNNER_RUNS)
      begin_turn(&race->plan->runners[which], runner);
  }
}

static void forget_in_queue(Race *race, uint32_t which) {
  for (uint32_t q = race->n_queue; q > 0; q--)
    if (race->queue[q - 1] == which) leave_queue(race, q - 1);
}

/* It was stopped when it had just said this: it waits as if it had been heard
 * in time. */
static bool was_heard_late(Race *race, uint32_t which, uint64_t kind) {
  Runner *runner = &race->runners[which];
  if (!runner->is_stopped) return false;
  wake(runner);
  if (kind == RACE_ASKS) {
    forget_in_queue(race, which);
    runner->state = RUNNER_ASKS;
  }
  return true;
}

typedef struct Taker {
  Race *race;
  uint32_t which;
} Taker;

static void take_record(void *context, uint64_t kind, const char *text,
                        size_t n) {
  const Taker *taker = context;
  Race *race = taker->race;
  Runner *runner = &race->runners[taker->which];
  if ((kind == RACE_PAUSES || kind == RACE_ASKS) &&
      was_heard_late(race, taker->which, kind))
    return;
  if (kind == RACE_PAUSES) {
    require(runner->state == RUNNER_RUNS && race->n_queue < RACE_MOST);
    runner->state = RUNNER_WAITS;
    give_permit(runner);
    race->queue[race->n_queue++] = taker->which;
    return;
  }
  if (kind == RACE_ASKS) {
    require(runner->state == RUNNER_RUNS);
    runner->state = RUNNER_ASKS;
    give_permit(runner); /* the little that is left needs none */
    return;
  }
  require(kind < SUP_RECORDS);
  sup_records_put(&runner->end->records, (SupRecord)kind, text, n);
  if (race->plan->heard)
    race->plan->heard(race->plan->context, taker->which, (SupRecord)kind,
                      race->result);
  uint32_t task = task_of(race, taker->which);
  if (kind == SUP_VERDICT && runner->state == RUNNER_WINS)
    race->result->winner[task] = taker->which;
}

/* The channel is closed: it has ended, or is about to. */
static void reap(Race *race, Runner *runner) {
  require(runner->pid > 0 && runner->state != RUNNER_ENDED);
  forget_in_queue(race, (uint32_t)(runner - race->runners));
  ChildEnd end = child_wait(runner->pid);
  runner->end->signal = end.signal;
  runner->end->code = end.code;
  set_ended(runner);
}

static void drain(Race *race, uint32_t which) {
  Runner *runner = &race->runners[which];
  if (!runner->pid || runner->state == RUNNER_ENDED) return;
  Taker taker = {race, which};
  channel_drain(&runner->channel, take_record, &taker);
  if (runner->channel.fd < 0) reap(race, runner);
}

static void allow_winners(Race *race) {
  bool taken[RACE_TASKS] = {0};
  for (uint32_t i = 0; i < race->plan->n; i++)
    taken[task_of(race, i)] |= race->runners[i].state == RUNNER_WINS;
  for (uint32_t i = 0; i < race->plan->n; i++) {
    bool *is_taken = &taken[task_of(race, i)];
    if (race->runners[i].state != RUNNER_ASKS || *is_taken) continue;
    let_go(&race->runners[i], RUNNER_WINS);
    *is_taken = true;
  }
}

/* ---- the end of a task ---- */

/* Only companions are left, and each had its first turn. */
static bool is_pointless(const Race *race, uint32_t task) {
  for (uint32_t i = 0; i < race->plan->n; i++) {
    const Runner *runner = &race->runners[i];
    bool waits = runner->state == RUNNER_WAITS && runner->pid &&
                 race->plan->runners[i].role == RACE_COMPANION;
    if (task_of(race, i) == task && !waits && runner->state != RUNNER_ENDED)
      return false;
  }
  return true;
}

/* Nobody goes on with it; the winner ends by itself. */
static void stop_task(Race *race, uint32_t task) {
  for (uint32_t i = 0; i < race->plan->n; i++) {
    Runner *runner = &race->runners[i];
    if (task_of(race, i) != task || runner->state == RUNNER_ENDED) continue;
    forget_in_queue(race, i);
    if (!runner->pid) {
      set_ended(runner);
      continue;
    }
    if (i != race->result->winner[task]) kill(runner->pid, SIGKILL);
    reap(race, runner);
  }
}

/* Those behind the task, which is settled: who is not wanted has ended. */
static void ask_for_others(Race *race, uint32_t task) {
  assert(race->settled[task]);
  for (uint32_t q = race->n_queue; q > 0; q--) {
    uint32_t which = race->queue[q - 1];
    if (race->plan->runners[which].behind != task + 1 ||
        race->plan->wanted(race->plan->context, task_of(race, which)))
      continue;
    leave_queue(race, q - 1);
    set_ended(&race->runners[which]);
  }
}

static void settle_tasks(Race *race) {
  for (uint32_t task = 0; task < race->plan->n_tasks; task++) {
    bool is_won = race->result->winner[task] < race->plan->n;
    if (race->settled[task] || (!is_won && !is_pointless(race, task))) continue;
    stop_task(race, task);
    race->settled[task] = true;
    if (race->plan->settled)
      race->plan->settled(race->plan->context, task, race->result);
    ask_for_others(race, task);
  }
}

static bool is_over(const Race *race) {
  for (uint32_t task = 0; task < race->plan->n_tasks; task++)
    if (!race->settled[task]) return false;
  return true;
}

static void watch(Race *race) {
  uint32_t n = race->plan->n;
  while (!is_over(race)) {
    fill_room(race);
    struct pollfd on[RACE_MOST];
    for (uint32_t i = 0; i < n; i++) {
      const Runner *runner = &race->runners[i];
      bool is_heard = runner->pid && runner->state != RUNNER_ENDED;
      on[i] = (struct pollfd){.fd = is_heard ? runner->channel.fd : -1,
                              .events = POLLIN};
    }
    bool starves = next_in_queue(race, 0) < race->n_queue;
    int at_most = starves ? STARVING_MS : race->n_queue ? LATE_MS : -1;
    if (starves || n_busy(race)) poll(on, n, at_most);
    for (uint32_t i = 0; i < n; i++) drain(race, i);
    stop_late(race);
    allow_winners(race);
    settle_tasks(race);
  }
}

void race_run(RaceResult *out, const RacePlan *plan) {
  require(plan->n > 0 && plan->n <= RACE_MOST && plan->cores > 0);
  require(plan->n_tasks > 0 && plan->n_tasks <= RACE_TASKS);
  *out = (RaceResult){.n = plan->n};
  for (uint32_t task = 0; task < plan->n_tasks; task++)
    out->winner[task] = plan->n;
  Race race = {.plan = plan, .result = out, .n_queue = plan->n};
  for (uint32_t i = 0; i < plan->n; i++) {
    Runner *runner = &race.runners[i];
    require(plan->runners[i].first > 0 || plan->runners[i].second > 1);
    require(*plan->runners[i].name && plan->runners[i].task < plan->n_tasks);
    require(!plan->runners[i].behind || plan->wanted);
    runner->end = &out->ends[i];
    runner->go = -1;
    runner->ticks = plan->runners[i].first;
    runner->share = plan->runners[i].share;
    channel_init(&runner->channel, plan->mem);
    sup_records_init(&runner->end->records, plan->mem);
    race.queue[i] = i;
  }
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  sigaction(SIGPIPE, &ignore, &old);
  watch(&race);
  for (uint32_t i = 0; i < plan->n; i++) channel_done(&race.runners[i].channel);
  assert(n_busy(&race) == 0 && race.n_queue == 0);
  sigaction(SIGPIPE, &old, NULL);
}

void race_result_done(RaceResult *result) {
  for (uint32_t i = 0; i < result->n; i++)
    sup_records_done(&result->ends[i].records);
}
