/* SPDX-License-Identifier: MIT
 *
 * What the files of this room share. */
#ifndef PASS_OBJECTS_OBJECTS_INT_H
#define PASS_OBJECTS_OBJECTS_INT_H

#include "ir/address.h"
#include "ir/property.h"
#include "pass/edit.h"
#include "pass/objects/objects.h"

/* Facts about the functions of the program, from their bodies alone. */
typedef struct Facts {
  Program *program;
  uint32_t n;
  uint8_t *frees;         /* may free something, also by what it calls */
  uint8_t *allocates;     /* returns nothing but NULL and fresh objects */
  uint8_t *owes;          /* ... that are to be freed */
  uint8_t *returns_freed; /* what it returns may be what it frees */
  uint64_t *shown;    /* parameter i: a call passes an object in its sight */
  uint64_t *shown_on; /* ... that is no constant, or got it so itself */
  uint64_t *shown_in; /* ... leads to memory that holds a pointer to such one */
  Map shown_global;   /* shown_key: a call was preceded by a store of one */
  Map shown_local;    /* ... a variable in memory that holds one */
  uint64_t *given;    /* ... may pass the address of a variable */
  uint64_t *leaves;   /* parameter i is handed to who is not of the tree */
  uint64_t *sizes;    /* ... becomes the size of something */
  uint64_t *allocations; /* ... of an allocation */
} Facts;

void facts_init(Facts *facts, Program *program);
/* Only `frees`, `allocates` and `owes`; the others are NULL. */
void facts_init_heap(Facts *facts, Program *program);
void facts_done_heap(Facts *facts);
void facts_done(Facts *facts);

/* Where a pointer may come from, through arithmetic and choices. */
void find_roots(AddressRoots *roots, const Function *f, Val pointer);
/* A variable, or an allocation. */
bool is_object(const Facts *facts, const Function *f, Val root);
/* What free is to be called with one day. */
bool is_owed(const Facts *facts, const Function *f, Val root);
bool is_variable(const Program *p, const Function *f, Val root);
/* May the pointer be the address of a variable, as far as the function and its
 * callers show? */
bool may_be_variable(const Facts *facts, const Function *f, Val pointer);
/* May it free something? */
bool frees(const Facts *facts, const Inst *inst);
/* The library function that the call names; NULL: none. */
const char *library_name(const Program *p, const Inst *call);
/* A row of a table of library functions: some of their arguments. */
typedef struct LibraryRow {
  uint32_t arguments; /* a set of 1u << argument, from 0 */
  const char *names;
} LibraryRow;
/* Those of all rows that list the name. */
uint32_t library_arguments(const LibraryRow *rows, size_t n, const char *name);
/* Does the function of the library return a pointer into what it is given? */
bool library_gives_back(const Program *p, const Inst *call);

/* An allocation whose object the function has to free, or to give away. */
typedef struct Own {
  uint32_t allocation; /* instruction */
  Val variable;        /* of ours, in memory: the object, or NULL */
  uint8_t *gives;      /* by instruction: it gives the object away */
  bool is_returned;    /* on some way */
  bool is_in_loop;
  uint32_t round; /* header + 1 of the loop in a round of which it is used, made
                     and lost, or 0 */
} Own;

/* One function in the making. */
typedef struct Guarding {
  Edit edit;
  const Facts *facts;
  unsigned asked;
  Map checked;                 /* hash of a question -> block + 1 */
  uint8_t *is_behind;          /* block -> a free may come before its start */
  bool was_freed;              /* ... before where we are */
  AddressRoots freed;          /* what is freed, or given to who frees */
  uint32_t copies[ROOTS_MOST]; /* STOREs of these */
  uint32_t n_copies;
  uint32_t kept[ROOTS_MOST]; /* STOREs of what the function allocates */
  uint32_t n_kept;
  uint8_t *unwritten; /* instruction -> it may be a value never written */
  uint8_t *is_plain;  /* ALLOCA, malloc -> see find_plain_locals */
  uint8_t *in_loop;   /* block */
  uint32_t *round_of; /* block -> header + 1 of its loop, if a round can only
                         end by a plain branch; or 0 */
  uint32_t block;     /* the one in the making */
  uint8_t *decides; /* instruction -> which sizes (sizes.c); NULL: not asked */
  uint32_t *asked_in;  /* ... -> block where it was asked last, + 1 */
  DomTree *dominators; /* with `decides` */
  Vec(Own) own;
  bool is_at_most; /* what is asked next need not come true: INST_AT_MOST */
  uint32_t n_insts, n_blocks;
} Guarding;

/* Is the question new in this block? */
bool is_new_question(Guarding *g, ValidKind kind, Val about);
/* VALID, and an ERROR where it says no. */
void guard_valid(Guarding *g, ValidKind kind, const Val *ops, uint32_t n,
                 const char *property, const char *message);

/* Are both the same member of some struct, or at the same address? */
bool name_the_same(const Inst *a, const Inst *b);

/* ---- shown.c ---- */
/* Facts.shown, shown_in, shown_global, given */
void find_shown(Facts *facts);
/* Is it read from memory, or is it a parameter, where the callers, or the
 * function, put a pointer to an object that they see? */
bool is_shown(const Facts *facts, const Function *f, Val root);

/* ---- leaves.c ---- */
/* Facts.leaves */
void find_leaving(Facts *facts);
/* Does the call hand the operand to who is not of the tree? */
bool leaves_tree(const Facts *facts, const Inst *call, uint32_t operand);
/* Is it an argument behind a format that tells nothing but its number? */
bool is_told_as_number(const Program *p, const Inst *call, uint32_t operand);

/* ---- room.c ---- */
/* Where the function puts objects that it allocates. */
void find_kept(Guarding *g);
void guard_room(Guarding *g, const Inst *inst);
/* ---- sizes.c ---- */
/* Facts.sizes, Facts.allocations */
void find_sizes(Facts *facts);
/* Guarding.decides, and what goes with it */
void find_deciding_here(Guarding *g);
void forget_deciding(Guarding *g);
void guard_size(Guarding *g, uint32_t number);
/* ---- nonnull.c ---- */
void guard_nonnull(Guarding *g, const Inst *call);
/* ---- init.c ---- */
void find_unwritten(Guarding *g);
void find_plain_locals(Guarding *g);
void guard_init(Guarding *g, const Inst *inst);
/* Behind the load, if it is one, which is number `index` of its block's. */
void guard_loaded(Guarding *g, const InstList *list, uint32_t index);
void ask_written(Guarding *g, Val value, const char *message);
/* Into one of those that find_plain_locals has found? */
bool is_plain_local(const Guarding *g, Val pointer);
/* Is it read only to write some of its bits? */
bool updates_bits(const Function *f, uint32_t load);
/* ---- reads.c ---- */
void guard_read(Guarding *g, const Inst *call);
/* ---- leaks.c ---- */
/* Is the pointer stored, or handed to who may keep it, on some way? */
bool is_given_away(const Program *p, const Function *f, Val pointer);
void find_own(Guarding *g);
void forget_own(Guarding *g);
/* At the entry; behind an instruction; before one. */
void begin_own(Guarding *g);
void note_own(Guarding *g, uint32_t number);
void guard_own(Guarding *g, const Inst *inst);
/* Behind the PHIs of the block. */
void begin_round(Guarding *g);

#endif
