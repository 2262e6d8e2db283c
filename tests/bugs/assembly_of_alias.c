// property: unreach-call
// expect: unknown
// guards: a function by another name is the program's own, not the environment's
void reach_error(void);
int five(void) { return 5; }
int helper(void) __attribute__((alias("five")));
int main(void) {
  int x = 1;
  __asm__ volatile("call helper" : "=a"(x) : : "memory", "cc");
  if (x != 5) reach_error();
  return 0;
}
