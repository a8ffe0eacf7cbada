/* SPDX-License-Identifier: MIT */
/*
 * session_recorder: writes one session into one file.
 *
 * The put functions copy a message into a ring (session_ring.h) and return at once: they allocate
 * nothing, take no lock and make no system call, so that an app's frame thread may call them. Any
 * number of threads may put at the same time. A thread of the recorder writes the messages: at
 * least twice a second it sorts what waits by time, encodes it and appends it to the file as one
 * chunk with one write. Where the ring is full a message is lost; the file then holds an event that
 * says how many were lost. A caller that has time can wait for room instead.
 *
 * The order of calls: open, put_session, then everything else; put_components once, before the
 * first put_input. Close when no other thread uses the recorder any more.
 */
#ifndef US_SESSION_RECORDER_H
#define US_SESSION_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"
#include "session/file/session_ring.h"

struct us_session_recorder;

struct us_session_recorder_options {
    /* The file to write. It is made with mode 0600. A file that is there and is not empty is
     * refused; so are links, pipes, and files of another user. */
    const char *path;
    bool replaces; /* except with this: then the file is emptied first */
    /* The memory that messages wait in, as a file that us_session_ring_prepare made, so that they
     * survive the process; NULL: memory of this process alone. If it cannot be used, the recorder
     * goes on without it. */
    const char *ring;
    unsigned number;     /* of the file, open_recording.h; for processes that read the ring */
    const char *version; /* of this program, for the file's header */
    /* Called once, by the recorder's thread or by close, when the file cannot be written any more:
     * the disk is full, for example. What was written is kept; further messages are refused. The
     * text is a sentence without the file's name. May be NULL.
     */
    void (*on_failure)(void *data, const char *text);
    void *data;
    /* Set by us_session_recorder_open: it failed because the file is not empty, or another process
     * records to it. May be NULL. */
    bool *out_taken;
};

/*
 * Open a file and start the thread. The strings of `options` need not last. On failure nothing is
 * left behind but, at most, an empty file; `error` says what is wrong and what to do.
 */
enum us_result us_session_recorder_open(const struct us_session_recorder_options *options,
                                        struct us_session_recorder **out, struct us_error *error);

/*
 * Writes the messages that wait, the file's summary and its end; stops the thread and frees the
 * recorder. False if the file is not whole; on_failure has then said why. Accepts NULL.
 */
bool us_session_recorder_close(struct us_session_recorder *recorder);

/*
 * Each of these copies its message. They return false, and record nothing, if the recorder has
 * failed, the ring is full, or the order of calls is wrong: before put_session, put_session or
 * put_components a second time, an input before the components or with another count. NULL for the
 * recorder gives false.
 *
 * put_session and put_components belong to one thread at a time; the others to any thread.
 */
bool us_session_recorder_put_session(struct us_session_recorder *recorder,
                                     const struct us_session_info *info);
bool us_session_recorder_put_components(struct us_session_recorder *recorder,
                                        const struct us_session_components *components);
bool us_session_recorder_put_frame(struct us_session_recorder *recorder,
                                   const struct us_session_frame *frame);
bool us_session_recorder_put_input(struct us_session_recorder *recorder,
                                   const struct us_session_input *input);
bool us_session_recorder_put_event(struct us_session_recorder *recorder,
                                   const struct us_session_event *event);
bool us_session_recorder_put_haptic(struct us_session_recorder *recorder,
                                    const struct us_session_haptic *haptic);
bool us_session_recorder_put_marker(struct us_session_recorder *recorder,
                                    const struct us_session_marker *marker);
bool us_session_recorder_put_struct(struct us_session_recorder *recorder,
                                    const struct us_session_struct *unknown);
/* The part must be valid (codec/session_codec.h), as readers leave out others. */
bool us_session_recorder_put_mesh(struct us_session_recorder *recorder,
                                  const struct us_session_mesh_part *part);

/* Waits until at most half of the ring is waiting to be written, or the recorder has failed, so
 * that the next messages are not lost. From a quarter on, the recorder's thread begins to write at
 * once. For threads that have time. Accepts NULL. */
void us_session_recorder_wait(struct us_session_recorder *recorder);

/* Wait-free, from any thread. NULL gives zeros. */
struct us_session_progress us_session_recorder_counts(const struct us_session_recorder *recorder);

#endif
