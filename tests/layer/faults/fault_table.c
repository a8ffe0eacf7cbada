/* SPDX-License-Identifier: MIT */
#include "fault_table.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* One cell takes milliseconds: what takes this long hangs, also on a busy machine. */
enum { CELL_SECONDS = 120 };

/* NULL: any; `code` XR_SUCCESS: any. */
static struct exception {
    const char *group, *call, *below;
    XrResult code;
    const char *reason;
    int cells;
} exceptions[] = {
    {NULL, "xrCreateHandTrackerEXT", "xrCreateHandTrackerEXT", XR_ERROR_FEATURE_UNSUPPORTED,
     "a runtime without hands: the layer has the recorded ones", 0},
    {NULL, "xrApplyHapticFeedback", "xrApplyHapticFeedback", XR_ERROR_PATH_UNSUPPORTED,
     "a user whom the recording plays and the runtime does not know: nobody feels it", 0},
    {NULL, "xrStopHapticFeedback", "xrStopHapticFeedback", XR_ERROR_PATH_UNSUPPORTED,
     "a user whom the recording plays and the runtime does not know: nobody felt it", 0},
    {NULL, "xrSuggestInteractionProfileBindings", "xrSuggestInteractionProfileBindings",
     XR_ERROR_PATH_UNSUPPORTED, "a profile that the runtime does not know: the layer plays it", 0},
    {NULL, "xrGetInputSourceLocalizedName", "xrGetInputSourceLocalizedName",
     XR_ERROR_PATH_UNSUPPORTED, "a source that the runtime does not know: the layer names it", 0},
    {NULL, "xrGetInputSourceLocalizedName", "xrGetInputSourceLocalizedName", XR_ERROR_PATH_INVALID,
     "a source that the runtime does not know: the layer names it", 0},
    {NULL, "xrGetInputSourceLocalizedName", "xrGetInputSourceLocalizedName",
     XR_ERROR_FEATURE_UNSUPPORTED, "a runtime that names nothing: the layer does", 0},
    {NULL, "xrGetInputSourceLocalizedName", "xrGetInputSourceLocalizedName",
     XR_ERROR_VALIDATION_FAILURE, "the layer has checked the call itself; the source is its own",
     0},
    {"from the start, supplied", "xrCreateHandTrackerEXT", "xrCreateSession", XR_SUCCESS,
     "there is no session: HANDLE_INVALID, where the comparison's runtime checks nothing", 0},
    {"missing functions, supplied", "xrCreateHandTrackerEXT", "xrCreateSession", XR_SUCCESS,
     "there is no session: HANDLE_INVALID, where the comparison's runtime checks nothing", 0},
    {NULL, "xrCreateHandTrackerEXT", "xrCreateReferenceSpace", XR_SUCCESS,
     "without the spaces that playing needs nothing plays: supplied hands are FEATURE_UNSUPPORTED",
     0},
    {NULL, "xrCreateHandTrackerEXT", "xrLocateSpace", XR_SUCCESS,
     "without xrLocateSpace nothing plays: supplied hands are FEATURE_UNSUPPORTED", 0},
    {"from the start, supplied", "xrLocateSpacesKHR", "xrLocateSpace", XR_SUCCESS,
     "xrLocateSpacesKHR that the runtime lacks is made of xrLocateSpace, and fails as that does",
     0},
    {NULL, "xrDestroyInstance", "xrDestroyInstance", XR_SUCCESS,
     "the layer always has an xrDestroyInstance: HANDLE_INVALID if there is none below", 0},
    {"the layer's own calls", NULL, "xrLocateSpace", XR_SUCCESS,
     "the runtime fails between two questions of one call: its code; the first was written", 0},
    {"the layer's own, supplied", NULL, "xrLocateSpace", XR_SUCCESS,
     "the runtime fails between two questions of one call: its code; the first was written", 0},
    {"forbidden times accepted", "xrLocateHandJointsEXT", NULL, XR_SUCCESS,
     "for hands the layer says TIME_INVALID of a time that OpenXR forbids", 0},
    {"forbidden, frame clock", "xrLocateHandJointsEXT", NULL, XR_SUCCESS,
     "for hands the layer says TIME_INVALID of a time that OpenXR forbids", 0},
};

static struct {
    const char *group;
    int cells, passed, excepted, failed;
    int all_cells, all_passed, all_excepted, all_failed;
} table;

void fault_table_begin(const char *group)
{
    table.group = group;
    table.cells = table.passed = table.excepted = table.failed = 0;
    alarm(CELL_SECONDS);
}

void fault_table_end(void)
{
    alarm(0);
    printf("%-28s %6d cells %6d passed %4d documented exceptions %4d failed\n", table.group,
           table.cells, table.passed, table.excepted, table.failed);
    table.all_cells += table.cells;
    table.all_passed += table.passed;
    table.all_excepted += table.excepted;
    table.all_failed += table.failed;
}

static bool matches(const struct exception *exception, const struct fault_cell *cell)
{
    const char *below = cell->below != NULL ? cell->below : cell->call;
    return (exception->group == NULL || strcmp(exception->group, cell->group) == 0) &&
           (exception->call == NULL || strcmp(exception->call, cell->call) == 0) &&
           (exception->below == NULL || strcmp(exception->below, below) == 0) &&
           (exception->code == XR_SUCCESS || exception->code == cell->code);
}

static bool is_excepted(const struct fault_cell *cell)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
        if (!matches(&exceptions[i], cell))
            continue;
        exceptions[i].cells++;
        return true;
    }
    return false;
}

/* One line for what fails with one code after another. */
static bool is_news(const struct fault_cell *cell)
{
    static struct fault_cell last;
    bool same = table.failed > 0 && cell->call == last.call && cell->below == last.below;
    table.failed++;
    last = *cell;
    return !same;
}

void fault_table_add(struct fault_cell cell, bool passed, int expected, int got)
{
    alarm(CELL_SECONDS);
    table.cells++;
    if (passed)
        table.passed++;
    else if (is_excepted(&cell))
        table.excepted++;
    else if (is_news(&cell))
        fprintf(stderr, "FAILED %s: %s, below %s with %d: expected %d, got %d\n", cell.group,
                cell.call, cell.below != NULL ? cell.below : cell.call, (int)cell.code, expected,
                got);
}

int fault_table_finish(void)
{
    printf("%d cells, %d passed, %d documented exceptions\n", table.all_cells, table.all_passed,
           table.all_excepted);
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++) {
        if (exceptions[i].cells > 0)
            printf("  %4d of %s: %s\n", exceptions[i].cells,
                   exceptions[i].call != NULL ? exceptions[i].call : "any call",
                   exceptions[i].reason);
    }
    return table.all_failed;
}
