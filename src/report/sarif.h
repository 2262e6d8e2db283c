/* SPDX-License-Identifier: MIT
 *
 * What the two kinds of SARIF logs share: of one program, of a code base. */
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "base/json.h"

/* A log with one run of the tool.  The tool's own members follow, up to
 * rep_sarif_close_tool, then those of the run, up to rep_sarif_close. */
void rep_sarif_open(Json *json, const char *version);
void rep_sarif_close_tool(Json *json);
void rep_sarif_close(Json *json);

/* What is looked for: code hosts show it beside each result. */
typedef struct RepSarifRule {
  const char *id, *what;
  const char *help;  /* what to do about it */
  const char *level; /* "error", "warning" */
  uint32_t cwe;      /* number of the weakness; 0: none */
} RepSarifRule;
void rep_sarif_rule(Json *json, const RepSarifRule *rule);

/* A place as the member of a location; line and column are 0 if not known. */
void rep_sarif_place(Json *json, const char *path, uint32_t line, uint32_t col);

/* A code flow; between the two the locations on the way. */
void rep_sarif_open_flow(Json *json);
void rep_sarif_close_flow(Json *json);

#endif
