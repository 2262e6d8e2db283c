/* SPDX-License-Identifier: MIT
 *
 * An invariant is a conjunction over the state at a location.  A conjunct is
 * printed in C if C can express it over variables that certainly hold those
 * values (encode/names.c); the others are left out, which only weakens it.  Of
 * what is printed, conjuncts about one number that only say its range become
 * bounds (ranges.c), and those that the others imply are dropped, the longest
 * first, as far as a solver finds that out in little time.
 *
 * Other tools read an invariant at the keyword of its loop.  There a variable
 * declared in the head of a `for` is not yet in scope; and a function that is
 * called from several places has one text but several invariants, some of which
 * may have been sliced away.  Both are shown to people, not to tools. */
#include "check/invariants/invariants.h"

#include "check/invariants/cells.h"
#include "check/invariants/ranges.h"
#include "smt/smt.h"

enum { LONGEST = 1200, LONGEST_TEXT = 60000, MOST_CONJUNCTS = 4000 };
/* Effort for dropping what is implied: conjuncts, ticks of all checks and of
 * one. */
enum { MOST_COMPARED = 60, TICKS = 2000, TICKS_OF_ONE = 60 };

typedef struct Printer {
  Arena *texts;
  Mem *mem;
  const Program *program;
  const Ts *ts;
  const TsLocation *at;
  enum { FOR_PEOPLE, FOR_TOOLS } reader;
  Budget budget;         /* for dropping */
  Cells *cells;          /* made when first asked; or NULL */
  const TermList *facts; /* the conjuncts at the location */
  uint32_t depth;        /* of cells that name cells */
} Printer;

/* ---- names ---- */

/* One of ours, which the user has not heard of. */
static bool is_librarys(const Printer *t, const CVar *var) {
  Text place;
  text_init(&place, t->mem);
  prog_print_loc(&place, t->program, var->decl);
  bool is_model = text_starts_with(text_get(&place), "cutpoint/models/");
  text_done(&place);
  return is_model;
}

static bool is_in_scope(const Printer *t, const CVar *var) {
  if (is_librarys(t, var)) return false;
  if (t->reader == FOR_PEOPLE || !var->func.id) return true;
  const SrcLoc *loop = prog_loc_get(t->program, (LocId){t->at->loop});
  const SrcLoc *decl = prog_loc_get(t->program, var->decl);
  return decl->line < loop->line;
}

/* Another variable of the location that looks the same hides both. */
static bool is_hidden(const TsLocation *at, uint32_t v) {
  for (uint32_t i = 0; i < at->n_vars; i++)
    if (i != v && at->vars[i].c_var &&
        strcmp(at->vars[i].name, at->vars[v].name) == 0)
      return true;
  return false;
}

static bool is_number(CEncoding encoding) {
  return encoding == CENC_SIGNED || encoding == CENC_CHAR ||
         encoding == CENC_UNSIGNED;
}

static TermCSign sign_of(CEncoding encoding, const char *type_name) {
  return encoding == CENC_UNSIGNED || strncmp(type_name, "unsigned", 8) == 0
             ? TERM_C_UNSIGNED
             : TERM_C_SIGNED;
}

static const char *c_name(void *context, Term var, TermCSign *sign);

/* What is in memory.  A variable of another function may be called as one that
 * is in scope: people are told whose it is, tools get nothing. */
static const char *cell_name(Printer *t, Term cell, TermCSign *sign) {
  enum { DEEPEST = 2 };
  Text text;
  CellName name = {0};
  if (t->depth == DEEPEST) return NULL;
  if (!t->cells) t->cells = cells_new(t->mem, t->program, t->ts);
  text_init(&text, t->mem);
  t->depth++;
  bool good =
      cells_name(t->cells, t->at, t->facts, cell, c_name, t, &text, &name);
  t->depth--;
  const CType *type = prog_ctype(t->program, name.type);
  FuncId here = prog_loc_get(t->program, (LocId){t->at->loop})->func;
  bool is_other = good && name.var->func.id && name.var->func.id != here.id;
  good = good && is_number(type->encoding) &&
         (type->kind == CTYPE_NUMBER || type->kind == CTYPE_ENUM);
  good = good && !is_librarys(t, name.var);
  if (t->reader == FOR_TOOLS)
    good = good && name.is_certain && !is_other && is_in_scope(t, name.var);
  const char *copy = NULL;
  if (good)
    copy = arena_printf(t->texts, "%s%s%s",
                        is_other ? prog_func(t->program, name.var->func)->name
                                 : "",
                        is_other ? "::" : "", text_get(&text));
  *sign = good ? sign_of(type->encoding, type->name) : TERM_C_SIGNED;
  text_done(&text);
  return copy;
}

