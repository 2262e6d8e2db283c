/* SPDX-License-Identifier: MIT
 *
 * C text as tokens with their positions: where statements start, which brackets
 * belong together.  No parser: what a piece of text means is for the compiler
 * to say. */
#ifndef WITNESS_C_TEXT_H
#define WITNESS_C_TEXT_H

#include "base/base.h"

#define CTEXT_NONE UINT32_MAX

/* May a statement start with the token, and what stands around it? */
typedef enum CStart {
  CSTART_NO,
  CSTART_IN_BLOCK, /* statements and declarations, one after the other */
  CSTART_AS_BODY   /* one statement: of an if, else or loop, or labelled */
} CStart;

typedef struct CToken {
  size_t at, n;       /* bytes of the text */
  uint32_t line, col; /* from 1; columns are bytes */
  uint32_t match;     /* the token that closes or opens the bracket, or NONE */
  enum { CTOKEN_WORD, CTOKEN_NUMBER, CTOKEN_QUOTED, CTOKEN_MARK } kind;
  CStart start;
} CToken;

/* A directive that sets positions: "#line 3", "# 3 \"a.c\"". */
typedef struct CMarker {
  size_t at, n; /* without the end of the line */
} CMarker;

typedef struct CText {
  Mem *mem;
  const char *text;
  size_t n;
  Vec(CToken) tokens;
  Vec(CMarker) markers;
} CText;

/* `text` has `n` bytes and a NUL behind, and must outlive the result. */
void ctext_init(CText *out, Mem *mem, const char *text, size_t n);
void ctext_done(CText *c);

bool ctext_is(const CText *c, uint32_t token, const char *word);
/* The token that starts exactly there, or NONE. */
uint32_t ctext_at(const CText *c, uint32_t line, uint32_t col);
/* The first token of the line, or NONE. */
uint32_t ctext_first_of(const CText *c, uint32_t line);
/* The last token that starts at or before the position, or NONE. */
uint32_t ctext_before(const CText *c, uint32_t line, uint32_t col);
/* Behind the labels that the statement starts with; NONE: nothing is there. */
uint32_t ctext_behind_labels(const CText *c, uint32_t token);
/* The start of the statement that the token is in; NONE: in none. */
uint32_t ctext_statement(const CText *c, uint32_t token);
/* The token that ends a statement, or its head: the next ';' or brace that is
 * not inside of brackets; NONE: the text ends before. */
uint32_t ctext_statement_end(const CText *c, uint32_t token);

#endif
