/* SPDX-License-Identifier: MIT
 *
 * Does a run look at addresses?
 *
 * Objects lie where the interpreter puts them; the machine puts them somewhere
 * else.  A run is the only one if nothing that it does depends on where they
 * lie.  So each word of a register and each byte of memory has a mark: nothing;
 * an address, which is the start of a certain object and a number added to it;
 * or pieces, which is anything else that was made from addresses.  Marks follow
 * the values.  Difference and equality of addresses in one object are plain
 * numbers again, and so is their order while they are inside of it; addresses
 * inside of two objects differ; none is in the first or the last page.  The run
 * looks at addresses when pieces, or an address where a number is wanted,
 * decide about anything: which way it goes, which bytes are accessed and how
 * many, whether a division traps.
 *
 * encode/addresses.c asks the same of all runs at once and by far more coarsely
 * (an address in one field of an array of structs is in all).  This asks about
 * one run, exactly, and is slow: an extra instruction before each other one.
 *
 * Memory must be INTERP_SURE: there the start of an object names it. */
#include "interp/interp_int.h"

/* NOTHING, PIECES, or the start of the object.  In memory the low bits say
 * which byte of the address it is. */
typedef uint64_t Mark;
enum { NOTHING = 0, PIECES = 1, IS_BYTE = 8, WORD_BYTES = 8 };
static const uint64_t start_mask = ~(uint64_t)15;

/* ---- registers ---- */

static Mark *mark_at(Interp *run, uint32_t word) {
  while (run->marks.n <= word) VEC_PUSH(run->mem, &run->marks, NOTHING);
  return &run->marks.at[word];
}

/* Of a word of an operand of the activation whose registers start at `base`. */
static Mark mark_of(Interp *run, uint32_t base, Operand operand, uint32_t k) {
  assert(run->pool_marks);
  uint32_t word = (operand >> 1) + k;
  return operand & 1 ? run->pool_marks[word] : *mark_at(run, base + word);
}

static uint32_t top_base(const Interp *run) {
  return VEC_LAST(&run->stack).base;
}

static Mark mark(Interp *run, Operand operand) {
  return mark_of(run, top_base(run), operand, 0);
}

static void set(Interp *run, const Code *code, uint32_t k, Mark value) {
  *mark_at(run, top_base(run) + code->dst + k) = value;
}

static bool is_any_marked(Interp *run, Operand operand, uint32_t bits) {
  bool any = false;
  for (uint32_t k = 0; k < BV_WORDS(bits); k++)
    any |= mark_of(run, top_base(run), operand, k) != NOTHING;
  return any;
}

bool interp_has_start(Interp *run, Operand operand) {
  return mark(run, operand) > PIECES;
}

static void look(Interp *run) {
  run->result.looked = true;
}

/* ---- objects ---- */

/* The live object that starts there; NULL: none, or a function. */
static const Object *object_at(const Interp *run, Mark start) {
  for (int kind = 0; kind < SEG_COUNT; kind++) {
    uint32_t id = interp_around(&run->memory, (SegmentKind)kind, start);
    if (id && run->memory.objects.at[id].start == start)
      return &run->memory.objects.at[id];
  }
  return NULL;
}

/* Is there a byte of a live object?  Just behind one there is none. */
static bool is_in_any(const Interp *run, uint64_t address) {
  for (int kind = 0; kind < SEG_COUNT; kind++) {
    uint32_t id = interp_around(&run->memory, (SegmentKind)kind, address);
    const Object *o = &run->memory.objects.at[id];
    if (id && address - o->start < o->size) return true;
  }
  return false;
}

/* Does it lie in its object, `behind` bytes short of the end at least? */
static bool is_inside(const Interp *run, Mark start, uint64_t address,
                      uint64_t behind) {
  const Object *o = object_at(run, start);
  if (!o) return interp_callee(run, start) && address == start;
  uint64_t offset = address - start;
  return offset <= o->size && behind <= o->size - offset;
}

