/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'bounds', see bounds.c: answers that the library never
 * gives. */
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

void take(const char *text, long n);

/* Nothing fails in memory but wide characters. */
void hex_bad(const unsigned char *d, unsigned n) {
  char room[600], *p = room;
  if (n > 255) return;
  for (unsigned i = 0; i < n; i++) {
    sprintf(p, "%02X", d[i]);
    p--;
  }
  take(room, p - room);
}
void hex_good(const unsigned char *d, unsigned n, unsigned at, int kind) {
  char room[600], *p = room;
  if (n > 255) return;
  p += sprintf(p, ":%02X%04X%02X", n, at, kind);
  for (unsigned i = 0; i < n; i++) p += sprintf(p, "%02X", d[i]);
  p += sprintf(p, "%02X\n", kind);
  take(room, p - room);
}
void wide_bad(const wchar_t *name) {
  char room[100];
  int n = snprintf(room, sizeof room, "%ls", name);
  if (n < 90) room[n] = '.';
  take(room, n);
}
void narrow_good(const char *name) {
  char room[100];
  int n = snprintf(room, sizeof room, "%*s", 3, name);
  if (n < 90) room[n] = '.';
  take(room, n);
}
void list_bad(const char *format, ...) {
  char room[100];
  va_list list;
  va_start(list, format);
  int n = vsnprintf(room, sizeof room, format, list);
  va_end(list);
  if (n < 90) room[n] = '.';
  take(room, n);
}
void list_good(int count, ...) {
  char room[100];
  va_list list;
  va_start(list, count);
  int n = vsnprintf(room, sizeof room, "%s-%d", list);
  va_end(list);
  if (n < 90) room[n] = '.';
  take(room, n);
}
