// property: unreach-call
// expect: false
// guards: an array of structs with fields of different sizes is copied in part
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);
struct record { char tag; short size; int *at; };
int main(void) {
  int x = 1, y = 2;
  struct record from[2] = {{'a', 1, &x}, {'b', 2, &y}}, to[2] = {{0, 0, &y}};
  unsigned n = __VERIFIER_nondet_uint() & 1;
  memcpy(to, from + 1, n * sizeof *to);
  *to[0].at = 7;
  if (y != 7 || x != 1 || to[0].size != (n ? 2 : 0) || to[0].tag == 'b') reach_error();
  return 0;
}
