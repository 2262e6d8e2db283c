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
  CHECK_TEXT(text_get(&out), "\n  \"running\": \"two\",\n"
                             "  \"stages\": [\n"
                             "    {\"name\": \"one\", \"wall_s\": 0.5000, "
                             "\"cpu_s\": 0.2500}\n  ],\n"
                             "  \"counts\": {\n    \"things\": 2\n  }");
  Text file;
  text_init(&file, &mem);
  Verdict verdict = {.kind = VERDICT_TRUE, .property = "", .reason = ""};
  rep_stats_file(&file, &verdict, &(RepUse){1, 2, 1 << 20}, "");
  CHECK_TEXT(text_get(&file), "{\n  \"verdict\": \"true\",\n"
                              "  \"exit_code\": 0,\n  \"wall_s\": 1.000,\n"
                              "  \"cpu_s\": 2.000,\n"
                              "  \"peak_memory_mb\": 1.0\n}\n");
  text_clear(&file);
  rep_stats_file(&file, &verdict, &(RepUse){0}, text_get(&out));
  CHECK(strstr(text_get(&file), "\"peak_memory_mb\": 0.0,\n  \"running\": "
                                "\"two\",\n"));
  CHECK(strstr(text_get(&file), "\"things\": 2\n  }\n}\n"));
  text_done(&file);
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
