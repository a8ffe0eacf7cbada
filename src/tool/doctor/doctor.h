/* SPDX-License-Identifier: MIT */
/*
 * doctor: finds what an OpenXR loader would load on this machine, tries it, and reports each
 * problem with a command that solves it.
 */
#ifndef TOOL_DOCTOR_H
#define TOOL_DOCTOR_H

#include <stdbool.h>

#include "tool/doctor/probe.h"
#include "tool/environment/environment.h"

struct tool_doctor_finding {
    bool is_problem;    /* Understudy cannot play, or no OpenXR app starts; else it plays */
    char kind[32];      /* "disabled", "layer-crashes", ... */
    char text[1024];    /* a sentence */
    char command[1024]; /* solves the problem */
};

enum tool_layer_state {
    TOOL_LAYER_ON,      /* a loader loads it into every app here */
    TOOL_LAYER_WAITING, /* its enable_environment is not set */
    TOOL_LAYER_OFF,     /* its disable_environment is set */
    TOOL_LAYER_IGNORED, /* loaders refuse the manifest, which says why */
};

struct tool_doctor_layer {
    enum tool_layer_state state;
    struct tool_manifest manifest;
};

enum { TOOL_DOCTOR_LAYERS = 32, TOOL_DOCTOR_FINDINGS = 48 };

/* The facts about this machine. */
struct tool_doctor {
    bool headless; /* as `run --headless` */
    double timeout_s;
    unsigned layer_count; /* in the loader's order; one that only `run` would add is the first */
    struct tool_doctor_layer layers[TOOL_DOCTOR_LAYERS];
    struct tool_doctor_layer
        *ours;                    /* the first of ours that is not ignored; NULL if there is none */
    bool only_by_run;             /* a loader does not find ours by itself */
    struct tool_manifest runtime; /* its path is "" if there is none */
    const char *runtime_by;       /* "XR_RUNTIME_JSON", "the loader's search", "--headless", "" */
    struct tool_library_answer loader, runtime_library, instance, vulkan;
    bool runtime_answers;
    unsigned supplied_count; /* extensions that ours says it supplies and the runtime lacks */
    const char *supplied[TOOL_MANIFEST_EXTENSIONS];
    unsigned finding_count;
    struct tool_doctor_finding findings[TOOL_DOCTOR_FINDINGS];
    bool has_problem; /* one of them is one */
};

/*
 * Adds a finding (findings.c). The table there has its weight, its sentence and its command, in
 * which {1}, {2} and {3} stand for these texts; NULL: not needed. The command has quotes where a
 * shell needs them. `kind` may end in "/" and a word for another command. Findings beyond
 * TOOL_DOCTOR_FINDINGS are left out.
 */
void tool_doctor_find(struct tool_doctor *doctor, const char *kind, const char *one,
                      const char *two, const char *three);

/* Look at the user's variables and at the manifests of the runtime and the implicit layers, and say
 * what is wrong with them (doctor_look.c). */
void tool_doctor_look(struct tool_doctor *doctor);

/* Load the libraries in child processes (doctor_try.c). */
void tool_doctor_try(struct tool_doctor *doctor);

/* As text, or as JSON: false after a message if memory ran out (doctor_print.c). */
void tool_doctor_print(const struct tool_doctor *doctor);
bool tool_doctor_print_json(const struct tool_doctor *doctor);

#endif
