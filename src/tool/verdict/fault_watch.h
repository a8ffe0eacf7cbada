/* SPDX-License-Identifier: MIT */
/*
 * fault_watch: whether the faults on purpose that a file of expectations names,
 * understudy-fault(7), were made in the run of an event log. A run without them tells nothing about
 * them.
 */
#ifndef TOOL_FAULT_WATCH_H
#define TOOL_FAULT_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/faults/fault_list.h"
#include "tool/log/log_reader.h"

/* Bits are faults of the list. */
struct tool_fault_watch {
    struct us_faults faults;
    uint32_t wanted; /* the run was told to make them */
    uint32_t begun;
};

/* `list` may be NULL, and must outlive the watch. False after a message if it is no list of faults.
 */
bool tool_fault_watch_init(struct tool_fault_watch *watch, const char *list);
void tool_fault_watch_event(struct tool_fault_watch *watch, const struct tool_log_event *event);
/* At the end of the log. False: `reason` says which fault was not made, and why. */
bool tool_fault_watch_judge(const struct tool_fault_watch *watch, char *reason, size_t size);

#endif
