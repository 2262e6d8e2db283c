/* SPDX-License-Identifier: MIT
 *
 * Which struct an access is written as, noted before files are linked.
 *
 * Problem.  LLVM's linker makes structs of one shape one, whatever they are
 * called: pointers have no types there, so that every struct of two pointers
 * becomes the first such struct.  An access of the others would then be written
 * as a member of that one.
 *
 * Idea.  Each file, as it is loaded, still has its own structs.  Everything
 * that names one gets a description of it as metadata, which the linker leaves
 * alone: a node with the struct's name and the descriptions of its members, so
 * that the same struct is the same node in all files.
 *
 *   array      !{!"[4]", what of}
 *   struct     !{!"struct.name", member, ...}; of a packed one !"packed"
 *              stands behind the members
 *   otherwise  !"as LLVM prints it"
 *
 * Notes hang at
 *
 *   an alloca, a global    what lies there
 *   a GEP                  !{innermost struct that it steps into, source type}
 *   a load or store        of its address's GEPs that are constants, which have
 *                          no metadata: what a GEP has, null for others
 *   a call                 of each argument that is passed by value: its type
 *
 * Instructions that are made later have no notes; they name no member then,
 * unless by a GEP that has one. */
#include "frontend/structs.h"

#include "frontend/module.h"

#include <llvm-c/DebugInfo.h>

static unsigned kind_of_note(LLVMContextRef context) {
  static const char name[] = "cutpoint.struct";
  return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

/* ---- describing types ---- */

typedef Vec(LLVMTypeRef) TypeList;
typedef Vec(LLVMMetadataRef) NodeList;

typedef struct Noter {
  LLVMContextRef context;
  Mem *mem;
  unsigned kind, kind_byval;
  Map known; /* type -> its description */
} Noter;

static uint64_t key_of(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}

static uint32_t count_parts(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMArrayTypeKind) return 1;
  return kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 0;
}

static LLVMTypeRef part_of(LLVMTypeRef type, uint32_t index) {
  assert(index < count_parts(type));
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind
             ? LLVMGetElementType(type)
             : LLVMStructGetTypeAtIndex(type, index);
}

static LLVMMetadataRef known_node(const Noter *w, LLVMTypeRef type) {
  return (LLVMMetadataRef)(uintptr_t)map_get(&w->known, key_of(type), 0);
}

static LLVMMetadataRef text_node(const Noter *w, const char *text, size_t n) {
  return LLVMMDStringInContext2(w->context, text, n);
}

static bool is_node(LLVMMetadataRef part) {
  return part && LLVMGetMetadataKind(part) == LLVMMDTupleMetadataKind;
}

static LLVMMetadataRef printed_node(const Noter *w, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  LLVMMetadataRef node = text_node(w, text, strlen(text));
  LLVMDisposeMessage(text);
  return node;
}

/* The name without the number that tells it from others in memory. */
static LLVMMetadataRef head_of(const Noter *w, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    char count[32];
    int n = snprintf(count, sizeof count, "[%llu]",
                     (unsigned long long)LLVMGetArrayLength2(type));
    return text_node(w, count, (size_t)n);
  }
  const char *name = LLVMGetStructName(type);
  return name ? text_node(w, name, prog_plain_length(name))
              : text_node(w, "", 0);
}

/* Is there no struct in it?  Its parts are known. */
static bool is_plain(const Noter *w, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind != LLVMStructTypeKind &&
         (kind != LLVMArrayTypeKind ||
          !is_node(known_node(w, part_of(type, 0))));
}

/* All of its parts are known. */
static LLVMMetadataRef make_node(const Noter *w, LLVMTypeRef type) {
  if (is_plain(w, type)) return printed_node(w, type);
  NodeList parts = {0};
  VEC_PUSH(w->mem, &parts, head_of(w, type));
  for (uint32_t i = 0; i < count_parts(type); i++)
    VEC_PUSH(w->mem, &parts, known_node(w, part_of(type, i)));
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMIsPackedStruct(type))
    VEC_PUSH(w->mem, &parts, text_node(w, "packed", 6));
  LLVMMetadataRef node = LLVMMDNodeInContext2(w->context, parts.at, parts.n);
  VEC_DONE(w->mem, &parts);
  return node;
}

/* A worklist, because nesting is the user's. */
static LLVMMetadataRef describe(Noter *w, LLVMTypeRef type) {
  TypeList todo = {0};
  VEC_PUSH(w->mem, &todo, type);
  while (todo.n) {
    LLVMTypeRef top = VEC_LAST(&todo);
    uint32_t before = todo.n;
    for (uint32_t i = 0; !known_node(w, top) && i < count_parts(top); i++)
      if (!known_node(w, part_of(top, i)))
        VEC_PUSH(w->mem, &todo, part_of(top, i));
    if (todo.n > before) continue;
    if (!known_node(w, top))
      map_put(&w->known, key_of(top), key_of(make_node(w, top)));
    todo.n--;
  }
  VEC_DONE(w->mem, &todo);
  return known_node(w, type);
}

/* ---- noting ---- */

/* What a GEP has; NULL: it steps into no struct. */
static LLVMMetadataRef gep_node(Noter *w, LLVMValueRef gep) {
  assert(fe_is_gep(gep));
  uint64_t field;
  LLVMTypeRef inner = fe_gep_field(gep, &field);
  if (!inner) return NULL;
  LLVMMetadataRef parts[] = {describe(w, inner),
                             describe(w, LLVMGetGEPSourceElementType(gep))};
  return LLVMMDNodeInContext2(w->context, parts, 2);
}

