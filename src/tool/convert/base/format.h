/* SPDX-License-Identifier: MIT */
/*
 * format: what a conversion needs of a kind of file: a source that gives its content as the
 * messages of a session recording, a sink that writes such messages, or both.
 *
 * A new kind of file is a folder beside this one, a line below and one in formats.c. Messages are
 * in OpenXR's axes, units and joint order (session_message.h); a source and a sink turn those of
 * their files. All of it belongs to one thread.
 */
#ifndef TOOL_CONVERT_FORMAT_H
#define TOOL_CONVERT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "platform/numbers.h"
#include "session/codec/session_message.h"
#include "tool/convert/base/loss.h"
#include "tool/edit/stage/outline.h"
#include "tool/edit/stage/stage.h"

/* The time of the first line or frame of a file whose times begin with 0, so that nothing that
 * comes earlier is below 0. */
#define TOOL_CONVERT_ORIGIN_NS INT64_C(1000000000000000)

/* ---- Reading ---- */

/* The first member of each kind's own source. Its file is read and checked when it is opened. */
struct tool_convert_source {
    struct tool_edit_outline outline; /* close finishes it */
    /* The next message, which lasts until the next call and may be changed; NULL with US_OK at the
     * end. */
    enum us_result (*next)(struct tool_convert_source *source, struct us_session_message **out,
                           struct us_error *error);
    void (*rewind)(struct tool_convert_source *source);
    /* Adds what the source dropped, made up or moved; after everything was read. May be NULL. */
    void (*report)(const struct tool_convert_source *source, struct tool_loss *loss);
    void (*close)(struct tool_convert_source *source);
};

/* What a source is opened of. */
struct tool_convert_input {
    const char *path;
    void (*progress)(void *data, uint64_t done, uint64_t total); /* may be NULL; bytes */
    void *data;
    const void *of; /* what a source is made of besides the file, or in its place; may be NULL */
};

/* Gives all messages to a stage, from the first on; does not end it. */
enum us_result tool_convert_source_read(struct tool_convert_source *source,
                                        struct tool_edit_stage *first, struct us_error *error);
void tool_convert_source_close(struct tool_convert_source *source); /* accepts NULL */

/* ---- Writing ---- */

struct tool_convert_sink;

/* What a kind of files does to be written. What fails says tool_convert_sink_fail. */
struct tool_convert_sink_kind {
    size_t size;        /* of the kind's own sink, which is zeroed but for its first member */
    unsigned passes;    /* how often it needs everything: 1 or 2 */
    unsigned variant;   /* the kind's own, of kinds that share functions */
    bool lacks_markers; /* the file has none, however many there were */
    void (*open)(struct tool_convert_sink *sink);
    /* The message is the sink's to change until it returns. */
    void (*take)(struct tool_convert_sink *sink, struct us_session_message *message);
    /* When everything was given once, of two times: begins the file. */
    void (*begin)(struct tool_convert_sink *sink);
    /* When everything was given: what waits is written behind it. */
    void (*end)(struct tool_convert_sink *sink);
    /* Adds what the file cannot hold, unless comparing the file tells (conversion.h). */
    void (*report)(const struct tool_convert_sink *sink, struct tool_loss *loss);
    void (*close)(struct tool_convert_sink *sink); /* frees what else it owns; or NULL */
};

/* The first member of each kind's own sink. */
struct tool_convert_sink {
    struct tool_edit_stage stage; /* the first member; it takes and ends each pass */
    const struct tool_convert_sink_kind *kind;
    const struct tool_edit_outline *outline; /* of what comes; the caller's */
    int file;                                /* empty and open for writing; it stays open */
    bool is_writing;                         /* the last pass */
    struct us_writer waiting;                /* the next bytes of the file */
    uint64_t frames, bytes;                  /* that were written */
    uint64_t columns;                        /* of a table */
    enum us_result result;                   /* the first failure, after which nothing is taken */
    struct us_error *error;                  /* of the call that is being served */
    bool in_output;                          /* the failure is that of the file */
};

/* The outline must last. */
enum us_result tool_convert_sink_open(const struct tool_convert_sink_kind *kind, int file,
                                      const struct tool_edit_outline *outline,
                                      struct tool_convert_sink **out, struct us_error *error);
void tool_convert_sink_close(struct tool_convert_sink *sink); /* accepts NULL */

/* ---- For the kinds: after a failure, these do nothing ---- */

void tool_convert_sink_fail(struct tool_convert_sink *sink, enum us_result result,
                            const char *format, ...) US_FORMAT(3, 4);
void tool_convert_sink_no_memory(struct tool_convert_sink *sink);
/* Appends to the file, and counts the bytes. */
void tool_convert_sink_append(struct tool_convert_sink *sink, const void *bytes, size_t size);
/* Appends what waits, if it is much. */
void tool_convert_sink_flush(struct tool_convert_sink *sink);
/* Adds a text to what waits; one of a format has less than 512 bytes. */
void tool_convert_sink_put(struct tool_convert_sink *sink, const char *text);
void tool_convert_sink_print(struct tool_convert_sink *sink, const char *format, ...)
    US_FORMAT(2, 3);

/* ---- Kinds of files ---- */

typedef enum us_result tool_convert_open(const struct tool_convert_input *input,
                                         struct tool_convert_source **out, struct us_error *error);

enum tool_convert_kind {
    TOOL_CONVERT_SESSION,   /* read and written as an edit does */
    TOOL_CONVERT_ANIMATION, /* the same */
    TOOL_CONVERT_OTHER
};

struct tool_convert_format {
    enum tool_convert_kind kind;
    const char *ends[3]; /* of names; of two that fit, the earlier format is taken. Without any,
                            only `is` tells */
    const char *what;    /* "a session recording" */
    /* Of other kinds: how it is read; NULL: it is not, or `open` does it. US_ERROR_USAGE, and
     * others, name the place in the file. */
    const struct tool_convert_feed_kind *feed;
    const struct tool_convert_sink_kind *sink; /* NULL: it is not written */
    /* Whether a file is of this kind, by its content; NULL: the name decides. */
    bool (*is)(const char *path);
    tool_convert_open *open;
};

/* Each kind, which its own files describe. */
extern const struct tool_convert_feed_kind tool_table_csv_feed, tool_table_json_lines_feed,
    tool_iwer_feed, tool_isaac_feed, tool_bsor_feed, tool_xror_feed;
extern const struct tool_convert_sink_kind tool_table_csv_sink, tool_table_json_lines_sink,
    tool_iwer_sink, tool_foxglove_sink, tool_gltf_sink, tool_bvh_sink;
bool tool_iwer_is(const char *path);
bool tool_isaac_is(const char *path);
bool tool_bsor_is(const char *path);
bool tool_xror_is(const char *path);

#endif
