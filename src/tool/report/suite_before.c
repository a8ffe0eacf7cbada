/* SPDX-License-Identifier: MIT */
#include "tool/report/suite_run.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "core/base/bytes.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

static const char begin[] = "<script type=\"application/json\" id=\"" TOOL_SUITE_ID "\">";
static const char end[] = "</script>";

/* The JSON in a page, or NULL. */
static cJSON *find_json(const struct us_writer *page)
{
    const char *text = us_bytes_find(page->bytes, page->size, begin, sizeof begin - 1);
    if (text == NULL)
        return NULL;
    text += sizeof begin - 1;
    size_t left = page->size - (size_t)(text - (const char *)page->bytes);
    const char *stop = us_bytes_find(text, left, end, sizeof end - 1);
    return stop != NULL ? cJSON_ParseWithLength(text, (size_t)(stop - text)) : NULL;
}

/* The members that a comparison needs, of a suite in this layout; NULL of others. */
static cJSON *shorten(const cJSON *suite)
{
    const cJSON *runs = tool_json_get(suite, "runs"), *run;
    if (tool_json_number(suite, "layout", 0.0) != TOOL_SUITE_LAYOUT || !cJSON_IsArray(runs))
        return NULL;
    cJSON *before = cJSON_CreateObject();
    tool_json_add_text(before, "made", tool_json_text(suite, "made", ""));
    cJSON *list = cJSON_AddArrayToObject(before, "runs");
    cJSON_ArrayForEach(run, runs) {
        static const char *const keys[] = {"recording", "app", "state"};
        cJSON *copy = tool_json_append_object(list);
        for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
            tool_json_add_text(copy, keys[i], tool_json_text(run, keys[i], ""));
    }
    return before;
}

cJSON *tool_suite_before_read(const char *path)
{
    struct us_writer page = {0};
    if (!tool_text_put_file(&page, path, SIZE_MAX)) {
        tool_text_complain("report: --since %s cannot be read: %s", path, strerror(errno));
        us_writer_finish(&page);
        return NULL;
    }
    cJSON *suite = page.size > 0 ? find_json(&page) : NULL;
    cJSON *before = shorten(suite);
    if (before == NULL)
        tool_text_complain("report: --since %s: this is no page of a suite that 'understudy "
                           "report' wrote",
                           path);
    cJSON_Delete(suite);
    us_writer_finish(&page);
    return before;
}
