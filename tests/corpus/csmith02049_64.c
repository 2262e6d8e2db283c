// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2049
#include "csmith.h"


static long __undefined;



static int16_t g_10 = 1L;
static int32_t g_13 = 0xB283066CL;
static uint16_t g_15 = 65535UL;
static const int32_t g_59 = 0xAC6914F0L;
static const int32_t g_62 = 5L;
static const int32_t *g_61 = &g_62;
static const int32_t g_64[1] = {(-3L)};
static const int32_t *g_63 = &g_64[0];
static uint64_t g_80 = 18446744073709551607UL;
static uint8_t g_82[4][1] = {{0UL},{0UL},{0UL},{0UL}};
static int8_t g_103 = (-1L);
static uint32_t g_104[3][3] = {{0x1934DB4AL,0x1934DB4AL,0x1934DB4AL},{0x1934DB4AL,0x1934DB4AL,0x1934DB4AL},{0x1934DB4AL,0x1934DB4AL,0x1934DB4AL}};
static uint32_t g_140 = 0x1D3EE10CL;
static int32_t * const g_165 = (void*)0;
static int32_t * const *g_164 = &g_165;
static int64_t g_172 = 0x1DE431997A29FED1LL;
static int8_t g_173 = 0x81L;
static uint32_t g_174[3] = {0UL,0UL,0UL};
static int8_t g_180 = 0x02L;



static uint16_t  func_1(void);
static int32_t * func_2(int32_t * p_3, int32_t * p_4, uint8_t  p_5, uint32_t  p_6);
static int32_t * func_7(int32_t * p_8);




