/* SPDX-License-Identifier: MIT */
/* Findings. */
#include "tool/doctor/doctor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
