/* SPDX-License-Identifier: MIT */
#include "tool/convert/table/columns.h"

#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"
#include "profiles/bindings.h"
#include "tool/cli/options.h"

const uint8_t tool_table_sort_flags[TOOL_TABLE_SORTS] = {
    [TOOL_TABLE_POSITION] = US_SESSION_POSITION_VALID,
    [TOOL_TABLE_ORIENTATION] = US_SESSION_ORIENTATION_VALID,
    [TOOL_TABLE_LINEAR] = US_SESSION_LINEAR_VALID,
    [TOOL_TABLE_ANGULAR] = US_SESSION_ANGULAR_VALID,
};

/* ---- The table ---- */

struct part {
    const char *name;
    enum tool_table_kind kind;
    enum tool_table_sort sort;
    size_t offset; /* into the struct of the shape */
};

#define POSE_AT(before, type)                                                                      \
    {before "x", TOOL_TABLE_FLOAT, TOOL_TABLE_POSITION, offsetof(type, pose.position_m.x)},        \
        {before "y", TOOL_TABLE_FLOAT, TOOL_TABLE_POSITION, offsetof(type, pose.position_m.y)},    \
        {before "z", TOOL_TABLE_FLOAT, TOOL_TABLE_POSITION, offsetof(type, pose.position_m.z)},    \
        {before "qx", TOOL_TABLE_FLOAT, TOOL_TABLE_ORIENTATION, offsetof(type, pose.rotation.x)},  \
        {before "qy", TOOL_TABLE_FLOAT, TOOL_TABLE_ORIENTATION, offsetof(type, pose.rotation.y)},  \
        {before "qz", TOOL_TABLE_FLOAT, TOOL_TABLE_ORIENTATION, offsetof(type, pose.rotation.z)},  \
    {                                                                                              \
        before "qw", TOOL_TABLE_FLOAT, TOOL_TABLE_ORIENTATION, offsetof(type, pose.rotation.w)     \
    }
#define POSE(type) POSE_AT("", type)
#define MOTION(type)                                                                               \
    {"vx", TOOL_TABLE_FLOAT, TOOL_TABLE_LINEAR, offsetof(type, linear_m_s.x)},                     \
        {"vy", TOOL_TABLE_FLOAT, TOOL_TABLE_LINEAR, offsetof(type, linear_m_s.y)},                 \
        {"vz", TOOL_TABLE_FLOAT, TOOL_TABLE_LINEAR, offsetof(type, linear_m_s.z)},                 \
        {"wx", TOOL_TABLE_FLOAT, TOOL_TABLE_ANGULAR, offsetof(type, angular_rad_s.x)},             \
        {"wy", TOOL_TABLE_FLOAT, TOOL_TABLE_ANGULAR, offsetof(type, angular_rad_s.y)},             \
    {                                                                                              \
        "wz", TOOL_TABLE_FLOAT, TOOL_TABLE_ANGULAR, offsetof(type, angular_rad_s.z)                \
    }
#define FLAGS(type)                                                                                \
    {"valid", TOOL_TABLE_PARTS, TOOL_TABLE_OWN, offsetof(type, flags)},                            \
    {                                                                                              \
        "tracked", TOOL_TABLE_PARTS, TOOL_TABLE_OWN, offsetof(type, flags)                         \
    }
#define OWN(type, kind, name, member)                                                              \
    {                                                                                              \
        name, TOOL_TABLE_##kind, TOOL_TABLE_OWN, offsetof(type, member)                            \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, TOOL_TABLE_FLOAT, TOOL_TABLE_OWN, 0                                                  \
    }

#define ROW(kind, name, member) OWN(struct tool_table_row, kind, name, member)
static const struct part line_parts[] = {ROW(SECONDS, "time", time_ns),
                                         ROW(TEXT, "marker", marker),
                                         ROW(DURATION, "period", frame.period_ns),
                                         ROW(STATE, "session_state", frame.session_state),
                                         ROW(TRUTH, "should_render", frame.should_render),
                                         ROW(PRESENCE, "presence", frame.presence),
                                         ROW(SIZE, "refresh_rate", frame.refresh_rate_hz),
                                         ROW(WHOLE, "sync_result", input.result),
                                         ROW(WHOLE, "view_flags", frame.view_flags),
                                         ROW(SECONDS, "gaze_time", frame.gaze_time_ns),
                                         ROW(SIZE, "stage_width", frame.stage_width_m),
                                         ROW(SIZE, "stage_depth", frame.stage_depth_m),
                                         END};

