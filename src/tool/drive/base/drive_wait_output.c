/* SPDX-License-Identifier: MIT */
/* Waits for a line that the app prints. */
#include <regex.h>
#include <string.h>

#include "platform/descriptor.h"
#include "platform/time.h"
#include "tool/cli/json.h"
#include "tool/drive/base/drive_wait.h"
#include "tool/process/launch.h"

/* A longer line counts as several. */
enum { STREAMS = 2, LINE_SIZE = 4096, KEPT_LINES = 5 };
#define LOOK_NS 200000
enum { LOOKS_MOST = 5000 };

static const char *const names[STREAMS] = {"stdout", "stderr"};

struct stream {
    bool is_wanted, is_open;
    int file;
    uint64_t at;          /* of the copy: what follows is not read yet */
    char line[LINE_SIZE]; /* the newest, which may not be whole */
    size_t length;
    char kept[KEPT_LINES][LINE_SIZE]; /* the last whole lines, the newest at (count - 1) % ... */
    uint64_t count;
};

struct output_wait {
    struct tool_drive_wait base;
    const char *text; /* NULL: by `regex` */
    regex_t regex;
    bool has_regex;
    struct stream streams[STREAMS];
    const struct stream *found;
    char line[LINE_SIZE]; /* that was found */
};

/* ---- The condition ---- */

static bool read_pattern(struct output_wait *wait, const cJSON *until,
                         struct tool_drive_reply *reply)
{
    const cJSON *text = tool_json_get(until, "output"), *pattern = tool_json_get(until, "matches");
    const char *words = cJSON_GetStringValue(text != NULL ? text : pattern);
    char why[128];
    if ((text != NULL && pattern != NULL) || words == NULL || words[0] == '\0')
        return tool_drive_fail(
            reply, TOOL_DRIVE_PARAMS,
            "'output' must be a text that a line of the app's output has, or 'matches' "
            "an extended regular expression for one, which are not empty");
    wait->text = text != NULL ? words : NULL;
    int error = text != NULL ? 0 : regcomp(&wait->regex, words, REG_EXTENDED | REG_NOSUB);
    wait->has_regex = text == NULL && error == 0;
    if (error == 0)
        return true;
    regerror(error, &wait->regex, why, sizeof why);
    return tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                           "'matches' is no extended regular expression: %s", why);
}

static bool open_streams(struct output_wait *wait, const cJSON *until,
                         struct tool_drive_reply *reply)
{
    struct us_about about;
    const char *only = tool_json_text(until, "stream", NULL);
    bool is_known = tool_json_get(until, "stream") == NULL, has_any = false;
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = &wait->streams[i];
        bool is_named = only != NULL && strcmp(only, names[i]) == 0;
        is_known |= is_named;
        stream->is_wanted = only == NULL || is_named;
        const char *copy = stream->is_wanted ? tool_launch_output(i) : NULL;
        stream->file = copy != NULL ? us_descriptor_open(copy, US_DESCRIPTOR_READ, 0) : -1;
        has_any |= stream->is_open = stream->file >= 0;
        if (stream->is_open && !cJSON_IsTrue(tool_json_get(until, "from_start")))
            stream->at = us_descriptor_about(stream->file, &about) ? about.size : 0;
    }
    if (!is_known)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS, "'stream' must be stdout or stderr");
    else if (!has_any)
        tool_drive_fail(reply, TOOL_DRIVE_PARAMS,
                        "the app's output is not kept: start the drive with --out DIR");
    return is_known && has_any;
}

static void wait_for_copies(void)
{
    for (int i = 0; i < LOOKS_MOST && tool_launch_has_output(); i++)
        us_time_sleep(LOOK_NS);
}

static bool read_output(struct tool_drive_wait *base, const cJSON *until, uint64_t frames,
                        struct tool_drive_reply *reply)
{
    struct output_wait *wait = (struct output_wait *)base;
    (void)frames;
    wait_for_copies();
    return read_pattern(wait, until, reply) && open_streams(wait, until, reply);
}

static void forget_output(struct tool_drive_wait *base)
{
    struct output_wait *wait = (struct output_wait *)base;
    for (int i = 0; i < STREAMS; i++)
        if (wait->streams[i].is_open)
            us_descriptor_close(wait->streams[i].file);
    if (wait->has_regex)
        regfree(&wait->regex);
}

/* ---- Lines ---- */

static bool is_wanted(struct output_wait *wait, const struct stream *stream)
{
    bool is_met = wait->text != NULL ? strstr(stream->line, wait->text) != NULL
                                     : regexec(&wait->regex, stream->line, 0, NULL, 0) == 0;
    if (is_met) {
        wait->found = stream;
        memcpy(wait->line, stream->line, sizeof wait->line);
    }
    return is_met;
}

static void end_line(struct stream *stream)
{
    memcpy(stream->kept[stream->count++ % KEPT_LINES], stream->line, stream->length + 1);
    stream->length = 0;
    stream->line[0] = '\0';
}

/* The newest line counts although it may go on. */
static bool take(struct output_wait *wait, struct stream *stream, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\n' && bytes[i] != '\0') {
            stream->line[stream->length++] = bytes[i];
            stream->line[stream->length] = '\0';
        }
        if (bytes[i] != '\n' && stream->length + 1 < LINE_SIZE)
            continue;
        if (is_wanted(wait, stream))
            return true;
        end_line(stream);
    }
    return stream->length > 0 && is_wanted(wait, stream);
}

static bool look_at_output(struct tool_drive_wait *base, const struct tool_log_tail *log,
                           const char *folder, const cJSON *shots, struct tool_drive_reply *reply)
{
    struct output_wait *wait = (struct output_wait *)base;
    (void)log, (void)folder, (void)shots, (void)reply;
    char bytes[16384];
    wait_for_copies();
    for (int i = 0; i < STREAMS; i++) {
        struct stream *stream = &wait->streams[i];
        int64_t length;
        while (stream->is_open && (length = us_descriptor_read_at(stream->file, bytes, sizeof bytes,
                                                                  stream->at)) > 0) {
            stream->at += (uint64_t)length;
            if (take(wait, stream, bytes, (size_t)length))
                return true;
        }
    }
    return false;
}

static void add_lines(cJSON *object, const char *name, const struct stream *stream)
{
    cJSON *lines = cJSON_AddArrayToObject(object, name);
    uint64_t first = stream->count > KEPT_LINES ? stream->count - KEPT_LINES : 0;
    for (uint64_t i = first; i < stream->count; i++)
        tool_json_append_text(lines, stream->kept[i % KEPT_LINES]);
    if (stream->length > 0)
        tool_json_append_text(lines, stream->line);
}

static void tell_output(const struct tool_drive_wait *base, bool met, cJSON *result)
{
    const struct output_wait *wait = (const struct output_wait *)base;
    if (met) {
        tool_json_add_text(result, "line", wait->line);
        cJSON_AddStringToObject(result, "stream", names[wait->found - wait->streams]);
        return;
    }
    cJSON *nearest = cJSON_AddObjectToObject(result, "nearest");
    for (int i = 0; i < STREAMS; i++)
        if (wait->streams[i].is_wanted)
            add_lines(nearest, names[i], &wait->streams[i]);
}

static const char *const keys[] = {"output", "matches", "stream", "from_start", NULL};
const struct tool_drive_wait_kind tool_drive_wait_for_output = {
    sizeof(struct output_wait), keys, read_output, look_at_output, tell_output, forget_output};
