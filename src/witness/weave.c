/* SPDX-License-Identifier: MIT
 *
 * Weaving a witness into the text of a program.
 *
 * Each item of the witness becomes a piece of C at its place: in front of a
 * statement, around a condition, around a call.  Items at the same place are
 * one observer, which looks at them in their order.  Every piece is written on
 * a line of its own that #line gives to the witness file; behind it, #line and
 * blanks restore line and column of what follows.
 *
 * A piece must not change what the program does.  The forms are chosen so that
 * the grammar around them does not matter:
 *   if (({ OBSERVER 0; })) ; else STATEMENT
 *   while (({ OBSERVER 0; }), (CONDITION))
 *   ({ int v = !!(CONDITION); OBSERVER v; })
 *   ({ __auto_type r = (CALL); OBSERVER r; })
 * and an expression of the witness cannot leave its parentheses (expression.c).
 * That it has no side effects the compiler checks, as the argument of
 * __builtin_assume inside of sizeof (which is not evaluated;
 * FE_PURE_ASSUMPTIONS makes it an error).
 *
 * Waypoints.  WIT_SEGMENT counts the waypoints followed.  A visit of a place
 * may follow several waypoints in a row, but not the same branching or the same
 * expression twice: those are two visits. */
#include "witness/witness_int.h"

#include <stdlib.h>

typedef enum EventKind {
  EVENT_STATEMENT,
  EVENT_LOOP,
  EVENT_BRANCH,
  EVENT_SWITCH,
  EVENT_ENTER,
  EVENT_RETURN
} EventKind;

typedef struct Event {
  EventKind kind;
  uint32_t token;       /* statement, keyword, or ')' of a call */
  uint32_t first, last; /* items, by Weaver.next */
} Event;

typedef struct Piece {
  size_t at;
  uint32_t rank;  /* at the same place, the lower is first */
  uint32_t order; /* then this */
  uint32_t token; /* what follows; NONE: the end */
  uint32_t line;  /* in the witness */
  const char *text;
} Piece;

typedef struct Weaver {
  const WitWeave *order;
  const Witness *w;
  const CText *c;
  Text *problem;
  Mem *mem;
  Arena texts;
  Vec(Event) events;
  Vec(uint32_t) next; /* item -> the next of the same event, or NONE */
  Vec(Piece) pieces;
} Weaver;

static bool refuse(Weaver *v, uint32_t item, const char *why) {
  text_printf(v->problem, "%s: ", why);
  wit_print_item(v->problem, v->w, item);
  return false;
}

/* ---- events ---- */

/* The `while` that belongs to a `do` with a block. */
static uint32_t condition_of_do(const CText *c, uint32_t token) {
  if (!ctext_is(c, token + 1, "{")) return CTEXT_NONE;
  uint32_t end = c->tokens.at[token + 1].match;
  return end != CTEXT_NONE && wit_is_branch(c, end + 1) ? end + 1 : CTEXT_NONE;
}

static void add_to_event(Weaver *v, EventKind kind, uint32_t token,
                         uint32_t item) {
  assert(item < v->next.n && token < v->c->tokens.n);
  for (uint32_t i = v->events.n; i-- > 0;) {
    Event *event = &v->events.at[i];
    if (event->kind != kind || event->token != token) continue;
    assert(event->last < item && v->next.at[event->last] == CTEXT_NONE);
    v->next.at[event->last] = item;
    event->last = item;
    return;
  }
  Event event = {kind, token, item, item};
  VEC_PUSH(v->mem, &v->events, event);
}

static bool note_branch(Weaver *v, uint32_t item, uint32_t token) {
  const char *value = v->w->items.at[item].value;
  if (ctext_is(v->c, token, "do")) token = condition_of_do(v->c, token);
  if (token == CTEXT_NONE)
    return refuse(v, item, "the condition of this loop cannot be found");
  if (ctext_is(v->c, token, "switch")) {
    if (strcmp(value, "default") == 0 ||
        !wit_is_closed_expression(v->c, v->mem, value))
      return refuse(v, item, "this branch of a switch cannot be followed");
    add_to_event(v, EVENT_SWITCH, token, item);
    return true;
  }
  if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
    return refuse(v, item, "a branch is \"true\" or \"false\"");
  add_to_event(v, EVENT_BRANCH, token, item);
  return true;
}

static bool note_statement(Weaver *v, uint32_t item, uint32_t token) {
  token = ctext_behind_labels(v->c, token);
  if (token == CTEXT_NONE || v->c->tokens.at[token].start == CSTART_NO)
    return refuse(v, item, "no statement is behind the label");
  add_to_event(v, EVENT_STATEMENT, token, item);
  return true;
}

