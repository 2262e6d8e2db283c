/* SPDX-License-Identifier: MIT
 *
 * The formats of printf and scanf, read. */
#ifndef IR_FORMAT_H
#define IR_FORMAT_H

#include "ir/program.h"

typedef enum FormatOf { FORMAT_PRINT, FORMAT_SCAN } FormatOf;

enum { FORMAT_NONE = -1, FORMAT_STAR = -2 }; /* of width and precision */

/* One conversion. */
typedef struct Conversion {
  char kind;    /* the last letter; '[' for a set */
  char length;  /* h, l, z, t, or H: hh, q: ll, j, L; 0 */
  bool flagged; /* flags that change the length */
  bool skipped; /* scanf: %*d */
  bool is_line; /* %[^\n] */
  int width;    /* or FORMAT_NONE, FORMAT_STAR */
  int precision;
} Conversion;

enum { FORMAT_MOST = 64 };

typedef struct Format {
  uint32_t n_literal; /* bytes between the conversions */
  uint32_t n;
  Conversion at[FORMAT_MOST];
} Format;

/* Reads the text of `length` bytes; false: it has something that is not known
 * (positions: %1$d, %m), or stores by %n. */
bool format_parse(Format *format, FormatOf of, const char *text, size_t length);
/* The text that a constant leads to, if nothing ever writes it; NULL: none, or
 * it has no end. */
const char *prog_literal(const Program *program, Val text);

#endif
