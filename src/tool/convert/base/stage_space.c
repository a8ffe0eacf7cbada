/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/stage_space.h"

#include <math.h>

#include "core/base/bytes.h"

struct us_pose tool_convert_pose_load(const uint8_t *at)
{
    return (struct us_pose){
        {us_bytes_load_f32(at + 12), us_bytes_load_f32(at + 16), us_bytes_load_f32(at + 20),
         us_bytes_load_f32(at + 24)},
        {us_bytes_load_f32(at), us_bytes_load_f32(at + 4), us_bytes_load_f32(at + 8)}};
}

uint8_t tool_convert_pose_flags(const struct us_pose *pose)
{
    static const struct us_vec3 still;
    const uint8_t all = US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED;
    return us_session_playable(all, pose, &still, &still) == all ? all : 0;
}

/* The rotation about Y that takes -Z to where a pose looks; none if it looks straight up or down.
 */
static struct us_quat heading(struct us_quat rotation)
{
    const struct us_vec3 ahead = us_quat_rotate(rotation, (struct us_vec3){0.0f, 0.0f, -1.0f});
    if (hypotf(ahead.x, ahead.z) < 0.01f)
        return us_pose_identity.rotation;
    const float half = atan2f(-ahead.x, -ahead.z) / 2.0f;
    return (struct us_quat){0.0f, sinf(half), 0.0f, cosf(half)};
}

void tool_convert_stage_choose(struct tool_convert_stage *stage,
                               const struct us_session_location *head)
{
    if (stage->is_chosen || !us_session_is_placed(head->flags))
        return;
    const struct us_pose T_stage_local = {heading(us_quat_normalize(head->pose.rotation)),
                                          head->pose.position_m};
    stage->is_chosen = true;
    stage->height_m = head->pose.position_m.y;
    stage->T_local_stage = us_pose_inverse(T_stage_local);
}

static void move(struct us_pose T_local_stage, uint8_t flags, struct us_pose *pose)
{
    if (us_session_is_placed(flags))
        *pose = us_pose_multiply(T_local_stage, *pose);
}

struct us_session_location tool_convert_place(struct us_pose pose)
{
    return (struct us_session_location){.is_recorded = true,
                                        .is_active = true,
                                        .flags = US_SESSION_BOTH_VALID | US_SESSION_BOTH_TRACKED,
                                        .pose = pose};
}

void tool_convert_frame_move(struct us_session_frame *frame, struct us_pose T_local_file)
{
    const struct us_pose T = T_local_file;
    move(T, frame->head.flags, &frame->head.pose);
    move(T, frame->gaze.flags, &frame->gaze.pose);
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        struct us_session_hand_aim *aim = &frame->aims[hand];
        move(T, aim->status != 0 ? US_SESSION_BOTH_VALID : 0, &aim->pose);
        for (unsigned i = 0; i < US_SESSION_POSES; i++)
            move(T, frame->poses[hand][i].flags, &frame->poses[hand][i].pose);
        for (unsigned i = 0; i < US_SESSION_JOINTS; i++)
            move(T, frame->hands[hand].joints[i].flags, &frame->hands[hand].joints[i].pose);
    }
}

void tool_convert_stage_move(const struct tool_convert_stage *stage, struct us_session_frame *frame)
{
    const struct us_pose T = stage->is_chosen ? stage->T_local_stage : us_pose_identity;
    struct us_pose floor = us_pose_identity;
    floor.position_m.y = -stage->height_m;
    tool_convert_frame_move(frame, T);
    frame->spaces[US_SESSION_SPACE_LOCAL_FLOOR] = tool_convert_place(floor);
    frame->spaces[US_SESSION_SPACE_STAGE] = tool_convert_place(T);
}

void tool_convert_stage_report(const struct tool_convert_stage *stage, struct tool_loss *loss)
{
    if (stage->is_chosen)
        tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                      "where LOCAL is: where the head is first, %.3g m above the floor; the poses "
                      "of the file are in STAGE, whose place is recorded",
                      (double)stage->height_m);
    else
        tool_loss_add(loss, TOOL_LOSS_INVENTED, 1,
                      "where LOCAL is: at STAGE, on the floor, because there is no head; play it "
                      "with --anchor stage");
}
