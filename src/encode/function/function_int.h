/* SPDX-License-Identifier: MIT
 *
 * What the files of this room share. */
#ifndef ENCODE_FUNCTION_FUNCTION_INT_H
#define ENCODE_FUNCTION_FUNCTION_INT_H

#include "encode/encode_int.h"
#include "analysis/ranges.h"
#include "encode/function/function.h"
#include "encode/function/usual.h"
#include "ir/address.h"

/* ---- facts about one body, made when first needed ---- */

typedef struct LoopWrites {
  uint32_t block;      /* the cutpoint */
  Vec(uint32_t) insts; /* that may write memory */
} LoopWrites;

/* A value said to lead to the start of such a struct, by an instruction. */
typedef struct Typed {
  uint32_t inst;
  TypeId type;
  uint32_t next; /* of the same value + 1; 0: none */
} Typed;

typedef struct Body {
  Cfg *cfg;
  LoopForest *loops;
  DomTree *dominators;
  Ranges *ranges;     /* made when a loop asks; or NULL */
  uint8_t *leaks;     /* instruction -> its address leaves our sight */
  uint8_t *is_guard;  /* instruction -> only checks look at it */
  uint32_t *block_of; /* instruction -> block, or UINT32_MAX */
  Vec(LoopWrites) writes;
  CTypeId *declared;     /* value -> type of a variable it is in */
  uint32_t *typed_first; /* value -> entry in `typed` + 1; NULL: not yet */
  Vec(Typed) typed;
} Body;

/* Structs, distinguished as in C; see overlap.c. */
typedef struct EncStructs {
  Mem *mem;
  uint32_t *class_of; /* type -> a type of the same name and layout; 0: not
                         known */
  uint32_t n;
  Map holds;          /* type << 32 | class -> may it have such a member */
  uint32_t *of_ctype; /* C type -> class; 0: not known */
  uint32_t *ctype_of; /* class -> its C type; 0: none, or several */
  Vec(uint64_t) kin;  /* class << 32 | C type that it may be as well: of its
                         name or without one, and of its shape; in order */
  uint32_t n_ctypes;
  uint8_t *is_header; /* class -> objects may be behind it, in its block */
} EncStructs;

/* Which field of which struct an access is written as; type 0: none. */
typedef struct EncField {
  TypeId type;
  uint32_t index;
} EncField;

/* What is known of the object that a pointer leads to: see freed.c. */
typedef struct EncKind {
  uint32_t class; /* enc_class_of_value */
  TypeId type;    /* a struct that starts there; 0: not known */
} EncKind;

typedef struct Freed {
  EncKind kind;
  uint32_t param; /* it is what this parameter points to, from 1; 0: another */
} Freed;

typedef struct FreedSet {
  Vec(Freed) all;
  bool is_any; /* too many */
} FreedSet;

struct EncFacts {
  Mem *mem;
  const Program *program;
  PointsTo *points;
  Regions *regions;
  CallGraph *calls;
  Effects *effects;
  uint32_t n_funcs;
  Body **bodies;     /* by function, or NULL; copies have bodies of their own */
  uint32_t n_bodies; /* with functions that were made later: unrolled ones */
  uint8_t *global_leaks;   /* by global: some pointer may hold its address */
  uint8_t *global_written; /* by global: something may change it */
  EncStructs structs;
  UsualTable *usual;    /* for belief */
  UsualTable *kept;     /* for proofs */
  uint32_t *value_base; /* function -> first of its values, for copies/ */
  uint32_t *value_class;
  uint32_t n_values;
  Map inside; /* class << 32 | class that may be inside of it -> 1 */
  bool is_inside_any;
  FreedSet *freed;          /* by function, with all it calls */
  uint8_t *may_loop;        /* the same */
  uint8_t *has_unsupported; /* by function */
  uint8_t *never_returns;   /* by function */
  uint64_t cached;          /* instructions of the bodies kept */
};

Body *enc_body(EncFacts *facts, FuncId func);
const LoopWrites *enc_loop_writes(EncFacts *facts, FuncId func, uint32_t block);
const Loop *enc_loop_at(const Body *body, uint32_t block); /* NULL: none */
bool enc_is_in_loop(const Body *body, const Loop *loop, uint32_t block);
/* Between two roots: forget bodies when too many are kept. */
void enc_trim_bodies(EncFacts *facts);

/* ---- freed.c ---- */
void enc_freed_init(EncFacts *facts);
void enc_freed_done(EncFacts *facts);
static inline const FreedSet *enc_freed(const EncFacts *facts, FuncId func) {
  return &facts->freed[prog_rolled(facts->program, func).id];
}
static inline bool enc_may_free(const EncFacts *facts, FuncId func) {
  const FreedSet *set = enc_freed(facts, func);
  return set->all.n || set->is_any;
}
/* What is known of the object that the pointer leads to, when control comes to
 * the instruction. */
