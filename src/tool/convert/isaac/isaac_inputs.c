/* SPDX-License-Identifier: MIT */
#include "tool/convert/isaac/isaac_inputs.h"

#include <stdio.h>
#include <string.h>

enum control { PRIMARY, SECONDARY, STICK_CLICK, MENU, STICK, SQUEEZE, TRIGGER };

/* The components of a controller, in the order of the table of the recording. */
static const struct {
    unsigned hand;
    enum control control;
    const char *path;
    enum us_session_component_type type;
} components[] = {
    {0, PRIMARY, "/user/hand/left/input/x/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, SECONDARY, "/user/hand/left/input/y/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, STICK_CLICK, "/user/hand/left/input/thumbstick/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, MENU, "/user/hand/left/input/menu/click", US_SESSION_COMPONENT_BOOLEAN},
    {0, STICK, "/user/hand/left/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
    {0, SQUEEZE, "/user/hand/left/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
    {0, TRIGGER, "/user/hand/left/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
    {1, PRIMARY, "/user/hand/right/input/a/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, SECONDARY, "/user/hand/right/input/b/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, STICK_CLICK, "/user/hand/right/input/thumbstick/click", US_SESSION_COMPONENT_BOOLEAN},
    {1, STICK, "/user/hand/right/input/thumbstick", US_SESSION_COMPONENT_VECTOR2},
    {1, SQUEEZE, "/user/hand/right/input/squeeze/value", US_SESSION_COMPONENT_FLOAT},
    {1, TRIGGER, "/user/hand/right/input/trigger/value", US_SESSION_COMPONENT_FLOAT},
};
enum { COMPONENTS = sizeof components / sizeof components[0] };

enum us_result tool_isaac_inputs_add(const bool has_controller[US_SESSION_HANDS],
                                     struct us_session_components *table, struct us_error *error)
{
    uint32_t place;
    enum us_result result = US_OK;
    for (unsigned i = 0; i < COMPONENTS && result == US_OK; i++) {
        struct us_session_component component = {.type = components[i].type};
        if (!has_controller[components[i].hand])
            continue;
        snprintf(component.path, sizeof component.path, "%s", components[i].path);
        result = tool_edit_component_add(table, &component, &place, error);
    }
    if (result == US_OK && table->count > 0)
        result = tool_edit_profile_add(table, TOOL_ISAAC_PROFILE, &place, error);
    return result;
}

static struct us_session_value value_of(const struct tool_isaac_controls *from,
                                        enum control control)
{
    const float x[] = {[PRIMARY] = from->primary ? 1.0f : 0.0f,
                       [SECONDARY] = from->secondary ? 1.0f : 0.0f,
                       [STICK_CLICK] = from->stick_click ? 1.0f : 0.0f,
                       [MENU] = from->menu ? 1.0f : 0.0f,
                       [STICK] = from->stick_x,
                       [SQUEEZE] = from->squeeze,
                       [TRIGGER] = from->trigger};
    return (struct us_session_value){x[control], control == STICK ? from->stick_y : 0.0f};
}

void tool_isaac_inputs_fill(const bool has_controller[US_SESSION_HANDS],
                            const struct tool_isaac_controls controls[US_SESSION_HANDS],
                            int64_t time_ns, struct us_session_input *out)
{
    memset(out, 0, sizeof *out);
    out->time_ns = time_ns;
    for (unsigned i = 0; i < COMPONENTS; i++) {
        const struct tool_isaac_controls *from = &controls[components[i].hand];
        if (!has_controller[components[i].hand])
            continue;
        out->active[out->count] = from->is_active;
        if (from->is_active)
            out->values[out->count] = value_of(from, components[i].control);
        out->count++;
    }
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++)
        out->profiles[US_SESSION_USER_LEFT + hand] = has_controller[hand];
}
