// property: unreach-call
// expect: false
// args: --64
// guards: assembly that reads a port, or a variable defined elsewhere in the
// memory of a processor, asks the environment; a process may do neither
extern void reach_error(void);
struct task { int flags; struct task *parent; };
extern struct task *current_task;
static struct task *get_current(void) {
  struct task *t;
  __asm__("movq %%gs:%P1,%0" : "=r"(t) : "p"(&current_task));
  return t;
}
static unsigned inl(int port) {
  unsigned v;
  __asm__ volatile("inl %w1, %0" : "=a"(v) : "Nd"(port));
  return v;
}
static void outl(unsigned v, int port) {
  __asm__ volatile("outl %0, %w1" : : "a"(v), "Nd"(port));
}
int main(void) {
  struct task *t = get_current();
  outl(3, 8);
  if (t->flags == 5 && t->parent->flags == 6 && inl(8) == 77) reach_error();
  return 0;
}
