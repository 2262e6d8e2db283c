/* SPDX-License-Identifier: MIT
 *
 * Memory in function formulas: a graph of versions, read backwards.
 *
 * Problem.  A function of a large program touches many cells through pointers
 * about which little is known; one array term per region, copied at every join
 * and through every call, costs more than all else together.
 *
 * Idea.  Every write makes a version that points to the one before; joins,
 * loops and calls make versions, too.  Nothing is computed until a cell is
 * read; then we walk back.  A write to another cell is skipped, a write to the
 * same cell is the answer, and a write that may be either gives an if-then-else
 * of both.  At a join the answer is an if-then-else over its edges; at a call
 * that may write the cell it is a new variable, which stands for the cell when
 * the callee returns.  Answers are kept by version and cell.
 *
 * Whether two addresses can be equal is settled without a solver where that is
 * possible: by region; by base object and offset; by age (what a parameter or
 * memory at entry points to is no object that was made since); by privacy (a
 * local whose address is only used to access it).
 *
 * Invariants: the answer is at least as general as the truth; where the walk
 * gives up (too many possible writes, pieces of cells) it is a LOST variable.
 * Cost: one step per version and cell, at most STEPS_MOST per read; no
 * recursion. */
#include "encode/function/exec_int.h"

/* ---- addresses ---- */

/* Strip constants that are added. */
static Term strip_constants(const TermStore *store, Term t, int64_t *offset) {
  while (term_kind(store, t) == TERM_ADD) {
    Term a = term_child(store, t, 0), b = term_child(store, t, 1);
    int64_t value;
    if (term_is_const(store, a) && term_const_i64(store, a, &value))
      t = b;
    else if (term_is_const(store, b) && term_const_i64(store, b, &value))
      t = a;
    else
      break;
    *offset = (int64_t)((uint64_t)*offset + (uint64_t)value);
  }
  return t;
}

/* The one object in a sum, or none. */
static Term object_in_sum(const EncExec *x, Term sum) {
  const TermStore *store = x->enc.store;
  Term todo[16], found = TERM_NONE;
  uint32_t n = 0, seen = 0;
  todo[n++] = sum;
  while (n) {
    Term t = todo[--n];
    if (++seen > 32) return TERM_NONE;
    if (term_kind(store, t) == TERM_ADD && n + 2 <= 16) {
      todo[n++] = term_child(store, t, 0);
      todo[n++] = term_child(store, t, 1);
    } else if (term_is_var(store, t) && enc_object_of(x, t)) {
      if (found.id) return TERM_NONE;
      found = t;
    }
  }
  return found;
}

Base enc_base(const EncExec *x, Term address) {
  Base base = {.is_exact = true};
  base.base = strip_constants(x->enc.store, address, &base.offset);
  if (term_is_var(x->enc.store, base.base)) {
    base.is_object = enc_object_of(x, base.base) != NULL;
    return base;
  }
  Term object = object_in_sum(x, base.base);
  if (object.id)
    base = (Base){.base = object, .is_object = true, .is_exact = false};
  return base;
}

static Relation compare_offsets(int64_t at, int64_t bytes, int64_t written,
                                int64_t length) {
  assert(bytes > 0);
  if (length >= 0 && (at >= written + length || at + bytes <= written))
    return APART;
  if (at == written && bytes == length) return SAME_CELL;
  if (length >= 0 && at >= written && at + bytes <= written + length)
    return INSIDE;
  return MIXED;
}

/* How the place lies to what the version writes. */
Relation memory_relate(const EncExec *x, const Place *place,
                       const Version *write) {
  Term address = write->address;
  int64_t bytes = write->bytes;
  RegionId region = write->region;
  EncField field = write->field;
  if (place->region.id && region.id && place->region.id != region.id)
    return APART;
  Base a = enc_base(x, place->address), b = enc_base(x, address);
  if (term_same(a.base, b.base)) {
    if (place->region.id == ENC_GHOST) return SAME_CELL; /* freed as a whole */
    if (a.is_exact && b.is_exact)
      return compare_offsets(a.offset, place->bytes, b.offset, bytes);
    if (enc_fields_apart(x->facts, place->field, field)) return APART;
    return bytes >= 0 ? MAYBE : MIXED;
  }
  if (enc_fields_apart(x->facts, place->field, field)) return APART;
  const Object *oa = a.is_object ? enc_object_of(x, a.base) : NULL;
  const Object *ob = b.is_object ? enc_object_of(x, b.base) : NULL;
  if (oa && ob && memory_objects_apart(x, oa, ob)) return APART;
  if (oa && !ob && memory_is_hidden(x, oa, b.base)) return APART;
  if (ob && !oa && memory_is_hidden(x, ob, a.base)) return APART;
  return bytes >= 0 ? MAYBE : MIXED;
}

