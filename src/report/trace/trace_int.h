/* SPDX-License-Identifier: MIT
 *
 * Private to the room: making steps, and what is told of the error. */
#ifndef REPORT_TRACE_INT_H
#define REPORT_TRACE_INT_H

#include "report/source/source.h"
#include "report/trace/trace.h"

/* steps.c: what an instruction of the user's gives. */
void trace_steps(RepCounterexample *c, const InterpPlace *place,
                 const BvWord *value, uint32_t event);
/* Activation `depth` began. */
void trace_call(RepCounterexample *c, const Interp *run, uint32_t depth);
/* The model that makes main's arguments runs. */
void trace_start(RepCounterexample *c, const InterpPlace *place,
                 const BvWord *value);
void trace_push(RepCounterexample *c, RepStep step);

/* explain.c: the notes on the error. */
void trace_explain(RepCounterexample *c, const Interp *run,
                   const InterpResult *result);

/* picture.c: the objects at the error. */
void trace_picture(RepCounterexample *c, const Interp *run);

/* Is main called by the model that makes its arguments? */
bool trace_is_started(const RepCounterexample *c);

#endif
