/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/picture_list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/text.h"

int tool_picture_list_order(const struct tool_picture *a, const struct tool_picture *b)
{
    if (a->session != b->session && a->session != 0 && b->session != 0)
        return a->session < b->session ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int compare_sorted(const void *a, const void *b)
{
    return tool_picture_list_order(a, b);
}

static bool add(struct tool_picture_list *list, const char *name, unsigned session)
{
    if (!US_GROW(list->items, list->count))
        return false;
    struct tool_picture *item = &list->items[list->count++];
    bool has_frame = strncmp(name, "frame-", 6) == 0;
    *item = (struct tool_picture){.frame = has_frame ? strtoll(name + 6, NULL, 10) : -1,
                                  .session = session};
    snprintf(item->name, sizeof item->name, "%s", name);
    return true;
}

/* The layer writes no other names. A name with a folder would lead to another place. */
bool tool_picture_list_note(struct tool_picture_list *list, const struct tool_log_event *event)
{
    const char *name = tool_log_event_text(event, "file");
    double session = tool_log_event_number(event, "session", 0.0);
    bool is_shot = strcmp(event->name, "shot") == 0 && name != NULL &&
                   strncmp(name, "frame-", 6) == 0 && us_path_name(name) == name &&
                   strlen(name) < sizeof list->items->name;
    return !is_shot || add(list, name, session > 0.0 && session < 1e9 ? (unsigned)session : 0);
}

void tool_picture_list_sort(struct tool_picture_list *list)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_sorted);
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || strcmp(list->items[kept - 1].name, list->items[i].name) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

bool tool_picture_list_read_folder(struct tool_picture_list *list, const char *path)
{
    struct us_path_list *folder = us_path_list_begin(path);
    bool done = folder != NULL;
    for (const char *name; done && (name = us_path_list_next(folder)) != NULL;) {
        if (us_text_ends_in(name, ".png") && strlen(name) < sizeof list->items->name)
            done = add(list, name, 0);
    }
    if (!done)
        tool_text_complain("%s: %s", path, strerror(errno));
    us_path_list_end(folder);
    tool_picture_list_sort(list);
    return done;
}

void tool_picture_list_free(struct tool_picture_list *list)
{
    free(list->items);
    *list = (struct tool_picture_list){0};
}
