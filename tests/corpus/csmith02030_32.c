// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2030
#include "csmith.h"


static long __undefined;



static uint8_t g_12 = 0x0DL;
static uint32_t g_30 = 0x10E5E534L;
static int16_t g_41 = (-1L);
static int32_t g_43 = (-2L);
static uint32_t g_52 = 4294967295UL;
static uint8_t g_61 = 0xDEL;
static uint32_t g_73 = 0x1BA05761L;
static int32_t g_80 = 0L;
static int8_t g_93 = 0xC8L;
static int64_t g_95 = 0x197C51C8BDC662BFLL;
static uint32_t g_96 = 0UL;
static int32_t g_108 = (-1L);
static uint32_t g_110 = 2UL;
static uint32_t g_158 = 4294967295UL;
static uint32_t g_192 = 0x9E358F53L;
static uint8_t **g_195[1][3] = {{(void*)0,(void*)0,(void*)0}};
static int16_t *g_197 = (void*)0;
static int16_t **g_196 = &g_197;
static int32_t *g_198 = &g_108;
static uint64_t g_207 = 0xAD52605C497654C1LL;



static uint16_t  func_1(void);
static const uint32_t  func_13(int64_t  p_14, int16_t  p_15, int32_t  p_16, int16_t  p_17, int64_t  p_18);
static int64_t  func_19(uint32_t  p_20, int32_t  p_21, uint64_t  p_22);




