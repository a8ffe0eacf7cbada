/* SPDX-License-Identifier: MIT */
/*
 * body: a script as another person would do it: the head higher or lower above the floor, the
 * hands farther from it or nearer, and all of it faster or slower. What the fingers and the inputs
 * do stays as it is. One thread.
 */
#ifndef TOOL_PERFORM_BODY_H
#define TOOL_PERFORM_BODY_H

#include "person/script.h"
#include "tool/perform/people.h"

/*
 * Makes *out, which is empty, a copy of the script as the person does it. A head that is y above
 * the floor is y times height_m / TOOL_PERFORM_HEIGHT_M above it; a hand keeps its direction from
 * the head, at `reach` times the distance; times are divided by `speed`. Rotations, recentrings and
 * the gaze's direction in the head stay. False: memory ran out, and *out stays empty.
 */
bool tool_perform_body_fit(const struct rt_script *script, const struct tool_perform_person *person,
                           struct rt_script *out);

/* The time of the script's last line, in seconds; 0 if it has none. */
double tool_perform_body_length_s(const struct rt_script *script);

/*
 * The time up to which nothing changes from this time on: nothing moves, and no line begins. The
 * time itself, if something moves; infinity, if nothing ever changes again.
 */
double tool_perform_body_still_until(const struct rt_script *script, double time_s);

#endif