static const char *c_name(void *context, Term var, TermCSign *sign) {
  Printer *t = context;
  if (term_kind(t->ts->store, var) == TERM_SELECT)
    return cell_name(t, var, sign);
  for (uint32_t i = 0; i < t->at->n_vars; i++) {
    const TsVar *own = &t->at->vars[i];
    if (!term_same(own->now, var)) continue;
    if (!own->c_var || is_hidden(t->at, i)) return NULL;
    const CVar *c = &t->program->vars.at[own->c_var];
    if (!is_number(c->encoding) ||
        c->size * 8 != term_width(t->ts->store, var) || !is_in_scope(t, c))
      return NULL;
    *sign = sign_of(c->encoding, c->type_name);
    return c->name;
  }
  return NULL;
}

/* ---- conjuncts ---- */

void inv_conjuncts(const Ts *ts, Term invariant, TermList *out) {
  TermList stack = {0};
  VEC_PUSH(ts->mem, &stack, invariant);
  while (stack.n && out->n < MOST_CONJUNCTS) {
    Term top = VEC_POP(&stack);
    if (term_kind(ts->store, top) == TERM_AND && !term_is_negated(top)) {
      VEC_PUSH(ts->mem, &stack, term_child(ts->store, top, 1));
      VEC_PUSH(ts->mem, &stack, term_child(ts->store, top, 0));
    } else if (!term_is_true(top)) {
      VEC_PUSH(ts->mem, out, top);
    }
  }
  VEC_DONE(ts->mem, &stack);
}

/* The most informative first: learned facts, bounds, sums. */
static uint32_t rank_of(const TermStore *store, Term t) {
  if (!term_is_linear(store, t)) return 0;
  TermLinear atom;
  term_linear_get(store, t, &atom);
  return atom.op != TERM_LE ? 0 : atom.n == 1 ? 1 : 2;
}

/* The greatest value of the monomial that the bounds among the conjuncts
 * allow; false when they say nothing. */
static bool most_of(const Printer *t, const TermList *list, TermMonomial m,
                    Integer *most) {
  int64_t sign = m.coefficient < 0 ? -1 : 1;
  for (uint32_t i = 0; i < list->n; i++) {
    if (rank_of(t->ts->store, list->at[i]) != 1) continue;
    TermLinear bound;
    term_linear_get(t->ts->store, list->at[i], &bound);
    const TermMonomial *own = &bound.at[0];
    if (!term_same(own->term, m.term) || own->reading != m.reading ||
        own->coefficient != sign)
      continue;
    *most = bound.bound * (m.coefficient * sign);
    return true;
  }
  return false;
}

/* Does the sum's bound follow from those of its variables? */
static bool says_nothing_new(const Printer *t, const TermList *list, Term sum) {
  TermLinear atom;
  Integer total = 0, most = 0;
  term_linear_get(t->ts->store, sum, &atom);
  for (uint32_t i = 0; i < atom.n; i++) {
    if (!most_of(t, list, atom.at[i], &most)) return false;
    total += most;
  }
  return total <= atom.bound;
}

static void sort_conjuncts(Printer *t, TermList *list) {
  TermList sorted = {0};
  for (uint32_t rank = 0; rank <= 2; rank++)
    for (uint32_t i = 0; i < list->n; i++)
      if (rank_of(t->ts->store, list->at[i]) == rank &&
          (rank < 2 || !says_nothing_new(t, list, list->at[i])))
        VEC_PUSH(t->mem, &sorted, list->at[i]);
  VEC_DONE(t->mem, list);
  *list = sorted;
}

