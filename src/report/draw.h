/* SPDX-License-Identifier: MIT
 *
 * Pictures: a graph in the language of graphviz, or drawn by it. */
#ifndef REPORT_DRAW_H
#define REPORT_DRAW_H

#include "base/base.h"

/* Can a picture of that name be made?  A name says by its end what it is to
 * be: .dot or .svg, and for .svg the program `dot` must be there.  If not,
 * `problem` says why. */
BASE_MUST_USE bool rep_draw_check(const char *path, Text *problem);
/* Writes the graph, a text for dot; what goes wrong is a warning.  Nothing if
 * there is no path (NULL). */
void rep_draw(const Text *graph, const char *path, const char *temp_dir);

#endif
