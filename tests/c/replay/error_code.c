// property: unreach-call
// expect: false
// guards: a pointer of a counterexample may be an error code: a small number
// that is compared with others, beside pointers that are followed
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct disk {
  int state;
  struct disk *next;
};
extern struct disk *find(void);
extern void *make(void);
static int requests;

static int is_error(void *p) {
  return (unsigned long)p > 2012;
}

static int request(struct disk *d) {
  int state = d->next->state;
  void *made = make();
  if (!made || is_error(made)) return state;
  if (requests) reach_error();
  requests = 1;
  return 0;
}

int main(void) {
  struct disk *d = find();
  while (__VERIFIER_nondet_int()) request(d);
  return 0;
}
