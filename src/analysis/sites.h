/* SPDX-License-Identifier: MIT
 *
 * Where a program is checked: the places of its ERRORs, as the user sees them.
 */
#ifndef ANALYSIS_SITES_H
#define ANALYSIS_SITES_H

#include "ir/program.h"
#include "ir/property.h"

typedef struct Site {
  PropertyKind property;
  LocId loc;
  const char *message; /* of the ERROR; belongs to the program */
} Site;

typedef Vec(Site) SiteList;

/* Adds the places in functions of the user that may be called, each once for a
 * property; for checks inside a library model that is the call. */
void prog_sites(SiteList *out, const Program *program);

/* What functions that may be called can do, whatever the inputs are. */
typedef struct ProgChecks {
  uint32_t kinds; /* set of 1u << PropertyKind: there is an ERROR of it */
  /* There is something that is not understood; or not looked at, as the ledger
   * says (LEDGER_UNDER): no proof then. */
  bool is_unsupported, is_partial;
} ProgChecks;
ProgChecks prog_checks(const Program *program);

uint32_t prog_count_sites(const SiteList *sites, PropertyKind property);

#endif
