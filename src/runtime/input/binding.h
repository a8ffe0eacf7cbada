/* SPDX-License-Identifier: MIT */
/*
 * The sources that drive the actions of a session. Under the runtime's lock.
 */
#ifndef RT_RUNTIME_BINDING_H
#define RT_RUNTIME_BINDING_H

#include "runtime/input/action.h"
#include "runtime/session/session.h"

/* Whether the session has the action set attached. */
bool rt_binding_is_attached(const struct rt_session *session, const struct rt_object *set);

/* Finds the attached action of that handle and type, and the user of the subaction path. */
XrResult rt_binding_find_action(const struct rt_session *session, XrAction handle, XrPath subaction,
                                XrActionType type, struct rt_action **out_action,
                                enum rt_user *out_user);

/* Binds the sources again if the interaction profile of a hand has changed by that time. */
XrResult rt_binding_update(struct rt_session *session, XrTime time, bool *out_changed);

/* Interaction profiles and the bindings that apps suggest for them. Under the runtime's lock. */

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
