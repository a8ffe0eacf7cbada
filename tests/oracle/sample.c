/* SPDX-License-Identifier: MIT */
/* oracle_sample FILE --time T [--keep-w] [--summary]: what the oracle finds in a
 * recording, as JSON. */
#include "oracle.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cJSON *vector_json(struct oracle_vec3 v)
{
    return cJSON_CreateDoubleArray((double[]){v.x, v.y, v.z}, 3);
}

static cJSON *pose_json(struct oracle_pose pose)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "p", vector_json(pose.p_m));
    cJSON_AddItemToObject(
        json, "q", cJSON_CreateDoubleArray((double[]){pose.q.x, pose.q.y, pose.q.z, pose.q.w}, 4));
    return json;
}

static cJSON *motion_json(struct oracle_motion motion)
{
    cJSON *json = pose_json(motion.pose);
    cJSON_AddItemToObject(json, "linear", vector_json(motion.linear_m_s));
    cJSON_AddItemToObject(json, "angular", vector_json(motion.angular_rad_s));
    return json;
}

static cJSON *hand_json(const struct oracle_recording *rec, int hand, double time_s)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddBoolToObject(json, "tracked", oracle_hand_tracked(rec, hand, time_s));
    cJSON_AddBoolToObject(json, "pinching", oracle_hand_pinching(rec, hand, time_s));
    cJSON *unity = cJSON_AddArrayToObject(json, "unity");
    for (int joint = 0; joint < ORACLE_JOINTS; joint++) {
        cJSON_AddItemToArray(unity,
                             pose_json(oracle_track_pose(&rec->joints[hand][joint], time_s)));
    }
    cJSON *xr = cJSON_AddArrayToObject(json, "openxr");
    for (int joint = 0; joint < ORACLE_XR_JOINTS; joint++) {
        struct oracle_entity entity = {ORACLE_JOINT, hand, joint};
        cJSON_AddItemToArray(xr, motion_json(oracle_entity_motion(rec, entity, time_s)));
    }
    return json;
}

static cJSON *gaze_json(const struct oracle_recording *rec, double time_s)
{
    struct oracle_vec3 origin, direction;
    cJSON *json = cJSON_CreateObject();
    bool valid = oracle_gaze(rec, time_s, &origin, &direction);
    cJSON_AddBoolToObject(json, "valid", valid);
    cJSON *unity = cJSON_AddObjectToObject(json, "unity");
    cJSON_AddItemToObject(unity, "origin", vector_json(origin));
    cJSON_AddItemToObject(unity, "direction", vector_json(direction));
    struct oracle_entity entity = {.kind = ORACLE_GAZE};
    cJSON_AddItemToObject(json, "openxr", motion_json(oracle_entity_motion(rec, entity, time_s)));
    return json;
}

static cJSON *sample_json(const struct oracle_recording *rec, double time_s)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "time", time_s);
    if (oracle_track_exists(&rec->camera)) {
        struct oracle_entity entity = {.kind = ORACLE_HEAD};
        cJSON *head = cJSON_AddObjectToObject(json, "head");
        cJSON_AddItemToObject(head, "unity", pose_json(oracle_track_pose(&rec->camera, time_s)));
        cJSON_AddItemToObject(head, "openxr",
                              motion_json(oracle_entity_motion(rec, entity, time_s)));
    }
    if (rec->has_hands) {
        cJSON *hands = cJSON_AddObjectToObject(json, "hands");
        cJSON_AddItemToObject(hands, "left", hand_json(rec, 0, time_s));
        cJSON_AddItemToObject(hands, "right", hand_json(rec, 1, time_s));
    }
    if (rec->has_gaze)
        cJSON_AddItemToObject(json, "gaze", gaze_json(rec, time_s));
    return json;
}

static void add_track_counts(cJSON *json, const char *name, const struct oracle_track *track)
{
    static const char *const how[] = {"as read", "shared", "resampled", "absent"};
    double counts[7];
    for (int i = 0; i < 7; i++)
        counts[i] = (double)(i < 3 ? &track->position[i] : &track->rotation_raw[i - 3])->count;
    cJSON *entry = cJSON_AddObjectToObject(json, name);
    cJSON_AddItemToObject(entry, "keys", cJSON_CreateDoubleArray(counts, 7));
    cJSON_AddStringToObject(entry, "rotation", how[track->rotation_repair]);
    cJSON_AddNumberToObject(entry, "flips", track->flips);
    cJSON_AddNumberToObject(entry, "zero_keys", track->zero_keys);
    cJSON_AddBoolToObject(entry, "w_mended", track->w_mended);
}

static cJSON *summary_json(const struct oracle_recording *rec)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "major", rec->major);
    cJSON_AddNumberToObject(json, "minor", rec->minor);
    cJSON_AddBoolToObject(json, "headerless", rec->headerless);
    cJSON_AddNumberToObject(json, "key_size", rec->key_size);
    cJSON_AddBoolToObject(json, "has_marker_list", rec->has_marker_list);
    cJSON_AddNumberToObject(json, "start_s", rec->start_s);
    cJSON_AddNumberToObject(json, "end_s", rec->end_s);
    cJSON *markers = cJSON_AddArrayToObject(json, "markers");
    for (size_t i = 0; i < rec->marker_count; i++) {
        cJSON *marker = cJSON_CreateObject();
        cJSON_AddNumberToObject(marker, "time", rec->markers[i].time_s);
        cJSON_AddStringToObject(marker, "name", rec->markers[i].name);
        cJSON_AddItemToArray(markers, marker);
    }
    cJSON *tracks = cJSON_AddObjectToObject(json, "tracks");
    add_track_counts(tracks, "camera", &rec->camera);
    for (int hand = 0; rec->has_hands && hand < ORACLE_HANDS; hand++) {
        for (int joint = 0; joint < ORACLE_JOINTS; joint++) {
            char name[32];
            snprintf(name, sizeof name, "%s_%02d", hand ? "right" : "left", joint);
            add_track_counts(tracks, name, &rec->joints[hand][joint]);
        }
    }
    return json;
}

static int usage(void)
{
    fprintf(stderr, "usage: oracle_sample FILE (--time SECONDS | --summary) "
                    "[--keep-w]\n");
    return 2;
}

int main(int argc, char **argv)
{
    struct oracle_options options = {0};
    const char *path = NULL, *time_text = NULL;
    bool summary = false;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--time") == 0 && i + 1 < argc)
            time_text = argv[++i];
        else if (strcmp(argv[i], "--summary") == 0)
            summary = true;
        else if (strcmp(argv[i], "--keep-w") == 0)
            options.keep_w = true;
        else if (argv[i][0] != '-' && !path)
            path = argv[i];
        else
            return usage();
    if (!path || (!time_text && !summary))
        return usage();
    char why[256];
    struct oracle_recording *rec = oracle_load(path, &options, why, sizeof why);
    if (!rec) {
        fprintf(stderr, "%s: %s\n", path, why);
        return 1;
    }
    cJSON *json = summary ? summary_json(rec) : sample_json(rec, strtod(time_text, NULL));
    char *text = cJSON_Print(json);
    puts(text);
    cJSON_free(text);
    cJSON_Delete(json);
    oracle_destroy(rec);
    return 0;
}
