/* SPDX-License-Identifier: MIT
 *
 * The examples by which the papers explain summaries, rebuilt: the order in
 * which the rules fold a loop [BCGKS09 Fig. 2], three nested loops that keep
 * more locations under the rules than the back edges need [GCS11 Fig. 5], and
 * the formula of an inner loop's edge [GCS11 Example 1], compared with what it
 * must mean by two solvers. */
#include "encode/encode.h"
#include "ir/io.h"
#include "smt/smt.h"
#include "unit/unit.h"

enum { MOST = 16 };

typedef struct Matrix {
  uint32_t n;
  uint8_t edge[MOST][MOST]; /* how many parallel edges */
} Matrix;

static void fill(Matrix *m, uint32_t n, const int *pairs) {
  *m = (Matrix){.n = n};
  for (; *pairs >= 0; pairs += 2) m->edge[pairs[0]][pairs[1]]++;
}

static void choose(const Matrix *m, EncBlocks blocks, char *out) {
  Mem mem;
  mem_init(&mem, 0);
  uint32_t first[MOST + 1], targets[MOST * MOST], k = 0;
  uint8_t kept[MOST];
  for (uint32_t v = 0; v < m->n; v++) {
    first[v] = k;
    for (uint32_t w = 0; w < m->n; w++)
      if (m->edge[v][w]) targets[k++] = w;
  }
  first[m->n] = k;
  EncGraph graph = {m->n, first, targets};
  enc_choose(&graph, blocks, &mem, kept);
  for (uint32_t v = 0; v < m->n; v++)
    if (kept[v]) out += sprintf(out, "%u ", v);
  mem_done(&mem);
}

static uint32_t edges_into(const Matrix *m, uint32_t v) {
  uint32_t n = 0;
  for (uint32_t w = 0; w < m->n; w++) n += m->edge[w][v];
  return n;
}

/* Rule 1 at v, which must have exactly one edge into it. */
static void fold(Matrix *m, uint32_t v) {
  CHECK_INT(edges_into(m, v), 1);
  uint32_t before = 0;
  while (!m->edge[before][v]) before++;
  CHECK(before != v);
  m->edge[before][v] = 0;
  for (uint32_t w = 0; w < m->n; w++) {
    m->edge[before][w] = (uint8_t)(m->edge[before][w] + m->edge[v][w]);
    m->edge[v][w] = 0;
  }
}

/* A loop around a choice and a common tail of two steps, and a way out. */
TEST(encode_paper_rules_in_the_published_order) {
  static const int pairs[] = {0, 1, 1, 2, 1, 7, 2, 3, 2, 4,
                              3, 5, 4, 5, 5, 6, 6, 1, -1};
  Matrix m;
  char text[128];
  fill(&m, 8, pairs);
  choose(&m, ENC_RULES, text);
  CHECK_TEXT(text, "0 1 7 ");
  fold(&m, 6);
  fold(&m, 3);
  fold(&m, 4);
  CHECK_INT(m.edge[2][5], 2);
  m.edge[2][5] = 1; /* rule 2 */
  fold(&m, 5);
  fold(&m, 2);
  CHECK_INT(m.edge[1][1], 1);
  CHECK_INT(m.edge[1][7], 1);
  choose(&m, ENC_RULES, text);
  CHECK_TEXT(text, "0 1 7 ");
}

/* Three nested loops (heads 1, 3, 5), the inner ones entered under a test:
 * the places after them, 7 and 8, are entered from two locations. */
TEST(encode_paper_nested_loops) {
  static const int pairs[] = {0, 1, 1, 2, 1, 9, 2, 3, 2, 8, 3, 4, 3, 8, 4,
                              5, 4, 7, 5, 6, 5, 7, 6, 5, 7, 3, 8, 1, -1};
  Matrix m;
  char text[128];
  fill(&m, 10, pairs);
  choose(&m, ENC_RULES, text);
  CHECK_TEXT(text, "0 1 3 5 7 8 9 ");
  choose(&m, ENC_CUTSET, text);
  CHECK_TEXT(text, "0 1 3 5 9 ");
}

