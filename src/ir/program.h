/* SPDX-License-Identifier: MIT
 *
 * The program as the checker sees it: our own SSA form.
 *
 * It is small on purpose.  The reader (frontend/) lowers what C and LLVM
 * spell in many ways to the few things below, so that the interpreter, the
 * passes and the encoder each say what an instruction means exactly once:
 *
 *  - A value has a scalar type: integer of any width, float, or pointer.
 *    First-class aggregates and vectors of LLVM are integers here, laid out
 *    bit for bit as in memory; struct and array types only describe memory.
 *  - Comparisons are EQ NE ULT ULE SLT SLE; swapped ones have swapped operands.
 *  - Address arithmetic is GEP: base + offset + index * stride (bytes).
 *  - An undefined value is a NONDET instruction: a fresh input at each
 *    execution.  There is no undef, no poison.
 *  - Memory got by ALLOCA and ALLOC starts with fresh (nondeterministic)
 *    bytes at each execution of the instruction.
 *  - A variadic call lists all arguments.  In the callee, VA_AREA is the
 *    address of the activation's variable arguments, laid out one after the
 *    other in slots of the pointer's size (values wider than a slot take
 *    several; slots are aligned to the value's alignment, at most 16).
 *  - ERROR, STOP and UNSUPPORTED end the execution: a violation; an ordinary
 *    end (exit, abort, a false assumption is the same); and "we cannot say".
 *
 * Ownership: a Program owns everything; its tables only grow; handles stay
 * valid until prog_free.  Operand arrays are in the program's arena.
 *
 * A local value *is* the instruction that computes it: value number = index
 * into Function.insts.  Passes rewrite the block lists and operands; what no
 * block lists any more is dead and ignored.
 */
#ifndef IR_PROGRAM_H
#define IR_PROGRAM_H

#include "base/ledger.h"
#include "ir/ctype.h"
#include "num/bv.h"

/* ---- handles: one-field structs, so that the compiler tells them apart - */

typedef struct TypeId {
  uint32_t id;
} TypeId; /* 0 is void */
typedef struct Val {
  uint32_t id;
} Val; /* 0 is none */
typedef struct BlockId {
  uint32_t id;
} BlockId; /* [0..n_blocks[; 0 entry */
typedef struct FuncId {
  uint32_t id;
} FuncId; /* 1.. ; 0 is none */
typedef struct GlobalId {
  uint32_t id;
} GlobalId; /* 1.. ; 0 is none */
typedef struct VarId {
  uint32_t id;
} VarId; /* 1.. ; 0 is none */
typedef struct RegionId {
  uint32_t id;
} RegionId; /* 1.. ; 0 not computed */

/* Values: low bit 1 is a program constant, low bit 0 a local instruction. */
static inline bool val_is_none(Val v) {
  return v.id == 0;
}
static inline bool val_is_const(Val v) {
  return (v.id & 1) != 0;
}
static inline bool val_is_local(Val v) {
  return v.id != 0 && !(v.id & 1);
}
static inline uint32_t val_index(Val v) {
  return v.id >> 1;
}
static inline Val val_local(uint32_t inst) {
  return (Val){inst << 1};
}
static inline bool val_same(Val a, Val b) {
  return a.id == b.id;
}

/* ---- types ------------------------------------------------------------- */

typedef enum TypeKind {
  TYPE_VOID,
  TYPE_INT,    /* bits */
  TYPE_FLOAT,  /* bits: 16, 32, 64, 80 (x87) or 128 (IEEE quad) */
  TYPE_PTR,    /* bits: the program's pointer width */
  TYPE_ARRAY,  /* count x elem */
  TYPE_STRUCT, /* fields */
  TYPE_OPAQUE  /* size unknown; only behind pointers */
} TypeKind;

typedef struct Field {
  TypeId type;
  bool is_taken;   /* its address is kept, passed on or chosen, by its name */
  uint64_t offset; /* bytes */
} Field;

typedef struct Type {
  TypeKind kind;
  uint32_t bits;  /* scalars */
  uint64_t size;  /* bytes an array element of it takes (ABI size) */
  uint32_t align; /* ABI alignment */
  TypeId elem;    /* arrays */
  uint64_t count; /* arrays */
  Field *fields;  /* structs */
  uint32_t n_fields;
  const char *name; /* structs; "" when it has none */
} Type;

