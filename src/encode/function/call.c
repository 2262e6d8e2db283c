/* SPDX-License-Identifier: MIT
 *
 * Symbolic execution of calls: summaries, arguments, what is not known. */
#include "encode/function/exec_int.h"
#include "ir/format.h"

static const char numbers_in_texts[] =
    " atoi atol atoll strtol strtoll strtoul strtoull strtoimax strtoumax "
    "__isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull ";

/* Functions that read a text by a format, and which argument that is. */
static const struct {
  const char *name;
  uint32_t format; /* from 1 */
} scans[] = {
    {"scanf", 1},          {"fscanf", 2},          {"sscanf", 2},
    {"__isoc99_scanf", 1}, {"__isoc99_fscanf", 2}, {"__isoc99_sscanf", 2},
    {"__isoc23_scanf", 1}, {"__isoc23_fscanf", 2}, {"__isoc23_sscanf", 2}};

static FuncId callee_of(Run *run, const Inst *call) {
  EncExec *x = run->x;
  if (val_is_const(call->ops[0])) return prog_callee(x->enc.program, call);
  const Object *object = enc_object_of(x, exec_operand(run, call->ops[0]));
  return object ? object->func : (FuncId){0};
}

static bool arguments_fit(const Run *run, const Inst *call, const Function *g) {
  const Program *p = run->x->enc.program;
  if (call->n_ops - 1 < g->n_params) return false;
  if (call->n_ops - 1 > g->n_params && g->arity == FUNC_FIXED) return false;
  for (uint32_t i = 0; i < g->n_params; i++)
    if (prog_val_bits(p, run->f, call->ops[i + 1]) !=
        prog_type(p, g->params[i])->bits)
      return false;
  return !call->type.id || (g->ret.id && prog_type(p, g->ret)->bits ==
                                             prog_type(p, call->type)->bits);
}

static uint32_t new_activation(Run *run, uint32_t number, FuncId callee,
                               Term guard) {
  EncExec *x = run->x;
  const Inst *call = &run->f->insts.at[number];
  const Function *g = prog_func(x->enc.program, callee);
  EncActivation act = {.func = callee,
                       .parent = run->activation,
                       .call = number,
                       .depth = x->activations.at[run->activation].depth + 1,
                       .guard = guard,
                       .leaves_before = x->leaves.n};
  State state = {.n_args = g->n_params,
                 .args = ARENA_ARRAY(&x->arena, Term, g->n_params + 1),
                 .version_in = run->version};
  for (uint32_t i = 0; i < g->n_params; i++)
    state.args[i] = exec_operand(run, call->ops[i + 1]);
  map_init(&state.values, x->enc.mem);
  VEC_PUSH(x->enc.mem, &x->activations, act);
  VEC_PUSH(x->enc.mem, &x->states, state);
  uint32_t made = x->activations.n - 1;
  map_put(&x->calls, (uint64_t)run->activation << 32 | number, made);
  return made;
}

static EncLeaf call_leaf(Run *run, EncLeafKind kind, uint32_t number,
                         uint32_t activation) {
  const Inst *call = &run->f->insts.at[number];
  return (EncLeaf){.kind = kind,
                   .activation = activation,
                   .inst = number,
                   .func = run->x->activations.at[activation].func,
                   .loc = call->loc,
                   .is_pointer = kind == ENC_LEAF_RESULT &&
                                 exec_is_pointer(run, call->type)};
}

/* It is what the model returns, with which goes what it writes. */
static Term is_answer(Run *run, uint32_t number, uint32_t act, Term result) {
  TermStore *store = run->x->enc.store;
  EncLeaf made = call_leaf(run, ENC_LEAF_RESULT, number, act);
  Term answer = enc_new_leaf(run->x, made, term_sort(store, result));
  return term_eq(store, result, answer);
}

/* What a call gives: a number that is read from a text can be any, whatever the
 * loop over its digits leaves; how long a text is that is printed, its format
 * tells, and what is written of it goes with that. */
