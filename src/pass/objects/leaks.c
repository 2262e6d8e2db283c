/* SPDX-License-Identifier: MIT
 *
 * Is an object lost when a function returns?
 *
 * A function that allocates must free the object, or give it away: return it,
 * store it somewhere, hand it to who may keep it.  Where it does neither, only
 * this function and what it calls know the address, so what is not freed when
 * it returns never will be.  One that returns what it has stored as well (in a
 * list, say) leaves its callers nothing to free.
 *
 * Each such allocation has a variable of ours: NULL at the entry, the object's
 * address behind the allocation, NULL again where it is given away.  Before the
 * return VALID asks whether what it holds is NULL, was freed, or is what is
 * returned.  An object that no later round of its loop knows is asked about
 * where the round ends, too.  Of others that are made in a loop the variable
 * holds the one made last; those of earlier rounds are not asked about, so that
 * nothing is proved.  main is left
 * out, after which nothing matters.
 *
 * Who gets a pointer as an argument is looked into some calls deep.  Functions
 * without a body may keep everything, those of the C library keep nothing, as a
 * rule.  A pointer that is compared with another one, which does not lead into
 * the same object, is left out, too: it may be an object that is not on the
 * heap; so is one that is returned with something added, or whose number goes
 * elsewhere. */
#include "pass/objects/objects_int.h"

enum { DEPTH_MOST = 4 };

/* What becomes of a pointer; a set. */
enum { FATE_RETURNED = 1, FATE_GIVEN_AWAY = 2, FATE_UNKNOWN = 4 };

/* Is an instruction on the trail, and as the pointer itself? */
enum { TRAIL_OFF, TRAIL_SAME, TRAIL_MOVED, TRAIL_NUMBER };

/* A pointer and all that is computed from it in its function. */
typedef struct Trail {
  const Program *p;
  const Function *f;
  uint8_t *is_on; /* by instruction: TRAIL_ */
  uint8_t *holds; /* ... an ALLOCA in which the pointer is */
  uint32_t depth; /* calls */
  unsigned fate;
} Trail;

static unsigned find_fate(const Program *p, const Function *f, Val pointer,
                          uint32_t depth, uint8_t *gives, uint32_t *round);

/* Functions of the library that keep a pointer, that give one back which points
 * into what they were given, and that have no body here and do neither. */
static const char keepers[] = " putenv setbuf setbuffer setlinebuf setvbuf ";
static const char returners[] =
    " asctime_r basename bsearch ctime_r dirname fgets fgetws getcwd gets "
    "gmtime_r index inet_ntop localtime_r memccpy memchr memcpy memmem memmove "
    "mempcpy memrchr memset rawmemchr realloc realpath rindex stpcpy stpncpy "
    "strcasestr strcat strchr strchrnul strcpy strncat strncpy strpbrk strrchr "
    "strsep strstr strtok strtok_r wcpcpy wcpncpy wcscat wcschr wcscpy wcsncat "
    "wcsncpy wcspbrk wcsrchr wcsstr wcstok wmemchr wmemcpy wmemmove wmempcpy "
    "wmemset ";
static const char lookers[] =
    " access chdir chmod chown close connect creat execl execlp execv execve "
    "dirfd execvp fchmod fchown fdopen fgetpos fileno flockfile fscanf fseeko "
    "fsetpos fstat ftello ftrylockfile funlockfile getaddrinfo getc_unlocked "
    "getdelim getline getpwnam getgrnam "
    "getsockopt inet_aton inet_pton ioctl link lstat mkdir mkdtemp mkfifo "
    "mkstemp mknod open open64 openat opendir perror poll popen pread pwrite "
    "putc_unlocked read readdir readlink readv recv recvfrom regcomp regexec remove rename rmdir "
    "rewinddir seekdir send sendto setenv setlocale setsockopt stat stat64 statvfs strcoll "
    "strerror strftime strptime symlink syslog system truncate unlink utime "
    "vfprintf vprintf vsnprintf vsprintf write writev ";

