/* SPDX-License-Identifier: MIT */
#include "tool/perform/perform_print.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/text.h"
#include "tool/cli/text.h"

void tool_perform_print(const struct tool_perform_made *made)
{
    const struct tool_perform_person *person = &made->person;
    char safe[2 * PATH_MAX], size[32];
    tool_text_escape(made->path, safe, sizeof safe);
    tool_text_bytes(made->report.bytes, size);
    printf("%s: %s, %" PRIu64 " frames, %s", safe, us_seconds_words(made->duration_s).text,
           made->report.frames, size);
    if (made->number > 0)
        printf("; %.2f m tall, reach %.2f, hands %.2f, speed %.2f, tremor %.2f mm%s",
               person->height_m, person->reach, person->hands, person->speed, person->tremor_mm,
               person->is_left_handed ? ", left-handed" : "");
    putchar('\n');
    if (made->loss.count > 0)
        tool_loss_print(&made->loss);
}

cJSON *tool_perform_print_begin(const char *script, double seed)
{
    cJSON *json = cJSON_CreateObject();
    tool_json_add_text(json, "script", script);
    tool_json_add_number(json, "seed", seed);
    cJSON_AddArrayToObject(json, "recordings");
    return json;
}

static void add_losses(cJSON *entry, const struct tool_loss *loss)
{
    cJSON *list = cJSON_AddArrayToObject(entry, "lost");
    for (unsigned i = 0; i < loss->count; i++)
        if (loss->list[i].kind != TOOL_LOSS_NOTE)
            tool_json_append_text(list, loss->list[i].text);
}

static void add_reach(cJSON *entry, const struct tool_perform_reach *reach)
{
    cJSON *list = cJSON_AddArrayToObject(entry, "beyond_reach");
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        if (!(reach->beyond_m[hand] > 0.0))
            continue;
        cJSON *out = tool_json_append_object(list);
        cJSON_AddStringToObject(out, "hand", hand == US_SESSION_LEFT ? "left" : "right");
        tool_json_add_number(out, "beyond_m", reach->beyond_m[hand]);
        tool_json_add_number(out, "time_s", reach->at_s[hand]);
    }
}

void tool_perform_print_add(cJSON *json, const struct tool_perform_made *made)
{
    const struct tool_perform_person *person = &made->person;
    cJSON *entry = tool_json_append_object(cJSON_GetObjectItem(json, "recordings"));
    tool_json_add_text(entry, "file", made->path);
    tool_json_add_number(entry, "person", made->number > 0 ? (double)made->number : (double)NAN);
    tool_json_add_number(entry, "height_m", person->height_m);
    tool_json_add_number(entry, "reach", person->reach);
    tool_json_add_number(entry, "hands", person->hands);
    tool_json_add_number(entry, "speed", person->speed);
    tool_json_add_number(entry, "tremor_mm", person->tremor_mm);
    cJSON_AddStringToObject(entry, "handedness", person->is_left_handed ? "left" : "right");
    tool_json_add_number(entry, "duration_s", made->duration_s);
    tool_json_add_number(entry, "frames", (double)made->report.frames);
    tool_json_add_number(entry, "bytes", (double)made->report.bytes);
    add_reach(entry, &made->reach);
    add_losses(entry, &made->loss);
}
