/* SPDX-License-Identifier: MIT
 *
 * Places in memory by name.
 *
 * A variable has its name; what is inside of it is named by its C type
 * (ir/ctype.h).  A heap
 * object is named by a pointer of the activation on top that points to it
 * (`p->next`, `p[3]`), or by a member of a struct that such a pointer points
 * to (`b->data[3]`); failing that it has a number, heap#1. */
#include "report/values/values.h"

/* ---- objects that the library made ---- */

/* Where main's parameter number `i` points to; 0: nowhere, or main is not
 * called by the model that makes its arguments. */
static uint64_t argument(const RepMemory *m, uint32_t i) {
  const Program *p = m->program;
  assert(p && i > 0);
  if (strcmp(prog_func(p, p->entry)->name, PROG_START) != 0 || !m->run ||
      interp_depth(m->run) < 1)
    return 0;
  const Function *f = prog_func(p, interp_function(m->run, 1));
  if (i >= f->n_params || prog_type(p, f->params[i])->kind != TYPE_PTR)
    return 0;
  return interp_value(m->run, 1, prog_param(i))[0];
}

/* One of main's vectors, or a string of one. */
static bool print_argument(Text *out, const RepMemory *m,
                           const RepObject *object) {
  enum { MOST = 256 };
  static const char *const names[] = {"argc", "argv", "envp"};
  uint32_t bytes = m->program->pointer_bits / 8;
  assert(object->kind == REP_LOCAL && bytes <= 8);
  for (uint32_t v = 1; v <= 2; v++) {
    uint64_t vector = argument(m, v), value = 0;
    if (!vector) continue;
    if (vector == object->start) {
      text_add(out, names[v]);
      return true;
    }
    for (uint32_t i = 0; i < MOST; i++) {
      if (!interp_peek(m->run, vector + (uint64_t)i * bytes, (uint8_t *)&value,
                       bytes) ||
          !value)
        break;
      if (value != object->start) continue;
      text_printf(out, "%s[%u]", names[v], i);
      return true;
    }
  }
  return false;
}

/* The stream whose object it is; NULL: none. */
static const char *stream_of(const RepMemory *m, const RepObject *object) {
  static const char *const rows[][2] = {{"__cutpoint_standard_in", "stdin"},
                                        {"__cutpoint_standard_out", "stdout"},
                                        {"__cutpoint_standard_err", "stderr"}};
  if (object->kind != REP_GLOBAL || !object->global.id) return NULL;
  const char *name = prog_global(m->program, object->global)->name;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(name, rows[i][0]) == 0) return rows[i][1];
  return NULL;
}

/* ---- objects ---- */

/* What getenv is given in place of a name (frontend/library/names.c) is shown
 * as the name. */
static void print_global(Text *out, const char *name) {
  static const char variable[] = "__cutpoint_variable_";
  assert(*name);
  if (text_starts_with(name, variable))
    text_printf(out, "\"%s\"", name + strlen(variable));
  else
    text_add(out, name);
}

void rep_print_object(Text *out, const RepMemory *m, const RepObject *object) {
  if (object->kind == REP_HEAP)
    text_printf(out, "heap#%u", object->number);
  else if (object->var.id)
    text_add(out, m->program->vars.at[object->var.id].name);
  else if (object->global.id)
    print_global(out, prog_global(m->program, object->global)->name);
  else if (!print_argument(out, m, object))
    text_add(out, "<temporary>");
}

/* ---- pointers that name what they point to ---- */

static bool pointer_in(const RepMemory *m, const RepHeld *held,
                       uint64_t *value) {
  if (held->where == REP_IN_REGISTER) {
    *value = held->word;
    return true;
  }
  *value = 0;
  return interp_peek(m->run, held->word, (uint8_t *)value,
                     m->program->pointer_bits / 8);
}

/* A way to an object: "p" or "p->data", a pointer with its pointee. */
typedef struct Way {
  const char *variable;
  const char *member; /* or "" */
  uint64_t address;   /* where it points to */
  CTypeId to;
} Way;

static bool is_wanted(const RepMemory *m, const RepObject *object,
                      uint64_t target, uint64_t address, CTypeId to) {
  uint64_t size = prog_ctype(m->program, to)->size;
  return size && address >= object->start && address <= target &&
         target - object->start < object->size;
}

static bool member_way(const RepMemory *m, const RepObject *object,
                       uint64_t target, Way *way) {
  const CType *type = prog_ctype(m->program, way->to);
  if (type->kind != CTYPE_STRUCT) return false;
  uint32_t bytes = m->program->pointer_bits / 8;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const CMember *member = &type->members[i];
    const CType *own = prog_ctype(m->program, member->type);
    uint64_t value = 0, at = way->address + (uint64_t)member->at / 8;
    if (own->kind != CTYPE_POINTER || !*member->name ||
        !interp_peek(m->run, at, (uint8_t *)&value, bytes) ||
        value != object->start || !is_wanted(m, object, target, value, own->to))
      continue;
    way->member = member->name;
    way->address = value;
    way->to = own->to;
    return true;
  }
  return false;
}

/* Finds one among the variables of the activation on top: a pointer, or a
 * pointer in what it points to. */
