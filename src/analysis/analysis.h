/* SPDX-License-Identifier: MIT
 *
 * What can be known about a program without running it: control flow
 * (dominators, loops, control dependence), the call graph, what pointers may
 * point to, and the split of memory into regions.
 *
 * An analysis describes the program at one moment: a pass that changes blocks
 * or instructions makes it stale, and nothing detects that.  All are plain data
 * in sorted arrays, made by x_new and freed by x_free, and the same in every
 * run.
 */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "ir/program.h"

#define ANALYSIS_NONE UINT32_MAX

/* Rows of numbers, one after the other: row i is at[start[i]..start[i+1][. */
typedef struct Rows {
  uint32_t n;      /* rows */
  uint32_t *start; /* [0..n] */
  uint32_t *at;
} Rows;

static inline uint32_t rows_size(const Rows *rows, uint32_t row) {
  assert(row < rows->n);
  return rows->start[row + 1] - rows->start[row];
}
static inline const uint32_t *rows_get(const Rows *rows, uint32_t row) {
  assert(row < rows->n);
  return rows->at + rows->start[row];
}

/* ---- copies with unrolled loops ----------------------------------------- */

/* The function that it is a copy of, and which of its instructions this was (0:
 * a new one); or the function and the instruction themselves.  A copy does
 * nothing that its function does not, so what was found out of that one holds
 * of copies that were made later, too. */
FuncId prog_rolled(const Program *program, FuncId func);
uint32_t prog_rolled_inst(const Program *program, FuncId func, uint32_t inst);

/* ---- control flow of one function -------------------------------------- */

typedef struct Cfg {
  Mem *mem;
  uint32_t n_blocks;
  Rows succs;      /* as in the terminator, each block once, in order */
  Rows preds;      /* each block once, ascending; unreachable ones too */
  uint32_t *order; /* [0..n_order[: reachable blocks, reverse postorder */
  uint32_t n_order;
  uint32_t *position; /* [0..n_blocks[: place in `order`, or ANALYSIS_NONE */
  uint8_t *cutpoint;  /* [0..n_blocks[: 1 for targets of DFS back edges: every
                         cycle of reachable blocks goes through one */
} Cfg;

Cfg *prog_cfg_new(Mem *mem, const Function *f);
/* The same graph without the blocks that are marked, [0..n_blocks[; the entry
 * is not. */
Cfg *prog_cfg_without(const Cfg *cfg, const uint8_t *marked);
void prog_cfg_free(Cfg *cfg);
static inline bool prog_cfg_reachable(const Cfg *cfg, BlockId block) {
  assert(block.id < cfg->n_blocks);
  return cfg->position[block.id] != ANALYSIS_NONE;
}

/* A tree of dominators or post-dominators over the reachable blocks.
 * Post-dominators hang from a virtual exit, node n_blocks, which follows every
 * block without successors; from a part of the graph that cannot reach it (an
 * endless loop), the last block in `order` is linked to it as well. */
typedef struct DomTree {
  Mem *mem;
  uint32_t n;       /* nodes: n_blocks, or n_blocks + 1 with the exit */
  uint32_t root;    /* 0, or n_blocks */
  uint32_t *parent; /* immediate dominator; NONE: root or unreachable */
  uint32_t *enter;  /* interval of the subtree: a dominates b iff */
  uint32_t *leave;  /* enter[a] <= enter[b] && leave[b] <= leave[a] */
  uint32_t *depth;
  Rows children; /* ascending */
} DomTree;

DomTree *prog_dominators(const Cfg *cfg);
DomTree *prog_post_dominators(const Cfg *cfg);
void prog_dom_free(DomTree *tree);
/* Reflexive; false when one of them is unreachable. */
bool prog_dominates(const DomTree *tree, uint32_t above, uint32_t below);
/* Row b: the dominance frontier of b, ascending. */
Rows prog_dom_frontiers(const Cfg *cfg, const DomTree *dominators);
/* Row b: the blocks whose branch decides whether b is executed
 * [Ferrante, Ottenstein, Warren]; row of the post-dominance frontier. */
Rows prog_control_dependence(const Cfg *cfg, const DomTree *post_dominators);
void prog_rows_free(Mem *mem, Rows *rows);

