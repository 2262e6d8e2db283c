/* SPDX-License-Identifier: MIT
 *
 * Reads the text that print.c writes; the grammar stands there.
 *
 * Items may refer to each other in any direction (a function's position names
 * a function), so the text is split into items first, then the items are read
 * in four rounds: the head; files and types; names and signatures of globals
 * and functions; all the rest.  What is referred to by number is checked
 * against the number of items of that kind.  A body is walked twice: first
 * every line gets its instruction number, so that phis can look forward.
 *
 * The first problem ends the reading: `fail` notes it and moves the reader to
 * an empty text, where every loop ends.  Nothing recurses, so no input is too
 * deep; sizes that would make us allocate are bounded by the text's own length
 * or checked. */
#include "program/io.h"

enum { MOST_INIT_BYTES = 1 << 28 };

#define ITEMS(X)                                                               \
  X(POINTER, "pointer")                                                        \
  X(ENTRY, "entry")                                                            \
  X(SITES, "sites")                                                            \
  X(FILE, "file")                                                              \
  X(TYPE, "type")                                                              \
  X(REGION, "region")                                                          \
  X(GLOBAL, "global")                                                          \
  X(DECLARE, "declare")                                                        \
  X(DEFINE, "define")                                                          \
  X(LOC, "loc")                                                                \
  X(VAR, "var")                                                                \
  X(CONTEXT, "context")                                                        \
  X(ERROR, "error")                                                            \
  X(LEDGER, "ledger")

typedef enum ItemKind {
#define X(name, text) ITEM_##name,
  ITEMS(X)
#undef X
      ITEM_COUNT
} ItemKind;

typedef struct Item {
  ItemKind kind;
  uint32_t line;
  uint32_t id;    /* globals and functions */
  const char *at; /* behind what was read so far */
} Item;

typedef struct Parser {
  const char *at; /* never moves past an end of line by itself */
  uint32_t line;
  Mem *mem;
  Program *p;
  Text *error;
  bool failed;
  Vec(Item) items;
  uint32_t counts[ITEM_COUNT];
  Names funcs, globals; /* index + 1 is the id */
  Map types;            /* number in the text -> TypeId */
  Map labels;           /* of the function: number in the text -> inst */
  Vec(Val) ops;
  Vec(BlockId) blocks;
  Vec(Field) fields;
  Vec(TypeId) params;
  Vec(Reloc) relocs;
  Text word; /* last name or string; may hold NULs when a string */
} Parser;

BASE_PRINTF(2, 3)
static void fail(Parser *in, const char *format, ...) {
  if (in->failed) return;
  char reason[200];
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  text_printf(in->error, "line %u: %s", in->line, reason);
  in->failed = true;
  in->at = "";
}

/* ---- characters and tokens ---- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
         c == '_' || c == '.';
}

static void skip_blanks(Parser *in) {
  while (*in->at == ' ' || *in->at == '\t' || *in->at == '\r') in->at++;
  if (*in->at == '#')
    while (*in->at && *in->at != '\n') in->at++;
}

static bool at_end(Parser *in) {
  skip_blanks(in);
  return !*in->at || *in->at == '\n';
}

static bool accept(Parser *in, char c) {
  skip_blanks(in);
  if (*in->at != c) return false;
  in->at++;
  return true;
}

static void expect(Parser *in, char c) {
  if (!accept(in, c)) fail(in, "'%c' is missing", c);
}

/* A whole word; `key=` is one, too. */
static bool accept_word(Parser *in, const char *word) {
  skip_blanks(in);
  size_t n = strlen(word);
  if (strncmp(in->at, word, n) != 0) return false;
  if (word[n - 1] != '=' && is_name_char(in->at[n])) return false;
  in->at += n;
  return true;
}

static void expect_word(Parser *in, const char *word) {
  if (!accept_word(in, word)) fail(in, "'%s' is missing", word);
}

static uint64_t read_u64(Parser *in) {
  skip_blanks(in);
  uint64_t value = 0;
  if (!is_digit(*in->at)) fail(in, "a number is missing");
  for (; is_digit(*in->at); in->at++) {
    uint64_t digit = (uint64_t)(*in->at - '0');
    if (value > (UINT64_MAX - digit) / 10) {
      fail(in, "number too big");
      return 0;
    }
    value = value * 10 + digit;
  }
  return value;
}

