/* SPDX-License-Identifier: MIT */
/*
 * foxglove_controls: the values of controls as JSON objects of numbers, which a viewer plots: a
 * channel for each user who has controls, for example /controller/right with "trigger_value". A
 * control that is not active has no member. One thread.
 */
#ifndef TOOL_FOXGLOVE_CONTROLS_H
#define TOOL_FOXGLOVE_CONTROLS_H

#include "tool/convert/foxglove/foxglove_file.h"
#include "tool/convert/table/row.h"

enum { TOOL_FOXGLOVE_JSON_SIZE = 256 * 1024 };

struct tool_foxglove_controls {
    const struct tool_table_columns *columns; /* the caller's, with its controls */
    const struct us_session_components *from; /* the recording's */
    const int *places;                        /* of tool_table_columns_place_all */
    uint16_t channels[US_SESSION_USERS];      /* 0: the user has no controls */
    bool has_input;                           /* the row has the newest one */
    bool is_due;                              /* no values were written for the newest frame */
    int64_t frame_ns;
    struct tool_table_row row;
    char text[TOOL_FOXGLOVE_JSON_SIZE];
};

/* `controls` is zero but for columns, from and places. */
void tool_foxglove_controls_begin(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file);

/* Writes what is due: the values in force at the newest frame, if no input came for it. */
void tool_foxglove_controls_settle(struct tool_foxglove_controls *controls,
                                   struct tool_foxglove_file *file);
/* A frame; it settles the one before. */
void tool_foxglove_controls_frame(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file, int64_t time_ns);
/* Writes an input at its time. */
void tool_foxglove_controls_input(struct tool_foxglove_controls *controls,
                                  struct tool_foxglove_file *file,
                                  const struct us_session_input *input);

#endif
