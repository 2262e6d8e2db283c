// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2034
#include "csmith.h"


static long __undefined;


struct S0 {
   int64_t  f0;
   const int32_t  f1;
   uint32_t  f2;
   uint32_t  f3;
};

union U1 {
   const int32_t  f0;
   unsigned : 0;
   int64_t  f1;
   struct S0  f2;
};

union U2 {
   int8_t * f0;
   uint32_t  f1;
};

union U3 {
   struct S0  f0;
   struct S0  f1;
};


static int32_t g_2[1][3] = {{(-3L),(-3L),(-3L)}};
static int8_t g_10 = 0x14L;
static int32_t g_16[2][2] = {{1L,1L},{1L,1L}};
static union U2 g_30 = {0};
static struct S0 g_61 = {0x8915CC6C9DB4546BLL,-1L,0x654EFD0EL,0x8AC39FBDL};
static uint8_t g_74 = 255UL;
static union U2 *g_90[3] = {(void*)0,(void*)0,(void*)0};
static union U2 **g_89 = &g_90[0];
static int32_t *g_93 = (void*)0;
static union U2 *g_95[2] = {&g_30,&g_30};
static int32_t **g_103 = &g_93;
static union U1 g_108 = {0xDD6F46CEL};
static int32_t g_109 = 0L;
static uint64_t g_111[3][3] = {{18446744073709551609UL,18446744073709551609UL,18446744073709551609UL},{18446744073709551609UL,18446744073709551609UL,18446744073709551609UL},{18446744073709551609UL,18446744073709551609UL,18446744073709551609UL}};



static const uint8_t  func_1(void);
static union U2 * func_5(uint32_t  p_6, int8_t * p_7, uint64_t  p_8);
static union U2 ** func_12(uint32_t  p_13);




static const uint8_t  func_1(void)
{ 
    int32_t ** const l_104 = &g_93;
    uint64_t *l_110 = &g_111[2][0];
    union U2 l_116 = {0};
    int32_t l_117[3][1];
    uint8_t l_118 = 0x26L;
    int32_t *l_119 = &g_2[0][0];
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_117[i][j] = 0x640828D0L;
    }
    for (g_2[0][0] = 0; (g_2[0][0] > (-4)); g_2[0][0]--)
    { 
        int8_t *l_9 = &g_10;
        int16_t l_11 = 0x5616L;
        union U2 **l_94 = &g_90[0];
        g_95[1] = ((*l_94) = func_5(g_2[0][0], l_9, l_11));
    }
    for (g_61.f3 = 0; (g_61.f3 <= 1); g_61.f3 += 1)
    { 
        int32_t *l_96 = &g_2[0][0];
        int32_t *l_97 = &g_16[1][0];
        int32_t **l_98 = &l_97;
        union U2 *l_106 = &g_30;
        g_16[1][0] = ((*l_96) = (2L != 0xD506L));
        (*l_98) = l_97;
        for (g_61.f2 = 0; (g_61.f2 <= 1); g_61.f2 += 1)
        { 
            union U2 *l_105[1];
            int64_t *l_107[2];
            int i, j;
            for (i = 0; i < 1; i++)
                l_105[i] = &g_30;
            for (i = 0; i < 2; i++)
                l_107[i] = &g_61.f0;
            g_16[g_61.f3][g_61.f3] = (safe_sub_func_int64_t_s_s((safe_mul_func_int16_t_s_s(0x8EAAL, ((g_103 = (void*)0) == l_104))), (g_61.f0 = (l_105[0] != l_106))));
            if ((0x77C2L <= (g_108 , g_16[g_61.f3][g_61.f3])))
            { 
                int i, j;
                return g_16[g_61.f3][g_61.f3];
            }
            else
            { 
                return (**l_98);
            }
        }
    }
    (*l_119) = ((g_61 , ((++(*l_110)) || ((safe_mul_func_int16_t_s_s((((*l_104) == (l_116 , (*l_104))) <= l_117[2][0]), g_61.f3)) && 0L))) == l_118);
    return (*l_119);
}



static union U2 * func_5(uint32_t  p_6, int8_t * p_7, uint64_t  p_8)
{ 
    int32_t *l_91 = &g_16[0][1];
    union U2 l_92 = {0};
    g_89 = func_12(p_8);
    (*l_91) = 4L;
    g_93 = (l_92 , &g_2[0][0]);
    return (*g_89);
}



