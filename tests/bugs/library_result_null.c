// property: unreach-call
// expect: true
// guards: a library function that stores through an argument that may be NULL changes nothing else
#include <wchar.h>
#include <string.h>
extern void reach_error(void);
int keep = 1;
int main(void) { wchar_t w = 0; size_t n = mbrtowc(0, "a", 1, 0); n += mbrlen("a", 1, 0); n += strxfrm(0, "abc", 0); n += mbrtowc(&w, "a", 1, 0); if (keep != 1) reach_error(); return 0; }