EncKind enc_kind_at(EncFacts *facts, FuncId func, Val pointer, uint32_t at);
/* Cannot what is freed be where the other, which has another base, leads? */
bool enc_kinds_apart(EncFacts *facts, EncKind freed, EncKind other);
/* What the callee of a call in the function frees, seen from there. */
Freed enc_freed_by_call(EncFacts *facts, FuncId func, uint32_t call,
                        Freed freed);

/* ---- declared.c ---- */
void enc_declared_init(EncStructs *structs, const Program *program);
void enc_declared_done(EncStructs *structs);
/* The struct that pointers of the C type lead to; 0: not known. */
TypeId enc_pointer_leads_to(const EncFacts *facts, CTypeId type);
/* The C type of a member, of the global at the address; 0: not known. */
CTypeId enc_member(const EncFacts *facts, TypeId type, uint32_t field);
/* The constants of the enumeration that a slot is declared to be of, as one
 * number. */
unsigned enc_enum_hash(const EncFacts *facts, UsualKey slot);
CTypeId enc_global_type(const Program *program, Val address);
/* The classes of structs that the struct holds, with repetitions; false: there
 * may be others. */
bool enc_structs_in(const EncFacts *facts, TypeId type, IndexVec *found);
/* Is it a pointer to characters? */
bool enc_is_text(const Program *program, CTypeId type);

/* ---- copies/ ---- */
void enc_copies_init(EncFacts *facts);
void enc_copies_done(EncFacts *facts);
/* Pointers of different classes are no copies of each other; 0: any. */
uint32_t enc_class_of_value(const EncFacts *facts, FuncId func, Val v);

/* ---- freed.c ---- */
/* The struct that starts where the root of an access points to, by how the
 * access is written; 0: not known. */
TypeId enc_starts_with(const EncFacts *facts, const Function *f,
                       const Inst *access);
/* The C type of what is loaded; 0: not known. */
CTypeId enc_loaded_type(EncFacts *facts, FuncId func, const Inst *load);
/* What all that the function says of the pointer agrees on; 0: nothing. */
TypeId enc_agreed_type(EncFacts *facts, FuncId func, Val pointer);
/* ---- overlap.c ---- */
/* Can no object start with both of these? */
bool enc_structs_apart(EncFacts *facts, TypeId a, TypeId b);

/* ---- memory: versions and cells ---- */

/* The region of the memory beside the program's in which FREE writes. */
#define ENC_GHOST UINT32_MAX

typedef enum VersionKind {
  VERSION_ENTRY, /* of the root */
  VERSION_WRITE, /* a cell */
  VERSION_COPY,  /* address, from, length */
  VERSION_FILL,  /* address, value (a byte), length */
  VERSION_LOSE,  /* an unknown change of `length` bytes, or any */
  VERSION_JOIN,
  VERSION_LOOP, /* what the loop writes may have changed */
  VERSION_CALL  /* of an activation */
} VersionKind;

typedef struct Version {
  VersionKind kind;
  uint32_t below; /* the version before */
  Term address;
  Term value;    /* or COPY: the address from */
  int64_t bytes; /* written; -1: any number */
  RegionId region;
  EncField field;      /* WRITE */
  EncKind freed;       /* WRITE of ENC_GHOST */
  bool is_pointer;     /* WRITE: a pointer is written */
  uint32_t activation; /* LOOP, LOSE: where; CALL: whose */
  uint32_t inst;       /* or LOOP: the block */
  uint32_t join;       /* JOIN: first entry of joins */
  uint32_t n_joined;
  LocId loc;
  EncLeafKind leaf; /* LOSE: what is there afterwards */
  int64_t surely;   /* LOSE, of a scan: so many bytes are sure to be written;
                       else 0 */
  bool is_all;      /* LOSE: everything, and what is freed, too */
} Version;

typedef struct Joined {
  Term guard;
  uint32_t version;
} Joined;

/* Since when a pointer is presumed to lead to live memory (since.c). */
typedef struct EncSince {
  uint32_t version; /* what was freed by it, or before, is another object; 0: no
                       such version */
  uint32_t loop;    /* ... or in earlier rounds of the loop that this version is
                       of; 0: none */
  Term home;        /* what the address that it was read from starts with: its
                       own object is another one; none: not known */
  EncField name;    /* the member that it was read from; 0: none */
} EncSince;

/* A cell that is read. */
typedef struct Place {
  Term address;
  uint32_t bytes;
  RegionId region;
  EncField field;
  EncKind kind;   /* ENC_GHOST */
  EncSince since; /* the same */
  bool is_pointer;
  bool is_load;  /* by an instruction at this very address */
  bool is_piece; /* of a larger cell: its type is not known */
} Place;

