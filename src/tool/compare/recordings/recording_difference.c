/* SPDX-License-Identifier: MIT */
#include "tool/compare/recordings/recording_compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

const char *tool_recording_difference_channel_name(enum tool_recording_difference_channel channel)
{
    static const char *const names[TOOL_RECORDING_DIFFERENCE_CHANNELS] = {
        "head",           "left hand",       "right hand",
        "left pinch",     "right pinch",     "gaze",
        "markers",        "left controller", "right controller",
        "left aim state", "right aim state", "views",
        "spaces",         "profiles",        "components",
    };
    return names[channel];
}

void tool_recording_difference_begin_time(struct tool_recording_difference *difference, double at_s)
{
    difference->at_s = at_s;
    memset(difference->differs_now, 0, sizeof difference->differs_now);
}

void tool_recording_difference_end_time(struct tool_recording_difference *difference)
{
    bool any = false;
    for (unsigned i = 0; i < TOOL_RECORDING_DIFFERENCE_CHANNELS; i++) {
        difference->channels[i].differing += difference->differs_now[i];
        any = any || difference->differs_now[i];
    }
    if (!any && difference->times_differing == 0)
        difference->equal_s = difference->at_s;
    difference->times++;
    difference->times_differing += any;
}

/* Returns where the two values are to be written if this is the channel's first difference. */
static struct tool_recording_difference_first *note(struct tool_recording_difference *difference,
                                                    enum tool_recording_difference_channel channel,
                                                    const char *part, const char *what)
{
    struct tool_recording_difference_facts *facts = &difference->channels[channel];
    bool is_first = facts->differing == 0 && !difference->differs_now[channel];
    difference->differs_now[channel] = true;
    if (!is_first)
        return NULL;
    facts->first = (struct tool_recording_difference_first){
        .at_s = difference->at_s, .what = what, .amount = (double)NAN, .unit = ""};
    snprintf(facts->first.part, sizeof facts->first.part, "%s", part);
    return &facts->first;
}

void tool_recording_difference_words(struct tool_recording_difference *difference,
                                     enum tool_recording_difference_channel channel,
                                     const char *part, const char *what, const char *a,
                                     const char *b)
{
    if (strcmp(a, b) == 0)
        return;
    struct tool_recording_difference_first *first = note(difference, channel, part, what);
    if (first == NULL)
        return;
    snprintf(first->a, sizeof first->a, "%s", a);
    snprintf(first->b, sizeof first->b, "%s", b);
}

bool tool_recording_difference_presence(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, bool a, bool b, const char *word)
{
    char no[64];
    snprintf(no, sizeof no, "not %s", word);
    tool_recording_difference_words(difference, channel, part, word, a ? word : no, b ? word : no);
    return a && b;
}

/* Counts an amount, and returns where the two values are to be written if it is the channel's first
 * difference. `unit` ("m", "rad" or "") says which allowance holds. Two values that are no number
 * are equal, `are_alike`; a number and none differ by more than is allowed. */
static struct tool_recording_difference_first *
measure(struct tool_recording_difference *difference,
        enum tool_recording_difference_channel channel, const char *part, const char *what,
        double amount, const char *unit, bool are_alike)
{
    struct tool_recording_difference_facts *facts = &difference->channels[channel];
    const struct tool_recording_difference_allow *allow = &difference->allow;
    const double allowed = unit[0] == 'm'   ? allow->position_m
                           : unit[0] == 'r' ? allow->angle_rad
                                            : allow->number;
    double *most = unit[0] == 'm'   ? &facts->most_m
                   : unit[0] == 'r' ? &facts->most_rad
                                    : &facts->most_number;
    *most = fmax(*most, amount);
    if (amount <= allowed || are_alike)
        return NULL;
    struct tool_recording_difference_first *first = note(difference, channel, part, what);
    if (first != NULL) {
        first->amount = amount;
        first->unit = unit;
    }
    return first;
}

