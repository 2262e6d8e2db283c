/* SPDX-License-Identifier: MIT
 *
 * The program as text, and its validator.
 *
 * The text holds all of a Program: print, parse and print again gives the same
 * bytes.  Its grammar is in print.c.  Dead instructions (in no block) are left
 * out; the others are numbered in the order of the text, and a program read
 * back has exactly these numbers as its instruction indices. */
#ifndef IR_IO_H
#define IR_IO_H

#include "ir/program.h"

/* Appends the whole program.  Also prints programs that are not valid, as far
 * as handles are in range.  Linear. */
void prog_print(Text *out, const Program *program);

/* One function, as in prog_print. */
void prog_print_function(Text *out, const Program *program, FuncId func);

/* Reads what prog_print writes.  True: `*out` is a new program, owned by the
 * caller (prog_free); it is well-formed text, not yet validated.  False:
 * `*out` is NULL and `error` got "line N: reason".  Any input is safe. */
BASE_MUST_USE bool prog_parse(Program **out, Mem *mem, const char *text,
                              Text *error);

/* Is the program what program.h says it is: tables in range, operands and
 * types as each Op wants them, phis agreeing with predecessors, definitions
 * dominating uses, blocks ending in their one terminator, a defined entry?
 * Problems are appended one a line (the first 50).  Near-linear. */
BASE_MUST_USE bool prog_validate(const Program *program, Text *problems);

/* Words of the text for enumerations, shared by printer and parser; NULL past
 * the end. */
const char *prog_flag_word(int64_t bit); /* of Inst.flags: 1 << bit */
const char *prog_input_word(int64_t kind);
const char *prog_fcmp_word(int64_t cmp);
const char *prog_fmath_word(int64_t math);
const char *prog_valid_word(int64_t kind);
const char *prog_encoding_word(int64_t encoding);
const char *prog_ctype_word(int64_t kind);
const char *prog_direction_word(int64_t direction);
const char *prog_region_word(int64_t kind);

#endif
