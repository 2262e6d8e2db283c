/* SPDX-License-Identifier: MIT
 *
 * Private to the SMT-LIB reader: its state, and what its files share. */
#ifndef TERM_PARSE_INT_H
#define TERM_PARSE_INT_H

#include "term/term_int.h"

#include <stdlib.h>

typedef enum TokenKind {
  TOKEN_END,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_SYMBOL,
  TOKEN_NUMBER,
  TOKEN_BITS,
  TOKEN_KEYWORD,
  TOKEN_STRING
} TokenKind;

typedef enum ValueKind {
  VALUE_TERM,
  VALUE_MODE,
  VALUE_NUMBER,
  VALUE_READING
} ValueKind;

typedef struct Value {
  ValueKind kind;
  Term term;
  TermRounding mode;
  Integer number;
} Value;

typedef enum FrameKind { FRAME_APPLY, FRAME_LET, FRAME_NOTE } FrameKind;

typedef struct Frame {
  FrameKind kind;
  bool body;      /* LET: the bindings are done */
  uint32_t first; /* its first value */
  uint32_t saved; /* LET: bindings before it */
  uint32_t n_index, index[2];
  Sort sort;        /* (as const S) */
  const char *name; /* of the operator, interned */
} Frame;

typedef struct Binding {
  uint32_t symbol;
  Term term;
  uint32_t hidden; /* the binding it hides, index + 1 */
} Binding;

typedef struct Parser {
  TermStore *store;
  Mem *mem;
  const char *at;
  uint32_t line;
  TokenKind kind; /* of the current token */
  Text token;
  bool is_quoted; /* the symbol stood between bars */
  bool failed;
  TermScript *script;
  Names symbols;
  Arena texts;
  Vec(uint32_t) newest; /* symbol -> binding + 1, or 0 */
  Vec(Binding) bindings;
  Vec(Value) values;
  Vec(Frame) frames;
  Vec(uint32_t) pending; /* symbols of open let bindings */
} Parser;

/* ---- parse_tokens.c ---- */

/* Record the first error; gives false. */
bool parse_fail(Parser *p, const char *format, ...) BASE_PRINTF(2, 3);
bool parse_next(Parser *p);
bool parse_expect(Parser *p, TokenKind kind);
const char *parse_text(const Parser *p);
bool parse_is(const Parser *p, const char *word);
/* Pass over the rest of an expression whose first token was just read. */
bool parse_skip_rest(Parser *p);
/* Pass over all up to the closing parenthesis. */
bool parse_skip_to_close(Parser *p);
bool parse_sort(Parser *p, Sort *sort);
bool parse_float_sort(Parser *p, uint32_t exponent, uint32_t significand,
                      Sort *sort);

/* ---- parse.c ---- */

/* The symbol means `t` from now on. */
void parse_bind(Parser *p, uint32_t symbol, Term t);
bool parse_read_term(Parser *p, Term *t);

/* ---- parse_ops.c ---- */

/* The operator of `frame` on n values; none after parse_fail. */
Term parse_apply(Parser *p, const Frame *frame, const Value *values,
                 uint32_t n);
/* (_ bv5 8), (_ NaN 8 24), ... */
bool parse_indexed_constant(Parser *p, const Frame *frame, Term *t);

#endif
