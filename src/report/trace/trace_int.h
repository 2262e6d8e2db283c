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

/* A value goes to a variable; an input or a call before is where it comes
 * from. */
void trace_assign(RepCounterexample *c, RepStep step, const Inst *source);
/* `n` bytes at an address were written. */
void trace_written(RepCounterexample *c, const InterpPlace *place,
                   uint64_t address, uint64_t n, const Inst *source,
                   RepStep step);
const char *trace_keep(RepCounterexample *c, Text *text);

/* library.c: what an instruction of a library function gives. */
void trace_library(RepCounterexample *c, const InterpPlace *place,
                   uint32_t event);
/* A string of the run's memory as C writes it; long ones are cut. */
void trace_string(Text *out, const Interp *run, uint64_t address);
/* What is known of the result of the library function that a step calls. */
const char *trace_result_note(RepCounterexample *c, const RepStep *call,
                              const Interp *run, uint64_t result);
/* The character that such a function returned; NULL: none that can be shown. */
const char *trace_character(RepCounterexample *c, const char *function,
                            const char *number);

/* explain.c: the notes on the error. */
void trace_explain(RepCounterexample *c, const Interp *run,
                   const InterpResult *result);

/* picture.c: the objects at the error. */
void trace_picture(RepCounterexample *c, const Interp *run);

/* Is main called by the model that makes its arguments? */
bool trace_is_started(const RepCounterexample *c);

#endif