/* ---- source: positions, files, C variables, inlining contexts ---------- */

typedef struct SrcLoc {
  uint32_t file; /* index into Program.files; UINT32_MAX: unknown */
  uint32_t line; /* 1.. ; 0 unknown */
  uint32_t col;  /* 1.. ; 0 unknown */
  FuncId func;   /* the C function the text stands in */
} SrcLoc;

typedef struct CVar {
  const char *name;
  const char *type_name; /* as in C: "unsigned int", "struct lock *" */
  CTypeId type;
  CEncoding encoding;
  uint64_t size;       /* bytes; 0 unknown */
  FuncId func;         /* scope; none for globals */
  uint32_t scope_line; /* line where its innermost scope starts; 0 unknown */
  /* Settled: assigned at one place of the program as read, so that a value it
   * was given is its value from there on. */
  enum { CVAR_CHANGES, CVAR_SETTLED } life;
  LocId decl;
} CVar;

/* The chain of calls an inlined instruction came through; 0 is "not inlined".
 * Together with `site`, a context names one place of the original program as
 * reached through one static call chain. */
typedef struct Context {
  uint32_t parent; /* context of the call */
  uint32_t site;   /* the CALL's site */
  LocId call;      /* the CALL's position */
  FuncId callee;
} Context;

/* ---- constants --------------------------------------------------------- */

typedef enum ConstKind {
  CONST_BITS,   /* int, float, or pointer as a plain address: `words` */
  CONST_GLOBAL, /* address of a global + offset; type ptr */
  CONST_FUNC    /* address of a function; type ptr */
} ConstKind;

typedef struct Const {
  ConstKind kind;
  TypeId type;
  const BvWord *words; /* CONST_BITS: BV_WORDS(bits of type) words */
  GlobalId global;
  int64_t offset; /* CONST_GLOBAL */
  FuncId func;
} Const;

/* ---- instructions ------------------------------------------------------ */

/* name, printed name, fewest and most operands (-1: any), what it is, types.
 * R result, T terminator, S side effect (never dead), M has to do with memory,
 * W writes to it, C compares integers or pointers.
 * Types, one letter each, the result's first: i integer, f float, p pointer,
 * s any scalar, b i1, c i8, = the type of the result, 1 the type of the first
 * operand, n int or pointer, t int or float, v void, . anything; the last
 * letter repeats. */
