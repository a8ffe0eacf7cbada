/* SPDX-License-Identifier: MIT */
#include "faults.h"
#include "probe.h"

#include <string.h>

static const XrPosef view_offset = {{0, 0.707106769f, 0, 0.707106769f}, {0.25f, -0.5f, 1}};

/* The names of spaces with an offset differ from the names of spaces without. */
static bool create_reference(struct probe *probe, XrReferenceSpaceType type, XrPosef offset,
                             struct probe_space *out)
{
    XrReferenceSpaceCreateInfo info = {.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                       .referenceSpaceType = type,
                                       .poseInReferenceSpace = offset};
    if (!probe_check(probe, xrCreateReferenceSpace(probe->session, &info, &out->handle),
                     "xrCreateReferenceSpace"))
        return false;
    out->name.number = probe_report_reference_created(&probe->log, type, &offset);
    out->name.name =
        out == &probe->view_with_offset ? "VIEW_offset" : probe_report_reference_name(type);
    return true;
}

static const XrPosef grip_offset = {{0.707106769f, 0, 0, 0.707106769f}, {0.02f, 0.3f, -0.1f}};

/* `name` is the action's name, with the hand before it if there is one: "left_aim". */
static uint32_t report_created(struct probe *probe, const char *name, bool has_user,
                               const XrPosef *offset)
{
    const char *action = strchr(name, '_');
    bool is_left = strncmp(name, "left_", 5) == 0;
    if (action == NULL)
        return probe_report_action_space_created(&probe->log, name,
                                                 has_user ? "/user/eyes_ext" : NULL, offset);
    return probe_report_action_space_created(
        &probe->log, action + 1, is_left ? "/user/hand/left" : "/user/hand/right", offset);
}

static bool create_offset_space(struct probe *probe, XrAction action, XrPath subaction,
                                const char *name, XrPosef offset, struct probe_space *out)
{
    XrActionSpaceCreateInfo info = {.type = XR_TYPE_ACTION_SPACE_CREATE_INFO,
                                    .action = action,
                                    .subactionPath = subaction,
                                    .poseInActionSpace = offset};
    if (!probe_check(probe, xrCreateActionSpace(probe->session, &info, &out->handle),
                     "xrCreateActionSpace"))
        return false;
    out->name.number = report_created(probe, name, subaction != XR_NULL_PATH, &offset);
    out->name.name = name;
    return true;
}

static bool create_action_space(struct probe *probe, XrAction action, XrPath subaction,
                                const char *name, struct probe_space *out)
{
    return create_offset_space(probe, action, subaction, name, PROBE_POSE_IDENTITY, out);
}

/* With --actions, or for a layer in a hand. */
static bool create_more_spaces(struct probe *probe)
{
    static const char *const names[PROBE_POSES][2] = {{"left_aim", "right_aim"},
                                                      {"left_palm", "right_palm"},
                                                      {"left_pinch", "right_pinch"},
                                                      {"left_poke", "right_poke"}};
    static const char *const grips[2] = {"left_grip", "right_grip"};
    static const char *const offset_grips[2] = {"left_grip_offset", "right_grip_offset"};
    bool ok = true;
    for (int hand = 0; ok && hand < 2; hand++) {
        if (probe->options.actions || (probe->options.layers & PROBE_LAYER_QUAD_GRIP)) {
            ok = create_offset_space(probe, probe->grip, probe->hands[hand], grips[hand],
                                     grip_offset, &probe->grips_with_offset[hand]);
            probe->grips_with_offset[hand].name.name = offset_grips[hand];
        }
        for (int i = 0; ok && probe->options.actions && i < PROBE_POSES; i++)
            ok = create_action_space(probe, probe->inputs[PROBE_INPUT_AIM + i], probe->hands[hand],
                                     names[i][hand], &probe->poses[i][hand]);
    }
    return ok;
}

static bool create_gaze_space(struct probe *probe)
{
    XrPath eyes = XR_NULL_PATH;
    if (probe->options.gaze_subaction &&
        !probe_check(probe, xrStringToPath(probe->instance, "/user/eyes_ext", &eyes),
                     "xrStringToPath"))
        return false;
    probe->gaze_space.gaze = true;
    return create_action_space(probe, probe->gaze, eyes, "gaze", &probe->gaze_space);
}

