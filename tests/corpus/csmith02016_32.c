// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2016
#include "csmith.h"


static long __undefined;


union U0 {
   int32_t  f0;
   int8_t * f1;
   int64_t  f2;
   signed f3 : 13;
};

union U1 {
   uint32_t  f0;
   int32_t  f1;
   const int8_t  f2;
   int8_t  f3;
   const unsigned f4 : 30;
};

union U2 {
   unsigned f0 : 12;
   int32_t  f1;
   const uint64_t  f2;
   const int64_t  f3;
};


static int32_t g_4 = 1L;
static uint32_t g_8 = 1UL;
static int32_t g_10 = 0xFFF839E0L;
static int32_t g_13 = 0L;
static union U0 g_14[3] = {{0xDFDDAE97L},{0xDFDDAE97L},{0xDFDDAE97L}};



static union U0  func_1(void);




static union U0  func_1(void)
{ 
    union U2 l_5 = {0xC10977A1L};
    union U1 l_6 = {18446744073709551607UL};
    int32_t l_7 = 0xFAA32F3FL;
    int32_t *l_9 = &g_10;
    int32_t *l_11 = (void*)0;
    int32_t *l_12 = &g_13;
    (*l_12) |= ((*l_9) ^= ((safe_lshift_func_uint8_t_u_s(g_4, 0)) != (g_8 = ((l_7 |= ((l_5 , ((l_6 , (void*)0) != (void*)0)) , l_5.f0)) == 0x0BB9L))));
    return g_14[2];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_14[i].f0, "g_14[i].f0", print_hash_value);
        transparent_crc(g_14[i].f3, "g_14[i].f3", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
