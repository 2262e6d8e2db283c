// property: unreach-call,assertion
// expect: false
// guards: a local that is read before it is set is an input
extern void reach_error(void);
int main(void) {
  int set = 1, unset, *at = &unset;
  for (int i = 0; i < 3; i++) set += i;
  if (set != 4) *at = 0;
  if (*at == 12345) reach_error();
  return 0;
}