typedef enum LoopKind {
  LOOP_NATURAL,    /* one entry, the header */
  LOOP_IRREDUCIBLE /* several entries; `header` is the first in `order` */
} LoopKind;

typedef struct Loop {
  LoopKind kind;
  uint32_t header;
  uint32_t parent;   /* the loop around it, or ANALYSIS_NONE */
  uint32_t depth;    /* 1 outermost */
  uint32_t *entries; /* blocks with an edge from outside, by `order` */
  uint32_t n_entries;
  uint32_t *blocks; /* by `order`; with those of inner loops */
  uint32_t n_blocks;
} Loop;

/* Strongly connected parts, and inside each, with the edges to its entries
 * taken away, again: the nesting forest. */
typedef struct LoopForest {
  Mem *mem;
  Arena arena;
  Vec(Loop) loops;   /* outer before inner */
  uint32_t *loop_of; /* [0..n_blocks[: innermost loop, or ANALYSIS_NONE */
  uint32_t n_blocks;
} LoopForest;

LoopForest *prog_loops_new(const Cfg *cfg);
void prog_loops_free(LoopForest *forest);

/* ---- points-to --------------------------------------------------------- */

/* An abstract object: what one declaration or one allocating instruction makes.
 * Number 0 stands for everything we do not see: memory of other translation
 * units, what a nondeterministic pointer points to. */
typedef enum ObjectKind {
  OBJECT_UNKNOWN,
  OBJECT_GLOBAL,
  OBJECT_FUNC,
  OBJECT_ALLOCA, /* inst of func */
  OBJECT_ALLOC,  /* inst of func */
  OBJECT_VA_AREA /* variable arguments of func */
} ObjectKind;

typedef struct MemObject {
  ObjectKind kind;
  GlobalId global;
  FuncId func;
  uint32_t inst;
  uint64_t size; /* bytes; 0 when not constant */
  enum {
    OBJECT_MANY, /* several may exist at a time, or one after the other */
    OBJECT_ONCE  /* exists at most once in an execution */
  } count;
  enum {
    OBJECT_PRIVATE, /* an unknown pointer never points to it */
    OBJECT_ESCAPED
  } escape;
} MemObject;

typedef struct PointsTo PointsTo;

/* What else than the objects listed a pointer may be. */
enum {
  POINTS_UNKNOWN = 1,       /* an address from outside: any escaped object, or
                               one the program has never seen */
  POINTS_INDETERMINATE = 2, /* read where nothing was written: one of the
                              objects listed, or a private one made for it */
  POINTS_MISFIT = 4         /* prog_points_callees alone */
};

typedef Vec(uint32_t) IndexVec;

/* The whole program, all functions.  Near-linear.  It rests on premises, which
 * its users put into a ledger. */
PointsTo *prog_points_new(const Program *program);
enum { POINTS_MOST_PREMISES = 2 };
/* The reasons of the premises; gives how many. */
uint32_t prog_points_premises(const Program *program,
                              const char *reasons[POINTS_MOST_PREMISES]);
void prog_points_free(PointsTo *points);
uint32_t prog_points_n_objects(const PointsTo *points);
const MemObject *prog_points_object(const PointsTo *points, uint32_t object);
/* The object's number; the global or instruction must exist. */
uint32_t prog_points_of_global(const PointsTo *points, GlobalId global);
uint32_t prog_points_of_inst(const PointsTo *points, FuncId f, uint32_t inst);
/* Adds the objects a value (pointer, or integer that may hold one) may point
 * into, ascending; the result is a set of POINTS_ flags.  A pointer with no
 * object and no flag is never dereferenced validly (null). */
unsigned prog_points_targets(const PointsTo *points, FuncId f, Val val,
                             IndexVec *objects);
/* The flags alone; whether that object is among the others. */
unsigned prog_points_flags(const PointsTo *points, FuncId f, Val val);
bool prog_points_leads_to(const PointsTo *points, FuncId f, Val val,
                          uint32_t object);
/* The class of objects that only uninitialised pointers like this one lead to:
 * a number of its own, or 0 if it may point to anything else. */
uint32_t prog_points_private(const PointsTo *points, FuncId f, Val val);
/* How many bytes behind the object's start the value points whenever it points
 * into the object or was computed from such a pointer.  False: not known, or
 * not always the same. */
