/* SPDX-License-Identifier: MIT
 *
 * When do two unknown pointers point to the same memory?
 *
 * Problem.  Judging by their values alone, two parameters, or a parameter and
 * what it points to, may point to the same cell.  Most counterexamples of a
 * solver would then be structs that overlap in impossible ways.
 *
 * Idea.  First, what the accesses are written as.  An access through a field
 * of a struct touches an object of that struct (C11 6.5p7).  Two objects of one
 * struct are the same or apart, so that different fields never meet; objects of
 * two structs meet only if one holds the other as a member, or where a union is
 * accessed by its own name.
 * That is a premise and serves proofs, too (ENC_MEMORY_PRESUMED).
 *
 * Second, what is left, say `p->next` and `q->next`.  Whether they are the same
 * is a variable of its own (ENC_LEAF_OVERLAP) with the equation of addresses as
 * its axiom.  That is exact, so proofs need no premise; but a counterexample
 * shows that it needs the overlap, and one without can be asked for.  Pointers
 * that the program itself compares are left out: their author thought of it.
 *
 * Types are distinguished by their names without the number that linking adds.
 * Two layouts under one name are taken for "may be anything".  Cost: constant
 * per question; whether a type holds another is looked up once. */
#include "encode/function/exec_int.h"

enum { MEETINGS_MOST = 1000, CHOICES_MOST = 16, SUMMANDS_MOST = 8 };

/* ---- classes of structs ---- */

static bool is_union(const Type *type) {
  return strncmp(type->name, "union.", 6) == 0;
}

static bool same_layout(const Type *a, const Type *b) {
  if (a->size != b->size || a->n_fields != b->n_fields) return false;
  for (uint32_t i = 0; i < a->n_fields; i++)
    if (a->fields[i].offset != b->fields[i].offset) return false;
  return true;
}

void enc_structs_init(EncStructs *s, const Program *p, Mem *mem) {
  Names names;
  Arena texts;
  names_init(&names, mem);
  arena_init(&texts, mem);
  Vec(uint32_t) first = {0}; /* plain name -> first type of it; 0: several */
  *s = (EncStructs){.mem = mem, .n = p->types.n};
  s->class_of = MEM_ARRAY(mem, uint32_t, s->n);
  map_init(&s->holds, mem);
  for (int round = 0; round < 2; round++)
    for (uint32_t t = 1; t < s->n; t++) {
      const Type *type = &p->types.at[t];
      if (type->kind != TYPE_STRUCT || !type->name[0] || is_union(type))
        continue;
      const char *plain =
          arena_strndup(&texts, type->name, prog_plain_length(type->name));
      uint32_t name = names_add(&names, plain);
      if (round == 1) {
        s->class_of[t] = first.at[name];
        continue;
      }
      while (first.n <= name) VEC_PUSH(mem, &first, UINT32_MAX);
      if (first.at[name] == UINT32_MAX)
        first.at[name] = t;
      else if (first.at[name] &&
               !same_layout(type, &p->types.at[first.at[name]]))
        first.at[name] = 0;
    }
  VEC_DONE(mem, &first);
  names_done(&names);
  arena_done(&texts);
  enc_declared_init(s, p);
}

void enc_structs_done(EncStructs *s) {
  MEM_FREE_ARRAY(s->mem, s->class_of, s->n);
  enc_declared_done(s);
  map_done(&s->holds);
}

static uint32_t class_of(const EncStructs *s, TypeId type) {
  return type.id < s->n ? s->class_of[type.id] : 0;
}

/* May an object of the type hold one of the class as a member? */
static bool find_member(const EncFacts *facts, TypeId type, uint32_t wanted) {
  const Program *p = facts->program;
  Vec(TypeId) todo = {0};
  bool found = false;
  VEC_PUSH(facts->mem, &todo, type);
  while (todo.n && !found) {
    const Type *at = prog_type(p, VEC_LAST(&todo));
    TypeId id = VEC_POP(&todo);
    if (at->kind == TYPE_ARRAY) {
      VEC_PUSH(facts->mem, &todo, at->elem);
    } else if (at->kind == TYPE_STRUCT) {
      uint32_t class = class_of(&facts->structs, id);
      found = class == wanted || class == 0;
      for (uint32_t i = 0; i < at->n_fields && !found; i++)
        VEC_PUSH(facts->mem, &todo, at->fields[i].type);
    }
  }
  VEC_DONE(facts->mem, &todo);
  return found;
}

static bool holds(EncFacts *facts, TypeId type, uint32_t class) {
  TypeKind kind = prog_type(facts->program, type)->kind;
  if (kind != TYPE_STRUCT && kind != TYPE_ARRAY) return false;
  uint64_t key = (uint64_t)type.id << 32 | class;
  uint64_t *known = map_find(&facts->structs.holds, key);
  if (!known)
    known =
        map_put(&facts->structs.holds, key, find_member(facts, type, class));
  return *known != 0;
}

/* ---- fields ---- */

