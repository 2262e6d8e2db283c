/* SPDX-License-Identifier: MIT
 *
 * States of the specialiser: what it knows of values and memory at a place. */
#ifndef PASS_SHAPE_SHAPE_INT_H
#define PASS_SHAPE_SHAPE_INT_H

#include "pass/edit.h"
#include "pass/shape/shape.h"

/* ---- values ---- */

typedef enum AbsKind {
  ABS_ANY,     /* anything; not the same each time it is asked for */
  ABS_CONST,   /* the constant `offset` */
  ABS_POINTER, /* into an object */
  ABS_VAR      /* what the holder's variable holds */
} AbsKind;

/* Which node of a list a pointer leads to; ENDS_FIRST for plain objects. */
typedef enum AbsEnd { ENDS_FIRST, ENDS_LAST } AbsEnd;

typedef struct Abs {
  uint8_t kind;    /* AbsKind */
  uint8_t end;     /* AbsEnd */
  uint8_t floats;  /* the offset is in the holder's second variable */
  uint32_t object; /* index into State.objects */
  int64_t offset;  /* ABS_CONST: the Val's id */
} Abs;

static inline Abs abs_any(void) {
  return (Abs){.kind = ABS_ANY};
}
static inline Abs abs_var(void) {
  return (Abs){.kind = ABS_VAR};
}
static inline Abs abs_const(Val v) {
  return (Abs){.kind = ABS_CONST, .offset = v.id};
}
static inline Abs abs_pointer(uint32_t object, int64_t offset) {
  return (Abs){.kind = ABS_POINTER, .object = object, .offset = offset};
}
static inline Val abs_val(Abs a) {
  assert(a.kind == ABS_CONST);
  return (Val){(uint32_t)a.offset};
}
static inline bool abs_same(Abs a, Abs b) {
  return a.kind == b.kind && a.end == b.end && a.floats == b.floats &&
         a.object == b.object && a.offset == b.offset;
}
/* Does a variable of its holder belong to it? */
static inline bool abs_has_variable(Abs a) {
  return a.kind == ABS_VAR || (a.kind == ABS_POINTER && a.floats);
}

/* ---- memory ---- */

typedef struct Cell {
  int64_t at;
  uint32_t bytes;
  TypeId type;
  Abs value;
} Cell;

typedef enum ObjKind { OBJ_GLOBAL, OBJ_LOCAL, OBJ_HEAP } ObjKind;
/* What bytes hold that no cell has. */
typedef enum ObjRest { REST_ANY, REST_ZERO, REST_INITIAL } ObjRest;

enum { NO_LINK = -1 };

/* What a node of a list may be: its cells but for the links, and the objects
 * that only it leads to.  Pointers to these, and to itself, have numbers of
 * their own: PROTO_SELF, then those owned; in a list that is owned by a node
 * of a list a PROTO_LEVEL higher, and so on. */
enum { PROTO_SELF = 1 << 30, PROTO_OWNED, PROTO_LEVEL = 1 << 20 };
typedef struct Proto {
  Cell *cells;
  uint32_t n;
  struct Obj *owned;
  uint32_t n_owned;
} Proto;

/* Which kinds of a list may be first, last, and behind which: sets of kinds. */
enum { MOST_KINDS = 32 };
typedef struct Order {
  uint32_t first, last, follows[MOST_KINDS];
} Order;

static inline bool proto_is_local(Abs a) {
  return a.kind == ABS_POINTER && a.object >= PROTO_SELF;
}

/* An object, or a list: one node or more, each like one of `protos`, with the
 * address of the next at `next` and, perhaps, of the one before at `prev`.  The
 * cells of a list are what stands at `next` in its last node and at `prev` in
 * its first. */
typedef struct Obj {
  uint8_t kind, rest;
  bool is_dead, is_list;
  bool has_begun;           /* local: its lifetime has, at its BEGIN */
  uint8_t least;            /* list: nodes, 1 or 2 */
  int64_t next, prev;       /* list: cells; prev may be NO_LINK */
  int64_t next_to, prev_to; /* list: offsets in the nodes they lead to */
  Proto *protos;            /* list: no two are the same */
  uint32_t n_protos;
  Order order; /* list: of the protos */
  GlobalId global;
  TypeId type;   /* the struct that it was stored to as; or none */
  uint32_t home; /* names its variables */
  Abs size;      /* constant or variable */
  Cell *cells;   /* by offset; they do not overlap */
  uint32_t n, cap;
} Obj;

/* Is all of an object met?  From the last node of a list no way leads back to
 * the others, unless it has links that do. */
static inline bool obj_is_met(const Obj *o, bool some, bool first) {
  return first || (some && (!o->is_list || o->prev != NO_LINK));
}

