/* SPDX-License-Identifier: MIT */
/*
 * person_source: the script of a person as the source of a conversion (tool/convert/base/format.h):
 * the frames that a drive would have composed of it (tool/drive/person/live_person.h), as one
 * person does it.
 *
 * Frame n is at n / hz seconds, and the last one is at the script's last line or right before it.
 * While nothing changes and the person does not tremble, there is a frame a second. Memory is
 * bounded, however long the script lasts. One thread.
 */
#ifndef TOOL_PERFORM_PERSON_SOURCE_H
#define TOOL_PERFORM_PERSON_SOURCE_H

#include "person/script.h"
#include "tool/convert/base/format.h"
#include "tool/perform/people.h"
#include "tool/perform/reach.h"

#define TOOL_PERFORM_HZ 60.0

/* What tool_convert_input::of is for this source. It must last as long as the source. */
struct tool_perform_act {
    const struct rt_script *script;
    struct tool_perform_person person;
    double hz;                        /* 1 to 1000 */
    struct tool_perform_reach *reach; /* zeroed; filled while the frames are made; may be NULL */
    void (*progress)(void *data, uint64_t done, uint64_t total); /* frames; may be NULL */
    void *data;
};

/* The kind of file that a conversion reads; only its `open` matters. US_ERROR_NOTHING: the script
 * lasts no frame. US_ERROR_USAGE: it lasts longer than a week. */
extern const struct tool_convert_format tool_perform_format;

#endif
