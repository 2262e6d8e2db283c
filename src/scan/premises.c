/* SPDX-License-Identifier: MIT
 *
 * What the answers of a scan take for granted, in words: what the settings
 * ask for, what proofs presumed, and what holds of every scan. */
#include "scan/scan_int.h"

#include <string.h>

static const char *const premises_presumed[] = {
    ("a parameter is not NULL, unless its function tests it or a caller in the "
     "tree may pass NULL (--params=any takes nothing for granted)"),
    "there are no other calls of a function than those in the tree"};
static const char *const premise_api =
    "public functions may be called with anything, NULL as well (--api): this "
    "goes before the premises on parameters and calls";
static const char *const premise_memory =
    "fields of different structs do not overlap unless one struct holds the "
    "other, and pointers lead to the structs they are declared to lead to "
    "(--entry-memory=any takes nothing for granted)";
static const char *const premise_trusted =
    "pointers in memory are not NULL where a function uses them without a look, "
    "in what is proved presuming that (--entry-memory=trusted)";
static const char *const premise_kept =
    "what is proved presuming something of a member, global, parameter or "
    "result holds if that is as all stores, calls, returns and copies in the "
    "tree make it that can be seen to lead there; if it is not read before it "
    "is set; if what is taken off a count was added before; and if no count "
    "goes round";
static const char *const premise_lives =
    "what is proved presuming that nothing freed is read from memory holds if "
    "those who free an object take it out of the data that stays: a pointer "
    "that is read from memory, or returned by a call, behind a loop or a call "
    "leads to live memory then, and not back to the object it was read from";
static const char *const note_unroll =
    "what holds while loops go round as often as --unroll says is not proved";
static const char *const premises_all[] = {
    ("functions without a body return anything, change only what their "
     "arguments point to, write what they are given to be written, and free "
     "nothing; nor does a call through a pointer whose function is not known"),
    "memory is accessed at its own type (C11 6.5p7), aligned to its size",
    "globals are written by the tree only",
    ("no other thread and no signal handler changes what a function looks at "
     "meanwhile"),
    ("malloc and its like do not fail, unless half of the calls in the tree look "
     "whether they did"),
    ("a call through a member, global or parameter in which the tree puts "
     "nothing but one function that allocates, or that frees, does what that "
     "does"),
    ("what is freed and was found in memory, or given by a function without a "
     "body, is the start of a heap object"),
    "memory accesses that are not in question are valid"};

unsigned scan_presumed(const char *reason) {
  require(reason);
  if (!*reason) return 0;
  return strcmp(reason, SITE_PRESUMES_LIVES) == 0 ? SCAN_PRESUMES_LIVES
                                                  : SCAN_PRESUMES_DATA;
}

void scan_add_premises(ScanWords *premises, Mem *mem,
                       const ScanSettings *settings, unsigned presumed) {
  require(premises && mem && settings);
  if (settings->params == SITE_PARAMS_PRESUMED)
    for (size_t i = 0; i < sizeof premises_presumed / sizeof *premises_presumed;
         i++)
      VEC_PUSH(mem, premises, premises_presumed[i]);
  if (settings->api) VEC_PUSH(mem, premises, premise_api);
  if (settings->memory != SITE_MEMORY_ANY)
    VEC_PUSH(mem, premises, premise_memory);
  if (settings->memory == SITE_MEMORY_TRUSTED)
    VEC_PUSH(mem, premises, premise_trusted);
  if (presumed & SCAN_PRESUMES_DATA) VEC_PUSH(mem, premises, premise_kept);
  if (presumed & SCAN_PRESUMES_LIVES) VEC_PUSH(mem, premises, premise_lives);
  if (settings->unroll) VEC_PUSH(mem, premises, note_unroll);
  for (size_t i = 0; i < sizeof premises_all / sizeof *premises_all; i++)
    VEC_PUSH(mem, premises, premises_all[i]);
}
