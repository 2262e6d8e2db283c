/* SPDX-License-Identifier: MIT
 *
 * What functions of the library write.
 *
 * Their models go round once for each character, and what a loop leaves is not
 * known.  Where the lengths are constants here (a text that memory tells, a
 * count), it is a copy or a fill of as many bytes, which is said at once: so
 * the text is known to who asks for its length next.  Only what is written into
 * a variable or an allocation in sight is said so; other places are told apart
 * by what their models do.
 *
 * That there is room, and that what is copied does not overlap with where it
 * goes, is asked elsewhere; what happens if not is not defined. */
#include "encode/function/texts/texts.h"

typedef enum What {
  COPIES,  /* a text, with its end */
  APPENDS, /* ... behind the one that is there */
  CUTS,    /* ... so many characters of it, the rest is zero */
  JOINS,   /* ... behind the one that is there, and an end */
  FILLS    /* so many times the same character */
} What;

enum { CHARACTERS_MOST = 1 << 20 };

static const struct Writer {
  const char *name;
  What what;
  uint32_t unit;  /* bytes of a character */
  bool is_to_end; /* the result is where the text ends, not where it starts */
} writers[] = {{"strcpy", COPIES, 1, false},  {"stpcpy", COPIES, 1, true},
               {"strcat", APPENDS, 1, false}, {"strncpy", CUTS, 1, false},
               {"strncat", JOINS, 1, false},  {"wcscpy", COPIES, 4, false},
               {"wcpcpy", COPIES, 4, true},   {"wcscat", APPENDS, 4, false},
               {"wcsncpy", CUTS, 4, false},   {"wcsncat", JOINS, 4, false},
               {"wmemset", FILLS, 4, false}};

static const struct Writer *writer_of(const Run *run, uint32_t number,
                                      const Function *callee) {
  const Inst *call = &run->f->insts.at[number];
  assert(call->op == OP_CALL && callee->name);
  if (callee->origin != FUNC_MODEL || !call->type.id) return NULL;
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
    const struct Writer *w = &writers[i];
    uint32_t arguments = w->what == COPIES || w->what == APPENDS ? 2 : 3;
    if (strcmp(w->name, callee->name) == 0)
      return call->n_ops == arguments + 1 ? w : NULL;
  }
  return NULL;
}

/* The number, if it is a constant that is not too large. */
static bool is_number(const Run *run, Term t, int64_t *number) {
  const TermStore *store = run->x->enc.store;
  return t.id && term_is_const(store, t) && term_const_i64(store, t, number) &&
         *number >= 0 && *number <= CHARACTERS_MOST;
}

static bool text_length(Run *run, Term at, uint32_t unit, int64_t *length) {
  return is_number(run, exec_string_length(run, at, unit), length);
}

static Term characters_on(Run *run, Term at, int64_t n, uint32_t unit) {
  TermStore *store = run->x->enc.store;
  return term_add(store, at,
                  term_i64(store, n * (int64_t)unit, term_width(store, at)));
}

/* `n` characters are written there. */
static void change(Run *run, uint32_t number, VersionKind kind, Term to,
                   Term value, int64_t n, uint32_t unit) {
  EncExec *x = run->x;
  assert(n >= 0 && (kind == VERSION_COPY || kind == VERSION_FILL));
  if (n == 0) return;
  Version change = {.kind = kind,
                    .below = run->version,
                    .address = to,
                    .value = value,
                    .bytes = n * (int64_t)unit,
                    .activation = run->activation,
                    .inst = number,
                    .loc = run->f->insts.at[number].loc};
  change.region = texts_region(x, to, (uint32_t)change.bytes);
  run->version = enc_new_version(x, change);
}

/* Zero characters. */
static void clear(Run *run, uint32_t number, Term to, int64_t n,
                  uint32_t unit) {
  Term zero = term_u64(run->x->enc.store, 0, 8);
  change(run, number, VERSION_FILL, to, zero, n, unit);
}

/* Is it in a variable or an allocation that is seen from here? */
static bool is_in_sight(const Run *run, Term to) {
  Base base = enc_base(run->x, to);
  return base.is_object && base.is_exact;
}

static bool fill(Run *run, uint32_t number, const struct Writer *w, Term to) {
  const Inst *call = &run->f->insts.at[number];
  int64_t n;
  assert(w->what == FILLS);
  if (!is_number(run, exec_operand(run, call->ops[3]), &n)) return false;
  change(run, number, VERSION_FILL, to, exec_operand(run, call->ops[2]), n,
         w->unit);
  exec_define(run, number, to);
  return true;
}

bool texts_write(Run *run, uint32_t number, const Function *callee) {
  const struct Writer *w = writer_of(run, number, callee);
  if (!w) return false;
  const Inst *call = &run->f->insts.at[number];
  assert(w->unit > 0);
  Term start = exec_operand(run, call->ops[1]), to = start;
  if (!is_in_sight(run, start)) return false;
  if (w->what == FILLS) return fill(run, number, w, start);
  Term from = exec_operand(run, call->ops[2]);
  int64_t length, most = CHARACTERS_MOST, before = 0;
  if ((w->what == CUTS || w->what == JOINS) &&
      !is_number(run, exec_operand(run, call->ops[3]), &most))
    return false;
  if (!text_length(run, from, w->unit, &length)) return false;
  if ((w->what == APPENDS || w->what == JOINS) &&
      !text_length(run, start, w->unit, &before))
    return false;
  if (length > most) length = most;
  to = characters_on(run, start, before, w->unit);
  change(run, number, VERSION_COPY, to, from, length, w->unit);
  Term end = characters_on(run, to, length, w->unit);
  clear(run, number, end, w->what == CUTS ? most - length : 1, w->unit);
  exec_define(run, number, w->is_to_end ? end : start);
  return true;
}
