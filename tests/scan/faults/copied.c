/* SPDX-License-Identifier: MIT
 *
 * Structs that are filled with copies of variables of other types: what these
 * hold is what was written there, not what they began with. */
#include <stdio.h>
#include <string.h>

struct span {
  int *at;
  int n;
};
struct pair {
  int *first;
  int second;
};
struct part {
  int *at;
  int n;
};
struct holder {
  union {
    struct part part;
    long raw[2];
  } u;
};

static int place, room[8];
static struct span a = {&place, 2};
static struct pair pair = {&place, 1};
static struct part b = {&place, 2};
static struct holder holder = {{{&place, 1}}};

void from_pair(void) {
  pair.second = 9;
  memcpy(&a, &pair, sizeof a);
}
void longer(void) {
  a.n = 5;
}
int at_copy(void) {
  return room[a.n]; /* fails: bounds */
}

void from_union(void) {
  holder.u.part = b;
  holder.u.raw[1] = 9;
  b = holder.u.part;
}
void larger(void) {
  b.n = 5;
}
int at_part(void) {
  return room[b.n]; /* fails: bounds */
}

int main(void) {
  for (;;) switch (getchar()) {
    case 1: from_pair(); break;
    case 2: from_union(); break;
    case 3: longer(); break;
    case 4: larger(); break;
    case 5: place += at_copy(); break;
    case 6: place += at_part(); break;
    default: return place;
    }
}
