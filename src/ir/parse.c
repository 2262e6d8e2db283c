/* SPDX-License-Identifier: MIT
 *
 * Reads the text that print.c writes; the grammar stands there.
 *
 * Items may refer to each other in any direction (a function's position names
 * a function), so the text is split into items first, then the items are read
 * in four rounds: the head; files and types; names and signatures of globals
 * and functions; all the rest.  What is referred to by number is checked
 * against the number of items of that kind.
 *
 * The first problem ends the reading: `ptext_fail` notes it and moves the
 * reader to an empty text, where every loop ends.  Nothing recurses, so no
 * input is too deep; sizes that would make us allocate are bounded by the
 * text's own length or checked. */
#include "ir/parse_int.h"

enum { MOST_INIT_BYTES = 1 << 28 };

/* ---- tables ---- */

/* "3 =", where 3 must be the next row */
static void expect_row(Parser *in, uint32_t next) {
  if (ptext_u32(in) != next)
    ptext_fail(in, "rows are not in order, %u is next", next);
  ptext_expect(in, '=');
}

static TypeId read_struct_type(Parser *in) {
  const char *name = *in->at == '{' ? "" : ptext_text(in);
  VEC_CLEAR(&in->fields);
  ptext_expect(in, '{');
  while (!in->failed && !ptext_accept(in, '}')) {
    if (in->fields.n) ptext_expect(in, ',');
    TypeId type = ptext_type(in);
    ptext_expect(in, '+');
    VEC_PUSH(in->mem, &in->fields,
             ((Field){.type = type, .offset = ptext_u64(in)}));
  }
  ptext_expect_word(in, "size=");
  uint64_t size = ptext_u64(in);
  ptext_expect_word(in, "align=");
  uint32_t align = ptext_u32(in);
  if (in->failed) return (TypeId){0};
  return prog_type_struct(in->p, name, in->fields.at, in->fields.n, size,
                          align);
}

static TypeId read_array_type(Parser *in) {
  uint64_t count = ptext_u64(in);
  ptext_expect_word(in, "x");
  TypeId elem = ptext_type(in);
  ptext_expect(in, ']');
  uint64_t size = prog_type(in->p, elem)->size;
  if (size && count > UINT64_MAX / 2 / size) ptext_fail(in, "array too big");
  return in->failed ? (TypeId){0} : prog_type_array(in->p, elem, count);
}

/* The layout that follows types whose layout we know ourselves. */
static void check_layout(Parser *in, TypeId id) {
  uint64_t size = prog_type(in->p, id)->size;
  uint32_t align = prog_type(in->p, id)->align;
  if (ptext_accept_word(in, "size=") && ptext_u64(in) != size)
    ptext_fail(in, "size is %llu", (unsigned long long)size);
  if (ptext_accept_word(in, "align=") && ptext_u32(in) != align)
    ptext_fail(in, "alignment is %u", align);
}

static void read_type_row(Parser *in) {
  ptext_expect(in, 't');
  uint64_t number = ptext_u64(in);
  ptext_expect(in, '=');
  if (map_find(&in->types, number)) ptext_fail(in, "type is defined twice");
  TypeId id;
  if (ptext_accept_word(in, "struct")) {
    ptext_skip_blanks(in);
    id = read_struct_type(in);
  } else if (ptext_accept_word(in, "opaque")) {
    id = prog_type_opaque(in->p, ptext_text(in));
  } else {
    id = ptext_accept(in, '[') ? read_array_type(in) : ptext_type(in);
  }
  check_layout(in, id);
  if (!in->failed) map_put(&in->types, number, id.id);
}

static void read_global_head(Parser *in, Item *item) {
  ptext_expect(in, '$');
  char *name = ptext_text(in);
  TypeId type = ptext_type(in);
  if (names_find(&in->globals, name) != UINT32_MAX)
    ptext_fail(in, "$%s is defined twice", name);
  if (in->failed) return;
  names_add(&in->globals, name);
  item->id = prog_add_global(in->p, name, type).id;
  item->at = in->at;
}

static void read_reloc(Parser *in) {
  Reloc reloc = {.offset = ptext_u64(in)};
  ptext_expect(in, ':');
  ptext_skip_blanks(in);
  if (*in->at == '@')
    reloc.func = ptext_func(in);
  else
    reloc.global = ptext_global(in);
  reloc.addend = ptext_offset(in);
  VEC_PUSH(in->mem, &in->relocs, reloc);
}

