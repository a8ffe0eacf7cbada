/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a recording: no crash, no leak, no memory that the bytes do not justify, an error
 * that names a place in the file, the same answer from whoever reads the file in pieces, and
 * nothing that an independent reader would refuse.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "core/keys/key_source.h"
#include "oracle.h"
#include "core/keys/sorted_keys.h"
#include "core/inspect/inspect.h"

enum { MOST_FOR_ORACLE = 1 << 16 };

static void check_refusal(const struct us_error *error, enum us_result result, size_t size)
{
    fuzz_check(error->result == result, "the error is of another result");
    fuzz_check(error->text[0] != '\0', "the error has no words");
    fuzz_check(error->byte <= size || error->byte == US_NO_BYTE, "the error is outside the file");
}

/* The same file with its keys sorted. */
static enum us_result survey_sorted(const struct us_file *file, struct us_error *said)
{
    struct us_file sorted;
    struct us_curve_index index;
    enum us_result result = us_sorted_keys_read(file, &sorted, &index, said);
    if (result != US_OK)
        return result;
    result = us_inspect_run(&sorted, &index, NULL, NULL, NULL, NULL, said);
    us_curve_index_finish(&index);
    us_file_close(&sorted);
    return result;
}

/* What looks the file through in pieces says the same. */
static void check_survey(const uint8_t *bytes, size_t size, enum us_result wanted,
                         const struct us_error *error)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    struct us_error said = {0};
    enum us_result result = us_curve_index_read(&file, &index, &said);
    if (result == US_OK)
        result = us_inspect_run(&file, &index, NULL, NULL, NULL, NULL, &said);
    us_curve_index_finish(&index);
    if (result == US_ERROR_UNSORTED)
        result = survey_sorted(&file, &said);
    fuzz_check(result == wanted, "whole: %s, in pieces: %s", us_result_name(wanted),
               us_result_name(result));
    if (result != US_OK)
        fuzz_check(strcmp(said.text, error->text) == 0 && said.byte == error->byte &&
                       strcmp(said.curve, error->curve) == 0,
                   "whole: %s, in pieces: %s", error->text, said.text);
}

static void check_oracle(const uint8_t *bytes, size_t size, const struct us_recording *recording)
{
    const struct oracle_options options = {.keep_w = true};
    char why[256] = "";
    struct oracle_recording *other = oracle_parse(bytes, size, &options, why, sizeof why);
    fuzz_check(other != NULL, "only we read it: %s", why);
    /* The oracle takes names that are no text, and so may find markers where there are keys. */
    bool is_loose = other->marker_count > 0;
    fuzz_check(is_loose || (recording->layout.version_minor == other->minor &&
                            recording->layout.key_size == (uint32_t)other->key_size &&
                            recording->layout.has_markers == other->has_marker_list &&
                            recording->marker_count == other->marker_count),
               "another layout is read");
    oracle_destroy(other);
}

static void try_bytes(const uint8_t *data, size_t size)
{
    struct us_recording recording;
    struct us_error error = {0};
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    fuzz_check(bytes != NULL, "out of memory");
    memcpy(bytes, data, size);
    counting_reset();
    enum us_result result = us_recording_decode(bytes, size, &recording, &error);
    fuzz_check(counting.largest <= 8 * size + 64 && counting.total <= 16 * size + 64,
               "%llu bytes of memory for %zu of a file", (unsigned long long)counting.total, size);
    check_survey(data, size, result, &error);
    if (result != US_OK) {
        check_refusal(&error, result, size);
        free(bytes);
        return;
    }
    if (size <= MOST_FOR_ORACLE)
        check_oracle(data, size, &recording);
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        us_curve_evaluate(&recording.curves[i], 0.3, NULL);
    us_recording_finish(&recording);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t file_size;
    uint8_t *bytes = fuzz_animation(data, size, &file_size);
    try_bytes(bytes, file_size);
    free(bytes);
    return 0;
}
