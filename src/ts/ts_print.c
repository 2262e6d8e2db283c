/* SPDX-License-Identifier: MIT
 *
 * A transition system as text, as a graph for dot, and as Horn clauses.
 *
 * Horn: one predicate per location over its variables; one clause per edge;
 * reaching an error is false.  The clauses are satisfiable exactly when no
 * error location is reachable, so any Horn solver is an oracle for us. */
#include "ts/ts.h"

static const char *kind_name(TsKind kind) {
  switch (kind) {
  case TS_ENTRY: return "entry";
  case TS_CUT: return "cut";
  case TS_ERROR: return "error";
  case TS_UNSUPPORTED: return "unsupported";
  case TS_EXIT: return "exit";
  }
  unreachable_case();
}

static void print_text(Text *out, const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *loc = &ts->locations.at[l];
    text_printf(out, "location %u %s \"%s\"\n", l, kind_name(loc->kind),
                loc->name);
    for (uint32_t i = 0; i < loc->n_vars; i++) {
      text_printf(out, "  var %s ", loc->vars[i].name);
      sort_print(out, ts->store, term_sort(ts->store, loc->vars[i].now));
      text_printf(out, " = %s\n", term_var_name(ts->store, loc->vars[i].now));
    }
  }
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    text_printf(out, "edge %u: %u -> %u, %u blocks, %u nodes\n  ", e,
                edge->source.id, edge->target.id, edge->n_blocks,
                term_size(ts->store, edge->formula));
    term_print(out, ts->store, edge->formula);
    text_char(out, '\n');
  }
}

static void print_graph(Text *out, const Ts *ts) {
  text_add(out, "digraph ts {\n  node [shape=box, fontname=\"monospace\"];\n");
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *loc = &ts->locations.at[l];
    text_printf(out, "  n%u [label=\"%u: ", l, l);
    text_add_escaped(out, loc->name);
    text_add(out, "\\n");
    for (uint32_t i = 0; i < loc->n_vars; i++) {
      if (i) text_add(out, i % 8 ? " " : "\\n");
      text_add_escaped(out, loc->vars[i].name);
    }
    text_printf(out, "\"%s];\n",
                loc->kind == TS_ERROR   ? ", color=red"
                : loc->kind == TS_ENTRY ? ", style=bold"
                                        : "");
  }
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    text_printf(out, "  n%u -> n%u [label=\"%u blocks\"];\n", edge->source.id,
                edge->target.id, edge->n_blocks);
  }
  text_add(out, "}\n");
}

/* (L3 x y) over the `now` or the `next` variables. */
static void horn_atom(Text *out, const Ts *ts, TsLoc loc, bool next) {
  const TsLocation *at = ts_location(ts, loc);
  text_printf(out, at->n_vars ? "(L%u" : "L%u", loc.id);
  for (uint32_t i = 0; i < at->n_vars; i++) {
    text_char(out, ' ');
    term_print(out, ts->store, next ? at->vars[i].next : at->vars[i].now);
  }
  if (at->n_vars) text_char(out, ')');
}

static void horn_clause(Text *out, const Ts *ts, const TsEdge *edge) {
  const TsLocation *source = ts_location(ts, edge->source);
  const TsLocation *target = ts_location(ts, edge->target);
  Map seen;
  map_init(&seen, ts->mem);
  TermList vars = {0};
  term_vars(ts->store, edge->formula, &vars);
  Mem *mem = term_store_mem(ts->store);
  for (uint32_t i = 0; i < vars.n; i++) map_put(&seen, vars.at[i].id, 1);
  for (uint32_t i = 0; i < source->n_vars; i++)
    if (!map_find(&seen, source->vars[i].now.id)) {
      VEC_PUSH(mem, &vars, source->vars[i].now);
      map_put(&seen, source->vars[i].now.id, 1);
    }
  for (uint32_t i = 0; i < target->n_vars; i++)
    if (!map_find(&seen, target->vars[i].next.id))
      VEC_PUSH(mem, &vars, target->vars[i].next);
  text_add(out, "(assert ");
  if (vars.n) text_add(out, "(forall (");
  for (uint32_t i = 0; i < vars.n; i++) {
    text_add(out, i ? " (" : "(");
    term_print(out, ts->store, vars.at[i]);
    text_char(out, ' ');
    sort_print(out, ts->store, term_sort(ts->store, vars.at[i]));
    text_char(out, ')');
  }
  text_add(out, vars.n ? ")\n  (=> (and " : "(=> (and ");
  horn_atom(out, ts, edge->source, false);
  text_char(out, ' ');
  term_print(out, ts->store, edge->formula);
  text_add(out, ") ");
  if (target->kind == TS_ERROR || target->kind == TS_UNSUPPORTED)
    text_add(out, "false");
  else
    horn_atom(out, ts, edge->target, true);
  text_add(out, vars.n ? ")))\n" : "))\n");
  VEC_DONE(mem, &vars);
  map_done(&seen);
}

static void print_horn(Text *out, const Ts *ts) {
  text_add(out, "(set-logic HORN)\n");
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *loc = &ts->locations.at[l];
    if (loc->kind == TS_ERROR || loc->kind == TS_UNSUPPORTED) continue;
    text_printf(out, "; %s\n(declare-fun L%u (", loc->name, l);
    for (uint32_t i = 0; i < loc->n_vars; i++) {
      if (i) text_char(out, ' ');
      sort_print(out, ts->store, term_sort(ts->store, loc->vars[i].now));
    }
    text_add(out, ") Bool)\n");
  }
  require(ts_location(ts, ts->entry)->n_vars == 0);
  text_printf(out, "(assert L%u)\n", ts->entry.id);
  for (uint32_t e = 0; e < ts->edges.n; e++)
    horn_clause(out, ts, &ts->edges.at[e]);
  text_add(out, "(check-sat)\n");
}

void ts_print(Text *out, const Ts *ts, TsFormat format) {
  switch (format) {
  case TS_TEXT: print_text(out, ts); return;
  case TS_GRAPHVIZ: print_graph(out, ts); return;
  case TS_HORN: print_horn(out, ts); return;
  }
  unreachable_case();
}