/* A conjunct that can be said. */
typedef struct Said {
  Term term;
  const char *text;
  enum { SAID_KEPT, SAID_TRIED, SAID_DROPPED } state;
} Said;
typedef Vec(Said) SaidList;

/* The longest one that was not tried yet; NULL: all were. */
static Said *next_to_try(const SaidList *list) {
  Said *longest = NULL;
  for (uint32_t i = 0; i < list->n; i++) {
    Said *own = &list->at[i];
    if (own->state == SAID_KEPT &&
        (!longest || strlen(own->text) > strlen(longest->text)))
      longest = own;
  }
  return longest;
}

/* Do the others that are still there imply it? */
static bool is_implied(Printer *t, Smt *smt, const SaidList *list,
                       const Said *one) {
  TermList assumed = {0};
  for (uint32_t i = 0; i < list->n; i++)
    if (&list->at[i] != one && list->at[i].state != SAID_DROPPED)
      VEC_PUSH(t->mem, &assumed, list->at[i].term);
  VEC_PUSH(t->mem, &assumed, term_not(one->term));
  SmtResult result =
      smt_check_within(smt, assumed.at, assumed.n, &t->budget, TICKS_OF_ONE);
  VEC_DONE(t->mem, &assumed);
  return result == SMT_UNSAT;
}

static void drop_implied(Printer *t, SaidList *list) {
  bool supported = list->n > 1 && list->n <= MOST_COMPARED;
  for (uint32_t i = 0; i < list->n && supported; i++)
    supported = smt_supports(&smt_blast, t->ts->store, list->at[i].term);
  if (!supported) return;
  Smt *smt = smt_new(t->mem, t->ts->store, &smt_blast, (SmtOptions){0});
  for (Said *one; (one = next_to_try(list)) && !budget_is_spent(&t->budget);)
    one->state = is_implied(t, smt, list, one) ? SAID_DROPPED : SAID_TRIED;
  smt_free(smt);
}

/* What is short is read, and may say all that matters. */
static void put_short_first(SaidList *list) {
  for (uint32_t i = 1; i < list->n; i++) {
    Said one = list->at[i];
    uint32_t k = i;
    for (; k > 0 && strlen(list->at[k - 1].text) > strlen(one.text); k--)
      list->at[k] = list->at[k - 1];
    list->at[k] = one;
  }
}

/* A sum of several numbers up to nearly what their type holds: true of the
 * machine, and no news to who reads about the program. */
static bool is_of_machine(const Printer *t, Term conjunct) {
  if (rank_of(t->ts->store, conjunct) != 2) return false;
  TermLinear atom;
  term_linear_get(t->ts->store, conjunct, &atom);
  Integer bound = atom.bound < 0 ? -atom.bound : atom.bound;
  assert(atom.n > 1);
  uint32_t bits = term_width(t->ts->store, atom.at[0].term);
  return bits > 8 && bits < 64 && bound >= (Integer)1 << (bits - 2);
}

/* The conjuncts that can be said, as one expression; NULL when none can. */
static const char *print_in_c(Printer *t, const TermList *conjuncts) {
  TermCStyle style = t->reader == FOR_TOOLS ? TERM_C_STRICT : TERM_C_BRIEF;
  SaidList list = {0};
  Text all, one;
  text_init(&all, t->mem);
  text_init(&one, t->mem);
  for (uint32_t i = 0; i < conjuncts->n; i++) {
    Term conjunct = conjuncts->at[i];
    text_clear(&one);
    if (t->reader == FOR_PEOPLE && is_of_machine(t, conjunct)) continue;
    if (!term_print_c(&one, t->ts->store, conjunct, style, c_name, t, LONGEST))
      continue;
    Said said = {conjunct, arena_strdup(t->texts, text_get(&one)), SAID_KEPT};
    VEC_PUSH(t->mem, &list, said);
  }
  drop_implied(t, &list);
  put_short_first(&list);
  for (uint32_t i = 0; i < list.n; i++) {
    const Said *said = &list.at[i];
    if (said->state == SAID_DROPPED) continue;
    bool loose = strstr(said->text, " || ") != NULL;
    text_printf(&all, "%s%s%s%s", all.n ? " && " : "", loose ? "(" : "",
                said->text, loose ? ")" : "");
  }
  const char *text = all.n ? arena_strdup(t->texts, text_get(&all)) : NULL;
  text_done(&one);
  text_done(&all);
  VEC_DONE(t->mem, &list);
  return text;
}

