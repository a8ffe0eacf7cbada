/* SPDX-License-Identifier: MIT */
/*
 * xror: an Extended Reality Open Recording (XROR) as a session recording (docs/formats.md), in
 * bounded memory. Errors name the byte.
 * One thread.
 */
#include <inttypes.h>
#include <string.h>

#include "tool/convert/base/format.h"
#include "tool/convert/replay/bson.h"
#include "tool/convert/replay/fpzip_rows.h"
#include "tool/convert/replay/replay.h"

enum { PARTS = 3, AXES = 7, TEXT_SIZE = 256 };

/* Where in a row a head or hand is: x, y, z and the quaternion's x, y, z, w. All 0: it is nowhere.
 */
struct xror_part {
    unsigned columns[AXES];
};

struct xror {
    struct tool_replay replay; /* the first member */
    struct tool_fpzip frames;
    struct xror_part parts[PARTS]; /* head, left hand, right hand */
    unsigned columns;              /* of all devices, and the time */
    unsigned other_devices;        /* that are no such part */
    unsigned offsets;              /* parts that have some */
    uint64_t event_kinds;          /* of which some happened */
    char modifiers[TEXT_SIZE];     /* of Beat Saber: "FS,GN" */
    double speed;                  /* of the song, in practice mode; or 0 */
};

enum { HEAD, LEFT, RIGHT };
enum { AXIS_SIZE = 4, WORD_SIZE = 32 };
static const char *const axes[AXES] = {"x", "y", "z", "i", "j", "k", "1"};

/* ---- Devices ---- */

struct device {
    char type[WORD_SIZE], joint[WORD_SIZE];
    struct xror_part part;
    bool has_offsets;
};

static enum us_result take_axes(struct xror *xror, struct tool_bson list, struct xror_part *part,
                                struct us_error *error)
{
    struct tool_bson_element element;
    char name[AXIS_SIZE];
    bool is_end = false;
    for (;;) {
        enum us_result result = tool_bson_next(&list, &element, &is_end, error);
        if (result != US_OK || is_end)
            return result;
        if (xror->columns == TOOL_FPZIP_COLUMNS_MOST)
            return us_result_fail(error, US_ERROR_COUNT, element.at, NULL,
                                  "the devices of the recording have more than %d axes in all",
                                  TOOL_FPZIP_COLUMNS_MOST - 1);
        tool_bson_text(&list, &element, name, sizeof name);
        for (unsigned i = 0; i < AXES; i++)
            if (strcmp(name, axes[i]) == 0)
                part->columns[i] = xror->columns;
        xror->columns++;
    }
}

static bool is_whole(const struct xror_part *part)
{
    for (unsigned i = 0; i < AXES; i++)
        if (part->columns[i] == 0)
            return false;
    return true;
}

/* The part that a device is, if it is one that is not there yet. */
static void place_device(struct xror *xror, const struct device *device)
{
    unsigned part = PARTS;
    if (strcmp(device->joint, "HEAD") == 0 || strcmp(device->type, "HMD") == 0)
        part = HEAD;
    else if (strcmp(device->joint, "HAND_LEFT") == 0)
        part = LEFT;
    else if (strcmp(device->joint, "HAND_RIGHT") == 0)
        part = RIGHT;
    if (part == PARTS || is_whole(&xror->parts[part]) || !is_whole(&device->part)) {
        xror->other_devices++;
        return;
    }
    xror->parts[part] = device->part;
    xror->offsets += device->has_offsets;
}

static enum us_result take_device(struct xror *xror, struct tool_bson document,
                                  struct us_error *error)
{
    struct device device = {.type = ""};
    struct tool_bson_element element;
    struct tool_bson list;
    bool is_end = false;
    for (;;) {
        enum us_result result = tool_bson_next(&document, &element, &is_end, error);
        if (result == US_OK && is_end)
            break;
        if (result == US_OK && strcmp(element.name, "type") == 0)
            tool_bson_text(&document, &element, device.type, sizeof device.type);
        if (result == US_OK && strcmp(element.name, "joint") == 0)
            tool_bson_text(&document, &element, device.joint, sizeof device.joint);
        if (result == US_OK && strcmp(element.name, "axes") == 0 &&
            element.type == TOOL_BSON_ARRAY) {
            result = tool_bson_open(&list, document.window, element.at, element.size, error);
            if (result == US_OK)
                result = take_axes(xror, list, &device.part, error);
        }
        device.has_offsets |= result == US_OK && strcmp(element.name, "offsets") == 0;
        if (result != US_OK)
            return result;
    }
    place_device(xror, &device);
    return US_OK;
}

