/* SPDX-License-Identifier: MIT
 *
 * The program as an executable whose inputs are given: the modules are read
 * once more, and the same code is written as bitcode in which every input asks
 * a harness (replay/replay.h).  replay/native compiles and runs it. */
#ifndef REPLAY_BITCODE_BITCODE_H
#define REPLAY_BITCODE_BITCODE_H

#include "frontend/clang/clang.h"
#include "frontend/frontend.h"
#include "ir/property.h"

/* How the bitcode asks.  `site` is the Program's; the first parameter of the
 * entry has the site behind the last one of the Program as read, and so on.
 *
 *   __cp_value(site, bits, at)    a value of that many bits, to *at
 *   __cp_pointer(site, bits, at)  the same, and it is a pointer
 *   __cp_fill(site, at, n)        fresh memory
 *   __cp_fill_object(site, at)    the same, to the end of the object
 *   __cp_alloc(site, n)           a new heap object
 *   __cp_realloc(site, old, n)    one that keeps old's contents
 *   __cp_at(site)                 before a call through a pointer; functions
 *                                 without a body then ask at site 0
 *   __cp_argument()               the next value is a parameter of main: no
 *                                 negative number, no null pointer
 *   __cp_error()                  the error is reached; does not return
 *   __cp_check(bad, kind)         the same for that PropertyKind, if bad != 0
 *
 * and, where the property speaks of memory:
 *
 *   __cp_enter(), __cp_leave(n)   an activation with locals begins: n; it ends
 *   __cp_returning(n)             ... which is the entry function's
 *   __cp_object(at, n)            a local of it
 *   __cp_life(at, begins)         its lifetime begins again or ends
 *   __cp_access(root, at, n, writes, line, column)
 *                                 n bytes are read or written at `at`, an
 *                                 address computed from `root`
 *   __cp_freeing(at, line, column)
 *                                 is about to be freed
 *
 * It defines __cp_program(), which starts the entry function, the tables
 * __cp_globals[GlobalId] and __cp_functions[FuncId] of addresses, and
 * __cp_texts, the short texts among the constants, with NULL behind them. */

/* ---- calling a function that is no program ---- */

/* The name of the function that is made to call another one. */
#define FE_DRIVER "__cutpoint_driver"
/* ... and of the memory that it hands out: FE_DRIVER_BLOCK ".0" and so on, each
 * of FE_DRIVER_BYTES bytes. */
#define FE_DRIVER_BLOCK "__cutpoint_block"
enum { FE_DRIVER_BYTES = 1 << 16 };

/* A number, or an address in a block, of a global or of a function. */
typedef struct FeGiven {
  enum { FE_GIVEN_BITS, FE_GIVEN_BLOCK, FE_GIVEN_GLOBAL, FE_GIVEN_FUNC } kind;
  uint64_t bits;    /* the number, or how far from the start */
  uint32_t block;   /* its number */
  const char *name; /* in the linked program */
} FeGiven;

typedef struct FeStored {
  FeGiven at, value;
  uint32_t bytes; /* of the value: 1 to 8 */
} FeStored;

/* A function FE_DRIVER without parameters is added: it stores the values and
 * calls `callee`.  What that cannot reach is left out. */
typedef struct FeDriver {
  const char *callee;
  const FeGiven *args; /* one for each parameter */
  uint32_t n_args;
  const FeStored *stores;
  uint32_t n_stores;
  uint32_t n_blocks;
  /* What blocks hold where nothing is stored: zeros, or addresses of one more
   * block, which holds its own. */
  enum { FE_BLOCKS_ZERO, FE_BLOCKS_POINTERS } filling;
} FeDriver;

/* Modules that are loaded and linked, to be read in several processes: each of
 * them, forked from the one that loaded it, can read it once. */
typedef struct FeLinked FeLinked;
/* NULL: `diag` says why. */
FeLinked *fe_linked_new(Mem *mem, const FeInput *inputs, uint32_t n_inputs,
                        FeDiag *diag);
void fe_linked_free(FeLinked *linked);

typedef struct FeReplay {
  const Property *property;
  const char *bitcode; /* file to write */
  Map *asks;           /* set to: site -> 1 when the bitcode asks there */
  /* Of a program without inputs: do the functions that are computed from their
   * arguments come from the C library, although their models are exact? */
  enum { FE_EXACT_MODELS, FE_REAL_LIBRARY } library;
  const FeDriver *driver; /* or NULL */
  FeLinked *linked;       /* or NULL; instead of the inputs */
} FeReplay;

/* fe_read_modules, and writes the bitcode.  False: `diag` says why. */
BASE_MUST_USE bool fe_read_replay(Program **out, Mem *mem,
                                  const FeInput *inputs, uint32_t n_inputs,
                                  const FeReplay *replay, FeDiag *diag);

/* ---- from bitcode to machine code ---- */

/* A variable to be added. */
typedef struct FeData {
  const char *name;
  const char *bytes; /* NULL: zeros; one that is zero follows them */
  uint64_t n;
} FeData;

/* Compiles the bitcode without optimisation, and the data with it.  False: that
 * takes the compiler. */
BASE_MUST_USE bool fe_write_object(const char *bitcode, const FeData *data,
                                   uint32_t n_data, const char *object);

/* Does the executable use the C library's own function of this name, where the
 * Program has a model that is less exact? */
bool fe_replay_is_real(const char *function, const Property *property);
/* May the harness say what a variable that is defined elsewhere starts with?
 * Not so of those of the C library. */
bool fe_replay_starts(const char *variable);

#endif