static bool create_optional(struct probe *probe)
{
    XrReferenceSpaceType types[32];
    uint32_t count = 0;
    XrResult result = xrEnumerateReferenceSpaces(probe->session, 32, &count, types);
    if (!probe_check(probe, result, "xrEnumerateReferenceSpaces"))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (types[i] == XR_REFERENCE_SPACE_TYPE_STAGE &&
            !create_reference(probe, types[i], PROBE_POSE_IDENTITY, &probe->stage))
            return false;
        if (types[i] == PROBE_REFERENCE_SPACE_TYPE_LOCAL_FLOOR && probe->has_local_floor &&
            !create_reference(probe, types[i], PROBE_POSE_IDENTITY, &probe->local_floor))
            return false;
    }
    return true;
}

/* Spaces that are not there are not asked about. */
static void relate(struct probe *probe, const struct probe_space *what,
                   const struct probe_space *base)
{
    if (what->handle && base->handle && probe->relation_count < PROBE_SPACE_MAX)
        probe->relations[probe->relation_count++] = (struct probe_relation){what, base};
}

static void relate_inputs(struct probe *probe, const struct probe_space *base)
{
    relate(probe, &probe->gaze_space, base);
    relate(probe, &probe->grips[0], base);
    relate(probe, &probe->grips[1], base);
    for (int hand = 0; hand < 2; hand++) {
        relate(probe, &probe->grips_with_offset[hand], base);
        for (int i = 0; i < PROBE_POSES; i++)
            relate(probe, &probe->poses[i][hand], base);
    }
    if (base->handle)
        probe->hand_bases[probe->hand_base_count++] = base;
}

static bool has_base(const struct probe_options *options, enum probe_base base)
{
    for (int i = 0; i < options->base_count; i++)
        if (options->bases[i] == base)
            return true;
    return false;
}

static bool relate_all(struct probe *probe)
{
    const struct probe_space *const spaces[] = {&probe->local, &probe->stage, &probe->view,
                                                &probe->local_floor};
    static const char *const names[] = {"LOCAL", "STAGE", "VIEW", "LOCAL_FLOOR"};
    const struct probe_options *options = &probe->options;
    for (int i = 0; i < options->base_count; i++) {
        const struct probe_space *base = spaces[options->bases[i]];
        if (!base->handle)
            return probe_lack(probe, names[options->bases[i]]);
        relate(probe, &probe->view, base);
        relate_inputs(probe, base);
        probe->view_bases[probe->view_base_count++] = base;
    }
    if (!has_base(options, PROBE_BASE_VIEW))
        probe->view_bases[probe->view_base_count++] = &probe->view;
    if (!options->all_relations)
        return true;
    relate(probe, &probe->view_with_offset, &probe->local);
    relate(probe, &probe->local, &probe->view);
    relate(probe, &probe->local, &probe->view_with_offset);
    relate(probe, &probe->stage, &probe->local);
    relate(probe, &probe->local_floor, &probe->local);
    if (!has_base(options, PROBE_BASE_VIEW))
        relate_inputs(probe, &probe->view);
    if (!has_base(options, PROBE_BASE_STAGE))
        relate_inputs(probe, &probe->stage);
    return true;
}

bool probe_spaces_create(struct probe *probe)
{
    return create_reference(probe, XR_REFERENCE_SPACE_TYPE_VIEW, PROBE_POSE_IDENTITY,
                            &probe->view) &&
           create_reference(probe, XR_REFERENCE_SPACE_TYPE_VIEW, view_offset,
                            &probe->view_with_offset) &&
           create_reference(probe, XR_REFERENCE_SPACE_TYPE_LOCAL, PROBE_POSE_IDENTITY,
                            &probe->local) &&
           create_optional(probe) &&
           create_action_space(probe, probe->grip, probe->hands[0], "left_grip",
                               &probe->grips[0]) &&
           create_action_space(probe, probe->grip, probe->hands[1], "right_grip",
                               &probe->grips[1]) &&
           create_more_spaces(probe) && (!probe->has_gaze || create_gaze_space(probe)) &&
           relate_all(probe);
}

