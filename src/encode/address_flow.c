/* SPDX-License-Identifier: MIT
 *
 * Which values are made from addresses?
 *
 * Problem.  Whether a program looks at an address (addresses.c) is a question
 * about every value that an address went into: whole or in pieces, through
 * integers, floats, unions, copies byte by byte.
 *
 * Idea.  A taint that starts at the declarations and allocations, and flows
 * forward through every instruction to the fixpoint.  It has degrees (Made):
 * what may be done to a whole address may not be done to a piece of one.
 * Through memory it flows by regions: accesses of different regions never touch
 * the same byte.  A region remembers the worst that was stored there; a narrow
 * store among addresses makes pieces of them, and so does one that is not
 * aligned.  A load is made from addresses only if points-to, too, says that
 * its bytes may be those of an address.  And not if it is apart from all places
 * of the region where addresses are stored: from other bytes of a variable, as
 * indices stay in their arrays (C11 6.5.6p8), or from other fields of a struct
 * (C11 6.5p7).  That is a premise.
 *
 * A value that stems from outside is made of no address: its bits are
 * arbitrary anyway.  A value that may stem from outside or from the program is.
 *
 * Where the program looks, that is recorded.  If the address is then left open
 * the taint ends: whatever follows is right for any address.  Else what is seen
 * may be anything, and the taint goes on: whatever is done to what was seen is
 * a look, too, and may see anything.  The truth of a comparison is no piece of
 * an address (addresses are not learnt by branching, a premise of points-to).
 * The difference of two addresses of one object is a number. */
#include "encode/address_flow.h"

#include "ir/address.h"

enum { PAGE = 4096 };

/* Where in a region an access goes. */
typedef struct Spot {
  TypeId record; /* as a field of this struct, or of none */
  int64_t field;
  uint32_t object; /* into these bytes of this variable, or ANALYSIS_NONE */
  int64_t low, high;
} Spot;

enum { MOST_SPOTS = 16 };

/* The addresses that a region holds, and where. */
typedef struct Holds {
  Made worst;
  bool everywhere; /* there are too many spots, or they are not known */
  Vec(Spot) spots;
} Holds;

struct AddressFlow {
  Enc *enc;
  LooksAtFixed *looks;
  uint32_t *first; /* function -> number of its first value */
  uint32_t n_values;
  uint8_t *made;   /* value -> Made */
  uint8_t *number; /* value -> is a computed number */
  uint8_t *brings; /* value -> points-to names objects */
  Holds *holds;    /* by region */
  bool changed, uses_spots;
};

static uint32_t value_number(const AddressFlow *flow, FuncId func,
                             uint32_t inst) {
  uint32_t number = flow->first[func.id] + inst;
  assert(func.id && number < flow->n_values);
  return number;
}

Enc *enc_address_flow_of(const AddressFlow *flow) {
  return flow->enc;
}

Made enc_made(const AddressFlow *flow, FuncId func, Val val) {
  if (val_is_none(val)) return MADE_OF_NONE;
  if (val_is_local(val))
    return (Made)flow->made[value_number(flow, func, val_index(val))];
  const Const *c = prog_const(flow->enc->program, val);
  return c->kind == CONST_BITS ? MADE_OF_NONE : MADE_ADDRESS;
}

bool enc_is_page_number(const Program *program, Val val) {
  int64_t value;
  return prog_const_as_i64(program, val, &value) && value >= -PAGE &&
         value < PAGE;
}

bool enc_is_number(const AddressFlow *flow, FuncId func, Val val) {
  if (val_is_none(val)) return false;
  if (val_is_local(val))
    return flow->number[value_number(flow, func, val_index(val))] != 0;
  return prog_const(flow->enc->program, val)->kind == CONST_BITS &&
         !enc_is_page_number(flow->enc->program, val);
}

void enc_objects_of(const AddressFlow *flow, FuncId func, Val val,
                    IndexVec *objects) {
  uint32_t start = objects->n, kept = start;
  (void)prog_points_targets(flow->enc->points, func, val, objects);
  for (uint32_t i = start; i < objects->n; i++)
    if (prog_points_object(flow->enc->points, objects->at[i])->kind !=
        OBJECT_UNKNOWN)
      objects->at[kept++] = objects->at[i];
  objects->n = kept;
}