static bool note_item(Weaver *v, uint32_t item) {
  const WitItem *i = &v->w->items.at[item];
  if (i->place.file != v->order->file || i->type == WIT_TARGET) return true;
  uint32_t token = wit_find_token(v->c, i);
  if (token == CTEXT_NONE) return refuse(v, item, wit_expected(i->type));
  const char *value = i->type == WIT_FUNCTION_RETURN
                          ? wit_name_result(&v->texts, i->value)
                          : i->value;
  if (i->type != WIT_FUNCTION_ENTER &&
      !wit_is_closed_expression(v->c, v->mem, value))
    return refuse(v, item, "this is not a C expression that can be checked");
  switch (i->type) {
  case WIT_ASSUMPTION:
  case WIT_LOCATION_INVARIANT: return note_statement(v, item, token);
  case WIT_BRANCHING: return note_branch(v, item, token);
  case WIT_LOOP_INVARIANT: add_to_event(v, EVENT_LOOP, token, item); break;
  case WIT_FUNCTION_ENTER: add_to_event(v, EVENT_ENTER, token, item); break;
  case WIT_FUNCTION_RETURN: add_to_event(v, EVENT_RETURN, token, item); break;
  case WIT_TARGET: break;
  }
  return true;
}

/* ---- observers ---- */

static void print_position(Text *out, uint32_t line, const char *file) {
  text_printf(out, "\n#line %u \"", line);
  text_add_escaped(out, file);
  text_add(out, "\"\n");
}

/* The expression, with the compiler's check that it only looks. */
static const char *pure(Weaver *v, const char *before, const char *value) {
  return arena_printf(
      &v->texts, "({ %s(void)sizeof((__builtin_assume(!!(%s)), 0)); !!(%s); })",
      before, value, value);
}

static const char *condition_of(Weaver *v, const WitItem *item) {
  switch (item->type) {
  case WIT_BRANCHING:
    if (strcmp(item->value, "true") == 0) return "__witness_v";
    if (strcmp(item->value, "false") == 0) return "!__witness_v";
    return pure(v, "",
                arena_printf(&v->texts, "__witness_v == (%s)", item->value));
  case WIT_FUNCTION_ENTER: return "1";
  case WIT_FUNCTION_RETURN:
    return pure(v, "__auto_type result = __witness_r; ",
                wit_name_result(&v->texts, item->value));
  case WIT_ASSUMPTION:
  case WIT_LOOP_INVARIANT:
  case WIT_LOCATION_INVARIANT:
  case WIT_TARGET: return pure(v, "", item->value);
  }
  unreachable_case();
}

/* The waypoint that a visit must have followed before it began, if it is to
 * follow this one: the same branching or expression again.  NONE: any. */
static uint32_t must_precede(const Weaver *v, const Event *event,
                             uint32_t item) {
  const WitItem *items = v->w->items.at;
  uint32_t found = CTEXT_NONE;
  assert(event->first <= item && item <= event->last);
  for (uint32_t i = event->first; i != item; i = v->next.at[i])
    if (items[i].action == WIT_FOLLOW &&
        (items[item].type != WIT_ASSUMPTION ||
         strcmp(items[i].value, items[item].value) == 0))
      found = items[i].segment;
  return found;
}

static void observe_waypoint(Weaver *v, Text *out, const Event *event,
                             uint32_t item) {
  const WitItem *i = &v->w->items.at[item];
  assert(i->segment < v->w->n_segments);
  const char *condition = condition_of(v, i);
  text_printf(out, "if (" WIT_SEGMENT " == %uu && (%s)", i->segment, condition);
  uint32_t before = must_precede(v, event, item);
  if (i->action == WIT_AVOID) {
    text_add(out, ") __cutpoint_assume(0); ");
    return;
  }
  if (before != CTEXT_NONE) text_printf(out, " && __witness_s > %uu", before);
  text_printf(out, ") { " WIT_SEGMENT " = %uu; ", i->segment + 1);
  if (i->segment == v->order->announced) text_add(out, WIT_REACHED "(); ");
  text_add(out, "} ");
}

static void observe(Weaver *v, Text *out, const Event *event) {
  if (v->order->mode == WIT_RESTRICT)
    text_add(out, "unsigned __witness_s = " WIT_SEGMENT "; ");
  for (uint32_t i = event->first; i != CTEXT_NONE; i = v->next.at[i]) {
    if (i != event->first)
      print_position(out, v->w->items.at[i].line, v->w->path);
    if (v->order->mode == WIT_RESTRICT)
      observe_waypoint(v, out, event, i);
    else if (v->order->mode == WIT_CLAIM)
      text_printf(out, "if (!%s) " WIT_REFUTED "(); ",
                  condition_of(v, &v->w->items.at[i]));
    else
      text_printf(out, "__cutpoint_assume(%s); ",
                  condition_of(v, &v->w->items.at[i]));
  }
}

/* ---- pieces ---- */

