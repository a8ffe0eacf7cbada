// SPDX-License-Identifier: MIT
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

static bool numbers(const cJSON *object, const char *name, double *out, int count)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count) {
        return false;
    }
    const cJSON *item = NULL;
    int n = 0;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsNumber(item)) {
            return false;
        }
        out[n++] = item->valuedouble;
    }
    return true;
}

static bool vector(const cJSON *object, const char *name, struct oracle_vec3 *out)
{
    double v[3];
    if (!numbers(object, name, v, 3)) {
        return false;
    }
    *out = (struct oracle_vec3){v[0], v[1], v[2]};
    return true;
}

static bool pose(const cJSON *object, struct oracle_pose *out)
{
    double q[4];
    *out = oracle_pose_identity;
    if (!vector(object, "p", &out->p_m) || !numbers(object, "q", q, 4)) {
        return false;
    }
    out->q = (struct oracle_quat){q[0], q[1], q[2], q[3]};
    return true;
}

static void read_velocity(const cJSON *object, struct log_located *out)
{
    out->has_velocity = cJSON_IsObject(object);
    out->velocity_flags = (unsigned)number(object, "flags", 0);
    vector(object, "linear", &out->linear_m_s);
    vector(object, "angular", &out->angular_rad_s);
}

static void read_located(const cJSON *object, struct log_located *out)
{
    out->flags = (unsigned)number(object, "flags", 0);
    out->has_pose = pose(object, &out->pose);
    out->radius_m = number(object, "r", 0);
    read_velocity(cJSON_GetObjectItemCaseSensitive(object, "velocity"), out);
}

static enum log_space space_named(const char *name)
{
    static const char *const names[LOG_SPACE_OTHER] = {"LOCAL", "STAGE", "LOCAL_FLOOR", "VIEW",
                                                       "gaze"};
    for (int i = 0; i < LOG_SPACE_OTHER; i++) {
        if (strcmp(name, names[i]) == 0) {
            return (enum log_space)i;
        }
    }
    return LOG_SPACE_OTHER;
}

static struct log_place read_place(const cJSON *line, const char *name, const char *offset_name)
{
    struct log_place place = {space_named(string(line, name)), oracle_pose_identity};
    pose(cJSON_GetObjectItemCaseSensitive(line, offset_name), &place.offset);
    place.offset.q = oracle_quat_normalise(place.offset.q);
    return place;
}

static void read_views(const cJSON *line, struct log_line *out)
{
    const cJSON *view = NULL;
    cJSON_ArrayForEach(view, cJSON_GetObjectItemCaseSensitive(line, "views"))
    {
        if (out->count < LOG_VIEWS) {
            struct log_located *located = &out->located[out->count++];
            read_located(view, located);
            located->flags = (unsigned)number(line, "flags", 0);
        }
    }
}

static void read_joints(const cJSON *line, struct log_line *out)
{
    const cJSON *active = cJSON_GetObjectItemCaseSensitive(line, "active");
    out->active = cJSON_IsTrue(active) || (cJSON_IsNumber(active) && active->valuedouble != 0);
    const char *hand = string(line, "hand");
    out->hand = strcmp(hand, "left") == 0 ? 0 : strcmp(hand, "right") == 0 ? 1 : -1;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(line, "joints"))
    {
        if (out->count < ORACLE_XR_JOINTS) {
            read_located(item, &out->located[out->count++]);
        }
    }
    int n = 0;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(line, "velocities"))
    {
        if (n < ORACLE_XR_JOINTS) {
            read_velocity(item, &out->located[n++]);
        }
    }
}

static void read_call(const cJSON *line, const char *call, struct log_line *out)
{
    out->result = (int)number(line, "result", 0);
    out->time_ns = number(line, "time", 0);
    out->base = read_place(line, "base", "base_offset");
    if (strcmp(call, "xrSyncActions") == 0) {
        out->call = LOG_SYNC_ACTIONS;
    } else if (strcmp(call, "xrLocateSpace") == 0) {
        out->call = LOG_LOCATE_SPACE;
        out->space = read_place(line, "space", "space_offset");
        out->count = 1;
        read_located(line, &out->located[0]);
    } else if (strcmp(call, "xrLocateViews") == 0) {
        out->call = LOG_LOCATE_VIEWS;
        read_views(line, out);
    } else if (strcmp(call, "xrLocateHandJointsEXT") == 0) {
        out->call = LOG_LOCATE_JOINTS;
        read_joints(line, out);
    }
}

static void read_relation(const cJSON *line, const char *relation, struct log_line *out)
{
    if (strcmp(relation, "STAGE_in_LOCAL") == 0) {
        out->related = LOG_SPACE_STAGE;
    } else if (strcmp(relation, "LOCAL_FLOOR_in_LOCAL") == 0) {
        out->related = LOG_SPACE_LOCAL_FLOOR;
    } else {
        return;
    }
    if (pose(line, &out->located[0].pose)) {
        out->call = LOG_RELATION;
    }
}

bool log_line_parse(const char *text, int line_number, struct log_line *out)
{
    memset(out, 0, sizeof *out);
    out->number = line_number;
    cJSON *line = cJSON_Parse(text);
    if (!cJSON_IsObject(line)) {
        cJSON_Delete(line);
        return false;
    }
    if (strcmp(string(line, "event"), "session_state") == 0) {
        out->call = LOG_SESSION_STATE;
        out->focused = strcmp(string(line, "state"), "FOCUSED") == 0;
    } else if (string(line, "relation")[0]) {
        read_relation(line, string(line, "relation"), out);
    } else if (string(line, "call")[0]) {
        read_call(line, string(line, "call"), out);
    }
    cJSON_Delete(line);
    return true;
}

const char *log_call_name(enum log_call call)
{
    static const char *const names[] = {
        "other",         "session_state",        "relation", "xrSyncActions", "xrLocateSpace",
        "xrLocateViews", "xrLocateHandJointsEXT"};
    return names[call];
}