static Term call_result(Run *run, uint32_t number, uint32_t act) {
  assert(act < run->x->activations.n && run->f->insts.at[number].type.id);
  EncExec *x = run->x;
  const Inst *call = &run->f->insts.at[number];
  FuncId callee = prog_rolled(x->enc.program, x->activations.at[act].func);
  const Function *g = prog_func(x->enc.program, callee);
  bool prints = texts_prints(g);
  bool is_read = x->options.loops == ENC_LOOPS_FORGET &&
                 g->origin == FUNC_MODEL &&
                 text_lists(numbers_in_texts, prog_without_twin(g->name));
  EncLeaf made = call_leaf(
      run, is_read || prints ? ENC_LEAF_EXTERN : ENC_LEAF_RESULT, number, act);
  if (is_read || prints) made.activation = run->activation;
  Term result = enc_new_leaf(x, made, sort_bv(exec_type_bits(run, call->type)));
  uint32_t leaf = x->leaves.n - 1;
  if (prints) {
    Term axiom = texts_printed(run, number, g, result);
    if (texts_cuts(g))
      axiom =
          term_and(x->enc.store, axiom, is_answer(run, number, act, result));
    x->leaves.at[leaf].axiom = axiom;
  }
  return result;
}

static void call_known(Run *run, uint32_t block, uint32_t number,
                       FuncId callee) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  const Inst *call = &run->f->insts.at[number];
  const Effects *effects = x->facts->effects;
  Term guard = term_and(store, run->guards[block], run->holds[block]);
  uint32_t act = new_activation(run, number, callee, guard);
  if (call->type.id) {
    Term result = call_result(run, number, act);
    exec_define(run, number, result);
    if (prog_effects_is_fresh(effects, callee))
      enc_add_object(x, (Object){.var = result,
                                 .born = run->version,
                                 .is_session = true,
                                 .is_result = true,
                                 .maker = act});
  }
  FuncId of = prog_rolled(x->enc.program, callee);
  bool is_cut = x->facts->may_loop[of.id] && /* going round ends it */
                (x->options.loops == ENC_LOOPS_FIRST || of.id != callee.id);
  if (x->facts->never_returns[of.id]) {
    run->stops = term_or(store, run->stops, guard);
    exec_require_in(run, block, term_false());
  } else if (is_cut || prog_effects_flags(effects, callee) & EFFECT_STOPS) {
    Term returns = enc_new_leaf(
        x, call_leaf(run, ENC_LEAF_RETURNS, number, act), sort_bool());
    run->stops =
        term_or(store, run->stops, term_and(store, guard, term_not(returns)));
    exec_require_in(run, block, returns);
  }
  if (!prog_effects_is_pure(effects, callee) || enc_may_free(x->facts, callee))
    run->version = enc_new_version(x, (Version){.kind = VERSION_CALL,
                                                .below = run->version,
                                                .activation = act,
                                                .inst = number,
                                                .loc = call->loc});
}

/* What the call does to memory is not known. */
static Version lost_by(const Run *run, uint32_t number, EncLeafKind kind) {
  return (Version){.kind = VERSION_LOSE,
                   .below = run->version,
                   .bytes = -1,
                   .activation = run->activation,
                   .inst = number,
                   .loc = run->f->insts.at[number].loc,
                   .leaf = kind};
}

/* Is the operand of a call a text that the function only reads? */
static bool is_only_read(const Function *callee, uint32_t operand) {
  assert(operand > 0);
  return operand <= 32 && callee->only_reads >> (operand - 1) & 1;
}

/* The callee is not known: any result.  A function without a body writes what
 * its arguments point to; a call through a pointer may write anything. */
static void call_unknown(Run *run, uint32_t number, FuncId callee) {
  EncExec *x = run->x;
  const Inst *call = &run->f->insts.at[number];
  bool is_extern =
      callee.id && prog_func(x->enc.program, callee)->state == FUNC_DECLARED;
  EncLeafKind kind = is_extern ? ENC_LEAF_EXTERN : ENC_LEAF_INDIRECT;
  if (call->type.id) {
    Term result = exec_leaf(run, kind, number);
    VEC_LAST(&x->leaves).func = callee;
    exec_define(run, number, result);
  }
  Version lose = lost_by(run, number, kind);
  if (!is_extern) {
    run->version = enc_new_version(x, lose);
    return;
  }
  for (uint32_t i = 1; i < call->n_ops; i++) {
    TypeId type = prog_val_type(x->enc.program, run->f, call->ops[i]);
    if (prog_type(x->enc.program, type)->kind != TYPE_PTR ||
        is_only_read(prog_func(x->enc.program, callee), i))
      continue;
    lose.address = exec_operand(run, call->ops[i]);
    if (term_is_const(x->enc.store, lose.address)) continue;
    lose.below = run->version;
    run->version = enc_new_version(x, lose);
  }
}

