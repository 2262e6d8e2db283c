// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2012
#include "csmith.h"


static long __undefined;



static int32_t g_3 = 1L;
static int32_t g_6 = 0xEEA2A3B3L;
static uint64_t g_12[2][1] = {{18446744073709551614UL},{18446744073709551614UL}};



static int64_t  func_1(void);




static int64_t  func_1(void)
{ 
    int32_t *l_2 = &g_3;
    int32_t *l_4 = (void*)0;
    int32_t l_5[1][3];
    int32_t *l_7 = &l_5[0][0];
    int32_t *l_8 = &g_3;
    int32_t *l_9 = &g_3;
    int32_t *l_10 = (void*)0;
    int32_t *l_11[3][3] = {{(void*)0,&l_5[0][2],&l_5[0][2]},{(void*)0,&l_5[0][2],&l_5[0][2]},{(void*)0,&l_5[0][2],&l_5[0][2]}};
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
            l_5[i][j] = 0x39ED080CL;
    }
    g_6 |= (l_5[0][0] = ((*l_2) &= 0xEC2DB221L));
    g_12[0][0]--;
    return g_3;
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_12[i][j], "g_12[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
