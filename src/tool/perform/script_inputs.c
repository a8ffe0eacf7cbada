/* SPDX-License-Identifier: MIT */
#include "tool/perform/script_inputs.h"

#include <string.h>

#include "person/component.h"
#include "person/scripted_person.h"
#include "tool/drive/person/live_frame.h"

static bool names_profile(const struct rt_script *script, const char *name)
{
    for (int hand = 0; hand < RT_HAND_COUNT; hand++) {
        const struct rt_track *track =
            rt_script_find(script, rt_script_subject_of((enum rt_hand)hand), "profile");
        for (size_t k = 0; track != NULL && k < track->count; k++)
            if (strcmp(rt_component_profile_name((uint32_t)track->keys[k].values[0]), name) == 0)
                return true;
    }
    return false;
}

/* Behind "/interaction_profiles/". */
static const char *short_name(const char *profile)
{
    return profile + strlen("/interaction_profiles/");
}

/* Whether it is one number of a stick or a pad: the vector of both is there as well, and an app
 * that asks for one number gets that of the vector. */
static bool is_part(const struct us_session_components *all,
                    const struct us_session_component *component)
{
    const size_t length = strlen(component->path);
    const char *end = component->path + (length > 2 ? length - 2 : 0);
    if (strcmp(end, "/x") != 0 && strcmp(end, "/y") != 0)
        return false;
    for (uint32_t i = 0; i < all->count; i++)
        if (strncmp(all->components[i].path, component->path, length - 2) == 0 &&
            all->components[i].path[length - 2] == '\0')
            return true;
    return false;
}

static bool is_chosen(const struct tool_perform_inputs *inputs,
                      const struct tool_live_person *person,
                      const struct us_session_component *component)
{
    const char *name = NULL;
    const enum rt_hand hand = tool_live_inputs_hand(component, &name);
    for (uint32_t p = 0; p < inputs->table.profile_count; p++)
        if (tool_live_person_has_input(person, hand, short_name(inputs->table.profiles[p]), name))
            return true;
    return false;
}

void tool_perform_inputs_choose(const struct rt_script *script,
                                const struct tool_live_person *person,
                                struct tool_perform_inputs *out)
{
    const struct us_session_components *all = tool_live_person_components(person);
    struct us_session_components *table = &out->table;
    memset(out, 0, sizeof *out);
    for (uint32_t p = 0; p < all->profile_count; p++) {
        const bool is_gaze = p + 1 == all->profile_count;
        if (is_gaze ? !rt_scripted_person_has_gaze(script)
                    : !names_profile(script, short_name(all->profiles[p])))
            continue;
        memcpy(table->profiles[table->profile_count++], all->profiles[p], US_SESSION_PATH_SIZE);
        out->profile_of[p + 1] = (uint8_t)table->profile_count;
    }
    for (uint32_t i = 0; i < all->count; i++) {
        if (is_part(all, &all->components[i]) || !is_chosen(out, person, &all->components[i]))
            continue;
        out->from[table->count] = i;
        table->components[table->count++] = all->components[i];
    }
}

void tool_perform_inputs_take(const struct tool_perform_inputs *inputs,
                              const struct us_session_input *live, struct us_session_input *out)
{
    *out = (struct us_session_input){
        .time_ns = live->time_ns, .result = live->result, .count = inputs->table.count};
    for (unsigned user = 0; user < US_SESSION_USERS; user++)
        out->profiles[user] = inputs->profile_of[live->profiles[user]];
    for (uint32_t i = 0; i < inputs->table.count; i++) {
        out->active[i] = live->active[inputs->from[i]];
        out->values[i] = live->values[inputs->from[i]];
        out->truths[i] = live->truths[inputs->from[i]];
    }
}
