/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'bounds', see bounds.c: texts and counts that go into an
 * array of a fixed size, of which nobody says how long they are (low
 * confidence). */
#include <stdio.h>
#include <string.h>

struct entry {
  char name[256];
  char *text;
  char few[16];
};

int param_bad(const char *name) {
  char room[32];
  strcpy(room, name);
  return room[0];
}
int param_good(const char *name) {
  char room[32];
  if (strlen(name) >= sizeof room) return -1;
  strcpy(room, name);
  return room[0];
}

int memory_bad(const struct entry *e) {
  char room[32];
  strcpy(room, e->text);
  return room[0];
}
int memory_good(const struct entry *e) {
  char room[32];
  if (strcmp(e->text, "tcp") && strcmp(e->text, "udp")) return 1;
  strcpy(room, e->text);
  return room[0];
}

/* The member that it is in is no larger. */
int type_bad(const struct entry *e) {
  char room[64];
  strcpy(room, e->name);
  return room[0];
}
int type_good(const struct entry *e) {
  char room[256];
  strcpy(room, e->name);
  return room[0];
}

int tail_bad(const struct entry *e) {
  char room[64];
  const char *dot = strrchr(e->text, '.');
  if (!dot) return 1;
  strcpy(room, dot + 1);
  return room[0];
}
int tail_good(const struct entry *e) {
  char room[64];
  const char *dot = strrchr(e->text, '.');
  if (!dot || strlen(dot + 1) >= sizeof room) return 1;
  strcpy(room, dot + 1);
  return room[0];
}

void member_bad(struct entry *e, const char *s) {
  strcpy(e->few, s);
}
void member_good(struct entry *e, const char *s) {
  snprintf(e->few, sizeof e->few, "%s", s);
}

int printed_bad(const char *folder, const char *name) {
  char room[128];
  sprintf(room, "%s/%s.txt", folder, name);
  return room[0];
}
int printed_good(const char *folder, const char *name) {
  char room[128];
  sprintf(room, "%.40s/%.40s.txt", folder, name);
  return room[0];
}

void count_bad(struct entry *e, const char *from, unsigned n) {
  char room[64];
  memcpy(room, from, n);
  e->few[0] = room[0];
}
void count_good(struct entry *e, const char *from, unsigned n) {
  char room[64];
  if (n > sizeof room) return;
  memcpy(room, from, n);
  e->few[0] = room[0];
}
int count_all(struct entry *e, const char *from, unsigned n) {
  count_good(e, from, n);
  return e->few[0];
}

/* Each round appends, and nobody asks how much is there. */
int grown_bad(struct entry *const *all) {
  char room[128] = "";
  for (int i = 0; all[i]; i++) {
    strcat(room, all[i]->text);
    strcat(room, " ");
  }
  return room[0];
}
int grown_good(struct entry *const *all) {
  char room[128] = "";
  for (int i = 0; all[i]; i++) {
    if (strlen(room) + strlen(all[i]->text) + 2 > sizeof room) break;
    strcat(room, all[i]->text);
    strcat(room, " ");
  }
  return room[0];
}
