/* SPDX-License-Identifier: MIT
 *
 * Functions as formulas, without inlining: what a check in a function asks, in
 * terms of parameters, memory at entry and effects of calls that have not been
 * expanded yet.  See function.c.
 *
 * EncFacts knows all functions of a program; an EncExec is one function under
 * check (the root) with all calls that were looked into so far. */
#ifndef ENCODE_FUNCTION_FUNCTION_H
#define ENCODE_FUNCTION_FUNCTION_H

#include "analysis/effects.h"
#include "ir/program.h"
#include "term/term.h"

/* ---- the program ---- */

typedef struct EncFacts EncFacts;

/* Points-to, regions, call graph, effects.  Near-linear. */
EncFacts *enc_facts_new(Mem *mem, const Program *program);
void enc_facts_free(EncFacts *facts);
/* The program has got copies with unrolled loops since (pass_unroll_copies):
 * what is known of their functions counts for them. */
void enc_facts_add_copies(EncFacts *facts);
/* Finds what the program keeps in its data (enc_exec_kept), with functions
 * (`is_open`, read only now) that may be called with anything. */
void enc_facts_keep(EncFacts *facts, const uint8_t *is_open);
const Effects *enc_facts_effects(const EncFacts *facts);
const CallGraph *enc_facts_calls(const EncFacts *facts);
/* What formulas take for granted of a global: a set of ENC_GLOBAL_ flags. */
enum {
  ENC_GLOBAL_LEAKS = 1,   /* some pointer may hold its address */
  ENC_GLOBAL_CONSTANT = 2 /* declared so, or never written: its first value */
};
unsigned enc_facts_global(const EncFacts *facts, GlobalId global);
/* Are fields of the struct distinguished from those of other structs? */
bool enc_facts_is_struct_known(const EncFacts *facts, TypeId type);

/* What formulas take for granted of a call that they do not look into, beside
 * its effects. */
enum {
  ENC_CALL_FREES = 1,       /* it may free something */
  ENC_CALL_LOOPS = 2,       /* it may go round a loop */
  ENC_CALL_UNSUPPORTED = 4, /* there is something in it that is not supported */
  ENC_CALL_ENDS = 8         /* it never returns */
};
unsigned enc_facts_function(const EncFacts *facts, FuncId func);
/* The struct that starts where the pointer leads, as far as the function and
 * its object tell, or the elements of an array; none: that is not known. */
TypeId enc_facts_leads_to(EncFacts *facts, FuncId func, Val pointer);

/* What is usual in a member of a struct, in a global, in the parameters of a
 * function, in its result (usual.h), each as one number. */
unsigned enc_facts_usual(const EncFacts *facts, TypeId type, uint64_t member);
unsigned enc_facts_usual_global(const EncFacts *facts, GlobalId global);
unsigned enc_facts_usual_function(const EncFacts *facts, FuncId func);
unsigned enc_facts_usual_result(const EncFacts *facts, FuncId func);

/* The class of pointers that an operand of an instruction is in, and the struct
 * it leads to (freed.c); 0: any, none. */
uint32_t enc_facts_pointer(EncFacts *facts, FuncId func, uint32_t inst,
                           uint32_t operand, TypeId *type);

/* What calls of the function free, from number 0 on (false: no more): a class
 * and a struct as above, and as which parameter it is passed, from 1 (0: none,
 * UINT32_MAX: anything is freed). */
bool enc_facts_freed(const EncFacts *facts, FuncId func, uint32_t index,
                     uint32_t *class, TypeId *type, uint32_t *param);
/* May pointers of one class lead into objects of the other? */
bool enc_facts_inside(const EncFacts *facts, uint32_t whole, uint32_t part);
/* Is the struct the head of blocks that have others behind it? */
bool enc_facts_is_header(const EncFacts *facts, TypeId type);

/* ---- one function under check ---- */

typedef enum EncLoops {
  ENC_LOOPS_FORGET, /* at a loop head, what the loop changes may be anything:
                       more behaviours than the program's */
  ENC_LOOPS_FIRST   /* loops are left before their head is reached a second
                       time: fewer behaviours */
} EncLoops;

typedef enum EncParams {
  ENC_PARAMS_PRESUMED, /* pointers are not NULL unless effects.h says so
                        */
  ENC_PARAMS_ANY
} EncParams;

