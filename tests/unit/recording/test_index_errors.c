/* SPDX-License-Identifier: MIT */
/* Hazard: a file that is no recording, or a damaged one, is refused for another reason than its
 * own, or at another byte. */
#include "support.h"

#include "core/recording/curve_index.h"

static struct us_error error;

/* Reads the index of these bytes, which are freed. */
static enum us_result read_bytes(uint8_t *bytes, uint64_t size)
{
    struct guarded guarded = guarded_copy(bytes, size);
    struct us_file file = us_file_in_memory(guarded.bytes, size);
    struct us_curve_index index;
    error = (struct us_error){.text = ""};
    enum us_result result = us_curve_index_read(&file, &index, &error);
    us_curve_index_finish(&index);
    /* Nobody need ask why. */
    assert_int_equal(us_curve_index_read(&file, &index, NULL), result);
    us_curve_index_finish(&index);
    guarded_free(&guarded);
    free(bytes);
    return result;
}

static void check(enum us_result result, enum us_result wanted, uint64_t byte, const char *text)
{
    assert_int_equal(result, wanted);
    assert_int_equal(error.byte, byte);
    if (strstr(error.text, text) == NULL)
        fail_msg("'%s' is not in '%s'", text, error.text);
}

static uint8_t *copy_of(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/* A recording with three keys in each curve. */
static uint8_t *make(struct animation_file *file, int32_t minor, unsigned key_size, uint64_t *size)
{
    animation_init(file);
    file->minor = minor;
    file->key_size = key_size;
    for (unsigned c = 0; c < (minor == 0 ? ANIMATION_GAZE : ANIMATION_CURVES); c++)
        for (unsigned i = 0; i < 3; i++)
            animation_add(file, c, i, 1);
    uint8_t *bytes = animation_bytes(file, size);
    animation_finish(file);
    return bytes;
}

TEST(versions_are_known)
{
    static const int32_t versions[][2] = {{1, 2}, {1, -1}, {0, 0}, {0, 1}, {2, 0}, {2, 1}, {-1, 0}};
    for (unsigned i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        struct animation_file file;
        uint64_t size;
        char text[64];
        uint8_t *bytes = make(&file, 1, 8, &size);
        poke_i32(bytes + 8, versions[i][0]);
        poke_i32(bytes + 12, versions[i][1]);
        snprintf(text, sizeof text, "of version %d.%d;", (int)versions[i][0], (int)versions[i][1]);
        check(read_bytes(bytes, size), US_ERROR_VERSION, 8, text);
    }
}

TEST(what_has_no_header_is_no_recording)
{
    static const uint8_t magic[] = {0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a,
                                    1,    0,    0,    0,    1,    0,    0};
    static const uint8_t bare[] = {8, 0, 0, 0}, other[] = {9, 0, 0, 0};
    for (size_t size = 8; size <= sizeof magic; size++)
        check(read_bytes(copy_of(magic, size), size), US_ERROR_TRUNCATED, size,
              "ends inside its header");
    check(read_bytes(copy_of(magic, 7), 7), US_ERROR_MAGIC, 0, "begins neither with");
    check(read_bytes(copy_of(bare, 4), 4), US_ERROR_TRUNCATED, 0,
          "it was read as a recording of 2019");
    check(read_bytes(copy_of(bare, 3), 3), US_ERROR_MAGIC, 0, "6E AF 8F 6A");
    check(read_bytes(copy_of(other, 4), 4), US_ERROR_MAGIC, 0, "6E AF 8F 6A");
    check(read_bytes(copy_of("", 0), 0), US_ERROR_EMPTY, 0, "the file is empty");
    static const char lfs[] = "version https://git-lfs.github.com/spec/v1\n";
    check(read_bytes(copy_of(lfs, sizeof lfs - 1), sizeof lfs - 1), US_ERROR_MAGIC, 0,
          "this is a placeholder of Git LFS, not an input animation file; run 'git lfs pull'");
    check(read_bytes(copy_of("%PDF-1.7", 8), 8), US_ERROR_MAGIC, 0,
          "this is a PDF document, not an input animation file");
    assert_string_equal(error.text, "this is a PDF document, not an input animation file");
}

/* The number of keys says more than there is room for, or the file ends before them. */
TEST(counts_of_keys_are_checked)
{
    struct animation_file file;
    static const unsigned curves[] = {0, 7, 8, 11, 200, 388};
    static const char *const names[] = {"camera position X",     "left tracked",
                                        "right tracked",         "left None position X",
                                        "right None position X", "right PinkyTip rotation W"};
    for (unsigned layout = 0; layout < 3; layout++)
        /* In the first curve of version 1.1 nothing tells the size of keys yet: 8 is taken. */
        for (unsigned i = layout == 2 ? 1 : 0; i < 6; i++) {
            unsigned c = curves[i], key_size = layout == 1 ? 8 : 28;
            unsigned of_key = c >= 7 && c < 11 ? 8 : key_size;
            uint64_t size, at;
            char text[96];
            static const int32_t counts[] = {-1, INT32_MIN, INT32_MAX};
            for (unsigned k = 0; k < 3; k++) {
                uint8_t *bytes = make(&file, layout == 0 ? 0 : 1, key_size, &size);
                at = file.curve_byte[c];
                poke_i32(bytes + at + 8, counts[k]);
                snprintf(text, sizeof text, "says it has %d keys, but there is room for %llu;",
                         (int)counts[k], (unsigned long long)((size - at - 12) / of_key));
                check(read_bytes(bytes, size), US_ERROR_COUNT, at + 8, text);
                assert_string_equal(error.curve, names[i]);
            }
            /* As many as the whole file has room for, and one more than are left. */
            for (unsigned k = 0; k < 2; k++) {
                uint8_t *bytes = make(&file, layout == 0 ? 0 : 1, key_size, &size);
                uint64_t left = size - at - 12;
                poke_i32(bytes + at + 8, (int32_t)(k == 0 ? size / of_key : left / of_key + 1));
                snprintf(text, sizeof text, "ends inside the curve's keys: %llu bytes are left",
                         (unsigned long long)left);
                check(read_bytes(bytes, size), US_ERROR_TRUNCATED, at + 12, text);
            }
            /* Cut inside of the curve's header. */
            uint8_t *bytes = make(&file, layout == 0 ? 0 : 1, key_size, &size);
            check(read_bytes(bytes, at + 11), US_ERROR_TRUNCATED, at,
                  "ends inside a curve's header: 11 bytes are left");
        }
}

/* The flags' four curves first, with short keys, then all others; no header. */
static uint8_t *make_may_2019(unsigned curves, unsigned short_curves, uint64_t *out_size)
{
    uint8_t *bytes = calloc(curves, 12 + 2 * 28), *at = bytes;
    assert_non_null(bytes);
    for (unsigned i = 0; i < curves; i++) {
        unsigned key_size = i < short_curves ? 8 : 28;
        poke_i32(at, 8);
        poke_i32(at + 4, 8);
        poke_i32(at + 8, 2);
        poke_f32(at + 12 + key_size, 1.0f);
        at += 12 + 2 * (size_t)key_size;
    }
    *out_size = (uint64_t)(at - bytes);
    return bytes;
}

TEST(recordings_of_may_2019_are_named)
{
    uint64_t size;
    uint8_t *bytes = make_may_2019(389, 4, &size);
    check(read_bytes(bytes, size), US_ERROR_VERSION, 0, "this is a recording of May 2019");
    static const unsigned others[][2] = {{388, 4}, {390, 4}, {389, 3}, {389, 5}};
    for (unsigned i = 0; i < 4; i++) {
        bytes = make_may_2019(others[i][0], others[i][1], &size);
        enum us_result result = read_bytes(bytes, size);
        assert_int_not_equal(result, US_ERROR_VERSION);
        assert_int_not_equal(result, US_OK);
        assert_non_null(strstr(error.text, "it was read as a recording of 2019"));
    }
}

/* A recording whose marker list is these bytes. */
static enum us_result read_markers(const void *list, size_t list_size, uint64_t *out_at)
{
    struct animation_file file;
    uint64_t size;
    animation_init(&file);
    file.minor = 0; /* with one size of keys, so that one error is possible */
    file.key_size = 28;
    animation_add(&file, ANIMATION_CAMERA, 0, 1);
    uint8_t *bytes = animation_bytes(&file, &size);
    *out_at = file.markers_byte;
    animation_finish(&file);
    uint8_t *all = malloc((size_t)*out_at + list_size + 1);
    assert_non_null(all);
    memcpy(all, bytes, (size_t)*out_at);
    memcpy(all + *out_at, list, list_size);
    free(bytes);
    return read_bytes(all, *out_at + list_size);
}

TEST(lists_of_markers_are_checked)
{
    /* What stands behind the number 1 and the time 0: the length of the name, and the name. */
    static const struct {
        const char *name;
        size_t size;
        enum us_result result;
        unsigned byte; /* from the list's beginning */
        const char *text;
    } names[] = {
        {"\0", 1, US_OK, 0, ""},
        {"\2ab", 3, US_OK, 0, ""},
        {"\3ab", 3, US_ERROR_TRUNCATED, 8, "ends inside the name of a marker"},
        {"\x80", 1, US_ERROR_TRUNCATED, 8, "ends inside the name of a marker"},
        {"\x82\0ab", 4, US_ERROR_TEXT, 8, "an impossible length"}, /* longer than needed */
        {"\x80\0", 2, US_ERROR_TEXT, 8, "an impossible length"},
        {"\xff\xff\xff\xff\x07", 5, US_ERROR_TRUNCATED, 8, "ends inside the name of a marker"},
        {"\xff\xff\xff\xff\x0f", 5, US_ERROR_TEXT, 8, "an impossible length"},
        {"\x81\x80\x80\x80\x10q", 6, US_ERROR_TEXT, 8, "an impossible length"},
        {"\x81\x80\x80\x80\x80\x01q", 7, US_ERROR_TEXT, 8, "an impossible length"},
        {"\1ab", 3, US_ERROR_TRAILING, 10, "1 bytes are left over behind the marker list"},
    };
    uint64_t at;
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        char list[32] = {1, 0, 0, 0, 0, 0, 0, 0};
        memcpy(list + 8, names[i].name, names[i].size);
        enum us_result result = read_markers(list, 8 + names[i].size, &at);
        if (result != names[i].result)
            fail_msg("name %u", i);
        if (result != US_OK)
            check(result, names[i].result, at + names[i].byte, names[i].text);
    }
    /* Names of 127 and of 128 bytes have lengths of one and of two bytes. */
    for (unsigned length = 127; length <= 128; length++) {
        uint8_t list[160] = {1};
        unsigned head = length < 128 ? 1 : 2;
        list[8] = length < 128 ? 127 : 0x80;
        list[9] = length < 128 ? 'a' : 1;
        memset(list + 8 + head, 'a', length);
        assert_int_equal(read_markers(list, 8 + head + length, &at), US_OK);
    }
    /* The number of markers: what is no list at all, and one whose end is missing. */
    static const uint8_t negative[] = {0xff, 0xff, 0xff, 0xff},
                         two[] = {2, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    check(read_markers(negative, 4, &at), US_ERROR_TRAILING, at, "4 bytes follow the last curve");
    check(read_markers(two, 3, &at), US_ERROR_TRAILING, at, "3 bytes follow the last curve");
    check(read_markers(two, 10, &at), US_ERROR_TRAILING, at, "10 bytes follow the last curve");
    static const uint8_t many[] = {2, 0, 0, 0, 0, 0, 0, 0, 4, 'a', 'b', 'c', 'd', 0};
    check(read_markers(many, 14, &at), US_ERROR_TRUNCATED, at + 13, "ends inside the marker list");
    uint8_t time[] = {1, 0, 0, 0, 0, 0, 0xc0, 0x7f, 0};
    check(read_markers(time, 9, &at), US_ERROR_NOT_FINITE, at + 4, "time is not a finite number");
    /* As many as are read, and one more. */
    for (uint32_t over = 0; over < 2; over++) {
        size_t size = 4 + 5 * (US_MARKERS_MOST + (size_t)over);
        uint8_t *list = calloc(1, size);
        assert_non_null(list);
        poke_i32(list, US_MARKERS_MOST + (int32_t)over);
        enum us_result result = read_markers(list, size, &at);
        free(list);
        if (over)
            check(result, US_ERROR_COUNT, at,
                  "there are 65537 markers; no more than 65536 are read");
        else
            assert_int_equal(result, US_OK);
    }
}

/* When all keys are, however few they are, and where each one is. */
TEST(times_and_places_of_keys)
{
    for (unsigned count = 0; count < 4; count++) {
        struct animation_file file;
        struct us_curve_index index;
        uint64_t size;
        animation_init(&file);
        for (unsigned i = 0; i < count; i++)
            animation_add(&file, ANIMATION_CAMERA + i, 5.0 + (i == 2), i);
        animation_add_key(&file, ANIMATION_GAZE, (struct animation_key){.time_s = NAN});
        animation_add(&file, ANIMATION_GAZE, 90, 1);
        animation_add(&file, ANIMATION_GAZE + 1, -90, 1);
        animation_add_key(&file, ANIMATION_GAZE + 1, (struct animation_key){.time_s = INFINITY});
        uint8_t *bytes = animation_bytes(&file, &size);
        struct us_file memory = us_file_in_memory(bytes, size);
        assert_int_equal(us_curve_index_read(&memory, &index, NULL), US_OK);
        assert_int_equal(index.head.key_count, count + 4);
        assert_true(index.head.first_key_s == (count > 0 ? 5 : 0));
        assert_true(index.head.last_key_s == (count > 2 ? 6 : count > 0 ? 5 : 0));
        assert_int_equal(us_curve_index_key_byte(&index, ANIMATION_GAZE, 1),
                         file.curve_byte[ANIMATION_GAZE] + 12 + 8);
        us_curve_index_finish(&index);
        animation_finish(&file);
        free(bytes);
    }
}

TESTS_MAIN(versions_are_known, what_has_no_header_is_no_recording, counts_of_keys_are_checked,
           recordings_of_may_2019_are_named, lists_of_markers_are_checked, times_and_places_of_keys)
