/* SPDX-License-Identifier: MIT */
#include "base/sha256.h"
#include "witness/write.h"
#include "unit/unit.h"

TEST(report_sha256_of_known_texts) {
  char hex[65], text[200];
  sha256_hex(hex, "", 0);
  CHECK(strcmp(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7"
                    "852b855") == 0);
  sha256_hex(hex, "abc", 3);
  CHECK(strcmp(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f"
                    "20015ad") == 0);
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  sha256_hex(hex, two, strlen(two)); /* the length needs a block of its own */
  CHECK(strcmp(hex, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd41"
                    "9db06c1") == 0);
  memset(text, 'a', sizeof text);
  sha256_hex(hex, text, 64);
  CHECK(strncmp(hex, "ffe054fe7ae0cb6d", 16) == 0);
}
