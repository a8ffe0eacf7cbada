/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/path.h"
#include "tool/cli/command.h"
#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"
#include "tool/install/installation.h"

static const char help[] =
    "usage: understudy doctor [options]\n"
    "\n"
    "Find what keeps recordings from playing on this machine. doctor prints the OpenXR loader, "
    "the\n"
    "runtime, the layers and the Vulkan devices that an app would use, the extensions that the\n"
    "layer would supply, and each problem with a command that solves it. It changes nothing. It\n"
    "tries other people's libraries in child processes, so it can report a crash or a hang.\n"
    "\n"
    "  --headless  check what 'run --headless' would use\n"
    "  --json      print one JSON object\n"
    "\n"
    "What takes longer than 10 seconds hangs; on a machine that is slower, "
    "UNDERSTUDY_DOCTOR_TIMEOUT\n"
    "in the environment is another number of seconds, from 0.1 to 600.\n"
    "\n"
    "A problem keeps Understudy from playing, or OpenXR apps from starting; a note does not.\n"
    "Problems: home-unset, disabled, not-enabled, not-installed, play-unusable, layer-missing,\n"
    "layer-twice, layer-not-taken, headless-missing, runtime-missing, runtime-broken,\n"
    "runtime-library-missing, vulkan-missing, vulkan-driver-missing, loader-missing,\n"
    "instance-fails, instance-fails-with-layer, folder-unreadable; and for layer-, other-\n"
    "(another layer), runtime-, loader-, vulkan-: unloadable, foreign, refuses, crashes, hangs.\n"
    "Notes: home-missing, home-read-only, manifest-broken, other-broken, folder-open.\n"
    "\n"
    "The JSON object: result (fine or problems); loader {version, library}; runtime {name,\n"
    "manifest, library, by, answers, extensions}; layers [{name, manifest, library, state: on,\n"
    "waiting, disabled or ignored, only_by_run}]; supplied [extensions]; vulkan [devices];\n"
    "findings [{kind, weight, text, command}].\n"
    "\n"
    "Exit codes: 0 no problems; 1 there are problems; 2 usage; 3 the output could not be "
    "written.\n";

const struct tool_command tool_command_doctor = {
    "doctor", "find what keeps recordings from playing here", help, tool_doctor_run, NULL};

void tool_doctor_look_at_user(struct tool_doctor *doctor)
{
    struct stat status;
    const char *home = getenv("HOME");
    if (home == NULL)
        tool_doctor_find(doctor, "home-unset", NULL, NULL, NULL);
    else if (stat(home, &status) != 0 || !S_ISDIR(status.st_mode))
        tool_doctor_find(doctor, "home-missing", home, NULL, NULL);
    else if (access(home, W_OK) != 0)
        tool_doctor_find(doctor, "home-read-only", home, strerror(errno), NULL);
}

#define REINSTALL "apt-get install --reinstall understudy"
#define HEADLESS "understudy run --headless --play FILE -- APP"
#define FAILING "Creating an OpenXR instance {1}"
#define OFF " (-2 and -51: the runtime's service or its headset may be off.)"

