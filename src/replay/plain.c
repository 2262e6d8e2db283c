/* SPDX-License-Identifier: MIT
 *
 * The plain harness: where every input that matters is the result of a
 * function without a body, a C file that defines these functions is enough to
 * make the user's own source fail. */
#include "replay/replay.h"

/* The C type for a result of this type; NULL: there is none. */
static const char *c_type(const Type *type) {
  switch (type->kind) {
  case TYPE_VOID: return "void";
  case TYPE_PTR: return "void *";
  case TYPE_FLOAT:
    return type->bits == 32 ? "float" : type->bits == 64 ? "double" : NULL;
  case TYPE_INT:
    return type->bits == 1    ? "_Bool"
           : type->bits == 8  ? "char"
           : type->bits == 16 ? "short"
           : type->bits == 32 ? "int"
           : type->bits == 64 ? "long long"
                              : NULL;
  case TYPE_ARRAY:
  case TYPE_STRUCT:
  case TYPE_OPAQUE: return NULL;
  }
  unreachable_case();
}

static void print_values(Text *out, const EvReplay *replay, const char *name) {
  uint32_t n = 0;
  text_add(out, "  static const unsigned long long values[] = {");
  for (uint32_t i = 0; i < replay->calls.n; i++) {
    const EvCall *call = &replay->calls.at[i];
    if (strcmp(call->name, name) != 0) continue;
    text_printf(out, "%s0x%llx",
                n % 8 ? ", "
                : n   ? ",\n    "
                      : "\n    ",
                (unsigned long long)call->value);
    n++;
  }
  text_printf(out, n ? "};\n" : "0};\n");
  text_printf(out,
              "  static unsigned next;\n"
              "  unsigned long long value = next < %u ? values[next++] : 0;\n",
              n);
}

static void print_function(Text *out, const EvReplay *replay,
                           const Function *f) {
  assert(c_type(prog_type(replay->original, f->ret)));
  const Type *type = prog_type(replay->original, f->ret);
  const char *c = c_type(type);
  text_printf(out, "%s %s() {\n", c, f->name);
  if (type->kind != TYPE_VOID) {
    print_values(out, replay, f->name);
    if (type->kind == TYPE_FLOAT)
      text_printf(out,
                  "  %s result;\n"
                  "  __builtin_memcpy(&result, &value, sizeof result);\n"
                  "  return result;\n",
                  c);
    else
      text_printf(out, "  return (%s)%svalue;\n", c,
                  type->kind == TYPE_PTR ? "(__UINTPTR_TYPE__)" : "");
  }
  text_add(out, "}\n");
}

/* Where the program reports the error itself, its own function stays. */
static bool is_error(const EvReplay *replay, const char *name) {
  const char *wanted = replay->property->error_function;
  return strcmp(name, "reach_error") == 0 ||
         strcmp(name, "__VERIFIER_error") == 0 ||
         (wanted && strcmp(name, wanted) == 0);
}

static bool is_plain(const EvReplay *replay) {
  assert(replay->result.end == INTERP_ERROR);
  PropertyKind violated = prog_property_by_name(ev_replay_property(replay));
  bool by_call = PROPERTY_OWN_ERRORS >> violated & 1;
  if (!by_call || replay->needs_bitcode || replay->property->error_label)
    return false;
  for (uint32_t i = 0; i < replay->declared.n; i++) {
    const Function *f = prog_func(replay->original, replay->declared.at[i]);
    if (!c_type(prog_type(replay->original, f->ret))) return false;
  }
  return true;
}

bool ev_plain_print(Text *out, const EvReplay *replay) {
  require(replay->original && replay->status == EV_CONFIRMED);
  if (!is_plain(replay)) return false;
  text_add(out,
           "/* Made by Cutpoint: gives the program the inputs with which it"
           " fails. */\n"
           "void _exit(int) __attribute__((noreturn));\n"
           "__PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);\n"
           "__attribute__((weak)) void __VERIFIER_assume(int condition) {\n"
           "  if (!condition) _exit(41);\n"
           "}\n");
  for (uint32_t i = 0; i < replay->declared.n; i++) {
    const Function *f = prog_func(replay->original, replay->declared.at[i]);
    if (is_error(replay, f->name))
      text_printf(out,
                  "void %s() {\n"
                  "  write(2, \"the error is reached\\n\", 21);\n"
                  "  _exit(42);\n"
                  "}\n",
                  f->name);
    else
      print_function(out, replay, f);
  }
  return true;
}