static const Global *global_at(const Interp *run, Mark start) {
  for (uint32_t g = 1; g < run->p->globals.n; g++)
    if (run->global_address[g] == start) return &run->p->globals.at[g];
  return NULL;
}

/* String literals may share their bytes (C11 6.4.5p7). */
static bool is_literal(const Interp *run, Mark start) {
  const Global *global = global_at(run, start);
  return global && global->kind == GLOBAL_CONSTANT && !global->var.id;
}

/* C labels, which are bytes of one object here, are objects of their own. */
static bool is_one_object(const Interp *run, Mark a, Mark b) {
  const Global *global = a == b ? global_at(run, a) : NULL;
  return a == b && !(global && global->kind == GLOBAL_LABELS);
}

/* n bytes are accessed.  An access outside of every object, or to a dead one,
 * ends the run wherever objects lie. */
static void check_access(Interp *run, Operand pointer, uint64_t n) {
  Mark start = mark(run, pointer);
  uint64_t address = *operand_at(run, pointer);
  assert(start <= PIECES || !(start & ~start_mask));
  if (n == 0 || start == NOTHING) return;
  bool strays = start != PIECES && object_at(run, start) &&
                !is_inside(run, start, address, 1) && is_in_any(run, address);
  if (start == PIECES || strays) look(run);
}

/* ---- bytes ---- */

/* Only words that ever had a mark are looked at byte by byte. */
static Mark byte_mark(const Interp *run, uint64_t address) {
  if (!map_find(&run->marked_words, address / WORD_BYTES)) return NOTHING;
  return map_get(&run->byte_marks, address, NOTHING);
}

static void set_byte(Interp *run, uint64_t address, Mark value) {
  if (value != NOTHING)
    map_put(&run->marked_words, address / WORD_BYTES, 1);
  else if (!map_find(&run->marked_words, address / WORD_BYTES))
    return;
  map_put(&run->byte_marks, address, value);
}

static void set_bytes(Interp *run, uint64_t address, uint64_t n, Mark value) {
  for (uint64_t i = 0; i < n; i++) set_byte(run, address + i, value);
}

static uint32_t pointer_bytes(const Interp *run) {
  return run->p->pointer_bits / 8;
}

/* An address, whole; or nothing. */
static Mark load_word(const Interp *run, uint64_t address, uint32_t n) {
  Mark first = byte_mark(run, address);
  bool whole = n == pointer_bytes(run) && (first & 15) == IS_BYTE;
  bool nothing = true;
  for (uint32_t i = 0; i < n; i++) {
    Mark at = byte_mark(run, address + i);
    whole &= at == first + i;
    nothing &= at == NOTHING;
  }
  return nothing ? NOTHING : whole ? first & start_mask : PIECES;
}

static void store_word(Interp *run, uint64_t address, uint32_t n, Mark value) {
  bool whole = value > PIECES && n >= pointer_bytes(run);
  if (!whole) {
    set_bytes(run, address, n, value == NOTHING ? NOTHING : PIECES);
    return;
  }
  for (uint32_t i = 0; i < n; i++)
    set_byte(run, address + i,
             i < pointer_bytes(run) ? (value | IS_BYTE) + i : NOTHING);
}

/* Both: word by word. */
static void look_at_load(Interp *run, const Code *code) {
  uint64_t at = *operand_at(run, code->a);
  check_access(run, code->a, code->size);
  for (uint32_t k = 0; k * WORD_BYTES < code->size; k++) {
    uint32_t n = code->size - k * WORD_BYTES;
    set(run, code, k,
        load_word(run, at + k * WORD_BYTES, n < WORD_BYTES ? n : WORD_BYTES));
  }
}

static void store_words(Interp *run, uint64_t at, uint32_t base,
                        Operand operand, uint32_t size) {
  for (uint32_t k = 0; k * WORD_BYTES < size; k++) {
    uint32_t n = size - k * WORD_BYTES;
    store_word(run, at + k * WORD_BYTES, n < WORD_BYTES ? n : WORD_BYTES,
               mark_of(run, base, operand, k));
  }
}

