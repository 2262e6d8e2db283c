/* SPDX-License-Identifier: MIT
 *
 * Constants: as operands of instructions, and as the first bytes of globals.
 *
 * As an operand, a constant is a number, the address of something, or - for
 * the rare expression of LLVM that is neither - a few instructions in front of
 * the use.  An undefined constant is a fresh input at the use.
 *
 * As an initialiser, it is bytes plus relocations.  An address there is a
 * symbol plus an addend; arithmetic on such pairs covers what C allows in a
 * static initialiser (C11 6.6p7-9).  What it does not cover fails the reading
 * with a message: nothing is guessed.
 *
 * Constants nest as deep as the user likes, so both walks have a stack of
 * their own. */
#include "frontend/read/reader.h"

#include <stdlib.h>

static bool is_undef(LLVMValueRef c) {
  return LLVMIsAUndefValue(c) != NULL; /* poison is one of them */
}

/* Labels are bytes of one variable, so that what is done to their addresses is
 * seen like what is done to others. */
Val rd_label(Reader *r, LLVMBasicBlockRef block) {
  uint64_t *known = map_find(&r->labels, key_of(block));
  if (!r->label_bytes.id) {
    char name[64];
    snprintf(name, sizeof name, "labels %u", r->p->globals.n);
    r->label_bytes = prog_add_global(r->p, name, prog_type_int(r->p, 8));
    prog_global(r->p, r->label_bytes)->kind = GLOBAL_LABELS;
    prog_ledger(r->p, LEDGER_PREMISE, (LocId){0},
                "different labels have different addresses");
  }
  if (!known) {
    known = map_put(&r->labels, key_of(block), r->labels.n);
    prog_global(r->p, r->label_bytes)->size = r->labels.n;
  }
  return prog_const_global(r->p, r->label_bytes, (int64_t)*known);
}

/* Words of an integer constant of any width.  The C API gives 64 bits; wider
 * ones are read from their printed form, "i128 12345". */
static void int_words(Reader *r, LLVMValueRef c, uint32_t bits, BvWord *words) {
  assert(LLVMGetIntTypeWidth(LLVMTypeOf(c)) <= bits);
  if (bits <= 64) {
    bv_set_u64(words, LLVMConstIntGetZExtValue(c), bits);
    return;
  }
  char *text = LLVMPrintValueToString(c);
  const char *digits = strchr(text, ' '), *end;
  bool good = digits && bv_parse(words, bits, digits + 1, &end);
  require(good);
  LLVMDisposeMessage(text);
  (void)r;
}

/* A float constant as an integer constant with the same bits. */
static LLVMValueRef float_as_int(Reader *r, LLVMValueRef c) {
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(r->layout, LLVMTypeOf(c));
  return LLVMConstBitCast(c, LLVMIntTypeInContext(r->context, bits));
}

/* Words of a number (integer, float, null); false: it is none. */
static bool number_words(Reader *r, LLVMValueRef c, uint32_t bits,
                         BvWord *words) {
  if (LLVMIsAConstantFP(c)) c = float_as_int(r, c);
  if (LLVMIsAConstantInt(c)) {
    int_words(r, c, bits, words);
    return true;
  }
  if (LLVMIsNull(c)) { /* null pointer, zero aggregate */
    bv_set_u64(words, 0, bits);
    return true;
  }
  return false;
}

/* ---- the order: operands before their users ---- */

static bool has_parts(LLVMValueRef c) {
  return LLVMIsAConstantExpr(c) || LLVMIsAConstantStruct(c) ||
         LLVMIsAConstantArray(c) || LLVMIsAConstantVector(c);
}

