/* SPDX-License-Identifier: MIT
 *
 * The tables behind dd.h, for the files of this room. */
#ifndef DD_DD_INT_H
#define DD_DD_INT_H

#include "dd/dd.h"

/* A label is a DdVar's id + 1; label 0 is that of the constant. */
typedef struct DdNode {
  uint32_t label; /* DD_FREE: on the free list */
  uint32_t high;  /* handle, never negated */
  uint32_t low;   /* handle */
  uint32_t next;  /* node: chain of the unique table, or of the free list */
} DdNode;

#define DD_FREE       UINT32_MAX
#define DD_UNCHAINED  UINT32_MAX /* `next` of a node that is being changed */
#define DD_CONST_NODE 1u
#define DD_TRUE_ID    2u
#define DD_FALSE_ID   3u
#define DD_NO_LEVEL   UINT32_MAX

typedef enum DdOp {
  DD_OP_NONE,
  DD_OP_AND,
  DD_OP_XOR,
  DD_OP_ITE,
  DD_OP_MEETS,
  DD_OP_COFACTOR,
  DD_OP_EXISTS,
  DD_OP_AND_EXISTS,
  DD_OP_PROJECT, /* ldd: exists a number */
  DD_OP_RESOLVE  /* ldd: consequences of a constraint */
} DdOp;

typedef struct DdCacheEntry {
  uint32_t op; /* DdOp */
  uint32_t f, g, h;
  uint32_t result;
} DdCacheEntry;

typedef struct Ldd Ldd;

struct DdStore {
  Mem *mem;
  /* nodes: [0] unused, [1] the constant */
  DdNode *nodes;
  uint32_t n_nodes;   /* entries ever used: [0..n_nodes[ */
  uint32_t cap_nodes; /* allocated */
  uint32_t n_live;    /* not on the free list */
  uint32_t free_list; /* node, 0 is the end */
  uint32_t *slots;    /* unique table: first node of the chain, or 0 */
  uint32_t n_slots;   /* power of two */
  DdCacheEntry *cache;
  uint32_t n_cache; /* power of two */
  /* labels: [0..n_labels[, [0] is the constant's */
  uint32_t *level;    /* label -> level; DD_NO_LEVEL for the constant */
  uint32_t *group;    /* label -> group: labels of one left-hand side */
  uint32_t *label_at; /* level -> label, [0..n_labels - 1[ */
  uint32_t n_labels, cap_labels;
  uint32_t n_groups;
  int has_groups; /* some group has two labels */
  Map roots;      /* node -> count */
  Budget *budget;
  uint32_t max_nodes;
  int is_stopped;
  uint32_t tidy_at; /* live nodes that make collecting worth it */
  uint32_t sift_at; /* ... sifting */
  DdStats stats;
  Ldd *ldd; /* the constraints behind labels; NULL: Boolean variables only */
};

/* ---- reading ---- */

static inline const DdNode *dd_node(const DdStore *dd, uint32_t f) {
  assert(f >= 2 && f >> 1 < dd->n_nodes);
  return &dd->nodes[f >> 1];
}
static inline uint32_t dd_label(const DdStore *dd, uint32_t f) {
  return dd->nodes[f >> 1].label;
}
static inline uint32_t dd_level_of(const DdStore *dd, uint32_t f) {
  return dd->level[dd->nodes[f >> 1].label];
}
static inline uint32_t dd_hi(const DdStore *dd, uint32_t f) {
  return dd->nodes[f >> 1].high ^ (f & 1);
}
static inline uint32_t dd_lo(const DdStore *dd, uint32_t f) {
  return dd->nodes[f >> 1].low ^ (f & 1);
}
static inline bool dd_is_const_id(uint32_t f) {
  return f >> 1 == DD_CONST_NODE;
}

/* The sides of `f` where `label`, which is not below f's top, is decided.  A
 * constraint decides those of its group below it: t <= 3 implies t <= 5. */
