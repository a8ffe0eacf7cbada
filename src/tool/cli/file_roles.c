/* SPDX-License-Identifier: MIT */
#include "tool/cli/file_roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "platform/environment.h"
#include "platform/path.h"
#include "platform/program.h"
#include "tool/cli/text.h"

bool tool_file_path_join(const char *a, const char *b, char out[PATH_MAX])
{
    int length = snprintf(out, PATH_MAX, "%s%s", a, b);
    return length >= 0 && length < PATH_MAX;
}

bool tool_file_path_beside(const char *file, const char *name, char out[PATH_MAX])
{
    const int folder = us_path_is_absolute(name) ? 0 : (int)(us_path_name(file) - file);
    int length = snprintf(out, PATH_MAX, "%.*s%s", folder, file, name);
    return length >= 0 && length < PATH_MAX;
}

/* Cuts the last part off, and the divider before it. */
static bool cut_last(char *path)
{
    char *name = path + (us_path_name(path) - path);
    if (name == path)
        return false;
    name[-1] = '\0';
    return true;
}

bool tool_file_path_root(char out[PATH_MAX])
{
    return us_program_path(out, PATH_MAX) && cut_last(out) && cut_last(out);
}

const char *tool_file_path_variable(const char *name, const char *otherwise)
{
    const char *value = us_environment_get(name);
    return value != NULL && value[0] != '\0' ? value : otherwise;
}

bool tool_file_path_ends_in(const char *path, const char *end)
{
    const char *name = us_path_name(path);
    size_t length = strlen(name), size = strlen(end);
    return length > size && us_text_same_letters(name + length - size, end);
}

bool tool_file_path_is_screenshot(const char *name)
{
    return strncmp(name, "frame-", 6) == 0 && us_text_ends_in(name, ".png");
}

bool tool_file_path_check_recording(const char *command, const char *option, const char *path)
{
    const bool is_fit = path == NULL || tool_file_path_ends_in(path, ".mcap");
    if (!is_fit)
        tool_text_complain("%s: %s %s: the name of a recording ends in .mcap", command, option,
                           path);
    return is_fit;
}

bool tool_file_path_make_absolute(const char *path, char out[PATH_MAX])
{
    bool made = us_path_absolute(path, out, PATH_MAX);
    if (!made)
        tool_text_complain("%s: the absolute path cannot be found or is too long", path);
    return made;
}

/* The index at which the path of a file stops to be the same as that of a folder: behind the last
 * '/' before which all names are equal. */
static size_t find_common(const char *file, const char *folder)
{
    size_t at = 0, common = 0;
    for (; file[at] == folder[at] && file[at] != '\0'; at++)
        if (file[at] == '/')
            common = at + 1;
    return file[at] == '/' && folder[at] == '\0' ? at + 1 : common;
}

/* From the folder up to the common part, and down to the file. Both are absolute. */
static bool join_relative(const char *file, const char *folder, char out[PATH_MAX])
{
    const size_t common = find_common(file, folder), length = strlen(folder);
    size_t used = 0, ups = length > common ? 1 : 0;
    if (common <= 1)
        return snprintf(out, PATH_MAX, "%s", file) < PATH_MAX;
    for (size_t i = common; i < length; i++)
        ups += folder[i] == '/';
    for (; ups > 0 && used + 4 < PATH_MAX; ups--, used += 3)
        strcpy(out + used, "../");
    return ups == 0 &&
           snprintf(out + used, PATH_MAX - used, "%s", file + common) < (int)(PATH_MAX - used);
}

const char *tool_file_path_folder(const char *path, char out[PATH_MAX])
{
    if (!tool_file_path_join("", path, out))
        return NULL;
    char *name = out + (us_path_name(out) - out);
    *name = '\0';
    return name == out ? "." : out;
}

bool tool_file_path_from(const char *path, const char *folder, char out[PATH_MAX])
{
    char file[PATH_MAX], from[PATH_MAX];
    return us_path_real(path, file, sizeof file) && us_path_real(folder, from, sizeof from) &&
           join_relative(file, from, out);
}

enum { LINKS_MAX = 40 };

/* What a path leads to. A file that is missing is known by the folder that it would be in. */
struct identity {
    bool is_known;
    bool is_there;
    struct us_about about; /* of the file, or of its folder */
    char name[PATH_MAX];   /* of a file that is missing */
};

