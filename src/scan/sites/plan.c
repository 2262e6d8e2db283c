/* SPDX-License-Identifier: MIT
 *
 * From the model of a violation to a replay plan.
 *
 * Problem.  The engine's values are values of formulas.  To run the function we
 * need parameters, memory at entry, and answers for what is asked on the way.
 * Numbers can be taken as they are; addresses cannot: the solver chose them,
 * the machine has its own.
 *
 * Idea.  Lay memory out anew and ask again.  Each pointer of unknown origin
 * that the violation rests on (or through which a cell of memory is reached
 * that it rests on) gets a block of its own, each object a place of its own;
 * these addresses are added to the formula.  The answer is then a model in
 * which all other values fit the layout, and the number of an address shows
 * where it leads.  New pointers may come in, so this is repeated.  If there is
 * no such model (two pointers must be equal, or a fixed distance apart), there
 * is no plan; and if the program relates no pointers, the violation needs
 * them to overlap, and is not believed.
 *
 * What the violation does not rest on gets zero, and a pointer parameter a
 * block.
 *
 * The plan is lines of text (scan/replay_plan.c reads them):
 *
 *   call FUNCTION
 *   blocks N
 *   arg VALUE                     for each parameter
 *   store BYTES VALUE VALUE       where, what; memory at entry
 *   value BYTES VALUE CHAIN       what an instruction is answered
 *   piece OFFSET BYTES VALUE CHAIN   a part of the fresh memory it asks for
 *   leaves                        what the finding is about is handed to who
 *                                 is not run
 *   inside                        the access stays in its object
 *   cannot REASON                 instead of all the others
 *
 * VALUE: "=HEX" a number, "bN+HEX" in a block, "gNAME+HEX" in a global,
 * "fNAME" a function.  CHAIN: "FUNCTION:SITE,..." the calls from the function
 * called on, then the instruction; sites count from the first of their
 * function.  */
#include "replay/bitcode/bitcode.h"
#include "pass/objects/objects.h"
#include "scan/sites/sites_int.h"

enum { ROUNDS_MOST = 12, BLOCKS_MOST = 200, OBJECTS_MOST = 400 };

typedef struct Laid { /* a variable with its address */
  Term var;
  uint64_t address;
} Laid;

typedef struct Layout {
  Session *session;
  Term formula;
  Map seen; /* node -> 1: has been looked at */
  Vec(Laid) blocks;
  Vec(Laid) objects;
  TermList vars; /* everything that has a value in the plan */
  const char *problem;
  bool is_impossible; /* nobody knows such a layout */
  Text *out;
} Layout;

/* ---- addresses ---- */

static uint64_t block_address(const Layout *l, uint32_t number) {
  assert(number <= BLOCKS_MOST);
  bool large = l->session->sites->program->pointer_bits == 64;
  return large ? ((uint64_t)1 << 45) + ((uint64_t)number << 32)
               : 0x40000000u + ((uint64_t)number << 20);
}

static uint64_t object_address(const Layout *l, uint32_t number) {
  assert(number <= OBJECTS_MOST);
  bool large = l->session->sites->program->pointer_bits == 64;
  return large ? ((uint64_t)1 << 44) + ((uint64_t)number << 32)
               : 0x8000000u + ((uint64_t)number << 20);
}

static uint64_t value_of(const Layout *l, Term t) {
  return struct_value(l->session->engine, t).bits;
}

static bool is_number(const Layout *l, Term t) {
  Sort sort = term_sort(l->session->store, t);
  return sort_kind(sort) == SORT_BV && sort_width(sort) <= 64;
}

static void fix(Layout *l, Term var, uint64_t value) {
  assert(is_number(l, var));
  TermStore *store = l->session->store;
  Term same =
      term_eq(store, var, term_u64(store, value, term_width(store, var)));
  l->formula = term_and(store, l->formula, same);
}

static void lay_object(Layout *l, Term var) {
  assert(term_is_var(l->session->store, var));
  uint64_t address = object_address(l, l->objects.n);
  if (l->objects.n == OBJECTS_MOST) l->problem = "too many objects";
  VEC_PUSH(l->session->sites->mem, &l->objects, ((Laid){var, address}));
  fix(l, var, address);
}

