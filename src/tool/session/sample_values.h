/* SPDX-License-Identifier: MIT */
/*
 * sample_values: the vectors and poses that `sample` prints, and how they were made.
 */
#ifndef TOOL_SAMPLE_VALUES_H
#define TOOL_SAMPLE_VALUES_H

#include <cjson/cJSON.h>

#include "core/sampler/sample.h"

/* "absent", "before-start", "exact", "interpolated" or "held". */
const char *tool_sample_how_name(enum us_how how);

/* The joints of a hand, in the order of XrHandJointEXT. */
enum { TOOL_SAMPLE_JOINTS = 26 };
/* "PALM": the name of a place below TOOL_SAMPLE_JOINTS, without prefix and suffix. */
const char *tool_sample_joint_name(unsigned joint);

/* From Unity's axes to OpenXR's. */
void tool_sample_turn_vector(struct us_vec3 *v);
void tool_sample_turn_motion(struct us_motion *motion);
/* All but the gaze as a pose and the views. */
void tool_sample_turn_frame(struct us_frame_sample *frame);

void tool_sample_add_vector(cJSON *object, const char *name, struct us_vec3 v);
/* {"position_m", "rotation", "linear_m_s", "angular_rad_s"} */
void tool_sample_add_pose(cJSON *object, const char *name, const struct us_motion *motion);

void tool_sample_print_vector(struct us_vec3 v);
/* A line. */
void tool_sample_print_pose(const char *name, const struct us_motion *motion);

#endif
