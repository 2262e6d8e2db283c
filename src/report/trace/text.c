/* SPDX-License-Identifier: MIT
 *
 * A counterexample as text.
 *
 * First the error under its line of the source, as compilers show theirs, with
 * notes on it.  Then the steps, further to the right the more calls are open.
 * Unless all are wanted, some are left out: those that the error does not
 * depend on; of a loop that goes round often the rounds between the first and
 * the last ones; of what is still long the middle. */
#include "report/trace/trace.h"

enum { FIRST_STEPS = 60, LAST_STEPS = 140 }; /* shown of many */
/* Rounds of a loop that are shown; folding fewer than LEAST gains nothing. */
enum { FIRST_ROUNDS = 2, LAST_ROUNDS = 1, LEAST_FOLDED = 2 };
enum { FARTHEST = 4000 }; /* steps from one round to the next */

/* What is printed. */
typedef struct Line {
  uint32_t step;
  uint64_t rounds; /* > 0: instead of so many rounds of a loop */
} Line;

typedef struct Lines {
  const RepCounterexample *c;
  RepColours colours;
  Vec(uint32_t) steps; /* that are not left out on their own */
  Vec(Line) lines;
} Lines;

/* ---- loops ---- */

static const RepStep *step_at(const Lines *l, uint32_t i) {
  assert(i < l->steps.n);
  return &l->c->steps.at[l->steps.at[i]];
}

/* The next time that the branch of step `i` is taken in the same activation,
 * before `to`; `to`: never. */
static uint32_t next_round(const Lines *l, uint32_t i, uint32_t to) {
  const RepStep *here = step_at(l, i);
  if (here->kind != REP_STEP_BRANCH) return to;
  for (uint32_t k = i + 1; k < to && k - i < FARTHEST; k++) {
    const RepStep *step = step_at(l, k);
    if (step->depth < here->depth) return to;
    if (step->kind == REP_STEP_BRANCH && step->loc.id == here->loc.id &&
        step->depth == here->depth)
      return k;
  }
  return to;
}

static void add_line(Lines *l, uint32_t i, uint64_t rounds) {
  Line line = {l->steps.at[i], rounds};
  VEC_PUSH(l->c->mem, &l->lines, line);
}

/* Adds the lines for steps [from..to[.  A branch that comes again is the head
 * of a loop; what is between two times is a round, in which there may be loops
 * again. */
static void add_lines(Lines *l, uint32_t from, uint32_t to) {
  Vec(uint32_t) heads = {0};
  for (uint32_t i = from; i < to;) {
    VEC_CLEAR(&heads);
    for (uint32_t k = i; k < to; k = next_round(l, k, to))
      VEC_PUSH(l->c->mem, &heads, k);
    uint32_t rounds = heads.n - 1;
    bool folds = rounds >= FIRST_ROUNDS + LAST_ROUNDS + LEAST_FOLDED;
    for (uint32_t r = 0; r < rounds; r++) {
      if (folds && r == FIRST_ROUNDS) {
        uint32_t next = rounds - LAST_ROUNDS;
        add_line(l, heads.at[r], next - r);
        r = next;
      }
      add_line(l, heads.at[r], 0);
      add_lines(l, heads.at[r] + 1, heads.at[r + 1]);
    }
    i = VEC_LAST(&heads);
    add_line(l, i++, 0);
  }
  VEC_DONE(l->c->mem, &heads);
}

bool rep_step_is_shown(const RepCounterexample *c, const RepStep *step) {
  return c->mode == REP_COUNTEREXAMPLE_FULL || step->kind == REP_STEP_ERROR ||
         (step->matters && !step->aside);
}

static void find_lines(Lines *l, const RepCounterexample *c,
                       RepColours colours) {
  *l = (Lines){.c = c, .colours = colours};
  bool full = c->mode == REP_COUNTEREXAMPLE_FULL;
  for (uint32_t i = 0; i < c->steps.n; i++)
    if (rep_step_is_shown(c, &c->steps.at[i])) VEC_PUSH(c->mem, &l->steps, i);
  if (!full) {
    add_lines(l, 0, l->steps.n);
    return;
  }
  for (uint32_t i = 0; i < l->steps.n; i++) add_line(l, i, 0);
}

