/* SPDX-License-Identifier: MIT */
#include "tool/difference/difference.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *tool_difference_channel_name(enum tool_difference_channel channel)
{
    static const char *const names[TOOL_DIFFERENCE_CHANNELS] = {
        "head",    "left hand",       "right hand",       "left pinch", "right pinch", "gaze",
        "markers", "left controller", "right controller", "views",      "profiles",    "components",
    };
    return names[channel];
}

void tool_difference_begin_time(struct tool_difference *difference, double at_s)
{
    difference->at_s = at_s;
    memset(difference->differs_now, 0, sizeof difference->differs_now);
}

void tool_difference_end_time(struct tool_difference *difference)
{
    bool any = false;
    for (unsigned i = 0; i < TOOL_DIFFERENCE_CHANNELS; i++) {
        difference->channels[i].differing += difference->differs_now[i];
        any = any || difference->differs_now[i];
    }
    difference->times++;
    difference->times_differing += any;
}

/* Returns where the two values are to be written if this is the channel's first difference. */
static struct tool_difference_first *note(struct tool_difference *difference,
                                          enum tool_difference_channel channel, const char *part,
                                          const char *what)
{
    struct tool_difference_facts *facts = &difference->channels[channel];
    bool is_first = facts->differing == 0 && !difference->differs_now[channel];
    difference->differs_now[channel] = true;
    if (!is_first)
        return NULL;
    facts->first = (struct tool_difference_first){
        .at_s = difference->at_s, .what = what, .amount = (double)NAN, .unit = ""};
    snprintf(facts->first.part, sizeof facts->first.part, "%s", part);
    return &facts->first;
}

void tool_difference_words(struct tool_difference *difference, enum tool_difference_channel channel,
                           const char *part, const char *what, const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return;
    struct tool_difference_first *first = note(difference, channel, part, what);
    if (first == NULL)
        return;
    snprintf(first->a, sizeof first->a, "%s", a);
    snprintf(first->b, sizeof first->b, "%s", b);
}

bool tool_difference_presence(struct tool_difference *difference,
                              enum tool_difference_channel channel, const char *part, bool a,
                              bool b, const char *word)
{
    char no[64];
    snprintf(no, sizeof no, "not %s", word);
    tool_difference_words(difference, channel, part, word, a ? word : no, b ? word : no);
    return a && b;
}

/* Two values that are no number are equal; a number and none differ by more than is allowed. */
static bool is_beyond(double amount, double allowed, bool are_alike)
{
    return !(amount <= allowed) && !are_alike;
}

static bool is_vector(struct us_vec3 v)
{
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void write_vector(char *out, struct us_vec3 v)
{
    snprintf(out, TOOL_DIFFERENCE_TEXT, "%.9g %.9g %.9g", (double)v.x, (double)v.y, (double)v.z);
}

void tool_difference_position(struct tool_difference *difference,
                              enum tool_difference_channel channel, const char *part,
                              struct us_vec3 a, struct us_vec3 b)
{
    struct tool_difference_facts *facts = &difference->channels[channel];
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                 z = (double)a.z - (double)b.z, amount = sqrt(x * x + y * y + z * z);
    facts->most_m = fmax(facts->most_m, amount);
    if (!is_beyond(amount, difference->allow.position_m, !is_vector(a) && !is_vector(b)))
        return;
    struct tool_difference_first *first = note(difference, channel, part, "position");
    if (first == NULL)
        return;
    first->amount = amount;
    first->unit = "m";
    write_vector(first->a, a);
    write_vector(first->b, b);
}

void tool_difference_rotation(struct tool_difference *difference,
                              enum tool_difference_channel channel, const char *part,
                              struct us_quat a, struct us_quat b)
{
    struct tool_difference_facts *facts = &difference->channels[channel];
    const bool is_a = isfinite(a.x + a.y + a.z + a.w), is_b = isfinite(b.x + b.y + b.z + b.w);
    const double amount = is_a && is_b ? (double)us_quat_angle_rad(a, b) : (double)NAN;
    facts->most_rad = fmax(facts->most_rad, amount);
    if (!is_beyond(amount, difference->allow.angle_rad, !is_a && !is_b))
        return;
    struct tool_difference_first *first = note(difference, channel, part, "rotation");
    if (first == NULL)
        return;
    first->amount = amount;
    first->unit = "rad";
    snprintf(first->a, sizeof first->a, "%.9g %.9g %.9g %.9g", (double)a.x, (double)a.y,
             (double)a.z, (double)a.w);
    snprintf(first->b, sizeof first->b, "%.9g %.9g %.9g %.9g", (double)b.x, (double)b.y,
             (double)b.z, (double)b.w);
}

void tool_difference_direction(struct tool_difference *difference,
                               enum tool_difference_channel channel, const char *part,
                               struct us_vec3 a, struct us_vec3 b)
{
    struct tool_difference_facts *facts = &difference->channels[channel];
    const double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    const double bx = (double)b.x, by = (double)b.y, bz = (double)b.z;
    const double cx = ay * bz - az * by, cy = az * bx - ax * bz, cz = ax * by - ay * bx;
    const double amount = atan2(sqrt(cx * cx + cy * cy + cz * cz), ax * bx + ay * by + az * bz);
    facts->most_rad = fmax(facts->most_rad, amount);
    if (!is_beyond(amount, difference->allow.angle_rad, !is_vector(a) && !is_vector(b)))
        return;
    struct tool_difference_first *first = note(difference, channel, part, "direction");
    if (first == NULL)
        return;
    first->amount = amount;
    first->unit = "rad";
    write_vector(first->a, a);
    write_vector(first->b, b);
}

void tool_difference_number(struct tool_difference *difference,
                            enum tool_difference_channel channel, const char *part,
                            const char *what, double a, double b, const char *unit)
{
    struct tool_difference_facts *facts = &difference->channels[channel];
    const struct tool_difference_allow *allow = &difference->allow;
    const double amount = fabs(a - b);
    const double allowed = unit[0] == 'm'   ? allow->position_m
                           : unit[0] == 'r' ? allow->angle_rad
                                            : allow->number;
    double *most = unit[0] == 'm'   ? &facts->most_m
                   : unit[0] == 'r' ? &facts->most_rad
                                    : &facts->most_number;
    *most = fmax(*most, amount);
    if (!is_beyond(amount, allowed, !isfinite(a) && !isfinite(b)))
        return;
    struct tool_difference_first *first = note(difference, channel, part, what);
    if (first == NULL)
        return;
    first->amount = amount;
    first->unit = unit;
    snprintf(first->a, sizeof first->a, "%.9g", a);
    snprintf(first->b, sizeof first->b, "%.9g", b);
}

bool tool_difference_is_any(const struct tool_difference *difference)
{
    return difference->durations_differ ||
           tool_difference_earliest(difference) != TOOL_DIFFERENCE_CHANNELS;
}

bool tool_difference_is_compared(const struct tool_difference *difference,
                                 enum tool_difference_channel channel)
{
    return channel < TOOL_DIFFERENCE_SESSION ||
           (difference->a_is_session && difference->b_is_session);
}

enum tool_difference_channel tool_difference_earliest(const struct tool_difference *difference)
{
    enum tool_difference_channel best = TOOL_DIFFERENCE_CHANNELS;
    for (unsigned i = 0; i < TOOL_DIFFERENCE_CHANNELS; i++)
        if (difference->channels[i].differing > 0 &&
            (best == TOOL_DIFFERENCE_CHANNELS ||
             difference->channels[i].first.at_s < difference->channels[best].first.at_s))
            best = (enum tool_difference_channel)i;
    return best;
}
