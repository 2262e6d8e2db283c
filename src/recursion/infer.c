/* SPDX-License-Identifier: MIT
 *
 * From guessed facts to contracts: Houdini [FL01].
 *
 * All guessed facts together are taken for contracts, and an engine is asked
 * for a violation of one in the program that pass_contracts makes of them.  Its
 * trace holds the values of the slots where it happens; every fact that these
 * contradict is dropped, and so on until there is no violation.  What is left
 * is the largest set of the guessed facts that is inductive, whatever the
 * traces were.  Each round drops a fact at least; most drop many.
 *
 * The final program, with these contracts and the program's own errors, is what
 * gets proved and checked like any other: the rounds here are only the way to
 * find the facts, and nothing is believed because of them. */
#include "recursion/infer.h"

#include "pass/pass.h"

enum { MOST_ROUNDS = 400, ROUND_TICKS = 10000, MOST_ALIVE = 500 };

typedef struct Infer {
  const ConSetup *setup;
  ContractSet set;
} Infer;

/* A copy of the program with the contracts as they are now; NULL: it has what
 * the passes do not support. */
static Program *make_program(Infer *in, ContractUse use) {
  const ConSetup *setup = in->setup;
  Program *p = prog_clone(setup->program);
  pass_contracts(p, &in->set, use);
  PassOptions options = PASS_DEFAULTS;
  PassRun run = {0};
  pass_run(&run, p, setup->property, &options, PASS_ID_INLINE, PASS_ID_LAST);
  if (run.result.status == PASS_OK) return p;
  prog_free(p);
  return NULL;
}

/* ---- violations ---- */

/* The values of the slots of `contract` that the trace ends with; false: it is
 * not this contract that is violated there. */
static bool read_slots(const Contract *contract, FactPlace place,
                       const TsTrace *trace, uint64_t *values) {
  uint32_t n = place == FACT_BEFORE ? contract->n_before : contract->n_slots;
  bool found = false;
  for (uint32_t a = 0; a < trace->answers.n; a++) {
    const TsAnswer *answer = &trace->answers.at[a];
    uint32_t slot = answer->site - contract->report[place];
    if (answer->kind != TS_INPUT_VALUE || answer->site == 0 || slot >= n)
      continue;
    assert(answer->words && slot < CONTRACT_MOST_SLOTS);
    values[slot] = answer->words[0];
    found = true;
  }
  return found;
}

/* Drops what the trace contradicts; 0: nothing, which should not happen. */
static uint32_t learn(Infer *in, const TsTrace *trace) {
  uint32_t dropped = 0;
  for (uint32_t i = 0; i < in->set.list.n; i++)
    for (FactPlace place = FACT_BEFORE; place <= FACT_AFTER; place++) {
      uint64_t values[CONTRACT_MOST_SLOTS] = {0};
      Contract *contract = &in->set.list.at[i];
      if (read_slots(contract, place, trace, values))
        dropped += con_drop_false(contract, place, values);
    }
  return dropped;
}

static const Engine *engine_for(const Ts *ts) {
  for (uint32_t l = 0; l < ts->locations.n; l++)
    if (ts->locations.at[l].kind == TS_CUT) return &engine_pdr;
  return &engine_bounded;
}

typedef enum Round { ROUND_CALM, ROUND_DROPPED, ROUND_FAILED } Round;

static Round ask(Infer *in, Program *p) {
  const ConSetup *setup = in->setup;
  TermStore *store = term_store_new(setup->mem);
  Ts *ts = enc_program(setup->mem, store, p, &setup->encoding);
  /* Runs that follow NULL count: contracts must hold there, too. */
  assert(setup->encoding.nulls == ENC_NULL_GOES_ON);
  EngineOptions options = *setup->engine;
  options.seeds = (TermList){0};
  options.progress = NULL;
  EngineResult result;
  EngineStats stats = {0};
  engine_result_init(&result, setup->mem);
  Budget part = budget_extra(setup->budget, ROUND_TICKS);
  engine_for(ts)->run(ts, &options, &part, &result, &stats);
  budget_return(setup->budget, &part);
  Round round = ROUND_FAILED;
  if (result.claim == ENGINE_SAFE) round = ROUND_CALM;
  if (result.claim == ENGINE_UNSAFE && learn(in, &result.trace))
    round = ROUND_DROPPED;
  engine_result_done(&result, store);
  ts_free(ts);
  term_store_free(store);
  return round;
}

