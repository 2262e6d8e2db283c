/* SPDX-License-Identifier: MIT
 *
 * What the files sites*.c share. */
#ifndef SCAN_SITES_SITES_INT_H
#define SCAN_SITES_SITES_INT_H

#include "encode/function.h"
#include "scan/sites/sites.h"

struct Sites {
  Mem *mem;
  Program *program;
  SiteOptions options;
  EncFacts *facts;
  Arena arena; /* what the results of the last sites_check point to */
  Vec(FuncId) used;
  uint8_t *used_mark; /* by function: is in `used` */
  FuncId *copy_of;    /* by function: with its loops written out; 0: none */
  FuncId *original;   /* by function: what it is a copy of, or itself */
};

/* One function executed, with its solver. */
typedef struct Session {
  Sites *sites;
  FuncId func;
  TermStore *store;
  EncExec *exec;
  Struct *engine;
} Session;

/* ---- sites_belief.c ---- */

/* The engine has just found that the check can fail: is that to be believed?
 * If not, an answer that says why.  `formula` comes to say what is. */
StructAnswer sites_believe(Session *session, uint32_t activation,
                           EncCheck check, Term *formula, Budget *budget,
                           StructAnswer answer);
/* A variable of these kinds (a set of 1u << EncLeafKind), a number that the
 * check itself compares, the root limits nowhere and the violation just found
 * rests on; or none. */
Term sites_doubtful(Session *session, uint32_t activation, EncCheck check,
                    uint32_t kinds);

/* ---- sites_replay.c ---- */

typedef enum SiteRunnable {
  SITE_RUNNABLE,     /* the engine's values are those of the orders */
  SITE_NOT_RUNNABLE, /* result->orders say why; the engine's values are lost */
  SITE_NEEDS_OVERLAP /* ... and the violation needs two pointers of unknown
                        origin to be related, though the program relates
                        none */
} SiteRunnable;

/* Orders for running the violation that the engine has just found with this
 * formula, to result->orders: what a replay needs, or why there can be none. */
SiteRunnable sites_orders(Session *session, Term formula, Budget *budget,
                          SiteResult *result);

/* ---- sites_path.c ---- */

/* Path and values of the violation that the engine has just found; `block` of
 * the activation is where it happens. */
void sites_explain(Session *session, uint32_t activation, uint32_t block,
                   SiteResult *result);

#endif