/* in->word holds the bytes up to the last that is not zero. */
static void set_init(Parser *in, Global *g) {
  if (in->word.n > g->size || g->size > MOST_INIT_BYTES) {
    ptext_fail(in, "%llu initial bytes do not fit",
               (unsigned long long)in->word.n);
    return;
  }
  g->init = arena_alloc(&in->p->arena, g->size);
  if (in->word.n) memcpy(g->init, in->word.text, in->word.n);
}

static void read_global_rest(Parser *in, const Item *item) {
  Global *g = &in->p->globals.at[item->id];
  in->at = item->at;
  VEC_CLEAR(&in->relocs);
  if (ptext_accept_word(in, "external")) g->state = GLOBAL_EXTERNAL;
  if (ptext_accept_word(in, "constant")) g->kind = GLOBAL_CONSTANT;
  if (ptext_accept_word(in, "labels")) g->kind = GLOBAL_LABELS;
  if (ptext_accept_word(in, "outside")) g->kind = GLOBAL_OUTSIDE;
  if (ptext_accept_word(in, "size=")) g->size = ptext_u64(in);
  if (ptext_accept_word(in, "align=")) g->align = ptext_u32(in);
  if (ptext_accept_word(in, "init=")) {
    ptext_string(in);
    if (!in->failed) set_init(in, g);
  }
  while (!ptext_at_end(in) && ptext_is_digit(*in->at)) read_reloc(in);
  if (ptext_accept_word(in, "var="))
    g->var.id = ptext_index(in, in->counts[ITEM_VAR] + 1, "variable");
  g->loc = ptext_loc(in);
  if (in->failed || !in->relocs.n) return;
  g->n_relocs = in->relocs.n;
  g->relocs = ARENA_ARRAY(&in->p->arena, Reloc, g->n_relocs);
  memcpy(g->relocs, in->relocs.at, sizeof *g->relocs * g->n_relocs);
}

static void read_loc_row(Parser *in) {
  expect_row(in, in->p->locs.n);
  uint32_t file = UINT32_MAX;
  if (!ptext_accept(in, '?')) file = ptext_index(in, in->p->files.n, "file");
  ptext_expect(in, ':');
  uint32_t line = ptext_u32(in);
  ptext_expect(in, ':');
  uint32_t col = ptext_u32(in);
  FuncId func = {0};
  if (!ptext_at_end(in)) func = ptext_func(in);
  uint32_t next = in->p->locs.n;
  if (!in->failed && prog_loc(in->p, file, line, col, func).id != next)
    ptext_fail(in, "this position stands twice");
}

static void read_var_row(Parser *in) {
  expect_row(in, in->p->vars.n);
  CVar var = {0};
  char *name = ptext_text(in);
  char *type_name = ptext_text(in);
  var.name = name;
  var.type_name = type_name;
  var.encoding = (CEncoding)ptext_enum(in, prog_encoding_word);
  if (ptext_accept_word(in, "size=")) var.size = ptext_u64(in);
  if (ptext_accept_word(in, "type=")) var.type.id = ptext_u32(in);
  if (ptext_accept_word(in, "func=")) var.func = ptext_func(in);
  if (ptext_accept_word(in, "scope=")) var.scope_line = ptext_u32(in);
  if (ptext_accept_word(in, "settled")) var.life = CVAR_SETTLED;
  var.decl = ptext_loc(in);
  if (!in->failed) VEC_PUSH(in->mem, &in->p->vars, var);
}

static void read_ctype_row(Parser *in) {
  expect_row(in, in->p->ctypes.n);
  CType type = {.kind = (CTypeKind)ptext_enum(in, prog_ctype_word)};
  type.name = ptext_text(in);
  type.encoding = (CEncoding)ptext_enum(in, prog_encoding_word);
  ptext_expect_word(in, "size=");
  type.size = ptext_u64(in);
  ptext_expect_word(in, "to=");
  type.to.id = ptext_u32(in);
  ptext_expect_word(in, "count=");
  type.count = ptext_u64(in);
  ptext_expect(in, '{');
  VEC_CLEAR(&in->members);
  while (!in->failed && !ptext_accept(in, '}')) {
    CMember member = {.name = ptext_text(in)};
    member.type.id = ptext_u32(in);
    member.at = ptext_i64(in, ptext_accept(in, '-') ? '-' : '+');
    ptext_expect(in, ':');
    member.bits = ptext_u32(in);
    VEC_PUSH(in->mem, &in->members, member);
  }
  type.members = in->members.at;
  type.n_members = in->members.n;
  if (!in->failed) prog_add_ctype(in->p, type);
}

static void read_context_row(Parser *in) {
  expect_row(in, in->p->contexts.n);
  Context context = {0};
  ptext_expect_word(in, "parent=");
  context.parent = ptext_index(in, in->p->contexts.n, "context");
  ptext_expect_word(in, "site=");
  context.site = ptext_u32(in);
  if (ptext_accept_word(in, "callee=")) context.callee = ptext_func(in);
  context.call = ptext_loc(in);
  if (!in->failed) prog_add_context(in->p, context);
}

