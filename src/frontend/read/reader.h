/* SPDX-License-Identifier: MIT
 *
 * The inside of the reader: LLVM types appear here.  Only those see it who work
 * on LLVM modules themselves: this room and replay/bitcode. */
#ifndef FRONTEND_READ_READER_H
#define FRONTEND_READ_READER_H

#include "frontend/frontend.h"
#include "frontend/library/library.h"
#include "frontend/module.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

/* Names shared by prepare.c and the reader. */
#define FE_UNDEF_PREFIX "__cutpoint.undef."
/* Gives memory fresh bytes, as in models/model.h. */
#define FE_HAVOC        "__cutpoint_havoc"
#define FE_VAR_METADATA "cutpoint.var"
/* Of an alloca: it dies before its function returns, nobody knows where. */
#define FE_SCOPED_METADATA "cutpoint.scoped"
/* Of a module: reads of what was never written matter. */
#define FE_INIT_METADATA "cutpoint.init"
/* ... accesses and objects matter. */
#define FE_MEMORY_METADATA "cutpoint.memory"
#define FE_VIOLATES_INIT   "__cutpoint_violates_valid_init"
#define FE_DISTANCE        "__cutpoint_distance"

/* As the metadata of the module says. */
FeMemory fe_memory_of(LLVMModuleRef module);

typedef Vec(LLVMValueRef) ValueList;

/* One LLVM block of the function being read. */
typedef struct ReadBlock {
  LLVMBasicBlockRef block;
  BlockId start; /* where jumps to it lead */
  BlockId end;   /* holds its terminator */
  uint32_t stamp;
} ReadBlock;

/* Where an input comes in: the LLVM instruction, and the site it got. */
typedef struct ReadPlace {
  LLVMValueRef origin;
  uint32_t site;
} ReadPlace;

typedef struct Reader {
  Program *p;
  Mem *mem;
  FeDiag *diag;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  bool failed;
  Map types;            /* LLVM type -> TypeId of it in memory */
  Map funcs;            /* LLVM function -> FuncId */
  Map globals;          /* LLVM global variable -> GlobalId */
  Map unplaced;         /* LLVM global variable without -> why (reader.c) */
  Map labels;           /* LLVM block whose address is taken -> its byte in */
  GlobalId label_bytes; /* this variable; 0: there is none yet */
  Map files;            /* debug file -> index in Program.files */
  Map vars;             /* debug variable -> VarId */
  Map subprograms;      /* debug subprogram -> FuncId */
  Map expressions;      /* debug expression -> DebugExpr */
  Map ctypes;           /* debug type -> CTypeId */
  Map shared_ctypes;    /* what tells one from others -> CTypeId */
  Vec(LLVMMetadataRef) unfilled; /* of those, for debug_types.c */
  unsigned kind_byval, kind_inreg, kind_elementtype, kind_returns_twice,
      kind_inalloca;
  unsigned kind_sret;
  unsigned md_var, md_scoped, md_dbg, md_loop;
  Vec(ReadPlace) places; /* for replay/bitcode */
  /* the function being read */
  LLVMValueRef function;
  Function *f;
  FuncId func;
  Map values;           /* LLVM value -> Val */
  Map pairs;            /* LLVM value of two parts, of with.overflow or inline
                           assembly -> first Val << 32 | second */
  Map blocks;           /* LLVM block -> index in order */
  Vec(ReadBlock) order; /* reachable blocks, reverse postorder */
  ValueList phis;
  BlockId at; /* where instructions go */
  LocId loc;  /* their position */
  uint16_t flags;
  bool edges_moved; /* a phi may name a block that no longer leads to it */
  /* units, whose functions are looked at one by one (unit.c) */
  bool is_unit;
  FuncId anything;          /* does what cannot be read */
  LLVMValueRef instruction; /* that is being read */
  bool in_anything;         /* its operands are */
} Reader;

static inline uint64_t key_of(const void *pointer) {
  return (uint64_t)(uintptr_t)pointer;
}

/* ---- choose.c, link.c, start.c, prepare.c ---- */

/* needed[i]: may the program need the model inputs[i]? */
void fe_choose_models(Mem *mem, LLVMModuleRef user, const FeInput *inputs,
                      uint32_t n_inputs, bool *needed);

/* Loads and links; NULL: diag says why.  The module belongs to the caller. */
LLVMModuleRef fe_link(LLVMContextRef context, const FeInput *inputs,
                      uint32_t n_inputs, FeDiag *diag);
/* Before the models are linked: declares the one that makes the arguments of
 * main, if main looks at them.  Afterwards: that one calls main. */
void fe_ask_for_start(LLVMModuleRef user);
void fe_finish_start(LLVMModuleRef module);
/* The function that starts a program whose entry has this name. */
LLVMValueRef rd_entry(LLVMModuleRef module, const char *name);
/* Makes uninitialised locals explicit and promotes locals to SSA. */
bool fe_prepare(LLVMModuleRef module, FeDiag *diag);
/* Marks where locals die, where clang does not; if the module's lives matter.
 */
void fe_mark_lives(LLVMModuleRef module, Mem *mem);

