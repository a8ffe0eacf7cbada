/* SPDX-License-Identifier: MIT */
#include "tool/report/run_data.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"
#include "core/base/text.h"
#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

static bool add_picture(struct tool_page *page, cJSON *list, const char *prefix, const char *folder,
                        const char *name, const char *of)
{
    char path[PATH_MAX], id[64];
    struct us_writer bytes = {0};
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    bool is_read = length > 0 && length < PATH_MAX && tool_text_put_file(&bytes, path, SIZE_MAX);
    if (is_read) {
        snprintf(id, sizeof id, "picture-%d", cJSON_GetArraySize(list));
        tool_page_add_bytes(page, prefix, id, bytes.bytes, bytes.size);
        cJSON *picture = cJSON_CreateObject();
        cJSON_AddStringToObject(picture, "id", id);
        tool_json_add_text(picture, "file", name);
        cJSON_AddStringToObject(picture, "of", of);
        cJSON_AddItemToArray(list, picture);
    } else {
        tool_text_complain("%s: %s", path, strerror(errno));
    }
    page->bytes.failed = page->bytes.failed || bytes.failed;
    us_writer_finish(&bytes);
    return is_read;
}

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX && us_path_is_there(path);
}

/* ---- The names in a folder ---- */

struct names {
    char **list; /* sorted */
    size_t count;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i]);
    free(names->list);
}

/* The PNG files. False, with errno. */
static bool read_names(const char *folder, struct names *out)
{
    struct us_path_list *listing = us_path_list_begin(folder);
    bool is_read = listing != NULL;
    const char *name;
    *out = (struct names){0};
    while (is_read && (name = us_path_list_next(listing)) != NULL) {
        if (!us_text_ends_in(name, ".png"))
            continue;
        is_read = US_GROW(out->list, out->count) && (out->list[out->count] = strdup(name)) != NULL;
        out->count += is_read;
        errno = is_read ? errno : ENOMEM;
    }
    us_path_list_end(listing);
    if (out->count > 0)
        qsort(out->list, out->count, sizeof *out->list, by_name);
    return is_read;
}

bool tool_run_pictures_add(struct tool_page *page, cJSON *list, const char *prefix,
                           const char *folder, const char *like, const char *of)
{
    struct names names;
    bool is_added = read_names(like, &names), is_missing = !is_added && errno == ENOENT;
    if (!is_added && !is_missing)
        tool_text_complain("%s: %s", like, strerror(errno));
    for (size_t i = 0; is_added && i < names.count; i++)
        is_added = (folder != like && !has_file(folder, names.list[i])) ||
                   add_picture(page, list, prefix, folder, names.list[i], of);
    free_names(&names);
    return is_added || is_missing;
}
