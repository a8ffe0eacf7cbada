/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "platform/app.h"
#include "tool/doctor/doctor.h"

enum { WORDS = 700 };

/* What went wrong with a library, and the last word of the finding's kind; NULL: nothing. */
static const char *describe(const struct tool_library_answer *answer, char out_words[WORDS])
{
    const bool has_text = answer->text[0] != '\0';
    switch (answer->state) {
    case TOOL_LIBRARY_UNLOADABLE:
        snprintf(out_words, WORDS, "cannot be loaded (%s)", answer->text);
        return "unloadable";
    case TOOL_LIBRARY_NO_ENTRY:
        snprintf(out_words, WORDS, "lacks the function %s", answer->text);
        return "foreign";
    case TOOL_LIBRARY_REFUSES:
        snprintf(out_words, WORDS, "answers %d", (int)answer->result);
        return "refuses";
    case TOOL_LIBRARY_CRASHES:
        snprintf(out_words, WORDS, "crashes (signal %d, %s)", (int)answer->result,
                 us_app_signal_words(answer->result, 0));
        return "crashes";
    case TOOL_LIBRARY_EXITS:
        snprintf(out_words, WORDS, "ends the app that loads it%s%s%s", has_text ? " (" : "",
                 answer->text, has_text ? ")" : "");
        return "crashes";
    case TOOL_LIBRARY_HANGS:
        snprintf(out_words, WORDS, "hangs");
        return "hangs";
    case TOOL_LIBRARY_UNTRIED:
        snprintf(out_words, WORDS, "could not be tried: %s", answer->text);
        return "crashes";
    case TOOL_LIBRARY_GOOD:
        break;
    }
    return NULL;
}

/* A path of "": the kind says which library. */
static struct tool_library_question question_of(const struct tool_doctor *doctor,
                                                enum tool_library_kind kind, const char *path)
{
    struct tool_library_question question = {
        .kind = kind, .timeout_s = doctor->timeout_s, .with_layer = true};
    snprintf(question.path, sizeof question.path, "%s", path);
    return question;
}

/* The system ends a process that calls a function which its library lacks: that is why, then. */
static void find_lack(const struct tool_doctor *doctor, const char *library,
                      struct tool_library_answer *answer)
{
    static struct tool_library_answer of_whole;
    const struct tool_library_question whole = question_of(doctor, TOOL_LIBRARY_WHOLE, library);
    tool_probe_run(&whole, &of_whole);
    if (of_whole.state == TOOL_LIBRARY_UNLOADABLE)
        memcpy(answer->text, of_whole.text, sizeof answer->text);
}

/* False if something is wrong, which is found then: `group` is the first word of its kind, `one`
 * and `three` are for its sentence. */
static bool try(struct tool_doctor *doctor, const char *group,
                const struct tool_library_question *question, struct tool_library_answer *answer,
                const char *one, const char *three)
{
    const bool has_path = question->path[0] != '\0';
    char words[WORDS], kind[32];
    tool_probe_run(question, answer);
    if (answer->state == TOOL_LIBRARY_EXITS && has_path)
        find_lack(doctor, question->path, answer);
    const char *what = describe(answer, words);
    if (what == NULL)
        return true;
    /* What the system has no file of. */
    bool is_missing = !has_path && answer->state == TOOL_LIBRARY_UNLOADABLE;
    snprintf(kind, sizeof kind, "%s-%s", group, is_missing ? "missing" : what);
    tool_doctor_find(doctor, kind, one, words, three);
    return false;
}

static void try_layers(struct tool_doctor *doctor)
{
    static struct tool_library_answer answer;
    for (unsigned i = 0; i < doctor->layer_count; i++) {
        const struct tool_doctor_layer *layer = &doctor->layers[i];
        const struct tool_manifest *manifest = &layer->manifest;
        const bool is_ours = tool_manifest_is_ours(manifest);
        struct tool_library_question question =
            question_of(doctor, TOOL_LIBRARY_LAYER, manifest->library);
        memcpy(question.name, manifest->name, sizeof question.name);
        memcpy(question.entry, manifest->entry, sizeof question.entry);
        if (layer == doctor->ours || layer->state == TOOL_LAYER_ON)
            try(doctor, is_ours ? "layer" : "other", &question, &answer,
                is_ours ? manifest->library : manifest->name, manifest->disable);
    }
}

