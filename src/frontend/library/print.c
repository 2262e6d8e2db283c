/* SPDX-License-Identifier: MIT
 *
 * printf and its like, by a constant format.
 *
 * Text that goes to a stream is gone: only the strings it is made of are read.
 * Text that goes into memory has a length, the sum of those of its parts: of a
 * string its own, of a plain number its digits, of others any up to a bound.
 * So has text that goes to a stream if the program looks at the result.
 * In a counterexample the real function makes the text, and says how long it is
 * before its room is looked at. */
#include "frontend/library/format.h"
#include "frontend/module.h"

typedef enum Goal {
  GOAL_STREAM,
  GOAL_STRING,
  GOAL_PUT,
  GOAL_FIT,
  GOAL_FIT_WIDE
} Goal;

/* Function, where its text goes, which argument is its format (of GOAL_STRING:
 * the string), which one is its stream (-1: none), and whether its characters
 * are wide. */
static const struct Row {
  const char *name;
  Goal goal;
  unsigned format;
  int stream;
  bool is_wide;
} rows[] = {
    {"printf", GOAL_STREAM, 0, -1, false},
    {"fprintf", GOAL_STREAM, 1, 0, false},
    {"dprintf", GOAL_STREAM, 1, -1, false},
    {"__printf_chk", GOAL_STREAM, 1, -1, false},
    {"__fprintf_chk", GOAL_STREAM, 2, 0, false},
    {"puts", GOAL_STRING, 0, -1, false},
    {"fputs", GOAL_STRING, 0, 1, false},
    {"sprintf", GOAL_PUT, 1, -1, false},
    {"snprintf", GOAL_FIT, 2, -1, false},
    {"wprintf", GOAL_STREAM, 0, -1, true},
    {"fwprintf", GOAL_STREAM, 1, 0, true},
    {"fputws", GOAL_STRING, 0, 1, true},
    {"swprintf", GOAL_FIT_WIDE, 2, -1, true},
};

/* ---- do the arguments fit? ---- */

static bool is_integer(LLVMValueRef arg, unsigned least, unsigned most) {
  LLVMTypeRef type = LLVMTypeOf(arg);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return false;
  unsigned bits = LLVMGetIntTypeWidth(type);
  return bits >= least && bits <= most;
}

static bool is_float(LLVMValueRef arg) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(arg));
  return kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
}

/* The bits of an integer argument of that length. */
static unsigned bits_of(const Formats *w, char length) {
  if (length == 'q') return 64;
  return length == 'l' || length == 'z' || length == 't'
             ? LLVMGetIntTypeWidth(w->word)
             : 32;
}

static bool fits(const Formats *w, const Conversion *c, LLVMValueRef arg) {
  unsigned bits = bits_of(w, c->length);
  switch (c->kind) {
  case 's':
  case 'p': return fe_is_pointer(arg);
  case 'c': return is_integer(arg, 32, 32);
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X': return is_integer(arg, bits, bits);
  default: return is_float(arg);
  }
}

/* Each conversion with the arguments it takes: width, precision, value. */
typedef struct Part {
  const Conversion *c;
  LLVMValueRef width, precision, value;
} Part;

static bool find_parts(const Formats *w, const Format *format,
                       LLVMValueRef call, unsigned first, Part *parts) {
  unsigned n = LLVMGetNumArgOperands(call);
  for (uint32_t i = 0; i < format->n; i++) {
    const Conversion *c = &format->at[i];
    unsigned stars = (c->width == FORMAT_STAR) + (c->precision == FORMAT_STAR);
    parts[i] = (Part){.c = c};
    if (first + stars >= n) return false;
    if (c->width == FORMAT_STAR) parts[i].width = LLVMGetOperand(call, first++);
    if (c->precision == FORMAT_STAR)
      parts[i].precision = LLVMGetOperand(call, first++);
    parts[i].value = LLVMGetOperand(call, first++);
    if ((parts[i].width && !is_integer(parts[i].width, 32, 32)) ||
        (parts[i].precision && !is_integer(parts[i].precision, 32, 32)) ||
        !fits(w, c, parts[i].value))
      return false;
    if (c->width >= 0)
      parts[i].width = format_number(w->i32, (uint64_t)c->width);
    if (c->precision >= 0)
      parts[i].precision = format_number(w->i32, (uint64_t)c->precision);
  }
  return true;
}

/* ---- what a part reads, and how long it is ---- */

static LLVMValueRef read_string(Formats *w, const Part *part) {
  LLVMValueRef args[] = {part->value, part->precision};
  bool wide = part->c->length == 'l';
  size_t n;
  if (!wide && !part->precision && format_is_literal(part->value)) {
    const char *text = fe_constant_text(part->value, &n);
    return format_number(w->word, n == 0 ? 0 : strlen(text));
  }
  return part->precision ? format_call(w,
                                       wide ? "__cutpoint_reads_wide_upto"
                                            : "__cutpoint_reads_upto",
                                       w->word, args, 2)
                         : format_call(w,
                                       wide ? "__cutpoint_reads_wide"
                                            : "__cutpoint_reads_string",
                                       w->word, args, 1);
}

