/* SPDX-License-Identifier: MIT
 *
 * The proof checker refuses what is no proof. */
#include "unit/evidence/mutants.h"

#include "ir/io.h"
#include "unit/engine/tiny.h"
#include "unit/unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const Engine *const engines[] = {&engine_pdr, &engine_bounded,
                                        &engine_trace};
enum { N_ENGINES = 3 };

static TinyShape some_shape(Rng *rng) {
  return (TinyShape){.blocks = 4 + rng_below(rng, 7),
                     .vars = 1 + rng_below(rng, 3),
                     .bits = 2 + rng_below(rng, 2)};
}

static void tell(const MutantCount *count) {
  printf("mutants of %u proofs:\n", count->proofs);
  for (int i = 0; i < MUTATION_COUNT; i++)
    printf("| %s | %u | %u | %u | %u | %u | %u |\n", mutation_text((Mutation)i),
           count->by[i].made, count->by[i].refused, count->by[i].left,
           count->by[i].undecided, count->by[i].inductive, count->by[i].wrong);
}

static void none_is_wrong(const MutantCount *count) {
  for (int i = 0; i < MUTATION_COUNT; i++) CHECK_INT(count->by[i].wrong, 0);
}

/* CUTPOINT_ROUNDS: as many, and a table. */
TEST(evidence_mutants_of_tiny) {
  const char *wanted = getenv("CUTPOINT_ROUNDS");
  uint32_t rounds = wanted ? (uint32_t)atoi(wanted) : unit_rounds(120);
  Rng rng = {7};
  MutantCount count = {0};
  uint32_t n_claims = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    Mem mem;
    mem_init(&mem, 0);
    TinyShape shape = some_shape(&rng);
    Program *program = tiny_program(&mem, &rng, shape);
    MutantSetup setup = {.engine = engines[i % N_ENGINES],
                         .blocks = (EncBlocks)(i / N_ENGINES % 3),
                         .checker = i % 4 ? &smt_blast : NULL,
                         .per_kind = 2,
                         .ticks = 200000};
    if (tiny_truth(&mem, program, shape) == TINY_SAFE)
      mutants_of(program, &setup, &rng, &count);
    else
      CHECK_INT(mutants_of_unsafe(program, &setup, &n_claims), 0);
    prog_free(program);
    mem_done(&mem);
  }
  none_is_wrong(&count);
  if (rounds >= 120) { /* else the few made may all be refused */
    CHECK(count.by[MUTANT_DROPPED].left > 0);
    CHECK(count.by[MUTANT_STRONGER].left > 0);
  }
  CHECK(count.by[MUTANT_FOREIGN].refused > 0);
  CHECK_INT(count.by[MUTANT_FOREIGN].refused, count.by[MUTANT_FOREIGN].made);
  CHECK(count.by[MUTANT_FORGOTTEN].refused > 0);
  CHECK(n_claims > 0);
  if (wanted) tell(&count);
}

/* Programs printed by --dump=passes, in the folder CUTPOINT_PROGRAMS; no more
 * are begun after CUTPOINT_SECONDS. */
TEST(evidence_mutants_of_files) {
  const char *folder = getenv("CUTPOINT_PROGRAMS");
  const char *seconds = getenv("CUTPOINT_SECONDS");
  double end = clock_now() + (seconds ? atof(seconds) : 1e9);
  DIR *dir = folder ? opendir(folder) : NULL;
  if (!dir) return;
  Rng rng = {11};
  MutantCount count = {0};
  for (struct dirent *entry; (entry = readdir(dir)) && clock_now() < end;) {
    Mem mem;
    mem_init(&mem, 0);
    Text path, text, problem;
    text_init(&path, &mem);
    text_init(&text, &mem);
    text_init(&problem, &mem);
    text_printf(&path, "%s/%s", folder, entry->d_name);
    Program *program = NULL;
    if (entry->d_name[0] != '.' && file_read(&text, text_get(&path)) &&
        prog_parse(&program, &mem, text_get(&text), &problem)) {
      MutantSetup setup = {.engine = &engine_pdr,
                           .blocks = ENC_CUTSET,
                           .per_kind = 1,
                           .ticks = 5000,
                           .directory = getenv("CUTPOINT_CERTIFICATES")};
      mutants_of(program, &setup, &rng, &count);
      prog_free(program);
    }
    text_done(&problem);
    text_done(&text);
    text_done(&path);
    mem_done(&mem);
  }
  closedir(dir);
  none_is_wrong(&count);
  tell(&count);
}
