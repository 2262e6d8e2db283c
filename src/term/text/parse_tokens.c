/* SPDX-License-Identifier: MIT
 *
 * Reading SMT-LIB 2: tokens, numbers and sorts. */
#include "term/text/parse_int.h"

bool parse_fail(Parser *p, const char *format, ...) {
  if (p->failed) return false;
  p->failed = true;
  va_list args;
  va_start(args, format);
  char message[300];
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  text_clear(&p->script->error);
  text_add(&p->script->error, message);
  p->script->error_line = p->line;
  return false;
}

/* ---- tokens ---- */

static bool is_symbol_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') ||
         (c != 0 && strchr("~!@$%^&*_-+=<>.?/:#", c) != NULL);
}

static void skip_blanks(Parser *p) {
  for (;; p->at++) {
    if (*p->at == ';')
      while (*p->at != 0 && *p->at != '\n') p->at++;
    if (*p->at == '\n') p->line++;
    if (*p->at == 0 || strchr(" \t\r\n", *p->at) == NULL) return;
  }
}

/* A text up to the closing sign; the token is what is between. */
static bool quoted(Parser *p, char end) {
  const char *start = ++p->at;
  while (*p->at != 0 && *p->at != end) {
    if (*p->at == '\n') p->line++;
    p->at++;
  }
  if (*p->at == 0) return parse_fail(p, "unfinished %c", end);
  text_clear(&p->token);
  size_t n = (size_t)(p->at - start);
  text_add_n(&p->token, start, n);
  if (n > 0 && start[n - 1] == ' ' && smtlib_is_reserved(text_get(&p->token))) {
    text_clear(&p->token); /* see print_var */
    text_add_n(&p->token, start, n - 1);
  }
  p->is_quoted = end == '|';
  p->at++;
  return true;
}

bool parse_next(Parser *p) {
  skip_blanks(p);
  char c = *p->at;
  p->is_quoted = false;
  p->kind = c == 0 ? TOKEN_END : c == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
  if (c == 0) return true;
  if (c == '(' || c == ')') {
    p->at++;
    return true;
  }
  p->kind = c == '"' ? TOKEN_STRING : TOKEN_SYMBOL;
  if (c == '|' || c == '"') return quoted(p, c);
  if (!is_symbol_char(c)) return parse_fail(p, "unexpected character '%c'", c);
  const char *start = p->at;
  while (is_symbol_char(*p->at)) p->at++;
  text_clear(&p->token);
  text_add_n(&p->token, start, (size_t)(p->at - start));
  if (c >= '0' && c <= '9')
    p->kind = TOKEN_NUMBER;
  else if (c == '#')
    p->kind = TOKEN_BITS;
  else if (c == ':')
    p->kind = TOKEN_KEYWORD;
  return true;
}

bool parse_expect(Parser *p, TokenKind kind) {
  assert(kind != TOKEN_END);
  if (!parse_next(p)) return false;
  if (p->kind == kind) return true;
  return parse_fail(p, "unexpected \"%s\"",
                    p->kind == TOKEN_OPEN    ? "("
                    : p->kind == TOKEN_CLOSE ? ")"
                    : p->kind == TOKEN_END   ? "end of text"
                                             : text_get(&p->token));
}

const char *parse_text(const Parser *p) {
  return text_get(&p->token);
}

bool parse_is(const Parser *p, const char *word) {
  return p->kind == TOKEN_SYMBOL && strcmp(parse_text(p), word) == 0;
}

static bool read_number(Parser *p, uint32_t *value) {
  if (!parse_expect(p, TOKEN_NUMBER)) return false;
  BvWord words[1];
  const char *end = NULL;
  if (strlen(parse_text(p)) > 9 || !bv_parse(words, 64, parse_text(p), &end) ||
      *end != 0)
    return parse_fail(p, "bad number %s", parse_text(p));
  *value = (uint32_t)words[0];
  return true;
}

