// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2003
#include "csmith.h"


static long __undefined;



static uint16_t g_25 = 0x8DC1L;
static int8_t g_27 = (-1L);
static int32_t g_42 = 4L;
static uint32_t g_44 = 0xB5DFEB07L;
static uint32_t *g_43 = &g_44;
static int32_t g_46 = 1L;
static int32_t g_48 = 0xEF9DEAB2L;
static int32_t g_49 = 0xA3D0676DL;
static int8_t g_50 = 0xA9L;
static int16_t g_51 = 0xB8CDL;
static int8_t g_52 = 0x3CL;
static uint64_t g_53 = 0xEA3ADEB0CCCF04A3LL;
static int32_t g_69[2][5] = {{0xD6C5526CL,7L,(-10L),(-10L),7L},{0xD6C5526CL,7L,(-10L),(-10L),7L}};
static int8_t **g_77 = (void*)0;
static uint8_t g_108 = 0UL;
static uint16_t g_115[3] = {65534UL,65534UL,65534UL};
static int64_t g_132[5][4] = {{0xF8D76BD683B573FALL,0xF8D76BD683B573FALL,0x8F621FC311CE4DD9LL,0xF8D76BD683B573FALL},{0xF8D76BD683B573FALL,0xAC9968102DB9AC58LL,0xAC9968102DB9AC58LL,0xF8D76BD683B573FALL},{0xAC9968102DB9AC58LL,0xF8D76BD683B573FALL,0xAC9968102DB9AC58LL,0xAC9968102DB9AC58LL},{0xF8D76BD683B573FALL,0xF8D76BD683B573FALL,0x8F621FC311CE4DD9LL,0xF8D76BD683B573FALL},{0xF8D76BD683B573FALL,0xAC9968102DB9AC58LL,0xAC9968102DB9AC58LL,0xF8D76BD683B573FALL}};
static int16_t g_133[1][1] = {{(-1L)}};
static int64_t g_139 = (-1L);
static int32_t *g_143 = &g_48;
static int32_t **g_142 = &g_143;



static int64_t  func_1(void);
static int32_t  func_6(uint8_t  p_7, uint64_t  p_8);
static uint32_t  func_16(uint32_t  p_17, uint8_t  p_18, uint32_t  p_19, int8_t  p_20, uint8_t  p_21);