static uint32_t read_u32(Parser *in) {
  uint64_t value = read_u64(in);
  if (value > UINT32_MAX) fail(in, "number too big");
  return (uint32_t)value;
}

/* `sign` was read already when '-' or '+', else 0. */
static int64_t read_i64(Parser *in, char sign) {
  if (!sign && accept(in, '-')) sign = '-';
  uint64_t value = read_u64(in);
  if (value > (uint64_t)INT64_MAX + (sign == '-')) fail(in, "number too big");
  return (int64_t)(sign == '-' ? 0 - value : value);
}

/* An index of `n` things of a table. */
static uint32_t read_index(Parser *in, uint32_t n, const char *what) {
  uint64_t value = read_u64(in);
  if (value >= n)
    fail(in, "there is no %s %llu", what, (unsigned long long)value);
  return in->failed ? 0 : (uint32_t)value;
}

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

static void read_string(Parser *in) {
  text_clear(&in->word);
  expect(in, '"');
  while (!in->failed && *in->at != '"') {
    char c = *in->at;
    if (!c || c == '\n') {
      fail(in, "string without end");
      return;
    }
    if (c != '\\') {
      text_char(&in->word, c);
      in->at++;
      continue;
    }
    int high = hex_digit(in->at[1]), low = high < 0 ? -1 : hex_digit(in->at[2]);
    if (low < 0) {
      fail(in, "bad escape in string");
      return;
    }
    text_char(&in->word, (char)(high * 16 + low));
    in->at += 3;
  }
  if (!in->failed) in->at++;
}

/* A bare or quoted name, in in->word until the next one. */
static const char *read_name(Parser *in) {
  skip_blanks(in);
  if (*in->at == '"') {
    read_string(in);
    if (memchr(text_get(&in->word), 0, in->word.n)) fail(in, "NUL in a name");
    return text_get(&in->word);
  }
  const char *start = in->at;
  while (is_name_char(*in->at)) in->at++;
  if (in->at == start) fail(in, "a name is missing");
  text_clear(&in->word);
  text_add_n(&in->word, start, in->failed ? 0 : (size_t)(in->at - start));
  return text_get(&in->word);
}

static char *read_text(Parser *in) {
  return arena_strdup(&in->p->arena, read_name(in));
}

/* Which of the words of an enumeration comes next. */
static int64_t read_enum(Parser *in, const char *(*word)(int64_t)) {
  for (int64_t i = 0; word(i); i++)
    if (accept_word(in, word(i))) return i;
  fail(in, "unknown word");
  return 0;
}

/* ---- references ---- */

static FuncId read_func(Parser *in) {
  expect(in, '@');
  const char *name = read_name(in);
  uint32_t index = names_find(&in->funcs, name);
  if (index == UINT32_MAX) fail(in, "there is no function @%s", name);
  return (FuncId){in->failed ? 0 : index + 1};
}

static GlobalId read_global(Parser *in) {
  expect(in, '$');
  const char *name = read_name(in);
  uint32_t index = names_find(&in->globals, name);
  if (index == UINT32_MAX) fail(in, "there is no global $%s", name);
  return (GlobalId){in->failed ? 0 : index + 1};
}

static int64_t read_offset(Parser *in) {
  if (*in->at != '+' && *in->at != '-') return 0;
  char sign = *in->at++;
  return read_i64(in, sign);
}

static LocId read_loc(Parser *in) {
  if (!accept(in, '!')) return (LocId){0};
  return (LocId){read_index(in, in->counts[ITEM_LOC] + 1, "position")};
}

static TypeId scalar_type(Parser *in, char kind, uint64_t bits) {
  if (kind == 'i' && bits >= 1 && bits <= BV_MAX_WIDTH)
    return prog_type_int(in->p, (uint32_t)bits);
  if (kind == 'f' &&
      (bits == 16 || bits == 32 || bits == 64 || bits == 80 || bits == 128))
    return prog_type_float(in->p, (uint32_t)bits);
  fail(in, "there is no type %c%llu", kind, (unsigned long long)bits);
  return (TypeId){0};
}

