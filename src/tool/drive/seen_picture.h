/* SPDX-License-Identifier: MIT */
/*
 * seen_picture: what is kept of the newest pictures of a drive: the lines of the log about their
 * frames, and where the app's spaces were then. tool_drive_keep_picture (drive.h) keeps it.
 */
#ifndef TOOL_SEEN_PICTURE_H
#define TOOL_SEEN_PICTURE_H

#include "core/base/pose.h"
#include "tool/drive/drive.h"

/* The picture of a frame; below 0: the newest. NULL: it is not kept. */
const cJSON *tool_seen_picture(const struct tool_drive *drive, double frame);
/* The line of an event of its frame; NULL: there is none. */
const cJSON *tool_seen_line(const cJSON *picture, const char *event);

/* Where a space was in LOCAL, by its number in the log. False: that is not known. */
bool tool_seen_place_space(const cJSON *picture, double number, struct us_pose *out);
/* The number of a space, by the type of a reference space, or by its action; NULL: there is none.
 */
const cJSON *tool_seen_space_number(const cJSON *picture, const char *name);

/* An array of so many numbers; a pose as the log has it. False: it is none. */
bool tool_seen_read_numbers(const cJSON *array, int count, double *out);
bool tool_seen_read_pose(const cJSON *array, struct us_pose *out);

#endif
