/* SPDX-License-Identifier: MIT
 *
 * Doubts about memory: what analysis and passes say of pointers, regions and
 * forgotten memory is a claim, and is checked here by other and simpler code
 * before a proof may rest on it.
 *
 * A claim that does not hold is put into the ledger as "under": nothing is
 * proved with that program.  Every check is one walk over the program. */
#ifndef AUDIT_AUDIT_H
#define AUDIT_AUDIT_H

#include "analysis/analysis.h"

/* Is the solution closed under every instruction (points.c)?  If not, says at
 * `why` what is wrong, and where. */
bool audit_points(const PointsTo *points, Text *why);
/* Are accesses that may meet in one region, and is each region what it is said
 * to be (regions.c)?  Takes for granted that the solution is closed. */
bool audit_regions(const PointsTo *points, const Regions *regions, Text *why);

/* For passes: the solution with its premises in the ledger, and its regions,
 * both checked. */
PointsTo *audit_points_new(Program *program);
Regions *audit_regions_new(Program *program, const PointsTo *points);

/* Memory that is left out: see forget.c.  First variables: accesses are counted
 * by Inst.region before some of them become values, and compared with those of
 * the program then; that frees the count. */
typedef struct AuditAccesses {
  uint32_t *n; /* region -> accesses */
  uint32_t n_regions;
} AuditAccesses;
AuditAccesses audit_accesses(const Program *program);
void audit_promoted(Program *program, AuditAccesses *before);

/* Then forgetting: what the program is before memory is forgotten, compared
 * with what it is then; that frees it.  No pass comes in between that moves
 * instructions. */
typedef struct AuditForget AuditForget;
AuditForget *audit_forget_new(const Program *program);
void audit_forget_done(AuditForget *before, Program *program);

/* Memory that is kept (kept.c): what is known of it before others are
 * forgotten, compared with what points-to says at the end, when Inst.region
 * still says what was; that frees it. */
typedef struct AuditKept AuditKept;
AuditKept *audit_kept_new(Program *program);
void audit_kept_done(AuditKept *before, Program *program);

#endif
