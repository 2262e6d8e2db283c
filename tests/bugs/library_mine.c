// property: unreach-call
// expect: true
// guards: a function of one's own that is left out changes nothing, by convention
extern void reach_error(void);
extern int handle(int *state);
int main(void) {
  int state = 3;
  handle(&state);
  if (state != 3) reach_error();
  return 0;
}
