/* SPDX-License-Identifier: MIT */
#include "tool/doctor/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "tool/cli/command.h"
#include "tool/cli/file_roles.h"
#include "tool/cli/options.h"
#include "tool/cli/text.h"

/* The row of this kind; otherwise that of all that begin so. Every kind has one. */
static const struct tool_doctor_check *find_check(const char *kind)
{
    const struct tool_doctor_check *found = NULL;
    for (const struct tool_doctor_check *at = tool_doctor_checks; at->kind != NULL; at++) {
        size_t length = strlen(at->kind);
        if (strcmp(at->kind, kind) == 0)
            return at;
        if (at->kind[length - 1] == '-' && strncmp(at->kind, kind, length) == 0)
            found = at;
    }
    return found;
}

/* A text that goes on at `used`, and is cut at its end. */
struct line {
    char *text;
    size_t size, used;
};

static void put(struct line *line, const char *text, size_t length)
{
    if (line->used + length >= line->size)
        length = line->size - line->used - 1;
    memcpy(line->text + line->used, text, length);
    line->used += length;
    line->text[line->used] = '\0';
}

static void put_quoted(struct line *line, const char *text)
{
    char *quoted = tool_text_quote(text);
    put(line, quoted != NULL ? quoted : "", quoted != NULL ? strlen(quoted) : 0);
    free(quoted);
}

static void expand(char *out, size_t size, const char *pattern, const char *const texts[3],
                   bool quotes)
{
    struct line line = {out, size, 0};
    out[0] = '\0';
    while (*pattern != '\0') {
        size_t length = strcspn(pattern, "{");
        put(&line, pattern, length);
        pattern += length;
        if (*pattern == '\0')
            break;
        const char *text = texts[pattern[1] - '1'];
        if (quotes)
            put_quoted(&line, text);
        else
            put(&line, text, strlen(text));
        pattern += 3;
    }
}

void tool_doctor_find(struct tool_doctor *doctor, const char *kind, const char *one,
                      const char *two, const char *three)
{
    const char *const texts[3] = {one, two, three};
    const struct tool_doctor_check *check = find_check(kind);
    if (doctor->finding_count == TOOL_DOCTOR_FINDINGS)
        return;
    struct tool_doctor_finding *finding = &doctor->findings[doctor->finding_count++];
    finding->weight = check->weight;
    snprintf(finding->kind, sizeof finding->kind, "%.*s", (int)strcspn(kind, "/"), kind);
    expand(finding->command, sizeof finding->command, check->command, texts, true);
    expand(finding->text, sizeof finding->text, check->text, texts, false);
}

bool tool_doctor_has_problem(const struct tool_doctor *doctor)
{
    for (unsigned i = 0; i < doctor->finding_count; i++)
        if (doctor->findings[i].weight == TOOL_DOCTOR_PROBLEM)
            return true;
    return false;
}

static bool has_name(const struct tool_library_answer *answer, const char *name)
{
    for (uint32_t i = 0; i < answer->name_count; i++)
        if (strcmp(answer->names[i], name) == 0)
            return true;
    return false;
}

unsigned tool_doctor_supplied(const struct tool_doctor *doctor, const char *out_names[24])
{
    unsigned count = 0;
    if (doctor->ours == NULL || !doctor->runtime_answers)
        return 0;
    for (unsigned i = 0; i < doctor->ours->extension_count; i++)
        if (!has_name(&doctor->runtime_library, doctor->ours->extensions[i]))
            out_names[count++] = doctor->ours->extensions[i];
    return count;
}

/* ---- The command ---- */

static void look_at_recording(struct tool_doctor *doctor)
{
    const char *play = tool_file_path_variable("UNDERSTUDY_PLAY", NULL);
    struct us_file file;
    struct us_error error;
    if (play == NULL)
        return;
    if (us_file_open(play, &file, &error) == US_OK)
        us_file_close(&file);
    else
        tool_doctor_find(doctor, "play-unusable", play, error.text, NULL);
}

static int examine(struct tool_doctor *doctor, bool json)
{
    tool_doctor_look_at_user(doctor);
    look_at_recording(doctor);
    tool_doctor_find_runtime(doctor);
    tool_doctor_read_layers(doctor);
    tool_doctor_try(doctor);
    int code = tool_doctor_has_problem(doctor) ? TOOL_EXIT_PROBLEMS : TOOL_EXIT_OK;
    if (!json)
        tool_doctor_print(doctor);
    else if (!tool_doctor_print_json(doctor))
        code = TOOL_EXIT_OUTPUT;
    return code;
}

int tool_doctor_run(int argc, char **argv)
{
    bool headless = false, json = false;
    const struct tool_option options[] = {
        {"headless", TOOL_OPTION_FLAG, &headless, NULL},
        {"json", TOOL_OPTION_FLAG, &json, NULL},
        {NULL, TOOL_OPTION_FLAG, NULL, NULL},
    };
    struct tool_command_line line = {
        .command = &tool_command_doctor, .options = options, .takes_none = true};
    int code = tool_options_parse(&line, argc, argv);
    if (code != TOOL_OPTIONS_GO_ON)
        return code;
    char *end;
    const char *timeout = tool_file_path_variable("UNDERSTUDY_DOCTOR_TIMEOUT", "10");
    const double timeout_s = strtod(timeout, &end);
    if (end == timeout || *end != '\0' || !(timeout_s >= 0.1 && timeout_s <= 600.0)) {
        tool_text_complain("doctor: UNDERSTUDY_DOCTOR_TIMEOUT is '%s'; it must be a number of "
                           "seconds from 0.1 to 600",
                           timeout);
        return TOOL_EXIT_USAGE;
    }
    struct tool_doctor *doctor = calloc(1, sizeof *doctor);
    if (doctor == NULL) {
        tool_text_complain("out of memory");
        return TOOL_EXIT_OUTPUT;
    }
    doctor->headless = headless;
    doctor->timeout_s = timeout_s;
    code = examine(doctor, json);
    free(doctor);
    return code;
}
