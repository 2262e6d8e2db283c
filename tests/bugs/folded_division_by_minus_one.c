// property: no-overflow
// expect: unknown
// guards: the one overflow of constants that the compiler does not warn of
static const long list[2] = {(-9223372036854775807L - 1) / -1L, 2};
int main(void) {
  return list[1] != 2;
}
