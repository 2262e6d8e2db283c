/* SPDX-License-Identifier: MIT
 *
 * One field after the other. */
#include "cli/settings.h"

static const SmtBackend *backend_of(BackendChoice choice) {
  switch (choice) {
  case BACKEND_AUTO: return NULL;
  case BACKEND_BLAST: return &smt_blast;
  case BACKEND_Z3: return &smt_z3;
  case BACKEND_LINEAR: return &smt_z3_linear;
  }
  unreachable_case();
}

Settings settings_from(const Options *options) {
  require(options->n_files > 0 && options->recursion > 0);
  bool is_read = options->command == COMMAND_VALIDATE;
  return (Settings){
      .method = (Method)options->engine,
      .seeding = (Seeding)options->seed,
      .blocks = (EncBlocks)options->blocks,
      .exits = (EncExits)options->exits,
      .backend = backend_of((BackendChoice)options->backend),
      .predicate = {.abstraction = (EngineAbstraction)options->abstraction,
                    .search = (EngineSearch)options->search,
                    .scope = (EngineScope)options->predicates,
                    .post = (EnginePost)options->post},
      .no_interpolation = options->no_interpolation,
      .no_invariants = options->no_invariants,
      .without = (EngineWithout)options->without,
      .recursion = (uint32_t)options->recursion,
      .check = (uint32_t)options->check,
      .cores = opt_cores(options),
      .seconds = (double)options->timeout,
      .inject_unknown = (uint64_t)options->inject_unknown,
      .inject_tick = (uint64_t)options->inject_tick,
      .inject_trace = (uint64_t)options->inject_trace,
      .dump_queries = options->dump_queries,
      .steps = options->full_trace ? REP_COUNTEREXAMPLE_FULL
                                   : REP_COUNTEREXAMPLE_SHORT,
      .files = options->files,
      .n_files = options->n_files,
      .flags = options->flags,
      .n_flags = options->n_flags,
      .no_run = options->no_run,
      .harness = options->harness,
      .certificate = options->certificate,
      .witness = is_read ? NULL : options->witness,
      .draw_tree = options->draw_tree,
      .draw_graph = options->draw_graph,
      .dumps_tree = options->dump == STAGE_TREE,
      .wants_page = options->report != NULL,
      .wants_stats = options->stats != NULL};
}