// clang-format off
#define PROG_OPS(X) \
  X(NONE, "none", 0, 0, "", ".") \
  X(PARAM, "param", 0, 0, "R", ".")         /* imm: index */ \
  X(NONDET, "nondet", 0, 0, "R", "s")       /* imm: InputKind; name: what */ \
  X(ADD, "add", 2, 2, "R", "i==") \
  X(SUB, "sub", 2, 2, "R", "i==") \
  X(MUL, "mul", 2, 2, "R", "i==") \
  X(UDIV, "udiv", 2, 2, "R", "i==") \
  X(SDIV, "sdiv", 2, 2, "R", "i==") \
  X(UREM, "urem", 2, 2, "R", "i==") \
  X(SREM, "srem", 2, 2, "R", "i==") \
  X(SHL, "shl", 2, 2, "R", "i==") \
  X(LSHR, "lshr", 2, 2, "R", "i==") \
  X(ASHR, "ashr", 2, 2, "R", "i==") \
  X(AND, "and", 2, 2, "R", "i==") \
  X(OR, "or", 2, 2, "R", "i==") \
  X(XOR, "xor", 2, 2, "R", "i==") \
  X(EQ, "eq", 2, 2, "RC", "bn1") \
  X(NE, "ne", 2, 2, "RC", "bn1") \
  X(ULT, "ult", 2, 2, "RC", "bn1") \
  X(ULE, "ule", 2, 2, "RC", "bn1") \
  X(SLT, "slt", 2, 2, "RC", "bn1") \
  X(SLE, "sle", 2, 2, "RC", "bn1") \
  X(TRUNC, "trunc", 1, 1, "R", "ii") \
  X(ZEXT, "zext", 1, 1, "R", "ii") \
  X(SEXT, "sext", 1, 1, "R", "ii") \
  X(PTRTOINT, "ptrtoint", 1, 1, "R", "ip")  /* zext or trunc to the int type */ \
  X(INTTOPTR, "inttoptr", 1, 1, "R", "pi")  /* zext or trunc to a pointer */ \
  X(BITCAST, "bitcast", 1, 1, "R", "tt")    /* same bits, int and float */ \
  X(FADD, "fadd", 2, 2, "R", "f=") \
  X(FSUB, "fsub", 2, 2, "R", "f=") \
  X(FMUL, "fmul", 2, 2, "R", "f=") \
  X(FDIV, "fdiv", 2, 2, "R", "f=") \
  X(FREM, "frem", 2, 2, "R", "f=") \
  X(FNEG, "fneg", 1, 1, "R", "f=") \
  X(FCMP, "fcmp", 2, 2, "R", "bf1")         /* imm: FCmp */ \
  X(FMATH, "fmath", 1, 3, "R", "f=")        /* imm: FMath */ \
  X(FPTRUNC, "fptrunc", 1, 1, "R", "ff") \
  X(FPEXT, "fpext", 1, 1, "R", "ff") \
  X(FPTOUI, "fptoui", 1, 1, "R", "if") \
  X(FPTOSI, "fptosi", 1, 1, "R", "if") \
  X(UITOFP, "uitofp", 1, 1, "R", "fi") \
  X(SITOFP, "sitofp", 1, 1, "R", "fi") \
  X(SELECT, "select", 3, 3, "R", "sb==")    /* i1 ? ops[1] : ops[2] */ \
  X(PHI, "phi", 0, -1, "R", "s=")           /* ops[i] comes from blocks[i] */ \
  X(GEP, "gep", 1, 2, "R", "ppi")           /* ops[0] + imm + ops[1] * stride */ \
  X(ALLOCA, "alloca", 0, 1, "RM", "pi")     /* imm bytes [x ops[0]] of aux */ \
  X(ALLOC, "alloc", 1, 1, "RM", "pi")       /* heap; ops[0]: bytes */ \
  X(FREE, "free", 1, 1, "SM", "vp") \
  X(BEGIN, "begin", 1, 1, "SM", "vp")       /* ops[0]: ALLOCA; its lifetime starts again */ \
  X(END, "end", 1, 1, "SM", "vp")           /* ops[0]: ALLOCA whose lifetime ends */ \
  X(VALID, "valid", 0, -1, "R", "bps")      /* imm: ValidKind */ \
  X(LOAD, "load", 1, 1, "RM", "sp")         /* ops[0]: pointer */ \
  X(STORE, "store", 2, 2, "SMW", "vsp")     /* ops[0]: value, ops[1]: pointer */ \
  X(MEMCPY, "memcpy", 3, 3, "SMW", "vppi")  /* to, from, bytes; may overlap */ \
  X(MEMSET, "memset", 3, 3, "SMW", "vpci")  /* to, byte (i8), bytes */ \
  X(HAVOC, "havoc", 1, 2, "SMW", "vpi")     /* fresh at ops[0], ops[1] bytes* */ \
  X(CALL, "call", 1, -1, "RSM", ".ps")      /* ops[0]: callee; may be void */ \
  X(VA_AREA, "va_area", 0, 0, "R", "p")     /* see above */ \
  X(ASSUME, "assume", 1, 1, "S", "vb")      /* i1; false ends the execution */ \
  X(DBG, "dbg", 1, 1, "", "vs")             /* C variable var is ops[0] */ \
  X(DBG_ADDR, "dbg_addr", 1, 1, "", "vp")   /* C variable var is at ops[0] */ \
  X(BR, "br", 0, 0, "T", "v")               /* to blocks[0] */ \
  X(CONDBR, "condbr", 1, 1, "T", "vb")      /* i1 ? blocks[0] : blocks[1] */ \
  X(SWITCH, "switch", 1, -1, "T", "vi")     /* ops[i] -> blocks[i]; 0 default */ \
  X(RET, "ret", 0, 1, "T", "vs") \
  X(STOP, "stop", 0, 0, "T", "v")           /* name: "exit", "abort", ... */ \
  X(ERROR, "error", 0, 0, "T", "v")         /* imm: index in errors */ \
  X(UNSUPPORTED, "unsupported", 0, 0, "T", "v")/* imm: UnsupportedKind; name */
