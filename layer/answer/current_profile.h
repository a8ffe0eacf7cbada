/* SPDX-License-Identifier: MIT */
/*
 * current_profile: which interaction profile the app is told to be current, and when it is told
 * that this changed (OpenXR 1.0, 11.4, "Current Interaction Profile").
 *
 * A user whose buttons are played has the profile that the plan chose, from the first sync with the
 * focus on. All others have what the chain below says. In a session where input is played, the
 * layer makes all XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED itself: each sync looks at the
 * users that the app suggested bindings for, and there is an event if the answer for one of them is
 * not what it was at the event before. The events of the chain below speak of answers that the app
 * does not get, so they are dropped.
 */
#ifndef US_CURRENT_PROFILE_H
#define US_CURRENT_PROFILE_H

#include "layer/bindings/binding_plan.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

/* The users of a session, and what the app was told of each. */
struct us_current_profiles;

/* NULL if nothing of the plan is played or memory runs out: then the events of the chain below are
 * the app's. */
struct us_current_profiles *us_current_profiles_create(const struct us_binding_plan *plan);
void us_current_profiles_destroy(struct us_current_profiles *profiles);

/* What the app is told instead of `live`, the profile that the chain below has for this user. */
XrPath us_current_profile(const struct us_session *session, enum us_user_path user_path,
                          XrPath live);

/* After xrSyncActions. Queues an event if an answer changed. */
void us_current_profiles_on_sync(struct us_session *session);

#endif
