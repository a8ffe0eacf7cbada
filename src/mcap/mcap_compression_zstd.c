/* SPDX-License-Identifier: MIT */
#include "mcap/mcap_record.h"

#include <stdlib.h>
#include <zstd.h>

bool us_mcap_can_decompress(struct us_mcap_text compression)
{
    return us_mcap_text_is(compression, "zstd");
}

bool us_mcap_decompress(const uint8_t *bytes, uint64_t size, uint8_t *out, uint64_t out_size)
{
    size_t got = ZSTD_decompress(out, (size_t)out_size, bytes, (size_t)size);
    return !ZSTD_isError(got) && got == out_size;
}

bool us_mcap_compress(const uint8_t *bytes, uint64_t size, int level, struct us_writer *out,
                      uint64_t *out_size)
{
    size_t most = ZSTD_compressBound((size_t)size);
    uint8_t *buffer = malloc(most);
    *out_size = 0;
    if (buffer == NULL)
        return false;
    size_t made = ZSTD_compress(buffer, most, bytes, (size_t)size, level);
    if (!ZSTD_isError(made)) {
        us_writer_put(out, buffer, made);
        *out_size = made;
    }
    free(buffer);
    return !ZSTD_isError(made);
}
