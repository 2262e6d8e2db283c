/* SPDX-License-Identifier: MIT
 *
 * Which memory can be kept when the rest is forgotten: see local.c.
 *
 * A backward walk over values from the addresses of all accesses in the wanted
 * regions.  A load on the way makes its region wanted, too, and whatever is
 * stored to that region joins the walk.  When the walk comes to a call that is
 * not followed, or to a region that such a function changes, the region it
 * started from cannot be kept.  Each region is tried by itself on top of those
 * that were kept before, so that one bad region spoils no other.  Linear in the
 * program for each region that is wanted. */
#include "pass/over/local_int.h"

typedef struct Closing {
  const Program *p;
  const Function *f;
  Mem *mem;
  uint8_t *changed;  /* region -> a function that is not followed changes it */
  uint8_t *keep;     /* region -> kept, with what is tried now */
  uint8_t *feeds;    /* region -> addresses are loaded from it */
  uint8_t *seen;     /* value -> is on the way */
  Vec(uint32_t) way; /* values to go on from */
  Vec(uint32_t) regions; /* to go on from */
  bool failed;
} Closing;

/* Calls are left only of what is not followed. */
static void find_changed(Closing *c) {
  for (uint32_t id = 1; id < c->p->funcs.n; id++) {
    const Function *f = &c->p->funcs.at[id];
    if (f == c->f) continue;
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
        const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
        if (prog_op_has(inst->op, 'W')) c->changed[inst->region.id] = 1;
      }
  }
}

static void need_value(Closing *c, Val v) {
  assert(!val_is_local(v) || val_index(v) < c->f->insts.n);
  if (!val_is_local(v) || c->seen[val_index(v)]) return;
  c->seen[val_index(v)] = 1;
  VEC_PUSH(c->mem, &c->way, val_index(v));
}

static void need_region(Closing *c, uint32_t region) {
  assert(region < c->p->regions.n);
  if (region == 0 || c->changed[region] || c->changed[0]) c->failed = true;
  if (region == 0 || c->keep[region]) return;
  c->keep[region] = 1;
  VEC_PUSH(c->mem, &c->regions, region);
}

static void feed(Closing *c, uint32_t region) {
  assert(c->keep[region] || c->failed);
  if (c->feeds[region]) return;
  c->feeds[region] = 1;
  VEC_PUSH(c->mem, &c->regions, region);
}

static void need_all_unknown(Closing *c) {
  for (uint32_t r = 1; r < c->p->regions.n; r++) {
    if (c->p->regions.at[r].targets != REGION_UNKNOWN) continue;
    need_region(c, r);
    feed(c, r);
  }
}

/* The accesses of a region: their addresses, and what they store if addresses
 * are loaded from it. */
static void follow_region(Closing *c, uint32_t region) {
  if (c->p->regions.at[region].targets == REGION_UNKNOWN) need_all_unknown(c);
  for (uint32_t b = 0; b < c->f->blocks.n; b++)
    for (uint32_t i = 0; i < c->f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &c->f->insts.at[c->f->blocks.at[b].insts.at[i]];
      if (inst->region.id != region || inst->op == OP_NONDET) continue;
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (inst->op != OP_STORE || k == 1 || c->feeds[region])
          need_value(c, inst->ops[k]);
    }
}

static void follow_value(Closing *c, uint32_t index) {
  assert(index < c->f->insts.n && c->seen[index]);
  const Inst *inst = &c->f->insts.at[index];
  if (inst->op == OP_CALL) c->failed = true;
  if (inst->op == OP_LOAD) {
    need_region(c, inst->region.id);
    if (inst->region.id) feed(c, inst->region.id);
  }
  for (uint32_t k = 0; k < inst->n_ops; k++) need_value(c, inst->ops[k]);
}

static bool close_over(Closing *c, uint32_t region) {
  assert(region > 0 && region < c->p->regions.n);
  c->failed = false;
  VEC_CLEAR(&c->way);
  VEC_CLEAR(&c->regions);
  need_region(c, region);
  while (!c->failed && (c->way.n || c->regions.n)) {
    if (c->way.n)
      follow_value(c, VEC_POP(&c->way));
    else
      follow_region(c, VEC_POP(&c->regions));
  }
  return !c->failed;
}

/* Tries one region more; forgets the attempt if it fails. */
static void try_region(Closing *c, uint32_t region) {
  uint32_t n = c->p->regions.n, n_insts = c->f->insts.n;
  uint8_t *before = MEM_ARRAY(c->mem, uint8_t, 2 * n + n_insts);
  memcpy(before, c->keep, n);
  memcpy(before + n, c->feeds, n);
  memcpy(before + 2 * n, c->seen, n_insts);
  if (!close_over(c, region)) {
    memcpy(c->keep, before, n);
    memcpy(c->feeds, before + n, n);
    memcpy(c->seen, before + 2 * n, n_insts);
  }
  MEM_FREE_ARRAY(c->mem, before, 2 * n + n_insts);
}

uint32_t local_close(const Program *p, const IndexVec *wanted, uint8_t *keep) {
  uint32_t n = p->regions.n, kept = 0;
  if (n < 2) return 0;
  Closing c = {.p = p,
               .f = prog_func(p, p->entry),
               .mem = p->mem,
               .changed = MEM_ARRAY(p->mem, uint8_t, n),
               .feeds = MEM_ARRAY(p->mem, uint8_t, n),
               .keep = keep};
  c.seen = MEM_ARRAY(p->mem, uint8_t, c.f->insts.n);
  find_changed(&c);
  for (uint32_t i = 0; i < wanted->n; i++) {
    require(wanted->at[i] > 0 && wanted->at[i] < n);
    if (!keep[wanted->at[i]]) try_region(&c, wanted->at[i]);
  }
  for (uint32_t r = 1; r < n; r++) kept += keep[r];
  keep[0] = kept > 0;
  MEM_FREE_ARRAY(p->mem, c.seen, c.f->insts.n);
  MEM_FREE_ARRAY(p->mem, c.changed, n);
  MEM_FREE_ARRAY(p->mem, c.feeds, n);
  VEC_DONE(p->mem, &c.way);
  VEC_DONE(p->mem, &c.regions);
  return kept;
}
