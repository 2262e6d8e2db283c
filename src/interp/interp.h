/* SPDX-License-Identifier: MIT
 *
 * The concrete interpreter: what a Program does on given inputs.  It is the
 * oracle for everything else, so it does each thing once and plainly; what the
 * instructions mean is written in docs/SEMANTICS.md, "Instructions".
 *
 * Inputs come from a provider.  Every request names its place: the site of the
 * instruction and the chain of call sites that led there, as a hash that is
 * the same whether the calls were inlined or not.  So a provider that answers
 * by (site, chain, occurrence) drives a program the same way before and after
 * inlining. */
#ifndef INTERP_INTERP_H
#define INTERP_INTERP_H

#include "ir/program.h"

typedef struct Interp Interp;

/* ---- how a run ends ---- */

#define INTERP_ENDS(X)                                                         \
  X(RETURNED, "returned")       /* from the entry function */                  \
  X(STOP, "stop")               /* a STOP; text: its name */                   \
  X(ERROR, "error")             /* an ERROR; error: its index */               \
  X(ASSUME, "assume")           /* a false ASSUME */                           \
  X(UNSUPPORTED, "unsupported") /* text: what */                               \
  X(TRAP, "trap")               /* the processor stops; text: why */           \
  X(BAD_ACCESS, "bad access")   /* strict memory only; address: where */       \
  X(BAD_CALL, "bad call")       /* of an address that is no function */        \
  X(NO_INPUT, "no input")       /* the provider had no more */                 \
  X(FUEL, "fuel")               /* steps, depth, memory or time; text: which */

typedef enum InterpEnd {
#define X(name, text) INTERP_##name,
  INTERP_ENDS(X)
#undef X
      INTERP_END_COUNT
} InterpEnd;

const char *interp_end_name(InterpEnd end);
/* Did the program itself come to an end, and to no error? */
bool interp_is_plain_end(InterpEnd end);

/* Did it end at an access outside of every object, or at a free of none? */
typedef struct InterpResult InterpResult;
bool interp_is_bad_access(const InterpResult *result);
/* At a division that traps? */
bool interp_is_bad_division(const InterpResult *result);

/* Text of the TRAP at an access through NULL or near it. */
#define INTERP_NULL_ACCESS "access through NULL"
#define INTERP_NO_MEMORY   "memory"
/* Text of the TRAP at a division by zero, or of the least number by -1. */
#define INTERP_BAD_DIVISION "division"

struct InterpResult {
  InterpEnd end;
  FuncId func;         /* where it ended, */
  const Inst *inst;    /* at which instruction, */
  LocId loc;           /* and its position */
  const char *text;    /* STOP, UNSUPPORTED, TRAP, FUEL: more; else "" */
  uint32_t error;      /* ERROR: index into Program.errors */
  uint64_t address;    /* BAD_ACCESS, BAD_CALL */
  uint32_t bits;       /* RETURNED: width of the value; 0 for none */
  const BvWord *value; /* RETURNED; valid until the next run */
  uint64_t steps;      /* instructions executed, without phis and debug */
  uint32_t jumps;      /* times that rounds of a loop were left out (jump.c) */
  bool used_fresh;     /* INTERP_FRESH_TRACKED: a byte of a fresh object was
                          read before it was written; or what is no heap object
                          was freed */
  bool lives_again;    /* a local had a second life in the same place */
  bool looked;         /* InterpOptions.looks: where objects lie mattered */
};

/* ---- inputs ---- */

typedef struct InterpPlace {
  FuncId func;
  const Inst *inst; /* NULL for the bytes of an external global */
  uint32_t site;    /* of inst; 0: parameter, external global, private object */
  uint64_t chain;   /* call sites from the entry, or what stands for a site */
  uint32_t depth;   /* live activations above the entry */
  uint64_t address; /* of the bytes of ALLOCA and ALLOC; else 0 */
  Interp *run;      /* for an InterpTrace; else NULL */
} InterpPlace;

