/* SPDX-License-Identifier: MIT
 *
 * Contracts of recursive functions: what holds when one is called, and what
 * holds between its arguments and its result when it returns.
 *
 * A contract is a list of facts over slots: parameters, globals before the
 * call, the result, globals after it.  pass_contracts turns a program with
 * recursion into one without, in which every contract is both used and checked;
 * if that program has no error, neither has the other.  infer.h finds the
 * facts. */
#ifndef RECURSION_CONTRACT_H
#define RECURSION_CONTRACT_H

#include "ir/program.h"

enum {
  CONTRACT_MOST_SLOTS = 16,
  CONTRACT_MOST_TERMS = 3,
  CONTRACT_MOST_PARAMS = 32
};

typedef enum SlotKind {
  SLOT_PARAM,
  SLOT_BEFORE, /* a global, before the call */
  SLOT_RESULT,
  SLOT_AFTER /* a global, after it */
} SlotKind;

typedef struct Slot { /* an integer of at most 64 bits */
  SlotKind kind;
  uint32_t param;  /* PARAM */
  GlobalId global; /* BEFORE, AFTER */
  TypeId type;
  uint32_t bits;
  const char *name;
} Slot;

/* A comparison of slots of one width; arithmetic is modulo 2^width. */
typedef enum AtomKind {
  ATOM_NONE,
  ATOM_EQUAL,     /* sum of factor * slot == k */
  ATOM_MOST_S,    /* slot <= k, signed */
  ATOM_MOST_U,    /* unsigned */
  ATOM_LEAST_S,   /* k <= slot */
  ATOM_LEAST_U,   /* */
  ATOM_ORDERED_S, /* slot <= slot */
  ATOM_ORDERED_U  /* */
} AtomKind;

typedef struct Atom {
  AtomKind kind;
  bool negated;
  uint8_t n; /* slots */
  uint8_t slot[CONTRACT_MOST_TERMS];
  int8_t factor[CONTRACT_MOST_TERMS];
  uint64_t k;
} Atom;

typedef enum FactPlace { FACT_BEFORE, FACT_AFTER } FactPlace;

/* Is it a row of a table (recursion/table.c)? */
typedef enum FactRow {
  ROW_NONE,
  ROW_OPEN, /* the constant of `atom` is still to be found */
  ROW_KNOWN,
  ROW_CONTINUED /* the next row was added, too */
} FactRow;

/* `guard` (if any) implies `atom`. */
typedef struct Fact {
  FactPlace place;
  FactRow row;
  bool has_room; /* that a global has room for the row's difference was guessed,
                    too */
  Atom guard, atom;
} Fact;

typedef struct Contract {
  FuncId func;
  Slot slots[CONTRACT_MOST_SLOTS];
  uint32_t n_slots;
  uint32_t n_before; /* the first of them exist before the call */
  Vec(Fact) facts;
  uint32_t report[2]; /* by place: site of the first slot's value when the
                         contract is violated (CONTRACT_INFER) */
} Contract;

typedef struct ContractSet {
  Mem *mem;
  Arena names;           /* of slots: the set outlives the program */
  Vec(Contract) list;    /* one for each recursive function */
  Vec(GlobalId) globals; /* that they access */
  Vec(GlobalId) written; /* that they write */
} ContractSet;

void contract_set_init(ContractSet *set, Mem *mem);
void contract_set_done(ContractSet *set);

/* Is something asked about objects and their lifetimes? */
typedef enum ContractAbout { CONTRACT_VALUES, CONTRACT_MEMORY } ContractAbout;

/* Finds the recursive functions of a program behind pass_resolve_calls and
 * gives each a contract without facts.  False: there is none, or one does what
 * contracts cannot say (memory other than globals by their name; where memory
 * is asked about, pointers that come in or go out). */
BASE_MUST_USE bool contract_find(ContractSet *set, const Program *program,
                                 ContractAbout about);

/* Does it compare existing slots of one width, and, if it is about the call,
 * only slots that exist before it?  Every fact must. */
bool fact_is_valid(const Contract *contract, const Fact *fact);
/* Does the fact hold for these values of the slots (zero-extended)? */
bool fact_holds(const Contract *contract, const Fact *fact,
                const uint64_t *values);
/* Sets the constant of an open row so that it does. */
void fact_fit(const Contract *contract, Fact *fact, const uint64_t *values);
/* For people: "x > 100 implies result == x + -10". */
void fact_print(Text *out, const Contract *contract, const Fact *fact);

/* What the transformed program is for. */
typedef enum ContractUse {
  CONTRACT_PROVE, /* the program's errors, and violated contracts */
  CONTRACT_INFER, /* violated contracts only; the values of the slots are inputs
                     (NONDET) at the sites in Contract.report */
  CONTRACT_SAMPLE /* nothing but: behind each call `contract.sample.N` is called
                     with the slots of contract N; recursion stays */
} ContractUse;

/* The name of the function called for samples of contract `number`. */
void contract_sample_name(char *out, size_t size, uint32_t number);

/* Behind pass_resolve_calls, on the program of contract_find or a copy. */
void pass_contracts(Program *program, ContractSet *set, ContractUse use);

#endif
