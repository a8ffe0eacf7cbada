/* SPDX-License-Identifier: MIT */
#include "core/recording/recording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/grow.h"

unsigned us_recording_pose_curve(unsigned pose)
{
    return pose == 0 ? US_CURVE_CAMERA : US_CURVE_JOINTS + (pose - 1) * US_POSE_CURVES;
}

bool us_recording_pose_is_expected(unsigned pose)
{
    return pose == 0 || (pose - 1) % US_JOINT_COUNT != US_JOINT_NONE;
}

unsigned us_recording_joint_curve(enum us_hand hand, enum us_joint joint)
{
    unsigned place = (unsigned)hand * US_JOINT_COUNT + (unsigned)joint;
    return US_CURVE_JOINTS + place * US_POSE_CURVES;
}

bool us_recording_curve_is_bool(unsigned curve_index)
{
    return curve_index >= US_CURVE_TRACKED && curve_index < US_CURVE_JOINTS;
}

static const char *pose_component(unsigned component)
{
    static const char *const names[US_POSE_CURVES] = {"position X", "position Y", "position Z",
                                                      "rotation X", "rotation Y", "rotation Z",
                                                      "rotation W"};
    return names[component];
}

void us_recording_curve_name(unsigned curve_index, char *out, unsigned out_size)
{
    static const char *const ray[US_RAY_CURVES] = {"origin X",    "origin Y",    "origin Z",
                                                   "direction X", "direction Y", "direction Z"};
    if (curve_index < US_CURVE_TRACKED) {
        snprintf(out, out_size, "camera %s", pose_component(curve_index));
    } else if (curve_index < US_CURVE_JOINTS) {
        unsigned place = curve_index - US_CURVE_TRACKED;
        snprintf(out, out_size, "%s %s", us_hand_name((enum us_hand)(place % US_HAND_COUNT)),
                 place < US_HAND_COUNT ? "tracked" : "pinching");
    } else if (curve_index < US_CURVE_GAZE) {
        unsigned place = (curve_index - US_CURVE_JOINTS) / US_POSE_CURVES;
        snprintf(out, out_size, "%s %s %s", us_hand_name((enum us_hand)(place / US_JOINT_COUNT)),
                 us_joint_name((enum us_joint)(place % US_JOINT_COUNT)),
                 pose_component((curve_index - US_CURVE_JOINTS) % US_POSE_CURVES));
    } else if (curve_index < US_CURVE_COUNT) {
        snprintf(out, out_size, "gaze %s", ray[curve_index - US_CURVE_GAZE]);
    } else {
        snprintf(out, out_size, "?");
    }
}

double us_recording_start_s(const struct us_recording *recording)
{
    double first_s = recording->first_key_s;
    return first_s > 0.0 || recording->last_key_s < 0.0 ? first_s : 0.0;
}

static bool any_keys(const struct us_recording *recording, unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count; i++)
        if (recording->curves[i].key_count > 0)
            return true;
    return false;
}

bool us_recording_has_head(const struct us_recording *recording)
{
    return any_keys(recording, US_CURVE_CAMERA, US_POSE_CURVES);
}

bool us_recording_has_hand(const struct us_recording *recording, enum us_hand hand)
{
    return recording->curves[US_CURVE_TRACKED + (unsigned)hand].key_count > 0 &&
           any_keys(recording, us_recording_joint_curve(hand, US_JOINT_WRIST),
                    (US_JOINT_COUNT - 1) * US_POSE_CURVES);
}

bool us_recording_has_gaze(const struct us_recording *recording)
{
    return any_keys(recording, US_CURVE_GAZE, US_RAY_CURVES);
}

void us_recording_measure(struct us_recording *recording)
{
    double first_s = INFINITY;
    double last_s = -INFINITY;
    recording->key_count = 0;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        if (curve->key_count == 0)
            continue;
        recording->key_count += curve->key_count;
        first_s = fmin(first_s, (double)us_curve_time_s(curve, 0));
        last_s = fmax(last_s, (double)us_curve_time_s(curve, curve->key_count - 1));
    }
    recording->first_key_s = recording->key_count > 0 ? first_s : 0.0;
    recording->last_key_s = recording->key_count > 0 ? last_s : 0.0;
}

bool us_recording_own(struct us_recording *recording, void *memory)
{
    bool has_room = US_GROW(recording->owned, recording->owned_count);
    if (has_room)
        recording->owned[recording->owned_count++] = memory;
    else
        free(memory);
    return has_room;
}

uint8_t *us_recording_new_keys(struct us_recording *recording, struct us_curve *curve,
                               uint32_t count, uint32_t key_size)
{
    uint8_t *keys = malloc((size_t)count * key_size + 1);
    if (keys == NULL || !us_recording_own(recording, keys))
        return NULL;
    curve->keys = keys;
    curve->key_count = count;
    curve->key_size = key_size;
    curve->axis = 0;
    return keys;
}

void us_recording_finish(struct us_recording *recording)
{
    for (uint32_t i = 0; i < recording->marker_count; i++)
        free(recording->markers[i].name);
    free(recording->markers);
    for (uint32_t i = 0; i < recording->owned_count; i++)
        free(recording->owned[i]);
    free(recording->owned);
    free(recording->bytes);
    *recording = (struct us_recording){0};
}