static Round one_round(Infer *in) {
  Program *p = make_program(in, CONTRACT_INFER);
  if (!p) return ROUND_FAILED;
  Round round = ask(in, p);
  prog_free(p);
  return round;
}

/* Too many facts make every round slow: the first guesses are the plainest. */
static void limit_facts(Infer *in) {
  for (uint32_t i = 0; i < in->set.list.n; i++)
    if (in->set.list.at[i].facts.n > MOST_ALIVE)
      in->set.list.at[i].facts.n = MOST_ALIVE;
}

/* ---- tables ---- */

static void cut_tables(Infer *in) {
  for (uint32_t i = 0; i < in->set.list.n; i++)
    con_table_cut(&in->set.list.at[i]);
}

/* When all rows so far are known, the next ones; when there are none, all that
 * they ask of globals together: each needs the others.  False: nothing new. */
static bool extend_tables(Infer *in, Round round) {
  uint32_t open = 0, added = 0, rooms = 0, n = in->set.list.n;
  for (uint32_t i = 0; i < n; i++) {
    if (round == ROUND_CALM) con_table_close(&in->set.list.at[i]);
    open += con_table_count_open(&in->set.list.at[i]);
  }
  if (open > 0) return false;
  for (uint32_t i = 0; i < n; i++)
    added += con_table_extend(&in->set.list.at[i], in->set.mem);
  bool asks_overflow = in->setup->property->kinds >> PROPERTY_NO_OVERFLOW & 1;
  for (uint32_t i = 0; i < n && added == 0 && asks_overflow; i++)
    rooms += con_table_make_room(&in->set.list.at[i], in->set.mem);
  return added + rooms > 0;
}

static bool find_facts(Infer *in, ConLevel level) {
  const ConSetup *setup = in->setup;
  ContractAbout about = prog_property_is_memory(setup->property)
                            ? CONTRACT_MEMORY
                            : CONTRACT_VALUES;
  if (!contract_find(&in->set, setup->program, about)) return false;
  con_guess(&in->set, setup->program, level);
  con_sample(&in->set, setup);
  limit_facts(in);
  cut_tables(in);
  for (uint32_t i = 0; i < MOST_ROUNDS && !budget_is_spent(setup->budget);
       i++) {
    Round round = one_round(in);
    if (round == ROUND_FAILED) return false;
    bool extended = extend_tables(in, round);
    if (round == ROUND_CALM && !extended) return true;
  }
  return false;
}

/* ---- for people ---- */

void con_facts_init(ConFacts *facts, Mem *mem) {
  *facts = (ConFacts){0};
  arena_init(&facts->texts, mem);
}

void con_facts_done(ConFacts *facts) {
  VEC_DONE(facts->texts.mem, &facts->list);
  arena_done(&facts->texts);
}

static void print_facts(const Infer *in, const Program *p, ConFacts *out) {
  Text text;
  text_init(&text, out->texts.mem);
  for (uint32_t i = 0; i < in->set.list.n; i++) {
    const Contract *contract = &in->set.list.at[i];
    for (uint32_t k = 0; k < contract->facts.n; k++) {
      text_clear(&text);
      fact_print(&text, contract, &contract->facts.at[k]);
      const char *name = prog_func(p, contract->func)->name;
      ConFact fact = {arena_strdup(&out->texts, name),
                      arena_strdup(&out->texts, text_get(&text))};
      VEC_PUSH(out->texts.mem, &out->list, fact);
    }
  }
  text_done(&text);
}

Program *con_program(const ConSetup *setup, ConLevel level, ConFacts *facts) {
  require(setup->budget && setup->engine && level < CON_LEVELS);
  Infer in = {.setup = setup};
  contract_set_init(&in.set, setup->mem);
  Program *p = NULL;
  VEC_CLEAR(&facts->list);
  if (find_facts(&in, level)) p = make_program(&in, CONTRACT_PROVE);
  if (p) print_facts(&in, p, facts);
  contract_set_done(&in.set);
  return p;
}