/* ---- what flows ---- */

/* The function that is being looked at. */
typedef struct Place {
  AddressFlow *flow;
  FuncId func;
  const Function *f;
} Place;

/* The region that an instruction of the function accesses, or none. */
static RegionId region_of(const Place *at, const Inst *inst) {
  return prog_region_of(at->flow->enc->regions, at->func,
                        (uint32_t)(inst - at->f->insts.at));
}

static Made made(const Place *at, Val val) {
  return enc_made(at->flow, at->func, val);
}

static Made worse(Made a, Made b) {
  return a > b ? a : b;
}

static uint32_t pointer_bits(const Place *at) {
  return at->flow->enc->program->pointer_bits;
}

static uint32_t bits_of(const Place *at, Val val) {
  return prog_val_bits(at->flow->enc->program, at->f, val);
}

static Made worst_operand(const Place *at, const Inst *inst, uint32_t from) {
  Made worst = MADE_OF_NONE;
  for (uint32_t k = from; k < inst->n_ops; k++)
    worst = worse(worst, made(at, inst->ops[k]));
  return worst;
}

/* A value with less room than an address has holds a piece of it. */
static Made cut_to(const Place *at, Made from, uint32_t bits) {
  return from != MADE_OF_NONE && bits < pointer_bits(at) ? MADE_OF_PIECES
                                                         : from;
}

/* Does the access lie at a multiple of the pointer's size behind its root? */
static bool is_aligned(const Place *at, Val pointer) {
  const Program *p = at->flow->enc->program;
  int64_t size = p->pointer_bits / 8;
  Address address = prog_address(p, at->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &address);
  if ((address.start + address.offset) % size) return false;
  for (uint32_t i = 0; i < address.n_terms; i++)
    if (address.terms[i].stride % size) return false;
  return true;
}

static bool mixes_accesses(const Place *at, RegionId region) {
  return region.id &&
         prog_region(at->flow->enc->regions, region)->kind == REGION_BYTES;
}

/* What an access of `bits` bits makes of what lies or goes there. */
static Made as_accessed(const Place *at, Made what, RegionId region,
                        Val pointer, uint32_t bits) {
  what = cut_to(at, what, bits);
  if (what == MADE_OF_NONE || !mixes_accesses(at, region)) return what;
  return is_aligned(at, pointer) ? what : MADE_OF_PIECES;
}

/* ---- where accesses go ---- */

/* The variable that the access starts from, or ANALYSIS_NONE. */
static uint32_t variable_of(const Place *at, const Address *address) {
  const PointsTo *points = at->flow->enc->points;
  if (address->global.id) return prog_points_of_global(points, address->global);
  if (!val_is_local(address->root)) return ANALYSIS_NONE;
  uint32_t root = val_index(address->root);
  return at->f->insts.at[root].op == OP_ALLOCA
             ? prog_points_of_inst(points, at->func, root)
             : ANALYSIS_NONE;
}

