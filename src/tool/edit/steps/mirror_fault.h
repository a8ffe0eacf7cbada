/* SPDX-License-Identifier: MIT */
/*
 * mirror_fault: a fault of a drive, as a mirror in the plane x = 0 shows it.
 */
#ifndef TOOL_MIRROR_FAULT_H
#define TOOL_MIRROR_FAULT_H

#include "core/base/result.h"
#include "session/codec/session_message.h"

/*
 * Mirrors the text of an event US_SESSION_EVENT_FAULT, [end ]KIND[:ARGUMENT...][+LENGTH], in place.
 * `left` and `right` are exchanged, and `drift` goes the other way: both of its numbers get the
 * other sign. Mirroring twice gives the same text. US_ERROR_USAGE, and the text as it was, if the
 * new text does not fit. Any thread.
 */
enum us_result tool_edit_mirror_fault(char text[US_SESSION_TEXT_SIZE], struct us_error *error);

#endif
