// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2031
#include "csmith.h"


static long __undefined;


struct S0 {
   int16_t  f0;
   const uint32_t  f1;
   const uint64_t  f2;
   int8_t  f3;
};

union U1 {
   uint8_t  f0;
};


static const int8_t g_9[2][1] = {{0x5EL},{0x5EL}};
static int32_t g_22 = 0x17D1DC6BL;
static struct S0 g_28 = {0x9242L,18446744073709551609UL,18446744073709551615UL,1L};
static uint32_t g_41 = 0x69E7721CL;
static uint16_t g_44 = 0x3231L;
static int32_t g_46 = 0x05392614L;
static uint32_t g_56 = 0x24270207L;
static uint64_t g_58[5] = {0xFC8D6799626DAC17LL,0xFC8D6799626DAC17LL,0xFC8D6799626DAC17LL,0xFC8D6799626DAC17LL,0xFC8D6799626DAC17LL};
static uint64_t g_65 = 0UL;
static uint64_t *g_71 = &g_58[4];
static uint64_t **g_70 = &g_71;
static int32_t *g_73[5][4] = {{&g_22,&g_46,&g_22,&g_46},{&g_22,&g_46,&g_22,&g_46},{&g_22,&g_46,&g_22,&g_46},{&g_22,&g_46,&g_22,&g_46},{&g_22,&g_46,&g_22,&g_46}};
static uint8_t g_96 = 0x56L;
static struct S0 g_121[4] = {{1L,1UL,0UL,-1L},{1L,1UL,0UL,-1L},{1L,1UL,0UL,-1L},{1L,1UL,0UL,-1L}};
static struct S0 *g_120 = &g_121[3];
static const uint16_t *g_123 = &g_44;
static const uint16_t **g_122 = &g_123;



static const int64_t  func_1(void);
static uint8_t  func_6(const int32_t  p_7, uint64_t  p_8);
static int16_t  func_23(struct S0  p_24, int32_t  p_25, int8_t  p_26, const int32_t * p_27);




static const int64_t  func_1(void)
{ 
    uint8_t l_3 = 0xB2L;
    int32_t *l_150 = &g_46;
    int32_t **l_151 = &l_150;
    int16_t *l_159 = (void*)0;
    int16_t *l_160[5][5] = {{&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0},{&g_28.f0,&g_28.f0,&g_28.f0,&g_28.f0,&g_28.f0},{&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0},{&g_28.f0,&g_28.f0,&g_28.f0,&g_28.f0,&g_28.f0},{&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0,&g_121[3].f0}};
    uint32_t l_161 = 4UL;
    int i, j;
    if ((+((l_3 != (safe_lshift_func_uint8_t_u_s(func_6(g_9[0][0], (safe_mod_func_uint32_t_u_u((g_9[0][0] < l_3), l_3))), g_121[3].f3))) || 9L)))
    { 
        int8_t *l_145 = &g_28.f3;
        if (l_3)
        { 
            for (g_96 = 0; (g_96 <= 3); g_96 += 1)
            { 
                const int16_t l_141 = (-2L);
                return l_141;
            }
            return g_22;
        }
        else
        { 
            uint16_t l_142 = 1UL;
            if (l_142)
            { 
                int32_t *l_146 = &g_22;
                (*l_146) |= ((g_9[1][0] > ((void*)0 == l_145)) & (((*g_120) , g_9[0][0]) > l_142));
            }
            else
            { 
                int16_t l_147[5][3];
                int32_t *l_148 = &g_22;
                int i, j;
                for (i = 0; i < 5; i++)
                {
                    for (j = 0; j < 3; j++)
                        l_147[i][j] = 6L;
                }
                (*l_148) &= l_147[2][1];
            }
            return l_3;
        }
    }
    else
    { 
        int32_t **l_149[4][4] = {{&g_73[2][3],&g_73[1][1],&g_73[1][1],&g_73[2][3]},{&g_73[1][1],&g_73[2][3],&g_73[1][1],&g_73[1][1]},{&g_73[2][3],&g_73[2][3],&g_73[4][2],&g_73[2][3]},{&g_73[2][3],&g_73[1][1],&g_73[1][1],&g_73[2][3]}};
        int i, j;
        l_150 = &g_46;
        (*l_150) = 0L;
    }
    (*l_151) = l_150;
    l_161 |= ((!(safe_mul_func_int16_t_s_s(((safe_add_func_uint32_t_u_u((safe_rshift_func_int16_t_s_u((g_121[3].f0 = (**l_151)), (**l_151))), ((void*)0 != &g_73[3][3]))) || (**l_151)), (**l_151)))) < 8L);
    return g_41;
}



