/* SPDX-License-Identifier: MIT
 *
 * Formats of printf and scanf, for this room alone. */
#ifndef FRONTEND_LIBRARY_FORMAT_H
#define FRONTEND_LIBRARY_FORMAT_H

#include "frontend/library/library.h"
#include "ir/format.h"

/* Reads the constant text that the operand points to; false: it is none, or
 * has something that is not known, or stores by %n. */
bool format_read(Format *format, FormatOf of, LLVMValueRef operand);
/* A constant string with its end? */
bool format_is_literal(LLVMValueRef operand);

/* Where calls are replaced. */
typedef struct Formats {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef i32, word; /* word: size_t */
  LLVMTypeRef pointer;
  FeMemory memory;
} Formats;

/* A call of a model, declared as needed. */
LLVMValueRef format_call(Formats *w, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned n);
/* The argument, if it is a stream, is looked at; -1: there is none. */
void format_look_at_stream(Formats *w, LLVMValueRef call, int argument);
LLVMValueRef format_number(LLVMTypeRef type, uint64_t value);
/* What follows stands for a real function, up to format_real_call. */
void format_begin_real(Formats *w);
/* The result of a call: what the model says, a number; in an executable that
 * of the library's own function (FE_REAL). */
LLVMValueRef format_real(Formats *w, const char *name, LLVMValueRef *args,
                         unsigned n, LLVMValueRef modelled);
LLVMValueRef format_real_call(Formats *w, LLVMValueRef call,
                              LLVMValueRef modelled);
enum { FORMAT_ARGUMENTS = 2 * FORMAT_MOST }; /* of a call, at most */
/* The call is done: this is its result. */
void format_replace(LLVMValueRef call, LLVMValueRef by);
/* Puts models of each conversion in place of the call; false: it stays. */
bool format_print(Formats *w, LLVMValueRef call, const char *name);
bool format_scan(Formats *w, LLVMValueRef call, const char *name);
/* Is the call one of the system's function, or that function declared, not one
 * of the program's with that name? */
bool format_is_meant(const Formats *w, LLVMValueRef v, const char *name);
/* Reads the strings that the call is given and its model does not read. */
void format_names(Formats *w, LLVMValueRef call, const char *name);
/* What is known of the result of a call that has no model; false: nothing. */
bool format_answer(Formats *w, LLVMValueRef call, const char *name);
/* signal without a handler of the program's: its answer; false: it stays. */
bool format_signal(Formats *w, LLVMValueRef call, const char *name);
/* Where accesses matter, what a function without a model reads is noted. */
void format_reads(Formats *w, LLVMValueRef call, const char *name);
/* setenv and its like? */
bool format_changes_environment(const char *name);
/* A function that sets a variable of the library which the program looks at is
 * not supported. */
void format_sets(Formats *w, LLVMValueRef call, const char *name);
/* Puts any contents where a function without a model writes. */
void format_write(Formats *w, LLVMValueRef call, const char *name);

#endif
