/* SPDX-License-Identifier: MIT
 *
 * Does a run believe what the C library does?  Random calls on a real file, one
 * after the other: models/world.c, told each real result, must say the same. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "random.h"

FILE *model_stdin, *model_stdout, *model_stderr;

int model___cutpoint_world_character(int c, const FILE *from);
int model___cutpoint_world_back(int result, int c, const FILE *to);
char *model___cutpoint_world_line(char *line, int room, const FILE *from);
long model___cutpoint_world_delimited(long length, char *line, int end,
                                      const FILE *from);
size_t model___cutpoint_world_block(size_t done, char *to, size_t bytes,
                                    size_t count, const FILE *from);
int model___cutpoint_world_scanned(int matched, const FILE *from);
int model___cutpoint_world_at_end(int answer, const FILE *stream);
int model___cutpoint_world_failed(int answer, const FILE *stream);
void model___cutpoint_world_cleared(const FILE *stream);
int model___cutpoint_world_moved(int result, const FILE *stream);
void model___cutpoint_world_rewound(const FILE *stream);
long model___cutpoint_world_place(long place, const FILE *stream);
int model___cutpoint_world_puts(int result, const char *text);

static const char *step; /* what is done now */

void model___cutpoint_assume(int condition) {
  if (condition) return;
  printf("%s: not believed\n", step);
  exit(1);
}

static void check(bool same) {
  checks++;
  if (!same && failures++ < 20) printf("%s: another answer\n", step);
}

static char text[64], kept[64];

static void read_line(FILE *file) {
  int room = 1 + (int)below(20);
  char *line = fgets(text, room, file);
  memcpy(kept, text, sizeof text);
  check(model___cutpoint_world_line(line, room, file) == line);
  if (line) check(strcmp(kept, text) == 0);
}

static void read_whole_line(FILE *file) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n = getline(&line, &room, file);
  if (n < 0) {
    check(!model___cutpoint_world_line(NULL, 2, file));
  } else {
    memcpy(kept, line, (size_t)n + 1);
    check(model___cutpoint_world_delimited(n, line, '\n', file) == n);
    check(memcmp(kept, line, (size_t)n + 1) == 0);
  }
  free(line);
}

static void read_block(FILE *file) {
  size_t count = below(9), done = fread(text, 1, count, file);
  memcpy(kept, text, sizeof text);
  check(model___cutpoint_world_block(done, text, 1, count, file) == done);
  check(memcmp(kept, text, done) == 0);
}

static void put_back(FILE *file, int c) {
  int result = ungetc(c, file);
  check(model___cutpoint_world_back(result, c, file) == result);
}

static void read_number(FILE *file) {
  int value, matched = fscanf(file, "%d", &value);
  check(model___cutpoint_world_scanned(matched, file) == matched);
}

/* `last`: the character that was read, if nothing came after it. */
static void do_step(FILE *file, int *last) {
  int back = *last, c;
  *last = EOF;
  switch (below(11)) {
  case 0:
  case 1:
    step = "fgetc";
    c = *last = fgetc(file);
    check(model___cutpoint_world_character(c, file) == c);
    return;
  case 2: step = "fgets"; return read_line(file);
  case 3: step = "fread"; return read_block(file);
  case 9: step = "getline"; return read_whole_line(file);
  case 4:
    step = "feof";
    c = feof(file);
    return check(!model___cutpoint_world_at_end(c, file) == !c);
  case 5:
    step = "ferror";
    c = ferror(file);
    return check(!model___cutpoint_world_failed(c, file) == !c);
  case 6:
    step = "ungetc";
    if (back != EOF) put_back(file, back);
    return;
  case 7:
    step = "rewind";
    if (below(4)) return;
    rewind(file);
    model___cutpoint_world_rewound(file);
    return check(model___cutpoint_world_place(ftell(file), file) == 0);
  case 8:
    step = "fseek";
    c = fseek(file, (long)below(30), SEEK_SET);
    return check(model___cutpoint_world_moved(c, file) == c);
  default:
    step = "clearerr";
    if (below(4)) return;
    clearerr(file);
    model___cutpoint_world_cleared(file);
  }
}

static FILE *some_file(void) {
  static const char letters[] = "ab1 \n";
  FILE *file = tmpfile();
  if (!file) exit(2);
  for (unsigned n = below(40); n > 0; n--)
    fputc(letters[below(sizeof letters - 1)], file);
  rewind(file);
  return file;
}

int main(int argc, char **argv) {
  unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
  FILE *file = some_file();
  int last = EOF;
  step = "fscanf";
  read_number(file);
  fclose(file);
  for (unsigned r = 0; r < rounds && r < 40; r++) {
    file = some_file();
    for (unsigned n = 0; n < 200; n++) do_step(file, &last);
    last = EOF;
  }
  printf("models: %u answers of streams, %u not believed\n", checks, failures);
  return failures != 0;
}
