// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2001
#include "csmith.h"


static long __undefined;


struct S0 {
   const unsigned f0 : 7;
   signed f1 : 2;
};

struct S1 {
   struct S0  f0;
   int8_t  f1;
   uint8_t  f2;
};


static uint32_t g_8 = 0x30DE9BF9L;
static int32_t g_10 = 0x3948B081L;
static struct S1 g_12 = {{9,0},-6L,0x52L};
static int32_t g_20 = 0xE6B93388L;
static int32_t *g_34 = &g_20;
static struct S1 g_38 = {{5,0},0xADL,255UL};
static int32_t **g_46 = &g_34;
static int64_t g_68 = 0x7CC017F0BA7DF88ELL;
static int8_t g_69 = (-2L);
static uint8_t g_70[3] = {1UL,1UL,1UL};
static struct S1 *g_80 = &g_12;
static struct S1 **g_79 = &g_80;
static uint32_t g_82 = 0x7677910AL;
static uint32_t g_113 = 0x23E10E11L;



static uint16_t  func_1(void);
static int32_t  func_2(int16_t  p_3, const int32_t  p_4, int32_t  p_5, struct S1  p_6);
static struct S1 * func_14(struct S0  p_15, struct S1 * p_16, uint64_t  p_17);




static uint16_t  func_1(void)
{ 
    int16_t l_7 = 0xE41BL;
    int32_t *l_9[5][1];
    int32_t l_11 = 0L;
    int32_t l_56[1];
    int32_t l_78 = 4L;
    struct S1 ** const l_81 = &g_80;
    int32_t *l_116 = &g_20;
    int i, j;
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 1; j++)
            l_9[i][j] = &g_10;
    }
    for (i = 0; i < 1; i++)
        l_56[i] = (-6L);
    l_56[0] &= func_2(l_7, (((l_11 ^= g_8) , 6L) ^ g_10), l_7, g_12);
    for (g_12.f1 = 9; (g_12.f1 < (-30)); g_12.f1--)
    { 
        int32_t *l_66[5][4];
        int64_t l_67 = 0xB3B6DF6458A24A77LL;
        int i, j;
        for (i = 0; i < 5; i++)
        {
            for (j = 0; j < 4; j++)
                l_66[i][j] = (void*)0;
        }
        for (g_12.f2 = 0; (g_12.f2 < 58); g_12.f2 = safe_add_func_uint32_t_u_u(g_12.f2, 3))
        { 
            uint16_t l_65 = 0UL;
            for (g_38.f1 = 17; (g_38.f1 != (-17)); --g_38.f1)
            { 
                int32_t *l_63 = (void*)0;
                int32_t *l_64[2][5] = {{&l_56[0],&g_20,&l_56[0],&l_56[0],&l_56[0]},{&l_56[0],&g_20,&l_56[0],&l_56[0],&l_56[0]}};
                int i, j;
                g_12.f0.f1 = 0xA9A64B00L;
            }
            if (l_65)
                break;
        }
        g_70[2]++;
        for (g_20 = (-1); (g_20 == (-16)); g_20--)
        { 
            int64_t l_77[1][4] = {{7L,7L,7L,7L}};
            int32_t l_109[5][3] = {{0x4203E263L,0x4203E263L,0x4203E263L},{1L,1L,1L},{0x4203E263L,0x4203E263L,0x4203E263L},{1L,1L,1L},{0x4203E263L,0x4203E263L,0x4203E263L}};
            int i, j;
            g_12.f0.f1 |= (((((((((((((!(!0x0C112068ECBDE39FLL)) == ((l_77[0][3] && g_10) && ((g_12.f2 | 0x3BL) , g_12.f2))) < g_12.f1) > l_78) , 0x220CCB0868ECCAC4LL) >= g_38.f0.f1) ^ l_56[0]) && l_7) & g_70[0]) >= l_7) , g_79) != l_81) , g_82);
            if ((safe_mod_func_uint16_t_u_u((l_11 = (safe_mul_func_uint8_t_u_u(((safe_div_func_uint8_t_u_u(0xAAL, ((-1L) & l_77[0][3]))) <= ((safe_mod_func_int16_t_s_s(((g_70[1] < 0x5CL) ^ 5L), g_12.f0.f0)) , g_12.f0.f0)), g_38.f0.f0))), g_82)))
            { 
                uint8_t l_101 = 0xB2L;
                uint8_t *l_108 = &g_38.f2;
                int32_t **l_110 = &g_34;
                int32_t *l_111 = &l_11;
                l_109[1][1] = ((safe_div_func_int8_t_s_s((safe_mod_func_uint64_t_u_u(((g_82 >= g_10) <= ((safe_mod_func_uint8_t_u_u(((*l_108) &= (((((safe_rshift_func_uint16_t_u_u((safe_add_func_int8_t_s_s((l_101 >= (safe_rshift_func_int8_t_s_s((((((safe_rshift_func_int16_t_s_s((safe_lshift_func_uint16_t_u_u(g_20, g_12.f0.f1)), 2)) || l_77[0][3]) && g_20) , (*g_79)) == (void*)0), 2))), l_7)), g_70[1])) != l_77[0][3]) | l_56[0]) , (-1L)) || g_12.f0.f0)), g_12.f0.f0)) < l_77[0][1])), 0xB904F0D90DC829B9LL)), l_56[0])) , (-1L));
                (*l_110) = &g_20;
                l_111 = (*l_110);
            }
            else
            { 
                int32_t **l_112 = &l_66[4][0];
                (*l_112) = &l_56[0];
            }
            g_113--;
        }
    }
    l_116 = &l_11;
    return g_38.f0.f1;
}



