// property: unreach-call
// expect: false
// args: --64
// guards: a variable defined elsewhere may hold the address of a function of ours
extern void reach_error(void);
void run(void) { reach_error(); }
extern void (*hook)(void);
int main(void) {
  if (hook == run) hook();
  return 0;
}