static bool find_way(const RepMemory *m, const RepObject *object,
                     uint64_t target, Way *out) {
  uint32_t depth = m->held.n ? VEC_LAST(&m->held).depth : 0;
  bool found = false;
  for (uint32_t i = m->held.n; i > 0; i--) {
    const RepHeld *held = &m->held.at[i - 1];
    if (held->depth != depth) break;
    const CVar *var = &m->program->vars.at[held->var.id];
    const CType *type = prog_ctype(m->program, var->type);
    uint64_t value;
    if (type->kind != CTYPE_POINTER || !pointer_in(m, held, &value)) continue;
    Way way = {var->name, "", value, type->to};
    if (is_wanted(m, object, target, value, type->to)) {
      if (object->type.id && type->to.id != object->type.id && found) continue;
      *out = way;
      if (type->to.id == object->type.id) return true;
      found = true;
    } else if (!found && member_way(m, object, target, &way)) {
      *out = way;
      found = true;
    }
  }
  return found;
}

static CTypeId print_way(Text *out, const RepMemory *m, const Way *way,
                         uint64_t target, uint64_t n) {
  const Program *p = m->program;
  const CType *to = prog_ctype(p, way->to);
  assert(to->size > 0 && target >= way->address);
  uint64_t offset = target - way->address, index = offset / to->size;
  Text path;
  text_init(&path, m->mem);
  text_printf(out, *way->member ? "%s->%s" : "%s", way->variable, way->member);
  CTypeId type =
      prog_print_path(&path, p, way->to, offset % to->size, n, (CTypeId){0});
  const char *rest = text_get(&path);
  if (to->kind == CTYPE_STRUCT && index == 0 && *rest == '.')
    text_printf(out, "->%s", rest + 1);
  else
    text_printf(out, "[%llu]%s", (unsigned long long)index, rest);
  text_done(&path);
  return type;
}

/* ---- places ---- */

/* What the cells of an object are, and which one it is. */
static CTypeId print_inside(Text *out, const RepMemory *m,
                            const RepObject *object, uint64_t offset,
                            uint64_t n, CTypeId wanted) {
  const CType *type = prog_ctype(m->program, object->type);
  if (object->kind == REP_HEAP && type->size) {
    if (object->size > type->size || offset >= type->size)
      text_printf(out, "[%llu]", (unsigned long long)(offset / type->size));
    offset %= type->size;
  }
  if (object->kind == REP_LOCAL && !object->var.id && object->depth == 0 &&
      object->start == argument(m, 1))
    offset /= m->program->pointer_bits / 8;
  if (!object->type.id || offset > type->size) {
    text_printf(out, "[%llu]", (unsigned long long)offset);
    return (CTypeId){0};
  }
  return prog_print_path(out, m->program, object->type, offset, n, wanted);
}

bool rep_print_place(Text *out, const RepMemory *m, uint64_t address,
                     uint64_t n, CTypeId *type) {
  const RepObject *object = rep_memory_find(m, address);
  Way way;
  *type = (CTypeId){0};
  if (!object) return false;
  if (object->kind == REP_HEAP && find_way(m, object, address, &way)) {
    *type = print_way(out, m, &way, address, n);
    return true;
  }
  rep_print_object(out, m, object);
  *type =
      print_inside(out, m, object, address - object->start, n, (CTypeId){0});
  return true;
}

/* ---- addresses ---- */

static const Function *function_at(const RepMemory *m, uint64_t address) {
  const Program *p = m->program;
  for (uint32_t i = 1; i < p->funcs.n; i++)
    if (interp_func_address(m->run, (FuncId){i}) == address)
      return &p->funcs.at[i];
  return NULL;
}

/* A string of the run's memory as C writes it, if that is what is there. */
static bool print_string(Text *out, const RepMemory *m, uint64_t address) {
  enum { MOST = 40 };
  uint8_t c = 0;
  size_t start = out->n;
  text_char(out, '"');
  for (uint32_t n = 0; n < MOST; n++) {
    if (!interp_peek(m->run, address + n, &c, 1)) break;
    if (c == 0) {
      text_char(out, '"');
      return true;
    }
    if (c == '"' || c == '\\')
      text_printf(out, "\\%c", c);
    else if (c == '\n')
      text_add(out, "\\n");
    else if (c >= ' ' && c < 127)
      text_char(out, (char)c);
    else
      break;
  }
  text_cut(out, start);
  return false;
}

static bool is_literal(const RepMemory *m, const RepObject *object) {
  return object->kind == REP_GLOBAL && !object->var.id &&
         prog_global(m->program, object->global)->kind == GLOBAL_CONSTANT;
}

void rep_print_address(Text *out, const RepMemory *m, uint64_t address,
                       CTypeId to) {
  if (!address) {
    text_add(out, "NULL");
    return;
  }
  const RepObject *object = m->run ? rep_memory_find(m, address) : NULL;
  const Function *f = object || !m->run ? NULL : function_at(m, address);
  const char *stream = object ? stream_of(m, object) : NULL;
  if (f || stream) {
    text_add(out, f ? f->name : stream);
  } else if (!object) {
    text_printf(out, "0x%llx", (unsigned long long)address);
  } else if (is_literal(m, object) && print_string(out, m, address)) {
    return;
  } else {
    uint64_t offset = address - object->start;
    const CType *type = prog_ctype(m->program, object->type);
    bool whole = offset == 0 && (object->kind == REP_HEAP ||
                                 type->kind == CTYPE_ARRAY || !object->type.id);
    if (!whole) text_char(out, '&');
    rep_print_object(out, m, object);
    if (!whole && (offset || to.id != object->type.id))
      print_inside(out, m, object, offset, 0, to);
    if (object->state == REP_DEAD)
      text_add(out, object->kind == REP_HEAP ? " (freed)" : " (dead)");
  }
}