/* Could promotion take this alloca as it stands? */
bool fe_may_promote(LLVMValueRef alloca);

/* init.c: before the models are linked: asks for those that watch what is
 * written.  Afterwards: tells them, before promotion.  Both only if it matters.
 */
void fe_ask_for_init(LLVMModuleRef user);
void fe_watch_init(LLVMModuleRef module, Mem *mem);

/* The alloca a dbg.declare speaks of, or NULL. */
LLVMValueRef fe_declared_alloca(LLVMValueRef declare);
/* Does the local start anew where it is declared, in an inner block? */
bool fe_starts_at(LLVMValueRef declare, LLVMValueRef alloca);

/* order.c: before fe_prepare: marks the expressions whose value may depend on
 * the order in which their operands are evaluated. */
void fe_find_orders(LLVMModuleRef module, Mem *mem);
/* Runs passes of LLVM's by their names; false: diag says why. */
BASE_MUST_USE bool fe_run_passes(LLVMModuleRef module, const char *passes,
                                 FeDiag *diag);

/* ---- reader.c ---- */

/* Sees the reader when everything is read; false: r->diag says what is wrong.
 */
typedef bool RdFinish(Reader *r, void *context);
/* fe_prepare, and the module as a Program; `finish` may be NULL.  False: `diag`
 * says why. */
BASE_MUST_USE bool rd_read(Program **out, Mem *mem, LLVMModuleRef module,
                           RdFinish *finish, void *context, FeDiag *diag);

/* ---- types.c ---- */

/* The type as it lies in memory; with what was noted of it
 * (frontend/structs.h), or NULL.
 */
TypeId rd_mem_type(Reader *r, LLVMTypeRef type);
TypeId rd_noted_type(Reader *r, LLVMTypeRef type, LLVMMetadataRef note);
/* The scalar type that stands for values of the LLVM type; void for void. */
TypeId rd_value_type(Reader *r, LLVMTypeRef type);
/* May values of the type be computed with?  False: too wide or not sized. */
bool rd_type_is_fine(Reader *r, LLVMTypeRef type);
bool rd_is_vector(LLVMTypeRef type);
/* Lowest bit and LLVM type of element `index` of a first-class aggregate. */
LLVMTypeRef rd_element(Reader *r, LLVMTypeRef aggregate, uint32_t index,
                       uint64_t *low_bit);
uint32_t rd_element_count(LLVMTypeRef aggregate);
uint64_t rd_size(Reader *r, LLVMTypeRef type); /* ABI size in bytes */

/* ---- emit.c: instructions at r->at with position r->loc ---- */

Val rd_emit(Reader *r, Op op, TypeId type, const Val *ops, uint32_t n_ops);
Val rd_emit1(Reader *r, Op op, TypeId type, Val a);
Val rd_emit2(Reader *r, Op op, TypeId type, Val a, Val b);
Val rd_emit3(Reader *r, Op op, TypeId type, Val a, Val b, Val c);
Inst *rd_inst(Reader *r, Val val); /* valid until the next emit */
/* Terminator at the end of r->at. */
Inst *rd_end(Reader *r, Op op, const Val *ops, uint32_t n_ops,
             const BlockId *blocks, uint32_t n_blocks);

TypeId rd_int(Reader *r, uint32_t bits);
TypeId rd_word(Reader *r); /* integer of the pointer's width */
TypeId rd_type_of(Reader *r, Val val);
uint32_t rd_bits(Reader *r, Val val);
Val rd_number(Reader *r, TypeId type, uint64_t value);

/* Integer operations that fold constants. */
Val rd_arith(Reader *r, Op op, Val a, Val b);
typedef enum Extend { EXTEND_ZERO, EXTEND_SIGN } Extend;
Val rd_resize(Reader *r, Val a, uint32_t bits, Extend extend);
/* The same bits as another scalar type of the same width. */
Val rd_reinterpret(Reader *r, Val a, TypeId to);
Val rd_as_int(Reader *r, Val a);
/* Part of an aggregate held as an integer, and the aggregate with it set. */
Val rd_extract(Reader *r, Val aggregate, uint64_t low_bit, TypeId type);
Val rd_insert(Reader *r, Val aggregate, uint64_t low_bit, Val part);
Val rd_not(Reader *r, Val a);
Val rd_compare(Reader *r, Op op, Val a, Val b);
Val rd_is_nonzero(Reader *r, Val a); /* i1 */
Val rd_select(Reader *r, Val cond, Val a, Val b);
/* base + offset + index * stride; no index: none. */
Val rd_gep(Reader *r, Val base, int64_t offset, Val index, int64_t stride);

/* Remembers that the input `made` comes in at an LLVM instruction. */
void rd_note_place(Reader *r, LLVMValueRef origin, Val made);
Val rd_input(Reader *r, TypeId type, InputKind kind, const char *name);
Val rd_load(Reader *r, TypeId type, Val pointer);
void rd_store(Reader *r, Val value, Val pointer);
void rd_stop(Reader *r, const char *why);
void rd_error(Reader *r, const char *property, const char *message);
/* Ends the execution as "we cannot say"; what follows is dead code.  In units,
 * anything is done here, and the execution goes on. */
