/* SPDX-License-Identifier: MIT */
/*
 * fault_frame: computes the answers that replace the recording's while faults are in force.
 *
 * The functions do what those of the sampler do (sampler.h), and then apply the faults that are in
 * force at the time that was asked for. Their results depend on the arguments alone. Faults apply
 * in this order: swapped hands; delays and frozen times, in the order of the list; displacements;
 * lost tracking; pinches. Any thread may call them; they allocate nothing.
 */
#ifndef US_FAULT_FRAME_H
#define US_FAULT_FRAME_H

#include "core/base/pose.h"
#include "core/faults/fault_list.h"
#include "core/sampler/sampler.h"

void us_fault_frame(const struct us_faults *faults, const struct us_sampler *sampler, double time_s,
                    unsigned parts, struct us_frame_sample *out);

bool us_fault_pinched(const struct us_faults *faults, const struct us_sampler *sampler,
                      enum us_hand hand, double from_s, double to_s);

/* The components of a session's inputs, as one hand has them. Faults that swap hands or change
 * pinches do not change them. */
void us_fault_inputs(const struct us_faults *faults, const struct us_sampler *sampler,
                     enum us_hand hand, double time_s, struct us_input_sample *out);

/*
 * fault_motion: the rigid motions by which jitter and drift displace recorded poses.
 *
 * A displacement turns everything about a pivot, and then moves it. It is a function of the
 * recording's time and, for jitter, of a seed; so neither the order of calls nor the machine
 * changes it. Its velocities are its derivatives, for each second of the recording. Everything is
 * in the recording's axes (Unity's). Pure; any thread.
 */

/* How far apart the random values of jitter are; it is smooth in between. */
#define US_FAULT_JITTER_STEP_S 0.01

struct us_displacement {
    struct us_quat turn;
    struct us_vec3 move_m;
    struct us_vec3 turn_rad_s; /* velocity of `turn` */
    struct us_vec3 move_m_s;
};

/*
 * The displacement of a fault of the kind US_FAULT_JITTER: by at most numbers[0] mm and numbers[1]
 * degrees. `who` is one bit of enum us_fault_who: a hand jitters otherwise than the head.
 */
struct us_displacement us_fault_jitter(const struct us_fault *fault, unsigned who, double time_s);

/*
 * The displacement of a fault of the kind US_FAULT_DRIFT: for each second since it began,
 * numbers[0] mm along +X and numbers[1] degrees about the upward axis, counterclockwise as seen
 * from above.
 */
struct us_displacement us_fault_drift(const struct us_fault *fault, double time_s);

/* Displaces a pose that moves. `pivot` moves, too; its own orientation does not matter. */
struct us_motion us_fault_motion_displace(const struct us_displacement *by,
                                          const struct us_motion *pivot, struct us_motion motion);

#endif