static TypeId read_type(Parser *in) {
  if (accept_word(in, "ptr")) return prog_type_ptr(in->p);
  if (accept_word(in, "void")) return (TypeId){0};
  skip_blanks(in);
  char kind = *in->at;
  if ((kind != 'i' && kind != 'f' && kind != 't') || !is_digit(in->at[1])) {
    fail(in, "a type is missing");
    return (TypeId){0};
  }
  in->at++;
  uint64_t number = read_u64(in);
  if (is_name_char(*in->at)) fail(in, "a type is missing");
  if (in->failed) return (TypeId){0};
  if (kind != 't') return scalar_type(in, kind, number);
  const uint64_t *found = map_find(&in->types, number);
  if (!found) fail(in, "there is no type t%llu", (unsigned long long)number);
  return (TypeId){found ? (uint32_t)*found : 0};
}

/* ---- constants ---- */

static void read_hex(Parser *in, BvWord *words, uint32_t bits) {
  const char *start = in->at;
  while (hex_digit(*in->at) >= 0) in->at++;
  while (start < in->at - 1 && *start == '0') start++;
  uint64_t n = (uint64_t)(in->at - start);
  if (!n || (n - 1) / 16 >= BV_WORDS(bits)) {
    fail(in, "number too big");
    return;
  }
  for (uint64_t i = 0; i < n; i++)
    words[i / 16] |= (BvWord)hex_digit(in->at[-1 - (int64_t)i]) << i % 16 * 4;
  if (bits % 64 && words[BV_WORDS(bits) - 1] >> bits % 64)
    fail(in, "number too big");
}

static Val read_number(Parser *in, TypeId type) {
  uint32_t bits = prog_type(in->p, type)->bits;
  BvWord words[BV_MAX_WORDS];
  if (!bits) fail(in, "a value needs a scalar type");
  if (in->failed) return (Val){0};
  skip_blanks(in);
  if (in->at[0] == '0' && in->at[1] == 'x') {
    in->at += 2;
    memset(words, 0, sizeof *words * BV_WORDS(bits));
    read_hex(in, words, bits);
  } else if (bits > 64) {
    const char *end = in->at;
    if (!bv_parse(words, bits, in->at, &end)) fail(in, "a number is missing");
    if (!in->failed) in->at = end;
  } else {
    bool minus = accept(in, '-');
    uint64_t value = read_u64(in);
    uint64_t most = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    if (value > (minus ? (most >> 1) + 1 : most)) fail(in, "number too big");
    words[0] = (minus ? 0 - value : value) & most;
  }
  return in->failed ? (Val){0} : prog_const_bits(in->p, type, words);
}

/* ---- instructions ---- */

static void read_block_ref(Parser *in, const Function *f) {
  in->at++;
  uint32_t block = read_index(in, f->blocks.n, "block");
  VEC_PUSH(in->mem, &in->blocks, (BlockId){block});
}

static Val read_local(Parser *in) {
  in->at++;
  uint64_t label = read_u64(in);
  const uint64_t *found = map_find(&in->labels, label);
  if (!found) fail(in, "there is no value %%%llu", (unsigned long long)label);
  return found ? val_local((uint32_t)*found) : (Val){0};
}

static Val read_val(Parser *in) {
  if (*in->at == '%') return read_local(in);
  if (accept_word(in, "none")) return (Val){0};
  if (*in->at == '@') {
    FuncId func = read_func(in);
    return in->failed ? (Val){0} : prog_const_func(in->p, func);
  }
  if (*in->at == '$') {
    GlobalId global = read_global(in);
    int64_t offset = read_offset(in);
    return in->failed ? (Val){0} : prog_const_global(in->p, global, offset);
  }
  TypeId type = read_type(in);
  return in->failed ? (Val){0} : read_number(in, type);
}

