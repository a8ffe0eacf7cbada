/* SPDX-License-Identifier: MIT */
#include "core/repair/repair_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/grow.h"
#include "core/base/result.h"

static const struct {
    const char *name;
    enum us_repair_weight weight;
    const char *sentence; /* printf: the place, the count, and an s where the count is not one */
} kinds[US_REPAIR_KIND_COUNT] = {
    [US_REPAIR_W_DEFECT] = {"w-defect", US_REPAIR_REPAIRED,
                            "%s: rotation W was lost by the toolkit's key reduction; rebuilt at "
                            "%" PRIu64 " key%s"},
    [US_REPAIR_W_CAMERA] =
        {"w-camera", US_REPAIR_REMAINS,
         "%s: the sign of the rebuilt W follows from continuity alone at %" PRIu64
         " key%s; check how the head turns, or record again with a newer toolkit"},
    [US_REPAIR_SIGN_FLIP] = {"sign-flip", US_REPAIR_REPAIRED,
                             "%s: the rotation changes its sign between keys; aligned at %" PRIu64
                             " key%s"},
    [US_REPAIR_ZERO_ROTATION] = {"zero-rotation", US_REPAIR_REPAIRED,
                                 "%s: no rotation in %" PRIu64 " key%s; a neighbour's is held"},
    [US_REPAIR_NO_ROTATION] = {"no-rotation", US_REPAIR_REMAINS,
                               "%s: no rotation in any of %" PRIu64 " key%s; played as identity"},
    [US_REPAIR_NOT_UNIT] = {"not-unit", US_REPAIR_REPAIRED,
                            "%s: the rotation is not unit in %" PRIu64
                            " key%s; normalised when played"},
    [US_REPAIR_TRACKING_GAP] = {"tracking-gap", US_REPAIR_NOTE,
                                "%s: not tracked in %" PRIu64 " gap%s"},
    [US_REPAIR_ZERO_GAZE] = {"zero-gaze", US_REPAIR_NOTE,
                             "%s: no direction in %" PRIu64 " key%s; played as no gaze"},
    [US_REPAIR_UNKNOWN_WRAP] = {"unknown-wrap", US_REPAIR_REPAIRED,
                                "%s: a wrap mode that does not exist in %" PRIu64
                                " curve%s, this one first; clamped"},
    [US_REPAIR_UNKNOWN_WEIGHTED] = {"unknown-weighted", US_REPAIR_REPAIRED,
                                    "%s: a weighted mode that does not exist in %" PRIu64
                                    " key%s; its two low bits count"},
    [US_REPAIR_SPLIT_TIMES] = {"split-times", US_REPAIR_REMAINS,
                               "%s: sign changes or empty keys were left alone at %" PRIu64
                               " key%s, because the components have keys at different times and "
                               "are not linear"},
    [US_REPAIR_UNSORTED] = {"unsorted", US_REPAIR_REPAIRED,
                            "%s: keys that are not sorted by time in %" PRIu64
                            " curve%s, this one first; sorted"},
    [US_REPAIR_MARKER_NAME] = {"marker-name", US_REPAIR_REPAIRED,
                               "%s: %" PRIu64 " name%s not in UTF-8; what is no text is replaced"},
    [US_REPAIR_LOST_TAIL] = {"lost-tail", US_REPAIR_REMAINS,
                             "%s and the other poses end before the hands' flags do"},
};

const char *us_repair_name(enum us_repair_kind kind)
{
    return (unsigned)kind < US_REPAIR_KIND_COUNT ? kinds[kind].name : "?";
}

enum us_repair_weight us_repair_weight(enum us_repair_kind kind)
{
    return (unsigned)kind < US_REPAIR_KIND_COUNT ? kinds[kind].weight : US_REPAIR_REMAINS;
}

/* "left IndexTip rotation X" is the rotation's first curve; its owner is "left IndexTip". */
static void place_name(const struct us_repair_item *item, char *out, unsigned out_size)
{
    us_recording_curve_name(item->curve_index, out, out_size);
    if (item->curve_index == US_CURVE_COUNT)
        snprintf(out, out_size, "markers");
    if (item->kind == US_REPAIR_UNKNOWN_WRAP || item->kind == US_REPAIR_UNSORTED ||
        item->kind == US_REPAIR_UNKNOWN_WEIGHTED)
        return;
    unsigned words =
        item->curve_index >= US_CURVE_JOINTS && item->curve_index < US_CURVE_GAZE ? 2 : 1;
    for (char *at = out; *at != '\0'; at++)
        if (*at == ' ' && --words == 0) {
            *at = '\0';
            return;
        }
}

void us_repair_describe(const struct us_repair_item *item, char *out, unsigned out_size)
{
    char place[US_ERROR_CURVE_SIZE];
    place_name(item, place, sizeof place);
    if (out_size > 0)
        out[0] = '\0';
    if (item->kind == US_REPAIR_LOST_TAIL) {
        snprintf(
            out, out_size,
            "the poses end %.3f s before the hands' flags do: the toolkit lost the last frames; "
            "they cannot be brought back",
            item->seconds);
    } else if (item->kind == US_REPAIR_TRACKING_GAP) {
        snprintf(out, out_size, "%s: not tracked in %" PRIu64 " gap%s, %.3f s in all", place,
                 item->count, item->count == 1 ? "" : "s", item->seconds);
    } else if ((unsigned)item->kind < US_REPAIR_KIND_COUNT) {
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
        snprintf(out, out_size, kinds[item->kind].sentence, place, item->count,
                 item->count == 1 ? "" : "s");
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
    }
}

bool us_repair_report_add(struct us_repair_report *report, enum us_repair_kind kind,
                          unsigned curve_index, uint64_t count, double seconds)
{
    if (report == NULL)
        return true;
    if (!US_GROW(report->items, report->item_count))
        return false;
    uint32_t place = report->item_count++;
    for (; place > 0 && report->items[place - 1].curve_index > curve_index; place--)
        report->items[place] = report->items[place - 1];
    report->items[place] = (struct us_repair_item){kind, curve_index, count, seconds};
    return true;
}

bool us_repair_report_add_reading(struct us_repair_report *report,
                                  const struct us_recording *recording)
{
    uint32_t names = recording->repaired_names, unsorted = recording->unsorted_curves;
    return (unsorted == 0 || us_repair_report_add(report, US_REPAIR_UNSORTED,
                                                  recording->first_unsorted, unsorted, 0.0)) &&
           (names == 0 ||
            us_repair_report_add(report, US_REPAIR_MARKER_NAME, US_CURVE_COUNT, names, 0.0));
}

void us_repair_report_finish(struct us_repair_report *report)
{
    free(report->items);
    *report = (struct us_repair_report){0};
}
