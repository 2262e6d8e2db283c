/* SPDX-License-Identifier: MIT
 *
 * Between the files of the audit: how a solution of points-to is read. */
#ifndef AUDIT_AUDIT_INT_H
#define AUDIT_AUDIT_INT_H

#include "analysis/points.h"
#include "audit/audit.h"

/* A place in memory: a byte of a root, counted modulo the root's stride if it
 * has one; root 0 is "nothing". */
typedef struct Place {
  uint32_t root;
  int64_t offset;
} Place;

/* The bytes of a root that an access touches. */
typedef struct Bytes {
  int64_t lo, hi; /* hi POINTS_OPEN: no end */
  bool whole;     /* it goes round the stride, and touches all of it */
} Bytes;

typedef struct Audit {
  const Program *program;
  const PointsTo *points;
  Mem *mem;
  FuncId func; /* the instruction that is looked at; 0: none */
  uint32_t inst;
  uint32_t *n_objects; /* root -> objects there */
  uint32_t *object;    /* root -> one of them */
  uint32_t *first;     /* root -> function there, or 0 */
  uint32_t *next;      /* function -> another one at the same root, or 0 */
  uint8_t *taken;      /* function -> its address is taken */
  uint32_t *bound;     /* function -> the last call that was bound to it */
  uint32_t n_calls;    /* so far */
  uint8_t *called;     /* function -> a CALL may lead to it */
  Text *why;
  enum { AUDIT_HOLDS, AUDIT_FAILED } state;
} Audit;

/* ---- places.c ---- */

/* Reads the tables of objects; may fail. */
void audit_open(Audit *audit, const PointsTo *points, Text *why);
void audit_close(Audit *audit);
/* The first thing that does not hold is told, with the place. */
void audit_fail(Audit *audit, const char *what);
static inline void audit_need(Audit *audit, bool holds, const char *what) {
  if (!holds) audit_fail(audit, what);
}

Place audit_place(const Audit *audit, Ref ref);
Place audit_home(const Audit *audit, uint32_t object);
/* Where an operand points; nothing for plain numbers. */
Place audit_value(const Audit *audit, FuncId f, Val val);
/* Where an access through the operand goes; the unknown for plain numbers. */
Place audit_address(const Audit *audit, FuncId f, Val val);
/* The place so many bytes further on. */
Place audit_step(const Audit *audit, Place place, int64_t bytes);
unsigned audit_flags(const Audit *audit, FuncId f, Val val);
/* Is there an object at the root, known or not? */
bool audit_carries(const Audit *audit, Place place);
bool audit_is_unknown(const Audit *audit, Place place);
/* May a value of the type hold a pointer, or a piece of one? */
bool audit_may_hold(const Audit *audit, TypeId type);
static inline bool audit_same(Place a, Place b) {
  return a.root == b.root && a.offset == b.offset;
}
const Node *audit_node(const Audit *audit, Place place);

Bytes audit_bytes(const Audit *audit, Place at, int64_t bytes);
/* The first interval that ends behind the first of the bytes; there may be
 * none.  Those that meet the bytes follow one after the other. */
uint32_t audit_first(const IntervalVec *intervals, Bytes bytes);
static inline bool audit_reaches(const IntervalVec *intervals, uint32_t i,
                                 Bytes bytes) {
  return i < intervals->n && intervals->at[i].lo < bytes.hi;
}
/* The interval that all of the bytes are in, or NULL. */
const Interval *audit_around(const IntervalVec *intervals, Bytes bytes);
static inline bool audit_within(const Interval *interval, Bytes bytes) {
  return bytes.lo <= interval->lo && interval->hi <= bytes.hi;
}
/* Who says what the cell holds: itself, or the span around it. */
const Interval *audit_holder(const Audit *audit, Place at,
                             const Interval *cell);
/* What is read there beside what was written: FLOW_. */
unsigned audit_initial(const Audit *audit, Place at);
/* Bytes of a MEMCPY, MEMSET or HAVOC; POINTS_OPEN: not known. */
int64_t audit_length(const Audit *audit, const Inst *inst);

/* ---- points.c ---- */

/* The value is at least what the operand is. */
void audit_copied(Audit *audit, FuncId to, uint32_t value, FuncId from,
                  Val val);

/* ---- ranges.c ---- */

/* A MEMCPY, MEMSET or HAVOC. */
void audit_range(Audit *audit, FuncId f, uint32_t i, const Inst *inst);

/* ---- calls.c ---- */

void audit_call(Audit *audit, FuncId f, uint32_t i, const Inst *inst);

#endif
