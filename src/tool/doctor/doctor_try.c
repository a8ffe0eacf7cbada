/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"
#include "tool/doctor/probe.h"

/* What went wrong with a library, and the last word of the finding's kind; false if nothing did. */
static bool describe(struct tool_probe probe, const struct tool_library_answer *answer,
                     const char **out_kind, char out_words[700])
{
    *out_kind = probe.end == TOOL_PROBE_HUNG ? "hangs" : "crashes";
    if (probe.end != TOOL_PROBE_ANSWERED) {
        tool_probe_describe(probe, out_words, 700);
        return true;
    }
    switch (answer->state) {
    case TOOL_LIBRARY_UNLOADABLE:
        *out_kind = "unloadable";
        snprintf(out_words, 700, "cannot be loaded (%s)", answer->text);
        return true;
    case TOOL_LIBRARY_NO_ENTRY:
        *out_kind = "foreign";
        snprintf(out_words, 700, "lacks the function %s", answer->text);
        return true;
    case TOOL_LIBRARY_REFUSES:
        *out_kind = "refuses";
        snprintf(out_words, 700, "answers %d", (int)answer->result);
        return true;
    case TOOL_LIBRARY_GOOD:
        break;
    }
    return false;
}

static struct tool_probe ask(struct tool_doctor *doctor, tool_probe_body *body, const char *path,
                             const struct tool_doctor_layer *layer, bool with_layer,
                             struct tool_library_answer *answer)
{
    struct tool_library_question question = {.with_layer = with_layer};
    snprintf(question.path, sizeof(question.path), "%s", path);
    if (layer != NULL) {
        snprintf(question.name, sizeof(question.name), "%s", layer->name);
        snprintf(question.entry, sizeof(question.entry), "%s", layer->entry);
    }
    return tool_probe_run(body, &question, answer, sizeof(*answer), doctor->timeout_s);
}

static void try_layer(struct tool_doctor *doctor, const struct tool_doctor_layer *layer,
                      struct tool_library_answer *answer)
{
    const char *what;
    char words[700], kind[32], command[192];
    struct tool_probe probe = ask(doctor, tool_probe_layer, layer->library, layer, true, answer);
    if (!describe(probe, answer, &what, words))
        return;
    snprintf(kind, sizeof(kind), "%s-%s", layer->is_ours ? "layer" : "other", what);
    if (layer->is_ours)
        snprintf(command, sizeof(command), "apt-get install --reinstall understudy");
    else
        snprintf(command, sizeof(command), "export %s=1", layer->disable);
    tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, kind, command,
                     layer->is_ours
                         ? "The layer's library, %s, %s."
                         : "Another layer, %s, keeps every OpenXR app from starting: it %s.",
                     layer->is_ours ? layer->library : layer->name, words);
}

static void try_layers(struct tool_doctor *doctor)
{
    struct tool_library_answer *answer = malloc(sizeof(*answer));
    for (unsigned i = 0; answer != NULL && i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        if (layer == doctor->ours || layer->state == TOOL_LAYER_ON)
            try_layer(doctor, layer, answer);
    }
    free(answer);
}

static void try_runtime(struct tool_doctor *doctor)
{
    const char *what;
    char words[700], kind[32], library[PATH_MAX];
    snprintf(library, sizeof(library), "%s", doctor->runtime_library.path);
    if (library[0] == '\0')
        return;
    struct tool_probe probe =
        ask(doctor, tool_probe_runtime, library, NULL, true, &doctor->runtime_library);
    doctor->runtime_answers = !describe(probe, &doctor->runtime_library, &what, words);
    snprintf(doctor->runtime_library.path, sizeof(doctor->runtime_library.path), "%s", library);
    if (doctor->runtime_answers)
        return;
    snprintf(kind, sizeof(kind), "runtime-%s", what);
    tool_doctor_find(
        doctor, TOOL_DOCTOR_PROBLEM, kind, "understudy run --headless --play FILE -- APP",
        "The runtime's library, %s, %s. Install it again, or pass --headless.", library, words);
}