/* ---- versions ---- */

uint32_t enc_new_version(EncExec *x, Version version) {
  /* Versions point to older ones, so every walk ends. */
  assert(version.kind == VERSION_ENTRY || version.kind == VERSION_JOIN ||
         version.below < x->versions.n);
  VEC_PUSH(x->enc.mem, &x->versions, version);
  return x->versions.n - 1;
}

uint32_t enc_join_versions(EncExec *x, const Joined *joined, uint32_t n) {
  require(n > 0);
  bool differs = false;
  for (uint32_t i = 1; i < n; i++)
    differs |= joined[i].version != joined[0].version;
  if (!differs) return joined[0].version;
  Version join = {.kind = VERSION_JOIN, .join = x->joins.n, .n_joined = n};
  for (uint32_t i = 0; i < n; i++) {
    assert(joined[i].version < x->versions.n);
    VEC_PUSH(x->enc.mem, &x->joins, joined[i]);
  }
  return enc_new_version(x, join);
}

/* ---- places and answers ---- */

static uint32_t place_number(EncExec *x, Place place) {
  uint64_t key = hash_mix(hash_mix(place.address.id, place.bytes),
                          (uint64_t)place.region.id << 1 | place.is_pointer);
  key = hash_mix(key, (uint64_t)place.field.type.id << 32 | place.field.index);
  uint32_t first = (uint32_t)map_get(&x->place_index, key, UINT32_MAX);
  for (uint32_t at = first; at != UINT32_MAX; at = x->place_next.at[at]) {
    const Place *p = &x->places.at[at];
    if (term_same(p->address, place.address) && p->bytes == place.bytes &&
        p->region.id == place.region.id && p->is_pointer == place.is_pointer &&
        p->is_load == place.is_load && p->is_piece == place.is_piece &&
        p->field.type.id == place.field.type.id &&
        p->field.index == place.field.index &&
        p->kind.class == place.kind.class &&
        p->kind.type.id == place.kind.type.id &&
        p->since.version == place.since.version &&
        p->since.loop == place.since.loop &&
        p->since.name.type.id == place.since.name.type.id &&
        p->since.name.index == place.since.name.index &&
        term_same(p->since.home, place.since.home))
      return at;
  }
  VEC_PUSH(x->enc.mem, &x->places, place);
  VEC_PUSH(x->enc.mem, &x->place_next, first);
  map_put(&x->place_index, key, x->places.n - 1);
  return x->places.n - 1;
}

static uint64_t memo_key(uint32_t version, uint32_t place) {
  return (uint64_t)version << 32 | place;
}

static Term answer_of(const EncExec *x, uint32_t version, uint32_t place) {
  return (Term){(uint32_t)map_get(&x->memo, memo_key(version, place), 0)};
}

static void answer(EncExec *x, uint32_t version, uint32_t place, Term value) {
  require(term_width(x->enc.store, value) == 8 * x->places.at[place].bytes);
  map_put(&x->memo, memo_key(version, place), value.id);
}

/* The answer there, or none: it has been asked for. */
static Term ask(EncExec *x, uint32_t version, uint32_t place) {
  Term known = answer_of(x, version, place);
  if (!known.id) VEC_PUSH(x->enc.mem, &x->stack, memo_key(version, place));
  return known;
}