static void read_region_row(Parser *in) {
  if (!in->p->regions.n) VEC_PUSH(in->mem, &in->p->regions, (Region){0});
  expect_row(in, in->p->regions.n);
  Region region = {0};
  region.kind = (RegionKind)ptext_enum(in, prog_region_word);
  if (ptext_accept_word(in, "unknown"))
    region.targets = REGION_UNKNOWN;
  else
    ptext_expect_word(in, "known");
  ptext_expect_word(in, "bits=");
  region.cell_bits = ptext_u32(in);
  ptext_expect_word(in, "name=");
  region.name = ptext_text(in);
  VEC_PUSH(in->mem, &in->p->regions, region);
}

static void read_error_row(Parser *in) {
  expect_row(in, in->p->errors.n);
  ErrorSite site = {0};
  site.property = ptext_text(in);
  site.message = ptext_text(in);
  site.loc = ptext_loc(in);
  VEC_PUSH(in->mem, &in->p->errors, site);
}

static void read_ledger_row(Parser *in) {
  LedgerEntry entry = {0};
  entry.direction = (Direction)ptext_enum(in, prog_direction_word);
  entry.reason = ptext_text(in);
  entry.loc = ptext_loc(in);
  VEC_PUSH(in->mem, &in->p->ledger, entry);
}

static void read_file_row(Parser *in) {
  expect_row(in, in->p->files.n);
  VEC_PUSH(in->mem, &in->p->files, ptext_text(in));
}

/* ---- items ---- */

static void skip_body(Parser *in, const Item *item) {
  ptext_skip_line(in);
  while (ptext_next_line(in) && *in->at != '}') ptext_skip_line(in);
  if (*in->at != '}') {
    in->line = item->line;
    ptext_fail(in, "function without end");
    return;
  }
  in->at++;
  if (!ptext_at_end(in)) ptext_fail(in, "something behind '}'");
}

static void split_items(Parser *in) {
  static const char *const words[] = {
#define X(name, text) text,
      ITEMS(X)
#undef X
  };
  while (!in->failed && ptext_next_line(in)) {
    Item item = {.line = in->line};
    while (item.kind < ITEM_COUNT && !ptext_accept_word(in, words[item.kind]))
      item.kind++;
    if (item.kind == ITEM_COUNT) {
      ptext_fail(in, "unknown item");
      return;
    }
    item.at = in->at;
    in->counts[item.kind]++;
    VEC_PUSH(in->mem, &in->items, item);
    if (item.kind == ITEM_DEFINE)
      skip_body(in, &item);
    else
      ptext_skip_line(in);
  }
}

static void read_head(Parser *in) {
  in->line = 1;
  if (!in->items.n || in->items.at[0].kind != ITEM_POINTER ||
      in->counts[ITEM_POINTER] != 1) {
    ptext_fail(in, "the text must start with its one 'pointer' item");
    return;
  }
  in->at = in->items.at[0].at;
  in->line = in->items.at[0].line;
  uint64_t bits = ptext_u64(in);
  if (!ptext_at_end(in) || (bits != 32 && bits != 64))
    ptext_fail(in, "pointers have 32 or 64 bits");
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
  case ITEM_ENTRY: in->p->entry = ptext_func(in); break;
  case ITEM_SITES: in->p->n_sites = ptext_u32(in); break;
  case ITEM_REGION: read_region_row(in); break;
  case ITEM_GLOBAL: read_global_rest(in, item); break;
  case ITEM_DEFINE: ptext_body(in, item); return;
  case ITEM_DECLARE: return;
  case ITEM_LOC: read_loc_row(in); break;
  case ITEM_CTYPE: read_ctype_row(in); break;
  case ITEM_VAR: read_var_row(in); break;
  case ITEM_CONTEXT: read_context_row(in); break;
  case ITEM_ERROR: read_error_row(in); break;
  case ITEM_LEDGER: read_ledger_row(in); break;
  case ITEM_POINTER:
  case ITEM_COUNT: unreachable_case();
  }
  if (!ptext_at_end(in)) ptext_fail(in, "something behind the item");
}

static void read_names(Parser *in, Item *item) {
  if (item->kind == ITEM_GLOBAL) {
    read_global_head(in, item);
  } else if (item->kind == ITEM_DECLARE || item->kind == ITEM_DEFINE) {
    ptext_signature(in, item);
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
  VEC_DONE(in->mem, &in->members);
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
