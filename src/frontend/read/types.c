/* SPDX-License-Identifier: MIT
 *
 * Types of LLVM as types of ours.
 *
 * In memory a type is what it is; sizes and offsets are the module's data
 * layout.  As a value, an aggregate or vector is an integer with the same
 * bits, so that a load of it and a load of its parts agree: element at byte
 * offset o starts at bit 8*o (x86 is little-endian), lane i of a vector at
 * bit i * (bits of a lane). */
#include "frontend/read/reader.h"

#include "frontend/structs.h"

uint64_t rd_size(Reader *r, LLVMTypeRef type) {
  return LLVMABISizeOfType(r->layout, type);
}

bool rd_is_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

uint32_t rd_element_count(LLVMTypeRef type) {
  switch ((int)LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
  case LLVMArrayTypeKind: return (uint32_t)LLVMGetArrayLength2(type);
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
  default: return 0;
  }
}

LLVMTypeRef rd_element(Reader *r, LLVMTypeRef type, uint32_t index,
                       uint64_t *low_bit) {
  assert(index < rd_element_count(type));
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    *low_bit = 8 * LLVMOffsetOfElement(r->layout, type, index);
    return LLVMStructGetTypeAtIndex(type, index);
  }
  LLVMTypeRef elem = LLVMGetElementType(type);
  *low_bit = index * (rd_is_vector(type)
                          ? (uint64_t)LLVMSizeOfTypeInBits(r->layout, elem)
                          : 8 * rd_size(r, elem));
  return elem;
}

/* Bits of an aggregate, vector or odd type as a value; 0: it has none. */
static uint64_t value_bits(Reader *r, LLVMTypeRef type) {
  switch ((int)LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind:
    return LLVMTypeIsSized(type) ? 8 * rd_size(r, type) : 0;
  case LLVMVoidTypeKind:
  case LLVMFunctionTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMTokenTypeKind:
  case LLVMScalableVectorTypeKind:
  case LLVMTargetExtTypeKind: return 0;
  default: return LLVMSizeOfTypeInBits(r->layout, type);
  }
}

bool rd_type_is_fine(Reader *r, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return true;
  uint64_t bits = value_bits(r, type);
  return bits > 0 && bits <= BV_MAX_WIDTH;
}

TypeId rd_value_type(Reader *r, LLVMTypeRef type) {
  switch ((int)LLVMGetTypeKind(type)) {
  case LLVMVoidTypeKind: return (TypeId){0};
  case LLVMHalfTypeKind: return prog_type_float(r->p, 16);
  case LLVMFloatTypeKind: return prog_type_float(r->p, 32);
  case LLVMDoubleTypeKind: return prog_type_float(r->p, 64);
  case LLVMX86_FP80TypeKind: return prog_type_float(r->p, 80);
  case LLVMFP128TypeKind: return prog_type_float(r->p, 128);
  case LLVMPointerTypeKind: return prog_type_ptr(r->p);
  default: break;
  }
  /* A type that is not fine gets a stand-in; its users are UNSUPPORTED. */
  uint64_t bits = rd_type_is_fine(r, type) ? value_bits(r, type) : 8;
  assert(bits >= 1 && bits <= BV_MAX_WIDTH);
  return prog_type_int(r->p, (uint32_t)bits);
}

/* ---- types in memory: a worklist, because nesting is the user's ---- */

/* A type, and what was noted of it before linking (structs.c); without a note
 * it is called what LLVM calls it. */
typedef struct Noted {
  LLVMTypeRef type;
  LLVMMetadataRef note; /* or NULL */
} Noted;

typedef Vec(Noted) TypeList;

