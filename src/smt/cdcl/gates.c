/* SPDX-License-Identifier: MIT
 *
 * Questions about a circuit, answered by justification.
 *
 * Problem.  A question about one output of a large circuit that can be
 * satisfied at all is mostly satisfied by a few of its gates: of an "or" by one
 * input, of a multiplexer by the side that is chosen.  A solver that sees only
 * clauses cannot tell when it is done, and assigns every variable.
 *
 * Idea [KGP01].  A gate whose output has a value is justified if the
 * values of its inputs imply it.  Only gates that are not are decided on, in
 * the order in which their outputs got values; when none is left, all that has
 * no value is "don't care": the rest of the model is had by evaluating the
 * circuit.  Assigned outputs agree with that, since they are justified.
 *
 * Of several ways to justify a gate the cheapest is taken, by what it would
 * take at least if no input had a value and nothing met again [Gol79]: counted
 * once, when the gate is made.
 *
 * Gates are not clauses here.  A gate is a record of 40 bytes, and a table made
 * from its truth table says for each combination of values (true, false, none)
 * of output and inputs what follows: a value and the least set of pins that
 * imply it, a contradiction, or that a decision is needed.  A full adder's sum
 * would be eight clauses and 32 watches.  What is learnt from conflicts are
 * clauses, as ever.
 *
 * A gate is asleep until its output gets a value, in each question anew: what
 * the question does not ask for is not even propagated to.  So less is implied
 * than could be; what is implied stands, so refutations stand; and a gate that
 * sleeps has no value that could be wrong.
 *
 * Standing facts.  Much is asserted for good: what is known of the inputs, most
 * of which this question has nothing to do with.  They are not justified by
 * decisions.  When all else is, the circuit is evaluated, open inputs having
 * the value they had last; only standing gates which that value does not suit
 * are owed a justification, and the search goes on.  As a rule the last model
 * suits.
 *
 * Definitions.  An input may be defined later as equal to a literal that is
 * made of newer gates: then it is the output of a gate that copies, unless that
 * would close a cycle, which is looked for.
 *
 * Invariants: a gate whose output has a value and was propagated is awake, is
 * in the lists of uses of its inputs, and nothing more follows from its table;
 * in between, levels are those of the trail, also where a value would have
 * followed earlier.  Cost: each visit of a gate is one look into the table. */
#include "smt/cdcl/cdcl_int.h"

/* ---- the tables ---- */

/* Which of the 16 total assignments (bit: pins as a number, output lowest) have
 * this value of this pin. */
static uint32_t with_pin(uint32_t pin, bool value) {
  static const uint32_t is_set[CDCL_PINS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
  return value ? is_set[pin] : is_set[pin] ^ 0xffff;
}

/* Those that the truth table (bit: inputs as a number) allows. */
static uint32_t allowed_by(uint32_t truth_table) {
  uint32_t set = 0;
  for (uint32_t a = 0; a < 16; a++)
    if ((truth_table >> (a >> 1) & 1) == (a & 1)) set |= 1u << a;
  return set;
}

/* What is left of a set when the pins of the mask have their values: -1, 0 (not
 * assigned), 1. */
static uint32_t restrict_to(uint32_t set, const int8_t values[CDCL_PINS],
                            uint32_t mask) {
  for (uint32_t pin = 0; pin < CDCL_PINS; pin++)
    if (mask >> pin & 1 && values[pin]) set &= with_pin(pin, values[pin] > 0);
  return set;
}

static uint32_t n_pins(uint32_t mask) {
  return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1);
}

/* The least set of pins whose values leave nothing of the set. */
static uint32_t least_reason(uint32_t set, const int8_t values[CDCL_PINS]) {
  uint32_t best = 15;
  assert(!restrict_to(set, values, best));
  for (uint32_t mask = 0; mask < 16; mask++) {
    bool is_assigned = true;
    for (uint32_t pin = 0; pin < CDCL_PINS; pin++)
      is_assigned &= !(mask >> pin & 1) || values[pin];
    if (is_assigned && !restrict_to(set, values, mask) &&
        (best == 15 || n_pins(mask) < n_pins(best)))
      best = mask;
  }
  return best;
}

