/* SPDX-License-Identifier: MIT */
/*
 * session_recording: a session recording with controllers, whose values are closed forms.
 *
 * It has a frame each 10 ms. The app of the recording had the focus from the fifth frame on, which
 * is second 0 of the recording; before that its syncs gave nothing (XR_SESSION_NOT_FOCUSED). At
 * second t, until SESSION_END_S:
 *   head         at (t, 1, 0), turned around Y by t/2 rad
 *   eyes         at (-0.04, 0, 0) and (0.04, 0.01, 0) in the head; left field of view from
 *                -0.5 to 0.6 and from -0.7 to 0.8 rad, the right one 0.1 rad wider on each side
 *   left grip    at (1, t, 0); its action is active until 1.5 s; only the position is tracked, and
 *                only the linear velocity is valid: (0, 1, 0)
 *   right aim    at (2, t, 0), with the velocities (0, 1, 0) and (0, 0, 0.5)
 *   left joints  all at (5, t, 0), with a radius of 1 cm; the source is a controller from 1 s on
 *   left aim     XrHandTrackingAimStateFB: at (3, t, 0), computed and valid; from 2 s on the middle
 *                finger pinches and the menu is pressed; strengths 0.1, 0.2, 0.3 and 0.4
 *   floor        LOCAL_FLOOR is 1.25 m below LOCAL; STAGE is at (0.5, -1.25, -0.75), turned
 *                around Y with the quaternion (0, 0.6, 0, 0.8), 2.5 m wide and 1.75 m deep. After
 * the frame at 1 s the app is told that STAGE changes, to 3 m by 2 m; from 2 s on nobody knows
 *   masks        of stereo: the hidden mesh of view i has the vertices (0, 10 i) to (3, 10 i) and
 *                the indices 0 1 2 3 0 1; the left loop has none; no other is recorded. After the
 *                frame at 1 s the app is told that those of view 1 changed: its hidden mesh has the
 *                vertices (0, 10) and (1, 10), and the indices 0 1 0 1. That of view 0 is empty
 * from 2 s on, of which nobody is told refresh rate 90 Hz until 0.5 s, then 72 Hz; no event tells
 * it gaze         asked for and never there; the eyes have no profile until 2.5 s left profile none
 * until 0.5 s, simple until 1 s, Touch until 1.5 s, then Index right profile Touch until 2.5 s,
 * then Index truth        of the left trigger's value: true in the last 50 ms of each tenth of a
 * second, which no threshold explains; of the right one's none is recorded
 */
#ifndef US_TEST_SESSION_RECORDING_H
#define US_TEST_SESSION_RECORDING_H

#include <stdbool.h>

#define SESSION_END_S 3.0

/* The values of the components at second t. The left trigger has no value from 2 s on,
 * and the right A none from 0.3 s until 0.4 s. */
float session_left_trigger(double t);
bool session_left_trigger_is_true(double t);
bool session_left_x(double t);
bool session_left_select(double t);
/* At the thresholds of a truth value: rises from 0.69 to 0.7 at 1 s, falls to 0.5 at 1.2 s and to
 * 0.49 at 1.4 s. */
float session_right_trigger(double t);

/* The mesh of the left hand: fake_mesh.h. */
enum { SESSION_MESH_JOINTS = 2, SESSION_MESH_VERTICES = 3, SESSION_MESH_INDICES = 6 };
#define SESSION_MESH_SEED 20.0f

void session_recording_write(const char *path);

#endif
