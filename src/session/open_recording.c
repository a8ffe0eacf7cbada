/* SPDX-License-Identifier: MIT */
#include "session/open_recording.h"

#include "session/session_source.h"

enum us_result us_open_recording(const char *path, const struct us_decode_options *options,
                                 struct us_loaded_recording *out, struct us_error *error)
{
    struct us_file file;
    *out = (struct us_loaded_recording){0};
    enum us_result result = us_file_open(path, &file, error);
    if (result != US_OK)
        return result;
    if (!us_session_reader_is_mcap(&file)) {
        us_file_close(&file);
        return us_loaded_recording_open(path, options, out, error);
    }
    struct us_block_source *source;
    result = us_session_source_create(&file, &source, error);
    if (result != US_OK)
        return result;
    const struct us_session_summary *summary = us_session_source_summary(source);
    int64_t origin_ns = us_session_source_origin_ns(source);
    struct us_recorded_spaces spaces = us_session_source_spaces(source);
    const char *left = us_session_source_profile(source, US_HAND_LEFT);
    const char *right = us_session_source_profile(source, US_HAND_RIGHT);
    result = us_sampler_create_of_source(source, &out->sampler, error);
    if (result != US_OK)
        return result;
    out->streams = true;
    out->session = summary;
    out->session_origin_ns = origin_ns;
    out->session_spaces = spaces;
    out->profiles[US_HAND_LEFT] = left;
    out->profiles[US_HAND_RIGHT] = right;
    out->recording = *us_sampler_recording(out->sampler);
    return US_OK;
}
