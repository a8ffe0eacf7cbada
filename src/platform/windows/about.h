/* SPDX-License-Identifier: MIT */
/* about: what a handle tells of its file, for descriptors and for paths. Only files of this folder
 * include it. */
#ifndef US_ABOUT_H
#define US_ABOUT_H

#include "platform/descriptor.h"
#include "platform/windows/system.h"

/* `owner` is 1 where it is the process's user, or nobody: some file systems know no owners. */
bool us_about_of_handle(HANDLE handle, struct us_about *out);

#endif
