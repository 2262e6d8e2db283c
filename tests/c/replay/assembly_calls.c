// property: unreach-call
// expect: false
// args: --64 --engine=concolic
// guards: assembly that calls functions of the environment, with two results
extern void reach_error(void);
extern struct {
  void *lock, *unlock;
} operations;
int main(void) {
  int value;
  unsigned long kind, first, second;
  __asm__ volatile("call __fetch_%P3"
                   : "=a"(value), "=d"(kind)
                   : "c"(&value), "i"(4));
  __asm__ volatile("771:\n\tcall *%c2;\n772:\n"
                   ".pushsection .places,\"a\"\n .quad 771b\n.popsection\n"
                   : "=a"(first), "=d"(second)
                   : "i"(&operations.unlock)
                   : "memory");
  if (value == 3 && kind == 9 && first == 10 && second == 11) reach_error();
  return 0;
}
