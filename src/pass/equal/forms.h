/* SPDX-License-Identifier: MIT
 *
 * Normal forms of integer values: what is computed in another order has the
 * same form. */
#ifndef PASS_EQUAL_FORMS_H
#define PASS_EQUAL_FORMS_H

#include "ir/program.h"

/* Forms of at most 64 bits; 0 is none: it would be too large. */
typedef struct Form {
  uint32_t id;
} Form;

typedef struct Forms Forms;

Forms *forms_new(Mem *mem);
void forms_free(Forms *forms);

static inline bool form_is_none(Form a) {
  return a.id == 0;
}
static inline bool form_same(Form a, Form b) {
  return a.id == b.id;
}
bool form_as_const(const Forms *forms, Form a, uint64_t *value);

/* A value of which nothing is known but its number. */
Form form_leaf(Forms *forms, uint32_t width, uint32_t number);
Form form_const(Forms *forms, uint32_t width, uint64_t value);
/* The operator on operands of one width each; a SELECT, whose first operand has
 * one bit, too.  Division, shifts and casts are functions of their operands and
 * nothing more.  None also for operators that have no form. */
Form form_op(Forms *forms, Op op, uint32_t width, const Form *ops, uint32_t n);

#endif
