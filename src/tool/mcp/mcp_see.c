/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/image/png_image.h"
#include "tool/mcp/mcp.h"
#include "core/base/bytes.h"
#include "tool/page/packing.h"

enum { LONGEST_PX = 1024, LARGEST_PX = 4096 };

static void add_image(struct tool_mcp_result *out, const struct tool_png_image *image)
{
    struct us_writer text = {0};
    size_t size = 0;
    void *bytes = tool_png_image_encode(image, &size);
    if (bytes != NULL)
        tool_packing_base64(&text, bytes, size);
    us_writer_put(&text, "", 1);
    if (bytes != NULL && !text.failed) {
        cJSON *block = tool_json_append_object(out->content);
        cJSON_AddStringToObject(block, "type", "image");
        cJSON_AddStringToObject(block, "data", (const char *)text.bytes);
        cJSON_AddStringToObject(block, "mimeType", "image/png");
    } else {
        tool_mcp_fail(out, "There is no memory for the picture.");
    }
    us_writer_finish(&text);
    free(bytes);
}

/* The picture of the part that is asked for, or the first; NULL after an error. */
static const cJSON *choose_picture(const cJSON *pictures, const char *part,
                                   struct tool_mcp_result *out)
{
    char parts[256] = "";
    const cJSON *picture;
    cJSON_ArrayForEach(picture, pictures) {
        const char *name = tool_json_text(picture, "part", NULL);
        if (part == NULL || (name != NULL && strcmp(name, part) == 0))
            return picture;
        us_text_add_word(parts, sizeof parts, name != NULL ? name : "?");
    }
    if (parts[0] != '\0')
        tool_mcp_fail(out, "There is no picture of '%.60s'; there are %s.", part, parts);
    else
        tool_mcp_fail(out, "The app submitted nothing that can be pictured in this frame. Advance "
                           "some frames and look again.");
    return NULL;
}

/* Writes what the text says about the picture. */
static cJSON *show_picture(const cJSON *taken, const cJSON *arguments, struct tool_mcp_result *out)
{
    const cJSON *picture = choose_picture(tool_json_get(taken, "pictures"),
                                          tool_json_text(arguments, "part", NULL), out);
    const char *file = tool_json_text(picture, "file", NULL);
    struct tool_png_image image;
    if (file == NULL)
        return NULL;
    if (!tool_png_image_read(&image, file)) {
        tool_mcp_fail(out, "The picture %s cannot be read.", file);
        return NULL;
    }
    cJSON *facts = cJSON_Duplicate(picture, true);
    double most = tool_json_number(arguments, "longest_px", LONGEST_PX);
    if (tool_png_image_shrink(&image, (uint32_t)fmin(fmax(most, 1.0), LARGEST_PX))) {
        add_image(out, &image);
        cJSON_AddNumberToObject(facts, "shown_width", image.width);
        cJSON_AddNumberToObject(facts, "shown_height", image.height);
    } else {
        tool_mcp_fail(out, "There is no memory for the picture.");
    }
    tool_png_image_free(&image);
    return facts;
}

/* The vibrations since the last look: an answer has room for so many lines. NULL: there is none. */
static cJSON *ask_haptics(struct tool_mcp *mcp, struct tool_mcp_result *out)
{
    cJSON *haptics = NULL;
    bool has_more = true;
    while (has_more) {
        cJSON *wanted = cJSON_CreateObject();
        tool_json_append_text(cJSON_AddArrayToObject(wanted, "kinds"), "haptic");
        cJSON *answer = tool_mcp_ask(mcp, "events", wanted, out, NULL);
        cJSON *events = cJSON_DetachItemFromObjectCaseSensitive(answer, "events");
        has_more = cJSON_IsTrue(tool_json_get(answer, "more"));
        cJSON_Delete(answer);
        if (haptics == NULL) {
            haptics = events;
            continue;
        }
        while (events != NULL && events->child != NULL)
            cJSON_AddItemToArray(haptics, cJSON_DetachItemViaPointer(events, events->child));
        cJSON_Delete(events);
    }
    return haptics;
}

void tool_mcp_see(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out)
{
    cJSON *taken = NULL, *facts = NULL, *wanted = NULL;
    if (!cJSON_IsFalse(tool_json_get(arguments, "picture"))) {
        if (cJSON_IsTrue(tool_json_get(arguments, "hands"))) {
            wanted = cJSON_CreateObject();
            cJSON_AddBoolToObject(wanted, "hands", true);
        }
        taken = tool_mcp_ask(mcp, "picture", wanted, out, NULL);
        facts = taken != NULL ? show_picture(taken, arguments, out) : NULL;
    }
    bool goes_on = mcp->app.process != NULL && !mcp->is_cancelled;
    cJSON *state = goes_on ? tool_mcp_ask(mcp, "state", NULL, out, NULL) : NULL;
    if (state != NULL) {
        cJSON *haptics = ask_haptics(mcp, out);
        if (facts != NULL)
            cJSON_AddItemToObject(state, "picture", facts);
        if (haptics != NULL)
            cJSON_AddItemToObject(state, "haptics_since_last_look", haptics);
        tool_mcp_say_json(out, state);
    } else {
        cJSON_Delete(facts);
    }
    cJSON_Delete(taken);
}
