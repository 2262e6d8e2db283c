/* SPDX-License-Identifier: MIT
 *
 * Where things come from: positions, C variables, C labels.
 *
 * The C API of LLVM 19 has no accessor for several fields.  Names and links
 * are operands of the metadata nodes (the numbers below follow the order of
 * operands in LLVM's DebugInfoMetadata.h); the line of a lexical block, the
 * encoding of a basic type and the operations of an expression are read from
 * the printed node, which is cheap because nothing else is printed with it. */
#include "frontend/read/reader.h"

#include <limits.h>
#include <unistd.h>

#include <stdlib.h>

enum { /* operand numbers */
       MD_SCOPE_FILE = 0,
       MD_BLOCK_SCOPE = 1,
       MD_FUNCTION_TYPE = 4,
       MD_TYPE_TYPES = 3,
       MD_VAR_NAME = 1,
       MD_VAR_TYPE = 3,
       MD_LABEL_NAME = 1
};

typedef enum DebugExpr { EXPR_EMPTY = 1, EXPR_DEREF, EXPR_OTHER } DebugExpr;

LLVMMetadataRef rd_node_operand(Reader *r, LLVMMetadataRef node,
                                unsigned index) {
  if (!node) return NULL;
  LLVMValueRef v = LLVMMetadataAsValue(r->context, node);
  LLVMValueRef ops[32];
  unsigned n = LLVMGetMDNodeNumOperands(v);
  if (index >= n || n > 32) return NULL;
  LLVMGetMDNodeOperands(v, ops);
  return ops[index] ? LLVMValueAsMetadata(ops[index]) : NULL;
}

const char *rd_node_text(Reader *r, LLVMMetadataRef node, unsigned index) {
  LLVMMetadataRef md = rd_node_operand(r, node, index);
  if (!md || LLVMGetMetadataKind(md) != LLVMMDStringMetadataKind) return "";
  unsigned n;
  const char *text = LLVMGetMDString(LLVMMetadataAsValue(r->context, md), &n);
  return arena_strndup(&r->p->arena, text, n);
}

bool rd_printed_field(Reader *r, LLVMMetadataRef node, const char *field,
                      char *out, size_t n_out) {
  assert(n_out > 0);
  char *text = LLVMPrintValueToString(LLVMMetadataAsValue(r->context, node));
  const char *at = strstr(text, field);
  if (at) {
    at += strlen(field);
    size_t n = strcspn(at, ",)");
    if (n >= n_out) n = n_out - 1;
    memcpy(out, at, n);
    out[n] = 0;
  }
  LLVMDisposeMessage(text);
  return at != NULL;
}

/* The file as the user named it.  Of an absolute path clang moves what it
 * shares with the working directory to the file's directory. */
static char *path_of(Reader *r, LLVMMetadataRef file) {
  unsigned n = 0, n_directory = 0;
  const char *name = LLVMDIFileGetFilename(file, &n);
  const char *directory = LLVMDIFileGetDirectory(file, &n_directory);
  char here[PATH_MAX];
  bool local = !n || name[0] == '/' || !n_directory ||
               !getcwd(here, PATH_MAX) ||
               (strlen(here) == n_directory &&
                memcmp(here, directory, n_directory) == 0);
  if (local) return arena_strndup(&r->p->arena, n ? name : "", n);
  size_t root = strlen(FE_ROOT);
  if (n_directory > root && memcmp(directory, FE_ROOT "/", root + 1) == 0) {
    directory += root;
    n_directory -= (unsigned)root;
  }
  return arena_printf(&r->p->arena, "%.*s/%.*s", (int)n_directory, directory,
                      (int)n, name);
}

static uint32_t file_index(Reader *r, LLVMMetadataRef file) {
  if (!file) return UINT32_MAX;
  uint64_t *known = map_find(&r->files, key_of(file));
  if (known) return (uint32_t)*known;
  ArenaMark mark = arena_mark(&r->p->arena);
  char *path = path_of(r, file);
  uint32_t index = prog_file(r->p, path);
  if (index + 1 < r->p->files.n) arena_release(&r->p->arena, mark);
  map_put(&r->files, key_of(file), index);
  return index;
}

static LocId location(Reader *r, LLVMMetadataRef loc) {
  assert(LLVMGetMetadataKind(loc) == LLVMDILocationMetadataKind);
  LLVMMetadataRef scope = LLVMDILocationGetScope(loc);
  uint32_t file = file_index(r, scope ? LLVMDIScopeGetFile(scope) : NULL);
  return prog_loc(r->p, file, LLVMDILocationGetLine(loc),
                  LLVMDILocationGetColumn(loc), r->func);
}

