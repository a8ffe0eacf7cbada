/* SPDX-License-Identifier: MIT */
#include "session/session_recorder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session/session_ring.h"
#include "session/session_writer.h"
#include "status/output_file.h"

enum us_result us_session_recorder_open(const struct us_session_recorder_options *options,
                                        struct us_session_recorder **out, struct us_error *error)
{
    const char *why = NULL;
    *out = NULL;
    int file = us_output_file_open(options->path, &why);
    if (file < 0)
        return us_result_fail(error, US_ERROR_FILE, US_NO_BYTE, NULL, "cannot write %s: %s",
                              options->path, why);
    struct us_session_recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder != NULL)
        recorder->ring = us_session_ring_take(options->ring);
    if (recorder == NULL || recorder->ring == NULL) {
        free(recorder);
        close(file);
        return us_result_fail(error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                              "there is no memory to record into");
    }
    recorder->file = file;
    *out = recorder;
    return US_OK;
}

bool us_session_recorder_close(struct us_session_recorder *recorder)
{
    if (recorder == NULL)
        return true;
    us_session_ring_give_back(recorder->ring);
    close(recorder->file);
    free(recorder);
    return true;
}

enum us_session_recorder_state us_session_recorder_state(const struct us_session_recorder *recorder)
{
    return recorder == NULL || atomic_load_explicit(&recorder->ring->failed, memory_order_relaxed)
               ? US_SESSION_RECORDER_FAILED
               : US_SESSION_RECORDER_RECORDING;
}

struct us_session_recorder_counts
us_session_recorder_counts(const struct us_session_recorder *recorder)
{
    struct us_session_recorder_counts counts = {0};
    if (recorder == NULL)
        return counts;
    const struct us_session_ring *ring = recorder->ring;
    counts.messages = atomic_load_explicit(&ring->messages, memory_order_relaxed);
    counts.frames = atomic_load_explicit(&ring->frames, memory_order_relaxed);
    counts.dropped = atomic_load_explicit(&ring->dropped, memory_order_relaxed);
    counts.bytes = atomic_load_explicit(&ring->commit.file_size, memory_order_relaxed);
    return counts;
}
