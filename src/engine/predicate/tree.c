/* SPDX-License-Identifier: MIT
 *
 * The reachability tree.
 *
 * A node has the states of its location that no node before it had: so nodes
 * at one location are disjoint, a set of states is looked at once, and what
 * all of them together have is the location's `reach`.  Successors that reach
 * has already are covered; nothing is recorded of that but the successors
 * themselves (PredPost), which suffices: when a subtree is cut, reach shrinks,
 * and every successor of a node that stays which is no longer in it gives a
 * new child.
 *
 * Children have larger indices than their parents, so one pass over the nodes
 * finds a subtree.  Open nodes wait in a heap, ordered by the search:
 *
 *    dfs       the newest first
 *    bfs       the smallest depth first, then the oldest
 *    priority  the location earliest in reverse post-order first, so that
 *              states of different paths meet before they go on
 */
#include "engine/predicate/predicate_int.h"

/* ---- the heap of open nodes ---- */

static uint64_t urgency(const Pred *p, uint32_t node) {
  assert(node < p->nodes.n);
  const PredNode *n = &p->nodes.at[node];
  switch (p->options->predicate.search) {
  case ENGINE_SEARCH_DFS: return UINT32_MAX - node;
  case ENGINE_SEARCH_BFS: return (uint64_t)n->depth << 32 | node;
  case ENGINE_SEARCH_PRIORITY:
    return (uint64_t)p->places[n->loc].order << 32 | node;
  }
  unreachable_case();
}

static void swap(Pred *p, uint32_t i, uint32_t k) {
  uint32_t moved = p->open.at[i];
  p->open.at[i] = p->open.at[k];
  p->open.at[k] = moved;
}

static bool comes_before(const Pred *p, uint32_t i, uint32_t k) {
  return urgency(p, p->open.at[i]) < urgency(p, p->open.at[k]);
}

static void push_open(Pred *p, uint32_t node) {
  assert(p->nodes.at[node].status == PRED_OPEN);
  VEC_PUSH(p->mem, &p->open, node);
  for (uint32_t i = p->open.n - 1; i > 0 && comes_before(p, i, (i - 1) / 2);
       i = (i - 1) / 2)
    swap(p, i, (i - 1) / 2);
}

static uint32_t pop_open(Pred *p) {
  assert(p->open.n > 0);
  uint32_t first = p->open.at[0];
  p->open.at[0] = VEC_LAST(&p->open);
  p->open.n--;
  for (uint32_t i = 0;;) {
    uint32_t least = i;
    for (uint32_t k = 2 * i + 1; k <= 2 * i + 2 && k < p->open.n; k++)
      if (comes_before(p, k, least)) least = k;
    if (least == i) return first;
    swap(p, i, least);
    i = least;
  }
}

uint32_t pred_take(Pred *p) {
  while (p->open.n) {
    uint32_t node = pop_open(p);
    if (p->nodes.at[node].status == PRED_OPEN) return node;
  }
  return PRED_NONE;
}

void pred_reopen(Pred *p, uint32_t node) {
  require(p->nodes.at[node].status != PRED_CUT);
  p->nodes.at[node].status = PRED_OPEN;
  push_open(p, node);
}

/* ---- growing ---- */

static void set_reach(Pred *p, uint32_t loc, Dd states) {
  assert(loc < p->ts->locations.n);
  dd_protect(p->dd, states);
  dd_release(p->dd, p->places[loc].reach);
  p->places[loc].reach = states;
}

static uint32_t add_node(Pred *p, PredNode node) {
  uint32_t index = p->nodes.n;
  dd_protect(p->dd, node.state);
  VEC_PUSH(p->mem, &p->nodes, node);
  set_reach(p, node.loc, dd_or(p->dd, p->places[node.loc].reach, node.state));
  push_open(p, index);
  p->n_live++;
  p->stats->nodes_made++;
  if (node.depth > p->stats->depth) p->stats->depth = node.depth;
  return index;
}

