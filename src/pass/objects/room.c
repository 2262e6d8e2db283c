/* SPDX-License-Identifier: MIT
 *
 * Is there room for an access?
 *
 * Asked where the pointer may lead to a variable or an allocation in sight
 * (through a choice, or as a pointer that walks), where it is read from where
 * the function puts such an allocation (`x->p = malloc(n); ... x->p[n] = 0`),
 * where it is a parameter for which a caller passes such an object, and of
 * library functions that write: how many bytes is in the table below.  What
 * pass_bounds tests in numbers is left to it. */
#include "ir/format.h"
#include "pass/objects/objects_int.h"
#include "pass/pass_int.h"

static TypeId word(const Guarding *g) {
  return prog_type_int(g->edit.program, g->edit.program->pointer_bits);
}

static Val number(const Guarding *g, uint64_t value) {
  return prog_const_u64(g->edit.program, word(g), value);
}

static bool is_chosen(const Address *address) {
  for (uint32_t i = 0; i < address->n_terms; i++)
    if (address->terms[i].array.id) return true;
  return false;
}

void find_kept(Guarding *g) {
  const Function *f = g->edit.f;
  for (uint32_t number = 1; number < g->n_insts; number++) {
    const Inst *inst = &f->insts.at[number];
    if (inst->op != OP_STORE || g->n_kept == ROOTS_MOST) continue;
    Val value = prog_address_root(f, inst->ops[0]);
    if (val_is_local(value) && !is_variable(g->edit.program, f, value) &&
        is_object(g->facts, f, value))
      g->kept[g->n_kept++] = number;
  }
}

/* Is it read from where the function puts an object? */
static bool is_kept(const Guarding *g, Val root) {
  const Function *f = g->edit.f;
  if (!val_is_local(root)) return false;
  const Inst *load = &f->insts.at[val_index(root)];
  for (uint32_t i = 0; load->op == OP_LOAD && i < g->n_kept; i++)
    if (name_the_same(&f->insts.at[g->kept[i]], load)) return true;
  return false;
}

/* Is there an object to ask about? */
static bool is_in_sight(const Guarding *g, Val pointer) {
  AddressRoots roots;
  find_roots(&roots, g->edit.f, pointer);
  for (uint32_t i = 0; i < roots.n; i++)
    if (is_object(g->facts, g->edit.f, roots.at[i]) ||
        is_shown(g->facts, g->edit.f, roots.at[i]) || is_kept(g, roots.at[i]))
      return true;
  return false;
}

/* Is it a part of something that a pointer leads to?  Its type may tell how
 * large that is. */
static bool is_part(const Guarding *g, Val pointer) {
  const Program *p = g->edit.program;
  const Function *f = g->edit.f;
  if (!val_is_local(pointer)) return false;
  const Inst *inst = &f->insts.at[val_index(pointer)];
  if (inst->op != OP_GEP || inst->n_ops != 1) return false;
  Val root = prog_address_root(f, pointer);
  const Inst *of = val_is_local(root) ? &f->insts.at[val_index(root)] : NULL;
  return of &&
         (of->op != OP_ALLOCA || prog_type(p, of->aux)->kind == TYPE_STRUCT);
}

/* Can be told what room there is for a text? */
static bool has_room(const Guarding *g, Val to) {
  return is_in_sight(g, to) || is_part(g, to);
}

/* Does pass_bounds know the object by itself? */
static bool is_bounds(const Guarding *g, const Address *address) {
  const Program *p = g->edit.program;
  if (val_is_const(address->root)) return true;
  const Inst *inst = &g->edit.f->insts.at[val_index(address->root)];
  return is_chosen(address) || (inst->op == OP_ALLOCA && inst->n_ops == 0) ||
         (inst->op == OP_CALL && pass_allocated(p, inst) != 0);
}

static void ask_room(Guarding *g, ValidKind kind, const Address *address,
                     Val bytes, const char *message) {
  assert(!val_is_none(address->root) && *message);
  Val ops[] = {address->root, offset_sum(&g->edit, address), bytes};
  guard_valid(g, kind, ops, 3, prog_property_name(PROPERTY_VALID_DEREF),
              message);
}

