// SPDX-License-Identifier: MIT
// Lines of the report about frames, if the settings ask for them. Under the runtime's lock.
//
//   {"frame":n,"time":t,"layers":[LAYER...],"secondary":[LAYER...]}
//
// where a LAYER is {"type":"quad","space":"STAGE","eye":n,POSE}, with "views":[{POSE,"depth":b}...]
// instead of an eye and a pose for a projection. A space is VIEW, LOCAL, LOCAL_FLOOR, STAGE, or
// ACTION with "action":"name" and, if the space has a subaction path, "user":"left". POSE is
// "in_local":{"p":[x,y,z],"q":[x,y,z,w]},"in_head":{...}: in the initial LOCAL (person.h), and in
// the head of the runtime at the frame's display time. Both are null if the space is not tracked. A
// cube has no position of its own: its p is the space's.
#ifndef RT_RUNTIME_FRAME_REPORT_H
#define RT_RUNTIME_FRAME_REPORT_H

#include "runtime/session/session.h"

// Writes the line of a frame that passed the check. Its number counts the submitted frames.
void rt_frame_report_write(struct rt_session *session, const XrFrameEndInfo *info);

#endif