typedef enum EncMemory {
  ENC_MEMORY_PRESUMED, /* fields of different structs are apart */
  ENC_MEMORY_ANY
} EncMemory;

typedef enum EncLives {
  ENC_LIVES_ASKED,   /* a pointer may lead to what any loop or call may have
                        freed */
  ENC_LIVES_PRESUMED /* not one that is read from memory, or returned, behind
                        them (since.c) */
} EncLives;

typedef struct EncExecOptions {
  EncLoops loops;
  EncParams params;
  EncMemory memory;
  EncLives lives;
  bool trusts; /* enc_exec_kept: pointers that are read from memory, and that
                  the root does not compare with NULL, are not NULL */
  uint32_t most_depth; /* calls inside calls; 0: the default */
} EncExecOptions;

/* What a variable of the formulas is.
 * name, what it is for people */
#define ENC_LEAVES(X)                                                          \
  X(PARAM, "a parameter")                                                      \
  X(CONTEXT, "memory when the function is entered")                            \
  X(INPUT, "an input")                                                         \
  X(UNINIT, "an uninitialised object")                                         \
  X(OBJECT, "the address of an object")                                        \
  X(EXTERN, "the result of a function without a body")                         \
  X(INDIRECT, "a call through a pointer")                                      \
  X(RESULT, "the result of a call")                                            \
  X(RETURNS, "whether a call returns")                                         \
  X(EFFECT, "memory after a call")                                             \
  X(LOOP, "what a loop leaves")                                                \
  X(LOST, "memory written in a way that is not followed")                      \
  X(OVERLAP, "pointers that happen to lead to the same memory")                \
  X(FLOAT, "a floating-point number")                                          \
  X(SIZE, "the object that a pointer leads to")                                \
  X(UNSUPPORTED, "a construct that is not supported")

typedef enum EncLeafKind {
#define X(name, text) ENC_LEAF_##name,
  ENC_LEAVES(X)
#undef X
} EncLeafKind;

const char *enc_leaf_text(EncLeafKind kind);

enum { ENC_LIMITS_MOST = 4 };

typedef struct EncLeaf {
  EncLeafKind kind;
  Term var;
  Term axiom; /* what always holds, or `true`; of a pointer that was expanded:
                 when it is NULL */
  /* Why a RESULT, RETURNS or EFFECT cannot be expanded, or NULL. */
  const char *closed;
  uint32_t activation; /* where it arises, or (calls) whose effect it is */
  uint32_t inst;       /* in the function of the activation where it arises */
  FuncId func;         /* that function, or (calls) the callee */
  LocId loc;
  bool is_pointer;
  bool is_tested;     /* the root compares it with zero, outside of checks */
  bool is_checked;    /* a check of the root does */
  uint32_t tested_in; /* is_tested: in which block of the root first */
  bool has_sign;      /* the root compares it for order with -1, 0 or 1 */
  uint32_t n_limits;  /* the root compares it for order with a constant beyond a
                         sign, outside of checks, in these blocks at first: */
  uint32_t limits[ENC_LIMITS_MOST];
  Term reached;   /* UNSUPPORTED, of a call: that it is met, seen from the entry
                     of the activation; or none */
  bool is_exact;  /* LOOP: it takes every value that its axiom allows */
  Term start;     /* ... what it counts from */
  Term limit;     /* ... and to */
  bool is_length; /* INPUT: of a text from outside */
  bool is_supposed; /* ... of one of which nobody knows where it is from */
  bool is_memory;   /* a cell: */
  uint32_t place;   /* which */
  uint32_t or_as; /* INPUT: some of it may be as in this version - 1; 0: none */
} EncLeaf;

typedef struct EncCheck {
  uint32_t error; /* index into Program.errors */
  Term condition; /* the check is reached and fails, seen from the entry of
                     its activation */
  uint32_t block;
  uint32_t before; /* the last block that leads there; itself: none does */
} EncCheck;

/* One execution of a function: the root is number 0. */
typedef struct EncActivation {
  FuncId func;
  uint32_t parent; /* of the caller; the root: itself */
  uint32_t call;   /* instruction of the caller */
  uint32_t depth;  /* the root: 0 */
  Term guard;      /* the call is reached, seen from the caller's entry */
  enum { ENC_ACT_NEW, ENC_ACT_EXECUTED } state;
  uint32_t leaves_before; /* variables there were when the call was met, */
  uint32_t first_leaf;    /* ... and when it was looked into */
  /* Once executed: */
  Term result;        /* none: void, or it never returns */
  Term returns;       /* it does not end the execution */
  Term *block_guards; /* by block: it is reached; none: never */
  Vec(EncCheck) checks;
} EncActivation;