/* A member of a struct, or the first element, of a parameter's object: what a
 * caller passes is at least as large as its type. */
static bool is_plain(const Guarding *g, const Address *address,
                     const Inst *access) {
  int64_t offset;
  const Inst *root = val_is_local(address->root)
                         ? &g->edit.f->insts.at[val_index(address->root)]
                         : NULL;
  return root && root->op == OP_PARAM && address->n_terms == 0 &&
         (access->aux.id || (prog_address_offset(address, &offset) && !offset));
}

static void guard_access(Guarding *g, const Inst *access, Val pointer,
                         uint64_t bytes, const char *message) {
  Address address =
      prog_address(g->edit.program, g->edit.f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(g->edit.program, &address);
  if (is_bounds(g, &address) || is_plain(g, &address, access) ||
      !is_in_sight(g, pointer) || !is_new_question(g, VALID_ACCESS, pointer))
    return;
  ValidKind kind =
      access->aux.id && !address.n_terms ? VALID_MEMBER : VALID_ACCESS;
  ask_room(g, kind, &address, number(g, bytes), message);
}

static Val as_word(Guarding *g, Val v) {
  Program *p = g->edit.program;
  uint32_t bits = prog_val_bits(p, g->edit.f, v);
  if (bits == p->pointer_bits) return v;
  return edit_op1(&g->edit, bits < p->pointer_bits ? OP_SEXT : OP_TRUNC,
                  word(g), v);
}

static void guard_range(Guarding *g, Val pointer, Val bytes,
                        const char *message, bool is_call) {
  Address address =
      prog_address(g->edit.program, g->edit.f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(g->edit.program, &address);
  if (!is_in_sight(g, pointer) || (!is_call && is_bounds(g, &address))) return;
  ask_room(g, VALID_ACCESS, &address, as_word(g, bytes), message);
}

/* ---- library functions ---- */

typedef enum Measure {
  BY_COUNT,   /* an argument says how many bytes */
  BY_MOST,    /* ... how many at most */
  BY_LIMIT,   /* ... how many behind a string, beside the end; `also` is the
                 text that is appended: a short one is no matter */
  BY_PRODUCT, /* two do, as a product */
  BY_FORMAT,  /* what sprintf writes by a format and what is behind it */
  BY_START,   /* its first character: where the text starts */
  BY_STRING,  /* a string and its end */
  BY_APPENDED /* behind the string that is there */
} Measure;

/* Of a wide character on the machines that are supported. */
enum { WIDE_BYTES = 4 };

typedef struct Row {
  const char *name;
  uint32_t pointer;
  Measure measure;
  uint32_t by, also; /* arguments, from 0 */
  const char *message;
  uint32_t unit; /* bytes of what is counted */
} Row;

static const char writes[] = "write outside the object";
static const char reads[] = "read outside the object";

static const Row rows[] = {
    {"strcpy", 0, BY_STRING, 1, 0, writes, 1},
    {"stpcpy", 0, BY_STRING, 1, 0, writes, 1},
    {"__strcpy_chk", 0, BY_STRING, 1, 0, writes, 1},
    {"strcpy", 1, BY_START, 1, 0, reads, 1},
    {"stpcpy", 1, BY_START, 1, 0, reads, 1},
    {"strcat", 1, BY_START, 1, 0, reads, 1},
    {"strdup", 0, BY_START, 0, 0, reads, 1},
    {"strlen", 0, BY_START, 0, 0, reads, 1},
    {"strncpy", 1, BY_START, 1, 0, reads, 1},
    {"strcat", 0, BY_APPENDED, 1, 0, writes, 1},
    {"__strcat_chk", 0, BY_APPENDED, 1, 0, writes, 1},
    {"sprintf", 0, BY_FORMAT, 1, 0, PASS_PRINTS, 1},
    {"__sprintf_chk", 0, BY_FORMAT, 3, 0, PASS_PRINTS, 1},
    {"strncpy", 0, BY_COUNT, 2, 0, writes, 1},
    {"__strncpy_chk", 0, BY_COUNT, 2, 0, writes, 1},
    {"memcpy", 0, BY_COUNT, 2, 0, writes, 1},
    {"memcpy", 1, BY_COUNT, 2, 0, reads, 1},
    {"memmove", 0, BY_COUNT, 2, 0, writes, 1},
    {"memmove", 1, BY_COUNT, 2, 0, reads, 1},
    {"memset", 0, BY_COUNT, 2, 0, writes, 1},
    {"memcmp", 0, BY_COUNT, 2, 0, reads, 1},
    {"memcmp", 1, BY_COUNT, 2, 0, reads, 1},
    {"fgets", 0, BY_MOST, 1, 0, writes, 1},
    {"snprintf", 0, BY_MOST, 1, 0, writes, 1},
    {"vsnprintf", 0, BY_MOST, 1, 0, writes, 1},
    {"strlcpy", 0, BY_MOST, 2, 0, writes, 1},
    {"strlcat", 0, BY_MOST, 2, 0, writes, 1},
    {"strftime", 0, BY_MOST, 1, 0, writes, 1},
    {"strerror_r", 1, BY_MOST, 2, 0, writes, 1},
    {"inet_ntop", 2, BY_MOST, 3, 0, writes, 1},
    {"gethostname", 0, BY_MOST, 1, 0, writes, 1},
    {"getcwd", 0, BY_MOST, 1, 0, writes, 1},
    {"readlink", 1, BY_MOST, 2, 0, writes, 1},
    {"read", 1, BY_MOST, 2, 0, writes, 1},
    {"pread", 1, BY_MOST, 2, 0, writes, 1},
    {"recv", 1, BY_MOST, 2, 0, writes, 1},
    {"recvfrom", 1, BY_MOST, 2, 0, writes, 1},
    {"send", 1, BY_COUNT, 2, 0, reads, 1},
    {"sendto", 1, BY_COUNT, 2, 0, reads, 1},
    {"pwrite", 1, BY_COUNT, 2, 0, reads, 1},
    {"mempcpy", 0, BY_COUNT, 2, 0, writes, 1},
    {"mempcpy", 1, BY_COUNT, 2, 0, reads, 1},
    {"bzero", 0, BY_COUNT, 1, 0, writes, 1},
    {"fread", 0, BY_PRODUCT, 1, 2, writes, 1},
    {"fwrite", 0, BY_PRODUCT, 1, 2, reads, 1},
    {"write", 1, BY_COUNT, 2, 0, reads, 1},
    {"strncat", 0, BY_LIMIT, 2, 1, PASS_MAY_APPEND, 1},
    /* They count and measure wide characters. */
    {"wmemset", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wmemcpy", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wmemcpy", 1, BY_COUNT, 2, 0, reads, WIDE_BYTES},
    {"wmempcpy", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wmempcpy", 1, BY_COUNT, 2, 0, reads, WIDE_BYTES},
    {"wmemmove", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wmemmove", 1, BY_COUNT, 2, 0, reads, WIDE_BYTES},
    {"wmemcmp", 0, BY_COUNT, 2, 0, reads, WIDE_BYTES},
    {"wmemcmp", 1, BY_COUNT, 2, 0, reads, WIDE_BYTES},
    {"wcsncpy", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wcpncpy", 0, BY_COUNT, 2, 0, writes, WIDE_BYTES},
    {"wcscpy", 0, BY_STRING, 1, 0, writes, WIDE_BYTES},
    {"wcscpy", 1, BY_START, 1, 0, reads, WIDE_BYTES},
    {"wcscat", 1, BY_START, 1, 0, reads, WIDE_BYTES},
    {"wcslen", 0, BY_START, 0, 0, reads, WIDE_BYTES},
    {"wcpcpy", 0, BY_STRING, 1, 0, writes, WIDE_BYTES},
    {"wcscat", 0, BY_APPENDED, 1, 0, writes, WIDE_BYTES},
    {"wcsncat", 0, BY_LIMIT, 2, 1, PASS_MAY_APPEND, WIDE_BYTES},
    {"swprintf", 0, BY_MOST, 1, 0, writes, WIDE_BYTES},
    {"vswprintf", 0, BY_MOST, 1, 0, writes, WIDE_BYTES},
    {"fgetws", 0, BY_MOST, 1, 0, writes, WIDE_BYTES}};

static bool is_wide(const Row *row) {
  assert(row->unit == 1 || row->unit == WIDE_BYTES);
  return row->unit > 1;
}

static ValidKind append_kind(const Row *row) {
  return is_wide(row) ? VALID_WIDE_APPEND : VALID_APPEND;
}

static void guard_string(Guarding *g, const Inst *call, const Row *row) {
  assert(row->pointer + 1 < call->n_ops);
  Val to = call->ops[row->pointer + 1];
  Val ops[] = {to, call->ops[row->by + 1]};
  if (!has_room(g, to)) return;
  ValidKind copy = is_wide(row) ? VALID_WIDE_COPY : VALID_COPY;
  guard_valid(g, row->measure == BY_STRING ? copy : append_kind(row), ops, 2,
              prog_property_name(PROPERTY_VALID_DEREF),
              is_part(g, to) ? PASS_IN_PART : row->message);
}

/* The destination, the format and all arguments behind it. */
static void guard_printed(Guarding *g, const Inst *call, const Row *row) {
  enum { OPERANDS_MOST = 64 };
  assert(row->measure == BY_FORMAT);
  Val ops[OPERANDS_MOST] = {call->ops[row->pointer + 1]};
  uint32_t n = 1;
  if (!has_room(g, ops[0]) ||
      !prog_literal(g->edit.program, call->ops[row->by + 1]))
    return;
  for (uint32_t i = row->by + 1; i < call->n_ops && n < OPERANDS_MOST; i++)
    ops[n++] = call->ops[i];
  guard_valid(g, VALID_PRINTED, ops, n,
              prog_property_name(PROPERTY_VALID_DEREF), row->message);
}

/* Does it write less than that as a rule?  Then the room that is asked for is
 * not there, and nothing has happened. */
static bool is_at_most(const Row *row) {
  return row->measure == BY_MOST || row->measure == BY_LIMIT ||
         row->measure == BY_FORMAT ||
         (row->measure == BY_PRODUCT && row->message == writes);
}

/* The text starts in its object.  Asked where it is somewhere in one, or in one
 * of several: who passes a variable as it is, or what was passed, is right. */
static void guard_start(Guarding *g, const Inst *call, const Row *row) {
  Val text = call->ops[row->pointer + 1];
  int64_t at;
  Address address =
      prog_address(g->edit.program, g->edit.f, text, ADDRESS_ALL_STEPS);
  prog_address_fold(g->edit.program, &address);
  assert(row->measure == BY_START);
  const Inst *root = val_is_local(address.root)
                         ? &g->edit.f->insts.at[val_index(address.root)]
                         : NULL;
  bool is_whole = address.n_terms == 0 && prog_address_offset(&address, &at) &&
                  !at && !(root && root->op == OP_PHI);
  if (root && !is_whole)
    guard_range(g, text, number(g, row->unit), row->message, true);
}

static void guard_row(Guarding *g, const Inst *call, const Row *row) {
  assert(call->op == OP_CALL && row->name);
  g->is_at_most = is_at_most(row);
  if (call->n_ops < 2 || row->by + 1 >= call->n_ops ||
      row->pointer + 1 >= call->n_ops)
    return;
  if (row->measure == BY_STRING || row->measure == BY_APPENDED) {
    guard_string(g, call, row);
    return;
  }
  if (row->measure == BY_START) {
    guard_start(g, call, row);
    return;
  }
  if (row->measure == BY_FORMAT) {
    guard_printed(g, call, row);
    return;
  }
  Val bytes = call->ops[row->by + 1];
  if (row->measure == BY_LIMIT && val_is_const(call->ops[row->also + 1]))
    return;
  if (row->measure == BY_LIMIT) {
    Val to = call->ops[row->pointer + 1];
    Val ops[] = {to, as_word(g, bytes), call->ops[row->also + 1]};
    if (has_room(g, to))
      guard_valid(g, append_kind(row), ops, 3,
                  prog_property_name(PROPERTY_VALID_DEREF), row->message);
    return;
  }
  if (is_wide(row))
    bytes = edit_op2(&g->edit, OP_MUL, word(g), as_word(g, bytes),
                     number(g, row->unit));
  if (row->measure == BY_PRODUCT) {
    if (row->also + 1 >= call->n_ops) return;
    bytes = edit_op2(&g->edit, OP_MUL, word(g), as_word(g, bytes),
                     as_word(g, call->ops[row->also + 1]));
  }
  guard_range(g, call->ops[row->pointer + 1], bytes, row->message, true);
}

/* Functions that read words: where their format is, and whether the text
 * before it is what they read (else it is a stream). */
static const struct Reader {
  const char *name;
  uint32_t format;
  bool is_text;
} readers[] = {{"scanf", 0, false},           {"fscanf", 1, false},
               {"sscanf", 1, true},           {"__isoc99_scanf", 0, false},
               {"__isoc99_fscanf", 1, false}, {"__isoc99_sscanf", 1, true},
               {"__isoc23_scanf", 0, false},  {"__isoc23_fscanf", 1, false},
               {"__isoc23_sscanf", 1, true}};

/* More than any object has: as long as a word in a stream may be. */
enum { WORD_MOST = 1 << 30 };

/* One word of a text that is read: its width and its end, or all of the text
 * that there is. */
static void guard_word(Guarding *g, const Inst *call, const struct Reader *by,
                       const Conversion *c, Val to) {
  assert(c->kind == 's' || c->kind == '[');
  g->is_at_most = true;
  const char *property = prog_property_name(PROPERTY_VALID_DEREF);
  if (c->width > 0 || !by->is_text) {
    uint64_t bytes = c->width > 0 ? (uint64_t)c->width + 1 : WORD_MOST;
    guard_range(g, to, number(g, bytes), PASS_MAY_APPEND, true);
    return;
  }
  Val ops[] = {to, call->ops[by->format]};
  if (has_room(g, to))
    guard_valid(g, VALID_WORD, ops, 2, property, PASS_MAY_APPEND);
}

static void guard_words(Guarding *g, const Inst *call,
                        const struct Reader *by) {
  const Program *p = g->edit.program;
  Format format;
  const char *text = by->format + 1 < call->n_ops
                         ? prog_literal(p, call->ops[by->format + 1])
                         : NULL;
  if (!text || !format_parse(&format, FORMAT_SCAN, text, strlen(text))) return;
  uint32_t next = by->format + 2;
  for (uint32_t i = 0; i < format.n && next < call->n_ops; i++) {
    const Conversion *c = &format.at[i];
    if (c->skipped) continue;
    Val to = call->ops[next++];
    TypeId type = prog_val_type(p, g->edit.f, to);
    if ((c->kind == 's' || c->kind == '[') && !c->length &&
        prog_type(p, type)->kind == TYPE_PTR)
      guard_word(g, call, by, c, to);
  }
}

static void guard_call(Guarding *g, const Inst *call) {
  const char *name = library_name(g->edit.program, call);
  for (size_t i = 0; name && i < sizeof readers / sizeof *readers; i++)
    if (strcmp(readers[i].name, name) == 0) guard_words(g, call, &readers[i]);
  for (size_t i = 0; name && i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0) guard_row(g, call, &rows[i]);
  g->is_at_most = false;
}

void guard_room(Guarding *g, const Inst *inst) {
  const Program *p = g->edit.program;
  switch ((int)inst->op) {
  case OP_LOAD:
    guard_access(g, inst, inst->ops[0], prog_store_size(p, inst->type), reads);
    return;
  case OP_STORE:
    guard_access(g, inst, inst->ops[1],
                 prog_store_size(p, prog_val_type(p, g->edit.f, inst->ops[0])),
                 writes);
    return;
  case OP_MEMCPY:
    guard_range(g, inst->ops[1], inst->ops[2], reads, false);
    guard_range(g, inst->ops[0], inst->ops[2], writes, false);
    return;
  case OP_MEMSET:
    guard_range(g, inst->ops[0], inst->ops[2], writes, false);
    return;
  case OP_CALL: guard_call(g, inst); return;
  default: return;
  }
}
