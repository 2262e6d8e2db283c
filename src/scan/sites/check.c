/* SPDX-License-Identifier: MIT
 *
 * All checks of a function.
 *
 * First with its loops forgotten.  What depends on a loop is asked again with
 * loops left early, or unrolled.  A violation that rests on parameters is asked
 * again in the context of calls in the program (callers.c). */
#include "scan/sites/sites_int.h"

#include <stdlib.h>

/* For loops left early or unrolled and for callers: of one question, and of a
 * function.  Of loops left early most questions that are answered at all take a
 * hundredth of a second, and those that are not would take as much as they get:
 * they have less each, and unrolled ones are no longer asked when so much was
 * in vain.  A caller that can take a violation back does so early, too, but
 * that is worth more. */
enum {
  EXTRA_WORK = SITE_WORK_A_SECOND / 10,
  EXTRA_OF_FUNCTION = SITE_WORK_A_SECOND / 2,
  EARLY_WORK = SITE_WORK_A_SECOND / 25,
  UNROLLED_VAIN = SITE_WORK_A_SECOND / 10,
  DEFENCE_WORK = SITE_WORK_A_SECOND / 2
};

/* What may be spent in vain on a function before its questions are cut short,
 * and then still shorter.  Of the proofs that depend on something open at first
 * nine of ten need no more than four calls looked into from there on; nearly
 * all that is not answered needs as many as it gets.
 *
 * Measured on 2,900 questions without and 6,300 with an answer (iperf, parts of
 * mksh and tmux): beyond a twenty-fifth of a second's work are 25 of the
 * proofs, and a third of the time of what stays open.
 *
 * Whether what is read or written is live, or was written, is answered at once
 * or not at all.  Of the answers about that six in 3,900 (jq, iperf) take more
 * than a hundredth of a second's work behind a tenth in vain, of 464 that
 * presume what is found in memory to be live two more than a 250th behind a
 * fiftieth; those without an answer took half of the time of jq's scan, most of
 * it beyond these limits.  Functions are different: in one where an answer took
 * long, others have three times as long.  Of 241 that callers were asked about
 * three were answered: they are asked as long as they can tell.
 *
 * That a product goes round is found at once, too, or is not found: such a
 * question has little work, less when others were in vain, and takes nothing
 * from those about other things. */
enum {
  SHORT_AFTER = SITE_WORK_A_SECOND / 10,
  SHORT_PATIENCE = 5,
  HASTY_AFTER = SITE_WORK_A_SECOND / 2,
  HASTY_PATIENCE = 3,
  HASTY_WORK = SITE_WORK_A_SECOND / 20, /* of a question then */
  VAIN_MOST = SITE_WORK_A_SECOND * 2,
  LAST_WORK = SITE_WORK_A_SECOND / 50, /* ... and then */
  LIFE_AFTER = SITE_WORK_A_SECOND / 50,
  LIFE_WORK = SITE_WORK_A_SECOND / 100,
  LIFE_MARGIN = 3,
  SIZE_WORK = SITE_WORK_A_SECOND / 4,
  SIZE_AFTER = SITE_WORK_A_SECOND / 2,
  SIZE_WORK_THEN = SITE_WORK_A_SECOND / 100,
  LEARN_WORK = SITE_WORK_A_SECOND / 40,
  LEARN_IN_VAIN = SITE_WORK_A_SECOND / 20,
  DOUBT_WORK = SITE_WORK_A_SECOND / 250,
  DOUBTS_MOST = SITE_WORK_A_SECOND * 4
};

/* Loops left before the second round; or the function's copy with its loops
 * unrolled. */
typedef enum EarlyKind { EARLY_FIRST, EARLY_UNROLLED } EarlyKind;

