// property: unreach-call
// expect: unknown
// says: section .fini_array
// guards: functions that a section names were never run (a wrong true)
extern void reach_error(void);
static int state;
static void at_end(void) {
  if (state) reach_error();
}
__attribute__((section(".fini_array"), used)) static void (*const last)(void) =
    at_end;
int main(void) {
  state = 1;
  return 0;
}
