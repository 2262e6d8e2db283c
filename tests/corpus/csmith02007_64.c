// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2007
#include "csmith.h"


static long __undefined;



static uint8_t g_15 = 1UL;
static uint16_t g_33 = 0x0D1CL;
static uint32_t g_36 = 4294967287UL;
static int32_t g_43 = 8L;
static int32_t *g_45[1][1] = {{&g_43}};
static uint64_t g_48[5] = {0xB98765828949F0E3LL,0xB98765828949F0E3LL,0xB98765828949F0E3LL,0xB98765828949F0E3LL,0xB98765828949F0E3LL};



static int32_t  func_1(void);
static uint64_t  func_4(uint32_t  p_5, uint32_t  p_6, int8_t  p_7);
static uint32_t  func_8(int64_t  p_9);




static int32_t  func_1(void)
{ 
    int16_t l_14 = 0x15CBL;
    int32_t *l_42 = &g_43;
    int32_t **l_41[2][3] = {{&l_42,&l_42,&l_42},{&l_42,&l_42,&l_42}};
    int64_t l_47 = 0L;
    int i, j;
    if ((safe_div_func_uint64_t_u_u(func_4(func_8((((safe_lshift_func_uint16_t_u_s((((safe_add_func_int16_t_s_s((l_14 > l_14), g_15)) < (-3L)) && g_15), 4)) != (-10L)) < (-1L))), g_15, g_15), g_15)))
    { 
        int32_t **l_44 = &l_42;
        l_44 = l_41[0][1];
    }
    else
    { 
        uint16_t l_46 = 0xD6A5L;
        g_45[0][0] = &g_43;
        for (l_14 = 0; (l_14 >= 0); l_14 -= 1)
        { 
            return l_46;
        }
    }
    (*l_42) |= l_47;
    --g_48[1];
    return (*l_42);
}



static uint64_t  func_4(uint32_t  p_5, uint32_t  p_6, int8_t  p_7)
{ 
    int32_t *l_17 = (void*)0;
    int32_t l_18 = 6L;
    int32_t *l_19 = &l_18;
    int32_t l_20[1][4];
    int32_t *l_21 = &l_18;
    int32_t *l_22 = (void*)0;
    int32_t *l_23 = &l_20[0][1];
    int32_t *l_24 = &l_18;
    int32_t *l_25 = &l_20[0][0];
    int32_t *l_26 = &l_20[0][3];
    int32_t *l_27 = &l_20[0][2];
    int32_t *l_28 = &l_20[0][0];
    int32_t *l_29 = &l_20[0][2];
    int32_t *l_30 = &l_20[0][2];
    int32_t *l_31 = &l_18;
    int32_t *l_32 = &l_20[0][2];
    uint32_t l_40 = 0x7C4177FDL;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 4; j++)
            l_20[i][j] = 1L;
    }
    g_33++;
    g_36++;
    (*l_28) &= ((!(((1UL != (g_33 == (((((g_15 || p_5) >= (*l_21)) && g_33) & p_5) && l_40))) != g_15) | p_5)) | g_36);
    return p_6;
}



static uint32_t  func_8(int64_t  p_9)
{ 
    uint32_t l_16 = 0x00868BB4L;
    return l_16;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_33, "g_33", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    transparent_crc(g_43, "g_43", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_48[i], "g_48[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
