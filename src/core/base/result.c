/* SPDX-License-Identifier: MIT */
#include "core/base/result.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *us_result_name(enum us_result result)
{
    switch (result) {
    case US_OK:
        return "ok";
    case US_ERROR_USAGE:
        return "usage";
    case US_ERROR_MEMORY:
        return "out of memory";
    case US_ERROR_FILE:
        return "file";
    case US_ERROR_EMPTY:
        return "empty";
    case US_ERROR_MAGIC:
        return "not an input animation";
    case US_ERROR_VERSION:
        return "newer version";
    case US_ERROR_TRUNCATED:
        return "truncated";
    case US_ERROR_TRAILING:
        return "trailing bytes";
    case US_ERROR_COUNT:
        return "impossible count";
    case US_ERROR_NOT_FINITE:
        return "not finite";
    case US_ERROR_UNSORTED:
        return "unsorted times";
    case US_ERROR_TEXT:
        return "malformed text";
    case US_ERROR_NOTHING:
        return "nothing to play";
    }
    return "unknown";
}

enum us_result us_result_fail(struct us_error *error, enum us_result result, uint64_t byte,
                              const char *curve, const char *format, ...)
{
    if (error != NULL) {
        error->result = result;
        error->byte = byte;
        snprintf(error->curve, sizeof error->curve, "%s", curve != NULL ? curve : "");
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return result;
}

enum us_result us_result_no_memory(struct us_error *error)
{
    return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
}

int us_error_describe(const struct us_error *error, char *out, unsigned out_size)
{
    char where[US_ERROR_CURVE_SIZE + 40] = "";
    bool has_byte = error->byte != US_NO_BYTE;
    if (error->curve[0] != '\0' && has_byte)
        snprintf(where, sizeof where, " (in %s, at byte %" PRIu64 ")", error->curve, error->byte);
    else if (error->curve[0] != '\0')
        snprintf(where, sizeof where, " (in %s)", error->curve);
    else if (has_byte)
        snprintf(where, sizeof where, " (at byte %" PRIu64 ")", error->byte);
    int length = snprintf(out, out_size, "%s%s", error->text, where);
    if (length < 0 || out_size == 0)
        return 0;
    return (unsigned)length < out_size ? length : (int)out_size - 1;
}
