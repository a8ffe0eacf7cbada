/* SPDX-License-Identifier: MIT */
/*
 * columns: the columns of a table of a recording (docs/tables.md), as CSV and as JSON lines. The
 * reader, the writer and the help of `understudy convert` are made of this one table.
 *
 * A column is a part of a family: "head" and ".x" make "head.x". Columns of controls are added as a
 * file or a recording needs them. Belongs to one thread.
 */
#ifndef TOOL_TABLE_COLUMNS_H
#define TOOL_TABLE_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/result.h"
#include "session/codec/session_message.h"

enum {
    TOOL_TABLE_NAME_SIZE = 160,
    TOOL_TABLE_COLUMNS_MOST = 2200,
    TOOL_TABLE_GROUPS_MOST = 96,
    TOOL_TABLE_NOWHERE = -1
};

/* One line of a table. Times are nanoseconds of the table's own clock. */
struct tool_table_row {
    int64_t time_ns;
    char marker[US_SESSION_TEXT_SIZE];
    char profiles[US_SESSION_USERS][US_SESSION_PATH_SIZE]; /* "": none */
    struct us_session_frame frame;
    struct us_session_input input; /* its components are those of the table */
};

/* How the text of a cell is read, and where it goes. */
enum tool_table_kind {
    TOOL_TABLE_SECONDS,  /* int64_t nanoseconds; INT64_MIN, which is only written: none */
    TOOL_TABLE_DURATION, /* the same, from 0, which stands for none */
    TOOL_TABLE_FLOAT,
    TOOL_TABLE_SIZE,     /* a float from 0, which stands for none */
    TOOL_TABLE_WHOLE,    /* uint32_t */
    TOOL_TABLE_STATE,    /* the same, of XrSessionState */
    TOOL_TABLE_PRESENCE, /* the same, of enum us_session_presence */
    TOOL_TABLE_WIDE,     /* uint64_t */
    TOOL_TABLE_TRUTH,    /* bool */
    TOOL_TABLE_PARTS,    /* valid or tracked: 0, 1, orientation or position; a mask of two bits */
    TOOL_TABLE_ACTIVE,   /* 0, 1 or none */
    TOOL_TABLE_PINCH,    /* a bit of an aim state */
    TOOL_TABLE_TEXT,     /* of US_SESSION_TEXT_SIZE */
    TOOL_TABLE_PATH,     /* of US_SESSION_PATH_SIZE */
    TOOL_TABLE_X,        /* of a control */
    TOOL_TABLE_Y,
    TOOL_TABLE_BOOLEAN /* what a boolean action reads of a control */
};

enum tool_table_shape {
    TOOL_TABLE_LINE,
    TOOL_TABLE_PLACE,     /* struct us_session_location */
    TOOL_TABLE_POSE,      /* the same of a pose action, which is inactive without values */
    TOOL_TABLE_HAND,      /* struct us_session_hand_joints */
    TOOL_TABLE_JOINT,     /* struct us_session_joint */
    TOOL_TABLE_AIM_STATE, /* struct us_session_hand_aim */
    TOOL_TABLE_VIEW,      /* struct us_session_view */
    TOOL_TABLE_PROFILE,
    TOOL_TABLE_SHAPES
};

struct tool_table_column {
    char name[TOOL_TABLE_NAME_SIZE];
    enum tool_table_kind kind;
    uint8_t sort;    /* of a float: enum tool_table_sort */
    uint16_t group;  /* TOOL_TABLE_GROUPS_MOST: of a control */
    uint32_t offset; /* into the row; of a control: its component */
};

/* What a float of a group belongs to. All of a sort are there, or none. */
enum tool_table_sort {
    TOOL_TABLE_POSITION,
    TOOL_TABLE_ORIENTATION,
    TOOL_TABLE_LINEAR,
    TOOL_TABLE_ANGULAR,
    TOOL_TABLE_OWN, /* alone */
    TOOL_TABLE_SORTS
};

/* The flag of a location that says of a sort that it is valid; of TOOL_TABLE_OWN none. */
extern const uint8_t tool_table_sort_flags[TOOL_TABLE_SORTS];

struct tool_table_group {
    char name[64];
    enum tool_table_shape shape;
    uint32_t offset; /* into the row */
    uint16_t first, count;
    uint8_t item; /* which of its family: the joint, the view */
    uint8_t hand;
};

struct tool_table_columns {
    struct tool_table_column list[TOOL_TABLE_COLUMNS_MOST];
    struct tool_table_group groups[TOOL_TABLE_GROUPS_MOST];
    int count, group_count;
    struct us_session_components components; /* of the columns of controls */
};

/* The columns that every table may have; none of a control. */
void tool_table_columns_init(struct tool_table_columns *columns);

/* The place of a name, or TOOL_TABLE_NOWHERE. */
int tool_table_columns_find(const struct tool_table_columns *columns, const char *name);

/*
 * The place of the column of a control, which is added, for example "right.trigger/value" or
 * "left.squeeze/value.boolean". US_ERROR_USAGE if the name is of no column at all; the text says
 * which name may have been meant.
 */
enum us_result tool_table_columns_add(struct tool_table_columns *columns, const char *name,
                                      int *out_place, struct us_error *error);

/* Adds the columns of a recording's controls, in their order, and says which control of the table
 * each of them is: TOOL_TABLE_NOWHERE if no column can name its path; returns how many these are.
 */
uint32_t tool_table_columns_place_all(struct tool_table_columns *columns,
                                      const struct us_session_components *components,
                                      int out_places[US_SESSION_COMPONENTS_MAX]);

/* Whether there are controls of a user. */
bool tool_table_columns_has_user(const struct tool_table_columns *columns, unsigned user);
/* The first profile that has every control of a user; NULL: there is none. */
const char *tool_table_columns_profile(const struct tool_table_columns *columns,
                                       enum us_session_user user);

/* The largest whole number that a reader takes of a column of whole numbers. */
uint32_t tool_table_whole_most(enum tool_table_kind kind);

/* "left", "right", "head", ... */
const char *tool_table_user(enum us_session_user user);

/* Prints the families and their parts. */
void tool_table_columns_print(void);

#endif