bool enc_call_loses(const Program *p, const Inst *call) {
  if (call->op != OP_CALL) return false;
  return call->flags & INST_LOSES || prog_passes_function(p, call);
}

/* What the function has done since, until it came back here, or what it called.
 */
static void lose_all(Run *run, uint32_t number) {
  Version lose = lost_by(run, number, ENC_LEAF_UNSUPPORTED);
  lose.is_all = true;
  run->version = enc_new_version(run->x, lose);
}

/* The length of a string whose characters are constants, or that is from
 * outside, need not be counted;
 * none: it has to be, or another function is called. */
static Term length_asked(Run *run, uint32_t number, const Function *callee) {
  const Inst *call = &run->f->insts.at[number];
  if (callee->origin != FUNC_MODEL || call->n_ops != 2) return TERM_NONE;
  Term text = exec_operand(run, call->ops[1]);
  if (strcmp(callee->name, "strlen") == 0)
    return texts_strlen(run, number, text);
  return strcmp(callee->name, "wcslen") == 0 ? exec_string_length(run, text, 4)
                                             : TERM_NONE;
}

/* Where the format of a function of the library stands that reads a text, which
 * has something to fill; 0: it is another one. */
static uint32_t scan_format(const Inst *call, const Function *callee) {
  assert(call->op == OP_CALL);
  if (callee->origin != FUNC_MODEL || !call->type.id) return 0;
  for (size_t i = 0; i < sizeof scans / sizeof *scans; i++)
    if (strcmp(scans[i].name, callee->name) == 0 &&
        scans[i].format + 1 < call->n_ops)
      return scans[i].format;
  return 0;
}

/* The text of the format, as it is known here; NULL: it is not. */
static const char *format_text(Run *run, Val format) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  uint32_t width = x->enc.program->pointer_bits;
  int64_t length, now;
  const char *literal = prog_literal(x->enc.program, format);
  if (literal) return literal;
  Term at = exec_operand(run, format), known = exec_string_length(run, at, 1);
  if (!known.id || !term_const_i64(store, known, &length)) return NULL;
  char *text = ARENA_ARRAY(&x->arena, char, (size_t)length + 1);
  for (int64_t i = 0; i < length; i++) {
    Place cell = {.address = term_add(store, at, term_i64(store, i, width)),
                  .bytes = 1};
    Term byte = enc_read(x, run->version, cell);
    if (!term_is_const(store, byte) || !term_const_i64(store, byte, &now))
      return NULL;
    text[i] = (char)now;
  }
  text[length] = 0;
  return text;
}

/* What the format says of the arguments behind it; false: that is not known. */
static bool read_format(Run *run, Val format, FormatFills *fills) {
  assert(fills);
  const char *text = format_text(run, format);
  Format read;
  return text && format_parse(&read, FORMAT_SCAN, text, strlen(text)) &&
         format_fills(fills, &read, run->x->enc.program->pointer_bits);
}

/* What became of the stream is what the model says. */
static void use_stream(Run *run, uint32_t block, uint32_t number,
                       FuncId callee) {
  EncExec *x = run->x;
  Term guard = term_and(x->enc.store, run->guards[block], run->holds[block]);
  uint32_t act = new_activation(run, number, callee, guard);
  run->version =
      enc_new_version(x, (Version){.kind = VERSION_CALL,
                                   .below = run->version,
                                   .activation = act,
                                   .inst = number,
                                   .loc = run->f->insts.at[number].loc});
}

/* What is stored, or not, in a way that the result does not tell. */
static Term is_perhaps(Run *run, uint32_t number) {
  EncLeaf leaf = {.kind = ENC_LEAF_LOST,
                  .activation = run->activation,
                  .inst = number,
                  .func = run->func,
                  .loc = run->f->insts.at[number].loc};
  return enc_new_leaf(run->x, leaf, sort_bool());
}

