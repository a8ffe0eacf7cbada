/* SPDX-License-Identifier: MIT */
/* Hazard: a layout read wrongly, or written back as something else. */
#include "support.h"

#include "core/keys/key_source.h"
#include "core/recording/format.h"
#include "encode.h"

struct shape {
    bool header;
    int32_t minor;
    unsigned key_size;
    bool has_markers;
    uint8_t flags[3];
};

/* The file of a case, and what is read of it; begin and read_file drop the last ones. */
static struct animation_file file;
static struct us_recording recording;

static void begin(void)
{
    animation_finish(&file);
    animation_init(&file);
}

static void shape_file(const struct shape *shape, bool bent)
{
    begin();
    file.header = shape->header;
    file.minor = shape->minor;
    file.key_size = shape->key_size;
    file.has_markers = shape->has_markers;
    memcpy(file.flags, shape->flags, 3);
    for (unsigned i = 0; i < ANIMATION_CURVES; i++) {
        file.curves[i].pre = (int32_t)i;
        file.curves[i].post = -(int32_t)i;
    }
    /* A file without a header is recognised by this. */
    file.curves[0].pre = 8;
    animation_fill_small(&file, bent && shape->key_size == 28);
}

static void decode(uint8_t *bytes, uint64_t size)
{
    struct us_error error = {0};
    us_recording_finish(&recording);
    if (us_recording_decode(bytes, size, &recording, &error) != US_OK)
        fail_msg("%s (%s, byte %llu)", error.text, error.curve, (unsigned long long)error.byte);
}

static void read_file(void)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    decode(bytes, size);
    assert_int_equal(recording.file_size, size);
}

/* What is written of the recording in this layout is the file. */
static void check_written(const struct us_layout *layout)
{
    uint64_t size, want_size;
    uint8_t *out, *want = animation_bytes(&file, &want_size);
    assert_int_equal(us_encode(&recording, layout, &out, &size, NULL), US_OK);
    assert_int_equal(size, want_size);
    assert_memory_equal(out, want, (size_t)want_size);
    free(want);
    free(out);
}

static bool in_file(unsigned curve)
{
    if (file.minor == 0)
        return curve < ANIMATION_GAZE;
    return file.flags[curve < ANIMATION_TRACKED ? 0 : curve < ANIMATION_GAZE ? 1 : 2] != 0;
}

static void check_curve(unsigned index)
{
    const struct us_curve *got = &recording.curves[index];
    const struct animation_curve *want = &file.curves[index];
    if (!in_file(index)) {
        assert_int_equal(got->key_count, 0);
        return;
    }
    assert_int_equal(got->pre_wrap, want->pre);
    assert_int_equal(got->post_wrap, want->post);
    assert_int_equal(got->key_count, want->count);
    assert_int_equal(got->byte, file.curve_byte[index]);
    bool is_short = file.key_size == 8 || (index >= ANIMATION_TRACKED && index < ANIMATION_JOINTS);
    assert_int_equal(got->key_size, is_short ? 8 : 28);
    for (unsigned k = 0; k < want->count; k++) {
        struct us_key key = us_curve_key(got, k);
        const struct animation_key *one = &want->keys[k];
        assert_true(key.time_s == one->time_s && key.value == one->value);
        if (is_short)
            continue;
        assert_true(key.in_tangent == one->in_tangent && key.out_tangent == one->out_tangent);
        assert_true(key.in_weight == one->in_weight && key.out_weight == one->out_weight);
        assert_int_equal(key.weighted_mode, one->mode);
    }
}

static void check_round_trip(void)
{
    read_file();
    const struct us_layout *layout = &recording.layout;
    assert_int_equal(layout->version_major, 1);
    assert_int_equal(layout->version_minor, file.minor);
    assert_int_equal(layout->headerless, !file.header);
    assert_int_equal(layout->key_size, file.key_size);
    assert_int_equal(layout->has_markers, file.has_markers);
    assert_int_equal(layout->has_camera, in_file(0));
    assert_int_equal(layout->has_hands, in_file(ANIMATION_TRACKED));
    assert_int_equal(layout->has_gaze, in_file(ANIMATION_GAZE));
    uint64_t keys = 0;
    for (unsigned i = 0; i < ANIMATION_CURVES; i++) {
        check_curve(i);
        keys += in_file(i) ? file.curves[i].count : 0;
    }
    assert_int_equal(recording.key_count, keys);
    assert_int_equal(recording.marker_count, file.has_markers ? file.marker_count : 0);
    for (unsigned i = 0; i < recording.marker_count; i++) {
        const struct animation_marker *marker = &file.markers[i];
        assert_true(recording.markers[i].time_s == marker->time_s);
        assert_int_equal(recording.markers[i].name_length, marker->length);
        assert_memory_equal(recording.markers[i].name, marker->name, marker->length);
        assert_int_equal(recording.markers[i].name[marker->length], 0);
    }
    check_written(layout);
}