typedef struct EncExec EncExec;

/* Executes the root symbolically. */
EncExec *enc_exec_new(EncFacts *facts, Mem *mem, TermStore *store, FuncId root,
                      const EncExecOptions *options);
void enc_exec_free(EncExec *exec);

uint32_t enc_exec_n_activations(const EncExec *exec);
const EncActivation *enc_exec_activation(const EncExec *exec, uint32_t index);
/* The activation of a call instruction of an executed one; UINT32_MAX: none
 * (no body, unreachable, or arguments that do not fit). */
uint32_t enc_exec_find_call(const EncExec *exec, uint32_t activation,
                            uint32_t inst);
/* Functions whose bodies were looked at without being executed. */
const FuncId *enc_exec_looked_at(const EncExec *exec, uint32_t *n);
/* Execute it, if that was not done; false: recursion or too deep. */
BASE_MUST_USE bool enc_exec_run(EncExec *exec, uint32_t activation);
/* The check of an executed activation, seen from the entry of the root. */
Term enc_exec_condition(EncExec *exec, uint32_t activation, uint32_t check);

/* From now on, no more calls are looked into once there are so many terms in
 * the store; 0: no limit. */
void enc_exec_limit(EncExec *exec, uint32_t most_terms);
/* Was a call not looked into for that?  What is said of it since is too little
 * for any answer. */
bool enc_exec_is_over(const EncExec *exec);

/* What a variable is; NULL: not one of ours. */
const EncLeaf *enc_exec_leaf(const EncExec *exec, Term var);
/* What a RESULT, RETURNS or EFFECT stands for; none: EncLeaf.closed says why
 * that is not known. */
Term enc_exec_expand(EncExec *exec, Term var);
/* The block that lists the instruction; UINT32_MAX: none. */
uint32_t enc_block_of(EncFacts *facts, FuncId func, uint32_t inst);
/* Does every way to the other block of the root lead past the first one? */
bool enc_exec_is_before(const EncExec *exec, uint32_t block, uint32_t other);
/* Does every way to the block of the root lead past a comparison that limits
 * the variable? */
bool enc_exec_is_limited(const EncExec *exec, const EncLeaf *leaf,
                         uint32_t block);
/* What is not supported, or the loop of the root that the variable is from, is
 * met, seen from the entry of its activation; none: that is not known, or
 * always so where the block of the root is reached. */
Term enc_exec_reached(const EncExec *exec, const EncLeaf *leaf, uint32_t block);
/* The value of an instruction of an executed activation; none: no value. */
Term enc_exec_value(const EncExec *exec, uint32_t activation, uint32_t inst);
/* ... of anything that an instruction of it uses. */
Term enc_exec_operand(EncExec *exec, uint32_t activation, Val val);

/* The cell of memory that a variable is (EncLeaf.place). */
typedef struct EncCell {
  Term address;
  uint32_t bytes;
  TypeId type; /* of the struct that it was read as a member of, or none */
  uint32_t member;
} EncCell;
EncCell enc_exec_cell(const EncExec *exec, const EncLeaf *leaf);
/* The member that a field of a struct is in C, and what the struct is called;
 * NULL: that is not known, or there are several. */
const CMember *enc_member_named(const EncFacts *facts, TypeId type,
                                uint32_t field, const char **of);

/* Does the program, in what was executed so far, compare or subtract two
 * pointers where neither is NULL? */
bool enc_exec_relates_pointers(const EncExec *exec);

/* A read and a write that meet if `same` holds, one of their addresses being
 * made of others: a choice, or what a call gives. */
typedef struct EncMeeting {
  Term a, b;
  Term same;
} EncMeeting;
const EncMeeting *enc_exec_meetings(const EncExec *exec, uint32_t *n);
/* The variable (OVERLAP) which says that these are the same; none: they are
 * known to be or not, the program compares them, or one of them is not of
 * unknown origin. */
Term enc_exec_overlap(EncExec *exec, Term a, Term b);
/* All such variables: `a` is read, `b` was written. */
const EncMeeting *enc_exec_overlaps(const EncExec *exec, uint32_t *n);

