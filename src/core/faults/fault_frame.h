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

#endif
