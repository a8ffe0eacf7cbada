/* SPDX-License-Identifier: MIT */
#include "tool/drive/base/drive_reply.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/options.h"

bool tool_drive_fail(struct tool_drive_reply *reply, int error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (reply->error == 0)
        vsnprintf(reply->why, sizeof reply->why, format, arguments);
    va_end(arguments);
    reply->error = reply->error == 0 ? error : reply->error;
    return false;
}

bool tool_drive_fail_name(struct tool_drive_reply *reply, int error, const char *what,
                          const char *name, const char *const *names, const char *then)
{
    char suggestion[96];
    tool_options_suggest(name, names, "", suggestion, sizeof suggestion);
    return tool_drive_fail(reply, error, "%s '%.*s'%s%s", what, us_text_shown(name, strlen(name)),
                           name, suggestion, then);
}

bool tool_drive_check_keys(const cJSON *object, const char *const *keys, const char *where,
                           struct tool_drive_reply *reply)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        const bool is_known = us_text_find(keys, item->string) >= 0;
        char what[64];
        if (is_known && tool_json_get(object, item->string) == item)
            continue;
        snprintf(what, sizeof what, "%s has no member", where);
        if (is_known)
            tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "%s has two members '%s'", where,
                            item->string);
        else
            return tool_drive_fail_name(reply, TOOL_DRIVE_PARAMS, what, item->string, keys, "");
    }
    return true;
}

bool tool_drive_read_number(const cJSON *object, const char *key, const char *what, double least,
                            double most, double *value, struct tool_drive_reply *reply)
{
    const cJSON *item = tool_json_get(object, key);
    const double number = cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
    if (number >= least && number <= most)
        *value = number;
    else if (item != NULL)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'%s' must be %s from %.9g to %.9g", key, what,
                        least, most);
    return reply->error == 0;
}

int tool_drive_read_word(const cJSON *object, const char *key, const char *const *words,
                         struct tool_drive_reply *reply)
{
    const int place = us_text_find(words, tool_json_text(object, key, NULL));
    if (place >= 0)
        return place;
    char list[128] = "";
    for (unsigned i = 0; words[i] != NULL; i++)
        us_text_add(list, sizeof list, words[i + 1] != NULL ? ", " : " or ", words[i]);
    tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'%s' must be %s", key, list);
    return place;
}

bool tool_drive_read_part(const cJSON *object, const char *otherwise, char out[TOOL_DRIVE_PART],
                          struct tool_drive_reply *reply)
{
    const bool is_there = tool_json_get(object, "part") != NULL;
    snprintf(out, TOOL_DRIVE_PART, "%s", is_there ? tool_json_text(object, "part", "") : otherwise);
    if (is_there && strncmp(out, "view-", 5) != 0 && strncmp(out, "layer-", 6) != 0)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "'part' must be a part of a picture, such as \"view-0\" or \"layer-1\"");
    return reply->error == 0;
}

char *tool_drive_answer(cJSON *id, struct tool_drive_reply *reply)
{
    cJSON *answer = id != NULL ? cJSON_CreateObject() : NULL;
    if (id == NULL) {
        cJSON_Delete(reply->result);
        return NULL;
    }
    cJSON_AddStringToObject(answer, "jsonrpc", "2.0");
    cJSON_AddItemToObject(answer, "id", id);
    if (reply->error == 0 && reply->result != NULL) {
        cJSON_AddItemToObject(answer, "result", reply->result);
    } else {
        cJSON *error = cJSON_AddObjectToObject(answer, "error");
        cJSON_AddNumberToObject(error, "code",
                                reply->error != 0 ? reply->error : TOOL_DRIVE_INTERNAL);
        tool_json_add_text(error, "message",
                           reply->error != 0 ? reply->why : "there is no memory for the answer");
        if (reply->data != NULL)
            cJSON_AddItemToObject(error, "data", reply->data);
        cJSON_Delete(reply->result);
    }
    char *line = cJSON_PrintUnformatted(answer);
    cJSON_Delete(answer);
    return line;
}
