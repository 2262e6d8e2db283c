// property: unreach-call
// expect: false
// args: --engine=bounded
// guards: the same, found by an engine
extern void reach_error(void);
struct ops {
  int (*probe)(void *);
};
extern struct ops *get_ops(void);

int main(void) {
  struct ops *ops = get_ops();
  if (!ops || !ops->probe) return 0;
  if (ops->probe(ops) == 1234) reach_error();
  return 0;
}
