/* SPDX-License-Identifier: MIT */

#include <stdlib.h>
#include <string.h>

#include "layer/record/actions/own_actions.h"

/* The bindings of one profile: first the app's, then the own ones. */
struct bindings {
    XrPath profile;
    uint32_t app_count, own_count;
    XrActionSuggestedBinding *list; /* from malloc */
};

static uint32_t add_app(const struct us_instance *instance, const struct us_suggestion *suggestion,
                        XrActionSuggestedBinding *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < suggestion->count; i++) {
        const struct us_suggested *bound = &suggestion->bindings[i];
        if (!bound->action->node.is_own)
            list[count++] = (XrActionSuggestedBinding){
                bound->action->handle, us_bindings_context_path(&instance->bindings, bound->path)};
    }
    return count;
}

static uint32_t add_own(const struct us_own_actions *own, uint32_t index,
                        XrActionSuggestedBinding *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < own->set_count; i++) {
        for (uint32_t s = 0; s < own->sources->count; s++) {
            if ((own->sets[i].suggestions[s] & UINT64_C(1) << index) != 0)
                list[count++] = (XrActionSuggestedBinding){own->sets[i].actions[s],
                                                           own->sources->list[s].binding};
        }
    }
    return count;
}

static const struct us_suggestion *find_suggestion(const struct us_instance *instance,
                                                   XrPath profile)
{
    const struct us_suggestion *at = instance->suggestions.first;
    while (at != NULL && at->profile_path != profile)
        at = at->next;
    return at != NULL && at->is_whole ? at : NULL;
}

/* The bindings of a suggestion; without a list if there is nothing to suggest, or no memory. */
static struct bindings gather(struct us_own_actions *own, uint32_t index)
{
    struct us_instance *instance = own->recorder->instance;
    struct bindings bindings = {.profile = own->sources->profiles[index]};
    us_mutex_lock(&instance->suggestions.mutex);
    const struct us_suggestion *suggestion = find_suggestion(instance, bindings.profile);
    if (suggestion != NULL) {
        size_t most = suggestion->count + (size_t)own->set_count * own->sources->count;
        bindings.list = malloc(most * sizeof *bindings.list);
    }
    if (bindings.list != NULL) {
        bindings.app_count = add_app(instance, suggestion, bindings.list);
        bindings.own_count = add_own(own, index, bindings.list + bindings.app_count);
    }
    us_mutex_unlock(&instance->suggestions.mutex);
    return bindings;
}

static XrResult suggest(const struct us_own_actions *own, const struct bindings *bindings,
                        uint32_t count)
{
    const XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = bindings->profile,
        .countSuggestedBindings = count,
        .suggestedBindings = bindings->list};
    return own->recorder->own->xrSuggestInteractionProfileBindings(own->recorder->instance->handle,
                                                                   &suggested);
}

/*
 * Of the app's bindings, keep those that the chain below knows. The app may have suggested others,
 * of extensions that the layer supplies; with one of them the chain refuses everything.
 */
static void keep_known(const struct us_own_actions *own, struct bindings *bindings)
{
    if (XR_SUCCEEDED(suggest(own, bindings, bindings->app_count)))
        return;
    XrActionSuggestedBinding *list = bindings->list;
    uint32_t known = 0;
    for (uint32_t i = 0; i < bindings->app_count; i++) {
        struct bindings one = {.profile = bindings->profile, .list = &list[i]};
        if (XR_SUCCEEDED(suggest(own, &one, 1)))
            list[known++] = list[i];
    }
    memmove(list + known, list + bindings->app_count, bindings->own_count * sizeof *list);
    bindings->app_count = known;
}

/* Keep those of the own bindings that the runtime accepts, each tried with the app's. */
static void keep_accepted(const struct us_own_actions *own, struct bindings *bindings)
{
    XrActionSuggestedBinding *first = bindings->list + bindings->app_count;
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < bindings->own_count; i++) {
        first[accepted] = first[i];
        if (XR_SUCCEEDED(suggest(own, bindings, bindings->app_count + accepted + 1)))
            accepted++;
    }
    bindings->own_count = accepted;
}

/* Whether the profile has own bindings now. */
static bool suggest_both(const struct us_own_actions *own, struct bindings *bindings)
{
    if (bindings->own_count == 0 || bindings->app_count == 0)
        return false;
    keep_known(own, bindings);
    if (bindings->app_count == 0)
        return false;
    if (XR_SUCCEEDED(suggest(own, bindings, bindings->app_count + bindings->own_count)))
        return true;
    keep_accepted(own, bindings);
    if (bindings->own_count > 0)
        return true; /* the last one that was accepted was suggested with all of them */
    (void)suggest(own, bindings, bindings->app_count);
    return false;
}

/* The eyes, for which the app suggested nothing because it did not enable their extension. */
static bool suggest_gaze(const struct us_own_actions *own)
{
    const struct us_instance *instance = own->recorder->instance;
    int index = own->sources->gaze_source;
    if (index < 0)
        return false;
    const XrActionSuggestedBinding binding = {own->sets[0].actions[index],
                                              own->sources->list[index].binding};
    const XrInteractionProfileSuggestedBinding suggested = {
        .type = XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
        .interactionProfile = own->sources->profiles[own->sources->suggestion_count - 1],
        .countSuggestedBindings = 1,
        .suggestedBindings = &binding};
    return XR_SUCCEEDED(
        instance->next.xrSuggestInteractionProfileBindings(instance->handle, &suggested));
}

bool us_own_suggestions_add(struct us_own_actions *own)
{
    bool is_any = suggest_gaze(own);
    /* The last one first, so that the instance's list keeps its order. */
    for (uint32_t i = own->sources->suggestion_count; i-- > 0;) {
        struct bindings bindings = gather(own, i);
        is_any |= suggest_both(own, &bindings);
        free(bindings.list);
    }
    return is_any;
}

void us_own_suggestions_remove(struct us_own_actions *own)
{
    for (uint32_t i = own->sources->suggestion_count; i-- > 0;) {
        struct bindings bindings = gather(own, i);
        if (bindings.app_count > 0)
            keep_known(own, &bindings);
        if (bindings.app_count > 0)
            (void)suggest(own, &bindings, bindings.app_count);
        free(bindings.list);
    }
}
