/* SPDX-License-Identifier: MIT */
/*
 * fault_table: the cells of the fault matrix: each passed, or is a documented exception, or failed.
 *
 * What differs from what an app sees without the layer, and is meant to, is in one list with its
 * reason (fault_table.c).
 */
#ifndef US_TEST_FAULT_TABLE_H
#define US_TEST_FAULT_TABLE_H

#include <stdbool.h>

#include "openxr/xr.h"

struct fault_cell {
    const char *group;
    const char *call;  /* that the app made */
    const char *below; /* the function that fails, is missing ...; NULL: the same */
    XrResult code;     /* XR_SUCCESS: none */
};

/* The begin of a group, and its end, with its totals printed. A cell that takes longer than 120 s
 * kills the process. */
void fault_table_begin(const char *group);
void fault_table_end(void);

/* Count one; `expected` and `got` are said if it failed. */
void fault_table_add(struct fault_cell cell, bool passed, int expected, int got);
/* Print all. How many failed. */
int fault_table_finish(void);

#endif
