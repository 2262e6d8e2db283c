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

typedef Vec(LLVMTypeRef) TypeList;

static bool is_composed(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

/* The parts of `type` that are not known yet go on the list; true: none. */
static bool parts_are_known(Reader *r, TypeList *list, LLVMTypeRef type) {
  uint32_t n = LLVMGetTypeKind(type) == LLVMArrayTypeKind
                   ? 1
                   : LLVMCountStructElementTypes(type);
  bool known = true;
  for (uint32_t i = 0; i < n; i++) {
    LLVMTypeRef part = LLVMGetTypeKind(type) == LLVMArrayTypeKind
                           ? LLVMGetElementType(type)
                           : LLVMStructGetTypeAtIndex(type, i);
    if (!is_composed(part) || map_find(&r->types, key_of(part))) continue;
    VEC_PUSH(r->mem, list, part);
    known = false;
  }
  return known;
}

static TypeId known_type(Reader *r, LLVMTypeRef type) {
  if (!is_composed(type)) return rd_value_type(r, type);
  return (TypeId){(uint32_t)map_get(&r->types, key_of(type), 0)};
}

static TypeId make_struct(Reader *r, LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type);
  if (LLVMIsOpaqueStruct(type)) return prog_type_opaque(r->p, name ? name : "");
  uint32_t n = LLVMCountStructElementTypes(type);
  Field *fields = MEM_ARRAY(r->mem, Field, n);
  for (uint32_t i = 0; i < n; i++) {
    fields[i].type = known_type(r, LLVMStructGetTypeAtIndex(type, i));
    fields[i].offset = LLVMOffsetOfElement(r->layout, type, i);
  }
  TypeId id =
      prog_type_struct(r->p, name ? name : "", fields, n, rd_size(r, type),
                       LLVMABIAlignmentOfType(r->layout, type));
  MEM_FREE_ARRAY(r->mem, fields, n);
  return id;
}

static TypeId make_type(Reader *r, LLVMTypeRef type) {
  assert(is_composed(type));
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return make_struct(r, type);
  return prog_type_array(r->p, known_type(r, LLVMGetElementType(type)),
                         LLVMGetArrayLength2(type));
}

TypeId rd_mem_type(Reader *r, LLVMTypeRef type) {
  if (!is_composed(type)) return rd_value_type(r, type);
  TypeList list = {0};
  VEC_PUSH(r->mem, &list, type);
  while (list.n) {
    LLVMTypeRef top = VEC_LAST(&list);
    if (map_find(&r->types, key_of(top))) {
      list.n--;
    } else if (parts_are_known(r, &list, top)) {
      TypeId made = make_type(r, top);
      map_put(&r->types, key_of(top), made.id);
    }
  }
  VEC_DONE(r->mem, &list);
  assert(known_type(r, type).id != 0);
  return known_type(r, type);
}

/* ---- fields ----
 *
 * What an address is written as: which field of which struct.  Two accesses
 * written as different fields are apart wherever the pointers lead (C11 6.5p7),
 * which the numbers of an address do not tell. */

/* The last step of a GEP into a struct: which field of which, or NULL. */
static LLVMTypeRef gep_field(LLVMValueRef gep, uint64_t *field) {
  assert(fe_is_gep(gep));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep), found = NULL;
  uint32_t n = (uint32_t)LLVMGetNumOperands(gep);
  for (uint32_t i = 2; i < n; i++) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
      type = LLVMGetElementType(type);
      continue;
    }
    found = type;
    *field = LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i));
    type = LLVMStructGetTypeAtIndex(type, (unsigned)*field);
  }
  return found;
}

/* Does it lead elsewhere than where it starts? */
static bool moves(LLVMValueRef gep) {
  uint32_t n = (uint32_t)LLVMGetNumOperands(gep);
  for (uint32_t i = 1; i < n; i++) {
    LLVMValueRef by = LLVMGetOperand(gep, i);
    if (!LLVMIsAConstantInt(by) || LLVMConstIntGetZExtValue(by)) return true;
  }
  return false;
}

/* The innermost field that an address is written as, or NULL.  What is a step
 * away from a number or a pointer is another field. */
static LLVMTypeRef field_of_address(LLVMValueRef address, uint64_t *field) {
  LLVMTypeRef found = NULL;
  bool is_moved = false;
  while (!found && fe_is_gep(address)) {
    found = gep_field(address, field);
    is_moved |= !found && moves(address);
    address = LLVMGetOperand(address, 0);
  }
  if (!found || !is_moved) return found;
  LLVMTypeKind kind =
      LLVMGetTypeKind(LLVMStructGetTypeAtIndex(found, (unsigned)*field));
  return kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind ? found : NULL;
}

bool rd_is_open_array(LLVMTypeRef array, LLVMValueRef base) {
  assert(LLVMGetTypeKind(array) == LLVMArrayTypeKind);
  uint64_t field = 0;
  if (LLVMGetArrayLength2(array) > 1) return false;
  if (!fe_is_gep(base)) return true;
  LLVMTypeRef type = gep_field(base, &field);
  return !type || field + 1 == LLVMCountStructElementTypes(type);
}

void rd_note_field(Reader *r, uint32_t access, LLVMValueRef address) {
  assert(access < r->f->insts.n);
  uint64_t field = 0;
  LLVMTypeRef type = field_of_address(address, &field);
  if (!type) return;
  for (LLVMValueRef at = address; fe_is_gep(at); at = LLVMGetOperand(at, 0))
    (void)rd_mem_type(r, LLVMGetGEPSourceElementType(at)); /* those around it */
  assert(field < LLVMCountStructElementTypes(type));
  TypeId aux = rd_mem_type(r, type);
  r->f->insts.at[access].aux = aux;
  r->f->insts.at[access].imm = (int64_t)field;
}
