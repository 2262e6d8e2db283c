// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2035
#include "csmith.h"


static long __undefined;


struct S0 {
   signed f0 : 24;
   signed f1 : 15;
};

struct S1 {
   uint64_t  f0;
};

struct S2 {
   int8_t  f0;
   int64_t  f1;
   int16_t  f2;
   int32_t  f3;
};

struct S3 {
   uint16_t  f0;
   unsigned f1 : 22;
   const struct S1  f2;
   uint8_t  f3;
   int32_t  f4;
};

struct S6 {
   unsigned f0 : 9;
   struct S2  f1;
};

struct S7 {
   unsigned f0 : 23;
   signed f1 : 17;
   signed f2 : 26;
   const unsigned f3 : 20;
};

struct S10 {
   signed f0 : 24;
};

union U13 {
   int64_t  f0;
};


static int32_t g_3[4][5] = {{0x33C017F2L,5L,0x33C017F2L,0x33C017F2L,5L},{5L,0x33C017F2L,0x33C017F2L,5L,0x33C017F2L},{5L,5L,7L,5L,5L},{0x33C017F2L,5L,0x33C017F2L,0x33C017F2L,5L}};
static const struct S3 g_12[1][4] = {{{0x22B6L,1472,{0x800FF68E10D32DE9LL},0UL,7L},{0x22B6L,1472,{0x800FF68E10D32DE9LL},0UL,7L},{0x22B6L,1472,{0x800FF68E10D32DE9LL},0UL,7L},{0x22B6L,1472,{0x800FF68E10D32DE9LL},0UL,7L}}};
static int8_t g_22 = 1L;
static struct S2 g_23 = {0x2BL,0xDFEB077CB11B1996LL,0L,-7L};
static int32_t g_33 = 0x995E148CL;
static struct S10 g_37 = {3761};
static int32_t g_45 = 0L;
static uint32_t g_66 = 0xB7A12B0EL;
static union U13 g_73 = {0x67A95F2429B40CD9LL};
static uint8_t g_87 = 0x65L;
static struct S0 g_92[2] = {{-3204,167},{-3204,167}};
static struct S0 *g_93 = &g_92[1];
static struct S7 g_94[5] = {{2294,-50,-4471,198},{2294,-50,-4471,198},{2294,-50,-4471,198},{2294,-50,-4471,198},{2294,-50,-4471,198}};



static uint64_t  func_1(void);
static uint8_t  func_13(int8_t * p_14, const uint64_t  p_15);
static int8_t * func_16(int8_t * p_17, struct S2  p_18, uint64_t  p_19, int8_t * p_20);




static uint64_t  func_1(void)
{ 
    uint32_t l_2[4] = {0UL,0UL,0UL,0UL};
    int8_t *l_55 = (void*)0;
    int32_t l_56 = (-1L);
    int32_t l_57 = 0x54E6A768L;
    int32_t l_58 = 0xD9C50E9BL;
    int8_t l_88 = 0x74L;
    int32_t l_102 = 0x94E1185EL;
    int i;
    for (g_3[1][4] = 3; (g_3[1][4] >= 0); g_3[1][4] -= 1)
    { 
        int8_t *l_54 = &g_23.f0;
        struct S6 l_62 = {21,{0xDBL,0xDF84107A49E812EDLL,-5L,0x5F2C5FDDL}};
        int8_t *l_71 = &g_22;
        union U13 *l_72 = &g_73;
        union U13 **l_74 = (void*)0;
        union U13 **l_75 = &l_72;
        int i;
        if ((safe_rshift_func_uint8_t_u_s(l_2[g_3[1][4]], 7)))
        { 
            int8_t *l_21 = &g_22;
            struct S2 *l_24 = &g_23;
            const int32_t l_34 = 0xF18E0DA5L;
            int32_t *l_43 = (void*)0;
            int32_t *l_44[5] = {&g_3[1][4],&g_3[1][4],&g_3[1][4],&g_3[1][4],&g_3[1][4]};
            int8_t **l_50 = (void*)0;
            int8_t **l_51 = &l_21;
            int8_t *l_53 = &g_22;
            int8_t **l_52[4] = {(void*)0,(void*)0,(void*)0,(void*)0};
            int i;
            g_45 ^= (safe_lshift_func_int16_t_s_s((safe_add_func_int16_t_s_s((safe_mod_func_uint8_t_u_u((g_12[0][0] , func_13(func_16(l_21, ((*l_24) = g_23), (g_12[0][0].f0 < g_12[0][0].f2.f0), l_21), l_34)), g_3[1][4])), g_3[1][4])), 13));
            l_58 = (l_57 = (l_56 = (safe_lshift_func_int8_t_s_s((safe_div_func_int32_t_s_s((g_12[0][0].f2.f0 < (((((((0xD61797E2L & ((((l_54 = ((*l_51) = func_16(l_21, g_23, l_2[g_3[1][4]], &g_22))) == &g_22) , 0x73CE507631C0487CLL) && g_22)) , g_12[0][0].f2) , l_55) != &g_22) <= g_23.f0) >= g_22) != 0x21A3L)), l_2[g_3[1][4]])), 2))));
            for (l_57 = (-6); (l_57 == (-9)); l_57--)
            { 
                int32_t **l_61 = &l_44[4];
                (*l_61) = &g_3[1][4];
                g_33 |= g_12[0][0].f0;
            }
        }
        else
        { 
            int8_t **l_63 = (void*)0;
            int8_t **l_64 = &l_54;
            uint32_t *l_65[4][4] = {{&g_66,&g_66,&g_66,&g_66},{&g_66,&g_66,&g_66,&g_66},{&g_66,&g_66,&g_66,&g_66},{&g_66,&g_66,&g_66,&g_66}};
            int32_t l_67 = 5L;
            int8_t *l_70 = &g_22;
            int i, j;
            if (((((*l_64) = (l_62 , &g_22)) == ((--g_66) , func_16(l_70, g_23, l_58, l_71))) != 1UL))
            { 
                return g_12[0][0].f3;
            }
            else
            { 
                return g_12[0][0].f4;
            }
        }
        (*l_75) = l_72;
    }
    for (g_45 = 0; (g_45 <= 3); g_45 += 1)
    { 
        struct S0 * const l_91 = &g_92[1];
        int32_t l_100 = (-5L);
        for (l_57 = 3; (l_57 >= 0); l_57 -= 1)
        { 
            int i, j;
            if (g_3[g_45][g_45])
            { 
                int32_t *l_77 = &g_45;
                int32_t **l_76 = &l_77;
                (*l_76) = &g_33;
            }
            else
            { 
                uint8_t *l_85 = (void*)0;
                uint8_t *l_86 = &g_87;
                int32_t *l_89 = (void*)0;
                int32_t *l_90 = &l_58;
                int i;
                (*l_90) |= (((((((((~(l_2[l_57] , ((safe_lshift_func_uint16_t_u_s(g_12[0][0].f2.f0, 5)) , (safe_sub_func_int64_t_s_s((safe_div_func_uint8_t_u_u(((*l_86) = g_37.f0), g_12[0][0].f3)), g_23.f3))))) , l_88) == g_37.f0) ^ g_3[g_45][g_45]) != 0x908F88A645C98B20LL) & g_3[1][4]) && 18446744073709551615UL) | 0x1833FEF3BFE2B3C8LL) , g_45);
                g_93 = l_91;
            }
            for (g_33 = 0; (g_33 <= 3); g_33 += 1)
            { 
                int32_t *l_95[2];
                int i;
                for (i = 0; i < 2; i++)
                    l_95[i] = &l_58;
                g_92[1].f1 &= (g_94[3] , l_88);
            }
            for (g_66 = 0; (g_66 <= 3); g_66 += 1)
            { 
                int32_t *l_101 = &g_33;
                int i, j;
                (*l_101) &= (safe_add_func_uint8_t_u_u(g_3[l_57][g_66], (safe_lshift_func_uint16_t_u_u((g_22 && (g_3[1][4] ^ (g_94[3].f2 | g_3[l_57][g_66]))), l_100))));
            }
        }
    }
    return l_102;
}



