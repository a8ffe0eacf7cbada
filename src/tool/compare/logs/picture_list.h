/* SPDX-License-Identifier: MIT */
/* picture_list: the screenshots of a run, as its event log names them, or of a folder. */
#ifndef TOOL_PICTURE_LIST_H
#define TOOL_PICTURE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/log/log_reader.h"

/* As long as the names of files can be on most systems. */
enum { TOOL_PICTURE_NAME_SIZE = 256 };

struct tool_picture {
    char name[TOOL_PICTURE_NAME_SIZE]; /* "frame-000090-view-0.png" */
    int64_t frame;                     /* -1: the name has none */
    unsigned session;                  /* 0: not known */
};

/* The screenshots of a run or a folder. Zeroed: empty. */
struct tool_picture_list {
    struct tool_picture *items; /* when sorted: by frame, then by name; each name once */
    size_t count;
};

/* Adds the file of a `shot` event; other events are passed over. False: memory ran out. */
bool tool_picture_list_note(struct tool_picture_list *list, const struct tool_log_event *event);

/* Sorts what was noted. A later session may write a file of the same name again. */
void tool_picture_list_sort(struct tool_picture_list *list);

/* Takes every PNG file of a folder. Returns false after a message. */
bool tool_picture_list_read_folder(struct tool_picture_list *list, const char *folder);
void tool_picture_list_free(struct tool_picture_list *list);

/* The order of the list: below 0, 0, above 0. */
int tool_picture_list_order(const struct tool_picture *a, const struct tool_picture *b);

#endif