void rd_parts_of(Reader *r, LLVMValueRef root, ValueList *order) {
  assert(order->n == 0);
  Map seen; /* 1 being walked, 2 listed */
  ValueList stack = {0};
  map_init(&seen, r->mem);
  VEC_PUSH(r->mem, &stack, root);
  while (stack.n) {
    LLVMValueRef c = VEC_LAST(&stack);
    uint64_t state = map_get(&seen, key_of(c), 0);
    if (state == 0 && has_parts(c)) {
      map_put(&seen, key_of(c), 1);
      for (int i = LLVMGetNumOperands(c); i-- > 0;)
        VEC_PUSH(r->mem, &stack, LLVMGetOperand(c, (unsigned)i));
      continue;
    }
    stack.n--;
    if (state == 2) continue;
    map_put(&seen, key_of(c), 2);
    VEC_PUSH(r->mem, order, c);
  }
  VEC_DONE(r->mem, &stack);
  map_done(&seen);
  assert(order->n > 0 && order->at[order->n - 1] == root);
}

/* ---- operands ---- */

static Val leaf_constant(Reader *r, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  c = fe_strip_alias(c);
  if (is_undef(c))
    return rd_input(r, rd_value_type(r, type), INPUT_UNDEF, NULL);
  if (LLVMIsAFunction(c)) {
    uint64_t id = map_get(&r->funcs, key_of(c), 0);
    if (id) return prog_const_func(r->p, (FuncId){(uint32_t)id});
  }
  if (LLVMIsAGlobalVariable(c)) {
    uint64_t id = map_get(&r->globals, key_of(c), 0);
    if (id) return prog_const_global(r->p, (GlobalId){(uint32_t)id}, 0);
    if (rd_is_unplaced(r, c))
      return rd_input(r, rd_value_type(r, type), INPUT_UNDEF, NULL);
  }
  if (LLVMIsABlockAddress(c))
    return rd_label(r, LLVMGetBlockAddressBasicBlock(c));
  TypeId value_type = rd_value_type(r, type);
  BvWord words[BV_MAX_WORDS];
  if (number_words(r, c, prog_type(r->p, value_type)->bits, words))
    return prog_const_bits(r->p, value_type, words);
  rd_unsupported(r, "constant of kind %d", (int)LLVMGetValueKind(c));
  return rd_input(r, value_type, INPUT_UNDEF, NULL);
}

/* An aggregate whose elements are known. */
static Val build_aggregate(Reader *r, LLVMTypeRef type, const Val *parts) {
  Val whole = rd_number(r, rd_value_type(r, type), 0);
  uint32_t n = rd_element_count(type);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t low;
    rd_element(r, type, i, &low);
    whole = rd_insert(r, whole, low, parts[i]);
  }
  return whole;
}

/* Elements of a packed array or vector of numbers. */
static Val build_data(Reader *r, LLVMValueRef c) {
  LLVMTypeRef type = LLVMTypeOf(c);
  Val whole = rd_number(r, rd_value_type(r, type), 0);
  uint32_t n = rd_element_count(type);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t low;
    rd_element(r, type, i, &low);
    Val part = leaf_constant(r, LLVMGetAggregateElement(c, i));
    whole = rd_insert(r, whole, low, part);
  }
  return whole;
}

static Val build_constant(Reader *r, LLVMValueRef c, const Map *known) {
  assert(LLVMIsAConstant(c));
  if (LLVMIsAConstantDataArray(c) || LLVMIsAConstantDataVector(c))
    return build_data(r, c);
  if (!has_parts(c)) return leaf_constant(r, c);
  uint32_t n = (uint32_t)LLVMGetNumOperands(c);
  Val *parts = MEM_ARRAY(r->mem, Val, n);
  for (uint32_t i = 0; i < n; i++)
    parts[i].id = (uint32_t)map_get(known, key_of(LLVMGetOperand(c, i)), 0);
  Val built = LLVMIsAConstantExpr(c)
                  ? rd_operation(r, LLVMGetConstOpcode(c), c, parts, n)
                  : build_aggregate(r, LLVMTypeOf(c), parts);
  MEM_FREE_ARRAY(r->mem, parts, n);
  return built;
}