static uint16_t  func_1(void)
{ 
    int32_t *l_9 = (void*)0;
    uint16_t *l_14 = &g_15;
    int32_t l_16 = (-1L);
    int32_t **l_50 = &l_9;
    int64_t l_71 = 0x954C1B2F0819D5A3LL;
    int32_t l_102 = (-1L);
lbl_65:
    (*l_50) = func_2(func_7(l_9), ((((*l_14) = g_10) | g_10) , l_9), l_16, g_10);
    for (g_13 = 0; (g_13 >= (-24)); g_13 = safe_sub_func_uint32_t_u_u(g_13, 2))
    { 
        int8_t l_76 = 1L;
        uint64_t *l_79 = &g_80;
        uint8_t *l_81[1];
        int32_t l_83 = 4L;
        int32_t *l_84 = &l_16;
        int i;
        for (i = 0; i < 1; i++)
            l_81[i] = &g_82[2][0];
        for (g_15 = 0; (g_15 == 59); ++g_15)
        { 
            for (l_16 = 0; (l_16 > 22); l_16++)
            { 
                const int32_t *l_58 = &g_59;
                const int32_t **l_57 = &l_58;
                const int32_t **l_60[4];
                int i;
                for (i = 0; i < 4; i++)
                    l_60[i] = (void*)0;
                g_63 = (g_61 = ((*l_57) = &g_13));
                g_61 = (void*)0;
            }
            if ((**l_50))
                continue;
            if (g_15)
                goto lbl_65;
        }
        (*l_84) = ((safe_rshift_func_int16_t_s_s((~((safe_mod_func_uint8_t_u_u(l_71, (g_82[2][0] = (safe_div_func_uint8_t_u_u((l_83 = (((*l_79) ^= (safe_mod_func_uint16_t_u_u((l_76 >= (safe_sub_func_uint64_t_u_u((((((*g_63) != (-9L)) == g_59) && 0x0CL) ^ g_13), 0x1B98B5DB27C3D8A5LL))), g_13))) > g_64[0])), 0x16L))))) | (*g_63))), 4)) == l_76);
    }
    if ((safe_add_func_uint32_t_u_u((g_10 <= ((void*)0 == &g_82[2][0])), (safe_add_func_uint8_t_u_u((safe_rshift_func_int8_t_s_u((safe_div_func_int8_t_s_s(g_82[0][0], (**l_50))), g_64[0])), g_13)))))
    { 
        int32_t *l_93 = &l_16;
        int32_t *l_94 = &g_13;
        int32_t *l_95 = &l_16;
        int32_t *l_96 = &l_16;
        int32_t *l_97 = &g_13;
        int32_t *l_98 = &g_13;
        int32_t *l_99 = &l_16;
        int32_t *l_100 = &g_13;
        int32_t *l_101[3][3] = {{&l_16,(void*)0,&l_16},{&l_16,&l_16,&l_16},{&l_16,(void*)0,&l_16}};
        int16_t *l_117[2][2] = {{&g_10,&g_10},{&g_10,&g_10}};
        int64_t l_118 = 0xFCB947DA7D1F0300LL;
        int32_t *l_141 = &l_102;
        int i, j;
        g_104[2][0]--;
        if (((*l_99) = (safe_rshift_func_uint8_t_u_u(((((0UL > (((g_10 &= (safe_sub_func_uint64_t_u_u(0UL, (safe_mul_func_int8_t_s_s((((7L > ((((*l_14)++) && 0UL) , (**l_50))) , &g_80) != (void*)0), (*l_99)))))) | 0x3884L) >= l_118)) , (*l_94)) , 0xBC35L) | g_103), 0))))
        { 
            uint16_t l_121 = 65526UL;
            for (l_118 = 3; (l_118 < (-1)); l_118 = safe_sub_func_uint64_t_u_u(l_118, 5))
            { 
                ++l_121;
                (*l_95) ^= (-8L);
                if ((*l_99))
                    break;
            }
        }
        else
        { 
            const int32_t *l_124 = &l_16;
            uint32_t l_135 = 3UL;
            uint32_t *l_139 = &g_140;
            l_124 = &g_64[0];
            if (l_118)
                goto lbl_136;
lbl_136:
            (*l_9) = ((-10L) != ((safe_mul_func_uint16_t_u_u(((((*l_124) >= (safe_mul_func_uint16_t_u_u(((((*l_93) = (safe_div_func_uint32_t_u_u(((safe_div_func_uint64_t_u_u((*l_94), (safe_mod_func_int8_t_s_s((*l_9), l_135)))) <= (*g_63)), 0x7C7A1EF1L))) <= 0x9D3A1594L) == (*l_124)), g_15))) ^ g_104[0][2]) >= 0x97B3L), (*l_9))) , (*l_124)));
            l_141 = func_7(((g_104[2][0] > ((**l_50) &= ((safe_add_func_uint32_t_u_u(((*l_139) &= (((*l_124) == ((void*)0 == &g_10)) >= 4294967295UL)), (*l_99))) >= (*l_124)))) , (void*)0));
        }
    }
    else
    { 
        int32_t *l_142[4][5] = {{&l_16,&l_16,&l_16,&l_16,&l_16},{&g_13,&l_16,&g_13,&l_16,&g_13},{&l_16,&l_16,&l_16,&l_16,&l_16},{&g_13,&l_16,&g_13,&l_16,&g_13}};
        uint32_t l_143 = 0x5CAECAF6L;
        int16_t *l_158 = &g_10;
        const uint32_t l_171 = 0x0BCF91A7L;
        int16_t l_179[4] = {0xFD6AL,0xFD6AL,0xFD6AL,0xFD6AL};
        int i, j;
        ++l_143;
        for (g_10 = 0; g_10 < 4; g_10 += 1)
        {
            for (l_143 = 0; l_143 < 5; l_143 += 1)
            {
                l_142[g_10][l_143] = &l_102;
            }
        }
        if (((+0x22L) < (safe_unary_minus_func_uint8_t_u((safe_div_func_uint8_t_u_u(((g_64[0] < ((safe_add_func_uint8_t_u_u(((((*l_14) = (safe_lshift_func_int8_t_s_u(((safe_div_func_uint16_t_u_u(((((safe_add_func_uint32_t_u_u((((void*)0 == l_158) > 255UL), (*g_63))) , (**l_50)) && 0x35L) >= g_104[2][0]), g_103)) >= g_15), g_10))) && (**l_50)) , 254UL), g_80)) != 0L)) == (**l_50)), (*l_9)))))))
        { 
            (*l_50) = l_142[3][4];
            for (g_10 = 0; (g_10 >= (-27)); g_10--)
            { 
                if ((*l_9))
                    break;
            }
            g_61 = func_7(l_142[3][2]);
        }
        else
        { 
            int64_t l_161 = (-6L);
            int8_t l_168[1][2];
            uint32_t l_169 = 1UL;
            uint64_t *l_170 = &g_80;
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 2; j++)
                    l_168[i][j] = 0x4BL;
            }
            if ((l_161 ^ ((safe_lshift_func_uint8_t_u_s((((*l_170) = (((g_164 = g_164) != &g_165) || (((safe_add_func_int8_t_s_s(((g_103 , l_168[0][1]) && g_13), l_169)) | g_59) <= g_140))) & 9L), 3)) >= l_171)))
            { 
                return g_82[2][0];
            }
            else
            { 
                int32_t l_191[2][1];
                int i, j;
                for (i = 0; i < 2; i++)
                {
                    for (j = 0; j < 1; j++)
                        l_191[i][j] = 0L;
                }
                g_174[2]++;
                g_180 ^= ((((safe_mul_func_int16_t_s_s(g_13, (&l_142[3][1] == &l_9))) , &g_140) == (void*)0) , l_179[1]);
                (**l_50) = (safe_sub_func_uint16_t_u_u(65535UL, ((safe_mod_func_int32_t_s_s(((safe_sub_func_int64_t_s_s((safe_div_func_uint8_t_u_u(g_174[2], (g_174[2] && ((l_191[0][0] &= ((safe_mul_func_uint8_t_u_u(l_168[0][0], 0x6DL)) , 4294967287UL)) || l_168[0][0])))), 0x0C6410FA4C8627F2LL)) < g_62), (*l_9))) != 1L)));
            }
        }
    }
    return g_103;
}