static CdclRule rule_for(uint32_t allowed, const int8_t values[CDCL_PINS]) {
  if (!restrict_to(allowed, values, 15))
    return (CdclRule){.kind = CDCL_RULE_CONFLICT,
                      .because = (uint8_t)least_reason(allowed, values)};
  for (uint32_t pin = 0; pin < CDCL_PINS; pin++)
    for (uint32_t value = 0; value < 2 && !values[pin]; value++) {
      uint32_t otherwise = allowed & with_pin(pin, !value);
      if (!restrict_to(otherwise, values, 15))
        return (CdclRule){.kind = CDCL_RULE_IMPLIES,
                          .pin = (uint8_t)pin,
                          .value = (uint8_t)value,
                          .because = (uint8_t)least_reason(otherwise, values)};
    }
  bool is_justified =
      !values[0] ||
      !restrict_to(allowed & with_pin(0, values[0] < 0), values, 14);
  return (CdclRule){.kind =
                        is_justified ? CDCL_RULE_NOTHING : CDCL_RULE_DECIDE};
}

static uint32_t index_of(const int8_t values[CDCL_PINS]) {
  return (uint32_t)(values[0] + 3 * values[1] + 9 * values[2] + 27 * values[3] +
                    CDCL_COMBINATIONS / 2);
}

static void make_rules(CdclRules *rules, uint32_t truth_table) {
  uint32_t allowed = allowed_by(truth_table);
  for (uint32_t i = 0; i < CDCL_COMBINATIONS; i++) {
    int8_t values[CDCL_PINS] = {(int8_t)(i % 3 - 1), (int8_t)(i / 3 % 3 - 1),
                                (int8_t)(i / 9 % 3 - 1), (int8_t)(i / 27 - 1)};
    for (uint32_t pin = 0; pin < CDCL_PINS; pin++) assert(values[pin] >= -1);
    rules->at[index_of(values)] = rule_for(allowed, values);
  }
}

/* Do these inputs make the output so, whatever the others are? */
static bool is_way(uint32_t truth_table, CdclWay way, bool value) {
  for (uint32_t in = 0; in < 8; in++)
    if ((in & way.care) == way.ones && (truth_table >> in & 1) != value)
      return false;
  return true;
}

static void make_ways(CdclRules *rules, bool value) {
  for (uint32_t care = 0; care < 8; care++)
    for (uint32_t ones = 0; ones < 8; ones++) {
      CdclWay way = {(uint8_t)care, (uint8_t)ones};
      if (ones & ~care || !is_way(rules->truth_table, way, value)) continue;
      bool is_least = true;
      for (uint32_t bit = 1; bit < 8; bit *= 2) {
        CdclWay less = {(uint8_t)(care & ~bit), (uint8_t)(ones & ~bit)};
        is_least &= !(care & bit) || !is_way(rules->truth_table, less, value);
      }
      if (is_least && rules->n_ways[value] < CDCL_MOST_WAYS)
        rules->ways[value][rules->n_ways[value]++] = way;
    }
}

/* The number of the rules of a truth table. */
static uint32_t rules_of(Cdcl *c, uint8_t truth_table) {
  for (uint32_t i = 0; i < c->rules.n; i++)
    if (c->rules.at[i].truth_table == truth_table) return i;
  VEC_PUSH(c->mem, &c->rules, ((CdclRules){.truth_table = truth_table}));
  make_rules(&VEC_LAST(&c->rules), truth_table);
  for (uint32_t value = 0; value < 2; value++)
    make_ways(&VEC_LAST(&c->rules), value);
  return c->rules.n - 1;
}

/* ---- gates and what follows from them ---- */

static void values_at(const Cdcl *c, const CdclGate *g, int8_t out[CDCL_PINS]) {
  for (uint32_t pin = 0; pin < CDCL_PINS; pin++)
    out[pin] = c->values.at[g->pins[pin]];
}

static CdclRule rule_at(const Cdcl *c, const CdclGate *g) {
  int8_t values[CDCL_PINS];
  values_at(c, g, values);
  return c->rules.at[g->rules].at[index_of(values)];
}

/* From now on it is looked at when a pin gets a value. */
static void wake(Cdcl *c, uint32_t gate) {
  CdclGate *g = &c->gates.at[gate];
  for (uint32_t pin = 1; pin < CDCL_PINS && !g->awake; pin++) {
    uint32_t *uses = &c->uses.at[g->pins[pin] >> 1];
    g->next[pin - 1] = *uses;
    *uses = gate * CDCL_PINS + pin;
  }
  g->awake = c->question;
}

