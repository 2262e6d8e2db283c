/* SPDX-License-Identifier: MIT
 *
 * C types from debug information: as C spells them, and as rows of the
 * program's table.
 *
 * Types refer to each other in circles (a struct with a pointer to itself), so
 * a row is made first and filled later: what still waits stands in a list.
 * Large programs have tens of thousands of types that nobody looks at; past
 * MOST rows types are not known. */
#include "frontend/read/reader.h"

#include <stdlib.h>

enum {
  MOST = 1 << 20,
  MOST_MEMBERS = 2000,
  MOST_DIMENSIONS = 8,
  CHAIN_MOST = 16 /* pointers to pointers, arrays of arrays */
};

enum { /* operand numbers */
       MD_TYPE_NAME = 2,
       MD_TYPE_BASE = 3,
       MD_TYPE_ELEMENTS = 4,
       MD_ENUMERATOR_NAME = 0
};

enum { /* tags of DWARF 5, 7.5.3 */
       TAG_ARRAY = 0x01,
       TAG_ENUM = 0x04,
       TAG_POINTER = 0x0f,
       TAG_STRUCT = 0x13,
       TAG_SUBROUTINE = 0x15,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_BASE = 0x24,
       TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_ATOMIC = 0x47
};

/* ---- names ---- */

static bool is_qualifier(uint16_t tag) {
  return tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT ||
         tag == TAG_ATOMIC;
}

static LLVMMetadataRef base_type(Reader *r, LLVMMetadataRef type) {
  return rd_node_operand(r, type, MD_TYPE_BASE);
}

/* Without qualifiers and typedefs. */
static LLVMMetadataRef plain_type(Reader *r, LLVMMetadataRef type) {
  for (int i = 0; type && i < 1000; i++) {
    uint16_t tag = LLVMGetDINodeTag(type);
    if (!is_qualifier(tag) && tag != TAG_TYPEDEF) break;
    type = base_type(r, type);
  }
  return type;
}

static const char *qualifier_word(uint16_t tag) {
  switch (tag) {
  case TAG_CONST: return "const ";
  case TAG_VOLATILE: return "volatile ";
  case TAG_RESTRICT: return "restrict ";
  default: return "_Atomic ";
  }
}

/* "[3][4]" of an array type, from its subranges. */
static void add_dimensions(Reader *r, LLVMMetadataRef type, Text *out) {
  LLVMMetadataRef list = rd_node_operand(r, type, MD_TYPE_ELEMENTS);
  for (unsigned i = 0; i < 32; i++) {
    LLVMMetadataRef range = rd_node_operand(r, list, i);
    char count[32] = "";
    if (!range) break;
    if (!rd_printed_field(r, range, "count: ", count, sizeof count) ||
        strspn(count, "0123456789") != strlen(count))
      count[0] = 0;
    text_printf(out, "[%s]", count);
  }
}

static void add_named(Reader *r, LLVMMetadataRef type, const char *keyword,
                      Text *front) {
  const char *name = rd_node_text(r, type, MD_TYPE_NAME);
  text_printf(front, "%s%s", keyword, *name ? name : "<unnamed>");
}

/* C's declarators wrap around the name; we tell only the type, so a prefix
 * (qualifiers, base), stars and a suffix are enough.  Depth is bounded. */
void rd_c_name(Reader *r, LLVMMetadataRef type, Text *out) {
  Text stars, back;
  text_init(&stars, r->mem);
  text_init(&back, r->mem);
  for (int depth = 0; depth < 64; depth++) {
    uint16_t tag = type ? LLVMGetDINodeTag(type) : 0;
    if (!type) {
      text_add(out, "void");
      break;
    }
    if (tag == TAG_POINTER) {
      text_add(&stars, "*");
    } else if (is_qualifier(tag)) {
      text_add(out, qualifier_word(tag));
    } else if (tag == TAG_ARRAY) {
      add_dimensions(r, type, &back);
    } else if (tag == TAG_SUBROUTINE) {
      text_add(out, "<function>");
      break;
    } else {
      add_named(r, type,
                tag == TAG_STRUCT  ? "struct "
                : tag == TAG_UNION ? "union "
                : tag == TAG_ENUM  ? "enum "
                                   : "",
                out);
      break;
    }
    type = base_type(r, type);
  }
  if (stars.n) text_printf(out, " %s", text_get(&stars));
  if (back.n) text_printf(out, " %s", text_get(&back));
  text_done(&stars);
  text_done(&back);
}

