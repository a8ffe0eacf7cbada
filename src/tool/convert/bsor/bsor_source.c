/* SPDX-License-Identifier: MIT */
#include "tool/convert/bsor/bsor_source.h"

#include <stdlib.h>

#include "tool/convert/base/replay_source.h"
#include "tool/convert/bsor/bsor_file.h"

struct bsor_source {
    struct tool_replay replay; /* the first member */
    struct tool_convert_input input;
    struct tool_bsor file;
    struct tool_bsor_rest rest;
};

/* ---- Frames ---- */

static enum us_result get(struct tool_replay *replay, struct tool_replay_frame *out, bool *out_end,
                          struct us_error *error)
{
    struct bsor_source *source = (struct bsor_source *)replay;
    struct tool_bsor *file = &source->file;
    *out_end = file->frame == file->frame_count;
    if (*out_end) {
        source->rest = tool_bsor_read_rest(file);
        return US_OK;
    }
    if (source->input.progress != NULL)
        source->input.progress(source->input.data, file->window.at, file->window.file.size);
    return tool_bsor_next(file, out, error);
}

static void restart(struct tool_replay *replay)
{
    tool_bsor_rewind(&((struct bsor_source *)replay)->file);
}

/* ---- The report ---- */

static void report_rest(const struct bsor_source *source, struct tool_loss *loss)
{
    const struct tool_bsor_rest *rest = &source->rest;
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->notes + rest->walls + rest->heights,
                  "what happened in the game: %s, %s, %s",
                  tool_edit_count(rest->notes, "note").text,
                  tool_edit_count(rest->walls, "wall").text,
                  tool_edit_count(rest->heights, "height change").text);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->pauses,
                  "%s of %.3g s in all, for which the file has no frames",
                  tool_edit_count(rest->pauses, "pause").text, rest->paused_s);
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_offsets,
                  "the offsets of the sabers from the controllers");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->has_user_data, "data of other programs");
    tool_loss_add(loss, TOOL_LOSS_DROPPED, rest->is_cut,
                  "what follows the frames: it is cut or damaged");
    tool_loss_add(loss, TOOL_LOSS_NOTE, 1, "player, song and score are left out");
}

static void report(const struct tool_convert_source *base, struct tool_loss *loss)
{
    const struct bsor_source *source = (const struct bsor_source *)base;
    tool_replay_report_dropped(&source->replay, loss);
    report_rest(source, loss);
    tool_replay_report_invented(&source->replay, loss);
}

/* ---- The file ---- */

static void close_replay(struct tool_convert_source *base)
{
    struct bsor_source *source = (struct bsor_source *)base;
    tool_edit_outline_finish(&base->outline);
    tool_bsor_close(&source->file);
    free(source);
}

enum us_result tool_bsor_source_open(const struct tool_convert_input *input,
                                     struct tool_convert_source **out, struct us_error *error)
{
    struct bsor_source *source = calloc(1, sizeof *source);
    *out = NULL;
    if (source == NULL)
        return us_result_no_memory(error);
    source->replay.get = get;
    source->replay.restart = restart;
    source->replay.base.report = report;
    source->replay.base.close = close_replay;
    source->input = *input;
    enum us_result result = tool_bsor_open(&source->file, input->path, error);
    if (result == US_OK) {
        source->replay.rate = tool_replay_rate(source->file.modifiers, (double)source->file.speed);
        result = tool_replay_begin(&source->replay, error);
    }
    if (result == US_OK)
        *out = &source->replay.base;
    else
        close_replay(&source->replay.base);
    return result;
}
