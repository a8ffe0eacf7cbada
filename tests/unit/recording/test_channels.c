/* SPDX-License-Identifier: MIT */
/* What a recording has something to play for, and how it is refused where it has nothing. */
#include "support.h"

#include "core/recording/channels.h"
#include "core/keys/decode.h"

static struct us_recording decode(struct animation_file *file)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(file, &size);
    struct us_recording recording;
    struct us_error error;
    if (us_decode(bytes, size, NULL, &recording, &error) != US_OK)
        fail_msg("%s", error.text);
    return recording;
}

/* One key in one curve: which channels are then there, and which are spoken of. */
static void each_section_counts_by_its_own_keys(void **state)
{
    (void)state;
    const struct {
        unsigned curve, other, recorded, covered;
    } cases[] = {
        {ANIMATION_CAMERA + 3, ANIMATION_CAMERA + 3, US_CHANNEL_HEAD, US_CHANNEL_HEAD},
        {ANIMATION_GAZE + 5, ANIMATION_GAZE + 5, US_CHANNEL_GAZE, US_CHANNEL_GAZE},
        /* That no hand was seen is something to tell, but nothing to play. */
        {ANIMATION_TRACKED, ANIMATION_TRACKED + 1, 0, US_CHANNEL_HANDS | US_CHANNEL_PINCH},
        {ANIMATION_PINCHING, ANIMATION_PINCHING + 1, 0, 0},
        {animation_joint(0, 2), animation_joint(1, 2), 0, 0},
        {animation_joint(0, 2), ANIMATION_TRACKED + 1, 0, US_CHANNEL_HANDS | US_CHANNEL_PINCH},
        {animation_joint(1, 2), ANIMATION_TRACKED + 1, US_CHANNEL_HANDS | US_CHANNEL_PINCH,
         US_CHANNEL_HANDS | US_CHANNEL_PINCH},
        /* None is not played. */
        {animation_joint(0, 0), ANIMATION_TRACKED, 0, US_CHANNEL_HANDS | US_CHANNEL_PINCH},
    };
    for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct animation_file file;
        animation_init(&file);
        animation_add(&file, cases[i].curve, 0, 1);
        animation_add(&file, cases[i].other, 1, 1);
        struct us_recording recording = decode(&file);
        assert_int_equal(us_channels_recorded(&recording), cases[i].recorded);
        assert_int_equal(us_channels_covered(&recording), cases[i].covered);
        enum us_result wanted = cases[i].recorded != 0 ? US_OK : US_ERROR_NOTHING;
        assert_int_equal(us_channels_check(&recording, US_CHANNEL_ALL, NULL), wanted);
        us_recording_finish(&recording);
        animation_finish(&file);
    }
}

static void empty_curves_are_refused_in_words(void **state)
{
    (void)state;
    struct animation_file file;
    animation_init(&file);
    file.minor = 0;
    file.key_size = 28;
    struct us_recording recording = decode(&file);
    struct us_error error;
    assert_int_equal(us_channels_check(&recording, US_CHANNEL_ALL, &error), US_ERROR_NOTHING);
    assert_non_null(strstr(error.text, "no head, hand or gaze"));
    assert_non_null(strstr(error.text, "no curve has a key"));
    assert_non_null(strstr(error.text, "record it again"));
    assert_string_equal(us_result_name(error.result), "nothing to play");
    us_recording_finish(&recording);
    animation_finish(&file);
}

static void what_is_asked_for_must_be_there(void **state)
{
    (void)state;
    struct animation_file file;
    animation_init(&file);
    animation_add(&file, ANIMATION_CAMERA, 0, 1);
    struct us_recording recording = decode(&file);
    struct us_error error;
    assert_int_equal(us_channels_check(&recording, US_CHANNEL_ALL, &error), US_OK);
    assert_int_equal(us_channels_check(&recording, US_CHANNEL_HEAD | US_CHANNEL_GAZE, &error),
                     US_OK);
    assert_int_equal(us_channels_check(&recording, US_CHANNEL_GAZE | US_CHANNEL_PINCH, &error),
                     US_ERROR_NOTHING);
    assert_string_equal(error.text, "the recording has no gaze, pinch; it has head");
    us_recording_finish(&recording);
    animation_finish(&file);
}

static void names_are_read_and_written(void **state)
{
    (void)state;
    const char *word = NULL;
    int length = 0;
    char text[64];
    assert_int_equal(us_channels_parse("gaze,head", &word, &length),
                     US_CHANNEL_HEAD | US_CHANNEL_GAZE);
    assert_int_equal(us_channels_parse("head,feet,gaze", &word, &length), 0);
    assert_int_equal(length, 4);
    assert_memory_equal(word, "feet", 4);
    us_channels_names(US_CHANNEL_ALL, text, sizeof(text));
    assert_string_equal(text, "head, hands, gaze, pinch, controllers");
    us_channels_names(~0u, text, sizeof(text)); /* there are no others */
    assert_string_equal(text, "head, hands, gaze, pinch, controllers");
    us_channels_names(0, text, sizeof(text));
    assert_string_equal(text, "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_section_counts_by_its_own_keys),
        cmocka_unit_test(empty_curves_are_refused_in_words),
        cmocka_unit_test(what_is_asked_for_must_be_there),
        cmocka_unit_test(names_are_read_and_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
