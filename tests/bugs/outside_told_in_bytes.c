// property: unreach-call
// expect: false
// guards: an address told byte by byte, read from memory
extern void reach_error(void);
void tell(unsigned char byte);
int *ask(void);
static int x;
int main(void) {
  int *address = &x;
  unsigned char *byte = (unsigned char *)&address;
  for (unsigned i = 0; i < sizeof address; i++) tell(byte[i]);
  int *p = ask();
  if (p) *p = 1;
  if (x) reach_error();
  return 0;
}
