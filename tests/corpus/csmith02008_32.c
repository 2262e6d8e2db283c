// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2008
#include "csmith.h"


static long __undefined;


union U0 {
   int8_t * const  f0;
   const int8_t * f1;
   uint16_t  f2;
};


static int32_t g_2 = 0x7C203980L;
static int32_t g_5 = 1L;
static int32_t g_8 = 0x9A924C00L;
static int8_t *g_15 = (void*)0;
static union U0 g_28 = {0};
static int8_t g_30 = 0x6BL;
static int32_t g_39 = (-8L);
static int32_t g_41[4] = {(-1L),(-1L),(-1L),(-1L)};
static int16_t g_50 = (-1L);
static uint8_t g_55 = 2UL;
static int8_t g_67[5][3] = {{0x73L,0x73L,0x81L},{0x73L,0x73L,0x81L},{0x73L,0x73L,0x81L},{0x73L,0x73L,0x81L},{0x73L,0x73L,0x81L}};
static int32_t g_68 = 1L;
static uint64_t g_69 = 0x6A45A2910E9FB388LL;



static uint64_t  func_1(void);
static const int64_t  func_20(int8_t * p_21, int8_t * p_22, uint16_t  p_23);
static int8_t * func_24(union U0  p_25, int8_t * p_26, int32_t  p_27);




static uint64_t  func_1(void)
{ 
    int16_t l_72 = 9L;
    int32_t *l_85[1];
    int32_t **l_84 = &l_85[0];
    uint32_t l_86 = 5UL;
    int8_t l_89 = (-1L);
    int i;
    for (i = 0; i < 1; i++)
        l_85[i] = &g_68;
    for (g_2 = 10; (g_2 != 0); g_2--)
    { 
        int8_t *l_29[2];
        int32_t l_74 = 3L;
        int i;
        for (i = 0; i < 2; i++)
            l_29[i] = &g_30;
        for (g_5 = (-27); (g_5 > (-8)); g_5 = safe_add_func_uint32_t_u_u(g_5, 4))
        { 
            int32_t l_73 = 0xBD28F7D0L;
            int32_t l_75[4][5] = {{0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL},{0L,0L,0L,0L,0L},{0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL,0x19E2F9DBL},{0L,0L,0L,0L,0L}};
            int i, j;
            for (g_8 = 0; (g_8 <= (-17)); g_8 = safe_sub_func_int64_t_s_s(g_8, 3))
            { 
                int8_t **l_44 = &l_29[0];
                int32_t *l_76 = &l_75[0][1];
                uint16_t *l_83 = &g_28.f2;
                (*l_76) = (((safe_mod_func_int8_t_s_s((safe_sub_func_uint8_t_u_u((g_15 != (((l_73 = ((safe_lshift_func_int8_t_s_u(((safe_mod_func_int64_t_s_s(func_20(((*l_44) = func_24(g_28, l_29[0], g_2)), &g_30, g_2), l_72)) != l_72), 0)) && 0xECA80087L)) <= 0x56L) , &g_67[3][2])), l_74)), l_74)) & g_41[2]) > l_75[0][1]);
                (*l_76) ^= ((safe_rshift_func_uint16_t_u_u(l_72, 10)) && ((safe_div_func_uint16_t_u_u(((*l_83) = (((l_76 != &l_74) , (safe_mul_func_uint16_t_u_u(0x9C35L, l_74))) ^ l_74)), 65535UL)) != 0xDEL));
            }
        }
    }
    (*l_84) = &g_5;
    ++l_86;
    return l_89;
}



static const int64_t  func_20(int8_t * p_21, int8_t * p_22, uint16_t  p_23)
{ 
    int32_t l_47 = 3L;
    int16_t *l_48 = (void*)0;
    int16_t *l_49 = &g_50;
    int32_t **l_52[1];
    uint8_t *l_53 = (void*)0;
    uint8_t *l_54[5][2] = {{&g_55,&g_55},{&g_55,&g_55},{&g_55,&g_55},{&g_55,&g_55},{&g_55,&g_55}};
    uint32_t l_56 = 0UL;
    union U0 l_57[2][1] = {{{0}},{{0}}};
    int32_t l_66 = 0x0E6E27DFL;
    int i, j;
    for (i = 0; i < 1; i++)
        l_52[i] = (void*)0;
    g_39 &= ((((*l_49) = l_47) >= ((!(8UL > p_23)) == ((l_56 = ((void*)0 != l_52[0])) ^ 0x8AL))) | g_2);
    g_39 ^= (((&g_2 != (l_57[1][0] , ((safe_add_func_int32_t_s_s((l_66 = (safe_div_func_int32_t_s_s((safe_lshift_func_int8_t_s_s((safe_mul_func_uint16_t_u_u(p_23, ((5L | g_5) > p_23))), 7)), p_23))), g_50)) , (void*)0))) != g_41[3]) , 0x8CD8B12AL);
    g_69++;
    return p_23;
}



static int8_t * func_24(union U0  p_25, int8_t * p_26, int32_t  p_27)
{ 
    uint32_t l_31 = 18446744073709551615UL;
    const int8_t *l_34 = (void*)0;
    int8_t *l_37 = &g_30;
    int8_t **l_36 = &l_37;
    if (((l_31 , (safe_unary_minus_func_int64_t_s((1UL < ((~((l_34 = p_26) == (void*)0)) > p_27))))) < p_27))
    { 
        int8_t **l_35 = &g_15;
        int32_t *l_38 = &g_39;
lbl_40:
        l_36 = l_35;
        (*l_38) = 0xDA6C2E3AL;
        if (p_27)
            goto lbl_40;
    }
    else
    { 
        int32_t *l_42 = (void*)0;
        for (g_39 = 3; (g_39 >= 0); g_39 -= 1)
        { 
            int32_t **l_43[3][5] = {{(void*)0,(void*)0,(void*)0,(void*)0,(void*)0},{&l_42,&l_42,&l_42,&l_42,&l_42},{(void*)0,(void*)0,(void*)0,(void*)0,(void*)0}};
            int i, j;
            l_42 = l_42;
            return &g_30;
        }
    }
    return &g_30;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_39, "g_39", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_41[i], "g_41[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_50, "g_50", print_hash_value);
    transparent_crc(g_55, "g_55", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_67[i][j], "g_67[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_68, "g_68", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
