/* SPDX-License-Identifier: MIT */
/*
 * inspection: a recording of either kind, looked through from end to end in bounded memory: what it
 * holds, what is wrong with it, and how it is opened to be played.
 * Its times and markers, and what it says at one time, are in samples.h.
 *
 * Two implementations are beneath: animation_inspection.c for input animation files, and
 * session_inspection.c for session recordings.
 */
#ifndef TOOL_INSPECTION_H
#define TOOL_INSPECTION_H

#include <cjson/cJSON.h>

#include "core/inspect/inspect.h"
#include "core/playback/loaded_recording.h"
#include "core/recording/format.h"
#include "platform/numbers.h"
#include "tool/cli/command.h"
#include "tool/recording/session_survey.h"

/*
 * fact_sheet: facts as lines for a person or as JSON for a program. A function that knows a fact
 * writes it once, and both ways stand side by side there.
 */

/*
 * `json` is the object to add to. NULL: facts are printed as lines on standard output. Adding to a
 * NULL object does nothing, so that a writer need not ask which way it is.
 */
struct tool_fact_sheet {
    cJSON *json;
};

/* A line "  title     text"; without effect on JSON. Names from outside are made safe. */
void tool_fact_sheet_line(const struct tool_fact_sheet *sheet, const char *title,
                          const char *format, ...) US_FORMAT(3, 4);

/* A line in parts: begins, goes on (as often as it needs to), and ends. */
void tool_fact_sheet_begin(const struct tool_fact_sheet *sheet, const char *title);
void tool_fact_sheet_add(const struct tool_fact_sheet *sheet, const char *format, ...)
    US_FORMAT(2, 3);
void tool_fact_sheet_end(const struct tool_fact_sheet *sheet);

/* ---- The inspection ---- */

enum tool_inspection_depth {
    TOOL_INSPECTION_KEYS,    /* check that it can be played */
    TOOL_INSPECTION_DEFECTS, /* and find its defects */
    TOOL_INSPECTION_FACTS,   /* and what it holds; a session need not have a frame to play */
};

struct tool_defect {
    const char *kind;
    enum us_repair_weight weight;
    uint64_t count;                  /* of what the text says: places, messages, bytes, frames */
    char curve[US_ERROR_CURVE_SIZE]; /* "": it is of no single curve */
    double seconds;                  /* how long it lasts; NaN: it does not last */
    uint64_t byte;                   /* where in the file; US_NO_BYTE: it has no place */
    double time_s;                   /* where it begins, of recording time; NaN: not known */
    char text[256];
};

typedef void tool_defect_visit(const struct tool_defect *defect, void *context);

struct tool_inspection;

/* What the two kinds of recordings do in their own way. */
struct tool_inspection_kind {
    enum us_result (*open)(struct tool_inspection *inspection, enum tool_inspection_depth depth,
                           struct us_error *error);
    void (*close)(struct tool_inspection *inspection);
    /* "version 1.1, keys of 8 bytes, a marker list", and the same as JSON. */
    void (*add_layout)(const struct tool_inspection *inspection, cJSON *json, char *out,
                       size_t out_size);
    void (*add_facts)(const struct tool_inspection *inspection,
                      const struct tool_fact_sheet *sheet);
    void (*visit_defects)(const struct tool_inspection *inspection, tool_defect_visit *visit,
                          void *context);
};
extern const struct tool_inspection_kind tool_inspection_of_animation, tool_inspection_of_session;

struct tool_inspection {
    const struct tool_inspection_kind *kind;
    const char *path; /* the caller's */
    const struct us_recording *recording;
    uint64_t file_bytes;
    struct us_file file; /* this one and the three below: of an input animation file */
    struct us_curve_index index;
    struct us_repair_report report;
    struct us_inspect_facts facts;
    struct tool_session_survey session; /* of a session recording */
};

/*
 * Inspects a recording. On failure it prints what is wrong and what to do, and with `json` also
 * {"file", "result": "unusable", "error"}. On a terminal it shows the progress of a long
 * inspection.
 */
bool tool_inspection_open(const char *path, bool json, enum tool_inspection_depth depth,
                          struct tool_inspection *out);
void tool_inspection_close(struct tool_inspection *inspection);

/* Opens a recording that was inspected for playing. Fails as tool_inspection_open does. */
bool tool_inspection_play(const struct tool_inspection *inspection, bool json,
                          struct us_loaded_recording *out);

/*
 * The same, of a path, after a check of every key and of its channels. A session recording is only
 * opened: its chunks are checked while they are read.
 */
bool tool_inspection_load(const char *path, bool json, struct us_loaded_recording *out);

/* What an inspection to TOOL_INSPECTION_FACTS knows, but for the defects. */
void tool_inspection_add_facts(const struct tool_inspection *inspection,
                               const struct tool_fact_sheet *sheet);

/* Calls `visit` for each defect, in a fixed order. */
void tool_inspection_visit_defects(const struct tool_inspection *inspection,
                                   tool_defect_visit *visit, void *context);
/* "sound" if the heaviest is a note, "repaired" if every defect was repaired, "warned" if a defect
 * remains. */
const char *tool_inspection_verdict(const struct tool_inspection *inspection);
/* "note", "repaired" or "remains". */
const char *tool_inspection_weight(enum us_repair_weight weight);

/* Which input animation file a file begins as; US_FORMAT_FOREIGN where it cannot be read. That it
 * begins as one without a header can be chance: four bytes say so. */
enum us_format_start tool_animation_start(const char *path);

/* What to say behind an error about this path: that it is a script of a person, or ""; static. */
const char *tool_inspection_hint(const char *path);
/* Says on standard error why a recording is unusable, and with `json` prints the object as well. */
void tool_inspection_say_failure(const char *path, bool json, const struct us_error *error);

/* A command that takes FILE and --json, and prints what an inspection finds. */
struct tool_inspection_command {
    const struct tool_command *command;
    enum tool_inspection_depth depth;
    int unusable;       /* the exit code where FILE is unusable */
    bool tells_repairs; /* TOOL_EXIT_REPAIRED where a defect is more than a note */
    void (*print_text)(const struct tool_inspection *inspection);
    /* What is between "file", "result" and "items". */
    void (*add_json)(const struct tool_inspection *inspection, cJSON *object);
};
/* Does its work; returns the exit code. */
int tool_inspection_run(const struct tool_inspection_command *of, int argc, char **argv);

#endif