/* One attribute, if there is one. */
static bool accept_attribute(Parser *in, Inst *inst) {
  skip_blanks(in);
  if (*in->at == '!')
    inst->loc = read_loc(in);
  else if (accept_word(in, "imm="))
    inst->imm = read_i64(in, 0);
  else if (accept_word(in, "stride="))
    inst->stride = read_i64(in, 0);
  else if (accept_word(in, "aux="))
    inst->aux = read_type(in);
  else if (accept_word(in, "name="))
    inst->name = names_add(&in->p->names, read_name(in));
  else if (accept_word(in, "var="))
    inst->var.id = read_index(in, in->counts[ITEM_VAR] + 1, "variable");
  else if (accept_word(in, "site="))
    inst->site = read_u32(in);
  else if (accept_word(in, "context="))
    inst->context = read_index(in, in->counts[ITEM_CONTEXT] + 1, "context");
  else if (accept_word(in, "region="))
    inst->region.id = read_index(in, in->counts[ITEM_REGION] + 1, "region");
  else
    return false;
  return true;
}

static void read_operands(Parser *in, const Function *f, Inst *inst) {
  VEC_CLEAR(&in->ops);
  VEC_CLEAR(&in->blocks);
  while (!at_end(in)) {
    if (*in->at == ',' || *in->at == '[' || *in->at == ']')
      in->at++;
    else if (in->at[0] == 'b' && is_digit(in->at[1]))
      read_block_ref(in, f);
    else if (!accept_attribute(in, inst)) {
      Val val = read_val(in);
      VEC_PUSH(in->mem, &in->ops, val);
    }
  }
}

/* "add", "fcmp.olt" */
static void read_op(Parser *in, Inst *inst) {
  const char *name = read_name(in);
  char *dot = strchr(name, '.');
  if (dot) *dot = 0;
  inst->op = prog_op_by_name(name);
  const char *(*word)(int64_t) = inst->op == OP_NONDET  ? prog_input_word
                                 : inst->op == OP_FCMP  ? prog_fcmp_word
                                 : inst->op == OP_FMATH ? prog_fmath_word
                                 : inst->op == OP_VALID ? prog_valid_word
                                                        : NULL;
  if (inst->op == OP_COUNT || (dot && !word)) {
    fail(in, "there is no instruction '%s'", name);
    inst->op = OP_NONE;
    return;
  }
  if (!dot) return;
  while (word(inst->imm) && strcmp(word(inst->imm), dot + 1) != 0) inst->imm++;
  if (!word(inst->imm)) fail(in, "there is no variant '%s'", dot + 1);
}

static void read_flags(Parser *in, Inst *inst) {
  for (;;)
    if (accept_word(in, "nsw"))
      inst->flags |= INST_NSW;
    else if (accept_word(in, "volatile"))
      inst->flags |= INST_VOLATILE;
    else if (accept_word(in, "model"))
      inst->flags |= INST_MODEL;
    else if (accept_word(in, "dynamic"))
      inst->flags |= INST_DYNAMIC;
    else if (accept_word(in, "argument"))
      inst->flags |= INST_ARGUMENT;
    else if (accept_word(in, "counted"))
      inst->flags |= INST_COUNTED;
    else if (accept_word(in, "scoped"))
      inst->flags |= INST_SCOPED;
    else
      break;
}

static void read_inst(Parser *in, Function *f, BlockId block) {
  Inst inst = {.name = UINT32_MAX};
  bool has_result = accept(in, '%');
  if (has_result) {
    read_u64(in);
    expect(in, '=');
  }
  read_op(in, &inst);
  read_flags(in, &inst);
  if (has_result) {
    inst.type = read_type(in);
    if (!inst.type.id) fail(in, "a result needs a type");
  }
  read_operands(in, f, &inst);
  if (in->failed) return;
  uint32_t index = prog_append(in->p, f, block, inst.op, inst.type, in->ops.at,
                               in->ops.n, in->blocks.at, in->blocks.n);
  Inst *made = &f->insts.at[index];
  inst.ops = made->ops;
  inst.blocks = made->blocks;
  inst.n_ops = made->n_ops;
  inst.n_blocks = made->n_blocks;
  *made = inst;
}

/* ---- functions ---- */

static bool is_block_line(const char *at) {
  return at[0] == 'b' && is_digit(at[1]);
}

static void skip_line(Parser *in) {
  while (*in->at && *in->at != '\n') in->at++;
}

/* To the start of the next line that holds something; false at the end of
 * the text. */
static bool next_line(Parser *in) {
  for (;;) {
    skip_blanks(in);
    if (!*in->at) return false;
    if (*in->at != '\n') return true;
    in->at++;
    in->line++;
  }
}