bool prog_points_offset(const PointsTo *points, FuncId f, Val val,
                        uint32_t object, int64_t *offset);
/* The functions a CALL may reach, ascending; POINTS_UNKNOWN: perhaps also one
 * without a body; POINTS_MISFIT: functions of another type than the call's are
 * left out. */
unsigned prog_points_callees(const PointsTo *points, FuncId f, uint32_t inst,
                             IndexVec *funcs);
/* Checks its invariants; aborts when one is broken. */
void prog_points_validate(const PointsTo *points);

/* ---- call graph -------------------------------------------------------- */

typedef struct CallGraph {
  Mem *mem;
  uint32_t n_funcs; /* FuncId.id < n_funcs */
  Rows callees;     /* by function, ascending */
  Rows callers;
  uint32_t *bottom_up; /* [0..n_order[: defined functions, callees first;
                          the members of one component stand together */
  uint32_t n_order;
  uint32_t *component; /* number in bottom-up order, or NONE if undefined */
  uint8_t *recursive;  /* 1: may call itself, directly or around */
  uint8_t *reachable;  /* 1: from the entry function */
  uint8_t *address_taken;
} CallGraph;

/* `points` may be NULL: then an indirect call may reach every address-taken
 * function that takes and returns the like (see prog_call_fits). */
CallGraph *prog_calls_new(const Program *program, const PointsTo *points);
void prog_calls_free(CallGraph *graph);
/* taken[f] = 1, where the address of f is used other than by calling it. */
void prog_address_taken(const Program *program, uint8_t *taken);
/* Whether `callee` can be called with the call's operands: same number
 * of parameters (at least, when variadic), each of the same size and kind after
 * the promotion of integers, and a result wherever one is used. */
bool prog_call_fits(const Program *program, const Function *f, const Inst *call,
                    FuncId callee);
/* Adds the functions the CALL may reach, ascending. */
void prog_call_targets(const CallGraph *graph, const Program *program,
                       const PointsTo *points, FuncId f, uint32_t inst,
                       IndexVec *funcs);

/* Is one of our functions passed to a function without a body, which may call
 * it? */
bool prog_passes_function(const Program *program, const Inst *call);

/* ---- regions ----------------------------------------------------------- */

/* Memory accesses fall into classes such that accesses of different classes
 * never touch the same byte (bytes aside that are only copied or set, and that
 * no LOAD or STORE ever sees).  A region has every LOAD, STORE, MEMCPY, MEMSET
 * and HAVOC (a MEMCPY's two sides are in one region), and FREE, which does not
 * touch contents, where its operand's first cell has a region.
 *
 * REGION_SCALAR: all accesses are of cell_bits at the same offset of one object
 * that exists once, and their pointers can point nowhere else.
 * REGION_CELLS: any two accesses are at the same address or disjoint, and all
 * are of cell_bits.  REGION_BYTES: the rest; cell_bits is 8. */
typedef struct Regions Regions;

Regions *prog_regions_new(const Program *program, const PointsTo *points);
void prog_regions_free(Regions *regions);
/* Writes them to the program: Program.regions and Inst.region. */
void prog_regions_store(const Regions *regions, Program *program);
/* Regions are 1 to that number - 1. */
uint32_t prog_n_regions(const Regions *regions);
const Region *prog_region(const Regions *regions, RegionId region);
/* The region that an instruction accesses, or none. */
RegionId prog_region_of(const Regions *regions, FuncId func, uint32_t inst);
/* Objects with bytes in the region, ascending. */
void prog_region_objects(const Regions *regions, RegionId region,
                         IndexVec *objects);
/* REGION_SCALAR: the object and the offset in it. */
uint32_t prog_region_scalar(const Regions *regions, RegionId region,
                            uint64_t *offset);
/* The region of `size` bytes at `offset` of an object, none if no access. */
RegionId prog_region_at(const Regions *regions, uint32_t object,
                        uint64_t offset, uint64_t size);
void prog_regions_validate(const Regions *regions);

typedef struct RegionStats {
  uint32_t scalars, cells, bytes; /* regions by kind */
  uint32_t unknown;               /* of these, an unknown pointer may hit */
  uint32_t accesses;              /* memory instructions */
} RegionStats;
RegionStats prog_region_stats(const Program *program);

#endif