static Term place_leaf(EncExec *x, EncLeafKind kind, uint32_t place,
                       const Version *version) {
  const Place *p = &x->places.at[place];
  EncLeaf leaf = {.kind = kind,
                  .is_memory = true,
                  .place = place,
                  .is_pointer = p->is_pointer,
                  .activation = version->activation,
                  .inst = version->inst};
  if (version->kind == VERSION_CALL || version->kind == VERSION_LOOP ||
      version->kind == VERSION_LOSE) {
    const EncActivation *act = &x->activations.at[version->activation];
    leaf.func = act->func;
    leaf.loc = version->loc;
  } else {
    leaf.loc = x->reader;
  }
  return enc_new_leaf(x, leaf, sort_bv(8 * p->bytes));
}

/* ---- what is there at entry ---- */

/* One variable for an address and a size, whatever it is accessed as. */
static Term entry_cell(EncExec *x, uint32_t place, const Version *entry) {
  Place p = x->places.at[place];
  if (p.region.id == ENC_GHOST) return term_u64(x->enc.store, 0, 8);
  assert(p.bytes < UINT32_MAX / 2);
  uint64_t key = (uint64_t)p.address.id << 32 | p.bytes << 1;
  if (enc_is_in_table(x, &p)) key |= 1; /* what it holds is its own */
  const uint64_t *same = map_find(&x->entry_of, key);
  if (same) return (Term){(uint32_t)*same};
  Term cell = p.bytes <= 16 ? enc_constant_cell(x, &p) : TERM_NONE;
  if (!cell.id) {
    cell = place_leaf(x, ENC_LEAF_CONTEXT, place, entry);
    VEC_LAST(&x->leaves).axiom = enc_table_cell(x, &p, cell);
  }
  map_put(&x->entry_of, key, cell.id);
  return cell;
}

/* ---- writes ---- */

static void spend(EncExec *x, uint32_t steps) {
  x->reads_left -= x->reads_left < steps ? x->reads_left : steps;
}

/* The bytes at a distance known from the start of what was written. */
static Term piece(EncExec *x, Term value, uint64_t from, uint32_t bytes) {
  assert(8 * (from + bytes) <= term_width(x->enc.store, value));
  return term_extract(x->enc.store, value, (uint32_t)(8 * (from + bytes) - 1),
                      (uint32_t)(8 * from));
}

static bool is_power_of_two(int64_t n) {
  return n > 0 && (n & (n - 1)) == 0;
}

static Term round_down(EncExec *x, Term address, int64_t to) {
  TermStore *store = x->enc.store;
  return term_bvand(store, address,
                    term_i64(store, -to, term_width(store, address)));
}

static Term meets(EncExec *x, const Place *place, const Version *write,
                  Term same) {
  return enc_overlap(x, place->address, write->address, same, write->loc);
}

/* The cell may have been written.  Accesses are aligned to their size, so two
 * of them are nested or apart. */
static Term maybe_written(EncExec *x, uint32_t place, const Version *write,
                          Term below) {
  TermStore *store = x->enc.store;
  Place p = x->places.at[place];
  int64_t bytes = p.bytes;
  assert(write->kind == VERSION_WRITE && write->bytes > 0);
  if (p.region.id == ENC_GHOST)
    return term_ite(store, memory_is_freed(x, &p, write, write->address, 8),
                    write->value, below);
  if (bytes == write->bytes)
    return term_ite(
        store, meets(x, &p, write, term_eq(store, p.address, write->address)),
        write->value, below);
  if (!is_power_of_two(bytes) || !is_power_of_two(write->bytes))
    return place_leaf(x, ENC_LEAF_LOST, place, write);
  if (bytes > write->bytes) {
    Term hit = term_eq(store, round_down(x, write->address, bytes), p.address);
    hit = meets(x, &p, write, hit);
    return term_ite(store, hit, place_leaf(x, ENC_LEAF_LOST, place, write),
                    below);
  }
  Term hit =
      term_eq(store, round_down(x, p.address, write->bytes), write->address);
  hit = meets(x, &p, write, hit);
  uint32_t width = 8 * (uint32_t)write->bytes;
  Term distance = term_resize_unsigned(
      store, term_sub(store, p.address, write->address), width);
  Term shift = term_mul(store, distance, term_u64(store, 8, width));
  Term value = term_extract(store, term_lshr(store, write->value, shift),
                            8 * p.bytes - 1, 0);
  return term_ite(store, hit, value, below);
}

