/* SPDX-License-Identifier: MIT */
/* getline is in POSIX. */
#define _POSIX_C_SOURCE 200809L
#include "tool/baseline/picture_list.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/text.h"

int tool_picture_compare(const struct tool_picture *a, const struct tool_picture *b)
{
    if (a->session != b->session && a->session != 0 && b->session != 0)
        return a->session < b->session ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return strcmp(a->name, b->name);
}

static int compare_items(const void *a, const void *b)
{
    return tool_picture_compare(a, b);
}

/* The writer of the layer gives no other names. A name with a folder would lead elsewhere. */
static bool is_name(const char *name)
{
    return name != NULL && strncmp(name, "frame-", 6) == 0 && strchr(name, '/') == NULL &&
           strlen(name) < sizeof((struct tool_picture *)0)->name;
}

static bool add(struct tool_picture_list *list, const char *name, unsigned session)
{
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count > 0 ? 2 * list->count : 1;
        struct tool_picture *items = realloc(list->items, room * sizeof *items);
        if (items == NULL)
            return false;
        list->items = items;
    }
    struct tool_picture *item = &list->items[list->count++];
    *item = (struct tool_picture){.frame = strtoll(name + 6, NULL, 10), .session = session};
    snprintf(item->name, sizeof item->name, "%s", name);
    return true;
}

static bool add_line(struct tool_picture_list *list, const char *line)
{
    cJSON *json = cJSON_Parse(line);
    const char *event = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "e"));
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, "file"));
    const cJSON *session = cJSON_GetObjectItemCaseSensitive(json, "session");
    bool is_shot = event != NULL && strcmp(event, "shot") == 0 && is_name(name);
    bool done = !is_shot || add(list, name,
                                cJSON_IsNumber(session) && session->valuedouble > 0.0
                                    ? (unsigned)session->valuedouble
                                    : 0);
    cJSON_Delete(json);
    return done;
}

/* A later session may write a file of the same name again. */
static void drop_repeated(struct tool_picture_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (kept == 0 || strcmp(list->items[kept - 1].name, list->items[i].name) != 0)
            list->items[kept++] = list->items[i];
    list->count = kept;
}

bool tool_picture_list_read(struct tool_picture_list *list, const char *log)
{
    char *line = NULL;
    size_t size = 0;
    bool done = true;
    *list = (struct tool_picture_list){0};
    FILE *file = fopen(log, "re");
    if (file == NULL) {
        tool_text_complain("%s: %s", log, strerror(errno));
        return false;
    }
    while (done && getline(&line, &size, file) > 0)
        if (strstr(line, "\"shot\"") != NULL)
            done = add_line(list, line);
    free(line);
    fclose(file);
    if (!done) {
        tool_text_complain("out of memory");
        tool_picture_list_free(list);
        return false;
    }
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_items);
    drop_repeated(list);
    return true;
}

void tool_picture_list_free(struct tool_picture_list *list)
{
    free(list->items);
    *list = (struct tool_picture_list){0};
}
