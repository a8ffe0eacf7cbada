/* SPDX-License-Identifier: MIT */
/*
 * animation_scene: a session of chosen frames becomes an input animation file. A failure fails the
 * test.
 */
#ifndef ANIMATION_SCENE_H
#define ANIMATION_SCENE_H

#include "animation/animation_file.h"

/* The XrTime of recording time 0. */
#define BEGIN_NS INT64_C(77000000000)

extern char scene_file[64]; /* the path of the input animation file */

int scene_begin(void **state);
int scene_end(void **state);

void scene_record(int frames, struct us_session_frame (*frame_of)(int n));
/* Makes the file of the recorded session, with a marker "an hour" after an hour; or writes to
 * options->file, if there is one. */
enum us_result scene_convert(const struct us_animation_file_options *options,
                             struct us_animation_file_report *report, struct us_error *error);
void scene_decode(struct us_recording *out);

#endif