typedef struct Checker {
  Sites *sites;
  FuncId func;
  Budget *budget;
  Session forgetful;                 /* loops forgotten */
  Session early[EARLY_UNROLLED + 1]; /* made when needed: exec is NULL */
  Session trusting;                  /* the same; ENC_LIVES_PRESUMED */
  EncCheck early_check; /* the one of these that was violated last */
  Session presuming; /* loops forgotten, too; apart, so that what it looks into
                        changes no other answer; made when needed */
  Callers callers;
  uint64_t extra;                          /* ticks spent on such questions */
  uint64_t early_vain[EARLY_UNROLLED + 1]; /* ... without an answer */
  uint64_t kept;            /* ... on what the program keeps in its data */
  uint64_t vain;            /* ticks of other questions without an answer */
  uint64_t doubts;          /* ... of those to the trusting session */
  uint64_t learning;        /* ... on what rounds of loops keep */
  uint64_t sizes_vain;      /* ... about sizes that overflow */
  uint64_t life_answer;     /* what an answer about a life took, at the most */
  bool callers_cannot_tell; /* ... whether something was live */
} Checker;

/* The check that a block of the root ends in; unreachable: it cannot fail. */
static EncCheck check_at(const Session *session, uint32_t block) {
  assert(block < prog_func(session->sites->program, session->func)->blocks.n);
  const EncActivation *root = enc_exec_activation(session->exec, 0);
  for (uint32_t i = 0; i < root->checks.n; i++)
    if (root->checks.at[i].block == block) return root->checks.at[i];
  return (EncCheck){.condition = term_false(), .block = block, .before = block};
}

/* Is it asked whether what is read or written is live, or was written? */
static bool is_about_use(const Session *session, EncCheck check) {
  const Program *p = session->sites->program;
  const char *property = p->errors.at[check.error].property;
  return strcmp(property, PASS_USE_AFTER_FREE) == 0 ||
         strcmp(property, PASS_FREED_ON) == 0 ||
         sites_about(session, check) == PROPERTY_VALID_INIT;
}

static bool is_about_size(const Session *session, EncCheck check) {
  return sites_about(session, check) == PROPERTY_NO_OVERFLOW;
}

static Session *open_early(Checker *c, EarlyKind kind) {
  Session *session = &c->early[kind];
  FuncId func =
      kind == EARLY_UNROLLED ? c->sites->copy_of[c->func.id] : c->func;
  if (!session->exec && func.id) {
    sites_open(session, c->sites, func, ENC_LOOPS_FIRST, ENC_LIVES_ASKED);
    session->is_early = true;
    c->extra += sites_open_work(session);
  }
  return session->exec ? session : NULL;
}

static Budget extra_budget(const Checker *c, uint64_t work) {
  Budget none = {0};
  return budget_part(c->budget ? c->budget : &none, work);
}

/* Is there work left for such a question, and a session that can be asked? */
static bool may_ask_early(const Checker *c, EarlyKind kind) {
  const Session *session = &c->early[kind];
  if (session->exec && enc_exec_is_over(session->exec)) return false;
  return c->extra < EXTRA_OF_FUNCTION &&
         (kind != EARLY_UNROLLED || c->early_vain[kind] < UNROLLED_VAIN);
}

/* A violation with loops left early is one.  If there is none, nothing follows
 * but that, with loops unrolled, which have the check several times.  The
 * session that found a violation, or NULL. */