// clang-format on
/* *HAVOC without ops[1] reaches to the end of the object. */
typedef enum Op {
#define X(name, text, fewest, most, flags, types) OP_##name,
  PROG_OPS(X)
#undef X
      OP_COUNT
} Op;

/* Comparisons of floats: a set of the outcomes {equal, greater, less,
 * unordered}; 0 is always false, 15 always true. */
typedef enum FCmp {
  FCMP_EQUAL = 1,
  FCMP_GREATER = 2,
  FCMP_LESS = 4,
  FCMP_UNORDERED = 8
} FCmp;

typedef enum FMath {
  FMATH_FABS,
  FMATH_SQRT,
  FMATH_FLOOR,
  FMATH_CEIL,
  FMATH_TRUNC,
  FMATH_ROUND,
  FMATH_ROUNDEVEN,
  FMATH_FMA,
  FMATH_COPYSIGN,
  FMATH_FMIN,
  FMATH_FMAX
} FMath;

typedef enum InputKind {
  INPUT_NONDET, /* a __VERIFIER_nondet_* call; name: the function */
  INPUT_UNINIT, /* an uninitialised local; name: the variable */
  INPUT_EXTERN, /* result of a function without a body; name: the function */
  INPUT_UNDEF,  /* an undefined value of the compiler */
  INPUT_ASM     /* output of inline assembly */
} InputKind;

/* What VALID, an i1, asks about objects and their lifetimes. */
typedef enum ValidKind {
  VALID_ACCESS,    /* ops: pointer, offset, bytes.  The live object that the
                      pointer points into (or just behind), or else any, has
                      that many bytes at pointer + offset; none always are. */
  VALID_WRITE,     /* ... and it is no constant */
  VALID_FREE,      /* ops: pointer.  NULL, or where a live heap object starts */
  VALID_AT_RETURN, /* globals and locals in memory lead to all live heap */
  VALID_AT_EXIT,   /* objects; ... or values that activations hold do */
  /* For single functions (pass/objects), never run: */
  VALID_LIVE,    /* ops: pointer.  What it leads to was not freed */
  VALID_INIT,    /* ops: NULL, value.  The value was written */
  VALID_GONE,    /* ops: pointer, another.  NULL, the other one, or freed */
  VALID_COPY,    /* ops: pointer, string.  There is room for the string */
  VALID_APPEND,  /* ... behind what is there; ops: pointer, limit, string: so */
  VALID_MEMBER,  /* as ACCESS: a member, at a constant distance */
  VALID_PRINTED, /* ops: pointer, format, arguments: as COPY, by sprintf */
  VALID_WORD,    /* as COPY: a word of the string, by sscanf */
  VALID_HEAP,    /* as FREE; a parameter, or what a loop leaves, is open */
  VALID_WIDE_COPY, /* as COPY and APPEND: of wide characters */
  VALID_WIDE_APPEND
} ValidKind;

/* What an UNSUPPORTED is about. */
typedef enum UnsupportedKind {
  UNSUPPORTED_CONSTRUCT,
  UNSUPPORTED_RECURSION /* a call that was not unrolled any further */
} UnsupportedKind;

enum {                     /* Inst.flags */
       INST_NSW = 1,       /* signed C arithmetic: overflow is undefined in C */
       INST_VOLATILE = 2,  /* LOAD, STORE */
       INST_MODEL = 4,     /* stems from a library model, not from the user */
       INST_DYNAMIC = 8,   /* ALLOCA outside its function's entry block: each
                              execution makes another object until the return */
       INST_ARGUMENT = 16, /* ALLOCA: the copy of an argument passed by value */
       INST_COUNTED = 32,  /* NONDET that was copied: requests of a site are
                              counted, so none may be removed */
       INST_SCOPED = 64,   /* ALLOCA whose lifetime ends somewhere before its
                              function returns, and whose address escapes */
       INST_MOVES = 128,   /* ALLOC of realloc: it may have the address of the
                              object that it replaces; MEMCPY of realloc: both
                              are heap objects, as many bytes as both have are
                              copied, at most the length if not known */
       INST_UNCHECKED = 256, /* arithmetic that may be signed but has no check
                                of the compiler: complex numbers, vectors */
       INST_DISTANCE = 512,  /* SUB of two addresses that is only compared with
                                the size of what is at the second, EQ that asks
                                which literal it is: layout does not matter */
       INST_RESULT = 1024,   /* CALL of a function that returns a struct, which
                                it writes to where its first argument points */
       INST_ROOM = 2048,     /* MUL of lengths of an array: does not wrap */
       INST_LOSES = 4096,   /* CALL that may come back again, to other memory */
       INST_SIGNED = 8192,  /* ADD, SUB, MUL of a builtin for signed numbers */
       INST_AT_MOST = 16384 /* VALID, EQ: if it fails, the way may go on */
};

