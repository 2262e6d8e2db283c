/* SPDX-License-Identifier: MIT
 *
 * SHA-256 (FIPS 180-4). */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

/* SHA-256 as 64 hexadecimal digits. */
void sha256_hex(char hex[65], const void *bytes, size_t n);

#endif
