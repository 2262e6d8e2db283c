// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2006
#include "csmith.h"


static long __undefined;



static int32_t g_5 = 0xC29A3DF6L;
static int32_t g_27 = 1L;
static int32_t g_28[2] = {0x07D19FA5L,0x07D19FA5L};
static int32_t g_35 = 0xA9C5A74DL;
static uint16_t g_45 = 65531UL;
static uint32_t g_51 = 2UL;
static uint32_t * const g_57 = (void*)0;
static uint32_t * const *g_56 = &g_57;
static uint16_t g_84 = 0UL;
static int32_t g_103[3] = {0L,0L,0L};
static int8_t g_106 = 0x17L;
static int16_t g_111 = 0x827EL;
static int32_t *g_117 = &g_35;
static int32_t **g_116 = &g_117;
static uint8_t g_128 = 0x8CL;
static int16_t g_132[3] = {(-1L),(-1L),(-1L)};



static uint64_t  func_1(void);
static int8_t  func_12(int8_t  p_13);
static int16_t  func_16(uint64_t  p_17, int32_t ** p_18, int32_t ** p_19, const int32_t * p_20);




static uint64_t  func_1(void)
{ 
    int32_t * const l_2 = (void*)0;
    int32_t *l_4 = &g_5;
    int32_t **l_3 = &l_4;
    uint8_t *l_127[5] = {&g_128,&g_128,&g_128,&g_128,&g_128};
    int32_t *l_131[3][4];
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 4; j++)
            l_131[i][j] = (void*)0;
    }
    (*l_3) = l_2;
    g_132[2] &= (safe_lshift_func_int16_t_s_u((g_5 > (safe_mod_func_int32_t_s_s((safe_mod_func_int8_t_s_s(func_12(g_5), (--g_128))), g_111))), g_111));
    return g_111;
}



static int8_t  func_12(int8_t  p_13)
{ 
    uint32_t l_21 = 0x3672D714L;
    uint64_t l_22 = 0xD1A4E665969A22DBLL;
    int32_t *l_24[3];
    int32_t **l_23[2];
    const int32_t *l_25 = &g_5;
    int i;
    for (i = 0; i < 3; i++)
        l_24[i] = &g_5;
    for (i = 0; i < 2; i++)
        l_23[i] = &l_24[1];
    (*g_117) = (((safe_lshift_func_int16_t_s_u(func_16(l_21, (l_22 , l_23[0]), &l_24[1], l_25), p_13)) >= p_13) & (-3L));
    (*g_116) = (*g_116);
    return g_45;
}



