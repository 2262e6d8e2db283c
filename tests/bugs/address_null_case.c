// property: unreach-call
// expect: true
// guards: a switch over an address that asks for NULL only is no look at it
extern void reach_error(void);
int variable;
int main(void) {
  switch ((unsigned long)&variable) {
  case 0: reach_error();
  }
  return 0;
}
