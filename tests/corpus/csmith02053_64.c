// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2053
#include "csmith.h"


static long __undefined;


struct S0 {
   signed f0 : 1;
   uint32_t  f1;
};


static uint64_t g_16 = 18446744073709551615UL;
static int16_t g_18 = 0x1448L;
static uint16_t g_20 = 1UL;
static int32_t g_23 = 0xE22401DBL;
static uint32_t g_29 = 0x38F738F5L;
static struct S0 g_39 = {0,2UL};
static int32_t g_43[2] = {(-1L),(-1L)};
static uint8_t g_45 = 248UL;
static uint64_t g_130 = 0x0F4CF030322844F2LL;
static int8_t *g_131 = (void*)0;
static int32_t *g_135 = &g_43[0];



static int16_t  func_1(void);
static struct S0  func_9(uint16_t  p_10);
static int32_t * func_50(int32_t * p_51);




static int16_t  func_1(void)
{ 
    uint16_t l_2 = 0x71C7L;
    int64_t l_11[3];
    uint8_t l_44[4][3] = {{0x1CL,0xBEL,0xBEL},{247UL,0xBAL,0xBAL},{0x1CL,0xBEL,0xBEL},{247UL,0xBAL,0xBAL}};
    int32_t l_46[4][2] = {{0xA273426AL,1L},{0xA273426AL,0xA273426AL},{1L,0xA273426AL},{0xA273426AL,1L}};
    int32_t **l_136 = &g_135;
    int i, j;
    for (i = 0; i < 3; i++)
        l_11[i] = 0x1D6B3BFA32A17D0BLL;
    if (l_2)
    { 
        int16_t *l_17 = &g_18;
        uint16_t *l_19 = &g_20;
        int32_t l_21 = (-6L);
        struct S0 *l_37 = (void*)0;
        struct S0 *l_38 = &g_39;
        int32_t *l_40 = (void*)0;
        int32_t *l_41 = &g_23;
        int32_t *l_42 = &g_43[1];
        l_46[0][1] = (+(((*l_19) = (l_2 < (g_45 ^= ((!((*l_42) ^= ((*l_41) = (0x8BFC4F27D2703D9BLL >= (safe_lshift_func_int16_t_s_u((safe_add_func_int16_t_s_s((((*l_38) = func_9((l_11[0] && (safe_mul_func_uint16_t_u_u(((*l_19) &= (safe_mod_func_int16_t_s_s(((*l_17) ^= (g_16 > 0xCEL)), g_16))), l_21))))) , l_11[0]), l_11[0])), 13)))))) >= l_44[1][0])))) && 0x5C52L));
        for (g_45 = 0; (g_45 == 24); g_45 = safe_add_func_int16_t_s_s(g_45, 1))
        { 
            if (l_11[0])
                break;
        }
    }
    else
    { 
        int32_t *l_49 = &l_46[0][1];
        (*l_49) ^= 0x531364F2L;
    }
    (*l_136) = func_50(&l_46[0][1]);
    return (**l_136);
}



static struct S0  func_9(uint16_t  p_10)
{ 
    int32_t *l_22 = &g_23;
    int32_t *l_24 = (void*)0;
    int32_t *l_25 = (void*)0;
    int32_t *l_26 = &g_23;
    int32_t l_27 = 0x8FDADF86L;
    int32_t *l_28 = &g_23;
    uint8_t l_32 = 2UL;
    struct S0 l_36 = {0,0x0D42AD01L};
lbl_35:
    --g_29;
    l_32--;
    if (l_32)
        goto lbl_35;
    return l_36;
}



