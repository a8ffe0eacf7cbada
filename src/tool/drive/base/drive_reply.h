/* SPDX-License-Identifier: MIT */
/*
 * drive_reply: the answer to a request of a drive: a result, or an error with its reason. Any
 * thread.
 */
#ifndef TOOL_DRIVE_REPLY_H
#define TOOL_DRIVE_REPLY_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "platform/numbers.h"

/* Errors of JSON-RPC 2.0, and of a drive. */
enum tool_drive_error {
    TOOL_DRIVE_PARSE = -32700,
    TOOL_DRIVE_INVALID = -32600,
    TOOL_DRIVE_NO_METHOD = -32601,
    TOOL_DRIVE_PARAMS = -32602,
    TOOL_DRIVE_INTERNAL = -32603,
    TOOL_DRIVE_ENDED = 1,   /* the app, or the drive */
    TOOL_DRIVE_UNASKED = 3, /* the app does not ask for this */
    TOOL_DRIVE_BUSY = 4,    /* another client drives */
    TOOL_DRIVE_UNSEEN = 5,  /* where that is cannot be told */
    TOOL_DRIVE_STALLED = 6, /* the app asks for no frame */
};

/* The answer to a request: a result, or an error and why. */
struct tool_drive_reply {
    cJSON *result;
    int error;   /* 0: none */
    cJSON *data; /* of the error; NULL: none */
    char why[1024];
};

/* An error, unless there is one already. Returns false. */
bool tool_drive_fail(struct tool_drive_reply *reply, int error, const char *format, ...)
    US_FORMAT(3, 4);

/* The error of a name that is not there, with the closest of those that are. Returns false. */
bool tool_drive_fail_name(struct tool_drive_reply *reply, int error, const char *what,
                          const char *name, const char *const *names, const char *then);

/* Whether an object has no member but these, and each once; `where` names it. False: an error. */
bool tool_drive_check_keys(const cJSON *object, const char *const *keys, const char *where,
                           struct tool_drive_reply *reply);

/* Read members of a request. False, or below 0, with an error: the member is wrong. */

/* A number in this range; if there is none, *value stays. `what` is a word for it in a message:
 * "'over' must be seconds from 0 to 86400". */
bool tool_drive_read_number(const cJSON *object, const char *key, const char *what, double least,
                            double most, double *value, struct tool_drive_reply *reply);
/* The place of a text in a list that ends with NULL. */
int tool_drive_read_word(const cJSON *object, const char *key, const char *const *words,
                         struct tool_drive_reply *reply);
/* The member "part", a part of a picture; `otherwise` if there is none. */
enum { TOOL_DRIVE_PART = 32 };
bool tool_drive_read_part(const cJSON *object, const char *otherwise, char out[TOOL_DRIVE_PART],
                          struct tool_drive_reply *reply);

/* The line of an answer by JSON-RPC 2.0, from malloc (cJSON_free). Takes the id, and what the reply
 * has. NULL: there is no id, and no answer is wanted; or there is no memory. */
char *tool_drive_answer(cJSON *id, struct tool_drive_reply *reply);

#endif