typedef enum Role { ROLE_RESTS, ROLE_ADDRESS } Role;

/* A pointer through which memory is reached has a block whatever its value in
 * the model, which need not speak of it. */
static void lay_pointer(Layout *l, Term var, Role role) {
  assert(term_is_var(l->session->store, var));
  if (value_of(l, var) == 0 && role == ROLE_RESTS) {
    fix(l, var, 0);
    return;
  }
  uint64_t address = block_address(l, l->blocks.n);
  if (l->blocks.n == BLOCKS_MOST) l->problem = "too many pointers";
  VEC_PUSH(l->session->sites->mem, &l->blocks, ((Laid){var, address}));
  fix(l, var, address + FE_DRIVER_BYTES / 2);
}

/* ---- which variables ---- */

static bool is_value_of_inst(const Layout *l, const EncLeaf *leaf) {
  Term value = enc_exec_value(l->session->exec, leaf->activation, leaf->inst);
  return value.id && term_same(value, leaf->var);
}

static bool is_memory(const Layout *l, const EncLeaf *leaf) {
  switch (leaf->kind) {
  case ENC_LEAF_CONTEXT: return true;
  case ENC_LEAF_INPUT:
  case ENC_LEAF_UNINIT:
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT: return !is_value_of_inst(l, leaf);
  case ENC_LEAF_PARAM:
  case ENC_LEAF_OBJECT:
  case ENC_LEAF_RESULT:
  case ENC_LEAF_RETURNS:
  case ENC_LEAF_EFFECT:
  case ENC_LEAF_LOOP:
  case ENC_LEAF_LOST:
  case ENC_LEAF_OVERLAP:
  case ENC_LEAF_FLOAT:
  case ENC_LEAF_SIZE:
  case ENC_LEAF_UNSUPPORTED: return false;
  }
  unreachable_case();
}

/* One variable: what it needs is pushed on `todo`.  True: the formula has
 * changed. */
static bool look_at(Layout *l, Term var, Role role, TermList *todo) {
  assert(term_is_var(l->session->store, var));
  Mem *mem = term_store_mem(l->session->store);
  if (map_find(&l->seen, term_node(var))) return false;
  Term meaning = struct_meaning(l->session->engine, var);
  if (meaning.id) {
    map_put(&l->seen, term_node(var), 1);
    if (role == ROLE_ADDRESS) VEC_PUSH(mem, todo, meaning);
    return false;
  }
  const EncLeaf *leaf = enc_exec_leaf(l->session->exec, var);
  if (!leaf || leaf->kind == ENC_LEAF_OVERLAP || leaf->is_exact) return false;
  if (!is_number(l, var)) {
    l->problem = "a value is wider than 64 bits";
    return false;
  }
  map_put(&l->seen, term_node(var), 1);
  if (is_memory(l, leaf))
    VEC_PUSH(mem, todo, enc_exec_cell(l->session->exec, leaf).address);
  if (leaf->kind == ENC_LEAF_OBJECT) {
    lay_object(l, var);
    return true;
  }
  bool is_known = leaf->kind == ENC_LEAF_PARAM || is_memory(l, leaf) ||
                  is_value_of_inst(l, leaf);
  if (!is_known) {
    if (role == ROLE_ADDRESS) l->problem = "memory behind a call's result";
    return false;
  }
  VEC_PUSH(mem, &l->vars, var);
  if (leaf->is_pointer)
    lay_pointer(l, var, role);
  else if (role == ROLE_ADDRESS)
    fix(l, var, value_of(l, var));
  return leaf->is_pointer || role == ROLE_ADDRESS;
}

