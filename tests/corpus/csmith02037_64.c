// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2037
#include "csmith.h"


static long __undefined;


union U0 {
   uint8_t  f0;
   unsigned f1 : 12;
};


static int32_t g_6 = 0xD8CB4C23L;
static int8_t g_25 = 0L;
static int32_t *g_36 = (void*)0;
static uint64_t g_40 = 0x70D8AC507B3925B9LL;
static int32_t g_45 = 0xA4FDAF0DL;
static int64_t g_56 = (-1L);
static int32_t g_64[4] = {0xBB9F2F7BL,0xBB9F2F7BL,0xBB9F2F7BL,0xBB9F2F7BL};
static uint32_t g_98 = 18446744073709551610UL;
static uint32_t g_131 = 4294967295UL;
static int16_t g_133 = 0x54D7L;
static uint32_t g_135 = 0x92C45C1CL;
static int32_t g_137 = 0xAAF6E95FL;



static uint64_t  func_1(void);
static uint8_t  func_8(uint32_t  p_9, uint16_t  p_10, uint32_t  p_11, int32_t  p_12);
static const union U0  func_13(int16_t  p_14);




static uint64_t  func_1(void)
{ 
    uint32_t l_7 = 4294967292UL;
    union U0 l_23 = {0x58L};
    int8_t *l_24 = &g_25;
    int8_t l_26 = 0x50L;
    uint64_t l_27 = 18446744073709551615UL;
    int32_t *l_43 = (void*)0;
    int32_t *l_44 = &g_45;
    uint8_t l_54 = 0x6EL;
    int64_t *l_55[3][1];
    const int32_t *l_72 = &g_64[1];
    int32_t l_86[3][1];
    uint8_t l_136 = 0xC6L;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_55[i][j] = &g_56;
    }
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_86[i][j] = 1L;
    }
lbl_57:
    (*l_44) = (safe_div_func_int8_t_s_s((safe_div_func_uint64_t_u_u((((g_6 != l_7) , (func_8(((func_13((l_27 |= (l_26 = (safe_mod_func_int32_t_s_s((safe_div_func_int16_t_s_s(((safe_sub_func_int8_t_s_s(((*l_24) = (safe_div_func_uint16_t_u_u(((l_23 , g_6) , 0xB979L), l_23.f0))), 0x44L)) == g_6), g_6)), l_23.f0))))) , g_6) && g_6), l_23.f0, l_23.f0, g_6) & g_6)) <= l_7), l_23.f0)), 0xADL));
