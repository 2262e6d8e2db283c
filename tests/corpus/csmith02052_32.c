// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2052
#include "csmith.h"


static long __undefined;


struct S0 {
   const uint32_t  f0;
   unsigned f1 : 29;
   unsigned f2 : 29;
   signed f3 : 11;
};


static struct S0 g_14[3] = {{0xEB2391CBL,3700,12940,-17},{0xEB2391CBL,3700,12940,-17},{0xEB2391CBL,3700,12940,-17}};
static uint32_t g_18 = 18446744073709551608UL;
static uint16_t g_35 = 0x987CL;
static int32_t g_47[4][2] = {{(-10L),(-10L)},{(-10L),(-10L)},{(-10L),(-10L)},{(-10L),(-10L)}};
static int32_t *g_51 = (void*)0;
static int32_t **g_50 = &g_51;
static uint8_t g_60 = 247UL;
static int64_t g_66[5] = {7L,7L,7L,7L,7L};
static uint64_t g_70 = 0xBFC8A300FF6CFD11LL;
static uint64_t g_97 = 7UL;



static const int8_t  func_1(void);
static uint32_t  func_4(uint32_t  p_5, int8_t  p_6, int32_t  p_7, uint32_t  p_8);
static uint32_t  func_9(struct S0  p_10, const uint16_t  p_11, int32_t  p_12, const uint64_t  p_13);




static const int8_t  func_1(void)
{ 
    int8_t l_15 = 2L;
    uint32_t *l_17 = &g_18;
    int32_t *l_49[2][4] = {{(void*)0,(void*)0,(void*)0,(void*)0},{(void*)0,(void*)0,(void*)0,(void*)0}};
    int32_t **l_48 = &l_49[0][0];
    int16_t l_95 = 0xD739L;
    int32_t l_96 = 0x292C6C47L;
    int i, j;
    if (((safe_rshift_func_uint8_t_u_u(((((func_4(((*l_17) = func_9(g_14[2], g_14[2].f3, (((g_14[2].f1 < ((((g_14[2].f3 , l_15) > 9L) > 0xDDL) >= l_15)) >= 0xF9A8551BL) > 65528UL), g_14[2].f3)), l_15, g_14[2].f0, g_14[2].f1) >= g_14[2].f0) , g_14[2].f2) > 0xA078L) , 255UL), 3)) < 0x5CL))
    { 
        int32_t l_45 = 0x562E4323L;
        int32_t *l_46 = &g_47[0][0];
        (*l_46) |= l_45;
        if (g_18)
        { 
            g_50 = l_48;
        }
        else
        { 
            uint64_t l_55 = 18446744073709551615UL;
            uint8_t *l_58 = (void*)0;
            uint8_t *l_59 = &g_60;
            (*g_50) = &l_45;
            (**g_50) = (((safe_sub_func_int8_t_s_s((safe_unary_minus_func_int64_t_s((*l_46))), g_14[2].f2)) >= (((*l_59) = (l_55 && (safe_mul_func_uint8_t_u_u(1UL, 255UL)))) >= g_14[2].f1)) , l_55);
        }
    }
    else
    { 
        uint32_t l_61 = 4294967287UL;
        int32_t l_62[3];
        int64_t *l_65 = &g_66[3];
        uint64_t *l_69 = &g_70;
        int8_t *l_71 = &l_15;
        uint16_t *l_72 = &g_35;
        int i;
        for (i = 0; i < 3; i++)
            l_62[i] = 0L;
        l_62[2] = (l_61 , l_61);
        if ((safe_sub_func_uint8_t_u_u((((*l_65) |= 5L) != l_62[0]), (((*l_72) = (((safe_sub_func_uint64_t_u_u(((*l_69) = g_47[3][0]), ((((((*l_71) = (&g_18 == (void*)0)) && g_60) , g_14[2].f1) == 4294967295UL) || l_62[1]))) , l_71) == (void*)0)) < g_14[2].f0))))
        { 
            uint8_t l_79[3];
            int i;
            for (i = 0; i < 3; i++)
                l_79[i] = 1UL;
            for (g_18 = (-17); (g_18 >= 24); ++g_18)
            { 
                uint32_t l_75 = 0xE8DF325EL;
                int32_t l_78[1][2];
                uint8_t l_82[4];
                int i, j;
                for (i = 0; i < 1; i++)
                {
                    for (j = 0; j < 2; j++)
                        l_78[i][j] = 0xFCB9D1C2L;
                }
                for (i = 0; i < 4; i++)
                    l_82[i] = 0x5FL;
                ++l_75;
                l_79[2]++;
                --l_82[1];
            }
        }
        else
        { 
            uint32_t l_91[1];
            int i;
            for (i = 0; i < 1; i++)
                l_91[i] = 0xD4E32F9EL;
            l_91[0] |= (((safe_rshift_func_int8_t_s_u(((*l_71) = g_66[3]), 5)) , ((l_61 && g_47[3][0]) && (safe_mul_func_uint16_t_u_u((safe_div_func_uint64_t_u_u(g_14[2].f0, g_14[2].f3)), (-3L))))) || 65534UL);
        }
    }
    for (l_15 = (-26); (l_15 <= (-2)); l_15++)
    { 
        int32_t *l_94[5];
        int i;
        for (i = 0; i < 5; i++)
            l_94[i] = &g_47[3][0];
        (*g_50) = l_94[4];
    }
    --g_97;
    return g_14[2].f1;
}



