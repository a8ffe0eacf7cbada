/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/joint_names.h"

#include <stddef.h>

const char *const tool_joint_names[US_SESSION_JOINTS + 1] = {"palm",
                                                             "wrist",
                                                             "thumb_metacarpal",
                                                             "thumb_proximal",
                                                             "thumb_distal",
                                                             "thumb_tip",
                                                             "index_metacarpal",
                                                             "index_proximal",
                                                             "index_intermediate",
                                                             "index_distal",
                                                             "index_tip",
                                                             "middle_metacarpal",
                                                             "middle_proximal",
                                                             "middle_intermediate",
                                                             "middle_distal",
                                                             "middle_tip",
                                                             "ring_metacarpal",
                                                             "ring_proximal",
                                                             "ring_intermediate",
                                                             "ring_distal",
                                                             "ring_tip",
                                                             "little_metacarpal",
                                                             "little_proximal",
                                                             "little_intermediate",
                                                             "little_distal",
                                                             "little_tip",
                                                             NULL};
