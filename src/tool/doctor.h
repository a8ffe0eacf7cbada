/* SPDX-License-Identifier: MIT */
/*
 * doctor: what would happen here if an app were started with Understudy: what a loader finds, what
 * of it works, and what is in the way.
 */
#ifndef US_TOOL_DOCTOR_H
#define US_TOOL_DOCTOR_H

#include <limits.h>
#include <stdbool.h>

#include "probe_library.h"

enum us_doctor_weight {
    US_DOCTOR_NOTE,    /* worth knowing; Understudy plays all the same */
    US_DOCTOR_PROBLEM, /* it does not, or no OpenXR app starts */
};

struct us_doctor_finding {
    enum us_doctor_weight weight;
    char kind[32];      /* "disabled", "layer-crashes", ...: cmd_doctor.c lists them */
    char text[1024];    /* a sentence */
    char command[1024]; /* what mends it */
};

enum us_layer_state {
    US_LAYER_ON,      /* a loader loads it into every app here */
    US_LAYER_WAITING, /* its enable_environment is not set */
    US_LAYER_OFF,     /* its disable_environment is set */
    US_LAYER_IGNORED, /* loaders refuse the manifest: `why` */
};

/* A manifest of an implicit layer. */
struct us_doctor_layer {
    enum us_layer_state state;
    char path[PATH_MAX];
    char name[128], enable[128], disable[128], entry[128], why[256];
    char library[PATH_MAX];
    bool is_ours;
    unsigned extension_count;
    char extensions[24][128]; /* what it says it supplies */
};

enum { US_DOCTOR_LAYERS = 32, US_DOCTOR_FINDINGS = 48 };

struct us_doctor {
    bool headless; /* as `run --headless` */
    double timeout_s;
    unsigned layer_count; /* in the loader's order; one that only `run` would add is the first */
    struct us_doctor_layer layers[US_DOCTOR_LAYERS];
    struct us_doctor_layer *ours; /* the first of ours that is not ignored; NULL if there is none */
    bool only_by_run;             /* a loader does not find ours by itself */
    char runtime[PATH_MAX];       /* the manifest; "" if there is none */
    char runtime_by[32];          /* "XR_RUNTIME_JSON", "the loader's folders", "--headless" */
    struct us_library_answer loader, runtime_library, instance, vulkan;
    bool runtime_answers, instance_made;
    unsigned finding_count;
    struct us_doctor_finding findings[US_DOCTOR_FINDINGS];
};

#if defined(__GNUC__)
#define US_DOCTOR_FORMAT __attribute__((format(printf, 5, 6)))
#else
#define US_DOCTOR_FORMAT
#endif

/* `command` is taken as it is; findings beyond US_DOCTOR_FINDINGS are left out. */
void us_doctor_find(struct us_doctor *doctor, enum us_doctor_weight weight, const char *kind,
                    const char *command, const char *format, ...) US_DOCTOR_FORMAT;

bool us_doctor_has_problem(const struct us_doctor *doctor);

/* Write `path` with quotes if a shell needs them, for a command; cut at PATH_MAX. */
void us_doctor_quote(const char *path, char out[PATH_MAX]);

/* Read all manifests of implicit layers, and say what is wrong with them (doctor_layers.c). */
void us_doctor_read_layers(struct us_doctor *doctor);

/* Find the runtime (doctor_runtime.c). */
void us_doctor_find_runtime(struct us_doctor *doctor);

/* Load everything in child processes (doctor_try.c). */
void us_doctor_try(struct us_doctor *doctor);

/* Extensions that the layer says it supplies and the runtime lacks; the number of them. */
unsigned us_doctor_supplied(const struct us_doctor *doctor, const char *out_names[24]);

/* doctor_print.c */
void us_doctor_print(const struct us_doctor *doctor);
bool us_doctor_print_json(const struct us_doctor *doctor);

#endif
