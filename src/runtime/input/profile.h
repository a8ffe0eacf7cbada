/* SPDX-License-Identifier: MIT */
/* Interaction profiles and the bindings that apps suggest for them. Under the runtime's lock. */
#ifndef RT_RUNTIME_PROFILE_H
#define RT_RUNTIME_PROFILE_H

#include "runtime/input/action.h"

struct us_profile;

struct rt_suggested {
    struct rt_action *action;
    XrPath path;
};

/* The app's last suggestion for a profile. */
struct rt_suggestion {
    struct rt_suggestion *next;
    XrPath profile;
    const struct us_profile *known; /* in the table of profiles */
    uint32_t rank; /* a hand uses the profile that the person prefers if the app suggests
                    * it, otherwise the suggested profile of the lowest rank */
    uint32_t count;
    struct rt_suggested *bindings;
};

/* Whether the app may use what core has since a minor version and an extension defines. `extension`
 * may be NULL, and `core_since` UINT32_MAX: never. */
bool rt_profile_may_use(const struct rt_instance *instance, const char *extension,
                        uint32_t core_since);

/* The suggestion that becomes the user's bindings at a time, or NULL. */
const struct rt_suggestion *rt_profile_choose(const struct rt_instance *instance, enum rt_user user,
                                              XrTime time);

void rt_profile_free_suggestions(struct rt_instance *instance);

#endif