typedef struct us_session_location place_type;
static const struct part place_parts[] = {POSE(place_type), MOTION(place_type), FLAGS(place_type),
                                          OWN(place_type, ACTIVE, "active", is_active), END};

typedef struct us_session_hand_joints hand_type;
static const struct part hand_parts[] = {OWN(hand_type, ACTIVE, "active", is_active),
                                         OWN(hand_type, WHOLE, "source", data_source), END};

typedef struct us_session_joint joint_type;
static const struct part joint_parts[] = {POSE(joint_type), MOTION(joint_type), FLAGS(joint_type),
                                          OWN(joint_type, FLOAT, "radius", radius_m), END};

typedef struct us_session_hand_aim aim_type;
static const struct part aim_parts[] = {OWN(aim_type, PINCH, "pinch", status),
                                        OWN(aim_type, FLOAT, "pinch_index", pinch_index),
                                        OWN(aim_type, FLOAT, "pinch_middle", pinch_middle),
                                        OWN(aim_type, FLOAT, "pinch_ring", pinch_ring),
                                        OWN(aim_type, FLOAT, "pinch_little", pinch_little),
                                        OWN(aim_type, WIDE, "aim_status", status),
                                        POSE_AT("aim_ray.", aim_type),
                                        END};

typedef struct us_session_view view_type;
static const struct part view_parts[] = {POSE(view_type),
                                         OWN(view_type, FLOAT, "left", fov.left_rad),
                                         OWN(view_type, FLOAT, "right", fov.right_rad),
                                         OWN(view_type, FLOAT, "up", fov.up_rad),
                                         OWN(view_type, FLOAT, "down", fov.down_rad),
                                         END};

static const struct part profile_parts[] = {{"profile", TOOL_TABLE_PATH, TOOL_TABLE_OWN, 0}, END};

static const struct part *const parts_of[TOOL_TABLE_SHAPES] = {
    [TOOL_TABLE_LINE] = line_parts,   [TOOL_TABLE_PLACE] = place_parts,
    [TOOL_TABLE_POSE] = place_parts,  [TOOL_TABLE_HAND] = hand_parts,
    [TOOL_TABLE_JOINT] = joint_parts, [TOOL_TABLE_AIM_STATE] = aim_parts,
    [TOOL_TABLE_VIEW] = view_parts,   [TOOL_TABLE_PROFILE] = profile_parts,
};

static const char *const view_names[] = {"view0", "view1", "view2", "view3", NULL};
static const char *const user_names[] = {"left",      "right", "head", "gamepad",
                                         "treadmill", "eyes",  NULL};

#define FRAME(member) offsetof(struct tool_table_row, frame.member)
enum { HANDED = 2 };

static const struct family {
    const char *name; /* "": none, and HAND for each hand */
    enum tool_table_shape shape;
    size_t offset, hand_step; /* into the row; 0: not of a hand */
    const char *const *items; /* NULL: one; otherwise in place of ITEM */
    size_t item_step;
    const char *meaning;
} families[] = {
    {"", TOOL_TABLE_LINE, 0, 0, NULL, 0, "of the line"},
    {"head", TOOL_TABLE_PLACE, FRAME(head), 0, NULL, 0, "the head"},
    {"gaze", TOOL_TABLE_POSE, FRAME(gaze), 0, NULL, 0, "the gaze goes along -Z"},
    {"local", TOOL_TABLE_PLACE, FRAME(spaces[US_SESSION_SPACE_LOCAL]), 0, NULL, 0,
     "LOCAL, after the app was recentred"},
    {"local_floor", TOOL_TABLE_PLACE, FRAME(spaces[US_SESSION_SPACE_LOCAL_FLOOR]), 0, NULL, 0,
     "LOCAL_FLOOR"},
    {"stage", TOOL_TABLE_PLACE, FRAME(spaces[US_SESSION_SPACE_STAGE]), 0, NULL, 0, "STAGE"},
    {"ITEM", TOOL_TABLE_VIEW, FRAME(views), 0, view_names, sizeof(view_type),
     "an eye, in the head, and its angles"},
    {"HAND.grip", TOOL_TABLE_POSE, FRAME(poses[0][US_SESSION_POSE_GRIP]), sizeof(place_type[5]),
     NULL, 0, "grip pose"},
    {"HAND.aim", TOOL_TABLE_POSE, FRAME(poses[0][US_SESSION_POSE_AIM]), sizeof(place_type[5]), NULL,
     0, "aim pose"},
    {"HAND.palm_pose", TOOL_TABLE_POSE, FRAME(poses[0][US_SESSION_POSE_PALM]),
     sizeof(place_type[5]), NULL, 0, "palm_ext or grip_surface"},
    {"HAND.pinch_pose", TOOL_TABLE_POSE, FRAME(poses[0][US_SESSION_POSE_PINCH]),
     sizeof(place_type[5]), NULL, 0, "pinch_ext"},
    {"HAND.poke_pose", TOOL_TABLE_POSE, FRAME(poses[0][US_SESSION_POSE_POKE]),
     sizeof(place_type[5]), NULL, 0, "poke_ext"},
    {"HAND", TOOL_TABLE_AIM_STATE, FRAME(aims), sizeof(aim_type), NULL, 0,
     "pinch, and what XR_FB_hand_tracking_aim tells"},
    {"HAND.ITEM", TOOL_TABLE_JOINT, FRAME(hands[0].joints), sizeof(hand_type),
     us_joint_openxr_names, sizeof(joint_type), "a joint of the hand"},
    {"HAND.hand", TOOL_TABLE_HAND, FRAME(hands), sizeof(hand_type), NULL, 0, "the tracked hand"},
    {"ITEM", TOOL_TABLE_PROFILE, offsetof(struct tool_table_row, profiles), 0, user_names,
     US_SESSION_PATH_SIZE, "the interaction profile"},
};
_Static_assert(US_SESSION_POSES == 5, "the step from hand to hand above");

