/* SPDX-License-Identifier: MIT */
#include "tool/convert/xror/range_code.h"

enum { SHARE_BITS = 16, SHARES = 1 << SHARE_BITS, PERIOD = 1024, PIECE_BITS = 16 };

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

void tool_range_begin(struct tool_range_code *code, struct tool_window *from, uint64_t end)
{
    *code = (struct tool_range_code){.from = from, .end = end, .range = UINT32_MAX};
    take_bytes(code, 4);
}

uint64_t tool_range_bits(struct tool_range_code *code, unsigned bits)
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

void tool_range_model_begin(struct tool_range_model *model, unsigned count)
{
    *model = (struct tool_range_model){.count = count, .period = (count >> 4) | 2};
    for (unsigned i = 0; i < count; i++)
        model->shares[i] = SHARES / count + (i < SHARES % count);
    model->below[count] = SHARES;
    adapt(model);
}

unsigned tool_range_symbol(struct tool_range_code *code, struct tool_range_model *model)
{
    unsigned first = 0, behind = model->count;
    code->range >>= SHARE_BITS;
    const uint32_t share = find_part(code, code->range, SHARES);
    if (code->is_damaged)
        return 0;
    while (first + 1 < behind) {
        const unsigned middle = (first + behind) / 2;
        if (share < model->below[middle])
            behind = middle;
        else
            first = middle;
    }
    code->low += code->range * model->below[first];
    code->range *= model->below[first + 1] - model->below[first];
    if (model->left == 0)
        adapt(model);
    model->left--;
    model->shares[first] += model->step;
    settle(code);
    return first;
}
