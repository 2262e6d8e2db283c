// property: unreach-call
// expect: unknown
// args: --64 --cpu-timeout=3
// guards: assembly that calls a function of the program or of the C library
// does not ask the environment
extern void reach_error(void);
int four(void) { return 4; }
int main(void) {
  int mine, library;
  __asm__ volatile("call four" : "=a"(mine) : : "memory");
  __asm__ volatile("call abs" : "=a"(library) : "D"(-4));
  if (mine != 4 || library != 4) reach_error();
  return 0;
}
