// property: unreach-call
// expect: false
// args: --engine=bits
/* The day has one hour too few: that shows in the 23rd. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned minute = 0, hour = 0, ticks = 0;
  while (__VERIFIER_nondet_int()) {
    ticks = (ticks + 1) % 96;
    if (++minute == 4) {
      minute = 0;
      if (++hour == 23) hour = 0;
    }
    if (hour * 4 + minute != ticks) reach_error();
  }
}
