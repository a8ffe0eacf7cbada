/* SPDX-License-Identifier: MIT */
/*
 * doctor: finds what an OpenXR loader would load on this machine, tries it, and reports each
 * problem with a command that solves it.
 */
#ifndef TOOL_DOCTOR_H
#define TOOL_DOCTOR_H

#include <limits.h>
#include <stdbool.h>

#include "tool/doctor/probe_library.h"

enum tool_doctor_weight {
    TOOL_DOCTOR_NOTE,    /* Understudy plays nevertheless */
    TOOL_DOCTOR_PROBLEM, /* Understudy cannot play, or no OpenXR app starts */
};

struct tool_doctor_finding {
    enum tool_doctor_weight weight;
    char kind[32];      /* "disabled", "layer-crashes", ... */
    char text[1024];    /* a sentence */
    char command[1024]; /* solves the problem */
};

enum tool_layer_state {
    TOOL_LAYER_ON,      /* a loader loads it into every app here */
    TOOL_LAYER_WAITING, /* its enable_environment is not set */
    TOOL_LAYER_OFF,     /* its disable_environment is set */
    TOOL_LAYER_IGNORED, /* loaders refuse the manifest: `why` */
};

/* A manifest of an implicit layer. */
struct tool_doctor_layer {
    enum tool_layer_state state;
    char path[PATH_MAX];
    char name[128], enable[128], disable[128], entry[128], why[256];
    char library[PATH_MAX];
    bool is_ours;
    unsigned extension_count;
    char extensions[24][128]; /* what it says it supplies */
};

enum { TOOL_DOCTOR_LAYERS = 32, TOOL_DOCTOR_FINDINGS = 48 };

struct tool_doctor {
    bool headless; /* as `run --headless` */
    double timeout_s;
    unsigned layer_count; /* in the loader's order; one that only `run` would add is the first */
    struct tool_doctor_layer layers[TOOL_DOCTOR_LAYERS];
    struct tool_doctor_layer
        *ours;              /* the first of ours that is not ignored; NULL if there is none */
    bool only_by_run;       /* a loader does not find ours by itself */
    char runtime[PATH_MAX]; /* the manifest; "" if there is none */
    char runtime_by[32];    /* "XR_RUNTIME_JSON", "the loader's folders", "--headless" */
    struct tool_library_answer loader, runtime_library, instance, vulkan;
    bool runtime_answers;
    unsigned finding_count;
    struct tool_doctor_finding findings[TOOL_DOCTOR_FINDINGS];
};

/* What can be found. */
struct tool_doctor_check {
    const char *kind; /* one that ends in '-' stands for all that begin so and have no row: what is
                         tried is unloadable, missing, foreign, refuses, crashes or hangs */
    enum tool_doctor_weight weight;
    const char *command, *text;
};

/*
 * Adds a finding. The table tool_doctor_checks has its weight, its sentence and its command, in
 * which {1}, {2} and {3} stand for these texts; NULL: not needed. The command has quotes where a
 * shell needs them. `kind` may end in "/" and a word for another command. Findings beyond
 * TOOL_DOCTOR_FINDINGS are left out.
 */
void tool_doctor_find(struct tool_doctor *doctor, const char *kind, const char *one,
                      const char *two, const char *three);

bool tool_doctor_has_problem(const struct tool_doctor *doctor);

/* What `tool_command_doctor` does. */
int tool_doctor_run(int argc, char **argv);

/* ---- cmd_doctor.c; on Windows cmd_doctor_registry.c ---- */

/* Every kind that is found here; a row without a kind ends them. */
extern const struct tool_doctor_check tool_doctor_checks[];
/* What is wrong with the folder or the rights of the user. */
void tool_doctor_look_at_user(struct tool_doctor *doctor);
/* Calls tool_doctor_add_layer with each manifest that a loader takes for an implicit layer's, in
 * its order, and says what is wrong with where they are. */
void tool_doctor_visit_layers(struct tool_doctor *doctor);
/* Of two manifests of ours, whether one is that of `understudy install`. */
bool tool_doctor_is_by_install(const char *first, const char *second);

/* ---- Every system ---- */

/* Reads a manifest, as far as there is room for it (doctor_layers.c). */
void tool_doctor_add_layer(struct tool_doctor *doctor, const char *path);

/* Read all manifests of implicit layers, and say what is wrong with them (doctor_layers.c). */
void tool_doctor_read_layers(struct tool_doctor *doctor);

/* Find the runtime (doctor_runtime.c). */
void tool_doctor_find_runtime(struct tool_doctor *doctor);

/* Load the libraries in child processes (doctor_try.c). */
void tool_doctor_try(struct tool_doctor *doctor);

/* Extensions that the layer says it supplies and the runtime lacks; the number of them. */
unsigned tool_doctor_supplied(const struct tool_doctor *doctor, const char *out_names[24]);

/* doctor_print.c */
void tool_doctor_print(const struct tool_doctor *doctor);
bool tool_doctor_print_json(const struct tool_doctor *doctor);

#endif
