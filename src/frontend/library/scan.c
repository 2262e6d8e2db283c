/* SPDX-License-Identifier: MIT
 *
 * scanf and its like, by a constant format.
 *
 * Each conversion may be the one at which reading ends; what those before it
 * stored is any value of their types, or any text within its width.  In a
 * counterexample the bytes of a text must be such as the conversion reads.
 * sscanf, whose text is there, is the real one then; how long a word of that
 * text is is not known before, so that an access by it is not believed. */
#include "frontend/library/format.h"
#include "frontend/module.h"

/* Function, which argument is its format, and whether the text that it reads is
 * the one before; if not, that is a stream. */
static const struct Row {
  const char *name;
  unsigned format;
  bool from_memory;
} rows[] = {
    {"scanf", 0, false},           {"fscanf", 1, false},
    {"sscanf", 1, true},           {"__isoc99_scanf", 0, false},
    {"__isoc99_fscanf", 1, false}, {"__isoc99_sscanf", 1, true},
    {"__isoc23_scanf", 0, false},  {"__isoc23_fscanf", 1, false},
    {"__isoc23_sscanf", 1, true},
};

static bool is_known(const Conversion *c) {
  bool text = c->kind == 's' || c->kind == 'c' || c->kind == '[';
  return !(text && c->length) && c->width != 0 && c->kind != 'n';
}

/* Does each conversion that stores have a pointer? */
static bool fits(const Format *format, LLVMValueRef call, unsigned first) {
  unsigned n = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < format->n; i++) {
    if (!is_known(&format->at[i])) return false;
    if (format->at[i].skipped) continue;
    if (first >= n || !fe_is_pointer(LLVMGetOperand(call, first))) return false;
    first++;
  }
  return true;
}

/* Bytes that a number takes. */
static uint64_t size_of(const Formats *w, const Conversion *c) {
  uint64_t word = LLVMGetIntTypeWidth(w->word) / 8;
  bool floats = memchr("aAeEfFgG", c->kind, 8) != NULL;
  if (c->kind == 'p') return word;
  if (floats && c->length == 'q') return word == 8 ? 16 : 12;
  switch (c->length) {
  case 'H': return 1;
  case 'h': return 2;
  case 'q': return 8;
  case 'l': return floats ? 8 : word;
  case 'z':
  case 't': return word;
  default: return 4;
  }
}

typedef struct Scan {
  LLVMValueRef before, now; /* did all up to here succeed */
  bool from_memory;
} Scan;

static void store(Formats *w, const Scan *s, const Conversion *c,
                  LLVMValueRef to) {
  LLVMTypeRef none = LLVMVoidTypeInContext(w->context);
  bool text = c->kind == 's' || c->kind == '[';
  uint64_t width = c->width > 0 ? (uint64_t)c->width : c->kind == 'c';
  if (text && s->from_memory)
    format_call(w, "__cutpoint_confirm_no_guess", none, NULL, 0);
  if (text) {
    int kind = c->kind == 's' ? ' ' : c->is_line ? '\n' : 0;
    LLVMValueRef args[] = {s->before, s->now, to, format_number(w->word, width),
                           format_number(w->i32, (uint64_t)kind)};
    format_call(w, "__cutpoint_scan_text", none, args, 5);
  } else if (c->kind == 'c') {
    LLVMValueRef args[] = {s->before, s->now, to,
                           format_number(w->word, width)};
    format_call(w, "__cutpoint_scan_characters", none, args, 4);
  } else if (c->kind == 'd' && c->length == 0 && width >= 1 && width <= 9) {
    LLVMValueRef args[] = {s->now, to, format_number(w->i32, width)};
    format_call(w, "__cutpoint_scan_decimal", none, args, 3);
  } else {
    LLVMValueRef args[] = {s->now, to, format_number(w->word, size_of(w, c))};
    format_call(w, "__cutpoint_scan_number", none, args, 3);
  }
}

static LLVMValueRef scan_all(Formats *w, LLVMValueRef call,
                             const Format *format, const struct Row *row) {
  unsigned first = row->format + 1;
  LLVMValueRef matched = format_number(w->i32, 0);
  Scan s = {.now = format_number(w->i32, 1), .from_memory = row->from_memory};
  for (uint32_t i = 0; i < format->n; i++) {
    const Conversion *c = &format->at[i];
    s.before = s.now;
    s.now = format_call(w, "__cutpoint_scan_goes_on", w->i32, &s.before, 1);
    if (c->skipped) continue;
    store(w, &s, c, LLVMGetOperand(call, first++));
    matched = LLVMBuildAdd(w->builder, matched, s.now, "");
  }
  return format_call(w, "__cutpoint_scan_result", w->i32, &matched, 1);
}

/* What became of the stream, where somebody may ask. */
static LLVMValueRef note_scanned(Formats *w, LLVMValueRef call,
                                 const struct Row *row, LLVMValueRef result) {
  static const char *const asks[] = {"feof", "ferror", "ungetc"};
  assert(!row->from_memory && LLVMTypeOf(result) == w->i32);
  LLVMValueRef args[] = {result, LLVMConstNull(w->pointer)};
  bool asked = row->format > 0; /* a file that may have been written */
  for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
    asked |= LLVMGetNamedFunction(w->module, asks[i]) != NULL;
  if (row->format > 0) args[1] = LLVMGetOperand(call, 0);
  if (!asked || !fe_is_pointer(args[1])) return result;
  return format_call(w, FE_WORLD "_scanned", w->i32, args, 2);
}

bool format_scan(Formats *w, LLVMValueRef call, const char *name) {
  const struct Row *row = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0) row = &rows[i];
  if (!row || row->format >= LLVMGetNumArgOperands(call)) return false;
  LLVMValueRef text = LLVMGetOperand(call, 0);
  Format format;
  if (!format_read(&format, FORMAT_SCAN, LLVMGetOperand(call, row->format)) ||
      !fits(&format, call, row->format + 1))
    return false;
  if (row->from_memory && !format_is_literal(text))
    format_call(w, "__cutpoint_reads_string", w->word, &text, 1);
  if (row->from_memory) format_begin_real(w);
  if (!row->from_memory) format_look_at_stream(w, call, (int)row->format - 1);
  LLVMValueRef result = scan_all(w, call, &format, row);
  result = row->from_memory ? format_real_call(w, call, result)
                            : note_scanned(w, call, row, result);
  format_replace(call, result);
  return true;
}
