/* SPDX-License-Identifier: MIT
 *
 * The inside of the interpreter: decoded code, memory, the running state. */
#ifndef INTERP_INTERP_INT_H
#define INTERP_INTERP_INT_H

#include "interp/interp.h"

/* ---- decoded code ---- */

/* Operands: word index << 1, in the activation's registers, or | 1 in the pool
 * of constants.  A value takes BV_WORDS(bits) words. */
typedef uint32_t Operand;

/* Op numbers for values of at most 64 bits, and these. */
enum {
  CODE_MOVE = OP_COUNT, /* a & mask */
  CODE_OFFSET,          /* GEP without index */
  CODE_WIDE,            /* something over 64 bits: by bv.h */
  CODE_FLOAT,           /* something with floats */
  CODE_LOAD_WIDE,
  CODE_STORE_WIDE,
  CODE_POINTER,     /* INTERP_SURE: GEP, INTTOPTR, EQ and NE of addresses */
  CODE_USES_UNINIT, /* the next one uses operand a, which may be uninitialised
                     */
  CODE_LOOK         /* at the next one, or at the one before (looks.c) */
};

typedef struct Code {
  uint16_t op;
  uint16_t size; /* LOAD, STORE: bytes */
  uint32_t bits; /* width of operand a (GEP: of the index) */
  Operand a, b, c;
  uint32_t dst;  /* word in the registers */
  uint32_t more; /* branches: first edge; CALL, SWITCH: first argument */
  uint32_t n_more;
  uint32_t hint; /* LOAD, STORE: object met last time */
  uint64_t mask; /* of the result's width */
  int64_t imm;
  int64_t stride;
  const Inst *inst;
  bool of_numbers; /* CODE_POINTER: compares integers */
  bool is_behind;  /* CODE_LOOK: the instruction stands before it */
} Code;

typedef struct Move { /* a phi, on the edge */
  uint32_t dst;
  Operand src;
  uint32_t n_words;
  const Inst *phi;
} Move;

typedef struct Edge {
  uint32_t target; /* index into code */
  uint32_t first, n_moves;
} Edge;

typedef struct Arg {
  Operand at;
  TypeId type;
} Arg;

typedef struct Decoded {
  const Function *f;
  FuncId id;
  bool is_ready;
  bool is_host; /* done by the host, or without a body */
  Code *code;
  Edge *edges;
  Move *moves;
  Arg *args;
  uint32_t *slots; /* inst -> first word */
  uint8_t *uninit; /* inst -> 1: its value may be uninitialised: a declaration
                      without initialiser or a phi (INTERP_FRESH_TRACKED; else
                      NULL) */
  uint32_t n_words;
} Decoded;

/* ---- memory ---- */

/* Objects never overlap.  A dead one has size 0. */
typedef struct Object {
  uint64_t start, size;
  uint64_t paused; /* a local between two lifetimes: its size */
  uint8_t *bytes;
  uint8_t *fresh; /* 1: not written yet; NULL: all are, or not tracked */
  bool is_constant;
  bool is_dead;
  bool is_own_block; /* bytes to be given back by mem_free */
} Object;

typedef enum SegmentKind {
  SEG_GLOBAL,
  SEG_HEAP,
  SEG_STACK,
  SEG_COUNT
} SegmentKind;

typedef struct Segment {
  uint64_t base, limit, next;
  Vec(uint32_t) order; /* objects by address */
} Segment;

typedef struct Memory {
  uint64_t pointer_mask, func_base, gap;
  Segment segments[SEG_COUNT];
  Vec(uint32_t) private; /* lazily made objects by address */
  Vec(Object) objects;   /* [0] never anything */
  Vec(uint32_t) free_ids;
  Arena stack;         /* bytes of stack objects */
  uint64_t live_bytes; /* counted against max_bytes */
} Memory;

/* ---- the run ---- */

typedef struct Activation {
  Decoded *d;
  Code *call;    /* the CALL's code in the caller; NULL in the entry */
  uint32_t base; /* first word of its registers */
  uint64_t chain;
  ArenaMark bytes;
  uint64_t stack_next;
  uint32_t n_objects;
  uint64_t live_bytes;
  uint64_t va_area;
} Activation;

/* ---- jumps (jump.c) ---- */

typedef enum LineKind {
  LINE_UNKNOWN, /* only the value now is known */
  LINE_SIGN,    /* ... and that its sign does not change */
  LINE          /* a + b * t, modulo 2^bits */
} LineKind;

typedef struct InterpLine {
  LineKind kind;
  uint32_t bits;
  uint64_t a; /* the value now */
  int64_t b;  /* what a round adds, sign-extended from `bits` */
} InterpLine;

typedef struct InterpWritten { /* a register that a walk wrote */
  uint32_t walk;               /* the last one */
  InterpLine line;
} InterpWritten;

struct Interp {
  Mem *mem;
  const Program *p;
  InterpOptions options;
  InterpInputs inputs;
  Arena arena;       /* decoded code */
  Decoded *decoded;  /* [FuncId] */
  uint64_t *pool;    /* words of constants */
  uint32_t *pool_at; /* constant -> first word */
  uint64_t *global_address;
  uint64_t *context_hash, *context_power;
  Memory memory;
  Vec(Activation) stack;
  Vec(uint64_t) words; /* registers of all activations */
  uint64_t *r;         /* those of the top one */
  Vec(uint8_t) uninit; /* word -> 1: holds an uninitialised value; right where
                          Decoded.uninit says that this may be so */
  Code *pc;            /* next to execute, between slow instructions */
  Vec(uint64_t) scratch;
  Vec(uint8_t) bounce;
  Vec(InterpArg) host_args;
  uint64_t wait;            /* steps until jump.c looks again */
  uint32_t n_walks;         /* of jump.c, and what it knows of registers */
  Vec(InterpWritten) lines; /* by slot */
  /* looks.c: what is made from addresses */
  Vec(uint64_t) marks;  /* by word of the registers */
  uint64_t *pool_marks; /* ... of the pool */
  Map byte_marks;       /* address -> mark */
  Map marked_words;     /* address / 8 -> 1: ever had one */
  bool has_ended;
  bool is_stopped; /* interp_stop */
  InterpResult result;
};