static void look_at_copy(Interp *run, const Code *code) {
  uint64_t to = *operand_at(run, code->a), from = *operand_at(run, code->b);
  uint64_t n = interp_copy_length(run, code);
  assert(code->inst->op == OP_MEMCPY && code->inst->n_ops == 3);
  if (mark(run, code->c) != NOTHING || n > UINT32_MAX / 16) {
    look(run);
    return;
  }
  check_access(run, code->a, n);
  check_access(run, code->b, n);
  VEC_CLEAR(&run->scratch);
  for (uint64_t i = 0; i < n; i++)
    VEC_PUSH(run->mem, &run->scratch, byte_mark(run, from + i));
  for (uint64_t i = 0; i < n; i++) set_byte(run, to + i, run->scratch.at[i]);
}

/* MEMSET and HAVOC: n bytes, or all to the end of the object. */
static void look_at_fill(Interp *run, const Code *code) {
  bool sets = code->inst->op == OP_MEMSET;
  uint64_t at = *operand_at(run, code->a), n;
  if (sets || code->inst->n_ops == 2) {
    Operand length = sets ? code->c : code->b;
    if (mark(run, length) != NOTHING) look(run);
    n = *operand_at(run, length);
    check_access(run, code->a, n);
  } else {
    check_access(run, code->a, 1);
    const Object *o = object_at(run, mark(run, code->a));
    n = o ? o->size - (at - o->start) : 0;
  }
  if (run->result.looked || run->has_ended) return;
  set_bytes(run, at, n,
            sets && mark(run, code->b) != NOTHING ? PIECES : NOTHING);
}

/* ---- values ---- */

/* Whatever it is. */
static void look_at_others(Interp *run, const Code *code) {
  const Inst *inst = code->inst;
  const Function *f = VEC_LAST(&run->stack).d->f;
  const Operand operands[] = {code->a, code->b, code->c};
  bool any = false;
  require(inst->n_ops <= 3);
  for (uint32_t k = 0; k < inst->n_ops; k++)
    any |=
        is_any_marked(run, operands[k], prog_val_bits(run->p, f, inst->ops[k]));
  for (uint32_t k = 0; k < BV_WORDS(bits_of(run, inst->type)); k++)
    set(run, code, k, any ? PIECES : NOTHING);
}

/* With a number: no object, dead or not, starts at 0, and none has a byte in
 * the first or the last page. */
static bool is_known_beside(const Interp *run, const Code *code, Mark start,
                            uint64_t address, uint64_t number) {
  enum { PAGE = 4096 };
  Op op = code->inst->op;
  bool page = number < PAGE || number > run->memory.pointer_mask - PAGE;
  if (number == 0 && address == start && (op == OP_EQ || op == OP_NE))
    return true;
  return page && is_inside(run, start, address, 0);
}

/* Two addresses. */
static bool is_known_order(const Interp *run, const Code *code, Mark a, Mark b,
                           uint64_t x, uint64_t y) {
  bool equality = code->inst->op == OP_EQ || code->inst->op == OP_NE;
  if (a == b)
    return equality || (is_one_object(run, a, b) && is_inside(run, a, x, 0) &&
                        is_inside(run, b, y, 0));
  return equality && is_inside(run, a, x, object_at(run, a) ? 1 : 0) &&
         is_inside(run, b, y, object_at(run, b) ? 1 : 0) &&
         !(is_literal(run, a) && is_literal(run, b));
}

static Mark compare(Interp *run, const Code *code) {
  Mark a = mark(run, code->a), b = mark(run, code->b);
  uint64_t x = *operand_at(run, code->a), y = *operand_at(run, code->b);
  bool is_signed = code->inst->op == OP_SLT || code->inst->op == OP_SLE;
  if (code->inst->flags & INST_DISTANCE) return NOTHING;
  if (a == PIECES || b == PIECES || code->bits != run->p->pointer_bits ||
      (is_signed && code->bits == 32))
    return PIECES;
  bool known = b == NOTHING   ? is_known_beside(run, code, a, x, y)
               : a == NOTHING ? is_known_beside(run, code, b, y, x)
                              : is_known_order(run, code, a, b, x, y);
  return known ? NOTHING : PIECES;
}

