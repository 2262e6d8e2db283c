/* SPDX-License-Identifier: MIT
 *
 * The node table.
 *
 * Problem: millions of small nodes, each of which must exist once.  Idea: one
 * growing array of 24-byte nodes, chained through hash buckets that are 32-bit
 * node numbers; up to three children lie in the node itself, so an ordinary
 * node needs no second memory access.  Only wide constants and linear atoms
 * keep their contents in pools; such contents are written at the end of the
 * pool first, compared there, and dropped again if the node exists.
 *
 * Invariants (term_store_validate): a child's number is smaller than its
 * parent's; no two nodes are equal; negated handles occur only on Booleans;
 * the sort of a node is what its kind and children say.  Cost: 24 bytes per
 * node plus 4 to 8 for the buckets plus the slack of the array (at most half).
 */
#include "term/term_int.h"

enum { SORT_TAG_BOOL = 1, SORT_TAG_BV, SORT_TAG_FLOAT, SORT_TAG_ARRAY };

/* ---- sorts: tag in the low three bits, width, format or table index above */

static Sort sort_pack(uint32_t tag, uint32_t value) {
  return (Sort){value << 3 | tag};
}

Sort sort_bool(void) {
  return sort_pack(SORT_TAG_BOOL, 0);
}

Sort sort_bv(uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  return sort_pack(SORT_TAG_BV, width);
}

Sort sort_float(TermFloat format) {
  return sort_pack(SORT_TAG_FLOAT, (uint32_t)format);
}

Sort sort_array(TermStore *s, Sort index, Sort element) {
  require(sort_kind(index) == SORT_BV && element.id != 0);
  for (uint32_t i = 0; i < s->arrays.n; i++)
    if (sort_same(s->arrays.at[i].index, index) &&
        sort_same(s->arrays.at[i].element, element))
      return sort_pack(SORT_TAG_ARRAY, i);
  VEC_PUSH(s->mem, &s->arrays, ((SortPair){index, element}));
  return sort_pack(SORT_TAG_ARRAY, s->arrays.n - 1);
}

SortKind sort_kind(Sort sort) {
  switch (sort.id & 7) {
  case SORT_TAG_BOOL: return SORT_BOOL;
  case SORT_TAG_BV: return SORT_BV;
  case SORT_TAG_FLOAT: return SORT_FLOAT;
  case SORT_TAG_ARRAY: return SORT_ARRAY;
  default: break;
  }
  unreachable_case();
}

uint32_t sort_width(Sort sort) {
  require(sort_kind(sort) == SORT_BV);
  return sort.id >> 3;
}

TermFloat sort_format(Sort sort) {
  require(sort_kind(sort) == SORT_FLOAT);
  return (TermFloat)(sort.id >> 3);
}

uint32_t sort_exponent_bits(Sort sort) {
  switch (sort_format(sort)) {
#define X(name, e, s)                                                          \
  case TERM_FLOAT_##name: return e;
    TERM_FLOATS(X)
#undef X
  }
  unreachable_case();
}

uint32_t sort_significand_bits(Sort sort) {
  switch (sort_format(sort)) {
#define X(name, e, s)                                                          \
  case TERM_FLOAT_##name: return s;
    TERM_FLOATS(X)
#undef X
  }
  unreachable_case();
}

uint32_t sort_float_width(Sort sort) {
  return sort_exponent_bits(sort) + sort_significand_bits(sort);
}

uint32_t sort_bits(Sort sort) {
  switch (sort_kind(sort)) {
  case SORT_BOOL: return 1;
  case SORT_BV: return sort_width(sort);
  case SORT_FLOAT: return sort_float_width(sort);
  case SORT_ARRAY: break;
  }
  unreachable_case();
}

static SortPair array_of(const TermStore *s, Sort sort) {
  require(sort_kind(sort) == SORT_ARRAY && (sort.id >> 3) < s->arrays.n);
  return s->arrays.at[sort.id >> 3];
}

Sort sort_index(const TermStore *s, Sort array) {
  return array_of(s, array).index;
}

Sort sort_element(const TermStore *s, Sort array) {
  return array_of(s, array).element;
}