static Spot spot_of(const Place *at, const Inst *access, uint32_t bits) {
  const Program *p = at->flow->enc->program;
  Val pointer = access->ops[access->op == OP_STORE ? 1 : 0];
  Address address = prog_address(p, at->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(p, &address);
  Spot spot = {.record = access->aux,
               .field = access->imm,
               .object = variable_of(at, &address)};
  if (!prog_address_offset(&address, &spot.low)) spot.object = ANALYSIS_NONE;
  spot.high = spot.low + (bits + 7) / 8;
  for (uint32_t i = 0; i < address.n_terms; i++) {
    const AddressTerm *term = &address.terms[i];
    const Type *array = term->array.id ? prog_type(p, term->array) : NULL;
    if (!array || array->count < 1 || term->stride <= 0 ||
        array->size > INT32_MAX)
      spot.object = ANALYSIS_NONE;
    else
      spot.high += (int64_t)(array->count - 1) * term->stride;
  }
  return spot;
}

static bool are_apart(const Spot *a, const Spot *b) {
  if (a->object != ANALYSIS_NONE && b->object != ANALYSIS_NONE &&
      (a->object != b->object || a->high <= b->low || b->high <= a->low))
    return true;
  return a->record.id && a->record.id == b->record.id && a->field != b->field;
}

/* Is the access apart from all addresses that its region holds? */
static bool is_apart(const Place *at, const Inst *access, uint32_t bits) {
  const Holds *holds = &at->flow->holds[region_of(at, access).id];
  if (holds->everywhere || !holds->spots.n) return false;
  Spot spot = spot_of(at, access, bits);
  for (uint32_t i = 0; i < holds->spots.n; i++)
    if (!are_apart(&spot, &holds->spots.at[i])) return false;
  at->flow->uses_spots = true;
  return true;
}

static Made load_makes(const Place *at, uint32_t index, const Inst *inst) {
  const AddressFlow *flow = at->flow;
  uint32_t bits = bits_of(at, val_local(index));
  if (!flow->brings[value_number(flow, at->func, index)] ||
      is_apart(at, inst, bits))
    return MADE_OF_NONE;
  return as_accessed(at, flow->holds[region_of(at, inst).id].worst,
                     region_of(at, inst), inst->ops[0], bits);
}

/* base + index * stride: a number as the base, the address as the index is a
 * sum, too. */
static Made gep_makes(const Place *at, const Inst *inst) {
  Made base = made(at, inst->ops[0]);
  if (base != MADE_OF_NONE || inst->n_ops < 2) return base;
  Made index = made(at, inst->ops[1]);
  return index == MADE_OF_NONE ? index : worse(index, MADE_BY_SUM);
}

static Made sum_makes(const Place *at, const Inst *inst) {
  Made a = made(at, inst->ops[0]), b = made(at, inst->ops[1]);
  bool one = (a == MADE_OF_NONE) != (b == MADE_OF_NONE);
  if (inst->flags & INST_DISTANCE) return MADE_OF_NONE;
  if (!one || (inst->op == OP_SUB && a == MADE_OF_NONE)) return MADE_OF_NONE;
  return worse(worse(a, b), MADE_BY_SUM);
}

static Made makes(const Place *at, uint32_t index, const Inst *inst) {
  const AddressFlow *flow = at->flow;
  uint32_t bits = bits_of(at, val_local(index));
  switch ((int)inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_VA_AREA: return MADE_ADDRESS;
  case OP_PARAM:
  case OP_CALL:
    return flow->brings[value_number(flow, at->func, index)]
               ? cut_to(at, MADE_ADDRESS, bits)
               : MADE_OF_NONE;
  case OP_PHI: return worst_operand(at, inst, 0);
  case OP_SELECT: return worst_operand(at, inst, 1);
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC: return cut_to(at, worst_operand(at, inst, 0), bits);
  case OP_GEP: return gep_makes(at, inst);
  case OP_ADD:
  case OP_SUB: return sum_makes(at, inst);
  case OP_LOAD: return load_makes(at, index, inst);
  default: return MADE_OF_NONE;
  }
}

/* What is seen of addresses that stay where they are goes on as pieces. */
static Made after_look(const Place *at, uint32_t index, const Inst *inst,
                       Made now) {
  if (now == MADE_OF_PIECES || bits_of(at, val_local(index)) == 1) return now;
  return at->flow->looks(at->flow, at->func, inst) ? MADE_OF_PIECES : now;
}

/* ---- memory ---- */

static bool is_same(const Spot *a, const Spot *b) {
  return a->record.id == b->record.id && a->field == b->field &&
         a->object == b->object && a->low == b->low && a->high == b->high;
}

static void put(AddressFlow *flow, RegionId region, Made what,
                const Spot *spot) {
  Holds *holds = &flow->holds[region.id], before = *holds;
  if (what == MADE_OF_NONE) return;
  holds->worst = worse(before.worst, what);
  holds->everywhere |= !spot || holds->spots.n == MOST_SPOTS;
  for (uint32_t i = 0; spot && i < holds->spots.n; i++)
    if (is_same(&holds->spots.at[i], spot)) spot = NULL;
  if (spot && !holds->everywhere)
    VEC_PUSH(flow->enc->mem, &holds->spots, *spot);
  flow->changed |= holds->worst != before.worst ||
                   holds->spots.n != before.spots.n ||
                   holds->everywhere != before.everywhere;
}

/* The program never reads what functions without a body were told. */
static bool is_told(const Place *at, const Inst *inst) {
  const Program *p = at->flow->enc->program;
  const Const *to =
      val_is_const(inst->ops[1]) ? prog_const(p, inst->ops[1]) : NULL;
  return to && to->kind == CONST_GLOBAL &&
         prog_global(p, to->global)->kind == GLOBAL_OUTSIDE;
}

static void store(const Place *at, const Inst *inst) {
  if (is_told(at, inst)) return;
  uint32_t bits = bits_of(at, inst->ops[0]);
  Made what = as_accessed(at, made(at, inst->ops[0]), region_of(at, inst),
                          inst->ops[1], bits);
  bool cuts = bits < pointer_bits(at) &&
              mixes_accesses(at, region_of(at, inst)) &&
              at->flow->holds[region_of(at, inst).id].worst != MADE_OF_NONE &&
              !is_apart(at, inst, bits);
  if (what == MADE_OF_NONE && !cuts) return;
  Spot spot = spot_of(at, inst, bits);
  put(at->flow, region_of(at, inst), cuts ? MADE_OF_PIECES : what, &spot);
}

/* ---- numbers ---- */

static bool is_number(const Place *at, Val val) {
  return enc_is_number(at->flow, at->func, val);
}

static bool counts(const Place *at, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_NONDET:
  case OP_PARAM:
  case OP_CALL:
  case OP_LOAD:
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_VA_AREA: return false;
  case OP_GEP: return is_number(at, inst->ops[0]);
  case OP_PHI:
  case OP_SELECT:
  case OP_BITCAST:
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
    for (uint32_t k = inst->op == OP_SELECT; k < inst->n_ops; k++)
      if (is_number(at, inst->ops[k])) return true;
    return false;
  default: return prog_op_has(inst->op, 'R');
  }
}

