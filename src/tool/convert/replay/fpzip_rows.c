/* SPDX-License-Identifier: MIT */
#include "tool/convert/replay/fpzip_rows.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/search.h"

enum { SHARE_BITS = 16, SHARES = 1 << SHARE_BITS, PERIOD = 1024, PIECE_BITS = 16 };

/*
 * What a range coder with an adaptive model wrote. Any bytes may come: they are damaged, or become
 * symbols of the model.
 */

/* ---- Bytes ---- */

static void take_bytes(struct tool_range_code *code, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *at = code->from->at < code->end ? tool_window_take(code->from, 1) : NULL;
        code->is_cut |= at == NULL;
        code->code = code->code << 8 | (at != NULL ? *at : 0u);
        code->low <<= 8;
    }
}

/* Takes the bytes in whose place the interval is known. */
static void settle(struct tool_range_code *code)
{
    while (((code->low ^ (code->low + code->range)) >> 24) == 0 && code->range != 0) {
        take_bytes(code, 1);
        code->range <<= 8;
    }
    if (code->range >> 16 == 0) { /* it is small, and a carry could come: it is cut to avoid it */
        take_bytes(code, 2);
        code->range = 0u - code->low;
    }
}

/* In which part of the interval the code is, if it has parts of `size`; at most `count` - 1. */
static uint32_t find_part(struct tool_range_code *code, uint32_t size, uint32_t count)
{
    const uint32_t part = size != 0 ? (code->code - code->low) / size : count;
    code->is_damaged |= part >= count;
    return code->is_damaged ? 0 : part;
}

/* Begins at the window's place. */
static void begin_code(struct tool_range_code *code, struct tool_window *from, uint64_t end)
{
    *code = (struct tool_range_code){.from = from, .end = end, .range = UINT32_MAX};
    take_bytes(code, 4);
}

/* The next number of so many bits, up to 64; 0 after damage. */
static uint64_t take_bits(struct tool_range_code *code, unsigned bits)
{
    uint64_t value = 0;
    unsigned known = 0;
    do {
        const unsigned piece = bits - known < PIECE_BITS ? bits - known : PIECE_BITS;
        code->range >>= piece;
        const uint32_t part = find_part(code, code->range, 1u << piece);
        if (code->is_damaged)
            return 0;
        code->low += code->range * part;
        settle(code);
        value |= (uint64_t)part << known;
        known += piece;
    } while (known < bits);
    return value;
}

/* ---- Symbols ---- */

/* Every so many symbols, shares that grew become likelihoods, and half of them stay. */
static void adapt(struct tool_range_model *model)
{
    uint32_t below = SHARES, rest = SHARES;
    if (model->more > 0) {
        model->left = model->more;
        model->more = 0;
        model->step++;
        return;
    }
    model->period = model->period * 2 < PERIOD ? model->period * 2 : PERIOD;
    for (unsigned i = model->count; i-- > 0;) {
        below -= model->shares[i];
        model->below[i] = below;
        model->shares[i] = model->shares[i] >> 1 | 1;
        rest -= model->shares[i];
    }
    model->step = rest / model->period;
    model->more = rest % model->period;
    model->left = model->period - model->more;
}

/* `count` is 3 to TOOL_RANGE_SYMBOLS_MOST. */
static void begin_model(struct tool_range_model *model, unsigned count)
{
    *model = (struct tool_range_model){.count = count, .period = (count >> 4) | 2};
    for (unsigned i = 0; i < count; i++)
        model->shares[i] = SHARES / count + (i < SHARES % count);
    model->below[count] = SHARES;
    adapt(model);
}

/* The next symbol, below the model's count; 0 after damage. */
static unsigned take_symbol(struct tool_range_code *code, struct tool_range_model *model)
{
    code->range >>= SHARE_BITS;
    const uint32_t share = find_part(code, code->range, SHARES);
    if (code->is_damaged)
        return 0;
    struct us_search search = {.high = model->count, .wants_last = true};
    while (us_search_next(&search))
        us_search_narrow(&search, model->below[search.middle] <= share);
    const unsigned symbol = (unsigned)search.low;
    code->low += code->range * model->below[symbol];
    code->range *= model->below[symbol + 1] - model->below[symbol];
    if (model->left == 0)
        adapt(model);
    model->left--;
    model->shares[symbol] += model->step;
    settle(code);
    return symbol;
}

enum { FORMAT = 0x0110, FAST = 1, SAFE = 2 }; /* the version, and how predictions are computed */
/* A row whose first number is not that of the row before takes a bit at least. */
enum { ROWS_OF_A_BYTE = 8 };

/* ---- The header ---- */

struct header {
    uint64_t magic, format, arithmetic, is_double, precision, sizes[4];
};

static struct header take_header(struct tool_range_code *code)
{
    struct header header = {0};
    for (unsigned i = 0; i < 4; i++)
        header.magic = header.magic << 8 | take_bits(code, 8);
    header.format = take_bits(code, 16);
    header.arithmetic = take_bits(code, 8);
    header.is_double = take_bits(code, 1);
    header.precision = take_bits(code, 7);
    for (unsigned i = 0; i < 4; i++)
        header.sizes[i] = take_bits(code, 32);
    return header;
}

