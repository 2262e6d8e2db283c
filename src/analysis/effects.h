/* SPDX-License-Identifier: MIT
 *
 * What calling a function can do, for those who do not want to look inside:
 * which regions of memory it may write, whether it may fail to return. */
#ifndef ANALYSIS_EFFECTS_H
#define ANALYSIS_EFFECTS_H

#include "analysis/analysis.h"

typedef struct Effects Effects;

enum {
  EFFECT_STOPS = 1,   /* may end the execution: exit, an assertion */
  EFFECT_ESCAPED = 2, /* may write every region that an unknown pointer hits */
  EFFECT_ANY = 4      /* may write anything: an access without a region */
};

/* Near-linear in the program, times the words of a set of regions for each
 * function.  Regions and call graph must outlive the effects. */
Effects *prog_effects_new(Mem *mem, const Program *program,
                          const Regions *regions, const CallGraph *calls);
void prog_effects_free(Effects *effects);
/* A set of EFFECT_ flags, of the function and all it calls. */
unsigned prog_effects_flags(const Effects *effects, FuncId func);
/* May a call of the function change a cell of the region?  Region 0 is "not
 * known". */
bool prog_effects_writes(const Effects *effects, FuncId func, RegionId region);
/* May functions without a body change the region? */
bool prog_effects_is_escaped(const Effects *effects, RegionId region);
/* Does it write memory at all? */
bool prog_effects_is_pure(const Effects *effects, FuncId func);
/* Does it return nothing but NULL and objects that the call itself made? */
bool prog_effects_is_fresh(const Effects *effects, FuncId func);
/* May one instruction change the region, calls included? */
bool prog_effects_inst_writes(const Effects *effects, FuncId func,
                              uint32_t inst, RegionId region);
/* The region that an instruction accesses, or none. */
RegionId prog_effects_region(const Effects *effects, FuncId func,
                             uint32_t inst);

/* ---- parameters ---- */

/* Why a parameter may be NULL by what the program itself does. */
typedef enum EffectNull {
  EFFECT_NOT_NULL, /* nothing says so */
  EFFECT_PASSED,   /* a call passes it, made by the caller, a function that it
                      calls or the start of the program; or a parameter of which
                      the   like is known */
  EFFECT_TESTED    /* the function compares it with NULL, outside of checks */
} EffectNull;
EffectNull prog_effects_param_null(const Effects *effects, FuncId func,
                                   uint32_t param);
/* Blocks where a comparison has shown that the value is not NULL, and with
 * them all that they dominate: the "not NULL" side of a branch on it, when that
 * side has no other way in.  Appended. */
void prog_effects_not_null(const Program *program, const Function *f,
                           const Cfg *cfg, Val value, IndexVec *safe);
/* Is the comparison a check's own: it only decides whether an ERROR follows? */
bool prog_effects_is_guard(const Function *f, uint32_t condbr);

#endif