/* Recursion is bounded by the nesting of array sorts. */
void sort_print(Text *out, const TermStore *s, Sort sort) {
  switch (sort_kind(sort)) {
  case SORT_BOOL: text_add(out, "Bool"); return;
  case SORT_BV: text_printf(out, "(_ BitVec %u)", sort_width(sort)); return;
  case SORT_FLOAT:
    text_printf(out, "(_ FloatingPoint %u %u)", sort_exponent_bits(sort),
                sort_significand_bits(sort));
    return;
  case SORT_ARRAY:
    text_add(out, "(Array ");
    sort_print(out, s, sort_index(s, sort));
    text_char(out, ' ');
    sort_print(out, s, sort_element(s, sort));
    text_char(out, ')');
    return;
  }
}

/* ---- kinds ---- */

static const struct {
  const char *name;
  int arity;
  const char *smtlib;
} kinds[TERM_N_KINDS] = {{"none", 0, ""},
#define X(name, arity, smtlib) {#name, arity, smtlib},
                         TERM_KINDS(X)
#undef X
};

const char *term_kind_name(TermKind kind) {
  require(kind < TERM_N_KINDS);
  return kinds[kind].name;
}
const char *term_kind_smtlib(TermKind kind) {
  require(kind < TERM_N_KINDS);
  return kinds[kind].smtlib;
}
int kind_arity(TermKind kind) {
  assert(kind < TERM_N_KINDS);
  return kinds[kind].arity;
}

/* ---- hashing ---- */

static bool is_wide_const(const Node *node) {
  return node->kind == TERM_CONST && (node->sort >> 3) > 64;
}

static bool is_linear(const Node *node) {
  return node->kind == TERM_LIN_LE || node->kind == TERM_LIN_EQ;
}

static uint32_t pool_words(uint32_t n) {
  return n * LIN_STRIDE + LIN_BOUND;
}

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

static uint64_t node_hash(const TermStore *s, const Node *node) {
  uint64_t hash = mix(node->kind | (uint32_t)node->mode << 8, node->sort);
  if (is_wide_const(node))
    return hash_mix(hash, hash_bytes(s->words.at + node->u.pair[0],
                                     BV_WORDS(node->sort >> 3) * 8));
  if (is_linear(node))
    return hash_mix(hash, hash_bytes(s->pool.at + node->u.pair[0],
                                     pool_words(node->u.pair[1]) * 4));
  return mix(mix(hash, node->u.word), node->third);
}

static bool node_equal(const TermStore *s, const Node *a, const Node *b) {
  if (a->kind != b->kind || a->mode != b->mode || a->sort != b->sort)
    return false;
  if (is_wide_const(a))
    return memcmp(s->words.at + a->u.pair[0], s->words.at + b->u.pair[0],
                  BV_WORDS(a->sort >> 3) * 8) == 0;
  if (is_linear(a))
    return a->u.pair[1] == b->u.pair[1] &&
           memcmp(s->pool.at + a->u.pair[0], s->pool.at + b->u.pair[0],
                  pool_words(a->u.pair[1]) * 4) == 0;
  return a->u.word == b->u.word && a->third == b->third;
}

static void rehash(TermStore *s) {
  uint32_t old = s->n_heads, size = old == 0 ? 1024 : old * 2;
  MEM_FREE_ARRAY(s->mem, s->heads, old);
  s->heads = MEM_ARRAY(s->mem, uint32_t, size);
  s->n_heads = size;
  for (uint32_t i = 1; i <= s->n_nodes; i++) {
    uint32_t slot = (uint32_t)node_hash(s, &s->nodes[i]) & (size - 1);
    s->nodes[i].next = s->heads[slot];
    s->heads[slot] = i;
  }
}

static void grow_nodes(TermStore *s) {
  uint32_t cap = s->cap_nodes + s->cap_nodes / 2 + 256;
  require(cap < UINT32_MAX / 2);
  s->nodes = mem_resize(s->mem, s->nodes, sizeof(Node) * s->cap_nodes,
                        sizeof(Node) * (size_t)cap);
  s->cap_nodes = cap;
}

