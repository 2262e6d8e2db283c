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
  VEC_DONE(stats->mem, &stats->labels);
  VEC_DONE(stats->mem, &stats->stages);
  VEC_DONE(stats->mem, &stats->counts);
  arena_done(&stats->names);
}

void rep_stats_label(RepStats *stats, const char *name, const char *value) {
  require(*name && *value);
  RepLabel label = {arena_strdup(&stats->names, name),
                    arena_strdup(&stats->names, value)};
  VEC_PUSH(stats->mem, &stats->labels, label);
}

void rep_stats_begin(RepStats *stats, const char *name) {
  stats->running = arena_strdup(&stats->names, name);
}

void rep_stats_stage(RepStats *stats, const char *name, double wall,
                     double cpu) {
  assert(wall >= 0 && cpu >= 0);
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

static void add_stages(Json *json, const RepStats *stats) {
  json_line(json, 2);
  json_key_array(json, "stages");
  for (uint32_t i = 0; i < stats->stages.n; i++) {
    const RepStage *stage = &stats->stages.at[i];
    json_line(json, 4);
    json_open_object(json);
    json_key_text(json, "name", stage->name);
    json_key_real(json, "wall_s", stage->wall, 4);
    json_key_real(json, "cpu_s", stage->cpu, 4);
    json_close(json);
  }
  json_line(json, 2);
  json_close(json);
}

void rep_stats_members(Text *out, const RepStats *stats) {
  Json json;
  json_init_members(&json, out);
  if (stats->running) {
    json_line(&json, 2);
    json_key_text(&json, "running", stats->running);
  }
  for (uint32_t i = 0; i < stats->labels.n; i++) {
    json_line(&json, 2);
    json_key_text(&json, stats->labels.at[i].name, stats->labels.at[i].value);
  }
  add_stages(&json, stats);
  json_line(&json, 2);
  json_key_object(&json, "counts");
  for (uint32_t i = 0; i < stats->counts.n; i++) {
    json_line(&json, 4);
    json_key_number(&json, stats->counts.at[i].name, stats->counts.at[i].value);
  }
  json_line(&json, 2);
  json_close(&json);
  json_done(&json);
}

void rep_stats_file(Text *out, const Verdict *verdict, const RepUse *use,
                    const char *members) {
  assert(use->wall >= 0 && use->cpu >= 0);
  Json json;
  Text line;
  text_init(&line, out->mem);
  rep_verdict_text(&line, verdict);
  assert(line.n > 0);
  json_init(&json, out);
  json_open_object(&json);
  json_line(&json, 2);
  json_key_text(&json, "verdict", text_get(&line));
  json_line(&json, 2);
  json_key_number(&json, "exit_code", verdict->code);
  json_line(&json, 2);
  json_key_real(&json, "wall_s", use->wall, 3);
  json_line(&json, 2);
  json_key_real(&json, "cpu_s", use->cpu, 3);
  json_line(&json, 2);
  json_key_real(&json, "peak_memory_mb", (double)use->peak_memory / (1 << 20),
                1);
  json_members(&json, members);
  json_line(&json, 0);
  json_close(&json);
  json_done(&json);
  text_char(out, '\n');
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