static int64_t  func_1(void)
{ 
    int8_t l_9 = 0L;
    uint64_t l_15 = 0x292C5EB2006887E0LL;
    int8_t *l_26 = &g_27;
    int32_t l_56 = 0xDB0B63B5L;
    int32_t *l_68 = &g_69[1][2];
    int32_t l_89 = 0x8312C2B6L;
    (*l_68) |= (((safe_mul_func_int16_t_s_s((safe_add_func_int32_t_s_s(func_6(l_9, ((l_56 &= (~((safe_rshift_func_int16_t_s_u((safe_mul_func_int16_t_s_s(l_15, (func_16((((!(safe_add_func_int32_t_s_s((((((l_9 , ((*l_26) = ((((g_25 | g_25) ^ g_25) , l_15) || 0x15A60915BB002891LL))) && g_25) > l_15) == 2L) == l_9), g_25))) || 18446744073709551610UL) > l_9), g_25, g_25, l_15, g_25) <= (*g_43)))), 10)) < l_9))) == l_9)), 2UL)), g_52)) , 5UL) , l_9);
    for (l_15 = 0; (l_15 < 30); l_15 = safe_add_func_uint32_t_u_u(l_15, 1))
    { 
        uint32_t l_79 = 4294967295UL;
        int8_t **l_80 = &l_26;
        uint64_t *l_83 = &l_15;
        uint64_t **l_82[3];
        const uint64_t l_101 = 18446744073709551615UL;
        int8_t l_116 = 3L;
        int16_t l_137 = 0xA42FL;
        int64_t l_141[1];
        int i;
        for (i = 0; i < 3; i++)
            l_82[i] = &l_83;
        for (i = 0; i < 1; i++)
            l_141[i] = 0x3A5B1905C5DA9619LL;
        for (g_27 = 1; (g_27 >= 0); g_27 -= 1)
        { 
            uint32_t l_72 = 0x2D9701DEL;
            uint16_t l_73 = 0x7B97L;
            uint64_t *l_74[3][3] = {{&g_53,&g_53,&g_53},{&l_15,&g_53,&l_15},{&g_53,&g_53,&g_53}};
            int32_t l_87[3][2] = {{0xDAACF222L,0xDAACF222L},{(-1L),(-1L)},{(-1L),0x988D8264L}};
            uint16_t l_90 = 1UL;
            uint8_t *l_107[2][1];
            int i, j;
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 1; j++)
                    l_107[i][j] = &g_108;
            }
            g_69[g_27][(g_27 + 2)] = ((l_72 , g_46) , (l_73 > (((g_53 = (g_53 && (*l_68))) <= 0x881B111D6B667A95LL) <= 4294967295UL)));
            for (g_46 = 0; (g_46 <= 5); ++g_46)
            { 
                int8_t **l_78[5][1] = {{&l_26},{(void*)0},{&l_26},{(void*)0},{&l_26}};
                int8_t **l_81[5];
                int32_t *l_84 = &g_69[0][3];
                int32_t *l_85 = &g_69[g_27][(g_27 + 2)];
                int32_t *l_86[1];
                int32_t l_88 = (-3L);
                uint16_t *l_102 = &g_25;
                int i, j;
                for (i = 0; i < 5; i++)
                    l_81[i] = &l_26;
                for (i = 0; i < 1; i++)
                    l_86[i] = &g_69[0][3];
                l_82[0] = (((l_79 &= (g_77 != l_78[0][0])) == (l_80 == (l_81[1] = g_77))) , (void*)0);
                l_90++;
                g_42 |= (safe_mod_func_int16_t_s_s((0xA4L <= l_72), (safe_div_func_uint16_t_u_u(((*l_102) = (g_25 <= (safe_mod_func_int8_t_s_s((safe_add_func_uint8_t_u_u((9UL == 0L), l_101)), l_87[2][0])))), l_73))));
            }
            g_48 = (safe_sub_func_uint64_t_u_u((g_53 = (safe_mul_func_uint8_t_u_u((++g_108), ((safe_mod_func_uint16_t_u_u(((((safe_mul_func_int8_t_s_s(((g_115[0] = ((0x62D7L | ((0L & (((((-10L) <= (g_51 = (g_25 , g_27))) && 0L) < g_44) ^ 2L)) >= g_49)) >= 248UL)) == l_116), (*l_68))) , g_115[0]) ^ 0x2690506A2FBD8CA6LL) > l_87[2][0]), g_69[0][4])) > l_90)))), g_50));
        }
        if (((*l_68) = (safe_rshift_func_int8_t_s_s(((safe_lshift_func_int8_t_s_s((safe_add_func_uint32_t_u_u((safe_lshift_func_int16_t_s_u((safe_lshift_func_int8_t_s_s((0UL ^ ((((void*)0 != l_80) | g_52) & g_42)), (*l_68))), g_53)), (*l_68))), g_48)) >= g_53), 0))))
        { 
            uint8_t *l_127 = &g_108;
            uint64_t **l_129[4][1];
            uint32_t l_130 = 0UL;
            int64_t *l_131 = &g_132[3][3];
            int32_t **l_134 = &l_68;
            int64_t *l_138 = &g_139;
            int32_t *l_140[5][2] = {{&g_46,&g_69[1][1]},{&g_69[1][1],&g_46},{&g_69[1][1],&g_69[1][1]},{&g_46,&g_69[1][1]},{&g_69[1][1],&g_46}};
            int i, j;
            for (i = 0; i < 4; i++)
            {
                for (j = 0; j < 1; j++)
                    l_129[i][j] = &l_83;
            }
            (*l_134) = ((((g_133[0][0] = ((*l_131) &= ((((*l_127) = g_46) , 0x36L) , (((((~((*l_68) = ((void*)0 != l_129[1][0]))) , g_115[0]) , 0x056CAAECL) , l_130) == 0xBE2F300DL)))) , (void*)0) == &g_53) , &g_46);
            l_141[0] ^= ((g_132[3][3] == 1L) & (((((*l_138) ^= (safe_rshift_func_uint8_t_u_u((((18446744073709551615UL >= 0xE9BACE15F6FD8681LL) > l_137) < (*l_68)), g_51))) && 1L) | (*g_43)) || g_44));
        }
        else
        { 
            g_142 = &l_68;
        }
        (*l_68) ^= (safe_lshift_func_int16_t_s_s((((l_68 == (g_44 , ((&g_44 != (void*)0) , l_68))) , (-9L)) , g_115[0]), l_141[0]));
    }
    l_56 ^= (**g_142);
    return g_49;
}