void pred_plant(Pred *p) {
  require(p->nodes.n == 0);
  add_node(p, (PredNode){.loc = p->ts->entry.id,
                         .parent = PRED_NONE,
                         .edge = PRED_NONE,
                         .state = dd_true()});
}

uint32_t pred_add_child(Pred *p, uint32_t parent, const PredPost *post) {
  assert(p->nodes.at[parent].status != PRED_CUT &&
         p->ts->edges.at[post->edge].source.id == p->nodes.at[parent].loc);
  uint32_t loc = p->ts->edges.at[post->edge].target.id;
  Dd fresh = dd_minus(p->dd, post->states, p->places[loc].reach);
  if (dd_is_false(fresh)) {
    p->stats->covered++;
    return PRED_NONE;
  }
  return add_node(p, (PredNode){.loc = loc,
                                .parent = parent,
                                .edge = post->edge,
                                .depth = p->nodes.at[parent].depth + 1,
                                .stamp = post->stamp,
                                .state = fresh});
}

/* ---- cutting ---- */

static void remove_post(Pred *p, uint32_t node, uint32_t at) {
  assert(at < p->nodes.at[node].posts.n);
  PredNode *n = &p->nodes.at[node];
  dd_release(p->dd, n->posts.at[at].states);
  for (uint32_t i = at; i + 1 < n->posts.n; i++)
    n->posts.at[i] = n->posts.at[i + 1];
  n->posts.n--;
}

static void drop_node(Pred *p, uint32_t node, uint8_t *is_shrunk) {
  assert(p->nodes.at[node].status != PRED_CUT && p->n_live > 0);
  PredNode *n = &p->nodes.at[node];
  while (n->posts.n) remove_post(p, node, n->posts.n - 1);
  VEC_DONE(p->mem, &n->posts);
  dd_release(p->dd, n->state);
  n->state = dd_false();
  n->status = PRED_CUT;
  is_shrunk[n->loc] = 1;
  p->n_live--;
}

/* The places that lost nodes have what the others there have. */
static void recompute_reach(Pred *p, const uint8_t *is_shrunk) {
  for (uint32_t l = 0; l < p->ts->locations.n; l++)
    if (is_shrunk[l]) set_reach(p, l, dd_false());
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    const PredNode *n = &p->nodes.at[i];
    if (n->status == PRED_CUT || !is_shrunk[n->loc]) continue;
    set_reach(p, n->loc, dd_or(p->dd, p->places[n->loc].reach, n->state));
  }
}

/* Successors of the node that are no longer covered: computed again if the
 * precision has grown meanwhile, else a child. */
static void uncover(Pred *p, uint32_t node, const uint8_t *is_shrunk) {
  bool again = false;
  for (uint32_t i = p->nodes.at[node].posts.n; i-- > 0;) {
    PredPost post = p->nodes.at[node].posts.at[i];
    uint32_t loc = p->ts->edges.at[post.edge].target.id;
    const PredPlace *place = &p->places[loc];
    if (!is_shrunk[loc] || dd_implies(p->dd, post.states, place->reach))
      continue;
    if (post.stamp < place->predicates.n) {
      remove_post(p, node, i);
      again = true;
    } else {
      pred_add_child(p, node, &post);
    }
  }
  if (again && p->nodes.at[node].status == PRED_EXPANDED) pred_reopen(p, node);
}

/* The parent's successors over the node's edge are to be computed again. */
static void forget_post(Pred *p, uint32_t node) {
  uint32_t parent = p->nodes.at[node].parent;
  assert(parent != PRED_NONE && parent < node);
  PredNode *n = &p->nodes.at[parent];
  for (uint32_t i = n->posts.n; i-- > 0;)
    if (n->posts.at[i].edge == p->nodes.at[node].edge)
      remove_post(p, parent, i);
  if (n->status == PRED_EXPANDED) pred_reopen(p, parent);
}