static uint8_t  func_6(const int32_t  p_7, uint64_t  p_8)
{ 
    const int32_t *l_29[1][1];
    int8_t l_97 = 0xAEL;
    struct S0 l_125 = {1L,0x07931957L,18446744073709551615UL,0xDCL};
    int32_t l_132[4][2] = {{0x848C3673L,0x848C3673L},{0x848C3673L,0x848C3673L},{0x848C3673L,0x848C3673L},{0x848C3673L,0x848C3673L}};
    int32_t *l_133 = &g_46;
    int32_t *l_134 = (void*)0;
    int32_t *l_135 = &g_46;
    int32_t *l_136 = &l_132[2][1];
    int32_t *l_137[2];
    uint32_t l_138 = 1UL;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_29[i][j] = (void*)0;
    }
    for (i = 0; i < 2; i++)
        l_137[i] = &g_22;
    for (p_8 = 0; (p_8 != 51); p_8++)
    { 
        uint32_t l_20 = 0x017CA4E8L;
        int32_t *l_21 = &g_22;
        const uint16_t **l_124 = (void*)0;
        int32_t *l_131 = &g_46;
        if ((safe_sub_func_int32_t_s_s((safe_lshift_func_uint16_t_u_u((safe_add_func_uint8_t_u_u((l_20 <= (0x5EL && (((*l_21) = l_20) , ((((func_23(g_28, p_7, p_7, l_29[0][0]) , 0L) < g_9[1][0]) || p_7) , 5UL)))), g_9[1][0])), 7)), g_28.f1)))
        { 
            if (p_8)
                break;
        }
        else
        { 
            int32_t **l_72[5][3] = {{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21}};
            int i, j;
            g_73[2][3] = &g_46;
            if (((safe_rshift_func_uint16_t_u_s(p_7, 6)) != (safe_add_func_uint8_t_u_u(((g_96 = (safe_lshift_func_uint8_t_u_s((safe_mul_func_uint16_t_u_u((safe_mul_func_uint8_t_u_u((safe_add_func_uint16_t_u_u(((0x7AL < (((safe_add_func_uint32_t_u_u((((safe_lshift_func_uint8_t_u_s(0xC2L, (safe_sub_func_int64_t_s_s(((safe_rshift_func_int16_t_s_s((safe_sub_func_int32_t_s_s(p_7, p_7)), p_7)) != g_41), p_8)))) && 0x4A57C395L) != p_8), 1UL)) <= (*l_21)) & 18446744073709551615UL)) == 0x35B3L), (*l_21))), 0xCEL)), 1L)), 3))) == 0x71L), l_97))))
            { 
                return g_28.f3;
            }
            else
            { 
                if ((*l_21))
                    break;
            }
        }
        for (g_41 = (-20); (g_41 < 33); g_41++)
        { 
            int64_t l_111 = 0x507BD8287126A377LL;
            int32_t *l_112 = &g_46;
            uint16_t *l_113 = (void*)0;
            (*l_112) = (safe_mod_func_uint32_t_u_u(((p_8 > g_41) | ((!(safe_div_func_int32_t_s_s((((p_8 == (safe_mul_func_int16_t_s_s((safe_lshift_func_uint8_t_u_u((safe_mod_func_int32_t_s_s(((*l_21) = ((((*g_71) = l_111) || p_8) && g_41)), g_46)), p_8)), 0x7924L))) == 0x52L) <= (-1L)), 0xA69D9FC0L))) > 0xC35EL)), p_8));
            if (((4294967291UL < ((0x7759B496L < 0x3AC17879L) & (((g_44++) <= (safe_lshift_func_uint16_t_u_u(((1UL ^ g_9[0][0]) <= (-5L)), 12))) , p_7))) >= p_8))
            { 
                int32_t **l_118 = &l_21;
                struct S0 *l_119[2];
                int i;
                for (i = 0; i < 2; i++)
                    l_119[i] = &g_28;
                (*l_118) = &g_22;
                g_120 = l_119[0];
                l_124 = g_122;
            }
            else
            { 
                (*l_21) &= 1L;
                (*l_21) ^= (-1L);
            }
        }
        (*l_131) &= ((((l_125 , (safe_lshift_func_int8_t_s_u(((((safe_rshift_func_int16_t_s_s((+(((void*)0 != &g_71) , (*l_21))), p_8)) , p_7) , (void*)0) != (void*)0), g_58[1]))) < (-9L)) || 0x96DDL) | g_28.f2);
    }
    ++l_138;
    return g_96;
}



