/* SPDX-License-Identifier: MIT
 *
 * From a trace to a run of the compiled program.
 *
 * Places.  The trace speaks of the program after inlining: an instruction with
 * its site and the context it was inlined through.  The interpreter asks with
 * the same site and the hash of the chain of calls, so (site, chain,
 * occurrence) joins the two.  Where a pass has turned memory into values, an
 * answer is a piece of an object's fresh bytes: its offset is in `stride`.
 *
 * What the trace does not mention was sliced away: zero is as good as any,
 * unless the code that was sliced away follows it as a pointer; then pointers
 * to memory of their own are tried.
 *
 * Premises.  The interpreter makes a private object for an access that meets
 * no object (a pointer of unknown origin).  Beside an object of the program
 * this means that an access left its object; the premise that accesses are
 * valid is broken, and the run shows nothing. */
#include "replay/replay_int.h"

enum {
  MOST_RECORDED = 16 << 20, /* bytes of answers */
  MOST_MADE_UP = 200000,    /* answers that the trace does not have */
  MOST_STEPS = 400000000
};

/* ---- the interpreter's run ---- */

typedef struct Recorder {
  EvReplay *out;
  const Map *asks;      /* sites where the bitcode asks */
  uint32_t n_read;      /* sites of the program as read */
  uint32_t n_arguments; /* of the entry, so far */
  InterpInputs inner;
  const Gather *gathered;
  Interp *run;
  Addresses *addresses;
  const Pointers *pointers;
  Lazy *lazy;   /* FILL_ASKED; else NULL */
  Map counts;   /* site -> requests so far */
  Map fetched;  /* (site, chain) -> requests so far */
  bool by_site; /* the inner inputs know no calls */
  bool has_trace;
  bool too_long;
  uint32_t made_up; /* answers that the trace does not have */
  bool asked; /* for something that matters and is no byte of a new object */
  const InterpIdle *idle;
  bool is_sure; /* INTERP_SURE */
  bool bad_access_ends;
} Recorder;

/* Is the run inside a function for which the executable has the real one? */
static bool in_real_function(const Recorder *r, const InterpPlace *place) {
  const Program *p = r->out->original;
  const Property *property = r->out->property;
  if (fe_replay_is_real(prog_func(p, place->func)->name, property)) return true;
  for (uint32_t d = interp_depth(r->run); d > 0; d--) {
    const Inst *call = interp_caller(r->run, d);
    if (!(call->flags & INST_MODEL)) return false;
    if (!val_is_const(call->ops[0])) continue;
    const Const *c = prog_const(p, call->ops[0]);
    if (c->kind == CONST_FUNC &&
        fe_replay_is_real(prog_func(p, c->func)->name, property))
      return true;
  }
  return false;
}

static uint64_t record_bytes(Recorder *r, const uint8_t *bytes, uint64_t n) {
  assert(r->out->bytes.n <= MOST_RECORDED);
  EvReplay *out = r->out;
  uint32_t at = out->bytes.n;
  if (n > MOST_RECORDED - at) {
    r->too_long = true;
    return at;
  }
  VEC_RESERVE(out->mem, &out->bytes, at + (uint32_t)n + 1);
  if (n) memcpy(out->bytes.at + at, bytes, n);
  out->bytes.n += (uint32_t)n;
  return at;
}

static bool all_zero(const uint8_t *bytes, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (bytes[i]) return false;
  return true;
}

/* An address among the bytes recorded at `at`. */
static void record_reloc(Recorder *r, uint64_t at, uint64_t address) {
  assert(at < r->out->bytes.n || r->too_long);
  EvReloc reloc;
  if (!addr_to_native(r->addresses, address, &reloc)) return;
  reloc.at = at;
  VEC_PUSH(r->out->mem, &r->out->relocs, reloc);
}

