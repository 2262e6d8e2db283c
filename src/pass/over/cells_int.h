/* SPDX-License-Identifier: MIT
 *
 * What cells.c rewrites and what cells_find.c finds out for it. */
#ifndef PASS_OVER_CELLS_INT_H
#define PASS_OVER_CELLS_INT_H

#include "analysis/analysis.h"
#include "ir/address.h"
#include "pass/edit.h"
#include "pass/over/over.h"

enum {
  CELLS_SITES = 6, /* cells of an array that were accessed last at a site */
  CELLS_MOST = CELLS_CHOSEN + CELLS_SITES,
  CELLS_CASTS = 3,  /* between a cell and what is added */
  CELLS_SCANS = 8,  /* loops that add up an array */
  CELLS_ENTRIES = 4 /* ways into one of them */
};

/* An index of an array: one number for each dimension, the outer first. */
typedef struct CellIndex {
  Val at[CELLS_DIMS];
} CellIndex;

/* A cell that is followed. */
typedef struct Cell {
  uint32_t site;   /* the access whose last cell it is; 0: it was chosen */
  CellIndex index; /* chosen: values; of a site: ALLOCAs */
  Val contents;    /* an ALLOCA */
} Cell;

/* Casts, the last one first. */
typedef struct CellCast {
  Op op;
  TypeId type;
} CellCast;
typedef struct CellCasts {
  CellCast at[CELLS_CASTS];
  uint32_t n;
} CellCasts;

typedef struct CellBound {
  Val value; /* with casts applied to it */
  CellCasts casts;
  TypeId type;    /* of the bound, and of counters */
  bool is_signed; /* how both are compared */
  bool may_be_negative;
} CellBound;

/* A loop that adds up an array (cells_sums.c). */
typedef struct CellScan {
  uint32_t load; /* of what is added */
  uint32_t header;
  uint32_t entries[CELLS_ENTRIES]; /* blocks that lead there from outside */
  uint32_t n_entries;
  Val part, seen; /* ALLOCAs: the sum of the cells seen, and how many */
} CellScan;

typedef struct CellSum {
  CellCasts casts;
  TypeId type; /* of the sum */
  CellBound bound;
  Val total, end; /* ALLOCAs: the sum of the cells below the end */
  CellScan scans[CELLS_SCANS];
  uint32_t n_scans; /* 0: no sum is followed */
} CellSum;

typedef struct Array {
  enum { ARRAY_UNSEEN, ARRAY_GOOD, ARRAY_BAD } state;
  GlobalId global; /* the object: this, or */
  uint32_t root;   /* an ALLOCA or ALLOC */
  TypeId type;     /* of its cells */
  int64_t imm;     /* of some access */
  /* Bytes from element to element in each dimension; each divides the one
   * before. */
  int64_t stride[CELLS_DIMS];
  uint32_t n_dims;
  uint32_t turn[CELLS_DIMS]; /* dimension -> that of the shared index */
  int64_t step;    /* the last of them; 0 before any distance is known */
  bool is_indexed; /* by something that is no constant */
  LocId loc;
  uint32_t sites[CELLS_SITES];
  uint32_t n_sites;
  Cell cells[CELLS_MOST]; /* those chosen first */
  uint32_t n_cells;
  CellSum sum;
} Array;

/* Where an access goes: a place in an object, plus values times strides. */
typedef struct Place {
  GlobalId global; /* the object: this, or */
  uint32_t root;   /* an ALLOCA or ALLOC */
  int64_t imm;
  Address address; /* its terms count */
} Place;

typedef struct Cells {
  Program *program;
  Mem *mem;
  FuncId id;
  Function *f;
  CellWatch watch;
  uint32_t n_chosen; /* cells of each array */
  Array *arrays;     /* by region */
  uint32_t n_regions, n_arrays;
  Edit edit;
  TypeId index_type, bool_type;
  Op less; /* OP_SLT or OP_ULT: how indices are compared */
  /* By instruction: what is not known of the index of an access. */
  uint8_t *unsure;
  uint32_t n_insts;
  CellIndex chosen[CELLS_CHOSEN]; /* that all arrays share */
  Val flags[CELLS_CHOSEN]; /* ALLOCAs: the last access watched was there */
  Vec(Val) to;             /* LOAD -> its value now */
} Cells;

