/* SPDX-License-Identifier: MIT
 *
 * Between the files of the points-to analysis. */
#ifndef ANALYSIS_POINTS_INT_H
#define ANALYSIS_POINTS_INT_H

#include "analysis/points.h"

enum { UNKNOWN_NODE = 1 }; /* the node of what we do not see */

/* ---- points_nodes.c: nodes and intervals ---- */

/* A new node without objects, at offset 0. */
Ref points_fresh_node(PointsTo *p);
/* Offsets wrap as addresses do. */
int64_t points_wrapping_add(int64_t a, int64_t b);
/* The two places become one, soon: points_drain does it. */
void points_join(PointsTo *p, Ref a, Ref b);
/* The nodes become one, whatever the offsets. */
void points_join_nodes(PointsTo *p, Ref a, Ref b);
/* Is there an object, known or not, at the node? */
bool points_carries(const PointsTo *p, Ref ref);
/* Index of the first interval that ends after `at`. */
uint32_t points_first_after(const IntervalVec *vec, int64_t at);
/* Offsets of the root count modulo `stride` from now on. */
void points_restride(PointsTo *p, uint32_t root, int64_t stride);
/* Do all joins that were asked for, and those that follow. */
void points_drain(PointsTo *p);
/* Add a cell of that many bytes at the place. */
void points_access_cell(PointsTo *p, Ref at, int64_t bytes);
/* The same for a span, whose cells share one link. */
void points_access_span(PointsTo *p, Ref at, int64_t bytes);
/* The cell of an access that was added before. */
Interval *points_cell_at(const PointsTo *p, Ref at, int64_t bytes);
/* Who holds link and flags of the cell: itself, or the span around it. */
Interval *points_holder(const PointsTo *p, Ref at, Interval *cell);
/* The span of a range that was added before. */
Interval *points_span_at(const PointsTo *p, Ref at, int64_t bytes);
/* The place that pointers stored in the interval point to. */
Ref points_link_of(PointsTo *p, Interval *interval);
/* What reading the node may give beside what was written. */
unsigned points_initial_flags(const PointsTo *p, Ref at);
/* Set flags of a value or cell, and note whether that was news. */
void points_add_flags(PointsTo *p, uint8_t *to, unsigned flags);

/* ---- points_collect.c: values, objects, constraints ---- */

/* The number of an instruction's value among all functions'. */
uint32_t points_value_number(const PointsTo *p, FuncId f, uint32_t inst);
/* May a value of the type hold (a piece of) a pointer? */
bool points_may_carry(const PointsTo *p, TypeId type);
/* Globals, functions and allocations become objects, each with a node. */
void points_add_objects(PointsTo *p);
/* The unknown: one cell, whose contents point to it again. */
void points_init_unknown(PointsTo *p);
/* What initialisers of globals store. */
void points_init_globals(PointsTo *p);
/* How many bytes a load or store of the type touches. */
int64_t points_access_bytes(const PointsTo *p, TypeId type);
/* Casts keep the pointer when both sides have room for it. */
bool points_keeps_pointer(const PointsTo *p, FuncId f, const Inst *inst);
/* The type of an operand. */
TypeId points_type_of(const PointsTo *p, FuncId f, Val val);
/* From now on the range is one span (on both sides of a MEMCPY). */
void points_make_span(PointsTo *p, RangeInst *range);
/* The constraints of one instruction that hold whatever flows. */
void points_collect(PointsTo *p, FuncId f, uint32_t i);
/* May the value be any address that is known outside? */
bool points_is_outside(const PointsTo *p, FuncId f, Val val);
/* A call of a function without a body: arguments escape. */
void points_flow_external(PointsTo *p, const CallInst *call, const Inst *inst);
/* Bind the functions that the callee operand has come to point to. */
void points_bind_new(PointsTo *p, uint32_t index);

/* ---- points_wrap.c ---- */

/* Steps of the function by free indices count so that wrapping changes
 * nothing. */
void points_widen_wrapping(PointsTo *p, FuncId f);

/* ---- points_flow.c: flow ---- */

/* One step of the flow through an instruction. */
void points_flow(PointsTo *p, FuncId f, uint32_t i);

#endif