bool enc_fields_apart(EncFacts *facts, EncField a, EncField b) {
  uint32_t in_a = class_of(&facts->structs, a.type);
  uint32_t in_b = class_of(&facts->structs, b.type);
  if (!in_a || !in_b) return false;
  const Program *p = facts->program;
  const Type *ta = prog_type(p, a.type), *tb = prog_type(p, b.type);
  if (a.index >= ta->n_fields || b.index >= tb->n_fields) return false;
  const Field *fa = &ta->fields[a.index], *fb = &tb->fields[b.index];
  if (in_a == in_b) return a.index != b.index;
  return !holds(facts, fa->type, in_b) && !holds(facts, fb->type, in_a);
}

bool enc_structs_apart(EncFacts *facts, TypeId a, TypeId b) {
  uint32_t in_a = class_of(&facts->structs, a);
  uint32_t in_b = class_of(&facts->structs, b);
  if (!in_a || !in_b || in_a == in_b) return false;
  return !holds(facts, a, in_b) && !holds(facts, b, in_a);
}

bool enc_same_struct(const EncFacts *facts, EncField a, EncField b) {
  uint32_t class = class_of(&facts->structs, a.type);
  return class && class == class_of(&facts->structs, b.type);
}

/* ---- overlaps ---- */

/* A pointer, or an object, that was there when the root was entered, and whose
 * value alone says where it points. */
static bool is_given(const EncExec *x, const Base *base) {
  const Object *object = base->is_object ? enc_object_of(x, base->base) : NULL;
  if (object) return !object->is_session;
  const EncLeaf *leaf = enc_exec_leaf(x, base->base);
  return leaf &&
         (leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT ||
          leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT);
}

static uint64_t pair_key(Term a, Term b) {
  uint32_t x = a.id < b.id ? a.id : b.id, y = a.id < b.id ? b.id : a.id;
  return (uint64_t)x << 32 | y;
}

/* How far apart the two are if their bases are the same; not known: none of
 * these. */
static uint64_t distance_key(const Base *a, const Base *b) {
  bool turned = a->base.id > b->base.id;
  uint64_t from = (uint64_t)a->offset, to = (uint64_t)b->offset;
  uint64_t far = turned ? from - to : to - from;
  return hash_mix(pair_key(a->base, b->base), far);
}

void enc_note_compared(EncExec *x, Term a, Term b) {
  Base from = enc_base(x, a), to = enc_base(x, b);
  bool is_exact = from.is_exact && to.is_exact;
  map_put(&x->compared,
          is_exact ? distance_key(&from, &to) : pair_key(from.base, to.base),
          1);
}

/* Does the program ask whether these two are the same, or others that are as
 * far apart?  `p == q` has `p->x` and `q->x` in mind, `p != q->inside` does not
 * speak of `p` and `q`. */
static bool are_compared(const EncExec *x, const Base *a, const Base *b) {
  if (map_find(&x->compared, pair_key(a->base, b->base))) return true;
  return map_find(&x->compared, distance_key(a, b)) != NULL;
}

/* Was it made up by what is not known? */
static bool is_foreign(const EncExec *x, const Base *base) {
  const EncLeaf *leaf = base->is_object ? NULL : enc_exec_leaf(x, base->base);
  return leaf &&
         (leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT);
}

/* Is one an object that the other cannot lead to? */
static bool are_apart(const EncExec *x, const Base *a, const Base *b) {
  assert(!term_same(a->base, b->base));
  const Object *in_a = a->is_object ? enc_object_of(x, a->base) : NULL;
  const Object *in_b = b->is_object ? enc_object_of(x, b->base) : NULL;
  if (in_a && in_b) return memory_objects_apart(x, in_a, in_b);
  if (in_a) return memory_is_hidden(x, in_a, b->base) || is_foreign(x, b);
  return in_b && (memory_is_hidden(x, in_b, a->base) || is_foreign(x, a));
}

/* Is it by chance, or not at all, that the two lead to the same memory? */
static bool are_strangers(const EncExec *x, const Base *from, const Base *to) {
  if (term_same(from->base, to->base) || are_compared(x, from, to))
    return false;
  return (is_given(x, from) && is_given(x, to)) || are_apart(x, from, to);
}

/* The pointer that is added to; none: there is none, or it is a choice. */
static Term pointer_in_sum(const EncExec *x, Term t, uint32_t depth) {
  assert(t.id != 0 && depth <= SUMMANDS_MOST);
  const TermStore *store = x->enc.store;
  if (term_is_var(store, t)) {
    const EncLeaf *leaf = enc_exec_leaf(x, t);
    return leaf && leaf->is_pointer ? t : TERM_NONE;
  }
  if (!depth || term_kind(store, t) != TERM_ADD) return TERM_NONE;
  Term found = pointer_in_sum(x, term_child(store, t, 0), depth - 1);
  return found.id ? found
                  : pointer_in_sum(x, term_child(store, t, 1), depth - 1);
}

/* The same with an index that is not known. */
static Base base_in_sum(const EncExec *x, Term address) {
  Base base = enc_base(x, address);
  if (term_is_var(x->enc.store, base.base)) return base;
  Term pointer = pointer_in_sum(x, base.base, SUMMANDS_MOST);
  return pointer.id ? (Base){.base = pointer, .is_exact = false} : base;
}