static void try_loader(struct tool_doctor *doctor)
{
    const char *what;
    char words[700], kind[32];
    struct tool_probe probe = ask(doctor, tool_probe_loader, "", NULL, true, &doctor->loader);
    if (!describe(probe, &doctor->loader, &what, words))
        return;
    snprintf(kind, sizeof(kind), "loader-%s", strcmp(what, "unloadable") == 0 ? "missing" : what);
    tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, kind, "apt-get install libopenxr-loader1",
                     "The OpenXR loader %s. An app that brings its own loader does not need it.",
                     words);
}

static void try_vulkan(struct tool_doctor *doctor)
{
    const char *what;
    char words[700], kind[32];
    struct tool_probe probe = ask(doctor, tool_probe_vulkan, "", NULL, true, &doctor->vulkan);
    bool wrong = describe(probe, &doctor->vulkan, &what, words);
    if (wrong)
        snprintf(kind, sizeof(kind), "vulkan-%s",
                 strcmp(what, "unloadable") == 0 ? "missing" : what);
    if (wrong)
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, kind,
                         "apt-get install libvulkan1 mesa-vulkan-drivers",
                         "Vulkan %s, so apps that draw with it cannot start.", words);
    else if (doctor->vulkan.name_count == 0)
        tool_doctor_find(
            doctor, TOOL_DOCTOR_PROBLEM, "vulkan-driver-missing",
            "apt-get install mesa-vulkan-drivers",
            "Vulkan has no driver here (it answers %d), so apps that draw with it cannot "
            "start.",
            (int)doctor->vulkan.result);
}

static bool is_loaded(const struct tool_library_answer *answer)
{
    for (uint32_t i = 0; i < answer->name_count; i++)
        if (strcmp(answer->names[i], TOOL_ENVIRONMENT_LAYER) == 0)
            return true;
    return false;
}

/* An instance as an app makes one. Where that goes wrong with the layer, it is tried without. */
static void try_instance(struct tool_doctor *doctor)
{
    const char *what;
    char words[700];
    struct tool_library_answer *without = malloc(sizeof(*without));
    struct tool_probe probe = ask(doctor, tool_probe_instance, "", NULL, true, &doctor->instance);
    doctor->instance_made = !describe(probe, &doctor->instance, &what, words);
    if (!doctor->instance_made && without != NULL) {
        const char *ignored;
        char unused[700];
        bool runs_without = !describe(ask(doctor, tool_probe_instance, "", NULL, false, without),
                                      without, &ignored, unused);
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM,
                         runs_without ? "instance-fails-with-layer" : "instance-fails",
                         "XR_LOADER_DEBUG=all openxr_runtime_list",
                         "Creating an OpenXR instance %s%s. (-2 and -51: the runtime's service or "
                         "its headset may be off.)",
                         words, runs_without ? " with the layer, and works without it" : "");
    } else if (doctor->instance_made && !is_loaded(&doctor->instance)) {
        tool_doctor_find(doctor, TOOL_DOCTOR_PROBLEM, "layer-not-taken",
                         "XR_LOADER_DEBUG=warn openxr_runtime_list",
                         "The loader creates an instance, but ignores the layer.");
    }
    free(without);
}

/* What is found already would be found once more, in less plain words. */
static bool is_explained(const struct tool_doctor *doctor)
{
    static const char *const kinds[] = {"home-unset", "folder-", "layer-", "other-", "loader-"};
    for (unsigned i = 0; i < doctor->finding_count; i++)
        for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
            if (doctor->findings[i].weight == TOOL_DOCTOR_PROBLEM &&
                strncmp(doctor->findings[i].kind, kinds[k], strlen(kinds[k])) == 0)
                return true;
    return !doctor->runtime_answers;
}

void tool_doctor_try(struct tool_doctor *doctor)
{
    try_loader(doctor);
    try_layers(doctor);
    try_runtime(doctor);
    try_vulkan(doctor);
    if (!is_explained(doctor))
        try_instance(doctor);
}
