/* SPDX-License-Identifier: MIT */
#include "tool/perform/library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

#define PREFIX "performance:"
#define ENDING ".person"

/* ---- Reading ---- */

/* Adds a line of the comment; false where the paragraph ends. */
static bool add_says(char says[TOOL_PERFORM_SAYS_SIZE], const char *line)
{
    const size_t length = strlen(says);
    if (line[0] != '#')
        return false;
    line += 1 + strspn(line + 1, " \t");
    const size_t size = strcspn(line, "\r\n");
    if (strncmp(line, "SPDX-", 5) == 0 || (size == 0 && length == 0))
        return true;
    if (size == 0)
        return false;
    snprintf(says + length, TOOL_PERFORM_SAYS_SIZE - length, "%s%.*s", length > 0 ? " " : "",
             (int)size, line);
    return true;
}

static void read_says(struct tool_perform_entry *entry)
{
    char line[TOOL_PERFORM_SAYS_SIZE];
    FILE *file = us_path_stream(entry->script);
    while (file != NULL && fgets(line, sizeof line, file) != NULL && add_says(entry->says, line))
        ;
    if (file != NULL)
        fclose(file);
}

static bool add_entry(struct tool_perform_library *library, const char *folder, const char *file)
{
    const size_t length = strlen(file) - strlen(ENDING);
    if (length >= TOOL_PERFORM_NAME_SIZE)
        return true;
    if (!US_GROW(library->entries, library->count))
        return false;
    struct tool_perform_entry *entry = &library->entries[library->count];
    memset(entry, 0, sizeof *entry);
    memcpy(entry->name, file, length);
    int script = snprintf(entry->script, PATH_MAX, "%s/%s" ENDING, folder, entry->name);
    int expect = snprintf(entry->expect, PATH_MAX, "%s/%s.expect", folder, entry->name);
    if (script < PATH_MAX && expect < PATH_MAX) {
        read_says(entry);
        library->count++;
    }
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct tool_perform_entry *const x = a, *const y = b;
    return strcmp(x->name, y->name);
}

bool tool_perform_library_read(const char *command, struct tool_perform_library *out)
{
    char root[PATH_MAX], path[PATH_MAX];
    *out = (struct tool_perform_library){0};
    bool good = tool_file_path_root(root) &&
                tool_file_path_join(root, "/share/understudy/performances", path);
    struct us_path_list *folder = good ? us_path_list_begin(path) : NULL;
    const char *name;
    if (folder == NULL) {
        tool_text_complain("%s: the performances are not there: %s: %s; install Understudy again",
                           command, good ? path : "share/understudy/performances", strerror(errno));
        return false;
    }
    while (good && (name = us_path_list_next(folder)) != NULL)
        if (tool_file_path_ends_in(name, ENDING))
            good = add_entry(out, path, name);
    us_path_list_end(folder);
    if (!good)
        tool_text_complain("%s: out of memory", command);
    if (out->count > 0)
        qsort(out->entries, out->count, sizeof out->entries[0], by_name);
    return good;
}

void tool_perform_library_finish(struct tool_perform_library *library)
{
    free(library->entries);
    *library = (struct tool_perform_library){0};
}

/* ---- Finding ---- */

static void complain_of_name(const char *command, const char *name,
                             const struct tool_perform_library *library)
{
    const char **names = calloc(library->count + 1, sizeof *names);
    char then[128] = "", list[4096] = "";
    for (size_t i = 0; i < library->count; i++) {
        us_text_add_word(list, sizeof list, library->entries[i].name);
        if (names != NULL)
            names[i] = library->entries[i].name;
    }
    if (names != NULL)
        tool_options_suggest(name, names, PREFIX, then, sizeof then);
    free(names);
    if (then[0] != '\0')
        tool_text_complain("%s: there is no performance '%s'%s 'understudy perform' lists "
                           "all",
                           command, name, then);
    else
        tool_text_complain("%s: there is no performance '%s'; it is one of %s", command, name,
                           list);
}

bool tool_perform_library_resolve(const char *command, const char **path, bool is_expect,
                                  char out[PATH_MAX])
{
    struct tool_perform_library library;
    if (*path == NULL || strncmp(*path, PREFIX, strlen(PREFIX)) != 0)
        return true;
    const char *name = *path + strlen(PREFIX);
    const struct tool_perform_entry *found = NULL;
    bool is_there = tool_perform_library_read(command, &library);
    for (size_t i = 0; is_there && i < library.count; i++)
        if (strcmp(library.entries[i].name, name) == 0)
            found = &library.entries[i];
    if (found != NULL) {
        memcpy(out, is_expect ? found->expect : found->script, PATH_MAX);
        *path = out;
    } else if (is_there) {
        complain_of_name(command, name, &library);
    }
    tool_perform_library_finish(&library);
    return found != NULL;
}

/* ---- Printing ---- */

static bool print_json(const struct tool_perform_library *library)
{
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; i < library->count; i++) {
        cJSON *entry = tool_json_append_object(list);
        tool_json_add_text(entry, "name", library->entries[i].name);
        tool_json_add_text(entry, "says", library->entries[i].says);
        tool_json_add_text(entry, "script", library->entries[i].script);
        tool_json_add_text(entry, "expect", library->entries[i].expect);
    }
    return tool_json_print(list);
}

bool tool_perform_library_print(const struct tool_perform_library *library, bool is_json)
{
    int width = 0;
    if (is_json)
        return print_json(library);
    for (size_t i = 0; i < library->count; i++)
        if ((int)strlen(library->entries[i].name) > width)
            width = (int)strlen(library->entries[i].name);
    for (size_t i = 0; i < library->count; i++)
        tool_text_print_line(stdout, "%-*s  %s", width, library->entries[i].name,
                             library->entries[i].says);
    return true;
}
