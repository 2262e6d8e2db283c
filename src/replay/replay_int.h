/* SPDX-License-Identifier: MIT
 *
 * Private to replay: one address in three worlds.
 *
 * The trace has the encoder's addresses, the interpreter has its own, and the
 * executable those of the machine.  A pointer among the inputs is carried over
 * by what it points to: a global, a function, an object made at a site, or
 * memory of its own.  The last gets the same address in interpreter and
 * executable, in room that both have free; pieces of 64 KB stay together. */
#ifndef REPLAY_REPLAY_INT_H
#define REPLAY_REPLAY_INT_H

#include "replay/replay.h"

/* An object that the trace has made. */
typedef struct AddrMade {
  uint64_t trace, size;
  uint64_t key;     /* of its request */
  uint64_t address; /* in the interpreter; 0: not made yet */
} AddrMade;

/* An object that the interpreter has made. */
typedef struct AddrLive {
  uint64_t address, size;
  uint32_t site;
} AddrLive;

/* What the trace read where perhaps nobody wrote. */
typedef struct AddrLoad {
  uint64_t address; /* the trace's */
  const uint8_t *bytes;
  uint32_t n;
  bool is_pointer;
} AddrLoad;

/* What the trace does not speak of: zeros first.  When that is no error, what
 * another run made up while it read (lazy.c).  When the run follows NULL,
 * pointers to spare memory of its own, all to the same; at last also where the
 * trace has a zero in fresh memory, which may be there only because nothing was
 * asked of it. */
typedef enum Filling {
  FILL_ZEROS,
  FILL_ASKED,
  FILL_POINTERS,
  FILL_POINTERS_OVER_ZEROS,
  N_FILLINGS
} Filling;

typedef struct Addresses {
  Mem *mem;
  Filling filling;
  const Ts *ts;
  const Program *program; /* as read */
  Interp *run;
  const EvPlaced *placed;
  uint32_t n_placed;
  Vec(AddrMade) made;
  Map made_by_key;
  Vec(AddrLive) live;
  Vec(AddrLoad) loads;
  /* The trace's address / 64 KB -> number of the piece, and by how much it is
   * moved up in the upper half. */
  Map pieces;
  const struct Lazy *lazy; /* FILL_ASKED: what was made up; else NULL */
  bool room_stays;         /* addresses in the room of private memory */
  bool numbers_stay;       /* addresses of the first and last page */
  bool met_numbers;        /* there were such */
} Addresses;

void addr_init(Addresses *a, Mem *mem, const Ts *ts, const Program *program,
               Filling filling);
void addr_done(Addresses *a);

void addr_add_made(Addresses *a, uint64_t key, uint64_t trace, uint64_t size);
/* The interpreter makes an object; `key` names the request. */
void addr_make(Addresses *a, uint64_t key, uint64_t address, uint64_t size,
               uint32_t site);
/* The interpreter's address for one of the trace's. */
uint64_t addr_to_run(Addresses *a, uint64_t trace);
/* What the executable must take for an address of the interpreter's; false:
 * the address itself. */
bool addr_to_native(const Addresses *a, uint64_t address, EvReloc *out);
/* Is it private memory? */
bool addr_is_private(const Addresses *a, uint64_t address);
/* The variable defined elsewhere that the address is in and whose first
 * contents are an input; 0: none. */
uint32_t addr_external(const Addresses *a, uint64_t address);
/* Puts pointers where the filling says so: into words (at multiples of their
 * size from `start` on) of which no byte is known. */
void addr_fill_unknown(const Addresses *a, uint64_t start, uint8_t *bytes,
                       const uint8_t *known, uint64_t n);
/* The address of the spare memory. */
uint64_t addr_spare(const Addresses *a);
/* The first contents of private memory, as far as the trace read it. */
void addr_fill_private(Addresses *a, uint64_t address, uint8_t *bytes,
                       uint64_t n);

/* run.c: the program as read, with errors and an entry; the bitcode is written.
 * Compiles and runs the answers. */
BASE_MUST_USE bool replay_read_again(EvReplay *out, const EvReplaySetup *setup,
                                     Map *asks, uint32_t *n_read);
void replay_natively(EvReplay *out, const EvReplaySetup *setup);
void replay_fail(EvReplay *out, EvStatus status, const char *format, ...)
    BASE_PRINTF(3, 4);

/* ---- answers.c ---- */

