/* SPDX-License-Identifier: MIT
 *
 * Colours of text on a terminal: those that compilers use. */
#ifndef REPORT_INK_H
#define REPORT_INK_H

#include "base/base.h"

typedef enum RepColours { REP_PLAIN, REP_COLOURED } RepColours;

typedef enum RepInk {
  REP_INK_ERROR,
  REP_INK_WARNING,
  REP_INK_NOTE,
  REP_INK_STRONG,
  REP_INK_DIM
} RepInk;

/* From here on; "" in plain text. */
static inline const char *rep_ink(RepColours colours, RepInk ink) {
  static const char *const codes[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m",
                                      "\033[1m", "\033[2m"};
  assert(ink <= REP_INK_DIM);
  return colours == REP_COLOURED ? codes[ink] : "";
}

/* Up to here. */
static inline const char *rep_ink_end(RepColours colours) {
  return colours == REP_COLOURED ? "\033[0m" : "";
}

#endif