static void read_block_line(Parser *in, Function *f) {
  in->at++;
  if (read_u32(in) != f->blocks.n) fail(in, "blocks are not in order");
  skip_blanks(in);
  const char *name = *in->at == ':' ? NULL : read_name(in);
  BlockId block = prog_add_block(in->p, f, name);
  expect(in, ':');
  if (accept_word(in, "loop")) f->blocks.at[block.id].loop = read_loc(in);
  if (!at_end(in)) fail(in, "something behind the block's name");
}

/* First walk: blocks, and the instruction number of every label. */
static void read_labels(Parser *in, Function *f) {
  uint32_t next = f->insts.n;
  map_done(&in->labels); /* clearing would cost what the largest one did */
  map_init(&in->labels, in->mem);
  for (uint32_t i = 1; i <= f->n_params; i++) map_put(&in->labels, i, i);
  for (; next_line(in) && *in->at != '}'; skip_line(in)) {
    if (is_block_line(in->at)) {
      read_block_line(in, f);
      continue;
    }
    if (!f->blocks.n) fail(in, "an instruction outside of blocks");
    if (accept(in, '%')) {
      uint64_t label = read_u64(in);
      if (map_find(&in->labels, label))
        fail(in, "%%%llu is defined twice", (unsigned long long)label);
      if (!in->failed) map_put(&in->labels, label, next);
    }
    next++;
  }
}

static void read_body(Parser *in, const Item *item) {
  Function *f = &in->p->funcs.at[item->id];
  in->at = item->at;
  in->line = item->line;
  read_labels(in, f);
  if (in->failed) return;
  in->at = item->at;
  in->line = item->line;
  uint32_t block = UINT32_MAX;
  for (; next_line(in) && *in->at != '}'; skip_line(in))
    if (is_block_line(in->at))
      block++;
    else
      read_inst(in, f, (BlockId){block});
}

static void read_params(Parser *in, Function *head) {
  VEC_CLEAR(&in->params);
  expect(in, '(');
  while (!in->failed && !accept(in, ')')) {
    if (in->params.n) expect(in, ',');
    TypeId type = read_type(in);
    if (!prog_type(in->p, type)->bits) fail(in, "a parameter needs a scalar");
    Inst inst = {
        .op = OP_PARAM, .type = type, .imm = in->params.n, .name = UINT32_MAX};
    VEC_PUSH(in->mem, &in->params, type);
    expect(in, '%');
    if (read_u32(in) != in->params.n)
      fail(in, "parameters are numbered from %%1");
    while (!in->failed && accept_attribute(in, &inst));
    inst.imm = in->params.n - 1;
    VEC_PUSH(in->mem, &head->insts, inst);
  }
}

/* "define i32 @f(i32 %1) variadic model !3 {", behind the first word */
static void read_signature(Parser *in, Item *item) {
  Function head = {0};
  head.ret = read_type(in);
  expect(in, '@');
  char *name = read_text(in);
  if (names_find(&in->funcs, name) != UINT32_MAX)
    fail(in, "@%s is defined twice", name);
  else
    names_add(&in->funcs, name);
  read_params(in, &head);
  if (accept_word(in, "variadic")) head.arity = FUNC_VARIADIC;
  if (accept_word(in, "model")) head.origin = FUNC_MODEL;
  head.loc = read_loc(in);
  if (item->kind == ITEM_DEFINE) expect(in, '{');
  if (!at_end(in)) fail(in, "something behind the signature");
  FuncId id =
      prog_add_function(in->p, name, head.ret, in->params.at, in->params.n);
  Function *f = prog_func(in->p, id);
  f->arity = head.arity;
  f->origin = head.origin;
  f->loc = head.loc;
  if (item->kind == ITEM_DEFINE) f->state = FUNC_DEFINED;
  for (uint32_t i = 0; i < head.insts.n; i++)
    f->insts.at[1 + i] = head.insts.at[i];
  VEC_DONE(in->mem, &head.insts);
  item->id = id.id;
}

/* ---- tables ---- */

/* "3 =", where 3 must be the next row */
static void expect_row(Parser *in, uint32_t next) {
  if (read_u32(in) != next) fail(in, "rows are not in order, %u is next", next);
  expect(in, '=');
}

