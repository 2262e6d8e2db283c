/* SPDX-License-Identifier: MIT
 *
 * What scanf and its like store, as their format says. */
#ifndef ANALYSIS_FORMATS_H
#define ANALYSIS_FORMATS_H

#include "ir/program.h"

/* What one of the arguments behind the format is filled with. */
typedef struct FormatFill {
  int64_t bytes;   /* at most; -1: as many as the text has */
  int64_t surely;  /* at least, once the conversion is done */
  uint32_t before; /* so many conversions that count come before it */
  bool is_counted; /* else: %n */
  bool is_next;    /* %n: nothing that may fail is between these and it */
  bool is_parted;  /* some of it may come though the conversion fails */
} FormatFill;

enum { FORMAT_FILLS_MOST = 32 };

typedef struct FormatFills {
  FormatFill at[FORMAT_FILLS_MOST];
  uint32_t n;
} FormatFills;

/* False: there is something in it that is not understood. */
BASE_MUST_USE bool prog_format_fills(FormatFills *out, const char *format,
                                     uint32_t pointer_bits);

#endif
