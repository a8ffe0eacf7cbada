/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a file of another recorder, the first byte decides of which kind: refused with a
 * reason, or read. Its frames come in the order of their times, and again the same; no pose that is
 * called valid is none.
 */
#include "fuzz_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hashing {
    struct tool_edit_stage stage; /* the first member */
    uint64_t messages, frames;
    double sum; /* of what is valid */
};

static void add_pose(struct hashing *hashing, uint8_t flags, const struct us_pose *pose)
{
    if (flags == 0)
        return;
    const double sum = (double)pose->position_m.x + (double)pose->position_m.y +
                       (double)pose->position_m.z + (double)us_quat_norm(pose->rotation);
    fuzz_check(!isnan(us_quat_norm(pose->rotation)) && us_quat_norm(pose->rotation) < 1.1f,
               "a rotation that is none");
    hashing->sum += isfinite(sum) ? sum : 1.0;
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct hashing *hashing = (struct hashing *)stage;
    const struct us_session_frame *frame = &message->of.frame;
    (void)error;
    hashing->messages++;
    if (message->topic != US_SESSION_TOPIC_FRAME)
        return US_OK;
    hashing->frames++;
    add_pose(hashing, frame->head.flags, &frame->head.pose);
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            add_pose(hashing, frame->poses[hand][i].flags, &frame->poses[hand][i].pose);
        for (unsigned i = 0; i < US_SESSION_JOINTS; i++)
            add_pose(hashing, frame->hands[hand].joints[i].flags,
                     &frame->hands[hand].joints[i].pose);
    }
    return US_OK;
}

static struct hashing read_all(struct tool_convert_source *source)
{
    struct hashing hashing = {.stage = {.take = take}};
    struct us_error error;
    (void)tool_convert_source_read(source, &hashing.stage, &error);
    return hashing;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    static const struct tool_convert_feed_kind *const feeds[] = {&tool_bsor_feed, &tool_isaac_feed,
                                                                 &tool_xror_feed};
    struct fuzz_file file = fuzz_file_open(data + 1, size - 1);
    struct tool_convert_source *source;
    struct tool_loss *loss = calloc(1, sizeof *loss);
    struct us_error error = {.text = ""};
    if (loss == NULL)
        abort();
    (void)tool_isaac_is(file.path);
    (void)tool_xror_is(file.path);
    if (fuzz_source_open(feeds[data[0] % 3], &file, &source, &error) == US_OK) {
        fuzz_source_check(source);
        const struct hashing one = read_all(source), two = read_all(source);
        fuzz_check(one.messages == two.messages && memcmp(&one.sum, &two.sum, sizeof one.sum) == 0,
                   "the second time it is another recording");
        source->report(source, loss);
        fuzz_check(loss->count > 0, "nothing was invented");
        tool_convert_source_close(source);
    }
    free(loss);
    fuzz_file_close(&file);
    return 0;
}