static uint16_t  func_1(void)
{ 
    uint64_t l_27 = 1UL;
    uint32_t *l_28 = (void*)0;
    uint32_t *l_29 = &g_30;
    uint8_t l_130[1];
    int32_t **l_131 = (void*)0;
    uint8_t l_134 = 0UL;
    int32_t *l_190[4][3] = {{&g_43,&g_43,&g_43},{&g_43,&g_43,&g_43},{&g_43,&g_43,&g_43},{&g_43,&g_43,&g_43}};
    int8_t l_210 = (-4L);
    uint32_t l_211 = 0x7228B4A3L;
    int i, j;
    for (i = 0; i < 1; i++)
        l_130[i] = 7UL;
    if ((safe_mul_func_int16_t_s_s(((safe_mod_func_int16_t_s_s((safe_mod_func_int64_t_s_s((safe_sub_func_int16_t_s_s(((safe_lshift_func_uint16_t_u_u((g_12 , ((func_13(func_19(((safe_mul_func_int8_t_s_s((0xFCE2949FL == ((*l_29) &= ((((safe_lshift_func_uint8_t_u_u((l_27 >= g_12), 4)) ^ l_27) ^ l_27) ^ (-6L)))), (-1L))) && g_30), l_27, g_12), g_108, g_108, l_27, g_108) , 0x02L) , 0x3EC0L)), l_27)) ^ g_108), 0xEA44L)), (-1L))), 0x3095L)) ^ 247UL), g_108)))
    { 
        int32_t l_141 = (-1L);
        int32_t l_157 = (-4L);
        for (g_108 = 0; (g_108 <= 0); g_108 += 1)
        { 
            int8_t *l_132 = &g_93;
            int32_t *l_133[3];
            int i;
            for (i = 0; i < 3; i++)
                l_133[i] = &g_43;
            l_134 |= ((((l_131 != (l_130[g_108] , (void*)0)) > ((*l_132) = ((g_41 = 7L) == (-2L)))) || l_130[g_108]) , g_12);
            for (g_41 = 0; (g_41 <= 0); g_41 += 1)
            { 
                uint16_t l_156 = 1UL;
                g_43 ^= (((safe_rshift_func_uint16_t_u_u((safe_lshift_func_uint8_t_u_u(g_95, ((safe_lshift_func_int8_t_s_u(g_41, 2)) ^ (l_141 & ((safe_add_func_int8_t_s_s((-10L), 0x55L)) || 0x609A04A83BE9465DLL))))), l_141)) & l_141) <= g_73);
                g_158 &= ((safe_div_func_int16_t_s_s(((g_43 & ((0L & (safe_add_func_int8_t_s_s(((safe_add_func_int8_t_s_s(((l_157 &= (((safe_mul_func_int8_t_s_s(((safe_mod_func_uint32_t_u_u(g_61, (safe_add_func_int32_t_s_s((-4L), 6UL)))) , l_156), l_27)) > g_12) | 0UL)) >= (-3L)), g_110)) , g_93), 0xEDL))) >= 0x2D82L)) , g_43), g_61)) || g_110);
            }
        }
    }
    else
    { 
        uint32_t l_161 = 4294967295UL;
        int32_t l_191 = 0x347C869DL;
        int16_t l_235 = 1L;
        if (g_158)
        { 
            uint8_t *l_162 = &g_61;
            uint8_t *l_163[1][5];
            int32_t l_164[1];
            int32_t l_167 = 0x90DA0945L;
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 5; j++)
                    l_163[i][j] = &l_134;
            }
            for (i = 0; i < 1; i++)
                l_164[i] = 7L;
            if ((safe_mul_func_uint8_t_u_u((l_161 , (l_164[0] = ((*l_162) = g_80))), ((safe_mul_func_uint8_t_u_u(l_167, (!(g_30 || g_95)))) == g_30))))
            { 
                uint32_t l_179 = 0x8E988613L;
                int32_t *l_180 = &l_167;
                (*l_180) &= (safe_mul_func_uint16_t_u_u((((safe_lshift_func_uint16_t_u_u(((g_93 , (safe_lshift_func_uint16_t_u_u(g_30, ((safe_div_func_uint16_t_u_u(((l_161 != (safe_rshift_func_int8_t_s_u(((g_61 <= l_164[0]) | l_164[0]), g_95))) > l_161), g_12)) , g_108)))) , l_179), 4)) , g_52) < g_108), g_93));
                (*l_180) = 0xDCFDAD02L;
                (*l_180) = (1L & (safe_mul_func_uint16_t_u_u((safe_add_func_uint8_t_u_u(g_41, (safe_unary_minus_func_uint64_t_u(((*l_180) != (((safe_mod_func_uint32_t_u_u((((safe_div_func_uint16_t_u_u(((*l_180) <= g_95), g_108)) <= g_95) ^ (*l_180)), 0xB7B0D791L)) ^ (-9L)) != g_96)))))), l_161)));
            }
            else
            { 
                l_190[2][1] = (void*)0;
                --g_192;
                g_108 = ((((g_195[0][1] != &l_163[0][2]) , (g_196 != (void*)0)) ^ 0x4FB29E57L) || 0x1A4FFB4B72DBC953LL);
            }
            for (g_93 = 0; (g_93 >= 0); g_93 -= 1)
            { 
                uint32_t *l_199 = &g_192;
                g_198 = &g_108;
                (*g_198) ^= (((*l_199) = 0x9346761FL) , 0x51201156L);
            }
        }
        else
        { 
            (*g_198) = ((void*)0 == g_195[0][1]);
        }
        for (g_80 = 0; (g_80 <= 23); g_80 = safe_add_func_uint8_t_u_u(g_80, 7))
        { 
            int32_t *l_202 = &g_108;
            int32_t *l_203 = &g_43;
            int32_t l_206 = (-7L);
            l_203 = l_202;
            for (g_52 = (-30); (g_52 < 2); g_52 = safe_add_func_int16_t_s_s(g_52, 2))
            { 
                g_207--;
            }
            l_211++;
        }
        for (g_158 = 0; (g_158 >= 36); ++g_158)
        { 
            int16_t *l_216 = (void*)0;
            int16_t *l_217 = (void*)0;
            int32_t l_218 = (-1L);
            int8_t l_231 = 0x41L;
            uint64_t *l_232 = (void*)0;
            int8_t *l_233 = &l_210;
            int8_t *l_234 = &g_93;
            uint32_t *l_240 = (void*)0;
            (*g_198) = (((l_218 = (l_191 = 1L)) , g_158) , (safe_lshift_func_int16_t_s_u((safe_mod_func_uint64_t_u_u((((g_108 , (l_191 = (safe_rshift_func_int8_t_s_s((safe_lshift_func_int8_t_s_s(((*l_234) = ((safe_mod_func_int8_t_s_s(((*l_233) &= ((g_207 &= ((safe_lshift_func_uint8_t_u_s((l_191 || l_161), l_231)) , l_231)) <= g_43)), l_191)) && g_12)), g_73)), g_96)))) ^ 0x1F9AE060L) , l_235), g_73)), g_192)));
            for (g_96 = (-17); (g_96 == 18); g_96++)
            { 
                (*g_198) = ((void*)0 == &g_207);
                if ((*g_198))
                    continue;
            }
            for (g_110 = 0; (g_110 == 15); g_110++)
            { 
                uint32_t **l_241 = &l_28;
                int32_t l_244 = (-3L);
                (*g_198) ^= (((((void*)0 == l_240) , l_29) != ((*l_241) = l_240)) <= l_235);
                (*g_198) |= (safe_mul_func_int8_t_s_s((&g_207 == (g_41 , l_232)), (l_244 < l_218)));
            }
        }
    }
    return g_110;
}