static TypeId read_struct_type(Parser *in) {
  const char *name = *in->at == '{' ? "" : read_text(in);
  VEC_CLEAR(&in->fields);
  expect(in, '{');
  while (!in->failed && !accept(in, '}')) {
    if (in->fields.n) expect(in, ',');
    TypeId type = read_type(in);
    expect(in, '+');
    VEC_PUSH(in->mem, &in->fields, ((Field){type, read_u64(in)}));
  }
  expect_word(in, "size=");
  uint64_t size = read_u64(in);
  expect_word(in, "align=");
  uint32_t align = read_u32(in);
  if (in->failed) return (TypeId){0};
  return prog_type_struct(in->p, name, in->fields.at, in->fields.n, size,
                          align);
}

static TypeId read_array_type(Parser *in) {
  uint64_t count = read_u64(in);
  expect_word(in, "x");
  TypeId elem = read_type(in);
  expect(in, ']');
  uint64_t size = prog_type(in->p, elem)->size;
  if (size && count > UINT64_MAX / 2 / size) fail(in, "array too big");
  return in->failed ? (TypeId){0} : prog_type_array(in->p, elem, count);
}

/* The layout that follows types whose layout we know ourselves. */
static void check_layout(Parser *in, TypeId id) {
  uint64_t size = prog_type(in->p, id)->size;
  uint32_t align = prog_type(in->p, id)->align;
  if (accept_word(in, "size=") && read_u64(in) != size)
    fail(in, "size is %llu", (unsigned long long)size);
  if (accept_word(in, "align=") && read_u32(in) != align)
    fail(in, "alignment is %u", align);
}

static void read_type_row(Parser *in) {
  expect(in, 't');
  uint64_t number = read_u64(in);
  expect(in, '=');
  if (map_find(&in->types, number)) fail(in, "type is defined twice");
  TypeId id;
  if (accept_word(in, "struct")) {
    skip_blanks(in);
    id = read_struct_type(in);
  } else if (accept_word(in, "opaque")) {
    id = prog_type_opaque(in->p, read_text(in));
  } else {
    id = accept(in, '[') ? read_array_type(in) : read_type(in);
  }
  check_layout(in, id);
  if (!in->failed) map_put(&in->types, number, id.id);
}

static void read_global_head(Parser *in, Item *item) {
  expect(in, '$');
  char *name = read_text(in);
  TypeId type = read_type(in);
  if (names_find(&in->globals, name) != UINT32_MAX)
    fail(in, "$%s is defined twice", name);
  if (in->failed) return;
  names_add(&in->globals, name);
  item->id = prog_add_global(in->p, name, type).id;
  item->at = in->at;
}

static void read_reloc(Parser *in) {
  Reloc reloc = {.offset = read_u64(in)};
  expect(in, ':');
  skip_blanks(in);
  if (*in->at == '@')
    reloc.func = read_func(in);
  else
    reloc.global = read_global(in);
  reloc.addend = read_offset(in);
  VEC_PUSH(in->mem, &in->relocs, reloc);
}

/* in->word holds the bytes up to the last that is not zero. */
static void set_init(Parser *in, Global *g) {
  if (in->word.n > g->size || g->size > MOST_INIT_BYTES) {
    fail(in, "%llu initial bytes do not fit", (unsigned long long)in->word.n);
    return;
  }
  g->init = arena_alloc(&in->p->arena, g->size);
  if (in->word.n) memcpy(g->init, in->word.text, in->word.n);
}

static void read_global_rest(Parser *in, const Item *item) {
  Global *g = &in->p->globals.at[item->id];
  in->at = item->at;
  VEC_CLEAR(&in->relocs);
  if (accept_word(in, "external")) g->state = GLOBAL_EXTERNAL;
  if (accept_word(in, "constant")) g->kind = GLOBAL_CONSTANT;
  if (accept_word(in, "size=")) g->size = read_u64(in);
  if (accept_word(in, "align=")) g->align = read_u32(in);
  if (accept_word(in, "init=")) {
    read_string(in);
    if (!in->failed) set_init(in, g);
  }
  while (!at_end(in) && is_digit(*in->at)) read_reloc(in);
  if (accept_word(in, "var="))
    g->var.id = read_index(in, in->counts[ITEM_VAR] + 1, "variable");
  g->loc = read_loc(in);
  if (in->failed || !in->relocs.n) return;
  g->n_relocs = in->relocs.n;
  g->relocs = ARENA_ARRAY(&in->p->arena, Reloc, g->n_relocs);
  memcpy(g->relocs, in->relocs.at, sizeof *g->relocs * g->n_relocs);
}