/* ---- Its columns ---- */

static void put_name(const struct family *family, unsigned hand, unsigned item, char out[64])
{
    const char *from = family->name;
    out[0] = '\0';
    while (*from != '\0') {
        const bool is_hand = strncmp(from, "HAND", 4) == 0;
        const bool is_item = family->items != NULL && strncmp(from, "ITEM", 4) == 0;
        const size_t length = strlen(out);
        if (is_hand || is_item)
            snprintf(out + length, 64 - length, "%s",
                     is_hand ? user_names[hand] : family->items[item]);
        else
            snprintf(out + length, 64 - length, "%c", *from);
        from += is_hand || is_item ? 4 : 1;
    }
}

static void add_group(struct tool_table_columns *columns, const struct family *family,
                      unsigned hand, unsigned item)
{
    struct tool_table_group *group = &columns->groups[columns->group_count];
    *group = (struct tool_table_group){
        .shape = family->shape,
        .offset = (uint32_t)(family->offset + hand * family->hand_step + item * family->item_step),
        .first = (uint16_t)columns->count,
        .item = (uint8_t)item,
        .hand = (uint8_t)hand};
    char name[sizeof group->name];
    put_name(family, hand, item, name);
    memcpy(group->name, name, sizeof name);
    for (const struct part *part = parts_of[family->shape]; part->name != NULL; part++) {
        struct tool_table_column *column = &columns->list[columns->count++];
        *column = (struct tool_table_column){.kind = part->kind,
                                             .sort = (uint8_t)part->sort,
                                             .group = (uint16_t)columns->group_count,
                                             .offset = (uint32_t)(group->offset + part->offset)};
        snprintf(column->name, sizeof column->name, "%s%s%s", name, name[0] != '\0' ? "." : "",
                 part->name);
        group->count++;
    }
    columns->group_count++;
}

void tool_table_columns_init(struct tool_table_columns *columns)
{
    memset(columns, 0, sizeof *columns);
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        for (unsigned hand = 0; hand < (families[i].hand_step > 0 ? HANDED : 1u); hand++)
            for (unsigned item = 0;
                 families[i].items != NULL ? families[i].items[item] != NULL : item == 0; item++)
                add_group(columns, &families[i], hand, item);
}

int tool_table_columns_find(const struct tool_table_columns *columns, const char *name)
{
    for (int i = 0; i < columns->count; i++)
        if (strcmp(columns->list[i].name, name) == 0)
            return i;
    return TOOL_TABLE_NOWHERE;
}

uint32_t tool_table_whole_most(enum tool_table_kind kind)
{
    return kind == TOOL_TABLE_STATE      ? XR_SESSION_STATE_EXITING
           : kind == TOOL_TABLE_PRESENCE ? US_SESSION_PRESENCE_PRESENT
                                         : INT32_MAX;
}

