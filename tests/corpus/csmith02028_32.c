// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2028
#include "csmith.h"


static long __undefined;



static int32_t g_7[3][1] = {{0xCFE04822L},{0xCFE04822L},{0xCFE04822L}};
static int16_t g_42 = 0xB249L;
static uint8_t g_43 = 253UL;
static const uint16_t *g_49 = (void*)0;
static const uint16_t **g_48 = &g_49;
static uint16_t g_56 = 0x0456L;
static uint32_t g_60 = 1UL;
static int32_t g_64[1][2] = {{1L,1L}};



static int8_t  func_1(void);
static uint32_t  func_2(uint64_t  p_3, uint32_t  p_4, uint64_t  p_5);
static const int8_t  func_20(const uint16_t  p_21, uint16_t  p_22, const uint8_t  p_23, int64_t  p_24);




static int8_t  func_1(void)
{ 
    int8_t l_6 = 0x70L;
    int32_t *l_63 = &g_64[0][0];
    int32_t **l_65 = &l_63;
    (*l_63) = ((func_2(l_6, g_7[1][0], ((0x66L < g_7[1][0]) <= g_7[1][0])) , 251UL) , 0x75D7B1ECL);
    (*l_65) = l_63;
    return g_43;
}



static uint32_t  func_2(uint64_t  p_3, uint32_t  p_4, uint64_t  p_5)
{ 
    int16_t l_9 = 0xE8B0L;
    int64_t l_18 = 0x1F7D96711DB6084ELL;
    int32_t l_34 = 0xECB2EC6FL;
    uint16_t *l_55 = &g_56;
    if ((((+l_9) || (safe_rshift_func_uint16_t_u_s(((p_4 <= (safe_mul_func_uint16_t_u_u((((l_9 && (safe_add_func_int8_t_s_s((safe_mul_func_int8_t_s_s((g_7[0][0] | 0xDAD816F93BD5DE1FLL), l_9)), l_9))) & l_9) , p_5), 0xB0CFL))) , p_3), l_18))) == p_3))
    { 
        uint64_t l_19 = 0x2D5FBA2522ABF7C2LL;
        uint16_t *l_33 = (void*)0;
        int16_t l_53 = 0xB681L;
        int32_t *l_54 = &l_34;
        (*l_54) = ((l_19 , (func_20(l_19, (l_34 ^= (safe_rshift_func_uint16_t_u_s((((safe_lshift_func_uint8_t_u_s((l_18 & (safe_rshift_func_uint16_t_u_u((safe_rshift_func_int16_t_s_u(0x20F3L, g_7[0][0])), 8))), g_7[1][0])) , p_5) , l_18), g_7[1][0]))), g_7[1][0], p_3) , l_53)) < p_3);
    }
    else
    { 
        int32_t *l_57 = (void*)0;
        int32_t *l_58 = &l_34;
        int32_t *l_59[1];
        int i;
        for (i = 0; i < 1; i++)
            l_59[i] = &l_34;
        (*l_58) &= ((void*)0 != l_55);
        --g_60;
    }
    return g_60;
}



static const int8_t  func_20(const uint16_t  p_21, uint16_t  p_22, const uint8_t  p_23, int64_t  p_24)
{ 
    int32_t l_35 = (-4L);
    int32_t *l_36 = &l_35;
    if (((*l_36) = (g_7[1][0] , l_35)))
    { 
        int32_t *l_37 = &l_35;
        int32_t *l_38 = (void*)0;
        int32_t *l_39 = (void*)0;
        int32_t l_40[4][3] = {{0xCF455DBFL,0xCF455DBFL,0xCF455DBFL},{1L,1L,1L},{0xCF455DBFL,0xCF455DBFL,0xCF455DBFL},{1L,1L,1L}};
        int32_t *l_41[4] = {&l_35,&l_35,&l_35,&l_35};
        int i, j;
        --g_43;
        for (g_43 = 0; (g_43 <= 10); ++g_43)
        { 
            return p_24;
        }
    }
    else
    { 
        uint32_t l_50 = 0x63547A05L;
        g_48 = g_48;
        ++l_50;
    }
    return g_42;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_7[i][j], "g_7[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_43, "g_43", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_60, "g_60", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_64[i][j], "g_64[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
