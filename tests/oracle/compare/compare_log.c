/* SPDX-License-Identifier: MIT */
#include "compare_log.h"

#include <cjson/cJSON.h>
#include <string.h>

static double number(const cJSON *object, const char *name, double otherwise)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

static const char *string(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static bool numbers(const cJSON *array, double *out, int count)
{
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return false;
    const cJSON *item = NULL;
    int n = 0;
    cJSON_ArrayForEach(item, array) {
        if (!cJSON_IsNumber(item))
            return false;
        out[n++] = item->valuedouble;
    }
    return true;
}

static const cJSON *member(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool pose(const cJSON *array, struct oracle_pose *out)
{
    double v[7];
    *out = oracle_pose_identity;
    if (!numbers(array, v, 7))
        return false;
    out->p_m = (struct oracle_vec3){v[0], v[1], v[2]};
    out->q = (struct oracle_quat){v[3], v[4], v[5], v[6]};
    return true;
}

/* The bits of XrSpaceLocationFlags and XrSpaceVelocityFlags that the letters stand for. */
static void read_flags(const char *letters, struct log_located *out)
{
    static const char location[] = "opOP", velocity[] = "vw";
    for (; *letters != '\0'; letters++) {
        const char *at = strchr(location, *letters), *moving = strchr(velocity, *letters);
        out->flags |= at ? 1U << (at - location) : 0;
        out->velocity_flags |= moving ? 1U << (moving - velocity) : 0;
    }
}

static void read_velocity(const cJSON *array, struct log_located *out)
{
    double v[6];
    out->has_velocity = numbers(array, v, 6);
    if (out->has_velocity) {
        out->linear_m_s = (struct oracle_vec3){v[0], v[1], v[2]};
        out->angular_rad_s = (struct oracle_vec3){v[3], v[4], v[5]};
    }
}

static enum log_space space_named(const char *name)
{
    static const char *const names[LOG_SPACE_OTHER] = {"LOCAL", "STAGE", "LOCAL_FLOOR", "VIEW",
                                                       "gaze"};
    for (int i = 0; i < LOG_SPACE_OTHER; i++)
        if (strcmp(name, names[i]) == 0)
            return (enum log_space)i;
    return LOG_SPACE_OTHER;
}

void log_spaces_init(struct log_spaces *spaces)
{
    for (int i = 0; i < LOG_SPACES; i++)
        spaces->places[i] = (struct log_place){LOG_SPACE_OTHER, oracle_pose_identity};
}

static struct log_place read_place(const cJSON *line, const char *name,
                                   const struct log_spaces *spaces)
{
    double space = number(line, name, 0);
    return spaces->places[space > 0 && space < LOG_SPACES ? (int)space : 0];
}

static void read_space(const cJSON *line, struct log_spaces *spaces)
{
    double space = number(line, "space", 0);
    if (!(space > 0 && space < LOG_SPACES))
        return;
    const char *type = string(line, "type");
    struct log_place place = {space_named(type[0] ? type : string(line, "action")),
                              oracle_pose_identity};
    pose(member(line, "pose"), &place.offset);
    place.offset.q = oracle_quat_normalise(place.offset.q);
    spaces->places[(int)space] = place;
}

static void read_locate(const cJSON *line, const struct log_spaces *spaces, struct log_line *out)
{
    if (strcmp(string(line, "call"), "xrLocateSpace") != 0)
        return;
    out->call = LOG_LOCATE_SPACE;
    out->space = read_place(line, "space", spaces);
    out->count = 1;
    read_flags(string(line, "flags"), &out->located[0]);
    out->located[0].has_pose = pose(member(line, "pose"), &out->located[0].pose);
    read_velocity(member(line, "velocity"), &out->located[0]);
}

static void read_views(const cJSON *line, struct log_line *out)
{
    const cJSON *view = NULL;
    out->call = LOG_LOCATE_VIEWS;
    cJSON_ArrayForEach(view, member(line, "poses")) {
        if (out->count < LOG_VIEWS) {
            struct log_located *located = &out->located[out->count++];
            located->has_pose = pose(view, &located->pose);
            read_flags(string(line, "flags"), located);
        }
    }
}

static void read_joints(const cJSON *line, struct log_line *out)
{
    const char *hand = string(line, "hand");
    const cJSON *flags = NULL;
    out->call = LOG_LOCATE_JOINTS;
    out->active = cJSON_IsTrue(member(line, "active"));
    out->hand = strcmp(hand, "left") == 0 ? 0 : strcmp(hand, "right") == 0 ? 1 : -1;
    cJSON_ArrayForEach(flags, member(line, "joint_flags")) {
        if (out->count == ORACLE_XR_JOINTS)
            return;
        int joint = out->count++;
        struct log_located *located = &out->located[joint];
        const cJSON *radius = cJSON_GetArrayItem(member(line, "radii"), joint);
        read_flags(cJSON_IsString(flags) ? flags->valuestring : "", located);
        located->has_pose = pose(cJSON_GetArrayItem(member(line, "joints"), joint), &located->pose);
        located->radius_m = cJSON_IsNumber(radius) ? radius->valuedouble : 0;
        read_velocity(cJSON_GetArrayItem(member(line, "velocities"), joint), located);
    }
}

static void read_relation(const cJSON *line, const struct log_spaces *spaces, struct log_line *out)
{
    out->related = read_place(line, "space", spaces).space;
    if ((out->related == LOG_SPACE_STAGE || out->related == LOG_SPACE_LOCAL_FLOOR) &&
        pose(member(line, "pose"), &out->located[0].pose))
        out->call = LOG_RELATION;
}

static void read_error(const cJSON *line, struct log_line *out)
{
    const char *call = string(line, "call");
    for (int i = LOG_LOCATE_SPACE; i <= LOG_LOCATE_JOINTS; i++) {
        if (strcmp(call, log_call_name((enum log_call)i)) == 0) {
            out->call = (enum log_call)i;
            out->result = -1;
        }
    }
}

static void read_event(const cJSON *line, const char *event, struct log_spaces *spaces,
                       struct log_line *out)
{
    out->time_ns = number(line, "wall_time_ns", 0);
    out->base = read_place(line, "base", spaces);
    if (strcmp(event, "state") == 0) {
        out->call = LOG_SESSION_STATE;
        out->focused = strcmp(string(line, "state"), "FOCUSED") == 0;
    } else if (strcmp(event, "space") == 0) {
        read_space(line, spaces);
    } else if (strcmp(event, "relation") == 0) {
        read_relation(line, spaces, out);
    } else if (strcmp(event, "sync") == 0) {
        out->call = LOG_SYNC_ACTIONS;
        out->result = strcmp(string(line, "result"), "XR_SUCCESS") != 0;
    } else if (strcmp(event, "locate") == 0) {
        read_locate(line, spaces, out);
    } else if (strcmp(event, "views") == 0) {
        read_views(line, out);
    } else if (strcmp(event, "hand") == 0) {
        read_joints(line, out);
    } else if (strcmp(event, "error") == 0) {
        read_error(line, out);
    }
}

bool log_line_parse(const char *text, int line_number, struct log_spaces *spaces,
                    struct log_line *out)
{
    memset(out, 0, sizeof *out);
    out->number = line_number;
    cJSON *line = cJSON_Parse(text);
    bool is_object = cJSON_IsObject(line);
    if (is_object)
        read_event(line, string(line, "e"), spaces, out);
    cJSON_Delete(line);
    return is_object;
}

const char *log_call_name(enum log_call call)
{
    static const char *const names[] = {
        "other",         "session_state",        "relation", "xrSyncActions", "xrLocateSpace",
        "xrLocateViews", "xrLocateHandJointsEXT"};
    return names[call];
}
