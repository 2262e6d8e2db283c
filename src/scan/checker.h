/* SPDX-License-Identifier: MIT
 *
 * What is checked, and what decides it: the contract between the scan, which
 * knows builds, processes and the database, and the engine, which knows none
 * of them.  The scan calls it in worker processes that may die. */
#ifndef SCAN_CHECKER_H
#define SCAN_CHECKER_H

#include "ir/program.h"
#include "ir/property.h"
#include "scan/sites/sites.h"

/* name on the command line, the properties it is (a set), what is asked of
 * objects (PASS_OBJECTS_; properties of memory are for runs only), CWE number,
 * severity (1 most), what it means */
#define SCAN_CHECKS(X)                                                         \
  X(NULL_DEREF, "null-deref", 1u << PROPERTY_NULL_DEREF, PASS_OBJECTS_NULL,    \
    476, 1, "NULL pointer dereference")                                        \
  X(DIV, "div", 1u << PROPERTY_NO_DIV_ZERO, 0, 369, 1, "division by zero")     \
  X(SHIFT, "shift", 1u << PROPERTY_NO_BAD_SHIFT, 0, 1335, 3,                   \
    "shift by a negative or too large amount")                                 \
  X(BOUNDS, "bounds", 1u << PROPERTY_VALID_DEREF, PASS_OBJECTS_BOUNDS, 119, 1, \
    "access outside an object of known size")                                  \
  X(USED, PASS_USE_AFTER_FREE, 1u << PROPERTY_VALID_DEREF, PASS_OBJECTS_LIVE,  \
    416, 1, "use of freed memory")                                             \
  X(FREE, "double-free", 1u << PROPERTY_VALID_FREE, PASS_OBJECTS_FREE, 415, 1, \
    "free of what was freed, or is no heap object")                            \
  X(LEAK, PASS_LEAK, 1u << PROPERTY_VALID_MEMTRACK, PASS_OBJECTS_LEAK, 401, 2, \
    "object that is lost without being freed")                                 \
  X(UNINIT, "uninit", 1u << PROPERTY_VALID_INIT, PASS_OBJECTS_INIT, 457, 2,    \
    "read of what was never written")                                          \
  X(OVERFLOW, "overflow", 1u << PROPERTY_NO_OVERFLOW, PASS_OBJECTS_SIZE, 190,  \
    2, "size or index that overflows")                                         \
  X(ASSERT, "assert", PROPERTY_OWN_ERRORS, 0, 617, 2, "assertion that can fail")

typedef enum ScanCheck {
#define X(name, text, kinds, objects, cwe, severity, help) SCAN_CHECK_##name,
  SCAN_CHECKS(X)
#undef X
      SCAN_CHECK_COUNT
} ScanCheck;

const char *scan_check_name(ScanCheck check);
const char *scan_check_help(ScanCheck check);
/* Set of 1u << PropertyKind. */
uint32_t scan_check_kinds(ScanCheck check);
/* Set of PASS_OBJECTS_ flags. */
unsigned scan_check_objects(ScanCheck check);
uint32_t scan_check_cwe(ScanCheck check);
uint32_t scan_check_severity(ScanCheck check);
/* The check of a property by its name; SCAN_CHECK_COUNT: none. */
ScanCheck scan_check_of_property(const char *property);
/* "null-deref,div" to a set of 1u << ScanCheck; false: `problem` says why. */
BASE_MUST_USE bool scan_checks_parse(uint32_t *out, const char *names,
                                     Text *problem);

/* Are violations run, where that is possible? */
typedef enum ScanReplayUse { SCAN_REPLAY_ON, SCAN_REPLAY_OFF } ScanReplayUse;

typedef struct ScanSettings {
  uint32_t checks; /* set of 1u << ScanCheck */
  SiteParams params;
  SiteMemory memory;
  StructExpansion expansion;
  SmtOptions smt;
  double budget; /* seconds per check */
  ScanReplayUse replay;
  uint32_t unroll; /* SiteOptions.unroll */
  const char *api; /* SiteOptions.api */
} ScanSettings;

/* An engine.  `prepare` and `open` run once, before the processes are forked,
 * and so does `begin`, if there is something to check; the rest runs in each of
 * them. */
typedef struct ScanEngine {
  const char *name; /* part of the keys: another engine checks all anew */
  /* Puts the checks into a freshly read program. */
  void (*prepare)(Program *program, const ScanSettings *settings);
  void *(*open)(Program *program, const ScanSettings *settings, Mem *mem);
  void (*begin)(void *state);
  void (*close)(void *state);
  /* What it knows of the whole program and uses beside bodies, for the keys: a
   * fact that is in none of these makes later scans keep results that do not
   * hold any more.  About calls (NULL: nothing); flags about a global (2: its
   * first value counts), about a struct and a member of it, about a
   * function. */
  const Effects *(*effects)(void *state);
  uint64_t (*global)(void *state, GlobalId global);
  uint64_t (*type)(void *state, TypeId type);
  uint64_t (*member)(void *state, TypeId type, uint64_t index);
  uint64_t (*function)(void *state, FuncId func, SiteSide side);
  /* About the object that a pointer leads to which an instruction uses; about
   * those that a call of a function may free, from number 0 on (false: no
   * more); may pointers of one class lead into objects of the other? */
  SitePointer (*pointer)(void *state, FuncId func, uint32_t inst,
                         uint32_t operand);
  bool (*freed)(void *state, FuncId func, uint32_t index, SitePointer *out);
  bool (*inside)(void *state, uint32_t whole, uint32_t part);
  uint32_t (*count)(void *state, FuncId func);
  /* The checks of a function from number `first` on, in order. */
  void (*check)(void *state, FuncId func, uint32_t first, SiteSink *sink,
                void *context);
  /* What the last of these looked at. */
  const SiteUse *(*uses)(void *state, uint32_t *n);
} ScanEngine;

/* The structural engine, by sites.h. */
const ScanEngine *scan_structural(void);

#endif
