/* SPDX-License-Identifier: MIT */
/*
 * played_profiles: says for which interaction profiles the app suggested bindings, which of them
 * were taken, and which that a person chose could not be.
 */
#ifndef US_PLAYED_PROFILES_H
#define US_PLAYED_PROFILES_H

#include "layer/bindings/binding_plan.h"

/* After the app attached its action sets. */
void us_played_profiles_say(struct us_instance *instance, const struct us_binding_plan *plan);

#endif