static Mark add(const Interp *run, const Code *code, Mark a, Mark b) {
  bool subtracts = code->inst->op == OP_SUB;
  assert(subtracts || code->inst->op == OP_ADD);
  if (code->inst->flags & INST_DISTANCE) return NOTHING;
  bool fits = code->bits == run->p->pointer_bits;
  if (a == PIECES || b == PIECES || !fits) return PIECES;
  if (b == NOTHING) return a;
  if (a == NOTHING) return subtracts ? PIECES : b;
  return subtracts && is_one_object(run, a, b) ? NOTHING : PIECES;
}

/* A word of AND, OR or XOR with a number that leaves it as it is, or wipes it:
 * so are the parts of structs put together. */
static Mark mask_word(Op op, Mark a, Mark b, uint64_t x, uint64_t y,
                      uint64_t all) {
  if (a != NOTHING && b != NOTHING) return PIECES;
  Mark marked = a != NOTHING ? a : b;
  uint64_t number = a != NOTHING ? y : x;
  uint64_t keeps = op == OP_AND ? all : 0;
  if (number == keeps) return marked;
  bool wipes = op != OP_XOR && number == (op == OP_AND ? 0 : all);
  return wipes ? NOTHING : PIECES;
}

static void look_at_mask(Interp *run, const Code *code) {
  const uint64_t *x = operand_at(run, code->a), *y = operand_at(run, code->b);
  for (uint32_t k = 0; k < BV_WORDS(code->bits); k++) {
    Mark a = mark_of(run, top_base(run), code->a, k);
    Mark b = mark_of(run, top_base(run), code->b, k);
    uint64_t all = mask_of(code->bits - 64 * k);
    set(run, code, k,
        a || b ? mask_word(code->inst->op, a, b, x[k], y[k], all) : NOTHING);
  }
}

/* By whole words. */
static void look_at_shift(Interp *run, const Code *code) {
  uint32_t n = BV_WORDS(code->bits), base = top_base(run);
  uint64_t amount = *operand_at(run, code->b);
  if (amount % 64 || amount >= code->bits || code->inst->op == OP_ASHR ||
      is_any_marked(run, code->b, code->bits)) {
    look_at_others(run, code);
    return;
  }
  uint32_t words = (uint32_t)(amount / 64);
  bool left = code->inst->op == OP_SHL;
  for (uint32_t k = 0; k < n; k++) {
    bool is_there = left ? k >= words : k + words < n;
    uint32_t from = left ? k - words : k + words;
    set(run, code, k, is_there ? mark_of(run, base, code->a, from) : NOTHING);
  }
}

/* Words stay; an address that is cut is pieces. */
static void look_at_cast(Interp *run, const Code *code) {
  uint32_t to = bits_of(run, code->inst->type), n = BV_WORDS(code->bits);
  assert(to > 0 && code->bits > 0);
  bool extends = code->inst->op == OP_SEXT && to > code->bits;
  bool spreads = extends && is_any_marked(run, code->a, code->bits);
  for (uint32_t k = 0; k < BV_WORDS(to); k++) {
    Mark value = k < n ? mark_of(run, top_base(run), code->a, k) : NOTHING;
    bool cut = value > PIECES && to - 64 * k < run->p->pointer_bits;
    set(run, code, k, cut || spreads ? PIECES : value);
  }
}

static void look_at_choice(Interp *run, const Code *code) {
  uint32_t bits = bits_of(run, code->inst->type);
  Operand chosen = *operand_at(run, code->a) ? code->b : code->c;
  if (mark(run, code->a) != NOTHING) look(run);
  for (uint32_t k = 0; k < BV_WORDS(bits); k++)
    set(run, code, k, mark_of(run, top_base(run), chosen, k));
}

