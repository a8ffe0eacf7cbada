/* SPDX-License-Identifier: MIT */
/*
 * picture_list: the screenshots of a run, as its event log names them.
 */
#ifndef TOOL_PICTURE_LIST_H
#define TOOL_PICTURE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tool_picture {
    char name[64]; /* "frame-000090-view-0.png" */
    int64_t frame;
    unsigned session; /* 0: not known */
};

struct tool_picture_list {
    struct tool_picture *items; /* by frame, then by name; each name once */
    size_t count;
};

/* Reads the names from an event log. Returns false after a message. The caller frees the list. */
bool tool_picture_list_read(struct tool_picture_list *list, const char *log);
void tool_picture_list_free(struct tool_picture_list *list);

/* The order of the list. */
int tool_picture_compare(const struct tool_picture *a, const struct tool_picture *b);

#endif
