/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/format.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status/output_file.h"

enum us_result tool_convert_source_read(struct tool_convert_source *source,
                                        struct tool_edit_stage *first, struct us_error *error)
{
    struct us_session_message *message = NULL;
    enum us_result result;
    source->rewind(source);
    do {
        result = source->next(source, &message, error);
        if (result == US_OK && message != NULL)
            result = first->take(first, message, error);
    } while (result == US_OK && message != NULL);
    return result;
}

void tool_convert_source_close(struct tool_convert_source *source)
{
    if (source != NULL)
        source->close(source);
}

/* ---- Writing ---- */

/* So many bytes wait at least before they are written, but for the last ones. */
enum { MUCH = 1 << 16, PRINT_MOST = 512 };

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    struct tool_convert_sink *sink = (struct tool_convert_sink *)stage;
    sink->error = error;
    if (sink->result == US_OK)
        sink->kind->take(sink, message);
    return sink->result;
}

static void append_waiting(struct tool_convert_sink *sink)
{
    if (sink->waiting.failed)
        tool_convert_sink_no_memory(sink);
    tool_convert_sink_append(sink, sink->waiting.bytes, sink->waiting.size);
    sink->waiting.size = 0;
}

static enum us_result end_pass(struct tool_edit_stage *stage, struct us_error *error)
{
    struct tool_convert_sink *sink = (struct tool_convert_sink *)stage;
    sink->error = error;
    if (sink->result == US_OK && !sink->is_writing) {
        sink->kind->begin(sink);
        sink->is_writing = true;
    } else if (sink->result == US_OK) {
        sink->kind->end(sink);
        append_waiting(sink);
    }
    return sink->result;
}

enum us_result tool_convert_sink_open(const struct tool_convert_sink_kind *kind, int file,
                                      const struct tool_edit_outline *outline,
                                      struct tool_convert_sink **out, struct us_error *error)
{
    struct tool_convert_sink *sink = calloc(1, kind->size);
    *out = NULL;
    if (sink == NULL)
        return us_result_no_memory(error);
    sink->stage = (struct tool_edit_stage){.take = take, .end = end_pass};
    sink->kind = kind;
    sink->outline = outline;
    sink->file = file;
    sink->is_writing = kind->passes == 1;
    sink->error = error;
    kind->open(sink);
    const enum us_result result = sink->result;
    if (result == US_OK)
        *out = sink;
    else
        tool_convert_sink_close(sink);
    return result;
}

void tool_convert_sink_close(struct tool_convert_sink *sink)
{
    if (sink == NULL)
        return;
    if (sink->kind->close != NULL)
        sink->kind->close(sink);
    us_writer_finish(&sink->waiting);
    free(sink);
}

void tool_convert_sink_fail(struct tool_convert_sink *sink, enum us_result result,
                            const char *format, ...)
{
    char text[US_ERROR_TEXT_SIZE];
    va_list arguments;
    if (sink->result != US_OK)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sink->result = us_result_fail(sink->error, result, US_NO_BYTE, NULL, "%s", text);
}

void tool_convert_sink_no_memory(struct tool_convert_sink *sink)
{
    if (sink->result == US_OK)
        sink->result = us_result_no_memory(sink->error);
}

void tool_convert_sink_append(struct tool_convert_sink *sink, const void *bytes, size_t size)
{
    const int why = sink->result == US_OK ? us_output_file_append(sink->file, bytes, size) : 0;
    if (why != 0) {
        sink->in_output = true;
        tool_convert_sink_fail(sink, US_ERROR_FILE, "%s", strerror(why));
    }
    if (sink->result == US_OK)
        sink->bytes += size;
}

void tool_convert_sink_flush(struct tool_convert_sink *sink)
{
    if (sink->waiting.failed || sink->waiting.size >= MUCH)
        append_waiting(sink);
}

void tool_convert_sink_put(struct tool_convert_sink *sink, const char *text)
{
    us_writer_text(&sink->waiting, text);
}

void tool_convert_sink_print(struct tool_convert_sink *sink, const char *format, ...)
{
    char *to = (char *)us_writer_reserve(&sink->waiting, PRINT_MOST);
    va_list arguments;
    if (to == NULL)
        return;
    va_start(arguments, format);
    const int length = vsnprintf(to, PRINT_MOST, format, arguments);
    va_end(arguments);
    sink->waiting.size += length < PRINT_MOST ? (size_t)length : PRINT_MOST - 1;
}
