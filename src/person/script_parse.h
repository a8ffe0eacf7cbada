/* SPDX-License-Identifier: MIT */
/* Reads a script (script.h) from a text file. */
#ifndef RT_PERSON_SCRIPT_PARSE_H
#define RT_PERSON_SCRIPT_PARSE_H

#include "person/script.h"

/* Reads a regular file of at most 16 MiB. NULL: the file cannot be read, or a line is wrong. */
struct rt_script *rt_script_read(const char *path, struct rt_script_error *out_error);

/* The same from `size` bytes of memory. `path` is only for the message. */
struct rt_script *rt_script_parse(const char *path, const char *text, size_t size,
                                  struct rt_script_error *out_error);

#endif
