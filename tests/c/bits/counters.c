// property: unreach-call
// expect: true
// args: --engine=bits
/* Two counters, one of which counts the rounds of the other: together they
 * never pass the same place twice in a day. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned minute = 0, hour = 0, ticks = 0;
  while (__VERIFIER_nondet_int()) {
    ticks = (ticks + 1) % 96;
    if (++minute == 4) {
      minute = 0;
      if (++hour == 24) hour = 0;
    }
    if (hour * 4 + minute != ticks) reach_error();
  }
}
