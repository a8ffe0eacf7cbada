/* SPDX-License-Identifier: MIT */
/*
 * Any text as a recording of IWER: refused with a reason, or read. Its frames come in the order of
 * their times, with finite poses, twice the same. What is written of it is read again.
 */
#include "fuzz_source.h"

#include <math.h>
#include <string.h>

#include "tool/edit/stage/frame_tracks.h"

struct counting {
    struct fuzz_counting base; /* the first member */
    uint64_t heads;
    double sum; /* of all positions */
};

static void check_poses(struct counting *counting, struct us_session_frame *frame)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(frame, i, &track) || (track.valid & US_SESSION_POSITION_VALID) == 0)
            continue;
        const struct us_vec3 at = track.pose->position_m;
        fuzz_check(isfinite(at.x) && isfinite(at.y) && isfinite(at.z), "a place is not finite");
        fuzz_check(fabsf(us_quat_norm(track.pose->rotation) - 1.0f) < 0.001f, "no rotation");
        counting->sum += (double)at.x + (double)at.y + (double)at.z;
    }
}

static enum us_result count(struct tool_edit_stage *stage, struct us_session_message *message,
                            struct us_error *error)
{
    struct counting *counting = (struct counting *)stage;
    if (message->topic == US_SESSION_TOPIC_FRAME) {
        counting->heads += message->of.frame.head.flags != 0;
        check_poses(counting, &message->of.frame);
    }
    return fuzz_source_count(stage, message, error);
}

static struct counting check_messages(struct tool_convert_source *source)
{
    struct counting counting = {.base = {.stage = {.take = count}}};
    fuzz_source_check_by(source, &counting.base);
    return counting;
}

static void check_again(struct tool_convert_source *source, uint64_t heads)
{
    struct fuzz_file file = fuzz_file_open("", 0);
    struct tool_convert_source *again;
    struct us_error error = {.text = ""};
    if (fuzz_source_write(source, &tool_iwer_sink, &file, &error) == US_OK) {
        fuzz_check(tool_iwer_is(file.path), "what was written is not known");
        fuzz_check(fuzz_source_open(&tool_iwer_feed, &file, &again, &error) == US_OK,
                   "what was written is refused: %s", error.text);
        fuzz_check(check_messages(again).base.frames == heads, "frames");
        tool_convert_source_close(again);
    } else {
        fuzz_check(error.result == US_ERROR_NOTHING, "it cannot be written: %s", error.text);
        fuzz_check(heads == 0, "a head is lost");
    }
    fuzz_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_file file = fuzz_file_open(data, size);
    struct tool_convert_source *source;
    struct us_error error = {.text = ""};
    (void)tool_iwer_is(file.path);
    if (fuzz_source_open(&tool_iwer_feed, &file, &source, &error) == US_OK) {
        static struct tool_loss loss;
        const struct counting first = check_messages(source), second = check_messages(source);
        fuzz_check(first.sum == second.sum && first.base.frames == second.base.frames,
                   "another time");
        memset(&loss, 0, sizeof loss);
        source->report(source, &loss);
        check_again(source, first.heads);
        tool_convert_source_close(source);
    }
    fuzz_file_close(&file);
    return 0;
}
