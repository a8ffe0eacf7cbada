/* SPDX-License-Identifier: MIT */
#include "probe.h"

static bool locate_in(struct probe *probe, const struct probe_space *base, XrTime time)
{
    const struct probe_space *what[PROBE_SPACE_MAX];
    XrSpace handles[PROBE_SPACE_MAX];
    XrSpaceLocationData data[PROBE_SPACE_MAX];
    XrSpaceVelocityData velocity_data[PROBE_SPACE_MAX];
    uint32_t count = 0;
    for (int i = 0; i < probe->relation_count; i++) {
        if (probe->relations[i].base != base)
            continue;
        what[count] = probe->relations[i].what;
        handles[count++] = probe->relations[i].what->handle;
    }
    if (count == 0)
        return true;
    bool velocities = probe->options.velocities;
    XrSpaceVelocities chained = {
        .type = XR_TYPE_SPACE_VELOCITIES, .velocityCount = count, .velocities = velocity_data};
    XrSpaceLocations locations = {.type = XR_TYPE_SPACE_LOCATIONS,
                                  .next = velocities ? &chained : NULL,
                                  .locationCount = count,
                                  .locations = data};
    XrSpacesLocateInfo info = {.type = XR_TYPE_SPACES_LOCATE_INFO,
                               .baseSpace = base->handle,
                               .time = time,
                               .spaceCount = count,
                               .spaces = handles};
    XrResult result = probe->locate_spaces(probe->session, &info, &locations);
    for (uint32_t i = 0; i < count; i++)
        probe_report_locate_spaces(&probe->log, result, time, what[i]->name, base->name, &data[i],
                                   velocities ? &velocity_data[i] : NULL);
    return probe_check(probe, result, "xrLocateSpaces");
}

bool probe_spaces_locate_many(struct probe *probe, XrTime time)
{
    const struct probe_space *const bases[] = {&probe->view, &probe->view_with_offset,
                                               &probe->local, &probe->stage, &probe->local_floor};
    for (size_t i = 0; probe->locate_spaces && i < sizeof bases / sizeof bases[0]; i++)
        if (!locate_in(probe, bases[i], time))
            return false;
    return true;
}
