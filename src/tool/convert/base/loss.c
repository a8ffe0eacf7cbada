/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/loss.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/json.h"
#include "tool/cli/text.h"
#include "tool/edit/stage/stage.h"

/* What float32 tells apart, with the keys that sinks.c leaves out for the same reason. */
#define SAME_M 2e-6
#define SAME_RAD 3e-5

static const char *const kinds[TOOL_LOSS_KINDS] = {"dropped", "invented", "resampled", "note"};

void tool_loss_add(struct tool_loss *loss, enum tool_loss_kind kind, uint64_t count,
                   const char *format, ...)
{
    va_list arguments;
    if (count == 0)
        return;
    if (loss->count == TOOL_LOSS_MOST) {
        loss->list[TOOL_LOSS_MOST - 1].count += count;
        snprintf(loss->list[TOOL_LOSS_MOST - 1].text, TOOL_LOSS_TEXT, "more of other kinds");
        return;
    }
    loss->list[loss->count].kind = kind;
    loss->list[loss->count].count = count;
    va_start(arguments, format);
    vsnprintf(loss->list[loss->count++].text, TOOL_LOSS_TEXT, format, arguments);
    va_end(arguments);
}

void tool_loss_count(struct tool_loss *loss, enum tool_loss_kind kind, uint64_t count,
                     const char *noun, const char *text)
{
    const char *mark = strchr(text, '#');
    struct tool_edit_count words;
    if (noun != NULL)
        words = tool_edit_count(count, noun);
    else
        snprintf(words.text, sizeof words.text, "%" PRIu64, count);
    if (mark == NULL)
        tool_loss_add(loss, kind, count, "%s", text);
    else
        tool_loss_add(loss, kind, count, "%.*s%s%s", (int)(mark - text), text, words.text,
                      mark + 1);
}

bool tool_loss_is_any(const struct tool_loss *loss)
{
    for (unsigned i = 0; i < loss->count; i++)
        if (loss->list[i].kind != TOOL_LOSS_NOTE)
            return true;
    return loss->is_measured && !(loss->worst.metres <= SAME_M && loss->worst.radians <= SAME_RAD);
}

void tool_loss_print(const struct tool_loss *loss)
{
    for (unsigned kind = 0; kind < TOOL_LOSS_KINDS; kind++)
        for (unsigned i = 0; i < loss->count; i++)
            if (loss->list[i].kind == kind)
                tool_text_print_line(stdout, "  %-10s %s", kinds[kind], loss->list[i].text);
    if (loss->is_measured)
        printf("  %-10s off by up to %.3g m and %.3g rad (%.3g degrees) at %" PRIu64 " frame%s\n",
               "measured", loss->worst.metres, loss->worst.radians,
               loss->worst.radians * US_POSE_DEGREES_IN_RAD, loss->frames,
               loss->frames == 1 ? "" : "s");
    printf("  %-10s %s\n", "losses",
           tool_loss_is_any(loss) ? "as said above" : "none of what plays");
}

bool tool_loss_print_json(const struct tool_loss *loss, const char *input, const char *output)
{
    cJSON *object = cJSON_CreateObject(), *list, *measured;
    tool_json_add_text(object, "file", input);
    tool_json_add_text(object, "output", output);
    cJSON_AddBoolToObject(object, "lossless", !tool_loss_is_any(loss));
    list = cJSON_AddArrayToObject(object, "losses");
    for (unsigned i = 0; i < loss->count; i++) {
        cJSON *item = tool_json_append_object(list);
        cJSON_AddStringToObject(item, "kind", kinds[loss->list[i].kind]);
        cJSON_AddNumberToObject(item, "count", (double)loss->list[i].count);
        tool_json_add_text(item, "text", loss->list[i].text);
    }
    if (!loss->is_measured) {
        cJSON_AddNullToObject(object, "measured");
    } else {
        measured = cJSON_AddObjectToObject(object, "measured");
        cJSON_AddNumberToObject(measured, "frames", (double)loss->frames);
        tool_json_add_number(measured, "position_m", loss->worst.metres);
        tool_json_add_number(measured, "rotation_rad", loss->worst.radians);
    }
    return tool_json_print(object);
}
