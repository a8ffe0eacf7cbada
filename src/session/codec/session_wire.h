/* SPDX-License-Identifier: MIT */
/*
 * session_wire: the messages of the schema as nanopb has them, one at a time. Private to the codec.
 */
#ifndef US_SESSION_WIRE_H
#define US_SESSION_WIRE_H

#include <understudy_session.pb.h>

union us_session_wire {
    understudy_Session session;
    understudy_Components components;
    understudy_Frame frame;
    understudy_Input input;
    understudy_Event event;
    understudy_Haptic haptic;
    understudy_Marker marker;
    understudy_Struct unknown;
    understudy_Mesh mesh;
};

#endif