bool library_gives_back(const Program *p, const Inst *call) {
  const char *name = library_name(p, call);
  return name && text_lists(returners, name);
}

/* These move a pointer along its text that they are given the address of, and
 * may return one to the same text. */
static const char movers[] =
    " strsep strtok_r __strtok_r strtol strtoll strtoul strtoull strtod strtof "
    "strtoimax strtoumax __isoc23_strtol __isoc23_strtoll __isoc23_strtoul "
    "__isoc23_strtoull iconv mbsrtowcs wcsrtombs getsubopt ";

static bool is_mover(const Program *p, const Inst *inst) {
  const char *name = inst->op == OP_CALL ? library_name(p, inst) : NULL;
  return name && text_lists(movers, name);
}

/* Argument `k` of the call, from 0. */
static unsigned fate_of_argument(const Trail *t, const Inst *call, uint32_t k) {
  FuncId id = prog_callee(t->p, call);
  const char *name = library_name(t->p, call);
  bool is_model = id.id && prog_func(t->p, id)->origin == FUNC_MODEL;
  if (name && (is_model || text_lists(lookers, name)) &&
      !text_lists(keepers, name))
    return text_lists(returners, name) ? FATE_RETURNED : 0;
  const Function *callee = id.id ? prog_func(t->p, id) : NULL;
  if (!callee || callee->state != FUNC_DEFINED || k >= callee->n_params ||
      t->depth == DEPTH_MOST)
    return FATE_GIVEN_AWAY;
  return find_fate(t->p, callee, val_local(k + 1), t->depth + 1, NULL, NULL);
}

static bool is_on_trail(const Trail *t, Val v) {
  return val_is_local(v) && t->is_on[val_index(v)];
}

/* Compared with another pointer, which then tells whether it is to be freed?
 * Not with one into the same object; of numbers, not with a constant. */
static bool is_told_apart(const Trail *t, const Inst *inst) {
  if (!prog_op_has(inst->op, 'C') || inst->n_ops != 2) return false;
  assert(t->is_on && t->f->insts.n > 0);
  for (uint32_t k = 0; k < 2; k++) {
    Val other = inst->ops[1 - k];
    uint64_t number;
    if (!is_on_trail(t, inst->ops[k]) || is_on_trail(t, other)) continue;
    bool is_number = t->is_on[val_index(inst->ops[k])] == TRAIL_NUMBER;
    if (!prog_const_as_u64(t->p, other, &number) || (number && !is_number))
      return true;
  }
  return false;
}

/* The local that the address is in, if nobody else knows where it is. */
static Val private_local(const Trail *t, Val address) {
  const Function *f = t->f;
  Val root = prog_address_root(f, address);
  if (!val_is_local(root) || f->insts.at[val_index(root)].op != OP_ALLOCA)
    return (Val){0};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      bool is_plain = inst->op == OP_LOAD || inst->op == OP_GEP ||
                      inst->op == OP_DBG || inst->op == OP_DBG_ADDR ||
                      inst->op == OP_BEGIN || inst->op == OP_END ||
                      is_mover(t->p, inst);
      for (uint32_t k = 0; !is_plain && k < inst->n_ops; k++)
        if (val_is_local(inst->ops[k]) && !(inst->op == OP_STORE && k == 1) &&
            val_same(prog_address_root(f, inst->ops[k]), root))
          return (Val){0};
    }
  return root;
}

/* The pointer is stored: in a local of ours it stays ours. */
static unsigned fate_of_stored(const Trail *t, const Inst *store) {
  assert(store->op == OP_STORE);
  Val local = private_local(t, store->ops[1]);
  if (!val_is_local(local)) return FATE_GIVEN_AWAY;
  t->holds[val_index(local)] = 1;
  return 0;
}