Val rd_constant(Reader *r, LLVMValueRef c) {
  c = fe_strip_alias(c);
  if (!rd_type_is_fine(r, LLVMTypeOf(c))) {
    rd_unsupported(r, "constant of a type too wide");
    return rd_input(r, rd_value_type(r, LLVMTypeOf(c)), INPUT_UNDEF, NULL);
  }
  if (!has_parts(c)) {
    Map none = {0};
    return build_constant(r, c, &none);
  }
  ValueList order = {0};
  Map known;
  map_init(&known, r->mem);
  rd_parts_of(r, c, &order);
  Val val = {0};
  for (uint32_t i = 0; i < order.n; i++) {
    val = build_constant(r, order.at[i], &known);
    map_put(&known, key_of(order.at[i]), val.id);
  }
  VEC_DONE(r->mem, &order);
  map_done(&known);
  return val;
}

/* ---- addresses in initialisers: symbol + addend ---- */

typedef struct Symbol {
  GlobalId global; /* or */
  FuncId func;     /* or neither: a number */
  int64_t addend;
} Symbol;

static bool is_number(Symbol s) {
  return !s.global.id && !s.func.id;
}

static bool same_base(Symbol a, Symbol b) {
  return a.global.id == b.global.id && a.func.id == b.func.id;
}

static Symbol label_symbol(Reader *r, LLVMBasicBlockRef block) {
  const Const *label = prog_const(r->p, rd_label(r, block));
  return (Symbol){.global = label->global, .addend = label->offset};
}

static bool leaf_symbol(Reader *r, LLVMValueRef c, Symbol *out) {
  c = fe_strip_alias(c);
  *out = (Symbol){0};
  if (LLVMIsAFunction(c))
    out->func.id = (uint32_t)map_get(&r->funcs, key_of(c), 0);
  else if (LLVMIsAGlobalVariable(c))
    out->global.id = (uint32_t)map_get(&r->globals, key_of(c), 0);
  else if (LLVMIsNull(c) || is_undef(c))
    return true;
  else if (LLVMIsABlockAddress(c))
    *out = label_symbol(r, LLVMGetBlockAddressBasicBlock(c));
  else if (LLVMIsAConstantInt(c) && LLVMGetIntTypeWidth(LLVMTypeOf(c)) <= 64)
    out->addend = LLVMConstIntGetSExtValue(c);
  else
    return false;
  return is_number(*out) ? !LLVMIsAFunction(c) && !LLVMIsAGlobalVariable(c)
                         : true;
}

/* The offset of a GEP whose indices are all numbers. */
static bool gep_symbol(Reader *r, LLVMValueRef gep, const Symbol *parts,
                       uint32_t n, Symbol *out) {
  assert(n >= 1);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  uint64_t offset = 0;
  for (uint32_t i = 1; i < n; i++) {
    if (!is_number(parts[i])) return false;
    uint64_t index = (uint64_t)parts[i].addend;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      offset += LLVMOffsetOfElement(r->layout, type, (unsigned)index);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    offset += index * rd_size(r, type);
  }
  *out = parts[0];
  out->addend = (int64_t)((uint64_t)out->addend + offset);
  return true;
}

static void note_distance(Reader *r, Symbol a) {
  if (a.global.id && a.global.id == r->label_bytes.id)
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "the distance of two labels is looked at");
}

static bool binary_symbol(Reader *r, LLVMOpcode opcode, Symbol a, Symbol b,
                          Symbol *out) {
  uint64_t x = (uint64_t)a.addend, y = (uint64_t)b.addend;
  *out = a;
  switch ((int)opcode) {
  case LLVMAdd:
    if (is_number(a)) *out = b;
    out->addend = (int64_t)(x + y);
    return is_number(a) || is_number(b);
  case LLVMSub:
    out->addend = (int64_t)(x - y);
    if (is_number(b)) return true;
    note_distance(r, a);
    out->global.id = 0;
    out->func.id = 0;
    return same_base(a, b);
  case LLVMMul: out->addend = (int64_t)(x * y); break;
  case LLVMXor: out->addend = (int64_t)(x ^ y); break;
  default: return false;
  }
  return is_number(a) && is_number(b);
}