lbl_65:
    g_45 = 0L;
    if (((((*l_44) <= (safe_rshift_func_int16_t_s_s((g_45 <= (safe_mod_func_uint64_t_u_u(((safe_mul_func_uint8_t_u_u(((g_56 = l_54) & ((&l_44 == (void*)0) == 0x381CL)), g_40)) | g_25), (*l_44)))), (*l_44)))) != g_25) , 1L))
    { 
        uint8_t l_80 = 0x76L;
        int32_t l_87 = 0x92778613L;
        int32_t l_89 = (-1L);
        int32_t l_90[5][4] = {{0x3A2D95A0L,0x7C1FB1A5L,0x4A8206D7L,0x8D5DA263L},{0x7C1FB1A5L,0xDB99E5BEL,0xDB99E5BEL,0x7C1FB1A5L},{9L,0x8D5DA263L,0xDB99E5BEL,0xFE417BD4L},{0x7C1FB1A5L,0x3A2D95A0L,0x4A8206D7L,0x3A2D95A0L},{0x3A2D95A0L,0xDB99E5BEL,9L,0x3A2D95A0L}};
        int i, j;
        for (g_40 = 0; (g_40 <= 0); g_40 += 1)
        { 
            for (g_45 = 0; (g_45 >= 0); g_45 -= 1)
            { 
                if (g_45)
                    goto lbl_57;
            }
            for (l_54 = 0; (l_54 <= 0); l_54 += 1)
            { 
                int32_t l_62 = 0xEBDC1AABL;
                int32_t *l_63 = &g_64[1];
                int32_t **l_66 = &l_63;
                int i, j;
                (*l_63) |= ((*l_44) = (safe_sub_func_int8_t_s_s(((void*)0 != l_55[(g_40 + 2)][l_54]), ((l_62 = (0UL != (safe_mul_func_int16_t_s_s((&l_43 != &g_36), 1UL)))) , 0x5DL))));
                if (g_40)
                    goto lbl_65;
                (*l_66) = &l_62;
            }
        }
        for (g_25 = 13; (g_25 >= 2); g_25--)
        { 
            const int32_t **l_69 = (void*)0;
            const int32_t *l_71 = (void*)0;
            const int32_t **l_70 = &l_71;
            int32_t l_81 = 0L;
            if (g_45)
                break;
            l_72 = ((*l_70) = l_44);
            for (l_23.f0 = 0; (l_23.f0 < 25); ++l_23.f0)
            { 
                uint8_t l_76 = 0x3CL;
                uint16_t l_79[5][2] = {{0UL,0UL},{0UL,0UL},{0UL,0UL},{0UL,0UL},{0UL,0UL}};
                int i, j;
                (*l_70) = &g_64[1];
                l_81 = (~(((g_25 <= (((func_13(l_76) , ((((safe_add_func_uint64_t_u_u((((((l_79[2][1] >= (-1L)) , l_80) >= l_79[2][1]) | 0x216DL) < 0xB923L), 0L)) != (-7L)) && g_40) == g_25)) , 0x7AD0L) | (*l_71))) && l_80) >= g_56));
            }
        }
        for (l_23.f0 = 0; (l_23.f0 <= 3); l_23.f0 += 1)
        { 
            int32_t l_85 = 1L;
            int32_t l_91 = 1L;
            int32_t l_92 = (-5L);
            int32_t l_93 = 5L;
            uint32_t l_94 = 18446744073709551615UL;
            int64_t l_97[1][4] = {{0x71C440229A812DEALL,0x71C440229A812DEALL,0x71C440229A812DEALL,0x71C440229A812DEALL}};
            int i, j;
            for (g_45 = 0; (g_45 <= 3); g_45 += 1)
            { 
                int32_t *l_82 = (void*)0;
                int32_t *l_83 = &g_64[l_23.f0];
                int32_t *l_84[4];
                int32_t l_88 = 0x75FC5448L;
                uint8_t l_101 = 0UL;
                int i;
                for (i = 0; i < 4; i++)
                    l_84[i] = &g_64[1];
                --l_94;
                g_98++;
                if (l_101)
                    break;
            }
            (*l_44) &= (l_92 ^ ((void*)0 == &g_64[0]));
        }
    }
    else
    { 
        int8_t l_116 = 0x7EL;
        uint32_t *l_117 = &l_7;
        int16_t *l_132 = &g_133;
        uint32_t *l_134 = &g_135;
        g_64[3] = ((safe_sub_func_int64_t_s_s(((safe_add_func_uint32_t_u_u(((*l_117) &= ((((((safe_sub_func_int32_t_s_s((*l_44), (&g_56 != ((((((safe_div_func_int64_t_s_s((g_6 ^ ((safe_unary_minus_func_uint64_t_u((safe_mul_func_uint8_t_u_u(((safe_lshift_func_int8_t_s_s(((((safe_unary_minus_func_uint32_t_u((&g_36 != (void*)0))) > 0x18L) == 0L) <= l_116), (*l_44))) <= l_116), g_45)))) , 0xADE4L)), g_56)) && l_116) != g_25) != 0x3CF30455FDE6EB9DLL) , (*l_72)) , &g_56)))) >= (*l_72)) & g_25) <= (*l_44)) != g_64[2]) , g_64[1])), (*l_72))) , g_25), (*l_44))) | 1L);
        g_137 &= (((*l_134) &= (((*l_117)++) <= ((safe_div_func_int8_t_s_s(g_64[2], (safe_mod_func_int32_t_s_s((safe_mul_func_uint8_t_u_u((((((*l_132) = (g_131 |= ((safe_div_func_int64_t_s_s((g_56 = (safe_mod_func_uint64_t_u_u((safe_unary_minus_func_uint64_t_u((((g_40 , (void*)0) != &g_64[1]) >= 0x8C66A0E2L))), l_116))), g_64[1])) | 0xD6AEB5EFL))) , 65527UL) , &g_131) == g_36), g_64[1])), 0xB108F1FCL)))) , (*l_44)))) , l_136);
    }
    return (*l_44);
}



static uint8_t  func_8(uint32_t  p_9, uint16_t  p_10, uint32_t  p_11, int32_t  p_12)
{ 
    int32_t l_35[5] = {0x6E523240L,0x6E523240L,0x6E523240L,0x6E523240L,0x6E523240L};
    int32_t l_38[1];
    int32_t *l_39[4];
    int i;
    for (i = 0; i < 1; i++)
        l_38[i] = 5L;
    for (i = 0; i < 4; i++)
        l_39[i] = (void*)0;
    for (p_9 = 1; (p_9 <= 4); p_9 += 1)
    { 
        for (p_12 = 4; (p_12 >= 0); p_12 -= 1)
        { 
            for (p_11 = 0; (p_11 <= 4); p_11 += 1)
            { 
                int i;
                return l_35[p_12];
            }
            for (p_11 = 1; (p_11 <= 4); p_11 += 1)
            { 
                int32_t **l_37 = &g_36;
                int i;
                (*l_37) = g_36;
                if (l_35[p_11])
                    break;
            }
            return p_12;
        }
    }
    --g_40;
    return p_9;
}



static const union U0  func_13(int16_t  p_14)
{ 
    int8_t l_30 = 0xE8L;
    int32_t l_33 = 0x64DE8CC1L;
    const union U0 l_34 = {1UL};
    l_33 &= ((-1L) >= (1UL > ((safe_rshift_func_int16_t_s_u((l_30 || (safe_div_func_int16_t_s_s(p_14, p_14))), g_25)) <= p_14)));
    return l_34;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_25, "g_25", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_64[i], "g_64[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_98, "g_98", print_hash_value);
    transparent_crc(g_131, "g_131", print_hash_value);
    transparent_crc(g_133, "g_133", print_hash_value);
    transparent_crc(g_135, "g_135", print_hash_value);
    transparent_crc(g_137, "g_137", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
