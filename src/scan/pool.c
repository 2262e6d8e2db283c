/* SPDX-License-Identifier: MIT
 *
 * Worker processes.
 *
 * The workers are forked from the process that holds the program, so they share
 * it without reading it again.  Each gets functions one at a time over a pipe
 * and sends back a record for the number of sites, one for each result, one for
 * what these rest on, and one at the end.  The parent alone writes to the
 * database, and commits what it received before it sleeps again: a result that
 * left its worker is not lost.
 *
 * A worker may die: of its memory limit, of a bug, or by our hand when a check
 * does not keep its budget.  Then the site it was at becomes `unknown` with
 * that reason, a new worker takes its place, and the function goes on with the
 * next site.  A worker that has grown large ends by itself between functions,
 * and is replaced as well. */
#include "scan/scan_int.h"

#include "process/channel.h"
#include "process/child.h"
#include "process/pipe.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A record's number: how many sites, which site, or whether the worker ends. */
typedef enum RecordKind {
  RECORD_SITES,
  RECORD_RESULT,
  RECORD_USES,
  RECORD_END
} RecordKind;

/* What a worker is told to do: a function of the list, from this site on. */
typedef struct Order {
  uint32_t job;
  uint32_t skip;
} Order;

typedef struct Worker {
  pid_t pid; /* 0: none */
  int orders;
  Channel results;
  uint32_t job;  /* UINT32_MAX: idle */
  uint32_t site; /* the next to be reported */
  bool counted;  /* the number of sites is known */
  bool runs;     /* there is a violation that can be run */
  bool late;     /* we killed it for its time */
  bool ends;     /* by itself; it takes no more orders */
  double since;  /* last record */
  double worked; /* CPU seconds of the worker then */
} Worker;

typedef struct Pool {
  const ScanPool *setup;
  const ScanJob *jobs;
  uint32_t n, next, done;
  Worker *workers;
  uint32_t n_workers;
  Vec(Order) again; /* to go on with behind the site that killed a worker */
  uint64_t violated, results;
  double fresh; /* results of this scan, with those of other groups */
  double done_weight, weight;
  RepProgress progress;
} Pool;

/* ---- the worker's side ---- */

/* Kind and number travel in one word. */
static void send_record(int fd, RecordKind kind, uint32_t number,
                        const Text *body) {
  channel_send(fd, (uint64_t)number << 32 | kind, body ? text_get(body) : "",
               body ? body->n : 0);
}

static void put_field(Text *out, const char *text) {
  text_add_n(out, text ? text : "", text ? strlen(text) + 1 : 1);
}

/* What findings of one cause share: where the bad value comes from, or what is
 * believed of a function that gives it. */
static void put_root(Text *out, const Program *program,
                     const SiteResult *result) {
  if (result->status != SITE_VIOLATED || !result->culprit.id) return;
  if (result->giver.id) {
    text_printf(out, "result of %s", prog_func(program, result->giver)->name);
    return;
  }
  scan_put_place(out, program, result->culprit);
}

static void move_field(Text *out, Text *part) {
  put_field(out, text_get(part));
  text_clear(part);
}

/* A result as fields, each ended by a NUL. */
static void pack_result(Text *out, RepSource *source,
                        const SiteResult *result) {
  const Program *program = source->program;
  const ErrorSite *error = &program->errors.at[result->error];
  Text part;
  text_init(&part, out->mem);
  text_printf(&part, "%d %d %d %llu %llu %u %.6f %llu",
              (int)scan_check_of_property(error->property), (int)result->status,
              result->status == SITE_UNKNOWN ? (int)result->cause : 0,
              (unsigned long long)result->stats.expansions,
              (unsigned long long)result->stats.rounds, result->rests_on,
              result->seconds, (unsigned long long)result->stats.cone_nodes);
  move_field(out, &part);
  scan_put_place(&part, program, error->loc);
  move_field(out, &part);
  scan_put_message(&part, source, result);
  move_field(out, &part);
  scan_put_reason(&part, source, result);
  move_field(out, &part);
  put_root(&part, program, result);
  move_field(out, &part);
  scan_put_steps(&part, source, result);
  move_field(out, &part);
  put_field(out, result->status == SITE_VIOLATED ? result->plan : "");
  text_done(&part);
}

typedef struct Sending {
  const ScanPool *setup;
  RepSource *source;
  int results;
  uint32_t site;
} Sending;

static void send_result(void *context, const SiteResult *result) {
  Sending *sending = context;
  Text body;
  text_init(&body, sending->setup->mem);
  pack_result(&body, sending->source, result);
  send_record(sending->results, RECORD_RESULT, sending->site++, &body);
  text_done(&body);
}

