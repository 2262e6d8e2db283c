/* SPDX-License-Identifier: MIT
 *
 * The validator of diagrams: order, uniqueness, normal form. */
#include "dd/dd_int.h"

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

/* Every root is a node that lives. */
static bool has_good_roots(const DdStore *dd, Text *problems) {
  bool is_good = true;
  for (uint32_t i = 0; i < dd->roots.n; i++) {
    MapEntry root = dd->roots.entries[i];
    if (root.value == 0) continue;
    if (root.key < dd->n_nodes && dd->nodes[root.key].label != DD_FREE)
      continue;
    text_printf(problems, "root %u was freed\n", (uint32_t)root.key);
    is_good = false;
  }
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
  bool is_good = has_good_order(dd, problems) && has_good_roots(dd, problems);
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

void dd_require_valid(const DdStore *dd) {
  Text problems;
  text_init(&problems, dd->mem);
  if (!dd_validate(dd, &problems))
    die(EXIT_INTERNAL, "the diagrams are not valid:\n%s", text_get(&problems));
  text_done(&problems);
}