/* An address taken apart. */
typedef struct Base {
  Term base;      /* a variable of kind OBJECT, or any term */
  bool is_object; /* the former */
  bool is_exact;  /* address = base + offset */
  int64_t offset;
} Base;

typedef struct Object {
  Term var;
  uint32_t born;   /* version before it existed; globals: UINT32_MAX */
  bool is_session; /* made by an activation, not there at entry */
  bool is_private; /* no pointer of unknown origin leads here */
  bool is_heap;    /* it may be freed */
  bool is_weak;    /* it may be missing, and its address NULL */
  Term size;       /* in bytes; none: not known, or a global's */
  bool is_result;  /* what an allocating function returns; it may be NULL, and
                      is the same as an object that the call made */
  uint32_t maker;  /* activation; of a result: the call's */
  GlobalId global; /* or */
  FuncId func;
} Object;

typedef struct State {
  Map values; /* instruction -> Term.id */
  uint32_t version_in;
  uint32_t version_out;
  Term *args;
  uint32_t n_args;
} State;

/* A text from outside, and its length in a version of memory. */
typedef struct EncText {
  Term at, length;
  uint32_t version;
} EncText;

struct EncExec {
  Enc enc; /* first: instr.c works on it */
  EncFacts *facts;
  EncExecOptions options;
  Arena arena;
  Vec(EncActivation) activations;
  Vec(State) states; /* parallel to activations */
  Vec(EncHead) heads;
  Vec(EncEdge) edges; /* of these */
  Vec(EncLeaf) leaves;
  Map leaf_of; /* node -> index in leaves */
  Vec(Object) objects;
  Map object_of; /* node -> index in objects */
  Map globals;   /* global -> Term.id of its address */
  Map functions; /* function -> the same */
  Vec(Version) versions;
  Vec(Joined) joins;
  Vec(Place) places;
  Map place_index; /* hash -> place, chained by place_next */
  Vec(uint32_t) place_next;
  Map root_of;  /* address -> what address arithmetic started from */
  Map start_of; /* pointer that a loop moves -> where it started */
  Map null_of;  /* address -> it is NULL */
  Vec(Term) null_todo;
  Map compared;             /* pairs of pointers that the program compares */
  uint32_t most_terms;      /* enc_exec_limit */
  bool is_over;             /* ... kept a call from being looked into */
  bool relates_pointers;    /* it compares some, or takes them as numbers */
  Map overlap_of;           /* two addresses are the same -> its variable */
  Vec(EncMeeting) overlaps; /* of these variables */
  Vec(EncMeeting) meetings;
  Map meeting_of;     /* two addresses are the same -> 1: it is among these */
  Vec(EncText) texts; /* whose length was asked for (texts/) */
  Map entry_of;       /* address and size -> contents at entry */
  Map memo;           /* version << 32 | place -> Term.id */
  Map calls;          /* activation << 32 | call instruction -> activation */
  Map left;           /* the same, calls and loads -> version behind it */
  Vec(FuncId) looked_at; /* enc_look_at */
  bool passes_list;      /* a call passes variable arguments */
  bool is_presumed;      /* what was freed in the version that the read is at
                            now, other than what is named the same, is another
                            object */
  LocId reader;          /* the instruction that reads now */
  uint32_t reads_left;   /* steps until the read that runs is given up */
  uint32_t looks_left;   /* calls that questions of callees may look into */
  Vec(uint64_t) stack;   /* of enc_read: version << 32 | place */
};

/* ---- leaf.c ---- */
enum { ENC_LOOKS_MOST = 16 };
/* What a RESULT, RETURNS or EFFECT stands for, or none (enc_exec_expand); for a
 * question that is asked while a function is executed (valid.c). */
Term enc_expand(EncExec *x, Term var);
/* A new variable; `leaf` says what it is, its var and axiom are filled in. */
Term enc_new_leaf(EncExec *x, EncLeaf leaf, Sort sort);
Term enc_new_object(EncExec *x, EncLeaf leaf, Object object);
/* The same for a variable that is there already. */
void enc_add_object(EncExec *x, Object object);
Term enc_global_address(EncExec *x, GlobalId global);
Term enc_global_plus(EncExec *x, GlobalId global, int64_t offset);
Term enc_function_address(EncExec *x, FuncId func);
/* `address` is `root` plus an offset: NULL if and only if that is (C11
 * 6.5.6p8). */
