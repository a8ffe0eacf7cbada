/* SPDX-License-Identifier: MIT */
/* Everything that can be found, and what to do about it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/text.h"
#include "tool/doctor/doctor.h"

#define UNSET(variable) US_PROGRAM_VARIANT("unset " variable, "set " variable "=")
#define SET(variable) US_PROGRAM_VARIANT("export ", "set ") variable "=1"
#define REINSTALL                                                                                  \
    US_PROGRAM_VARIANT("apt-get install --reinstall understudy", "unpack Understudy again")
#define HEADLESS "understudy run --headless --play FILE -- APP"
#define DRIVER "install the driver of the graphics card"
#define TELL "set XR_LOADER_DEBUG=all, and start the app"
#define LOADER_SAYS US_PROGRAM_VARIANT("XR_LOADER_DEBUG=all openxr_runtime_list", TELL)
#define INSTALLED US_PROGRAM_VARIANT("installed", "registered")
#define FAILING "Creating an OpenXR instance {1}"
#define OFF " (-2 and -51: the runtime's service or its headset may be off.)"

static const struct {
    const char *kind; /* one that ends in '-' stands for all that begin so and have no row: what is
                         tried is unloadable, missing, foreign, refuses, crashes or hangs */
    bool is_problem;
    const char *command, *text;
} checks[] = {
    /* The rights and the variables of this process. */
    {"rights-raised", true, "start understudy without those rights",
     "This program runs as administrator, and so would its apps, which the layer leaves alone."},
    {"home-unset", true, "export HOME=/",
     "HOME is not set: some OpenXR loaders abort then. 'understudy run' sets it."},
    {"home-missing", false, "export HOME=/a/folder/of/yours", "HOME is {1}, which is no folder."},
    {"home-read-only", false, "export XDG_DATA_HOME=/a/folder/of/yours",
     "Nothing can be written to {1} ({2}): 'understudy install' cannot work. 'understudy "
     "run' writes nothing there."},
    {"play-unusable", true, UNSET("UNDERSTUDY_PLAY"), "UNDERSTUDY_PLAY is {1}: {2}."},
    {"disabled", true, UNSET("{1}"),
     "{1} is set. Whatever its value, it keeps the layer out of every app that 'understudy run' "
     "does not start."},
    {"not-enabled", true, SET("{1}"),
     "UNDERSTUDY_PLAY is set, but without {1} no app loads the layer."},
    {"not-installed", true, "understudy install",
     "{1} is set, but OpenXR loaders do not find the layer; only 'understudy run' does."},
    /* The layers. */
    {"folder-unreadable", true, "chmod u+rx {1}",
     /* As tried with loader 1.0.20: xrCreateInstance fails. */
     "OpenXR loaders cannot read the folder {1} ({2}) and give up there, so no OpenXR app starts."},
    {"folder-open", false, "chmod o-w {1}",
     "Everyone may write to the folder {1}: your OpenXR apps load what any user puts there."},
    {"manifest-broken", false, US_PROGRAM_VARIANT("mv {1} {1}.off", "understudy uninstall"),
     "OpenXR loaders ignore {1}: {2}."},
    {"other-broken", false,
     US_PROGRAM_VARIANT("mv {1} {1}.off", "uninstall what has registered it"),
     "OpenXR loaders ignore {1}: {2}."},
    {"layer-twice", true, US_PROGRAM_VARIANT("mv {2} {2}.off", "understudy uninstall"),
     "The layer is " INSTALLED " twice, at {1} and at {2}: apps load both."},
    {"layer-twice/by-install", true, "understudy uninstall",
     "The layer is " INSTALLED " twice, at {1} and at {2}: apps load both."},
    {"layer-elsewhere", true, "uninstall it with the understudy.exe in its folder",
     "The layer that is registered, {1}, is not the one beside this program."},
    {"layer-unregistered", true, "understudy install --system",
     "Apps with the rights of an administrator find only layers that are registered for all "
     "users."},
    {"layer-missing", true, REINSTALL,
     US_PROGRAM_VARIANT("The layer is neither where loaders look nor beside this program.",
                        "The layer is neither registered nor beside this program.")},
    {"layer-not-taken", true, US_PROGRAM_VARIANT("XR_LOADER_DEBUG=warn openxr_runtime_list", TELL),
     "The loader creates an instance, but ignores the layer."},
    {"layer-", true, REINSTALL, "The layer's library, {1}, {2}."},
    {"other-", true, SET("{3}"),
     "Another layer, {1}, keeps every OpenXR app from starting: it {2}."},
    /* The runtime. */
    {"headless-missing", true, REINSTALL,
     US_PROGRAM_VARIANT(
         "The headless runtime is not beside this program.",
         "The headless runtime is not beside this program, or apps with these rights do "
         "not find it.")},
    {"runtime-missing", true, HEADLESS,
     "No OpenXR runtime is " INSTALLED ". Install one, or pass --headless."},
    {"runtime-library-missing", true, US_PROGRAM_VARIANT("mv {2} {2}.off", HEADLESS),
     "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-library-missing/named", true, UNSET("XR_RUNTIME_JSON"),
     "{1} leads to the runtime {2}, whose library is missing: {3}."},
    {"runtime-broken", true, US_PROGRAM_VARIANT("mv {2} {2}.off", HEADLESS),
     "{1} leads to {2}, which {3}."},
    {"runtime-broken/named", true, UNSET("XR_RUNTIME_JSON"), "{1} leads to {2}, which {3}."},
    {"runtime-", true, HEADLESS,
     "The runtime's library, {1}, {2}. Install it again, or pass --headless."},
    /* The loader, Vulkan, and an instance. */
    {"loader-", US_PROGRAM_VARIANT(true, false),
     US_PROGRAM_VARIANT("apt-get install libopenxr-loader1",
                        "put openxr_loader.dll beside understudy.exe"),
     US_PROGRAM_VARIANT(
         "The OpenXR loader {2}. An app that brings its own loader does not need it.",
         "There is no OpenXR loader to try: it {2}. Apps bring their own.")},
    {"vulkan-driver-missing", true,
     US_PROGRAM_VARIANT("apt-get install mesa-vulkan-drivers", DRIVER),
     "Vulkan has no driver here (it answers {1}), so apps that draw with it cannot start."},
    {"vulkan-", true, US_PROGRAM_VARIANT("apt-get install libvulkan1 mesa-vulkan-drivers", DRIVER),
     "Vulkan {2}, so apps that draw with it cannot start."},
    {"instance-fails", true, LOADER_SAYS, FAILING "." OFF},
    {"instance-fails-with-layer", true, LOADER_SAYS,
     FAILING " with the layer, and works without it." OFF},
};
enum { CHECKS = sizeof checks / sizeof checks[0] };

