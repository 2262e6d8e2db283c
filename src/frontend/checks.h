/* SPDX-License-Identifier: MIT
 *
 * Clang's own checks in a module. */
#ifndef FRONTEND_CHECKS_H
#define FRONTEND_CHECKS_H

#include "frontend/frontend.h"

#include <llvm-c/Core.h>

/* Of the checks that were made (sets of FE_CHECK_*) those that are kept become
 * calls of llvm.ubsantrap, whose number says what failed (module.h); the others
 * vanish, so that the code is what clang makes without them. */
void fe_settle_checks(LLVMModuleRef module, uint32_t made, uint32_t kept);

/* Questions whether an operand is constant, or how large it is, get the answer
 * that they may always have, and the operand is not computed for them. */
void fe_drop_unevaluated(LLVMModuleRef module);

#endif
