// property: unreach-call
// expect: false
// args: --engine=concolic --32
// guards: the same with pointers of 32 bits, functions made up included
extern void reach_error(void);
struct ops {
  short kind;
  long long (*size)(struct ops *);
  struct ops *inner;
};
extern struct ops *get_ops(void);

int main(void) {
  struct ops *ops = get_ops();
  if (!ops || !ops->inner || !ops->inner->size) return 0;
  if (ops->inner->kind == -3 && ops->inner->size(ops) == 1LL << 40)
    reach_error();
  return 0;
}
