/* SPDX-License-Identifier: MIT */
#include "tool/convert/base/format.h"

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

static void free_sink(struct tool_convert_sink *sink)
{
    free(sink);
}

enum us_result tool_convert_sink_make(size_t size, const struct tool_convert_sink *given,
                                      struct tool_convert_sink **out, struct us_error *error)
{
    struct tool_convert_sink *sink = calloc(1, size);
    *out = sink;
    if (sink == NULL)
        return us_result_no_memory(error);
    *sink = *given;
    sink->passes = 2;
    sink->close = free_sink;
    return US_OK;
}

enum us_result tool_convert_sink_append(struct tool_convert_sink *sink, int file, const char *bytes,
                                        size_t size, struct us_error *error)
{
    const int why = us_output_file_append(file, bytes, size);
    if (why != 0) {
        sink->in_output = true;
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "%s", strerror(why));
    }
    sink->bytes += size;
    return US_OK;
}

void tool_convert_sink_close(struct tool_convert_sink *sink)
{
    if (sink != NULL)
        sink->close(sink);
}
