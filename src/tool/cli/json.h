/* SPDX-License-Identifier: MIT */
/*
 * json: what the commands add to cJSON. An object that could not be made is NULL, and adding to
 * NULL does nothing, so that running out of memory shows once, in tool_json_print.
 */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "core/base/result.h"

/* A number with as many digits as a float needs; null if it is not finite. */
void tool_json_add_number(cJSON *object, const char *name, double value);
/* Text from outside, made valid UTF-8. */
void tool_json_add_text(cJSON *object, const char *name, const char *text);
/* An array of `count` numbers. */
void tool_json_add_array(cJSON *object, const char *name, const float *values, unsigned count);
/* {"kind", "curve" or null, "byte" or null, "text"} */
void tool_json_add_error(cJSON *object, const struct us_error *error);

/* Print and delete `object`; false (and said) if memory ran out. */
bool tool_json_print(cJSON *object);

#endif
