/* SPDX-License-Identifier: MIT */
/* smooth and fill-gaps: steps that look at the frames around. */
#include <math.h>
#include <stdlib.h>

#include "tool/edit/stage/frame_tracks.h"
#include "tool/edit/steps/steps.h"

/* ---- What smooth and fill-gaps share: frames as they came, and those around them ---- */

struct around {
    struct tool_edit_stage stage;
    struct tool_edit_window window;
    int64_t ahead_ns, back_ns;
    struct us_session_message made;
    /* Makes the frame at window.next, in `made`. */
    void (*make)(struct around *around);
    struct us_session_location last[TOOL_EDIT_TRACKS]; /* fill-gaps: the last pose, and when */
    int64_t last_ns[TOOL_EDIT_TRACKS];
    double sigma_ns;
    uint64_t changed;
};

static enum us_result pass_ready(struct around *around, bool is_end, struct us_error *error)
{
    struct tool_edit_window *window = &around->window;
    enum us_result result = US_OK;
    while (result == US_OK && window->next < window->count) {
        const struct us_session_message *message = &window->messages[window->next];
        const int64_t newest_ns = window->messages[window->count - 1].time_ns;
        if (!is_end && tool_edit_is_frame(message) &&
            newest_ns - message->time_ns <= around->ahead_ns)
            break;
        around->made = *message;
        if (tool_edit_is_frame(message))
            around->make(around);
        tool_edit_window_forget(window, message->time_ns - around->back_ns);
        window->next++;
        result = tool_edit_pass(&around->stage, &around->made, error);
    }
    return result;
}

static enum us_result take_around(struct tool_edit_stage *stage, struct us_session_message *message,
                                  struct us_error *error)
{
    struct around *around = (struct around *)stage;
    enum us_result result = tool_edit_window_add(&around->window, message, error);
    return result == US_OK ? pass_ready(around, false, error) : result;
}

static void finish_around(struct tool_edit_stage *stage)
{
    tool_edit_window_finish(&((struct around *)stage)->window);
}

/* ---- smooth ---- */

/*
 * A normal distribution over the time around, whose response is half at the cutoff. A frame stands
 * for the time that is nearer to it than to its neighbours: frames may be unevenly spaced.
 */
/* What is summed up: vectors with their weights before them, a rotation, and the moment of the
 * distance in time. */
enum { PLACE = 0, LINEAR = 4, ANGULAR = 8, TURN = 12, MOMENT = 16, SUMS };
struct sum {
    double of[SUMS];
};

static void add_vector(double *sum, const struct us_vec3 *v, double weight)
{
    sum[0] += weight;
    sum[1] += weight * (double)v->x;
    sum[2] += weight * (double)v->y;
    sum[3] += weight * (double)v->z;
}

static void add_to(struct sum *sum, const struct tool_edit_track *track, struct us_quat center,
                   double weight)
{
    const struct us_quat q = track->pose->rotation;
    const double sign = us_quat_dot(q, center) < 0.0f ? -weight : weight;
    const double turn[] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    for (int i = 0; i < 4; i++)
        sum->of[TURN + i] += sign * turn[i];
    add_vector(sum->of + PLACE, &track->pose->position_m, weight);
    if ((track->valid & US_SESSION_LINEAR_VALID) != 0)
        add_vector(sum->of + LINEAR, track->linear, weight);
    if ((track->valid & US_SESSION_ANGULAR_VALID) != 0)
        add_vector(sum->of + ANGULAR, track->angular, weight);
}

/* The next frame on one side of message `*at`, if it has the pose, and how far it is away. */
static bool find_beside(const struct around *around, unsigned index, int step, int64_t *at,
                        struct tool_edit_track *out, int64_t *out_away_ns)
{
    const struct tool_edit_window *window = &around->window;
    int64_t i = *at + step;
    while (i >= 0 && i < (int64_t)window->count && !tool_edit_is_frame(&window->messages[i]))
        i += step;
    if (i < 0 || i >= (int64_t)window->count ||
        !tool_edit_track(&window->messages[i].of.frame, index, out) ||
        !us_session_is_placed(out->valid))
        return false;
    *at = i;
    *out_away_ns = llabs(window->messages[i].time_ns - window->messages[window->next].time_ns);
    return true;
}

