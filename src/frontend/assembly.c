/* SPDX-License-Identifier: MIT
 *
 * Inline assembly that asks the environment.
 *
 * A driver reads a port of its device, finds the running task in the memory of
 * the processor it is on, or calls a function of the kernel, all by assembly.
 * What such a text gives is up to the environment, as is the result of a
 * function without a body; the compiled program, run by itself, cannot execute
 * it: the process may not, or the function is not there.
 *
 * So the text is read as far as to tell that it does nothing else.  Each of its
 * statements is one of: reading or writing a port, switching interrupts, a call
 * of a function that is defined elsewhere or through a variable that is, a move
 * into an output from a variable defined elsewhere that is addressed by way of
 * a segment; or a label, a directive, a fence.  What is not known so is none of
 * these. */
#include "frontend/assembly.h"

#include "base/base.h"

#include <ctype.h>
#include <dlfcn.h>

/* ---- operands ---- */

static void parse_constraint(AsmShape *shape, const char *text, size_t n) {
  assert(n > 0 && shape->n <= ASM_MOST_OPERANDS);
  bool memory = memchr(text, '*', n) != NULL;
  if (*text == '~') {
    if (n == strlen("~{memory}") && !strncmp(text, "~{memory}", n))
      shape->clobbers_memory = true;
    return;
  }
  if (*text == '!' || shape->n == ASM_MOST_OPERANDS) {
    shape->understood = false;
    return;
  }
  AsmOperand *op = &shape->operands[shape->n++];
  op->tied = -1;
  if (*text == '=') {
    op->kind = memory ? ASM_OUT_MEMORY : ASM_OUT;
    op->may_be_register = memchr(text, 'r', n) != NULL;
  } else {
    op->kind = memory ? ASM_IN_MEMORY : ASM_IN;
    if (isdigit((unsigned char)*text)) op->tied = *text - '0';
    if (n > 1 && isdigit((unsigned char)text[0]) &&
        isdigit((unsigned char)text[1]))
      op->tied = 10 * (text[0] - '0') + text[1] - '0';
  }
  if (op->kind == ASM_OUT)
    op->result = shape->n_results++;
  else
    op->argument = shape->n_arguments++;
}

AsmShape fe_asm_shape(LLVMValueRef call) {
  require(LLVMIsAInlineAsm(LLVMGetCalledValue(call)));
  size_t n;
  const char *text =
      LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(call), &n);
  AsmShape shape = {.understood = true};
  size_t start = 0, depth = 0;
  for (size_t i = 0; i <= n; i++) {
    if (i < n && text[i] == '{') depth++;
    if (i < n && text[i] == '}' && depth) depth--;
    if (i < n && (text[i] != ',' || depth)) continue;
    if (i > start) parse_constraint(&shape, text + start, i - start);
    start = i + 1;
  }
  return shape;
}

/* A statement of the text: a word and its operands. */
typedef struct Statement {
  const char *at;
  size_t n;
} Statement;

typedef enum Meaning {
  NOT_OUTSIDE,
  NOTHING,
  TELLS, /* the environment something */
  GIVES, /* one result, its own */
  CALLS  /* a function of the environment: all results are its own */
} Meaning;

/* ---- pieces of text ---- */

static void skip_blanks(Statement *s) {
  while (s->n && isspace((unsigned char)*s->at)) s->at++, s->n--;
}

static void skip(Statement *s, size_t n) {
  assert(n <= s->n);
  s->at += n;
  s->n -= n;
}

static size_t word_length(const Statement *s) {
  size_t n = 0;
  while (n < s->n && (isalnum((unsigned char)s->at[n]) || s->at[n] == '_' ||
                      s->at[n] == '.'))
    n++;
  return n;
}

static bool take_text(Statement *s, const char *text) {
  assert(*text);
  size_t n = strlen(text);
  if (s->n < n || memcmp(s->at, text, n) != 0) return false;
  skip(s, n);
  return true;
}

