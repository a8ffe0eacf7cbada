/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "platform/path.h"
#include "tool/cli/text.h"
#include "tool/run_folder/run_folder.h"

#define MESSAGES "messages.txt"

/* What the listing of a folder says about it. */
struct seen {
    bool has_part, has_messages;
};

static bool add(struct tool_suite_places *places, const char *folder, enum tool_suite_kind kind,
                int why)
{
    struct us_about about = {.number = 0};
    if (places->count == TOOL_SUITE_MOST) {
        tool_text_complain("report: there are more than %d runs; make several pages, each of some "
                           "of the folders",
                           TOOL_SUITE_MOST);
        return false;
    }
    char *copy = US_GROW(places->list, places->count) ? strdup(folder) : NULL;
    if (copy == NULL) {
        tool_text_complain("report: there is no memory for so many runs");
        return false;
    }
    bool is_there = us_path_about_target(folder, &about);
    places->list[places->count++] = (struct tool_suite_place){
        .folder = copy,
        .kind = kind,
        .why = why,
        .device = is_there ? about.device : 0,
        .number = is_there ? about.number : 0,
    };
    return true;
}

static void look_at(struct seen *seen, const char *name)
{
    for (int part = 0; part < TOOL_RUN_PARTS; part++)
        if (strcmp(name, tool_run_folder_name((enum tool_run_part)part)) == 0)
            seen->has_part = seen->has_part || (part != TOOL_RUN_JUNIT && part != TOOL_RUN_DRIVE &&
                                                part != TOOL_RUN_VERDICT);
    seen->has_messages = seen->has_messages || strcmp(name, MESSAGES) == 0;
}

static bool is_folder(const char *path)
{
    struct us_about about;
    return us_path_about(path, &about) && about.kind == US_ABOUT_FOLDER;
}

static bool find_in(struct tool_suite_places *places, const char *folder, unsigned depth);

/* The folders in this one, whose names do not begin with a dot. */
static bool find_below(struct tool_suite_places *places, const char *folder, unsigned depth)
{
    struct us_path_list *listing = us_path_list_begin(folder);
    const char *name;
    char path[PATH_MAX];
    bool done = listing != NULL || add(places, folder, TOOL_SUITE_UNREADABLE, errno);
    while (listing != NULL && done && (name = us_path_list_next(listing)) != NULL) {
        if (name[0] == '.')
            continue;
        done = tool_run_folder_join(folder, name, path) &&
               (!is_folder(path) || find_in(places, path, depth + 1));
    }
    us_path_list_end(listing);
    return done;
}

static bool find_in(struct tool_suite_places *places, const char *folder, unsigned depth)
{
    struct seen seen = {0};
    const char *name;
    struct us_path_list *listing = depth < TOOL_SUITE_DEPTH ? us_path_list_begin(folder) : NULL;
    if (listing == NULL)
        return add(places, folder, TOOL_SUITE_UNREADABLE, depth < TOOL_SUITE_DEPTH ? errno : ELOOP);
    while ((name = us_path_list_next(listing)) != NULL)
        look_at(&seen, name);
    us_path_list_end(listing);
    size_t before = places->count;
    bool done =
        seen.has_part ? add(places, folder, TOOL_SUITE_RUN, 0) : find_below(places, folder, depth);
    if (done && !seen.has_part && seen.has_messages && places->count == before)
        done = add(places, folder, TOOL_SUITE_NOT_BEGUN, 0);
    return done;
}

bool tool_suite_find(struct tool_suite_places *places, const char *folder)
{
    char path[PATH_MAX];
    size_t length = strlen(folder);
    while (length > 1 && us_path_is_divider(folder[length - 1]))
        length--;
    int written = snprintf(path, sizeof path, "%.*s", (int)length, folder);
    if (length < sizeof path && written > 0)
        return find_in(places, path, 0);
    tool_text_complain("report: the path is too long: %s", folder);
    return false;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct tool_suite_place *)a)->folder,
                  ((const struct tool_suite_place *)b)->folder);
}

/* The same folder comes together; of its paths the first one, by their order, comes first. */
static int by_folder(const void *a, const void *b)
{
    const struct tool_suite_place *first = a, *second = b;
    if (first->device != second->device)
        return first->device < second->device ? -1 : 1;
    if (first->number != second->number)
        return first->number < second->number ? -1 : 1;
    return by_path(a, b);
}

static bool is_same(const struct tool_suite_place *a, const struct tool_suite_place *b)
{
    return a->number != 0 && a->device == b->device && a->number == b->number;
}

size_t tool_suite_find_sort(struct tool_suite_places *places)
{
    size_t kept = 0, count = places->count;
    if (count == 0)
        return 0;
    qsort(places->list, count, sizeof *places->list, by_folder);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && is_same(&places->list[kept - 1], &places->list[i]))
            free(places->list[i].folder);
        else
            places->list[kept++] = places->list[i];
    }
    places->count = kept;
    qsort(places->list, kept, sizeof *places->list, by_path);
    return count - kept;
}

void tool_suite_find_finish(struct tool_suite_places *places)
{
    for (size_t i = 0; i < places->count; i++)
        free(places->list[i].folder);
    free(places->list);
    *places = (struct tool_suite_places){0};
}
