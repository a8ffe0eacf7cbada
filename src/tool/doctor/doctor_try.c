/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "tool/doctor/doctor.h"
#include "tool/environment/environment.h"
#include "tool/doctor/probe.h"

/* "crashes (signal 11, Segmentation fault)", "hangs", ... */
static void describe_probe(struct tool_probe probe, char *out, size_t out_size)
{
    switch (probe.end) {
    case TOOL_PROBE_ANSWERED:
        snprintf(out, out_size, "answers");
        break;
    case TOOL_PROBE_CRASHED:
        snprintf(out, out_size, "crashes (signal %d, %s)", probe.signal,
                 us_app_signal_words(probe.signal, 0));
        break;
    case TOOL_PROBE_EXITED:
        snprintf(out, out_size, "ends the app that loads it%s%s%s",
                 probe.why[0] != '\0' ? " (" : "", probe.why, probe.why[0] != '\0' ? ")" : "");
        break;
    case TOOL_PROBE_HUNG:
        snprintf(out, out_size, "hangs");
        break;
    case TOOL_PROBE_FAILED:
        snprintf(out, out_size, "could not be tried: %s", probe.why);
        break;
    }
}

/* What went wrong with a library, and the last word of the finding's kind; false if nothing did. */
static bool describe(struct tool_probe probe, const struct tool_library_answer *answer,
                     const char **out_kind, char out_words[700])
{
    *out_kind = probe.end == TOOL_PROBE_HUNG ? "hangs" : "crashes";
    if (probe.end != TOOL_PROBE_ANSWERED) {
        describe_probe(probe, out_words, 700);
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

/* A library as an app would use it, in a child. */
struct trial {
    const char *group; /* the first word of the finding's kind */
    enum tool_library_kind kind;
    const char *library;                   /* its path; NULL: the kind says it */
    const struct tool_doctor_layer *layer; /* NULL: none */
    bool without_layer;                    /* of an instance */
};

static struct tool_probe ask(const struct tool_doctor *doctor, const struct trial *trial,
                             struct tool_library_answer *answer)
{
    struct tool_library_question question = {.kind = trial->kind,
                                             .with_layer = !trial->without_layer};
    if (trial->library != NULL)
        snprintf(question.path, sizeof question.path, "%s", trial->library);
    if (trial->layer != NULL) {
        snprintf(question.name, sizeof question.name, "%s", trial->layer->name);
        snprintf(question.entry, sizeof question.entry, "%s", trial->layer->entry);
    }
    return tool_probe_run(&question, answer, doctor->timeout_s);
}

/* The system ends a process that calls a function which its library lacks: that is why, then. */
static void find_lack(const struct tool_doctor *doctor, const char *library,
                      struct tool_probe *probe)
{
    static struct tool_library_answer answer;
    const struct trial whole = {.kind = TOOL_LIBRARY_WHOLE, .library = library};
    if (ask(doctor, &whole, &answer).end == TOOL_PROBE_ANSWERED &&
        answer.state == TOOL_LIBRARY_UNLOADABLE)
        snprintf(probe->why, sizeof probe->why, "%s", answer.text);
}

/* False if something is wrong, which is found then; `one` and `three` are for its sentence. */
static bool try(struct tool_doctor *doctor, const struct trial *trial,
                struct tool_library_answer *answer, const char *one, const char *three)
{
    const char *what;
    char words[700], kind[32];
    struct tool_probe probe = ask(doctor, trial, answer);
    if (probe.end == TOOL_PROBE_EXITED && trial->library != NULL)
        find_lack(doctor, trial->library, &probe);
    if (!describe(probe, answer, &what, words))
        return true;
    /* What the system has no file of. */
    bool is_missing = trial->library == NULL && probe.end == TOOL_PROBE_ANSWERED &&
                      answer->state == TOOL_LIBRARY_UNLOADABLE;
    snprintf(kind, sizeof kind, "%s-%s", trial->group, is_missing ? "missing" : what);
    tool_doctor_find(doctor, kind, one, words, three);
    return false;
}

static void try_layers(struct tool_doctor *doctor)
{
    static struct tool_library_answer answer;
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        const struct trial trial = {layer->is_ours ? "layer" : "other", TOOL_LIBRARY_LAYER,
                                    layer->library, layer, false};
        if (layer == doctor->ours || layer->state == TOOL_LAYER_ON)
            try(doctor, &trial, &answer, layer->is_ours ? layer->library : layer->name,
                layer->disable);
    }
}

static void try_runtime(struct tool_doctor *doctor)
{
    char library[PATH_MAX];
    const struct trial trial = {"runtime", TOOL_LIBRARY_RUNTIME, library, NULL, false};
    snprintf(library, sizeof library, "%s", doctor->runtime_library.path);
    doctor->runtime_answers =
        library[0] != '\0' && try(doctor, &trial, &doctor->runtime_library, library, NULL);
    snprintf(doctor->runtime_library.path, sizeof doctor->runtime_library.path, "%s", library);
}

static void try_vulkan(struct tool_doctor *doctor)
{
    const struct trial trial = {"vulkan", TOOL_LIBRARY_VULKAN, NULL, NULL, false};
    char result[16];
    if (!try(doctor, &trial, &doctor->vulkan, NULL, NULL) || doctor->vulkan.device_count > 0)
        return;
    snprintf(result, sizeof result, "%d", (int)doctor->vulkan.result);
    tool_doctor_find(doctor, "vulkan-driver-missing", result, NULL, NULL);
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
    static struct tool_library_answer without;
    const struct trial trials[] = {{"instance", TOOL_LIBRARY_INSTANCE, NULL, NULL, false},
                                   {"instance", TOOL_LIBRARY_INSTANCE, NULL, NULL, true}};
    const char *what;
    char words[700], unused[700];
    bool fails =
        describe(ask(doctor, &trials[0], &doctor->instance), &doctor->instance, &what, words);
    if (fails)
        tool_doctor_find(doctor,
                         describe(ask(doctor, &trials[1], &without), &without, &what, unused)
                             ? "instance-fails"
                             : "instance-fails-with-layer",
                         words, NULL, NULL);
    else if (!is_loaded(&doctor->instance))
        tool_doctor_find(doctor, "layer-not-taken", NULL, NULL, NULL);
}

/* What is found already would be found once more, in less plain words. */
static bool is_explained(const struct tool_doctor *doctor)
{
    static const char *const kinds[] = {"home-unset", "folder-", "layer-", "other-", "loader-"};
    for (unsigned i = 0; i < doctor->finding_count; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (doctor->findings[i].weight == TOOL_DOCTOR_PROBLEM &&
                strncmp(doctor->findings[i].kind, kinds[k], strlen(kinds[k])) == 0)
                return true;
    return !doctor->runtime_answers || doctor->loader.state != TOOL_LIBRARY_GOOD;
}

void tool_doctor_try(struct tool_doctor *doctor)
{
    const struct trial loader = {"loader", TOOL_LIBRARY_LOADER, NULL, NULL, false};
    try(doctor, &loader, &doctor->loader, NULL, NULL);
    try_layers(doctor);
    try_runtime(doctor);
    try_vulkan(doctor);
    if (!is_explained(doctor))
        try_instance(doctor);
}
