// property: unreach-call
// expect: false
// args: --engine=concolic
// guards: a function that the environment made up is called, and its result matters
extern void reach_error(void);
struct ops {
  int (*probe)(void *);
  void (*forget)(int, int);
};
extern struct ops *get_ops(void);

int main(void) {
  struct ops *ops = get_ops();
  if (!ops || !ops->probe || !ops->forget) return 0;
  ops->forget(1, 2);
  if (ops->probe(ops) == 1234) reach_error();
  return 0;
}
