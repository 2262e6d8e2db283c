// property: unreach-call
// expect: unknown
// guards: where a section starts is the place of an object in it, no other one
extern void reach_error(void);
__attribute__((section("table"))) int first = 1;
extern int __start_table[];
int main(void) {
  if (__start_table == &first) reach_error();
  return 0;
}
