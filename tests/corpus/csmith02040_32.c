// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2040
#include "csmith.h"


static long __undefined;


struct S1 {
   int32_t  f0;
   int16_t  f1;
   uint32_t  f2;
};

union U2 {
   int16_t  f0;
   uint8_t  f1;
   uint32_t  f2;
   int8_t  f3;
   uint16_t  f4;
};

union U4 {
   const uint64_t  f0;
};

union U5 {
   int8_t  f0;
   uint16_t  f1;
};


static int32_t g_2 = 0L;
static struct S1 g_9[5] = {{2L,1L,4294967295UL},{2L,1L,4294967295UL},{2L,1L,4294967295UL},{2L,1L,4294967295UL},{2L,1L,4294967295UL}};
static int8_t g_11 = 0x4DL;
static const int8_t g_22 = 0x74L;
static const int8_t g_24 = 0xA9L;
static const int8_t *g_23 = &g_24;
static uint32_t g_25 = 2UL;
static union U5 g_42[5] = {{0x54L},{0x54L},{0x54L},{0x54L},{0x54L}};
static union U4 g_52 = {0x07384C7B934CEB03LL};
static int32_t g_55 = 0xF8D6FFBAL;
static int32_t g_58 = 0xFC42E2EEL;
static int32_t g_61 = 0xEF108C6EL;
static int64_t g_62 = 0x4BF019E2F9DBC330LL;
static uint32_t g_63 = 4294967295UL;
static uint32_t g_69 = 0x58A71D4FL;



static union U4  func_1(void);
static struct S1  func_5(struct S1  p_6, int8_t * p_7, int8_t * p_8);
static int8_t * func_12(uint32_t  p_13, union U2  p_14);




static union U4  func_1(void)
{ 
    int8_t *l_10 = &g_11;
    union U2 l_27[1][4] = {{{0xE2FFL},{0xE2FFL},{0xE2FFL},{0xE2FFL}}};
    struct S1 l_38 = {0x39BA5493L,0x50EBL,0xBA8A7E8BL};
    int32_t l_39 = 0x7DDC4EA3L;
    int32_t l_57 = 0L;
    union U4 l_76 = {8UL};
    int i, j;
    for (g_2 = 0; (g_2 <= (-15)); g_2--)
    { 
        const int8_t *l_21[5] = {&g_22,&g_22,&g_22,&g_22,&g_22};
        const int8_t **l_20[3];
        int32_t l_26[1];
        struct S1 *l_36 = (void*)0;
        struct S1 *l_37[3][2];
        int32_t l_59 = 0x2910E9FBL;
        int i, j;
        for (i = 0; i < 3; i++)
            l_20[i] = &l_21[4];
        for (i = 0; i < 1; i++)
            l_26[i] = (-1L);
        for (i = 0; i < 3; i++)
        {
            for (j = 0; j < 2; j++)
                l_37[i][j] = &g_9[0];
        }
        l_38 = func_5(g_9[2], l_10, func_12(((+1UL) != ((safe_rshift_func_int16_t_s_u((safe_mod_func_int16_t_s_s(((g_25 = (((g_23 = &g_11) == (void*)0) , 18446744073709551615UL)) , 0x79EBL), l_26[0])), g_2)) < 251UL)), l_27[0][3]));
        if ((l_39 > l_26[0]))
        { 
            union U2 l_43 = {0L};
            union U2 *l_44 = &l_27[0][3];
            int32_t *l_51 = &l_26[0];
            int32_t l_56 = 0xDC4505AFL;
            int32_t l_60[1][1];
            int i, j;
            for (i = 0; i < 1; i++)
            {
                for (j = 0; j < 1; j++)
                    l_60[i][j] = 1L;
            }
            if (((*l_51) = (safe_sub_func_uint32_t_u_u((g_42[2] , ((((*l_44) = l_43) , (safe_add_func_int32_t_s_s(((safe_lshift_func_uint8_t_u_u((((l_26[0] > (((safe_div_func_uint32_t_u_u((g_24 >= 4294967295UL), l_26[0])) <= l_26[0]) <= 0xA847E08A84A00028LL)) < l_26[0]) | l_43.f4), g_2)) & l_43.f4), (-7L)))) < g_22)), l_43.f3))))
            { 
                (*l_51) = (0x56L | (*g_23));
                return g_52;
            }
            else
            { 
                struct S1 **l_53 = &l_37[0][1];
                int32_t *l_54[3];
                int i;
                for (i = 0; i < 3; i++)
                    l_54[i] = (void*)0;
                (*l_53) = &g_9[2];
                --g_63;
            }
            for (l_39 = 0; (l_39 <= 0); l_39 += 1)
            { 
                int32_t *l_66 = &l_26[0];
                int32_t *l_67 = &l_60[0][0];
                int32_t *l_68[4];
                int i;
                for (i = 0; i < 4; i++)
                    l_68[i] = &l_60[0][0];
                g_69--;
            }
            for (g_63 = 0; (g_63 != 30); g_63 = safe_add_func_int64_t_s_s(g_63, 5))
            { 
                int8_t *l_74 = &l_27[0][3].f3;
                int8_t **l_75 = &l_10;
                g_9[3] = func_5(g_9[2], l_74, ((*l_75) = &g_11));
            }
        }
        else
        { 
            return g_52;
        }
    }
    return l_76;
}



static struct S1  func_5(struct S1  p_6, int8_t * p_7, int8_t * p_8)
{ 
    return g_9[2];
}



static int8_t * func_12(uint32_t  p_13, union U2  p_14)
{ 
    struct S1 l_28 = {0L,0x25C7L,4294967287UL};
    struct S1 *l_29 = (void*)0;
    struct S1 l_30[5] = {{-1L,1L,4294967295UL},{-1L,1L,4294967295UL},{-1L,1L,4294967295UL},{-1L,1L,4294967295UL},{-1L,1L,4294967295UL}};
    int8_t *l_35[5][1] = {{(void*)0},{&g_11},{(void*)0},{&g_11},{(void*)0}};
    int i, j;
    l_30[2] = l_28;
    for (p_14.f3 = 5; (p_14.f3 <= (-25)); p_14.f3--)
    { 
        int32_t *l_34 = &g_2;
        int32_t **l_33 = &l_34;
        (*l_33) = &g_2;
    }
    return l_35[1][0];
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_9[i].f0, "g_9[i].f0", print_hash_value);
        transparent_crc(g_9[i].f1, "g_9[i].f1", print_hash_value);
        transparent_crc(g_9[i].f2, "g_9[i].f2", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_25, "g_25", print_hash_value);
    for (i = 0; i < 5; i++)
    {
        transparent_crc(g_42[i].f0, "g_42[i].f0", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_52.f0, "g_52.f0", print_hash_value);
    transparent_crc(g_55, "g_55", print_hash_value);
    transparent_crc(g_58, "g_58", print_hash_value);
    transparent_crc(g_61, "g_61", print_hash_value);
    transparent_crc(g_62, "g_62", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    transparent_crc(g_69, "g_69", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
