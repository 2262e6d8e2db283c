// property: unreach-call
// expect: unknown
// args: --64 --cpu-timeout=3
// guards: assembly that reads a variable of the program by way of a
// segment: what it gives is the machine's business
extern void reach_error(void);
int here = 5;
int main(void) {
  int value;
  __asm__("movl %%gs:%P1,%0" : "=r"(value) : "p"(&here));
  if (value != 5) reach_error();
  return 0;
}