/* Is the argument filled, if the call tells that many?  A call that ends before
 * anything was counted tells -1, also where %n was stored before. */
static Term is_filled(Run *run, uint32_t number, Term told,
                      const FormatFill *fill) {
  TermStore *store = run->x->enc.store;
  if (!fill) return is_perhaps(run, number);
  Term before = term_u64(store, fill->before, term_width(store, told));
  Term more = term_slt(store, before, told);
  if (fill->is_counted) return more;
  Term all =
      fill->before ? term_not(term_slt(store, told, before)) : term_true();
  return fill->is_next ? all
                       : term_or(store, more,
                                 term_and(store, all, is_perhaps(run, number)));
}

/* What %n stores: how many characters were read, of a text no more than it has.
 */
static Version counted_by(Run *run, uint32_t number, Val to, Term text,
                          const FormatFill *fill) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  assert(!fill->is_counted && fill->bytes > 0);
  uint32_t bits = (uint32_t)fill->bytes * 8;
  EncLeaf leaf = {.kind = ENC_LEAF_INPUT,
                  .activation = run->activation,
                  .inst = number,
                  .func = run->func,
                  .loc = run->f->insts.at[number].loc};
  Term count = enc_new_leaf(x, leaf, sort_bv(bits));
  uint32_t made = x->leaves.n - 1;
  uint32_t width = x->enc.program->pointer_bits;
  Term axiom = term_not(term_slt(store, count, term_u64(store, 0, bits)));
  Term reaches =
      term_not(term_ult(store, count, term_u64(store, fill->least, bits)));
  if (text.id) {
    Term all = term_resize_unsigned(store, count, width);
    Term least = term_u64(store, fill->least, width);
    axiom = term_and(store, axiom, texts_is_within(run, number, text, all));
    /* what is too short for that does not come so far */
    reaches = term_or(store, reaches,
                      term_not(texts_is_within(run, number, text, least)));
  }
  axiom = term_and(store, axiom, reaches);
  x->leaves.at[made].axiom = axiom;
  return (Version){.kind = VERSION_WRITE,
                   .below = run->version,
                   .address = exec_operand(run, to),
                   .value = count,
                   .bytes = fill->bytes,
                   .loc = leaf.loc};
}

/* One of the arguments behind the format; `text`: what is read, or none for a
 * stream. */
static void fill_argument(Run *run, uint32_t number, Val to, Term told,
                          Term text, const FormatFill *fill) {
  enum { COUNT_BYTES = 4 }; /* in fewer it goes round */
  EncExec *x = run->x;
  Version lose = lost_by(run, number, ENC_LEAF_INPUT);
  lose.address = exec_operand(run, to);
  lose.bytes = fill ? fill->bytes : -1;
  lose.surely = fill ? fill->surely : 1;
  if (fill && !fill->is_counted && fill->bytes >= COUNT_BYTES)
    lose = counted_by(run, number, to, text, fill);
  Term now = is_filled(run, number, told, fill);
  if (fill && fill->is_parted) {
    Version part = lose;
    part.leaf = ENC_LEAF_LOST;
    Joined ways[] = {{now, run->version},
                     {term_not(now), enc_new_version(x, part)}};
    run->version = enc_join_versions(x, ways, 2);
    lose.below = run->version;
  }
  Joined ways[] = {{now, enc_new_version(x, lose)},
                   {term_not(now), run->version}};
  run->version = enc_join_versions(x, ways, 2);
}

/* The text may say anything: as many of the arguments behind the format are
 * filled as the call tells, in their order. */
