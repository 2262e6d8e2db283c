// property: unreach-call
// expect: false
// args: --engine=guided
// guards: parameters of the entry and functions called through pointers ask
extern void reach_error(void);
extern int given(int);
int main(int argc, char **argv) {
  int (*call)(int) = given;
  int i;
  for (i = 0; i < 3; i++)
    if (call(i) != 1000 + i) return 0;
  if (argc == 77) reach_error();
  return 0;
}