/* The node equal to `key`, found or made. */
static Term intern(TermStore *s, const Node *key) {
  if (s->n_nodes >= s->n_heads) rehash(s);
  assert((s->n_heads & (s->n_heads - 1)) == 0);
  uint32_t slot = (uint32_t)node_hash(s, key) & (s->n_heads - 1);
  for (uint32_t i = s->heads[slot]; i != 0; i = s->nodes[i].next)
    if (node_equal(s, &s->nodes[i], key)) return term_of_node(i);
  if (s->n_nodes + 1 >= s->cap_nodes) grow_nodes(s);
  uint32_t node = ++s->n_nodes;
  s->nodes[node] = *key;
  s->nodes[node].next = s->heads[slot];
  s->heads[slot] = node;
  return term_of_node(node);
}

Term node_intern(TermStore *s, const Cand *c) {
  Node key = {
      .kind = (uint8_t)c->kind, .mode = (uint8_t)c->mode, .sort = c->sort.id};
  assert(sort_same(cand_sort(s, c), c->sort));
  if (c->n > 0) key.u.pair[0] = c->child[0].id;
  if (c->n > 1) key.u.pair[1] = c->child[1].id;
  if (c->n > 2) key.third = c->child[2].id;
  if (c->kind == TERM_EXTRACT) {
    key.u.pair[1] = c->high;
    key.third = c->low;
  }
  return intern(s, &key);
}

static void push_u64(TermStore *s, uint64_t value) {
  VEC_PUSH(s->mem, &s->pool, (uint32_t)value);
  VEC_PUSH(s->mem, &s->pool, (uint32_t)(value >> 32));
}

Term node_intern_linear(TermStore *s, TermKind kind, const TermLinear *atom) {
  assert(atom->n >= 1 && atom->at[0].coefficient > 0);
  uint32_t offset = s->pool.n, before = s->n_nodes;
  for (uint32_t i = 0; i < atom->n; i++) {
    const TermMonomial *m = &atom->at[i];
    assert(!term_is_negated(m->term));
    VEC_PUSH(s->mem, &s->pool, m->term.id | (m->reading == TERM_SIGNED));
    push_u64(s, (uint64_t)m->coefficient);
  }
  push_u64(s, (uint64_t)atom->bound);
  push_u64(s, (uint64_t)(atom->bound >> 64));
  Node key = {.kind = (uint8_t)kind, .sort = sort_bool().id};
  key.u.pair[0] = offset;
  key.u.pair[1] = atom->n;
  Term t = intern(s, &key);
  if (s->n_nodes == before) s->pool.n = offset;
  return t;
}

/* ---- leaves ---- */

Term term_true(void) {
  return term_of_node(1);
}
Term term_false(void) {
  return term_not(term_true());
}
Term term_bool(TermStore *s, int truth) {
  (void)s;
  return truth ? term_true() : term_false();
}

Term term_const(TermStore *s, const BvWord *words, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  Node key = {.kind = TERM_CONST, .sort = sort_bv(width).id};
  if (width <= 64) {
    key.u.word = words[0];
    assert(width == 64 || words[0] >> width == 0);
    return intern(s, &key);
  }
  uint32_t offset = s->words.n, before = s->n_nodes, n = BV_WORDS(width);
  assert(width % 64 == 0 || words[n - 1] >> (width % 64) == 0);
  VEC_RESERVE(s->mem, &s->words, offset + n);
  memcpy(s->words.at + offset, words, n * sizeof *words);
  s->words.n += n;
  key.u.pair[0] = offset;
  Term t = intern(s, &key);
  if (s->n_nodes == before) s->words.n = offset;
  return t;
}

Term term_u64(TermStore *s, uint64_t value, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  BvWord words[BV_MAX_WORDS];
  bv_set_u64(words, value, width);
  return term_const(s, words, width);
}

Term term_i64(TermStore *s, int64_t value, uint32_t width) {
  require(width >= 1 && width <= BV_MAX_WIDTH);
  BvWord words[BV_MAX_WORDS];
  bv_set_i64(words, value, width);
  return term_const(s, words, width);
}

Term term_find_var(const TermStore *s, const char *name) {
  uint32_t index = names_find(&s->names, name);
  return index == UINT32_MAX ? TERM_NONE : term_of_node(s->name_of.at[index]);
}

Term term_var(TermStore *s, const char *name, Sort sort) {
  require(sort.id != 0 && name[0] != 0 && strpbrk(name, "|\\") == NULL);
  uint32_t index = names_add(&s->names, name);
  if (index < s->name_of.n) {
    Term t = term_of_node(s->name_of.at[index]);
    require(sort_same(term_sort(s, t), sort));
    return t;
  }
  Node key = {.kind = TERM_VAR, .sort = sort.id};
  key.u.pair[0] = index;
  Term t = intern(s, &key);
  VEC_PUSH(s->mem, &s->name_of, term_node(t));
  assert(s->name_of.n == index + 1);
  return t;
}