static const char *long_name(unsigned length)
{
    static char text[20000];
    memset(text, 'm', sizeof text);
    if (length > 3)
        memcpy(text + length - 3, "\xe2\x82\xac", 3); /* ends in a euro sign */
    return text;
}

static void add_marker(float time_s, const char *name, unsigned length)
{
    file.markers[file.marker_count++] = (struct animation_marker){time_s, name, length};
}

TEST(every_layout_comes_back_the_same)
{
    static const unsigned lengths[] = {0, 1, 127, 128, 300, 16383, 16384};
    for (unsigned i = 0; i < 3 * 2 * 2; i++)
        for (unsigned flags = 0; flags < 8; flags++)
            for (unsigned marker = 0; marker <= 7; marker++) {
                /* 1.0 with and without header, 1.1 of 8 bytes, 1.1 of 28. */
                struct shape shape = {
                    .header = i % 3 != 0 || i / 6 == 0,
                    .minor = i % 3 == 0 ? 0 : 1,
                    .key_size = i % 3 == 1 ? 8 : 28,
                    .has_markers = i / 3 % 2 == 1,
                    .flags = {flags & 1, (uint8_t)(flags >> 1 & 1), (uint8_t)(flags >> 2)}};
                if ((shape.minor == 0 && flags > 0) || (!shape.has_markers && marker > 0))
                    continue;
                shape_file(&shape, true);
                if (shape.key_size == 28 && shape.minor == 1 && flags == 0)
                    file.key_size = 8; /* no float key tells: the toolkit's layout is named */
                if (marker > 0) {
                    add_marker(0.5f, long_name(lengths[marker - 1]), lengths[marker - 1]);
                    add_marker(-1.5f, "G\xc3\xbc\xc3\x9f \xf0\x9f\x91\x8b", 10);
                }
                check_round_trip();
            }
}

TEST(odd_flag_bytes_survive)
{
    static const uint8_t odd[] = {2, 255, 128, 1};
    for (unsigned i = 0; i < 4; i++) {
        struct shape shape = {true, 1, 8, true, {odd[i], odd[(i + 1) % 4], odd[(i + 2) % 4]}};
        shape_file(&shape, false);
        check_round_trip();
        assert_memory_equal(recording.layout.flag_bytes, shape.flags, 3);
    }
}

TEST(flag_bytes_that_do_not_fit_are_written_plain)
{
    struct shape shape = {true, 1, 8, true, {255, 2, 7}};
    shape_file(&shape, false);
    uint64_t size;
    uint8_t *out;
    read_file();
    struct us_layout layout = recording.layout;
    layout.has_gaze = false;
    layout.flag_bytes[1] = 0;
    assert_int_equal(us_encode(&recording, &layout, &out, &size, NULL), US_OK);
    assert_memory_equal(out + 16, ((uint8_t[]){255, 1, 0}), 3);
    free(out);
}

TEST(in_memory_layouts_convert)
{
    /* 28 -> 8 keeps time and value; 8 -> 28 gives tangents 0, weights 0, mode Both. */
    struct shape wide = {true, 1, 28, true, {1, 1, 1}};
    shape_file(&wide, true);
    uint64_t size;
    uint8_t *out;
    read_file();
    struct us_layout layout = recording.layout;
    layout.key_size = file.key_size = 8;
    check_written(&layout);
    assert_int_equal(us_encode(&recording, &layout, &out, &size, NULL), US_OK);
    decode(out, size);

    for (unsigned i = 0; i < ANIMATION_CURVES; i++)
        for (unsigned k = 0; k < file.curves[i].count; k++) {
            struct animation_key *key = &file.curves[i].keys[k];
            *key = (struct animation_key){.time_s = key->time_s, .value = key->value, .mode = 3};
        }
    layout.key_size = file.key_size = 28;
    check_written(&layout);

    /* To 1.0: the same keys without flags and gaze. */
    layout = (struct us_layout){.version_major = 1,
                                .key_size = 28,
                                .has_camera = true,
                                .has_hands = true,
                                .headerless = true};
    file.minor = 0;
    file.header = file.has_markers = false;
    check_written(&layout);
}

