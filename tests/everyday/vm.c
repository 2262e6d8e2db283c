/* A small stack machine. */
#include <assert.h>
#include <stdio.h>

enum op { PUSH, ADD, SUB, MUL, DUP, JUMP_IF, PRINT, HALT };

struct instruction {
  enum op op;
  int argument;
};

#define STACK 16

struct vm {
  const struct instruction *code;
  int length;
  int pc;
  unsigned stack[STACK];
  int depth;
};

static int fail(const char *why) {
  printf("error: %s\n", why);
  return 1;
}

static int run(struct vm *vm) {
  for (int steps = 0; steps < 1000; steps++) {
    if (vm->pc < 0 || vm->pc >= vm->length)
      return fail("bad jump");
    struct instruction in = vm->code[vm->pc++];
    unsigned *top = vm->stack + vm->depth;
    switch (in.op) {
    case PUSH:
      if (vm->depth == STACK)
        return fail("stack overflow");
      vm->stack[vm->depth++] = (unsigned)in.argument;
      break;
    case ADD:
    case SUB:
    case MUL:
      if (vm->depth < 2)
        return fail("stack underflow");
      if (in.op == ADD)
        top[-2] += top[-1];
      else if (in.op == SUB)
        top[-2] -= top[-1];
      else
        top[-2] *= top[-1];
      vm->depth--;
      break;
    case DUP:
      if (vm->depth == 0)
        return fail("stack underflow");
      if (vm->depth == STACK)
        return fail("stack overflow");
      top[0] = top[-1];
      vm->depth++;
      break;
    case JUMP_IF:
      if (vm->depth == 0)
        return fail("stack underflow");
      if (vm->stack[--vm->depth] != 0)
        vm->pc = in.argument;
      break;
    case PRINT:
      if (vm->depth == 0)
        return fail("stack underflow");
      printf("%u\n", top[-1]);
      break;
    case HALT:
      return 0;
    default:
      return fail("bad instruction");
    }
    assert(vm->depth >= 0 && vm->depth <= STACK);
  }
  return fail("too many steps");
}

int main(void) {
  static const struct instruction count_down[] = {
      {PUSH, 10}, {PRINT, 0}, {PUSH, 1},    {SUB, 0},
      {DUP, 0},   {JUMP_IF, 1}, {HALT, 0},
  };
  struct vm vm = {count_down, sizeof count_down / sizeof count_down[0], 0, {0}, 0};
  return run(&vm);
}