static int32_t * func_50(int32_t * p_51)
{ 
    int32_t l_55 = 0x4174AA7FL;
    int32_t l_60 = 0L;
    int32_t l_64[4];
    int16_t l_84 = 0x55A8L;
    int16_t *l_115 = &g_18;
    int16_t **l_114 = &l_115;
    struct S0 *l_134 = &g_39;
    int i;
    for (i = 0; i < 4; i++)
        l_64[i] = 0xD0F567D2L;
    for (g_45 = 0; (g_45 <= 1); g_45 += 1)
    { 
        int64_t l_61 = 0xC6E85A6EDB5B2921LL;
        int32_t l_62[2][3];
        int16_t l_83 = 0x50C3L;
        uint32_t l_85[3];
        int16_t *l_113 = &l_84;
        int16_t **l_112 = &l_113;
        int32_t *l_133[3][4] = {{&l_62[0][2],&l_62[0][2],&l_62[0][2],&l_62[0][2]},{&l_62[0][2],&l_62[0][2],&l_62[0][2],&l_62[0][2]},{&l_62[0][2],&l_62[0][2],&l_62[0][2],&l_62[0][2]}};
        int32_t **l_132 = &l_133[1][0];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 3; j++)
                l_62[i][j] = 0xC8D209D0L;
        }
        for (i = 0; i < 3; i++)
            l_85[i] = 1UL;
        for (g_20 = 0; (g_20 <= 1); g_20 += 1)
        { 
            uint32_t l_56 = 0UL;
            int32_t l_63 = 0xF5FC6D38L;
            int32_t l_65 = 0x01B1C7CCL;
            int32_t l_66 = 1L;
            int32_t l_67 = 0x1089BBD4L;
            int32_t l_68 = 0x28206E4EL;
            int32_t l_69[3][5] = {{0x47F03FA1L,0x47F03FA1L,0x47F03FA1L,0x47F03FA1L,0x47F03FA1L},{0x0C98A995L,0xCAE08EB4L,0x0C98A995L,0xCAE08EB4L,0x0C98A995L},{0x47F03FA1L,0x47F03FA1L,0x47F03FA1L,0x47F03FA1L,0x47F03FA1L}};
            int8_t l_71 = 0xEBL;
            int32_t *l_75 = &l_67;
            int32_t *l_76 = &l_69[1][4];
            int32_t *l_77 = &l_68;
            int32_t *l_78 = &l_60;
            int32_t *l_79 = (void*)0;
            int32_t *l_80[3];
            int8_t l_81 = 0xCDL;
            int32_t l_82[1];
            int i, j;
            for (i = 0; i < 3; i++)
                l_80[i] = &l_62[1][1];
            for (i = 0; i < 1; i++)
                l_82[i] = 0x7096A69DL;
            for (g_29 = 0; (g_29 <= 1); g_29 += 1)
            { 
                int32_t *l_52 = &g_43[1];
                int32_t *l_53 = &g_43[1];
                int32_t *l_54[5][1] = {{&g_43[1]},{&g_23},{&g_43[1]},{&g_23},{&g_43[1]}};
                int i, j;
                l_56--;
                g_43[1] = g_43[g_45];
                if (g_39.f0)
                    break;
            }
            for (g_16 = 0; (g_16 <= 1); g_16 += 1)
            { 
                int32_t *l_59[5][2] = {{&g_43[1],&g_43[1]},{&g_43[1],&g_43[1]},{&g_43[1],&g_43[1]},{&g_43[1],&g_43[1]},{&g_43[1],&g_43[1]}};
                int8_t l_70[2][2];
                uint32_t l_72[4][5] = {{4UL,0xBABE7F26L,4UL,0x789F30D9L,5UL},{0x98A88581L,1UL,5UL,1UL,0x98A88581L},{4UL,1UL,0xBABE7F26L,0x98A88581L,0xBABE7F26L},{0xBABE7F26L,0xBABE7F26L,5UL,0x98A88581L,2UL}};
                int i, j;
                for (i = 0; i < 2; i++)
                {
                    for (j = 0; j < 2; j++)
                        l_70[i][j] = 0x5AL;
                }
                ++l_72[0][0];
            }
            l_85[2]--;
        }
        for (g_39.f1 = 0; (g_39.f1 <= 1); g_39.f1 += 1)
        { 
            int32_t *l_100[5] = {&l_64[2],&l_64[2],&l_64[2],&l_64[2],&l_64[2]};
            uint8_t l_107 = 1UL;
            int16_t *l_111[1];
            int16_t **l_110 = &l_111[0];
            int i;
            for (i = 0; i < 1; i++)
                l_111[i] = &l_84;
            if ((&g_39 == &g_39))
            { 
                uint32_t *l_108[4][1] = {{&g_29},{&g_29},{&g_29},{&g_29}};
                const int32_t l_109[3][2] = {{0x6580A88BL,0x6580A88BL},{0x6580A88BL,0x6580A88BL},{0x6580A88BL,0x6580A88BL}};
                int i, j;
                l_114 = (l_112 = ((safe_add_func_uint64_t_u_u((((safe_add_func_uint64_t_u_u(0xE6F1A90540248992LL, (g_23 <= (safe_sub_func_uint16_t_u_u(((((safe_lshift_func_int8_t_s_s((safe_add_func_uint32_t_u_u((safe_div_func_uint64_t_u_u((l_100[2] != ((safe_rshift_func_int16_t_s_s((((g_29 = (safe_rshift_func_uint8_t_u_u((safe_mul_func_int16_t_s_s(g_18, g_39.f0)), l_107))) && l_84) ^ 0x338B5EEBL), g_18)) , p_51)), 6L)), g_45)), 7)) <= g_18) , 65535UL) <= 0xB928L), l_61))))) & l_64[3]) , g_20), l_109[0][1])) , l_110));
                g_43[g_39.f1] |= (*p_51);
                if (g_39.f0)
                    continue;
            }
            else
            { 
                int16_t l_121 = 0x1A80L;
                int8_t *l_122 = (void*)0;
                uint64_t *l_128 = &g_16;
                uint64_t *l_129 = &g_130;
                int i;
                g_43[g_45] ^= (safe_unary_minus_func_uint8_t_u((safe_sub_func_int8_t_s_s(l_55, (l_62[1][2] &= (safe_sub_func_uint16_t_u_u(l_121, (-5L))))))));
                g_43[g_45] = (g_43[1] == ((*l_129) = ((*l_128) = ((safe_mul_func_int8_t_s_s(l_83, 248UL)) <= ((!4UL) , l_62[0][2])))));
                (*p_51) |= (g_131 == l_122);
            }
        }
        (*l_132) = &g_43[1];
    }
    (*l_134) = func_9(g_43[0]);
    return g_135;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_39.f0, "g_39.f0", print_hash_value);
    transparent_crc(g_39.f1, "g_39.f1", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_43[i], "g_43[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_130, "g_130", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
