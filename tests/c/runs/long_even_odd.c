// property: unreach-call
// expect: false
// guards: a loop of many rounds that differ is left out in one step, exactly
extern void reach_error(void);
int main(void) {
  unsigned i = 0, odd = 0, even = 0;
  while (i < 0x1ffffffd) {
    if (i % 2)
      odd += 3;
    else
      even += 1;
    i++;
  }
  if (even == 0x0fffffff && odd == 0x2ffffffa) reach_error();
  return 0;
}
