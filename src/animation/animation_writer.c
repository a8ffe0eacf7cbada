/* SPDX-License-Identifier: MIT */
#include "animation/animation_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file.h"
#include "core/recording/format.h"

enum { KEYS_WAITING = 512 };

struct curve_state {
    uint8_t *waiting; /* room for KEYS_WAITING keys */
    unsigned count;   /* of the keys that wait */
    uint64_t rest;    /* keys that are still to come */
    uint64_t offset;  /* where the keys that wait belong */
};

struct us_animation_writer {
    int file;
    uint32_t key_size; /* of float curves */
    uint64_t size;     /* of the file */
    uint8_t *waiting;  /* of all curves */
    struct curve_state curves[US_CURVE_COUNT];
};

/* Appends the content of `bytes` to the file, and empties it. */
static enum us_result append(struct us_animation_writer *writer, struct us_writer *bytes,
                             struct us_error *error)
{
    if (bytes->failed)
        return us_result_no_memory(error);
    enum us_result result =
        us_file_put(writer->file, bytes->bytes, bytes->size, writer->size, error);
    writer->size += bytes->size;
    bytes->size = 0;
    return result;
}

static uint32_t key_size_of(const struct us_animation_writer *writer, unsigned curve)
{
    return us_recording_curve_is_bool(curve) ? (uint32_t)US_KEY_SIZE_SHORT : writer->key_size;
}

static enum us_result lay_curve(struct us_animation_writer *writer, unsigned curve,
                                const struct us_animation_plan *plan, struct us_writer *bytes,
                                struct us_error *error)
{
    const uint64_t key_count = plan->key_counts[curve];
    const struct us_curve *kept = plan->kept[curve];
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve, name, sizeof name);
    if (key_count > INT32_MAX)
        return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, name,
                              "a curve of an input animation file cannot hold so many keys");
    us_recording_encode_curve_head(bytes, kept != NULL ? kept->pre_wrap : US_WRAP_CLAMP_FOREVER,
                                   kept != NULL ? kept->post_wrap : US_WRAP_CLAMP_FOREVER,
                                   (uint32_t)key_count);
    enum us_result result = append(writer, bytes, error);
    writer->curves[curve].rest = key_count;
    writer->curves[curve].offset = writer->size;
    writer->size += key_count * key_size_of(writer, curve);
    return result;
}

static enum us_result lay_file(struct us_animation_writer *writer,
                               const struct us_animation_plan *plan, struct us_error *error)
{
    struct us_writer bytes = {0};
    us_recording_encode_head(&bytes, &plan->layout);
    enum us_result result = append(writer, &bytes, error);
    for (unsigned i = 0; i < US_CURVE_COUNT && result == US_OK; i++)
        if (us_format_has_curve(&plan->layout, i))
            result = lay_curve(writer, i, plan, &bytes, error);
    if (plan->layout.has_markers && result == US_OK) {
        us_recording_encode_markers(&bytes, plan->markers, plan->marker_count);
        result = append(writer, &bytes, error);
    }
    us_writer_finish(&bytes);
    return result;
}

enum us_result us_animation_writer_create(int file, const struct us_animation_plan *plan,
                                          struct us_animation_writer **out, struct us_error *error)
{
    *out = NULL;
    enum us_result result = us_recording_encode_check_layout(&plan->layout, error);
    if (result != US_OK)
        return result;
    struct us_animation_writer *writer = calloc(1, sizeof *writer);
    const size_t room = (size_t)KEYS_WAITING * plan->layout.key_size;
    if (writer != NULL)
        writer->waiting = malloc(US_CURVE_COUNT * room);
    if (writer == NULL || writer->waiting == NULL) {
        free(writer);
        return us_result_no_memory(error);
    }
    writer->file = file;
    writer->key_size = plan->layout.key_size;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++)
        writer->curves[i].waiting = writer->waiting + i * room;
    result = lay_file(writer, plan, error);
    if (result == US_OK)
        *out = writer;
    else
        us_animation_writer_destroy(writer);
    return result;
}

static enum us_result flush(struct us_animation_writer *writer, unsigned curve,
                            struct us_error *error)
{
    struct curve_state *state = &writer->curves[curve];
    const uint64_t size = (uint64_t)state->count * key_size_of(writer, curve);
    enum us_result result = us_file_put(writer->file, state->waiting, size, state->offset, error);
    state->offset += size;
    state->count = 0;
    return result;
}

static enum us_result wrong_count(unsigned curve, struct us_error *error)
{
    char name[US_ERROR_CURVE_SIZE];
    us_recording_curve_name(curve, name, sizeof name);
    return us_result_fail(error, US_ERROR_COUNT, US_NO_BYTE, name,
                          "the curve has another number of keys than was planned");
}

enum us_result us_animation_writer_add(struct us_animation_writer *writer, unsigned curve,
                                       float time_s, float value, struct us_error *error)
{
    /* The same form as the toolkit's keys: tangents and weights 0, mode Both, which is linear. */
    const struct us_key key = {.time_s = time_s, .value = value, .weighted_mode = US_WEIGHTED_BOTH};
    return us_animation_writer_copy(writer, curve, &key, error);
}

enum us_result us_animation_writer_copy(struct us_animation_writer *writer, unsigned curve,
                                        const struct us_key *key, struct us_error *error)
{
    uint8_t bytes[US_KEY_SIZE_FULL];
    struct curve_state *state = &writer->curves[curve];
    const uint32_t key_size = key_size_of(writer, curve);
    if (state->rest == 0)
        return wrong_count(curve, error);
    us_key_store(key, bytes);
    memcpy(state->waiting + (size_t)state->count * key_size, bytes, key_size);
    state->count++;
    state->rest--;
    return state->count == KEYS_WAITING ? flush(writer, curve, error) : US_OK;
}

enum us_result us_animation_writer_finish(struct us_animation_writer *writer, uint64_t *out_size,
                                          struct us_error *error)
{
    *out_size = writer->size;
    for (unsigned i = 0; i < US_CURVE_COUNT; i++) {
        enum us_result result =
            writer->curves[i].rest > 0 ? wrong_count(i, error) : flush(writer, i, error);
        if (result != US_OK)
            return result;
    }
    return US_OK;
}

void us_animation_writer_destroy(struct us_animation_writer *writer)
{
    if (writer != NULL)
        free(writer->waiting);
    free(writer);
}
