/* SPDX-License-Identifier: MIT */
#include "tool/doctor/doctor.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tool_doctor_find(struct tool_doctor *doctor, enum tool_doctor_weight weight, const char *kind,
                      const char *command, const char *format, ...)
{
    if (doctor->finding_count == TOOL_DOCTOR_FINDINGS)
        return;
    struct tool_doctor_finding *finding = &doctor->findings[doctor->finding_count++];
    va_list arguments;
    finding->weight = weight;
    snprintf(finding->kind, sizeof(finding->kind), "%s", kind);
    snprintf(finding->command, sizeof(finding->command), "%s", command);
    va_start(arguments, format);
    vsnprintf(finding->text, sizeof(finding->text), format, arguments);
    va_end(arguments);
}

bool tool_doctor_has_problem(const struct tool_doctor *doctor)
{
    for (unsigned i = 0; i < doctor->finding_count; i++)
        if (doctor->findings[i].weight == TOOL_DOCTOR_PROBLEM)
            return true;
    return false;
}

void tool_doctor_quote(const char *path, char out[PATH_MAX])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+=:,@%";
    size_t used = 0;
    if (path[0] != '\0' && path[strspn(path, plain)] == '\0') {
        snprintf(out, PATH_MAX, "%s", path);
        return;
    }
    out[used++] = '\'';
    for (; *path != '\0' && used + 6 < PATH_MAX; path++) {
        if (*path == '\'') {
            memcpy(out + used, "'\\''", 4);
            used += 4;
        } else {
            out[used++] = *path;
        }
    }
    out[used++] = '\'';
    out[used] = '\0';
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