/* Fresh bytes of one request, put together from pieces. */
typedef struct Image {
  uint32_t site, occurrence;
  uint64_t chain;
  uint8_t *bytes, *known; /* known: 1 where the trace means the byte */
  uint32_t n;
} Image;

/* In the fresh bytes of a request there is a pointer. */
typedef struct Pointer {
  uint64_t key;
  uint64_t offset;
} Pointer;
typedef Vec(Pointer) Pointers;

typedef struct Gather {
  EvReplay *out;
  const EvReplaySetup *setup;
  Map counts; /* (site, chain, offset) -> occurrences so far */
  Map found;  /* (site, chain, occurrence) -> image */
  Map values; /* (site, chain, occurrence) -> 1: the trace has a value */
  Vec(Image) images;
  Addresses *addresses;
  Pointers *pointers;
  struct Lazy *lazy; /* gets what the trace read of forgotten memory; or NULL */
  uint8_t *is_memory; /* by site of the program as read */
} Gather;

uint64_t replay_key3(uint64_t a, uint64_t b, uint64_t c);
uint32_t replay_count_up(Map *counts, uint64_t key);
void replay_gather(Gather *g);
void replay_gather_done(Gather *g);

/* ---- lazy.c: see there ---- */

/* An object whose first contents are an input. */
typedef struct LazyObject {
  uint64_t address, size; /* in the run */
  uint64_t key;           /* of its request: */
  uint32_t site, occurrence;
  uint64_t chain;
} LazyObject;

/* Bytes that were made up. */
typedef struct LazyBytes {
  LazyObject object; /* site 0: private memory */
  uint64_t at;       /* offset in it, or the address in the run */
  uint32_t n;        /* bytes, at most 8 */
  bool is_pointer;
  uint64_t value; /* the trace's */
} LazyBytes;

/* A load of the trace. */
typedef struct LazyLoad {
  uint64_t value;
  uint32_t inst; /* of the entry of the trace's program */
} LazyLoad;

typedef struct Lazy {
  Mem *mem;
  Vec(LazyLoad) loads;
  Map values;   /* (position, chain, occurrence) -> load of the trace */
  Map places;   /* positions of such loads */
  Map counts;   /* (position, chain) -> loads so far */
  Map invented; /* what a pointer is for -> its number */
  Map pieces;   /* Addresses.pieces behind the run that found out */
  Vec(LazyObject) objects;
  Vec(LazyBytes) found;
  uint32_t other; /* LazyLoad.inst: the last that gave something else in the
                     run; 0: none */
} Lazy;

void lazy_init(Lazy *lazy, Mem *mem);
void lazy_done(Lazy *lazy);
/* What memory holds, without a run that finds out. */
void lazy_give(Lazy *lazy, const EvMade *made, uint32_t n);
/* Does the instruction stand for a load of memory that was forgotten? */
bool lazy_is_forgotten(const Inst *inst);
/* What it gave, in the order of the trace. */
void lazy_add(Lazy *lazy, const Program *program, uint64_t chain,
              LazyLoad load);
/* Before the run that finds out. */
void lazy_start(Lazy *lazy);
/* Behind each instruction of it. */
void lazy_count(Lazy *lazy, const Program *program, const InterpPlace *place,
                const BvWord *value);
/* The request `key`, the site's and chain's such and such, made an object. */
void lazy_object(Lazy *lazy, const InterpPlace *place, uint64_t key,
                 uint32_t occurrence, uint64_t size);
/* A pointer, as of the trace, to an object of its own. */
uint64_t lazy_invent(Lazy *lazy, const Program *program, uint64_t key);
/* Somebody looks at n bytes at `address` that nobody wrote. */
typedef struct LazyLook {
  Addresses *addresses;
  const Gather *gathered;
  const InterpPlace *place;
  uint64_t address, n;
} LazyLook;
void lazy_look(Lazy *lazy, const LazyLook *look, uint8_t *bytes);
/* Behind that run; before the one that counts. */
void lazy_keep_pieces(Lazy *lazy, const Addresses *addresses);
void lazy_give_pieces(const Lazy *lazy, Addresses *addresses);
/* What was made up of the private memory at `address`. */
void lazy_fill_private(const Lazy *lazy, Addresses *addresses, uint64_t address,
                       uint8_t *bytes, uint8_t *known, uint64_t n);

#endif