static int32_t * func_2(int32_t * p_3, int32_t * p_4, uint8_t  p_5, uint32_t  p_6)
{ 
    uint64_t l_21 = 0xA3187110E6B6CD33LL;
    int64_t l_22 = (-1L);
    int32_t l_28[5][2] = {{(-1L),0x47825498L},{0x47825498L,(-1L)},{0x47825498L,0x47825498L},{(-1L),0x47825498L},{0x47825498L,(-1L)}};
    int32_t *l_32 = &l_28[3][0];
    int i, j;
    if ((((safe_sub_func_int32_t_s_s(((((((safe_div_func_uint32_t_u_u(l_21, ((l_22 != (safe_unary_minus_func_int8_t_s((l_28[2][0] |= ((safe_mod_func_int32_t_s_s(((((safe_add_func_int8_t_s_s(g_13, (0x84257392715EE56ELL < 5L))) == g_15) , 0UL) && g_15), p_5)) & p_5))))) , 0xC23CEA2FL))) , l_21) , l_21) > l_22) , &g_13) != (void*)0), l_22)) ^ 0UL) > p_5))
    { 
        int64_t *l_29 = &l_22;
        int32_t *l_31 = &l_28[0][0];
        int32_t **l_30 = &l_31;
        l_32 = func_7(((*l_30) = (((*l_29) &= g_10) , func_7(p_3))));
    }
    else
    { 
        uint32_t l_48 = 0xCC72FDDDL;
        const uint32_t l_49 = 0xAEE34D1CL;
        for (g_15 = 0; (g_15 <= 1); g_15 += 1)
        { 
            for (g_13 = 0; g_13 < 5; g_13 += 1)
            {
                for (l_22 = 0; l_22 < 2; l_22 += 1)
                {
                    l_28[g_13][l_22] = (-3L);
                }
            }
            for (g_10 = 1; (g_10 >= 0); g_10 -= 1)
            { 
                int i, j;
                (*l_32) = (safe_div_func_uint16_t_u_u((l_28[g_15][g_10] & ((((~(safe_add_func_uint64_t_u_u((~((*p_3) = (safe_mul_func_uint16_t_u_u((((((~(safe_lshift_func_int8_t_s_u((safe_mul_func_int8_t_s_s(0L, l_28[g_15][g_15])), (safe_div_func_uint8_t_u_u(0xB0L, p_5))))) > l_48) == p_5) , l_49) < l_28[g_15][g_10]), 0x7675L)))), g_15))) & 1UL) , p_6) , l_28[(g_15 + 2)][g_15])), p_6));
            }
        }
    }
    return &g_13;
}



static int32_t * func_7(int32_t * p_8)
{ 
    int32_t *l_11 = (void*)0;
    int32_t *l_12 = &g_13;
    (*l_12) |= g_10;
    return &g_13;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_59, "g_59", print_hash_value);
    transparent_crc(g_62, "g_62", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_64[i], "g_64[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_80, "g_80", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_82[i][j], "g_82[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_103, "g_103", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_104[i][j], "g_104[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_140, "g_140", print_hash_value);
    transparent_crc(g_172, "g_172", print_hash_value);
    transparent_crc(g_173, "g_173", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_174[i], "g_174[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_180, "g_180", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