static Session *ask_early(Checker *c, EarlyKind kind, uint32_t block,
                          SiteResult *result) {
  assert(result->status == SITE_UNKNOWN && result->cause == SITE_CAUSE_LOOP);
  Session *session = open_early(c, kind);
  if (!session) return NULL;
  bool is_copy = session->func.id != c->func.id, is_bounded = is_copy;
  const EncExec *exec = session->exec;
  /* Asking may add activations, which moves them. */
  for (uint32_t i = 0; i < enc_exec_activation(exec, 0)->checks.n; i++) {
    EncCheck check = enc_exec_activation(exec, 0)->checks.at[i];
    if (is_copy ? check.error != result->error : check.block != block) continue;
    SiteResult again = *result;
    bool is_short =
        c->early_vain[kind] > LIFE_AFTER && sites_is_about_life(session, check);
    Budget budget = extra_budget(c, is_short ? LIFE_WORK : EARLY_WORK);
    again.status = SITE_UNKNOWN;
    sites_ask(session, 0, check, check.condition, &budget, &again);
    result->stats = again.stats;
    c->extra += again.work - result->work;
    if (again.status == SITE_UNKNOWN)
      c->early_vain[kind] += again.work - result->work;
    result->work = again.work;
    result->seconds = again.seconds;
    is_bounded &= again.status == SITE_PROVED;
    if (again.status != SITE_VIOLATED) continue;
    *result = again;
    c->early_check = check;
    return session;
  }
  if (!is_bounded) return NULL;
  result->status = SITE_BOUNDED;
  result->reason = "";
  result->cause = SITE_CAUSE_NONE;
  return NULL;
}

/* ---- callers ---- */

/* Nobody could tell: a number that the check itself compares is presumed to
 * be as the function needs it, unless the function limits it; and so is a
 * pointer, unless the function looks whether it is NULL. */
static void presume_parameters(Session *session, EncCheck check, Budget *budget,
                               SiteResult *result) {
  assert(result->status == SITE_VIOLATED);
  StructAnswer answer = {.open = sites_unshown(session)};
  if (!answer.open.id) {
    Term number = sites_unlimited(session, 0, check, 1u << ENC_LEAF_PARAM);
    if (number.id &&
        !sites_fails_for_any(session, check, session->question, number, budget))
      answer.open = number;
  }
  if (answer.open.id) sites_set_unknown(session, &answer, result);
}

/* What callers know, or is presumed, may take a violation back. */
static void presume(Checker *c, Session *session, EncCheck check,
                    uint32_t block, SiteResult *result) {
  if (sites_params(c->sites, c->func) == SITE_PARAMS_ANY) return;
  bool is_violated = result->status == SITE_VIOLATED;
  Budget budget = extra_budget(c, is_violated ? DEFENCE_WORK : EXTRA_WORK);
  uint64_t before = budget.ticks;
  bool is_life = is_about_use(session, check);
  bool may_ask = is_violated || (c->extra < EXTRA_OF_FUNCTION &&
                                 !(is_life && c->callers_cannot_tell));
  bool is_asked = may_ask && callers_know(session, result);
  bool is_told =
      is_asked && callers_ask(&c->callers, c->func, block, &budget, result);
  if (!is_violated) c->extra += budget.ticks - before;
  if (is_asked && is_life && result->status == SITE_UNKNOWN)
    c->callers_cannot_tell = true;
  if (!is_told && result->status == SITE_VIOLATED &&
      sites_never_looked_at(session, check) != OPENLY_TOLD &&
      !sites_is_guess(session, check)) /* any number does */
    presume_parameters(session, check, &budget, result);
}

/* Can nobody tell, and may more be presumed of memory? */
static bool may_presume(const Checker *c, const SiteResult *result) {
  return (result->status == SITE_UNKNOWN || result->status == SITE_BOUNDED) &&
         c->sites->options.memory != SITE_MEMORY_ANY;
}

static uint64_t doubt_work(const Checker *c, EncCheck check) {
  if (is_about_use(&c->trusting, check))
    return c->doubts > LIFE_AFTER ? DOUBT_WORK : LIFE_WORK;
  return c->doubts > SHORT_AFTER ? LIFE_WORK : EXTRA_WORK;
}