/* All variables of the terms; those of the support itself first. */
static bool look_at_all(Layout *l) {
  TermStore *store = l->session->store;
  Mem *mem = term_store_mem(store);
  const TermList *support = struct_support(l->session->engine);
  TermList todo = {0};
  bool changed = false;
  Map seen;
  map_init(&seen, mem);
  for (uint32_t i = 0; i < support->n && !l->problem; i++)
    changed |= look_at(l, support->at[i], ROLE_RESTS, &todo);
  while (todo.n && !l->problem) {
    Term t = term_positive(VEC_POP(&todo));
    if (map_find(&seen, t.id)) continue;
    map_put(&seen, t.id, 1);
    if (term_is_var(store, t)) changed |= look_at(l, t, ROLE_ADDRESS, &todo);
    for (uint32_t i = 0; i < term_n_children(store, t); i++)
      VEC_PUSH(mem, &todo, term_child(store, t, i));
  }
  map_done(&seen);
  VEC_DONE(mem, &todo);
  return changed;
}

/* Until nothing new comes in. */
static void lay_out(Layout *l, Budget *budget) {
  for (uint32_t round = 0; look_at_all(l) && !l->problem; round++) {
    StructAnswer answer = struct_check(l->session->engine, l->formula, budget);
    const EncLeaf *open = answer.status == STRUCT_UNKNOWN && answer.open.id
                              ? enc_exec_leaf(l->session->exec, answer.open)
                              : NULL;
    bool is_loop = open && open->kind == ENC_LEAF_LOOP;
    l->is_impossible = answer.status == STRUCT_IMPOSSIBLE || (open && !is_loop);
    if (l->is_impossible)
      l->problem = "pointers that belong together";
    else if (is_loop)
      l->problem = "where a loop ends is not known";
    else if (answer.status != STRUCT_POSSIBLE || round == ROUNDS_MOST)
      l->problem = "no values that fit were found";
  }
}

/* ---- printing ---- */

static const Laid *find_laid(const Laid *list, uint32_t n, uint64_t address,
                             uint64_t size) {
  assert(size > 0);
  for (uint32_t i = 0; i < n; i++)
    if (address - list[i].address < size) return &list[i];
  return NULL;
}

/* The object an address leads to; NULL: none. */
static const Laid *object_at(const Layout *l, uint64_t address) {
  return find_laid(l->objects.at, l->objects.n, address, (uint64_t)1 << 20);
}

static void put_object(Layout *l, const Laid *laid, uint64_t offset) {
  const Program *p = l->session->sites->program;
  EncObject object = enc_exec_object(l->session->exec, laid->var);
  if (object.global.id)
    text_printf(l->out, "g%s+%llx", prog_global(p, object.global)->name,
                (unsigned long long)offset);
  else if (object.func.id)
    text_printf(l->out, "f%s", prog_func(p, object.func)->name);
  else
    l->problem = "the address of an object that is made on the way";
}

/* A number or an address. */
static void put_value(Layout *l, uint64_t value) {
  const Laid *block =
      find_laid(l->blocks.at, l->blocks.n, value, FE_DRIVER_BYTES);
  const Laid *object = object_at(l, value);
  if (block)
    text_printf(l->out, "b%u+%llx", (uint32_t)(block - l->blocks.at),
                (unsigned long long)(value - block->address));
  else if (object)
    put_object(l, object, value - object->address);
  else
    text_printf(l->out, "=%llx", (unsigned long long)value);
}

/* What it is called in the code, whether its loops are unrolled or not. */
static const char *name_of(const Layout *l, FuncId func) {
  const Sites *s = l->session->sites;
  return prog_func(s->program, s->original[func.id])->name;
}

static void put_site(Layout *l, uint32_t activation, uint32_t inst) {
  assert(inst <
         prog_func(l->session->sites->program,
                   enc_exec_activation(l->session->exec, activation)->func)
             ->insts.n);
  const Program *p = l->session->sites->program;
  FuncId func = enc_exec_activation(l->session->exec, activation)->func;
  const Function *f = prog_func(p, func);
  uint32_t site = f->insts.at[inst].site;
  if (site < f->first_site || site - f->first_site >= f->n_sites)
    l->problem = "an input that is not in the code";
  text_printf(l->out, "%s:%u", name_of(l, func), site - f->first_site);
}