/* The row of this kind; otherwise that of all that begin so. Every kind has one. */
static unsigned find_check(const char *kind)
{
    unsigned found = CHECKS;
    for (unsigned i = 0; i < CHECKS; i++) {
        size_t length = strlen(checks[i].kind);
        if (strcmp(checks[i].kind, kind) == 0)
            return i;
        if (checks[i].kind[length - 1] == '-' && strncmp(checks[i].kind, kind, length) == 0)
            found = i;
    }
    return found;
}

static void expand(char *out, size_t size, const char *pattern, const char *const texts[3],
                   bool quotes)
{
    out[0] = '\0';
    while (*pattern != '\0') {
        int length = (int)strcspn(pattern, "{");
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%.*s", length, pattern);
        pattern += length;
        if (*pattern == '\0')
            break;
        const char *text = texts[pattern[1] - '1'];
        char *quoted = quotes ? tool_text_quote(text) : NULL;
        us_text_add(out, size, "", quoted != NULL ? quoted : text);
        free(quoted);
        pattern += 3;
    }
}

void tool_doctor_find(struct tool_doctor *doctor, const char *kind, const char *one,
                      const char *two, const char *three)
{
    const char *const texts[3] = {one, two, three};
    const unsigned check = find_check(kind);
    if (doctor->finding_count == TOOL_DOCTOR_FINDINGS)
        return;
    struct tool_doctor_finding *finding = &doctor->findings[doctor->finding_count++];
    finding->is_problem = checks[check].is_problem;
    doctor->has_problem |= finding->is_problem;
    snprintf(finding->kind, sizeof finding->kind, "%.*s", (int)strcspn(kind, "/"), kind);
    expand(finding->command, sizeof finding->command, checks[check].command, texts, true);
    expand(finding->text, sizeof finding->text, checks[check].text, texts, false);
}
