/* SPDX-License-Identifier: MIT */
#include "tool/view/recording_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/grow.h"
#include "tool/cli/json.h"

int tool_track_set_add(struct tool_track_set *set, enum tool_track_kind kind, double step,
                       int follows, const char *name)
{
    if (!US_GROW(set->list, set->count)) {
        set->is_failed = true;
        return TOOL_TRACK_NONE;
    }
    struct tool_track *track = &set->list[set->count];
    *track = (struct tool_track){.kind = kind, .step = step, .follows = follows};
    snprintf(track->name, sizeof track->name, "%s", name);
    return (int)set->count++;
}

/* The page keeps values in 32 bits. */
static int64_t quantise(double value, double step)
{
    const double most = 1073741823.0;
    double units = isfinite(value) ? value / step : 0.0;
    return llround(fmin(fmax(units, -most), most));
}

/* The integer as a varint, 7 bits a byte, lowest first; its sign is in the lowest bit (zigzag). */
static void add_varint(struct us_writer *out, int64_t value)
{
    uint64_t rest = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
    for (; rest >= 0x80; rest >>= 7)
        us_writer_u8(out, (uint8_t)(rest | 0x80));
    us_writer_u8(out, (uint8_t)rest);
}

void tool_track_set_put(struct tool_track_set *set, int index, double value)
{
    if (index == TOOL_TRACK_NONE || set->is_failed)
        return;
    struct tool_track *track = &set->list[index];
    int64_t units = quantise(value, track->step);
    int64_t change = units - track->last;
    if (track->kind == TOOL_TRACK_SMOOTH) {
        int64_t expected =
            track->follows != TOOL_TRACK_NONE ? set->list[track->follows].last_change : 0;
        add_varint(&track->bytes, change - expected);
    } else if (change != 0) {
        add_varint(&track->bytes, (int64_t)set->rows - (int64_t)track->last_row);
        add_varint(&track->bytes, change);
        track->last_row = set->rows;
    }
    track->last = units;
    track->last_change = change;
}

void tool_track_set_end_row(struct tool_track_set *set)
{
    set->rows++;
}

cJSON *tool_track_set_write(const struct tool_track_set *set, struct us_writer *out)
{
    cJSON *array = cJSON_CreateArray();
    for (uint32_t i = 0; i < set->count; i++) {
        const struct tool_track *track = &set->list[i];
        cJSON *object = cJSON_CreateObject();
        tool_json_add_text(object, "name", track->name);
        cJSON_AddStringToObject(object, "kind",
                                track->kind == TOOL_TRACK_SMOOTH ? "smooth" : "steps");
        cJSON_AddNumberToObject(object, "step", track->step);
        cJSON_AddNumberToObject(object, "follows", track->follows);
        cJSON_AddNumberToObject(object, "bytes", (double)track->bytes.size);
        cJSON_AddItemToArray(array, object);
        us_writer_put(out, track->bytes.bytes, track->bytes.size);
        out->failed = out->failed || track->bytes.failed || set->is_failed;
    }
    return array;
}

void tool_track_set_finish(struct tool_track_set *set)
{
    for (uint32_t i = 0; i < set->count; i++)
        us_writer_finish(&set->list[i].bytes);
    free(set->list);
    *set = (struct tool_track_set){0};
}