CEncoding rd_c_encoding(Reader *r, LLVMMetadataRef type) {
  char word[64];
  type = plain_type(r, type);
  if (!type) return CENC_OTHER;
  uint16_t tag = LLVMGetDINodeTag(type);
  if (tag == TAG_POINTER) return CENC_POINTER;
  if (tag == TAG_ENUM) {
    LLVMMetadataRef base = base_type(r, type);
    return base ? rd_c_encoding(r, base) : CENC_UNSIGNED;
  }
  if (tag != TAG_BASE ||
      !rd_printed_field(r, type, "encoding: ", word, sizeof word))
    return CENC_OTHER;
  if (strstr(word, "_char")) return CENC_CHAR;
  if (strcmp(word, "DW_ATE_boolean") == 0) return CENC_BOOL;
  if (strcmp(word, "DW_ATE_signed") == 0) return CENC_SIGNED;
  if (strcmp(word, "DW_ATE_unsigned") == 0) return CENC_UNSIGNED;
  if (strcmp(word, "DW_ATE_float") == 0) return CENC_FLOAT;
  return CENC_OTHER;
}

uint64_t rd_c_size(Reader *r, LLVMMetadataRef type) {
  for (int i = 0; type && i < 1000; i++) {
    uint64_t bits = LLVMDITypeGetSizeInBits(type);
    uint16_t tag = LLVMGetDINodeTag(type);
    /* What a function's type is made of is no type. */
    if (bits || tag == TAG_ARRAY || tag == TAG_SUBROUTINE) return bits / 8;
    type = base_type(r, type);
  }
  return 0;
}

/* ---- rows ---- */

static CTypeKind kind_of(uint16_t tag) {
  switch (tag) {
  case TAG_ARRAY: return CTYPE_ARRAY;
  case TAG_ENUM: return CTYPE_ENUM;
  case TAG_POINTER: return CTYPE_POINTER;
  case TAG_STRUCT: return CTYPE_STRUCT;
  case TAG_SUBROUTINE: return CTYPE_FUNCTION;
  case TAG_UNION: return CTYPE_UNION;
  case TAG_BASE: return CTYPE_NUMBER;
  default: return CTYPE_VOID;
  }
}

/* The operands of a list, which the caller frees; `*n` of them. */
static LLVMValueRef *list_of(Reader *r, LLVMMetadataRef list, unsigned *n) {
  LLVMValueRef v = list ? LLVMMetadataAsValue(r->context, list) : NULL;
  *n = v ? LLVMGetMDNodeNumOperands(v) : 0;
  LLVMValueRef *at = MEM_ARRAY(r->mem, LLVMValueRef, *n);
  if (*n) LLVMGetMDNodeOperands(v, at);
  return at;
}

/* ---- types that several files have ----
 *
 * Every file brings its own description of what a header declares.  It is one
 * row: a struct, union or enumeration of one name that is declared in one line
 * with the same members; what is made of the same row in the same way (a
 * pointer, an array); and functions, of which no more is said.  Otherwise a
 * program of a hundred files has a hundred rows for each struct, and what the
 * last ones declare is not known.  Enumerators and bounds of arrays are the
 * same nodes in all files. */

static uint64_t hash_text(uint64_t seed, const char *text) {
  return hash_mix(seed, hash_bytes(text, strlen(text)));
}

static uint64_t hash_node(uint64_t seed, LLVMMetadataRef node) {
  return hash_mix(seed, node ? key_of(node) : 0);
}

/* What a type leads to in the end, by its name and where that stands; names of
 * typedefs may mean something else in each file. */
static uint64_t hash_target(Reader *r, uint64_t seed, LLVMMetadataRef type) {
  type = plain_type(r, type);
  for (uint32_t n = 0; type && n < CHAIN_MOST; n++) {
    CTypeKind kind = kind_of(LLVMGetDINodeTag(type));
    seed = hash_mix(seed, (uint64_t)kind + 1);
    if (kind != CTYPE_POINTER && kind != CTYPE_ARRAY) break;
    type = plain_type(r, base_type(r, type));
  }
  if (!type) return hash_mix(seed, 0);
  seed = hash_text(seed, rd_node_text(r, type, MD_TYPE_NAME));
  return hash_mix(seed, LLVMDITypeGetLine(type));
}

/* The member by its name, its place, and what it leads to. */
static uint64_t hash_member(Reader *r, uint64_t seed, LLVMMetadataRef node) {
  seed = hash_text(seed, rd_node_text(r, node, MD_TYPE_NAME));
  seed = hash_target(r, seed, base_type(r, node));
  seed = hash_mix(seed, LLVMDITypeGetOffsetInBits(node));
  return hash_mix(seed, LLVMDITypeGetSizeInBits(node));
}

