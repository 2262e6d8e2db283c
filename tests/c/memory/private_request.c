// property: unreach-call
// expect: false
// guards: fresh contents of objects that only uninitialised pointers lead to
// are part of a counterexample, and its replay finds them there

extern void reach_error(void);

struct extension {
  int state;
  int limit;
};

struct request {
  struct extension *extension;
  short *buffer;
};

int main(void) {
  struct request request;
  struct extension *extension = request.extension;
  short *buffer = request.buffer;
  if (extension->state != 5 || extension->limit != 1234) return 0;
  extension->state = 6;
  if (buffer[1] == 77 && buffer[0] == 0 && extension->limit == 1234 &&
      extension->state == 6)
    reach_error();
  return 0;
}