static uint8_t  func_13(int8_t * p_14, const uint64_t  p_15)
{ 
    int32_t *l_35 = &g_3[1][4];
    struct S10 l_36[2] = {{2777},{2777}};
    const struct S2 *l_38[4][4] = {{&g_23,&g_23,&g_23,&g_23},{&g_23,&g_23,&g_23,&g_23},{&g_23,&g_23,&g_23,&g_23},{&g_23,&g_23,&g_23,&g_23}};
    const struct S2 **l_39 = (void*)0;
    const struct S2 **l_40 = &l_38[3][3];
    struct S2 *l_41[4];
    int64_t l_42 = 2L;
    int i, j;
    for (i = 0; i < 4; i++)
        l_41[i] = &g_23;
    g_37 = (((l_35 != &g_3[1][4]) & 0x6C9A4A91A3D0676DLL) , l_36[1]);
    l_42 &= (((*l_40) = l_38[0][2]) != (g_23 , l_41[3]));
    return g_37.f0;
}



static int8_t * func_16(int8_t * p_17, struct S2  p_18, uint64_t  p_19, int8_t * p_20)
{ 
    struct S2 *l_28 = &g_23;
    struct S2 **l_27[3];
    struct S2 *l_29[2];
    int32_t *l_32 = &g_33;
    int i;
    for (i = 0; i < 3; i++)
        l_27[i] = &l_28;
    for (i = 0; i < 2; i++)
        l_29[i] = &g_23;
    (*l_32) = (safe_sub_func_int16_t_s_s(((l_29[1] = &p_18) != (void*)0), ((safe_mul_func_uint16_t_u_u(p_19, ((*p_17) <= p_18.f1))) && g_12[0][0].f1)));
    return &g_22;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 5; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 4; j++)
        {
            transparent_crc(g_12[i][j].f0, "g_12[i][j].f0", print_hash_value);
            transparent_crc(g_12[i][j].f1, "g_12[i][j].f1", print_hash_value);
            transparent_crc(g_12[i][j].f2.f0, "g_12[i][j].f2.f0", print_hash_value);
            transparent_crc(g_12[i][j].f3, "g_12[i][j].f3", print_hash_value);
            transparent_crc(g_12[i][j].f4, "g_12[i][j].f4", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_23.f0, "g_23.f0", print_hash_value);
    transparent_crc(g_23.f1, "g_23.f1", print_hash_value);
    transparent_crc(g_23.f2, "g_23.f2", print_hash_value);
    transparent_crc(g_23.f3, "g_23.f3", print_hash_value);
    transparent_crc(g_33, "g_33", print_hash_value);
    transparent_crc(g_37.f0, "g_37.f0", print_hash_value);
    transparent_crc(g_45, "g_45", print_hash_value);
    transparent_crc(g_66, "g_66", print_hash_value);
    transparent_crc(g_73.f0, "g_73.f0", print_hash_value);
    transparent_crc(g_87, "g_87", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_92[i].f0, "g_92[i].f0", print_hash_value);
        transparent_crc(g_92[i].f1, "g_92[i].f1", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_94[i].f0, "g_94[i].f0", print_hash_value);
        transparent_crc(g_94[i].f1, "g_94[i].f1", print_hash_value);
        transparent_crc(g_94[i].f2, "g_94[i].f2", print_hash_value);
        transparent_crc(g_94[i].f3, "g_94[i].f3", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
