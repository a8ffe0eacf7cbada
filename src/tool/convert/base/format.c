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

static enum us_result end_pass(struct tool_edit_stage *stage, struct us_error *error)
{
    struct tool_convert_sink *sink = (struct tool_convert_sink *)stage;
    enum us_result result;
    if (!sink->is_writing) {
        result = sink->kind->begin(sink, error);
        sink->is_writing = true;
        return result;
    }
    result = sink->kind->end(sink, error);
    return result == US_OK ? tool_convert_sink_flush(sink, error) : result;
}

enum us_result tool_convert_sink_open(const struct tool_convert_sink_kind *kind, int file,
                                      const struct tool_edit_outline *outline,
                                      struct tool_convert_sink **out, struct us_error *error)
{
    struct tool_convert_sink *sink = calloc(1, kind->size);
    *out = NULL;
    if (sink == NULL)
        return us_result_no_memory(error);
    sink->stage = (struct tool_edit_stage){.take = kind->take, .end = end_pass};
    sink->kind = kind;
    sink->outline = outline;
    sink->file = file;
    sink->is_writing = kind->passes == 1;
    const enum us_result result = kind->open != NULL ? kind->open(sink, error) : US_OK;
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

enum us_result tool_convert_sink_append(struct tool_convert_sink *sink, const void *bytes,
                                        size_t size, struct us_error *error)
{
    const int why = us_output_file_append(sink->file, bytes, size);
    if (why != 0) {
        sink->in_output = true;
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(why));
    }
    sink->bytes += size;
    return US_OK;
}

enum us_result tool_convert_sink_flush(struct tool_convert_sink *sink, struct us_error *error)
{
    const size_t size = sink->waiting.size;
    sink->waiting.size = 0;
    return sink->waiting.failed ? us_result_no_memory(error)
                                : tool_convert_sink_append(sink, sink->waiting.bytes, size, error);
}

enum us_result tool_convert_sink_flush_much(struct tool_convert_sink *sink, struct us_error *error)
{
    return sink->waiting.size >= MUCH ? tool_convert_sink_flush(sink, error) : US_OK;
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
