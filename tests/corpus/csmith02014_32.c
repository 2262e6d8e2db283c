// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2014
#include "csmith.h"


static long __undefined;


struct S0 {
   const int16_t  f0;
};

struct S1 {
   int16_t  f0;
   const int16_t  f1;
   int8_t  f2;
   int8_t  f3;
   const unsigned f4 : 30;
};

struct S2 {
   unsigned f0 : 14;
   signed f1 : 29;
   const unsigned f2 : 9;
   const int8_t  f3;
};

union U3 {
   struct S0  f0;
   int32_t  f1;
   uint16_t  f2;
};

union U4 {
   signed f0 : 13;
   int64_t  f1;
};


static struct S1 g_15 = {0x9AE4L,-6L,0x7CL,0L,9736};
static struct S0 g_20[2] = {{0x3FDEL},{0x3FDEL}};
static int32_t g_22 = 0xC545E213L;
static int32_t *g_24[1] = {(void*)0};
static int64_t g_35 = 6L;
static union U4 g_53 = {0xBF5F1E61L};
static int16_t *g_57 = &g_15.f0;
static int16_t **g_56[3] = {&g_57,&g_57,&g_57};
static union U3 g_63[5][3] = {{{{2L}},{{2L}},{{2L}}},{{{7L}},{{-4L}},{{7L}}},{{{2L}},{{2L}},{{2L}}},{{{7L}},{{-4L}},{{7L}}},{{{2L}},{{2L}},{{2L}}}};
static int32_t g_71 = 0L;
static uint8_t g_98[4] = {0x66L,0x66L,0x66L,0x66L};
static int32_t g_99 = 9L;
static int64_t *g_103 = (void*)0;
static int64_t ** const g_102 = &g_103;
static int64_t **g_104 = &g_103;



static struct S1  func_1(void);
static const int32_t  func_6(struct S2  p_7);
static struct S2  func_8(struct S0  p_9, uint32_t  p_10, uint32_t  p_11);




static struct S1  func_1(void)
{ 
    union U3 l_12 = {{1L}};
    uint16_t l_18 = 0xD644L;
    int16_t *l_19 = &g_15.f0;
    int32_t l_74 = 0x0AE94942L;
    uint32_t l_93 = 0x8F2AEC61L;
    int16_t l_101 = 0x92A3L;
    int32_t **l_105 = &g_24[0];
    struct S1 l_106 = {0x949DL,0L,0xDDL,0x48L,20397};
    if ((((safe_mod_func_int8_t_s_s(((((safe_mul_func_uint8_t_u_u((func_6(func_8(((l_12 , ((*l_19) = (safe_mul_func_uint8_t_u_u((g_15 , (~(((((~g_15.f4) || 0x3F30L) ^ l_18) | l_18) >= g_15.f4))), 9UL)))) , g_20[0]), g_15.f1, g_15.f4)) && 0x6B0C5DECL), l_18)) != g_15.f4) , g_35) > g_15.f2), 8L)) >= 6UL) , l_74))
    { 
        const uint32_t l_96 = 18446744073709551611UL;
        uint8_t *l_97 = &g_98[3];
        int32_t *l_100[3][5] = {{&g_63[0][2].f1,&g_63[0][2].f1,&g_71,&g_63[0][2].f1,&g_63[0][2].f1},{&g_22,&g_63[0][2].f1,&g_22,&g_22,&g_63[0][2].f1},{&g_63[0][2].f1,&g_22,&g_22,&g_63[0][2].f1,&g_22}};
        int i, j;
        l_101 |= ((g_99 = (safe_div_func_uint16_t_u_u((((*l_97) |= (safe_rshift_func_uint8_t_u_u((+(safe_sub_func_int16_t_s_s((((safe_sub_func_int8_t_s_s(((~(safe_mul_func_int8_t_s_s(((safe_mod_func_int8_t_s_s((l_74 = (((safe_div_func_uint64_t_u_u((((*g_57) |= l_12.f0.f0) | (safe_rshift_func_uint16_t_u_s((l_93 < 0x9EF25AD8L), (safe_rshift_func_int16_t_s_s(((l_96 , g_53.f0) >= 0x294EC24AL), 13))))), g_15.f2)) , l_96) != 0x46A0FEE1L)), l_93)) , g_15.f4), l_18))) < g_71), (-7L))) != l_96) , (*g_57)), l_12.f0.f0))), g_53.f0))) > 0xADL), l_18))) == g_15.f3);
    }
    else
    { 
        g_104 = g_102;
        return g_15;
    }
    (*l_105) = &l_74;
    return l_106;
}



