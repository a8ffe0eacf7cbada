/* SPDX-License-Identifier: MIT */
/*
 * probe: asks a layer, a runtime, the loader or Vulkan what an app would ask, in a child process,
 * so that a crash or a hang can be reported. The child is this program once more: 'understudy
 * doctor
 * --probe'.
 */
#ifndef TOOL_PROBE_H
#define TOOL_PROBE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum tool_library_kind {
    TOOL_LIBRARY_LAYER,
    TOOL_LIBRARY_RUNTIME,
    TOOL_LIBRARY_LOADER,
    TOOL_LIBRARY_VULKAN,
    TOOL_LIBRARY_INSTANCE, /* makes an instance through the loader, and destroys it */
    TOOL_LIBRARY_WHOLE,    /* only loads it, with all functions that it takes from others */
    TOOL_LIBRARY_KINDS
};

/* All zeros but for the kind and the time, where nothing else is said. */
struct tool_library_question {
    enum tool_library_kind kind;
    double timeout_s;
    char path[PATH_MAX]; /* of a layer, a runtime and a whole library */
    char name[128];      /* the layer's */
    char entry[128];     /* the name of the function to negotiate with; "": the usual one */
    bool with_layer;     /* an instance: with Understudy's layer, or without */
};

enum tool_library_state {
    TOOL_LIBRARY_UNLOADABLE = 0, /* text: the system's words */
    TOOL_LIBRARY_NO_ENTRY,       /* text: the name of the function that it lacks */
    TOOL_LIBRARY_REFUSES,        /* result: what it answers */
    TOOL_LIBRARY_GOOD,
    /* Without an answer. All else is zeros then. */
    TOOL_LIBRARY_CRASHES, /* result: the signal */
    TOOL_LIBRARY_EXITS,   /* it ended the process itself */
    TOOL_LIBRARY_HANGS,   /* no answer in time */
    TOOL_LIBRARY_UNTRIED, /* text: why no child could be made */
};

enum { TOOL_PROBE_NAMES = 400, TOOL_PROBE_DEVICES = 16 };

/* A Vulkan device, in the words of its driver. */
struct tool_vulkan_device {
    char name[256], driver[256], driver_info[256];
    uint32_t api, driver_version;
};

struct tool_library_answer {
    enum tool_library_state state;
    int32_t result; /* an XrResult, or a VkResult */
    char text[512];
    char path[PATH_MAX]; /* the loader: where it really is */
    char version[32];    /* the loader: as its name says; "" if that says nothing */
    char runtime[128];   /* an instance: the runtime's name */
    uint32_t name_count;
    char names[TOOL_PROBE_NAMES][128]; /* a runtime: its extensions; an instance: the loader's
                                        layers */
    uint32_t device_count;
    struct tool_vulkan_device devices[TOOL_PROBE_DEVICES]; /* of Vulkan */
};

/* The standard streams of the child lead nowhere. */
void tool_probe_run(const struct tool_library_question *question, struct tool_library_answer *out);

/* What the child does with this option; returns its exit code. */
#define TOOL_PROBE_OPTION "--probe"
int tool_probe_serve(void);

/* Fills an answer that is all zeros. For the child alone: it may crash or hang (probe_library.c).
 */
void tool_probe_library(const struct tool_library_question *question,
                        struct tool_library_answer *out);

#endif
