// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2027
#include "csmith.h"


static long __undefined;


union U0 {
   int32_t  f0;
};


static int8_t g_11[2] = {1L,1L};
static int32_t *g_18 = (void*)0;
static int32_t g_23 = 0x94BE3D0EL;



static int32_t  func_1(void);
static int32_t * func_2(int16_t  p_3, int32_t * p_4, int32_t * p_5, int16_t  p_6, uint64_t  p_7);
static const uint64_t  func_8(int16_t  p_9, int64_t  p_10);




static int32_t  func_1(void)
{ 
    const uint32_t l_19 = 0xEA5F34BDL;
    int64_t l_20 = 1L;
    int32_t *l_22 = &g_23;
    int32_t **l_28 = (void*)0;
    l_22 = func_2(((func_8(g_11[1], (((((((safe_div_func_uint16_t_u_u((g_11[1] == ((safe_lshift_func_uint8_t_u_u((safe_mul_func_int8_t_s_s((g_18 == g_18), g_11[1])), 7)) , l_19)), g_11[1])) != l_19) , l_19) != l_20) >= g_11[1]) != 0x7BL) , l_20)) || 0x4CE34AAFBEBF0A0CLL) == g_11[1]), l_22, &g_23, g_23, g_23);
    return (*g_18);
}



static int32_t * func_2(int16_t  p_3, int32_t * p_4, int32_t * p_5, int16_t  p_6, uint64_t  p_7)
{ 
    const union U0 l_24[3][2] = {{{-10L},{0x3518F4C6L}},{{-10L},{-10L}},{{0x3518F4C6L},{-10L}}};
    int32_t **l_25 = &g_18;
    int32_t *l_27 = &g_23;
    int32_t **l_26 = &l_27;
    int i, j;
    (*l_26) = ((*l_25) = (l_24[2][0] , &g_23));
    for (p_7 = 0; p_7 < 2; p_7 += 1)
    {
        g_11[p_7] = 1L;
    }
    return p_5;
}



static const uint64_t  func_8(int16_t  p_9, int64_t  p_10)
{ 
    int32_t **l_21[3];
    int i;
    for (i = 0; i < 3; i++)
        l_21[i] = &g_18;
    l_21[2] = l_21[2];
    return p_10;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_11[i], "g_11[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_23, "g_23", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