enum { /* bits of `unsure` */
       CELLS_MAY_WRAP = 1,
       CELLS_MAY_LEAVE = 2, /* an inner dimension: the same bit, shifted */
       CELLS_MAY_END = 128  /* the outermost one, and so the array */
};

/* Splits loops at the indices (split.c); how many. */
uint32_t pass_split(Program *program, const CellsChosen *chosen);
/* A run ends where it needs an array of variable length that cannot be: has
 * more elements than addresses (rooms.c); how many such arrays. */
uint32_t pass_rooms(Program *program);
/* Ways to an assumption that is false on them end before (ends.c); exact. */
void pass_ends(Program *program);
/* Leaves out rounds of loops (jump.c); how many loops. */
uint32_t pass_jump(Program *program);
/* Values that go from block to block become locals in memory (spill.c). */
void spill_values(Program *program, Function *f);

/* Copies of blocks (copy.c), when no value goes from one to another. */
typedef struct Copy {
  uint32_t *block; /* -> its number in the copy */
  Val *value;      /* instruction -> the same in the copy; none: not copied */
  uint32_t n_blocks, n_insts; /* of the function before */
} Copy;
void copy_init(Copy *copy, Mem *mem, uint32_t n_blocks, uint32_t n_insts);
/* Copies the blocks that are marked; edges between them lead to copies. */
void copy_blocks(Copy *copy, Program *program, Function *f,
                 const uint8_t *inside);
void copy_done(Copy *copy, Mem *mem);

/* Which regions are arrays: fills `arrays`. */
void cells_find_arrays(Cells *c);
/* What is known of the indices: fills the rest up to `n_insts`. */
void cells_find_indices(Cells *c);
void cells_found_done(Cells *c);

/* Takes the address apart; false when it is something else. */
bool cells_place(const Cells *c, Val pointer, Place *out);
/* The dimension of an array that a term of an address counts in. */
uint32_t cells_dim(const Array *array, int64_t stride);
/* The constant part of an index. */
void cells_constant_index(const Array *array, int64_t imm,
                          int64_t index[CELLS_DIMS]);
/* Elements in an inner dimension. */
int64_t cells_extent(const Array *array, uint32_t dim);
/* Bytes of the array's object, 0 when not constant. */
uint64_t cells_object_size(const Cells *c, const Array *array);
/* Whole elements of its outermost dimension, 0 when not known. */
int64_t cells_elements(const Cells *c, const Array *array);
/* Has it more bytes than the addresses of a run can tell apart? */
bool cells_is_too_large(const Cells *c, const Array *array);

/* Which arrays are added up (cells_sums.c); their number. */
uint32_t cells_sums_find(Cells *c);
/* At the start, where a new object is made, where a cell is stored to or
 * loaded, and before the end of a block: the sums follow. */
void cells_sum_begin(Cells *c, Array *array);
void cells_sum_renew(Cells *c, const Array *array);
void cells_sum_store(Cells *c, const Array *array, Val i, Val old, Val value);
void cells_sum_load(Cells *c, uint32_t load, const Array *array, Val i,
                    Val value);
void cells_sums_end_block(Cells *c, uint32_t block);

static inline bool cells_is_access(Op op) {
  return op == OP_LOAD || op == OP_STORE;
}
static inline bool cells_is_root(Op op) {
  return op == OP_ALLOCA || op == OP_ALLOC;
}
static inline Val cells_address(const Inst *inst) {
  return inst->ops[inst->op == OP_STORE];
}
static inline bool cells_is_good(const Cells *c, const Inst *inst) {
  return cells_is_access(inst->op) && inst->region.id &&
         c->arrays[inst->region.id].state == ARRAY_GOOD;
}

#endif