/* A cell that was written in part only is read in halves. */
static bool read_halves(EncExec *x, uint32_t version, uint32_t place) {
  TermStore *store = x->enc.store;
  Place low = x->places.at[place], high = low;
  assert(low.bytes > 1);
  low.is_pointer = high.is_pointer = low.is_load = high.is_load = false;
  low.is_piece = high.is_piece = true;
  low.bytes /= 2;
  high.bytes -= low.bytes;
  high.address =
      term_add(store, low.address,
               term_u64(store, low.bytes, x->enc.program->pointer_bits));
  Term first = ask(x, version, place_number(x, low));
  Term second = ask(x, version, place_number(x, high));
  if (!first.id || !second.id) return false;
  answer(x, version, place, term_concat(store, second, first));
  return true;
}

/* Is the cell written in part, and known which? */
static bool is_in_part(const EncExec *x, const Place *place,
                       const Version *write) {
  assert(write->kind == VERSION_WRITE || write->kind == VERSION_COPY ||
         write->kind == VERSION_FILL || write->kind == VERSION_LOSE);
  Base a = enc_base(x, place->address), b = enc_base(x, write->address);
  return place->bytes > 1 && place->bytes <= 16 && write->bytes > 0 &&
         a.is_exact && b.is_exact && term_same(a.base, b.base);
}

/* True: answered.  Otherwise something else has been asked for first. */
static bool read_write(EncExec *x, uint32_t version, uint32_t place) {
  Version write = x->versions.at[version];
  Place p = x->places.at[place];
  Relation how = memory_relate(x, &p, &write);
  if (how == SAME_CELL) {
    answer(x, version, place, write.value);
  } else if (how == INSIDE) {
    Base a = enc_base(x, p.address), b = enc_base(x, write.address);
    answer(x, version, place,
           piece(x, write.value, (uint64_t)(a.offset - b.offset), p.bytes));
  } else if (how == MIXED && is_in_part(x, &p, &write)) {
    return read_halves(x, version, place);
  } else if (how == MIXED) {
    answer(x, version, place, place_leaf(x, ENC_LEAF_LOST, place, &write));
  } else {
    assert(how == MAYBE);
    Term below = ask(x, write.below, place);
    if (!below.id) return false;
    spend(x, STEPS_MAYBE);
    answer(x, version, place, maybe_written(x, place, &write, below));
  }
  return true;
}

/* The bytes of a cell inside of what is filled, at this distance from its
 * start. */
static Term filled(EncExec *x, const Version *fill, int64_t at,
                   uint32_t bytes) {
  uint32_t unit = term_width(x->enc.store, fill->value) / 8;
  assert(fill->kind == VERSION_FILL && at >= 0 && unit > 0);
  Term cell = TERM_NONE;
  for (uint32_t i = 0; i < bytes; i++) {
    Term byte = piece(x, fill->value, (uint64_t)(at + i) % unit, 1);
    cell = cell.id ? term_concat(x->enc.store, byte, cell) : byte;
  }
  return cell;
}

/* COPY and FILL: exact only inside a known range. */
static bool read_range(EncExec *x, uint32_t version, uint32_t place) {
  Version write = x->versions.at[version];
  Place p = x->places.at[place];
  Relation how = memory_relate(x, &p, &write);
  if (how == MIXED && is_in_part(x, &p, &write))
    return read_halves(x, version, place);
  if (how != SAME_CELL && how != INSIDE) {
    answer(x, version, place, place_leaf(x, ENC_LEAF_LOST, place, &write));
    return true;
  }
  TermStore *store = x->enc.store;
  Base a = enc_base(x, p.address), b = enc_base(x, write.address);
  if (write.kind == VERSION_FILL) {
    answer(x, version, place, filled(x, &write, a.offset - b.offset, p.bytes));
    return true;
  }
  Place from = p;
  from.is_load = false;
  from.address = term_add(
      store, write.value,
      term_i64(store, a.offset - b.offset, term_width(store, write.value)));
  Term value = ask(x, write.below, place_number(x, from));
  if (value.id) answer(x, version, place, value);
  return value.id != 0;
}

