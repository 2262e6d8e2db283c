// property: unreach-call
// expect: true
// guards: other sections do not run
extern void reach_error(void);
__attribute__((section(".init_data"))) static int table[2] = {1, 2};
int main(void) {
  if (table[1] != 2) reach_error();
  return 0;
}