static union U2 ** func_12(uint32_t  p_13)
{ 
    uint16_t l_14[3];
    int32_t *l_15[5][4] = {{(void*)0,&g_2[0][0],&g_2[0][0],&g_16[1][1]},{&g_2[0][0],&g_16[1][0],&g_16[1][0],&g_16[1][0]},{&g_16[1][0],&g_2[0][0],(void*)0,&g_16[1][0]},{(void*)0,&g_16[1][0],&g_16[1][1],&g_16[1][1]},{&g_2[0][0],&g_2[0][0],&g_16[1][0],&g_2[0][0]}};
    uint32_t l_17 = 0UL;
    int8_t *l_26 = &g_10;
    int32_t l_39 = 1L;
    union U1 l_65 = {1L};
    int i, j;
    for (i = 0; i < 3; i++)
        l_14[i] = 0x44C3L;
    l_17 = l_14[0];
    g_16[0][1] = g_2[0][0];
    if (((+g_2[0][0]) == ((safe_add_func_int32_t_s_s((g_2[0][0] | ((safe_sub_func_uint16_t_u_u(g_2[0][1], (!((g_2[0][0] >= g_16[1][0]) & g_2[0][0])))) && g_16[0][0])), p_13)) && g_2[0][0])))
    { 
        int8_t **l_27 = &l_26;
        int8_t *l_29 = &g_10;
        int8_t **l_28 = &l_29;
        union U2 *l_31 = &g_30;
        int32_t l_36 = 0xE6EE3E4FL;
        int32_t **l_40 = &l_15[1][2];
        l_36 |= ((((*l_27) = l_26) == ((*l_28) = &g_10)) && (((*l_31) = g_30) , (safe_lshift_func_uint8_t_u_u((safe_rshift_func_uint8_t_u_u(0UL, 0)), p_13))));
        l_39 = (l_36 == (p_13 == (safe_div_func_int64_t_s_s((g_2[0][0] == 0xCC702B5BL), p_13))));
        (*l_40) = &g_2[0][2];
    }
    else
    { 
        int8_t l_47[4];
        uint16_t l_49 = 0x9564L;
        int8_t **l_57 = &l_26;
        int32_t l_75 = (-1L);
        int32_t **l_76 = &l_15[1][2];
        int i;
        for (i = 0; i < 4; i++)
            l_47[i] = (-1L);
        for (l_17 = 26; (l_17 != 32); ++l_17)
        { 
            uint32_t l_46 = 18446744073709551610UL;
            union U3 l_54 = {{0L,-1L,0x45654A13L,0x35CA718BL}};
            int32_t *l_72 = &g_16[1][0];
            uint8_t *l_73 = &g_74;
            if ((safe_add_func_uint16_t_u_u(0UL, 0x83A5L)))
            { 
                int32_t **l_45 = &l_15[1][2];
                (*l_45) = &l_39;
                l_47[0] = l_46;
            }
            else
            { 
                int16_t l_48 = 0x7B58L;
                ++l_49;
                g_16[0][0] = (safe_add_func_uint32_t_u_u((l_54 , ((safe_add_func_int32_t_s_s((l_57 == &l_26), ((g_2[0][0] >= 249UL) >= g_16[1][0]))) > 0xFAL)), 2L));
            }
            l_75 = ((safe_lshift_func_int16_t_s_u(((((~(g_61 , (((((-2L) ^ (((!(safe_sub_func_int16_t_s_s((l_65 , ((safe_mul_func_int16_t_s_s(((((safe_mod_func_int32_t_s_s((safe_rshift_func_uint8_t_u_s(((*l_73) = ((l_72 = &g_16[1][1]) == &l_39)), 0)), 0xDC534F93L)) & 0x04L) & 0xCEDFL) | 0x7AL), l_47[1])) & 1UL)), g_61.f1))) , g_10) & l_54.f0.f3)) , g_61.f2) > g_61.f2) == p_13))) != l_46) , g_10) == 0x7066L), 13)) != p_13);
        }
        g_16[1][1] = ((g_16[0][1] || p_13) || ((&l_15[4][2] != l_76) & g_74));
        for (g_61.f0 = 25; (g_61.f0 > 11); g_61.f0 = safe_sub_func_uint8_t_u_u(g_61.f0, 1))
        { 
            int32_t l_83 = 0x0CCA842DL;
            int32_t l_88 = 0x8EC64C76L;
            l_88 |= ((safe_mod_func_uint8_t_u_u((safe_rshift_func_int16_t_s_u((p_13 , l_83), (safe_rshift_func_int8_t_s_s(((**l_57) = (safe_lshift_func_uint8_t_u_s((0x24C4L || (l_83 != p_13)), 1))), g_16[1][0])))), p_13)) > g_16[1][0]);
        }
    }
    return g_89;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_2[i][j], "g_2[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_10, "g_10", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_16[i][j], "g_16[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_61.f0, "g_61.f0", print_hash_value);
    transparent_crc(g_61.f1, "g_61.f1", print_hash_value);
    transparent_crc(g_61.f2, "g_61.f2", print_hash_value);
    transparent_crc(g_61.f3, "g_61.f3", print_hash_value);
    transparent_crc(g_74, "g_74", print_hash_value);
    transparent_crc(g_108.f0, "g_108.f0", print_hash_value);
    transparent_crc(g_109, "g_109", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_111[i][j], "g_111[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