/* ---- all of it ---- */

static void flow_inst(const Place *at, uint32_t index) {
  const Inst *inst = &at->f->insts.at[index];
  AddressFlow *flow = at->flow;
  uint32_t number = value_number(flow, at->func, index);
  if (inst->op == OP_STORE) store(at, inst);
  if (inst->op == OP_MEMCPY) /* spots move with it */
    put(flow, region_of(at, inst), flow->holds[region_of(at, inst).id].worst,
        NULL);
  if (inst->op == OP_MEMSET && made(at, inst->ops[1]) != MADE_OF_NONE)
    put(flow, region_of(at, inst), MADE_OF_PIECES, NULL);
  if (inst->type.id == 0) return;
  Made now = after_look(at, index, inst, makes(at, index, inst));
  bool counted = now == MADE_OF_NONE && counts(at, inst);
  if (now <= flow->made[number] && (!counted || flow->number[number])) return;
  flow->made[number] = (uint8_t)worse(now, (Made)flow->made[number]);
  flow->number[number] |= counted;
  flow->changed = true;
}

static void find_brought(const Place *at, uint32_t index) {
  const Inst *inst = &at->f->insts.at[index];
  IndexVec objects = {0};
  if (inst->op != OP_LOAD && inst->op != OP_PARAM && inst->op != OP_CALL)
    return;
  enc_objects_of(at->flow, at->func, val_local(index), &objects);
  at->flow->brings[value_number(at->flow, at->func, index)] = objects.n > 0;
  VEC_DONE(at->flow->enc->program->mem, &objects);
}

