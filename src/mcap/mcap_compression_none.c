/* SPDX-License-Identifier: MIT */
/* For programs that link no compression library. */
#include "mcap/mcap_record.h"

bool us_mcap_can_decompress(struct us_mcap_text compression)
{
    (void)compression;
    return false;
}

bool us_mcap_decompress(const uint8_t *bytes, uint64_t size, uint8_t *out, uint64_t out_size)
{
    (void)bytes, (void)size, (void)out, (void)out_size;
    return false;
}

bool us_mcap_compress(const uint8_t *bytes, uint64_t size, int level, struct us_writer *out,
                      uint64_t *out_size)
{
    (void)bytes, (void)size, (void)level, (void)out;
    *out_size = 0;
    return false;
}