static bool is_plain_integer(const Part *part) {
  const Conversion *c = part->c;
  return !c->flagged && c->precision == FORMAT_NONE &&
         memchr("diuxX", c->kind, 5);
}

/* The digits of a plain number, which has the type of its length (%hd: a
 * short). */
static LLVMValueRef digits_of(Formats *w, const Part *part) {
  char kind = part->c->kind, length = part->c->length;
  bool is_signed = kind == 'd' || kind == 'i';
  bool is_wide = bits_of(w, length) > 32;
  LLVMValueRef value = part->value;
  assert(is_plain_integer(part));
  if (length == 'h' || length == 'H') {
    LLVMTypeRef small =
        LLVMIntTypeInContext(w->context, length == 'h' ? 16 : 8);
    value = LLVMBuildTrunc(w->builder, value, small, "");
    value = LLVMBuildIntCast2(w->builder, value, w->i32, is_signed, "");
  }
  const char *model = is_signed     ? "__cutpoint_text_signed"
                      : kind == 'u' ? "__cutpoint_text_unsigned"
                                    : "__cutpoint_text_hex";
  char name[64];
  snprintf(name, sizeof name, "%s%s", model, is_wide ? "_wide" : "");
  return format_call(w, name, w->word, &value, 1);
}

static bool is_exact(const Part *part) {
  return (part->c->kind == 's' && part->c->length == 0) ||
         (part->c->kind == 'c' && part->c->length == 0) ||
         is_plain_integer(part);
}

/* A number of no known length: more than any type needs. */
static LLVMValueRef any_length(Formats *w, const Part *part) {
  enum { NUMBER = 72, DOUBLE = 320, LONG_DOUBLE = 4944 };
  bool floats = is_float(part->value);
  uint64_t most = !floats                  ? NUMBER
                  : part->c->length == 'q' ? LONG_DOUBLE
                                           : DOUBLE;
  LLVMValueRef base = format_number(w->word, most);
  if (part->precision) {
    LLVMValueRef more =
        LLVMBuildIntCast2(w->builder, part->precision, w->word, 1, "");
    LLVMValueRef negative = LLVMBuildICmp(w->builder, LLVMIntSLT, more,
                                          format_number(w->word, 0), "");
    more = LLVMBuildSelect(w->builder, negative, format_number(w->word, 0),
                           more, "");
    base = LLVMBuildAdd(w->builder, base, more, "");
  }
  return format_call(w, "__cutpoint_text_any", w->word, &base, 1);
}

static LLVMValueRef length_of(Formats *w, const Part *part) {
  LLVMValueRef length;
  if (part->c->kind == 's')
    length = read_string(w, part);
  else if (part->c->kind == 'c' && part->c->length == 0)
    length = format_number(w->word, 1);
  else if (!is_plain_integer(part))
    length = any_length(w, part);
  else
    length = digits_of(w, part);
  if (!part->width) return length;
  return format_call(w, "__cutpoint_text_least", w->word,
                     (LLVMValueRef[]){length, part->width}, 2);
}

/* ---- the call ---- */

/* In an executable: the length that the real function says. */
static LLVMValueRef measure(Formats *w, LLVMValueRef call, unsigned format,
                            LLVMValueRef length) {
  LLVMValueRef args[FORMAT_ARGUMENTS] = {LLVMConstNull(w->pointer),
                                         format_number(w->word, 0)};
  unsigned n = 2, last = LLVMGetNumArgOperands(call);
  for (unsigned i = format; i < last && n < FORMAT_ARGUMENTS; i++)
    args[n++] = LLVMGetOperand(call, i);
  LLVMValueRef small = LLVMBuildIntCast2(w->builder, length, w->i32, 1, "");
  LLVMValueRef real = format_real(w, "snprintf", args, n, small);
  return LLVMBuildIntCast2(w->builder, real, w->word, 1, "");
}

/* The length of the whole text; *exact: it has no other. */
static LLVMValueRef length_of_all(Formats *w, const Format *format,
                                  const Part *parts, bool *exact) {
  LLVMValueRef length = format_number(w->word, format->n_literal);
  *exact = true;
  for (uint32_t i = 0; i < format->n; i++) {
    length = LLVMBuildAdd(w->builder, length, length_of(w, &parts[i]), "");
    *exact &= is_exact(&parts[i]);
  }
  return length;
}

/* What was sent or not, if the call has a stream: ferror may ask. */
static LLVMValueRef note_sent(Formats *w, LLVMValueRef call,
                              const struct Row *row, LLVMValueRef result) {
  assert(LLVMTypeOf(result) == w->i32);
  if (row->stream < 0) return result;
  LLVMValueRef args[] = {result, LLVMGetOperand(call, (unsigned)row->stream)};
  if (!fe_is_pointer(args[1])) return result;
  return format_call(w, FE_WORLD "_wrote", w->i32, args, 2);
}

static LLVMValueRef any_sent(Formats *w) {
  return format_call(w, "__cutpoint_text_sent", w->i32, NULL, 0);
}