/* Perhaps the object is live if what is found in memory is. */
static void presume_lives(Checker *c, uint32_t block, SiteResult *result) {
  EncCheck check = {.error = result->error, .block = block};
  if (!may_presume(c, result) || c->doubts >= DOUBTS_MOST ||
      !sites_is_about_death(&c->forgetful, check))
    return;
  if (!c->trusting.exec) {
    sites_open(&c->trusting, c->sites, c->func, ENC_LOOPS_FORGET,
               ENC_LIVES_PRESUMED);
    sites_hurry(&c->trusting, SHORT_PATIENCE);
  }
  check = check_at(&c->trusting, block);
  SiteResult again = *result;
  Budget budget = extra_budget(c, doubt_work(c, check));
  sites_ask(&c->trusting, 0, check, check.condition, &budget, &again);
  bool is_proved = again.status == SITE_PROVED;
  if (!is_proved) c->doubts += again.work - result->work;
  result->work = again.work;
  result->seconds = again.seconds;
  if (!is_proved) return;
  sites_set_proved(result);
  result->presumes = SITE_PRESUMES_LIVES;
}

/* Perhaps it holds if data is as the program keeps it, which says nothing of
 * what was freed or never written. */
static void presume_data(Checker *c, EncCheck check, uint32_t block,
                         SiteResult *result) {
  if (sites_is_about_life(&c->forgetful, check) || !may_presume(c, result) ||
      c->sites->options.params == SITE_PARAMS_ANY ||
      c->kept >= EXTRA_OF_FUNCTION)
    return;
  Budget budget = extra_budget(c, EXTRA_WORK);
  uint64_t before = budget.ticks;
  if (!c->presuming.exec) {
    sites_open(&c->presuming, c->sites, c->func, ENC_LOOPS_FORGET,
               ENC_LIVES_ASKED);
    c->kept += sites_open_work(&c->presuming);
  }
  Term formula = check_at(&c->presuming, block).condition;
  (void)sites_presume(&c->presuming, formula, &budget, result);
  c->kept += budget.ticks - before;
}

/* Of a violation with loops left early: whether it is one for all rounds is
 * known by the session that forgets them. */
static void fails_always(Checker *c, uint32_t block, SiteResult *result) {
  assert(result->status == SITE_VIOLATED);
  Budget budget = extra_budget(c, EXTRA_WORK);
  if (result->rests_on & (SITE_FAULT_ON_PARAM | SITE_FAULT_ON_MEMORY) &&
      sites_always_fails(&c->forgetful, 0, check_at(&c->forgetful, block),
                         &budget))
    result->rests_on |= SITE_ALWAYS;
}

/* All that is open is what loops leave: some faults are told all the same
 * (fault.c). */
static void ask_openly(Checker *c, EncCheck check, SiteResult *result) {
  assert(result->status == SITE_UNKNOWN || result->status == SITE_BOUNDED);
  SiteResult again = *result;
  Budget budget = extra_budget(c, EXTRA_WORK);
  again.status = SITE_UNKNOWN;
  c->forgetful.has_open_ways = true;
  sites_ask(&c->forgetful, 0, check, check.condition, &budget, &again);
  c->forgetful.has_open_ways = false;
  if (again.status == SITE_VIOLATED) {
    *result = again;
    return;
  }
  result->work = again.work;
  result->seconds = again.seconds;
}

/* Does it hang on what nobody follows, and not on a state? */
static bool is_open(const SiteResult *result) {
  return result->status == SITE_BOUNDED || result->cause == SITE_CAUSE_LOOP ||
         result->cause == SITE_CAUSE_ALIAS ||
         result->cause == SITE_CAUSE_BUDGET ||
         result->cause == SITE_CAUSE_RECURSION ||
         result->cause == SITE_CAUSE_FLOAT;
}

/* Why the fault is told whatever the way there hangs on: the function itself
 * shows that it may be, or it fails whenever it is reached. */
