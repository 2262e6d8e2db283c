/* SPDX-License-Identifier: MIT
 *
 * Lines of source files by name and number, for places that are kept without
 * their program. */
#ifndef REPORT_SCAN_LINES_H
#define REPORT_SCAN_LINES_H

#include "base/base.h"

/* The file read last, as most places stand beside each other. */
typedef struct RepLines {
  Text name, text;
} RepLines;

void rep_lines_init(RepLines *lines, Mem *mem);
void rep_lines_done(RepLines *lines);
/* Adds the line, from 1, without its end; false: it cannot be read, and nothing
 * is added. */
bool rep_lines_add(Text *out, RepLines *lines, const char *file, uint32_t line);

#endif