/* Gives the pins that contradict each other, or CDCL_NONE. */
static uint32_t visit(Cdcl *c, uint32_t gate) {
  const CdclGate *g = &c->gates.at[gate];
  c->steps++;
  for (;;) {
    CdclRule rule = rule_at(c, g);
    if (rule.kind == CDCL_RULE_NOTHING || rule.kind == CDCL_RULE_DECIDE)
      return CDCL_NONE;
    uint32_t because = CDCL_GATE | gate << CDCL_PINS | rule.because;
    if (rule.kind == CDCL_RULE_CONFLICT) return because;
    cdcl_assign(c, g->pins[rule.pin] ^ !rule.value, because);
  }
}

uint32_t cdcl_visit_gates(Cdcl *c, uint32_t var) {
  uint32_t own = c->gate_of.at[var];
  if (own) {
    if (c->gates.at[own].awake != c->question) wake(c, own);
    uint32_t conflict = visit(c, own);
    if (conflict != CDCL_NONE) return conflict;
  }
  for (uint32_t use = c->uses.at[var]; use;) {
    uint32_t gate = use / CDCL_PINS;
    const CdclGate *g = &c->gates.at[gate];
    use = g->next[use % CDCL_PINS - 1];
    if (g->awake != c->question && !c->values.at[g->pins[0]]) {
      c->steps++;
      continue;
    }
    uint32_t conflict = visit(c, gate);
    if (conflict != CDCL_NONE) return conflict;
  }
  return CDCL_NONE;
}

uint32_t cdcl_gate_reason(const Cdcl *c, uint32_t reason,
                          uint32_t out[CDCL_PINS]) {
  assert(reason != CDCL_NONE && reason & CDCL_GATE);
  uint32_t n = 0;
  const CdclGate *g = &c->gates.at[(reason & ~CDCL_GATE) >> CDCL_PINS];
  for (uint32_t pin = 0; pin < CDCL_PINS; pin++) {
    if (!(reason >> pin & 1)) continue;
    assert(c->values.at[g->pins[pin]]);
    out[n++] = g->pins[pin] ^ (c->values.at[g->pins[pin]] > 0);
  }
  return n;
}

static uint32_t pin_of(const Cdcl *c, int literal) {
  require(cdcl_literal(literal) < c->values.n);
  return cdcl_literal(literal);
}

/* ---- costs ---- */

enum { COST_MOST = 1 << 28 };

/* The literal that the way wants of a pin, or 0. */
static uint32_t wanted(const CdclGate *g, CdclWay way, uint32_t pin) {
  if (!(way.care >> (pin - 1) & 1)) return 0;
  return g->pins[pin] ^ !(way.ones >> (pin - 1) & 1);
}

/* What it costs to go on the way, so much at most. */
static uint32_t cost_of(const Cdcl *c, const CdclGate *g, CdclWay way) {
  uint32_t sum = 0;
  for (uint32_t pin = 1; pin < CDCL_PINS; pin++) {
    uint32_t literal = wanted(g, way, pin);
    if (!literal || c->values.at[literal] > 0) continue;
    if (c->values.at[literal] < 0) return UINT32_MAX;
    sum += c->costs.at[literal];
  }
  return sum < COST_MOST ? sum : COST_MOST;
}

static void set_costs(Cdcl *c, const CdclGate *g) {
  const CdclRules *rules = &c->rules.at[g->rules];
  for (uint32_t value = 0; value < 2; value++) {
    uint32_t least = COST_MOST;
    for (uint32_t i = 0; i < rules->n_ways[value]; i++) {
      uint32_t cost = cost_of(c, g, rules->ways[value][i]);
      if (cost < least) least = cost;
    }
    c->costs.at[g->pins[0] ^ !value] = least + (least < COST_MOST);
  }
}

void cdcl_justify(Cdcl *c) {
  require(!c->is_justifying && c->vars.n == 1);
  c->is_justifying = true;
  VEC_PUSH(c->mem, &c->gates, (CdclGate){0});
  c->question = 1;
}

