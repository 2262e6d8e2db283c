/* SPDX-License-Identifier: MIT
 *
 * Supervision: limits that hold for all processes together.
 *
 * A checker runs solvers and compilers that it cannot make stop politely, so
 * limits are kept from outside.  Three processes:
 *
 *   supervisor ── worker ── clang, engines, ...   (one process group)
 *        └─────── guard                           (guard.c)
 *
 * The supervisor sleeps in poll() on its signals (as a file descriptor) and on
 * the channel, a pipe on which the worker sends framed records; every 20 ms it
 * measures the tree (proctree.c).  A record counts only when it is whole, so
 * stdout gets each result exactly once.
 *
 * Invariants: when the supervisor dies the worker dies at once (the kernel
 * sends it SIGKILL) and the guard removes what is left; at return of sup_run no
 * descendant is alive; a verdict received before a limit strikes is kept.
 *
 * The clock and the memory are read at most 20 ms late, so a process may
 * overshoot the memory limit by what it touches in that time; a resource limit
 * of twice the size stops one that runs away faster. */
#include "process/supervise.h"

#include "process/channel.h"
#include "process/child.h"
#include "process/guard.h"
#include "process/pipe.h"
#include "process/proctree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif
#else
enum { SANITIZED = 0 };
#endif

enum { TICK_MS = 50 };
static const double grace = 0.2; /* seconds from SIGTERM to SIGKILL */

typedef struct Supervisor {
  Mem *mem;
  const SupLimits *limits;
  SupResult *result;
  Guard guard;
  pid_t worker;
  int signals;       /* signalfd */
  Channel channel;   /* the worker's records */
  double start;      /* clock_now() */
  double cpu_before; /* of children that had ended before */
  double measured;   /* when what all processes use was looked at last */
  double kill_at;    /* when patience ends; 0: not dying yet */
  bool worker_ended; /* reaped; result says how */
} Supervisor;

/* ---- the worker's side ---- */

void sup_records_init(SupRecords *records, Mem *mem) {
  *records = (SupRecords){0};
  for (int i = 0; i < SUP_RECORDS; i++) text_init(&records->text[i], mem);
}

void sup_records_done(SupRecords *records) {
  for (int i = 0; i < SUP_RECORDS; i++) text_done(&records->text[i]);
}

void sup_records_put(SupRecords *records, SupRecord kind, const char *text,
                     size_t n) {
  require(kind < SUP_RECORDS);
  text_clear(&records->text[kind]);
  text_add_n(&records->text[kind], text, n);
  records->has[kind] = true;
}

void sup_send(const SupLink *link, SupRecord kind, const char *text, size_t n) {
  require(kind < SUP_RECORDS);
  if (link->kept) sup_records_put(link->kept, kind, text, n);
  if (!link->kept || (link->tells_stats && kind == SUP_STATS))
    channel_send(link->channel, kind, text, n);
}

static void lower_limit(int resource, uint64_t most) {
  child_limit(&(ChildLimit){resource, most, CHILD_LIMIT_SOFT});
}

static void set_resource_limits(const SupLimits *limits) {
  enum { MB = 1 << 20 };
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_STACK, 120ull * MB); /* the least gap Linux leaves free */
  if (limits->memory && !SANITIZED)
    lower_limit(RLIMIT_DATA, 2 * limits->memory + 512ull * MB);
}

BASE_NORETURN static void run_worker(Supervisor *s, const int ends[2],
                                     const sigset_t *old_mask, SupWork *work,
                                     void *context) {
  close(ends[PIPE_READ]);
  close(s->signals);
  close(s->guard.leash);
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0) dup2(null, STDIN_FILENO);
  set_resource_limits(s->limits);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_SETMASK, old_mask, NULL);
  SupLink link = {.temp_dir = s->result->temp_dir, .channel = ends[PIPE_WRITE]};
  end_process(work(&link, context));
}

/* ---- the supervisor's side ---- */

static void take_record(void *context, uint64_t kind, const char *text,
                        size_t n) {
  Supervisor *s = context;
  require(kind < SUP_RECORDS);
  sup_records_put(&s->result->records, (SupRecord)kind, text, n);
}

/* First reason wins: a worker that dies of our signal has not crashed. */
static void set_end(Supervisor *s, SupEnd end, int status) {
  if (s->kill_at > 0) return;
  s->result->end = end;
  s->result->status = status;
}

static void begin_kill(Supervisor *s, SupEnd end, int status, double patience) {
  assert(patience >= 0);
  if (s->kill_at > 0 || s->worker_ended) return;
  set_end(s, end, status);
  s->kill_at = clock_now() + patience;
}

static void reap(Supervisor *s) {
  ChildEnd end;
  pid_t pid;
  while (!s->worker_ended && (pid = child_reap(-1, &end)) > 0) {
    if (pid != s->worker) continue;
    if (end.signal)
      set_end(s, SUP_CRASHED, end.signal);
    else
      set_end(s, SUP_EXITED, end.code);
    s->worker_ended = true;
  }
}

static void take_signals(Supervisor *s) {
  struct signalfd_siginfo got;
  while (read(s->signals, &got, sizeof got) == (ssize_t)sizeof got) {
    if (got.ssi_signo == SIGCHLD) continue;
    require(s->worker > 1); /* -1 would be everybody */
    kill(-s->worker, (int)got.ssi_signo);
    begin_kill(s, SUP_INTERRUPTED, (int)got.ssi_signo, grace);
  }
  reap(s);
}

/* Of processes that ended before we started nothing is counted. */
static void take_cpu(Supervisor *s, const TreeUse *use) {
  double cpu = use->cpu - s->cpu_before;
  if (cpu > s->result->cpu) s->result->cpu = cpu;
}