const char *tool_table_user(enum us_session_user user)
{
    return user_names[user];
}

void tool_table_columns_print(void)
{
    printf("\nThe columns of a table:\n\n");
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        const struct family *family = &families[i];
        const bool is_hand = family->shape == TOOL_TABLE_JOINT;
        char name[64];
        snprintf(name, sizeof name, "%s", family->name);
        char *item = strstr(name, "ITEM");
        if (item != NULL)
            strcpy(item, is_hand ? "JOINT" : family->shape == TOOL_TABLE_VIEW ? "VIEW" : "USER");
        printf("%s%s%s\n   ", name, name[0] != '\0' ? ": " : "", family->meaning);
        for (const struct part *part = parts_of[family->shape]; part->name != NULL; part++)
            printf(" %s%s", name[0] != '\0' ? "." : "", part->name);
        printf("\n");
    }
    printf("USER.CONTROL: a component of the profile by its path behind /input/\n"
           "    right.trigger/value left.thumbstick/x right.trigger/value.boolean\n");
    printf("HAND: left right\nUSER:");
    for (unsigned i = 0; user_names[i] != NULL; i++)
        printf(" %s", user_names[i]);
    printf("\nVIEW:");
    for (unsigned i = 0; view_names[i] != NULL; i++)
        printf(" %s", view_names[i]);
    printf("\nJOINT:");
    for (unsigned i = 0; us_joint_openxr_names[i] != NULL; i++)
        printf("%s%s", i % 5 == 0 ? "\n    " : " ", us_joint_openxr_names[i]);
    printf("\n");
}

/* ---- Controls ---- */

static bool has_user(const struct us_profile *profile, enum us_session_user user)
{
    for (unsigned i = 0; i < 2; i++)
        if (profile->users[i] != NULL && strcmp(profile->users[i], us_session_user_path(user)) == 0)
            return true;
    return false;
}

/* Of any profile. */
static const struct us_component *find_component(enum us_session_user user, const char *path)
{
    const struct us_component *component = NULL;
    for (size_t i = 0; i < us_profile_table_count && component == NULL; i++)
        if (has_user(&us_profile_table[i], user))
            component = us_bindings_component(&us_profile_table[i], user, path);
    return component;
}

/* "right.thumbstick/x" is the x of the vector /user/hand/right/input/thumbstick. */
static bool parse_control(const char *name, enum us_session_user *out_user,
                          struct us_session_component *out, enum tool_table_kind *out_kind)
{
    char path[TOOL_TABLE_NAME_SIZE + 8];
    const char *dot = strchr(name, '.');
    unsigned user = 0;
    while (dot != NULL && user < US_SESSION_USERS &&
           (strlen(user_names[user]) != (size_t)(dot - name) ||
            strncmp(user_names[user], name, (size_t)(dot - name)) != 0))
        user++;
    if (dot == NULL || user == US_SESSION_USERS)
        return false;
    *out_user = (enum us_session_user)user;
    snprintf(path, sizeof path, "/input/%s", dot + 1);
    char *end = strrchr(path, '.');
    *out_kind = TOOL_TABLE_X;
    if (end != NULL && strcmp(end, ".boolean") == 0) {
        *out_kind = TOOL_TABLE_BOOLEAN;
        *end = '\0';
    }
    end = strrchr(path, '/');
    const bool is_axis =
        *out_kind == TOOL_TABLE_X && (strcmp(end, "/x") == 0 || strcmp(end, "/y") == 0);
    if (is_axis) {
        *out_kind = end[1] == 'x' ? TOOL_TABLE_X : TOOL_TABLE_Y;
        *end = '\0';
    }
    const struct us_component *component = find_component(*out_user, path);
    if (component == NULL || component->type > XR_ACTION_TYPE_VECTOR2F_INPUT ||
        (component->type == XR_ACTION_TYPE_VECTOR2F_INPUT) != is_axis)
        return false;
    out->type = us_session_component_type_of((int)component->type);
    const int length =
        snprintf(out->path, sizeof out->path, "%s%s", us_session_user_path(*out_user), path);
    return length > 0 && (size_t)length < sizeof out->path;
}

static enum us_result fail_unknown(const struct tool_table_columns *columns, const char *name,
                                   struct us_error *error)
{
    const char *names[TOOL_TABLE_COLUMNS_MOST + 1];
    char meant[TOOL_TABLE_NAME_SIZE + 32];
    for (int i = 0; i < columns->count; i++)
        names[i] = columns->list[i].name;
    names[columns->count] = NULL;
    tool_options_suggest(name, names, "", meant, sizeof meant);
    return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                          "is no column%s; put '#' in front of the name of a column that is not to "
                          "be read; 'understudy help convert' lists the names",
                          meant);
}

