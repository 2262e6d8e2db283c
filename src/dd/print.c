/* SPDX-License-Identifier: MIT
 *
 * Diagrams as text and graphs; the validator. */
#include "dd/dd_int.h"

static void print_name(DdStore *dd, Text *out, DdName *name, void *context,
                       uint32_t label) {
  (void)dd;
  if (name)
    name(context, out, (DdVar){label - 1});
  else
    text_printf(out, "v%u", label - 1);
}

typedef struct Printer {
  DdStore *dd;
  Text *out;
  DdName *name;
  void *context;
  uint32_t n_cubes;
} Printer;

static DdNext print_cube(void *context, const DdLiteral *literals, uint32_t n) {
  Printer *p = context;
  if (p->n_cubes++) text_add(p->out, " | ");
  text_char(p->out, '(');
  for (uint32_t i = 0; i < n; i++) {
    if (i) text_add(p->out, " & ");
    if (!literals[i].truth) text_char(p->out, '!');
    print_name(p->dd, p->out, p->name, p->context, literals[i].var.id + 1);
  }
  text_char(p->out, ')');
  return DD_GO_ON;
}

void dd_print(Text *out, DdStore *dd, Dd f, DdName *name, void *context) {
  if (dd_is_const(f)) {
    text_add(out, dd_is_true(f) ? "true" : "false");
    return;
  }
  Printer p = {dd, out, name, context, 0};
  dd_paths(dd, f, print_cube, &p);
}

static void print_side(Text *out, uint32_t from, uint32_t to,
                       const char *style) {
  text_printf(out, "  n%u -> n%u [style=%s%s];\n", from, to >> 1, style,
              to & 1 ? ", arrowhead=odot" : "");
}

void dd_print_graph(Text *out, DdStore *dd, Dd f, DdName *name, void *context) {
  require(f.id);
  DdBits marks = dd_bits_new(dd);
  dd_mark(dd, &marks, f.id);
  text_add(out, "digraph dd {\n  root [shape=none, label=\"\"];\n"
                "  n1 [shape=box, label=\"true\"];\n");
  text_printf(out, "  root -> n%u [style=solid%s];\n", f.id >> 1,
              f.id & 1 ? ", arrowhead=odot" : "");
  for (uint32_t i = 2; i < dd->n_nodes; i++) {
    if (!dd_bits_test(&marks, i)) continue;
    text_printf(out, "  n%u [label=\"", i);
    print_name(dd, out, name, context, dd->nodes[i].label);
    text_add(out, "\"];\n");
    print_side(out, i, dd->nodes[i].high, "solid");
    print_side(out, i, dd->nodes[i].low, "dashed");
  }
  text_add(out, "}\n");
  dd_bits_free(dd, &marks);
}

/* ---- validation ---- */

static bool is_in_chain(const DdStore *dd, uint32_t node) {
  const DdNode *n = &dd->nodes[node];
  uint32_t found = *dd_chain((DdStore *)dd, n->label, n->high, n->low);
  for (; found && found != node; found = dd->nodes[found].next) {
    const DdNode *m = &dd->nodes[found];
    if (m->label == n->label && m->high == n->high && m->low == n->low)
      return false; /* twice */
  }
  return found == node;
}

/* Labels of one group are neighbours; levels and labels agree. */
static bool has_good_order(const DdStore *dd, Text *problems) {
  uint8_t *is_seen = MEM_ARRAY(dd->mem, uint8_t, dd->n_groups + 1);
  bool is_good = true;
  for (uint32_t i = 0; i + 1 < dd->n_labels; i++) {
    uint32_t label = dd->label_at[i], group = dd->group[label];
    bool goes_on = i && dd->group[dd->label_at[i - 1]] == group;
    if (dd->level[label] != i || (is_seen[group] && !goes_on)) {
      text_printf(problems, "level %u is out of order\n", i);
      is_good = false;
    }
    is_seen[group] = 1;
  }
  MEM_FREE_ARRAY(dd->mem, is_seen, dd->n_groups + 1);
  return is_good;
}

static const char *problem_of(const DdStore *dd, uint32_t node) {
  const DdNode *n = &dd->nodes[node];
  if (n->label == 0 || n->label >= dd->n_labels) return "has no label";
  if (n->high & 1) return "has a negated high side";
  if (n->high == n->low) return "has equal sides";
  if (n->high < 2 || n->low < 2 || n->high >> 1 >= dd->n_nodes ||
      n->low >> 1 >= dd->n_nodes)
    return "has a side that is no node";
  uint32_t high = dd_label(dd, n->high), low = dd_label(dd, n->low);
  if (high == DD_FREE || low == DD_FREE) return "has a side that was freed";
  if (dd->level[n->label] >= dd->level[high] ||
      dd->level[n->label] >= dd->level[low])
    return "is not above its sides";
  if (high && dd->group[high] == dd->group[n->label])
    return "has a high side that it decides";
  if (low && dd->group[low] == dd->group[n->label] &&
      dd_hi(dd, n->low) == n->high)
    return "says the same as its low side";
  return is_in_chain(dd, node) ? NULL : "is not the only one, or not found";
}

bool dd_validate(const DdStore *dd, Text *problems) {
  bool is_good = has_good_order(dd, problems);
  uint32_t n_live = 0;
  for (uint32_t i = 2; i < dd->n_nodes; i++) {
    if (dd->nodes[i].label == DD_FREE) continue;
    n_live++;
    const char *problem = problem_of(dd, i);
    if (!problem) continue;
    text_printf(problems, "node %u %s\n", i, problem);
    is_good = false;
  }
  if (n_live == dd->n_live) return is_good;
  text_printf(problems, "%u nodes live, %u counted\n", n_live, dd->n_live);
  return false;
}
