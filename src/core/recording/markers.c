/* SPDX-License-Identifier: MIT */
#include "core/recording/markers.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "core/base/bytes.h"
#include "core/recording/format.h"

uint64_t us_walk_left(const struct us_walk *walk)
{
    return walk->file->size - walk->offset;
}

const uint8_t *us_walk_read(struct us_walk *walk, uint64_t count, uint64_t ahead)
{
    if (count > us_walk_left(walk))
        return NULL;
    if (walk->offset < walk->window_begin || walk->offset + count > walk->window_end) {
        uint64_t wanted = count + ahead < US_WALK_WINDOW ? count + ahead : US_WALK_WINDOW;
        uint64_t got = wanted < us_walk_left(walk) ? wanted : us_walk_left(walk);
        if (!us_file_get(walk->file, walk->offset, walk->window, got))
            return NULL;
        walk->window_begin = walk->offset;
        walk->window_end = walk->offset + got;
    }
    const uint8_t *at = walk->window + (walk->offset - walk->window_begin);
    walk->offset += count;
    return at;
}

enum us_result us_walk_read_failed(struct us_walk *walk)
{
    return us_result_fail(walk->error, US_ERROR_FILE, walk->offset, NULL,
                          "the file cannot be read, or became shorter meanwhile");
}

/* The length of a string: 7 bits a byte, low first, at most 5 bytes, and no more bytes than it
 * needs. Where the file ends in it, it is more than is left. */
static bool read_string_length(struct us_walk *walk, uint32_t *out_length)
{
    uint64_t length = 0;
    for (unsigned i = 0; i < 5; i++) {
        const uint8_t *byte = us_walk_read(walk, 1, US_WALK_WINDOW);
        *out_length = UINT32_MAX;
        if (byte == NULL)
            return us_walk_left(walk) == 0;
        length |= (uint64_t)(*byte & 0x7f) << (7 * i);
        if ((*byte & 0x80) == 0) {
            *out_length = (uint32_t)length;
            return length <= INT32_MAX && (*byte != 0 || i == 0);
        }
    }
    return false;
}

static enum us_result no_memory(struct us_walk *walk)
{
    return us_result_fail(walk->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory for the markers");
}

static enum us_result repair_name(struct us_walk *walk, struct us_recording *recording,
                                  struct us_marker *marker)
{
    const uint8_t *bytes = (const uint8_t *)marker->name;
    if (us_format_is_text(bytes, marker->name_length))
        return US_OK;
    uint32_t length = us_format_repair_text(bytes, marker->name_length, NULL);
    char *repaired = malloc((size_t)length + 1);
    if (repaired == NULL)
        return no_memory(walk);
    us_format_repair_text(bytes, marker->name_length, repaired);
    repaired[length] = '\0';
    free(marker->name);
    marker->name = repaired;
    marker->name_length = length;
    recording->repaired_names++;
    return US_OK;
}

static enum us_result read_name(struct us_walk *walk, struct us_recording *recording,
                                struct us_marker *marker, uint64_t *room)
{
    uint64_t byte = walk->offset;
    uint32_t length;
    if (!read_string_length(walk, &length))
        return us_result_fail(walk->error, US_ERROR_TEXT, byte, NULL,
                              "a marker's name has an impossible length");
    if (length > us_walk_left(walk))
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, byte, NULL,
                              "the file ends inside the name of a marker; it was cut short, copy "
                              "or record it again");
    if (length > *room)
        return us_result_fail(walk->error, US_ERROR_COUNT, byte, NULL,
                              "the markers' names are longer than %d bytes together, which is more "
                              "than is read; record with fewer markers",
                              US_MARKERS_NAMES_MOST);
    *room -= length;
    marker->name = malloc((size_t)length + 1);
    if (marker->name == NULL)
        return no_memory(walk);
    marker->name_length = length;
    if (!us_file_get(walk->file, walk->offset, marker->name, length))
        return us_walk_read_failed(walk);
    walk->offset += length;
    marker->name[length] = '\0';
    return repair_name(walk, recording, marker);
}

static enum us_result read_marker(struct us_walk *walk, struct us_recording *recording,
                                  struct us_marker *marker, uint64_t *room)
{
    uint64_t byte = walk->offset;
    const uint8_t *time = us_walk_read(walk, 4, US_WALK_WINDOW);
    if (time == NULL)
        return us_result_fail(walk->error, US_ERROR_TRUNCATED, byte, NULL,
                              "the file ends inside the marker list");
    marker->time_s = us_bytes_load_f32(time);
    if (!isfinite(marker->time_s))
        return us_result_fail(walk->error, US_ERROR_NOT_FINITE, byte, NULL,
                              "a marker's time is not a finite number");
    return read_name(walk, recording, marker, room);
}

/* Reads the number of markers, and checks that the rest of the file has room for them. */
static enum us_result read_count(struct us_walk *walk, uint32_t *out_count)
{
    uint64_t byte = walk->offset;
    uint64_t room = us_walk_left(walk);
    const uint8_t *head_bytes = us_walk_read(walk, 4, US_WALK_WINDOW);
    int32_t count = head_bytes != NULL ? (int32_t)us_bytes_load_u32(head_bytes) : -1;
    if (count < 0 || (uint64_t)count > us_walk_left(walk) / US_FORMAT_MARKER_MIN_SIZE)
        return us_result_fail(walk->error, US_ERROR_TRAILING, byte, NULL,
                              "%" PRIu64 " bytes follow the last curve and are no marker list; "
                              "the file is damaged or of a kind that is not known",
                              room);
    /* The list would fill the rest of the file, so no other layout reads further. */
    if (count > US_MARKERS_MOST)
        walk->offset = walk->file->size;
    if (count > US_MARKERS_MOST)
        return us_result_fail(walk->error, US_ERROR_COUNT, byte, NULL,
                              "there are %" PRId32 " markers; no more than %d are read, so record "
                              "with fewer",
                              count, US_MARKERS_MOST);
    *out_count = (uint32_t)count;
    return US_OK;
}

enum us_result us_markers_read(struct us_walk *walk, struct us_recording *recording)
{
    uint32_t count = 0;
    uint64_t room = US_MARKERS_NAMES_MOST;
    recording->layout.has_markers = us_walk_left(walk) > 0;
    if (!recording->layout.has_markers)
        return US_OK;
    enum us_result result = read_count(walk, &count);
    if (result == US_OK && count > 0) {
        recording->markers = calloc(count, sizeof *recording->markers);
        if (recording->markers == NULL)
            return no_memory(walk);
    }
    for (uint32_t i = 0; i < count && result == US_OK; i++) {
        recording->marker_count++;
        result = read_marker(walk, recording, &recording->markers[i], &room);
    }
    if (result == US_OK && us_walk_left(walk) > 0)
        result = us_result_fail(walk->error, US_ERROR_TRAILING, walk->offset, NULL,
                                "%" PRIu64 " bytes are left over behind the marker list",
                                us_walk_left(walk));
    return result;
}