static void record_pointers(Recorder *r, uint64_t key, const EvAnswer *answer,
                            const uint8_t *bytes) {
  uint64_t address = 0;
  size_t n = r->out->original->pointer_bits / 8;
  if (answer->kind == EV_POINTER) {
    memcpy(&address, bytes, n);
    record_reloc(r, answer->at, address);
  }
  for (uint32_t i = 0; answer->kind == EV_MEMORY && i < r->pointers->n; i++) {
    const Pointer *p = &r->pointers->at[i];
    if (p->key != key || p->offset + n > answer->n) continue;
    memcpy(&address, bytes + p->offset, n);
    record_reloc(r, answer->at + p->offset, address);
  }
}

/* For the plain harness: results of calls in order, and whether they do. */
static void note_call(Recorder *r, const InterpPlace *place,
                      const EvAnswer *answer, const uint8_t *bytes) {
  enum { MOST_CALLS = 100000 };
  const Inst *inst = place->inst;
  EvReplay *out = r->out;
  bool is_call = inst->op == OP_NONDET && inst->name != UINT32_MAX &&
                 (inst->imm == INPUT_NONDET || inst->imm == INPUT_EXTERN) &&
                 !(inst->flags & INST_MODEL) && place->site <= r->n_read &&
                 answer->kind == EV_VALUE && answer->n <= 8;
  if (is_call && out->calls.n < MOST_CALLS) {
    EvCall call = {names_text(&out->original->names, inst->name), 0};
    memcpy(&call.value, bytes, answer->n);
    VEC_PUSH(out->mem, &out->calls, call);
  } else if (!all_zero(bytes, answer->n) || is_call) {
    out->needs_bitcode = true;
  }
}

/* Where the compiled program asks; 0: it does not. */
static uint32_t native_site(Recorder *r, const InterpPlace *place) {
  uint32_t site = place->site;
  assert(site != 0);
  if (site > r->n_read && place->func.id == r->out->original->entry.id)
    site = r->n_read + 1 + r->n_arguments++;
  else if (site > r->n_read) /* a body made for calls through pointers */
    site = interp_caller(r->run, interp_depth(r->run))->site;
  if (site <= r->n_read &&
      (!map_find(r->asks, site) || in_real_function(r, place)))
    return 0;
  return site;
}

/* Who answers by site knows only what the compiled program asks. */
static InterpPlace place_given(const Recorder *r, const InterpPlace *place,
                               uint32_t site) {
  InterpPlace given = *place;
  if (!r->by_site) return given;
  given.site = site ? site : UINT32_MAX;
  given.chain = 0;
  return given;
}

static void record(Recorder *r, const InterpPlace *place, uint32_t site,
                   uint64_t key, EvAnswer answer, const uint8_t *bytes) {
  if (site == 0) return;
  answer.site = site;
  answer.occurrence = replay_count_up(&r->counts, site);
  note_call(r, place, &answer, bytes);
  if (all_zero(bytes, answer.n)) return;
  answer.at = record_bytes(r, bytes, answer.n);
  record_pointers(r, key, &answer, bytes);
  if (!r->too_long) VEC_PUSH(r->out->mem, &r->out->answers, answer);
}

static uint32_t request_number(Recorder *r, const InterpPlace *place) {
  assert(place->site != 0);
  return replay_count_up(&r->fetched,
                         replay_key3(place->site, place->chain, 0));
}

static bool record_next(void *ctx, const InterpPlace *place, uint32_t bits,
                        BvWord *value) {
  Recorder *r = ctx;
  r->asked |= interp_asks(place) && !interp_is_idle(r->idle, place);
  uint32_t site = native_site(r, place);
  InterpPlace given = place_given(r, place, site);
  if (!r->inner.next(r->inner.ctx, &given, bits, value)) return false;
  const Program *p = r->out->original;
  bool pointer =
      place->inst && prog_type(p, place->inst->type)->kind == TYPE_PTR;
  EvAnswer answer = {.kind = pointer ? EV_POINTER : EV_VALUE,
                     .bits = bits,
                     .n = (bits + 7) / 8};
  uint64_t key =
      replay_key3(place->site, place->chain, request_number(r, place));
  if (pointer && r->lazy && !map_find(&r->gathered->values, key))
    value[0] = lazy_invent(r->lazy, p, key);
  if (pointer) value[0] = addr_to_run(r->addresses, value[0]);
  if (pointer && r->addresses->filling >= FILL_POINTERS &&
      !map_find(&r->gathered->values, key))
    value[0] = addr_spare(r->addresses);
  record(r, place, site, key, answer, (const uint8_t *)value);
  if (r->has_trace && !map_find(&r->gathered->values, key))
    r->too_long |= ++r->made_up > MOST_MADE_UP;
  return !r->too_long;
}

