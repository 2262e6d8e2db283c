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
  char kind;       /* the last letter; '[' for a set */
  char length;     /* h, l, z, t, or H: hh, q: ll, j, L; scanf: m; 0 */
  bool flagged;    /* flags that change the length */
  bool skipped;    /* scanf: %*d */
  bool is_line;    /* %[^\n] */
  bool is_next;    /* only white space is between the one before and it */
  uint32_t before; /* characters before it that are no white space, without
                      those of conversions */
  int width;       /* or FORMAT_NONE, FORMAT_STAR */
  int precision;
} Conversion;

enum { FORMAT_MOST = 64 };

typedef struct Format {
  uint32_t n_literal; /* bytes between the conversions */
  uint32_t n;
  Conversion at[FORMAT_MOST];
} Format;

/* Reads the text of `length` bytes; false: it has something that is not known
 * (positions: %1$d), or printf has %m or stores by %n. */
BASE_MUST_USE bool format_parse(Format *format, FormatOf of, const char *text,
                                size_t length);

/* What one of the arguments behind the format of scanf is filled with. */
typedef struct FormatFill {
  int64_t bytes;   /* at most; -1: as many as the text has */
  int64_t surely;  /* at least, once the conversion is done */
  uint32_t before; /* so many conversions that count come before it */
  uint32_t least;  /* %n: characters that were read at least */
  bool is_counted; /* else: %n */
  bool is_next;    /* %n: nothing that may fail is between these and it */
  bool is_parted;  /* some of it may come though the conversion fails */
} FormatFill;

typedef struct FormatFills {
  FormatFill at[FORMAT_MOST];
  uint32_t n;
} FormatFills;

/* False: there is a conversion that is not understood. */
BASE_MUST_USE bool format_fills(FormatFills *out, const Format *format,
                                uint32_t pointer_bits);

/* The text that a constant leads to, if nothing ever writes it; NULL: none, or
 * it has no end. */
const char *prog_literal(const Program *program, Val text);

#endif