static bool is_composed(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static uint64_t key_of_noted(Noted whole) {
  return key_of(whole.note ? (const void *)whole.note
                           : (const void *)whole.type);
}

static LLVMMetadataRef note_part(const Reader *r, LLVMMetadataRef note,
                                 uint32_t index) {
  return fe_note_part(r->mem, r->context, note, index);
}

static Noted part_of(const Reader *r, Noted whole, uint32_t index) {
  assert(is_composed(whole.type));
  LLVMTypeRef type = LLVMGetTypeKind(whole.type) == LLVMArrayTypeKind
                         ? LLVMGetElementType(whole.type)
                         : LLVMStructGetTypeAtIndex(whole.type, index);
  return (Noted){type, note_part(r, whole.note, index + 1)};
}

/* The parts of `whole` that are not known yet go on the list; true: none. */
static bool parts_are_known(Reader *r, TypeList *list, Noted whole) {
  uint32_t n = LLVMGetTypeKind(whole.type) == LLVMArrayTypeKind
                   ? 1
                   : LLVMCountStructElementTypes(whole.type);
  bool known = true;
  for (uint32_t i = 0; i < n; i++) {
    Noted part = part_of(r, whole, i);
    if (!is_composed(part.type) || map_find(&r->types, key_of_noted(part)))
      continue;
    VEC_PUSH(r->mem, list, part);
    known = false;
  }
  return known;
}

static TypeId known_type(Reader *r, Noted noted) {
  if (!is_composed(noted.type)) return rd_value_type(r, noted.type);
  return (TypeId){(uint32_t)map_get(&r->types, key_of_noted(noted), 0)};
}

static const char *name_of(Reader *r, Noted whole) {
  uint32_t n;
  if (!whole.note) return LLVMGetStructName(whole.type);
  const char *name = fe_note_name(r->mem, r->context, whole.note, &n);
  return arena_strndup(&r->p->arena, name, n);
}

static TypeId make_struct(Reader *r, Noted whole) {
  LLVMTypeRef type = whole.type;
  const char *name = name_of(r, whole);
  if (LLVMIsOpaqueStruct(type)) return prog_type_opaque(r->p, name ? name : "");
  uint32_t n = LLVMCountStructElementTypes(type);
  Field *fields = MEM_ARRAY(r->mem, Field, n);
  for (uint32_t i = 0; i < n; i++) {
    fields[i].type = known_type(r, part_of(r, whole, i));
    fields[i].is_taken = false;
    fields[i].offset = LLVMOffsetOfElement(r->layout, type, i);
  }
  TypeId id =
      prog_type_struct(r->p, name ? name : "", fields, n, rd_size(r, type),
                       LLVMABIAlignmentOfType(r->layout, type));
  MEM_FREE_ARRAY(r->mem, fields, n);
  return id;
}

static TypeId make_type(Reader *r, Noted whole) {
  assert(is_composed(whole.type));
  if (LLVMGetTypeKind(whole.type) == LLVMStructTypeKind)
    return make_struct(r, whole);
  return prog_type_array(r->p, known_type(r, part_of(r, whole, 0)),
                         LLVMGetArrayLength2(whole.type));
}

TypeId rd_noted_type(Reader *r, LLVMTypeRef type, LLVMMetadataRef note) {
  if (!is_composed(type)) return rd_value_type(r, type);
  Noted whole = {type, note};
  TypeList list = {0};
  VEC_PUSH(r->mem, &list, whole);
  while (list.n) {
    Noted top = VEC_LAST(&list);
    if (map_find(&r->types, key_of_noted(top))) {
      list.n--;
    } else if (parts_are_known(r, &list, top)) {
      TypeId made = make_type(r, top);
      map_put(&r->types, key_of_noted(top), made.id);
    }
  }
  VEC_DONE(r->mem, &list);
  assert(known_type(r, whole).id != 0);
  return known_type(r, whole);
}

TypeId rd_mem_type(Reader *r, LLVMTypeRef type) {
  return rd_noted_type(r, type, NULL);
}

/* ---- fields ----
 *
 * What an address is written as: which field of which struct.  Two accesses
 * written as different fields are apart wherever the pointers lead (C11 6.5p7),
 * which the numbers of an address do not tell. */

/* Does it lead elsewhere than where it starts? */
static bool moves(LLVMValueRef gep) {
  uint32_t n = (uint32_t)LLVMGetNumOperands(gep);
  for (uint32_t i = 1; i < n; i++) {
    LLVMValueRef by = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by)) return true;
  }
  return false;
}

/* A member, as an access is written. */
typedef struct FieldName {
  Noted whole; /* type NULL: none */
  uint64_t field;
} FieldName;