static void carry_pointers(Recorder *r, uint64_t key, uint8_t *bytes,
                           uint64_t n) {
  size_t size = r->out->original->pointer_bits / 8;
  for (uint32_t i = 0; i < r->pointers->n; i++) {
    const Pointer *p = &r->pointers->at[i];
    uint64_t address = 0;
    if (p->key != key || p->offset + size > n) continue;
    memcpy(&address, bytes + p->offset, size);
    address = addr_to_run(r->addresses, address);
    memcpy(bytes + p->offset, &address, size);
  }
}

/* Pointers where the trace says nothing. */
static void fill_unknown(Recorder *r, uint64_t key, uint8_t *bytes,
                         uint64_t n) {
  if (r->addresses->filling < FILL_POINTERS || n == 0) return;
  uint8_t *known = MEM_ARRAY(r->out->mem, uint8_t, n);
  const uint64_t *found = map_find(&r->gathered->found, key);
  const Image *image = found ? &r->gathered->images.at[*found] : NULL;
  if (image) memcpy(known, image->known, image->n < n ? image->n : n);
  addr_fill_unknown(r->addresses, 0, bytes, known, n);
  MEM_FREE_ARRAY(r->out->mem, known, n);
}

/* A variable that is defined elsewhere starts with what the trace read there,
 * unless the library defines it. */
static void record_external(Recorder *r, uint64_t address, uint8_t *bytes,
                            uint64_t n) {
  uint32_t id = addr_external(r->addresses, address);
  uint64_t size = r->out->original->pointer_bits / 8;
  if (!id || n == 0) return;
  if (all_zero(bytes, n)) addr_fill_private(r->addresses, address, bytes, n);
  if (all_zero(bytes, n)) return;
  EvStart start = {id, n, record_bytes(r, bytes, n)};
  r->out->needs_bitcode = true;
  if (r->too_long) return;
  VEC_PUSH(r->out->mem, &r->out->starts, start);
  for (uint64_t at = 0; at + size <= n; at += size) {
    uint64_t word = 0;
    memcpy(&word, bytes + at, size);
    if (word) record_reloc(r, start.at + at, word);
  }
}

static void record_fill(void *ctx, const InterpPlace *place, uint8_t *bytes,
                        uint64_t n) {
  assert(n == 0 || bytes);
  Recorder *r = ctx;
  uint32_t site = place->site ? native_site(r, place) : 0;
  InterpPlace given = place_given(r, place, site);
  r->inner.fill(r->inner.ctx, &given, bytes, n);
  r->asked |= n > 0 && interp_asks(place);
  if (place->site) {
    uint32_t nth = request_number(r, place);
    uint64_t key = replay_key3(place->site, place->chain, nth);
    carry_pointers(r, key, bytes, n);
    fill_unknown(r, key, bytes, n);
    if (place->address)
      addr_make(r->addresses, key, place->address, n, place->site);
    if (place->address && r->lazy) lazy_object(r->lazy, place, key, nth, n);
    record(r, place, site, key, (EvAnswer){.kind = EV_MEMORY, .n = n}, bytes);
  } else if (!place->inst) {
    record_external(r, place->address, bytes, n);
  } else {
    addr_fill_private(r->addresses, place->chain, bytes, n);
    r->out->left_object |= !addr_is_private(r->addresses, place->chain);
    r->out->needs_bitcode = true;
    EvPrivate private = {place->chain, n, record_bytes(r, bytes, n)};
    VEC_PUSH(r->out->mem, &r->out->privates, private);
  }
}

/* ---- the run that finds out what memory holds ---- */