static void look_at_step(Interp *run, const Code *code) {
  Mark from = mark(run, code->a);
  bool indexed = code->inst->n_ops == 2 && mark(run, code->b) != NOTHING;
  set(run, code, 0, indexed ? PIECES : from);
}

static void look_at_division(Interp *run, const Code *code) {
  bool is_signed = code->inst->op == OP_SDIV || code->inst->op == OP_SREM;
  if (is_any_marked(run, code->b, code->bits) ||
      (is_signed && is_any_marked(run, code->a, code->bits)))
    look(run);
  look_at_others(run, code);
}

/* ---- calls ---- */

/* The parameters of the activation that is about to be made. */
static void look_at_call(Interp *run, const Code *code) {
  const Arg *args = VEC_LAST(&run->stack).d->args + code->more;
  Decoded *d = interp_callee(run, *operand_at(run, code->a));
  if (mark(run, code->a) == PIECES) look(run);
  if (!d || d->is_host) {
    for (uint32_t k = 0; k < BV_WORDS(bits_of(run, code->inst->type)); k++)
      set(run, code, k, NOTHING);
    return;
  }
  if (!d->is_ready) interp_decode(run, d);
  uint32_t base = top_base(run), next = run->words.n;
  for (uint32_t i = 0; i < d->f->n_params; i++)
    for (uint32_t k = 0; k < BV_WORDS(bits_of(run, d->f->params[i])); k++)
      *mark_at(run, next + d->slots[1 + i] + k) =
          i < code->n_more ? mark_of(run, base, args[i].at, k) : NOTHING;
}

static void look_at_return(Interp *run, const Code *code) {
  const Activation *top = &VEC_LAST(&run->stack);
  if (!top->call) return;
  assert(run->stack.n > 1);
  uint32_t caller = run->stack.at[run->stack.n - 2].base;
  uint32_t bits = bits_of(run, top->call->inst->type);
  bool given = code->inst->n_ops > 0 && code->bits == bits;
  for (uint32_t k = 0; k < BV_WORDS(bits); k++)
    *mark_at(run, caller + top->call->dst + k) =
        given ? mark_of(run, top->base, code->a, k) : NOTHING;
}

/* The caller's registers are as they were at the call. */
static void look_at_va_area(Interp *run, const Code *code) {
  const Activation *top = &VEC_LAST(&run->stack);
  set(run, code, 0, top->va_area);
  if (!top->call) return;
  const Activation *caller = &run->stack.at[run->stack.n - 2];
  const Arg *args = caller->d->args + top->call->more;
  uint64_t at = 0;
  for (uint32_t i = top->d->f->n_params; i < top->call->n_more; i++) {
    uint64_t here = interp_va_next(run, args[i].type, &at);
    store_words(run, top->va_area + here, caller->base, args[i].at,
                (bits_of(run, args[i].type) + 7) / 8);
  }
}

void interp_look_moves(Interp *run, const Move *moves, uint32_t n) {
  uint32_t base = top_base(run), at = 0;
  VEC_CLEAR(&run->scratch);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < moves[i].n_words; k++)
      VEC_PUSH(run->mem, &run->scratch, mark_of(run, base, moves[i].src, k));
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < moves[i].n_words; k++)
      *mark_at(run, base + moves[i].dst + k) = run->scratch.at[at++];
  assert(at == run->scratch.n);
}

/* ---- all of it ---- */

bool interp_is_looked_at_behind(Op op) {
  return op == OP_ALLOCA || op == OP_ALLOC || op == OP_VA_AREA;
}

/* Nothing but whose it is may be wanted of a pointer, and nothing of what is
 * made from one may decide. */
static void look_at_decision(Interp *run, const Code *code) {
  if (is_any_marked(run, code->a, code->bits)) look(run);
}

static void look_at_validity(Interp *run, const Code *code) {
  const Operand numbers[] = {code->b, code->c};
  for (uint32_t k = 1; k < code->inst->n_ops; k++)
    if (mark(run, numbers[k - 1]) != NOTHING) look(run);
  if (code->inst->n_ops > 0 && mark(run, code->a) == PIECES) look(run);
  set(run, code, 0, NOTHING);
}

