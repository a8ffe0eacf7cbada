/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"
#include "manifest.h"
#include "paths.h"
#include "runtime.h"

#define HEADLESS "understudy run --headless --play FILE -- APP"

static void say_broken(struct us_doctor *doctor, enum us_manifest_state state, const char *library)
{
    const char *by = doctor->runtime_by;
    bool named = strcmp(by, "XR_RUNTIME_JSON") == 0;
    char quoted[PATH_MAX], command[2 * PATH_MAX + 32] = "unset XR_RUNTIME_JSON";
    us_doctor_quote(doctor->runtime, quoted);
    if (!named)
        snprintf(command, sizeof(command), "mv %s %s.off", quoted, quoted);
    if (state == US_MANIFEST_NO_LIBRARY)
        us_doctor_find(doctor, US_DOCTOR_PROBLEM, "runtime-library-missing", command,
                       "The runtime that %s leads to, %s, names a library that is not there: %s.",
                       by, doctor->runtime, library);
    else
        us_doctor_find(doctor, US_DOCTOR_PROBLEM, "runtime-broken", command,
                       "%s leads to %s, which %s.", by, doctor->runtime,
                       state == US_MANIFEST_MISSING ? "cannot be read"
                                                    : "is no runtime's manifest");
}

void us_doctor_find_runtime(struct us_doctor *doctor)
{
    struct us_manifest manifest;
    const char *named = us_paths_variable("XR_RUNTIME_JSON", NULL);
    doctor->runtime_library = (struct us_library_answer){0};
    if (doctor->headless && !us_runtime_set_headless(false)) {
        us_doctor_find(doctor, US_DOCTOR_PROBLEM, "headless-missing",
                       "apt-get install --reinstall understudy",
                       "The headless runtime is not beside this program.");
        return;
    }
    if (doctor->headless)
        named = us_paths_variable("XR_RUNTIME_JSON", NULL);
    snprintf(doctor->runtime_by, sizeof(doctor->runtime_by), "%s",
             doctor->headless ? "--headless"
             : named != NULL  ? "XR_RUNTIME_JSON"
                              : "the loader's search");
    if (named == NULL && !us_runtime_find_active(doctor->runtime)) {
        us_doctor_find(doctor, US_DOCTOR_PROBLEM, "runtime-missing", HEADLESS,
                       "No OpenXR runtime is installed. Install one, or do without.");
        return;
    }
    if (named != NULL)
        snprintf(doctor->runtime, sizeof(doctor->runtime), "%s", named);
    enum us_manifest_state state = us_manifest_read(doctor->runtime, "runtime", &manifest);
    if (state == US_MANIFEST_USABLE)
        snprintf(doctor->runtime_library.path, sizeof(doctor->runtime_library.path), "%s",
                 manifest.library);
    else
        say_broken(doctor, state, manifest.library);
}
