/* SPDX-License-Identifier: MIT */
/* mark, unmark and rename: steps that change only the list of markers. */
#include <string.h>

#include "core/base/text.h"
#include "core/playback/play_choices.h"
#include "tool/edit/steps/steps.h"

static enum us_result check_name(const char *name, struct us_error *error)
{
    double seconds;
    const size_t length = strlen(name);
    if (length == 0 || length >= US_SESSION_TEXT_SIZE)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "a marker's name has 1 to %d bytes", US_SESSION_TEXT_SIZE - 1);
    for (const char *at = name; *at != '\0';) {
        const size_t step = us_utf8_length(at);
        if (step == 0)
            return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                                  "the name '%.40s' is not well-formed UTF-8 text", name);
        at += step;
    }
    if (us_play_range_seconds(name, length, &seconds))
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "'%.40s' is no name for a marker, because it is a number of "
                              "seconds; 'mark' and 'retime' have the name first",
                              name);
    return US_OK;
}

enum us_result tool_edit_make_mark(struct tool_edit_making *making)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    const char *const *words = making->words->words;
    struct tool_edit_marker marker = {.source = US_SESSION_MARKER_USER};
    enum us_result result = check_name(words[0], making->error);
    if (result == US_OK)
        result = tool_edit_moment(outline, words[1], &marker.time_ns, making->error);
    if (result != US_OK)
        return result;
    us_utf8_copy(marker.name, sizeof marker.name, words[0], sizeof marker.name);
    struct tool_edit_stage *stage = tool_edit_add(making, sizeof *stage, NULL, NULL, NULL);
    if (stage == NULL)
        return US_ERROR_MEMORY;
    tool_edit_say(stage, "'%s' at %s", marker.name,
                  us_seconds_words(tool_edit_seconds(outline, marker.time_ns)).text);
    return tool_edit_marker_add(outline, &marker, making->error);
}

/* Every marker of the name. */
enum us_result tool_edit_make_unmark(struct tool_edit_making *making)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    struct tool_edit_marker *found =
        tool_edit_marker_find(outline, making->words->words[0], making->error);
    struct tool_edit_stage *stage =
        found != NULL ? tool_edit_add(making, sizeof *stage, NULL, NULL, NULL) : NULL;
    if (stage == NULL)
        return found != NULL ? US_ERROR_MEMORY : US_ERROR_USAGE;
    char name[US_SESSION_TEXT_SIZE];
    uint32_t kept = 0;
    memcpy(name, found->name, sizeof name);
    for (uint32_t i = 0; i < outline->marker_count; i++) {
        const struct tool_edit_marker marker = outline->markers[i];
        if (strcmp(marker.name, name) != 0)
            outline->markers[kept++] = marker;
    }
    tool_edit_say(stage, "'%s': %s", name,
                  tool_edit_count(outline->marker_count - kept, "marker").text);
    outline->marker_count = kept;
    return US_OK;
}

enum us_result tool_edit_make_rename(struct tool_edit_making *making)
{
    struct tool_edit_outline *outline = &making->steps->outline;
    const char *const *words = making->words->words;
    enum us_result result = check_name(words[1], making->error);
    if (result != US_OK)
        return result;
    struct tool_edit_marker *found = tool_edit_marker_find(outline, words[0], making->error);
    struct tool_edit_stage *stage =
        found != NULL ? tool_edit_add(making, sizeof *stage, NULL, NULL, NULL) : NULL;
    if (stage == NULL)
        return found != NULL ? US_ERROR_MEMORY : US_ERROR_USAGE;
    const struct tool_edit_marker old = *found;
    uint32_t count = 0;
    for (uint32_t i = 0; i < outline->marker_count; i++) {
        struct tool_edit_marker *marker = &outline->markers[i];
        if (strcmp(marker->name, old.name) != 0)
            continue;
        us_utf8_copy(marker->name, sizeof marker->name, words[1], sizeof marker->name);
        count++;
    }
    tool_edit_say(stage, "'%s' is '%s': %s", old.name, words[1],
                  tool_edit_count(count, "marker").text);
    return US_OK;
}
