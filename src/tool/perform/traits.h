/* SPDX-License-Identifier: MIT */
/*
 * traits: the stages of an edit that make frames those of one person: how far the arms reach, and
 * how much the hands tremble. One thread.
 */
#ifndef TOOL_PERFORM_TRAITS_H
#define TOOL_PERFORM_TRAITS_H

#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/steps/steps.h"
#include "tool/perform/people.h"

/*
 * reach: a stage of an edit that keeps the wrists within what the person's arms reach.
 *
 * A shoulder is TOOL_PERFORM_SHOULDER_DOWN_M below the eyes and TOOL_PERFORM_SHOULDER_ASIDE_M
 * beside them, to the side that the head turns to; the wrist is at most TOOL_PERFORM_ARM_M from it.
 * These are of the script's person: another person's are all `reach` times as long. A hand that is
 * farther away moves as one rigid body towards the shoulder, until its wrist is at that distance;
 * velocities are those of the movement, but for what the turning of the head adds. The wrist of a
 * hand without joints is 5 cm behind its grip.
 */

#define TOOL_PERFORM_SHOULDER_DOWN_M 0.22
#define TOOL_PERFORM_SHOULDER_ASIDE_M 0.19
#define TOOL_PERFORM_ARM_M 0.62

/* Where a hand was farthest beyond what the arm reaches. */
struct tool_perform_reach {
    double beyond_m[US_SESSION_HANDS]; /* 0: never */
    double at_s[US_SESSION_HANDS];     /* seconds of the script as the person does it */
};

/* Adds the stage behind the others. `out`, which is zeroed, may be NULL and must last as long as
 * the chain. */
enum us_result tool_perform_reach_add(struct tool_edit_steps *chain,
                                      const struct tool_perform_person *person,
                                      struct tool_perform_reach *out, struct us_error *error);

/* Adds a note for each hand that was beyond its reach. */
void tool_perform_reach_report(const struct tool_perform_reach *reach, struct tool_loss *loss);

/*
 * tremor: a stage of an edit in which hands tremble and the head sways, as those of a person who
 * stands do. A hand moves as one rigid body, so the bones keep their lengths; velocities are those
 * of the movement.
 *
 * The movement is a sum of sines, so it has no other frequencies than these: 4 to 12 Hz for the
 * hands, 0.2 to 1 Hz for the head. It is a function of the time and of a seed.
 */

/* Adds the stage behind the others. */
enum us_result tool_perform_tremor_add(struct tool_edit_steps *chain,
                                       const struct tool_perform_person *person,
                                       struct us_error *error);

#endif