/* x grows in an outer loop (b1), y up to x in an inner one (b2). */
static const char nested[] = "pointer 32\n"
                             "entry @main\n"
                             "sites 2\n"
                             "type t1 = i32 size=4 align=4\n"
                             "type t2 = i1 size=1 align=1\n"
                             "define void @main() {\n"
                             "b0:\n"
                             "  br b1\n"
                             "b1:\n"
                             "  %2 = phi i32 [i32 0, b0], [%12, b4]\n"
                             "  %3 = nondet.verifier i1 name=choose site=1\n"
                             "  condbr %3, b2, b5\n"
                             "b2:\n"
                             "  %5 = phi i32 [i32 0, b1], [%9, b3]\n"
                             "  %6 = slt i1 %5, %2\n"
                             "  condbr %6, b3, b4\n"
                             "b3:\n"
                             "  %9 = add i32 %5, i32 1\n"
                             "  br b2\n"
                             "b4:\n"
                             "  %12 = add i32 %2, i32 1\n"
                             "  br b1\n"
                             "b5:\n"
                             "  %14 = eq i1 %2, i32 -5\n"
                             "  condbr %14, b6, b7\n"
                             "b6:\n"
                             "  error\n"
                             "b7:\n"
                             "  stop name=end\n"
                             "}\n"
                             "error 0 = \"unreach-call\" \"error\"\n";

static SmtResult ask(Mem *mem, TermStore *store, const SmtBackend *backend,
                     Term a, Term b) {
  Smt *smt = smt_new(mem, store, backend, (SmtOptions){.check = 1});
  smt_add(smt, a);
  smt_add(smt, b);
  SmtResult result = smt_check(smt, NULL, 0, NULL);
  smt_free(smt);
  return result;
}

/* The edge with all its Booleans true: there is one path through it. */
static Term on_its_path(const Ts *ts, const TsEdge *edge) {
  Map map;
  map_init(&map, ts->mem);
  for (uint32_t i = 1; i < edge->n_blocks; i++)
    map_put(&map, edge->blocks[i].visited.id, term_true().id);
  Term formula = term_substitute(ts->store, &map, edge->formula);
  map_done(&map);
  return formula;
}

/* y < x and y' = y + 1 and x' = x, nothing else. */
static void edge_means_one_turn(Mem *mem, const Ts *ts, const TsEdge *edge,
                                const TsVar *x, const TsVar *y) {
  TermStore *s = ts->store;
  Term one = term_u64(s, 1, 32);
  Term parts[] = {term_slt(s, y->now, x->now),
                  term_eq(s, y->next, term_add(s, y->now, one)),
                  term_eq(s, x->next, x->now)};
  Term meaning = term_and_n(s, parts, 3);
  Term path = on_its_path(ts, edge);
  const SmtBackend *backends[] = {&smt_blast, &smt_z3};
  for (int i = 0; i < 2; i++) {
    CHECK_INT(ask(mem, s, backends[i], edge->formula, term_not(meaning)),
              SMT_UNSAT);
    CHECK_INT(ask(mem, s, backends[i], meaning, term_not(path)), SMT_UNSAT);
    CHECK_INT(ask(mem, s, backends[i], edge->formula, meaning), SMT_SAT);
  }
}

TEST(encode_paper_edge_of_an_inner_loop) {
  Mem mem;
  mem_init(&mem, 0);
  Text problems;
  text_init(&problems, &mem);
  Program *program;
  CHECK(prog_parse(&program, &mem, nested, &problems));
  CHECK(prog_validate(program, &problems));
  CHECK_TEXT(text_get(&problems), "");
  TermStore *store = term_store_new(&mem);
  EncOptions options = {.blocks = ENC_CUTSET, .exits = ENC_KEEP_EXITS};
  Ts *ts = enc_program(&mem, store, program, &options);
  uint32_t found = 0;
  for (uint32_t e = 0; e < ts->edges.n; e++) {
    const TsEdge *edge = &ts->edges.at[e];
    const TsLocation *at = ts_location(ts, edge->source);
    if (edge->source.id != edge->target.id || at->block != 2) continue;
    found++;
    CHECK_INT(at->n_vars, 2);
    const TsVar *x = &at->vars[at->vars[0].value == 5],
                *y = &at->vars[at->vars[0].value != 5];
    edge_means_one_turn(&mem, ts, edge, x, y);
    TermMap *next = ts_edge_next_map(ts, (TsEdgeId){e});
    CHECK(term_same(term_map_apply(next, x->now), x->now)); /* taken over */
    CHECK(term_same(term_map_apply(next, y->now), y->next));
    term_map_free(next);
  }
  CHECK_INT(found, 1);
  CHECK_INT(ts->locations.n, 5); /* entry, both heads, error, end */
  ts_free(ts);
  term_store_free(store);
  prog_free(program);
  text_done(&problems);
  mem_done(&mem);
}
