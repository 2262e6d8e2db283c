/* SPDX-License-Identifier: MIT
 *
 * Reading sources: their lines and tokens. */
#include "report/source/source.h"

#include <ctype.h>

uint64_t rep_place_hash(const Program *p, LocId loc) {
  assert(loc.id < p->locs.n);
  const SrcLoc *at = &p->locs.at[loc.id];
  return hash_mix(hash_mix((uint64_t)at->file << 32 | at->line, 0), at->col);
}

static bool ends_run(const Inst *inst) {
  return inst->op == OP_ERROR || inst->op == OP_STOP ||
         inst->op == OP_UNSUPPORTED;
}

bool rep_is_check(const Program *p, const Function *f, const Inst *branch) {
  require(branch->op == OP_CONDBR && branch->n_blocks == 2);
  uint64_t place = rep_place_hash(p, branch->loc);
  for (uint32_t k = 0; k < 2; k++) {
    const Block *to = &f->blocks.at[branch->blocks[k].id];
    if (to->insts.n == 0) continue;
    const Inst *last = &f->insts.at[VEC_LAST(&to->insts)];
    if (ends_run(last) && rep_place_hash(p, last->loc) == place) return true;
  }
  return false;
}

/* ---- what the program says ---- */

/* Copies with their loops unrolled have each branch several times; like the
 * library's functions, they are not what is quoted. */
static void note_branches(RepSource *source, const Function *f, Map *seen) {
  const Program *p = source->program;
  map_clear(seen);
  if (f->origin == FUNC_MODEL) return;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (f->blocks.at[b].insts.n == 0) continue;
    const Inst *last = &f->insts.at[VEC_LAST(&f->blocks.at[b].insts)];
    if (last->op != OP_CONDBR || rep_is_check(p, f, last)) continue;
    uint64_t place = rep_place_hash(p, last->loc);
    if (map_find(seen, place)) map_put(&source->crowded, place, 1);
    map_put(seen, place, 1);
  }
}

static void note_name(RepSource *source, const char *name) {
  if (name) map_put(&source->names, hash_bytes(name, strlen(name)), 1);
}

void rep_source_init(RepSource *source, Mem *mem, const Program *program) {
  *source = (RepSource){.mem = mem, .program = program};
  map_init(&source->files, mem);
  map_init(&source->crowded, mem);
  map_init(&source->names, mem);
  Map seen;
  map_init(&seen, mem);
  for (uint32_t i = 1; i < program->funcs.n; i++) {
    note_branches(source, &program->funcs.at[i], &seen);
    note_name(source, program->funcs.at[i].name);
  }
  for (uint32_t i = 1; i < program->vars.n; i++)
    note_name(source, program->vars.at[i].name);
  map_done(&seen);
}

void rep_source_done(RepSource *source) {
  for (uint32_t i = 0; i < source->read.n; i++) {
    RepSourceFile *file = &source->read.at[i];
    text_done(&file->text);
    VEC_DONE(source->mem, &file->lines);
    VEC_DONE(source->mem, &file->tokens);
  }
  VEC_DONE(source->mem, &source->read);
  map_done(&source->files);
  map_done(&source->crowded);
  map_done(&source->names);
}

/* ---- tokens ---- */

static uint32_t end_of_line(const char *text, uint32_t at) {
  while (text[at] && text[at] != '\n')
    at += text[at] == '\\' && text[at + 1] ? 2 : 1;
  return at;
}

static uint32_t end_of_comment(const char *text, uint32_t at) {
  const char *end = strstr(text + at + 2, "*/");
  return end ? (uint32_t)(end + 2 - text) : at + (uint32_t)strlen(text + at);
}

static uint32_t end_of_literal(const char *text, uint32_t at) {
  char quote = text[at++];
  while (text[at] && text[at] != quote && text[at] != '\n')
    at += text[at] == '\\' && text[at + 1] ? 2 : 1;
  return text[at] == quote ? at + 1 : at;
}

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 128;
}

static uint32_t end_of_word(const char *text, uint32_t at) {
  bool number = isdigit((unsigned char)text[at]);
  while (is_word(text[at]) || (number && text[at] == '.')) at++;
  return at;
}

static uint32_t end_of_operator(const char *text, uint32_t at) {
  static const char *const longer[] = {
      "<<=", ">>=", "...", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>",
      "->",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
    if (text_starts_with(text + at, longer[i]))
      return at + (uint32_t)strlen(longer[i]);
  return at + 1;
}

static void find_tokens(Mem *mem, RepSourceFile *file) {
  const char *text = text_get(&file->text);
  bool fresh = true; /* nothing in this line yet */
  for (uint32_t at = 0, end; text[at]; at = end) {
    char c = text[at];
    end = at + 1;
    if (c == '\n') fresh = true;
    if (isspace((unsigned char)c)) continue;
    if ((c == '#' && fresh) || (c == '/' && text[at + 1] == '/')) {
      end = end_of_line(text, at);
      continue;
    }
    if (c == '/' && text[at + 1] == '*') {
      end = end_of_comment(text, at);
      continue;
    }
    fresh = false;
    end = c == '"' || c == '\'' ? end_of_literal(text, at)
          : is_word(c)          ? end_of_word(text, at)
                                : end_of_operator(text, at);
    assert(end > at && end <= file->text.n);
    VEC_PUSH(mem, &file->tokens, ((RepToken){at, end - at}));
  }
}

/* ---- files ---- */

static void find_lines(Mem *mem, RepSourceFile *file) {
  VEC_PUSH(mem, &file->lines, 0);
  for (uint32_t i = 0; i < file->text.n; i++)
    if (file->text.text[i] == '\n') VEC_PUSH(mem, &file->lines, i + 1);
}

static const RepSourceFile *file_at(RepSource *source, uint32_t number) {
  assert(number < source->program->files.n);
  const uint64_t *known = map_find(&source->files, number);
  if (known) return &source->read.at[*known];
  RepSourceFile file = {0};
  text_init(&file.text, source->mem);
  const char *path = source->program->files.at[number];
  if (file_is_stream(path) || !file_read(&file.text, path) ||
      file.text.n > INT32_MAX || strlen(text_get(&file.text)) != file.text.n)
    text_clear(&file.text);
  find_lines(source->mem, &file);
  find_tokens(source->mem, &file);
  map_put(&source->files, number, source->read.n);
  VEC_PUSH(source->mem, &source->read, file);
  return &VEC_LAST(&source->read);
}

const RepSourceFile *rep_source_find(RepSource *source, LocId loc,
                                     uint32_t *offset) {
  const SrcLoc *at = prog_loc_get(source->program, loc);
  if (at->file >= source->program->files.n || !at->line || !at->col)
    return NULL;
  const RepSourceFile *file = file_at(source, at->file);
  if (at->line > file->lines.n) return NULL;
  uint32_t start = file->lines.at[at->line - 1];
  size_t width = strcspn(text_get(&file->text) + start, "\r\n");
  *offset = start + at->col - 1;
  return at->col <= width ? file : NULL; /* #line may say anything */
}

bool rep_source_line(Text *out, RepSource *source, LocId loc) {
  uint32_t offset;
  const RepSourceFile *file = rep_source_find(source, loc, &offset);
  if (!file) return false;
  uint32_t line = prog_loc_get(source->program, loc)->line;
  const char *at = text_get(&file->text) + file->lines.at[line - 1];
  text_add_n(out, at, strcspn(at, "\r\n"));
  return true;
}
