// property: unreach-call
// expect: false
// guards: a loop that fills memory byte by byte is written out; the bytes that
// matter are the right ones of all that the program asks for

extern void reach_error(void);
extern void *malloc(unsigned long size);
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

struct device {
  int state;
  char name[300];
  int limit;
};

int main(void) {
  struct device *device = malloc(sizeof(struct device));
  for (unsigned a = 0; a < sizeof(struct device); a++)
    ((char *)device)[a] = __VERIFIER_nondet_char();
  int x = __VERIFIER_nondet_int();
  if (device->limit == 123456 && device->name[7] == 'x' && x == 3)
    reach_error();
  return 0;
}
