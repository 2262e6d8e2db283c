// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2036
#include "csmith.h"


static long __undefined;



static int32_t g_2 = 0xA5D6C05BL;
static int16_t g_15[5][3] = {{1L,1L,1L},{1L,1L,1L},{1L,1L,1L},{1L,1L,1L},{1L,1L,1L}};
static int16_t g_20[3] = {1L,1L,1L};
static int32_t g_23 = 0xDFAD5BEFL;
static int16_t g_47 = 0xD62BL;
static int32_t g_50 = 0xF2BA10F4L;
static uint64_t g_57[5] = {0x51F3E63D4D864B91LL,0x51F3E63D4D864B91LL,0x51F3E63D4D864B91LL,0x51F3E63D4D864B91LL,0x51F3E63D4D864B91LL};
static uint8_t g_73 = 251UL;
static int32_t g_84 = 0x6F596193L;
static int64_t g_101 = 0x207691369F8C36B4LL;
static uint32_t g_107 = 0x09021D5EL;



static uint64_t  func_1(void);
static const int64_t  func_26(int32_t  p_27, int32_t * p_28, int32_t * p_29, uint32_t  p_30, const int32_t  p_31);
static uint8_t  func_38(int32_t  p_39, int16_t  p_40, int16_t  p_41);




static uint64_t  func_1(void)
{ 
    int32_t l_89[2];
    int64_t l_106 = 0x6BCB33D27CF1A457LL;
    int i;
    for (i = 0; i < 2; i++)
        l_89[i] = 0x37402B88L;
    for (g_2 = 0; (g_2 > (-27)); g_2 = safe_sub_func_uint64_t_u_u(g_2, 3))
    { 
        uint16_t l_16 = 65535UL;
        int16_t *l_17 = (void*)0;
        int16_t *l_18 = (void*)0;
        int16_t *l_19 = &g_20[1];
        int16_t *l_21 = &g_15[4][0];
        int32_t *l_22 = &g_23;
        int32_t *l_36 = &g_23;
        int64_t *l_100 = &g_101;
        int32_t *l_102[5][3] = {{&g_23,&l_89[0],&l_89[0]},{&g_84,(void*)0,(void*)0},{&g_23,&l_89[0],&l_89[0]},{&g_84,(void*)0,(void*)0},{&g_23,&l_89[0],&l_89[0]}};
        int i, j;
        (*l_22) &= (safe_div_func_int16_t_s_s((((*l_21) = ((*l_19) |= (safe_mod_func_uint32_t_u_u(((safe_add_func_uint8_t_u_u((safe_sub_func_int64_t_s_s((0xF2121F90EF307D7CLL || (safe_mod_func_int64_t_s_s(g_15[1][1], g_15[1][1]))), g_2)), l_16)) == l_16), 4UL)))) , l_16), 1UL));
        for (l_16 = (-21); (l_16 <= 9); l_16 = safe_add_func_int32_t_s_s(l_16, 3))
        { 
            int32_t l_34 = 0L;
            int32_t l_93 = 6L;
            for (g_23 = 2; (g_23 >= 0); g_23 -= 1)
            { 
                int32_t *l_35 = &l_34;
                int32_t *l_83 = &g_84;
                uint64_t *l_90[2][4] = {{&g_57[2],(void*)0,(void*)0,&g_57[2]},{(void*)0,&g_57[2],(void*)0,(void*)0}};
                int i, j;
                (*l_83) |= (func_26((g_15[g_23][g_23] && ((safe_div_func_uint32_t_u_u((8L != g_15[g_23][g_23]), l_34)) == g_20[1])), l_35, l_36, g_2, g_20[1]) && g_57[2]);
                if ((*l_35))
                    break;
                g_50 |= ((safe_mul_func_uint16_t_u_u(((((safe_add_func_int32_t_s_s(l_89[0], (((l_34 = g_23) || (l_89[1] != (safe_rshift_func_int8_t_s_s((l_34 == g_73), g_15[1][1])))) >= l_93))) , &g_84) == &g_84) < 0x9EC1828E342BA517LL), g_84)) , g_15[1][1]);
            }
        }
        g_84 &= (g_73 && ((safe_lshift_func_uint8_t_u_s(4UL, (((safe_sub_func_uint64_t_u_u((safe_lshift_func_uint8_t_u_u((((0x242223AA5B3E5B60LL != ((*l_100) = (&l_18 == (void*)0))) <= 0xF7L) , l_89[0]), g_15[4][1])), l_89[1])) <= g_50) && (*l_22)))) & (*l_22)));
    }
    for (g_84 = 0; (g_84 > 7); g_84 = safe_add_func_int64_t_s_s(g_84, 5))
    { 
        int32_t *l_105[3];
        uint16_t l_110 = 65535UL;
        int i;
        for (i = 0; i < 3; i++)
            l_105[i] = &l_89[0];
        ++g_107;
        if (g_23)
        { 
            g_23 ^= g_101;
            for (g_50 = 0; (g_50 <= 2); g_50 += 1)
            { 
                int i;
                if (g_20[g_50])
                    break;
                if (l_110)
                    continue;
            }
        }
        else
        { 
            for (l_110 = 0; (l_110 <= 2); l_110 += 1)
            { 
                return l_89[0];
            }
            return g_57[2];
        }
    }
    return l_89[0];
}



