/* SPDX-License-Identifier: MIT
 *
 * Reading SMT-LIB 2: quantifier-free bit-vectors, arrays and floats.
 *
 * The reader is one loop with its own stacks, because generated files nest
 * lets and conjunctions a million deep.  A frame is an open parenthesis: an
 * application that collects arguments, a `let`, or an annotation.  Finished
 * terms lie on a stack of values; closing an application replaces its
 * arguments by the result (parse_ops.c).  Names bound by `let` and define-fun
 * hide earlier ones through a chain per symbol.
 *
 * What is not understood is an error with its line; nothing is skipped but
 * set-logic, set-info, set-option, get-* and exit, which do not change the
 * meaning of the assertions.
 */
#include "term/parse_int.h"

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

bool parse_number(Parser *p, uint32_t *value) {
  if (!parse_expect(p, TOKEN_NUMBER)) return false;
  BvWord words[1];
  const char *end = NULL;
  if (strlen(parse_text(p)) > 9 || !bv_parse(words, 64, parse_text(p), &end) ||
      *end != 0)
    return parse_fail(p, "bad number %s", parse_text(p));
  *value = (uint32_t)words[0];
  return true;
}

/* Pass over the rest of an expression whose first token was just read. */
static bool skip_rest(Parser *p) {
  uint64_t depth = p->kind == TOKEN_OPEN;
  while (depth > 0) {
    if (!parse_next(p)) return false;
    if (p->kind == TOKEN_END) return parse_fail(p, "unexpected end of text");
    if (p->kind == TOKEN_OPEN) depth++;
    if (p->kind == TOKEN_CLOSE) depth--;
  }
  return true;
}

