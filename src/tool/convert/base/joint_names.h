/* SPDX-License-Identifier: MIT */
/* joint_names: the names of the joints of a hand in files, in the order of XrHandJointEXT. */
#ifndef TOOL_CONVERT_JOINT_NAMES_H
#define TOOL_CONVERT_JOINT_NAMES_H

#include "session/codec/session_message.h"

/* "palm", "wrist", "thumb_metacarpal", ..., and NULL at the end. */
extern const char *const tool_joint_names[US_SESSION_JOINTS + 1];

#endif