static enum us_result check(const struct tool_fpzip *array, const struct header *header,
                            uint64_t size, struct us_error *error)
{
    const uint64_t *sizes = header->sizes;
    const uint64_t begin = array->begin;
    if (array->code.is_cut || array->code.is_damaged || header->magic != 0x66707a00)
        return us_result_fail(error, US_ERROR_MAGIC, begin, NULL,
                              "this is no array of fpzip, or it is damaged; get the whole file");
    if (header->format != FORMAT || (header->arithmetic != FAST && header->arithmetic != SAFE))
        return us_result_fail(error, US_ERROR_VERSION, begin, NULL,
                              "the array is of fpzip's format %" PRIx64 ".%" PRIu64
                              ", and only 110.1 and 110.2 can be read",
                              header->format, header->arithmetic);
    if (header->precision != 0 && header->precision != array->width)
        return us_result_fail(error, US_ERROR_COUNT, begin, NULL,
                              "the array keeps %" PRIu64 " bits of each number, and only whole "
                              "numbers of %u bits can be read",
                              header->precision, array->width);
    if (sizes[2] != 1 || sizes[3] != 1 || sizes[0] == 0 || sizes[0] > TOOL_FPZIP_COLUMNS_MOST ||
        sizes[1] > TOOL_FPZIP_ROWS_MOST)
        return us_result_fail(error, US_ERROR_COUNT, begin, NULL,
                              "the array is of %" PRIu64 " times %" PRIu64 " times %" PRIu64
                              " times %" PRIu64 " numbers; only up to %d rows of up to %d numbers "
                              "can be read",
                              sizes[3], sizes[2], sizes[1], sizes[0], TOOL_FPZIP_ROWS_MOST,
                              TOOL_FPZIP_COLUMNS_MOST);
    if (sizes[1] / ROWS_OF_A_BYTE > size)
        return us_result_fail(error, US_ERROR_TRUNCATED, begin, NULL,
                              "the array says that it has %" PRIu64 " rows, which its %" PRIu64
                              " bytes cannot hold; get the whole file",
                              sizes[1], size);
    return US_OK;
}

enum us_result tool_fpzip_open(struct tool_fpzip *array, struct tool_window *window, uint64_t begin,
                               uint64_t size, struct us_error *error)
{
    memset(array, 0, sizeof *array);
    array->begin = window->at = begin;
    begin_code(&array->code, window, begin + size);
    const struct header header = take_header(&array->code);
    array->width = header.is_double != 0 ? 64 : 32;
    enum us_result result = check(array, &header, size, error);
    if (result != US_OK)
        return result;
    array->columns = (uint32_t)header.sizes[0];
    array->rows = (uint32_t)header.sizes[1];
    tool_fpzip_rewind(array);
    return US_OK;
}

void tool_fpzip_rewind(struct tool_fpzip *array)
{
    array->code.from->at = array->begin;
    array->row = 0;
    memset(array->above, 0, sizeof array->above);
    begin_code(&array->code, array->code.from, array->code.end);
    (void)take_header(&array->code);
    begin_model(&array->model, 2 * array->width + 1);
}

/* ---- Numbers ---- */

static float to_float(uint64_t bits)
{
    const uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
}

static double to_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* What is expected between the numbers before and above. Each sum is rounded on its own; the zeros,
 * of the plane before, turn -0 into 0. */
static uint64_t predict(unsigned width, uint64_t before, uint64_t above, uint64_t corner)
{
    uint64_t bits = 0;
    uint32_t half;
    if (width == 64) {
        double sum = to_double(before) + to_double(above);
        sum = sum + 0.0;
        sum = sum - to_double(corner);
        sum = sum + 0.0;
        memcpy(&bits, &sum, sizeof bits);
        return bits;
    }
    float sum = to_float(before) + to_float(above);
    sum = sum + 0.0f;
    sum = sum - to_float(corner);
    sum = sum + 0.0f;
    memcpy(&half, &sum, sizeof half);
    return half;
}

static uint64_t ones(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* The bits of a number as a place in the order of all numbers, and back. */
static uint64_t to_order(unsigned width, uint64_t bits)
{
    const uint64_t turned = ~bits & ones(width);
    return turned >> (width - 1) != 0 ? turned ^ ones(width - 1) : turned;
}

static uint64_t from_order(unsigned width, uint64_t order)
{
    const uint64_t turned = order >> (width - 1) != 0 ? order ^ ones(width - 1) : order;
    return ~turned & ones(width);
}

/* A symbol says how long the distance from what was expected is, in bits, and on which side. */
static uint64_t take_number(struct tool_fpzip *array, uint64_t expected)
{
    const unsigned width = array->width, symbol = take_symbol(&array->code, &array->model);
    if (symbol == width)
        return expected;
    const unsigned bits = symbol > width ? symbol - width - 1 : width - 1 - symbol;
    const uint64_t distance = (UINT64_C(1) << bits) + take_bits(&array->code, bits);
    const uint64_t order = to_order(width, expected);
    return from_order(width, (symbol > width ? order + distance : order - distance) & ones(width));
}

enum us_result tool_fpzip_next(struct tool_fpzip *array, double out[], struct us_error *error)
{
    uint64_t before = 0, corner = 0;
    for (uint32_t i = 0; i < array->columns; i++) {
        const uint64_t above = array->above[i];
        before = take_number(array, predict(array->width, before, above, corner));
        array->above[i] = before;
        corner = above;
        out[i] = array->width == 64 ? to_double(before) : (double)to_float(before);
    }
    if (array->code.is_cut || array->code.is_damaged)
        return us_result_fail(error, US_ERROR_TRUNCATED, array->begin, NULL,
                              "the array that begins here is cut or damaged in row %" PRIu32
                              " of %" PRIu32 "; get the whole file",
                              array->row, array->rows);
    array->row++;
    return US_OK;
}