static void read_loc_row(Parser *in) {
  expect_row(in, in->p->locs.n);
  uint32_t file = UINT32_MAX;
  if (!accept(in, '?')) file = read_index(in, in->p->files.n, "file");
  expect(in, ':');
  uint32_t line = read_u32(in);
  expect(in, ':');
  uint32_t col = read_u32(in);
  FuncId func = {0};
  if (!at_end(in)) func = read_func(in);
  uint32_t next = in->p->locs.n;
  if (!in->failed && prog_loc(in->p, file, line, col, func).id != next)
    fail(in, "this position stands twice");
}

static void read_var_row(Parser *in) {
  expect_row(in, in->p->vars.n);
  CVar var = {0};
  char *name = read_text(in);
  char *type_name = read_text(in);
  var.name = name;
  var.type_name = type_name;
  var.encoding = (CEncoding)read_enum(in, prog_encoding_word);
  if (accept_word(in, "size=")) var.size = read_u64(in);
  if (accept_word(in, "func=")) var.func = read_func(in);
  if (accept_word(in, "scope=")) var.scope_line = read_u32(in);
  if (accept_word(in, "settled")) var.life = CVAR_SETTLED;
  var.decl = read_loc(in);
  if (!in->failed) VEC_PUSH(in->mem, &in->p->vars, var);
}

static void read_context_row(Parser *in) {
  expect_row(in, in->p->contexts.n);
  Context context = {0};
  expect_word(in, "parent=");
  context.parent = read_index(in, in->p->contexts.n, "context");
  expect_word(in, "site=");
  context.site = read_u32(in);
  if (accept_word(in, "callee=")) context.callee = read_func(in);
  context.call = read_loc(in);
  if (!in->failed) prog_add_context(in->p, context);
}

static void read_region_row(Parser *in) {
  if (!in->p->regions.n) VEC_PUSH(in->mem, &in->p->regions, (Region){0});
  expect_row(in, in->p->regions.n);
  Region region = {0};
  region.kind = (RegionKind)read_enum(in, prog_region_word);
  if (accept_word(in, "unknown"))
    region.targets = REGION_UNKNOWN;
  else
    expect_word(in, "known");
  expect_word(in, "bits=");
  region.cell_bits = read_u32(in);
  expect_word(in, "name=");
  region.name = read_text(in);
  VEC_PUSH(in->mem, &in->p->regions, region);
}

static void read_error_row(Parser *in) {
  expect_row(in, in->p->errors.n);
  ErrorSite site = {0};
  site.property = read_text(in);
  site.message = read_text(in);
  site.loc = read_loc(in);
  VEC_PUSH(in->mem, &in->p->errors, site);
}

static void read_ledger_row(Parser *in) {
  LedgerEntry entry = {0};
  entry.direction = (Direction)read_enum(in, prog_direction_word);
  entry.reason = read_text(in);
  entry.loc = read_loc(in);
  VEC_PUSH(in->mem, &in->p->ledger, entry);
}

static void read_file_row(Parser *in) {
  expect_row(in, in->p->files.n);
  VEC_PUSH(in->mem, &in->p->files, read_text(in));
}

/* ---- items ---- */

static void skip_body(Parser *in, const Item *item) {
  skip_line(in);
  while (next_line(in) && *in->at != '}') skip_line(in);
  if (*in->at != '}') {
    in->line = item->line;
    fail(in, "function without end");
    return;
  }
  in->at++;
  if (!at_end(in)) fail(in, "something behind '}'");
}

