/* SPDX-License-Identifier: MIT
 *
 * What a scan of a code base found, and how it is reported: lines like a
 * compiler's, one JSON object, or a SARIF 2.1.0 log with code flows. */
#ifndef REPORT_SCAN_FINDINGS_H
#define REPORT_SCAN_FINDINGS_H

#include "report/report.h"

typedef struct RepPlace {
  const char *file;     /* relative to where we are, where it is below */
  const char *function; /* in C; "" unknown */
  uint32_t line, col;   /* 1.. ; 0 unknown */
} RepPlace;

/* What a step is for. */
typedef enum RepImportance {
  REP_ESSENTIAL,  /* the fault */
  REP_IMPORTANT,  /* the way there */
  REP_UNIMPORTANT /* text leaves it out */
} RepImportance;

typedef struct RepFindingStep {
  RepPlace place;
  RepImportance importance;
  uint32_t depth; /* calls below the function of the finding */
  const char *text;
} RepFindingStep;

typedef enum RepSiteAnswer {
  REP_PROVED,
  REP_VIOLATED,
  REP_OPEN,
  REP_BOUNDED /* holds as far as it was looked at */
} RepSiteAnswer;

/* How likely it is that somebody should act on a violation. */
typedef enum RepConfidence {
  REP_HIGH,   /* shown, and it rests on no state that is assumed */
  REP_MEDIUM, /* shown */
  REP_LOW     /* not shown, or the bad value itself is assumed */
} RepConfidence;

/* One check site. */
typedef struct RepFinding {
  uint32_t check; /* index into RepScan.checks */
  RepSiteAnswer answer;
  RepPlace place;
  const char *message; /* what can happen */
  const char *reason;  /* REP_OPEN: why it is not known; REP_PROVED: what has to
                          hold of the data for that, a line each */
  const char *replay;  /* REP_VIOLATED: NULL: it was run and failed there; else
                          why not, "" unknown */
  RepConfidence confidence; /* REP_VIOLATED */
  const char *root;         /* findings of one cause share it; "" alone */
  char fingerprint[65];
  const RepFindingStep *steps;
  uint32_t n_steps;
  uint32_t leader; /* first of the findings with the same cause: its index */
  uint32_t rank;   /* lower is more important */
} RepFinding;

typedef struct RepCheck {
  const char *name, *help;
  uint32_t cwe;
  uint64_t sites, proved, violated, unknown, bounded;
  uint64_t presuming; /* of the proved, those that say what they presume */
  /* Of the violated, not reported: in the baseline, accepted by a comment,
   * without a change on their way. */
  uint64_t known, accepted, old;
} RepCheck;

/* The sites of a file. */
typedef struct RepFileCount {
  const char *file;
  uint64_t sites, proved, violated, unknown;
} RepFileCount;

/* What undecided sites depend on. */
typedef struct RepUndecided {
  const char *cause;           /* "what loops leave" */
  const char *file, *function; /* in which it is met; "": in any */
  uint64_t sites;
} RepUndecided;

typedef struct RepScan {
  const char *version;
  const RepCheck *checks;
  uint32_t n_checks;
  const RepFinding *findings; /* best first; those of one cause together */
  uint32_t n_findings;
  const RepFileCount *counts; /* by path */
  uint32_t n_counts;
  const RepUndecided *causes; /* of the sites REP_OPEN; most first */
  uint32_t n_causes;
  const RepUndecided *met; /* the functions in which most depend on something */
  uint32_t n_met;
  const char *const *problems; /* what could not be looked at */
  uint32_t n_problems;
  const char *const *premises; /* what the answers rest on */
  uint32_t n_premises;
  const char *interrupted; /* why the scan did not end by itself; or NULL */
  uint64_t files, lines, functions, left; /* left: sites without an answer */
  uint64_t weaker;  /* findings of low confidence that are not shown */
  uint64_t fresh;   /* sites checked in this scan, the others were known */
  uint64_t trivial; /* decided by the simplifier alone */
  uint32_t rounds;  /* of loops, behind which REP_BOUNDED was not looked */
} RepScan;

typedef struct RepScanStyle {
  RepFormat format;
  RepColours colours;                                          /* of text */
  enum { REP_PREMISES_COUNTED, REP_PREMISES_LISTED } premises; /* in text */
} RepScanStyle;

const char *rep_confidence_name(RepConfidence confidence); /* "high" */
const char *rep_importance_name(RepImportance importance); /* "essential" */
/* ", presuming that A; B", or nothing. */
void rep_presumes(Text *out, const char *lines);
void rep_scan(Text *out, const RepScan *scan, RepScanStyle style);
/* A page to read in a browser, with all findings. */
void rep_scan_page(Text *out, const RepScan *scan, const char *verdict);
void rep_scan_json(Text *out, const RepScan *scan);
void rep_scan_sarif(Text *out, const RepScan *scan);

#endif
