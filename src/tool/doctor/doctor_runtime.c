/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tool/doctor/doctor.h"
#include "tool/cli/file_roles.h"
#include "tool/environment/environment.h"

void tool_doctor_find_runtime(struct tool_doctor *doctor)
{
    struct tool_manifest manifest;
    const char *named = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    doctor->runtime_library = (struct tool_library_answer){0};
    if (doctor->headless && !tool_environment_set_headless()) {
        tool_doctor_find(doctor, "headless-missing", NULL, NULL, NULL);
        return;
    }
    if (doctor->headless)
        named = tool_file_path_variable("XR_RUNTIME_JSON", NULL);
    snprintf(doctor->runtime_by, sizeof doctor->runtime_by, "%s",
             doctor->headless ? "--headless"
             : named != NULL  ? "XR_RUNTIME_JSON"
                              : "the loader's search");
    if (named == NULL && !tool_environment_find_runtime(doctor->runtime)) {
        tool_doctor_find(doctor, "runtime-missing", NULL, NULL, NULL);
        return;
    }
    if (named != NULL)
        snprintf(doctor->runtime, sizeof doctor->runtime, "%s", named);
    bool is_named = named != NULL && !doctor->headless;
    enum tool_manifest_state state = tool_manifest_read(doctor->runtime, "runtime", &manifest);
    if (state == TOOL_MANIFEST_USABLE)
        snprintf(doctor->runtime_library.path, sizeof doctor->runtime_library.path, "%s",
                 manifest.library);
    else if (state == TOOL_MANIFEST_NO_LIBRARY)
        tool_doctor_find(doctor,
                         is_named ? "runtime-library-missing/named" : "runtime-library-missing",
                         doctor->runtime_by, doctor->runtime, manifest.library);
    else
        tool_doctor_find(doctor, is_named ? "runtime-broken/named" : "runtime-broken",
                         doctor->runtime_by, doctor->runtime, tool_manifest_runtime_fault(state));
}