static void for_all(AddressFlow *flow,
                    void (*step)(const Place *at, uint32_t index)) {
  const Program *p = flow->enc->program;
  for (uint32_t id = 1; id < p->funcs.n; id++) {
    Place at = {flow, {id}, prog_func(p, (FuncId){id})};
    for (uint32_t k = 1; at.f->blocks.n && k <= at.f->n_params; k++)
      step(&at, k);
    for (uint32_t b = 0; b < at.f->blocks.n; b++)
      for (uint32_t i = 0; i < at.f->blocks.at[b].insts.n; i++)
        step(&at, at.f->blocks.at[b].insts.at[i]);
  }
}

/* As which field of the innermost struct the bytes at the offset would be
 * accessed. */
static void name_field(const Program *p, TypeId type, uint64_t offset,
                       Spot *spot) {
  for (;;) {
    const Type *t = prog_type(p, type);
    if (t->kind == TYPE_ARRAY) {
      type = t->elem;
      uint64_t size = prog_type(p, type)->size;
      offset = size ? offset % size : 0;
    } else if (t->kind == TYPE_STRUCT && t->n_fields) {
      uint32_t k = t->n_fields - 1;
      while (k && t->fields[k].offset > offset) k--;
      spot->record = type;
      spot->field = k;
      offset -= t->fields[k].offset;
      type = t->fields[k].type;
    } else {
      return;
    }
  }
}

/* Addresses in the initial bytes of globals. */
static void hold_initial(AddressFlow *flow) {
  const Program *p = flow->enc->program;
  for (uint32_t g = 1; g < p->globals.n; g++) {
    const Global *global = &p->globals.at[g];
    uint32_t object = prog_points_of_global(flow->enc->points, (GlobalId){g});
    for (uint32_t r = 0; r < global->n_relocs; r++) {
      RegionId region =
          prog_region_at(flow->enc->regions, object, global->relocs[r].offset,
                         p->pointer_bits / 8);
      int64_t low = (int64_t)global->relocs[r].offset;
      Spot spot = {
          .object = object, .low = low, .high = low + p->pointer_bits / 8};
      name_field(p, global->type, global->relocs[r].offset, &spot);
      if (region.id) put(flow, region, MADE_ADDRESS, &spot);
    }
  }
}

AddressFlow *enc_address_flow_new(Enc *enc, LooksAtFixed *looks) {
  require(looks);
  Mem *mem = enc->mem;
  const Program *p = enc->program;
  AddressFlow *flow = MEM_NEW(mem, AddressFlow);
  flow->enc = enc;
  flow->looks = looks;
  flow->first = MEM_ARRAY(mem, uint32_t, p->funcs.n);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    flow->first[f] = flow->n_values;
    flow->n_values += p->funcs.at[f].insts.n;
  }
  flow->made = MEM_ARRAY(mem, uint8_t, flow->n_values);
  flow->number = MEM_ARRAY(mem, uint8_t, flow->n_values);
  flow->brings = MEM_ARRAY(mem, uint8_t, flow->n_values);
  flow->holds = MEM_ARRAY(mem, Holds, prog_n_regions(flow->enc->regions));
  for_all(flow, find_brought);
  hold_initial(flow);
  do {
    flow->changed = false;
    for_all(flow, flow_inst);
  } while (flow->changed);
  if (flow->uses_spots)
    enc_ledger(enc, LEDGER_MODEL, (LocId){0},
               "indices stay inside their arrays; accesses of different fields "
               "of a struct do not overlap");
  return flow;
}

void enc_address_flow_free(AddressFlow *flow) {
  Mem *mem = flow->enc->mem;
  MEM_FREE_ARRAY(mem, flow->first, flow->enc->program->funcs.n);
  MEM_FREE_ARRAY(mem, flow->made, flow->n_values);
  MEM_FREE_ARRAY(mem, flow->number, flow->n_values);
  MEM_FREE_ARRAY(mem, flow->brings, flow->n_values);
  for (uint32_t r = 0; r < prog_n_regions(flow->enc->regions); r++)
    VEC_DONE(mem, &flow->holds[r].spots);
  MEM_FREE_ARRAY(mem, flow->holds, prog_n_regions(flow->enc->regions));
  MEM_DELETE(mem, flow);
}