static void look_first(void *ctx, const InterpPlace *place, uint64_t address,
                       uint8_t *bytes, uint64_t n) {
  Recorder *r = ctx;
  LazyLook look = {r->addresses, r->gathered, place, address, n};
  lazy_look(r->lazy, &look, bytes);
}

static void count_loads(void *ctx, const InterpPlace *place,
                        const BvWord *value) {
  Recorder *r = ctx;
  lazy_count(r->lazy, r->out->original, place, value);
}

static void find_out(Recorder *r, const EvReplaySetup *setup) {
  enum { MOST = 2000000 };
  InterpOptions options = {.max_steps = MOST,
                           .budget = setup->budget,
                           .fresh = INTERP_FRESH_ASKED,
                           .trace = count_loads,
                           .trace_ctx = r,
                           .first = look_first,
                           .first_ctx = r};
  lazy_start(r->lazy);
  r->run = interp_new(r->out->mem, r->out->original, options);
  r->addresses->run = r->run;
  r->out->result =
      interp_run(r->run, (InterpInputs){r, record_next, record_fill});
  r->out->result.bits = 0;
  r->out->result.value = NULL;
  lazy_keep_pieces(r->lazy, r->addresses);
  interp_free(r->run);
}

/* ---- the run that counts ---- */

/* There is no other run than this one, and it ended without an error. */
static bool is_only_run(const EvReplay *out, const Recorder *r) {
  assert(out->original != NULL);
  bool has_ended = interp_is_plain_end(out->result.end) ||
                   interp_is_bad_division(&out->result) ||
                   (r->bad_access_ends && interp_is_bad_access(&out->result));
  return has_ended && !r->asked && !out->result.used_fresh &&
         !out->left_object && (!r->is_sure || !out->result.lives_again);
}

static void conclude(EvReplay *out, const EvReplaySetup *setup,
                     const Recorder *r) {
  assert(out->status == EV_CONFIRMED);
  if (setup->expect == EV_EXPECT_END) {
    if (!is_only_run(out, r))
      replay_fail(out, EV_REFUTED,
                  "interpreted as read, the program has inputs");
  } else if (r->too_long) {
    replay_fail(out, EV_UNDECIDED, "the run asks for too much input");
  } else if (out->result.end == INTERP_ERROR && out->left_object) {
    replay_fail(out, EV_UNDECIDED,
                "the run accesses memory outside of its objects");
  } else if (out->result.end != INTERP_ERROR) {
    Text text;
    text_init(&text, out->mem);
    interp_print_result(&text, out->original, &out->result);
    replay_fail(out, out->result.end == INTERP_FUEL ? EV_UNDECIDED : EV_REFUTED,
                "interpreted with its inputs, the program ends otherwise: %s",
                text_get(&text));
    text_done(&text);
  }
}

static void run_recorder(Recorder *r, const EvReplaySetup *setup,
                         const EvWatcher *watcher) {
  EvReplay *out = r->out;
  bool zeros = r->addresses->filling == FILL_ZEROS;
  uint64_t most = zeros ? MOST_STEPS : MOST_STEPS / 20;
  if (setup->most_steps && setup->most_steps < most) most = setup->most_steps;
  InterpOptions options = {.max_steps = most, .budget = setup->budget};
  if (setup->expect == EV_EXPECT_END) {
    options.fresh = INTERP_FRESH_TRACKED;
    r->is_sure = prog_property_is_memory(setup->property);
    r->bad_access_ends = prog_property_ends_at_bad_access(setup->property);
    if (r->bad_access_ends) options.memory = INTERP_STRICT;
    if (r->is_sure) options.memory = INTERP_SURE;
  }
  if (watcher) {
    options.trace = watcher->step;
    options.trace_ctx = watcher->context;
    watcher->begin(watcher->context, out->original, out->result.steps);
  }
  r->run = interp_new(out->mem, out->original, options);
  r->addresses->run = r->run;
  out->result = interp_run(r->run, (InterpInputs){r, record_next, record_fill});
  if (watcher && out->result.end == INTERP_ERROR)
    watcher->end(watcher->context, r->run, &out->result);
  conclude(out, setup, r);
  out->result.bits = 0; /* the value it returned goes with the run */
  out->result.value = NULL;
  interp_free(r->run);
}

