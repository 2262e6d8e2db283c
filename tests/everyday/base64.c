/* Base64 of at most 48 bytes. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(char *out, const unsigned char *in, size_t n) {
  size_t o = 0;
  for (size_t i = 0; i < n; i += 3) {
    unsigned bits = (unsigned)in[i] << 16;
    if (i + 1 < n) bits |= (unsigned)in[i + 1] << 8;
    if (i + 2 < n) bits |= in[i + 2];
    out[o++] = digits[bits >> 18 & 63];
    out[o++] = digits[bits >> 12 & 63];
    out[o++] = i + 1 < n ? digits[bits >> 6 & 63] : '=';
    out[o++] = i + 2 < n ? digits[bits & 63] : '=';
  }
  out[o] = 0;
  return o;
}

int main(void) {
  unsigned char in[48];
  char out[65];
  size_t n = fread(in, 1, sizeof in, stdin);
  size_t o = encode(out, in, n);
  assert(o % 4 == 0);
  puts(out);
  return 0;
}
