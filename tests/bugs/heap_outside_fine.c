// property: unreach-call
// expect: true
// args: --64 --engine=local
// guards: a lock has nothing to do with what is freed
#include <stdlib.h>
extern void reach_error(void);
struct Device {
  int count;
  struct Device *next;
};
static int locked;
extern struct Device *find(void);
static void put(struct Device *d) {
  if (--d->count == 0) free(d);
}
int main(void) {
  struct Device *d = malloc(sizeof *d);
  if (!d) return 0;
  d->count = 2;
  d->next = find();
  for (;;) {
    if (locked) reach_error();
    locked = 1;
    d->count++;
    if (d->next) put(d->next);
    put(d);
    put(d);
    d->next = find();
    locked = 0;
  }
}
