// property: unreach-call
// expect: unknown
// args: --64 --cpu-timeout=3
// guards: assembly that does more than to ask the environment
extern void reach_error(void);
int main(void) {
  int value;
  __asm__ volatile("in:\n\tmovl $4, %0\n\tnop" : "=r"(value));
  if (value != 4) reach_error();
  return 0;
}
