/* SPDX-License-Identifier: MIT */
/*
 * scripted: what the session scripts (session_script.h) say at a time of the app.
 *
 * Scripts apply from the start of playback. Before that, and after input was released at the end,
 * they deny nothing. Reference spaces are then where the scripts put them at the beginning or at
 * the end. Any thread; no allocation, lock or call.
 */
#ifndef US_SCRIPTED_H
#define US_SCRIPTED_H

#include <stdbool.h>

#include "layer/answer/playback.h"
#include "layer/session_script/session_script.h"
#include "layer/state/session.h"

/* Where playback is at the newest frame, for us_session_events_next. */
struct us_script_now us_answer_scripted_now(const struct us_session *session);

/* Whether a script gives input at a moment. True without scripts. */
bool us_answer_scripted_gives_input(const struct us_session *session,
                                    const struct us_playback_moment *moment);

/* Whether the session has the focus at a moment: of the chain below, and of the scripts. */
bool us_answer_scripted_has_focus(const struct us_session *session,
                                  const struct us_playback_moment *moment);

/* Whether the app is to render the frame of a display time. True without scripts. */
bool us_answer_scripted_renders(const struct us_session *session, XrTime time);

/* The fault of a kind that is in force at the newest frame; NULL: none. */
const struct us_fault *us_answer_scripted_fault(const struct us_session *session,
                                                enum us_fault_kind kind);

/* Whether the views have their visibility masks at the newest frame: no fault takes them, and no
 * script. */
bool us_answer_scripted_has_mask(const struct us_session *session);

/* The display's refresh rate that the recorded app had, in Hz, also before playback starts; 0: it
 * is not replayed (--recorded events), or not recorded. */
float us_answer_scripted_recorded_rate_hz(const struct us_session *session);

/* Whether the hand has its device at a recording time. True without scripts. */
bool us_answer_scripted_has_device(const struct us_session *session, enum us_hand hand,
                                   double recording_s);

/* Whether a script moves reference spaces of this type at any time; in a driven app, whether it has
 * moved them. */
bool us_answer_scripted_moves(const struct us_session *session, XrReferenceSpaceType type);

/* Where a reference space of this type is at a moment, in itself as it would be without scripts.
 * False: it is where it would be without scripts. */
bool us_answer_scripted_place(const struct us_session *session, XrReferenceSpaceType type,
                              const struct us_playback_moment *moment, struct us_pose *out_place);

#endif