/* Labels before the statement go. */
static void skip_labels(Statement *s) {
  for (;;) {
    skip_blanks(s);
    size_t n = word_length(s);
    if (n == 0 || n >= s->n || s->at[n] != ':') return;
    skip(s, n + 1);
  }
}

static bool is_one_of(const Statement *s, size_t n, const char *const *words) {
  assert(n <= s->n);
  for (; *words; words++)
    if (strlen(*words) == n && memcmp(s->at, *words, n) == 0) return true;
  return false;
}

/* `$2` or `${2:c}`: the operand of this number; NULL: something else. */
static const AsmOperand *take_operand(Statement *s, const AsmShape *shape) {
  assert(shape->understood && shape->n <= ASM_MOST_OPERANDS);
  bool braced = take_text(s, "${");
  uint32_t number = 0;
  if (!braced && !take_text(s, "$")) return NULL;
  if (!s->n || !isdigit((unsigned char)*s->at)) return NULL;
  for (; s->n && isdigit((unsigned char)*s->at) && number < ASM_MOST_OPERANDS;
       skip(s, 1))
    number = 10 * number + (uint32_t)(*s->at - '0');
  while (braced && s->n && *s->at != '}') skip(s, 1);
  if ((braced && !take_text(s, "}")) || number >= shape->n) return NULL;
  return &shape->operands[number];
}

/* ---- what is elsewhere ---- */

/* Is the operand the address of a variable defined elsewhere, or in it? */
static bool is_elsewhere(LLVMValueRef call, const AsmOperand *operand) {
  if (!operand || operand->kind == ASM_OUT) return false;
  assert(operand->argument < LLVMGetNumArgOperands(call));
  LLVMValueRef at = LLVMGetOperand(call, operand->argument);
  while (LLVMIsAConstantExpr(at) && LLVMGetConstOpcode(at) == LLVMGetElementPtr)
    at = LLVMGetOperand(at, 0);
  return LLVMIsAGlobalVariable(at) && LLVMIsDeclaration(at);
}

/* The rest of the statement as a name, in which operands that are numbers may
 * stand; false: it is none. */
static bool take_name(LLVMValueRef call, const AsmShape *shape, Statement *s,
                      char *name, size_t size) {
  size_t at = 0;
  assert(size >= 64);
  while (s->n && at + 24 < size) {
    if (word_length(s)) {
      name[at++] = *s->at;
      skip(s, 1);
      continue;
    }
    const AsmOperand *op = take_operand(s, shape);
    if (!op || op->kind == ASM_OUT) return false;
    LLVMValueRef value = LLVMGetOperand(call, op->argument);
    if (!LLVMIsAConstantInt(value)) return false;
    at += (size_t)snprintf(name + at, size - at, "%llu",
                           LLVMConstIntGetZExtValue(value));
  }
  name[at] = 0;
  return at > 0 && s->n == 0;
}

/* A function of the C library is there when the program runs: as it is linked
 * to this one, too, it can be asked for. */
static bool is_function_elsewhere(LLVMValueRef call, const AsmShape *shape,
                                  Statement s) {
  char name[128];
  if (!take_name(call, shape, &s, name, sizeof name)) return false;
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMValueRef known = LLVMGetNamedFunction(module, name);
  if (LLVMGetNamedGlobalAlias(module, name, strlen(name))) return false;
  return (!known || LLVMIsDeclaration(known)) && !dlsym(NULL, name);
}

/* ---- statements ---- */

static bool calls_elsewhere(LLVMValueRef call, const AsmShape *shape,
                            Statement s) {
  if (!take_text(&s, "*")) return is_function_elsewhere(call, shape, s);
  const AsmOperand *through = take_operand(&s, shape);
  return is_elsewhere(call, through) && s.n == 0;
}