static SiteOpenly find_stance(Checker *c, uint32_t block,
                              const SiteResult *result) {
  EncCheck check = check_at(&c->forgetful, block);
  if (result->status != SITE_UNKNOWN && result->status != SITE_BOUNDED)
    return OPENLY_NOT;
  if (sites_is_guess(&c->forgetful, check)) return OPENLY_SUPPOSED;
  if (!is_open(result)) return OPENLY_NOT;
  SiteOpenly unlooked = sites_never_looked_at(&c->forgetful, check);
  if (unlooked) return unlooked;
  if (sites_is_doubted(&c->forgetful, check)) return OPENLY_GUESSED;
  if (c->extra >= EXTRA_OF_FUNCTION) return OPENLY_NOT;
  Budget budget = extra_budget(c, EARLY_WORK);
  uint64_t before = budget.ticks;
  bool is_sure = sites_always_fails(&c->forgetful, 0, check, &budget);
  c->extra += budget.ticks - before;
  return is_sure ? OPENLY_TOLD : OPENLY_NOT;
}

/* What the first question about a check may take: the more was in vain before,
 * the less.  0: no limit but the usual. */
static uint64_t first_work(const Checker *c, bool is_use) {
  uint64_t work = c->vain > VAIN_MOST     ? LAST_WORK
                  : c->vain > HASTY_AFTER ? HASTY_WORK
                                          : 0;
  uint64_t life = LIFE_MARGIN * c->life_answer;
  if (life < LIFE_WORK) life = LIFE_WORK;
  bool is_less = c->vain > SHORT_AFTER && is_use && (!work || life < work);
  return is_less ? life : work;
}

static void ask_size(Checker *c, EncCheck check, SiteResult *result) {
  Budget little =
      extra_budget(c, c->sizes_vain > SIZE_AFTER ? SIZE_WORK_THEN : SIZE_WORK);
  sites_ask(&c->forgetful, 0, check, check.condition, &little, result);
  if (result->status == SITE_UNKNOWN) c->sizes_vain += result->work;
}

static void ask_forgetful(Checker *c, EncCheck check, SiteResult *result) {
  Session *session = &c->forgetful;
  if (is_about_size(session, check)) {
    ask_size(c, check, result);
    return;
  }
  bool is_use = is_about_use(session, check);
  uint64_t work = first_work(c, is_use);
  Budget little = {0};
  if (work) little = extra_budget(c, work);
  sites_ask(session, 0, check, check.condition, work ? &little : c->budget,
            result);
  if (is_use && result->status == SITE_PROVED && result->work > c->life_answer)
    c->life_answer = result->work;
  if (result->status == SITE_UNKNOWN) c->vain += result->work;
  if (c->vain > SHORT_AFTER)
    sites_hurry(session, c->vain > VAIN_MOST     ? 1
                         : c->vain > HASTY_AFTER ? HASTY_PATIENCE
                                                 : SHORT_PATIENCE);
}

/* What depends on a loop may be settled by what its rounds keep. */
static void ask_learnt(Checker *c, EncCheck check, SiteResult *result) {
  Session *session = &c->forgetful;
  uint64_t vain = 0;
  SiteResult again = *result;
  while (again.status == SITE_UNKNOWN && again.cause == SITE_CAUSE_LOOP &&
         c->learning + vain < LEARN_IN_VAIN) {
    Budget budget = extra_budget(c, LEARN_WORK);
    uint64_t before = budget.ticks;
    bool has_learnt = sites_learn(session, &budget);
    again.work += budget.ticks - before;
    if (has_learnt) {
      Budget more = extra_budget(c, LEARN_WORK);
      sites_ask(session, 0, check, check.condition, &more, &again);
    }
    vain = again.work - result->work;
    if (!has_learnt) break;
  }
  if (again.status == SITE_UNKNOWN) {
    c->learning += vain;
    result->work = again.work;
    result->seconds = again.seconds;
    result->stats = again.stats;
  } else {
    *result = again;
  }
}

