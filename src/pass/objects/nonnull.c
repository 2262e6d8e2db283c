/* SPDX-License-Identifier: MIT
 *
 * Library functions that want an object: C11 7.1.4p1 forbids NULL where the
 * description of a function does not allow it.  The table has the arguments
 * that are always looked at. */
#include "pass/objects/objects_int.h"

typedef struct Row {
  const char *name;
  uint32_t wants; /* a set of 1u << argument, from 0 */
} Row;

static const Row rows[] = {
    {"strlen", 1},   {"strcpy", 3},     {"strcat", 3},  {"strcmp", 3},
    {"strchr", 1},   {"strrchr", 1},    {"strstr", 3},  {"strdup", 1},
    {"strncmp", 3},  {"strcasecmp", 3}, {"strspn", 3},  {"strcspn", 3},
    {"strpbrk", 3},  {"atoi", 1},       {"atol", 1},    {"atof", 1},
    {"strtol", 1},   {"strtoul", 1},    {"strtod", 1},  {"fgetc", 1},
    {"getc", 1},     {"fgets", 5},      {"fputc", 2},   {"fputs", 3},
    {"fprintf", 3},  {"fclose", 1},     {"fread", 8},   {"fwrite", 8},
    {"fseek", 1},    {"ftell", 1},      {"rewind", 1},  {"feof", 1},
    {"ferror", 1},   {"fscanf", 3},     {"sprintf", 3}, {"puts", 1},
    {"closedir", 1}, {"readdir", 1},    {"mktime", 1},  {"asctime", 1},
    {"fileno", 1},   {"ungetc", 2},     {"opendir", 1}};

void guard_nonnull(Guarding *g, const Inst *call) {
  Program *p = g->edit.program;
  const char *name = library_name(p, call);
  for (size_t i = 0; name && i < sizeof rows / sizeof *rows; i++) {
    if (strcmp(rows[i].name, name) != 0) continue;
    for (uint32_t k = 0; k + 1 < call->n_ops; k++) {
      Val v = call->ops[k + 1];
      TypeId type = prog_val_type(p, g->edit.f, v);
      if (!(rows[i].wants >> k & 1) || prog_type(p, type)->kind != TYPE_PTR ||
          is_variable(p, g->edit.f, prog_address_root(g->edit.f, v)))
        continue;
      Val null = prog_const_u64(p, type, 0);
      Val wrong = edit_op2(&g->edit, OP_EQ, prog_type_int(p, 1), v, null);
      edit_guard(&g->edit, wrong, PASS_NULL_ARGUMENT,
                 arena_printf(&p->arena, "NULL is passed to %s()", name));
    }
  }
}
