/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'bounds', see bounds.c: texts, narrow and wide, whose
 * lengths come by memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void wide_bad(void) {
  wchar_t room[10];
  wcscpy(room, L"0123456789");
  fputws(room, stdout);
}
void wide_good(void) {
  wchar_t room[11];
  wcscpy(room, L"0123456789");
  fputws(room, stdout);
}

void filled_bad(void) {
  wchar_t text[100], *room = malloc(50 * sizeof *room);
  if (!room) return;
  wmemset(text, L'A', 99);
  text[99] = 0;
  wcscpy(room, text);
  fputws(room, stdout);
  free(room);
}
void filled_good(void) {
  wchar_t text[100], *room = malloc(100 * sizeof *room);
  if (!room) return;
  wmemset(text, L'A', 99);
  text[99] = 0;
  wcscpy(room, text);
  fputws(room, stdout);
  free(room);
}

void wide_append_bad(void) {
  wchar_t room[50] = L"", text[100];
  wmemset(text, L'A', 99);
  text[99] = 0;
  wcsncat(room, text, wcslen(text));
  fputws(room, stdout);
}
void wide_append_good(void) {
  wchar_t room[100] = L"", text[100];
  wmemset(text, L'A', 99);
  text[99] = 0;
  wcsncat(room, text, wcslen(text));
  fputws(room, stdout);
}

void wide_part_bad(void) {
  wchar_t room[8] = L"abcd";
  wcscat(room, L"efgh");
  fputws(room, stdout);
}
void wide_part_good(void) {
  wchar_t room[9] = L"abcd";
  wcscat(room, L"efgh");
  fputws(room, stdout);
}

/* What was copied and appended before is as long as that. */
void chain_bad(void) {
  char a[10], b[6];
  strcpy(a, "abc");
  strcat(a, "def");
  strcpy(b, a);
  puts(b);
}
void chain_good(void) {
  char a[10], b[7];
  strcpy(a, "abc");
  strcat(a, "def");
  strcpy(b, a);
  puts(b);
}

void cut_bad(void) {
  char a[10], b[4];
  strncpy(a, "abcdef", 4);
  a[4] = 0;
  strcpy(b, a);
  puts(b);
}
void cut_good(void) {
  char a[10], b[5];
  strncpy(a, "abcdef", 4);
  a[4] = 0;
  strcpy(b, a);
  puts(b);
}

/* The rest of the room is zero, and no more than the room. */
void padded_bad(int i) {
  char a[16] = "0123456789";
  int count[4] = {0};
  strncpy(a, "01", 8);
  if (i > 1 && i < 8 && a[i]) count[7] = 1;
  count[a[9] - '5'] = 1;
  printf("%d", count[0]);
}
void padded_good(int i) {
  char a[16] = "0123456789";
  int count[5] = {0};
  strncpy(a, "01", 8);
  if (i > 1 && i < 8 && a[i]) count[7] = 1;
  count[a[9] - '5'] = 1;
  printf("%d", count[0]);
}

/* A function that always says the same decides nothing. */
static int wanted(void) {
  return 1;
}
void always_bad(void) {
  char room[50] = "", all[100], *text = all;
  if (wanted()) {
    memset(text, 'A', 99);
    text[99] = 0;
  }
  strncat(room, text, strlen(text));
  puts(room);
}
void always_good(void) {
  char room[100] = "", all[100], *text = all;
  if (wanted()) {
    memset(text, 'A', 99);
    text[99] = 0;
  }
  strncat(room, text, strlen(text));
  puts(room);
}

/* A text that starts before its room. */
void before_text_bad(int n) {
  char room[20], copy[40], *text = room;
  memset(room, 'A', 19);
  room[19] = 0;
  if (n) text = room - 8;
  strcpy(copy, text);
  puts(copy);
}
void before_text_good(int n) {
  char room[20], copy[40], *text = room;
  memset(room, 'A', 19);
  room[19] = 0;
  if (n) text = room + 8;
  strcpy(copy, text);
  puts(copy);
}