/* ---- locations ---- */

/* Has the loop's function one activation in the whole encoding? */
static bool is_called_once(const Printer *t) {
  const Program *p = t->program;
  FuncId func = prog_loc_get(p, (LocId){t->at->loop})->func;
  uint32_t n = 0;
  for (uint32_t c = 1; c < p->contexts.n; c++)
    n += p->contexts.at[c].callee.id == func.id;
  return func.id && n + (func.id == p->entry.id) == 1;
}

static bool is_only_one_of_loop(const Printer *t) {
  uint32_t n = 0;
  for (uint32_t l = 0; l < t->ts->locations.n; l++)
    n += t->ts->locations.at[l].loop == t->at->loop;
  return n == 1;
}

static RepInvariant invariant_at(Printer *t, Term invariant) {
  RepInvariant out = {.loop = {t->at->loop}, .place = t->at->name};
  TermList conjuncts = {0}, facts = {0};
  Text text;
  text_init(&text, t->mem);
  inv_conjuncts(t->ts, invariant, &conjuncts);
  inv_conjuncts(t->ts, invariant, &facts);
  t->facts = &facts;
  t->reader = FOR_PEOPLE;
  ranges_simplify(t->ts->store, &conjuncts, &t->budget, c_name, t);
  sort_conjuncts(t, &conjuncts);
  out.c = print_in_c(t, &conjuncts);
  t->reader = FOR_TOOLS;
  if (t->at->loop && is_called_once(t) && is_only_one_of_loop(t))
    out.portable = print_in_c(t, &conjuncts);
  term_print_infix(&text, t->ts->store, invariant, LONGEST_TEXT);
  out.text = arena_strdup(t->texts, text_get(&text));
  text_done(&text);
  VEC_DONE(t->mem, &conjuncts);
  VEC_DONE(t->mem, &facts);
  return out;
}

void inv_print(RepSummary *summary, Arena *texts, const Program *program,
               const Ts *ts, const TsProof *proof) {
  uint32_t n = ts->locations.n;
  RepInvariant *list = ARENA_ARRAY(texts, RepInvariant, n);
  Printer t = {.texts = texts,
               .mem = ts->mem,
               .program = program,
               .ts = ts,
               .budget = {.tick_limit = TICKS}};
  summary->invariants = list;
  summary->n_invariants = 0;
  for (uint32_t l = 0; l < n; l++) {
    Term invariant = ts_proof_invariant(proof, (TsLoc){l});
    t.at = &ts->locations.at[l];
    if (!term_is_true(invariant) && t.at->kind == TS_CUT)
      list[summary->n_invariants++] = invariant_at(&t, invariant);
  }
  if (t.cells) cells_free(t.cells);
}

bool inv_print_fact(Text *out, const Program *program, const Ts *ts, TsLoc loc,
                    Term fact) {
  enum { LONGEST_FACT = 120 };
  Arena texts;
  TermList none = {0};
  arena_init(&texts, ts->mem);
  Printer t = {.texts = &texts,
               .mem = ts->mem,
               .program = program,
               .ts = ts,
               .at = &ts->locations.at[loc.id],
               .reader = FOR_PEOPLE,
               .facts = &none};
  size_t start = out->n;
  bool said =
      t.at->kind == TS_CUT && term_print_c(out, ts->store, fact, TERM_C_BRIEF,
                                           c_name, &t, LONGEST_FACT);
  if (said) {
    size_t n = strcspn(t.at->name, "(");
    while (n && t.at->name[n - 1] == ' ') n--;
    text_printf(out, " (%.*s)", (int)n, t.at->name);
  } else {
    text_cut(out, start);
  }
  if (t.cells) cells_free(t.cells);
  arena_done(&texts);
  return said;
}