/* Who did not check all sites of the function does not know all. */
static void send_uses(const ScanPool *setup, const ScanJob *job, int results) {
  Text body;
  uint32_t n;
  const SiteUse *uses = setup->order->engine->uses(setup->state, &n);
  text_init(&body, setup->mem);
  scan_put_uses(setup->keys, job->func, uses, n, &body);
  send_record(results, RECORD_USES, 0, &body);
  text_done(&body);
}

static void check_function(const ScanPool *setup, const ScanJob *job,
                           RepSource *source, int results) {
  const ScanEngine *engine = setup->order->engine;
  uint32_t sites = engine->count(setup->state, job->func);
  send_record(results, RECORD_SITES, sites, NULL);
  Sending sending = {setup, source, results, job->skip};
  if (job->skip < sites || !sites)
    engine->check(setup->state, job->func, job->skip, send_result, &sending);
  if (!job->skip) send_uses(setup, job, results);
}

static void limit_memory(uint64_t bytes) {
  Mem mem;
  Text text;
  mem_init(&mem, 0);
  text_init(&text, &mem);
  uint64_t now = 0; /* pages mapped */
  if (file_read(&text, "/proc/self/statm"))
    now = strtoull(text_get(&text), NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
  text_done(&text);
  ChildLimit limit = {RLIMIT_AS, now + bytes, CHILD_LIMIT_HARD};
#if !defined(__SANITIZE_ADDRESS__)
  if (bytes && now) child_limit(&limit);
#else
  (void)limit;
#endif
}

BASE_NORETURN static void work(const Pool *pool, int orders, int results) {
  const ScanPool *setup = pool->setup;
  uint64_t most = setup->order->worker_memory;
  size_t before = setup->mem->used;
  if (most) setup->mem->limit = before + most;
  limit_memory(most + most / 4);
  child_end_without_memory();
  Order order;
  RepSource source;
  rep_source_init(&source, setup->mem, setup->program);
  while (read(orders, &order, sizeof order) == (ssize_t)sizeof order) {
    assert(order.job < pool->n);
    ScanJob job = pool->jobs[order.job];
    job.skip = order.skip;
    check_function(setup, &job, &source, results);
    bool large = most && setup->mem->used > before + most / 2;
    send_record(results, RECORD_END, large, NULL);
    if (large) break;
  }
  _exit(0);
}

/* ---- starting and ending workers ---- */

static void start_worker(Pool *pool, Worker *worker) {
  int orders[2], results[2];
  if (!pipe_open_two(orders, results))
    die(EXIT_INTERNAL, "cannot make a pipe: %s", strerror(errno));
  pid_t pid = child_must_fork(CHILD_HELPER);
  if (pid == 0) {
    close(orders[PIPE_WRITE]);
    close(results[PIPE_READ]);
    for (uint32_t i = 0; i < pool->n_workers; i++)
      if (pool->workers[i].pid) {
        close(pool->workers[i].orders);
        close(pool->workers[i].results.fd);
      }
    work(pool, orders[PIPE_READ], results[PIPE_WRITE]);
  }
  close(orders[PIPE_READ]);
  close(results[PIPE_WRITE]);
  worker->pid = pid;
  worker->orders = orders[PIPE_WRITE];
  channel_init(&worker->results, pool->setup->mem);
  channel_open(&worker->results, results[PIPE_READ]);
  worker->job = UINT32_MAX;
  worker->late = worker->ends = false;
}

/* CPU seconds of the worker; 0: not known. */
static double cpu_of(const Worker *worker) {
  clockid_t clock;
  struct timespec at;
  if (clock_getcpuclockid(worker->pid, &clock) != 0 ||
      clock_gettime(clock, &at) != 0)
    return 0;
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

/* It has just shown that it lives. */
static void note_sign(Worker *worker) {
  worker->since = clock_now();
  worker->worked = cpu_of(worker);
}

/* Gives the worker the next function; false: there is none. */
static bool give_job(Pool *pool, Worker *worker) {
  Order order = {.job = pool->next};
  if (pool->again.n) {
    order = VEC_POP(&pool->again);
  } else if (pool->next < pool->n) {
    order.skip = pool->jobs[pool->next++].skip;
  } else {
    return false;
  }
  worker->job = order.job;
  worker->site = order.skip;
  worker->counted = worker->runs = false;
  note_sign(worker);
  ssize_t sent = write(worker->orders, &order, sizeof order);
  (void)sent; /* a dead worker is noticed when its results end */
  return true;
}

/* ---- results ---- */

static const char *take_field(const char **at, const char *end) {
  const char *field = *at;
  if (field >= end) return "";
  *at = field + strlen(field) + 1;
  return field;
}

static void take_result(Pool *pool, Worker *worker, uint32_t site,
                        const char *body, size_t n) {
  const char *end = body + n;
  ScanRow row = {0};
  if (sscanf(take_field(&body, end), "%u %u %u %u %u %u %lf %u", &row.check,
             &row.answer, &row.cause, &row.expanded, &row.queries,
             &row.rests_on, &row.seconds, &row.nodes) != 8)
    return;
  row.place = take_field(&body, end);
  row.message = take_field(&body, end);
  row.reason = take_field(&body, end);
  row.root = take_field(&body, end);
  row.steps = take_field(&body, end);
  row.plan = take_field(&body, end);
  row.replay = pool->setup->order->settings.replay == SCAN_REPLAY_OFF
                   ? "--replay=off"
                   : "";
  scan_store_put_row(pool->setup->store, pool->jobs[worker->job].key, site,
                     &row);
  pool->results++;
  pool->violated += row.answer == SITE_VIOLATED;
  worker->runs |=
      row.answer == SITE_VIOLATED && !text_starts_with(row.plan, "cannot ");
  worker->site = site + 1;
}

static void take_uses(Pool *pool, const Worker *worker, const char *body,
                      size_t n) {
  const ScanPool *setup = pool->setup;
  const ScanJob *job = &pool->jobs[worker->job];
  char hash[65], reach[65] = "";
  Text names;
  text_init(&names, setup->mem);
  text_add_n(&names, body, n);
  bool good = scan_hash_uses(setup->keys, job->func, text_get(&names), hash);
  if (worker->runs)
    scan_hash_reach(setup->keys, job->func, text_get(&names), reach);
  ScanUses uses = {job->key, text_get(&names), hash, reach};
  if (good)
    scan_store_put_uses(setup->store, setup->keys->heads[job->func.id], &uses);
  text_done(&names);
}

static double weight_of(const Pool *pool, uint32_t job) {
  return 1 +
         (double)prog_func(pool->setup->program, pool->jobs[job].func)->insts.n;
}

typedef struct Taker {
  Pool *pool;
  Worker *worker;
} Taker;

static void take_record(void *context, uint64_t kind, const char *body,
                        size_t n) {
  Pool *pool = ((Taker *)context)->pool;
  Worker *worker = ((Taker *)context)->worker;
  uint32_t number = (uint32_t)(kind >> 32);
  note_sign(worker);
  if (worker->job == UINT32_MAX) return;
  switch ((RecordKind)(uint32_t)kind) {
  case RECORD_SITES:
    scan_store_set_sites(pool->setup->store, pool->jobs[worker->job].key,
                         number);
    worker->counted = true;
    return;
  case RECORD_RESULT: take_result(pool, worker, number, body, n); return;
  case RECORD_USES: take_uses(pool, worker, body, n); return;
  case RECORD_END:
    pool->done++;
    pool->done_weight += weight_of(pool, worker->job);
    worker->job = UINT32_MAX;
    worker->ends = number != 0;
    if (!number) (void)give_job(pool, worker);
    return;
  }
}

/* Why the worker died: by our hand, of its memory limit (base/mem.c ends it
 * with that code), or else of a bug, which the user is told of. */
static SiteCause put_cause(Text *out, const Worker *worker, ChildEnd end) {
  bool is_limit = worker->late || end.code == EXIT_UNKNOWN;
  if (is_limit)
    text_add(out, worker->late ? "timeout" : "memory");
  else if (end.signal)
    text_printf(out, "internal error: the checker died of signal %d",
                end.signal);
  else
    text_printf(out, "internal error: the checker ended with code %d",
                end.code);
  return is_limit ? SITE_CAUSE_BUDGET : SITE_CAUSE_FAILURE;
}

/* The site a worker died at is unknown; the rest of its function goes on. */
static void note_death(Pool *pool, Worker *worker, ChildEnd end) {
  if (worker->job == UINT32_MAX) return;
  const ScanJob *job = &pool->jobs[worker->job];
  const ScanPool *setup = pool->setup;
  const Function *f = prog_func(setup->program, job->func);
  Text place, reason;
  text_init(&place, setup->mem);
  text_init(&reason, setup->mem);
  scan_put_place(&place, setup->program, f->loc);
  SiteCause cause = put_cause(&reason, worker, end);
  if (cause == SITE_CAUSE_FAILURE)
    rep_say(REP_WARNING, "%s at a site of %s, which stays unknown",
            text_get(&reason), f->name);
  ScanRow row = {.answer = SITE_UNKNOWN,
                 .cause = (uint32_t)cause,
                 .place = text_get(&place),
                 .message = "",
                 .reason = text_get(&reason),
                 .root = "",
                 .steps = "",
                 .plan = "",
                 .replay = ""};
  if (!worker->counted) scan_store_set_sites(setup->store, job->key, 1);
  scan_store_put_row(setup->store, job->key, worker->site, &row);
  pool->results++;
  text_done(&place);
  text_done(&reason);
  if (!worker->counted) {
    pool->done++;
    pool->done_weight += weight_of(pool, worker->job);
    return;
  }
  Order rest = {.job = worker->job, .skip = worker->site + 1};
  VEC_PUSH(setup->mem, &pool->again, rest);
}

static void bury(Pool *pool, Worker *worker) {
  note_death(pool, worker, child_wait(worker->pid));
  close(worker->orders);
  channel_done(&worker->results);
  worker->pid = 0;
  worker->job = UINT32_MAX;
}

static void listen_to(Pool *pool, Worker *worker) {
  Taker taker = {pool, worker};
  channel_drain(&worker->results, take_record, &taker);
  if (worker->results.fd < 0) bury(pool, worker);
}

/* ---- the loop ---- */

/* How long a check may keep silent, in CPU time: engines look at what they have
 * spent now and then.  Where other programs have the machine, or it waits for
 * something, that is longer. */
static bool is_late(const Pool *pool, const Worker *worker) {
  double patience = 3 * pool->setup->order->settings.budget + 10;
  double silent = clock_now() - worker->since;
  return silent > patience &&
         (silent > 20 * patience || cpu_of(worker) - worker->worked > patience);
}

static bool has_work(const Pool *pool) {
  return pool->again.n > 0 || pool->next < pool->n;
}

static bool is_busy(const Pool *pool) {
  for (uint32_t i = 0; i < pool->n_workers; i++)
    if (pool->workers[i].pid && pool->workers[i].job != UINT32_MAX) return true;
  return false;
}

static void tend_workers(Pool *pool) {
  for (uint32_t i = 0; i < pool->n_workers; i++) {
    Worker *worker = &pool->workers[i];
    if (!worker->pid && has_work(pool)) start_worker(pool, worker);
    if (!worker->pid) continue;
    if (worker->job == UINT32_MAX) {
      if (!worker->ends) (void)give_job(pool, worker);
    } else if (is_late(pool, worker)) {
      worker->late = true;
      kill(worker->pid, SIGKILL);
    }
  }
}

static void wait_for_records(Pool *pool) {
  struct pollfd *on =
      MEM_ARRAY(pool->setup->mem, struct pollfd, pool->n_workers);
  for (uint32_t i = 0; i < pool->n_workers; i++)
    on[i] = (struct pollfd){
        .fd = pool->workers[i].pid ? pool->workers[i].results.fd : -1,
        .events = POLLIN};
  poll(on, pool->n_workers, 200);
  scan_store_begin(pool->setup->store);
  for (uint32_t i = 0; i < pool->n_workers; i++)
    if (on[i].revents) listen_to(pool, &pool->workers[i]);
  scan_store_set_figure(pool->setup->store, SCAN_FRESH,
                        pool->fresh + (double)pool->results);
  scan_store_commit(pool->setup->store);
  MEM_FREE_ARRAY(pool->setup->mem, on, pool->n_workers);
}

static void end_workers(Pool *pool) {
  for (uint32_t i = 0; i < pool->n_workers; i++) {
    Worker *worker = &pool->workers[i];
    if (!worker->pid) continue;
    kill(worker->pid, SIGKILL);
    bury(pool, worker);
  }
}

void scan_pool_run(const ScanPool *setup, const ScanJob *jobs, uint32_t n) {
  Pool pool = {.setup = setup,
               .jobs = jobs,
               .n = n,
               .fresh = scan_store_figure(setup->store, SCAN_FRESH)};
  pool.n_workers = setup->order->cores < n ? setup->order->cores : n;
  pool.workers = MEM_ARRAY(setup->mem, Worker, pool.n_workers);
  for (uint32_t i = 0; i < n; i++) pool.weight += weight_of(&pool, i);
  signal(SIGPIPE, SIG_IGN);
  rep_progress_init(&pool.progress);
  for (tend_workers(&pool); is_busy(&pool) || has_work(&pool);
       tend_workers(&pool)) {
    char what[96];
    snprintf(what, sizeof what, "%llu conditions, %llu violated, functions",
             (unsigned long long)pool.results,
             (unsigned long long)pool.violated);
    rep_progress_part(&pool.progress, "checking", what,
                      (uint64_t)pool.done_weight, (uint64_t)pool.weight);
    wait_for_records(&pool);
  }
  rep_progress_end(&pool.progress);
  end_workers(&pool);
  VEC_DONE(setup->mem, &pool.again);
  MEM_FREE_ARRAY(setup->mem, pool.workers, pool.n_workers);
}
