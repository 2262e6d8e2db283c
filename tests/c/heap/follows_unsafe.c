// property: valid-memsafety
// expect: false
// says: false\(valid-deref\)
// guards: ... unless the last one was not answered
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *p);
enum { REQUEST = 1, ANSWER, NOTE };
typedef struct Message {
  int kind;
  struct Message *next;
} Message;

static Message **put(Message **end, int kind) {
  Message *m = malloc(sizeof *m);
  m->kind = kind;
  m->next = 0;
  *end = m;
  return &m->next;
}

int main(void) {
  Message *log = 0, **end = &log;
  int answered = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      end = put(end, NOTE);
    } else {
      end = put(end, REQUEST);
      end = put(end, ANSWER);
    }
  }
  if (__VERIFIER_nondet_int()) put(end, REQUEST);
  for (Message *m = log; m; m = m->next)
    if (m->kind == REQUEST) answered += m->next->kind == ANSWER;
  while (log) {
    Message *m = log;
    log = log->next;
    free(m);
  }
  return answered > 0;
}