static void try_runtime(struct tool_doctor *doctor)
{
    const struct tool_manifest *manifest = &doctor->runtime;
    const struct tool_library_question question =
        question_of(doctor, TOOL_LIBRARY_RUNTIME, manifest->library);
    doctor->runtime_answers =
        manifest->state == TOOL_MANIFEST_USABLE && manifest->library[0] != '\0' &&
        try(doctor, "runtime", &question, &doctor->runtime_library, manifest->library, NULL);
}

static void try_vulkan(struct tool_doctor *doctor)
{
    const struct tool_library_question question = question_of(doctor, TOOL_LIBRARY_VULKAN, "");
    char result[16];
    if (!try(doctor, "vulkan", &question, &doctor->vulkan, NULL, NULL) ||
        doctor->vulkan.device_count > 0)
        return;
    snprintf(result, sizeof result, "%d", (int)doctor->vulkan.result);
    tool_doctor_find(doctor, "vulkan-driver-missing", result, NULL, NULL);
}

static bool has_name(const struct tool_library_answer *answer, const char *name)
{
    for (uint32_t i = 0; i < answer->name_count; i++)
        if (strcmp(answer->names[i], name) == 0)
            return true;
    return false;
}

static void note_supplied(struct tool_doctor *doctor)
{
    if (doctor->ours == NULL || !doctor->runtime_answers)
        return;
    const struct tool_manifest *ours = &doctor->ours->manifest;
    for (unsigned i = 0; i < ours->extension_count; i++)
        if (!has_name(&doctor->runtime_library, ours->extensions[i]))
            doctor->supplied[doctor->supplied_count++] = ours->extensions[i];
}

/* An instance as an app makes one. Where that goes wrong with the layer, it is tried without. */
static void try_instance(struct tool_doctor *doctor)
{
    static struct tool_library_answer without;
    struct tool_library_question question = question_of(doctor, TOOL_LIBRARY_INSTANCE, "");
    char words[WORDS], unused[WORDS];
    tool_probe_run(&question, &doctor->instance);
    if (describe(&doctor->instance, words) == NULL) {
        if (!has_name(&doctor->instance, TOOL_ENVIRONMENT_LAYER))
            tool_doctor_find(doctor, "layer-not-taken", NULL, NULL, NULL);
        return;
    }
    question.with_layer = false;
    tool_probe_run(&question, &without);
    bool fails_without = describe(&without, unused) != NULL;
    tool_doctor_find(doctor, fails_without ? "instance-fails" : "instance-fails-with-layer", words,
                     NULL, NULL);
}

/* What is found already would be found once more, in less plain words. */
static bool is_explained(const struct tool_doctor *doctor)
{
    static const char *const kinds[] = {"home-unset", "folder-", "layer-", "other-", "loader-"};
    for (unsigned i = 0; i < doctor->finding_count; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            if (doctor->findings[i].is_problem &&
                strncmp(doctor->findings[i].kind, kinds[k], strlen(kinds[k])) == 0)
                return true;
    return !doctor->runtime_answers || doctor->loader.state != TOOL_LIBRARY_GOOD;
}

void tool_doctor_try(struct tool_doctor *doctor)
{
    const struct tool_library_question loader = question_of(doctor, TOOL_LIBRARY_LOADER, "");
    try(doctor, "loader", &loader, &doctor->loader, NULL, NULL);
    try_layers(doctor);
    try_runtime(doctor);
    note_supplied(doctor);
    try_vulkan(doctor);
    if (!is_explained(doctor))
        try_instance(doctor);
}
