/* SPDX-License-Identifier: MIT
 *
 * What the files sites*.c share. */
#ifndef SCAN_SITES_INT_H
#define SCAN_SITES_INT_H

#include "encode/function.h"
#include "scan/sites.h"

struct Sites {
  Mem *mem;
  Program *program;
  SiteOptions options;
  EncFacts *facts;
  Arena arena; /* what the results of the last sites_check point to */
  Vec(FuncId) used;
  uint8_t *used_mark; /* by function: is in `used` */
};

/* One function executed, with its solver. */
typedef struct Session {
  Sites *sites;
  FuncId func;
  TermStore *store;
  EncExec *exec;
  Struct *engine;
} Session;

/* Path and values of the violation that the engine has just found; `block` of
 * the activation is where it happens. */
void sites_explain(Session *session, uint32_t activation, uint32_t block,
                   SiteResult *result);

#endif
