/* SPDX-License-Identifier: MIT
 *
 * The report to read in a browser. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "report/answers.h"

/* What is told of one property, a piece of a page; what the run does not have
 * is left out. */
void rep_html_part(Text *out, const RepRun *run, const Verdict *verdict);
/* A whole page, with the parts that the answers hold. */
void rep_html(Text *out, const RepRun *run, const Verdict *verdict,
              const RepAnswers *answers);

#endif