static const int32_t  func_6(struct S2  p_7)
{ 
    uint32_t l_44 = 0x580B0B8BL;
    int32_t l_46 = (-7L);
    const uint64_t l_73 = 0xB5A03F7513D96440LL;
    for (g_15.f0 = 0; (g_15.f0 >= 0); g_15.f0 -= 1)
    { 
        int32_t *l_38 = (void*)0;
        int32_t *l_39 = (void*)0;
        int32_t *l_40 = &g_22;
        uint64_t l_45 = 0x427E5571BE33BD0DLL;
        int i;
        l_46 = (((~((((*l_40) = (-1L)) & (safe_sub_func_uint8_t_u_u((g_20[0].f0 > p_7.f2), (+l_44)))) ^ l_44)) >= l_45) , l_44);
    }
    for (g_22 = 0; (g_22 != 24); g_22 = safe_add_func_uint16_t_u_u(g_22, 8))
    { 
        uint32_t l_58[2][4] = {{0xCAFB12B2L,0xCAFB12B2L,0xCAFB12B2L,0xCAFB12B2L},{0xCAFB12B2L,0xCAFB12B2L,0xCAFB12B2L,0xCAFB12B2L}};
        struct S0 l_64 = {2L};
        int64_t l_68 = 0x28A3ABE652606BDELL;
        int32_t l_69 = 0x3F3F2C75L;
        uint16_t l_72 = 65530UL;
        int i, j;
        if (p_7.f3)
        { 
            for (g_15.f3 = 17; (g_15.f3 >= 18); g_15.f3 = safe_add_func_uint64_t_u_u(g_15.f3, 6))
            { 
                return p_7.f0;
            }
        }
        else
        { 
            int32_t l_51 = (-9L);
            int32_t *l_70 = &g_71;
            if (l_51)
            { 
                int32_t **l_52 = &g_24[0];
                (*l_52) = &g_22;
                p_7.f1 ^= ((&g_22 != (g_53 , (*l_52))) || (0xDD628582L >= (-3L)));
            }
            else
            { 
                int16_t *l_55[3][4] = {{&g_15.f0,&g_15.f0,&g_15.f0,&g_15.f0},{&g_15.f0,&g_15.f0,&g_15.f0,&g_15.f0},{&g_15.f0,&g_15.f0,&g_15.f0,&g_15.f0}};
                int16_t **l_54[5];
                int i, j;
                for (i = 0; i < 5; i++)
                    l_54[i] = &l_55[0][0];
                g_56[0] = l_54[1];
                if (p_7.f2)
                    break;
            }
            --l_58[1][2];
            (*l_70) &= ((safe_add_func_uint64_t_u_u(0xEF59DFF04C396C7BLL, ((g_63[0][2] , l_64) , ((l_69 = ((+((safe_sub_func_int16_t_s_s((((0xE2L >= 1UL) >= (-10L)) && 6L), l_46)) < l_68)) | 0x33L)) & 0x81B62C3DL)))) != 7UL);
        }
        if (l_72)
            break;
    }
    return l_73;
}



static struct S2  func_8(struct S0  p_9, uint32_t  p_10, uint32_t  p_11)
{ 
    int32_t *l_21 = &g_22;
    int32_t **l_23[3][3] = {{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21},{&l_21,&l_21,&l_21}};
    const int16_t ** const l_25[1][4] = {{(void*)0,(void*)0,(void*)0,(void*)0}};
    const int16_t *l_27 = &g_15.f0;
    const int16_t **l_26[2];
    int64_t *l_34[1];
    struct S2 l_36 = {64,13220,14,1L};
    int i, j;
    for (i = 0; i < 2; i++)
        l_26[i] = &l_27;
    for (i = 0; i < 1; i++)
        l_34[i] = &g_35;
    g_24[0] = l_21;
    l_26[1] = l_25[0][3];
    (*l_21) = (safe_mul_func_uint8_t_u_u(((safe_sub_func_int8_t_s_s(p_11, 0xB4L)) | p_11), (safe_sub_func_int64_t_s_s((g_35 = 1L), g_15.f3))));
    return l_36;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_15.f0, "g_15.f0", print_hash_value);
    transparent_crc(g_15.f1, "g_15.f1", print_hash_value);
    transparent_crc(g_15.f2, "g_15.f2", print_hash_value);
    transparent_crc(g_15.f3, "g_15.f3", print_hash_value);
    transparent_crc(g_15.f4, "g_15.f4", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_20[i].f0, "g_20[i].f0", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_53.f0, "g_53.f0", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_63[i][j].f0.f0, "g_63[i][j].f0.f0", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_71, "g_71", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        transparent_crc(g_98[i], "g_98[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_99, "g_99", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