/* The lines in the middle of many are left out unless all are wanted. */
static bool is_left_out(const Lines *l, uint32_t i) {
  return l->c->mode == REP_COUNTEREXAMPLE_SHORT && i >= FIRST_STEPS &&
         i + LAST_STEPS < l->lines.n;
}

/* ---- the error ---- */

static void print_place(Text *out, const RepCounterexample *c, LocId loc) {
  text_clear(out);
  prog_print_loc(out, c->program, loc);
}

void rep_quote(Text *out, RepColours colours, const char *line, uint32_t number,
               uint32_t col) {
  text_printf(out, "%5u | %s\n", number, line);
  if (!col || col > strlen(line)) return;
  text_add(out, "      | ");
  for (uint32_t i = 0; i + 1 < col; i++)
    text_char(out, line[i] == '\t' ? '\t' : ' ');
  text_printf(out, "%s^%s\n", rep_ink(colours, REP_INK_ERROR),
              rep_ink_end(colours));
}

/* "a.c:9:14: error: division by zero", the line, and where in it. */
static void print_error(Text *out, const Lines *l) {
  const RepCounterexample *c = l->c;
  const RepStep *error = &VEC_LAST(&c->steps);
  if (error->kind != REP_STEP_ERROR || !*c->line) return;
  const SrcLoc *at = prog_loc_get(c->program, error->loc);
  const char *end = rep_ink_end(l->colours);
  text_add(out, rep_ink(l->colours, REP_INK_STRONG));
  prog_print_loc(out, c->program, error->loc);
  text_printf(out, ":%s %serror:%s %s\n", end,
              rep_ink(l->colours, REP_INK_ERROR), end, error->note);
  assert(at->col && at->col <= strlen(c->line));
  rep_quote(out, l->colours, c->line, at->line, at->col);
}

static void print_notes(Text *out, const Lines *l) {
  const RepCounterexample *c = l->c;
  const char *end = rep_ink_end(l->colours);
  for (uint32_t i = 0; i < c->notes.n; i++) {
    const RepNote *note = &c->notes.at[i];
    text_add(out, rep_ink(l->colours, REP_INK_STRONG));
    if (note->loc.id) {
      prog_print_loc(out, c->program, note->loc);
      text_add(out, ": ");
    }
    text_printf(out, "%s%snote:%s %s\n", end, rep_ink(l->colours, REP_INK_NOTE),
                end, note->text);
  }
}

/* ---- steps ---- */

void rep_step_text(Text *out, const RepStep *step) {
  switch (step->kind) {
  case REP_STEP_INPUT: text_printf(out, "input %s", step->value); return;
  case REP_STEP_ASSIGN:
    text_printf(out, "%s = %s", step->name, step->value);
    return;
  case REP_STEP_BRANCH:
    text_printf(out, "%s is %s", *step->name ? step->name : "condition",
                step->value);
    return;
  case REP_STEP_CALL:
    text_printf(out, "%s(%s)", step->name, step->value);
    return;
  case REP_STEP_RETURN: text_printf(out, "return %s", step->value); return;
  case REP_STEP_ERROR: text_printf(out, "error: %s", step->note); return;
  }
}

typedef struct Columns {
  int place;       /* width */
  uint32_t lowest; /* depth */
} Columns;

static Columns columns_of(const Lines *l, Text *room) {
  Columns columns = {0, UINT32_MAX};
  for (uint32_t i = 0; i < l->lines.n; i++) {
    const RepStep *step = &l->c->steps.at[l->lines.at[i].step];
    if (is_left_out(l, i) || l->lines.at[i].rounds) continue;
    print_place(room, l->c, step->loc);
    int width = room->n < 60 ? (int)room->n : 60;
    if (width > columns.place) columns.place = width;
    if (step->depth < columns.lowest) columns.lowest = step->depth;
  }
  return columns;
}