static int32_t  func_2(int16_t  p_3, const int32_t  p_4, int32_t  p_5, struct S1  p_6)
{ 
    int32_t *l_13 = &g_10;
    int32_t l_18[3][1];
    struct S1 *l_49 = &g_38;
    struct S1 **l_48 = &l_49;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_18[i][j] = 0L;
    }
lbl_54:
    if (((void*)0 != l_13))
    { 
        struct S1 *l_23 = &g_12;
        struct S1 **l_22 = &l_23;
        (*l_22) = func_14(p_6.f0, &g_12, (l_18[2][0] && g_12.f0.f1));
        return p_6.f1;
    }
    else
    { 
        int32_t *l_24 = &g_20;
        struct S1 *l_28[4];
        struct S1 **l_27 = &l_28[0];
        int32_t **l_51 = &g_34;
        int i;
        for (i = 0; i < 4; i++)
            l_28[i] = &g_12;
        (*l_24) = (g_12.f0.f1 != p_6.f2);
        (*l_24) ^= (safe_unary_minus_func_uint16_t_u(1UL));
        if (((void*)0 != &p_5))
        { 
            struct S1 **l_26 = (void*)0;
            int32_t *l_29 = (void*)0;
            (*l_24) = (l_18[0][0] || ((l_26 = (void*)0) == l_27));
            if ((l_29 != (void*)0))
            { 
                int32_t *l_30 = &g_10;
                int32_t **l_31[2][3] = {{&l_30,&l_30,&l_30},{&l_30,&l_30,&l_30}};
                struct S1 **l_32 = &l_28[0];
                int32_t **l_33 = (void*)0;
                int i, j;
                (*l_24) = p_5;
                if (p_6.f0.f0)
                    goto lbl_54;
                g_20 |= (((((l_13 = l_30) != ((l_32 != (void*)0) , (void*)0)) && g_12.f2) | 65531UL) <= 4294967295UL);
                g_34 = l_29;
            }
            else
            { 
                return p_6.f0.f1;
            }
            for (g_20 = 0; (g_20 < (-23)); g_20 = safe_sub_func_uint8_t_u_u(g_20, 1))
            { 
                struct S1 *l_37 = &g_38;
                l_37 = &p_6;
                if (p_6.f0.f0)
                    continue;
            }
        }
        else
        { 
            uint16_t l_43 = 0x7644L;
            if (((safe_mod_func_int32_t_s_s(3L, ((safe_sub_func_int8_t_s_s(((g_10 & l_43) && p_5), 0x3FL)) && 1L))) , (*g_34)))
            { 
                int32_t *l_44 = &g_10;
                int32_t *l_45 = (void*)0;
                (*g_34) = p_3;
                (*l_24) ^= ((l_44 = &g_10) != l_45);
            }
            else
            { 
                struct S1 **l_47 = (void*)0;
                int32_t l_50 = (-1L);
                g_46 = &l_24;
                l_48 = l_47;
                (**g_46) &= l_50;
            }
            (*g_34) = (((p_6.f1 ^= g_20) , g_38.f0) , l_43);
            if (p_6.f0.f1)
            { 
                l_51 = &l_24;
            }
            else
            { 
                int32_t *l_52 = &g_10;
                int32_t *l_53 = &l_18[2][0];
                (*l_53) = ((*l_24) = (l_52 == &g_10));
            }
        }
    }
    for (g_8 = 0; (g_8 <= 0); g_8 += 1)
    { 
        uint32_t l_55 = 0UL;
        return l_55;
    }
    return l_18[2][0];
}



static struct S1 * func_14(struct S0  p_15, struct S1 * p_16, uint64_t  p_17)
{ 
    int32_t *l_19 = &g_20;
    struct S1 *l_21 = (void*)0;
    (*l_19) = p_15.f1;
    return l_21;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_12.f0.f0, "g_12.f0.f0", print_hash_value);
    transparent_crc(g_12.f0.f1, "g_12.f0.f1", print_hash_value);
    transparent_crc(g_12.f1, "g_12.f1", print_hash_value);
    transparent_crc(g_12.f2, "g_12.f2", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_38.f0.f0, "g_38.f0.f0", print_hash_value);
    transparent_crc(g_38.f0.f1, "g_38.f0.f1", print_hash_value);
    transparent_crc(g_38.f1, "g_38.f1", print_hash_value);
    transparent_crc(g_38.f2, "g_38.f2", print_hash_value);
    transparent_crc(g_68, "g_68", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_70[i], "g_70[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_82, "g_82", print_hash_value);
    transparent_crc(g_113, "g_113", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