void cdcl_gate(Cdcl *c, uint8_t truth_table, int out, const int in[3]) {
  require(c->is_justifying && out > 0 && (uint32_t)out < c->vars.n);
  require(!c->gate_of.at[out]);
  require(c->gates.n < 1u << (31 - CDCL_PINS));
  cdcl_restart(c);
  CdclGate g = {.pins = {pin_of(c, out), pin_of(c, in[0]), pin_of(c, in[1]),
                         pin_of(c, in[2])},
                .rules = rules_of(c, truth_table)};
  uint32_t gate = c->gates.n;
  VEC_PUSH(c->mem, &c->gates, g);
  c->gate_of.at[out] = gate;
  set_costs(c, &g);
  if (!c->values.at[g.pins[0]]) return;
  VEC_PUSH(c->mem, &c->standing, gate);
  wake(c, gate);
  if (visit(c, gate) != CDCL_NONE) c->is_contradiction = true;
}

/* ---- the values of a model ---- */

/* In `model`: the number of the evaluation, and this. */
enum { MODEL_FALSE, MODEL_TRUE, MODEL_STATES };

static bool is_evaluated(const Cdcl *c, uint32_t var) {
  return c->model.at[var] / MODEL_STATES == c->evaluation;
}

static void set_model(Cdcl *c, uint32_t var, bool value) {
  c->model.at[var] =
      c->evaluation * MODEL_STATES + (value ? MODEL_TRUE : MODEL_FALSE);
}

static void begin_evaluation(Cdcl *c) {
  require(c->evaluation < UINT32_MAX / MODEL_STATES - 1);
  c->evaluation++;
}

/* 0: not evaluated. */
static int8_t model_of(const Cdcl *c, uint32_t literal) {
  if (!is_evaluated(c, literal >> 1)) return 0;
  uint32_t is_true = c->model.at[literal >> 1] % MODEL_STATES;
  return is_true != (literal & 1) ? 1 : -1;
}

/* A variable that needs no gate for its value. */
static bool evaluate_leaf(Cdcl *c, uint32_t var) {
  int8_t value = c->values.at[var * 2];
  if (!value && c->gate_of.at[var]) return false;
  set_model(c, var, value ? value > 0 : c->vars.at[var].flags & CDCL_PHASE);
  return true;
}

/* What the inputs make of the gate: -1 or 1, if those that are evaluated
 * suffice; else 0, and the first that is not. */
static int8_t output_of(const Cdcl *c, const CdclGate *g, uint32_t *missing) {
  int8_t values[CDCL_PINS] = {0};
  *missing = 0;
  for (uint32_t pin = CDCL_PINS; pin-- > 1;) {
    values[pin] = model_of(c, g->pins[pin]);
    if (!values[pin] && g->pins[pin]) *missing = g->pins[pin] >> 1;
  }
  CdclRule rule = c->rules.at[g->rules].at[index_of(values)];
  if (rule.kind != CDCL_RULE_IMPLIES) return 0;
  assert(rule.pin == 0);
  return rule.value ? 1 : -1;
}

/* The value of the literal in the model: inputs one after the other, until they
 * suffice. */
static bool evaluate(Cdcl *c, uint32_t literal) {
  VEC_CLEAR(&c->stack);
  VEC_PUSH(c->mem, &c->stack, literal >> 1);
  while (c->stack.n) {
    uint32_t top = VEC_LAST(&c->stack), missing;
    assert(c->stack.n <= c->vars.n); /* no circles */
    if (is_evaluated(c, top) || evaluate_leaf(c, top)) {
      c->stack.n--;
      continue;
    }
    c->steps++;
    const CdclGate *g = &c->gates.at[c->gate_of.at[top]];
    int8_t value = output_of(c, g, &missing);
    if (value) {
      set_model(c, top, value > 0);
      c->stack.n--;
    } else {
      VEC_PUSH(c->mem, &c->stack, missing);
    }
  }
  return model_of(c, literal) > 0;
}

/* The same for the output of a gate that has a value. */
static bool evaluate_gate(Cdcl *c, const CdclGate *g) {
  for (;;) {
    uint32_t missing;
    int8_t value = output_of(c, g, &missing);
    if (value) return value > 0;
    (void)evaluate(c, missing * 2);
  }
}

/* Does a literal depend on one of the variables?  Values that hold for good
 * depend on nothing. */