typedef struct Inst {
  Op op;
  uint16_t flags;
  TypeId type; /* of the result; void if none */
  TypeId aux;  /* ALLOCA: element type; LOAD, STORE: the struct whose field imm
                  the access names, if any; GEP: the array that ops[1] chooses
                  from, if any */
  Val *ops;
  BlockId *blocks; /* PHI, BR, CONDBR, SWITCH */
  uint32_t n_ops, n_blocks;
  int64_t imm;
  int64_t stride; /* GEP */
  uint32_t name;  /* index into Program.names, or UINT32_MAX */
  VarId var;      /* DBG, DBG_ADDR */
  LocId loc;
  uint32_t site; /* NONDET, CALL, ALLOC, ALLOCA, HAVOC: unique number of the
                    static place before inlining, kept by cloning; else 0 */
  uint32_t context;
  RegionId region; /* memory instructions, once regions are computed */
  uint32_t rolled; /* what it is in Function.rolled; 0: new, or none */
} Inst;

typedef struct Block {
  Vec(uint32_t) insts; /* indices into Function.insts, terminator last */
  uint32_t name;       /* index into Program.names, or UINT32_MAX */
  LocId loop;          /* head of a C loop: its keyword; else 0 */
} Block;

#define PROG_READS_ALL UINT32_MAX /* only_reads: it changes nothing */
typedef struct Function {
  const char *name;
  TypeId ret;
  CTypeId returns; /* the same as C has it */
  TypeId *params;
  uint32_t n_params;
  enum { FUNC_FIXED, FUNC_VARIADIC } arity;
  enum { FUNC_DECLARED, FUNC_DEFINED } state;
  enum { FUNC_USER, FUNC_MODEL } origin;
  FuncId copy_of; /* a pass made it from this one, with FUNC_MODEL; 0: none */
  FuncId rolled;  /* ... with loops unrolled, it does no more; 0: none */
  bool is_weak;   /* it may be missing: its address is NULL then */
  uint32_t only_reads; /* a set of 1u << parameter; 0 if there is a body */
  LocId loc;
  uint32_t first_site, n_sites; /* of those that were read; 0: none was */
  Vec(Inst) insts;   /* [0] unused; [1..n_params] PARAMs; then the rest */
  Vec(Block) blocks; /* [0] entry */
} Function;

/* ---- globals ----------------------------------------------------------- */
/* The address of a global or a function at `offset` of the initial bytes. */
typedef struct Reloc {
  uint64_t offset;
  GlobalId global; /* or */
  FuncId func;
  int64_t addend;
} Reloc;

typedef struct Global {
  const char *name;
  TypeId type;
  uint64_t size;
  uint32_t align;
  enum { GLOBAL_DEFINED, GLOBAL_EXTERNAL } state; /* external: fresh bytes */
  enum {
    GLOBAL_VARIABLE,
    GLOBAL_CONSTANT,
    GLOBAL_LABELS, /* each byte stands for a C label whose address is taken */
    GLOBAL_OUTSIDE /* of functions without a body: what they were told; only
                      unknown pointers lead there */
  } kind;
  uint8_t *init; /* [0..size[; NULL: all zero */
  Reloc *relocs;
  uint32_t n_relocs;
  bool is_weak; /* it may be missing: its address is NULL then */
  VarId var;    /* its C variable, if it has one */
  LocId loc;
} Global;

/* ---- errors, regions --------------------------------------------------- */

typedef struct ErrorSite {
  const char *property; /* "unreach-call" */
  const char *message;  /* "call of reach_error()" */
  LocId loc;
} ErrorSite;

typedef enum RegionKind {
  REGION_SCALAR, /* one cell at a fixed address, never anything else */
  REGION_CELLS,  /* array of cells of one size, all accesses aligned to it */
  REGION_BYTES   /* accesses mix */
} RegionKind;

