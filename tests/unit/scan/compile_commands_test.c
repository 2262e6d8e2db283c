/* SPDX-License-Identifier: MIT
 *
 * Compilation databases: escapes, broken ones, large ones. */
#include "scan/build/build.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Trial {
  Mem mem;
  ScanProblems problems;
  ScanEntries entries;
  char directory[64];
} Trial;

static void begin(Trial *trial) {
  mem_init(&trial->mem, 0);
  names_init(&trial->problems.seen, &trial->mem);
  scan_entries_init(&trial->entries, &trial->mem, 64, &trial->problems);
  snprintf(trial->directory, sizeof trial->directory, "/tmp/scan-test-XXXXXX");
  CHECK(mkdtemp(trial->directory));
}

static void read_text(Trial *trial, const char *text, size_t n) {
  char path[100];
  snprintf(path, sizeof path, "%s/c.json", trial->directory);
  CHECK(file_write(path, text, n));
  fflush(stderr); /* warnings are looked at below, not read */
  int kept = dup(STDERR_FILENO);
  CHECK(freopen("/dev/null", "w", stderr));
  bool good = scan_add_database(&trial->entries, path);
  fflush(stderr);
  dup2(kept, STDERR_FILENO);
  close(kept);
  CHECK(good);
  unlink(path);
}

static void done(Trial *trial) {
  CHECK(rmdir(trial->directory) == 0);
  scan_entries_done(&trial->entries);
  names_done(&trial->problems.seen);
  mem_done(&trial->mem);
}

/* Whether some problem has these words. */
static bool is_reported(const Trial *trial, const char *words) {
  const Names *seen = &trial->problems.seen;
  for (uint32_t i = 0; i < seen->list.n; i++)
    if (strstr(names_text(seen, i), words)) return true;
  return false;
}

/* The file of the only entry is /d/NAME.c. */
static void name_is(const char *json, const char *want) {
  Trial trial;
  char text[400], path[200];
  begin(&trial);
  snprintf(text, sizeof text,
           "[{\"directory\": \"/d\", \"file\": \"%s.c\", \"command\": "
           "\"cc %s.c\"}]",
           json, json);
  snprintf(path, sizeof path, "/d/%s.c", want);
  read_text(&trial, text, strlen(text));
  CHECK_INT(trial.entries.list.n, 1);
  if (trial.entries.list.n == 1)
    CHECK_TEXT(trial.entries.list.at[0].file, path);
  done(&trial);
}

TEST(scan_database_escapes) {
  name_is("plain", "plain");
  name_is("a\\tb\\/c", "a\tb/c");
  name_is("\\u00e4\\u20AC", "\xc3\xa4\xe2\x82\xac");
  name_is("\\ud83d\\ude00 \\uD800\\uDC00 \\udbff\\udfff",
          "\xf0\x9f\x98\x80 \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf");
  name_is("\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80");
}

/* Two good entries around one that has this name. */
static void is_skipped(const char *json, uint32_t kept, const char *words) {
  Trial trial;
  char text[500];
  begin(&trial);
  snprintf(text, sizeof text,
           "[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc\"},\n"
           " {\"directory\": \"/\", \"file\": \"%s.c\", \"command\": \"cc\"},\n"
           " {\"directory\": \"/\", \"file\": \"b.c\", \"command\": \"cc\"}]",
           json);
  read_text(&trial, text, strlen(text));
  CHECK_INT(trial.entries.list.n, kept);
  if (!is_reported(&trial, words))
    unit_fail(__FILE__, __LINE__, "nothing says \"%s\"", words);
  done(&trial);
}

TEST(scan_database_bad_strings) {
  is_skipped("x\\u0000y", 2, "entry 2 is not as it should be");
  is_skipped("\\ud83d", 1, "c.json:2:30: entry 2 is no JSON");
  is_skipped("\\ude00\\ud83d", 1, "entry 2 is no JSON");
  is_skipped("\\ud83d\\u0041", 1, "entry 2 is no JSON");
  is_skipped("\\q", 1, "entry 2 is no JSON");
  is_skipped("\\u12", 2, "entry 2 is not as it should be");
  is_skipped("\\uXYZW", 2, "entry 2 is not as it should be");
  is_skipped("\", \"file\": 5, \"x\": \"", 2, "entry 2 is not as it should be");
}

TEST(scan_database_backslash_before_u0000) {
  name_is("x\\\\u0000y", "x\\u0000y");
}

TEST(scan_database_last_of_equal_members) {
  Trial trial;
  const char *text =
      "[{\"directory\": \"/a\", \"directory\": \"/b\", \"file\": \"f.c\", "
      "\"arguments\": [\"cc\", \"-DA\"], \"arguments\": [\"cc\", \"-DB\"]}]";
  begin(&trial);
  read_text(&trial, text, strlen(text));
  CHECK_INT(trial.entries.list.n, 1);
  CHECK_TEXT(trial.entries.list.at[0].file, "/b/f.c");
  CHECK_INT(trial.entries.list.at[0].n_flags, 1);
  CHECK_TEXT(trial.entries.list.at[0].flags[0], "-DB");
  done(&trial);
}

/* Cut off anywhere, what came whole is kept, and a problem says the rest. */
TEST(scan_database_cut_off) {
  const char *text =
      "[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc\"}, "
      "{\"directory\": \"/\", \"file\": \"b.c\", \"command\": \"cc\"}]\n";
  size_t n = strlen(text), first = (size_t)(strchr(text, '}') - text) + 1;
  for (size_t cut = 0; cut < n; cut++) {
    Trial trial;
    begin(&trial);
    read_text(&trial, text, cut);
    CHECK_INT(trial.entries.list.n, (cut >= first) + (cut >= n - 2));
    CHECK_INT(trial.problems.seen.list.n, cut < n - 1);
    done(&trial);
  }
}

TEST(scan_database_deep_nesting) {
  Trial trial;
  Text text;
  begin(&trial);
  text_init(&text, &trial.mem);
  for (int i = 0; i < 1000000; i++) text_char(&text, '[');
  read_text(&trial, text_get(&text), text.n);
  CHECK_INT(trial.entries.list.n, 0);
  CHECK(is_reported(&trial, "entry 1 is no JSON"));
  text_done(&text);
  done(&trial);
}

TEST(scan_database_of_20_megabytes) {
  enum { ENTRIES = 40000 };
  Trial trial;
  Text text;
  begin(&trial);
  text_init(&text, &trial.mem);
  text_char(&text, '[');
  for (uint32_t i = 0; i < ENTRIES; i++) {
    text_printf(&text,
                "%s\n{\"directory\": \"/d%u\", \"file\": \"%u.c\", "
                "\"arguments\": [\"cc\"",
                i ? "," : "", i % 100, i);
    for (uint32_t k = 0; k < 12; k++)
      text_printf(&text, ", \"-I/usr/include/some/library/%u/%u\"", i, k);
    text_add(&text, "]}");
  }
  text_add(&text, "\n]\n");
  CHECK(text.n > 20u << 20);
  double start = clock_now();
  read_text(&trial, text_get(&text), text.n);
  CHECK(clock_now() - start < 30);
  CHECK_INT(trial.entries.list.n, ENTRIES);
  CHECK_INT(trial.problems.seen.list.n, 0);
  text_done(&text);
  done(&trial);
}
