/* SPDX-License-Identifier: MIT
 *
 * The report to read in a browser. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/report.h"

/* A whole page; what the run does not have is left out. */
void rep_html(Text *out, const RepRun *run, const Verdict *verdict);

#endif