static bool cast_symbol(Reader *r, LLVMValueRef c, Symbol a, Symbol *out) {
  LLVMTypeRef to = LLVMTypeOf(c), from = LLVMTypeOf(LLVMGetOperand(c, 0));
  uint64_t width = LLVMSizeOfTypeInBits(r->layout, to);
  *out = a;
  if (!is_number(a)) return width == LLVMSizeOfTypeInBits(r->layout, from);
  uint64_t narrow = LLVMSizeOfTypeInBits(r->layout, from);
  if (width < narrow) narrow = width;
  bool wide_sign = LLVMGetConstOpcode(c) == LLVMSExt;
  if (narrow < 64) {
    uint64_t low = (uint64_t)a.addend & ((1ull << narrow) - 1);
    bool negative = low >> (narrow - 1) & 1;
    bool extend = wide_sign || width == narrow;
    out->addend = (int64_t)(negative && extend ? low | ~0ull << narrow : low);
  }
  return width <= 64;
}

static bool expr_symbol(Reader *r, LLVMValueRef c, const Symbol *parts,
                        uint32_t n, Symbol *out) {
  switch ((int)LLVMGetConstOpcode(c)) {
  case LLVMGetElementPtr: return gep_symbol(r, c, parts, n, out);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt: return cast_symbol(r, c, parts[0], out);
  default:
    return n == 2 &&
           binary_symbol(r, LLVMGetConstOpcode(c), parts[0], parts[1], out);
  }
}

static bool symbol_of(Reader *r, LLVMValueRef root, Symbol *out) {
  if (!has_parts(root)) return leaf_symbol(r, root, out);
  ValueList order = {0};
  Vec(Symbol) done = {0};
  Map known; /* constant -> index in done */
  map_init(&known, r->mem);
  rd_parts_of(r, root, &order);
  bool good = true;
  for (uint32_t k = 0; good && k < order.n; k++) {
    LLVMValueRef c = order.at[k];
    Symbol made = {0};
    if (LLVMIsAConstantExpr(c)) {
      uint32_t n = (uint32_t)LLVMGetNumOperands(c);
      Symbol *parts = MEM_ARRAY(r->mem, Symbol, n);
      for (uint32_t i = 0; i < n; i++)
        parts[i] = done.at[map_get(&known, key_of(LLVMGetOperand(c, i)), 0)];
      good = expr_symbol(r, c, parts, n, &made);
      MEM_FREE_ARRAY(r->mem, parts, n);
    } else {
      good = leaf_symbol(r, c, &made);
    }
    map_put(&known, key_of(c), done.n);
    VEC_PUSH(r->mem, &done, made);
  }
  if (good) *out = VEC_LAST(&done);
  VEC_DONE(r->mem, &order);
  VEC_DONE(r->mem, &done);
  map_done(&known);
  return good;
}

/* ---- initialisers ---- */

typedef struct InitItem {
  LLVMValueRef c;
  uint64_t offset;
} InitItem;

typedef struct Init {
  uint8_t *bytes;
  uint64_t size;
  Vec(InitItem) todo;
  Vec(Reloc) relocs;
} Init;

static void put_words(Init *init, uint64_t offset, const BvWord *words,
                      uint64_t n_bytes) {
  require(offset + n_bytes <= init->size);
  for (uint64_t i = 0; i < n_bytes; i++)
    init->bytes[offset + i] = (uint8_t)(words[i / 8] >> (8 * (i % 8)));
}

static void put_parts(Reader *r, Init *init, InitItem item) {
  assert(item.offset < init->size);
  LLVMTypeRef type = LLVMTypeOf(item.c);
  uint32_t n = rd_element_count(type);
  for (uint32_t i = n; i-- > 0;) {
    uint64_t low;
    rd_element(r, type, i, &low);
    LLVMValueRef part = LLVMGetAggregateElement(item.c, i);
    if (!LLVMIsNull(part))
      VEC_PUSH(r->mem, &init->todo, ((InitItem){part, item.offset + low / 8}));
  }
}