/* The note of a GEP, the n-th of an access's address, if that is known. */
static LLVMMetadataRef note_of_gep(Reader *r, LLVMValueRef access, uint32_t n,
                                   LLVMValueRef gep) {
  assert(fe_is_gep(gep));
  if (LLVMIsAInstruction(gep)) return fe_struct_note(gep);
  return access ? note_part(r, fe_struct_note(access), n) : NULL;
}

/* Is the field one number or pointer? */
static bool is_single(const FieldName *name) {
  return !is_composed(
      LLVMStructGetTypeAtIndex(name->whole.type, (unsigned)name->field));
}

/* The innermost field that an address is written as.  What is a step away from
 * a number or a pointer is another field.  The structs around it are made known
 * as well. */
static FieldName field_of_address(Reader *r, LLVMValueRef access /* or NULL */,
                                  LLVMValueRef address) {
  FieldName found = {.whole = {NULL, NULL}};
  bool is_moved = false;
  for (uint32_t n = 0; fe_is_gep(address); n++) {
    LLVMMetadataRef note = note_of_gep(r, access, n, address);
    if (!found.whole.type) {
      LLVMTypeRef type = fe_gep_field(address, &found.field);
      if (type && !note) return found; /* it is not known which */
      found.whole = (Noted){type, note_part(r, note, 0)};
      is_moved |= !type && moves(address);
    }
    if (note)
      (void)rd_noted_type(r, LLVMGetGEPSourceElementType(address),
                          note_part(r, note, 1));
    address = LLVMGetOperand(address, 0);
  }
  if (found.whole.type && is_moved && is_single(&found))
    found.whole.type = NULL;
  return found;
}

bool rd_is_open_array(LLVMTypeRef array, LLVMValueRef base) {
  assert(LLVMGetTypeKind(array) == LLVMArrayTypeKind);
  uint64_t field = 0;
  if (LLVMGetArrayLength2(array) > 1) return false;
  if (!fe_is_gep(base)) return true;
  LLVMTypeRef type = fe_gep_field(base, &field);
  return !type || field + 1 == LLVMCountStructElementTypes(type);
}

void rd_note_field(Reader *r, uint32_t made, LLVMValueRef access,
                   LLVMValueRef address) {
  assert(made < r->f->insts.n);
  FieldName name = field_of_address(r, access, address);
  if (!name.whole.type) return;
  assert(name.field < LLVMCountStructElementTypes(name.whole.type));
  TypeId aux = rd_noted_type(r, name.whole.type, name.whole.note);
  r->f->insts.at[made].aux = aux;
  r->f->insts.at[made].imm = (int64_t)name.field;
}

/* ---- fields whose address is taken ---- */

/* Does the address go on by this use, to where a store through it names no
 * field?  What functions without a body do is told by what they are given. */
static bool goes_on(LLVMValueRef user, LLVMValueRef address) {
  if (!LLVMIsAInstruction(user)) return true;
  switch ((int)LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMGetElementPtr:
  case LLVMICmp: return false;
  case LLVMStore: return LLVMGetOperand(user, 0) == address;
  case LLVMCall:
  case LLVMInvoke: break;
  default: return true;
  }
  LLVMValueRef callee = fe_strip_alias(LLVMGetCalledValue(user));
  return !LLVMIsAFunction(callee) ||
         (!LLVMIsDeclaration(callee) && !fe_is_model(callee));
}

/* Is it no struct, nor an array of them? */
static bool is_scalar(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
    type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) != LLVMStructTypeKind;
}

void rd_note_taken(Reader *r, LLVMValueRef gep) {
  assert(fe_is_gep(gep));
  bool is_taken = false;
  for (LLVMUseRef u = LLVMGetFirstUse(gep); u && !is_taken;
       u = LLVMGetNextUse(u))
    is_taken = goes_on(LLVMGetUser(u), gep);
  if (!is_taken) return;
  FieldName name = field_of_address(r, NULL, gep);
  if (!name.whole.type || !is_scalar(LLVMStructGetTypeAtIndex(
                              name.whole.type, (unsigned)name.field)))
    return;
  TypeId id = rd_noted_type(r, name.whole.type, name.whole.note);
  r->p->types.at[id.id].fields[name.field].is_taken = true;
}
