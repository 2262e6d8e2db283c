// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2054
#include "csmith.h"


static long __undefined;



static int32_t g_4 = (-9L);
static int32_t * const g_23 = &g_4;
static int32_t * const *g_22 = &g_23;
static int64_t g_32 = (-1L);
static uint8_t g_34 = 255UL;
static uint32_t g_40 = 0xF16DE6EAL;
static int32_t g_42[2][1] = {{8L},{8L}};
static uint16_t g_44 = 2UL;
static int8_t g_46 = 0x77L;
static int32_t g_49 = 0x75F7F777L;
static int32_t *g_54 = &g_42[1][0];
static int32_t **g_53 = &g_54;
static int32_t g_57 = 0L;



static int32_t  func_1(void);
static int32_t * const  func_5(int32_t ** p_6, int32_t ** p_7, const int32_t ** p_8, int32_t  p_9);
static int32_t ** func_10(int8_t  p_11, int16_t  p_12, int32_t * p_13, int64_t  p_14, const int32_t  p_15);




static int32_t  func_1(void)
{ 
    int32_t *l_3[1][5];
    int32_t **l_2 = &l_3[0][1];
    uint8_t *l_33 = &g_34;
    uint32_t *l_39[5][1];
    uint8_t l_41 = 255UL;
    uint16_t *l_43 = (void*)0;
    int8_t *l_45 = &g_46;
    const int32_t *l_56 = &g_57;
    const int32_t **l_55 = &l_56;
    int32_t **l_60 = &l_3[0][1];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 5; j++)
            l_3[i][j] = &g_4;
    }
    for (i = 0; i < 5; i++)
    {
        for (j = 0; j < 1; j++)
            l_39[i][j] = &g_40;
    }
    (*l_2) = (void*)0;
    (*l_60) = func_5(func_10(((*l_45) = (safe_lshift_func_uint16_t_u_s((g_44 &= (safe_mod_func_uint64_t_u_u((safe_div_func_uint64_t_u_u(((g_42[1][0] |= ((((&l_3[0][1] == g_22) , (((g_40 &= ((safe_mul_func_int8_t_s_s((safe_add_func_uint64_t_u_u((safe_add_func_int32_t_s_s(((safe_rshift_func_uint8_t_u_s(0xA1L, ((--(*l_33)) > (safe_mod_func_int64_t_s_s(g_4, 0xDB74A71A6E483BBBLL))))) >= g_32), 6L)), g_32)), g_4)) & (**g_22))) , 0L) <= l_41)) | g_32) != g_4)) , g_40), 0x2A4E630971CF717CLL)), 0x5701832D748AEE51LL))), 8))), g_4, (*l_2), g_32, g_4), &l_3[0][2], l_55, g_32);
    return (*g_23);
}



static int32_t * const  func_5(int32_t ** p_6, int32_t ** p_7, const int32_t ** p_8, int32_t  p_9)
{ 
    int32_t **l_58[4];
    int32_t **l_59 = &g_54;
    int i;
    for (i = 0; i < 4; i++)
        l_58[i] = &g_54;
    (*l_59) = (*g_22);
    (**g_22) = 1L;
    g_49 = ((**g_53) = 0xD33F116EL);
    return (*g_53);
}



static int32_t ** func_10(int8_t  p_11, int16_t  p_12, int32_t * p_13, int64_t  p_14, const int32_t  p_15)
{ 
    int32_t *l_51 = &g_42[1][0];
    int32_t **l_50 = &l_51;
    int32_t **l_52 = &l_51;
    for (g_4 = 0; (g_4 != 10); g_4++)
    { 
        g_49 ^= ((void*)0 != &p_13);
    }
    return g_53;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_42[i][j], "g_42[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_44, "g_44", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_49, "g_49", print_hash_value);
    transparent_crc(g_57, "g_57", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
