/* SPDX-License-Identifier: MIT
 *
 * The user's program at several stages of the pass pipeline, and what running
 * it before the engines do has shown. */
#ifndef CHECK_SNAPSHOTS_H
#define CHECK_SNAPSHOTS_H

#include "analysis/sites.h"
#include "check/monitor/monitor.h"
#include "check/settings.h"
#include "concolic/concolic.h"
#include "interp/concrete.h"
#include "ir/property.h"

typedef struct Snapshots {
  const Property *property;
  uint32_t recursion;       /* Settings.recursion */
  Program *program;         /* behind all passes: the exact one */
  Program *with_property;   /* behind pass PROPERTY, if main looks at its
                               arguments and any memory may stand for them; or
                               NULL */
  Program *with_heap;       /* behind pass ENTRY, if anything is freed and
                               accesses are not what is checked; or NULL */
  Program *entered;         /* behind pass ENTRY, if it is large or its runs
                               are asked for; or NULL */
  Concolic *search;         /* runs of that, begun before the other passes; or
                               NULL */
  Program *resolved;        /* behind pass CALLS */
  Program *before_unroll;   /* before pass UNROLL, if loops were unrolled and a
                               cell abstraction would find something; or NULL */
  ProgChecks checks;        /* behind pass PROPERTY */
  SiteList sites;           /* checked; texts belong to `program` */
  ConcreteEnd concrete_end; /* what concrete runs showed */
  InterpTable inputs;       /* of the run that fails */
  bool is_decided;          /* early: the other passes were left out */
  bool is_too_coarse;       /* early: the first localised program */
} Snapshots;

/* Asked behind pass ENTRY of a large program, and again behind CALLS, when
 * there is `resolved`: is it decided already?  True: the other passes are left
 * out. */
typedef bool SnapshotsEarly(void *context, Snapshots *snapshots);

/* Runs the passes on `read`, which belongs to the snapshots from now on.  Where
 * the result is not PASS_OK, only snapshots_done may follow. */
BASE_MUST_USE PassResult snapshots_make(Snapshots *out, Program *read,
                                        const Property *property,
                                        const Settings *settings,
                                        Monitor *monitor, SnapshotsEarly *early,
                                        void *context);
/* CONCRETE_ENDS: may the run go otherwise where objects lie elsewhere? */
bool snapshots_look_at_addresses(const Snapshots *snapshots);
void snapshots_done(Snapshots *snapshots);

#endif
