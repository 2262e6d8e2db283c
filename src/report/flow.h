/* SPDX-License-Identifier: MIT
 *
 * The control flow of a function as a picture. */
#ifndef REPORT_FLOW_H
#define REPORT_FLOW_H

#include "report/source/source.h"

/* What holds at a line of the file. */
typedef struct RepFlowNote {
  uint32_t line;
  const char *text;
} RepFlowNote;

typedef struct RepFlowOrder {
  RepSource *source;
  const Function *f;
  uint32_t file; /* its number on the page */
  const RepFlowNote *notes;
  uint32_t n_notes;
} RepFlowOrder;

/* An SVG, whose boxes have the attribute data-row="f`file`-LINE", and those
 * with a note the class "holds"; nothing if the function is too large or has no
 * branch. */
void rep_flow(Text *out, const RepFlowOrder *order);

#endif