static const int64_t  func_26(int32_t  p_27, int32_t * p_28, int32_t * p_29, uint32_t  p_30, const int32_t  p_31)
{ 
    int32_t l_42 = (-1L);
    int32_t l_45 = 0x9BD12F8BL;
    int16_t *l_46 = &g_47;
    int16_t *l_68[1][4] = {{(void*)0,(void*)0,(void*)0,(void*)0}};
    int i, j;
    (*p_28) |= (!(((func_38((&p_31 == (l_42 , &g_23)), ((*l_46) &= ((((l_45 = (safe_div_func_int8_t_s_s((l_42 , 0x0BL), g_15[2][1]))) >= g_2) | g_20[1]) & p_27)), g_15[1][1]) , p_27) < g_50) && g_57[0]));
    for (p_27 = 13; (p_27 > 7); p_27--)
    { 
        int16_t *l_69[2];
        int i;
        for (i = 0; i < 2; i++)
            l_69[i] = &g_20[0];
        g_50 &= g_47;
        for (p_30 = (-22); (p_30 > 32); ++p_30)
        { 
            int16_t **l_64 = &l_46;
            int16_t **l_65 = (void*)0;
            int16_t *l_67 = &g_20[1];
            int16_t **l_66 = &l_67;
            (*p_28) = (((*l_66) = ((*l_64) = &g_15[1][1])) == (l_69[1] = l_68[0][3]));
            for (g_50 = (-19); (g_50 != 11); g_50 = safe_add_func_uint64_t_u_u(g_50, 6))
            { 
                uint8_t *l_72 = &g_73;
                int32_t l_82 = 4L;
                (*p_28) = (((*l_72)--) >= ((((-1L) < p_30) != (safe_div_func_uint16_t_u_u((safe_mul_func_uint8_t_u_u((safe_mod_func_uint8_t_u_u(p_27, g_2)), p_31)), (-5L)))) > l_82));
            }
        }
    }
    return g_15[0][2];
}



static uint8_t  func_38(int32_t  p_39, int16_t  p_40, int16_t  p_41)
{ 
    int32_t *l_48 = &g_23;
    int32_t *l_49 = &g_50;
    int32_t *l_51 = (void*)0;
    int32_t l_52 = (-1L);
    int32_t l_53 = 0x45597EEDL;
    int32_t *l_54 = &l_53;
    int32_t *l_55 = &l_53;
    int32_t *l_56[2];
    int i;
    for (i = 0; i < 2; i++)
        l_56[i] = &g_50;
    l_52 |= (l_48 == (l_49 = &g_2));
    ++g_57[2];
    return g_50;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_15[i][j], "g_15[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_20[i], "g_20[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_47, "g_47", print_hash_value);
    transparent_crc(g_50, "g_50", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_57[i], "g_57[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_73, "g_73", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    transparent_crc(g_101, "g_101", print_hash_value);
    transparent_crc(g_107, "g_107", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
