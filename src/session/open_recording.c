/* SPDX-License-Identifier: MIT */
#include "session/open_recording.h"

#include <stdio.h>
#include <string.h>

#include "platform/path.h"

bool us_session_file_name(const char *first, unsigned number, char *out, size_t size)
{
    const char *base = us_path_name(first);
    const char *ending = strrchr(base, '.');
    if (ending == NULL || ending == base)
        ending = base + strlen(base);
    int length = number <= 1 ? snprintf(out, size, "%s", first)
                             : snprintf(out, size, "%.*s-%u%s", (int)(ending - first), first,
                                        number, ending);
    return length >= 0 && (size_t)length < size;
}

enum us_result us_open_recording(const char *path, bool check_order,
                                 struct us_loaded_recording *out, struct us_error *error)
{
    struct us_file file;
    *out = (struct us_loaded_recording){0};
    enum us_result result = us_file_open(path, &file, error);
    if (result != US_OK)
        return result;
    if (!us_session_reader_is_mcap(&file)) {
        us_file_close(&file);
        return us_loaded_recording_open(path, check_order, out, error);
    }
    struct us_block_source *source;
    result = us_session_source_create(&file, &source, error);
    if (result != US_OK)
        return result;
    us_session_source_tell(source, out);
    result = us_sampler_create_of_source(source, &out->sampler, error);
    if (result != US_OK) {
        *out = (struct us_loaded_recording){0};
        return result;
    }
    out->streams = true;
    out->recording = *us_sampler_recording(out->sampler);
    return US_OK;
}
