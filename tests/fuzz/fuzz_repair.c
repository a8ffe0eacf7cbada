/* SPDX-License-Identifier: MIT */
/*
 * Whatever a recording holds: it is repaired in memory that its keys justify, what is mended stays
 * mended, its keys are still keys, and who looks it through in pieces finds the same.
 */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "core/keys/key_source.h"
#include "core/keys/sorted_keys.h"
#include "core/inspect/inspect.h"
#include "core/repair/repair.h"

static void check_survey(const uint8_t *bytes, size_t size, const struct us_repair_report *wanted)
{
    struct us_file given = us_file_in_memory(bytes, size), file;
    struct us_curve_index index;
    struct us_repair_report report;
    struct us_inspect_facts facts;
    struct us_error error = {0};
    fuzz_check(us_sorted_keys_read(&given, &file, &index, &error) == US_OK, "%s", error.text);
    fuzz_check(us_inspect_run(&file, &index, NULL, NULL, &report, &facts, &error) == US_OK, "%s",
               error.text);
    fuzz_check(report.item_count == wanted->item_count, "%u items whole, %u in pieces",
               wanted->item_count, report.item_count);
    for (uint32_t i = 0; i < report.item_count; i++) {
        const struct us_repair_item *a = &wanted->items[i], *b = &report.items[i];
        fuzz_check(a->kind == b->kind && a->curve_index == b->curve_index && a->count == b->count &&
                       a->seconds == b->seconds,
                   "item %u: %s of curve %u %llu times whole, %s of %u %llu times in pieces", i,
                   us_repair_name(a->kind), a->curve_index, (unsigned long long)a->count,
                   us_repair_name(b->kind), b->curve_index, (unsigned long long)b->count);
        char words[512];
        us_repair_describe(a, words, sizeof words);
        fuzz_check(words[0] != '\0', "an item has no words");
    }
    us_repair_report_finish(&report);
    us_curve_index_finish(&index);
    us_file_close(&file);
}

static bool is_mended_for_good(enum us_repair_kind kind)
{
    return kind == US_REPAIR_SIGN_FLIP || kind == US_REPAIR_ZERO_ROTATION;
}

static void check_again(struct us_recording *recording)
{
    struct us_repair_report report = {0};
    struct us_error error = {0};
    fuzz_check(us_repair(recording, &report, &error) == US_OK, "%s", error.text);
    for (uint32_t i = 0; i < report.item_count; i++)
        fuzz_check(!is_mended_for_good(report.items[i].kind), "%s of curve %u is mended twice",
                   us_repair_name(report.items[i].kind), report.items[i].curve_index);
    us_repair_report_finish(&report);
}

static void check_keys(const struct us_recording *recording)
{
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        const struct us_curve *curve = &recording->curves[i];
        float before_s = -INFINITY;
        for (uint32_t key = 0; key < curve->key_count; key++) {
            struct us_key made = us_curve_key(curve, key);
            fuzz_check(isfinite(made.time_s) && isfinite(made.value) && made.time_s >= before_s,
                       "key %u of curve %u is none", key, i);
            before_s = made.time_s;
        }
    }
}

static void try_repair(const uint8_t *bytes, size_t size, struct us_recording *recording)
{
    struct us_repair_report report = {0};
    struct us_error error = {0};
    counting_reset();
    enum us_result result = us_repair(recording, &report, &error);
    fuzz_check(result == US_OK, "%s", error.text);
    fuzz_check(counting.total <= 64 * size + 65536, "%llu bytes of memory for %zu of a file",
               (unsigned long long)counting.total, size);
    check_keys(recording);
    check_survey(bytes, size, &report);
    us_repair_report_finish(&report);
    check_again(recording);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct us_recording recording;
    size_t file_size;
    uint8_t *bytes = fuzz_animation(data, size, &file_size);
    /* Decoding sorts the keys where they are. */
    uint8_t *copy = malloc(file_size + 1);
    fuzz_check(copy != NULL, "out of memory");
    memcpy(copy, bytes, file_size);
    if (us_recording_decode(bytes, file_size, &recording, NULL) == US_OK) {
        try_repair(copy, file_size, &recording);
        us_recording_finish(&recording);
    } else {
        free(bytes);
    }
    free(copy);
    return 0;
}
