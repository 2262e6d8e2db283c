// Options:   --max-funcs 3 --max-block-depth 3 --max-block-size 3 --max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 5 --max-struct-fields 5 --max-pointer-depth 2 --no-float --no-argc --concise --no-volatiles --no-packed-struct --seed 2055
#include "csmith.h"


static long __undefined;



static int32_t g_3 = 0x102071B1L;
static int16_t g_7 = (-1L);
static int16_t g_8 = 0x5E1AL;
static uint64_t g_9[4][4] = {{7UL,1UL,0xC2A82A10AA43B2B7LL,0xC2A82A10AA43B2B7LL},{0xB6B0E1B1B552BF33LL,0xB6B0E1B1B552BF33LL,7UL,0xC2A82A10AA43B2B7LL},{6UL,1UL,6UL,7UL},{6UL,7UL,7UL,6UL}};



static uint64_t  func_1(void);




static uint64_t  func_1(void)
{ 
    int32_t *l_2 = &g_3;
    int32_t *l_4 = &g_3;
    int32_t *l_5 = &g_3;
    int32_t *l_6[4][1];
    int i, j;
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 1; j++)
            l_6[i][j] = &g_3;
    }
    --g_9[0][0];
    return g_9[0][0];
}





int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    for (i = 0; i < 4; i++)
    {
        for (j = 0; j < 4; j++)
        {
            transparent_crc(g_9[i][j], "g_9[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
