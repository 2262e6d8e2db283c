/* SPDX-License-Identifier: MIT
 *
 * Parts: the functions of a group, dealt out, and the files that say so.
 *
 * Loading a group takes the same time in each part, checking it takes as long
 * as the part is large: so there is a least weight, below which a part would
 * mostly load, and a greatest number of parts (loading takes about a fortieth
 * of the CPU time of checking, so with 16 parts it takes a third of all).  The
 * heaviest functions are dealt out first, each to the part that has least.
 *
 * A group's file has a line for each of its units: "owned", "helper" or
 * "guest", of which group (0: not a guest), bits, bitcode and source, with tabs
 * between.  A part's file names its group's file
 * in the first line; each further line is a key.  The name of each file is a
 * hash of what is in it. */
#include "scan/cluster/cluster.h"
#include "base/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PARTS_MOST = 16, WEIGHT_LEAST = 5000 };

static const char end_part[] = ".part", end_results[] = ".db";

const char *scan_parts_directory(Arena *texts, const char *database) {
  require(*database != 0);
  return arena_printf(texts, "%s/cluster", database);
}

const char *scan_part_results(Arena *texts, const char *path) {
  size_t n = strlen(path), end = strlen(end_part);
  require(n > end && strcmp(path + n - end, end_part) == 0);
  return arena_printf(texts, "%.*s%s", (int)(n - end), path, end_results);
}

/* ---- writing ---- */

/* A file named by what is in it; NULL with errno. */
static const char *write_named(ScanParts *parts, const Text *content,
                               const char *end) {
  char name[65];
  sha256_hex(name, text_get(content), content->n);
  const char *path =
      arena_printf(&parts->texts, "%s/%s%s", parts->directory, name, end);
  return file_write(path, text_get(content), content->n) ? path : NULL;
}

static void put_unit(Text *out, const ScanUnits *units, uint32_t number,
                     const char *role, uint32_t guest) {
  const ScanUnit *unit = &units->list.at[number];
  assert(unit->bitcode != NULL);
  text_printf(out, "%s\t%u\t%d\t%s\t%s\n", role, guest, unit->entry->bits,
              unit->bitcode, unit->entry->file);
}

static const char *write_group(ScanParts *parts, const ScanUnits *units,
                               const ScanGroup *group) {
  assert(group->owned.n > 0);
  Text text;
  text_init(&text, parts->texts.mem);
  for (uint32_t i = 0; i < group->owned.n; i++)
    put_unit(&text, units, group->owned.at[i], "owned", 0);
  for (uint32_t i = 0; i < group->helper.n; i++)
    put_unit(&text, units, group->helper.at[i], "helper", 0);
  for (uint32_t i = 0; i < group->guest.n; i++)
    put_unit(&text, units, group->guest.at[i].unit, "guest",
             group->guest.at[i].of);
  const char *path = write_named(parts, &text, ".group");
  text_done(&text);
  return path;
}

/* ---- dealing out ---- */

static uint64_t weight_of_all(const ScanPiece *pieces, uint32_t n) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < n; i++) all += pieces[i].weight;
  return all;
}

uint32_t scan_parts_count(const ScanPiece *pieces, uint32_t n) {
  uint64_t count = weight_of_all(pieces, n) / WEIGHT_LEAST;
  if (count > PARTS_MOST) count = PARTS_MOST;
  if (count > n) count = n;
  return count ? (uint32_t)count : 1;
}

/* The heaviest first; equal ones by key, so that parts are the same each
 * time. */
static int compare_pieces(const void *a, const void *b) {
  const ScanPiece *x = a, *y = b;
  if (x->weight != y->weight) return x->weight > y->weight ? -1 : 1;
  return strcmp(x->key, y->key);
}

static uint32_t lightest(const uint64_t *weights, uint32_t n) {
  assert(n > 0);
  uint32_t best = 0;
  for (uint32_t i = 1; i < n; i++)
    if (weights[i] < weights[best]) best = i;
  return best;
}

static void deal_out(Text *texts, uint32_t n_parts, const ScanPiece *pieces,
                     uint32_t n) {
  uint64_t weights[PARTS_MOST] = {0};
  assert(n_parts >= 1 && n_parts <= PARTS_MOST);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t part = lightest(weights, n_parts);
    weights[part] += pieces[i].weight;
    text_printf(&texts[part], "%s\n", pieces[i].key);
  }
}

static bool write_parts(ScanParts *parts, const char *group,
                        const ScanPiece *pieces, uint32_t n) {
  Mem *mem = parts->texts.mem;
  Text texts[PARTS_MOST];
  uint32_t n_parts = scan_parts_count(pieces, n);
  assert(n_parts <= n && parts->list.n == 0);
  for (uint32_t i = 0; i < n_parts; i++) {
    text_init(&texts[i], mem);
    text_printf(&texts[i], "%s\n", group);
  }
  deal_out(texts, n_parts, pieces, n);
  bool good = true;
  for (uint32_t i = 0; i < n_parts; i++) {
    const char *path = good ? write_named(parts, &texts[i], end_part) : NULL;
    good &= path != NULL;
    if (good) VEC_PUSH(mem, &parts->list, path);
    text_done(&texts[i]);
  }
  return good;
}