static void put_chain(Layout *l, uint32_t activation, uint32_t inst) {
  const EncExec *exec = l->session->exec;
  uint32_t path[64], n = 0;
  for (uint32_t at = activation; at != 0;
       at = enc_exec_activation(exec, at)->parent) {
    if (n == 64) l->problem = "calls too deep inside each other";
    if (n < 64) path[n++] = at;
  }
  for (; n > 0; n--) {
    const EncActivation *act = enc_exec_activation(exec, path[n - 1]);
    put_site(l, act->parent, act->call);
    text_char(l->out, ',');
  }
  put_site(l, activation, inst);
  text_char(l->out, '\n');
}

static void put_store(Layout *l, const EncLeaf *leaf) {
  assert(leaf->kind == ENC_LEAF_CONTEXT);
  EncCell cell = enc_exec_cell(l->session->exec, leaf);
  uint64_t address = value_of(l, cell.address);
  bool has_place =
      find_laid(l->blocks.at, l->blocks.n, address, FE_DRIVER_BYTES) ||
      object_at(l, address);
  if (!has_place) {
    l->problem = "memory at an address of its own";
    return;
  }
  text_printf(l->out, "store %u ", cell.bytes);
  put_value(l, address);
  text_char(l->out, ' ');
  put_value(l, value_of(l, leaf->var));
  text_char(l->out, '\n');
}

/* Fresh memory: of the object that the address lies in, or what HAVOC makes
 * anything. */
static void put_piece(Layout *l, const EncLeaf *leaf) {
  assert(is_memory(l, leaf));
  EncExec *exec = l->session->exec;
  EncCell cell = enc_exec_cell(exec, leaf);
  uint64_t address = value_of(l, cell.address), from;
  uint32_t activation = leaf->activation, inst = leaf->inst;
  if (leaf->kind == ENC_LEAF_UNINIT) {
    const Laid *laid = object_at(l, address);
    const EncLeaf *made = laid ? enc_exec_leaf(exec, laid->var) : NULL;
    if (!made || !made->inst) {
      l->problem = "fresh memory of an object that is not known";
      return;
    }
    from = laid->address;
    activation = made->activation;
    inst = made->inst;
  } else {
    const Program *p = l->session->sites->program;
    const Inst *havoc =
        &prog_func(p, enc_exec_activation(exec, activation)->func)
             ->insts.at[inst];
    if (leaf->kind != ENC_LEAF_INPUT || havoc->op != OP_HAVOC) {
      l->problem = "what a function without a body writes";
      return;
    }
    from = value_of(l, enc_exec_operand(exec, activation, havoc->ops[0]));
  }
  text_printf(l->out, "piece %llx %u =%llx ",
              (unsigned long long)(address - from), cell.bytes,
              (unsigned long long)value_of(l, leaf->var));
  if (leaf->is_pointer && value_of(l, leaf->var))
    l->problem = "a pointer in fresh memory";
  put_chain(l, activation, inst);
}

static void put_answer(Layout *l, const EncLeaf *leaf) {
  assert(is_value_of_inst(l, leaf));
  const Program *p = l->session->sites->program;
  const Function *f = prog_func(
      p, enc_exec_activation(l->session->exec, leaf->activation)->func);
  Op op = f->insts.at[leaf->inst].op;
  bool is_read = op == OP_CALL && leaf->kind == ENC_LEAF_EXTERN &&
                 prog_func(p, leaf->func)->state == FUNC_DEFINED;
  if (is_read && !leaf->is_pointer && value_of(l, leaf->var) == 0)
    return; /* so says an empty one */
  if (is_read)
    l->problem = leaf->is_pointer ? "a text from the environment"
                                  : "a number that a text decides";
  else if (leaf->kind == ENC_LEAF_INDIRECT)
    l->problem = "a call through a pointer";
  else if (op != OP_CALL && op != OP_NONDET)
    l->problem = "a volatile object";
  text_printf(l->out, "value %u ",
              (term_width(l->session->store, leaf->var) + 7) / 8);
  put_value(l, value_of(l, leaf->var));
  text_char(l->out, ' ');
  put_chain(l, leaf->activation, leaf->inst);
}

