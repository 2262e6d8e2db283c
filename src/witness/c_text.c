/* SPDX-License-Identifier: MIT
 *
 * One walk over the text.  Comments and directives are left out; of strings and
 * numbers only their extent matters.  A statement may start behind ';', braces,
 * 'else', 'do', a label, and the head of an if, switch or loop; a brace opens a
 * block where a statement may start, behind the head of a function, and in the
 * GNU form ({ ... }), and is part of a type or an initialiser elsewhere.  The
 * body of a switch is no place of its own.
 *
 * Macros are not expanded.  A text in which they hide brackets or semicolons is
 * misread; whoever inserts something has the result compiled, and finds out. */
#include "witness/c_text.h"

#include <ctype.h>

typedef struct Open {
  uint32_t token;
  enum { OPEN_BLOCK, OPEN_HEAD, OPEN_OTHER } kind;
  uint32_t statement; /* its first token */
} Open;

typedef struct Walk {
  CText *c;
  size_t at, line_start;
  uint32_t line;
  bool at_line_start; /* only blanks so far */
  CStart next;        /* may a statement start with the next token? */
  uint32_t statement; /* first token of the one we are in, or NONE */
  Vec(Open) open;
} Walk;

/* ---- tokens ---- */

bool ctext_is(const CText *c, uint32_t token, const char *word) {
  assert(*word);
  if (token >= c->tokens.n) return false;
  const CToken *t = &c->tokens.at[token];
  return t->n == strlen(word) && strncmp(c->text + t->at, word, t->n) == 0;
}

static bool is_one_of(const CText *c, uint32_t token, const char *const *words,
                      size_t n) {
  for (size_t i = 0; i < n; i++)
    if (ctext_is(c, token, words[i])) return true;
  return false;
}

static bool has_head(const CText *c, uint32_t token) {
  static const char *const words[] = {"if", "while", "for", "switch"};
  return token != CTEXT_NONE && is_one_of(c, token, words, 4);
}

static void pass_byte(Walk *w) {
  if (w->c->text[w->at] == '\n') {
    w->line++;
    w->line_start = w->at + 1;
    w->at_line_start = true;
  }
  w->at++;
}

static void pass_to(Walk *w, size_t end) {
  while (w->at < end) pass_byte(w);
}

/* Behind a string or character that starts at `at`. */
static size_t end_of_quoted(const CText *c, size_t at) {
  char quote = c->text[at++];
  while (at < c->n && c->text[at] != quote && c->text[at] != '\n')
    at += c->text[at] == '\\' && at + 1 < c->n ? 2 : 1;
  return at < c->n && c->text[at] == quote ? at + 1 : at;
}

static bool is_word_byte(char b) {
  return isalnum((unsigned char)b) || b == '_' || b == '$' || (b & 0x80);
}

static size_t end_of_token(const CText *c, size_t at, CToken *token) {
  const char *text = c->text;
  if (text[at] == '"' || text[at] == '\'') {
    token->kind = CTOKEN_QUOTED;
    return end_of_quoted(c, at);
  }
  if (!is_word_byte(text[at])) {
    token->kind = CTOKEN_MARK;
    return at + 1;
  }
  bool is_number = isdigit((unsigned char)text[at]);
  token->kind = is_number ? CTOKEN_NUMBER : CTOKEN_WORD;
  while (at < c->n &&
         (is_word_byte(text[at]) || (is_number && text[at] == '.')))
    at++;
  return at;
}

/* ---- what is left out ---- */

static bool sets_positions(const char *directive) {
  directive += 1 + strspn(directive + 1, " \t");
  return isdigit((unsigned char)*directive) ||
         (text_starts_with(directive, "line") && !is_word_byte(directive[4]));
}

/* A directive reaches to the end of the line, or of the last joined one. */
static void pass_directive(Walk *w) {
  const CText *c = w->c;
  size_t end = w->at;
  while (end < c->n && c->text[end] != '\n')
    end += c->text[end] == '\\' && end + 1 < c->n ? 2 : 1;
  if (end > c->n) end = c->n;
  if (sets_positions(c->text + w->at)) {
    CMarker marker = {w->at, end - w->at};
    VEC_PUSH(c->mem, &w->c->markers, marker);
  }
  pass_to(w, end);
}

