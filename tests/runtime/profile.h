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
                   // khr/simple_controller has 0
    uint32_t count;
    struct us_suggested *bindings;
};

// What a binding path means. False for a path outside the profiles' grammar.
bool us_profile_parse_source(const struct us_instance *instance, XrPath path,
                             struct us_source *out_source);

// The suggestion that drives a user, or NULL.
const struct us_suggestion *us_profile_choose(const struct us_instance *instance,
                                              enum us_user user);

void us_profile_forget(struct us_instance *instance);

#endif