Term term_fresh(TermStore *s, const char *prefix, Sort sort) {
  Text name;
  text_init(&name, s->mem);
  do {
    text_clear(&name);
    text_printf(&name, "%s!%u", prefix, s->n_fresh++);
  } while (names_find(&s->names, text_get(&name)) != UINT32_MAX);
  Term t = term_var(s, text_get(&name), sort);
  text_done(&name);
  return t;
}

/* ---- life ---- */

TermStore *term_store_new(Mem *mem) {
  TermStore *s = MEM_NEW(mem, TermStore);
  s->mem = mem;
  s->rewriting = TERM_REWRITE_ON;
  names_init(&s->names, mem);
  Node key = {.kind = TERM_TRUE, .sort = sort_bool().id};
  Term t = intern(s, &key);
  assert(t.id == term_true().id);
  (void)t;
  return s;
}

void term_store_free(TermStore *s) {
  Mem *mem = s->mem;
  names_done(&s->names);
  mem_free(mem, s->nodes, sizeof(Node) * (size_t)s->cap_nodes);
  MEM_FREE_ARRAY(mem, s->heads, s->n_heads);
  VEC_DONE(mem, &s->words);
  VEC_DONE(mem, &s->pool);
  VEC_DONE(mem, &s->arrays);
  VEC_DONE(mem, &s->name_of);
  MEM_DELETE(mem, s);
}

Mem *term_store_mem(const TermStore *s) {
  return s->mem;
}
uint32_t term_store_n_nodes(const TermStore *s) {
  return s->n_nodes;
}

size_t term_store_bytes(const TermStore *s) {
  return sizeof(Node) * (size_t)s->cap_nodes + sizeof(uint32_t) * s->n_heads +
         sizeof(BvWord) * s->words.cap + sizeof(uint32_t) * s->pool.cap;
}

TermRewriting term_store_rewriting(TermStore *s, TermRewriting mode) {
  TermRewriting old = s->rewriting;
  s->rewriting = mode;
  return old;
}

/* ---- reading ---- */

TermKind term_kind(const TermStore *s, Term t) {
  return node_kind(s, t);
}
Sort term_sort(const TermStore *s, Term t) {
  return (Sort){node_at(s, t)->sort};
}
uint32_t term_width(const TermStore *s, Term t) {
  return sort_width(term_sort(s, t));
}

uint32_t term_n_children(const TermStore *s, Term t) {
  const Node *node = node_at(s, t);
  int arity = kinds[node->kind].arity;
  return arity < 0 ? node->u.pair[1] : (uint32_t)arity;
}

Term term_child(const TermStore *s, Term t, uint32_t i) {
  const Node *node = node_at(s, t);
  assert(i < term_n_children(s, t));
  if (is_linear(node))
    return (Term){s->pool.at[node->u.pair[0] + i * LIN_STRIDE] & ~1u};
  return (Term){i < 2 ? node->u.pair[i] : node->third};
}

uint32_t term_extract_high(const TermStore *s, Term t) {
  require(node_kind(s, t) == TERM_EXTRACT);
  return node_at(s, t)->u.pair[1];
}

uint32_t term_extract_low(const TermStore *s, Term t) {
  require(node_kind(s, t) == TERM_EXTRACT);
  return node_at(s, t)->third;
}

TermRounding term_rounding(const TermStore *s, Term t) {
  assert(node_at(s, t)->mode <= TERM_RTZ);
  return (TermRounding)node_at(s, t)->mode;
}

const char *term_var_name(const TermStore *s, Term t) {
  require(node_kind(s, t) == TERM_VAR);
  return names_text(&s->names, node_at(s, t)->u.pair[0]);
}

const BvWord *term_const_words(const TermStore *s, Term t) {
  const Node *node = node_at(s, t);
  require(node->kind == TERM_CONST);
  return is_wide_const(node) ? s->words.at + node->u.pair[0] : &node->u.word;
}

