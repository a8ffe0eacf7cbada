/* SPDX-License-Identifier: MIT */
#include "session/session_block.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/search.h"

/* A hand pinches if its thumb tip and index tip are nearer than this. Used if the runtime does not
 * report pinches. */
#define PINCH_DISTANCE_M 0.02f

/* A time that is nearer to a frame than this counts as the time of that frame, because a clock that
 * counts frames rounds. */
#define SAME_FRAME_NS 2000

enum { SESSION_NOT_FOCUSED = 8 }; /* XR_SESSION_NOT_FOCUSED */

enum { THUMB_TIP = 5, INDEX_TIP = 10 }; /* XrHandJointEXT */

struct session_block {
    struct us_block base;
    struct us_session_content content;
};

/* One time, looked up once for everything. */
struct moment {
    const struct us_session_frame *a,
        *b;      /* the frame at or before it, and the next; may be equal */
    float share; /* of the way from a to b, in [0, 1) */
    enum us_how how;
    bool still; /* no velocities are wanted */
};

static const struct session_block *session_block(const struct us_block *base)
{
    return (const struct session_block *)base;
}

int64_t us_session_block_time_ns(int64_t origin_ns, double time_s)
{
    /* Computed in double first, because the sum may not fit into 64 bits. */
    const double ns = time_s * 1e9, sum_ns = (double)origin_ns + ns;
    const int64_t far_ns = US_SESSION_TIME_SLACK / 2;
    if (!(sum_ns > -(double)far_ns))
        return -far_ns;
    return sum_ns < (double)US_SESSION_TIME_MAX ? origin_ns + llround(ns)
                                                : US_SESSION_TIME_MAX + far_ns;
}

static int64_t to_ns(const struct us_session_content *content, double time_s)
{
    return us_session_block_time_ns(content->origin_ns, time_s);
}

/* The frame that a time is meant for, or the last one before it; 0 if it is before all. */
static uint32_t find_frame(const struct us_session_content *content, int64_t time_ns)
{
    struct us_search search = {.high = content->frame_count, .wants_last = true};
    while (us_search_next(&search))
        us_search_narrow(&search,
                         content->frames[search.middle].time_ns <= time_ns + SAME_FRAME_NS);
    return (uint32_t)search.low;
}

static enum us_how how_made(const struct us_session_content *content, int64_t time_ns,
                            bool on_frame)
{
    if (on_frame)
        return US_HOW_EXACT;
    if (time_ns < content->first_ns)
        return US_HOW_BEFORE_START;
    return time_ns > content->last_ns ? US_HOW_HELD : US_HOW_INTERPOLATED;
}

static struct moment look_up(const struct us_session_content *content, double time_s, bool still)
{
    int64_t time_ns = to_ns(content, time_s);
    uint32_t at = find_frame(content, time_ns);
    const struct us_session_frame *a = &content->frames[at];
    const struct us_session_frame *b = at + 1 < content->frame_count ? a + 1 : a;
    bool on_frame = llabs(time_ns - a->time_ns) <= SAME_FRAME_NS;
    bool between = !on_frame && time_ns > a->time_ns && time_ns < b->time_ns;
    struct moment moment = {.a = a, .b = between ? b : a, .still = still};
    moment.how = how_made(content, time_ns, on_frame);
    if (between) {
        double passed_ns = time_s * 1e9 - (double)(a->time_ns - content->origin_ns);
        moment.share = (float)(passed_ns / (double)(b->time_ns - a->time_ns));
        moment.share = fminf(fmaxf(moment.share, 0.0f), 1.0f);
    }
    return moment;
}

/* The values that a frame has for one pose. */
struct told {
    uint8_t flags;
    struct us_pose pose;
    struct us_vec3 linear_m_s, angular_rad_s;
};

/* The flags of the values that can be played. */
static uint8_t playable(const struct told *told)
{
    return us_session_playable(told->flags, &told->pose, &told->linear_m_s, &told->angular_rad_s);
}

/* Interpolates between two frames. The flags are those of the first one, without velocities that
 * only one of them has. */