/* What a parameter or a cell of memory usually is, by all calls and stores of
 * the program: to be believed, not proved.  `true`: nothing is known. */
Term enc_exec_usual(EncExec *exec, const EncLeaf *leaf);
/* That a number is one of those that the program gives it, if these are a few
 * constants, or else of the enumeration that it is declared to be of: to be
 * believed, not proved.  `true`: neither is known. */
Term enc_exec_few(EncExec *exec, const EncLeaf *leaf);
/* That a number from outside is of a size that is met every day; `true`: it is
 * no such number. */
Term enc_exec_is_near(EncExec *exec, const EncLeaf *leaf);

/* What the program keeps in the member, global, parameter or result that the
 * variable is, by all its stores, calls and returns (kept.c); `true`: nothing
 * is known.  What that rests on is appended to `slots`. */
typedef uint64_t EncSlot;
typedef Vec(EncSlot) EncSlots;
Term enc_exec_kept(EncExec *exec, const EncLeaf *leaf, EncSlots *slots);
/* In words: "conn.use is not NULL: 3 stores in the tree". */
void enc_put_slot(Text *out, const EncFacts *facts, EncSlot slot);

/* What a check of bounds compares beside the variable of an object: its size,
 * or what the call returned that made it; none: nothing. */
Term enc_exec_behind(const EncExec *exec, Term var);

/* ---- heads of loops that are forgotten (heads/) ---- */

/* A way to the head of a loop. */
typedef struct EncEdge {
  uint32_t from;     /* block */
  uint32_t position; /* ... in the order of execution */
  Term guard;        /* it is taken, seen from the entry of the activation */
  uint32_t version;  /* of memory then */
  bool is_back;      /* from inside of the loop */
} EncEdge;

typedef struct EncHead {
  uint32_t activation, block;
  Term guard; /* it is reached, seen from the entry of the activation */
  uint32_t first_leaf; /* variables there were when it was entered */
  uint32_t version;    /* of memory, at the head */
  uint32_t first_edge, n_edges;
} EncHead;

/* All variables, by number. */
uint32_t enc_exec_n_leaves(const EncExec *exec);
const EncLeaf *enc_exec_leaf_at(const EncExec *exec, uint32_t number);
/* The pointer is NULL. */
Term enc_exec_null(EncExec *exec, Term pointer);
/* Heads stay what they are; those of calls that are looked into are added. */
uint32_t enc_exec_n_heads(const EncExec *exec);
EncHead enc_exec_head(const EncExec *exec, uint32_t head);
EncEdge enc_exec_edge(const EncExec *exec, const EncHead *head, uint32_t edge);
/* Something seen from the entry of the head's activation, from the root. */
Term enc_head_seen(EncExec *exec, const EncHead *head, Term guard);
/* ... of the head's block in the order of execution. */
uint32_t enc_head_position(const EncExec *exec, const EncHead *head);
/* Is it in the loop of the other, or the same? */
bool enc_head_is_inside(const EncExec *exec, const EncHead *head,
                        const EncHead *other);
/* The head that the variable is of; UINT32_MAX: none, or the loop has several
 * entries. */
uint32_t enc_leaf_head(const EncExec *exec, const EncLeaf *leaf);
/* Is it a variable of the head that each round has: no cell whose address
 * changes from round to round? */
bool enc_head_has(EncExec *exec, const EncHead *head, const EncLeaf *leaf);
/* Is the term, a value at or before the head, the same in all rounds? */
bool enc_head_keeps(EncExec *exec, const EncHead *head, Term t);
/* What the variable of the head (enc_head_has) is when the edge is taken. */
Term enc_head_value(EncExec *exec, const EncHead *head, uint32_t edge,
                    Term var);
/* What the instructions of the loop compare, in the round that was executed;
 * gives how many, at most `most`. */
typedef struct EncCompared {
  Term left, right;
  bool is_signed;
} EncCompared;
uint32_t enc_head_compared(EncExec *exec, const EncHead *head, EncCompared *out,
                           uint32_t most);
/* The fact, which was proved, joins the axiom of the variable. */
void enc_exec_learn(EncExec *exec, Term var, Term fact);

/* What an OBJECT is: a global, a function, or else what an instruction of an
 * activation has made (EncLeaf). */
typedef struct EncObject {
  GlobalId global;
  FuncId func;
} EncObject;
EncObject enc_exec_object(const EncExec *exec, Term var);

#endif