bool parse_skip_rest(Parser *p) {
  uint64_t depth = p->kind == TOKEN_OPEN;
  while (depth > 0) {
    if (!parse_next(p)) return false;
    if (p->kind == TOKEN_END) return parse_fail(p, "unexpected end of text");
    if (p->kind == TOKEN_OPEN) depth++;
    if (p->kind == TOKEN_CLOSE) depth--;
  }
  return true;
}

bool parse_skip_to_close(Parser *p) {
  do {
    if (!parse_next(p)) return false;
    if (p->kind == TOKEN_CLOSE) return true;
    if (p->kind == TOKEN_END) return parse_fail(p, "unexpected end of text");
  } while (parse_skip_rest(p));
  return false;
}

/* ---- sorts ---- */

#define MAX_SORT_DEPTH 16u

static bool named_sort(Parser *p, Sort *sort) {
  static const struct {
    const char *name;
    TermFloat format;
  } floats[] = {{"Float16", TERM_FLOAT_HALF},
                {"Float32", TERM_FLOAT_SINGLE},
                {"Float64", TERM_FLOAT_DOUBLE},
                {"Float128", TERM_FLOAT_QUAD}};
  if (parse_is(p, "Bool")) {
    *sort = sort_bool();
    return true;
  }
  for (uint32_t i = 0; i < 4; i++)
    if (parse_is(p, floats[i].name)) {
      *sort = sort_float(floats[i].format);
      return true;
    }
  return parse_fail(p, "unknown or unsupported sort %s", parse_text(p));
}

bool parse_float_sort(Parser *p, uint32_t exponent, uint32_t significand,
                      Sort *sort) {
#define X(name, e, s)                                                          \
  if (exponent == e && significand == s) {                                     \
    *sort = sort_float(TERM_FLOAT_##name);                                     \
    return true;                                                               \
  }
  TERM_FLOATS(X)
#undef X
  return parse_fail(p, "unsupported float format %u %u", exponent, significand);
}

static bool indexed_sort(Parser *p, Sort *sort) {
  uint32_t a = 0, b = 0;
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  if (parse_is(p, "BitVec")) {
    if (!read_number(p, &a)) return false;
    if (a == 0 || a > BV_MAX_WIDTH) return parse_fail(p, "bad width %u", a);
    *sort = sort_bv(a);
  } else if (parse_is(p, "FloatingPoint")) {
    if (!read_number(p, &a) || !read_number(p, &b) ||
        !parse_float_sort(p, a, b, sort))
      return false;
  } else {
    return parse_fail(p, "unknown sort %s", parse_text(p));
  }
  return parse_expect(p, TOKEN_CLOSE);
}

/* Recursion is bounded: array sorts nest at most MAX_SORT_DEPTH deep. */
static bool sort_at(Parser *p, Sort *sort, uint32_t depth) {
  if (depth > MAX_SORT_DEPTH) return parse_fail(p, "sort nested too deep");
  if (!parse_next(p)) return false;
  if (p->kind == TOKEN_SYMBOL) return named_sort(p, sort);
  if (p->kind != TOKEN_OPEN || !parse_expect(p, TOKEN_SYMBOL))
    return parse_fail(p, "sort expected");
  if (parse_is(p, "_")) return indexed_sort(p, sort);
  if (!parse_is(p, "Array"))
    return parse_fail(p, "unknown sort %s", parse_text(p));
  Sort index, element;
  if (!sort_at(p, &index, depth + 1) || !sort_at(p, &element, depth + 1))
    return false;
  if (sort_kind(index) != SORT_BV)
    return parse_fail(p, "unsupported: array index is no bit-vector");
  *sort = sort_array(p->store, index, element);
  return parse_expect(p, TOKEN_CLOSE);
}

bool parse_sort(Parser *p, Sort *sort) {
  return sort_at(p, sort, 0);
}
