/* SPDX-License-Identifier: MIT */
/* Stands in for cmd_doctor.c on Windows, where loaders look into the registry. */
#include <errno.h>
#include <string.h>

#include "platform/environment.h"
#include "platform/path.h"
#include "platform/registry.h"
#include "tool/cli/command.h"
#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"

static const char help[] =
    "usage: understudy doctor [options]\n"
    "\n"
    "Find what keeps recordings from playing on this machine. doctor prints the OpenXR loader, "
    "the\n"
    "runtime, the layers and the Vulkan devices that an app would use, the extensions that the\n"
    "layer would supply, and each problem with what solves it. It changes nothing. It tries "
    "other\n"
    "people's libraries in child processes, so it can report a crash or a hang.\n"
    "\n"
    "  --headless  check what 'run --headless' would use\n"
    "  --json      print one JSON object\n"
    "\n"
    "What takes longer than 10 seconds hangs; on a machine that is slower, "
    "UNDERSTUDY_DOCTOR_TIMEOUT\n"
    "in the environment is another number of seconds, from 0.1 to 600.\n"
    "\n"
    "A problem keeps Understudy from playing, or OpenXR apps from starting; a note does not.\n"
    "Problems: rights-raised, disabled, not-enabled, not-installed, play-unusable, "
    "layer-missing,\n"
    "layer-twice, layer-elsewhere, layer-unregistered, layer-not-taken, headless-missing,\n"
    "runtime-missing, runtime-broken, runtime-library-missing, vulkan-missing,\n"
    "vulkan-driver-missing, instance-fails, instance-fails-with-layer; and for layer-, other-\n"
    "(another layer), runtime-, vulkan-: unloadable, foreign, refuses, crashes, hangs.\n"
    "Notes: loader-missing (apps bring theirs), manifest-broken, other-broken.\n"
    "\n"
    "The JSON object is that of Linux: result (fine or problems); loader {version, library};\n"
    "runtime {name, manifest, library, by, answers, extensions}; layers [{name, manifest, "
    "library,\n"
    "state: on, waiting, disabled or ignored, only_by_run}]; supplied [extensions]; vulkan\n"
    "[devices]; findings [{kind, weight, text, command}].\n"
    "\n"
    "Exit codes: 0 no problems; 1 there are problems; 2 usage; 3 the output could not be "
    "written.\n";

const struct tool_command tool_command_doctor = {
    "doctor", "find what keeps recordings from playing here", help, tool_doctor_run, NULL};

#define UNPACK "unpack Understudy again"
#define HEADLESS "understudy run --headless --play FILE -- APP"
#define FORGET "understudy uninstall"
#define DRIVER "install the driver of the graphics card"
#define TELL "set XR_LOADER_DEBUG=all, and start the app"
#define FAILING "Creating an OpenXR instance {1}"
#define OFF " (-2 and -51: the runtime's service or its headset may be off.)"