static bool skip_to_close(Parser *p) {
  do {
    if (!parse_next(p)) return false;
    if (p->kind == TOKEN_CLOSE) return true;
    if (p->kind == TOKEN_END) return parse_fail(p, "unexpected end of text");
  } while (skip_rest(p));
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
    if (!parse_number(p, &a)) return false;
    if (a == 0 || a > BV_MAX_WIDTH) return parse_fail(p, "bad width %u", a);
    *sort = sort_bv(a);
  } else if (parse_is(p, "FloatingPoint")) {
    if (!parse_number(p, &a) || !parse_number(p, &b) ||
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

/* ---- names ---- */

static void bind(Parser *p, uint32_t symbol, Term t) {
  while (p->newest.n < p->symbols.list.n) VEC_PUSH(p->mem, &p->newest, 0);
  VEC_PUSH(p->mem, &p->bindings, ((Binding){symbol, t, p->newest.at[symbol]}));
  p->newest.at[symbol] = p->bindings.n;
}

static void unbind_to(Parser *p, uint32_t n) {
  while (p->bindings.n > n) {
    Binding b = VEC_POP(&p->bindings);
    p->newest.at[b.symbol] = b.hidden;
  }
}

static Term lookup(const Parser *p, const char *name) {
  uint32_t symbol = names_find(&p->symbols, name);
  if (symbol < p->newest.n && p->newest.at[symbol] != 0)
    return p->bindings.at[p->newest.at[symbol] - 1].term;
  return term_find_var(p->store, name);
}

/* ---- values ---- */

static void push_value(Parser *p, Value value) {
  VEC_PUSH(p->mem, &p->values, value);
}

static void push_term(Parser *p, Term t) {
  push_value(p, (Value){.kind = VALUE_TERM, .term = t});
}

/* #b and #x */
static bool push_bits(Parser *p) {
  const char *digits = parse_text(p) + 2;
  bool binary = parse_text(p)[1] == 'b', hex = parse_text(p)[1] == 'x';
  size_t n = strlen(parse_text(p)) < 3 ? 0 : strlen(digits);
  uint32_t each = hex ? 4 : 1;
  if ((!binary && !hex) || n == 0 || n * each > BV_MAX_WIDTH)
    return parse_fail(p, "bad constant %s", parse_text(p));
  BvWord words[BV_MAX_WORDS];
  uint32_t width = (uint32_t)n * each;
  bv_set_u64(words, 0, width);
  for (size_t i = 0; i < n; i++) {
    char c = digits[n - 1 - i];
    const char *all = "0123456789abcdef", *low = NULL;
    if (c >= 'A' && c <= 'F') c = (char)(c - 'A' + 'a');
    low = strchr(all, c);
    if (low == NULL || (binary && low > all + 1))
      return parse_fail(p, "bad constant %s", parse_text(p));
    uint32_t bit = (uint32_t)i * each;
    words[bit / 64] |= (uint64_t)(low - all) << (bit % 64);
  }
  push_term(p, term_const(p->store, words, width));
  return true;
}

static bool push_number(Parser *p) {
  BvWord words[2];
  const char *end = NULL;
  if (!bv_parse(words, 128, parse_text(p), &end) || *end != 0)
    return parse_fail(p, "unsupported number %s", parse_text(p));
  push_value(p,
             (Value){.kind = VALUE_NUMBER, .number = integer_of_words(words)});
  return true;
}

static bool is_minus_number(const char *text) {
  return text[0] == '-' && text[1] >= '0' && text[1] <= '9';
}

static bool push_symbol(Parser *p) {
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  static const char *const long_modes[] = {
      "roundNearestTiesToEven", "roundNearestTiesToAway", "roundTowardPositive",
      "roundTowardNegative", "roundTowardZero"};
  const char *name = parse_text(p);
  bool fixed = !p->is_quoted && smtlib_is_reserved(name);
  Term t = fixed ? TERM_NONE : lookup(p, name);
  if (t.id != 0) {
    push_term(p, t);
    return true;
  }
  for (int i = 0; i < 5; i++)
    if (strcmp(name, modes[i]) == 0 || strcmp(name, long_modes[i]) == 0) {
      push_value(p, (Value){.kind = VALUE_MODE, .mode = (TermRounding)i});
      return true;
    }
  if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
    push_term(p, term_bool(p->store, name[0] == 't'));
  else if (strcmp(name, "signed") == 0 || strcmp(name, "unsigned") == 0)
    push_value(p, (Value){.kind = VALUE_READING, .number = name[0] == 's'});
  else if (is_minus_number(name))
    return push_number(p);
  else
    return parse_fail(p, "unknown symbol %s", name);
  return true;
}

/* ---- frames ---- */

static void push_frame(Parser *p, Frame frame) {
  frame.first = p->values.n;
  VEC_PUSH(p->mem, &p->frames, frame);
}

static const char *intern(Parser *p) {
  return names_text(&p->symbols, names_add(&p->symbols, parse_text(p)));
}

/* "(_ name i j" has been opened: a constant, or the head of an application. */
static bool read_indexed(Parser *p, Frame *frame) {
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  frame->name = intern(p);
  for (frame->n_index = 0;; frame->n_index++) {
    if (!parse_next(p)) return false;
    if (p->kind == TOKEN_CLOSE) return true;
    if (p->kind != TOKEN_NUMBER || frame->n_index == 2)
      return parse_fail(p, "bad index of %s", frame->name);
    frame->index[frame->n_index] = (uint32_t)strtoul(parse_text(p), NULL, 10);
  }
}

/* "((_ f i)" or "((as const S)" */
static bool open_compound(Parser *p) {
  Frame frame = {.kind = FRAME_APPLY};
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  if (parse_is(p, "_")) {
    if (!read_indexed(p, &frame)) return false;
  } else if (parse_is(p, "as")) {
    if (!parse_expect(p, TOKEN_SYMBOL)) return false;
    if (!parse_is(p, "const"))
      return parse_fail(p, "unsupported: as %s", parse_text(p));
    frame.name = intern(p);
    if (!parse_sort(p, &frame.sort) || !parse_expect(p, TOKEN_CLOSE))
      return false;
  } else {
    return parse_fail(p, "unexpected ((%s", parse_text(p));
  }
  push_frame(p, frame);
  return true;
}

/* One more binding "(x", or the end of the bindings. */
static bool next_binding(Parser *p) {
  Frame *frame = &VEC_LAST(&p->frames);
  if (!parse_next(p)) return false;
  if (p->kind == TOKEN_OPEN) {
    if (!parse_expect(p, TOKEN_SYMBOL)) return false;
    VEC_PUSH(p->mem, &p->pending, names_add(&p->symbols, parse_text(p)));
    return true;
  }
  if (p->kind != TOKEN_CLOSE) return parse_fail(p, "binding expected");
  frame->saved = p->bindings.n;
  frame->body = true;
  uint32_t n = p->values.n - frame->first;
  for (uint32_t i = 0; i < n; i++) {
    Value value = p->values.at[frame->first + i];
    if (value.kind != VALUE_TERM) return parse_fail(p, "term expected in let");
    bind(p, p->pending.at[p->pending.n - n + i], value.term);
  }
  p->pending.n -= n;
  p->values.n = frame->first;
  return true;
}

static bool open_frame(Parser *p) {
  if (!parse_next(p)) return false;
  if (p->kind == TOKEN_OPEN) return open_compound(p);
  if (p->kind != TOKEN_SYMBOL)
    return parse_fail(p, "operator expected, not %s", parse_text(p));
  Frame frame = {.kind = FRAME_APPLY};
  if (parse_is(p, "_")) {
    Term t = TERM_NONE;
    if (!read_indexed(p, &frame) || !parse_indexed_constant(p, &frame, &t))
      return false;
    push_term(p, t);
    return true;
  }
  if (parse_is(p, "let")) {
    frame.kind = FRAME_LET;
    push_frame(p, frame);
    return parse_expect(p, TOKEN_OPEN) && next_binding(p);
  }
  if (parse_is(p, "!")) frame.kind = FRAME_NOTE;
  frame.name = intern(p);
  push_frame(p, frame);
  return true;
}

/* After the term of "(! t": attributes up to the parenthesis. */
static bool read_notes(Parser *p, bool *closed) {
  *closed = false;
  for (;;) {
    if (!parse_next(p)) return false;
    *closed = p->kind == TOKEN_CLOSE;
    if (*closed) return true;
    if (p->kind != TOKEN_KEYWORD) return parse_fail(p, "attribute expected");
    if (strcmp(parse_text(p), ":cutpoint-linear") == 0) return true;
    bool naming = strcmp(parse_text(p), ":named") == 0;
    if (!parse_next(p)) return false;
    if (naming && p->kind == TOKEN_SYMBOL) {
      Value value = VEC_LAST(&p->values);
      if (value.kind != VALUE_TERM || p->frames.n != 1)
        return parse_fail(p, "unsupported: :named inside a term");
      bind(p, names_add(&p->symbols, parse_text(p)), value.term);
    } else if (!skip_rest(p)) {
      return false;
    }
  }
}

/* A value is complete: finish the lets and notes it completes. */
static bool after_value(Parser *p) {
  while (p->frames.n > 0) {
    Frame *frame = &VEC_LAST(&p->frames);
    if (frame->kind == FRAME_APPLY) return true;
    if (frame->kind == FRAME_LET && !frame->body)
      return parse_expect(p, TOKEN_CLOSE) && next_binding(p);
    if (frame->kind == FRAME_LET) {
      if (!parse_expect(p, TOKEN_CLOSE)) return false;
      unbind_to(p, frame->saved);
    } else {
      bool closed = false;
      if (!read_notes(p, &closed)) return false;
      if (!closed) return true; /* a better form of the term follows */
      p->values.at[frame->first] = VEC_LAST(&p->values);
      p->values.n = frame->first + 1;
    }
    p->frames.n--;
  }
  return true;
}

static bool close_frame(Parser *p) {
  if (p->frames.n == 0 || VEC_LAST(&p->frames).kind != FRAME_APPLY)
    return parse_fail(p, "unexpected )");
  Frame frame = VEC_LAST(&p->frames);
  uint32_t n = p->values.n - frame.first;
  const Value *first = n > 0 ? p->values.at + frame.first : NULL;
  Term t = parse_apply(p, &frame, first, n);
  if (p->failed) return false;
  require(t.id != 0);
  p->values.n = frame.first;
  p->frames.n--;
  push_term(p, t);
  return after_value(p);
}

static bool step(Parser *p) {
  if (!parse_next(p)) return false;
  uint32_t before = p->values.n;
  switch (p->kind) {
  case TOKEN_OPEN:
    if (!open_frame(p)) return false;
    return p->values.n == before + 1 ? after_value(p) : true;
  case TOKEN_CLOSE: return close_frame(p);
  case TOKEN_BITS: return push_bits(p) && after_value(p);
  case TOKEN_NUMBER: return push_number(p) && after_value(p);
  case TOKEN_SYMBOL: return push_symbol(p) && after_value(p);
  case TOKEN_KEYWORD:
  case TOKEN_STRING:
  case TOKEN_END: break;
  }
  return parse_fail(p, "term expected");
}

static bool read_term(Parser *p, Term *t) {
  require(p->frames.n == 0 && p->values.n == 0);
  do {
    if (!step(p)) return false;
  } while (p->frames.n > 0);
  Value value = VEC_POP(&p->values);
  if (value.kind != VALUE_TERM) return parse_fail(p, "term expected");
  *t = value.term;
  return true;
}

/* ---- commands ---- */

static bool read_name(Parser *p, char **name) {
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  *name = arena_strdup(&p->texts, parse_text(p));
  return true;
}

static bool read_no_arguments(Parser *p) {
  if (!parse_expect(p, TOKEN_OPEN) || !parse_next(p)) return false;
  if (p->kind == TOKEN_CLOSE) return true;
  return parse_fail(p, "unsupported: function with arguments");
}

static bool declare(Parser *p, bool with_arguments) {
  char *name = NULL;
  Sort sort;
  if (!read_name(p, &name) || (with_arguments && !read_no_arguments(p)) ||
      !parse_sort(p, &sort))
    return false;
  Term old = term_find_var(p->store, name);
  if (name[0] == 0 || strchr(name, '\\') != NULL)
    return parse_fail(p, "bad name |%s|", name);
  if (old.id != 0 && !sort_same(term_sort(p->store, old), sort))
    return parse_fail(p, "%s has another sort already", name);
  term_var(p->store, name, sort);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool define(Parser *p, bool with_arguments) {
  char *name = NULL;
  Sort sort;
  Term t;
  if (!read_name(p, &name) || (with_arguments && !read_no_arguments(p)) ||
      !parse_sort(p, &sort) || !read_term(p, &t))
    return false;
  if (!sort_same(term_sort(p->store, t), sort))
    return parse_fail(p, "the definition of %s has another sort", name);
  bind(p, names_add(&p->symbols, name), t);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool read_assert(Parser *p) {
  Term t;
  if (!read_term(p, &t)) return false;
  if (!term_is_bool(p->store, t))
    return parse_fail(p, "the assertion is not Boolean");
  VEC_PUSH(p->mem, &p->script->asserts, t);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool is_harmless(const Parser *p) {
  static const char *const names[] = {
      "set-logic", "set-info",       "set-option", "exit",
      "get-model", "get-unsat-core", "get-value",  "get-info"};
  for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (parse_is(p, names[i])) return true;
  return false;
}

static bool read_command(Parser *p) {
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  if (parse_is(p, "declare-const")) return declare(p, false);
  if (parse_is(p, "declare-fun")) return declare(p, true);
  if (parse_is(p, "define-fun")) return define(p, true);
  if (parse_is(p, "define-const")) return define(p, false);
  if (parse_is(p, "assert")) return read_assert(p);
  if (is_harmless(p)) return skip_to_close(p);
  if (!parse_is(p, "check-sat"))
    return parse_fail(p, "unsupported command %s", parse_text(p));
  p->script->n_checks++;
  return parse_expect(p, TOKEN_CLOSE);
}

static void parser_init(Parser *p, TermStore *store, const char *text,
                        TermScript *script) {
  *p = (Parser){.store = store,
                .mem = store->mem,
                .at = text,
                .line = 1,
                .script = script};
  text_init(&p->token, p->mem);
  names_init(&p->symbols, p->mem);
  arena_init(&p->texts, p->mem);
  script->error_line = 0;
}

static void parser_done(Parser *p) {
  text_done(&p->token);
  names_done(&p->symbols);
  arena_done(&p->texts);
  VEC_DONE(p->mem, &p->newest);
  VEC_DONE(p->mem, &p->bindings);
  VEC_DONE(p->mem, &p->values);
  VEC_DONE(p->mem, &p->frames);
  VEC_DONE(p->mem, &p->pending);
}

void term_script_init(TermScript *script, TermStore *store) {
  *script = (TermScript){0};
  text_init(&script->error, store->mem);
}

void term_script_done(TermScript *script, TermStore *store) {
  VEC_DONE(store->mem, &script->asserts);
  text_done(&script->error);
}

bool term_parse_script(TermStore *store, const char *text, TermScript *script) {
  Parser p;
  parser_init(&p, store, text, script);
  while (parse_next(&p) && p.kind != TOKEN_END) {
    if (p.kind != TOKEN_OPEN) parse_fail(&p, "command expected");
    if (p.failed || !read_command(&p)) break;
  }
  bool good = !p.failed;
  parser_done(&p);
  return good;
}

Term term_parse(TermStore *store, const char *text, TermScript *script) {
  Parser p;
  Term t = TERM_NONE;
  parser_init(&p, store, text, script);
  if (read_term(&p, &t) && parse_next(&p) && p.kind != TOKEN_END)
    parse_fail(&p, "text behind the term");
  bool good = !p.failed;
  parser_done(&p);
  return good ? t : TERM_NONE;
}
