// property: unreach-call
// args: --64
// expect: unknown
// guards: an address compared with a computed number was never equal to it
extern void reach_error(void);
int variable;
int main(void) {
  for (unsigned long n = 0x404000; n < 0x404100; n += 4)
    if ((unsigned long)&variable == n) reach_error();
  return 0;
}