static uint8_t interpolate(const struct told *a, const struct told *b, const struct moment *moment,
                           struct us_motion *out)
{
    const uint8_t valid = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID;
    const uint8_t moving = US_POSE_LINEAR_VALID | US_POSE_ANGULAR_VALID;
    struct told now = *a, next = *b;
    now.flags = playable(a);
    next.flags = playable(b);
    if (moment->share > 0.0f) {
        if (now.flags & next.flags & US_POSE_ORIENTATION_VALID)
            now.pose.rotation = us_quat_mix(a->pose.rotation, b->pose.rotation, moment->share);
        if (now.flags & next.flags & US_POSE_POSITION_VALID)
            now.pose.position_m =
                us_vec3_mix(a->pose.position_m, b->pose.position_m, moment->share);
        now.linear_m_s = us_vec3_mix(a->linear_m_s, b->linear_m_s, moment->share);
        now.angular_rad_s = us_vec3_mix(a->angular_rad_s, b->angular_rad_s, moment->share);
        now.flags = (uint8_t)(now.flags & ~(moving & ~next.flags));
    }
    *out = (struct us_motion){.pose = us_pose_identity};
    if (now.flags & US_POSE_ORIENTATION_VALID)
        out->pose.rotation = us_quat_mirror(now.pose.rotation);
    if (now.flags & US_POSE_POSITION_VALID)
        out->pose.position_m = us_vec3_mirror(now.pose.position_m);
    if ((now.flags & valid) == 0 || moment->still)
        now.flags = (uint8_t)(now.flags & ~moving);
    if (now.flags & US_POSE_LINEAR_VALID)
        out->linear_m_s = us_vec3_mirror(now.linear_m_s);
    if (now.flags & US_POSE_ANGULAR_VALID)
        out->angular_rad_s = us_vec3_scale(us_vec3_mirror(now.angular_rad_s), -1.0f);
    return now.flags;
}

static struct told of_location(const struct us_session_location *location)
{
    return (struct told){location->flags, location->pose, location->linear_m_s,
                         location->angular_rad_s};
}

static uint8_t place(const struct us_session_location *a, const struct us_session_location *b,
                     const struct moment *moment, struct us_motion *out)
{
    struct told first = of_location(a), second = of_location(b);
    if (!b->is_recorded || !b->is_active)
        second.flags = 0;
    return interpolate(&first, &second, moment, out);
}

static void fill_head(const struct moment *moment, struct us_head_sample *out)
{
    const struct us_session_location *head = &moment->a->head;
    *out = (struct us_head_sample){.how = US_HOW_ABSENT, .motion.pose = us_pose_identity};
    if (!head->is_recorded)
        return;
    out->how = moment->how;
    out->flags = place(head, &moment->b->head, moment, &out->motion);
}

static bool is_pinching(const struct us_session_frame *frame, enum us_hand hand)
{
    const struct us_session_hand_joints *joints = &frame->hands[hand];
    if (frame->aims[hand].is_recorded)
        return (frame->aims[hand].status & US_SESSION_AIM_INDEX_PINCHING) != 0;
    if (!joints->is_active)
        return false;
    struct us_vec3 thumb = joints->joints[THUMB_TIP].pose.position_m;
    struct us_vec3 tip = joints->joints[INDEX_TIP].pose.position_m;
    return us_vec3_norm(us_vec3_sub(tip, thumb)) < PINCH_DISTANCE_M;
}

/* The bits and strengths are those of the frame at or before the time. */
static void fill_aim(const struct moment *moment, enum us_hand hand, struct us_aim_sample *out)
{
    const struct us_session_hand_aim *a = &moment->a->aims[hand], *b = &moment->b->aims[hand];
    const uint8_t valid = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID;
    if (!a->is_recorded)
        return;
    const struct us_vec3 still = {0.0f, 0.0f, 0.0f};
    bool is_second = b->is_recorded && (b->status & US_SESSION_AIM_VALID) != 0;
    struct told from = {(a->status & US_SESSION_AIM_VALID) != 0 ? valid : 0, a->pose, still, still};
    struct told to = {is_second ? valid : 0, b->pose, still, still};
    struct us_motion motion;
    (void)interpolate(&from, &to, moment, &motion);
    *out =
        (struct us_aim_sample){true,
                               a->status,
                               motion.pose,
                               {a->pinch_index, a->pinch_middle, a->pinch_ring, a->pinch_little}};
}

static void fill_hand(const struct moment *moment, enum us_hand hand, struct us_hand_sample *out)
{
    const struct us_session_hand_joints *a = &moment->a->hands[hand], *b = &moment->b->hands[hand];
    *out = (struct us_hand_sample){.how = US_HOW_ABSENT};
    for (unsigned i = 0; i < US_JOINT_COUNT; i++)
        out->joints[i].pose = us_pose_identity;
    if (!a->is_recorded)
        return;
    out->how = moment->how;
    out->tracked = a->is_active;
    out->pinching = is_pinching(moment->a, hand);
    out->has_details = true;
    out->data_source = a->data_source;
    fill_aim(moment, hand, &out->aim);
    for (unsigned i = 0; i < US_SESSION_JOINTS && a->is_active; i++) {
        const struct us_session_joint *first = &a->joints[i], *second = &b->joints[i];
        struct told from = {first->flags, first->pose, first->linear_m_s, first->angular_rad_s};
        struct told to = {b->is_active ? second->flags : 0, second->pose, second->linear_m_s,
                          second->angular_rad_s};
        enum us_joint joint = us_joint_from_openxr((int)i);
        out->flags[joint] = interpolate(&from, &to, moment, &out->joints[joint]);
        out->radius_m[joint] = first->radius_m;
    }
}

