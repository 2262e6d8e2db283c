/* SPDX-License-Identifier: MIT
 *
 * Who looks at what a function returns.
 *
 * A function that can return NULL on paper (its last `return` behind a search
 * or a switch) may never do so in the states that the program has; then nobody
 * compares its result with NULL.  Where some callers do and one does not, that
 * one is suspect.  So: a NULL from a function of the program is believed if a
 * fair part of its calls looks for it, or if there are one or two calls only,
 * which tell nothing.
 *
 * A function without a body is the other way round: its NULL is believed if
 * most of its calls look for it, or if it is one of the C library's that are
 * documented to return NULL where something is missing or fails.
 *
 * In the same way a global pointer is believed to be NULL where a function does
 * not look, if most other reads of it do.  Who sets it or frees what it leads
 * to looks for reasons of its own (`if (!g) g = malloc(n)`, `if (g) free(g)`),
 * which say nothing about the time between.  So is a member of a struct.
 *
 * And who may be called by others than the program (SiteOptions.api): nothing
 * is known of these calls, so that parameters may be anything. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"

#include <ctype.h>

/* One call in FEW_TESTS looks: that is nobody.  FEW_CALLS say nothing. */
enum { FEW_TESTS = 8, FEW_CALLS = 2, PLACE_DEPTH = 4, LOOKS_DEPTH = 4 };

static bool is_null(const Program *p, Val v) {
  uint64_t number;
  return val_is_const(v) && prog_const_as_u64(p, v, &number) && number == 0;
}

/* The value that a branch of the program's own compares with NULL, or none. */
static Val tested_by(const Program *p, const Function *f, uint32_t block,
                     uint32_t k) {
  const Inst *end = prog_terminator(f, (BlockId){block});
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0]) ||
      prog_effects_is_guard(f, VEC_LAST(&f->blocks.at[block].insts)))
    return (Val){0};
  const Inst *test = &f->insts.at[val_index(end->ops[0])];
  if ((test->op != OP_EQ && test->op != OP_NE) || !is_null(p, test->ops[1 - k]))
    return (Val){0};
  return prog_address_root(f, test->ops[k]);
}

Val results_tested_in(const Program *p, const Function *f, uint32_t block,
                      uint32_t *side) {
  require(block < f->blocks.n);
  for (uint32_t k = 0; k < 2; k++) {
    Val v = tested_by(p, f, block, k);
    if (val_is_none(v)) continue;
    const Inst *end = prog_terminator(f, (BlockId){block});
    *side = f->insts.at[val_index(end->ops[0])].op == OP_EQ ? 0 : 1;
    return v;
  }
  return (Val){0};
}

/* Are they the same place, as it is written? */
static bool same_place(const Function *f, Val a, Val b, uint32_t depth) {
  if (val_same(a, b)) return true;
  if (!depth || !val_is_local(a) || !val_is_local(b)) return false;
  const Inst *x = &f->insts.at[val_index(a)], *y = &f->insts.at[val_index(b)];
  if (x->op != y->op || (x->op != OP_GEP && x->op != OP_LOAD) ||
      x->n_ops != y->n_ops || x->imm != y->imm || x->stride != y->stride)
    return false;
  for (uint32_t k = 0; k < x->n_ops; k++)
    if (!same_place(f, x->ops[k], y->ops[k], depth - 1)) return false;
  return true;
}

/* What is stored where the value is read. */
static void mark_stored(const Function *f, const Inst *load, uint8_t *tested) {
  assert(load->op == OP_LOAD);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == OP_STORE && val_is_local(inst->ops[0]) &&
          same_place(f, inst->ops[1], load->ops[0], PLACE_DEPTH))
        tested[val_index(inst->ops[0])] = 1;
    }
}

void results_find_tested(const Program *p, const Function *f, uint8_t *tested) {
  require(tested != NULL);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < 2; k++) {
      Val v = tested_by(p, f, b, k);
      if (!val_is_local(v)) continue;
      const Inst *inst = &f->insts.at[val_index(v)];
      if (inst->op == OP_LOAD && !tested[val_index(v)])
        mark_stored(f, inst, tested);
      tested[val_index(v)] = 1;
    }
  for (uint32_t i = 0; i < f->insts.n; i++)
    for (uint32_t k = 0;
         tested[i] && f->insts.at[i].op == OP_PHI && k < f->insts.at[i].n_ops;
         k++)
      if (val_is_local(f->insts.at[i].ops[k]))
        tested[val_index(f->insts.at[i].ops[k])] = 1;
}

/* Is it a store to a variable? */
static bool is_kept_locally(const Function *f, const Inst *inst) {
  if (inst->op != OP_STORE) return false;
  Val root = prog_address_root(f, inst->ops[1]);
  return val_is_local(root) && f->insts.at[val_index(root)].op == OP_ALLOCA;
}

