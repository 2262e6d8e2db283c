// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2039
#include "csmith.h"


static long __undefined;


struct S0 {
   const uint8_t  f0;
   const int16_t  f1;
   signed f2 : 1;
   const int32_t  f3;
   int32_t  f4;
};


static int32_t g_3 = 0xEF054A20L;
static int8_t g_5 = 1L;
static uint32_t g_12[3] = {4294967295UL,4294967295UL,4294967295UL};



static struct S0  func_1(void);




static struct S0  func_1(void)
{ 
    int32_t *l_2 = &g_3;
    int32_t *l_4[4][2] = {{&g_3,(void*)0},{(void*)0,&g_3},{(void*)0,(void*)0},{&g_3,(void*)0}};
    uint32_t l_6 = 0x2F617A94L;
    struct S0 l_15 = {1UL,0x7662L,-0,0x94FE874DL,0xA788AFB1L};
    int i, j;
    l_6++;
    if (l_6)
        goto lbl_14;
lbl_14:
    for (g_3 = 2; (g_3 < (-22)); g_3 = safe_sub_func_int16_t_s_s(g_3, 8))
    { 
        int32_t l_11[2][5] = {{3L,0xDE2A9078L,0xDE2A9078L,3L,0xDE2A9078L},{3L,3L,(-1L),3L,3L}};
        struct S0 l_13 = {251UL,0x0FBFL,0,-1L,1L};
        int i, j;
        g_12[0] = l_11[0][3];
        return l_13;
    }
    (*l_2) = ((void*)0 != l_4[0][0]);
    return l_15;
}





int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_12[i], "g_12[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