static void split_items(Parser *in) {
  static const char *const words[] = {
#define X(name, text) text,
      ITEMS(X)
#undef X
  };
  while (!in->failed && next_line(in)) {
    Item item = {.line = in->line};
    while (item.kind < ITEM_COUNT && !accept_word(in, words[item.kind]))
      item.kind++;
    if (item.kind == ITEM_COUNT) {
      fail(in, "unknown item");
      return;
    }
    item.at = in->at;
    in->counts[item.kind]++;
    VEC_PUSH(in->mem, &in->items, item);
    if (item.kind == ITEM_DEFINE)
      skip_body(in, &item);
    else
      skip_line(in);
  }
}

static void read_head(Parser *in) {
  in->line = 1;
  if (!in->items.n || in->items.at[0].kind != ITEM_POINTER ||
      in->counts[ITEM_POINTER] != 1) {
    fail(in, "the text must start with its one 'pointer' item");
    return;
  }
  in->at = in->items.at[0].at;
  in->line = in->items.at[0].line;
  uint64_t bits = read_u64(in);
  if (!at_end(in) || (bits != 32 && bits != 64))
    fail(in, "pointers have 32 or 64 bits");
  if (!in->failed) in->p = prog_new(in->mem, (uint32_t)bits);
}

enum { ROUND_HEAD, ROUND_TYPES, ROUND_NAMES, ROUND_REST, ROUND_COUNT };

static int round_of(ItemKind kind) {
  if (kind == ITEM_POINTER) return ROUND_HEAD;
  return kind == ITEM_FILE || kind == ITEM_TYPE ? ROUND_TYPES : ROUND_REST;
}

static void read_rest(Parser *in, const Item *item) {
  switch (item->kind) {
  case ITEM_FILE: read_file_row(in); break;
  case ITEM_TYPE: read_type_row(in); break;
  case ITEM_ENTRY: in->p->entry = read_func(in); break;
  case ITEM_SITES: in->p->n_sites = read_u32(in); break;
  case ITEM_REGION: read_region_row(in); break;
  case ITEM_GLOBAL: read_global_rest(in, item); break;
  case ITEM_DEFINE: read_body(in, item); return;
  case ITEM_DECLARE: return;
  case ITEM_LOC: read_loc_row(in); break;
  case ITEM_VAR: read_var_row(in); break;
  case ITEM_CONTEXT: read_context_row(in); break;
  case ITEM_ERROR: read_error_row(in); break;
  case ITEM_LEDGER: read_ledger_row(in); break;
  case ITEM_POINTER:
  case ITEM_COUNT: unreachable_case();
  }
  if (!at_end(in)) fail(in, "something behind the item");
}

static void read_names(Parser *in, Item *item) {
  if (item->kind == ITEM_GLOBAL) {
    read_global_head(in, item);
  } else if (item->kind == ITEM_DECLARE || item->kind == ITEM_DEFINE) {
    read_signature(in, item);
    item->at = in->at;
  }
}

static void read_items(Parser *in) {
  for (int round = ROUND_TYPES; round < ROUND_COUNT; round++)
    for (uint32_t i = 0; i < in->items.n && !in->failed; i++) {
      Item *item = &in->items.at[i];
      in->at = item->at;
      in->line = item->line;
      if (round == ROUND_NAMES)
        read_names(in, item);
      else if (round == round_of(item->kind))
        read_rest(in, item);
    }
}

static void parser_done(Parser *in) {
  VEC_DONE(in->mem, &in->items);
  VEC_DONE(in->mem, &in->ops);
  VEC_DONE(in->mem, &in->blocks);
  VEC_DONE(in->mem, &in->fields);
  VEC_DONE(in->mem, &in->params);
  VEC_DONE(in->mem, &in->relocs);
  names_done(&in->funcs);
  names_done(&in->globals);
  map_done(&in->types);
  map_done(&in->labels);
  text_done(&in->word);
}

bool prog_parse(Program **out, Mem *mem, const char *text, Text *error) {
  Parser in = {.at = text, .line = 1, .mem = mem, .error = error};
  names_init(&in.funcs, mem);
  names_init(&in.globals, mem);
  map_init(&in.types, mem);
  map_init(&in.labels, mem);
  text_init(&in.word, mem);
  split_items(&in);
  if (!in.failed) read_head(&in);
  if (!in.failed) read_items(&in);
  if (in.failed && in.p) prog_free(in.p);
  *out = in.failed ? NULL : in.p;
  parser_done(&in);
  return !in.failed;
}
