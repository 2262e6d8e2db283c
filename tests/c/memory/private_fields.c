// property: unreach-call
// expect: true
// guards: an object that only an uninitialised pointer leads to has fields of
// its own, apart from other such objects and from memory that has escaped

extern void reach_error(void);
extern void show(int *where);
extern int __VERIFIER_nondet_int(void);

struct extension {
  int state;
  int busy;
};

struct request {
  struct extension *extension;
  int *buffer;
};

int table[64] = {3, 1, 4, 1, 5};

int main(void) {
  struct request request;
  struct extension *extension = request.extension;
  int *buffer = request.buffer;
  show(table);
  extension->state = 1;
  extension->busy = 0;
  int n = __VERIFIER_nondet_int();
  while (n > 0 && n < 64) {
    extension->busy = table[n];
    buffer[n] = 7;
    n--;
  }
  if (extension->state != 1) reach_error();
  return 0;
}
