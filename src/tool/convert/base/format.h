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

#include "core/base/result.h"
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

/* The first member of each kind's own sink. */
struct tool_convert_sink {
    struct tool_edit_stage stage; /* the first member; it takes and ends each pass */
    unsigned passes;              /* how often it needs everything: 1 or 2 */
    uint64_t frames, bytes;       /* that were written */
    uint64_t columns;             /* of a table */
    bool in_output;               /* a failure is that of the file */
    bool lacks_markers;           /* the file has none, however many there were */
    /* Adds what the file cannot hold, unless comparing the file tells (conversion.h). May be NULL.
     */
    void (*report)(const struct tool_convert_sink *sink, struct tool_loss *loss);
    void (*close)(struct tool_convert_sink *sink); /* the file stays open */
};

/* What a sink is created for. */
struct tool_convert_output {
    int file;                                /* empty and open for writing */
    const struct tool_edit_outline *outline; /* must last */
};

/*
 * Makes a kind's own sink of `size` bytes, zeroed but for what is given, that needs everything
 * twice. Closing it frees its memory and nothing else. US_ERROR_MEMORY, and NULL, if there is none.
 */
enum us_result tool_convert_sink_make(size_t size, const struct tool_convert_sink *given,
                                      struct tool_convert_sink **out, struct us_error *error);

/* Appends to the file, and counts the bytes. */
enum us_result tool_convert_sink_append(struct tool_convert_sink *sink, int file, const char *bytes,
                                        size_t size, struct us_error *error);
void tool_convert_sink_close(struct tool_convert_sink *sink); /* accepts NULL */

/* ---- Kinds of files ---- */

typedef enum us_result tool_convert_open(const struct tool_convert_input *input,
                                         struct tool_convert_source **out, struct us_error *error);
typedef enum us_result tool_convert_create(const struct tool_convert_output *output,
                                           struct tool_convert_sink **out, struct us_error *error);
typedef bool tool_convert_is(const char *path);

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
    /* Of other kinds. US_ERROR_USAGE, and others, name the place in the file. NULL: it is not
     * read, or not written. */
    tool_convert_open *open;
    tool_convert_create *create;
    /* Whether a file is of this kind, by its content; NULL: the name decides. */
    tool_convert_is *is;
};

/* The functions of each kind, which its own files describe. */
tool_convert_open tool_table_source_open_csv, tool_table_source_open_json_lines,
    tool_iwer_source_open, tool_isaac_source_open, tool_bsor_source_open, tool_xror_source_open;
tool_convert_create tool_table_sink_create_csv, tool_table_sink_create_json_lines,
    tool_iwer_sink_create, tool_foxglove_sink_create, tool_gltf_sink_create, tool_bvh_sink_create;
tool_convert_is tool_iwer_source_is, tool_isaac_is, tool_bsor_is, tool_xror_is;

#endif
