/* SPDX-License-Identifier: MIT
 *
 * Reading SMT-LIB 2: quantifier-free bit-vectors, arrays and floats.
 *
 * The reader is one loop with its own stacks, because generated files nest
 * lets and conjunctions a million deep.  A frame is an open parenthesis: an
 * application that collects arguments, a `let`, or an annotation.  Finished
 * terms lie on a stack of values; closing an application replaces its
 * arguments by the result (parse_ops.c).  Names bound by `let` and define-fun
 * hide earlier ones through a chain per symbol. */
#include "term/text/parse_int.h"

/* ---- names ---- */

void parse_bind(Parser *p, uint32_t symbol, Term t) {
  require(symbol < p->symbols.list.n && t.id != 0);
  while (p->newest.n < p->symbols.list.n) VEC_PUSH(p->mem, &p->newest, 0);
  VEC_PUSH(p->mem, &p->bindings, ((Binding){symbol, t, p->newest.at[symbol]}));
  p->newest.at[symbol] = p->bindings.n;
}

static void unbind_to(Parser *p, uint32_t n) {
  assert(n <= p->bindings.n);
  while (p->bindings.n > n) {
    Binding b = VEC_POP(&p->bindings);
    assert(p->newest.at[b.symbol] == p->bindings.n + 1);
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
  assert(frame->kind == FRAME_LET && !frame->body);
  if (p->kind == TOKEN_OPEN) {
    if (!parse_expect(p, TOKEN_SYMBOL)) return false;
    VEC_PUSH(p->mem, &p->pending, names_add(&p->symbols, parse_text(p)));
    return true;
  }
  if (p->kind != TOKEN_CLOSE) return parse_fail(p, "binding expected");
  frame->saved = p->bindings.n;
  frame->body = true;
  assert(p->values.n - frame->first <= p->pending.n);
  uint32_t n = p->values.n - frame->first;
  for (uint32_t i = 0; i < n; i++) {
    Value value = p->values.at[frame->first + i];
    if (value.kind != VALUE_TERM) return parse_fail(p, "term expected in let");
    parse_bind(p, p->pending.at[p->pending.n - n + i], value.term);
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
      parse_bind(p, names_add(&p->symbols, parse_text(p)), value.term);
    } else if (!parse_skip_rest(p)) {
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

bool parse_read_term(Parser *p, Term *t) {
  require(p->frames.n == 0 && p->values.n == 0);
  do {
    if (!step(p)) return false;
  } while (p->frames.n > 0);
  Value value = VEC_POP(&p->values);
  assert(p->values.n == 0);
  if (value.kind != VALUE_TERM) return parse_fail(p, "term expected");
  *t = value.term;
  return true;
}