bool scan_parts_make(ScanParts *parts, const char *database,
                     const ScanUnits *units, const ScanGroup *group,
                     const ScanPiece *pieces, uint32_t n, Mem *mem) {
  require(n > 0 && group->owned.n > 0);
  *parts = (ScanParts){0};
  arena_init(&parts->texts, mem);
  parts->directory = scan_parts_directory(&parts->texts, database);
  if (mkdir(parts->directory, 0777) != 0 && errno != EEXIST) return false;
  const char *path = write_group(parts, units, group);
  if (!path) return false;
  ScanPiece *sorted = MEM_ARRAY(mem, ScanPiece, n);
  memcpy(sorted, pieces, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare_pieces);
  bool good = write_parts(parts, path, sorted, n);
  MEM_FREE_ARRAY(mem, sorted, n);
  return good;
}

void scan_parts_done(ScanParts *parts) {
  VEC_DONE(parts->texts.mem, &parts->list);
  arena_done(&parts->texts);
}

/* ---- reading ---- */

/* The next field, ended by `end`; NULL: there is none. */
static const char *take_field(const char **at, char end, Arena *texts) {
  const char *stop = strchr(*at, end);
  if (!stop) return NULL;
  const char *field = arena_strndup(texts, *at, (size_t)(stop - *at));
  *at = stop + 1;
  return field;
}

/* One line of a group's file: its entry, and its unit, which waits for the
 * entries to be complete. */
static bool take_unit(ScanPart *part, const char **at, ScanEntries *entries,
                      ScanUnits *units) {
  Mem *mem = units->texts.mem;
  Arena *texts = &units->texts;
  const char *role = take_field(at, '\t', texts);
  const char *of = role ? take_field(at, '\t', texts) : NULL;
  const char *bits = of ? take_field(at, '\t', texts) : NULL;
  const char *bitcode = bits ? take_field(at, '\t', texts) : NULL;
  const char *file = bitcode ? take_field(at, '\n', texts) : NULL;
  if (!file) return false;
  ScanEntry entry = {.file = file, .directory = "", .bits = atoi(bits)};
  ScanUnit unit = {.bitcode = bitcode, .symbols = "", .deps = ""};
  uint32_t number = units->list.n;
  assert(entries->list.n == number);
  VEC_PUSH(mem, &entries->list, entry);
  VEC_PUSH(mem, &units->list, unit);
  if (strcmp(role, "owned") == 0)
    VEC_PUSH(mem, &part->group.owned, number);
  else if (strcmp(role, "helper") == 0)
    VEC_PUSH(mem, &part->group.helper, number);
  else
    VEC_PUSH(mem, &part->group.guest,
             ((ScanGuest){number, (uint32_t)atoi(of)}));
  return true;
}

static bool read_group(ScanPart *part, const char *path, ScanEntries *entries,
                       ScanUnits *units, Text *problem) {
  Text text;
  text_init(&text, units->texts.mem);
  bool good = file_read(&text, path);
  if (!good)
    text_printf(problem, "cannot read the group '%s': %s", path,
                strerror(errno));
  const char *at = text_get(&text);
  while (good && *at) {
    good = take_unit(part, &at, entries, units);
    if (!good) text_printf(problem, "the group '%s' is damaged", path);
  }
  for (uint32_t i = 0; i < units->list.n; i++)
    units->list.at[i].entry = &entries->list.at[i];
  text_done(&text);
  return good && part->group.owned.n > 0;
}

bool scan_part_read(ScanPart *part, const char *path, ScanEntries *entries,
                    ScanUnits *units, Text *problem) {
  require(units->list.n == 0 && entries->list.n == 0);
  Arena *texts = &units->texts;
  Text text;
  *part = (ScanPart){0};
  names_init(&part->keys, texts->mem);
  text_init(&text, texts->mem);
  bool good = file_read(&text, path);
  if (!good)
    text_printf(problem, "cannot read --cluster-part=%s: %s", path,
                strerror(errno));
  const char *at = text_get(&text);
  const char *group = take_field(&at, '\n', texts);
  for (const char *key; (key = take_field(&at, '\n', texts));)
    names_add(&part->keys, key);
  if (good && !part->keys.list.n) {
    text_printf(problem, "--cluster-part=%s: this is no part of a scan", path);
    good = false;
  }
  text_done(&text);
  return good && read_group(part, group, entries, units, problem);
}

void scan_part_done(ScanPart *part, Mem *mem) {
  names_done(&part->keys);
  VEC_DONE(mem, &part->group.owned);
  VEC_DONE(mem, &part->group.helper);
  VEC_DONE(mem, &part->group.guest);
}
