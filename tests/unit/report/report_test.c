/* SPDX-License-Identifier: MIT
 *
 * Verdict lines, JSON strings, statistics, files. */
#include "report/report.h"
#include "unit/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void line_is(Verdict verdict, const char *want) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  rep_verdict_line(&out, &verdict);
  CHECK_TEXT(text_get(&out), want);
  text_done(&out);
  mem_done(&mem);
}

TEST(report_verdict_lines) {
  line_is((Verdict){VERDICT_TRUE, EXIT_PROVED, CAUSE_NONE, "", ""},
          "VERDICT: true\n");
  line_is(
      (Verdict){VERDICT_FALSE, EXIT_VIOLATED, CAUSE_NONE, "no-overflow", ""},
      "VERDICT: false(no-overflow)\n");
  line_is(
      (Verdict){VERDICT_UNKNOWN, EXIT_UNKNOWN, CAUSE_ENGINE, "", "two\nlines"},
      "VERDICT: unknown (two lines)\n");
}

static void json_is(const char *text, const char *want) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  rep_json_string(&out, text);
  CHECK_TEXT(text_get(&out), want);
  text_done(&out);
  mem_done(&mem);
}

TEST(report_json_strings) {
  json_is("", "\"\"");
  json_is("a\"b\\c\n\x01", "\"a\\\"b\\\\c\\u000a\\u0001\"");
  json_is("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
          "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
  json_is("\xff\xc3", "\"\\ufffd\\ufffd\"");
  json_is("\xc0\x80 \xed\xa0\x80", "\"\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\"");
  json_is("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

TEST(report_statistics) {
  Mem mem;
  mem_init(&mem, 0);
  RepStats stats;
  rep_stats_init(&stats, &mem);
  rep_stats_begin(&stats, "one");
  rep_stats_stage(&stats, "one", 0.5, 0.25);
  rep_stats_count(&stats, "things", 1);
  rep_stats_count(&stats, "things", 2);
  rep_stats_begin(&stats, "two");
  Text out;
  text_init(&out, &mem);
  rep_stats_members(&out, &stats);
  CHECK_TEXT(text_get(&out), "  \"running\": \"two\",\n"
                             "  \"stages\": [\n"
                             "    {\"name\": \"one\", \"wall_s\": 0.5000, "
                             "\"cpu_s\": 0.2500}\n  ],\n"
                             "  \"counts\": {\n    \"things\": 2\n  }");
  text_done(&out);
  rep_stats_done(&stats);
  mem_done(&mem);
}

TEST(report_files) {
  char directory[] = "/tmp/report-test-XXXXXX";
  CHECK(mkdtemp(directory));
  char path[64];
  snprintf(path, sizeof path, "%s/file", directory);
  CHECK(rep_can_write(path));
  CHECK(access(path, F_OK) != 0);
  CHECK(!rep_can_write(directory));
  CHECK_INT(errno, EISDIR);
  CHECK(!rep_can_write("/nowhere/file"));
  CHECK(rep_can_write("/dev/null"));
  Mem mem;
  mem_init(&mem, 0);
  Text text, back;
  text_init(&text, &mem);
  text_init(&back, &mem);
  text_add(&text, "hello");
  CHECK(rep_write_file(path, &text));
  CHECK(file_read(&back, path));
  CHECK_TEXT(text_get(&back), "hello");
  CHECK(rep_write_file("/dev/null", &text));
  char link[64];
  snprintf(link, sizeof link, "%s/link", directory);
  CHECK(symlink(path, link) == 0);
  text_add(&text, " again");
  CHECK(rep_can_write(link));
  CHECK(rep_write_file(link, &text));
  struct stat found;
  CHECK(lstat(link, &found) == 0 && S_ISLNK(found.st_mode));
  text_clear(&back);
  CHECK(file_read(&back, path));
  CHECK_TEXT(text_get(&back), "hello again");
  unlink(link);
  text_done(&text);
  text_done(&back);
  mem_done(&mem);
  unlink(path);
  rmdir(directory);
}
