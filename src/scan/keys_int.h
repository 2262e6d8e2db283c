/* SPDX-License-Identifier: MIT
 *
 * Private to keys.c and content.c: what a function is made of. */
#ifndef SCAN_KEYS_INT_H
#define SCAN_KEYS_INT_H

#include "scan/scan_int.h"

/* What is looked at, and by whom. */
typedef struct Look {
  const Program *program;
  const ScanEngine *engine;
  void *state; /* the engine's */
} Look;

/* What a function names, as a number. */
typedef enum ScanThing {
  SCAN_THING_REGION,
  SCAN_THING_GLOBAL,
  SCAN_THING_FUNCTION,
  SCAN_THING_POINTERS /* a class of them */
} ScanThing;
#define SCAN_THING(kind, id) ((uint64_t)(kind) << 32 | (id))

typedef struct Content {
  char body[65], entry[65];
  char inside[65];      /* the body without its layout */
  Vec(uint64_t) things; /* it names, in order, each once; owned by whoever has
                           the content */
} Content;

/* A number to be hashed; no one is the beginning of another. */
void scan_put_number(Text *out, uint64_t value);

/* All functions of a program. */
typedef struct Contents Contents;
Contents *contents_new(const Look *look, Mem *mem);
void contents_free(Contents *contents);
/* The name of a function with its file, the same in other trees; of several
 * with one name in one file, what linking calls it. */
const char *content_name(const Contents *contents, FuncId id);
/* Which of the classes of pointers may lead into which. */
void content_put_inside(const Contents *contents, const Map *met, Text *out);
/* A function by itself, one with a body. */
void content_hash(const Contents *contents, FuncId id, Content *out);

#endif
