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

static void take_axes(struct xror *xror, struct tool_bson list, struct xror_part *part)
{
    struct tool_bson_element element;
    char name[AXIS_SIZE];
    while (tool_bson_next(&list, &element)) {
        if (xror->columns == TOOL_FPZIP_COLUMNS_MOST) {
            list.file->result =
                us_result_fail(list.file->error, US_ERROR_COUNT, element.at, NULL,
                               "the devices of the recording have more than %d axes in all",
                               TOOL_FPZIP_COLUMNS_MOST - 1);
            return;
        }
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

static void take_device(struct xror *xror, struct tool_bson document)
{
    struct device device = {.type = ""};
    struct tool_bson_element element;
    while (tool_bson_next(&document, &element)) {
        if (strcmp(element.name, "type") == 0)
            tool_bson_text(&document, &element, device.type, sizeof device.type);
        if (strcmp(element.name, "joint") == 0)
            tool_bson_text(&document, &element, device.joint, sizeof device.joint);
        if (strcmp(element.name, "axes") == 0 && element.type == TOOL_BSON_ARRAY)
            take_axes(xror, tool_bson_child(&document, &element), &device.part);
        device.has_offsets |= strcmp(element.name, "offsets") == 0;
    }
    place_device(xror, &device);
}

static void take_devices(struct xror *xror, struct tool_bson all)
{
    struct tool_bson_element element;
    all = tool_bson_enter(all, (const char *const[]){"info", "hardware", "devices", NULL});
    xror->columns = 1;
    while (tool_bson_next(&all, &element))
        if (element.type == TOOL_BSON_DOCUMENT)
            take_device(xror, tool_bson_child(&all, &element));
    for (unsigned part = 0; part < PARTS; part++)
        if (all.file->result != US_OK || is_whole(&xror->parts[part]))
            return;
    all.file->result = us_result_fail(
        all.file->error, US_ERROR_NOTHING, all.at, NULL,
        "none of the recording's devices is a head (joint HEAD) or a hand (HAND_LEFT, HAND_RIGHT) "
        "with the axes x, y, z, i, j, k and 1: nothing would be played");
}

/* ---- Other metadata ---- */

static void take_activity(struct xror *xror, struct tool_bson all)
{
    struct tool_bson_element element;
    all = tool_bson_enter(all, (const char *const[]){"info", "software", "activity", NULL});
    if (tool_bson_find(all, "modifiers", &element))
        tool_bson_text(&all, &element, xror->modifiers, sizeof xror->modifiers);
    if (tool_bson_find(all, "speed", &element))
        xror->speed = tool_bson_number(&all, &element);
}

/* Counts the kinds that have data. */
static void count_events(struct xror *xror, struct tool_bson all)
{
    struct tool_bson_element element, data;
    all = tool_bson_enter(all, (const char *const[]){"events", NULL});
    while (tool_bson_next(&all, &element)) {
        if (element.type != TOOL_BSON_DOCUMENT)
            continue;
        const struct tool_bson kind = tool_bson_child(&all, &element);
        const bool has_floats = tool_bson_find(kind, "floatData", &data);
        xror->event_kinds += tool_bson_find(kind, "otherData", &data) || has_floats;
    }
}

/* ---- The file ---- */

static void take_frames(struct xror *xror, struct tool_bson all)
{
    struct tool_bson_element element;
    const bool is_found = tool_bson_find(all, "frames", &element);
    struct tool_bson_file *file = all.file;
    if (file->result != US_OK)
        return;
    if (!is_found || element.type != TOOL_BSON_BINARY) {
        file->result = us_result_fail(file->error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                                      "the recording has no 'frames' of compressed numbers: "
                                      "nothing would be played");
        return;
    }
    file->result =
        tool_fpzip_open(&xror->frames, file->window, element.at, element.size, file->error);
    if (file->result == US_OK && xror->frames.columns != xror->columns)
        file->result = us_result_fail(
            file->error, US_ERROR_COUNT, element.at, NULL,
            "a frame has %" PRIu32 " numbers, and the time and the axes of the devices are %u; the "
            "program that made the file made a mistake",
            xror->frames.columns, xror->columns);
}

static struct tool_bson open_all(struct tool_bson_file *file)
{
    const uint64_t size = file->window->file.size;
    const struct tool_bson all = tool_bson_open(file, 0, size);
    if (file->result == US_OK && all.end + 1 != size)
        file->result = us_result_fail(file->error, US_ERROR_TRAILING, all.end + 1, NULL,
                                      "bytes follow the end of the recording");
    return all;
}

/* Whether a file begins as such a recording does. */
bool tool_xror_is(const char *path)
{
    struct tool_window window;
    struct tool_bson_file file = {.window = &window};
    struct tool_bson_element element;
    char text[TEXT_SIZE] = "";
    if (tool_window_open(&window, path, TOOL_WINDOW_SIZE, NULL) == US_OK) {
        const struct tool_bson all = tool_bson_open(&file, 0, window.file.size);
        if (tool_bson_find(all, "$schema", &element))
            tool_bson_text(&all, &element, text, sizeof text);
    }
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
    struct tool_bson_file file = {.window = &replay->window, .error = error};
    file.result = tool_replay_open(replay, error);
    if (file.result != US_OK)
        return file.result;
    const struct tool_bson all = open_all(&file);
    take_devices(xror, all);
    take_activity(xror, all);
    count_events(xror, all);
    take_frames(xror, all);
    replay->take = take;
    replay->lacks_head = !is_whole(&xror->parts[HEAD]);
    replay->lacks_hand[US_SESSION_LEFT] = !is_whole(&xror->parts[LEFT]);
    replay->lacks_hand[US_SESSION_RIGHT] = !is_whole(&xror->parts[RIGHT]);
    replay->rate = tool_replay_rate(xror->modifiers, xror->speed);
    return file.result;
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
