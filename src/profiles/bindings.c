/* SPDX-License-Identifier: MIT */
#include "profiles/bindings.h"

#include <string.h>

#include "core/base/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const struct us_profile *us_bindings_profile(const char *path)
{
    for (size_t i = 0; i < us_profile_table_count; i++)
        if (strcmp(us_profile_table[i].path, path) == 0)
            return &us_profile_table[i];
    return NULL;
}

const struct us_component *us_bindings_component(const struct us_profile *profile, unsigned hand,
                                                 const char *path)
{
    for (size_t i = 0; i < profile->component_count; i++) {
        const struct us_component *component = &profile->components[i];
        const bool is_there = hand == 0 ? component->left : hand > 1 || component->right;
        if (is_there && strcmp(component->path, path) == 0)
            return component;
    }
    return NULL;
}

int us_bindings_preference(const struct us_profile *profile)
{
    return (int)(profile - us_profile_table);
}

enum us_user us_bindings_user(const char *path)
{
    static const struct {
        const char *path;
        enum us_user user;
    } users[] = {
        {"/user/hand/left", US_USER_LEFT},     {"/user/hand/right", US_USER_RIGHT},
        {"/user/hand_htc/left", US_USER_LEFT}, {"/user/hand_htc/right", US_USER_RIGHT},
        {"/user/eyes_ext", US_USER_EYES},
    };
    for (size_t i = 0; i < COUNT(users); i++)
        if (us_text_below(path, users[i].path) != NULL)
            return users[i].user;
    return US_USER_OTHER;
}

/* One user of a profile. In a profile with two users, the first one is the left one. */
struct place {
    const struct us_profile *profile;
    bool left, right;
    bool hands;
};

static bool has(const struct place *place, const struct us_component *component)
{
    return place->profile->users[1] == NULL || (place->left && component->left) ||
           (place->right && component->right);
}

/* Finds the component with the path `source` followed by `suffix`, which may be "". */
static const struct us_component *find_in(const struct us_component *components, size_t count,
                                          const struct place *place, const char *source,
                                          const char *suffix)
{
    const size_t length = strlen(source);
    for (size_t i = 0; i < count; i++)
        if (strncmp(components[i].path, source, length) == 0 &&
            strcmp(components[i].path + length, suffix) == 0 && has(place, &components[i]))
            return &components[i];
    return NULL;
}

static const struct us_component *find(const struct place *place, const char *source,
                                       const char *suffix)
{
    const struct us_profile *profile = place->profile;
    const struct us_component *component =
        find_in(profile->components, profile->component_count, place, source, suffix);
    if (component == NULL && place->hands)
        component =
            find_in(us_profile_table_poses, us_profile_table_pose_count, place, source, suffix);
    return component;
}

/* Resolves a path such as "/input/thumbstick/dpad_up" (XR_EXT_dpad_binding). The profile must have
 * the thumbstick or trackpad. */
static const struct us_component *find_direction(const struct place *place, const char *source)
{
    const struct us_component *direction =
        find_in(us_profile_table_directions, us_profile_table_direction_count, place, source, "");
    if (direction == NULL)
        return NULL;
    const size_t stick = (size_t)(strrchr(source, '/') - source);
    for (size_t i = 0; i < place->profile->component_count; i++) {
        const struct us_component *component = &place->profile->components[i];
        if (component->type == XR_ACTION_TYPE_VECTOR2F_INPUT && strlen(component->path) == stick &&
            strncmp(component->path, source, stick) == 0)
            return direction;
    }
    return NULL;
}

/* Finds a component of the parent `source`. The profile's own components come first, because the
 * common poses need an extension. NULL: the path is not a parent. */