/* At one place first what closes, from inside, then what opens, from outside.
 */
typedef enum Rank {
  RANK_CLOSE_ENTER,
  RANK_CLOSE_RETURN,
  RANK_CLOSE_CONDITION,
  RANK_STATEMENT,
  RANK_OPEN_CONDITION,
  RANK_OPEN_RETURN,
  RANK_OPEN_ENTER
} Rank;

static void add_piece(Weaver *v, const Event *event, Rank rank, uint32_t token,
                      const char *format, ...) BASE_PRINTF(5, 6);
static void add_piece(Weaver *v, const Event *event, Rank rank, uint32_t token,
                      const char *format, ...) {
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  assert(token <= v->c->tokens.n);
  int n = vsnprintf(NULL, 0, format, args);
  require(n >= 0);
  char *text = arena_alloc(&v->texts, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, format, again);
  va_end(args);
  va_end(again);
  Piece piece = {.at = token < v->c->tokens.n ? v->c->tokens.at[token].at
                                              : v->c->n,
                 .rank = rank,
                 .order = v->pieces.n,
                 .token = token,
                 .line = v->w->items.at[event->first].line,
                 .text = text};
  VEC_PUSH(v->mem, &v->pieces, piece);
}

static void weave_statement(Weaver *v, const Event *event, uint32_t token,
                            const char *observer) {
  if (v->c->tokens.at[token].start == CSTART_IN_BLOCK)
    add_piece(v, event, RANK_STATEMENT, token, "{ %s}", observer);
  else
    add_piece(v, event, RANK_STATEMENT, token, "if (({ %s0; })) ; else",
              observer);
}

/* The condition's first token, and the one behind it; the same: empty. */
static bool find_condition(const CText *c, uint32_t keyword, uint32_t *first,
                           uint32_t *behind) {
  uint32_t open = keyword + 1, close = c->tokens.at[open].match;
  require(close != CTEXT_NONE && close > open);
  *first = open + 1;
  *behind = close;
  if (!ctext_is(c, keyword, "for")) return *first < *behind;
  uint32_t ends[2], n = 0;
  for (uint32_t i = open + 1; i < close; i++) {
    uint32_t match = c->tokens.at[i].match;
    if (ctext_is(c, i, ";") && n < 2) ends[n++] = i;
    if (match != CTEXT_NONE && match > i) i = match;
  }
  if (n < 2) return false;
  *first = ends[0] + 1;
  *behind = ends[1];
  return true;
}

/* A compound literal lives as long as the block it is in, so it must not get
 * into one of ours. */
static bool has_literal(const CText *c, uint32_t first, uint32_t behind) {
  for (uint32_t i = first + 1; i < behind; i++)
    if (ctext_is(c, i, "{") && ctext_is(c, i - 1, ")")) return true;
  return false;
}

static bool weave_condition(Weaver *v, const Event *event,
                            const char *observer) {
  uint32_t first, behind;
  if (!find_condition(v->c, event->token, &first, &behind))
    return refuse(v, event->first, "the condition cannot be found");
  bool is_loop = event->kind == EVENT_LOOP;
  if (!is_loop && has_literal(v->c, first, behind))
    return refuse(v, event->first, "a compound literal is in the condition");
  if (first == behind && is_loop) {
    add_piece(v, event, RANK_OPEN_CONDITION, first, "({ %s1; })", observer);
  } else if (first == behind) {
    add_piece(v, event, RANK_OPEN_CONDITION, first,
              "({ int __witness_v = 1; %s__witness_v; })", observer);
  } else if (is_loop) {
    add_piece(v, event, RANK_OPEN_CONDITION, first, "({ %s0; }), (", observer);
    add_piece(v, event, RANK_CLOSE_CONDITION, behind, ")");
  } else {
    bool is_switch = event->kind == EVENT_SWITCH;
    add_piece(v, event, RANK_OPEN_CONDITION, first, "({ %s __witness_v = %s(",
              is_switch ? "__auto_type" : "int", is_switch ? "+" : "!!");
    add_piece(v, event, RANK_CLOSE_CONDITION, behind, "); %s__witness_v; })",
              observer);
  }
  return true;
}

static bool weave_call(Weaver *v, const Event *event, const char *observer) {
  const CText *c = v->c;
  uint32_t open = c->tokens.at[event->token].match;
  require(open > 0 && open < event->token);
  uint32_t callee = open - 1;
  if (callee > 0 && (ctext_is(c, callee - 1, ".") ||
                     (ctext_is(c, callee - 1, ">") && callee > 1 &&
                      ctext_is(c, callee - 2, "-"))))
    return refuse(v, event->first,
                  "only calls of named functions are followed");
  if (has_literal(c, callee, event->token))
    return refuse(v, event->first, "a compound literal is in the call");
  if (event->kind == EVENT_ENTER) {
    add_piece(v, event, RANK_OPEN_ENTER, callee, "({ %s", observer);
    add_piece(v, event, RANK_CLOSE_ENTER, event->token + 1, "; })");
  } else {
    add_piece(v, event, RANK_OPEN_RETURN, callee,
              "({ __auto_type __witness_r = (");
    add_piece(v, event, RANK_CLOSE_RETURN, event->token + 1,
              "); %s__witness_r; })", observer);
  }
  return true;
}