static int32_t  func_6(uint8_t  p_7, uint64_t  p_8)
{ 
    const int8_t *l_57[1];
    int8_t *l_59[2][1];
    int8_t **l_58 = &l_59[1][0];
    int32_t *l_60[4] = {&g_48,&g_48,&g_48,&g_48};
    uint32_t l_66 = 1UL;
    int32_t l_67 = 0x7144B05AL;
    int i, j;
    for (i = 0; i < 1; i++)
        l_57[i] = &g_27;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_59[i][j] = (void*)0;
    }
    g_46 = (l_57[0] != ((*l_58) = (void*)0));
    g_48 = ((((void*)0 == &g_27) == (safe_mul_func_int8_t_s_s((p_8 == ((((((safe_add_func_uint64_t_u_u((safe_unary_minus_func_int32_t_s(l_66)), g_52)) || l_67) || 4294967295UL) , p_8) , (void*)0) != (*l_58))), 0xE9L))) ^ 0xB52006156DBBF4C0LL);
    return p_8;
}



static uint32_t  func_16(uint32_t  p_17, uint8_t  p_18, uint32_t  p_19, int8_t  p_20, uint8_t  p_21)
{ 
    int16_t l_34[5] = {0xF314L,0xF314L,0xF314L,0xF314L,0xF314L};
    uint32_t *l_35[1][5];
    int32_t l_36 = 0xB4E52275L;
    int32_t l_37 = (-1L);
    int8_t *l_38[5];
    int8_t **l_39 = &l_38[1];
    int32_t *l_40 = (void*)0;
    int32_t *l_41 = &g_42;
    int32_t *l_45 = &g_46;
    int32_t *l_47[2][2] = {{&l_37,&l_37},{&l_37,&l_37}};
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 5; j++)
            l_35[i][j] = (void*)0;
    }
    for (i = 0; i < 5; i++)
        l_38[i] = &g_27;
    (*l_45) = (safe_lshift_func_uint8_t_u_u((safe_rshift_func_uint16_t_u_s(((g_25 | (l_37 = (l_36 ^= (safe_div_func_uint32_t_u_u(p_19, l_34[1]))))) & ((((((*l_41) |= (((*l_39) = l_38[3]) != (void*)0)) , &p_17) != g_43) & 0L) >= p_21)), p_19)), p_19));
    g_53--;
    return (*g_43);
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_25, "g_25", print_hash_value);
    transparent_crc(g_27, "g_27", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_44, "g_44", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_48, "g_48", print_hash_value);
    transparent_crc(g_49, "g_49", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    transparent_crc(g_51, "g_51", print_hash_value);
    transparent_crc(g_52, "g_52", print_hash_value);
    transparent_crc(g_53, "g_53", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 5; j++)
        {
            transparent_crc(g_69[i][j], "g_69[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_108, "g_108", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_115[i], "g_115[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 4; j++)
        {
            transparent_crc(g_132[i][j], "g_132[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_133[i][j], "g_133[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_139, "g_139", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
