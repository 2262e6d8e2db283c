// property: unreach-call
// args: --64
// expect: unknown
// guards: two bytes of an address in a static table were not taken for a look at it
extern void reach_error(void);
short first, second, third;
static short *const table[] = {&first, &second, &third};
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned short low = *(const unsigned short *)&table[i];
    if (low & 14) reach_error();
  }
  return 0;
}
