/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/doctor/doctor.h"
#include "tool/environment/manifest.h"
#include "tool/cli/paths.h"
#include "tool/environment/runtime_manifest.h"

#define HEADLESS "understudy run --headless --play FILE -- APP"

static void say_broken(struct tool_doctor *doctor, enum tool_manifest_state state,
                       const char *library)
{
    const char *by = doctor->runtime_by;
    bool named = strcmp(by, "XR_RUNTIME_JSON") == 0;
    char quoted[PATH_MAX], command[2 * PATH_MAX + 32] = "unset XR_RUNTIME_JSON";
    tool_doctor_quote(doctor->runtime, quoted);
    if (!named)
        snprintf(command, sizeof(command), "mv %s %s.off", quoted, quoted);
    if (state == TOOL_MANIFEST_NO_LIBRARY)
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "runtime-library-missing", command,
                         "%s leads to the runtime %s, whose library is missing: %s.", by,
                         doctor->runtime, library);
    else
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "runtime-broken", command,
                         "%s leads to %s, which %s.", by, doctor->runtime,
                         state == TOOL_MANIFEST_MISSING ? "cannot be read"
                                                        : "is not the manifest of a runtime");
}

void tool_doctor_find_runtime(struct tool_doctor *doctor)
{
    struct tool_manifest manifest;
    const char *named = tool_paths_variable("XR_RUNTIME_JSON", NULL);
    doctor->runtime_library = (struct tool_library_answer){0};
    if (doctor->headless && !tool_runtime_manifest_set_headless(false)) {
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "headless-missing",
                         "apt-get install --reinstall understudy",
                         "The headless runtime is not beside this program.");
        return;
    }
    if (doctor->headless)
        named = tool_paths_variable("XR_RUNTIME_JSON", NULL);
    snprintf(doctor->runtime_by, sizeof(doctor->runtime_by), "%s",
             doctor->headless ? "--headless"
             : named != NULL  ? "XR_RUNTIME_JSON"
                              : "the loader's search");
    if (named == NULL && !tool_runtime_manifest_find_active(doctor->runtime)) {
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "runtime-missing", HEADLESS,
                         "No OpenXR runtime is installed. Install one, or pass --headless.");
        return;
    }
    if (named != NULL)
        snprintf(doctor->runtime, sizeof(doctor->runtime), "%s", named);
    enum tool_manifest_state state = tool_manifest_read(doctor->runtime, "runtime", &manifest);
    if (state == TOOL_MANIFEST_USABLE)
        snprintf(doctor->runtime_library.path, sizeof(doctor->runtime_library.path), "%s",
                 manifest.library);
    else
        say_broken(doctor, state, manifest.library);
}