bool term_is_true(Term t) {
  return t.id == term_true().id;
}
bool term_is_false(Term t) {
  return t.id == term_false().id;
}
bool term_is_bool(const TermStore *s, Term t) {
  return sort_kind(term_sort(s, t)) == SORT_BOOL;
}
bool term_is_var(const TermStore *s, Term t) {
  return node_kind(s, t) == TERM_VAR;
}
bool term_is_const(const TermStore *s, Term t) {
  return node_kind(s, t) == TERM_CONST;
}

bool term_const_u64(const TermStore *s, Term t, uint64_t *value) {
  return term_is_const(s, t) &&
         bv_fits_u64(term_const_words(s, t), term_width(s, t), value);
}

bool term_const_i64(const TermStore *s, Term t, int64_t *value) {
  return term_is_const(s, t) &&
         bv_fits_i64(term_const_words(s, t), term_width(s, t), value);
}

void node_read(const TermStore *s, Term t, Cand *c) {
  const Node *node = node_at(s, t);
  *c = (Cand){.kind = (TermKind)node->kind,
              .mode = (TermRounding)node->mode,
              .sort = (Sort){node->sort}};
  require(kinds[node->kind].arity >= 0);
  c->n = (uint32_t)kinds[node->kind].arity;
  for (uint32_t i = 0; i < c->n; i++) c->child[i] = term_child(s, t, i);
  if (c->kind == TERM_EXTRACT) {
    c->high = node->u.pair[1];
    c->low = node->third;
  }
}

/* ---- validation ---- */

static void validate_linear(const TermStore *s, Term t) {
  TermLinear atom;
  Integer divisor = 0;
  term_linear_get(s, t, &atom);
  require(atom.n >= 1 && atom.n <= TERM_LINEAR_MAX);
  require(atom.at[0].coefficient > 0);
  for (uint32_t i = 0; i < atom.n; i++) {
    const TermMonomial *m = &atom.at[i], *before = &atom.at[i ? i - 1 : 0];
    require(m->coefficient != 0 && m->coefficient != INT64_MIN);
    require(sort_kind(term_sort(s, m->term)) == SORT_BV);
    require(i == 0 || before->term.id < m->term.id ||
            (before->term.id == m->term.id && before->reading < m->reading));
    divisor = integer_gcd(divisor, m->coefficient);
  }
  require(divisor == 1);
}

static void validate_node(const TermStore *s, uint32_t number) {
  Term t = term_of_node(number);
  const Node *node = node_at(s, t);
  require(node->kind > TERM_NO_KIND && node->kind < TERM_N_KINDS);
  for (uint32_t i = 0; i < term_n_children(s, t); i++) {
    Term child = term_child(s, t, i);
    require(child.id >= 2 && term_node(child) < number);
    require(!term_is_negated(child) || term_is_bool(s, child));
  }
  if (is_linear(node)) {
    validate_linear(s, t);
  } else if (node->kind == TERM_VAR) {
    require(s->name_of.at[node->u.pair[0]] == number);
  } else if (node->kind == TERM_CONST) {
    uint32_t width = node->sort >> 3;
    BvWord top = term_const_words(s, t)[BV_WORDS(width) - 1];
    require(width % 64 == 0 || top >> (width % 64) == 0);
  } else if (node->kind != TERM_TRUE) {
    Cand c;
    node_read(s, t, &c);
    require(sort_same(cand_sort(s, &c), c.sort));
  }
}

void term_store_validate(const TermStore *s) {
  uint64_t linked = 0;
  for (uint32_t i = 0; i < s->n_heads; i++)
    for (uint32_t n = s->heads[i]; n != 0; n = s->nodes[n].next) {
      linked++;
      require(((uint32_t)node_hash(s, &s->nodes[n]) & (s->n_heads - 1)) == i);
      for (uint32_t m = s->nodes[n].next; m != 0; m = s->nodes[m].next)
        require(!node_equal(s, &s->nodes[n], &s->nodes[m]));
    }
  require(linked == s->n_nodes);
  for (uint32_t i = 1; i <= s->n_nodes; i++) validate_node(s, i);
}

void term_validate(const TermStore *s, Term term) {
  TermWalk walk;
  term_walk_init(&walk, s);
  term_walk_push(&walk, term);
  for (Term t; (t = term_walk_next(&walk)).id != 0;)
    validate_node(s, term_node(t));
  term_walk_done(&walk);
}
