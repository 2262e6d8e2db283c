/* SPDX-License-Identifier: MIT
 *
 * Private to the reader of program text: its state, shared by parse_words.c
 * (characters, numbers, names, references), parse_function.c (signatures and
 * bodies) and parse.c (items and tables). */
#ifndef IR_PARSE_INT_H
#define IR_PARSE_INT_H

#include "ir/io.h"

#define ITEMS(X)                                                               \
  X(POINTER, "pointer")                                                        \
  X(ENTRY, "entry")                                                            \
  X(SITES, "sites")                                                            \
  X(FILE, "file")                                                              \
  X(TYPE, "type")                                                              \
  X(REGION, "region")                                                          \
  X(GLOBAL, "global")                                                          \
  X(DECLARE, "declare")                                                        \
  X(DEFINE, "define")                                                          \
  X(LOC, "loc")                                                                \
  X(CTYPE, "ctype")                                                            \
  X(VAR, "var")                                                                \
  X(CONTEXT, "context")                                                        \
  X(ERROR, "error")                                                            \
  X(LEDGER, "ledger")

typedef enum ItemKind {
#define X(name, text) ITEM_##name,
  ITEMS(X)
#undef X
      ITEM_COUNT
} ItemKind;

typedef struct Item {
  ItemKind kind;
  uint32_t line;
  uint32_t id;    /* globals and functions */
  const char *at; /* behind what was read so far */
} Item;

typedef struct Parser {
  const char *at; /* never moves past an end of line by itself */
  uint32_t line;
  Mem *mem;
  Program *p;
  Text *error;
  bool failed;
  Vec(Item) items;
  uint32_t counts[ITEM_COUNT];
  Names funcs, globals; /* index + 1 is the id */
  Map types;            /* number in the text -> TypeId */
  Map labels;           /* of the function: number in the text -> inst */
  Vec(Val) ops;
  Vec(BlockId) blocks;
  Vec(Field) fields;
  Vec(TypeId) params;
  Vec(Reloc) relocs;
  Vec(CMember) members;
  Text word; /* last name or string; may hold NULs when a string */
} Parser;

/* Notes the first problem, "line N: reason", and moves to an empty text. */
void ptext_fail(Parser *in, const char *format, ...) BASE_PRINTF(2, 3);

/* Characters and words.  accept: moves on if it is next; expect: fails if it
 * is not.  A word that ends in '=' is a key. */
bool ptext_is_digit(char c);
void ptext_skip_blanks(Parser *in);
bool ptext_at_end(Parser *in); /* of the line */
void ptext_skip_line(Parser *in);
bool ptext_next_line(Parser *in); /* one that holds something, or false */
bool ptext_accept(Parser *in, char c);
void ptext_expect(Parser *in, char c);
bool ptext_accept_word(Parser *in, const char *word);
void ptext_expect_word(Parser *in, const char *word);

/* Numbers, names, words of an enumeration. */
uint64_t ptext_u64(Parser *in);
uint32_t ptext_u32(Parser *in);
int64_t ptext_i64(Parser *in, char sign); /* '+' or '-' if read already */
uint32_t ptext_index(Parser *in, uint32_t n, const char *what);
void ptext_string(Parser *in);      /* into in->word */
const char *ptext_name(Parser *in); /* valid until the next one */
char *ptext_text(Parser *in);       /* in the arena of the program */
int64_t ptext_enum(Parser *in, const char *(*word)(int64_t));

/* References and constants. */
FuncId ptext_func(Parser *in);
GlobalId ptext_global(Parser *in);
int64_t ptext_offset(Parser *in);
LocId ptext_loc(Parser *in);
TypeId ptext_type(Parser *in);
Val ptext_number(Parser *in, TypeId type);

/* Functions: behind the word `define` or `declare`; between the braces. */
void ptext_signature(Parser *in, Item *item);
void ptext_body(Parser *in, const Item *item);

#endif