/* How far the pose is there on one side, up to `most_ns`. */
static int64_t reach_of(const struct around *around, unsigned index, int step, int64_t most_ns)
{
    struct tool_edit_track track;
    int64_t at = around->window.next, away_ns, far_ns = 0;
    while (find_beside(around, index, step, &at, &track, &away_ns) && away_ns <= most_ns)
        far_ns = away_ns;
    return far_ns;
}

/* The frames on one side, and the half of the middle one. */
static struct sum sum_side(const struct around *around, unsigned index, int step, int64_t reach_ns,
                           struct tool_edit_track track)
{
    const struct us_quat center = track.pose->rotation;
    const double reach = (double)reach_ns;
    struct tool_edit_track next;
    struct sum sum = {{0.0}};
    int64_t at = around->window.next, away_ns = 0, next_ns = 0;
    double inner = 0.0;
    for (bool is_more = true; is_more; track = next, away_ns = next_ns) {
        is_more = find_beside(around, index, step, &at, &next, &next_ns);
        const double away = (double)away_ns, in_sigma = away / around->sigma_ns;
        const double outer = is_more ? fmin((away + (double)next_ns) / 2.0, reach) : away;
        const double weight = (outer - inner) * exp(-0.5 * in_sigma * in_sigma);
        add_to(&sum, &track, center, weight);
        sum.of[MOMENT] += weight * away;
        inner = outer;
        is_more = is_more && next_ns <= reach_ns;
    }
    return sum;
}

static struct us_vec3 mean_of(const double *sum)
{
    return (struct us_vec3){(float)(sum[1] / sum[0]), (float)(sum[2] / sum[0]),
                            (float)(sum[3] / sum[0])};
}

/*
 * Both sides reach as far and weigh as much, by their moments: at an end, less is averaged, and a
 * constant speed stays, also where the rate of the frames changes. The velocity of what is averaged
 * is the average of the velocities.
 */
static void smooth_track(struct around *around, unsigned index, const struct tool_edit_track *track)
{
    const int64_t back_ns = reach_of(around, index, -1, around->back_ns);
    const int64_t ahead_ns = reach_of(around, index, 1, around->ahead_ns);
    const int64_t reach_ns = (back_ns < ahead_ns ? back_ns : ahead_ns) + TOOL_EDIT_SAME_NS;
    const struct sum back = sum_side(around, index, -1, reach_ns, *track);
    const struct sum ahead = sum_side(around, index, 1, reach_ns, *track);
    const double moments = back.of[MOMENT] + ahead.of[MOMENT];
    double all[SUMS];
    if (!(back.of[MOMENT] > 0.0 && ahead.of[MOMENT] > 0.0))
        return;
    for (int i = 0; i < SUMS; i++)
        all[i] =
            back.of[i] * (ahead.of[MOMENT] / moments) + ahead.of[i] * (back.of[MOMENT] / moments);
    track->pose->position_m = mean_of(all + PLACE);
    track->pose->rotation = us_quat_normalize((struct us_quat){
        (float)all[TURN], (float)all[TURN + 1], (float)all[TURN + 2], (float)all[TURN + 3]});
    if ((track->valid & US_SESSION_LINEAR_VALID) != 0)
        *track->linear = mean_of(all + LINEAR);
    if ((track->valid & US_SESSION_ANGULAR_VALID) != 0)
        *track->angular = mean_of(all + ANGULAR);
    around->changed++;
}

static void smooth(struct around *around)
{
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++)
        if (tool_edit_track(&around->made.of.frame, i, &track) && us_session_is_placed(track.valid))
            smooth_track(around, i, &track);
}

static enum us_result end_smooth(struct tool_edit_stage *stage, struct us_error *error)
{
    struct around *around = (struct around *)stage;
    enum us_result result = pass_ready(around, true, error);
    tool_edit_say(stage, "%s, and the velocities that were recorded",
                  tool_edit_count(around->changed, "pose").text);
    return result;
}

enum us_result tool_edit_make_smooth(struct tool_edit_making *making)
{
    struct around *around =
        tool_edit_add(making, sizeof *around, take_around, end_smooth, finish_around);
    const double hz = making->numbers[0];
    if (around == NULL)
        return US_ERROR_MEMORY;
    around->make = smooth;
    around->sigma_ns = 1e9 * sqrt(2.0 * log(2.0)) / (2.0 * US_POSE_PI * hz);
    around->ahead_ns = around->back_ns = llround(4.0 * around->sigma_ns);
    tool_edit_say(&around->stage, "movements of %g Hz become half as large, slower ones stay", hz);
    return US_OK;
}