static SiteResult check_block(Checker *c, uint32_t error, uint32_t block) {
  assert(error < c->sites->program->errors.n);
  EncCheck check = check_at(&c->forgetful, block);
  Session *last = &c->forgetful;
  SiteResult result = {
      .func = c->func, .root = c->func, .error = error, .presumes = ""};
  ask_forgetful(c, check, &result);
  bool is_told = last->openly != OPENLY_NOT;
  ask_learnt(c, check, &result);
  bool is_loop =
      result.status == SITE_UNKNOWN && result.cause == SITE_CAUSE_LOOP;
  for (EarlyKind kind = EARLY_FIRST;
       is_loop && kind <= EARLY_UNROLLED && result.status == SITE_UNKNOWN;
       kind++) {
    if (!may_ask_early(c, kind)) continue;
    Session *found = ask_early(c, kind, block, &result);
    if (!found) continue;
    last = found;
    check = c->early_check;
    fails_always(c, block, &result);
  }
  c->forgetful.stance = is_told ? OPENLY_NOT : find_stance(c, block, &result);
  if ((is_told || c->forgetful.stance) &&
      (result.status == SITE_UNKNOWN || result.status == SITE_BOUNDED)) {
    last = &c->forgetful;
    ask_openly(c, check_at(last, block), &result);
  }
  c->forgetful.stance = OPENLY_NOT;
  presume(c, last, check, block, &result);
  presume_lives(c, block, &result);
  presume_data(c, check, block, &result);
  return result;
}

typedef struct ErrorBlock {
  uint32_t error;
  uint32_t block;
} ErrorBlock;

static int by_error(const void *a, const void *b) {
  const ErrorBlock *x = a, *y = b;
  if (x->error != y->error) return x->error < y->error ? -1 : 1;
  return x->block < y->block ? -1 : x->block > y->block;
}

static ErrorBlock *error_blocks(Sites *s, const Function *f, uint32_t n) {
  assert(f->state == FUNC_DEFINED);
  ErrorBlock *list = ARENA_ARRAY(&s->arena, ErrorBlock, n + 1);
  uint32_t k = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_ERROR) list[k++] = (ErrorBlock){(uint32_t)end->imm, b};
  }
  require(k == n);
  if (n) qsort(list, n, sizeof *list, by_error);
  return list;
}

static void forget_last(Sites *s) {
  arena_done(&s->arena);
  arena_init(&s->arena, s->mem);
}

/* Anything in any of the bodies may be told. */
static void tell_of_all(Sites *s) {
  for (uint32_t i = 0; i < s->uses.n; i++)
    s->uses.at[i].how |= SITE_USED_LAYOUT;
}

static void forget_uses(Sites *s) {
  s->tells_of_all = false;
  for (uint32_t i = 0; i < s->uses.n; i++) s->use_of[s->uses.at[i].func.id] = 0;
  VEC_CLEAR(&s->uses);
}

void sites_check(Sites *s, FuncId func, uint32_t first, Budget *budget,
                 SiteSink *sink, void *context) {
  require(sink != NULL);
  uint32_t n = sites_count(s, func);
  forget_last(s);
  forget_uses(s);
  sites_use(s, func, SITE_USED_BODY | SITE_USED_ENTRY | SITE_USED_LAYOUT);
  if (first >= n) return;
  ErrorBlock *list = error_blocks(s, prog_func(s->program, func), n);
  Checker c = {.sites = s, .func = func, .budget = budget};
  sites_open(&c.forgetful, s, func, ENC_LOOPS_FORGET, ENC_LIVES_ASKED);
  callers_init(&c.callers, s);
  for (uint32_t i = first; i < n; i++) {
    SiteResult result = check_block(&c, list[i].error, list[i].block);
    if (*result.presumes) sites_tell_of(s, (FuncId){0}); /* of parameters */
    sink(context, &result);
  }
  callers_done(&c.callers);
  sites_close(&c.forgetful);
  if (c.presuming.exec) sites_close(&c.presuming);
  for (EarlyKind kind = EARLY_FIRST; kind <= EARLY_UNROLLED; kind++)
    if (c.early[kind].exec) sites_close(&c.early[kind]);
  if (c.trusting.exec) sites_close(&c.trusting);
  if (s->tells_of_all) tell_of_all(s);
}