enum us_result tool_table_columns_add(struct tool_table_columns *columns, const char *name,
                                      int *out_place, struct us_error *error)
{
    struct us_session_components *table = &columns->components;
    struct us_session_component component;
    enum us_session_user user;
    enum tool_table_kind kind;
    if (!parse_control(name, &user, &component, &kind))
        return fail_unknown(columns, name, error);
    const uint32_t place = us_session_component_find(table, component.path, 0);
    if (place == US_SESSION_COMPONENTS_MAX || columns->count == TOOL_TABLE_COLUMNS_MOST)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, NULL,
                              "is one control too many; a recording holds %d",
                              US_SESSION_COMPONENTS_MAX);
    if (place == table->count)
        table->components[table->count++] = component;
    *out_place = columns->count;
    columns->list[columns->count] = (struct tool_table_column){
        .kind = kind, .sort = TOOL_TABLE_OWN, .group = TOOL_TABLE_GROUPS_MOST, .offset = place};
    snprintf(columns->list[columns->count++].name, TOOL_TABLE_NAME_SIZE, "%s", name);
    return US_OK;
}

/* The axis of a vector has the vector's column and only its own ".boolean". */
static uint32_t add_all(struct tool_table_columns *columns,
                        const struct us_session_components *components)
{
    static const char *const ends[US_SESSION_COMPONENT_TYPES][3] = {
        {"", NULL}, {"", ".boolean", NULL}, {"/x", "/y", NULL}};
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < components->count; i++) {
        const struct us_session_component *component = &components->components[i];
        const bool is_lone_axis = us_session_component_is_axis(component) &&
                                  us_session_component_vector(components, i) == components->count;
        const char *rest = "";
        const enum us_session_user user = us_session_path_user(component->path, &rest);
        const bool is_control = strncmp(rest, "/input/", 7) == 0 && !is_lone_axis;
        bool is_named = false;
        for (unsigned k = 0; is_control && ends[component->type][k] != NULL; k++) {
            char name[TOOL_TABLE_NAME_SIZE];
            int place;
            snprintf(name, sizeof name, "%s.%s%s", user_names[user], rest + 7,
                     ends[component->type][k]);
            is_named = tool_table_columns_find(columns, name) != TOOL_TABLE_NOWHERE ||
                       tool_table_columns_add(columns, name, &place, NULL) == US_OK;
        }
        left_out += !is_named;
    }
    return left_out;
}

uint32_t tool_table_columns_place_all(struct tool_table_columns *columns,
                                      const struct us_session_components *components,
                                      int out_places[US_SESSION_COMPONENTS_MAX])
{
    const uint32_t left_out = add_all(columns, components);
    for (uint32_t i = 0; i < components->count; i++) {
        const uint32_t place =
            us_session_component_find(&columns->components, components->components[i].path, i);
        out_places[i] = place < columns->components.count ? (int)place : TOOL_TABLE_NOWHERE;
    }
    return left_out;
}

/* The part of a control's path behind its user; NULL: it is another user's. */
static const char *path_of_user(const struct tool_table_columns *columns, uint32_t control,
                                unsigned user)
{
    const char *path = columns->components.components[control].path, *rest;
    return us_session_path_user(path, &rest) == user && *rest == '/' ? rest : NULL;
}

bool tool_table_columns_has_user(const struct tool_table_columns *columns, unsigned user)
{
    for (uint32_t i = 0; i < columns->components.count; i++)
        if (path_of_user(columns, i, user) != NULL)
            return true;
    return false;
}

const char *tool_table_columns_profile(const struct tool_table_columns *columns,
                                       enum us_session_user user)
{
    for (size_t i = 0; i < us_profile_table_count; i++) {
        const struct us_profile *profile = &us_profile_table[i];
        uint32_t found = 0, wanted = 0;
        for (uint32_t k = 0; k < columns->components.count; k++) {
            const char *path = path_of_user(columns, k, user);
            wanted += path != NULL;
            found += path != NULL && us_bindings_component(profile, user, path) != NULL;
        }
        if (wanted > 0 && found == wanted && has_user(profile, user))
            return profile->path;
    }
    return NULL;
}