static inline uint32_t bits_of(const Interp *run, TypeId type) {
  return prog_type(run->p, type)->bits;
}

static inline const uint64_t *operand_at(const Interp *run, Operand op) {
  return (op & 1 ? run->pool : run->r) + (op >> 1);
}

static inline uint64_t mask_of(uint32_t bits) {
  return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* Are the bits above the lowest `bits` of the value's words zero? */
static inline bool has_no_more_bits(const uint64_t *value, uint32_t bits) {
  return bits % 64 == 0 || value[bits / 64] >> bits % 64 == 0;
}

/* Ends the run at `inst`; the first end counts.  Always false. */
bool interp_end(Interp *run, InterpEnd end, const Inst *inst, const char *text);
InterpPlace interp_place(const Interp *run, const Inst *inst);

/* decode.c */
void interp_decode_pool(Interp *run);
void interp_decode(Interp *run, Decoded *d);

/* memory.c */
void interp_memory_start(Interp *run); /* globals; run->inputs is set */
void interp_memory_done(Interp *run);
/* The id of a new object with address `*address`; its bytes are not set.  0:
 * there is no room, the run ended. */
uint32_t interp_object_new(Interp *run, const Inst *inst, SegmentKind kind,
                           uint64_t size, uint32_t align, uint64_t *address);
void interp_stack_release(Interp *run, const Activation *to);
bool interp_free_heap(Interp *run, const Inst *inst, uint64_t address);
/* The lifetime of the stack object that starts there begins; ends. */
void interp_begin_lifetime(Interp *run, uint64_t address);
void interp_end_lifetime(Interp *run, uint64_t address);
/* The live object of the segment that the address lies in or just behind; 0:
 * none. */
uint32_t interp_around(const Memory *m, SegmentKind kind, uint64_t address);
/* The host address of [address..address+n[, when one object holds it all; else
 * NULL.  `*hint` is an object id to try first and the one found. */
uint8_t *interp_find(Interp *run, uint64_t address, uint64_t n, uint32_t *hint);
/* The value of a variable that was declared without initialiser? */
bool interp_is_uninit(const Inst *inst);
/* The bytes that a MEMCPY copies. */
uint64_t interp_copy_length(const Interp *run, const Code *code);
/* n bytes through a buffer of that size. */
bool interp_copy(Interp *run, const Inst *inst, uint64_t to, uint64_t from,
                 uint8_t *buffer, uint64_t n);
/* Nothing of the object was written yet. */
void interp_object_is_fresh(Interp *run, uint32_t id);
/* Accesses wherever the bytes lie; false when that ended the run. */
bool interp_load(Interp *run, const Inst *inst, uint64_t address,
                 uint8_t *bytes, uint64_t n);
bool interp_store(Interp *run, const Inst *inst, uint64_t address,
                  const uint8_t *bytes, uint64_t n);
/* Bytes from `address` to the end of its object; 0 when that ended the run. */
uint64_t interp_rest(Interp *run, const Inst *inst, uint64_t address);

/* wide.c, float.c: false when they ended the run. */
bool interp_wide(Interp *run, const Code *code);
bool interp_float(Interp *run, const Code *code);

/* jump.c: from where the run is, leaves out rounds of a loop that are easily
 * summed up, or ends it in a loop that never does.  Returns how many steps
 * later it should be asked again. */
uint64_t interp_jump(Interp *run);

/* calls.c */
void interp_push_activation(Interp *run, Decoded *d, Code *call,
                            uint64_t chain);
bool interp_call(Interp *run, Code *code);
/* The function with that address; NULL: none. */
Decoded *interp_callee(const Interp *run, uint64_t address);
bool interp_return_from(Interp *run, const Code *code);
/* Where the next variable argument lies, `*at` bytes being taken. */
uint64_t interp_va_next(const Interp *run, TypeId type, uint64_t *at);
/* valid.c: the value of a VALID; CODE_POINTER, with a look at whose the
 * addresses are */
bool interp_valid(const Interp *run, const Code *code);
bool interp_point(Interp *run, const Code *code);
/* Text of the BAD_ACCESS at a free. */
#define INTERP_BAD_FREE "free of no heap object"

/* uninit.c: registers by their slot in the activation */
void interp_set_uninit(Interp *run, uint32_t slot, bool is_uninit);
bool interp_holds_uninit(const Interp *run, Operand operand);
void interp_move_uninit(Interp *run, const Decoded *d, const Move *moves,
                        uint32_t n);

/* looks.c: before each instruction, or behind those; phis of an edge */
bool interp_is_looked_at_behind(Op op);
void interp_look(Interp *run, const Code *code);
void interp_look_moves(Interp *run, const Move *moves, uint32_t n);
void interp_looks_start(Interp *run);
/* Is it known to be an address, and of which object? */
bool interp_has_start(Interp *run, Operand operand);

/* interp.c: a fresh value from the inputs; calls the trace hook for a step */
bool interp_fresh(Interp *run, const Inst *inst, uint32_t bits, BvWord *value);
void interp_report(Interp *run, const Code *code);

#endif
