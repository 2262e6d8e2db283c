/* SPDX-License-Identifier: MIT
 *
 * Texts without loops, for proofs: see rough.c. */
#ifndef MODELS_ROUGH_H
#define MODELS_ROUGH_H

#include "model.h"

/* Are loops over texts to be jumped over? */
int __cutpoint_rough(void);

/* A place that a walk to the text's end comes to, and looks at. */
size_t __cutpoint_rough_place(const char *s);
size_t __cutpoint_rough_length(const char *s);
/* ... or `most`, if the end was not met until there. */
size_t __cutpoint_rough_upto(const char *s, size_t most);

/* Any text of that length; gives its end. */
char *__cutpoint_rough_copy(char *to, size_t length);
/* The same in a room that is filled up with 0, as by strncpy. */
char *__cutpoint_rough_fill(char *to, size_t length, size_t room);

int __cutpoint_rough_compare(const char *a, const char *b, size_t most,
                             int any_case);
int __cutpoint_rough_memory(const void *a, const void *b, size_t bytes);

/* As strchrnul, strrchr, strcspn, strstr and memchr. */
char *__cutpoint_rough_find(const char *s, int c);
char *__cutpoint_rough_find_last(const char *s, int c);
size_t __cutpoint_rough_find_one(const char *s, const char *of);
char *__cutpoint_rough_find_text(const char *in, const char *what);
void *__cutpoint_rough_find_byte(const void *in, int byte, size_t bytes);

#endif
