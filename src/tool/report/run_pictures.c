/* SPDX-License-Identifier: MIT */
#include "tool/report/run_data.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "platform/path.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/compare/logs/picture_list.h"

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

bool tool_run_pictures_add(struct tool_page *page, cJSON *list, const char *prefix,
                           const char *folder, const char *like, const char *of)
{
    struct tool_picture_list names = {0};
    if (!us_path_is_there(like) && errno == ENOENT)
        return true;
    bool is_added = tool_picture_list_read_folder(&names, like);
    for (size_t i = 0; is_added && i < names.count; i++)
        is_added = (folder != like && !has_file(folder, names.items[i].name)) ||
                   add_picture(page, list, prefix, folder, names.items[i].name, of);
    tool_picture_list_free(&names);
    return is_added;
}