/* Looking at all processes costs as much as a small question to a solver: not
 * for every record that comes. */
static bool is_due(const Supervisor *s) {
  double wall = s->limits->seconds, now = clock_now();
  return now - s->measured >= TICK_MS / 1000.0 ||
         (wall > 0 && now - s->start >= wall);
}

static void measure(Supervisor *s) {
  SupResult *result = s->result;
  s->measured = clock_now();
  TreeUse use = tree_measure(s->mem, s->guard.pid);
  result->wall = clock_now() - s->start;
  take_cpu(s, &use);
  uint64_t limit = s->limits->memory;
  if (limit && use.rss > limit)
    use.rss = tree_exact_memory(s->mem, s->guard.pid);
  if (use.rss > result->peak_memory) result->peak_memory = use.rss;
  if (limit && use.rss > limit) begin_kill(s, SUP_MEMORY, 0, 0);
  double wall = s->limits->seconds, cpu = s->limits->cpu_seconds;
  if ((wall > 0 && result->wall >= wall) || (cpu > 0 && result->cpu >= cpu))
    begin_kill(s, SUP_TIMEOUT, 0, 0);
}

/* Milliseconds to sleep: a tick, or what is left until the timeout. */
static int next_wait(const Supervisor *s) {
  if (s->limits->seconds <= 0) return TICK_MS;
  double left = s->limits->seconds - (clock_now() - s->start);
  if (left <= 0) return 0;
  int ms = left < 1 ? (int)(left * 1000) + 1 : TICK_MS;
  assert(ms >= 0);
  return ms < TICK_MS ? ms : TICK_MS;
}

static void watch(Supervisor *s) {
  while (!s->worker_ended && (s->kill_at == 0 || clock_now() < s->kill_at)) {
    struct pollfd on[2] = {{.fd = s->signals, .events = POLLIN},
                           {.fd = s->channel.fd, .events = POLLIN}};
    poll(on, 2, next_wait(s));
    channel_drain(&s->channel, take_record, s);
    take_signals(s);
    if (!s->worker_ended && is_due(s)) measure(s);
  }
  require(s->worker > 1);
  kill(-s->worker, SIGKILL);
  tree_kill(s->mem, s->guard.pid);
  channel_drain(&s->channel, take_record, s);
  TreeUse use = tree_measure(s->mem, s->guard.pid);
  take_cpu(s, &use);
  s->result->wall = clock_now() - s->start;
}

/* ---- start and end ---- */

static bool make_temp_dir(SupResult *out) {
  const char *parent = getenv("TMPDIR");
  if (!parent || !*parent) parent = "/tmp";
  int n = snprintf(out->temp_dir, sizeof out->temp_dir, "%s/cutpoint-XXXXXX",
                   parent);
  if (n > 0 && (size_t)n < sizeof out->temp_dir && mkdtemp(out->temp_dir))
    return true;
  text_printf(&out->problem,
              "cannot create a temporary directory in %s: %s; set TMPDIR to a "
              "directory with room that you may write",
              parent, strerror(errno));
  out->end = SUP_NO_TEMP;
  out->temp_dir[0] = 0;
  return false;
}

static void open_signals(Supervisor *s, sigset_t *old_mask) {
  sigset_t watched;
  sigemptyset(&watched);
  sigaddset(&watched, SIGINT);
  sigaddset(&watched, SIGTERM);
  sigaddset(&watched, SIGHUP);
  sigaddset(&watched, SIGQUIT);
  sigaddset(&watched, SIGCHLD);
  sigprocmask(SIG_BLOCK, &watched, old_mask);
  signal(SIGCHLD, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  s->signals = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool start_worker(Supervisor *s, const sigset_t *old_mask, SupWork *work,
                         void *context) {
  int ends[2];
  if (!pipe_open(ends)) return false;
  s->worker = child_fork(CHILD_GROUP);
  if (s->worker == 0) run_worker(s, ends, old_mask, work, context);
  close(ends[PIPE_WRITE]);
  channel_open(&s->channel, ends[PIPE_READ]);
  if (s->worker < 0) return false;
  guard_set_group(&s->guard, s->worker);
  return true;
}

void sup_run(SupResult *out, Mem *mem, const SupLimits *limits, SupWork *work,
             void *context) {
  require(limits->seconds >= 0 && limits->cpu_seconds >= 0);
  *out = (SupResult){.end = SUP_NO_START};
  text_init(&out->problem, mem);
  sup_records_init(&out->records, mem);
  Supervisor s = {.mem = mem,
                  .limits = limits,
                  .result = out,
                  .start = clock_now(),
                  .measured = clock_now(),
                  .cpu_before = tree_measure(mem, 0).cpu};
  channel_init(&s.channel, mem);
  sigset_t old_mask;
  open_signals(&s, &old_mask);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  GuardTemp temp = limits->temp == SUP_KEEP_TEMP ? GUARD_KEEP : GUARD_REMOVE;
  if (make_temp_dir(out)) {
    if (!guard_start(&s.guard, out->temp_dir, temp)) {
      text_printf(&out->problem, "cannot start a process: %s", strerror(errno));
      rmdir(out->temp_dir);
    } else {
      if (start_worker(&s, &old_mask, work, context))
        watch(&s);
      else
        text_printf(&out->problem, "cannot start a process: %s",
                    strerror(errno));
      guard_set_group(&s.guard, 0);
      guard_finish(&s.guard);
    }
  }
  assert(out->end != SUP_NO_START || out->problem.n > 0);
  channel_done(&s.channel);
  close(s.signals);
}

void sup_result_done(SupResult *result) {
  text_done(&result->problem);
  sup_records_done(&result->records);
}