static bool read_join(EncExec *x, uint32_t version, uint32_t place) {
  Version join = x->versions.at[version];
  spend(x, STEPS_JOIN);
  bool is_complete = true;
  for (uint32_t i = 0; i < join.n_joined; i++)
    if (!ask(x, x->joins.at[join.join + i].version, place).id)
      is_complete = false;
  if (!is_complete) return false;
  Term value = TERM_NONE;
  for (uint32_t i = join.n_joined; i-- > 0;) {
    Joined from = x->joins.at[join.join + i];
    Term part = answer_of(x, from.version, place);
    value = value.id ? term_ite(x->enc.store, from.guard, part, value) : part;
  }
  answer(x, version, place, value);
  return true;
}

/* ---- the walk ---- */

static bool write_passes(EncExec *x, const Version *write, const Place *place) {
  Relation how = memory_relate(x, place, write);
  if (how != MAYBE) return how == APART;
  Base a = enc_base(x, place->address), b = enc_base(x, write->address);
  return !term_same(a.base, b.base) && memory_types_differ(write, place) &&
         !enc_same_struct(x->facts, write->field, place->field);
}

/* Does the version leave the place alone? */
static bool passes(EncExec *x, uint32_t number, const Place *place) {
  const Version *version = &x->versions.at[number];
  bool is_ghost = place->region.id == ENC_GHOST;
  x->is_presumed = is_ghost && (number <= place->since.version ||
                                number == place->since.loop);
  switch (version->kind) {
  case VERSION_ENTRY:
  case VERSION_JOIN: return false;
  case VERSION_WRITE:
    return is_ghost != (version->region.id == ENC_GHOST) ||
           (is_ghost && memory_free_passes(x, version, place)) ||
           write_passes(x, version, place);
  case VERSION_COPY:
  case VERSION_FILL:
    return is_ghost || memory_relate(x, place, version) == APART;
  case VERSION_LOSE: return !memory_lose_hits(x, version, place);
  case VERSION_LOOP: return !memory_loop_hits(x, version, place);
  case VERSION_CALL:
    x->is_presumed =
        x->is_presumed && !memory_call_leaves_freed(x, version, place);
    return !memory_call_hits(x, version, place);
  }
  unreachable_case();
}

/* What is there after an unknown change: an input only where it is certain
 * that the change was there. */
static EncLeafKind lost_as(const EncExec *x, const Version *lose,
                           uint32_t place) {
  if (lose->leaf != ENC_LEAF_INPUT || !lose->address.id) return lose->leaf;
  Base a = enc_base(x, x->places.at[place].address);
  Base b = enc_base(x, lose->address);
  return term_same(a.base, b.base) ? ENC_LEAF_INPUT : ENC_LEAF_LOST;
}

/* The variable for a cell is the same, whatever struct the question saw there:
 * an answer that is known serves all of them. */
static bool read_untyped(EncExec *x, uint32_t version, uint32_t place) {
  Place p = x->places.at[place];
  p.kind.type = (TypeId){0};
  Term value = ask(x, version, place_number(x, p));
  if (value.id) answer(x, version, place, value);
  return value.id != 0;
}

/* Is all of the place among the bytes that are sure to be written? */
static bool is_surely_lost(const EncExec *x, const Version *lose,
                           const Place *place) {
  Base a = enc_base(x, place->address), b = enc_base(x, lose->address);
  return a.is_exact && b.is_exact && term_same(a.base, b.base) &&
         a.offset >= b.offset &&
         a.offset - b.offset + (int64_t)place->bytes <= lose->surely;
}

/* Nobody looks into it: one variable for an address and a size, whatever it is
 * accessed as. */
static Term lost_cell(EncExec *x, uint32_t version, uint32_t place) {
  Version lose = x->versions.at[version];
  Place p = x->places.at[place];
  assert(lose.kind == VERSION_LOSE);
  if (p.region.id == ENC_GHOST)
    return place_leaf(x, lost_as(x, &lose, place), place, &lose);
  uint32_t plain =
      place_number(x, (Place){.address = p.address, .bytes = p.bytes});
  Term cell = answer_of(x, version, plain);
  if (!cell.id) {
    cell = place_leaf(x, lost_as(x, &lose, place), place, &lose);
    if (lose.surely > 0 && !is_surely_lost(x, &lose, &p))
      VEC_LAST(&x->leaves).or_as = lose.below + 1;
    answer(x, version, plain, cell);
  }
  assert(term_width(x->enc.store, cell) == 8 * p.bytes);
  return cell;
}

