/* SPDX-License-Identifier: MIT
 *
 * Parts of a scan on a cluster: dealt out, written, and read again. */
#include "scan/cluster/cluster.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

enum { PIECES = 40 };

typedef struct Trial {
  Mem mem;
  Arena texts;
  ScanPiece pieces[PIECES];
  ScanEntry entry;
  ScanUnits units;
  ScanGroup group;
  ScanParts parts;
  char database[64];
} Trial;

static void begin(Trial *t) {
  *t = (Trial){0};
  mem_init(&t->mem, 0);
  arena_init(&t->texts, &t->mem);
  scan_units_init(&t->units, &t->mem);
  snprintf(t->database, sizeof t->database, "/tmp/parts-test-XXXXXX");
  CHECK(mkdtemp(t->database));
  t->entry = (ScanEntry){.file = "/d/a b.c", .bits = 32};
  ScanUnit unit = {.entry = &t->entry, .bitcode = "x/y.bc"};
  VEC_PUSH(&t->mem, &t->units.list, unit);
  VEC_PUSH(&t->mem, &t->group.owned, 0);
  for (uint32_t i = 0; i < PIECES; i++)
    t->pieces[i] =
        (ScanPiece){arena_printf(&t->texts, "key%u", i), 100 + 97 * (i % 13)};
}

static void done(Trial *t) {
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", t->database);
  CHECK(system(command) == 0);
  scan_parts_done(&t->parts);
  VEC_DONE(&t->mem, &t->group.owned);
  scan_units_done(&t->units);
  arena_done(&t->texts);
  mem_done(&t->mem);
}

static void make(Trial *t) {
  CHECK(scan_parts_make(&t->parts, t->database, &t->units, &t->group, t->pieces,
                        PIECES, &t->mem));
}

TEST(parts_are_read_as_written) {
  Trial t;
  begin(&t);
  make(&t);
  CHECK(t.parts.list.n == scan_parts_count(t.pieces, PIECES));
  CHECK(t.parts.list.n > 1);
  uint32_t seen = 0;
  for (uint32_t i = 0; i < t.parts.list.n; i++) {
    ScanProblems problems;
    ScanEntries entries;
    ScanUnits units;
    ScanPart part;
    Text problem;
    names_init(&problems.seen, &t.mem);
    scan_entries_init(&entries, &t.mem, 64, &problems);
    scan_units_init(&units, &t.mem);
    text_init(&problem, &t.mem);
    CHECK(
        scan_part_read(&part, t.parts.list.at[i], &entries, &units, &problem));
    CHECK(problem.n == 0 && part.group.owned.n == 1 && units.list.n == 1);
    CHECK(strcmp(units.list.at[0].entry->file, "/d/a b.c") == 0);
    CHECK(strcmp(units.list.at[0].bitcode, "x/y.bc") == 0);
    CHECK(units.list.at[0].entry->bits == 32);
    seen += part.keys.list.n;
    scan_part_done(&part, &t.mem);
    text_done(&problem);
    scan_units_done(&units);
    scan_entries_done(&entries);
    names_done(&problems.seen);
  }
  CHECK(seen == PIECES);
  done(&t);
}

TEST(parts_have_the_same_names_each_time) {
  Trial t;
  begin(&t);
  make(&t);
  ScanParts first = t.parts;
  ScanPiece last = t.pieces[PIECES - 1];
  t.pieces[PIECES - 1] = t.pieces[0];
  t.pieces[0] = last; /* the order does not matter */
  make(&t);
  CHECK(first.list.n == t.parts.list.n);
  for (uint32_t i = 0; i < first.list.n; i++)
    CHECK(strcmp(first.list.at[i], t.parts.list.at[i]) == 0);
  scan_parts_done(&first);
  done(&t);
}

TEST(parts_that_are_none) {
  Trial t;
  begin(&t);
  make(&t);
  const char *results = scan_part_results(&t.texts, t.parts.list.at[0]);
  CHECK(strstr(results, ".db"));
  char path[128];
  snprintf(path, sizeof path, "%s/x.part", t.database);
  CHECK(file_write(path, "", 0));
  ScanProblems problems;
  ScanEntries entries;
  ScanPart part;
  Text problem;
  names_init(&problems.seen, &t.mem);
  scan_entries_init(&entries, &t.mem, 64, &problems);
  ScanUnits units;
  scan_units_init(&units, &t.mem);
  text_init(&problem, &t.mem);
  CHECK(!scan_part_read(&part, path, &entries, &units, &problem));
  CHECK(strstr(text_get(&problem), "no part of a scan"));
  scan_part_done(&part, &t.mem);
  text_done(&problem);
  scan_units_done(&units);
  scan_entries_done(&entries);
  names_done(&problems.seen);
  done(&t);
}
