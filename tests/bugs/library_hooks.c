// property: unreach-call
// expect: unknown
// says: exit handlers
// guards: __cxa_atexit was said to have no effect (a wrong true)
extern void reach_error(void);
extern int __cxa_at_quick_exit(void (*)(void *), void *);
static void hook(void *p) {
  reach_error();
}
int main(void) {
  return __cxa_at_quick_exit(hook, 0);
}