static bool read_lost(EncExec *x, uint32_t version, uint32_t place) {
  Version lose = x->versions.at[version];
  Place p = x->places.at[place];
  if (p.region.id != ENC_GHOST && lose.address.id &&
      memory_relate(x, &p, &lose) == MIXED && is_in_part(x, &p, &lose))
    return read_halves(x, version, place);
  answer(x, version, place, lost_cell(x, version, place));
  return true;
}

static bool read_loop(EncExec *x, uint32_t version, uint32_t place) {
  Version loop = x->versions.at[version];
  assert(loop.kind == VERSION_LOOP);
  Place p = x->places.at[place];
  Term null, before = TERM_NONE;
  bool is_kept = p.is_pointer && memory_loop_keeps(x, &loop, &p, &null);
  if (is_kept) before = ask(x, loop.below, place);
  if (is_kept && !before.id) return false;
  Term now = place_leaf(x, ENC_LEAF_LOOP, place, &loop);
  if (is_kept) {
    null = term_or(x->enc.store, null, enc_is_null(x, before));
    VEC_LAST(&x->leaves).axiom =
        term_implies(x->enc.store, enc_is_null(x, now), null);
  }
  answer(x, version, place, now);
  return true;
}

static bool read_here(EncExec *x, uint32_t version, uint32_t place) {
  Version v = x->versions.at[version];
  bool makes_leaf = v.kind == VERSION_LOOP || v.kind == VERSION_CALL;
  if (makes_leaf && x->places.at[place].kind.type.id)
    return read_untyped(x, version, place);
  switch (v.kind) {
  case VERSION_ENTRY:
    answer(x, version, place, entry_cell(x, place, &v));
    break;
  case VERSION_WRITE: return read_write(x, version, place);
  case VERSION_COPY:
  case VERSION_FILL: return read_range(x, version, place);
  case VERSION_JOIN: return read_join(x, version, place);
  case VERSION_LOSE: return read_lost(x, version, place);
  case VERSION_LOOP: return read_loop(x, version, place);
  case VERSION_CALL:
    answer(x, version, place, place_leaf(x, ENC_LEAF_EFFECT, place, &v));
    break;
  }
  return true;
}

/* One step for the topmost question; true: it is answered. */
static bool read_step(EncExec *x, uint32_t version, uint32_t place) {
  Place p = x->places.at[place];
  Base base = enc_base(x, p.address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  uint32_t born = object ? object->born : UINT32_MAX, at = version;
  for (;; at = x->versions.at[at].below) {
    if (at == born) {
      answer(x, version, place,
             p.region.id == ENC_GHOST
                 ? term_u64(x->enc.store, 0, 8)
                 : place_leaf(x, ENC_LEAF_UNINIT, place, &x->versions.at[at]));
      return true;
    }
    if (x->reads_left) x->reads_left--;
    if (!passes(x, at, &p)) break;
  }
  if (!x->reads_left) {
    answer(x, version, place,
           place_leaf(x, ENC_LEAF_LOST, place, &x->versions.at[at]));
    return true;
  }
  if (at == version) return read_here(x, version, place);
  Term there = ask(x, at, place);
  if (there.id) answer(x, version, place, there);
  return there.id != 0;
}

Term enc_read(EncExec *x, uint32_t version, Place place) {
  require(version < x->versions.n && place.bytes > 0);
  uint32_t number = place_number(x, place);
  uint32_t bottom = x->stack.n;
  x->reads_left = STEPS_MOST;
  (void)ask(x, version, number);
  while (x->stack.n > bottom) {
    uint64_t key = VEC_LAST(&x->stack);
    uint32_t height = x->stack.n;
    if (map_find(&x->memo, key) ||
        read_step(x, (uint32_t)(key >> 32), (uint32_t)key)) {
      require(x->stack.n == height);
      x->stack.n--;
    }
  }
  return answer_of(x, version, number);
}