static bool weave_event(Weaver *v, const Event *event) {
  Text text;
  text_init(&text, v->mem);
  observe(v, &text, event);
  const char *observer = arena_strdup(&v->texts, text_get(&text));
  text_done(&text);
  switch (event->kind) {
  case EVENT_STATEMENT:
    weave_statement(v, event, event->token, observer);
    return true;
  case EVENT_LOOP:
    if (!ctext_is(v->c, event->token, "do"))
      return weave_condition(v, event, observer);
    weave_statement(v, event, event->token + 1, observer);
    return true;
  case EVENT_BRANCH:
  case EVENT_SWITCH: return weave_condition(v, event, observer);
  case EVENT_ENTER:
  case EVENT_RETURN: return weave_call(v, event, observer);
  }
  unreachable_case();
}

/* ---- the copy ---- */

/* The text from `from` to `to`, where markers become blanks. */
static void copy_part(Text *out, const CText *c, size_t from, size_t to,
                      uint32_t *marker) {
  assert(from <= to && to <= c->n);
  for (; *marker < c->markers.n && c->markers.at[*marker].at < to; ++*marker) {
    const CMarker *m = &c->markers.at[*marker];
    text_add_n(out, c->text + from, m->at - from);
    from = m->at + m->n;
  }
  text_add_n(out, c->text + from, to - from);
}

static int compare_pieces(const void *a, const void *b) {
  const Piece *p = a, *q = b;
  if (p->at != q->at) return p->at < q->at ? -1 : 1;
  if (p->rank != q->rank) return p->rank < q->rank ? -1 : 1;
  return p->order < q->order ? -1 : p->order > q->order;
}

static void print_header(Text *out, const WitWeave *order) {
  text_printf(out,
              "void __cutpoint_assume(int); void " WIT_REFUTED
              "(void); void " WIT_REACHED "(void); %sunsigned " WIT_SEGMENT
              ", " WIT_FLAG ";",
              order->file == 0 ? "" : "extern ");
  print_position(out, 1, order->path);
}

static void print_pieces(Weaver *v, Text *out) {
  const CText *c = v->c;
  size_t done = 0;
  uint32_t marker = 0;
  for (uint32_t i = 0; i < v->pieces.n; i++) {
    const Piece *piece = &v->pieces.at[i];
    assert(piece->at >= done); /* they are sorted */
    copy_part(out, c, done, piece->at, &marker);
    done = piece->at;
    print_position(out, piece->line, v->w->path);
    text_add(out, piece->text);
    if (piece->token >= c->tokens.n) continue;
    const CToken *token = &c->tokens.at[piece->token];
    print_position(out, token->line, v->order->path);
    for (uint32_t col = 1; col < token->col; col++) text_char(out, ' ');
  }
  copy_part(out, c, done, c->n, &marker);
}

bool wit_weave(Text *out, const WitWeave *weave, Text *problem) {
  Weaver v = {.order = weave,
              .w = weave->witness,
              .c = weave->c,
              .problem = problem,
              .mem = out->mem};
  require(weave->announced <= weave->witness->n_segments);
  require((weave->mode == WIT_RESTRICT) ==
          (weave->witness->kind == WIT_VIOLATION));
  arena_init(&v.texts, v.mem);
  bool good = true;
  if (wit_has_our_names(v.c->text)) {
    text_printf(
        problem,
        "%s has names with __witness_ or __cutpoint_ in them, which are "
        "needed for checking witnesses: rename them",
        weave->path);
    good = false;
  }
  for (uint32_t i = 0; i < v.w->items.n; i++)
    VEC_PUSH(v.mem, &v.next, CTEXT_NONE);
  for (uint32_t i = 0; good && i < v.w->items.n; i++) good = note_item(&v, i);
  for (uint32_t i = 0; good && i < v.events.n; i++)
    good = weave_event(&v, &v.events.at[i]);
  if (good) {
    if (v.pieces.n)
      qsort(v.pieces.at, v.pieces.n, sizeof *v.pieces.at, compare_pieces);
    print_header(out, weave);
    print_pieces(&v, out);
  }
  VEC_DONE(v.mem, &v.events);
  VEC_DONE(v.mem, &v.next);
  VEC_DONE(v.mem, &v.pieces);
  arena_done(&v.texts);
  return good;
}
