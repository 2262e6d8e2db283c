/* SPDX-License-Identifier: MIT
 *
 * Replay: a trace is believed only when the program itself, compiled and run
 * with the trace's inputs, reaches the error.
 *
 * Two runs must agree.  First the interpreter runs the program as it was read
 * (before inlining and slicing) on the trace's answers and zero for all that
 * the trace does not speak of; every answer it gives is recorded.  Then the
 * compiled program runs on the recorded answers (replay/bitcode/bitcode.h), and
 * must say that it reached the error.
 *
 * Two such runs also show that a program without inputs ends without an error:
 * the interpreter must not be asked for anything, and both must come to an end.
 */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "evidence/evidence.h"
#include "replay/bitcode/bitcode.h"
#include "interp/interp.h"

/* Watches the interpreter run into the error.  How many instructions that takes
 * is known before. */
typedef struct EvWatcher {
  void *context;
  void (*begin)(void *context, const Program *original, uint64_t length);
  InterpTrace *step;
  void (*end)(void *context, const Interp *run, const InterpResult *result);
} EvWatcher;

typedef enum EvExpect {
  EV_EXPECT_ERROR,
  EV_EXPECT_END /* there is only one run, and it ends without an error */
} EvExpect;

/* Gives inputs for the program as it was read: by site, calls and
 * occurrence. */
typedef struct EvGiver {
  void *context;
  void (*give)(void *context, const Program *original, InterpTable *out);
} EvGiver;

/* In what is given, addresses from `address` on stand for a global. */
typedef struct EvPlaced {
  const char *global;
  uint64_t address, size;
} EvPlaced;

/* Bytes that nobody wrote, as inputs besides: of an object, or at an address
 * that is in no object (site 0) or in a global that was placed. */
typedef struct EvMade {
  uint32_t site, occurrence;
  uint64_t chain;
  uint64_t at; /* offset, or address */
  uint32_t n;  /* bytes, at most 8 */
  bool is_pointer;
  uint64_t value;
} EvMade;

typedef struct EvReplaySetup {
  Mem *mem;
  const Program *program;   /* after the passes: what the trace speaks of */
  const Ts *ts;             /* NULL without a trace */
  const TsTrace *trace;     /* or NULL: */
  const InterpTable *given; /* the inputs of a run, by place; */
  /* how: by site, calls and occurrence, as the interpreter asks, or by site
   * and occurrence (chain 0), as the compiled program does */
  enum { EV_GIVEN_BY_CALLS, EV_GIVEN_BY_SITE } given_by;
  const EvGiver *giver; /* more of them, by calls; or NULL */
  const EvMade *made;   /* what memory holds, with the inputs of a run; or
                           NULL */
  uint32_t n_made;
  const EvPlaced *placed;
  uint32_t n_placed;
  const FeDriver *driver; /* who calls the function in question; or NULL */
  EvExpect expect;
  const FeInput *inputs; /* the modules, to be read again */
  uint32_t n_inputs;
  FeLinked *linked; /* or NULL; instead of them */
  const Property *property;
  FeCompile compile;
  Budget *budget;           /* or NULL */
  uint64_t most_steps;      /* of the interpreter; 0: as many as are sensible */
  const EvWatcher *watcher; /* or NULL */
} EvReplaySetup;

/* An answer that is not zero. */
typedef struct EvAnswer {
  enum { EV_VALUE, EV_POINTER, EV_MEMORY } kind;
  uint32_t site;       /* of the program as read; its inputs behind those */
  uint32_t occurrence; /* how often the site had asked before */
  uint32_t bits;       /* of a value */
  uint64_t at, n;      /* bytes, in EvReplay.bytes */
} EvAnswer;

/* At `at` of EvReplay.bytes stands an address: of a global, of a function, or
 * of the newest object made at a site. */
typedef struct EvReloc {
  enum { EV_RELOC_GLOBAL, EV_RELOC_FUNC, EV_RELOC_OBJECT } kind;
  uint32_t id;
  uint64_t offset, at;
} EvReloc;

/* The result of a function without a body, called by the user's code. */
typedef struct EvCall {
  const char *name;
  uint64_t value; /* the low 64 bits */
} EvCall;

/* Memory that no object of the program holds. */
typedef struct EvPrivate {
  uint64_t address, size;
  uint64_t at; /* in EvReplay.bytes */
} EvPrivate;

/* The first contents of a variable that is defined elsewhere. */
typedef struct EvStart {
  uint32_t global;
  uint64_t size, at; /* bytes[at..at+size[ */
} EvStart;

typedef struct EvReplay {
  Mem *mem;
  EvStatus status;
  char problem[240]; /* "" when confirmed */
  Program *original; /* as read, with property and entry; NULL: not so far */
  InterpTable given; /* the trace's answers */
  InterpTable more;  /* the giver's */
  InterpResult result;
  Vec(EvAnswer) answers; /* in the order asked */
  Vec(EvPrivate) privates;
  Vec(EvStart) starts;
  Vec(EvReloc) relocs;  /* by place */
  Vec(EvCall) calls;    /* in order */
  Vec(FuncId) declared; /* user's functions without a body */
  uint32_t n_globals;   /* of the program as read, with number 0 */
  bool needs_bitcode;   /* some input is no result of such a call */
  bool ends_otherwise;  /* compiled than interpreted, where both should end */
  bool left_object;     /* an access went where no object is */
  uint32_t other;       /* instruction of the trace's program: a forgotten load
                           that gives something else in the run; 0: none is
                           known */
  const Property *property;
  Vec(uint8_t) bytes;
  char bitcode[512], harness[512]; /* files in the temporary directory */
} EvReplay;

void ev_replay(EvReplay *out, const EvReplaySetup *setup);
void ev_replay_done(EvReplay *replay);

/* Does the run fail after an invalid access: it followed NULL or left its
 * objects?  With other contents of memory it need not. */
bool ev_replay_has_invalid_access(const EvReplay *replay);

/* Does the run ask for more memory than there is?  With other inputs it need
 * not. */
bool ev_replay_lacks_memory(const EvReplay *replay);

/* The property that is violated. */
const char *ev_replay_property(const EvReplay *replay);

/* plain.c: a C text that makes the user's own source fail.  False: it would
 * not; the bitcode is needed. */
BASE_MUST_USE bool ev_plain_print(Text *out, const EvReplay *replay);

#endif
