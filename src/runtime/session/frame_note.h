// SPDX-License-Identifier: MIT
// What the report says of frames and haptics, a line each, where the settings ask for it. Under the
// runtime's lock.
//
//   {"frame":n,"time":t,"layers":[LAYER...],"secondary":[LAYER...]}
//   {"haptic":"left","action":"name","time":t,"amplitude":a,"duration":ns,"frequency":hz}
//   {"haptic_stop":"left","action":"name","time":t}
//
// where a LAYER is {"type":"quad","space":"STAGE","eye":n,POSE}, with "views":[{POSE,"depth":b}...]
// instead of an eye and a pose for a projection. A space is VIEW, LOCAL, LOCAL_FLOOR, STAGE, or
// ACTION with "action":"name" and, where the space was made for one, "user":"left". POSE is
// "in_local":{"p":[x,y,z],"q":[x,y,z,w]},"in_head":{...}: in what LOCAL was at first, and in the
// runtime's own head at the frame's display time; both null where the space is not tracked. A cube
// has no position of its own: its p is the space's.
#ifndef RT_RUNTIME_NOTE_H
#define RT_RUNTIME_NOTE_H

#include "runtime/session/session.h"

// For a frame that passed the check. Its number is that of the frames submitted so far.
void rt_note_frame(struct rt_session *session, const XrFrameEndInfo *info);

// `vibration` is NULL for a stop.
void rt_note_haptic(const struct rt_session *session, const struct rt_action *action,
                    enum rt_user user, const XrHapticVibration *vibration);

#endif