static enum us_result take_devices(struct xror *xror, struct tool_bson all, struct us_error *error)
{
    struct tool_bson_element element;
    struct tool_bson device;
    bool is_end = false;
    enum us_result result =
        tool_bson_enter(&all, (const char *const[]){"info", "hardware", "devices", NULL}, error);
    for (xror->columns = 1; result == US_OK;) {
        result = tool_bson_next(&all, &element, &is_end, error);
        if (result != US_OK || is_end)
            break;
        if (element.type != TOOL_BSON_DOCUMENT)
            continue;
        result = tool_bson_open(&device, all.window, element.at, element.size, error);
        if (result == US_OK)
            result = take_device(xror, device, error);
    }
    for (unsigned part = 0; part < PARTS; part++)
        if (result != US_OK || is_whole(&xror->parts[part]))
            return result;
    return us_result_fail(error, US_ERROR_NOTHING, all.at, NULL,
                          "none of the recording's devices is a head (joint HEAD) or a hand "
                          "(HAND_LEFT, HAND_RIGHT) with the axes x, y, z, i, j, k and 1: nothing "
                          "would be played");
}

/* ---- Other metadata ---- */

static enum us_result take_activity(struct xror *xror, struct tool_bson all, struct us_error *error)
{
    struct tool_bson_element element;
    bool is_found = false;
    enum us_result result =
        tool_bson_enter(&all, (const char *const[]){"info", "software", "activity", NULL}, error);
    if (result == US_OK)
        result = tool_bson_find(all, "modifiers", &element, &is_found, error);
    if (result == US_OK && is_found)
        tool_bson_text(&all, &element, xror->modifiers, sizeof xror->modifiers);
    if (result == US_OK)
        result = tool_bson_find(all, "speed", &element, &is_found, error);
    if (result == US_OK && is_found)
        xror->speed = tool_bson_number(&all, &element);
    return result;
}

/* Counts the kinds that have data. */
static enum us_result count_events(struct xror *xror, struct tool_bson all, struct us_error *error)
{
    struct tool_bson_element element, data;
    struct tool_bson kind;
    bool is_end = false, has_floats = false, has_others = false;
    enum us_result result = tool_bson_enter(&all, (const char *const[]){"events", NULL}, error);
    while (result == US_OK) {
        result = tool_bson_next(&all, &element, &is_end, error);
        if (result != US_OK || is_end)
            break;
        if (element.type != TOOL_BSON_DOCUMENT)
            continue;
        result = tool_bson_open(&kind, all.window, element.at, element.size, error);
        if (result == US_OK)
            result = tool_bson_find(kind, "floatData", &data, &has_floats, error);
        if (result == US_OK)
            result = tool_bson_find(kind, "otherData", &data, &has_others, error);
        xror->event_kinds += has_floats || has_others;
    }
    return result;
}

/* ---- The file ---- */

static enum us_result take_frames(struct xror *xror, struct tool_bson all, struct us_error *error)
{
    struct tool_bson_element element;
    bool is_found = false;
    enum us_result result = tool_bson_find(all, "frames", &element, &is_found, error);
    if (result == US_OK && (!is_found || element.type != TOOL_BSON_BINARY))
        return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                              "the recording has no 'frames' of compressed numbers: nothing would "
                              "be played");
    if (result == US_OK)
        result =
            tool_fpzip_open(&xror->frames, &xror->replay.window, element.at, element.size, error);
    if (result == US_OK && xror->frames.columns != xror->columns)
        return us_result_fail(error, US_ERROR_COUNT, element.at, NULL,
                              "a frame has %" PRIu32 " numbers, and the time and the axes of the "
                              "devices are %u; the program that made the file made a mistake",
                              xror->frames.columns, xror->columns);
    return result;
}

static enum us_result open_all(struct xror *xror, struct tool_bson *all, struct us_error *error)
{
    const uint64_t size = xror->replay.window.file.size;
    enum us_result result = tool_bson_open(all, &xror->replay.window, 0, size, error);
    if (result == US_OK && all->end + 1 != size)
        return us_result_fail(error, US_ERROR_TRAILING, all->end + 1, NULL,
                              "bytes follow the end of the recording");
    return result;
}

