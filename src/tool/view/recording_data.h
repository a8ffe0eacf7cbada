/* SPDX-License-Identifier: MIT */
/*
 * recording_data: a recording of either kind as data for the page.
 */
#ifndef TOOL_RECORDING_DATA_H
#define TOOL_RECORDING_DATA_H

#include <cjson/cJSON.h>

#include "tool/page/byte_buffer.h"

struct tool_recording_data {
    cJSON *facts;                   /* the caller deletes it; NULL: it could not be made */
    struct tool_byte_buffer tracks; /* deflated; tool_byte_buffer_finish */
    bool is_thinned;
    double between_rows_m; /* positions between two rows are wrong by this at most */
};

/*
 * Reads a recording. On failure returns false after a message, with nothing to free.
 */
bool tool_recording_data_read(struct tool_recording_data *out, const char *path);
void tool_recording_data_finish(struct tool_recording_data *data);

#endif