static uint64_t hash_members(Reader *r, uint64_t seed, LLVMMetadataRef type) {
  unsigned n;
  LLVMMetadataRef list = rd_node_operand(r, type, MD_TYPE_ELEMENTS);
  LLVMValueRef *nodes = list_of(r, list, &n);
  for (unsigned i = 0; i < n && i < MOST_MEMBERS; i++) {
    LLVMMetadataRef node = nodes[i] ? LLVMValueAsMetadata(nodes[i]) : NULL;
    if (node && LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind)
      seed = hash_member(r, seed, node);
  }
  MEM_FREE_ARRAY(r->mem, nodes, n);
  return hash_mix(seed, n);
}

/* By what the type is told from others; `of`: what it is made of.  0: it is
 * like no other. */
static uint64_t sharing_key(Reader *r, LLVMMetadataRef type, CTypeKind kind,
                            CTypeId of) {
  uint64_t key = hash_mix((uint64_t)kind + 1, of.id);
  LLVMMetadataRef list = rd_node_operand(r, type, MD_TYPE_ELEMENTS);
  switch (kind) {
  case CTYPE_FUNCTION: return key;
  case CTYPE_POINTER: return of.id ? key : 0;
  case CTYPE_ARRAY:
    return of.id ? hash_mix(hash_node(key, list), rd_c_size(r, type)) : 0;
  case CTYPE_ENUM: key = hash_node(key, list); break;
  case CTYPE_STRUCT:
  case CTYPE_UNION: key = hash_members(r, key, type); break;
  case CTYPE_VOID:
  case CTYPE_NUMBER: return 0;
  }
  key = hash_text(key, rd_node_text(r, type, MD_TYPE_NAME));
  key = hash_node(key, LLVMDIScopeGetFile(type));
  return hash_mix(hash_mix(key, LLVMDITypeGetLine(type)), rd_c_size(r, type));
}

/* ---- making rows ---- */

static CTypeId new_row(Reader *r, LLVMMetadataRef type, CTypeKind kind) {
  Text name;
  text_init(&name, r->mem);
  if (kind == CTYPE_NUMBER || *rd_node_text(r, type, MD_TYPE_NAME))
    rd_c_name(r, type, &name);
  CType row = {.kind = kind,
               .name = text_get(&name),
               .encoding = rd_c_encoding(r, type),
               .size = rd_c_size(r, type)};
  if (kind == CTYPE_POINTER) row.size = r->p->pointer_bits / 8;
  CTypeId id = prog_add_ctype(r->p, row);
  text_done(&name);
  VEC_PUSH(r->mem, &r->unfilled, type);
  return id;
}

static CTypeId known_row(const Reader *r, LLVMMetadataRef type) {
  return (CTypeId){(uint32_t)map_get(&r->ctypes, key_of(type), 0)};
}

/* The row of a type that is made of another one, or of none. */
static CTypeId row_made_of(Reader *r, LLVMMetadataRef type, CTypeId of) {
  CTypeKind kind = kind_of(LLVMGetDINodeTag(type));
  CTypeId id = known_row(r, type);
  if (id.id || kind == CTYPE_VOID) return id;
  uint64_t key = sharing_key(r, type, kind, of);
  if (key) id.id = (uint32_t)map_get(&r->shared_ctypes, key, 0);
  if (id.id && kind == CTYPE_STRUCT) VEC_PUSH(r->mem, &r->unfilled, type);
  if (!id.id && r->p->ctypes.n < MOST) id = new_row(r, type, kind);
  if (id.id) map_put(&r->ctypes, key_of(type), id.id);
  if (id.id && key) map_put(&r->shared_ctypes, key, id.id);
  return id;
}

/* The row of a type, perhaps one that waits to be filled. */
static CTypeId row_of(Reader *r, LLVMMetadataRef type) {
  LLVMMetadataRef chain[CHAIN_MOST];
  uint32_t n = 0;
  type = plain_type(r, type);
  while (type && n < CHAIN_MOST && !known_row(r, type).id) {
    CTypeKind kind = kind_of(LLVMGetDINodeTag(type));
    if (kind != CTYPE_POINTER && kind != CTYPE_ARRAY) break;
    chain[n++] = type;
    type = plain_type(r, base_type(r, type));
  }
  CTypeId id = {0};
  if (type) id = row_made_of(r, type, id);
  while (n) id = row_made_of(r, chain[--n], id);
  return id;
}

static CMember constant_of(Reader *r, LLVMMetadataRef node) {
  char value[32] = "0";
  rd_printed_field(r, node, "value: ", value, sizeof value);
  bool negative = value[0] == '-';
  return (CMember){.name = rd_node_text(r, node, MD_ENUMERATOR_NAME),
                   .at = negative ? strtoll(value, NULL, 10)
                                  : (int64_t)strtoull(value, NULL, 10)};
}