typedef struct InterpInputs {
  void *ctx;
  /* A value of `bits` bits for a NONDET, for a CALL of a function without a
   * body, or for a PARAM of the entry.  False: there is none; the run ends. */
  bool (*next)(void *ctx, const InterpPlace *place, uint32_t bits,
               BvWord *value);
  /* The bytes of fresh memory: ALLOCA, ALLOC, HAVOC, external globals, private
   * objects. */
  void (*fill)(void *ctx, const InterpPlace *place, uint8_t *bytes, uint64_t n);
} InterpInputs;

/* Does the request stand for an input even where fresh memory is tracked?  The
 * bytes of new objects, of variables declared without initialiser, and those
 * that HAVOC writes do not: InterpResult.used_fresh says whether they were read
 * (or written where that cannot be told). */
bool interp_asks(const InterpPlace *place);

/* Inputs that do not matter: the value reaches nothing but other values.  Holds
 * as long as the program does not change. */
typedef struct InterpIdle InterpIdle;
InterpIdle *interp_idle_new(Mem *mem, const Program *program);
void interp_idle_free(InterpIdle *idle);
bool interp_is_idle(const InterpIdle *idle, const InterpPlace *place);

/* The chain of an instruction of the entry function with this context; the
 * empty chain for context 0. */
uint64_t interp_chain(const Program *program, uint32_t context);
/* The chain behind one more call site. */
uint64_t interp_chain_push(uint64_t chain, uint32_t site);

/* Zero for everything. */
InterpInputs interp_zeros(void);

/* The values of a list, one for each `next`, zero-extended; fresh memory is
 * zero. */
typedef struct InterpList {
  const uint64_t *values;
  uint32_t n, at;
} InterpList;
InterpInputs interp_list(InterpList *list);

/* Random, a function of (seed, site, chain, occurrence): the same before and
 * after inlining.  Half of the values are small or extreme. */
typedef struct InterpRandom {
  uint64_t seed;
  Map counts;
} InterpRandom;
void interp_random_init(InterpRandom *random, Mem *mem, uint64_t seed);
void interp_random_done(InterpRandom *random);
InterpInputs interp_random(InterpRandom *random); /* starts over */

/* Given values by (site, chain, occurrence); zero for what is not given. */
typedef struct InterpGiven {
  uint32_t site;
  uint32_t occurrence; /* from 0 */
  uint64_t chain;
  uint32_t at, n; /* little-endian bytes in InterpTable.bytes */
} InterpGiven;
typedef struct InterpTable {
  Mem *mem;
  Map index, counts;
  Vec(InterpGiven) given; /* in the order they were added */
  Vec(uint8_t) bytes;
} InterpTable;
void interp_table_init(InterpTable *table, Mem *mem);
void interp_table_done(InterpTable *table);
void interp_table_add(InterpTable *table, uint32_t site, uint64_t chain,
                      uint32_t occurrence, const uint8_t *bytes, uint32_t n);
InterpInputs interp_table(InterpTable *table); /* starts over */

/* Passes requests on and keeps the answers in a table, for a later run. */
typedef struct InterpRecorder {
  InterpInputs inner;
  InterpTable *into;
} InterpRecorder;
InterpInputs interp_record(InterpRecorder *recorder);

/* ---- functions done by the host ---- */

typedef struct InterpArg {
  TypeId type;
  const BvWord *words;
} InterpArg;

typedef struct InterpCall {
  Interp *run;
  const Program *program;
  const char *name;
  const InterpArg *args;
  uint32_t n_args;
  TypeId ret;       /* type of the CALL; may be void */
  BvWord *result;   /* zero; BV_WORDS(bits of ret) words */
  const char *stop; /* INTERP_CALL_STOP: the name of the stop */
} InterpCall;

typedef enum InterpCallOutcome {
  INTERP_CALL_DONE,
  INTERP_CALL_STOP,   /* ends the run as a STOP */
  INTERP_CALL_UNKNOWN /* any result, no effect: asks the inputs */
} InterpCallOutcome;

typedef struct InterpHost {
  void *ctx;
  /* Is this function the host's, even if it has a body? */
  bool (*wants)(void *ctx, const char *name);
  /* Called for functions that the host wants and for those without body. */
  InterpCallOutcome (*call)(void *ctx, InterpCall *call);
} InterpHost;

/* printf, puts and putchar, written to `out`; no other function. */
InterpHost interp_host_printf(Text *out);

/* Bytes of the run's memory, as LOAD reaches them; false when that ended the
 * run. */