/* Passes what is no token; false at the end of the text. */
static bool pass_blanks(Walk *w) {
  const CText *c = w->c;
  while (w->at < c->n) {
    const char *here = c->text + w->at;
    if (isspace((unsigned char)*here) || *here == '\\') {
      pass_byte(w);
    } else if (here[0] == '/' && here[1] == '/') {
      while (w->at < c->n && c->text[w->at] != '\n') pass_byte(w);
    } else if (here[0] == '/' && here[1] == '*') {
      const char *end = strstr(here + 2, "*/");
      pass_to(w, end ? (size_t)(end - c->text) + 2 : c->n);
    } else if (*here == '#' && w->at_line_start) {
      pass_directive(w);
    } else {
      return true;
    }
  }
  return false;
}

/* ---- structure ---- */

static bool is_in_block(const Walk *w) {
  return w->open.n && VEC_LAST(&w->open).kind == OPEN_BLOCK;
}

static bool is_in_function(const Walk *w) {
  for (uint32_t i = 0; i < w->open.n; i++)
    if (w->open.at[i].kind == OPEN_BLOCK) return true;
  return false;
}

static bool opens_block(const Walk *w, uint32_t token) {
  if (w->next != CSTART_NO || ctext_is(w->c, token - 1, "(")) return true;
  return ctext_is(w->c, token - 1, ")") && !is_in_function(w);
}

static void open_bracket(Walk *w, uint32_t token) {
  Open open = {token, OPEN_OTHER, w->statement};
  if (ctext_is(w->c, token, "{") && opens_block(w, token))
    open.kind = OPEN_BLOCK;
  if (ctext_is(w->c, token, "(") && token > 0 && has_head(w->c, token - 1))
    open.kind = OPEN_HEAD;
  VEC_PUSH(w->c->mem, &w->open, open);
  w->next = open.kind == OPEN_BLOCK ? CSTART_IN_BLOCK : CSTART_NO;
}

static bool closes(const CText *c, uint32_t open, uint32_t close) {
  return (ctext_is(c, open, "(") && ctext_is(c, close, ")")) ||
         (ctext_is(c, open, "[") && ctext_is(c, close, "]")) ||
         (ctext_is(c, open, "{") && ctext_is(c, close, "}"));
}

static void close_bracket(Walk *w, uint32_t token) {
  CText *c = w->c;
  w->next = CSTART_NO;
  if (!w->open.n || !closes(c, VEC_LAST(&w->open).token, token)) return;
  Open open = VEC_POP(&w->open);
  assert(open.token < token);
  c->tokens.at[token].match = open.token;
  c->tokens.at[open.token].match = token;
  w->statement = open.statement;
  if (open.kind == OPEN_HEAD) w->next = CSTART_AS_BODY;
  bool is_value = open.token > 0 && ctext_is(c, open.token - 1, "(");
  if (open.kind == OPEN_BLOCK && !is_value) w->next = CSTART_IN_BLOCK;
}

static bool is_label_word(const CText *c, uint32_t token) {
  return ctext_is(c, token, "case") || ctext_is(c, token, "default");
}

static bool ends_label(const Walk *w, uint32_t token) {
  if (!ctext_is(w->c, token, ":") || w->statement == CTEXT_NONE) return false;
  return is_label_word(w->c, w->statement) || w->statement + 1 == token;
}

/* A switch jumps to its labels: nothing comes by the start of its body. */
static bool is_body_of_switch(const CText *c, uint32_t token) {
  if (!token || !ctext_is(c, token - 1, ")")) return false;
  uint32_t open = c->tokens.at[token - 1].match;
  return open != CTEXT_NONE && open > 0 && ctext_is(c, open - 1, "switch");
}

static void note_start(Walk *w, uint32_t token) {
  if (w->next == CSTART_NO) return;
  w->statement = token;
  if (is_in_block(w) && !ctext_is(w->c, token, "else") &&
      !is_body_of_switch(w->c, token))
    w->c->tokens.at[token].start = w->next;
}

static void add_token(Walk *w, CToken new) {
  CText *c = w->c;
  uint32_t token = c->tokens.n;
  assert(new.n > 0 && new.at + new.n <= c->n);
  assert(!token || VEC_LAST(&c->tokens).at < new.at);
  VEC_PUSH(c->mem, &c->tokens, new);
  bool is_open = strchr("([{", c->text[new.at]) != NULL;
  bool is_close = strchr(")]}", c->text[new.at]) != NULL;
  note_start(w, token);
  if (new.kind == CTOKEN_QUOTED) is_open = is_close = false;
  bool in_parens = w->open.n && !is_in_block(w);
  if (is_open)
    open_bracket(w, token);
  else if (is_close)
    close_bracket(w, token);
  else if (ctext_is(c, token, ";"))
    w->next = in_parens ? CSTART_NO : CSTART_IN_BLOCK;
  else if (ctext_is(c, token, "else") || ctext_is(c, token, "do") ||
           ends_label(w, token))
    w->next = CSTART_AS_BODY;
  else
    w->next = CSTART_NO;
}

