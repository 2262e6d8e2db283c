/* SPDX-License-Identifier: MIT
 *
 * Private to concolic: inputs, the shadow of a run, the frontier. */
#ifndef CONCOLIC_CONCOLIC_INT_H
#define CONCOLIC_CONCOLIC_INT_H

#include "concolic/concolic.h"
#include "term/term.h"

/* ---- inputs ---- */

typedef enum InputPlace {
  PLACE_VALUE,   /* asked for by an instruction */
  PLACE_OBJECT,  /* bytes of an object made at a site */
  PLACE_PRIVATE, /* bytes of no object of the program */
  PLACE_EXTERNAL /* bytes of a variable defined elsewhere */
} InputPlace;

/* An input has the same number in all runs. */
typedef struct Input {
  InputPlace place;
  uint32_t site, occurrence;
  uint64_t chain;
  uint64_t at;   /* offset, or address */
  uint32_t bits; /* 1..64 */
  bool is_pointer;
  Term var;
} Input;

/* Input `input` is not what it is by default. */
typedef struct Override {
  uint32_t input;
  uint64_t value;
} Override;

typedef struct Inputs {
  Mem *mem;
  TermStore *store;
  const Program *program;
  Vec(Input) list;
  Map index;  /* what names an input -> its number */
  Map by_var; /* Term.id -> number */
} Inputs;

void inputs_init(Inputs *inputs, Mem *mem, TermStore *store,
                 const Program *program);
void inputs_done(Inputs *inputs);
/* The number of the input that is named so. */
uint32_t inputs_get(Inputs *inputs, Input named);
/* What it is where nobody says otherwise: zero; or an address of its own. */
uint64_t inputs_default(const Inputs *inputs, uint32_t input);
/* What it may be: of a pointer, NULL, its own address, or an error code. */
Term inputs_domain(const Inputs *inputs, uint32_t input);
/* An address, made from inputs, that was followed to nowhere: it leads to
 * memory. */
Term inputs_leads_somewhere(Inputs *inputs, Term address);
/* Does the address belong to an input that is a pointer? */
bool inputs_is_room(const Inputs *inputs, uint64_t address);

/* ---- one run ---- */

/* A choice that the run made because of an input. */
typedef struct Choice {
  Term holds; /* Boolean */
} Choice;

/* Where the run could have gone instead. */
typedef struct Fork {
  uint32_t at;    /* the choices before it stay as they are */
  Term condition; /* Boolean */
  uint64_t edge, called_edge, state_edge; /* what it leads to: see concolic.c */
} Fork;

typedef struct Given {
  uint32_t input;
  uint64_t value;
} Given;

/* An object whose first contents are an input. */
typedef struct RunObject {
  uint64_t address, size;
  uint64_t chain;
  uint32_t site, occurrence;
} RunObject;

typedef struct ShadowFrame {
  Map values;          /* instruction -> Term.id, 0: none */
  Map sources;         /* instruction -> address of a load it came from */
  const Inst *left_by; /* the last terminator */
} ShadowFrame;

/* Memory that a run would have to hold other values in, to go where none was:
 * see wanted.c. */
typedef struct Wanted {
  Mem *mem;
  Map sides; /* branch -> 1: first side taken, 2: second, by any run */
  Map cells; /* addresses that are wanted */
  Vec(uint64_t) found; /* of these, by the run that is on */
  uint64_t returned;   /* where the result of the last call came from */
} Wanted;

typedef struct PhiValue {
  uint32_t inst;
  Term term;
} PhiValue;

typedef struct Shadow {
  Mem *mem;
  TermStore *store;
  const Program *program;
  Inputs *inputs;
  Interp *run;
  Map overrides; /* input -> value */
  Map counts;    /* (site, chain) -> requests so far */
  Map bytes;     /* address -> Term.id << 8 | byte, 0: none */
  Vec(ShadowFrame) frames;
  uint32_t n_frames; /* in use */
  Vec(PhiValue) phis;
  Vec(RunObject) objects;
  Vec(Choice) choices;
  Vec(Fork) forks;
  Vec(Given) given; /* every input that was asked for */
  Map given_index;  /* input -> number in given */
  Map watched;      /* address of a global that is control state -> 1 */
  Map state_parts;  /* what is part of the state -> its hash */
  uint64_t state;   /* the sum of these */
  Wanted wanted;
  const Map *covered; /* edges in a state where some run was */
  Map seen;           /* ... where this one was */
  Map taken;      /* branch from a call -> times << 32 | where it went last */
  uint32_t stale; /* choices since the last one that was new */
  Term pending;   /* of the input asked for last */
  const Inst *asked; /* who asked for it */
  Term returned;
  bool has_returned;
  bool is_watching; /* `watched` is known */
  bool left;        /* an access met no object: the run shows nothing */
} Shadow;

enum { SHADOW_MOST_CHOICES = 4000 }; /* of one run */

void shadow_init(Shadow *shadow, Mem *mem, Inputs *inputs);
void shadow_done(Shadow *shadow);
/* Before each run. */
void shadow_start(Shadow *shadow, const Override *overrides, uint32_t n);
InterpTrace shadow_trace;
/* answers.c */
InterpInputs shadow_inputs(Shadow *shadow);
InterpFirst shadow_first;
/* The bytes have this term, or none. */
void shadow_set_bytes(Shadow *shadow, uint64_t address, Term term, uint64_t n);
bool shadow_is_float(const Shadow *shadow, const Inst *inst);
/* An access of the run meets no object: with other inputs it may. */
void shadow_lead(Shadow *shadow, const InterpPlace *place);
/* Behind a run that ended at a false assumption or followed NULL: that is a
 * fork, too. */
void shadow_end(Shadow *shadow, const InterpResult *result);

/* ---- state.c: where the program stands, for the choice of forks ---- */

/* The globals that hold the state of the program's control. */
void state_find(Shadow *shadow);
/* Behind an instruction. */
void state_follow(Shadow *shadow, const InterpPlace *place, uint32_t inst,
                  const BvWord *value);

/* ---- wanted.c: memory that matters ---- */

void wanted_init(Wanted *wanted, Mem *mem);
void wanted_done(Wanted *wanted);
/* Before each run: what was found goes to the addresses that are watched. */
void wanted_start(Wanted *wanted, Map *watched);
/* A call begins. */
void wanted_call(const Inst *call, const ShadowFrame *caller,
                 ShadowFrame *frame, uint32_t n_params);
/* Behind an instruction. */
void wanted_follow(Shadow *shadow, const InterpPlace *place, uint32_t inst,
                   const BvWord *value);

/* A condition of the run was decided: which edge, and which it was not. */
void shadow_fork(Shadow *shadow, const InterpPlace *place, uint32_t inst,
                 Term condition, uint32_t direction);

#endif
