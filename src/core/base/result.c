/* SPDX-License-Identifier: MIT */
#include "core/base/result.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

const char *us_result_name(enum us_result result)
{
    static const char *const names[] = {
        [US_OK] = "ok",
        [US_ERROR_USAGE] = "usage",
        [US_ERROR_MEMORY] = "out of memory",
        [US_ERROR_FILE] = "file",
        [US_ERROR_EMPTY] = "empty",
        [US_ERROR_MAGIC] = "not an input animation",
        [US_ERROR_VERSION] = "newer version",
        [US_ERROR_TRUNCATED] = "truncated",
        [US_ERROR_TRAILING] = "trailing bytes",
        [US_ERROR_COUNT] = "impossible count",
        [US_ERROR_NOT_FINITE] = "not finite",
        [US_ERROR_UNSORTED] = "unsorted times",
        [US_ERROR_TEXT] = "malformed text",
        [US_ERROR_NOTHING] = "nothing to play",
    };
    return (unsigned)result < sizeof names / sizeof names[0] ? names[result] : "unknown";
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