static void call_scan(Run *run, uint32_t block, uint32_t number,
                      uint32_t format, FuncId callee) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  const Inst *call = &run->f->insts.at[number];
  uint32_t bits = exec_type_bits(run, call->type);
  assert(format > 0 && format + 1 < call->n_ops);
  uint32_t most = call->n_ops - 1 - format, counted = 0;
  FormatFills fills;
  bool is_known = read_format(run, call->ops[format], &fills);
  for (uint32_t i = 0; is_known && i < fills.n; i++)
    counted += fills.at[i].is_counted;
  Term told = exec_leaf(run, ENC_LEAF_EXTERN, number);
  EncLeaf *leaf = &VEC_LAST(&x->leaves);
  leaf->func = callee;
  Term low = term_slt(store, told, term_i64(store, -1, bits));
  Term high =
      term_slt(store, term_u64(store, is_known ? counted : most, bits), told);
  leaf->axiom = term_and(store, term_not(low), term_not(high));
  exec_define(run, number, told);
  bool is_stream = !strstr(prog_func(x->enc.program, callee)->name, "sscanf");
  if (is_stream) use_stream(run, block, number, callee);
  Term text = is_stream ? TERM_NONE : exec_operand(run, call->ops[format - 1]);
  for (uint32_t i = 0; i < most && (!is_known || i < fills.n); i++) {
    Val to = call->ops[format + 1 + i];
    if (exec_is_pointer(run, prog_val_type(x->enc.program, run->f, to)))
      fill_argument(run, number, to, told, text,
                    is_known ? &fills.at[i] : NULL);
  }
}

/* Does the call ask for a variable of the environment, which nobody sets? */
static bool asks_environment(const Run *run, const Inst *call,
                             const Function *callee) {
  static const char *const changers[] = {"setenv", "putenv", "unsetenv",
                                         "clearenv"};
  const Program *p = run->x->enc.program;
  if (callee->origin != FUNC_MODEL || call->n_ops != 2 ||
      !text_lists(" getenv secure_getenv ", callee->name))
    return false;
  for (size_t i = 0; i < sizeof changers / sizeof *changers; i++)
    if (prog_find_function(p, changers[i]).id) return false;
  return true;
}

/* The number that the function returns whatever it is given, doing nothing
 * else; none: it does more. */
static Term number_returned(Run *run, const Inst *call, FuncId callee) {
  EncExec *x = run->x;
  const Function *g = prog_func(x->enc.program, callee);
  if (g->origin != FUNC_USER || !call->type.id || g->blocks.n != 1 ||
      exec_is_pointer(run, call->type))
    return TERM_NONE;
  const Block *body = &g->blocks.at[0];
  assert(g->state == FUNC_DEFINED && body->insts.n > 0);
  for (uint32_t i = 0; i < body->insts.n; i++) {
    const Inst *inst = &g->insts.at[body->insts.at[i]];
    if (inst->op == OP_RET && inst->n_ops == 1 && val_is_const(inst->ops[0])) {
      enc_look_at(x, callee);
      return enc_operand(x, run->activation, inst->ops[0]);
    }
    if (inst->op != OP_PARAM && inst->op != OP_DBG) return TERM_NONE;
  }
  return TERM_NONE;
}

/* Any text, or NULL; the same one for the same name. */
static void call_getenv(Run *run, uint32_t number, FuncId callee) {
  assert(callee.id && run->f->insts.at[number].n_ops == 2);
  EncExec *x = run->x;
  Term name = exec_operand(run, run->f->insts.at[number].ops[1]);
  for (uint32_t i = 0; i < x->leaves.n; i++) {
    const EncLeaf *leaf = &x->leaves.at[i];
    if (leaf->kind != ENC_LEAF_EXTERN || leaf->is_memory ||
        leaf->func.id != callee.id)
      continue;
    const Function *f =
        prog_func(x->enc.program, x->activations.at[leaf->activation].func);
    if (term_same(name, enc_operand(x, leaf->activation,
                                    f->insts.at[leaf->inst].ops[1]))) {
      exec_define(run, number, leaf->var);
      return;
    }
  }
  Term value = exec_leaf(run, ENC_LEAF_EXTERN, number);
  VEC_LAST(&x->leaves).func = callee;
  exec_define(run, number, value);
}

