/* SPDX-License-Identifier: MIT
 *
 * Private to keys.c and content.c: what a function's key is made from. */
#ifndef SCAN_KEYS_INT_H
#define SCAN_KEYS_INT_H

#include "scan/scan_int.h"

typedef Vec(uint32_t) Numbers;

/* What is looked at, and by whom. */
typedef struct Look {
  const Program *program;
  const ScanEngine *engine;
  void *state; /* the engine's */
} Look;

/* Can what the global holds at first be looked into? */
bool content_is_known(const Look *look, GlobalId id);
/* Adds the global and all that it leads to by way of contents, numbered from 1
 * in the order they are met. */
void content_find(const Look *look, GlobalId from, Map *found);

/* All functions of a program. */
typedef struct Contents Contents;
Contents *contents_new(const Look *look, Mem *mem);
void contents_free(Contents *contents);
/* A function by itself as a hash; the regions of its accesses, in their order,
 * are appended. */
void content_hash(const Contents *contents, FuncId id, char out[65],
                  Numbers *regions);

#endif
