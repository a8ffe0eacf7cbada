/* SPDX-License-Identifier: MIT */
/*
 * played_profiles: messages that say for which interaction profiles the app suggested bindings,
 * which profile each user plays as, and which profile of --profile cannot be used.
 */
#ifndef US_PLAYED_PROFILES_H
#define US_PLAYED_PROFILES_H

#include "layer/bindings/binding_plan.h"

/* Call this after xrAttachSessionActionSets. Takes the lock of the suggested bindings. */
void us_played_profiles_log(struct us_instance *instance, const struct us_binding_plan *plan);

#endif