static void print_step(Text *out, const Lines *l, const RepStep *step,
                       Columns columns) {
  enum { DEEPEST = 12 };
  Text place, what;
  text_init(&place, out->mem);
  text_init(&what, out->mem);
  print_place(&place, l->c, step->loc);
  uint32_t depth =
      step->depth > columns.lowest ? step->depth - columns.lowest : 0;
  text_printf(&what, "%*s", (int)(depth < DEEPEST ? depth : DEEPEST) * 2, "");
  rep_step_text(&what, step);
  const char *end = rep_ink_end(l->colours);
  bool is_error = step->kind == REP_STEP_ERROR;
  text_printf(out, "  %s%-*s%s  %s", rep_ink(l->colours, REP_INK_DIM),
              columns.place, text_get(&place), end,
              is_error ? rep_ink(l->colours, REP_INK_ERROR) : "");
  text_printf(out, *step->note && !is_error ? "%-24s" : "%s", text_get(&what));
  if (is_error)
    text_add(out, end);
  else if (*step->note)
    text_printf(out, " %s(%s)%s", rep_ink(l->colours, REP_INK_DIM), step->note,
                end);
  text_char(out, '\n');
  text_done(&place);
  text_done(&what);
}

static void print_gap(Text *out, const RepCounterexample *c, uint32_t skipped) {
  if (c->unseen)
    text_printf(out,
                "  ... %u steps (with --full-trace) and %llu more "
                "instructions\n",
                skipped, (unsigned long long)c->unseen);
  else
    text_printf(out, "  ... %u steps (all with --full-trace)\n", skipped);
}

static void print_steps(Text *out, const Lines *l, Columns columns) {
  const RepCounterexample *c = l->c;
  uint32_t skipped = 0;
  bool told = c->unseen == 0; /* of what was not seen */
  for (uint32_t i = 0; i < l->lines.n; i++) {
    const Line *line = &l->lines.at[i];
    if (is_left_out(l, i)) {
      skipped++;
      if (!is_left_out(l, i + 1)) print_gap(out, c, skipped);
      told = told || line->step >= c->seen_first;
      continue;
    }
    if (!told && line->step >= c->seen_first) {
      text_printf(out, "  ... %llu instructions\n",
                  (unsigned long long)c->unseen);
      told = true;
    }
    if (line->rounds && c->is_shortened)
      text_add(out, "  ... more rounds, not all of them executed one by one\n");
    else if (line->rounds)
      text_printf(out, "  ... %llu more rounds (all with --full-trace)\n",
                  (unsigned long long)line->rounds);
    else
      print_step(out, l, &c->steps.at[line->step], columns);
  }
}

static void print_calls(Text *out, const RepCounterexample *c) {
  Text place;
  text_init(&place, out->mem);
  for (uint32_t i = c->calls.n; i > 0; i--) {
    LocId loc = c->calls.at[i - 1];
    print_place(&place, c, loc);
    FuncId func = c->program->locs.at[loc.id].func;
    text_printf(out, "  called at %s%s%s\n", text_get(&place),
                func.id ? " in " : "",
                func.id ? prog_func(c->program, func)->name : "");
  }
  text_done(&place);
}

void rep_counterexample_text(Text *out, const RepCounterexample *c,
                             RepColours colours) {
  Text room;
  Lines lines;
  assert(c->seen_first <= c->steps.n);
  text_init(&room, out->mem);
  find_lines(&lines, c, colours);
  if (c->steps.n) print_error(out, &lines);
  print_notes(out, &lines);
  print_steps(out, &lines, columns_of(&lines, &room));
  print_calls(out, c);
  if (c->reproduce.n)
    text_printf(out, "To see it again:\n%s", text_get(&c->reproduce));
  VEC_DONE(c->mem, &lines.steps);
  VEC_DONE(c->mem, &lines.lines);
  text_done(&room);
}
