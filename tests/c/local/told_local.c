// property: unreach-call
// expect: true
// args: --engine=local --timeout=60
// guards: a local whose address the environment was told may be what any
// pointer from there leads to when it is dead: that ends no proof
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct request {
  int *event, state;
  struct request *next;
};
extern struct request *ask(void);
static int held;

static void take(void) {
  if (held) reach_error();
  held = 1;
}

static void give(void) {
  if (!held) reach_error();
  held = 0;
}

static void wait_for(struct request *r) {
  int event = 0;
  r->event = &event;
  take();
  if (r->next) r->state = event;
  give();
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct request *r = ask();
    wait_for(r);
    take();
    *r->next = *r;
    r->next->state = *r->event;
    if (r->event == r->next->event) r->state++;
    give();
  }
  return 0;
}
