/* SPDX-License-Identifier: MIT */
#include "tool/convert/xror/xror_source.h"

#include <stdlib.h>

#include "tool/convert/base/replay_source.h"
#include "tool/convert/xror/xror_file.h"

struct xror_source {
    struct tool_replay replay; /* the first member */
    struct tool_convert_input input;
    struct tool_xror file;
};

static enum us_result get(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                          struct us_error *error)
{
    struct xror_source *source = (struct xror_source *)replay;
    const struct tool_window *window = &source->file.window;
    if (source->input.progress != NULL)
        source->input.progress(source->input.data, window->at, window->file.size);
    return tool_xror_next(&source->file, out, out_end, error);
}

static void restart(struct tool_replay *replay)
{
    tool_xror_rewind(&((struct xror_source *)replay)->file);
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct xror_source *source = (const struct xror_source *)base;
    const struct tool_xror *file = &source->file;
    tool_replay_report_dropped(&source->replay, loss);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, file->other_devices,
                  "%s: only a head and two hands with the axes x, y, z, i, j, k and 1 are read",
                  tool_edit_count(file->other_devices, "device").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, file->offsets, "the offsets of %s",
                  tool_edit_count(file->offsets, "device").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, file->event_kinds, "what happened in the app: %s",
                  tool_edit_count(file->event_kinds, "event kind").text);
    tool_replay_report_invented(&source->replay, loss);
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1,
                  "the names of person, app, activity and devices are left out");
}

static void close_recording(struct tool_convert_source *base)
{
    struct xror_source *source = (struct xror_source *)base;
    tool_edit_outline_finish(&base->outline);
    tool_xror_close(&source->file);
    free(source);
}

enum us_result tool_xror_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error)
{
    struct xror_source *source = calloc(1, sizeof *source);
    *out = NULL;
    if (source == NULL)
        return us_result_no_memory(error);
    struct tool_replay *replay = &source->replay;
    replay->get = get;
    replay->restart = restart;
    replay->base.report = report;
    replay->base.close = close_recording;
    source->input = *input;
    enum us_result result = tool_xror_open(&source->file, input->path, error);
    if (result == US_OK) {
        replay->lacks_head = !tool_xror_has(&source->file, 0);
        replay->lacks_hand[US_SESSION_LEFT] = !tool_xror_has(&source->file, 1);
        replay->lacks_hand[US_SESSION_RIGHT] = !tool_xror_has(&source->file, 2);
        replay->rate = tool_replay_rate(source->file.modifiers, source->file.speed);
        result = tool_replay_begin(replay, error);
    }
    if (result == US_OK)
        *out = &replay->base;
    else
        close_recording(&replay->base);
    return result;
}