static const struct us_component *find_child(const struct place *place, const char *source)
{
    const struct us_profile *profile = place->profile;
    for (size_t i = 0; i < profile->component_count; i++) {
        const char *rest = us_text_below(profile->components[i].path, source);
        if (rest != NULL && *rest == '/' && has(place, &profile->components[i]))
            return &profile->components[i];
    }
    for (size_t i = 0; place->hands && i < us_profile_table_pose_count; i++) {
        if (us_text_below(us_profile_table_poses[i].path, source) != NULL)
            return &us_profile_table_poses[i];
    }
    return NULL;
}

static bool is_scalar(XrActionType type)
{
    return type == XR_ACTION_TYPE_BOOLEAN_INPUT || type == XR_ACTION_TYPE_FLOAT_INPUT;
}

static bool converts(const struct us_component *component, XrActionType type)
{
    return component->type == type || (is_scalar(component->type) && is_scalar(type));
}

/* Finds the component that a parent path stands for with this action type. */
static const struct us_component *find_below(const struct place *place, const char *source,
                                             XrActionType type)
{
    const struct us_component *component = NULL;
    switch (type) {
    case XR_ACTION_TYPE_BOOLEAN_INPUT:
        component = find(place, source, "/click");
        return component != NULL ? component : find(place, source, "/value");
    case XR_ACTION_TYPE_FLOAT_INPUT:
        component = find(place, source, "/value");
        return component != NULL ? component : find(place, source, "/click");
    case XR_ACTION_TYPE_POSE_INPUT:
        return find(place, source, "/pose");
    case XR_ACTION_TYPE_VIBRATION_OUTPUT:
        return find(place, source, "/haptic");
    default:
        return NULL; /* the parent of x and y is a component itself */
    }
}

/* The length of the part that names the source: "/input/trigger" in "/input/trigger/value". The
 * path "/output" alone is a source, because apps may bind vibrations to it; "/input" is not (0). */
static size_t source_length(const char *subpath)
{
    const char *identifier = strchr(subpath + 1, '/');
    if (identifier == NULL)
        return strcmp(subpath, "/output") == 0 ? strlen(subpath) : 0;
    return 1 + (size_t)(identifier - subpath) + strcspn(identifier + 1, "/");
}

/* Finds the user of a binding path. Returns the part behind the user path, or NULL if the profile
 * does not have the user. */
static const char *locate(const struct us_profile *profile, const char *binding,
                          struct place *out_place)
{
    for (unsigned user = 0; user < COUNT(profile->users); user++) {
        const char *path = profile->users[user];
        const char *subpath = path == NULL ? NULL : us_text_below(binding, path);
        if (subpath == NULL)
            continue;
        const enum us_user who = us_bindings_user(path);
        *out_place = (struct place){profile, user == 0, user == 1,
                                    who == US_USER_LEFT || who == US_USER_RIGHT};
        return subpath;
    }
    return NULL;
}

enum us_binding_result us_bindings_resolve(const struct us_profile *profile, const char *binding,
                                           XrActionType type, struct us_binding *out_binding)
{
    struct place place;
    const char *subpath = locate(profile, binding, &place);
    if (subpath == NULL || *subpath != '/')
        return US_BINDING_UNSUPPORTED;
    const struct us_component *component = find(&place, subpath, "");
    if (component == NULL)
        component = find_direction(&place, subpath);
    const size_t source = source_length(subpath);
    const bool is_source = source > 0 && subpath[source] == '\0';
    const struct us_component *child = is_source ? find_child(&place, subpath) : NULL;
    /* The profile must have the path; only then does the action's type decide what it reads. */
    const struct us_component *named = component != NULL ? component : child;
    if (named == NULL)
        return US_BINDING_UNSUPPORTED;
    if (component != NULL && !converts(component, type))
        component = NULL;
    if (component == NULL && child != NULL)
        component = find_below(&place, subpath, type);
    if (component != NULL && !converts(component, type))
        component = NULL;
    *out_binding = (struct us_binding){us_bindings_user(binding), component, named,
                                       (size_t)(subpath - binding) + source};
    return US_BINDING_OK;
}