typedef struct Region {
  RegionKind kind;
  uint32_t cell_bits; /* width of a cell */
  const char *name;   /* for people: "g", "node.next", "heap@file.c:12" */
  enum {
    REGION_KNOWN,
    REGION_UNKNOWN
  } targets; /* unknown: an external or uninitialised pointer may point here */
} Region;

/* ---- the program ------------------------------------------------------- */

struct Program {
  Mem *mem;
  Arena arena;
  Names names;
  uint32_t pointer_bits; /* 32 or 64 */
  Vec(Type) types;       /* [0] void */
  Vec(Const) consts;
  Vec(Function) funcs; /* [0] unused */
  Vec(Global) globals; /* [0] unused */
  Vec(const char *) files;
  Vec(SrcLoc) locs;      /* [0] unknown */
  Vec(CVar) vars;        /* [0] unused */
  Vec(CType) ctypes;     /* [0] void */
  Vec(Context) contexts; /* [0] the root */
  Ledger ledger;
  Vec(ErrorSite) errors;
  /* Did an ERROR stand in what main can call, before anything was dropped? */
  enum { PROG_ERRORS_UNSEEN, PROG_ERRORS_NONE, PROG_ERRORS_SOME } checked;
  /* Is the heap seen, or part of the memory that is not (pass/over/local.c)?
   */
  enum { PROG_HEAP_SEEN, PROG_HEAP_OUTSIDE } heap;
  double audited;      /* CPU seconds that checks of its memory took (audit) */
  Vec(Region) regions; /* [0] unused; empty until computed */
  FuncId entry;        /* main */
  uint32_t n_sites;    /* sites given out so far */
  Map const_index;     /* hash -> newest constant with it (chained) */
  Vec(uint32_t) const_next;
  Map type_index;
  Vec(uint32_t) type_next;
  Map loc_index;
  Vec(uint32_t) loc_next;
};

Program *prog_new(Mem *mem, uint32_t pointer_bits);
void prog_free(Program *program);
/* A copy that shares nothing with the program, and prints as it does: what no
 * block lists is left behind. */
Program *prog_clone(const Program *program);

/* Types are interned: equal types have equal handles.  Named structs are equal
 * only when names and fields are.  Layout is given by the caller, who knows the
 * ABI; the scalar makers know the x86 and x86-64 ones. */
TypeId prog_type_int(Program *program, uint32_t bits);
TypeId prog_type_float(Program *program, uint32_t bits);
TypeId prog_type_ptr(Program *program);
TypeId prog_type_array(Program *program, TypeId elem, uint64_t count);
TypeId prog_type_struct(Program *program, const char *name, const Field *fields,
                        uint32_t n_fields, uint64_t size, uint32_t align);
TypeId prog_type_opaque(Program *program, const char *name);
const Type *prog_type(const Program *program, TypeId type);
/* Bytes that a load or store of the type touches: (bits + 7) / 8 for scalars,
 * the size of aggregates. */
uint64_t prog_store_size(const Program *program, TypeId type);

/* Constants are interned too. */
Val prog_const_bits(Program *program, TypeId type, const BvWord *words);
Val prog_const_u64(Program *program, TypeId type, uint64_t value);
Val prog_const_i64(Program *program, TypeId type, int64_t value);
Val prog_const_global(Program *program, GlobalId global, int64_t offset);
Val prog_const_func(Program *program, FuncId func);
const Const *prog_const(const Program *program, Val val);
/* The constant's value when it is CONST_BITS and fits. */
bool prog_const_as_u64(const Program *program, Val val, uint64_t *value);
bool prog_const_as_i64(const Program *program, Val val, int64_t *value);

uint32_t prog_file(Program *program, const char *path);
/* Whether a file of the program is the one of that path: the same text, or one
 * is the end of the other (compilers make paths absolute or relative). */
bool prog_is_file(const Program *program, uint32_t file, const char *path);
LocId prog_loc(Program *program, uint32_t file, uint32_t line, uint32_t col,
               FuncId func);