/* ---- fill-gaps ---- */

/* The pose of a track in the next frame that has it. */
static bool find_next(struct around *around, unsigned index, struct tool_edit_track *out,
                      int64_t *out_ns)
{
    struct tool_edit_window *window = &around->window;
    for (uint32_t i = window->next + 1; i < window->count; i++) {
        struct us_session_message *message = &window->messages[i];
        *out_ns = message->time_ns;
        if (tool_edit_is_frame(message) && tool_edit_track(&message->of.frame, index, out) &&
            us_session_is_placed(out->valid))
            return true;
    }
    return false;
}

/* Fills the pose between the last one and the next one, if they are near enough. */
static bool fill_track(struct around *around, unsigned index, const struct tool_edit_track *track)
{
    const int64_t now_ns = around->made.time_ns, last_ns = around->last_ns[index];
    const struct us_pose *last = &around->last[index].pose;
    struct tool_edit_track next;
    int64_t next_at_ns;
    if (last_ns == INT64_MIN || !find_next(around, index, &next, &next_at_ns) ||
        next_at_ns - last_ns > around->ahead_ns)
        return false;
    const float share = (float)((double)(now_ns - last_ns) / (double)(next_at_ns - last_ns));
    *track->pose = tool_edit_between(last, next.pose, share);
    *track->flags = US_SESSION_BOTH_VALID; /* known, but not tracked */
    return true;
}

static void note_track(struct around *around, unsigned index, const struct tool_edit_track *track)
{
    around->last[index].pose = *track->pose;
    around->last_ns[index] = around->made.time_ns;
}

/* A hand that is not active has no joints at all: all of them are filled, or none is. */
static void fill_hand(struct around *around, unsigned hand)
{
    struct us_session_hand_joints *joints = &around->made.of.frame.hands[hand];
    struct tool_edit_track track;
    bool is_filled = joints->is_recorded && !joints->is_active;
    for (unsigned i = 0; i < US_SESSION_JOINTS && is_filled; i++) {
        const unsigned index = TOOL_EDIT_TRACK_JOINTS + hand * US_SESSION_JOINTS + i;
        is_filled = tool_edit_track(&around->made.of.frame, index, &track) &&
                    fill_track(around, index, &track);
        joints->joints[i].radius_m = around->last[index].linear_m_s.x;
    }
    if (!is_filled)
        return;
    joints->is_active = true;
    around->changed += US_SESSION_JOINTS;
}

static void fill(struct around *around)
{
    struct us_session_frame *frame = &around->made.of.frame;
    struct tool_edit_track track;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++) {
        if (!tool_edit_track(frame, i, &track) || track.flags == NULL)
            continue;
        if (i >= TOOL_EDIT_TRACK_JOINTS && us_session_is_placed(track.valid)) {
            const unsigned joint = i - TOOL_EDIT_TRACK_JOINTS;
            around->last[i].linear_m_s.x =
                frame->hands[joint / US_SESSION_JOINTS].joints[joint % US_SESSION_JOINTS].radius_m;
        }
        if (us_session_is_placed(track.valid))
            note_track(around, i, &track);
        else if (track.is_active)
            around->changed += fill_track(around, i, &track);
    }
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        fill_hand(around, hand);
}

static enum us_result end_fill(struct tool_edit_stage *stage, struct us_error *error)
{
    struct around *around = (struct around *)stage;
    enum us_result result = pass_ready(around, true, error);
    tool_edit_say(stage, "%s filled, as known and not tracked",
                  tool_edit_count(around->changed, "pose").text);
    return result;
}

enum us_result tool_edit_make_fill_gaps(struct tool_edit_making *making)
{
    struct around *around =
        tool_edit_add(making, sizeof *around, take_around, end_fill, finish_around);
    if (around == NULL)
        return US_ERROR_MEMORY;
    around->make = fill;
    around->ahead_ns = llround(making->numbers[0] * 1e9) + TOOL_EDIT_SAME_NS;
    for (unsigned i = 0; i < TOOL_EDIT_TRACKS; i++)
        around->last_ns[i] = INT64_MIN;
    tool_edit_say(&around->stage, "where tracking is lost for %g s at most", making->numbers[0]);
    return US_OK;
}