static void fill_gaze(const struct moment *moment, struct us_gaze_sample *out)
{
    const struct us_session_location *gaze = &moment->a->gaze;
    *out = (struct us_gaze_sample){.how = US_HOW_ABSENT, .direction = {0.0f, 0.0f, 1.0f}};
    if (!gaze->is_recorded)
        return;
    out->how = moment->how;
    out->has_pose = true;
    out->flags = place(gaze, &moment->b->gaze, moment, &out->motion);
    out->is_active = gaze->is_active;
    out->valid = gaze->is_active && (out->flags & US_POSE_ORIENTATION_VALID) != 0;
    const struct us_vec3 forward = {0.0f, 0.0f, 1.0f};
    out->origin_m = out->motion.pose.position_m;
    out->origin_m_s = out->motion.linear_m_s;
    out->direction = us_quat_rotate(out->motion.pose.rotation, forward);
    out->direction_rate = us_vec3_cross(out->motion.angular_rad_s, out->direction);
}

static void fill_controller(const struct moment *moment, enum us_hand hand,
                            struct us_controller_sample *out)
{
    *out = (struct us_controller_sample){.how = US_HOW_ABSENT};
    for (unsigned i = 0; i < US_CONTROLLER_POSES; i++) {
        const struct us_session_location *a = &moment->a->poses[hand][i];
        struct us_controller_pose *pose = &out->poses[i];
        pose->motion.pose = us_pose_identity;
        if (!a->is_recorded)
            continue;
        out->how = moment->how;
        pose->is_recorded = true;
        pose->is_active = a->is_active;
        pose->flags = place(a, &moment->b->poses[hand][i], moment, &pose->motion);
    }
}

/* The eyes do not move in the head, so these are those of the frame at or before the time. */
static void fill_views(const struct moment *moment, struct us_views_sample *out)
{
    const struct us_session_frame *frame = moment->a;
    *out = (struct us_views_sample){.how = US_HOW_ABSENT};
    if (frame->view_count == 0 || frame->view_count > US_VIEWS_MAX)
        return;
    out->how = moment->how;
    out->count = frame->view_count;
    for (uint32_t i = 0; i < out->count; i++) {
        const struct us_session_view *view = &frame->views[i];
        const struct us_session_fov *fov = &view->fov;
        struct told told = {.flags = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID,
                            .pose = view->pose};
        bool is_sound = playable(&told) == told.flags && isfinite(fov->left_rad) &&
                        isfinite(fov->right_rad) && isfinite(fov->up_rad) &&
                        isfinite(fov->down_rad);
        if (!is_sound)
            out->how = US_HOW_ABSENT;
        out->views[i] = (struct us_view_sample){
            {us_quat_mirror(view->pose.rotation), us_vec3_mirror(view->pose.position_m)},
            fov->left_rad,
            fov->right_rad,
            fov->up_rad,
            fov->down_rad};
    }
}

/* STAGE is as large as in the frame at or before the time. */
static void fill_stage(const struct moment *moment, int64_t origin_ns, struct us_stage_sample *out)
{
    const struct us_session_frame *frame = moment->a;
    *out = (struct us_stage_sample){
        .how = moment->how, .since_s = us_session_seconds_between(origin_ns, frame->time_ns)};
    out->has_bounds = frame->has_stage_bounds &&
                      us_session_has_extent(frame->stage_width_m, frame->stage_depth_m);
    if (!out->has_bounds)
        return;
    out->width_m = frame->stage_width_m;
    out->depth_m = frame->stage_depth_m;
}

_Static_assert((int)US_SPACES == (int)US_SESSION_SPACES, "the same spaces, in the same order");

/* The spaces are where they were in the frame at or before the time: they do not move, they jump.
 */
static void fill_spaces(const struct moment *moment, struct us_spaces_sample *out)
{
    struct moment at_frame = *moment;
    at_frame.share = 0.0f;
    out->how = moment->how;
    for (unsigned i = 0; i < US_SPACES; i++) {
        const struct us_session_location *space = &moment->a->spaces[i];
        struct us_motion motion = {.pose = us_pose_identity};
        const uint8_t flags = space->is_recorded ? place(space, space, &at_frame, &motion) : 0;
        out->spaces[i] = (struct us_space_sample){space->is_recorded, flags, motion.pose};
    }
}

