/* SPDX-License-Identifier: MIT
 *
 * ctype.h in the C locale.  The test functions return 0 or any other number
 * (C11 7.4.1p1).  Where a program only asks whether it is 0, the twin
 * __cutpoint_truth_ is called in their place, which returns the class bit
 * (src/frontend/library/open.c).  glibc's macros read three tables through functions
 * that return the address of a pointer to entry 0 of [-128..255]; the tables
 * here are those, shifted by 128.  Class bits: upper 0x100, lower 0x200, alpha
 * 0x400, digit 0x800, xdigit 0x1000, space 0x2000, print 0x4000, graph 0x8000,
 * blank 0x1, cntrl 0x2, punct 0x4, alnum 0x8. */
#include "model.h"

static int between(int low, int c, int high) {
  return low <= c && c <= high;
}
static int upper(int c) {
  return between('A', c, 'Z');
}
static int lower(int c) {
  return between('a', c, 'z');
}
static int alpha(int c) {
  return upper(c) || lower(c);
}
static int decimal(int c) {
  return between('0', c, '9');
}

int __cutpoint_truth_isupper(int c) {
  return upper(c) ? 0x100 : 0;
}
int __cutpoint_truth_islower(int c) {
  return lower(c) ? 0x200 : 0;
}
int __cutpoint_truth_isalpha(int c) {
  return alpha(c) ? 0x400 : 0;
}
int __cutpoint_truth_isdigit(int c) {
  return decimal(c) ? 0x800 : 0;
}
int __cutpoint_truth_isxdigit(int c) {
  return decimal(c) || between('a', c, 'f') || between('A', c, 'F') ? 0x1000
                                                                    : 0;
}
int __cutpoint_truth_isspace(int c) {
  return c == ' ' || between('\t', c, '\r') ? 0x2000 : 0;
}
int __cutpoint_truth_isprint(int c) {
  return between(' ', c, '~') ? 0x4000 : 0;
}
int __cutpoint_truth_isgraph(int c) {
  return between('!', c, '~') ? 0x8000 : 0;
}
int __cutpoint_truth_isblank(int c) {
  return c == ' ' || c == '\t';
}
int __cutpoint_truth_iscntrl(int c) {
  return between(0, c, 31) || c == 127 ? 0x2 : 0;
}
int __cutpoint_truth_ispunct(int c) {
  return between('!', c, '~') && !alpha(c) && !decimal(c) ? 0x4 : 0;
}
int __cutpoint_truth_isalnum(int c) {
  return alpha(c) || decimal(c) ? 0x8 : 0;
}
int __cutpoint_truth_isascii(int c) {
  return (c & ~127) == 0;
}

#define TEST(name)                                                             \
  int name(int c) {                                                            \
    return model_of_truth(__cutpoint_truth_##name(c));                         \
  }
TEST(isupper)
TEST(islower)
TEST(isalpha)
TEST(isdigit)
TEST(isxdigit)
TEST(isspace)
TEST(isprint)
TEST(isgraph)
TEST(isblank)
TEST(iscntrl)
TEST(ispunct)
TEST(isalnum)
TEST(isascii)

int toascii(int c) {
  return c & 127;
}

/* Outside of [-128..255] the argument comes back; below -1 as a byte. */
static int as_byte(int c) {
  return between(-128, c, -2) ? c + 256 : c;
}
int tolower(int c) {
  return upper(c) ? c + 32 : as_byte(c);
}
int toupper(int c) {
  return lower(c) ? c - 32 : as_byte(c);
}

static const unsigned short classes[384] = {
    [128 ... 136] = 0x0002,
    [137] = 0x2003,
    [138 ... 141] = 0x2002,
    [142 ... 159] = 0x0002,
    [160] = 0x6001,
    [161 ... 175] = 0xc004,
    [176 ... 185] = 0xd808,
    [186 ... 192] = 0xc004,
    [193 ... 198] = 0xd508,
    [199 ... 218] = 0xc508,
    [219 ... 224] = 0xc004,
    [225 ... 230] = 0xd608,
    [231 ... 250] = 0xc608,
    [251 ... 254] = 0xc004,
    [255] = 0x0002,
};
static const int to_lower[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139,
    140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151,
    152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163,
    164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,
    188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199,
    200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211,
    212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235,
    236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247,
    248, 249, 250, 251, 252, 253, 254, -1, 0, 1, 2, 3,
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
    40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107,
    108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119,
    120, 121, 122, 91, 92, 93, 94, 95, 96, 97, 98, 99,
    100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123,
    124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135,
    136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147,
    148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171,
    172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183,
    184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195,
    196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219,
    220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231,
    232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243,
    244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255};
static const int to_upper[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139,
    140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151,
    152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163,
    164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
    176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,
    188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199,
    200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211,
    212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
    224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235,
    236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247,
    248, 249, 250, 251, 252, 253, 254, -1, 0, 1, 2, 3,
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39,
    40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
    64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75,
    76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87,
    88, 89, 90, 91, 92, 93, 94, 95, 96, 65, 66, 67,
    68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
    80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 123,
    124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135,
    136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147,
    148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
    160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171,
    172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183,
    184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195,
    196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
    208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219,
    220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231,
    232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243,
    244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255};
static const unsigned short *classes_at_0 = classes + 128;
static const int *to_lower_at_0 = to_lower + 128;
static const int *to_upper_at_0 = to_upper + 128;

const unsigned short **__ctype_b_loc(void) {
  return &classes_at_0;
}
const int **__ctype_tolower_loc(void) {
  return &to_lower_at_0;
}
const int **__ctype_toupper_loc(void) {
  return &to_upper_at_0;
}
