// property: unreach-call
// expect: unknown
// guards: a told address that comes back byte by byte is no reason for a proof
extern void reach_error(void);
void tell(int *p);
char ask(void);
static int x;
int main(void) {
  union {
    int *address;
    char bytes[sizeof(int *)];
  } u;
  tell(&x);
  for (unsigned i = 0; i < sizeof u.bytes; i++) u.bytes[i] = ask();
  if (u.address) *u.address = 1;
  if (x) reach_error();
  return 0;
}
