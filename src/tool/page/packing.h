/* SPDX-License-Identifier: MIT */
/*
 * packing: bytes in the forms that a page takes them in.
 */
#ifndef TOOL_PACKING_H
#define TOOL_PACKING_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"

/* Adds the bytes in base64 (RFC 4648), with padding. */
void tool_packing_base64(struct us_writer *out, const uint8_t *bytes, size_t size);
/* Adds the bytes compressed as zlib does (RFC 1950). */
void tool_packing_deflated(struct us_writer *out, const uint8_t *bytes, size_t size);

#endif