static Term overlap_var(EncExec *x, Term a, Term b, Term same, LocId loc) {
  const uint64_t *known = map_find(&x->overlap_of, same.id);
  if (known) return (Term){(uint32_t)*known};
  Term var = enc_new_leaf(x, (EncLeaf){.kind = ENC_LEAF_OVERLAP, .loc = loc},
                          sort_bool());
  VEC_LAST(&x->leaves).axiom = term_iff(x->enc.store, var, same);
  map_put(&x->overlap_of, same.id, var.id);
  VEC_PUSH(x->enc.mem, &x->overlaps, ((EncMeeting){a, b, var}));
  return var;
}

/* Those who ask for belief look at it again, when it is known what the
 * addresses are. */
static void note_meeting(EncExec *x, Term a, Term b, Term same) {
  assert(a.id && b.id && term_is_bool(x->enc.store, same));
  if (x->meetings.n == MEETINGS_MOST || map_find(&x->meeting_of, same.id))
    return;
  map_put(&x->meeting_of, same.id, 1);
  VEC_PUSH(x->enc.mem, &x->meetings, ((EncMeeting){a, b, same}));
}

Term enc_overlap(EncExec *x, Term a, Term b, Term same, LocId loc) {
  if (term_is_true(same) || term_is_false(same)) return same;
  Base from = enc_base(x, a), to = enc_base(x, b);
  if (are_strangers(x, &from, &to)) return overlap_var(x, a, b, same, loc);
  note_meeting(x, a, b, same);
  return same;
}

const EncMeeting *enc_exec_meetings(const EncExec *x, uint32_t *n) {
  *n = x->meetings.n;
  return x->meetings.at;
}

const EncMeeting *enc_exec_overlaps(const EncExec *x, uint32_t *n) {
  *n = x->overlaps.n;
  return x->overlaps.at;
}

Term enc_exec_overlap(EncExec *x, Term a, Term b) {
  Term same = term_eq(x->enc.store, a, b);
  Base from = base_in_sum(x, a), to = base_in_sum(x, b);
  if (term_is_true(same) || term_is_false(same) ||
      !are_strangers(x, &from, &to))
    return TERM_NONE;
  return overlap_var(x, a, b, same, (LocId){0});
}

/* ---- pointers that the program compares ----
 *
 * By their bits any two addresses may be equal.  But what leads to the start,
 * or inside, of a global, a function or a local of a call that has not returned
 * is apart from what leads to another one, and from all that was ever allocated
 * (C11 6.5.9p6).  So `if (p != here) free(p)` tells the heap from a buffer.
 * Two allocations may have the same address, one after the other, and a pointer
 * just behind an object may be the start of the next. */

typedef struct Comparison {
  const Run *run;
  uint32_t left; /* choices still to be looked at */
} Comparison;

static bool is_running(const Run *run, uint32_t maker) {
  uint32_t at = run->activation;
  while (at != 0 && at != maker) at = run->x->activations.at[at].parent;
  return at == maker;
}

/* Is it certain to live, at a place of its own? */
static bool is_fixed(const Run *run, const Object *object) {
  return !object->is_heap && !object->is_result &&
         (!object->is_session || is_running(run, object->maker));
}

/* Is the offset one of the object's own? */
static bool is_inside(const EncExec *x, const Object *object, int64_t offset) {
  uint64_t size;
  return offset == 0 || (offset > 0 && object->size.id &&
                         term_const_u64(x->enc.store, object->size, &size) &&
                         (uint64_t)offset < size);
}

/* The object that the address is in; NULL: in none, or it is not known. */
static const Object *found_at(const EncExec *x, Term address) {
  Base base = enc_base(x, address);
  const Object *object =
      base.is_object && base.is_exact ? enc_object_of(x, base.base) : NULL;
  return object && is_inside(x, object, base.offset) ? object : NULL;
}

static bool lead_apart(const Run *run, Term a, Term b) {
  const Object *one = found_at(run->x, a), *other = found_at(run->x, b);
  if (!one || !other || one == other) return false;
  return (is_fixed(run, one) || is_fixed(run, other)) &&
         memory_objects_apart(run->x, one, other);
}

static Term equal(Comparison *c, Term a, Term b) {
  assert(a.id && b.id);
  TermStore *store = c->run->x->enc.store;
  for (int swapped = 0; swapped < 2 && c->left; swapped++) {
    if (term_kind(store, a) == TERM_ITE) {
      c->left--;
      Term yes = equal(c, term_child(store, a, 1), b);
      Term no = equal(c, term_child(store, a, 2), b);
      return term_ite(store, term_child(store, a, 0), yes, no);
    }
    Term other = a;
    a = b;
    b = other;
  }
  return lead_apart(c->run, a, b) ? term_false() : term_eq(store, a, b);
}

Term exec_are_equal(const Run *run, Term a, Term b) {
  Comparison c = {run, CHOICES_MOST};
  return equal(&c, a, b);
}