/* How a run is made of a trace. */
typedef struct Making {
  const Map *asks;
  uint32_t n_read;
  Filling filling;
  Lazy *lazy; /* FILL_ASKED; else NULL */
  enum { MAKING_COUNTS, MAKING_FINDS_OUT } what;
  bool numbers_stay; /* pointers of the first and last page are numbers */
  bool *met_numbers; /* gets whether there were such pointers */
} Making;

static void interpret(EvReplay *out, const EvReplaySetup *setup, Making how,
                      const EvWatcher *watcher) {
  assert((how.filling == FILL_ASKED) == (how.lazy != NULL));
  Addresses addresses;
  Pointers pointers = {0};
  addr_init(&addresses, out->mem, setup->ts, out->original, how.filling);
  addresses.placed = setup->placed;
  addresses.n_placed = setup->n_placed;
  addresses.numbers_stay = how.numbers_stay;
  addresses.room_stays = setup->made != NULL;
  Gather gathered = {.out = out,
                     .setup = setup,
                     .addresses = &addresses,
                     .pointers = &pointers};
  if (how.what == MAKING_FINDS_OUT) {
    gathered.lazy = how.lazy;
  } else if (how.lazy) {
    addresses.lazy = how.lazy;
    lazy_give_pieces(how.lazy, &addresses);
  }
  replay_gather(&gathered);
  Recorder r = {.out = out,
                .asks = how.asks,
                .n_read = how.n_read,
                .lazy = how.lazy,
                .gathered = &gathered,
                .addresses = &addresses,
                .pointers = &pointers,
                .has_trace = setup->trace != NULL,
                .by_site = setup->given_by == EV_GIVEN_BY_SITE,
                .inner = interp_table(&out->given)};
  map_init(&r.counts, out->mem);
  map_init(&r.fetched, out->mem);
  InterpIdle *idle = interp_idle_new(out->mem, out->original);
  r.idle = idle;
  if (how.what == MAKING_FINDS_OUT)
    find_out(&r, setup);
  else
    run_recorder(&r, setup, watcher);
  *how.met_numbers |= addresses.met_numbers;
  interp_idle_free(idle);
  map_done(&r.counts);
  map_done(&r.fetched);
  VEC_DONE(out->mem, &pointers);
  replay_gather_done(&gathered);
  addr_done(&addresses);
}

/* Forgets the run, not the program. */
static void start_over(EvReplay *out) {
  interp_table_done(&out->given);
  interp_table_init(&out->given, out->mem);
  VEC_CLEAR(&out->answers);
  VEC_CLEAR(&out->privates);
  VEC_CLEAR(&out->starts);
  VEC_CLEAR(&out->relocs);
  VEC_CLEAR(&out->calls);
  VEC_CLEAR(&out->bytes);
  out->needs_bitcode = false;
  out->left_object = false;
  out->status = EV_CONFIRMED;
  out->problem[0] = 0;
}

/* The same run again, for the watcher. */
static void show(EvReplay *out, const EvReplaySetup *setup, Making how) {
  assert(how.filling < N_FILLINGS && how.what == MAKING_COUNTS);
  if (out->status != EV_CONFIRMED || out->result.end != INTERP_ERROR ||
      !setup->watcher)
    return;
  start_over(out);
  interpret(out, setup, how, setup->watcher);
}

/* With memory that a first run makes up. */
static void interpret_asked(EvReplay *out, const EvReplaySetup *setup,
                            Making how) {
  Lazy lazy;
  lazy_init(&lazy, out->mem);
  how.filling = FILL_ASKED;
  how.lazy = &lazy;
  how.what = MAKING_FINDS_OUT;
  start_over(out);
  interpret(out, setup, how, NULL);
  how.what = MAKING_COUNTS;
  bool is_error = out->result.end == INTERP_ERROR;
  out->other = is_error ? 0 : lazy.other;
  start_over(out);
  if (is_error) {
    interpret(out, setup, how, NULL);
    show(out, setup, how);
  } else {
    replay_fail(out, EV_REFUTED, "no contents of memory lead to the error");
  }
  lazy_done(&lazy);
}