static bool moves_from_elsewhere(LLVMValueRef call, const AsmShape *shape,
                                 Statement s) {
  if (!take_text(&s, "%gs:") && !take_text(&s, "%fs:")) return false;
  if (!is_elsewhere(call, take_operand(&s, shape))) return false;
  skip_blanks(&s);
  if (!take_text(&s, ",")) return false;
  skip_blanks(&s);
  const AsmOperand *to = take_operand(&s, shape);
  return to && to->kind == ASM_OUT && s.n == 0;
}

static Meaning meaning_of(LLVMValueRef call, const AsmShape *shape,
                          Statement s) {
  static const char *const gets[] = {"in", "inb", "inw", "inl", NULL};
  static const char *const puts[] = {"out", "outb", "outw", "outl",
                                     "cli", "sti",  "hlt",  NULL};
  static const char *const fills[] = {".align", ".balign", ".p2align", NULL};
  static const char *const fences[] = {"mfence", "lfence", "sfence", "nop",
                                       NULL};
  static const char *const moves[] = {"mov",  "movb", "movw",
                                      "movl", "movq", NULL};
  skip_labels(&s);
  while (s.n && isspace((unsigned char)s.at[s.n - 1])) s.n--;
  size_t n = word_length(&s);
  if (s.n == 0 || is_one_of(&s, n, fills)) return NOTHING;
  if (is_one_of(&s, n, fences)) return s.n == n ? NOTHING : NOT_OUTSIDE;
  if (is_one_of(&s, n, gets)) return GIVES;
  if (is_one_of(&s, n, puts)) return TELLS;
  bool moves_it = is_one_of(&s, n, moves);
  bool calls = n == strlen("call") && memcmp(s.at, "call", n) == 0;
  skip(&s, n);
  skip_blanks(&s);
  if (calls && calls_elsewhere(call, shape, s)) return CALLS;
  if (moves_it && moves_from_elsewhere(call, shape, s)) return GIVES;
  return NOT_OUTSIDE;
}

/* Data beside the code, for whoever looks there: from .section or .pushsection
 * to the end of that. */
static bool is_beside(Statement s, bool was_beside, bool *is_border) {
  static const char *const begins[] = {".section", ".pushsection", NULL};
  static const char *const ends[] = {".previous", ".popsection", NULL};
  skip_blanks(&s);
  size_t n = word_length(&s);
  bool begin = is_one_of(&s, n, begins), end = is_one_of(&s, n, ends);
  *is_border = begin || end;
  if (!begin) return was_beside && !end;
  skip(&s, n);
  skip_blanks(&s);
  return !take_text(&s, ".text");
}

/* Is every result one that the text gives? */
static bool gives_all(const AsmShape *shape, const uint32_t *counts) {
  if (shape->n_results == 0 || counts[CALLS]) return true;
  for (uint32_t i = 0; i < shape->n; i++)
    if (shape->operands[i].tied >= 0) return false;
  return shape->n_results == 1 && counts[GIVES] == 1;
}

bool fe_asm_is_outside(LLVMValueRef call) {
  require(LLVMIsACallInst(call));
  LLVMValueRef code = LLVMGetCalledValue(call);
  if (!LLVMIsAInlineAsm(code)) return false;
  AsmShape shape = fe_asm_shape(call);
  size_t n, start = 0;
  const char *text = LLVMGetInlineAsmAsmString(code, &n);
  uint32_t counts[CALLS + 1] = {0};
  bool beside = false, is_border;
  if (!shape.understood || shape.n_arguments > LLVMGetNumArgOperands(call))
    return false;
  for (size_t i = 0; i <= n; i++) {
    if (i < n && text[i] != '\n' && text[i] != ';') continue;
    Statement statement = {text + start, i - start};
    beside = is_beside(statement, beside, &is_border);
    start = i + 1;
    if (beside || is_border) continue;
    Meaning meaning = meaning_of(call, &shape, statement);
    if (meaning == NOT_OUTSIDE) return false;
    counts[meaning]++;
  }
  return (counts[TELLS] || counts[GIVES] || counts[CALLS]) &&
         gives_all(&shape, counts);
}
