// property: unreach-call
// expect: unknown
// guards: directives of the assembler may make code, or leave some out
void reach_error(void);
int main(void) {
  int x = 1;
  __asm__ volatile(".if 0\n call nowhere\n .endif\n .byte 0xb8,5,0,0,0"
                   : "=a"(x));
  if (x != 5) reach_error();
  return 0;
}
