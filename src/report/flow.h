/* SPDX-License-Identifier: MIT
 *
 * The control flow of a function as a picture. */
#ifndef REPORT_FLOW_H
#define REPORT_FLOW_H

#include "report/source/source.h"

/* An SVG, whose boxes have the attribute data-row="f`file`-LINE"; nothing if
 * the function is too large or has no branch. */
void rep_flow(Text *out, RepSource *source, const Function *f, uint32_t file);

#endif
