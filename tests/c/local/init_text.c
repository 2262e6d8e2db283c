// property: unreach-call
// expect: true
// guards: only the sections that a start looks into run before main
extern void reach_error(void);

static int started;

__attribute__((section(".init.text"))) int probe(void) {
  started = 1;
  return 0;
}

int main(void) {
  if (started) reach_error();
  return 0;
}