const struct tool_doctor_check tool_doctor_checks[] = {
    /* The rights and the variables of this process. */
    {"rights-raised", TOOL_DOCTOR_PROBLEM, "start understudy without those rights",
     "This program runs as administrator, and so would its apps, which the layer leaves alone."},
    {"play-unusable", TOOL_DOCTOR_PROBLEM, "set UNDERSTUDY_PLAY=", "UNDERSTUDY_PLAY is {1}: {2}."},
    {"disabled", TOOL_DOCTOR_PROBLEM, "set {1}=",
     "{1} is set. Whatever its value, it keeps the layer out of every app that 'understudy run' "
     "does not start."},
    {"not-enabled", TOOL_DOCTOR_PROBLEM, "set {1}=1",
     "UNDERSTUDY_PLAY is set, but without {1} no app loads the layer."},
    {"not-installed", TOOL_DOCTOR_PROBLEM, "understudy install",
     "{1} is set, but OpenXR loaders do not find the layer; only 'understudy run' does."},
    /* The layers. */
    {"manifest-broken", TOOL_DOCTOR_NOTE, FORGET, "OpenXR loaders ignore {1}: {2}."},
    {"other-broken", TOOL_DOCTOR_NOTE, "uninstall what has registered it",
     "OpenXR loaders ignore {1}: {2}."},
    {"layer-twice", TOOL_DOCTOR_PROBLEM, FORGET,
     "The layer is registered twice, at {1} and at {2}: apps load both."},
    {"layer-elsewhere", TOOL_DOCTOR_PROBLEM, "uninstall it with the understudy.exe in its folder",
     "The layer that is registered, {1}, is not the one beside this program."},
    {"layer-unregistered", TOOL_DOCTOR_PROBLEM, "understudy install --system",
     "Apps with the rights of an administrator find only layers that are registered for all "
     "users."},
    {"layer-missing", TOOL_DOCTOR_PROBLEM, UNPACK,
     "The layer is neither registered nor beside this program."},
    {"layer-not-taken", TOOL_DOCTOR_PROBLEM, TELL,
     "The loader creates an instance, but ignores the layer."},
    {"layer-", TOOL_DOCTOR_PROBLEM, UNPACK, "The layer's library, {1}, {2}."},
    {"other-", TOOL_DOCTOR_PROBLEM, "set {3}=1",
     "Another layer, {1}, keeps every OpenXR app from starting: it {2}."},
    /* The runtime. */
    {"headless-missing", TOOL_DOCTOR_PROBLEM, UNPACK,
     "The headless runtime is not beside this program, or apps with these rights do not find it."},
    {"runtime-missing", TOOL_DOCTOR_PROBLEM, HEADLESS,
     "No OpenXR runtime is registered. Install one, or pass --headless."},
    {"runtime-library-missing", TOOL_DOCTOR_PROBLEM, HEADLESS,
     "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-library-missing/named", TOOL_DOCTOR_PROBLEM,
     "set XR_RUNTIME_JSON=", "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-broken", TOOL_DOCTOR_PROBLEM, HEADLESS, "{1} leads to {2}, which {3}."},
    {"runtime-broken/named", TOOL_DOCTOR_PROBLEM,
     "set XR_RUNTIME_JSON=", "{1} leads to {2}, which {3}."},
    {"runtime-", TOOL_DOCTOR_PROBLEM, HEADLESS,
     "The runtime's library, {1}, {2}. Install it again, or pass --headless."},
    /* The loader, Vulkan, and an instance. */
    {"loader-", TOOL_DOCTOR_NOTE, "put openxr_loader.dll beside understudy.exe",
     "There is no OpenXR loader to try: it {2}. Apps bring their own."},
    {"vulkan-driver-missing", TOOL_DOCTOR_PROBLEM, DRIVER,
     "Vulkan has no driver here (it answers {1}), so apps that draw with it cannot start."},
    {"vulkan-", TOOL_DOCTOR_PROBLEM, DRIVER, "Vulkan {2}, so apps that draw with it cannot start."},
    {"instance-fails", TOOL_DOCTOR_PROBLEM, TELL, FAILING "." OFF},
    {"instance-fails-with-layer", TOOL_DOCTOR_PROBLEM, TELL,
     FAILING " with the layer, and works without it." OFF},
    {NULL, TOOL_DOCTOR_NOTE, NULL, NULL},
};

/* Loaders of these rights do not read these variables. */
void tool_doctor_look_at_user(struct tool_doctor *doctor)
{
    if (us_environment_get("PATH") != NULL && us_environment_get_secure("PATH") == NULL)
        tool_doctor_find(doctor, "rights-raised", NULL, NULL, NULL);
    if (!us_registry_is_raised())
        return;
    us_environment_unset("XR_RUNTIME_JSON");
    us_environment_unset("XR_API_LAYER_PATH");
    us_environment_unset("XR_ENABLE_API_LAYERS");
}

static void visit_part(struct tool_doctor *doctor, enum us_registry_part part)
{
    static const char key[] = "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit";
    char path[PATH_MAX];
    uint32_t is_disabled;
    for (unsigned i = 0;; i++) {
        errno = 0;
        bool is_read = us_registry_name(part, key, i, path, sizeof path);
        if (!is_read && errno != ENAMETOOLONG)
            return;
        if (is_read && us_registry_number(part, key, path, &is_disabled) && is_disabled == 0)
            tool_doctor_add_layer(doctor, path);
    }
}

void tool_doctor_visit_layers(struct tool_doctor *doctor)
{
    char own[PATH_MAX], found[PATH_MAX];
    struct tool_manifest manifest;
    visit_part(doctor, US_REGISTRY_MACHINE);
    if (!us_registry_is_raised())
        visit_part(doctor, US_REGISTRY_USER);
    bool is_registered = tool_environment_find_layer(found);
    if (!is_registered && us_registry_is_raised())
        tool_doctor_find(doctor, "layer-unregistered", NULL, NULL, NULL);
    if (is_registered && tool_environment_own_layer(own, &manifest) &&
        !us_path_is_same_file(own, found))
        tool_doctor_find(doctor, "layer-elsewhere", found, NULL, NULL);
}

/* `uninstall` takes out both. */
bool tool_doctor_is_by_install(const char *first, const char *second)
{
    (void)first, (void)second;
    return false;
}