static int16_t  func_23(struct S0  p_24, int32_t  p_25, int8_t  p_26, const int32_t * p_27)
{ 
    const int32_t l_43 = 0xF5F2FE86L;
    int32_t l_47 = 0x0D602FF7L;
    int32_t *l_55[4] = {&g_46,&g_46,&g_46,&g_46};
    uint64_t *l_69 = (void*)0;
    uint64_t **l_68 = &l_69;
    int i;
    for (p_24.f0 = 0; (p_24.f0 > (-15)); p_24.f0 = safe_sub_func_int32_t_s_s(p_24.f0, 1))
    { 
        int32_t l_48 = 0x251F81F1L;
        g_22 |= 1L;
        for (g_28.f0 = (-29); (g_28.f0 < 0); g_28.f0++)
        { 
            union U1 l_54 = {248UL};
            int32_t l_62 = 0x30C4096AL;
            int32_t l_63 = (-6L);
            int32_t l_64 = (-2L);
            for (g_22 = (-6); (g_22 > 16); g_22 = safe_add_func_int64_t_s_s(g_22, 7))
            { 
                uint32_t *l_40 = &g_41;
                int8_t *l_42 = &g_28.f3;
                int32_t *l_45 = &g_46;
                int8_t **l_49 = &l_42;
                uint64_t *l_57 = &g_58[1];
                int32_t **l_59 = &l_45;
                l_47 = ((*l_45) = (0x19F8L >= (g_44 = ((safe_sub_func_int32_t_s_s(((safe_lshift_func_int8_t_s_s(((void*)0 == &p_25), ((((*l_42) |= ((((*l_40) = g_22) , g_28.f0) || p_24.f1)) | 0x8DL) != 255UL))) == 0x16D0046BL), l_43)) <= 0x0133D4965DA1F797LL))));
                if (l_48)
                    continue;
                (*l_59) = (((*l_57) = ((g_28 , ((*l_49) = &p_26)) == (((!((safe_mod_func_int8_t_s_s(((+(g_56 = (((*l_45) = (((l_54 , (l_55[2] = (void*)0)) != (void*)0) == 0xEEL)) <= l_48))) & (-1L)), 0x42L)) | l_54.f0)) == g_41) , &g_9[0][0]))) , &g_22);
            }
            for (p_26 = 0; (p_26 == 12); ++p_26)
            { 
                p_27 = &g_46;
                p_25 &= (0x6571F67BL == 0x0EC62D7FL);
                if (l_48)
                    continue;
            }
            --g_65;
        }
    }
    g_70 = l_68;
    return g_9[0][0];
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_9[i][j], "g_9[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_28.f0, "g_28.f0", print_hash_value);
    transparent_crc(g_28.f1, "g_28.f1", print_hash_value);
    transparent_crc(g_28.f2, "g_28.f2", print_hash_value);
    transparent_crc(g_28.f3, "g_28.f3", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    transparent_crc(g_44, "g_44", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_58[i], "g_58[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_65, "g_65", print_hash_value);
    transparent_crc(g_96, "g_96", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_121[i].f0, "g_121[i].f0", print_hash_value);
        transparent_crc(g_121[i].f1, "g_121[i].f1", print_hash_value);
        transparent_crc(g_121[i].f2, "g_121[i].f2", print_hash_value);
        transparent_crc(g_121[i].f3, "g_121[i].f3", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
