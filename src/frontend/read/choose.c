/* SPDX-License-Identifier: MIT
 *
 * Which files of the library models a program needs.
 *
 * Most programs use a handful of library functions; reading all models takes
 * longer than all else that is done for a small program.  The file `symbols`
 * beside the models, made with them, is what nm says of each: `FILE: NAME KIND
 * ...`, where U is a name that the file needs and another capital letter one
 * that it defines.  A file is needed if it defines what the program or a needed
 * file declares.
 *
 * A file too many does no harm: of what is read only what is needed comes in
 * (link.c).  So all are needed where there is no such list, and two names with
 * the same hash value count as one. */
#include "frontend/read/reader.h"

typedef struct Choice {
  const FeInput *inputs;
  uint32_t n_inputs;
  bool *needed;
  Map files; /* hash value of a name -> the input that defines it */
  Text symbols;
} Choice;

/* A line of the list. */
typedef struct Symbol {
  const char *file, *name;
  size_t n_file, n_name;
  char kind;
} Symbol;

static uint64_t hash_of(const char *name, size_t n) {
  return hash_bytes(name, n);
}

/* Reads the line at *at, and goes on to the next; false at the end. */
static bool next_symbol(const char **at, Symbol *out) {
  const char *line = *at, *colon = strchr(line, ':');
  if (!colon || colon[1] != ' ') return false;
  const char *name = colon + 2;
  size_t n = strcspn(name, " \n");
  *out = (Symbol){.file = line,
                  .n_file = (size_t)(colon - line),
                  .name = name,
                  .n_name = n,
                  .kind = name[n] == ' ' ? name[n + 1] : 0};
  const char *end = strchr(name, '\n');
  *at = end ? end + 1 : name + strlen(name);
  return true;
}

/* The input that a line is about; n_inputs: none. */
static uint32_t input_of(const Choice *c, const Symbol *symbol) {
  for (uint32_t i = 0; i < c->n_inputs; i++) {
    if (c->inputs[i].origin != FE_MODEL) continue;
    const char *slash = strrchr(c->inputs[i].path, '/');
    const char *base = slash ? slash + 1 : c->inputs[i].path;
    if (strlen(base) == symbol->n_file &&
        strncmp(base, symbol->file, symbol->n_file) == 0)
      return i;
  }
  return c->n_inputs;
}

static bool is_defined(char kind) {
  return kind >= 'A' && kind <= 'Z' && kind != 'U';
}

static void read_definitions(Choice *c) {
  Symbol symbol;
  for (const char *at = text_get(&c->symbols); next_symbol(&at, &symbol);) {
    uint32_t input = input_of(c, &symbol);
    if (is_defined(symbol.kind) && input < c->n_inputs)
      map_put(&c->files, hash_of(symbol.name, symbol.n_name), input);
  }
}

/* Is a file needed now that was not before? */
static bool need(Choice *c, const char *name, size_t n) {
  const uint64_t *input = map_find(&c->files, hash_of(name, n));
  if (!input || c->needed[*input]) return false;
  assert(*input < c->n_inputs && c->inputs[*input].origin == FE_MODEL);
  c->needed[*input] = true;
  return true;
}

static void need_declared(Choice *c, LLVMValueRef value) {
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  if (LLVMIsDeclaration(value)) need(c, name, n);
}

/* What needed files need, until nothing is new. */
static void close_under_need(Choice *c) {
  Symbol symbol;
  for (bool again = true; again;) {
    again = false;
    for (const char *at = text_get(&c->symbols); next_symbol(&at, &symbol);) {
      uint32_t input = input_of(c, &symbol);
      if (symbol.kind == 'U' && input < c->n_inputs && c->needed[input])
        again = need(c, symbol.name, symbol.n_name) || again;
    }
  }
}

/* The list beside the models; they are all in one directory. */
static bool read_list(Choice *c) {
  const char *path = NULL;
  for (uint32_t i = 0; i < c->n_inputs && !path; i++)
    if (c->inputs[i].origin == FE_MODEL) path = c->inputs[i].path;
  const char *slash = path ? strrchr(path, '/') : NULL;
  char list[1024];
  if (!slash) return false;
  int n =
      snprintf(list, sizeof list, "%.*s/symbols", (int)(slash - path), path);
  return n < (int)sizeof list && file_read(&c->symbols, list);
}

void fe_choose_models(Mem *mem, LLVMModuleRef user, const FeInput *inputs,
                      uint32_t n_inputs, bool *needed) {
  Choice c = {.inputs = inputs, .n_inputs = n_inputs, .needed = needed};
  LLVMValueRef v;
  text_init(&c.symbols, mem);
  map_init(&c.files, mem);
  bool is_listed = read_list(&c);
  for (uint32_t i = 0; i < n_inputs; i++)
    needed[i] = !is_listed && inputs[i].origin == FE_MODEL;
  if (is_listed) {
    read_definitions(&c);
    for (v = LLVMGetFirstFunction(user); v; v = LLVMGetNextFunction(v))
      need_declared(&c, v);
    for (v = LLVMGetFirstGlobal(user); v; v = LLVMGetNextGlobal(v))
      need_declared(&c, v);
    close_under_need(&c);
  }
  map_done(&c.files);
  text_done(&c.symbols);
}