/* Replace the link at `path` by what it points to. False if it is no link. */
static bool follow_link(char path[PATH_MAX])
{
    char target[PATH_MAX], joined[PATH_MAX];
    return us_path_link(path, target, sizeof target) &&
           tool_file_path_beside(path, target, joined) && tool_file_path_join("", joined, path);
}

static void identify_missing(const char *given, struct identity *out)
{
    char path[PATH_MAX];
    if (!tool_file_path_join("", given, path))
        return;
    for (int i = 0; i < LINKS_MAX && follow_link(path); i++)
        ;
    char *name = path + (us_path_name(path) - path);
    strcpy(out->name, name);
    *name = '\0';
    out->is_known = us_path_about_target(name != path ? path : ".", &out->about);
}

static void identify(const char *path, struct identity *out)
{
    *out = (struct identity){0};
    if (path == NULL)
        return;
    out->is_there = out->is_known = us_path_about_target(path, &out->about);
    if (!out->is_there)
        identify_missing(path, out);
}

static bool is_same(const struct identity *a, const struct identity *b)
{
    return a->is_known && b->is_known && a->is_there == b->is_there &&
           a->about.device == b->about.device && a->about.number == b->about.number &&
           (a->is_there ? a->about.kind == US_ABOUT_REGULAR : strcmp(a->name, b->name) == 0);
}

static bool check_pair(const char *command, const struct tool_file_role *output,
                       const struct tool_file_role *other)
{
    struct identity a, b;
    identify(output->path, &a);
    identify(other->path, &b);
    if (!is_same(&a, &b))
        return true;
    if (other->is_output)
        tool_text_complain(
            "%s: %s %s and %s name the same file; choose another name for one of them", command,
            output->name, output->path, other->name);
    else
        tool_text_complain("%s: %s %s is %s and would be overwritten; choose another name for it",
                           command, output->name, output->path, other->name);
    return false;
}

/* `>>` appends to the file that is read; `>` has emptied it already. */
static bool check_standard_output(const char *command, const struct tool_file_role *input)
{
    struct identity out = {.is_known = true, .is_there = true}, in;
    identify(input->path, &in);
    if (!us_descriptor_about(US_DESCRIPTOR_OUTPUT, &out.about) || !is_same(&out, &in))
        return true;
    tool_text_complain("%s: standard output is %s; send it to another file", command, input->name);
    return false;
}

bool tool_file_roles_check_input(const char *command, const struct tool_file_role *input,
                                 const struct tool_file_role *roles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (roles[i].is_output && !check_pair(command, &roles[i], input))
            return false;
    return true;
}

bool tool_file_roles_check_folder(const char *command, const char *option, const char *output,
                                  const char *folder, const char *name)
{
    char of_output[PATH_MAX];
    if (output == NULL || folder == NULL)
        return true;
    const int before = (int)(us_path_name(output) - output);
    int length = snprintf(of_output, PATH_MAX, "%.*s.", before, output);
    bool is_inside = length > 0 && length < PATH_MAX && us_path_is_same_file(folder, of_output);
    if (is_inside)
        tool_text_complain("%s: %s must not be in '%s', which holds %s; choose another folder",
                           command, option, folder, name);
    return !is_inside;
}

const char *tool_file_roles_script(const char *person)
{
    bool is_word = person == NULL || strcmp(person, "nobody") == 0 || strcmp(person, "moving") == 0;
    return is_word ? NULL : person;
}

bool tool_file_roles_check(const char *command, const struct tool_file_role *roles, size_t count)
{
    const struct tool_file_role person = {
        "the script of UNDERSTUDY_HEADLESS_PERSON",
        tool_file_roles_script(tool_file_path_variable("UNDERSTUDY_HEADLESS_PERSON", NULL)), false};
    if (!tool_file_roles_check_input(command, &person, roles, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!roles[i].is_output) {
            if (!check_standard_output(command, &roles[i]))
                return false;
            continue;
        }
        for (size_t j = 0; j < count; j++)
            if ((j < i || !roles[j].is_output) && !check_pair(command, &roles[i], &roles[j]))
                return false;
    }
    return true;
}

bool tool_file_roles_check_only(const char *command, const char *path)
{
    const struct tool_file_role role = {"the file that it reads", path, false};
    return tool_file_roles_check(command, &role, 1);
}
