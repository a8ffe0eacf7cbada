// SPDX-License-Identifier: MIT
// Interaction profiles and the bindings that apps suggest for them. Under the runtime's lock.
#ifndef US_RUNTIME_PROFILE_H
#define US_RUNTIME_PROFILE_H

#include "action.h"

struct us_suggested {
    struct us_action *action;
    XrPath path;
};

// The last suggestion that was made for a profile.
struct us_suggestion {
    struct us_suggestion *next;
    XrPath profile;
    uint32_t rank; // a hand holds the suggested controller of the lowest rank;
                   // the one that the settings prefer has 0
    uint32_t count;
    struct us_suggested *bindings;
};

// Whether a profile, by its whole path, has a component such as /input/trigger/click on either
// hand. True for what is not known in full.
bool us_profile_has(const char *profile, const char *component);

// The suggestion that drives a user, or NULL.
const struct us_suggestion *us_profile_choose(const struct us_instance *instance,
                                              enum us_user user);

void us_profile_forget(struct us_instance *instance);

#endif
