/* SPDX-License-Identifier: MIT */
/* system: what files of this folder share. Only they include it. */
#ifndef US_SYSTEM_H
#define US_SYSTEM_H

#include <sys/stat.h>

#include "platform/descriptor.h"

/* What a status tells, for descriptors and for paths, where `error` is 0. False: it was not taken.
 */
bool us_system_about(int error, const struct stat *status, struct us_about *out);

/* The beginning of a small file of the system, terminated; "" if it cannot be read. */
void us_system_read(const char *path, char *out, size_t size);

#endif