/* Is the value only passed to calls, and kept for what checks ask? */
static bool is_only_passed(const Program *p, const Function *f, Val v) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      bool is_ours = inst->op == OP_VALID || inst->op == OP_DBG ||
                     (inst->op == OP_CALL && prog_callee(p, inst).id) ||
                     is_kept_locally(f, inst);
      for (uint32_t k = 0; !is_ours && k < inst->n_ops; k++)
        if (val_same(inst->ops[k], v)) return false;
    }
  return true;
}

void results_find_looks(const Program *p, const uint64_t *looks,
                        const Function *f, uint8_t *tested) {
  results_find_tested(p, f, tested);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *call = &f->insts.at[f->blocks.at[b].insts.at[i]];
      uint64_t mask = looks[prog_callee(p, call).id];
      for (uint32_t k = 1; mask && k < call->n_ops && k <= 64; k++)
        if (mask >> (k - 1) & 1 && val_is_local(call->ops[k]) &&
            is_only_passed(p, f, call->ops[k]))
          tested[val_index(call->ops[k])] = 1;
    }
}

/* Does the set of a function grow? */
static bool add_looks(const Program *p, uint64_t *looks, uint32_t func) {
  const Function *f = &p->funcs.at[func];
  assert(f->state == FUNC_DEFINED);
  uint8_t *tested = MEM_ARRAY(p->mem, uint8_t, f->insts.n);
  uint64_t before = looks[func];
  results_find_looks(p, looks, f, tested);
  for (uint32_t k = 0; k < f->n_params && k < 64; k++)
    looks[func] |= (uint64_t)tested[val_index(prog_param(k))] << k;
  MEM_FREE_ARRAY(p->mem, tested, f->insts.n);
  return looks[func] != before;
}

uint64_t *results_looking(const Program *p) {
  require(p->funcs.n > 0);
  uint64_t *looks = MEM_ARRAY(p->mem, uint64_t, p->funcs.n);
  bool changed = true;
  for (uint32_t depth = 0; changed && depth < LOOKS_DEPTH; depth++) {
    changed = false;
    for (uint32_t f = 1; f < p->funcs.n; f++)
      if (p->funcs.at[f].state == FUNC_DEFINED &&
          p->funcs.at[f].origin == FUNC_USER)
        changed |= add_looks(p, looks, f);
  }
  return looks;
}

/* What is known of the global that starts at the address; NULL: it is none. */
static SiteReads *reads_at(Sites *s, Val address) {
  if (!val_is_const(address)) return NULL;
  const Const *at = prog_const(s->program, address);
  return at->kind == CONST_GLOBAL && at->offset == 0
             ? &s->globals[at->global.id]
             : NULL;
}

static uint64_t member_key(TypeId type, uint64_t member) {
  return (uint64_t)type.id << 32 | (uint32_t)member;
}

/* What is known of the global or member that a load or store is about; NULL:
 * it is none. */
static SiteReads *reads_of(Sites *s, const Inst *access, Val address) {
  assert(access->op == OP_LOAD || access->op == OP_STORE);
  SiteReads *global = reads_at(s, address);
  if (global || !access->aux.id) return global;
  uint64_t key = member_key(access->aux, (uint64_t)access->imm);
  const uint64_t *at = map_find(&s->member_of, key);
  if (!at) {
    map_put(&s->member_of, key, s->members.n);
    VEC_PUSH(s->mem, &s->members, ((SiteReads){0}));
    return &VEC_LAST(&s->members);
  }
  return &s->members.at[*at];
}

/* Does the instruction free its operand? */
static bool frees(const Sites *s, const Inst *inst, uint32_t operand) {
  assert(operand < inst->n_ops);
  FuncId callee = prog_callee(s->program, inst);
  SitePointer freed;
  if (inst->op == OP_FREE) return operand == 0;
  for (uint32_t i = 0; callee.id && sites_freed(s, callee, i, &freed); i++)
    if (freed.param == operand && operand > 0) return true;
  return false;
}

/* The globals that the instruction sets, or frees what they lead to. */
static void note_owner(Sites *s, const Function *f, const Inst *inst,
                       FuncId func) {
  SiteReads *set =
      inst->op == OP_STORE ? reads_of(s, inst, inst->ops[1]) : NULL;
  assert(func.id > 0);
  if (set) set->owner = func;
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    Val root = prog_address_root(f, inst->ops[i]);
    if (!val_is_local(root)) continue;
    const Inst *load = &f->insts.at[val_index(root)];
    SiteReads *from =
        load->op == OP_LOAD ? reads_of(s, load, load->ops[0]) : NULL;
    if (from && frees(s, inst, i)) from->owner = func;
  }
}

