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
    fuzz_source_count(stage, message, error);
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return US_OK;
    counting->heads += message->of.frame.head.flags != 0;
    check_poses(counting, &message->of.frame);
    return US_OK;
}

static struct counting check_messages(struct tool_convert_source *source)
{
    struct counting counting = {.base = {.stage = {.take = count}}};
    fuzz_source_read(source, &counting.base);
    return counting;
}

/* False: no frame has a head. */
static bool write_again(struct tool_convert_source *source, const struct fuzz_file *to)
{
    struct us_error error;
    const struct tool_convert_output output = {to->descriptor, &source->outline};
    struct tool_convert_sink *sink;
    enum us_result result = tool_iwer_sink_create(&output, &sink, &error);
    for (unsigned pass = 0; pass < sink->passes && result == US_OK; pass++) {
        result = tool_convert_source_read(source, &sink->stage, &error);
        if (result == US_OK)
            result = tool_edit_end(&sink->stage, &error);
    }
    tool_convert_sink_close(sink);
    fuzz_check(result == US_OK || result == US_ERROR_NOTHING, "it cannot be written: %s",
               error.text);
    return result == US_OK;
}

static void check_again(struct tool_convert_source *source, uint64_t frames)
{
    struct fuzz_file file = fuzz_file_open("", 0);
    const struct tool_convert_input input = {.path = file.path};
    struct tool_convert_source *again;
    struct us_error error = {.text = ""};
    if (write_again(source, &file)) {
        fuzz_check(tool_iwer_source_is(file.path), "what was written is not known");
        fuzz_check(tool_iwer_source_open(&input, &again, &error) == US_OK,
                   "what was written is refused: %s", error.text);
        fuzz_check(check_messages(again).base.frames == frames, "frames");
        tool_convert_source_close(again);
    } else {
        fuzz_check(frames == 0, "a head is lost");
    }
    fuzz_file_close(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_file file = fuzz_file_open(data, size);
    const struct tool_convert_input input = {.path = file.path};
    struct tool_convert_source *source;
    struct us_error error = {.text = ""};
    (void)tool_iwer_source_is(file.path);
    if (tool_iwer_source_open(&input, &source, &error) == US_OK) {
        static struct tool_loss loss;
        const struct counting first = check_messages(source), second = check_messages(source);
        fuzz_check(first.sum == second.sum && first.base.frames == second.base.frames,
                   "another time");
        memset(&loss, 0, sizeof loss);
        source->report(source, &loss);
        check_again(source, first.heads);
        tool_convert_source_close(source);
    } else {
        fuzz_check(source == NULL && error.text[0] != '\0', "no reason");
    }
    fuzz_file_close(&file);
    return 0;
}