TEST(layouts_that_do_not_exist_are_refused)
{
    struct us_recording empty = {0};
    const struct us_layout good = {.version_major = 1,
                                   .version_minor = 1,
                                   .key_size = 8,
                                   .has_camera = true,
                                   .has_hands = true};
    struct us_layout bad[8];
    for (unsigned i = 0; i < 8; i++)
        bad[i] = good;
    bad[0].version_minor = 2;
    bad[1].version_major = 2;
    bad[2].version_minor = -1;
    bad[3].key_size = 12;
    bad[4].key_size = 0;
    bad[5].version_minor = 0; /* 1.0 with 8-byte keys */
    bad[6].headerless = true; /* 1.1 without a header */
    bad[7].version_minor = 0;
    bad[7].key_size = 28;
    bad[7].has_gaze = true;
    uint8_t *out = NULL;
    uint64_t size = 0;
    for (unsigned i = 0; i < 8; i++) {
        struct us_error error = {0};
        assert_int_equal(us_encode(&empty, &bad[i], &out, &size, &error), US_ERROR_USAGE);
        assert_int_equal(error.result, US_ERROR_USAGE);
        assert_true(error.byte == US_NO_BYTE && error.text[0] != '\0');
        assert_null(out);
    }
    /* Without a header, and with a first curve that none of 2019 has. */
    bad[7].has_gaze = false;
    bad[7].headerless = true;
    assert_int_equal(us_encode(&empty, &bad[7], &out, &size, NULL), US_ERROR_USAGE);
    bad[7].headerless = bad[7].has_hands = false;
    assert_int_equal(us_encode(&empty, &bad[7], &out, &size, NULL), US_ERROR_USAGE);
    assert_int_equal(us_encode(&empty, &good, &out, &size, NULL), US_OK);
    /* Magic, version, flags, 389 empty curves, no markers. */
    assert_int_equal(size, 19 + 389 * 12);
    free(out);
}

TEST(names_of_curves)
{
    static const struct {
        unsigned index;
        const char *name;
    } names[] = {{0, "camera position X"},
                 {6, "camera rotation W"},
                 {7, "left tracked"},
                 {8, "right tracked"},
                 {9, "left pinching"},
                 {10, "right pinching"},
                 {11, "left None position X"},
                 {11 + 7 * 11 + 6, "left IndexTip rotation W"},
                 {11 + 7 * 27 + 7 * 3 + 2, "right ThumbMetacarpalJoint position Z"},
                 {388, "right PinkyTip rotation W"},
                 {389, "gaze origin X"},
                 {394, "gaze direction Z"}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct us_recording none;
        struct us_error error;
        uint64_t size;
        begin();
        animation_fill_small(&file, false);
        uint8_t *bytes = animation_bytes(&file, &size);
        poke_i32(bytes + file.curve_byte[names[i].index] + 8, -1);
        assert_int_equal(us_recording_decode(bytes, size, &none, &error), US_ERROR_COUNT);
        assert_string_equal(error.curve, names[i].name);
        free(bytes);
        assert_int_equal(us_recording_curve_is_bool(names[i].index),
                         names[i].index >= 7 && names[i].index <= 10);
    }
    assert_int_equal(us_recording_joint_curve(US_HAND_RIGHT, US_JOINT_PINKY_TIP), 382);
}

/* Each section has its curves, and behind the last one there is none. */
TEST(curves_belong_to_sections)
{
    for (unsigned sections = 0; sections < 8; sections++) {
        const struct us_layout layout = {.has_camera = (sections & 1) != 0,
                                         .has_hands = (sections & 2) != 0,
                                         .has_gaze = (sections & 4) != 0};
        for (unsigned i = 0; i < ANIMATION_CURVES + 3; i++) {
            unsigned section = i < ANIMATION_TRACKED  ? 1
                               : i < ANIMATION_GAZE   ? 2
                               : i < ANIMATION_CURVES ? 4
                                                      : 0;
            assert_int_equal(us_format_has_curve(&layout, i), (sections & section) != 0);
        }
    }
}

TEST(when_playing_starts)
{
    static const double times_s[][3] = {
        {-0.5, 2.0, 0.0}, {0.0, 2.0, 0.0}, {41.25, 62.5, 41.25}, {-9.0, -4.0, -9.0}};
    for (unsigned i = 0; i < 4; i++) {
        begin();
        animation_add(&file, 3, times_s[i][0], 1);
        animation_add(&file, 200, times_s[i][1], 1);
        read_file();
        check_near(us_recording_start_s(&recording), times_s[i][2], 0, "start");
        check_near(recording.first_key_s, times_s[i][0], 0, "first key");
        check_near(recording.last_key_s, times_s[i][1], 0, "last key");
    }
}

TEST(without_keys_there_is_no_time)
{
    us_recording_finish(&recording);
    recording = (struct us_recording){.first_key_s = 3, .last_key_s = 4, .key_count = 5};
    us_recording_measure(&recording);
    assert_int_equal(recording.key_count, 0);
    assert_true(recording.first_key_s == 0 && recording.last_key_s == 0);
    assert_true(us_recording_start_s(&recording) == 0);
}

TESTS_MAIN(every_layout_comes_back_the_same, odd_flag_bytes_survive,
           flag_bytes_that_do_not_fit_are_written_plain, in_memory_layouts_convert,
           layouts_that_do_not_exist_are_refused, names_of_curves, curves_belong_to_sections,
           when_playing_starts, without_keys_there_is_no_time)