/* A length that is not negative is the real one. */
static LLVMValueRef real_length(Formats *w, LLVMValueRef call, unsigned format,
                                LLVMValueRef result) {
  assert(LLVMTypeOf(result) == w->i32);
  LLVMValueRef length = LLVMBuildIntCast2(w->builder, result, w->word, 1, "");
  LLVMValueRef real = LLVMBuildIntCast2(
      w->builder, measure(w, call, format, length), w->i32, 1, "");
  LLVMValueRef failed = LLVMBuildICmp(w->builder, LLVMIntSLT, result,
                                      format_number(w->i32, 0), "");
  return LLVMBuildSelect(w->builder, failed, result, real, "");
}

static void print_to_stream(Formats *w, LLVMValueRef call,
                            const struct Row *row, const Format *format,
                            const Part *parts) {
  LLVMValueRef result;
  if (LLVMGetFirstUse(call) && !row->is_wide) {
    bool exact;
    LLVMValueRef length = length_of_all(w, format, parts, &exact);
    result = LLVMBuildIntCast2(w->builder, length, w->i32, 1, "");
    result = format_call(w, "__cutpoint_text_may_fail", w->i32, &result, 1);
    if (!exact) result = real_length(w, call, row->format, result);
  } else {
    for (uint32_t i = 0; i < format->n; i++)
      if (parts[i].c->kind == 's' && !format_is_literal(parts[i].value))
        (void)read_string(w, &parts[i]);
    result = any_sent(w);
  }
  format_replace(call, note_sent(w, call, row, result));
}

/* By a format that is not known: all that is known is its length in a run. */
static void print_unknown(Formats *w, LLVMValueRef call,
                          const struct Row *row) {
  if (row->goal != GOAL_STREAM || row->is_wide || !LLVMGetFirstUse(call))
    return;
  LLVMValueRef again = LLVMInstructionClone(call);
  LLVMInsertIntoBuilder(w->builder, again);
  format_replace(call, real_length(w, again, row->format, again));
}

static void print_to_memory(Formats *w, LLVMValueRef call, Goal goal,
                            const Format *format, const Part *parts) {
  assert(goal == GOAL_PUT || goal == GOAL_FIT || goal == GOAL_FIT_WIDE);
  bool exact;
  LLVMValueRef length = length_of_all(w, format, parts, &exact), result;
  if (!exact && goal != GOAL_FIT_WIDE)
    length = measure(w, call, goal == GOAL_PUT ? 1 : 2, length);
  LLVMValueRef to = LLVMGetOperand(call, 0);
  format_begin_real(w);
  if (goal == GOAL_FIT_WIDE) {
    LLVMValueRef args[] = {to, LLVMGetOperand(call, 1)};
    result = format_call(w, "__cutpoint_text_fit_wide", w->i32, args, 2);
  } else if (goal == GOAL_PUT) {
    LLVMValueRef args[] = {to, length};
    result = format_call(w, "__cutpoint_text_put", w->i32, args, 2);
  } else {
    LLVMValueRef args[] = {to, LLVMGetOperand(call, 1), length};
    result = format_call(w, "__cutpoint_text_fit", w->i32, args, 3);
  }
  if (!exact && goal != GOAL_FIT_WIDE)
    result = format_call(w, "__cutpoint_text_may_fail", w->i32, &result, 1);
  format_replace(call, format_real_call(w, call, result));
}

static void print_string(Formats *w, LLVMValueRef call, const struct Row *row) {
  LLVMValueRef text = LLVMGetOperand(call, row->format);
  const char *reader =
      row->is_wide ? "__cutpoint_reads_wide" : "__cutpoint_reads_string";
  if (!format_is_literal(text)) format_call(w, reader, w->word, &text, 1);
  LLVMValueRef result = note_sent(w, call, row, any_sent(w));
  LLVMValueRef args[] = {result, text};
  if (LLVMGetFirstUse(call))
    result = row->stream < 0
                 ? format_call(w, FE_WORLD "_puts", w->i32, args, 2)
                 : format_call(w, FE_WORLD "_fputs", w->i32, args, 1);
  format_replace(call, result);
}

bool format_print(Formats *w, LLVMValueRef call, const char *name) {
  const struct Row *row = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, name) == 0) row = &rows[i];
  if (!row || row->format >= LLVMGetNumArgOperands(call)) return false;
  LLVMValueRef text = LLVMGetOperand(call, row->format);
  Format format;
  Part parts[FORMAT_MOST];
  if (row->goal == GOAL_STRING) {
    format_look_at_stream(w, call, row->stream);
    print_string(w, call, row);
    return true;
  }
  if (row->goal == GOAL_FIT_WIDE && fe_is_pointer(LLVMGetOperand(call, 1)))
    return false; /* another function of this name */
  if (!format_read(&format, FORMAT_PRINT, text) ||
      !find_parts(w, &format, call, row->format + 1, parts)) {
    print_unknown(w, call, row);
    return false;
  }
  format_look_at_stream(w, call, row->stream);
  if (row->goal == GOAL_STREAM)
    print_to_stream(w, call, row, &format, parts);
  else
    print_to_memory(w, call, row->goal, &format, parts);
  return true;
}