/* The number of the pointer, or one that is made of it.  The distance of two
 * that lead into the same object is another number. */
static uint8_t number_on(const Trail *t, const Inst *inst, uint32_t k) {
  assert(k < inst->n_ops && is_on_trail(t, inst->ops[k]));
  bool is_distance = inst->op == OP_SUB && is_on_trail(t, inst->ops[1 - k]);
  return is_distance ? TRAIL_OFF : TRAIL_NUMBER;
}

/* Is it the address of a local in which the pointer is? */
static bool leads_to_it(const Trail *t, Val address) {
  Val root = prog_address_root(t->f, address);
  return val_is_local(root) && t->holds[val_index(root)];
}

/* How the result of the instruction is on the trail because of a local in which
 * the pointer is. */
static uint8_t held_by(const Trail *t, const Inst *inst) {
  if (inst->op == OP_LOAD && leads_to_it(t, inst->ops[0])) {
    const Function *f = t->f;
    bool is_moved = false;
    Val root = prog_address_root(f, inst->ops[0]);
    for (uint32_t i = 1; i < f->insts.n; i++)
      for (uint32_t k = 1; k < f->insts.at[i].n_ops; k++)
        is_moved |= is_mover(t->p, &f->insts.at[i]) &&
                    val_same(prog_address_root(f, f->insts.at[i].ops[k]), root);
    return is_moved ? TRAIL_MOVED : TRAIL_SAME;
  }
  if (!is_mover(t->p, inst) || !inst->type.id ||
      prog_type(t->p, inst->type)->kind != TYPE_PTR)
    return TRAIL_OFF;
  for (uint32_t k = 1; k < inst->n_ops; k++)
    if (leads_to_it(t, inst->ops[k])) return TRAIL_MOVED;
  return TRAIL_OFF;
}

/* What becomes of the pointer by way of operand k of the instruction, to which
 * the trail comes; *goes_on: how the result is on the trail. */
static unsigned follow(const Trail *t, const Inst *inst, uint32_t k,
                       uint8_t *goes_on) {
  uint8_t so_far = t->is_on[val_index(inst->ops[k])];
  assert(so_far != TRAIL_OFF);
  *goes_on = TRAIL_OFF;
  switch ((int)inst->op) {
  case OP_GEP:
    *goes_on = TRAIL_MOVED;
    return so_far == TRAIL_NUMBER ? FATE_UNKNOWN : 0;
  case OP_PHI:
  case OP_SELECT: *goes_on = so_far; return 0;
  case OP_PTRTOINT: *goes_on = TRAIL_NUMBER; return 0;
  case OP_INTTOPTR: *goes_on = TRAIL_MOVED; return 0;
  case OP_ADD:
  case OP_SUB:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_LSHR:
  case OP_UREM:
  case OP_ZEXT:
  case OP_TRUNC: *goes_on = number_on(t, inst, k); return 0;
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return 0; /* is_told_apart */
  case OP_LOAD:
  case OP_FREE:
  case OP_VALID:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: return 0;
  case OP_STORE:
    if (so_far == TRAIL_NUMBER) return k == 1 ? 0 : FATE_UNKNOWN;
    return k == 1 ? 0 : fate_of_stored(t, inst);
  case OP_RET: {
    TypeId type = prog_val_type(t->p, t->f, inst->ops[k]);
    bool is_part = prog_type(t->p, type)->kind != TYPE_PTR; /* of a struct */
    return so_far == TRAIL_MOVED || is_part ? FATE_RETURNED | FATE_UNKNOWN
                                            : FATE_RETURNED;
  }
  case OP_CALL: {
    if (so_far == TRAIL_NUMBER) return FATE_UNKNOWN;
    unsigned fate = k == 0 ? FATE_UNKNOWN : fate_of_argument(t, inst, k - 1);
    if (fate & FATE_RETURNED) *goes_on = TRAIL_MOVED;
    return fate & ~(unsigned)FATE_RETURNED ? FATE_GIVEN_AWAY : 0;
  }
  default: return FATE_UNKNOWN;
  }
}

