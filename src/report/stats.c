/* SPDX-License-Identifier: MIT
 *
 * Statistics of a run, and writing files for the user. */
#include "report/report.h"

#include <errno.h>
#include <libgen.h>
#include <sys/stat.h>
#include <unistd.h>

void rep_stats_init(RepStats *stats, Mem *mem) {
  *stats = (RepStats){.mem = mem};
  arena_init(&stats->names, mem);
}

void rep_stats_done(RepStats *stats) {
  VEC_DONE(stats->mem, &stats->stages);
  VEC_DONE(stats->mem, &stats->counts);
  arena_done(&stats->names);
}

void rep_stats_begin(RepStats *stats, const char *name) {
  stats->running = arena_strdup(&stats->names, name);
}

void rep_stats_stage(RepStats *stats, const char *name, double wall,
                     double cpu) {
  RepStage stage = {arena_strdup(&stats->names, name), wall, cpu};
  VEC_PUSH(stats->mem, &stats->stages, stage);
  stats->running = NULL;
}

void rep_stats_count(RepStats *stats, const char *name, uint64_t value) {
  for (uint32_t i = 0; i < stats->counts.n; i++)
    if (strcmp(stats->counts.at[i].name, name) == 0) {
      stats->counts.at[i].value = value;
      return;
    }
  RepCount count = {arena_strdup(&stats->names, name), value};
  VEC_PUSH(stats->mem, &stats->counts, count);
}

void rep_stats_members(Text *out, const RepStats *stats) {
  if (stats->running) {
    text_add(out, "  \"running\": ");
    rep_json_string(out, stats->running);
    text_add(out, ",\n");
  }
  text_add(out, "  \"stages\": [");
  for (uint32_t i = 0; i < stats->stages.n; i++) {
    const RepStage *stage = &stats->stages.at[i];
    text_printf(out, "%s\n    {\"name\": ", i ? "," : "");
    rep_json_string(out, stage->name);
    text_printf(out, ", \"wall_s\": %.4f, \"cpu_s\": %.4f}", stage->wall,
                stage->cpu);
  }
  text_add(out, "\n  ],\n  \"counts\": {");
  for (uint32_t i = 0; i < stats->counts.n; i++) {
    text_printf(out, "%s\n    ", i ? "," : "");
    rep_json_string(out, stats->counts.at[i].name);
    text_printf(out, ": %llu", (unsigned long long)stats->counts.at[i].value);
  }
  text_add(out, "\n  }");
}

void rep_stats_file(Text *out, const Verdict *verdict, const RepUse *use,
                    const char *members) {
  Text line;
  text_init(&line, out->mem);
  rep_verdict_text(&line, verdict);
  text_add(out, "{\n  \"verdict\": ");
  rep_json_string(out, text_get(&line));
  text_printf(out, ",\n  \"exit_code\": %d,\n", (int)verdict->code);
  text_printf(out, "  \"wall_s\": %.3f,\n  \"cpu_s\": %.3f,\n", use->wall,
              use->cpu);
  text_printf(out, "  \"peak_memory_mb\": %.1f",
              (double)use->peak_memory / (1 << 20));
  if (*members) text_printf(out, ",\n%s", members);
  text_add(out, "\n}\n");
  text_done(&line);
}

/* ---- files ---- */

/* Whether the path is something to write into, not to replace: a device, a
 * pipe, a link (such as /dev/stdout). */
static bool is_special(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 && !S_ISREG(found.st_mode) &&
         !S_ISDIR(found.st_mode);
}

bool rep_can_write(const char *path) {
  struct stat found;
  if (stat(path, &found) == 0) {
    if (S_ISDIR(found.st_mode)) {
      errno = EISDIR;
      return false;
    }
    if (access(path, W_OK) != 0) return false;
    if (is_special(path)) return true;
  }
  char copy[4096];
  if (strlen(path) >= sizeof copy - 32) {
    errno = ENAMETOOLONG;
    return false;
  }
  strcpy(copy, path);
  return access(dirname(copy), W_OK | X_OK) == 0;
}

bool rep_write_file(const char *path, const Text *text) {
  if (!is_special(path)) return file_write(path, text_get(text), text->n);
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool whole = fwrite(text_get(text), 1, text->n, file) == text->n;
  return fclose(file) == 0 && whole;
}