static uint32_t  func_4(uint32_t  p_5, int8_t  p_6, int32_t  p_7, uint32_t  p_8)
{ 
    int32_t l_19[2];
    int32_t l_38 = 0x53EBFF78L;
    int32_t *l_39 = (void*)0;
    int32_t *l_40 = &l_38;
    int32_t *l_41[5] = {(void*)0,(void*)0,(void*)0,(void*)0,(void*)0};
    uint16_t l_42 = 0x9A7BL;
    int i;
    for (i = 0; i < 2; i++)
        l_19[i] = 0L;
    for (p_8 = 0; (p_8 <= 1); p_8 += 1)
    { 
        uint32_t l_29 = 0x38325423L;
        uint8_t l_32 = 3UL;
        int16_t l_33 = 0x3633L;
        uint16_t *l_34 = &g_35;
        int8_t l_36 = 0L;
        int32_t l_37 = 0x2A7FAD54L;
        l_37 = (safe_mul_func_int16_t_s_s(((safe_add_func_int64_t_s_s(((((((*l_34) |= (safe_div_func_uint16_t_u_u((((safe_unary_minus_func_uint16_t_u((l_29 = (&g_18 == &p_5)))) > (safe_lshift_func_int8_t_s_u((((l_32 , ((g_14[2].f0 > p_8) , 0x93L)) , 0UL) ^ p_8), 7))) < 0xB011L), l_33))) | l_32) & p_7) && 0UL) > p_6), 0UL)) , l_36), 0x10DEL));
    }
    ++l_42;
    return g_14[2].f2;
}



static uint32_t  func_9(struct S0  p_10, const uint16_t  p_11, int32_t  p_12, const uint64_t  p_13)
{ 
    uint32_t l_16 = 0xE1EE67B3L;
    return l_16;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_14[i].f0, "g_14[i].f0", print_hash_value);
        transparent_crc(g_14[i].f1, "g_14[i].f1", print_hash_value);
        transparent_crc(g_14[i].f2, "g_14[i].f2", print_hash_value);
        transparent_crc(g_14[i].f3, "g_14[i].f3", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_47[i][j], "g_47[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_60, "g_60", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_66[i], "g_66[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_70, "g_70", print_hash_value);
    transparent_crc(g_97, "g_97", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