/* One round over the function; whether the trail became longer.  `gives`, or
 * NULL: instructions by which the pointer is given away. */
static bool extend(Trail *t, uint8_t *gives) {
  bool grew = false;
  for (uint32_t b = 0; b < t->f->blocks.n; b++)
    for (uint32_t i = 0; i < t->f->blocks.at[b].insts.n; i++) {
      uint32_t number = t->f->blocks.at[b].insts.at[i];
      const Inst *inst = &t->f->insts.at[number];
      uint8_t held = held_by(t, inst);
      grew |= held > t->is_on[number];
      if (held > t->is_on[number]) t->is_on[number] = held;
      for (uint32_t k = 0; k < inst->n_ops; k++) {
        uint8_t goes_on;
        if (!is_on_trail(t, inst->ops[k])) continue;
        unsigned fate = follow(t, inst, k, &goes_on);
        t->fate |= fate;
        if (gives && (fate & FATE_GIVEN_AWAY)) gives[number] = 1;
        grew |= goes_on > t->is_on[number];
        if (goes_on > t->is_on[number]) t->is_on[number] = goes_on;
      }
    }
  return grew;
}

/* Does a later round get to know the pointer? */
static bool is_carried(const Trail *t, uint32_t header) {
  assert(header < t->f->blocks.n);
  const Block *b = &t->f->blocks.at[header];
  bool carried = false;
  for (uint32_t i = 0; i < b->insts.n; i++)
    carried |= t->f->insts.at[b->insts.at[i]].op == OP_PHI &&
               t->is_on[b->insts.at[i]] != TRAIL_OFF;
  for (uint32_t i = 0; i < t->f->insts.n; i++) carried |= t->holds[i] != 0;
  return carried;
}

/* `round`: as Own.round, 0 from then on if a later round knows the pointer; or
 * NULL. */
