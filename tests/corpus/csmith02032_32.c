// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2032
#include "csmith.h"


static long __undefined;



static uint32_t g_2 = 0x252CB136L;
static int32_t g_4 = 0xC3C69AEDL;
static uint8_t g_23 = 255UL;
static uint64_t g_26 = 0xB30477AE2718B962LL;
static int8_t * const g_29 = (void*)0;
static int32_t g_32 = 0xEA3A7221L;



static int8_t  func_1(void);
static int32_t  func_5(uint32_t  p_6, int8_t * const  p_7, int32_t  p_8);
static int32_t  func_9(int8_t * p_10, const uint8_t  p_11, uint16_t  p_12, int8_t * p_13);




static int8_t  func_1(void)
{ 
    int32_t *l_3 = &g_4;
    int8_t *l_14 = (void*)0;
    int8_t * const l_21 = (void*)0;
    uint8_t *l_22[1];
    int32_t l_24 = 0L;
    int32_t *l_31 = &g_32;
    uint8_t l_33 = 1UL;
    int i;
    for (i = 0; i < 1; i++)
        l_22[i] = &g_23;
    (*l_3) |= g_2;
    (*l_31) &= func_5((func_9(l_14, (safe_mul_func_uint16_t_u_u((safe_rshift_func_uint16_t_u_u(((safe_lshift_func_uint8_t_u_u(((*l_3) = ((g_4 , ((l_21 == l_14) < g_2)) < (*l_3))), 4)) < 0xF928D9BA5F27A412LL), g_2)), l_24)), g_23, l_22[0]) | g_2), g_29, g_2);
    (*l_3) = (-1L);
    return l_33;
}



static int32_t  func_5(uint32_t  p_6, int8_t * const  p_7, int32_t  p_8)
{ 
    int32_t *l_30[3];
    int i;
    for (i = 0; i < 3; i++)
        l_30[i] = &g_4;
    g_4 |= p_8;
    return p_8;
}



static int32_t  func_9(int8_t * p_10, const uint8_t  p_11, uint16_t  p_12, int8_t * p_13)
{ 
    int32_t *l_25[2][5] = {{&g_4,&g_4,&g_4,&g_4,&g_4},{&g_4,&g_4,&g_4,&g_4,&g_4}};
    int i, j;
    g_26++;
    return p_12;
}





int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
