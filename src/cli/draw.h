/* SPDX-License-Identifier: MIT
 *
 * Pictures: a graph in the language of graphviz, or drawn by it. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "check/run.h"
#include "ts/ts.h"

/* Can a picture of that name be made?  A name says by its end what it is to
 * be: .dot or .svg, and for .svg the program `dot` must be there.  If not,
 * `problem` says why. */
BASE_MUST_USE bool draw_check(const char *path, Text *problem);
/* Writes the graph, a text for dot; what goes wrong is a warning.  Nothing if
 * there is no path. */
void draw_graph(Run *run, const Text *graph, const char *path);
/* Locations and edges, if --draw-graph wants them. */
void draw_ts(Run *run, const Ts *ts);

#endif