/* A read of a global pointer; those of a function count as one. */
static void count_read(Sites *s, const Inst *load, bool is_tested,
                       FuncId func) {
  if (load->op != OP_LOAD ||
      prog_type(s->program, load->type)->kind != TYPE_PTR)
    return;
  SiteReads *reads = reads_of(s, load, load->ops[0]);
  if (!reads || reads->owner.id == func.id) return;
  reads->readers += reads->reader.id != func.id;
  reads->testers += is_tested && reads->tester.id != func.id;
  reads->reader = func;
  if (is_tested) reads->tester = func;
}

static void count_function(Sites *s, const uint64_t *looks, FuncId func) {
  const Function *f = prog_func(s->program, func);
  assert(f->state == FUNC_DEFINED);
  uint8_t *tested = MEM_ARRAY(s->mem, uint8_t, f->insts.n);
  results_find_looks(s->program, looks, f, tested);
  for (uint32_t i = 0; i < f->insts.n; i++)
    note_owner(s, f, &f->insts.at[i], func);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      count_read(s, &f->insts.at[number], tested[number], func);
      FuncId callee = prog_callee(s->program, &f->insts.at[number]);
      if (!callee.id) continue;
      SiteResults *results = &s->results[s->original[callee.id].id];
      results->calls++;
      results->tests += tested[number];
    }
  MEM_FREE_ARRAY(s->mem, tested, f->insts.n);
}

void results_count(Sites *s) {
  require(s->original != NULL);
  s->results = MEM_ARRAY(s->mem, SiteResults, s->program->funcs.n);
  s->globals = MEM_ARRAY(s->mem, SiteReads, s->program->globals.n);
  map_init(&s->member_of, s->mem);
  uint64_t *looks = results_looking(s->program);
  for (uint32_t f = 1; f < s->program->funcs.n; f++)
    if (s->program->funcs.at[f].state == FUNC_DEFINED &&
        s->program->funcs.at[f].origin == FUNC_USER)
      count_function(s, looks, (FuncId){f});
  MEM_FREE_ARRAY(s->program->mem, looks, s->program->funcs.n);
}

/* C11 and POSIX: NULL if what is looked for is not there.  Who knows what he
 * searches need not look. */
static const char searches[] =
    " bsearch index lfind memchr memmem memrchr rindex strcasestr strchr "
    "strpbrk strrchr strsep strstr strtok strtok_r tfind ";

/* C11 and POSIX: NULL if it fails, which no caller can know. */
static const char may_fail[] =
    " ctime dlopen dlsym fdopen fdopendir fgets fopen freopen getcwd getenv "
    "getgrent getgrgid getgrnam gethostbyaddr gethostbyname gethostbyname2 "
    "getlogin getmntent getnetbyname getprotobyname getprotobynumber "
    "getpwent getpwnam getpwuid getservbyname getservbyport getspnam gmtime "
    "if_indextoname inet_ntop localtime newlocale opendir popen readdir "
    "realpath secure_getenv setlocale setmntent strptime tmpfile ttyname ";

/* The name that the library has for it, whichever copy or twin it is. */
static const char *library_name(const Sites *s, FuncId func) {
  require(func.id < s->program->funcs.n);
  const Function *f = prog_func(s->program, s->original[func.id]);
  return prog_without_twin(f->name);
}

bool results_is_search(const Sites *s, FuncId func) {
  return sites_is_library(s, func) &&
         text_lists(searches, library_name(s, func));
}

/* What they answer is data, not whether they went well. */
static const char computed[] =
    " atof atoi atol atoll drand48 fgetc getc getchar getopt getopt_long "
    "lrand48 memcmp mrand48 rand rand_r random snprintf sscanf strcasecmp "
    "strcmp strlen strncasecmp strncmp strtod strtof strtoimax strtol strtold "
    "strtoll strtoul strtoull strtoumax time ";

bool results_is_computed(const Sites *s, FuncId func) {
  return text_lists(computed, library_name(s, func)) ||
         results_is_search(s, func);
}

/* What they write to memory is what others have sent or stored; the rest of the
 * library writes what it measures and counts (`fstat`, `getrlimit`). */
static const char readers[] =
    " fgets fgets_unlocked fread fread_unlocked getdelim getentropy getline "
    "getrandom mq_receive msgrcv pread pread64 preadv read readv recv recvfrom "
    "recvmmsg recvmsg ";

bool results_are_data(const Sites *s, FuncId func) {
  return text_lists(readers, library_name(s, func));
}

bool results_are_numbers(const Sites *s, FuncId func) {
  return pass_makes_number(library_name(s, func));
}