static inline void dd_split(const DdStore *dd, uint32_t f, uint32_t label,
                            uint32_t *high, uint32_t *low) {
  const DdNode *node = dd_node(dd, f);
  if (node->label == label) {
    *high = node->high ^ (f & 1);
    *low = node->low ^ (f & 1);
    return;
  }
  *high = *low = f;
  if (dd->has_groups && node->label &&
      dd->group[node->label] == dd->group[label])
    *high = node->high ^ (f & 1);
}

/* ---- table.c ---- */

/* The reduced node, with all rules applied; handles as plain numbers.  Both
 * sides have their tops below the label, or in its group. */
uint32_t dd_make(DdStore *dd, uint32_t label, uint32_t high, uint32_t low);
/* One step of an operation; false: the store is stopped. */
bool dd_step_slow(DdStore *dd);
static inline bool dd_step(DdStore *dd) {
  if ((++dd->stats.steps & 1023) == 0) return dd_step_slow(dd);
  return !dd->is_stopped;
}
/* A new label at this level, of this group. */
uint32_t dd_insert_label(DdStore *dd, uint32_t level, uint32_t group);
/* Chain of the unique table that a node belongs to. */
uint32_t *dd_chain(DdStore *dd, uint32_t label, uint32_t high, uint32_t low);
void dd_free_node(DdStore *dd, uint32_t node); /* no longer in a chain */
/* Mark bits by node, for all reachable from `f`; given to the caller with
 * dd_bits_free. */
typedef struct DdBits {
  uint64_t *words;
  uint32_t n_words;
} DdBits;
DdBits dd_bits_new(DdStore *dd);
void dd_bits_free(DdStore *dd, DdBits *bits);
static inline bool dd_bits_test(const DdBits *bits, uint32_t i) {
  return bits->words[i >> 6] >> (i & 63) & 1;
}
static inline void dd_bits_set(DdBits *bits, uint32_t i) {
  bits->words[i >> 6] |= (uint64_t)1 << (i & 63);
}
void dd_mark(const DdStore *dd, DdBits *bits, uint32_t f);

/* ---- the computed cache ---- */

static inline DdCacheEntry *dd_cache_entry(const DdStore *dd, DdOp op,
                                           uint32_t f, uint32_t g, uint32_t h) {
  uint64_t key = ((uint64_t)f << 32 | g) * 0x9E3779B97F4A7C15u;
  key = (key ^ ((uint64_t)h << 8 | (uint64_t)op)) * 0xD6E8FEB86659FD93u;
  return &dd->cache[(key >> 32) & (dd->n_cache - 1)];
}
/* The remembered result, or 0. */
static inline uint32_t dd_cache_get(DdStore *dd, DdOp op, uint32_t f,
                                    uint32_t g, uint32_t h) {
  const DdCacheEntry *entry = dd_cache_entry(dd, op, f, g, h);
  if (entry->op != (uint32_t)op || entry->f != f || entry->g != g ||
      entry->h != h)
    return 0;
  dd->stats.cache_hits++;
  return entry->result;
}
/* Remember, unless the store was stopped on the way; gives the result. */
static inline uint32_t dd_cache_put(DdStore *dd, DdOp op, uint32_t f,
                                    uint32_t g, uint32_t h, uint32_t result) {
  assert(result >= 2);
  if (dd->is_stopped) return DD_FALSE_ID;
  *dd_cache_entry(dd, op, f, g, h) = (DdCacheEntry){op, f, g, h, result};
  return result;
}

/* ---- ops.c ---- */

uint32_t dd_and_ids(DdStore *dd, uint32_t f, uint32_t g);
uint32_t dd_ite_ids(DdStore *dd, uint32_t f, uint32_t g, uint32_t h);
static inline uint32_t dd_or_ids(DdStore *dd, uint32_t f, uint32_t g) {
  uint32_t both = dd_and_ids(dd, f ^ 1, g ^ 1);
  return dd->is_stopped ? DD_FALSE_ID : both ^ 1;
}

/* ---- ldd.c ---- */

void ldd_free(DdStore *dd);

#endif