typedef struct Reg {
  uint32_t inst;
  Abs value;
} Reg;

typedef struct State {
  Obj *objects;
  uint32_t n_objects, cap_objects;
  Reg *regs; /* by instruction, once it is canonical */
  uint32_t n_regs, cap_regs;
  bool lost;    /* a heap object that nothing leads to is live */
  bool is_made; /* a heap object was made, and not counted yet */
} State;

/* ---- variables of the new program ---- */

typedef enum Part { PART_VALUE, PART_OFFSET, PART_SIZE } Part;

/* Whose variable: of a value (inst), or of a cell of the object at `home`. */
typedef struct Holder {
  uint32_t inst, home;
  int64_t at;
  TypeId type;
  Part part;
} Holder;

typedef struct Variable {
  Holder holder;
  Val address;
  uint32_t next; /* with the same hash, plus one */
} Variable;

/* ---- the specialiser ---- */

typedef struct Entry { /* a state at the start of a block, and its copy */
  State *state;
  BlockId at;
  uint64_t key;
  uint32_t next; /* of the same block, plus one */
} Entry;

typedef struct Item { /* from here on */
  State *state;
  uint32_t block, index;
  BlockId at;
} Item;

typedef struct Shape {
  Program *p;
  Function *f;
  Mem *mem;
  ShapeHow how;
  Arena arena;
  Edit edit;
  BlockId prologue;
  Cfg *cfg;
  uint64_t *live; /* block -> set of values live behind its PHIs */
  uint32_t n_words, n_insts, n_blocks;
  InstList first; /* what block 0 listed */
  Vec(Variable) variables;
  Map variable_index;
  Vec(Entry) entries;
  uint32_t *entries_of; /* block -> first entry, plus one */
  ShapeLinks *links;
  Vec(Item) work;
  uint32_t n_items;
  GlobalId counter; /* of live heap objects; or none */
  bool tracks;      /* lost objects are errors */
  bool gave_up;
  TypeId word, bit, pointer;
} Shape;

/* live.c */
void shape_find_live(Shape *w);
bool shape_is_live(const Shape *w, uint32_t block, uint32_t inst);

/* state.c */
State *state_copy(Shape *w, const State *s);
uint32_t state_add(Shape *w, State *s, Obj object);
Abs *state_reg(const State *s, uint32_t inst); /* NULL: it has none */
void state_set(Shape *w, State *s, uint32_t inst, Abs value);
uint32_t state_global(Shape *w, State *s, GlobalId global);
void obj_put(Shape *w, Obj *o, Cell cell); /* none may overlap with it */
Cell *obj_cell(const Obj *o, int64_t at, uint32_t bytes);
void obj_remove(Obj *o, uint32_t index);
/* Calls for every value of the state that is a pointer to one of its objects.
 */
typedef void AbsVisit(void *context, Abs *value, uint32_t owner, int64_t at);
enum { OWNER_REG = UINT32_MAX };
void state_pointers(State *s, AbsVisit *visit, void *context);
void object_pointers(State *s, uint32_t object, AbsVisit *visit, void *context);
/* Drops values that are dead at the block and objects that nothing leads to,
 * and numbers the others in the order they are met. */
void state_collect(Shape *w, State *s, uint32_t block);
/* Moves variables to where the numbers of objects say. */
void state_settle(Shape *w, State *s);
uint64_t state_key(const Shape *w, const State *s);

/* match.c: is every concrete state of `s` one of `in`? */
bool state_fits(const Shape *w, const State *s, const State *in);
/* Stores the constants of `s` where `in` has variables. */
void state_assign(Shape *w, const State *s, const State *in);
/* Do they differ in numbers only, or in offsets of pointers at the most? */
typedef enum Offsets { OFFSETS_COUNT, OFFSETS_ASIDE } Offsets;
bool state_agrees(const Shape *w, const State *a, const State *b,
                  Offsets offsets);
bool abs_is_number(const Shape *w, Abs a, TypeId type);
/* Into the same node of the same object? */
bool abs_goes_along(Abs a, Abs b);
/* Does the cell hold a number?  The links of lists are no numbers. */
bool cell_is_free(const Shape *w, const Obj *o, const Cell *cell);
/* The next cell that is not free, from `k` on. */
uint32_t obj_next_fixed(const Shape *w, const Obj *o, uint32_t k);
const Cell *obj_cell_like(const Obj *o, const Cell *cell);

/* widen.c: the state with variables in place of numbers that were too many in
 * the states of the block that agree with it; NULL: none were. */
State *state_widened(Shape *w, const State *s, uint32_t block, Offsets offsets,
                     uint32_t many);