bool results_are_trusted(const Sites *s, FuncId func) {
  const char *name = library_name(s, func);
  FuncId of = s->original[func.id];
  SiteResults r = s->results[of.id];
  return r.calls > FEW_CALLS && r.tests * FEW_TESTS < r.calls &&
         !(sites_is_library(s, func) && text_lists(may_fail, name));
}

bool results_are_looked_at(const Sites *s, FuncId func) {
  require(func.id < s->program->funcs.n);
  SiteResults r = s->results[s->original[func.id].id];
  return r.calls > FEW_CALLS && r.tests * 2 > r.calls;
}

bool results_is_documented(const Sites *s, FuncId func) {
  const char *name = prog_func(s->program, func)->name;
  return text_lists(searches, name) || text_lists(may_fail, name);
}

bool results_may_be_null(const Sites *s, FuncId func) {
  const Function *f = prog_func(s->program, func);
  if (f->state == FUNC_DEFINED) return false;
  if (results_is_documented(s, func)) return true;
  return results_are_looked_at(s, func);
}

/* May the function return a NULL that it, or one that it calls, names? */
static bool gives_null(Sites *s, FuncId func, uint32_t depth) {
  const Program *p = s->program;
  const Function *f = prog_func(p, func);
  AddressRoots roots = {.n = 0};
  if (f->state != FUNC_DEFINED || f->origin != FUNC_USER) return false;
  sites_use(s, func, SITE_USED_BODY);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_RET && end->n_ops) prog_add_root(&roots, f, end->ops[0]);
  }
  for (uint32_t i = 0; i < roots.n; i++) {
    if (is_null(p, roots.at[i])) return true;
    if (!val_is_local(roots.at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(roots.at[i])];
    bool chooses = inst->op == OP_PHI || inst->op == OP_SELECT;
    for (uint32_t k = inst->op == OP_SELECT; chooses && k < inst->n_ops; k++)
      prog_add_root(&roots, f, inst->ops[k]);
    FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
    if (callee.id && depth && gives_null(s, callee, depth - 1)) return true;
  }
  return false;
}

/* Where allocations do not fail (heap.c), their names are others.  Of functions
 * of the tree those count for whose NULL most calls look. */
bool results_may_fail(Sites *s, FuncId func) {
  static const char allocators[] =
      " malloc calloc realloc reallocarray strdup strndup ";
  const Function *f = prog_func(s->program, func);
  if (f->origin == FUNC_USER && f->state == FUNC_DEFINED)
    return results_are_looked_at(s, func) && gives_null(s, func, LOOKS_DEPTH);
  if (f->origin == FUNC_USER)
    return f->state == FUNC_DECLARED && !text_lists(searches, f->name) &&
           results_may_be_null(s, func);
  return text_lists(may_fail, library_name(s, func)) ||
         text_lists(allocators, f->name);
}

static bool most_look(const SiteReads *r) {
  return r->testers > 1 && r->testers * 2 >= r->readers;
}

bool results_global_is_null(const Sites *s, GlobalId global) {
  require(global.id < s->program->globals.n);
  return most_look(&s->globals[global.id]);
}

bool results_member_is_null(const Sites *s, TypeId type, uint64_t member) {
  const uint64_t *at = map_find(&s->member_of, member_key(type, member));
  return at && most_look(&s->members.at[*at]);
}

/* ---- whom others may call ---- */

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word) {
  assert(*word);
  size_t n = strlen(word);
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
    if ((at == text || !is_word(at[-1])) && !is_word(at[n])) return true;
  return false;
}

bool sites_is_called(const Sites *s, FuncId func) {
  require(func.id < s->program->funcs.n);
  uint32_t of = s->original[func.id].id;
  return s->results[of].calls || s->is_taken[of];
}

void results_find_public(Sites *s) {
  require(s->results != NULL && s->is_taken != NULL);
  s->is_public = MEM_ARRAY(s->mem, uint8_t, s->program->funcs.n);
  for (uint32_t f = 1; s->options.api && f < s->program->funcs.n; f++) {
    uint32_t of = s->original[f].id;
    const Function *function = &s->program->funcs.at[of];
    if (function->state != FUNC_DEFINED || function->origin != FUNC_USER ||
        prog_is_main(function))
      continue;
    s->is_public[f] = s->options.api[0]
                          ? has_word(s->options.api, function->name)
                          : !sites_is_called(s, s->original[f]);
  }
}

SiteParams sites_params(const Sites *s, FuncId func) {
  require(func.id < s->program->funcs.n);
  return s->is_public[s->original[func.id].id] ? SITE_PARAMS_ANY
                                               : s->options.params;
}

bool sites_is_anybodys(const Sites *s, FuncId func) {
  return !sites_is_called(s, func) || sites_params(s, func) == SITE_PARAMS_ANY;
}
