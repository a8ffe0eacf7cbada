/* SPDX-License-Identifier: MIT */
/* The part of the recorder that runs on an app's threads. */
#include "session/session_recorder.h"

#include <string.h>

#include "session/file/session_ring.h"
#include "session/session_recorder_inside.h"

static bool may_put(const struct us_session_recorder *recorder)
{
    return recorder != NULL &&
           atomic_load_explicit(&recorder->ring->has_info, memory_order_acquire) &&
           !atomic_load_explicit(&recorder->ring->failed, memory_order_relaxed);
}

bool us_session_recorder_put_session(struct us_session_recorder *recorder,
                                     const struct us_session_info *info)
{
    if (recorder == NULL || atomic_load_explicit(&recorder->ring->has_info, memory_order_relaxed))
        return false;
    recorder->ring->info = *info;
    atomic_store_explicit(&recorder->ring->has_info, true, memory_order_release);
    return true;
}

bool us_session_recorder_put_components(struct us_session_recorder *recorder,
                                        const struct us_session_components *components)
{
    if (!may_put(recorder) || components->count > US_SESSION_COMPONENTS_MAX ||
        components->profile_count > US_SESSION_PROFILES_MAX ||
        atomic_load_explicit(&recorder->ring->has_components, memory_order_relaxed))
        return false;
    recorder->ring->components = *components;
    atomic_store_explicit(&recorder->ring->has_components, true, memory_order_release);
    return true;
}

static bool is_tracked(const struct us_session_location *location)
{
    const unsigned tracked = US_SESSION_ORIENTATION_TRACKED | US_SESSION_POSITION_TRACKED;
    return location->is_recorded && location->is_active && (location->flags & tracked) != 0;
}

static uint32_t tracked_in(const struct us_session_frame *frame)
{
    const struct us_session_hand_joints *hands = frame->hands;
    uint32_t tracked = 0;
    if (is_tracked(&frame->head))
        tracked |= US_SESSION_TRACKED_HEAD;
    if (hands[US_SESSION_LEFT].is_active)
        tracked |= US_SESSION_TRACKED_LEFT_HAND;
    if (hands[US_SESSION_RIGHT].is_active)
        tracked |= US_SESSION_TRACKED_RIGHT_HAND;
    if (is_tracked(&frame->gaze))
        tracked |= US_SESSION_TRACKED_GAZE;
    if (is_tracked(&frame->poses[US_SESSION_LEFT][US_SESSION_POSE_GRIP]))
        tracked |= US_SESSION_TRACKED_LEFT_GRIP;
    if (is_tracked(&frame->poses[US_SESSION_RIGHT][US_SESSION_POSE_GRIP]))
        tracked |= US_SESSION_TRACKED_RIGHT_GRIP;
    return tracked;
}

bool us_session_recorder_put_frame(struct us_session_recorder *recorder,
                                   const struct us_session_frame *frame)
{
    if (!may_put(recorder) || frame->view_count > US_SESSION_VIEWS_MAX)
        return false;
    struct us_session_ring *ring = recorder->ring;
    if (!us_session_ring_put(ring, US_SESSION_TOPIC_FRAME, frame, sizeof *frame))
        return false;
    int64_t none = 0;
    atomic_compare_exchange_strong_explicit(&ring->first_ns, &none, frame->time_ns,
                                            memory_order_relaxed, memory_order_relaxed);
    atomic_store_explicit(&ring->last_ns, frame->time_ns, memory_order_relaxed);
    atomic_store_explicit(&ring->tracked, tracked_in(frame), memory_order_relaxed);
    atomic_fetch_add_explicit(&ring->frames, 1, memory_order_relaxed);
    return true;
}

bool us_session_recorder_put_input(struct us_session_recorder *recorder,
                                   const struct us_session_input *input)
{
    return may_put(recorder) &&
           atomic_load_explicit(&recorder->ring->has_components, memory_order_acquire) &&
           input->count == recorder->ring->components.count &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_INPUT, input, sizeof *input);
}

bool us_session_recorder_put_event(struct us_session_recorder *recorder,
                                   const struct us_session_event *event)
{
    return may_put(recorder) &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_EVENT, event, sizeof *event);
}

bool us_session_recorder_put_haptic(struct us_session_recorder *recorder,
                                    const struct us_session_haptic *haptic)
{
    return may_put(recorder) &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_HAPTIC, haptic, sizeof *haptic);
}

bool us_session_recorder_put_marker(struct us_session_recorder *recorder,
                                    const struct us_session_marker *marker)
{
    return may_put(recorder) &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_MARKER, marker, sizeof *marker);
}

bool us_session_recorder_put_struct(struct us_session_recorder *recorder,
                                    const struct us_session_struct *unknown)
{
    return may_put(recorder) && unknown->size <= US_SESSION_BYTES_MAX &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_STRUCT, unknown, sizeof *unknown);
}

bool us_session_recorder_put_mesh(struct us_session_recorder *recorder,
                                  const struct us_session_mesh_part *part)
{
    return may_put(recorder) && part->count <= US_SESSION_MESH_VALUES &&
           us_session_ring_put(recorder->ring, US_SESSION_TOPIC_MESH, part, sizeof *part);
}
