/* SPDX-License-Identifier: MIT
 *
 * The control flow of a function as a picture, linked to the source.
 *
 * Blocks stand one below the other, in the order of the text; edges are arcs
 * at their right, forward ones, and at their left, those that go back.  Arcs
 * that overlap get lanes of their own.  Blocks that only end the run (failed
 * checks) are left out, and what the checks split is one block again.  A box
 * where something is known to hold has it as its title. */
#include "report/flow.h"

enum { MOST_NODES = 60, MOST_EDGES = 200, MOST_LANES = 12 };
enum { HEIGHT = 24, WIDTH = 324, LANE = 9, LEFT = 120, MOST_LETTERS = 32 };

typedef struct Node {
  uint32_t first, last; /* lines */
  LocId loc;            /* of the first line */
} Node;

typedef struct Flow {
  Mem *mem;
  const Program *program;
  const Function *f;
  uint32_t *node_of; /* block -> node; UINT32_MAX: left out */
  Vec(Node) nodes;
  uint32_t from[MOST_EDGES], to[MOST_EDGES], lane[MOST_EDGES];
  uint32_t n_edges;
} Flow;

static const Inst *last_of(const Flow *w, uint32_t block) {
  return prog_terminator(w->f, (BlockId){block});
}

static bool ends_run(const Inst *last) {
  return last->op == OP_ERROR || last->op == OP_STOP ||
         last->op == OP_UNSUPPORTED;
}

/* The only block that follows, not counting ends of the run; or NONE. */
static uint32_t only_next(const Flow *w, uint32_t block) {
  const Inst *last = last_of(w, block);
  uint32_t next = UINT32_MAX;
  for (uint32_t i = 0; i < last->n_blocks; i++) {
    uint32_t to = last->blocks[i].id;
    if (ends_run(last_of(w, to)) || to == next) continue;
    if (next != UINT32_MAX) return UINT32_MAX;
    next = to;
  }
  return next;
}

/* How many blocks lead there. */
static uint32_t count_before(const Flow *w, uint32_t block) {
  uint32_t n = 0;
  for (uint32_t b = 0; b < w->f->blocks.n; b++) {
    const Inst *last = last_of(w, b);
    bool leads = false;
    for (uint32_t i = 0; i < last->n_blocks; i++)
      leads = leads || last->blocks[i].id == block;
    n += leads;
  }
  return n;
}

static void add_lines(const Flow *w, Node *node, uint32_t block) {
  const Block *b = &w->f->blocks.at[block];
  for (uint32_t i = 0; i < b->insts.n; i++) {
    LocId loc = w->f->insts.at[b->insts.at[i]].loc;
    uint32_t line = prog_loc_get(w->program, loc)->line;
    if (!line || !prog_loc_get(w->program, loc)->col) continue;
    if (!node->first || line < node->first) {
      node->first = line;
      node->loc = loc;
    }
    if (line > node->last) node->last = line;
  }
}

/* Chains of blocks become nodes. */
static void find_nodes(Flow *w) {
  for (uint32_t b = 0; b < w->f->blocks.n; b++) w->node_of[b] = UINT32_MAX;
  for (uint32_t b = 0; b < w->f->blocks.n; b++) {
    if (w->node_of[b] != UINT32_MAX || ends_run(last_of(w, b))) continue;
    Node node = {0};
    uint32_t number = w->nodes.n;
    for (uint32_t at = b; at != UINT32_MAX;) {
      w->node_of[at] = number;
      add_lines(w, &node, at);
      uint32_t next = only_next(w, at);
      bool joins = next != UINT32_MAX && next > at &&
                   w->node_of[next] == UINT32_MAX && count_before(w, next) == 1;
      at = joins ? next : UINT32_MAX;
    }
    VEC_PUSH(w->mem, &w->nodes, node);
  }
}

/* In the order of the text. */
static void sort_nodes(Flow *w) {
  for (uint32_t i = 1; i < w->nodes.n; i++)
    for (uint32_t k = i; k > 0; k--) {
      Node *a = &w->nodes.at[k - 1], *b = &w->nodes.at[k], kept = *a;
      if (a->first <= b->first) break;
      *a = *b;
      *b = kept;
      for (uint32_t m = 0; m < w->f->blocks.n; m++)
        if (w->node_of[m] == k || w->node_of[m] == k - 1)
          w->node_of[m] = 2 * k - 1 - w->node_of[m];
    }
}

static void add_edge(Flow *w, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < w->n_edges; i++)
    if (w->from[i] == from && w->to[i] == to) return;
  if (w->n_edges == MOST_EDGES || from == to) return;
  assert(from < w->nodes.n && to < w->nodes.n);
  w->from[w->n_edges] = from;
  w->to[w->n_edges++] = to;
}

static void find_edges(Flow *w) {
  for (uint32_t b = 0; b < w->f->blocks.n; b++) {
    const Inst *last = last_of(w, b);
    if (w->node_of[b] == UINT32_MAX) continue;
    for (uint32_t i = 0; i < last->n_blocks; i++) {
      uint32_t to = w->node_of[last->blocks[i].id];
      if (to != UINT32_MAX) add_edge(w, w->node_of[b], to);
    }
  }
}

/* ---- drawing ---- */

