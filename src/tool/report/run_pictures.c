/* SPDX-License-Identifier: MIT */
#include "tool/report/run_pictures.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"

static int is_png(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".png") == 0;
}

static bool add_picture(struct tool_page *page, cJSON *list, const char *prefix, const char *folder,
                        const char *name, const char *of)
{
    char path[PATH_MAX], id[64];
    struct tool_byte_buffer bytes = {0};
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    bool is_read = length > 0 && length < PATH_MAX && tool_byte_buffer_add_file(&bytes, path);
    if (is_read) {
        snprintf(id, sizeof id, "picture-%d", cJSON_GetArraySize(list));
        tool_page_add_named_bytes(page, prefix, id, bytes.bytes, bytes.size);
        cJSON *picture = cJSON_CreateObject();
        cJSON_AddStringToObject(picture, "id", id);
        tool_json_add_text(picture, "file", name);
        cJSON_AddStringToObject(picture, "of", of);
        cJSON_AddItemToArray(list, picture);
    } else {
        tool_text_complain("%s: %s", path, strerror(errno));
    }
    page->bytes.is_failed = page->bytes.is_failed || bytes.is_failed;
    tool_byte_buffer_finish(&bytes);
    return is_read;
}

static bool has_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX && access(path, F_OK) == 0;
}

/* Adds the pictures of `source` whose names are in `folder`, too. */
static bool add_named(struct tool_page *page, cJSON *list, const char *prefix, const char *source,
                      const char *folder, const char *of)
{
    struct dirent **names;
    int count = scandir(folder, &names, is_png, alphasort);
    if (count < 0 && errno == ENOENT)
        return true;
    if (count < 0) {
        tool_text_complain("%s: %s", folder, strerror(errno));
        return false;
    }
    bool is_added = true;
    for (int i = 0; i < count; i++) {
        const char *name = names[i]->d_name;
        bool is_left_out = source != folder && !has_file(source, name);
        is_added = is_added && (is_left_out || add_picture(page, list, prefix, source, name, of));
        free(names[i]);
    }
    free(names);
    return is_added;
}

bool tool_run_pictures_add(struct tool_page *page, cJSON *list, const char *prefix,
                           const char *folder, const char *of)
{
    return add_named(page, list, prefix, folder, folder, of);
}

bool tool_run_pictures_add_like(struct tool_page *page, cJSON *list, const char *prefix,
                                const char *folder, const char *like, const char *of)
{
    return add_named(page, list, prefix, folder, like, of);
}