static void put_var(Layout *l, Term var) {
  const EncLeaf *leaf = enc_exec_leaf(l->session->exec, var);
  if (leaf->kind == ENC_LEAF_PARAM) return;
  if (leaf->kind == ENC_LEAF_CONTEXT)
    put_store(l, leaf);
  else if (is_memory(l, leaf))
    put_piece(l, leaf);
  else
    put_answer(l, leaf);
}

/* Parameters that nothing rests on: pointers get blocks of their own. */
static void put_args(Layout *l) {
  Session *session = l->session;
  const Program *p = session->sites->program;
  const Function *f = prog_func(p, session->func);
  uint32_t n_blocks = l->blocks.n;
  for (uint32_t i = 0; i < f->n_params; i++) {
    Term var = enc_exec_value(session->exec, 0, i + 1);
    const Type *type = prog_type(p, f->params[i]);
    text_add(l->out, "arg ");
    if (map_find(&l->seen, term_node(var)))
      put_value(l, value_of(l, var));
    else if (type->kind == TYPE_PTR)
      text_printf(l->out, "b%u+%x", n_blocks++, FE_DRIVER_BYTES / 2);
    else
      text_add(l->out, "=0");
    text_char(l->out, '\n');
    if (type->bits > 64) l->problem = "a parameter is wider than 64 bits";
  }
  text_printf(l->out, "blocks %u\n", n_blocks);
  if (f->arity == FUNC_VARIADIC) l->problem = "variable arguments";
}

static void put_plan(Layout *l) {
  assert(!l->problem);
  text_printf(l->out, "call %s\n", name_of(l, l->session->func));
  put_args(l);
  for (uint32_t i = 0; i < l->vars.n && !l->problem; i++)
    put_var(l, l->vars.at[i]);
}

/* ---- together ---- */

SiteRunnable sites_plan(Session *session, Term *formula, Budget *budget,
                        SiteResult *result) {
  require(term_is_bool(session->store, *formula));
  Sites *s = session->sites;
  Text text;
  text_init(&text, s->mem);
  Layout l = {.session = session, .formula = *formula, .out = &text};
  map_init(&l.seen, s->mem);
  lay_out(&l, budget);
  if (!l.problem) put_plan(&l);
  if (!l.problem) *formula = l.formula;
  SiteRunnable how =
      !l.problem ? SITE_RUNNABLE
      : l.is_impossible && !enc_exec_relates_pointers(session->exec)
          ? SITE_NEEDS_OVERLAP
          : SITE_NOT_RUNNABLE;
  if (l.problem) {
    text_clear(&text);
    text_printf(&text, "cannot %s\n", l.problem);
  }
  result->plan = arena_strdup(&s->arena, text_get(&text));
  map_done(&l.seen);
  VEC_DONE(s->mem, &l.blocks);
  VEC_DONE(s->mem, &l.objects);
  VEC_DONE(term_store_mem(session->store), &l.vars);
  text_done(&text);
  assert(how == SITE_RUNNABLE || strncmp(result->plan, "cannot ", 7) == 0);
  return how;
}

const char *sites_no_run(const Session *session, const ErrorSite *error) {
  require(error->property != NULL && error->message != NULL);
  if (strcmp(error->property, PASS_NULL_ARGUMENT) == 0)
    return "cannot it is the library that fails\n";
  if (strcmp(error->property, PASS_FREED_ARGUMENT) == 0)
    return "cannot " SITE_LEAVES_TREE "\n";
  if (strcmp(error->message, PASS_MAY_APPEND) == 0 ||
      sites_rests_on_length(session))
    return "cannot it depends on the length of a text\n";
  if (session->has_open_ways && session->openly == OPENLY_GUESSED)
    return "cannot it depends on what a loop leaves\n";
  if (strcmp(error->message, PASS_IN_PART) == 0)
    return "cannot " SITE_INSIDE "\n";
  if (strcmp(error->message, PASS_ROUND_ADD) == 0 ||
      strcmp(error->message, PASS_ROUND_MUL) == 0 ||
      strcmp(error->message, PASS_ROUND_SHL) == 0)
    return "cannot a run goes on behind unsigned arithmetic\n";
  if (strcmp(error->message, PASS_PRINTS) == 0)
    return "cannot a run does not follow what sprintf writes\n";
  return NULL;
}
