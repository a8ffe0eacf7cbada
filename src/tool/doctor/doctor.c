/* SPDX-License-Identifier: MIT */
#include "tool/doctor/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

#define REINSTALL "apt-get install --reinstall understudy"
#define HEADLESS "understudy run --headless --play FILE -- APP"
#define FAILING "Creating an OpenXR instance {1}"
#define OFF " (-2 and -51: the runtime's service or its headset may be off.)"

/* Everything that can be found. A kind that ends in '-' stands for all that begin so and have no
 * row: what is tried is unloadable, missing, foreign, refuses, crashes or hangs. */
static const struct check {
    const char *kind;
    enum tool_doctor_weight weight;
    const char *command, *text;
} checks[] = {
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
};

/* The row of this kind; otherwise that of all that begin so. Every kind has one. */
static const struct check *find_check(const char *kind)
{
    const struct check *found = NULL;
    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        size_t length = strlen(checks[i].kind);
        if (strcmp(checks[i].kind, kind) == 0)
            return &checks[i];
        if (checks[i].kind[length - 1] == '-' && strncmp(checks[i].kind, kind, length) == 0)
            found = &checks[i];
    }
    return found;
}

/* A text that goes on at `used`, and is cut at its end. */
struct line {
    char *text;
    size_t size, used;
};

static void put(struct line *line, const char *text, size_t length)
{
    if (line->used + length >= line->size)
        length = line->size - line->used - 1;
    memcpy(line->text + line->used, text, length);
    line->used += length;
    line->text[line->used] = '\0';
}

static void put_quoted(struct line *line, const char *text)
{
    char *quoted = tool_text_quote(text);
    put(line, quoted != NULL ? quoted : "", quoted != NULL ? strlen(quoted) : 0);
    free(quoted);
}

static void expand(char *out, size_t size, const char *pattern, const char *const texts[3],
                   bool quotes)
{
    struct line line = {out, size, 0};
    out[0] = '\0';
    while (*pattern != '\0') {
        size_t length = strcspn(pattern, "{");
        put(&line, pattern, length);
        pattern += length;
        if (*pattern == '\0')
            break;
        const char *text = texts[pattern[1] - '1'];
        if (quotes)
            put_quoted(&line, text);
        else
            put(&line, text, strlen(text));
        pattern += 3;
    }
}

void tool_doctor_find(struct tool_doctor *doctor, const char *kind, const char *one,
                      const char *two, const char *three)
{
    const char *const texts[3] = {one, two, three};
    const struct check *check = find_check(kind);
    if (doctor->finding_count == TOOL_DOCTOR_FINDINGS)
        return;
    struct tool_doctor_finding *finding = &doctor->findings[doctor->finding_count++];
    finding->weight = check->weight;
    snprintf(finding->kind, sizeof finding->kind, "%.*s", (int)strcspn(kind, "/"), kind);
    expand(finding->command, sizeof finding->command, check->command, texts, true);
    expand(finding->text, sizeof finding->text, check->text, texts, false);
}

bool tool_doctor_has_problem(const struct tool_doctor *doctor)
{
    for (unsigned i = 0; i < doctor->finding_count; i++)
        if (doctor->findings[i].weight == TOOL_DOCTOR_PROBLEM)
            return true;
    return false;
}

static bool has_name(const struct tool_library_answer *answer, const char *name)
{
    for (uint32_t i = 0; i < answer->name_count; i++)
        if (strcmp(answer->names[i], name) == 0)
            return true;
    return false;
}

unsigned tool_doctor_supplied(const struct tool_doctor *doctor, const char *out_names[24])
{
    unsigned count = 0;
    if (doctor->ours == NULL || !doctor->runtime_answers)
        return 0;
    for (unsigned i = 0; i < doctor->ours->extension_count; i++)
        if (!has_name(&doctor->runtime_library, doctor->ours->extensions[i]))
            out_names[count++] = doctor->ours->extensions[i];
    return count;
}
