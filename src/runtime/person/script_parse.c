// SPDX-License-Identifier: MIT
#include "runtime/person/script_parse.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file.h"
#include "runtime/person/script_line.h"
#include "runtime/profiles/component.h"

#define SIZE_LIMIT (UINT64_C(16) << 20)

// Cuts the line into words. Tokens beyond the limit count, so that the line is refused.
static bool parse_line(struct rt_script_parser *parser, char *line)
{
    static const char blanks[] = " \t\r";
    line[strcspn(line, "#")] = '\0';
    parser->token_count = 0;
    for (char *p = line + strspn(line, blanks); *p != '\0'; p += strspn(p, blanks)) {
        if (parser->token_count <= RT_SCRIPT_TOKEN_LIMIT)
            parser->tokens[parser->token_count++] = p;
        p += strcspn(p, blanks);
        if (*p != '\0')
            *p++ = '\0';
    }
    return parser->token_count == 0 || rt_script_line_add(parser);
}

// The recentrings that named no pose take the horizontal position and the yaw of the head.
static void resolve_recentrings(struct rt_script *script)
{
    const struct rt_track *head = rt_script_find(script, RT_SCRIPT_HEAD, "pose");
    for (size_t i = 0; i < script->count; i++) {
        struct rt_script_input *input = &script->inputs[i];
        if (input->subject != RT_SCRIPT_SESSION || strcmp(input->name, "recentre") != 0)
            continue;
        for (size_t k = 0; k < input->track.count; k++) {
            struct rt_track_key *key = &input->track.keys[k];
            if (key->values[3] != 0 || key->values[4] != 0 || key->values[5] != 0 ||
                key->values[6] != 0)
                continue;
            const struct rt_motion pose =
                head == NULL ? rt_motion_identity() : rt_track_pose(head, key->time_s);
            const struct rt_quaternion q = pose.rotation;
            const double yaw_rad =
                atan2(2 * (q.x * q.z + q.w * q.y), 1 - 2 * (q.x * q.x + q.y * q.y));
            const struct rt_motion local = {
                .position_m = {pose.position_m.x, 0, pose.position_m.z},
                .rotation = rt_geometry_yaw_pitch(yaw_rad, 0),
            };
            rt_track_set_pose(key, &local);
        }
    }
}

// Whether the profile that the hand has at the time of the key has this input.
static bool check_component(struct rt_script_parser *parser, const struct rt_script_input *input,
                            const struct rt_track_key *key)
{
    const bool right = input->subject == RT_SCRIPT_RIGHT;
    const int profile = rt_script_step(parser->script, input->subject, "profile", key->time_s, -1);
    parser->line = key->line;
    if (profile < 0)
        return rt_script_line_fail(
            parser,
            "the %s hand has no profile at %g s: write a line such as \"0 %s "
            "profile oculus/touch_controller\"",
            rt_script_line_subject(input->subject), key->time_s,
            rt_script_line_subject(input->subject));
    const char *name = rt_component_profile_name((uint32_t)profile);
    if (rt_component_has_input((uint32_t)profile, input->name, right))
        return true;
    char list[700];
    rt_component_list((uint32_t)profile, right, list, sizeof(list));
    return rt_script_line_fail(parser, "%s has no %s on the %s hand; it has %s", name, input->name,
                               rt_script_line_subject(input->subject), list);
}

static bool check_components(struct rt_script_parser *parser)
{
    for (size_t i = 0; i < parser->script->count; i++) {
        const struct rt_script_input *input = &parser->script->inputs[i];
        for (size_t k = 0; strchr(input->name, '/') != NULL && k < input->track.count; k++) {
            if (!check_component(parser, input, &input->track.keys[k]))
                return false;
        }
    }
    return true;
}

static bool parse_text(struct rt_script_parser *parser, char *text, size_t size)
{
    if (memchr(text, '\0', size) != NULL)
        return rt_script_line_fail(parser, "this is not a text file: it holds a zero byte");
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        parser->line++;
        if (!parse_line(parser, line))
            return false;
        line = end;
    }
    if (!check_components(parser))
        return false;
    parser->line = 0;
    if (parser->script->count == 0)
        return rt_script_line_fail(parser, "the script has no line that says what the person does");
    resolve_recentrings(parser->script);
    return true;
}

struct rt_script *rt_script_parse(const char *path, const char *text, size_t size,
                                  struct rt_script_error *out_error)
{
    struct rt_script_parser parser = {.path = path, .error = out_error};
    char *copy = malloc(size + 1);
    parser.script = calloc(1, sizeof(*parser.script));
    bool good = false;
    if (copy == NULL || parser.script == NULL) {
        rt_script_line_fail(&parser, "out of memory");
    } else {
        memcpy(copy, text, size);
        copy[size] = '\0';
        // Numbers have a decimal point, whatever the app's locale is.
        const locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        const locale_t app_locale = uselocale(c_locale);
        good = parse_text(&parser, copy, size);
        uselocale(app_locale);
        freelocale(c_locale);
    }
    free(copy);
    if (good)
        return parser.script;
    rt_script_destroy(parser.script);
    return NULL;
}

struct rt_script *rt_script_read(const char *path, struct rt_script_error *out_error)
{
    struct rt_script_parser parser = {.path = path, .error = out_error};
    struct us_error error;
    struct us_file file;
    struct us_file memory;
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        rt_script_line_fail(&parser, "this is not a regular file");
        return NULL;
    }
    if (us_file_open(path, &file, &error) != US_OK) {
        rt_script_line_fail(
            &parser,
            "%s; UNDERSTUDY_HEADLESS_PERSON is nobody, moving, or the name of a script as "
            "understudy-person(5) describes it",
            error.text);
        return NULL;
    }
    struct rt_script *script = NULL;
    if (file.size > SIZE_LIMIT)
        rt_script_line_fail(&parser, "the file is larger than 16 MiB");
    else if (us_file_copy(&file, &memory, &error) != US_OK)
        rt_script_line_fail(&parser, "%s", error.text);
    else {
        script = rt_script_parse(path, (const char *)memory.owned, (size_t)memory.size, out_error);
        us_file_close(&memory);
    }
    us_file_close(&file);
    return script;
}
