/* SPDX-License-Identifier: MIT */
#include "person/script.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "person/script_line.h"
#include "platform/numbers.h"
#include "platform/path.h"

#define SIZE_LIMIT (UINT64_C(16) << 20)

static bool check_components(struct rt_script_parser *parser)
{
    for (size_t i = 0; i < parser->script->count; i++) {
        const struct rt_script_input *input = &parser->script->inputs[i];
        for (size_t k = 0; strchr(input->name, '/') != NULL && k < input->track.count; k++) {
            if (!rt_script_line_check(parser, input, &input->track.keys[k]))
                return false;
        }
    }
    return true;
}

static bool parse_text(struct rt_script_parser *parser, char *text, size_t size)
{
    if (memchr(text, '\0', size) != NULL)
        return rt_script_line_fail(parser, "this is not a text file: it holds a zero byte");
    for (char *line = text + us_utf8_mark(text); line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        parser->line++;
        rt_script_line_split(parser, 0, line);
        if (parser->token_count > 0 && !rt_script_line_add(parser))
            return false;
        line = end;
    }
    if (!check_components(parser))
        return false;
    parser->line = 0;
    if (parser->script->count == 0)
        return rt_script_line_fail(parser, "the script has no line that says what the person does");
    for (size_t i = 0; i < parser->script->count; i++)
        rt_script_line_resolve(&parser->script->inputs[i], parser->script);
    return true;
}

static struct rt_script *parse(struct rt_script_parser *parser, const uint8_t *bytes, size_t size)
{
    char *copy = us_bytes_text(bytes, size);
    parser->script = calloc(1, sizeof *parser->script);
    parser->known = parser->script;
    bool good = false;
    if (copy == NULL || parser->script == NULL) {
        rt_script_line_fail(parser, "out of memory");
    } else {
        /* Numbers have a decimal point, whatever the app's locale is. */
        struct us_numbers app_numbers;
        us_numbers_begin(&app_numbers);
        good = parse_text(parser, copy, size);
        us_numbers_end(&app_numbers);
    }
    free(copy);
    if (good)
        return parser->script;
    rt_script_destroy(parser->script);
    return NULL;
}

struct rt_script *rt_script_read(const char *path, struct rt_script_error *out_error)
{
    struct rt_script_parser parser = {.path = path, .error = out_error};
    struct rt_script *script = NULL;
    struct us_error error;
    struct us_about about;
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    const bool is_there = us_path_about_target(path, &about);
    if (is_there && about.kind != US_ABOUT_REGULAR)
        rt_script_line_fail(&parser, "this is not a regular file");
    else if (is_there && about.size > SIZE_LIMIT)
        rt_script_line_fail(&parser, "the file is larger than 16 MiB");
    else if (us_file_read(path, &bytes, &size, &error) != US_OK)
        rt_script_line_fail(
            &parser,
            "%s; UNDERSTUDY_HEADLESS_PERSON is nobody, moving, or the name of a script as "
            "understudy-person(5) describes it",
            error.text);
    else
        script = parse(&parser, bytes, (size_t)size);
    free(bytes);
    return script;
}
