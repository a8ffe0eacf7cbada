/* SPDX-License-Identifier: MIT */
/*
 * current_profile: which interaction profile xrGetCurrentInteractionProfile reports for a user, and
 * when the layer sends XR_TYPE_EVENT_DATA_INTERACTION_PROFILE_CHANGED (OpenXR 1.0, 11.4, "Current
 * Interaction Profile").
 *
 * If the recording plays a user's buttons, the user has the profile that the binding plan chose,
 * from the first sync with focus on. Every other user has the profile that the chain below reports.
 * If the chain below reports none, but the recording plays poses of this user, the user has the
 * profile of the plan.
 *
 * In a session that plays input, the layer sends all of these events itself. After each sync it
 * compares the profile of each user for whom the app suggested bindings with the profile at the
 * last event, and sends an event if one differs. It drops the events of the chain below, because
 * they describe profiles that the app does not see.
 */
#ifndef US_CURRENT_PROFILE_H
#define US_CURRENT_PROFILE_H

#include "layer/bindings/binding_plan.h"
#include "layer/state/session.h"
#include "openxr/xr.h"

/* The users of a session, and the profile that the app knows for each. */
struct us_current_profiles;

/* Allocates. Returns NULL if the plan plays nothing or if memory is short; then the layer passes
 * the events of the chain below to the app. us_current_profiles_destroy frees it. */
struct us_current_profiles *us_current_profiles_create(const struct us_binding_plan *plan);
void us_current_profiles_destroy(struct us_current_profiles *profiles);

/* The profile to report instead of `live`, which is the profile that the chain below reports for
 * this user. XR_NULL_PATH: none. */
XrPath us_current_profile(const struct us_session *session, enum us_user_path user_path,
                          XrPath live);

/* Call this after xrSyncActions. Queues an event for xrPollEvent if the profile of a user changed;
 * only then it takes a lock. */
void us_current_profiles_on_sync(struct us_session *session);

/*
 * played_profiles: messages that say for which interaction profiles the app suggested bindings,
 * which profile each user plays as, and which profile of --profile cannot be used.
 */

/* Call this after xrAttachSessionActionSets. Takes the lock of the suggested bindings. */
void us_current_profile_log_played(struct us_instance *instance,
                                   const struct us_binding_plan *plan);

#endif