static bool is_vector(struct us_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void write_vector(char *out, struct us_vec3 v)
{
    snprintf(out, TOOL_RECORDING_DIFFERENCE_TEXT, "%.9g %.9g %.9g", (double)v.x, (double)v.y,
             (double)v.z);
}

static void compare_vectors(struct tool_recording_difference *difference,
                            enum tool_recording_difference_channel channel, const char *part,
                            const char *what, struct us_vec3 a, struct us_vec3 b, double amount,
                            const char *unit)
{
    struct tool_recording_difference_first *first =
        measure(difference, channel, part, what, amount, unit, !is_vector(a) && !is_vector(b));
    if (first == NULL)
        return;
    write_vector(first->a, a);
    write_vector(first->b, b);
}

void tool_recording_difference_position(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, struct us_vec3 a, struct us_vec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                 z = (double)a.z - (double)b.z;
    compare_vectors(difference, channel, part, "position", a, b, sqrt(x * x + y * y + z * z), "m");
}

void tool_recording_difference_direction(struct tool_recording_difference *difference,
                                         enum tool_recording_difference_channel channel,
                                         const char *part, struct us_vec3 a, struct us_vec3 b)
{
    const double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    const double bx = (double)b.x, by = (double)b.y, bz = (double)b.z;
    const double cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    compare_vectors(difference, channel, part, "direction", a, b,
                    atan2(sqrt(cx * cx + cy * cy + cz * cz), ax * bx + ay * by + az * bz), "rad");
}

static void write_rotation(char *out, struct us_quat q)
{
    snprintf(out, TOOL_RECORDING_DIFFERENCE_TEXT, "%.9g %.9g %.9g %.9g", (double)q.x, (double)q.y,
             (double)q.z, (double)q.w);
}

void tool_recording_difference_rotation(struct tool_recording_difference *difference,
                                        enum tool_recording_difference_channel channel,
                                        const char *part, struct us_quat a, struct us_quat b)
{
    const bool is_a = isfinite(a.x + a.y + a.z + a.w), is_b = isfinite(b.x + b.y + b.z + b.w);
    const double amount = is_a && is_b ? (double)us_quat_angle_rad(a, b) : (double)NAN;
    struct tool_recording_difference_first *first =
        measure(difference, channel, part, "rotation", amount, "rad", !is_a && !is_b);
    if (first == NULL)
        return;
    write_rotation(first->a, a);
    write_rotation(first->b, b);
}

void tool_recording_difference_number(struct tool_recording_difference *difference,
                                      enum tool_recording_difference_channel channel,
                                      const char *part, const char *what, double a, double b,
                                      const char *unit)
{
    struct tool_recording_difference_first *first =
        measure(difference, channel, part, what, fabs(a - b), unit, !isfinite(a) && !isfinite(b));
    if (first == NULL)
        return;
    snprintf(first->a, sizeof first->a, "%.9g", a);
    snprintf(first->b, sizeof first->b, "%.9g", b);
}

/* ---- A pose ---- */

enum {
    VALID = US_POSE_ORIENTATION_VALID | US_POSE_POSITION_VALID,
    TRACKED = US_POSE_ORIENTATION_TRACKED | US_POSE_POSITION_TRACKED
};

/* The flags that both files can hold. */
static unsigned common_flags(const struct tool_recording_difference *difference, uint8_t flags)
{
    bool both = difference->a_is_session && difference->b_is_session;
    return flags & (both ? (unsigned)VALID | (unsigned)TRACKED : (unsigned)VALID);
}

void tool_recording_difference_held(struct tool_recording_difference *difference,
                                    enum tool_recording_difference_channel channel, bool a, bool b)
{
    difference->channels[channel].a += a;
    difference->channels[channel].b += b;
}

static const char *flag_words(unsigned flags, char out[64])
{
    static const char *const names[] = {"orientation valid", "position valid",
                                        "orientation tracked", "position tracked"};
    out[0] = '\0';
    if ((flags & VALID) == 0)
        return "not valid";
    if ((flags & VALID) == VALID && (flags & TRACKED) == 0)
        return "valid";
    if ((flags & (VALID | TRACKED)) == (VALID | TRACKED))
        return "valid, tracked";
    for (unsigned i = 0; i < 4; i++)
        if ((flags & 1U << i) != 0)
            us_text_add_word(out, 64, names[i]);
    return out;
}

void tool_recording_difference_pose(struct tool_recording_difference *difference,
                                    enum tool_recording_difference_channel channel,
                                    const char *part, const struct us_pose *a, uint8_t a_flags,
                                    const struct us_pose *b, uint8_t b_flags)
{
    char a_words[64], b_words[64];
    const unsigned both = a_flags & b_flags;
    tool_recording_difference_words(difference, channel, part, "flags",
                                    flag_words(common_flags(difference, a_flags), a_words),
                                    flag_words(common_flags(difference, b_flags), b_words));
    if ((both & US_POSE_POSITION_VALID) != 0)
        tool_recording_difference_position(difference, channel, part, a->position_m, b->position_m);
    if ((both & US_POSE_ORIENTATION_VALID) != 0)
        tool_recording_difference_rotation(difference, channel, part, a->rotation, b->rotation);
}

/* ---- All ---- */

bool tool_recording_difference_is_any(const struct tool_recording_difference *difference)
{
    return difference->durations_differ ||
           tool_recording_difference_earliest(difference) != TOOL_RECORDING_DIFFERENCE_CHANNELS;
}

bool tool_recording_difference_is_compared(const struct tool_recording_difference *difference,
                                           enum tool_recording_difference_channel channel)
{
    return channel < TOOL_RECORDING_DIFFERENCE_SESSION ||
           (difference->a_is_session && difference->b_is_session);
}

enum tool_recording_difference_channel
tool_recording_difference_earliest(const struct tool_recording_difference *difference)
{
    enum tool_recording_difference_channel best = TOOL_RECORDING_DIFFERENCE_CHANNELS;
    for (unsigned i = 0; i < TOOL_RECORDING_DIFFERENCE_CHANNELS; i++)
        if (difference->channels[i].differing > 0 &&
            (best == TOOL_RECORDING_DIFFERENCE_CHANNELS ||
             difference->channels[i].first.at_s < difference->channels[best].first.at_s))
            best = (enum tool_recording_difference_channel)i;
    return best;
}