/* Whether a file begins as such a recording does. */
bool tool_xror_is(const char *path)
{
    struct tool_window window;
    struct tool_bson all;
    struct tool_bson_element element;
    char text[TEXT_SIZE] = "";
    bool is_found = false;
    if (tool_window_open(&window, path, TOOL_WINDOW_SIZE, NULL) == US_OK &&
        tool_bson_open(&all, &window, 0, window.file.size, NULL) == US_OK &&
        tool_bson_find(all, "$schema", &element, &is_found, NULL) == US_OK && is_found)
        tool_bson_text(&all, &element, text, sizeof text);
    tool_window_close(&window);
    return strstr(text, "/xror/") != NULL;
}

/* ---- Frames ---- */

/* Without the part, numbers that nobody reads. */
static struct us_pose pose_of(const struct xror_part *part, const double row[])
{
    float values[AXES];
    for (unsigned i = 0; i < AXES; i++)
        values[i] = (float)row[part->columns[i]];
    return (struct us_pose){{values[3], values[4], values[5], values[6]},
                            {values[0], values[1], values[2]}};
}

/* Rows of -1 fill arrays that fpzip could not compress, as they were too short. */
static bool is_filling(const double row[], unsigned columns)
{
    for (unsigned i = 0; i < columns; i++)
        if (row[i] != -1.0)
            return false;
    return true;
}

/* The next frame, without what the file lacks. */
static enum us_result take(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                           struct us_error *error)
{
    struct xror *xror = (struct xror *)replay;
    double row[TOOL_FPZIP_COLUMNS_MOST];
    do {
        *out_end = xror->frames.row == xror->frames.rows;
        if (*out_end)
            return US_OK;
        enum us_result result = tool_fpzip_next(&xror->frames, row, error);
        if (result != US_OK)
            return result;
    } while (is_filling(row, xror->columns));
    out->time_s = row[0];
    out->head = pose_of(&xror->parts[HEAD], row);
    out->hands[0] = pose_of(&xror->parts[LEFT], row);
    out->hands[1] = pose_of(&xror->parts[RIGHT], row);
    return US_OK;
}

static enum us_result open_file(struct tool_convert_feed *feed, struct us_error *error)
{
    struct xror *xror = (struct xror *)feed;
    struct tool_replay *replay = &xror->replay;
    struct tool_bson all;
    enum us_result result = tool_replay_open(replay, error);
    if (result == US_OK)
        result = open_all(xror, &all, error);
    if (result == US_OK)
        result = take_devices(xror, all, error);
    if (result == US_OK)
        result = take_activity(xror, all, error);
    if (result == US_OK)
        result = count_events(xror, all, error);
    if (result == US_OK)
        result = take_frames(xror, all, error);
    replay->take = take;
    replay->lacks_head = !is_whole(&xror->parts[HEAD]);
    replay->lacks_hand[US_SESSION_LEFT] = !is_whole(&xror->parts[LEFT]);
    replay->lacks_hand[US_SESSION_RIGHT] = !is_whole(&xror->parts[RIGHT]);
    replay->rate = tool_replay_rate(xror->modifiers, xror->speed);
    return result;
}

static void restart(struct tool_convert_feed *feed)
{
    struct xror *xror = (struct xror *)feed;
    tool_replay_restart(&xror->replay);
    tool_fpzip_rewind(&xror->frames);
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct xror *xror = (const struct xror *)base;
    tool_replay_report_dropped(&xror->replay, loss);
    tool_loss_count(loss, TOOL_LOSS_DROPPED, xror->other_devices, "device",
                    "#: only a head and two hands with the axes x, y, z, i, j, k and 1 are read");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, xror->offsets, "device", "the offsets of #");
    tool_loss_count(loss, TOOL_LOSS_DROPPED, xror->event_kinds, "event kind",
                    "what happened in the app: #");
    tool_replay_report_invented(&xror->replay, loss);
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                  "the names of person, app, activity and devices are left out");
}

const struct tool_convert_feed_kind tool_xror_feed = {.size = sizeof(struct xror),
                                                      .open = open_file,
                                                      .restart = restart,
                                                      .report = report,
                                                      TOOL_REPLAY_FEED};