void pred_cut(Pred *p, uint32_t root) {
  require(p->nodes.at[root].status != PRED_CUT);
  require(p->nodes.at[root].parent != PRED_NONE);
  uint32_t n_locs = p->ts->locations.n, n_before = p->nodes.n;
  uint8_t *is_shrunk = MEM_ARRAY(p->mem, uint8_t, n_locs);
  forget_post(p, root);
  drop_node(p, root, is_shrunk);
  for (uint32_t i = root + 1; i < n_before; i++) {
    uint32_t parent = p->nodes.at[i].parent;
    bool below = parent >= root && p->nodes.at[parent].status == PRED_CUT;
    if (below && p->nodes.at[i].status != PRED_CUT) drop_node(p, i, is_shrunk);
  }
  recompute_reach(p, is_shrunk);
  for (uint32_t i = 0; i < n_before; i++)
    if (p->nodes.at[i].status != PRED_CUT) uncover(p, i, is_shrunk);
  MEM_FREE_ARRAY(p->mem, is_shrunk, n_locs);
}

/* ---- checks and pictures ---- */

void pred_validate_tree(const Pred *p) {
  uint32_t live = 0;
  dd_require_valid(p->dd);
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    const PredNode *n = &p->nodes.at[i];
    if (n->status == PRED_CUT) continue;
    live++;
    require(n->parent == PRED_NONE ? i == 0 : n->parent < i);
    require(dd_implies(p->dd, n->state, p->places[n->loc].reach));
    if (i == 0) continue;
    require(p->nodes.at[n->parent].status != PRED_CUT);
    const TsEdge *edge = &p->ts->edges.at[n->edge];
    require(edge->source.id == p->nodes.at[n->parent].loc);
    require(edge->target.id == n->loc);
  }
  require(live == p->n_live);
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    const PredNode *n = &p->nodes.at[i];
    for (uint32_t k = 0; k < n->posts.n; k++) {
      uint32_t loc = p->ts->edges.at[n->posts.at[k].edge].target.id;
      require(dd_implies(p->dd, n->posts.at[k].states, p->places[loc].reach));
    }
  }
}

static void print_node(Text *out, Pred *p, uint32_t node) {
  const PredNode *n = &p->nodes.at[node];
  Text state;
  text_init(&state, p->mem);
  Term states = narrow_back(p->narrow, pred_term_of(p, n->state));
  term_print_infix(&state, p->store, states, 120);
  text_printf(out, "  n%u [shape=box,label=\"%u: ", node, node);
  text_add_escaped(out, p->ts->locations.at[n->loc].name);
  text_add(out, "\\n");
  text_add_escaped(out, text_get(&state));
  text_printf(out, "\"%s];\n", n->status == PRED_OPEN ? ",style=dashed" : "");
  text_done(&state);
  if (n->parent != PRED_NONE)
    text_printf(out, "  n%u -> n%u;\n", n->parent, node);
}

/* Successors that led to nothing new: dotted, to the location. */
static void print_covers(Text *out, const Pred *p, uint32_t node) {
  const PredNode *n = &p->nodes.at[node];
  for (uint32_t k = 0; k < n->posts.n; k++) {
    const PredPost *post = &n->posts.at[k];
    bool has_child = false;
    for (uint32_t i = node + 1; i < p->nodes.n && !has_child; i++)
      has_child = p->nodes.at[i].status != PRED_CUT &&
                  p->nodes.at[i].parent == node &&
                  p->nodes.at[i].edge == post->edge;
    if (has_child || dd_is_false(post->states)) continue;
    text_printf(out, "  c%u_%u [shape=none,label=\"covered: ", node,
                post->edge);
    uint32_t loc = p->ts->edges.at[post->edge].target.id;
    text_add_escaped(out, p->ts->locations.at[loc].name);
    text_printf(out, "\"];\n  n%u -> c%u_%u [style=dotted];\n", node, node,
                post->edge);
  }
}

void pred_print_tree(Text *out, Pred *p) {
  text_add(out, "digraph tree {\n  node [fontname=\"monospace\"];\n");
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    if (p->nodes.at[i].status == PRED_CUT) continue;
    print_node(out, p, i);
    print_covers(out, p, i);
  }
  text_add(out, "}\n");
}
