/* SPDX-License-Identifier: MIT */
#include "mcap/crc32.h"

#include "core/base/bytes.h"
#include "platform/thread.h"

/* Table k advances a byte that is followed by k others, so that eight bytes take one step. */
enum { TABLES = 8 };
static uint32_t tables[TABLES][256];
static struct us_once once = US_ONCE_INIT;

static void make_tables(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (int bit = 0; bit < 8; bit++)
            value = (value & 1) != 0 ? value >> 1 ^ UINT32_C(0xedb88320) : value >> 1;
        tables[0][byte] = value;
    }
    for (int k = 1; k < TABLES; k++)
        for (uint32_t byte = 0; byte < 256; byte++)
            tables[k][byte] = tables[k - 1][byte] >> 8 ^ tables[0][tables[k - 1][byte] & 0xff];
}

uint32_t us_crc32(uint32_t before, const void *bytes, uint64_t size)
{
    const uint8_t *at = bytes;
    uint32_t value = ~before;
    us_once_run(&once, make_tables);
    for (; size >= 8; size -= 8, at += 8) {
        uint32_t low = value ^ us_bytes_load_u32(at), high = us_bytes_load_u32(at + 4);
        value = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff] ^
                tables[4][low >> 24] ^ tables[3][high & 0xff] ^ tables[2][high >> 8 & 0xff] ^
                tables[1][high >> 16 & 0xff] ^ tables[0][high >> 24];
    }
    for (; size > 0; size--, at++)
        value = value >> 8 ^ tables[0][(value ^ *at) & 0xff];
    return ~value;
}
