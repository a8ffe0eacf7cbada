/* SPDX-License-Identifier: MIT */
#include "tool/edit/edit_print.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/cli/json.h"
#include "tool/cli/text.h"

static void say(const char *title, const char *text)
{
    char safe[2048];
    tool_text_escape(text, safe, sizeof safe);
    printf("  %-11s %s\n", title, safe);
}

static void say_stage(const char *name, char *said)
{
    for (char *line = strtok(said, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        say(name, line);
        name = "";
    }
}

static void say_sizes(const struct tool_edit_order *order, const struct tool_edit_result *result)
{
    const struct tool_edit_written *written = &result->written;
    char text[256], size[32];
    snprintf(text, sizeof text, "%s: %s, %s", us_seconds_words(result->was_s).text,
             tool_edit_count(result->was_frames, "frame").text,
             tool_edit_count(result->was_markers, "marker").text);
    say("was", text);
    tool_text_bytes(written->bytes, size);
    snprintf(text, sizeof text, "%s: %s, %s, %s%s", us_seconds_words(result->is_s).text,
             tool_edit_count(written->frames, "frame").text,
             tool_edit_count(result->is_markers, "marker").text, size,
             order->is_session ? "" : ", version 1.1");
    say("is", text);
    if (!order->is_session)
        say("", tool_edit_count(written->keys, "key").text);
    if (result->unknown > 0) {
        snprintf(text, sizeof text, "%s of topics that this version does not know left out",
                 tool_edit_count(result->unknown, "message").text);
        say("", text);
    }
    if (result->damages > 0) {
        snprintf(text, sizeof text, "what was in %s of the recording is missing",
                 tool_edit_count(result->damages, "damaged place").text);
        say("", text);
    }
    if (result->curved[0] != '\0')
        say("", result->curved);
    if (result->renamed > 0) {
        snprintf(text, sizeof text,
                 "control characters, or what is too long, of the names of %s left out",
                 tool_edit_count(result->renamed, "marker").text);
        say("", text);
    }
    if (result->is_unfinished)
        say("", "the recording was not finished: what was written of it is there");
    if (written->frames_same > 0) {
        snprintf(text, sizeof text, "%s left out, whose times are too close for the file",
                 tool_edit_count(written->frames_same, "frame").text);
        say("", text);
    }
}

void tool_edit_print(const struct tool_edit_order *order, struct tool_edit_result *result)
{
    char text[256], safe[1024];
    tool_text_escape(order->out, safe, sizeof safe);
    printf("%s: edited\n", safe);
    for (unsigned i = 0; i < result->stage_count; i++)
        say_stage(result->names[i], result->said[i]);
    say_sizes(order, result);
    if (!result->has_proof)
        return;
    snprintf(text, sizeof text,
             "at %s of the new file: off by %.4f mm and %.4f degrees at most, of %.4g mm and %.4g "
             "degrees",
             tool_edit_count(result->proof_frames, "time").text, result->worst.metres * 1000.0,
             result->worst.radians * TOOL_EDIT_DEGREES_IN_RAD, result->bound.metres * 1000.0,
             result->bound.radians * TOOL_EDIT_DEGREES_IN_RAD);
    say("proved", text);
}

/* ---- As JSON ---- */

static void add_steps(cJSON *object, const struct tool_edit_result *result)
{
    cJSON *steps = cJSON_AddArrayToObject(object, "steps");
    for (unsigned i = 0; i < result->stage_count; i++) {
        cJSON *step = tool_json_append_object(steps);
        cJSON_AddStringToObject(step, "step", result->names[i]);
        cJSON *said = cJSON_AddArrayToObject(step, "said");
        for (const char *line = result->said[i]; line[0] != '\0';) {
            char text[sizeof result->said[0]];
            const size_t length = strcspn(line, "\n");
            snprintf(text, sizeof text, "%.*s", (int)length, line);
            tool_json_append_text(said, text);
            line += length + (line[length] == '\n');
        }
    }
}

static cJSON *add_sizes(cJSON *object, const char *name, double duration_s, uint64_t frames,
                        uint32_t markers)
{
    cJSON *sizes = cJSON_AddObjectToObject(object, name);
    tool_json_add_number(sizes, "duration_s", duration_s);
    cJSON_AddNumberToObject(sizes, "frames", (double)frames);
    cJSON_AddNumberToObject(sizes, "markers", markers);
    return sizes;
}

static void add_proof(cJSON *object, const struct tool_edit_result *result)
{
    cJSON *proof = cJSON_AddObjectToObject(object, "proof");
    cJSON_AddNumberToObject(proof, "times", (double)result->proof_frames);
    tool_json_add_number(proof, "off_mm", result->worst.metres * 1000.0);
    tool_json_add_number(proof, "off_degrees", result->worst.radians * TOOL_EDIT_DEGREES_IN_RAD);
    tool_json_add_number(proof, "bound_mm", result->bound.metres * 1000.0);
    tool_json_add_number(proof, "bound_degrees", result->bound.radians * TOOL_EDIT_DEGREES_IN_RAD);
}

bool tool_edit_print_json(const struct tool_edit_order *order,
                          const struct tool_edit_result *result)
{
    const struct tool_edit_written *written = &result->written;
    cJSON *object = cJSON_CreateObject();
    tool_json_add_text(object, "file", order->out);
    add_steps(object, result);
    add_sizes(object, "was", result->was_s, result->was_frames, result->was_markers);
    cJSON *is = add_sizes(object, "is", result->is_s, written->frames, result->is_markers);
    cJSON_AddNumberToObject(is, "bytes", (double)written->bytes);
    if (!order->is_session)
        cJSON_AddNumberToObject(is, "keys", (double)written->keys);
    cJSON_AddNumberToObject(object, "unknown_messages", (double)result->unknown);
    cJSON_AddNumberToObject(object, "damaged_places", (double)result->damages);
    cJSON_AddNumberToObject(object, "renamed_markers", (double)result->renamed);
    cJSON_AddNumberToObject(object, "frames_too_close", (double)written->frames_same);
    cJSON_AddBoolToObject(object, "finished", !result->is_unfinished);
    if (result->curved[0] != '\0')
        tool_json_add_text(object, "curved", result->curved);
    else
        cJSON_AddNullToObject(object, "curved");
    if (result->has_proof)
        add_proof(object, result);
    else
        cJSON_AddNullToObject(object, "proof");
    return tool_json_print(object);
}
