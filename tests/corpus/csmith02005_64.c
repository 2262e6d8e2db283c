// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2005
#include "csmith.h"


static long __undefined;


union U0 {
   const int16_t  f0;
   signed f1 : 28;
   const uint64_t  f2;
};


static int32_t g_3[3][3] = {{8L,8L,8L},{8L,8L,8L},{8L,8L,8L}};
static int32_t g_6 = 1L;
static uint32_t g_19 = 4294967295UL;
static uint64_t g_80 = 18446744073709551610UL;
static int32_t *g_90 = (void*)0;
static uint64_t g_97 = 3UL;
static uint8_t g_113 = 1UL;
static uint8_t *g_112 = &g_113;



static const uint16_t  func_1(void);
static const uint32_t  func_7(int32_t * p_8, int32_t  p_9, int32_t * p_10);
static uint64_t  func_11(int16_t  p_12);




static const uint16_t  func_1(void)
{ 
    int32_t *l_2 = &g_3[0][0];
    int32_t *l_4 = (void*)0;
    int32_t *l_5 = &g_6;
    (*l_5) |= ((*l_2) = (-2L));
    (*l_5) = (func_7(&g_6, (*l_5), (l_2 = l_2)) == 0L);
    for (g_19 = 20; (g_19 >= 16); g_19--)
    { 
        uint16_t l_114 = 0x5912L;
        (*l_5) &= g_80;
        (*l_2) = (safe_div_func_int8_t_s_s((safe_lshift_func_int16_t_s_u((((void*)0 == g_112) , (*l_2)), l_114)), (*g_112)));
    }
    return g_6;
}