BASE_MUST_USE bool interp_read(Interp *run, uint64_t address, uint8_t *bytes,
                               uint64_t n);

/* ---- runs ---- */

typedef enum InterpMemory {
  INTERP_LAZY,   /* an access outside of every object meets a private one */
  INTERP_STRICT, /* it ends the run */
  INTERP_SURE    /* so it does, and no address is used twice; VALID is true only
                    where that is certain */
} InterpMemory;

/* Bytes of objects are what the inputs fill them with; TRACKED: the result says
 * whether any of that was read; ASKED: somebody is asked when bytes are read
 * that nobody wrote, of private objects, too.  Slower. */
typedef enum InterpFresh {
  INTERP_FRESH_FILLED,
  INTERP_FRESH_TRACKED,
  INTERP_FRESH_ASKED
} InterpFresh;

/* Called behind each instruction executed, also phis and debug ones (before a
 * RET: behind it there is only the CALL in the caller); `value` is the result,
 * the first operand of DBG, DBG_ADDR, STORE, CONDBR and RET, or NULL. */
typedef void InterpTrace(void *ctx, const InterpPlace *place,
                         const BvWord *value);

/* A LOAD is the first to look at these bytes, and nobody wrote them; what they
 * hold may be changed. */
typedef void InterpFirst(void *ctx, const InterpPlace *place, uint64_t address,
                         uint8_t *bytes, uint64_t n);

typedef struct InterpOptions {
  InterpMemory memory;
  InterpFresh fresh;
  uint64_t max_steps; /* 0 is none */
  uint32_t max_depth; /* 0 is 100,000 activations */
  uint64_t max_bytes; /* of the program's objects; 0 is 1 GB */
  Budget *budget;     /* or NULL */
  InterpHost host;    /* call == NULL: none */
  InterpTrace *trace; /* or NULL */
  void *trace_ctx;
  InterpFirst *first; /* INTERP_FRESH_ASKED; else NULL */
  void *first_ctx;
  bool no_jumps; /* every round of every loop is executed */
  bool looks;    /* says whether the run looks at addresses (INTERP_SURE only);
                    slow */
} InterpOptions;

/* The program must be valid, have an entry, and not change while the
 * interpreter exists.  Functions are decoded at their first call. */
Interp *interp_new(Mem *mem, const Program *program, InterpOptions options);
void interp_free(Interp *run);
/* Runs from the entry, each time with new memory. */
InterpResult interp_run(Interp *run, InterpInputs inputs);
/* "returned 3", "error 0 at a.c:3:4", ... */
void interp_print_result(Text *out, const Program *program,
                         const InterpResult *result);

/* While the bytes of a private object are asked for: the run ends there, as if
 * there were no more inputs. */
void interp_stop(Interp *run);

/* While a run is on (in hooks) and behind its end: live activations, and the
 * CALL that made activation `depth` (1..depth). */
uint32_t interp_depth(const Interp *run);
const Inst *interp_caller(const Interp *run, uint32_t depth);
/* The function of activation `depth` (0: the entry). */
FuncId interp_function(const Interp *run, uint32_t depth);
/* The words of a constant, or of what activation `depth` (0: the entry) holds
 * in its register for an instruction; valid until the run goes on. */
const BvWord *interp_value(const Interp *run, uint32_t depth, Val value);
/* Bytes of the run's memory without any effect on it; false: no live object
 * holds them all. */
BASE_MUST_USE bool interp_peek(const Interp *run, uint64_t address,
                               uint8_t *bytes, uint64_t n);
/* Visits the heap objects that VALID of that kind would call lost, by their
 * addresses, until the visitor says false. */
typedef bool InterpLost(void *context, uint64_t start);
void interp_lost(const Interp *run, ValidKind when, InterpLost *visit,
                 void *context);
/* Room where no object of a run lies.  With lazy memory, functions of the
 * environment are there: a call gives any result and changes nothing. */
enum { INTERP_ROOM_BYTES = 1 << 28 };
uint64_t interp_free_room(const Program *program);
/* The address the run gave a global or a function. */
uint64_t interp_global_address(const Interp *run, GlobalId global);
uint64_t interp_func_address(const Interp *run, FuncId func);

#endif
