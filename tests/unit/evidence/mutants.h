/* SPDX-License-Identifier: MIT
 *
 * Proofs that were changed a little, and what the proof checker says of them.
 */
#ifndef TESTS_UNIT_EVIDENCE_MUTANTS_H
#define TESTS_UNIT_EVIDENCE_MUTANTS_H

#include "encode/encode.h"
#include "engine/engine.h"

/* name, what is changed */
#define MUTATIONS(X)                                                           \
  X(DROPPED, "a lemma is dropped")                                             \
  X(WEAKER, "a lemma is weakened")                                             \
  X(STRONGER, "an invariant is strengthened")                                  \
  X(CONSTANT, "a constant is off by one")                                      \
  X(SWAPPED, "two locations' invariants change places")                        \
  X(FOREIGN, "an invariant speaks of another location's variables")            \
  X(FORGOTTEN, "the engine did not see an edge")                               \
  X(SHORTER, "a bound is smaller by one")                                      \
  X(OTHER_KIND, "the proof is called one of another kind")

typedef enum Mutation {
#define X(name, what) MUTANT_##name,
  MUTATIONS(X)
#undef X
      MUTATION_COUNT
} Mutation;

typedef struct MutantCount {
  uint32_t proofs;
  struct {
    uint32_t made;
    uint32_t refused;
    uint32_t undecided;
    uint32_t inductive; /* confirmed, and no step leaves them */
    uint32_t wrong;     /* confirmed, but a step leaves them; or refused, but
                           confirmed where solvers give up */
    uint32_t left;      /* refused, and a step that leaves them was found */
  } by[MUTATION_COUNT];
} MutantCount;

typedef struct MutantSetup {
  const Engine *engine;
  EncBlocks blocks;
  const SmtBackend *checker; /* NULL: Z3, which is slow to start */
  uint32_t per_kind;         /* mutants of each kind */
  uint64_t ticks;            /* for the engine, and for each check */
  const char *directory;     /* obligations of what is confirmed, or NULL */
} MutantSetup;

/* Proves the program, if the engine can, and changes the proof.  Adds to
 * `count`. */
void mutants_of(Program *program, const MutantSetup *setup, Rng *rng,
                MutantCount *count);

/* Proves a program that is not safe after an error was taken out of its
 * system, and asks the checker, which must refuse.  The number of such claims
 * it confirmed. */
uint32_t mutants_of_unsafe(Program *program, const MutantSetup *setup,
                           uint32_t *n_claims);

const char *mutation_text(Mutation mutation);

#endif