static bool put_address(Reader *r, Init *init, InitItem item) {
  Symbol symbol;
  uint64_t n = LLVMStoreSizeOfType(r->layout, LLVMTypeOf(item.c));
  if (!symbol_of(r, item.c, &symbol)) return false;
  if (is_number(symbol)) {
    BvWord word = (BvWord)symbol.addend;
    if (n > 8) return false;
    put_words(init, item.offset, &word, n);
    return true;
  }
  if (n * 8 != r->p->pointer_bits) return false;
  assert(item.offset + n <= init->size);
  VEC_PUSH(r->mem, &init->relocs,
           ((Reloc){.offset = item.offset,
                    .global = symbol.global,
                    .func = symbol.func,
                    .addend = symbol.addend}));
  return true;
}

/* One number, string, aggregate or address; false: not representable. */
static bool put_item(Reader *r, Init *init, InitItem item) {
  LLVMValueRef c = item.c;
  LLVMTypeRef type = LLVMTypeOf(c);
  if (is_undef(c) || LLVMIsNull(c)) return true; /* bytes are zero already */
  if (LLVMIsAConstantDataArray(c) && LLVMIsConstantString(c)) {
    size_t n;
    const char *text = LLVMGetAsString(c, &n);
    require(item.offset + n <= init->size);
    memcpy(init->bytes + item.offset, text, n);
    return true;
  }
  if (LLVMIsAConstantStruct(c) || LLVMIsAConstantArray(c) ||
      LLVMIsAConstantDataArray(c) || LLVMIsAConstantVector(c) ||
      LLVMIsAConstantDataVector(c)) {
    if (rd_is_vector(type) &&
        LLVMSizeOfTypeInBits(r->layout, LLVMGetElementType(type)) % 8)
      return false;
    put_parts(r, init, item);
    return true;
  }
  BvWord words[BV_MAX_WORDS];
  uint64_t bits = LLVMSizeOfTypeInBits(r->layout, type);
  if (bits > BV_MAX_WIDTH) return false;
  if (number_words(r, c, (uint32_t)bits, words)) {
    put_words(init, item.offset, words, (bits + 7) / 8);
    return true;
  }
  return put_address(r, init, item);
}

static int by_offset(const void *a, const void *b) {
  uint64_t x = ((const Reloc *)a)->offset, y = ((const Reloc *)b)->offset;
  return x < y ? -1 : x > y;
}

void rd_initialiser(Reader *r, LLVMValueRef variable, GlobalId id) {
  require(id.id > 0 && id.id < r->p->globals.n);
  LLVMValueRef c = LLVMGetInitializer(variable);
  Global *g = prog_global(r->p, id);
  if (!c || LLVMIsNull(c) || is_undef(c) || g->size == 0) return;
  Init init = {.size = g->size};
  init.bytes = arena_alloc(&r->p->arena, g->size);
  VEC_PUSH(r->mem, &init.todo, ((InitItem){c, 0}));
  bool good = true;
  while (good && init.todo.n) good = put_item(r, &init, VEC_POP(&init.todo));
  g = prog_global(r->p, id); /* a label may have added a global */
  if (!good) {
    const SrcLoc *at = prog_loc_get(r->p, g->loc);
    const char *file = at->file == UINT32_MAX ? NULL : r->p->files.at[at->file];
    fe_diag_add(r->diag, file, at->line, at->col,
                "the initialiser of '%s' is not supported", g->name);
    r->failed = true;
  }
  g->init = init.bytes;
  g->n_relocs = init.relocs.n;
  if (init.relocs.n) {
    g->relocs = ARENA_ARRAY(&r->p->arena, Reloc, init.relocs.n);
    memcpy(g->relocs, init.relocs.at, sizeof *g->relocs * init.relocs.n);
    qsort(g->relocs, g->n_relocs, sizeof *g->relocs, by_offset);
  }
  VEC_DONE(r->mem, &init.todo);
  VEC_DONE(r->mem, &init.relocs);
}
