/* SPDX-License-Identifier: MIT
 *
 * Finding contracts of recursive functions (recursion/contract.h). */
#ifndef RECURSION_INFER_H
#define RECURSION_INFER_H

#include "encode/encode.h"
#include "engine/engine.h"
#include "recursion/contract.h"
#include "ir/property.h"

typedef struct ConSetup {
  Mem *mem;
  const Program *program; /* behind pass_resolve_calls */
  const Property *property;
  EncOptions encoding;
  const EngineOptions *engine; /* back end and the like; `known` is not used */
  Budget *budget;
} ConSetup;

/* How much may be guessed: more facts say more, and cost more. */
typedef enum ConLevel {
  CON_EQUALITIES, /* about what comes out, without guards */
  CON_UNGUARDED,
  CON_ALL,
  CON_TABLES, /* what comes out for each value of an argument; equalities */
  CON_LEVELS
} ConLevel;

/* Facts for people. */
typedef struct ConFact {
  const char *function; /* whose contract it belongs to */
  const char *text;     /* "x > 100 implies result == x + -10" */
} ConFact;
typedef struct ConFacts {
  Arena texts;
  Vec(ConFact) list;
} ConFacts;
void con_facts_init(ConFacts *facts, Mem *mem);
void con_facts_done(ConFacts *facts);

/* The program with contracts in place of recursion, behind all passes: if it
 * has no error, neither has the given one.  `facts` is set to those of the
 * contracts.  NULL: contracts cannot say what its recursive functions do, none
 * were found, or the budget ended.  Owned by the caller. */
Program *con_program(const ConSetup *setup, ConLevel level, ConFacts *facts);

/* ---- inside ---- */

/* Facts that might hold, from templates over the slots and the constants of
 * the program. */
void con_guess(ContractSet *set, const Program *program, ConLevel level);
/* Drops facts that runs of the program contradict. */
void con_sample(ContractSet *set, const ConSetup *setup);
/* Drops every fact of the contract that does not hold for these values; one
 * that is open gets the constant with which it does.  Returns how many. */
uint32_t con_drop_false(Contract *contract, FactPlace place,
                        const uint64_t *values);

/* The first rows of tables, for arguments that the function compares with
 * constants: `base` is the least of these. */
void con_table_begin(Contract *contract, Mem *mem, uint32_t slot, int64_t base);
/* Drops open rows behind others that are open. */
void con_table_cut(Contract *contract);
uint32_t con_table_count_open(const Contract *contract);
/* Open rows that hold with the constant that they have are known. */
void con_table_close(Contract *contract);
/* The next row behind each that is known, where the argument goes further;
 * returns how many. */
uint32_t con_table_extend(Contract *contract, Mem *mem);
/* For each row with the difference of a global that is known: before the call
 * there is room for it; returns how many were added. */
uint32_t con_table_make_room(Contract *contract, Mem *mem);

#endif
