/* SPDX-License-Identifier: MIT */
#include "core/recording/format.h"

#include "core/base/bytes.h"

enum us_result us_recording_encode_check_layout(const struct us_layout *layout,
                                                struct us_error *error)
{
    bool old = layout->version_major == 1 && layout->version_minor == 0;
    bool new = layout->version_major == 1 && layout->version_minor == 1;
    const char *wrong = NULL;
    if (!old && !new)
        wrong = "only versions 1.0 and 1.1 can be written";
    else if (layout->key_size != US_KEY_SIZE_FULL && layout->key_size != US_KEY_SIZE_SHORT)
        wrong = "keys are of 8 or 28 bytes";
    else if (old && layout->key_size != US_KEY_SIZE_FULL)
        wrong = "version 1.0 has keys of 28 bytes";
    else if (old && (!layout->has_camera || !layout->has_hands || layout->has_gaze))
        wrong = "version 1.0 holds camera and hands and no gaze; write 1.1";
    else if (new && layout->headerless)
        wrong = "only version 1.0 can be without a header";
    return wrong == NULL ? US_OK
                         : us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL, "%s", wrong);
}

void us_recording_encode_head(struct us_writer *writer, const struct us_layout *layout)
{
    if (!layout->headerless) {
        us_writer_u64(writer, US_FORMAT_MAGIC);
        us_writer_i32(writer, layout->version_major);
        us_writer_i32(writer, layout->version_minor);
    }
    if (layout->version_minor == 0)
        return;
    const bool has[3] = {layout->has_camera, layout->has_hands, layout->has_gaze};
    for (unsigned i = 0; i < 3; i++) {
        bool kept = (layout->flag_bytes[i] != 0) == has[i];
        us_writer_u8(writer, kept ? layout->flag_bytes[i] : has[i] ? 1 : 0);
    }
}

void us_recording_encode_curve_head(struct us_writer *writer, int32_t pre_wrap, int32_t post_wrap,
                                    uint32_t key_count)
{
    us_writer_i32(writer, pre_wrap);
    us_writer_i32(writer, post_wrap);
    us_writer_i32(writer, (int32_t)key_count);
}

static void write_string(struct us_writer *writer, const char *text, uint32_t length)
{
    uint32_t rest = length;
    for (; rest >= 0x80; rest >>= 7)
        us_writer_u8(writer, (uint8_t)(rest | 0x80));
    us_writer_u8(writer, (uint8_t)rest);
    us_writer_put(writer, text, length);
}

void us_recording_encode_markers(struct us_writer *writer, const struct us_marker *markers,
                                 uint32_t count)
{
    us_writer_i32(writer, (int32_t)count);
    for (uint32_t i = 0; i < count; i++) {
        const struct us_marker *marker = &markers[i];
        us_writer_f32(writer, marker->time_s);
        write_string(writer, marker->name, marker->name_length);
    }
}
