// property: unreach-call
// expect: unknown
// guards: the linker says how far apart the borders of a section are
extern void reach_error(void);
__attribute__((section("table"))) int first = 1, second = 2;
extern int __start_table[], __stop_table[];
int main(void) {
  if (__stop_table - __start_table != 2) reach_error();
  return 0;
}