void enc_add_root(EncExec *x, Term address, Term root);
/* The pointer, followed to what address arithmetic started from, is NULL. */
Term enc_is_null(EncExec *x, Term address);
const Object *enc_object_of(const EncExec *x, Term var); /* NULL: none */
/* In bytes; none: not known. */
Term enc_object_size(EncExec *x, const Object *object);
typedef enum EncTest {
  ENC_TEST_NONE,
  ENC_TEST_SIGN,  /* for order, with -1, 0 or 1 */
  ENC_TEST_USER,  /* with zero */
  ENC_TEST_LIMIT, /* for order, with another constant */
  ENC_TEST_CHECK  /* by a check */
} EncTest;
/* The value is compared, in this block of the root (or first, UINT32_MAX). */
void enc_mark_tested(EncExec *x, Term value, EncTest by, uint32_t block);

/* ---- rounds.c ---- */
/* What is looked at, from PHI to PHI, to see that a loop makes no NULL. */
typedef struct EncRounds {
  EncExec *x;
  uint32_t activation;
  const Function *f;
  const Body *body;
  const Loop *loop;
  const Place *cell;    /* that is asked about, or NULL: a PHI of the head */
  AddressRoots phis;    /* in the loop */
  AddressRoots outside; /* values from outside that get there */
  uint32_t n_done;      /* of the PHIs */
  bool is_kept;
} EncRounds;
EncRounds enc_rounds(EncExec *x, uint32_t activation, const Loop *loop,
                     const Place *cell);
/* Is the value not NULL at the end of the block, if the PHIs of the head (or
 * the cell) and what is from outside are not? */
bool enc_rounds_keep(EncRounds *kept, Val value, uint32_t block);
/* Is one of those from outside NULL? */
Term enc_rounds_null(const EncRounds *kept);

/* ---- hits.c ---- */
/* The address in each round, if it is the same in all of them. */
bool enc_address_in_loop(EncExec *x, uint32_t activation, const Loop *loop,
                         Val pointer, Base *at);

/* ---- overlap.c ---- */
void enc_structs_init(EncStructs *structs, const Program *program, Mem *mem);
void enc_structs_done(EncStructs *structs);
/* Do two accesses never meet, written as these fields? */
bool enc_fields_apart(EncFacts *facts, EncField a, EncField b);
/* Are both fields of one struct? */
bool enc_same_struct(const EncFacts *facts, EncField a, EncField b);
/* The program compares two pointers. */
void enc_note_compared(EncExec *x, Term a, Term b);
/* `same` says that accesses at `a` and `b` meet; gives what to write for it. */
Term enc_overlap(EncExec *x, Term a, Term b, Term same, LocId loc);

/* ---- tables.c ---- */
/* What holds of a cell that is read from a table that nothing writes; `true`:
 * nothing, or it is none. */
Term enc_table_cell(EncExec *x, const Place *place, Term cell);
/* Is it loaded from somewhere in such a table? */
bool enc_is_in_table(const EncExec *x, const Place *place);
/* The bytes of a constant's initial value, or none. */
Term enc_constant_cell(EncExec *x, const Place *place);

/* ---- since.c ---- */
/* The instruction, a load or a call, was executed; memory is as the version
 * says. */
void enc_note_left(EncExec *x, uint32_t activation, uint32_t inst,
                   uint32_t version);
/* Since when the pointer, an operand in the activation, is presumed to lead to
 * live memory. */
EncSince enc_since(EncExec *x, uint32_t activation, Val pointer);

/* ---- memory.c ---- */
uint32_t enc_new_version(EncExec *x, Version version);
/* `n` edges lead here; gives the version after them. */
uint32_t enc_join_versions(EncExec *x, const Joined *joined, uint32_t n);
/* The contents of the place at a version, a bit-vector of its size. */
Term enc_read(EncExec *x, uint32_t version, Place place);
Base enc_base(const EncExec *x, Term address);

/* ---- kept.c ---- */
/* The member or global that a cell is, as a slot (usual.h); 0: none. */
UsualKey enc_place_slot(const EncExec *x, const Place *place);
/* ... the member, global, parameter or result that a variable is. */
UsualKey enc_leaf_slot(const EncExec *x, const EncLeaf *leaf);
/* What is kept in it. */
Usual enc_kept_in(const EncFacts *facts, UsualKey slot);
/* The struct that starts where the pointer leads, by its object or by what the
 * function says of it; 0: not known. */
TypeId enc_leads_to(void *facts, FuncId func, Val pointer);

/* ---- leaf.c ---- */
/* An answer rests on what stands in the body of the function, which need not be
 * executed. */
void enc_look_at(EncExec *x, FuncId func);

/* ---- exec.c ---- */
Term enc_operand(EncExec *x, uint32_t activation, Val val);
void enc_execute(EncExec *x, uint32_t activation);

/* ---- call.c ---- */

/* What POSIX says of the answer of a call that is not looked into, or of what
 * it leaves in errno; false: nothing. */
bool enc_answer(const EncExec *x, const EncLeaf *leaf, int64_t *least,
                int64_t *most);

#endif