void exec_call(Run *run, uint32_t block, uint32_t number) {
  const Inst *inst = &run->f->insts.at[number];
  FuncId callee = callee_of(run, inst);
  const Function *g = callee.id ? prog_func(run->x->enc.program, callee) : NULL;
  bool is_known = g && g->state == FUNC_DEFINED && arguments_fit(run, inst, g);
  Term told = is_known ? length_asked(run, number, g) : TERM_NONE;
  if (is_known && !told.id) told = number_returned(run, inst, callee);
  uint32_t format = is_known ? scan_format(inst, g) : 0;
  if (told.id)
    exec_define(run, number, told);
  else if (is_known && asks_environment(run, inst, g))
    call_getenv(run, number, callee);
  else if (format)
    call_scan(run, block, number, format, callee);
  else if (is_known && texts_write(run, number, g))
    ; /* done */
  else if (is_known)
    call_known(run, block, number, callee);
  else
    call_unknown(run, number, callee);
  if (enc_call_loses(run->x->enc.program, inst)) lose_all(run, number);
  enc_note_left(run->x, run->activation, number, run->version);
}

/* ---- what POSIX says ----
 *
 * What a function without a body returns, and what it leaves in errno, can be
 * any number for a solver.  Some of these no system gives: errors are above
 * zero, so that `return -errno;` says that something failed.  A call that
 * succeeds may leave errno as it was: zero is believed where a function sets
 * errno to it or looks whether it is.  This proves nothing: a function of the
 * program may set errno to anything. */

/* What functions answer that are not modelled. */
static const struct {
  int64_t least, most;
  const char *names;
} answers[] = {
    {-1, -1, " execl execle execlp execv execve execvp execvpe fexecve "},
    {-1, 0,
     " bind chdir chroot connect fchdir fdatasync fsync ftruncate getitimer "
     "getpeername getsockname getsockopt kill link listen munmap nanosleep "
     "rename rmdir setegid seteuid setgid setitimer setregid setreuid setsockopt "
     "setuid shutdown sigaction sigprocmask socketpair symlink tcgetattr "
     "tcsetattr truncate unlink utime utimes "},
    {-1, INT32_MAX,
     " accept accept4 creat dup dup2 dup3 epoll_create epoll_create1 "
     "epoll_wait fork open openat poll readlinkat select socket "}};

static bool is_errno(const Program *p, const Function *f, Val address) {
  if (!val_is_local(address)) return false;
  FuncId callee = prog_callee(p, &f->insts.at[val_index(address)]);
  if (!callee.id) return false;
  const Function *of = prog_func(p, prog_rolled(p, callee));
  return strcmp(of->name, "__errno_location") == 0;
}

static bool is_read_of_errno(const Program *p, const Function *f, Val val) {
  if (!val_is_local(val)) return false;
  const Inst *inst = &f->insts.at[val_index(val)];
  return inst->op == OP_LOAD && is_errno(p, f, inst->ops[0]);
}

static bool is_zero(const Program *p, Val val) {
  uint64_t number;
  return val_is_const(val) && prog_const_as_u64(p, val, &number) && !number;
}

/* Does the function set errno to zero, or compare it with zero? */
static bool knows_no_error(const Program *p, const Function *f) {
  assert(f->insts.n > 0);
  for (uint32_t i = 0; i < f->insts.n; i++) {
    const Inst *inst = &f->insts.at[i];
    bool sets = inst->op == OP_STORE;
    if (!sets && inst->op != OP_EQ && inst->op != OP_NE) continue;
    for (uint32_t k = 0; k < 2; k++)
      if (is_zero(p, inst->ops[1 - k]) &&
          (sets ? is_errno(p, f, inst->ops[k])
                : is_read_of_errno(p, f, inst->ops[k])))
        return true;
  }
  return false;
}

bool enc_answer(const EncExec *x, const EncLeaf *leaf, int64_t *least,
                int64_t *most) {
  require(least && most && leaf->var.id != 0);
  const Program *p = x->enc.program;
  if (leaf->is_memory || !leaf->func.id) return false;
  const Function *f = prog_func(p, leaf->func);
  if (leaf->kind == ENC_LEAF_INPUT && leaf->inst &&
      is_read_of_errno(p, f, val_local(leaf->inst))) {
    *least = knows_no_error(p, f) ? 0 : 1;
    *most = INT32_MAX;
    return true;
  }
  if (leaf->kind != ENC_LEAF_EXTERN) return false;
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    if (text_lists(answers[i].names, f->name)) {
      *least = answers[i].least;
      *most = answers[i].most;
      return true;
    }
  return false;
}