const SrcLoc *prog_loc_get(const Program *program, LocId loc);
/* Finds out which C variables are settled; all assignments must be there. */
void prog_settle_names(Program *program);
/* "file.c:12:3", or "?" */
void prog_print_loc(Text *out, const Program *program, LocId loc);
VarId prog_add_var(Program *program, CVar var); /* copies the strings */
uint32_t prog_add_context(Program *program, Context context);
uint32_t prog_new_site(Program *program);
/* Records an approximation; an equal entry is kept once. */
void prog_ledger(Program *program, Direction direction, LocId loc,
                 const char *format, ...) BASE_PRINTF(4, 5);
uint32_t prog_add_error(Program *program, const char *property,
                        const char *message, LocId loc);

FuncId prog_add_function(Program *program, const char *name, TypeId ret,
                         const TypeId *params, uint32_t n_params);
FuncId prog_find_function(const Program *program,
                          const char *name); /* 0 none */
/* Where a program starts whose entry has this name: PROG_START calls a main
 * that looks at its arguments, which it makes. */
#define PROG_START "__cutpoint_start"

/* main has fewer than two to the power of this arguments (models/start.c). */
enum { PROG_ARGUMENTS_LOG2 = 18 };
/* A function without a body of such a name is called in place of one of the C
 * library that may change all that it can reach: what it is given is told to
 * the outside. */
#define PROG_OUTSIDE "__cutpoint_outside_"
/* The input that says whether an allocation fails; there only if one may. */
#define PROG_FAILURE "__cutpoint_nondet_failure"
/* How much realloc keeps (models/memory.c): the input that a run knows. */
#define PROG_KEPT "__cutpoint_kept"
/* Functions of library models that are nothing but an operation: what is wrong
 * with their operands is wrong with the caller's. */
#define PROG_OPERATION "__cutpoint_operation_"
/* Are loops over texts jumped over?  This and what begins so stands for them in
 * programs for proofs (models/rough.c). */
#define PROG_ROUGH "__cutpoint_rough"
FuncId prog_find_entry(const Program *program, const char *name);
/* Is it a user's main?  Where several programs were read together, each main
 * has a number behind its name ("main.2"). */
bool prog_is_main(const Function *f);
/* The name of a function of the library, also of the twin of a model that has
 * one answer where the standard has several (frontend/library/open.c). */
const char *prog_without_twin(const char *name);
size_t prog_plain_length(const char *name); /* "f.12" by linking is "f" */
Function *prog_func(const Program *program, FuncId func);
bool prog_is_library(const Program *program, FuncId func); /* or a copy */
GlobalId prog_add_global(Program *program, const char *name, TypeId type);
GlobalId prog_find_global(const Program *program, const char *name);
Global *prog_global(const Program *program, GlobalId global);

BlockId prog_add_block(Program *program, Function *f, const char *name);
/* A new instruction, in no block yet; operands and blocks are copied. */
uint32_t prog_new_inst(Program *program, Function *f, Op op, TypeId type,
                       const Val *ops, uint32_t n_ops, const BlockId *blocks,
                       uint32_t n_blocks);
/* The same, put at the end of `block`. */
uint32_t prog_append(Program *program, Function *f, BlockId block, Op op,
                     TypeId type, const Val *ops, uint32_t n_ops,
                     const BlockId *blocks, uint32_t n_blocks);
static inline Val prog_param(uint32_t index) {
  return val_local(1 + index);
}

/* The numbers of instructions in text and clones: parameters first, then what
 * the blocks list, in order, from 1 on; 0: no block lists it.  Gives f->insts.n
 * numbers, which the caller frees; `*n` is one more than the last. */
uint32_t *prog_number_insts(Mem *mem, const Function *f, uint32_t *n);

TypeId prog_val_type(const Program *program, const Function *f, Val val);
uint32_t prog_val_bits(const Program *program, const Function *f, Val val);
/* The function that a CALL names; none: it is no CALL, or through a pointer. */
FuncId prog_callee(const Program *program, const Inst *inst);
/* The block's terminator; the block must not be empty. */
const Inst *prog_terminator(const Function *f, BlockId block);
/* Instructions in all blocks. */
uint32_t prog_func_size(const Function *f);

const char *prog_op_name(Op op);
Op prog_op_by_name(const char *text); /* OP_COUNT: unknown */
bool prog_op_has(Op op, char flag);   /* flag letters of PROG_OPS */
int prog_op_fewest(Op op);            /* operands */
int prog_op_most(Op op);
const char *prog_op_types(Op op); /* type letters of PROG_OPS */

#endif
