// property: valid-memsafety
// expect: unknown
// args: --32
// guards: an offset that wraps around to an object of another function lies outside of it (the machine's address does not show it, so no run confirms it)
extern unsigned __VERIFIER_nondet_uint(void);
struct cell { short low, high; };
static void set(struct cell *row, unsigned at) { row[at].high = 1; }
int main(void) {
  struct cell row[8];
  unsigned at = __VERIFIER_nondet_uint();
  if (at < 0x40000000u || at > 0x40000005u) return 0;
  set(row, at);
  return 0;
}