static bool overlap(const Flow *w, uint32_t a, uint32_t b) {
  assert(a < w->n_edges && b < w->n_edges);
  bool back = w->to[a] < w->from[a];
  if (back != (w->to[b] < w->from[b])) return false;
  uint32_t a0 = back ? w->to[a] : w->from[a], a1 = back ? w->from[a] : w->to[a];
  uint32_t b0 = back ? w->to[b] : w->from[b], b1 = back ? w->from[b] : w->to[b];
  return a0 < b1 && b0 < a1;
}

static void find_lanes(Flow *w) {
  for (uint32_t i = 0; i < w->n_edges; i++) {
    uint32_t lane = 0;
    for (uint32_t k = 0; k < i && lane < MOST_LANES; k++)
      if (w->lane[k] == lane && overlap(w, i, k)) {
        lane++;
        k = UINT32_MAX; /* from the first one again */
      }
    w->lane[i] = lane;
  }
}

static void draw_edge(Text *out, const Flow *w, uint32_t i) {
  assert(i < w->n_edges && w->from[i] != w->to[i]);
  uint32_t from = w->from[i], to = w->to[i];
  int y = (int)from * HEIGHT + HEIGHT / 2, v = (int)to * HEIGHT + HEIGHT / 2;
  if (to == from + 1) {
    int end = (int)to * HEIGHT + 2;
    text_printf(out, "<path d=\"M%d,%d V%d l-3,-4 m3,4 l3,-4\"/>", LEFT + 16,
                (int)from * HEIGHT + HEIGHT - 3, end);
    return;
  }
  int far = 14 + LANE * (int)w->lane[i];
  int x = to < from ? LEFT : LEFT + WIDTH;
  int u = to < from ? x - far : x + far, tip = to < from ? -5 : 5;
  text_printf(out, "<path d=\"M%d,%d H%d V%d H%d l%d,-3 m%d,3 l%d,3\"/>", x,
              y + 3, u, v - 3, x, tip, -tip, tip);
}

static void add_escaped(Text *out, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strchr("<>&\"", text[i]) || (unsigned char)text[i] < ' ')
      text_printf(out, "&#%d;", (unsigned char)text[i] < ' ' ? ' ' : text[i]);
    else
      text_char(out, text[i]);
}

/* What is shown when the pointer rests on the box. */
static void add_notes(Text *out, const Node *node, const RepFlowOrder *order) {
  for (uint32_t i = 0; i < order->n_notes; i++) {
    const RepFlowNote *note = &order->notes[i];
    if (note->line != node->first) continue;
    if (out->n) text_add(out, "; ");
    text_add(out, note->text);
  }
}

static void draw_node(Text *out, const Flow *w, const RepFlowOrder *order,
                      uint32_t i) {
  const Node *node = &w->nodes.at[i];
  assert(i < w->nodes.n && node->first <= node->last);
  Text line, notes;
  text_init(&line, w->mem);
  text_init(&notes, w->mem);
  add_notes(&notes, node, order);
  if (!rep_source_line(&line, order->source, node->loc)) text_clear(&line);
  const char *words = text_get(&line);
  words += strspn(words, " \t");
  size_t n = strlen(words);
  text_printf(out, "<g%s data-row=\"f%u-%u\">",
              notes.n ? " class=\"holds\"" : "", order->file, node->first);
  if (notes.n) {
    text_add(out, "<title>");
    add_escaped(out, text_get(&notes), notes.n);
    text_add(out, "</title>");
  }
  text_printf(out,
              "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
              "<text x=\"%d\" y=\"%d\">%u",
              LEFT, (int)i * HEIGHT + 2, WIDTH, HEIGHT - 5, LEFT + 6,
              (int)i * HEIGHT + 16, node->first);
  if (node->last > node->first) text_printf(out, "-%u", node->last);
  text_add(out, "  ");
  add_escaped(out, words, n < MOST_LETTERS ? n : MOST_LETTERS);
  if (n > MOST_LETTERS) text_add(out, "...");
  text_add(out, "</text></g>");
  text_done(&notes);
  text_done(&line);
}

void rep_flow(Text *out, const RepFlowOrder *order) {
  const Function *f = order->f;
  Flow w = {.mem = out->mem, .program = order->source->program, .f = f};
  require(f->state == FUNC_DEFINED);
  if (f->blocks.n > 2000) return;
  w.node_of = MEM_ARRAY(w.mem, uint32_t, f->blocks.n);
  find_nodes(&w);
  if (w.nodes.n <= MOST_NODES) sort_nodes(&w);
  find_edges(&w);
  find_lanes(&w);
  if (w.nodes.n > 1 && w.nodes.n <= MOST_NODES) {
    int width = LEFT + WIDTH + 130, height = (int)w.nodes.n * HEIGHT + 4;
    text_printf(out,
                "<svg class=\"flow\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">",
                width, height, width, height);
    for (uint32_t i = 0; i < w.n_edges; i++) draw_edge(out, &w, i);
    for (uint32_t i = 0; i < w.nodes.n; i++) draw_node(out, &w, order, i);
    text_add(out, "</svg>");
  }
  VEC_DONE(w.mem, &w.nodes);
  MEM_FREE_ARRAY(w.mem, w.node_of, f->blocks.n);
}