void ctext_init(CText *out, Mem *mem, const char *text, size_t n) {
  require(text[n] == 0);
  *out = (CText){.mem = mem, .text = text, .n = n};
  Walk w = {.c = out,
            .line = 1,
            .at_line_start = true,
            .next = CSTART_IN_BLOCK,
            .statement = CTEXT_NONE};
  while (pass_blanks(&w)) {
    CToken token = {.at = w.at,
                    .line = w.line,
                    .col = (uint32_t)(w.at - w.line_start) + 1,
                    .match = CTEXT_NONE};
    size_t end = end_of_token(out, w.at, &token);
    token.n = end - w.at;
    w.at_line_start = false;
    pass_to(&w, end);
    add_token(&w, token);
  }
  VEC_DONE(mem, &w.open);
}

void ctext_done(CText *c) {
  VEC_DONE(c->mem, &c->tokens);
  VEC_DONE(c->mem, &c->markers);
}

/* ---- places ---- */

static bool is_before(const CToken *t, uint32_t line, uint32_t col) {
  return t->line < line || (t->line == line && t->col < col);
}

/* The first token that starts there or behind. */
static uint32_t first_from(const CText *c, uint32_t line, uint32_t col) {
  uint32_t low = 0, high = c->tokens.n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (is_before(&c->tokens.at[middle], line, col))
      low = middle + 1;
    else
      high = middle;
  }
  return low < c->tokens.n ? low : CTEXT_NONE;
}

uint32_t ctext_at(const CText *c, uint32_t line, uint32_t col) {
  require(line > 0 && col > 0);
  uint32_t token = first_from(c, line, col);
  if (token == CTEXT_NONE) return token;
  const CToken *t = &c->tokens.at[token];
  return t->line == line && t->col == col ? token : CTEXT_NONE;
}

uint32_t ctext_first_of(const CText *c, uint32_t line) {
  require(line > 0);
  uint32_t token = first_from(c, line, 1);
  return token != CTEXT_NONE && c->tokens.at[token].line == line ? token
                                                                 : CTEXT_NONE;
}

uint32_t ctext_before(const CText *c, uint32_t line, uint32_t col) {
  require(line > 0);
  uint32_t behind = first_from(c, line, col + 1);
  uint32_t n = behind == CTEXT_NONE ? c->tokens.n : behind;
  return n ? n - 1 : CTEXT_NONE;
}

uint32_t ctext_behind_labels(const CText *c, uint32_t token) {
  while (token < c->tokens.n &&
         (is_label_word(c, token) || (c->tokens.at[token].kind == CTOKEN_WORD &&
                                      ctext_is(c, token + 1, ":")))) {
    do token++;
    while (token < c->tokens.n && c->tokens.at[token].start == CSTART_NO);
  }
  return token < c->tokens.n ? token : CTEXT_NONE;
}

uint32_t ctext_statement(const CText *c, uint32_t token) {
  if (token == CTEXT_NONE) return token;
  assert(token < c->tokens.n);
  for (uint32_t i = token + 1; i-- > 0;) {
    const CToken *t = &c->tokens.at[i];
    bool is_close = t->match < i && t->kind == CTOKEN_MARK;
    if (is_close && i < token) { /* the whole bracket lies before us */
      i = t->match;
      if (c->tokens.at[i].start == CSTART_NO) continue;
      return i;
    }
    if (t->start != CSTART_NO) return i;
  }
  return CTEXT_NONE;
}

uint32_t ctext_statement_end(const CText *c, uint32_t token) {
  for (uint32_t i = token; i < c->tokens.n; i++) {
    if (ctext_is(c, i, ";") || ctext_is(c, i, "{") || ctext_is(c, i, "}"))
      return i;
    uint32_t match = c->tokens.at[i].match;
    assert(match == CTEXT_NONE || c->tokens.at[match].match == i);
    if (match != CTEXT_NONE && match > i) i = match;
  }
  return CTEXT_NONE;
}
