/* SPDX-License-Identifier: MIT */
/* about: what stat tells, for descriptors and for paths. Only files of this folder include it. */
#ifndef US_ABOUT_H
#define US_ABOUT_H

#include <sys/stat.h>

#include "platform/descriptor.h"

struct us_about us_about_of_status(const struct stat *status);

#endif