void rd_unsupported(Reader *r, const char *format, ...) BASE_PRINTF(2, 3);
/* Drops blocks that cannot be reached. */
void rd_prune(Reader *r);

/* ---- unit.c: what cannot be read, in units ---- */

void rd_declare_anything(Reader *r);
/* Is it nothing but assembly?  Of a unit, it has no body. */
bool rd_is_naked(LLVMValueRef function);
/* Is the rest of the function read, whatever comes? */
bool rd_goes_on(const Reader *r);
void rd_do_anything(Reader *r);
/* ... and ends the block, going on in one of these. */
void rd_jump_anywhere(Reader *r, const BlockId *to, uint32_t n);
/* Behind a call, by this name, that may come back a second time. */
void rd_come_back(Reader *r, LLVMValueRef call, const char *name);

/* ---- const.c ---- */

/* A constant as an operand here; may emit instructions. */
Val rd_constant(Reader *r, LLVMValueRef constant);
void rd_initialiser(Reader *r, LLVMValueRef variable, GlobalId global);
/* The address of a C label. */
Val rd_label(Reader *r, LLVMBasicBlockRef block);
/* What a constant is made of, itself last, each once. */
void rd_parts_of(Reader *r, LLVMValueRef constant, ValueList *parts);

/* ---- reader.c ---- */

/* Variables that are not declared, as the program does not place them. */
void rd_find_unplaced(Reader *r);
/* Is it one of those?  Then it is not supported here, which is said. */
bool rd_is_unplaced(Reader *r, LLVMValueRef global);

/* ---- inst.c ---- */

Val rd_value(Reader *r, LLVMValueRef value);
void rd_function(Reader *r, LLVMValueRef function, FuncId func);
void rd_set_value(Reader *r, LLVMValueRef value, Val val);

/* ---- operation.c ---- */

/* A pure operation, also of a constant expression. */
Val rd_operation(Reader *r, LLVMOpcode opcode, LLVMValueRef node,
                 const Val *ops, uint32_t n_ops);
void rd_extractvalue(Reader *r, LLVMValueRef instruction);
void rd_insertvalue(Reader *r, LLVMValueRef instruction);
/* The lanes of a vector as scalars, and back. */
Val rd_lane(Reader *r, LLVMTypeRef vector, Val value, uint32_t lane);
Val rd_pack(Reader *r, LLVMTypeRef vector, const Val *lanes);

/* ---- types.c: fields ---- */
/* Writes down which field of which struct the access names, if any. */
void rd_note_field(Reader *r, uint32_t made, LLVMValueRef access,
                   LLVMValueRef address);
/* Writes down which field the address is of, if it goes elsewhere than to
 * accesses. */
void rd_note_taken(Reader *r, LLVMValueRef gep);
/* Does the array at `base` stand for a longer one: the last field of a struct,
 * of one element at most? */
bool rd_is_open_array(LLVMTypeRef array, LLVMValueRef base);

/* ---- call.c, intrinsics.c, asm.c ---- */

void rd_call(Reader *r, LLVMValueRef call);
void rd_intrinsic(Reader *r, LLVMValueRef call, const char *name);
void rd_asm(Reader *r, LLVMValueRef call, LLVMValueRef code);
/* Copies the result of a call to what the call's LLVM type wants. */
void rd_call_result(Reader *r, LLVMValueRef call, Val val);

/* ---- debug.c ---- */

LocId rd_instruction_loc(Reader *r, LLVMValueRef instruction);
/* The keyword of the C loop that a branch goes round; 0 when it goes round
 * none. */
LocId rd_loop_loc(Reader *r, LLVMValueRef branch);
void rd_function_loc(Reader *r, LLVMValueRef function, FuncId func);
void rd_global_debug(Reader *r, LLVMValueRef variable, GlobalId global);
void rd_debug_intrinsic(Reader *r, LLVMValueRef call);
/* The name of the C variable of an uninitialised value, or NULL. */
const char *rd_uninit_name(Reader *r, LLVMValueRef call);
/* Operand `index` of a metadata node, or NULL. */
LLVMMetadataRef rd_node_operand(Reader *r, LLVMMetadataRef node,
                                unsigned index);
/* A string operand, in the program's arena; "" when there is none. */
const char *rd_node_text(Reader *r, LLVMMetadataRef node, unsigned index);
/* The text behind "field: " in the printed node, in `out`; false: there is
 * none. */
bool rd_printed_field(Reader *r, LLVMMetadataRef node, const char *field,
                      char *out, size_t n_out);

/* ---- debug_types.c: of a C type, as debug information has it ---- */

/* As C spells it. */
void rd_c_name(Reader *r, LLVMMetadataRef type, Text *out);
CEncoding rd_c_encoding(Reader *r, LLVMMetadataRef type);
uint64_t rd_c_size(Reader *r, LLVMMetadataRef type); /* bytes; 0 unknown */
/* Its row in the program's table, with all that it is made of. */
CTypeId rd_c_type(Reader *r, LLVMMetadataRef type);

#endif