LocId rd_instruction_loc(Reader *r, LLVMValueRef instruction) {
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(instruction);
  return loc ? location(r, loc) : (LocId){0};
}

/* The node of a loop lists itself, then where the loop starts and ends. */
LocId rd_loop_loc(Reader *r, LLVMValueRef branch) {
  LLVMValueRef node = LLVMGetMetadata(branch, r->md_loop), parts[2];
  unsigned n = node ? LLVMGetMDNodeNumOperands(node) : 0;
  if (n < 3) return (LocId){0};
  LLVMValueRef *all = MEM_ARRAY(r->mem, LLVMValueRef, n);
  LLVMGetMDNodeOperands(node, all);
  memcpy(parts, all, sizeof parts);
  MEM_FREE_ARRAY(r->mem, all, n);
  LLVMMetadataRef start = parts[1] ? LLVMValueAsMetadata(parts[1]) : NULL;
  if (!start || LLVMGetMetadataKind(start) != LLVMDILocationMetadataKind)
    return (LocId){0};
  return location(r, start);
}

void rd_function_loc(Reader *r, LLVMValueRef function, FuncId func) {
  require(func.id > 0 && func.id < r->p->funcs.n);
  LLVMMetadataRef sp = LLVMGetSubprogram(function);
  if (!sp) return;
  map_put(&r->subprograms, key_of(sp), func.id);
  uint32_t file = file_index(r, LLVMDIScopeGetFile(sp));
  LLVMMetadataRef type = rd_node_operand(r, sp, MD_FUNCTION_TYPE);
  LLVMMetadataRef types = rd_node_operand(r, type, MD_TYPE_TYPES);
  CTypeId returns = rd_c_type(r, rd_node_operand(r, types, 0));
  prog_func(r->p, func)->returns = returns;
  prog_func(r->p, func)->loc =
      prog_loc(r->p, file, LLVMDISubprogramGetLine(sp), 0, func);
}

/* ---- variables ---- */

static uint32_t scope_line(Reader *r, LLVMMetadataRef scope) {
  char digits[32];
  if (!scope) return 0;
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  if (kind == LLVMDISubprogramMetadataKind)
    return LLVMDISubprogramGetLine(scope);
  if (kind != LLVMDILexicalBlockMetadataKind ||
      !rd_printed_field(r, scope, "line: ", digits, sizeof digits))
    return 0;
  return (uint32_t)strtoul(digits, NULL, 10);
}

/* The function a scope lies in, when it is being read; none otherwise. */
static FuncId scope_function(Reader *r, LLVMMetadataRef scope) {
  for (int i = 0; scope && i < 100000; i++) {
    uint64_t func = map_get(&r->subprograms, key_of(scope), 0);
    if (func) return (FuncId){(uint32_t)func};
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    if (kind != LLVMDILexicalBlockMetadataKind &&
        kind != LLVMDILexicalBlockFileMetadataKind)
      break;
    scope = rd_node_operand(r, scope, MD_BLOCK_SCOPE);
  }
  return (FuncId){0};
}

static VarId variable_of(Reader *r, LLVMMetadataRef variable, FuncId func) {
  uint64_t known = map_get(&r->vars, key_of(variable), 0);
  if (known) return (VarId){(uint32_t)known};
  LLVMMetadataRef type = rd_node_operand(r, variable, MD_VAR_TYPE);
  LLVMMetadataRef scope = LLVMDIVariableGetScope(variable);
  if (!func.id) func = scope_function(r, scope);
  Text name;
  text_init(&name, r->mem);
  rd_c_name(r, type, &name);
  CVar var = {.name = rd_node_text(r, variable, MD_VAR_NAME),
              .type_name = text_get(&name),
              .type = rd_c_type(r, type),
              .encoding = rd_c_encoding(r, type),
              .size = rd_c_size(r, type),
              .func = func,
              .scope_line = func.id ? scope_line(r, scope) : 0};
  var.decl = prog_loc(r->p, file_index(r, LLVMDIVariableGetFile(variable)),
                      LLVMDIVariableGetLine(variable), 0, func);
  VarId id = prog_add_var(r->p, var);
  text_done(&name);
  map_put(&r->vars, key_of(variable), id.id);
  assert(id.id > 0);
  return id;
}