void us_session_content_sample(const struct us_session_content *content, double time_s,
                               unsigned parts, struct us_frame_sample *out)
{
    struct moment moment = look_up(content, time_s, (parts & US_SAMPLE_STILL) != 0);
    if (parts & US_SAMPLE_HEAD)
        fill_head(&moment, &out->head);
    if (parts & US_SAMPLE_GAZE)
        fill_gaze(&moment, &out->gaze);
    if (parts & US_SAMPLE_VIEWS)
        fill_views(&moment, &out->views);
    if (parts & US_SAMPLE_STAGE)
        fill_stage(&moment, content->origin_ns, &out->stage);
    if (parts & US_SAMPLE_SPACES)
        fill_spaces(&moment, &out->spaces);
    for (unsigned hand = 0; hand < US_HAND_COUNT; hand++) {
        if (parts & ((unsigned)US_SAMPLE_LEFT << hand))
            fill_hand(&moment, (enum us_hand)hand, &out->hands[hand]);
        if (parts & ((unsigned)US_SAMPLE_LEFT_CONTROLLER << hand))
            fill_controller(&moment, (enum us_hand)hand, &out->controllers[hand]);
    }
}

static void block_frame(const struct us_block *base, double time_s, unsigned parts,
                        struct us_frame_sample *out)
{
    us_session_content_sample(&session_block(base)->content, time_s, parts, out);
}

bool us_session_content_pinched(const struct us_session_content *content, enum us_hand hand,
                                double from_s, double to_s)
{
    uint32_t last = find_frame(content, to_ns(content, to_s)), first = last;
    if (from_s < to_s)
        first = find_frame(content, to_ns(content, from_s));
    for (uint32_t i = first; i <= last; i++)
        if (is_pinching(&content->frames[i], hand))
            return true;
    return false;
}

static bool block_pinched(const struct us_block *base, enum us_hand hand, double from_s,
                          double to_s)
{
    return us_session_content_pinched(&session_block(base)->content, hand, from_s, to_s);
}

static void copy_input(const struct us_session_input *input, struct us_input_sample *out)
{
    out->lacked_focus = input->result == SESSION_NOT_FOCUSED;
    out->count = input->count < US_INPUTS_MAX ? input->count : US_INPUTS_MAX;
    for (unsigned i = 0; i < US_INPUT_USERS; i++)
        out->profiles[i] = input->profiles[i];
    for (uint32_t i = 0; i < out->count; i++) {
        out->active[i] = input->active[i];
        out->values[i] = (struct us_input_value){input->values[i].x, input->values[i].y};
        out->truths[i] = input->truths[i];
    }
}

void us_session_content_inputs(const struct us_session_content *content, double time_s,
                               struct us_input_sample *out)
{
    int64_t time_ns = to_ns(content, time_s) + US_SESSION_INPUT_AHEAD_NS;
    struct us_search search = {.high = content->input_count, .wants_last = true};
    *out = (struct us_input_sample){.how = US_HOW_ABSENT};
    if (search.high == 0)
        return;
    while (us_search_next(&search))
        us_search_narrow(&search, content->inputs[search.middle].time_ns <= time_ns);
    bool before = content->inputs[search.low].time_ns > time_ns;
    out->how = before ? US_HOW_BEFORE_START : US_HOW_EXACT;
    if (!before)
        copy_input(&content->inputs[search.low], out);
}

static void block_inputs(const struct us_block *base, double time_s, struct us_input_sample *out)
{
    us_session_content_inputs(&session_block(base)->content, time_s, out);
}

void us_session_content_finish(struct us_session_content *content)
{
    free(content->frames);
    free(content->inputs);
    *content = (struct us_session_content){0};
}

static void block_destroy(struct us_block *base)
{
    struct session_block *block = (struct session_block *)base;
    us_session_content_finish(&block->content);
    free(block);
}

static const struct us_block_ops session_block_ops = {.frame = block_frame,
                                                      .pinched = block_pinched,
                                                      .inputs = block_inputs,
                                                      .destroy = block_destroy};

enum us_result us_session_block_create(struct us_session_content *content,
                                       struct us_block **out_block, struct us_error *error)
{
    struct session_block *block = content->frame_count > 0 ? calloc(1, sizeof *block) : NULL;
    *out_block = NULL;
    if (block != NULL) {
        *block = (struct session_block){{&session_block_ops}, *content};
        *content = (struct us_session_content){0};
        *out_block = &block->base;
        return US_OK;
    }
    bool has_frames = content->frame_count > 0;
    us_session_content_finish(content);
    return has_frames ? us_result_no_memory(error)
                      : us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                                       "the session has no frame there");
}
