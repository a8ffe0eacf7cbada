/* SPDX-License-Identifier: MIT */
/*
 * json: helpers on top of cJSON. If memory runs out, an object is NULL, and adding to NULL does
 * nothing. tool_json_print then reports it once.
 */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "core/base/pose.h"
#include "core/base/result.h"

/* A number with as many digits as a float needs; null if it is not finite. */
void tool_json_add_number(cJSON *object, const char *name, double value);
/* Text from outside, made valid UTF-8. */
void tool_json_add_text(cJSON *object, const char *name, const char *text);
/* The same; null of "" and of NULL. */
void tool_json_add_text_or_null(cJSON *object, const char *name, const char *text);
/* A new object, or text from outside, at the end of an array. Of a NULL array: nothing. */
cJSON *tool_json_append_object(cJSON *array);
void tool_json_append_text(cJSON *array, const char *text);
/* An array of `count` numbers. */
void tool_json_add_array(cJSON *object, const char *name, const float *values, unsigned count);
/* [x, y, z, qx, qy, qz, qw] */
void tool_json_add_pose(cJSON *object, const char *name, struct us_pose pose);
/* {"kind", "curve" or null, "byte" or null, "text"} */
void tool_json_add_error(cJSON *object, const struct us_error *error);

/* The value of a line from outside; NULL if it is no JSON in UTF-8, or has something behind it. */
cJSON *tool_json_parse_line(const char *line, size_t length);

/* A member. NULL: there is none, or `object` is none. Lasts as long as the object. */
static inline const cJSON *tool_json_get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}
/* A member that is a text; otherwise `fallback`. Lasts as long as the object. */
const char *tool_json_text(const cJSON *object, const char *name, const char *fallback);
/* Whether a member is this text. */
bool tool_json_is_text(const cJSON *object, const char *name, const char *text);
/* A member that is a number; otherwise `fallback`. */
double tool_json_number(const cJSON *object, const char *name, double fallback);

/* Prints and deletes `object`. Returns false after a message if memory ran out. */
bool tool_json_print(cJSON *object);

#endif