static int16_t  func_16(uint64_t  p_17, int32_t ** p_18, int32_t ** p_19, const int32_t * p_20)
{ 
    int32_t l_26[5];
    uint64_t l_82 = 7UL;
    int32_t *l_115[4][2] = {{&l_26[2],(void*)0},{&l_26[2],(void*)0},{&l_26[2],(void*)0},{&l_26[2],(void*)0}};
    int32_t **l_114[5] = {(void*)0,(void*)0,(void*)0,(void*)0,(void*)0};
    int i, j;
    for (i = 0; i < 5; i++)
        l_26[i] = (-8L);
    for (p_17 = 0; (p_17 <= 4); p_17 += 1)
    { 
        int i;
        for (g_27 = 4; (g_27 >= 0); g_27 -= 1)
        { 
            for (g_28[0] = 0; (g_28[0] <= 4); g_28[0] += 1)
            { 
                int i;
                return l_26[g_27];
            }
        }
        (*p_18) = &l_26[p_17];
    }
    for (g_27 = 0; (g_27 >= 29); g_27 = safe_add_func_int64_t_s_s(g_27, 6))
    { 
        int8_t l_52 = 0L;
        int32_t *l_53 = &g_5;
        uint32_t *l_59 = &g_51;
        uint32_t * const *l_58[2][4];
        int32_t l_65 = 0x33A5B7DFL;
        int32_t l_66[5];
        int8_t l_67 = 0xF2L;
        uint64_t l_68 = 7UL;
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 4; j++)
                l_58[i][j] = &l_59;
        }
        for (i = 0; i < 5; i++)
            l_66[i] = 0x5E8E0599L;
        for (p_17 = 26; (p_17 < 37); p_17++)
        { 
            return g_27;
        }
        for (p_17 = 0; (p_17 == 3); p_17++)
        { 
            int64_t l_37[2][5];
            int32_t *l_38 = &l_26[2];
            uint16_t *l_44 = &g_45;
            uint32_t *l_50 = &g_51;
            int i, j;
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 5; j++)
                    l_37[i][j] = (-6L);
            }
            for (g_35 = 0; (g_35 <= 1); g_35 += 1)
            { 
                int32_t *l_36 = (void*)0;
                int i;
                l_26[4] = ((g_28[g_35] || ((g_28[g_35] >= (l_37[0][2] = g_27)) || 0xC6EB81F9L)) || g_28[1]);
                if ((**p_18))
                    continue;
            }
            (*l_38) = g_35;
            (*p_18) = (((((safe_unary_minus_func_uint32_t_u(((safe_lshift_func_uint8_t_u_u((safe_mod_func_uint16_t_u_u(((*l_44) = 0x0C38L), (*l_38))), (((*l_50) = (safe_mul_func_int16_t_s_s((safe_add_func_uint64_t_u_u(p_17, ((((void*)0 != &p_20) >= g_5) < p_17))), (*l_38)))) != p_17))) || l_52))) < (-1L)) ^ p_17) <= 0x75ABA8B036C8609ELL) , l_53);
        }
        for (g_35 = 0; (g_35 < 23); g_35 = safe_add_func_int64_t_s_s(g_35, 4))
        { 
            int32_t *l_60 = &g_28[0];
            int32_t *l_61 = (void*)0;
            int32_t *l_62 = &g_28[0];
            int8_t l_63[2];
            int32_t *l_64[1];
            int i;
            for (i = 0; i < 2; i++)
                l_63[i] = 4L;
            for (i = 0; i < 1; i++)
                l_64[i] = &g_28[0];
            for (g_51 = 0; (g_51 <= 4); g_51 += 1)
            { 
                int i;
                l_26[g_51] |= (0x572AL >= 0x0E3AL);
                l_58[0][3] = g_56;
            }
            l_68++;
        }
    }
    for (g_27 = 22; (g_27 == 9); g_27--)
    { 
        int64_t l_78 = 7L;
        uint8_t l_101 = 0UL;
        int32_t l_104 = 1L;
        int16_t *l_110 = &g_111;
        int32_t *l_113 = &g_28[0];
        int32_t **l_112 = &l_113;
        int8_t l_125 = 9L;
        for (g_51 = 23; (g_51 != 41); ++g_51)
        { 
            l_26[4] = (**p_18);
            if (g_51)
            { 
                return g_5;
            }
            else
            { 
                int32_t *l_75 = &g_28[1];
                (*l_75) ^= (&g_45 != (void*)0);
                return (*l_75);
            }
        }
        for (p_17 = 0; (p_17 <= 60); p_17 = safe_add_func_int32_t_s_s(p_17, 2))
        { 
            uint8_t l_79 = 0UL;
            uint16_t *l_80 = (void*)0;
            uint16_t *l_81 = &g_45;
            uint16_t *l_83 = &g_84;
            int32_t *l_85 = &g_28[0];
            int32_t *l_102[1][4];
            int8_t *l_105 = &g_106;
            int32_t *l_107 = &g_35;
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 4; j++)
                    l_102[i][j] = &g_103[2];
            }
            (*l_85) ^= (((((*l_83) = ((p_17 , (((*l_81) = (p_17 , (l_78 ^ l_79))) == l_82)) & l_79)) < p_17) != 0UL) < 246UL);
            (*l_107) = ((-3L) | ((*l_105) ^= (l_104 &= (safe_mul_func_uint8_t_u_u(((((safe_mod_func_uint8_t_u_u(p_17, (((safe_div_func_uint64_t_u_u((g_45 <= (((*l_85) = (safe_sub_func_int8_t_s_s((+((g_103[2] = ((((--(*l_83)) , (safe_mod_func_int8_t_s_s(((((safe_sub_func_uint16_t_u_u((g_84 = p_17), (*l_85))) > l_101) <= g_28[0]) , 0L), g_5))) == g_5) , p_17)) , g_35)), 0xE0L))) & g_45)), l_82)) , 0x26F4C769L) , g_27))) != g_35) >= p_17) >= g_5), g_5)))));
        }
    }
    return p_17;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_27, "g_27", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_28[i], "g_28[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_51, "g_51", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_103[i], "g_103[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_106, "g_106", print_hash_value);
    transparent_crc(g_111, "g_111", print_hash_value);
    transparent_crc(g_128, "g_128", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_132[i], "g_132[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