static const uint32_t  func_7(int32_t * p_8, int32_t  p_9, int32_t * p_10)
{ 
    const int32_t *l_14[3];
    uint32_t *l_17 = (void*)0;
    uint32_t *l_18 = &g_19;
    int32_t **l_31 = (void*)0;
    int32_t *l_33 = &g_6;
    int32_t **l_32 = &l_33;
    int32_t l_38 = 0x5395F87BL;
    uint32_t l_39 = 0UL;
    union U0 l_81 = {0x2567L};
    int i;
    for (i = 0; i < 3; i++)
        l_14[i] = &g_3[0][0];
lbl_46:
    (*l_32) = ((func_11((~((l_14[0] != ((((safe_lshift_func_uint16_t_u_s(p_9, 9)) , ((*l_18) = p_9)) >= g_6) , &p_9)) >= 65535UL))) >= 0xBD77DFCC86F80366LL) , &p_9);
    if ((safe_rshift_func_int16_t_s_u(p_9, 1)))
    { 
        int32_t *l_36 = &g_6;
        int32_t *l_37[1];
        uint16_t l_42 = 0x2E46L;
        int i;
        for (i = 0; i < 1; i++)
            l_37[i] = &g_3[0][0];
        ++l_39;
        l_42--;
        (*l_32) = l_36;
    }
    else
    { 
        int8_t l_45 = 0xFDL;
        int32_t l_61 = 0x5A815809L;
        uint16_t l_89 = 0x2367L;
        uint64_t *l_100 = &g_80;
        if (l_45)
        { 
lbl_47:
            if (l_45)
            { 
                if (l_39)
                    goto lbl_46;
                if (p_9)
                    goto lbl_46;
                if (l_39)
                    goto lbl_47;
            }
            else
            { 
                return l_45;
            }
            l_61 ^= (((((((safe_mod_func_int64_t_s_s((safe_lshift_func_uint8_t_u_u(((safe_lshift_func_uint8_t_u_u((safe_sub_func_uint32_t_u_u(((((~g_19) != ((safe_lshift_func_uint8_t_u_s((safe_rshift_func_uint16_t_u_u(g_6, 14)), 7)) & 7UL)) ^ ((g_3[1][2] , g_3[0][1]) >= 0x65L)) & l_45), g_19)), 3)) & (*l_33)), 4)), g_19)) , l_45) || (-3L)) || 0x0D2EL) , l_45) & 4L) , 0xB59559C2L);
        }
        else
        { 
            const int64_t l_72[1] = {(-1L)};
            uint64_t *l_79 = &g_80;
            uint8_t l_88 = 246UL;
            int32_t *l_105[3];
            int i;
            for (i = 0; i < 3; i++)
                l_105[i] = &g_3[0][0];
            (*p_8) ^= (safe_mod_func_int16_t_s_s((safe_div_func_uint64_t_u_u(((safe_rshift_func_int8_t_s_u(((safe_add_func_uint64_t_u_u(((void*)0 == &g_6), (((safe_mul_func_uint16_t_u_u(((void*)0 == &l_39), (*l_33))) , (-9L)) > l_72[0]))) | g_3[0][0]), p_9)) < (-4L)), 0xB9D331F8626BADC4LL)), g_19));
            if ((safe_rshift_func_uint16_t_u_s((safe_div_func_uint32_t_u_u((safe_sub_func_uint64_t_u_u(((*l_79) &= 4UL), (l_81 , (safe_rshift_func_int8_t_s_u((safe_div_func_uint32_t_u_u(p_9, ((safe_lshift_func_uint16_t_u_s(((l_88 | 0UL) , 0UL), p_9)) ^ l_89))), l_61))))), g_6)), l_72[0])))
            { 
                (*l_33) &= l_89;
                g_90 = (*l_32);
                (*l_32) = &p_9;
            }
            else
            { 
                uint8_t *l_96[1][2];
                uint64_t **l_101 = &l_100;
                uint64_t **l_102 = &l_79;
                int32_t l_103 = 0x6EA311ADL;
                int32_t l_104 = 1L;
                int i, j;
                for (i = 0; i < 1; i++)
                {
                    for (j = 0; j < 2; j++)
                        l_96[i][j] = &l_88;
                }
                (*p_10) = (safe_mul_func_uint16_t_u_u((!(p_9 <= ((safe_mul_func_uint8_t_u_u((--g_97), 0x16L)) ^ 0xD46EB95E9947D74ELL))), (((((*l_102) = ((*l_101) = l_100)) != (void*)0) <= p_9) , 0xEF5AL)));
                g_90 = &g_3[0][0];
                l_104 |= l_103;
            }
            (*l_32) = l_105[2];
        }
        (*l_32) = (g_90 = &g_3[0][0]);
        return g_3[0][0];
    }
    return g_97;
}



static uint64_t  func_11(int16_t  p_12)
{ 
    uint32_t l_26[3][5] = {{0x70E81DE9L,0xD1D84757L,0xB07FB07DL,0xB07FB07DL,0xD1D84757L},{0x70E81DE9L,0xD1D84757L,0xB07FB07DL,0xB07FB07DL,0xD1D84757L},{0x70E81DE9L,0xD1D84757L,0xB07FB07DL,0xB07FB07DL,0xD1D84757L}};
    int32_t *l_29 = &g_3[0][0];
    int i, j;
    for (p_12 = (-26); (p_12 > (-19)); p_12 = safe_add_func_int8_t_s_s(p_12, 7))
    { 
        int32_t *l_22 = &g_6;
        int32_t *l_23 = &g_3[1][0];
        int32_t *l_24 = &g_3[0][0];
        int32_t *l_25[2];
        int32_t **l_30[1];
        int i;
        for (i = 0; i < 2; i++)
            l_25[i] = &g_6;
        for (i = 0; i < 1; i++)
            l_30[i] = (void*)0;
        ++l_26[0][0];
        l_29 = l_29;
    }
    return g_3[0][0];
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
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_80, "g_80", print_hash_value);
    transparent_crc(g_97, "g_97", print_hash_value);
    transparent_crc(g_113, "g_113", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