static bool is_grip(const struct probe *probe, const struct probe_space *space)
{
    return space == &probe->grips[0] || space == &probe->grips[1] ||
           space == &probe->grips_with_offset[0] || space == &probe->grips_with_offset[1];
}

static void locate(struct probe *probe, const struct probe_relation *relation, XrTime time)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    XrSpaceVelocity velocity = {.type = XR_TYPE_SPACE_VELOCITY};
    XrEyeGazeSampleTimeEXT sample_time = {.type = XR_TYPE_EYE_GAZE_SAMPLE_TIME_EXT};
    bool velocities = probe->options.velocities;
    const struct probe_space *what = relation->what;
    bool gaze = what->gaze;
    if (probe_fault(probe, PROBE_FAULT_WRONG_SPACE) && is_grip(probe, what))
        what = &probe->view;
    if (velocities)
        location.next = &velocity;
    if (gaze) {
        sample_time.next = location.next;
        location.next = &sample_time;
    }
    if (probe_fault(probe, PROBE_FAULT_LATE_LOCATE))
        time += probe->period;
    if (probe_fault(probe, PROBE_FAULT_EARLY_LOCATE))
        time -= probe->period;
    XrResult result = xrLocateSpace(what->handle, relation->base->handle, time, &location);
    probe_report_locate_space(&probe->log, result, time, what->name, relation->base->name,
                              &location, velocities ? &velocity : NULL, gaze ? &sample_time : NULL);
}

static void report_stage(struct probe *probe, XrTime time)
{
    XrSpaceLocation location = {.type = XR_TYPE_SPACE_LOCATION};
    XrSpaceLocation *last = &probe->stage_in_local;
    if (!probe->stage.handle ||
        XR_FAILED(xrLocateSpace(probe->stage.handle, probe->local.handle, time, &location)) ||
        (location.locationFlags & XR_SPACE_LOCATION_POSITION_VALID_BIT) == 0 ||
        (location.locationFlags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT) == 0)
        return;
    if (last->locationFlags && memcmp(&last->pose, &location.pose, sizeof last->pose) == 0)
        return;
    *last = location;
    struct us_json_text *text = probe_report_begin(&probe->log, "relation");
    us_json_text_integer(text, "space", probe->stage.name.number);
    us_json_text_integer(text, "base", probe->local.name.number);
    probe_report_pose(text, "pose", &location.pose);
    probe_report_end(&probe->log);
}

bool probe_spaces_locate(struct probe *probe, XrTime time)
{
    report_stage(probe, time);
    for (int i = 0; i < probe->relation_count; i++)
        locate(probe, &probe->relations[i], time);
    return true;
}

bool probe_spaces_locate_views(struct probe *probe, XrTime time, XrView *out_views,
                               uint32_t *out_count)
{
    const XrViewStateFlags drawable =
        XR_VIEW_STATE_ORIENTATION_VALID_BIT | XR_VIEW_STATE_POSITION_VALID_BIT;
    for (int i = probe->view_base_count - 1; i >= 0; i--) {
        XrViewLocateInfo info = {
            .type = XR_TYPE_VIEW_LOCATE_INFO,
            .viewConfigurationType = probe->views,
            .displayTime = time,
            .space = probe->view_bases[i]->handle,
        };
        XrViewState state = {.type = XR_TYPE_VIEW_STATE};
        *out_count = 0;
        for (int view = 0; view < PROBE_VIEW_MAX; view++)
            out_views[view] = (XrView){.type = XR_TYPE_VIEW};
        XrResult result =
            xrLocateViews(probe->session, &info, &state, PROBE_VIEW_MAX, out_count, out_views);
        probe_report_locate_views(&probe->log, result, time, probe->view_bases[i]->name,
                                  state.viewStateFlags, out_views, *out_count);
        if (XR_FAILED(result) || (state.viewStateFlags & drawable) != drawable)
            *out_count = 0;
    }
    return true;
}