static const uint32_t  func_13(int64_t  p_14, int16_t  p_15, int32_t  p_16, int16_t  p_17, int64_t  p_18)
{ 
    uint8_t *l_122 = &g_12;
    uint8_t **l_123 = (void*)0;
    uint8_t *l_125 = (void*)0;
    uint8_t **l_124 = &l_125;
    int16_t *l_126[5] = {&g_41,&g_41,&g_41,&g_41,&g_41};
    int32_t l_127 = 9L;
    int32_t l_128 = 0xDABD6516L;
    int32_t *l_129 = &g_43;
    int i;
    (*l_129) ^= (((((safe_mul_func_uint16_t_u_u((((safe_add_func_uint64_t_u_u(18446744073709551614UL, (g_93 == ((g_41 = (!(safe_div_func_uint32_t_u_u(((safe_rshift_func_uint8_t_u_s((l_122 != ((*l_124) = &g_61)), g_110)) < 0xA2L), g_108)))) > p_16)))) && l_127) | 6L), g_30)) < 0x67L) > l_127) , l_128) ^ l_127);
    return p_14;
}



static int64_t  func_19(uint32_t  p_20, int32_t  p_21, uint64_t  p_22)
{ 
    const int16_t *l_65 = &g_41;
    uint32_t ** const l_79 = (void*)0;
    int32_t l_101 = 0L;
    int32_t *l_102 = &g_43;
    int32_t *l_103 = &g_43;
    int32_t *l_104 = &l_101;
    int32_t *l_105 = &l_101;
    int32_t *l_106 = &l_101;
    int32_t *l_107 = &g_43;
    int32_t *l_109[2][5] = {{&g_43,&g_43,&g_43,&g_43,&g_43},{&l_101,&l_101,&l_101,&l_101,&l_101}};
    int i, j;
    for (g_12 = 0; (g_12 < 24); g_12 = safe_add_func_uint8_t_u_u(g_12, 6))
    { 
        uint32_t *l_37[4][1] = {{&g_30},{(void*)0},{&g_30},{(void*)0}};
        uint32_t *l_39[3];
        uint32_t **l_38 = &l_39[2];
        int16_t *l_40 = &g_41;
        int32_t *l_42 = &g_43;
        int32_t * const l_62[1] = {&g_43};
        uint16_t l_91 = 4UL;
        int i, j;
        for (i = 0; i < 3; i++)
            l_39[i] = &g_30;
        if ((p_22 , (safe_add_func_int16_t_s_s(((*l_40) = ((p_21 || (safe_rshift_func_uint8_t_u_s((l_37[1][0] == ((*l_38) = &p_20)), 1))) | 4294967292UL)), 0xFD8CL))))
        { 
            uint32_t l_46 = 18446744073709551606UL;
            l_42 = &p_21;
            (*l_42) = ((safe_mod_func_int16_t_s_s((((*l_42) > l_46) , (p_22 , ((safe_div_func_int16_t_s_s(p_20, 0x606EL)) , g_43))), p_21)) & g_43);
        }
        else
        { 
            int32_t *l_49 = (void*)0;
            int32_t *l_50 = &g_43;
            int32_t *l_51[5][3] = {{(void*)0,&g_43,&g_43},{&g_43,&g_43,&g_43},{&g_43,(void*)0,&g_43},{&g_43,&g_43,&g_43},{&g_43,&g_43,&g_43}};
            int16_t * const *l_74 = &l_40;
            int8_t *l_92 = &g_93;
            int64_t *l_94 = &g_95;
            int i, j;
            g_52--;
            if (g_43)
            { 
                uint8_t *l_60[3];
                int32_t **l_63[3][5] = {{(void*)0,&l_42,&l_42,(void*)0,&l_42},{(void*)0,(void*)0,&l_49,(void*)0,(void*)0},{&l_42,(void*)0,&l_42,&l_42,(void*)0}};
                int16_t **l_64 = &l_40;
                int i, j;
                for (i = 0; i < 3; i++)
                    l_60[i] = &g_61;
                p_21 ^= ((!(safe_lshift_func_uint8_t_u_u((g_61 = (safe_mod_func_int16_t_s_s(g_41, g_41))), 1))) || (((&g_41 == (void*)0) , (void*)0) == (void*)0));
                l_42 = l_62[0];
                (*l_42) |= (((*l_64) = &g_41) == l_65);
            }
            else
            { 
                int16_t * const *l_75 = &l_40;
                g_73 |= (safe_mul_func_uint16_t_u_u(((((((*l_40) = 0L) & (safe_sub_func_uint8_t_u_u(g_12, p_21))) ^ (+(safe_mod_func_uint16_t_u_u(g_30, g_30)))) == g_43) > 255UL), p_22));
                l_75 = (l_74 = l_74);
            }
            g_96 ^= ((((safe_unary_minus_func_uint64_t_u((safe_div_func_uint16_t_u_u((((*l_94) ^= ((g_80 = ((void*)0 != l_79)) < (safe_lshift_func_uint8_t_u_s((safe_mod_func_uint16_t_u_u((safe_rshift_func_int8_t_s_u((0x29L > ((*l_92) = (safe_mul_func_int8_t_s_s(((((((safe_div_func_int64_t_s_s(((0x316A37A54743E03ELL && p_21) , 0x3E45BD28040910B8LL), 2L)) > 0x422819455490EB02LL) <= l_91) | 0x18L) > g_43) >= 6L), g_43)))), 7)), p_20)), g_12)))) == p_22), (-7L))))) , 0xA4FD34EA093EA4B5LL) || p_22) && g_80);
        }
    }
    for (g_80 = 0; (g_80 <= 6); g_80 = safe_add_func_int64_t_s_s(g_80, 1))
    { 
        int32_t *l_99 = (void*)0;
        int32_t *l_100 = (void*)0;
        l_101 |= (p_21 = 0L);
    }
    --g_110;
    return p_21;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_43, "g_43", print_hash_value);
    transparent_crc(g_52, "g_52", print_hash_value);
    transparent_crc(g_61, "g_61", print_hash_value);
    transparent_crc(g_73, "g_73", print_hash_value);
    transparent_crc(g_80, "g_80", print_hash_value);
    transparent_crc(g_93, "g_93", print_hash_value);
    transparent_crc(g_95, "g_95", print_hash_value);
    transparent_crc(g_96, "g_96", print_hash_value);
    transparent_crc(g_108, "g_108", print_hash_value);
    transparent_crc(g_110, "g_110", print_hash_value);
    transparent_crc(g_158, "g_158", print_hash_value);
    transparent_crc(g_192, "g_192", print_hash_value);
    transparent_crc(g_207, "g_207", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