static void look_at_object(Interp *run, const Code *code) {
  if (code->inst->n_ops > 0 && mark(run, code->a) != NOTHING) look(run);
  Mark start = *(run->r + code->dst);
  assert(!(start & 15));
  set(run, code, 0, start);
}

void interp_look(Interp *run, const Code *code) {
  const Inst *inst = code->inst;
  switch ((int)inst->op) {
  case OP_ADD:
  case OP_SUB:
    if (code->bits > 64)
      look_at_others(run, code);
    else
      set(run, code, 0,
          mark(run, code->a) || mark(run, code->b)
              ? add(run, code, mark(run, code->a), mark(run, code->b))
              : NOTHING);
    return;
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM: look_at_division(run, code); return;
  case OP_AND:
  case OP_OR:
  case OP_XOR: look_at_mask(run, code); return;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: look_at_shift(run, code); return;
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE:
    if (code->bits > 64)
      look_at_others(run, code);
    else
      set(run, code, 0,
          mark(run, code->a) || mark(run, code->b) ? compare(run, code)
                                                   : NOTHING);
    return;
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST: look_at_cast(run, code); return;
  case OP_SELECT: look_at_choice(run, code); return;
  case OP_GEP: look_at_step(run, code); return;
  case OP_LOAD: look_at_load(run, code); return;
  case OP_STORE:
    check_access(run, code->b, code->size);
    store_words(run, *operand_at(run, code->b), top_base(run), code->a,
                code->size);
    return;
  case OP_MEMCPY: look_at_copy(run, code); return;
  case OP_MEMSET:
  case OP_HAVOC: look_at_fill(run, code); return;
  case OP_ALLOCA:
  case OP_ALLOC: look_at_object(run, code); return;
  case OP_VA_AREA: look_at_va_area(run, code); return;
  case OP_FREE:
  case OP_BEGIN:
  case OP_END:
    if (mark(run, code->a) == PIECES) look(run);
    return;
  case OP_CALL: look_at_call(run, code); return;
  case OP_RET: look_at_return(run, code); return;
  case OP_CONDBR:
  case OP_SWITCH:
  case OP_ASSUME: look_at_decision(run, code); return;
  case OP_VALID: look_at_validity(run, code); return;
  case OP_BR:
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED:
  case OP_DBG:
  case OP_DBG_ADDR: return;
  default: look_at_others(run, code); return;
  }
}

/* ---- life ---- */

static void mark_pool(Interp *run) {
  uint32_t n = run->p->consts.n, words = 0;
  for (uint32_t i = 0; i < n; i++)
    words += BV_WORDS(bits_of(run, run->p->consts.at[i].type));
  run->pool_marks = ARENA_ARRAY(&run->arena, uint64_t, words + 1);
  for (uint32_t i = 0; i < n; i++) {
    const Const *c = &run->p->consts.at[i];
    if (c->kind == CONST_GLOBAL)
      run->pool_marks[run->pool_at[i]] = run->global_address[c->global.id];
    else if (c->kind == CONST_FUNC)
      run->pool_marks[run->pool_at[i]] = interp_func_address(run, c->func);
  }
}

static void mark_global(Interp *run, uint32_t id) {
  const Global *g = &run->p->globals.at[id];
  if (g->state == GLOBAL_EXTERNAL) return;
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    Mark start = r->global.id ? run->global_address[r->global.id]
                              : interp_func_address(run, r->func);
    store_word(run, run->global_address[id] + r->offset, pointer_bytes(run),
               start);
  }
}

void interp_looks_start(Interp *run) {
  require(run->options.memory == INTERP_SURE && run->pool);
  VEC_CLEAR(&run->marks);
  map_clear(&run->marked_words);
  map_clear(&run->byte_marks);
  if (!run->pool_marks) mark_pool(run);
  for (uint32_t g = 1; g < run->p->globals.n; g++) mark_global(run, g);
}
