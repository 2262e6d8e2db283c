/* SPDX-License-Identifier: MIT
 *
 * Clocks and counters of the worker. */
#include "check/monitor/monitor.h"

#include <sys/resource.h>

void monitor_init(Monitor *monitor, Mem *mem, const SupLink *link,
                  int log_level) {
  require(mem && link);
  *monitor = (Monitor){.mem = mem, .link = link, .log_level = log_level};
  rep_stats_init(&monitor->stats, mem);
}

void monitor_done(Monitor *monitor) {
  rep_stats_done(&monitor->stats);
}

/* ---- stages ---- */

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* CPU time of this process and the children it waited for. */
static double cpu_with_children(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return seconds(own.ru_utime) + seconds(own.ru_stime) +
         seconds(children.ru_utime) + seconds(children.ru_stime);
}

static void send_stats(Monitor *monitor) {
  Text members;
  if (monitor->turn)
    rep_stats_count(&monitor->stats, "turn_ticks", monitor->turn->spent);
  text_init(&members, monitor->mem);
  rep_stats_members(&members, &monitor->stats);
  sup_send(monitor->link, SUP_STATS, text_get(&members), members.n);
  text_done(&members);
}

void monitor_begin(Monitor *monitor, const char *stage) {
  require(!monitor->stats.running);
  monitor->stage_start = clock_now();
  monitor->stage_cpu = cpu_with_children();
  rep_stats_begin(&monitor->stats, stage);
  send_stats(monitor);
  if (monitor->log_level >= 2) rep_say(REP_NOTE, "%s ...", stage);
}

double monitor_cpu(const Monitor *monitor) {
  return cpu_with_children() - monitor->stage_cpu;
}

void monitor_move(Monitor *monitor, const SupLink *link, double cpu) {
  require(link && link != monitor->link && cpu >= 0);
  monitor->link = link;
  monitor->told = NULL; /* another process is told by the link */
  monitor->stage_cpu = cpu_with_children() - cpu;
}

void monitor_end(Monitor *monitor, const char *stage) {
  require(monitor->stats.running && strcmp(monitor->stats.running, stage) == 0);
  double wall = clock_now() - monitor->stage_start;
  double cpu = monitor_cpu(monitor);
  rep_stats_stage(&monitor->stats, stage, wall, cpu);
  rep_stats_count(&monitor->stats, "memory_peak", monitor->mem->peak);
  if (monitor->log_level >= 1)
    rep_say(REP_NOTE, "%s: %.3f s, CPU %.3f s, %.1f MB", stage, wall, cpu,
            (double)monitor->mem->used / (1 << 20));
  send_stats(monitor);
}

static const double pause = 0.25; /* seconds */

void monitor_tell(Monitor *monitor, MonitorTells when, const char *tried) {
  if (when == MONITOR_NOW_AND_THEN && clock_now() - monitor->last_told <= pause)
    return;
  monitor->last_told = clock_now();
  sup_send(monitor->link, SUP_TRIED, tried, strlen(tried));
  if (monitor->told) monitor->told(monitor->told_context);
}

/* ---- counts ---- */

static void count_pass(RepStats *stats, uint32_t number, const PassStat *stat) {
  assert(stat->pass && stat->blocks <= stat->insts && stat->seconds >= 0);
  const struct {
    const char *what;
    uint64_t value;
  } rows[] = {{"functions", stat->functions},
              {"blocks", stat->blocks},
              {"insts", stat->insts},
              {"microseconds", (uint64_t)(stat->seconds * 1e6)}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char name[64];
    snprintf(name, sizeof name, "%u.%s.%s", number, stat->pass, rows[i].what);
    rep_stats_count(stats, name, rows[i].value);
  }
}

void monitor_count_passes(Monitor *monitor, const PassRun *passes) {
  require(passes->n_stats <= sizeof passes->stats / sizeof *passes->stats);
  for (uint32_t i = 0; i < passes->n_stats; i++)
    count_pass(&monitor->stats, i, &passes->stats[i]);
}

void monitor_count_engine(Monitor *monitor, const EngineStats *stats) {
#define X(name, help) rep_stats_count(&monitor->stats, #name, stats->name);
  ENGINE_STATS(X)
#undef X
}

void monitor_watch_engine(Monitor *monitor, const EngineStats *stats) {
  if (clock_now() - monitor->last_sent <= pause) return;
  monitor->last_sent = clock_now();
  monitor_count_engine(monitor, stats);
  send_stats(monitor);
}
