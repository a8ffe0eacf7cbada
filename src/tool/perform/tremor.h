/* SPDX-License-Identifier: MIT */
/*
 * tremor: a stage of an edit in which hands tremble and the head sways, as those of a person who
 * stands do. A hand moves as one rigid body, so the bones keep their lengths; velocities are those
 * of the movement.
 *
 * The movement is a sum of sines, so it has no other frequencies than these: 4 to 12 Hz for the
 * hands, 0.2 to 1 Hz for the head. It is a function of the time and of a seed. One thread.
 */
#ifndef TOOL_PERFORM_TREMOR_H
#define TOOL_PERFORM_TREMOR_H

#include "tool/edit/steps/steps.h"
#include "tool/perform/people.h"

/* Adds the stage behind the others. */
enum us_result tool_perform_tremor_add(struct tool_edit_chain *chain,
                                       const struct tool_perform_person *person,
                                       struct us_error *error);

#endif