static void put_note(const Noter *w, LLVMValueRef at, LLVMMetadataRef node) {
  assert(is_node(node));
  LLVMSetMetadata(at, w->kind, LLVMMetadataAsValue(w->context, node));
}

static void note_list(const Noter *w, LLVMValueRef at, NodeList *list) {
  bool is_empty = true;
  for (uint32_t i = 0; i < list->n; i++) is_empty &= !list->at[i];
  if (!is_empty)
    put_note(w, at, LLVMMDNodeInContext2(w->context, list->at, list->n));
  VEC_DONE(w->mem, list);
}

static void note_access(Noter *w, LLVMValueRef access, LLVMValueRef address) {
  NodeList list = {0};
  for (; fe_is_gep(address); address = LLVMGetOperand(address, 0))
    VEC_PUSH(w->mem, &list,
             LLVMIsAInstruction(address) ? NULL : gep_node(w, address));
  note_list(w, access, &list);
}

static void note_arguments(Noter *w, LLVMValueRef call) {
  assert(w->kind_byval != 0);
  NodeList list = {0};
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMAttributeRef a =
        LLVMGetCallSiteEnumAttribute(call, i + 1, w->kind_byval);
    LLVMMetadataRef node = a ? describe(w, LLVMGetTypeAttributeValue(a)) : NULL;
    VEC_PUSH(w->mem, &list, is_node(node) ? node : NULL);
  }
  note_list(w, call, &list);
}

static void note_instruction(Noter *w, LLVMValueRef i) {
  switch ((int)LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: note_access(w, i, LLVMGetOperand(i, 0)); return;
  case LLVMStore: note_access(w, i, LLVMGetOperand(i, 1)); return;
  case LLVMCall:
  case LLVMInvoke: note_arguments(w, i); return;
  case LLVMGetElementPtr: {
    LLVMMetadataRef node = gep_node(w, i);
    if (node) put_note(w, i, node);
    return;
  }
  case LLVMAlloca: {
    LLVMMetadataRef node = describe(w, LLVMGetAllocatedType(i));
    if (is_node(node)) put_note(w, i, node);
    return;
  }
  default: return;
  }
}

void fe_note_structs(LLVMModuleRef module, Mem *mem) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Noter w = {.context = context,
             .mem = mem,
             .kind = kind_of_note(context),
             .kind_byval = LLVMGetEnumAttributeKindForName("byval", 5)};
  map_init(&w.known, mem);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g;
       g = LLVMGetNextGlobal(g)) {
    LLVMMetadataRef node = describe(&w, LLVMGlobalGetValueType(g));
    if (is_node(node)) LLVMGlobalSetMetadata(g, w.kind, node);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
       f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
         b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
           i = LLVMGetNextInstruction(i))
        note_instruction(&w, i);
  map_done(&w.known);
}

/* ---- reading notes ---- */

static LLVMMetadataRef global_note(LLVMValueRef global, unsigned kind) {
  size_t n;
  LLVMMetadataRef found = NULL;
  assert(LLVMIsAGlobalVariable(global));
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n && !found; i++)
    if (LLVMValueMetadataEntriesGetKind(all, i) == kind)
      found = LLVMValueMetadataEntriesGetMetadata(all, i);
  LLVMDisposeValueMetadataEntries(all);
  return found;
}

LLVMMetadataRef fe_struct_note(LLVMValueRef value) {
  unsigned kind = kind_of_note(LLVMGetTypeContext(LLVMTypeOf(value)));
  if (LLVMIsAGlobalVariable(value)) return global_note(value, kind);
  if (!LLVMIsAInstruction(value)) return NULL;
  LLVMValueRef note = LLVMGetMetadata(value, kind);
  return note ? LLVMValueAsMetadata(note) : NULL;
}

/* The operand of a note; NULL: there is none. */
static LLVMValueRef operand_of(Mem *mem, LLVMContextRef context,
                               LLVMMetadataRef note, uint32_t index) {
  assert(!note || is_node(note));
  if (!note) return NULL;
  LLVMValueRef v = LLVMMetadataAsValue(context, note);
  unsigned n = LLVMGetMDNodeNumOperands(v);
  if (index >= n) return NULL;
  LLVMValueRef *all = MEM_ARRAY(mem, LLVMValueRef, n);
  LLVMGetMDNodeOperands(v, all);
  LLVMValueRef operand = all[index];
  MEM_FREE_ARRAY(mem, all, n);
  return operand;
}

LLVMMetadataRef fe_note_part(Mem *mem, LLVMContextRef context,
                             LLVMMetadataRef note, uint32_t index) {
  LLVMValueRef operand = operand_of(mem, context, note, index);
  LLVMMetadataRef part = operand ? LLVMValueAsMetadata(operand) : NULL;
  return is_node(part) ? part : NULL;
}

const char *fe_note_name(Mem *mem, LLVMContextRef context, LLVMMetadataRef note,
                         uint32_t *n) {
  LLVMValueRef operand = operand_of(mem, context, note, 0);
  require(operand != NULL);
  return LLVMGetMDString(operand, n);
}