static bool depends(Cdcl *c, const int *on, const int *literals, uint32_t n) {
  begin_evaluation(c);
  for (uint32_t i = 0; i < n; i++) set_model(c, (uint32_t)on[i], true);
  VEC_CLEAR(&c->stack);
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(c->mem, &c->stack, pin_of(c, literals[i]) >> 1);
  while (c->stack.n) {
    uint32_t var = VEC_POP(&c->stack), gate = c->gate_of.at[var];
    if (is_evaluated(c, var)) {
      if (model_of(c, var * 2) > 0) return true;
      continue;
    }
    set_model(c, var, false);
    if (!gate || c->values.at[var * 2]) continue;
    for (uint32_t pin = 1; pin < CDCL_PINS && c->gates.at[gate].pins[pin];
         pin++)
      VEC_PUSH(c->mem, &c->stack, c->gates.at[gate].pins[pin] >> 1);
  }
  return false;
}

bool cdcl_define(Cdcl *c, const int *out, const int *in, uint32_t n) {
  cdcl_restart(c);
  for (uint32_t i = 0; i < n; i++) {
    require(out[i] > 0 && (uint32_t)out[i] < c->vars.n);
    if (c->gate_of.at[out[i]]) return false;
  }
  if (depends(c, out, in, n)) return false;
  for (uint32_t i = 0; i < n; i++)
    cdcl_gate(c, CDCL_COPY, out[i], (int[3]){in[i], 0, 0});
  return true;
}

void cdcl_set_phase(Cdcl *c, int var, bool value) {
  CdclVar *v = &c->vars.at[pin_of(c, var) >> 1];
  v->flags = value ? v->flags | CDCL_PHASE : v->flags & ~(uint32_t)CDCL_PHASE;
}

void cdcl_begin_model(Cdcl *c) {
  cdcl_restart(c);
  begin_evaluation(c);
}

bool cdcl_model(Cdcl *c, int literal) {
  return evaluate(c, pin_of(c, literal));
}

/* ---- what to decide ---- */

void cdcl_begin_justification(Cdcl *c) {
  assert(cdcl_level(c) == 0 && c->question < UINT32_MAX);
  c->question++;
  VEC_CLEAR(&c->owed);
  for (; c->stood < c->trail.n; c->stood++) {
    uint32_t gate = c->gate_of.at[c->trail.at[c->stood] >> 1];
    if (gate) VEC_PUSH(c->mem, &c->standing, gate);
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->standing.n; i++)
    if (rule_at(c, &c->gates.at[c->standing.at[i]]).kind == CDCL_RULE_DECIDE)
      c->standing.at[kept++] = c->standing.at[i];
  c->standing.n = kept;
  c->justified = c->trail.n;
}

/* An open input as the cheapest way to justify the gate wants it. */
static uint32_t choose(const Cdcl *c, const CdclGate *g) {
  const CdclRules *rules = &c->rules.at[g->rules];
  bool value = c->values.at[g->pins[0]] > 0;
  uint32_t least = UINT32_MAX, chosen = 0;
  for (uint32_t i = 0; i < rules->n_ways[value]; i++) {
    CdclWay way = rules->ways[value][i];
    uint32_t cost = cost_of(c, g, way);
    if (cost >= least) continue;
    least = cost;
    for (uint32_t pin = 1; pin < CDCL_PINS; pin++) {
      uint32_t literal = wanted(g, way, pin);
      if (literal && !c->values.at[literal]) {
        chosen = literal;
        break;
      }
    }
  }
  assert(chosen);
  return chosen;
}

/* Standing gates that the evaluated circuit does not suit are owed. */
static bool find_owed(Cdcl *c) {
  uint32_t before = c->owed.n;
  begin_evaluation(c);
  for (uint32_t i = 0; i < c->standing.n; i++) {
    uint32_t gate = c->standing.at[i];
    const CdclGate *g = &c->gates.at[gate];
    if (evaluate_gate(c, g) != (c->values.at[g->pins[0]] > 0))
      VEC_PUSH(c->mem, &c->owed, gate);
  }
  c->steps += c->standing.n;
  return c->owed.n > before;
}

uint32_t cdcl_choose(Cdcl *c) {
  for (; c->justified < c->trail.n; c->justified++) {
    uint32_t gate = c->gate_of.at[c->trail.at[c->justified] >> 1];
    c->steps++;
    if (gate && rule_at(c, &c->gates.at[gate]).kind == CDCL_RULE_DECIDE)
      return choose(c, &c->gates.at[gate]);
  }
  do {
    for (uint32_t i = 0; i < c->owed.n; i++) {
      const CdclGate *g = &c->gates.at[c->owed.at[i]];
      if (rule_at(c, g).kind == CDCL_RULE_DECIDE) return choose(c, g);
    }
  } while (find_owed(c));
  return 0;
}
