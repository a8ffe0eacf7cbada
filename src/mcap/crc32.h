/* SPDX-License-Identifier: MIT */
/*
 * crc32: the checksum of MCAP files, which is that of zlib and PNG (polynomial 0xedb88320).
 */
#ifndef US_CRC32_H
#define US_CRC32_H

#include <stdint.h>

/* The checksum of bytes that follow other bytes, whose checksum is `before`; 0 if there are none.
 */
uint32_t us_crc32(uint32_t before, const void *bytes, uint64_t size);

#endif