static unsigned find_fate(const Program *p, const Function *f, Val pointer,
                          uint32_t depth, uint8_t *gives, uint32_t *round) {
  require(val_is_local(pointer) && depth <= DEPTH_MOST);
  Trail t = {.p = p, .f = f, .depth = depth};
  unsigned enough = gives ? FATE_UNKNOWN : FATE_UNKNOWN | FATE_GIVEN_AWAY;
  t.is_on = MEM_ARRAY(p->mem, uint8_t, f->insts.n);
  t.holds = MEM_ARRAY(p->mem, uint8_t, f->insts.n);
  t.is_on[val_index(pointer)] = TRAIL_SAME;
  while (extend(&t, gives) && !(t.fate & enough)) {
  }
  for (uint32_t b = 0; b < f->blocks.n && !(t.fate & enough); b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      if (is_told_apart(&t, &f->insts.at[f->blocks.at[b].insts.at[i]]))
        t.fate |= FATE_UNKNOWN;
  if (round && *round && is_carried(&t, *round - 1)) *round = 0;
  MEM_FREE_ARRAY(p->mem, t.is_on, f->insts.n);
  MEM_FREE_ARRAY(p->mem, t.holds, f->insts.n);
  return t.fate;
}

bool is_given_away(const Program *p, const Function *f, Val pointer) {
  return (find_fate(p, f, pointer, 0, NULL, NULL) & FATE_GIVEN_AWAY) != 0;
}

/* ---- guards ---- */

/* Does the instruction make an object that this function has to free, or to
 * give away? */
static void add_own(Guarding *g, uint32_t number, uint32_t block) {
  const Function *f = g->edit.f;
  Program *p = g->edit.program;
  if (!is_owed(g->facts, f, val_local(number))) return;
  Own own = {.allocation = number,
             .is_in_loop = g->in_loop[block] != 0,
             .round = g->round_of[block]};
  assert(number < g->n_insts);
  own.gives = MEM_ARRAY(p->mem, uint8_t, g->n_insts);
  unsigned fate = find_fate(p, f, val_local(number), 0, own.gives, &own.round);
  if (fate & FATE_UNKNOWN) {
    MEM_FREE_ARRAY(p->mem, own.gives, g->n_insts);
    return;
  }
  own.is_returned = (fate & FATE_RETURNED) != 0;
  VEC_PUSH(p->mem, &g->own, own);
}

void find_own(Guarding *g) {
  const Function *f = g->edit.f;
  if (prog_is_main(f)) return;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      add_own(g, f->blocks.at[b].insts.at[i], b);
}

void forget_own(Guarding *g) {
  Mem *mem = g->edit.program->mem;
  for (uint32_t i = 0; i < g->own.n; i++)
    MEM_FREE_ARRAY(mem, g->own.at[i].gives, g->n_insts);
  VEC_DONE(mem, &g->own);
}

static Val null_pointer(const Guarding *g) {
  Program *p = g->edit.program;
  return prog_const_u64(p, prog_type_ptr(p), 0);
}

void begin_own(Guarding *g) {
  Program *p = g->edit.program;
  for (uint32_t i = 0; i < g->own.n; i++) {
    edit_like(&g->edit, g->own.at[i].allocation);
    g->edit.flags |= INST_MODEL;
    g->own.at[i].variable = edit_variable(&g->edit, prog_type_ptr(p));
    edit_store(&g->edit, null_pointer(g), g->own.at[i].variable);
  }
}

void note_own(Guarding *g, uint32_t number) {
  for (uint32_t i = 0; i < g->own.n; i++) {
    const Own *own = &g->own.at[i];
    if (own->allocation == number)
      edit_store(&g->edit, val_local(number), own->variable);
    else if (own->gives[number])
      edit_store(&g->edit, null_pointer(g), own->variable);
  }
}

/* The line counts from the function's first, so that an edit above leaves the
 * text as it is. */
static const char *message(const Guarding *g, const Inst *allocation) {
  Program *p = g->edit.program;
  FuncId callee = prog_callee(p, allocation);
  uint32_t line = prog_loc_get(p, allocation->loc)->line;
  uint32_t first = prog_loc_get(p, g->edit.f->loc)->line;
  const char *name = prog_func(p, callee)->name;
  if (line < first)
    return arena_printf(&p->arena, "what %s() returned is lost", name);
  return arena_printf(&p->arena, "what %s() returned in %s%u is lost", name,
                      PASS_LINE, line - first);
}

void begin_round(Guarding *g) {
  for (uint32_t i = 0; i < g->own.n; i++)
    if (g->own.at[i].round == g->block + 1)
      edit_store(&g->edit, null_pointer(g), g->own.at[i].variable);
}

void guard_own(Guarding *g, const Inst *inst) {
  Program *p = g->edit.program;
  if (inst->op != OP_RET && inst->op != OP_BR) return;
  for (uint32_t i = 0; i < g->own.n; i++) {
    const Own *own = &g->own.at[i];
    bool is_return = inst->op == OP_RET;
    bool is_round = own->round && !is_return &&
                    inst->blocks[0].id == own->round - 1 &&
                    g->round_of[g->block] == own->round;
    if (!is_return && !is_round) continue;
    if (is_round)
      edit_like(&g->edit, own->allocation); /* rounds have no line */
    Val held = edit_load(&g->edit, prog_type_ptr(p), own->variable);
    const Inst *allocation = &g->edit.f->insts.at[own->allocation];
    Val ops[] = {held, is_return && own->is_returned ? inst->ops[0]
                                                     : null_pointer(g)};
    g->is_at_most = own->is_in_loop && !own->round; /* there may be more */
    guard_valid(g, VALID_GONE, ops, 2, PASS_LEAK, message(g, allocation));
    g->is_at_most = false;
  }
}
