/* SPDX-License-Identifier: MIT */
/*
 * uninstall: take away what a receipt lists, and nothing else.
 */
#ifndef US_TOOL_UNINSTALL_H
#define US_TOOL_UNINSTALL_H

#include <stdbool.h>
#include <stdint.h>

#include "personal.h"
#include "receipt.h"

/* True if nothing is at `path`, or a regular file with this hash; otherwise says what is in the
 * way. */
bool us_uninstall_is_ours(const char *path, uint64_t hash);

/*
 * Remove the files that are still as they were written, then the receipt, then the folders that
 * were made and are empty. False, and said, if a file had to stay; then the receipt stays too.
 */
bool us_uninstall(const struct us_personal *personal, const struct us_receipt *receipt);

#endif