/* With memory as it is given. */
static void interpret_made(EvReplay *out, const EvReplaySetup *setup,
                           Making how) {
  assert(setup->made && !setup->trace);
  Lazy lazy;
  lazy_init(&lazy, out->mem);
  lazy_give(&lazy, setup->made, setup->n_made);
  how.filling = FILL_ASKED;
  how.lazy = &lazy;
  interpret(out, setup, how, NULL);
  show(out, setup, how);
  lazy_done(&lazy);
}

/* What was sliced away may follow pointers that the trace says nothing of.
 * False: no filling was worth a try, the run so far stands. */
static bool try_fillings(EvReplay *out, const EvReplaySetup *setup,
                         Making how) {
  interpret(out, setup, how, NULL);
  show(out, setup, how);
  if (out->status == EV_CONFIRMED) return true;
  bool is_invalid = ev_replay_has_invalid_access(out);
  if (setup->trace) interpret_asked(out, setup, how);
  if (out->status == EV_CONFIRMED) return true;
  for (how.filling = FILL_POINTERS; is_invalid && how.filling < N_FILLINGS;
       how.filling++) {
    start_over(out);
    interpret(out, setup, how, NULL);
    show(out, setup, how);
    if (out->status == EV_CONFIRMED) return true;
  }
  return is_invalid || setup->trace;
}

/* A pointer of the trace that is small, or nearly the largest, may be any that
 * is not NULL, or an error code: first it leads to an object, then it is that
 * number.  If nothing helps, the first run decides. */
static void interpret_trace(EvReplay *out, const EvReplaySetup *setup,
                            const Map *asks, uint32_t n_read) {
  bool met_numbers = false;
  Making how = {.asks = asks,
                .n_read = n_read,
                .filling = FILL_ZEROS,
                .met_numbers = &met_numbers};
  if (setup->made) {
    how.numbers_stay = true;
    interpret_made(out, setup, how);
    return;
  }
  bool tried = try_fillings(out, setup, how);
  uint32_t other = out->other;
  if (out->status != EV_CONFIRMED && met_numbers) {
    how.numbers_stay = true;
    start_over(out);
    tried = try_fillings(out, setup, how) || tried;
  }
  if (out->status == EV_CONFIRMED || !tried) return;
  if (!out->other) out->other = other;
  how.numbers_stay = false;
  start_over(out);
  interpret(out, setup, how, NULL);
}

/* ---- all of it ---- */

void ev_replay(EvReplay *out, const EvReplaySetup *setup) {
  require(setup->linked || setup->n_inputs > 0);
  require(!setup->trace || setup->ts);
  *out = (EvReplay){
      .mem = setup->mem, .status = EV_CONFIRMED, .property = setup->property};
  interp_table_init(&out->given, out->mem);
  interp_table_init(&out->more, out->mem);
  const char *directory = setup->compile.temp_dir;
  snprintf(out->bitcode, sizeof out->bitcode, "%s/replay.bc", directory);
  snprintf(out->harness, sizeof out->harness, "%s/replay.c", directory);
  Map asks;
  uint32_t n_read = 0;
  map_init(&asks, out->mem);
  if (replay_read_again(out, setup, &asks, &n_read)) {
    interpret_trace(out, setup, &asks, n_read);
    if (out->status == EV_CONFIRMED) replay_natively(out, setup);
  }
  map_done(&asks);
}

void ev_replay_done(EvReplay *replay) {
  if (replay->original) prog_free(replay->original);
  interp_table_done(&replay->given);
  interp_table_done(&replay->more);
  VEC_DONE(replay->mem, &replay->answers);
  VEC_DONE(replay->mem, &replay->privates);
  VEC_DONE(replay->mem, &replay->starts);
  VEC_DONE(replay->mem, &replay->relocs);
  VEC_DONE(replay->mem, &replay->calls);
  VEC_DONE(replay->mem, &replay->declared);
  VEC_DONE(replay->mem, &replay->bytes);
}
