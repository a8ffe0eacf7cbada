/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 of the examples of NIST ("Descriptions of SHA-256", appendix B of FIPS 180-2), and of one
 * text in pieces of every size.
 */
#include <stdio.h>
#include <string.h>

#include "tool/run_folder/sha256.h"

static int failures;

static void check(const char *what, const char *found, const char *wanted)
{
    if (strcmp(found, wanted) == 0)
        return;
    printf("FAILED: %s: %s, not %s\n", what, found, wanted);
    failures++;
}

static void check_text(const char *text, const char *wanted)
{
    char found[TOOL_SHA256_TEXT];
    for (size_t piece = 1; piece <= 130; piece++) {
        struct tool_sha256 hash;
        size_t size = strlen(text);
        tool_sha256_init(&hash);
        for (size_t at = 0; at < size; at += piece)
            tool_sha256_add(&hash, text + at, size - at < piece ? size - at : piece);
        tool_sha256_finish(&hash, found);
        check(text, found, wanted);
    }
}

int main(void)
{
    char found[TOOL_SHA256_TEXT];
    struct tool_sha256 hash;
    check_text("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_text("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    tool_sha256_init(&hash);
    for (int i = 0; i < 1000000; i++)
        tool_sha256_add(&hash, "a", 1);
    tool_sha256_finish(&hash, found);
    check("a million of a", found,
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    return failures > 0;
}