static CMember member_of(Reader *r, LLVMMetadataRef node) {
  bool is_field = LLVMDITypeGetFlags(node) & LLVMDIFlagBitField;
  return (CMember){.name = rd_node_text(r, node, MD_TYPE_NAME),
                   .type = row_of(r, base_type(r, node)),
                   .at = (int64_t)LLVMDITypeGetOffsetInBits(node),
                   .bits =
                       is_field ? (uint32_t)LLVMDITypeGetSizeInBits(node) : 0};
}

/* A twin has its row; what its members lead to may be others that have none
 * yet. */
static void fill_targets(Reader *r, LLVMMetadataRef type) {
  unsigned n;
  LLVMValueRef *nodes =
      list_of(r, rd_node_operand(r, type, MD_TYPE_ELEMENTS), &n);
  for (unsigned i = 0; i < n && i < MOST_MEMBERS; i++) {
    LLVMMetadataRef node = nodes[i] ? LLVMValueAsMetadata(nodes[i]) : NULL;
    if (node && LLVMGetMetadataKind(node) == LLVMDIDerivedTypeMetadataKind)
      (void)row_of(r, base_type(r, node));
  }
  MEM_FREE_ARRAY(r->mem, nodes, n);
}

static void fill_members(Reader *r, CTypeId id, LLVMMetadataRef type) {
  unsigned n;
  LLVMMetadataRef list = rd_node_operand(r, type, MD_TYPE_ELEMENTS);
  LLVMValueRef *nodes = list_of(r, list, &n);
  Vec(CMember) members = {0};
  bool is_enum = prog_ctype(r->p, id)->kind == CTYPE_ENUM;
  for (unsigned i = 0; i < n && i < MOST_MEMBERS; i++) {
    if (!nodes[i]) continue;
    LLVMMetadataRef node = LLVMValueAsMetadata(nodes[i]);
    LLVMMetadataKind kind = LLVMGetMetadataKind(node);
    if (is_enum && kind == LLVMDIEnumeratorMetadataKind)
      VEC_PUSH(r->mem, &members, constant_of(r, node));
    else if (!is_enum && kind == LLVMDIDerivedTypeMetadataKind)
      VEC_PUSH(r->mem, &members, member_of(r, node));
  }
  prog_set_cmembers(r->p, id, members.at, members.n);
  VEC_DONE(r->mem, &members);
  MEM_FREE_ARRAY(r->mem, nodes, n);
}

static uint64_t count_of(Reader *r, LLVMMetadataRef range) {
  char count[32] = "";
  bool known = rd_printed_field(r, range, "count: ", count, sizeof count);
  return known ? strtoull(count, NULL, 10) : 0;
}

/* int a[2][3] is one node here, and an array of arrays in C. */
static void fill_array(Reader *r, CTypeId id, LLVMMetadataRef type) {
  uint64_t counts[MOST_DIMENSIONS];
  LLVMMetadataRef list = rd_node_operand(r, type, MD_TYPE_ELEMENTS), range;
  unsigned n = 0;
  for (; n < MOST_DIMENSIONS && (range = rd_node_operand(r, list, n)); n++)
    counts[n] = count_of(r, range);
  CTypeId of = row_of(r, base_type(r, type));
  for (; n > 1 && of.id; n--)
    of = prog_add_ctype(
        r->p, (CType){.kind = CTYPE_ARRAY,
                      .name = "",
                      .encoding = CENC_OTHER,
                      .size = prog_ctype(r->p, of)->size * counts[n - 1],
                      .to = of,
                      .count = counts[n - 1]});
  r->p->ctypes.at[id.id].to = of;
  r->p->ctypes.at[id.id].count = n ? counts[0] : 0;
}

CTypeId rd_c_type(Reader *r, LLVMMetadataRef type) {
  CTypeId id = row_of(r, type);
  while (r->unfilled.n) {
    LLVMMetadataRef next = VEC_POP(&r->unfilled);
    CTypeId row = known_row(r, next);
    CTypeKind kind = prog_ctype(r->p, row)->kind;
    if (kind == CTYPE_POINTER) {
      CTypeId to = row_of(r, base_type(r, next));
      r->p->ctypes.at[row.id].to = to;
    } else if (kind == CTYPE_ARRAY) {
      fill_array(r, row, next);
    } else if (prog_ctype(r->p, row)->n_members) {
      fill_targets(r, next);
    } else if (kind != CTYPE_NUMBER && kind != CTYPE_FUNCTION) {
      fill_members(r, row, next);
    }
  }
  return id;
}