/* Everything that can be found here. */
const struct tool_doctor_check tool_doctor_checks[] = {
    /* The variables of this process. */
    {"home-unset", TOOL_DOCTOR_PROBLEM, "export HOME=/",
     "HOME is not set: some OpenXR loaders abort then. 'understudy run' sets it."},
    {"home-missing", TOOL_DOCTOR_NOTE, "export HOME=/a/folder/of/yours",
     "HOME is {1}, which is no folder."},
    {"home-read-only", TOOL_DOCTOR_NOTE, "export XDG_DATA_HOME=/a/folder/of/yours",
     "Nothing can be written to {1} ({2}): 'understudy install' cannot work. 'understudy "
     "run' writes nothing there."},
    {"play-unusable", TOOL_DOCTOR_PROBLEM, "unset UNDERSTUDY_PLAY", "UNDERSTUDY_PLAY is {1}: {2}."},
    {"disabled", TOOL_DOCTOR_PROBLEM, "unset {1}",
     "{1} is set. Whatever its value, it keeps the layer out of every app that 'understudy run' "
     "does not start."},
    {"not-enabled", TOOL_DOCTOR_PROBLEM, "export {1}=1",
     "UNDERSTUDY_PLAY is set, but without {1} no app loads the layer."},
    {"not-installed", TOOL_DOCTOR_PROBLEM, "understudy install",
     "{1} is set, but OpenXR loaders do not find the layer; only 'understudy run' does."},
    /* The layers. */
    {"folder-unreadable", TOOL_DOCTOR_PROBLEM, "chmod u+rx {1}",
     /* As tried with loader 1.0.20: xrCreateInstance fails. */
     "OpenXR loaders cannot read the folder {1} ({2}) and give up there, so no OpenXR app starts."},
    {"folder-open", TOOL_DOCTOR_NOTE, "chmod o-w {1}",
     "Everyone may write to the folder {1}: your OpenXR apps load what any user puts there."},
    {"manifest-broken", TOOL_DOCTOR_NOTE, "mv {1} {1}.off", "OpenXR loaders ignore {1}: {2}."},
    {"other-broken", TOOL_DOCTOR_NOTE, "mv {1} {1}.off", "OpenXR loaders ignore {1}: {2}."},
    {"layer-twice", TOOL_DOCTOR_PROBLEM, "mv {2} {2}.off",
     "The layer is installed twice, at {1} and at {2}: apps load both."},
    {"layer-twice/by-install", TOOL_DOCTOR_PROBLEM, "understudy uninstall",
     "The layer is installed twice, at {1} and at {2}: apps load both."},
    {"layer-missing", TOOL_DOCTOR_PROBLEM, REINSTALL,
     "The layer is neither where loaders look nor beside this program."},
    {"layer-", TOOL_DOCTOR_PROBLEM, REINSTALL, "The layer's library, {1}, {2}."},
    {"other-", TOOL_DOCTOR_PROBLEM, "export {3}=1",
     "Another layer, {1}, keeps every OpenXR app from starting: it {2}."},
    /* The runtime. */
    {"headless-missing", TOOL_DOCTOR_PROBLEM, REINSTALL,
     "The headless runtime is not beside this program."},
    {"runtime-missing", TOOL_DOCTOR_PROBLEM, HEADLESS,
     "No OpenXR runtime is installed. Install one, or pass --headless."},
    {"runtime-library-missing", TOOL_DOCTOR_PROBLEM, "mv {2} {2}.off",
     "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-library-missing/named", TOOL_DOCTOR_PROBLEM, "unset XR_RUNTIME_JSON",
     "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-broken", TOOL_DOCTOR_PROBLEM, "mv {2} {2}.off", "{1} leads to {2}, which {3}."},
    {"runtime-broken/named", TOOL_DOCTOR_PROBLEM, "unset XR_RUNTIME_JSON",
     "{1} leads to {2}, which {3}."},
    {"runtime-", TOOL_DOCTOR_PROBLEM, HEADLESS,
     "The runtime's library, {1}, {2}. Install it again, or pass --headless."},
    /* The loader, Vulkan, and an instance. */
    {"loader-", TOOL_DOCTOR_PROBLEM, "apt-get install libopenxr-loader1",
     "The OpenXR loader {2}. An app that brings its own loader does not need it."},
    {"vulkan-driver-missing", TOOL_DOCTOR_PROBLEM, "apt-get install mesa-vulkan-drivers",
     "Vulkan has no driver here (it answers {1}), so apps that draw with it cannot start."},
    {"vulkan-", TOOL_DOCTOR_PROBLEM, "apt-get install libvulkan1 mesa-vulkan-drivers",
     "Vulkan {2}, so apps that draw with it cannot start."},
    {"instance-fails", TOOL_DOCTOR_PROBLEM, "XR_LOADER_DEBUG=all openxr_runtime_list",
     FAILING "." OFF},
    {"instance-fails-with-layer", TOOL_DOCTOR_PROBLEM, "XR_LOADER_DEBUG=all openxr_runtime_list",
     FAILING " with the layer, and works without it." OFF},
    {"layer-not-taken", TOOL_DOCTOR_PROBLEM, "XR_LOADER_DEBUG=warn openxr_runtime_list",
     "The loader creates an instance, but ignores the layer."},
    {NULL, TOOL_DOCTOR_NOTE, NULL, NULL},
};

/* Also with the sticky bit anyone may add a file. */
static bool is_open(const char *folder)
{
    struct stat status;
    return stat(folder, &status) == 0 && (status.st_mode & S_IWOTH) != 0;
}

static bool add_layer(const char *path, void *context)
{
    tool_doctor_add_layer(context, path);
    return false;
}

static bool read_folder(const char *folder, void *context)
{
    struct tool_doctor *doctor = context;
    tool_manifest_visit(folder, add_layer, doctor);
    int reason = errno;
    if (reason != 0 && reason != ENOENT && reason != ENOTDIR)
        tool_doctor_find(doctor, "folder-unreadable", folder, strerror(reason), NULL);
    if (is_open(folder))
        tool_doctor_find(doctor, "folder-open", folder, NULL, NULL);
    return false;
}

void tool_doctor_visit_layers(struct tool_doctor *doctor)
{
    tool_manifest_folders_layers(read_folder, doctor);
}

/* Of two manifests of ours, one is that of `understudy install`. */
bool tool_doctor_is_by_install(const char *first, const char *second)
{
    static struct tool_installation installation;
    return tool_installation_find(&installation) == NULL && access(installation.list, F_OK) == 0 &&
           (us_path_is_same_file(installation.manifest, first) ||
            us_path_is_same_file(installation.manifest, second));
}
