// property: unreach-call
// expect: unknown
// guards: what is told to a port stays where it is
void reach_error(void);
int main(void) {
  int x = 7;
  __asm__ volatile("outl %0,%%dx" : "+a"(x) : "d"(1));
  if (x != 7) reach_error();
  return 0;
}
