/* SPDX-License-Identifier: MIT */
#include "report/scan/lines.h"

#include <string.h>

void rep_lines_init(RepLines *lines, Mem *mem) {
  text_init(&lines->name, mem);
  text_init(&lines->text, mem);
}

void rep_lines_done(RepLines *lines) {
  text_done(&lines->name);
  text_done(&lines->text);
}

/* A file that cannot be read has no lines. */
static void read_file(RepLines *lines, const char *file) {
  if (strcmp(text_get(&lines->name), file) == 0) return;
  text_clear(&lines->name);
  text_clear(&lines->text);
  text_add(&lines->name, file);
  if (!file_read(&lines->text, file)) text_clear(&lines->text);
}

bool rep_lines_add(Text *out, RepLines *lines, const char *file,
                   uint32_t line) {
  require(out && file);
  if (!line || !*file) return false;
  read_file(lines, file);
  const char *at = text_get(&lines->text);
  for (uint32_t i = 1; i < line && *at; i++) {
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  if (!*at) return false;
  text_add_n(out, at, strcspn(at, "\r\n"));
  return true;
}
