/* SPDX-License-Identifier: MIT
 *
 * Points-to, from inside: what this room and the passes on memory share. */
#ifndef ANALYSIS_POINTS_H
#define ANALYSIS_POINTS_H

#include "analysis/analysis.h"

typedef Vec(uint64_t) PairVec; /* (row << 32 | value) */

static inline uint64_t row_pair(uint32_t row, uint32_t value) {
  return (uint64_t)row << 32 | value;
}

/* n rows; row r gets the values of its pairs, in their order. */
Rows prog_rows_from(Mem *mem, uint32_t n, const PairVec *pairs);

/* ---- points-to: see points.c ---------------------------------- */

#define POINTS_OPEN INT64_MAX /* Interval.hi: no end */

/* A place in memory: byte `offset` of node `node`; node 0 is "nothing". */
typedef struct Ref {
  int64_t offset;
  uint32_t node;
} Ref;

/* What a value, or the contents of an interval, may be. */
enum {
  FLOW_WILD = 1,          /* an address from outside */
  FLOW_INDETERMINATE = 2, /* never written */
  FLOW_FUZZY = 4          /* its offset is not that of the Ref */
};

/* Bytes [lo..hi[ of a node that are accessed together. */
typedef struct Interval {
  int64_t lo, hi;
  Ref link;      /* what pointers stored here point to */
  uint8_t flags; /* FLOW_, of the contents */
  uint8_t mixed; /* accesses in it overlap without being the same */
  uint8_t torn;  /* a span of which not all accesses are RangeInsts */
} Interval;

typedef Vec(Interval) IntervalVec; /* disjoint, ascending */

enum {
  NODE_UNKNOWN = 1, /* what we do not see */
  NODE_FRESH = 2,   /* starts with indeterminate contents */
  NODE_PRIVATE = 4  /* and what only indeterminate pointers lead to */
};

/* A set of objects; offsets count modulo `stride` if that is not 0. */
typedef struct Node {
  uint32_t parent; /* itself: a root; else find_root */
  uint8_t bits;    /* NODE_ */
  int64_t shift;   /* an offset here + shift is the offset in the parent */
  int64_t stride;
  uint32_t first, last; /* chain of objects */
  IntervalVec cells;    /* accesses of known size */
  IntervalVec spans;    /* accesses of ranges; no cell sticks out of a span.
                           Contents of a cell in a span are the span's */
} Node;

typedef struct RefPair {
  Ref a, b;
  enum { JOIN_EXACT, JOIN_NODES } how;
} RefPair;

/* A MEMCPY, MEMSET or HAVOC. */
typedef struct RangeInst {
  FuncId func;
  uint32_t inst;
  int64_t bytes; /* POINTS_OPEN: not known, */
  int64_t unit;  /* ... but a multiple of this */
  enum {
    RANGE_CELLS, /* touches whole cells only: they stay apart */
    RANGE_SPAN
  } mode;
} RangeInst;

typedef struct CallInst {
  FuncId func;
  uint32_t inst;
  IndexVec bound; /* functions bound so far, as FuncId, in order of binding */
  uint32_t seen_node, seen_last; /* the callee's node when last looked at, and
                                    the end of its chain, which only grows */
  uint8_t is_offered; /* all that fits and has its address taken is bound */
  uint64_t given;   /* flags of the arguments (a hash) that parameters have, */
  uint32_t n_given; /* of the first so many of `bound` */
} CallInst;

struct PointsTo {
  Mem *mem;
  const Program *program;
  uint32_t n_funcs; /* passes add functions, too */
  uint32_t *base;   /* function -> number of its value 0, which is its result */
  uint32_t n_values;
  Ref *refs;       /* value -> place, node 0 when nothing */
  uint8_t *flags;  /* value -> FLOW_ */
  Vec(Node) nodes; /* [0] unused, [1] the unknown */
  Vec(MemObject) objects;
  uint32_t *next_object; /* chain of a node */
  uint32_t n_chain;
  Vec(Ref) homes; /* object -> its first byte */
  uint32_t *global_object, *func_object;
  uint32_t n_globals; /* entries of the first: passes add globals */
  Map inst_object;    /* func << 32 | inst -> object */
  Vec(RefPair) work;
  Vec(RangeInst) ranges;
  Map range_of; /* func << 32 | inst -> index */
  Vec(CallInst) calls;
  Map call_of;
  uint32_t *stamps; /* function -> the last visit of a call that had it bound */
  uint32_t stamp;   /* visits so far */
  uint8_t *taken;   /* function -> its address is taken */
  enum { POINTS_STABLE, POINTS_CHANGED } state;
};

/* Root and canonical offset. */
Ref points_find(const PointsTo *points, Ref ref);
/* The place an operand points to; node 0 when nothing. */
Ref points_ref(const PointsTo *points, FuncId f, Val val);
/* The place a memory instruction accesses through that operand, which is the
 * unknown for plain numbers. */
Ref points_address(const PointsTo *points, FuncId f, Val val);
/* The interval of `vec` that contains byte `at` of the node, or NULL. */
Interval *points_interval(const IntervalVec *vec, int64_t at);
/* Bytes [lo..hi[ of the node that an access touches; true if it goes round the
 * stride. */
bool points_fit(const Node *node, int64_t offset, int64_t bytes, int64_t *lo,
                int64_t *hi);
/* How far the range instruction reaches, in bytes, or POINTS_OPEN. */
const RangeInst *points_range(const PointsTo *points, FuncId f, uint32_t inst);
/* Adds the indices of the cells in a range; false when it cuts one, goes round
 * the stride, meets a span, or has too many. */
bool points_cells(const PointsTo *points, Ref at, int64_t bytes, IndexVec *out);
/* The same where the bytes are whole rounds of the node's stride, from outside
 * of any cell: the node's cells, once each. */
bool points_rounds(const PointsTo *p, Ref at, int64_t bytes, IndexVec *out);
unsigned points_flags(const PointsTo *points, FuncId f, Val val);

#endif
