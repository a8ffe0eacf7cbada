/* SPDX-License-Identifier: MIT */
/* Frames, and what the app is told of where things are. */
#include "layer/record/record_session.h"

#include "layer/state/session.h"
#include "layer/answer/space.h"

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrWaitFrame(XrSession handle,
                                                        const XrFrameWaitInfo *info,
                                                        XrFrameState *state)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    us_recorder_wait(call.recorder);
    XrResult result = call.recorder->next.xrWaitFrame(handle, info, state);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL && state->predictedDisplayTime > 0 &&
        atomic_load(&call.recorder->is_open)) {
        atomic_store_explicit(&call.recorder->is_paced, true, memory_order_relaxed);
        us_record_session_sample(recorded, state);
    }
    return result;
}

static void end_frame(struct us_record_session *recorded, const XrFrameEndInfo *info)
{
    if (info->layerCount > 0)
        atomic_store_explicit(&recorded->has_picture, true, memory_order_relaxed);
    /* An app may sync actions after a frame and before it waits for the next: that sync belongs to
     * this frame, which therefore stays open. */
    bool stays_open = us_record_session_expects_sync(recorded, info->displayTime);
    us_record_pending_frames_commit(&recorded->frames,
                                    stays_open ? info->displayTime - 1 : info->displayTime);
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrEndFrame(XrSession handle, const XrFrameEndInfo *info)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrEndFrame(handle, info);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL)
        end_frame(recorded, info);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrLocateViews(XrSession handle,
                                                          const XrViewLocateInfo *info,
                                                          XrViewState *state, uint32_t capacity,
                                                          uint32_t *out_count, XrView *views)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result =
        call.recorder->next.xrLocateViews(handle, info, state, capacity, out_count, views);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL && capacity > 0)
        us_record_told_views(recorded, info, state, *out_count, views);
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrLocateSpace(XrSpace handle, XrSpace base, XrTime time,
                                                          XrSpaceLocation *location)
{
    const struct us_space *space = us_space_find(handle);
    const struct us_watched_call call = us_watched_call_of(space != NULL ? space->session : NULL);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrLocateSpace(handle, base, time, location);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL)
        us_record_told_space(recorded, handle, base, time, location);
    return result;
}

static XrResult locate_spaces(XrSession handle, const XrSpacesLocateInfo *info,
                              XrSpaceLocations *locations, enum us_function which)
{
    const struct us_watched_call call = us_watched_call(handle);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = ((PFN_xrLocateSpaces)call.recorder->next.of[which])(handle, info, locations);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL)
        us_record_told_spaces(recorded, info, locations);
    return result;
}

US_LOCATE_SPACES_HANDLERS(watch, locate_spaces)

static XRAPI_ATTR XrResult XRAPI_CALL
watch_xrLocateHandJointsEXT(XrHandTrackerEXT handle, const XrHandJointsLocateInfoEXT *info,
                            XrHandJointLocationsEXT *locations)
{
    const struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    const struct us_watched_call call =
        us_watched_call_of(tracker != NULL ? tracker->session : NULL);
    US_RETURN_IF_INVALID(call.recorder);
    XrResult result = call.recorder->next.xrLocateHandJointsEXT(handle, info, locations);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL)
        us_record_told_hand(recorded, tracker, info, locations);
    return result;
}

/* An app that asks for the counts alone gets no mesh. */
static bool is_filled(const XrHandTrackingMeshFB *mesh)
{
    const bool has_room = mesh->jointCountOutput <= mesh->jointCapacityInput &&
                          mesh->vertexCountOutput <= mesh->vertexCapacityInput &&
                          mesh->indexCountOutput <= mesh->indexCapacityInput;
    return has_room && mesh->jointCountOutput > 0 && mesh->vertexCountOutput > 0 &&
           mesh->indexCountOutput > 0;
}

static XRAPI_ATTR XrResult XRAPI_CALL watch_xrGetHandMeshFB(XrHandTrackerEXT handle,
                                                            XrHandTrackingMeshFB *mesh)
{
    const struct us_hand_tracker *tracker = us_hand_tracker_find(handle);
    const struct us_watched_call call =
        us_watched_call_of(tracker != NULL ? tracker->session : NULL);
    if (tracker == NULL || call.recorder == NULL)
        return XR_ERROR_HANDLE_INVALID;
    XrResult result = call.recorder->next.xrGetHandMeshFB(handle, mesh);
    struct us_record_session *recorded = us_watched_call_recorded(&call, result);
    if (recorded != NULL && mesh != NULL && is_filled(mesh))
        us_record_mesh_hand(
            recorded, tracker->hand == US_HAND_LEFT ? US_SESSION_LEFT : US_SESSION_RIGHT, mesh);
    return result;
}

const struct us_handler us_record_watches_frame[] = {
    US_HANDLER(xrWaitFrame, watch_xrWaitFrame),
    US_HANDLER(xrEndFrame, watch_xrEndFrame),
    US_HANDLER(xrLocateViews, watch_xrLocateViews),
    US_HANDLER(xrLocateSpace, watch_xrLocateSpace),
    US_HANDLER(xrLocateSpaces, watch_xrLocateSpaces),
    US_HANDLER(xrLocateSpacesKHR, watch_xrLocateSpacesKHR),
    US_HANDLER(xrLocateHandJointsEXT, watch_xrLocateHandJointsEXT),
    US_HANDLER(xrGetHandMeshFB, watch_xrGetHandMeshFB),
    US_HANDLERS_END,
};