/* vars.c */
Holder holder_reg(const Shape *w, uint32_t inst, Part part);
Holder holder_cell(const Shape *w, const Obj *o, const Cell *cell, Part part);
Holder holder_size(const Shape *w, const Obj *o);
Val var_load(Shape *w, Holder holder);
void var_store(Shape *w, Holder holder, Val value);
Part abs_part(Abs a); /* of the variable that belongs to it */
Val shape_number(const Shape *w, int64_t value);
Val shape_bit(const Shape *w, bool value);
Val shape_nondet(Shape *w, TypeId type);
bool shape_const(const Shape *w, Abs a, int64_t *value);
/* What an operand is. */
Abs shape_abs(Shape *w, State *s, Val operand);
/* The operand, not a pointer into an object, as a value of the new program. */
Val shape_use(Shape *w, State *s, Val operand);
/* The offset of an operand that is a pointer into an object. */
Val shape_offset(Shape *w, State *s, Val operand);
/* The result of `inst` is a value of the new program. */
void shape_set(Shape *w, State *s, uint32_t inst, Val value);
void shape_set_any(Shape *w, State *s, uint32_t inst);
Val shape_size(Shape *w, const Obj *o);

/* proto.c */
/* What object `a` is as a node; `owned` gets marks for the objects that only it
 * leads to.  False: it cannot be one. */
bool proto_of(Shape *w, State *s, uint32_t a, const Obj *links, uint32_t other,
              Proto *out, uint8_t *owned);
/* The object gets the cells of the node, and the objects it owns are made. */
void proto_make(Shape *w, State *s, uint32_t object, const Proto *proto);
/* Adds a kind of node to a list, unless it is there; of too many kinds the
 * numbers are forgotten.  Its order is to be made anew. */
void proto_add(Shape *w, Obj *list, const Proto *proto);
/* Does it lead to that object elsewhere, and to that end of it? */
bool proto_leads_to(const Proto *proto, uint32_t object, AbsEnd end);
/* Is it a case of the other, in a list whose nodes have that rest? */
bool proto_fits(const Shape *w, const Proto *a, const Proto *in, ObjRest rest);
uint64_t proto_hash(uint64_t hash, const Proto *proto);
/* A copy that shares nothing. */
void obj_unshare(Shape *w, Obj *o);

/* order.c */
/* Is it a case of a kind of node that the list has? */
bool proto_is_in(const Shape *w, const Proto *proto, const Obj *list);
/* Is each row of nodes that `a` may be one that `in` may be? */
bool kinds_fit(const Shape *w, const Obj *a, const Obj *in);
uint64_t kinds_hash(uint64_t hash, const Obj *list);
/* The list may also be what `more` may be. */
void kinds_unite(Shape *w, Obj *list, const Obj *more);
/* The list, still without kinds, is `a` with `b` behind. */
void kinds_join(Shape *w, Obj *list, const Obj *a, const Obj *b);
/* The list has the order of `old`, of whose kinds its own are blurred. */
void kinds_blurred(Shape *w, Obj *list, const Obj *old);
/* What is left when a node of that kind is taken from that end, and there are
 * others; false: it cannot be. */
bool kinds_without(Obj *list, uint32_t kind, AbsEnd end);

/* list.c */
/* Takes a node out of a list: what follows happens once for each way, with the
 * instruction at hand executed anew. */
void list_open(Shape *w, State *s, Item here, uint32_t object, AbsEnd end);
void list_fold(Shape *w, State *s);

/* memory.c, pointers.c, step.c */
typedef enum Step {
  STEP_NEXT,
  STEP_END /* this way has ended, or goes on elsewhere */
} Step;
/* `inst` is a copy: the function grows. */
Step memory_step(Shape *w, State *s, const Inst *inst, Item here);
/* False: it is no instruction about pointers. */
bool pointer_step(Shape *w, State *s, const Inst *inst, Item here, Step *step);
/* Do `bytes` at `offset` lie in the object?  A constant, if that is known. */
Val memory_inside(Shape *w, const Obj *o, Val offset, Val bytes);
/* A number, to the pointer's width. */
Val memory_word(Shape *w, State *s, Val operand);
/* valid.c */
Step valid_step(Shape *w, State *s, const Inst *inst, Item here);
void shape_unsupported(Shape *w, const char *what);
void shape_push(Shape *w, State *s, uint32_t block, uint32_t index, BlockId at);
/* Executes the instructions of a block from one on. */
void shape_execute(Shape *w, Item item);
/* Control goes from block `from` to block `to`. */
void shape_enter(Shape *w, State *s, uint32_t from, uint32_t to);
const InstList *shape_insts(const Shape *w, uint32_t block);
/* The instruction that stands there. */
uint32_t shape_number_of(const Shape *w, Item here);

#endif