void rd_global_debug(Reader *r, LLVMValueRef variable, GlobalId id) {
  require(id.id > 0 && id.id < r->p->globals.n);
  size_t n;
  LLVMValueMetadataEntry *list = LLVMGlobalCopyAllMetadata(variable, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(list, i);
    if (LLVMValueMetadataEntriesGetKind(list, i) != r->md_dbg ||
        LLVMGetMetadataKind(md) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef var = LLVMDIGlobalVariableExpressionGetVariable(md);
    Global *g = prog_global(r->p, id);
    if (!*rd_node_text(r, var, MD_VAR_NAME)) {
      g->loc = prog_loc(r->p, file_index(r, LLVMDIVariableGetFile(var)),
                        LLVMDIVariableGetLine(var), 0, (FuncId){0});
    } else {
      VarId v = variable_of(r, var, (FuncId){0});
      g->var = v;
      g->loc = r->p->vars.at[v.id].decl;
    }
    break;
  }
  LLVMDisposeValueMetadataEntries(list);
}

const char *rd_uninit_name(Reader *r, LLVMValueRef call) {
  LLVMValueRef node = LLVMGetMetadata(call, r->md_var);
  if (!node) return NULL;
  const char *name = rd_node_text(r, LLVMValueAsMetadata(node), MD_VAR_NAME);
  return *name ? name : NULL;
}

/* ---- debug intrinsics ---- */

static DebugExpr expression_kind(Reader *r, LLVMValueRef expr) {
  uint64_t key = key_of(LLVMValueAsMetadata(expr));
  uint64_t known = map_get(&r->expressions, key, 0);
  if (known) return (DebugExpr)known;
  char *text = LLVMPrintValueToString(expr);
  DebugExpr kind = strstr(text, "!DIExpression()")              ? EXPR_EMPTY
                   : strstr(text, "!DIExpression(DW_OP_deref)") ? EXPR_DEREF
                                                                : EXPR_OTHER;
  LLVMDisposeMessage(text);
  map_put(&r->expressions, key, kind);
  return kind;
}

/* The value a debug intrinsic speaks of; none when it is not plain. */
static Val debug_value(Reader *r, LLVMValueRef call) {
  LLVMValueRef wrapped = LLVMGetOperand(call, 0);
  LLVMMetadataKind kind = LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped));
  if (kind != LLVMLocalAsMetadataMetadataKind &&
      kind != LLVMConstantAsMetadataMetadataKind)
    return (Val){0};
  LLVMValueRef value = LLVMGetOperand(wrapped, 0);
  if (LLVMIsAConstant(value)) {
    bool plain = LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value) ||
                 LLVMIsAConstantPointerNull(value) ||
                 LLVMIsAGlobalVariable(value) || LLVMIsAFunction(value);
    return plain ? rd_constant(r, value) : (Val){0};
  }
  return (Val){(uint32_t)map_get(&r->values, key_of(value), 0)};
}

static void name_block(Reader *r, LLVMValueRef call) {
  assert(r->at.id < r->f->blocks.n);
  LLVMMetadataRef label = LLVMValueAsMetadata(LLVMGetOperand(call, 0));
  const char *name = rd_node_text(r, label, MD_LABEL_NAME);
  Block *block = &r->f->blocks.at[r->at.id];
  if (*name && block->name == UINT32_MAX)
    block->name = names_add(&r->p->names, name);
}

void rd_debug_intrinsic(Reader *r, LLVMValueRef call) {
  require(LLVMIsACallInst(call));
  if (LLVMIsADbgLabelInst(call)) {
    name_block(r, call);
    return;
  }
  if (!LLVMIsADbgVariableIntrinsic(call)) return;
  Val value = debug_value(r, call);
  DebugExpr kind = expression_kind(r, LLVMGetOperand(call, 2));
  bool declare = LLVMIsADbgDeclareInst(call) != NULL;
  if (val_is_none(value) || kind == EXPR_OTHER) return;
  if (declare && kind == EXPR_DEREF) return;
  bool address = declare || kind == EXPR_DEREF;
  bool pointer = prog_type(r->p, rd_type_of(r, value))->kind == TYPE_PTR;
  if (address && !pointer) return;
  LLVMMetadataRef md = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  VarId var = variable_of(r, md, r->func);
  Val made = rd_emit1(r, address ? OP_DBG_ADDR : OP_DBG, (TypeId){0}, value);
  rd_inst(r, made)->var = var;
}
