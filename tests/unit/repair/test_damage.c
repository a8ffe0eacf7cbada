/* SPDX-License-Identifier: MIT */
/* Hazard: a damaged or hostile file that crashes, hangs, eats memory, or is blamed in the wrong
 * place. */
#include "support.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "counting.h"
#include "core/base/file.h"
#include "core/inspect/inspect.h"
#include "core/playback/loaded_recording.h"

enum { LAYOUTS = 6 };

/* The file that a test damages, its bytes, and how many there are. */
static struct {
    struct animation_file file;
    uint8_t *bytes;
    uint64_t size;
} small;

static void small_encode(void)
{
    free(small.bytes);
    small.bytes = animation_bytes(&small.file, &small.size);
}

static void small_make(unsigned layout)
{
    animation_finish(&small.file);
    animation_init(&small.file);
    small.file.minor = layout < 2 ? 0 : 1;
    small.file.key_size = layout < 4 ? 28 : 8;
    small.file.has_markers = layout % 2 == 1;
    animation_fill_small(&small.file, small.file.key_size == 28);
    small.file.markers[0] = (struct animation_marker){0.25f, "one \xc3\xa9", 6};
    small.file.markers[1] = (struct animation_marker){0.5f, "", 0};
    small.file.marker_count = 2;
    small_encode();
}

/* Decode bytes that end at a guard page; what is made is walked through once. */
static enum us_result try_bytes(const uint8_t *bytes, uint64_t size, struct us_error *error)
{
    struct guarded guarded = guarded_copy(bytes, size);
    struct us_recording recording;
    memset(error, 0, sizeof *error);
    counting_reset();
    enum us_result result = us_recording_decode(guarded.bytes, size, &recording, error);
    if (counting.largest > 8 * size + 64 || counting.total > 16 * size + 64)
        fail_msg("asked for %zu bytes at once, %llu in all, for a file of %llu", counting.largest,
                 (unsigned long long)counting.total, (unsigned long long)size);
    if (result == US_OK) {
        double sum = 0.0;
        for (unsigned i = 0; i < ANIMATION_CURVES; i++)
            sum += us_curve_evaluate(&recording.curves[i], 0.3, NULL);
        assert_true(sum == sum);
        recording.bytes = NULL;
    } else {
        assert_int_equal(error->result, result);
        assert_true(error->text[0] != '\0');
        assert_true(error->byte <= size || error->byte == US_NO_BYTE);
        static const struct us_recording zeroed;
        assert_memory_equal(&recording, &zeroed, sizeof zeroed);
    }
    us_recording_finish(&recording);
    guarded_free(&guarded);
    return result;
}

TEST(cut_short_at_every_byte)
{
    for (unsigned layout = 0; layout < LAYOUTS; layout++) {
        struct us_error error;
        small_make(layout);
        assert_int_equal(try_bytes(small.bytes, small.size, &error), US_OK);
        for (uint64_t cut = 0; cut < small.size; cut++) {
            enum us_result result = try_bytes(small.bytes, cut, &error);
            /* Without its marker list a file is whole as well. */
            if (small.file.has_markers && cut == small.file.markers_byte)
                assert_int_equal(result, US_OK);
            else
                assert_int_not_equal(result, US_OK);
            if (cut == 0)
                assert_int_equal(result, US_ERROR_EMPTY);
        }
    }
}

TEST(every_byte_changed)
{
    static const uint8_t changes[] = {0x01, 0x80, 0xff, 0x7f, 0x10};
    for (unsigned layout = 0; layout < LAYOUTS; layout++) {
        struct us_error error;
        small_make(layout);
        for (uint64_t i = 0; i < small.size; i++)
            for (unsigned c = 0; c < 5; c++) {
                small.bytes[i] ^= changes[c];
                try_bytes(small.bytes, small.size, &error);
                small.bytes[i] ^= changes[c];
            }
        assert_int_equal(try_bytes(small.bytes, small.size, &error), US_OK);
    }
}

TEST(damaged_files_that_decode_can_be_played)
{
    small_make(1);
    uint64_t seed = 12;
    char path[256];
    unsigned played = 0;
    for (int round = 0; round < 1500; round++) {
        uint8_t *damaged = malloc((size_t)small.size);
        assert_non_null(damaged);
        memcpy(damaged, small.bytes, (size_t)small.size);
        for (int i = 0; i < 1 + round % 6; i++)
            damaged[(size_t)(random_share(&seed) * (double)small.size)] =
                (uint8_t)(random_share(&seed) * 256);
        save_file("damaged.bin", damaged, small.size, path);
        free(damaged);
        struct us_loaded_recording take;
        if (us_loaded_recording_open(path, false, &take, NULL) != US_OK)
            continue;
        played++;
        for (int i = 0; i < 20; i++) {
            struct us_frame_sample frame;
            us_sampler_frame(take.sampler, random_between(&seed, -1, 3), US_SAMPLE_ALL, &frame);
            const struct us_motion *motions[] = {&frame.head.motion, &frame.hands[0].joints[11],
                                                 &frame.hands[1].joints[11]};
            for (unsigned m = 0; m < 3; m++) {
                const float *floats = (const float *)(const void *)motions[m];
                for (size_t f = 0; f < sizeof(struct us_motion) / sizeof(float); f++)
                    assert_true(isfinite(floats[f]));
            }
        }
        us_loaded_recording_close(&take);
    }
    assert_true(played > 300);
    scratch_remove();
}

static void expect(const uint8_t *bytes, uint64_t size, enum us_result result, const char *curve,
                   uint64_t byte)
{
    struct us_error error;
    enum us_result got = try_bytes(bytes, size, &error);
    if (got != result || strcmp(error.curve, curve) != 0 || error.byte != byte)
        fail_msg("got %s in \"%s\" at %llu (%s), expected %s in \"%s\" at %llu",
                 us_result_name(got), error.curve, (unsigned long long)error.byte, error.text,
                 us_result_name(result), curve, (unsigned long long)byte);
}

TEST(the_header_is_judged)
{
    small_make(5);
    struct us_error error;
    small.bytes[3] ^= 1;
    expect(small.bytes, small.size, US_ERROR_MAGIC, "", 0);
    small.bytes[3] ^= 1;
    static const int32_t versions[][2] = {{1, 2}, {2, 0}, {0, 1}, {-1, 0}, {1, -1}, {INT32_MAX, 0}};
    for (unsigned i = 0; i < 6; i++) {
        char wanted[40];
        poke_i32(small.bytes + 8, versions[i][0]);
        poke_i32(small.bytes + 12, versions[i][1]);
        expect(small.bytes, small.size, US_ERROR_VERSION, "", 8);
        try_bytes(small.bytes, small.size, &error);
        snprintf(wanted, sizeof wanted, "%d.%d", versions[i][0], versions[i][1]);
        assert_non_null(strstr(error.text, wanted));
    }
    expect(small.bytes, 15, US_ERROR_TRUNCATED, "", 15);
    expect((const uint8_t *)"", 0, US_ERROR_EMPTY, "", 0);
    expect((const uint8_t *)"hello", 5, US_ERROR_MAGIC, "", 0);
    /* A body of 2019 begins with the wrap mode 8. */
    try_bytes((const uint8_t *)"\x08\0\0\0\x08\0\0\0", 8, &error);
    assert_int_equal(error.result, US_ERROR_TRUNCATED);
    assert_non_null(strstr(error.text, "it was read as a recording of 2019"));
}

TEST(counts_are_judged_before_memory_is_asked_for)
{
    static const int32_t counts[] = {-1, INT32_MIN, INT32_MAX, 1 << 28, 100000};
    for (unsigned layout = 0; layout < LAYOUTS; layout++) {
        small_make(layout);
        for (unsigned i = 0; i < 5; i++) {
            struct us_error error;
            uint8_t *at = small.bytes + small.file.curve_byte[ANIMATION_CAMERA + 6] + 8;
            int32_t good = peek_i32(at);
            poke_i32(at, counts[i]);
            if (layout < 2)
                expect(small.bytes, small.size, US_ERROR_COUNT, "camera rotation W",
                       small.file.curve_byte[ANIMATION_CAMERA + 6] + 8);
            else
                assert_int_not_equal(try_bytes(small.bytes, small.size, &error), US_OK);
            poke_i32(at, good);
            if (!small.file.has_markers)
                continue;
            poke_i32(small.bytes + small.file.markers_byte, counts[i]);
            assert_int_not_equal(try_bytes(small.bytes, small.size, &error), US_OK);
            poke_i32(small.bytes + small.file.markers_byte, 2);
        }
    }
}

TEST(the_curve_and_the_byte_are_named)
{
    small_make(0);
    /* The file ends inside the second of two 28-byte keys of a joint's curve... */
    unsigned index = animation_joint(0, 11) + 6;
    uint64_t keys = small.file.curve_byte[index] + 12;
    expect(small.bytes, keys + 55, US_ERROR_TRUNCATED, "left IndexTip rotation W", keys);
    /* ... and inside the header of the one behind it. */
    expect(small.bytes, keys + 56 + 11, US_ERROR_TRUNCATED, "left MiddleMetacarpal position X",
           keys + 56);
    /* One key more than there is room for. */
    index = animation_joint(1, 26) + 6;
    poke_i32(small.bytes + small.file.curve_byte[index] + 8, 1);
    expect(small.bytes, small.size, US_ERROR_TRUNCATED, "right PinkyTip rotation W",
           small.file.curve_byte[index] + 12);

    small_make(4);
    index = ANIMATION_GAZE + 5;
    poke_i32(small.bytes + small.file.curve_byte[index] + 8, -7);
    expect(small.bytes, small.size, US_ERROR_COUNT, "gaze direction Z",
           small.file.curve_byte[index] + 8);
}

TEST(numbers_that_are_none)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY};
    static const char *const fields[] = {"time",        "value",     "in-tangent",
                                         "out-tangent", "in-weight", "out-weight"};
    struct us_error error;
    small_make(1);
    uint64_t key = small.file.curve_byte[ANIMATION_CAMERA + 2] + 12 + 28;
    for (unsigned field = 0; field < 6; field++)
        for (unsigned i = 0; i < 3; i++) {
            uint8_t *at = small.bytes + key + 4 * field;
            int32_t good = peek_i32(at);
            poke_f32(at, odd[i]);
            bool is_step = i > 0 && (field == 2 || field == 3);
            if (is_step) {
                assert_int_equal(try_bytes(small.bytes, small.size, &error), US_OK);
            } else {
                expect(small.bytes, small.size, US_ERROR_NOT_FINITE, "camera position Z",
                       key + 4 * field);
                try_bytes(small.bytes, small.size, &error);
                assert_non_null(strstr(error.text, fields[field]));
            }
            poke_i32(at, good);
        }
    uint64_t tracked = small.file.curve_byte[ANIMATION_TRACKED + 1] + 12 + 4;
    int32_t good = peek_i32(small.bytes + tracked);
    poke_f32(small.bytes + tracked, NAN);
    expect(small.bytes, small.size, US_ERROR_NOT_FINITE, "right tracked", tracked);
    poke_i32(small.bytes + tracked, good);
    poke_f32(small.bytes + small.file.markers_byte + 4, INFINITY);
    expect(small.bytes, small.size, US_ERROR_NOT_FINITE, "", small.file.markers_byte + 4);
}

TEST(times_that_go_back)
{
    struct us_error error;
    small_make(5);
    unsigned index = animation_joint(0, 11);
    animation_add(&small.file, index, 1.0, 5.0); /* at its predecessor's time: sound */
    small_encode();
    uint64_t third = small.file.curve_byte[index] + 12 + 16;
    assert_int_equal(try_bytes(small.bytes, small.size, &error), US_OK);
    /* Times that go back are sorted; and where keys are looked through in the file's order, said.
     */
    poke_f32(small.bytes + third, 0.999f);
    struct us_file memory = us_file_in_memory(small.bytes, small.size);
    struct us_curve_index read;
    assert_int_equal(us_curve_index_read(&memory, &read, &error), US_OK);
    assert_int_equal(us_inspect_run(&memory, &read, NULL, NULL, NULL, NULL, &error),
                     US_ERROR_UNSORTED);
    assert_string_equal(error.curve, "left IndexTip position X");
    assert_int_equal(error.byte, third);
    us_curve_index_finish(&read);
    struct us_recording recording;
    assert_int_equal(us_recording_decode(small.bytes, small.size, &recording, &error), US_OK);
    assert_int_equal(recording.unsorted_curves, 1);
    assert_int_equal(recording.first_unsorted, index);
    us_recording_finish(&recording);
    small.bytes = NULL; /* the recording took them */
}

TEST(bytes_left_over)
{
    for (unsigned layout = 0; layout < LAYOUTS; layout++)
        for (uint64_t extra = 1; extra < 40; extra++) {
            struct us_error error;
            small_make(layout);
            small.bytes = realloc(small.bytes, (size_t)(small.size + extra));
            assert_non_null(small.bytes);
            memset(small.bytes + small.size, 0xab, (size_t)extra);
            if (layout < 2) {
                expect(small.bytes, small.size + extra, US_ERROR_TRAILING, "",
                       small.file.has_markers ? small.size : small.file.markers_byte);
            } else {
                assert_int_not_equal(try_bytes(small.bytes, small.size + extra, &error), US_OK);
            }
        }
}

/* A list of one marker behind a small file. */
static uint8_t *with_marker(const uint8_t *bytes, uint64_t size, const char *name, unsigned length)
{
    uint8_t *whole = calloc(1, (size_t)size + 8 + length);
    assert_non_null(whole);
    memcpy(whole, bytes, (size_t)size);
    poke_i32(whole + size, 1);
    memcpy(whole + size + 8, name, length);
    return whole;
}

#define NO_TEXT "\xef\xbf\xbd"

TEST(names_that_are_no_text_are_mended)
{
    static const struct {
        const char *bytes;
        unsigned length; /* of bytes, which stand where the string's length stands */
        const char *mended;
    } names[] = {
        {"\x02\xc3\x28", 3, NO_TEXT "("},
        {"\x01\x80", 2, NO_TEXT},
        {"\x02\xc0\x80", 3, NO_TEXT NO_TEXT},
        {"\x03\xed\xa0\x80", 4, NO_TEXT NO_TEXT NO_TEXT},
        {"\x03"
         "a\0b",
         4, "a" NO_TEXT "b"},
        {"\x04\xf4\x90\x80\x80", 5, NO_TEXT NO_TEXT NO_TEXT NO_TEXT},
        {"\x02\xe2\x82", 3, NO_TEXT NO_TEXT},
        {"\x05\xc3\xa9t\xe9!", 6, "\xc3\xa9t" NO_TEXT "!"},
    };
    small_make(0);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        uint8_t *whole = with_marker(small.bytes, small.size, names[i].bytes, names[i].length);
        struct us_recording recording;
        struct us_repair_report report;
        struct us_error error;
        assert_int_equal(
            us_recording_decode(whole, small.size + 8 + names[i].length, &recording, &error),
            US_OK);
        assert_int_equal(recording.marker_count, 1);
        assert_string_equal(recording.markers[0].name, names[i].mended);
        assert_int_equal(recording.markers[0].name_length, strlen(names[i].mended));
        assert_int_equal(us_repair(&recording, &report, &error), US_OK);
        const struct us_repair_item *last = &report.items[report.item_count - 1];
        char sentence[256];
        us_repair_describe(last, sentence, sizeof sentence);
        assert_int_equal(last->kind, US_REPAIR_MARKER_NAME);
        assert_string_equal(sentence, "markers: 1 name not in UTF-8; what is no text is replaced");
        us_repair_report_finish(&report);
        us_recording_finish(&recording);
    }
}

/* The limits that are documented: so many markers, and so many bytes of names. */
TEST(marker_lists_are_limited)
{
    small_make(0);
    for (unsigned over = 0; over < 4; over++) {
        /* With names of 63 letters they stay below 4 MiB, and with those of 65 they do not. */
        uint32_t count = over < 2 ? 65536 + over : 65536;
        uint32_t letters = over < 2 ? 0 : over < 3 ? 63 : 65;
        uint64_t whole_size = small.size + 4 + (uint64_t)count * (5 + letters);
        uint8_t *whole = malloc((size_t)whole_size);
        assert_non_null(whole);
        memcpy(whole, small.bytes, (size_t)small.size);
        memset(whole + small.size, 0, (size_t)(whole_size - small.size));
        poke_i32(whole + small.size, (int32_t)count);
        for (uint64_t at = small.size + 4; at < whole_size; at += 5 + letters) {
            whole[at + 4] = (uint8_t)letters;
            memset(whole + at + 5, 'x', letters);
        }
        struct us_recording recording;
        struct us_error error;
        enum us_result result = us_recording_decode(whole, whole_size, &recording, &error);
        if (over % 2 == 0) {
            assert_int_equal(result, US_OK);
            assert_int_equal(recording.marker_count, 65536);
            us_recording_finish(&recording);
            continue;
        }
        assert_int_equal(result, US_ERROR_COUNT);
        assert_non_null(strstr(error.text, over == 1 ? "65537 markers" : "4194304 bytes"));
        free(whole);
    }
}

TEST(names_of_impossible_length)
{
    static const struct {
        const char *bytes;
        unsigned length; /* of bytes, which stand where the string's length stands */
        enum us_result result;
    } names[] = {
        {"\x81\x00"
         "a",
         3, US_ERROR_TEXT},
        {"\x80\x80\x80\x80\x80\x00", 6, US_ERROR_TEXT},
        {"\xff\xff\xff\xff\x7f", 5, US_ERROR_TEXT},
        {"\xff\xff\xff\xff\x07", 5, US_ERROR_TRUNCATED},
        {"\x7f"
         "a",
         2, US_ERROR_TRUNCATED},
        {"\x80", 1, US_ERROR_TRUNCATED},
    };
    small_make(0);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        uint8_t *whole = with_marker(small.bytes, small.size, names[i].bytes, names[i].length);
        struct us_error error;
        enum us_result got = try_bytes(whole, small.size + 8 + names[i].length, &error);
        assert_int_equal(got, names[i].result);
        assert_int_equal(error.byte, small.size + 8);
        free(whole);
    }
}

/* The same curves, with the camera's behind the joints'. */
TEST(recordings_of_may_2019_are_named)
{
    struct animation_file file;
    animation_init(&file);
    file.header = false;
    file.minor = 0;
    file.key_size = 28;
    animation_add(&file, ANIMATION_CAMERA + 1, 0, 1.5);
    animation_add(&file, ANIMATION_CAMERA + 1, 2, 1.6);
    animation_add(&file, ANIMATION_TRACKED, 1, 1);
    animation_add(&file, animation_joint(1, 26) + 6, 1, 1);
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size), *old = malloc((size_t)size);
    assert_non_null(old);
    uint64_t flags = file.curve_byte[ANIMATION_TRACKED], end = file.markers_byte;
    memcpy(old, bytes + flags, (size_t)(end - flags));
    memcpy(old + end - flags, bytes, (size_t)flags);
    memcpy(old + end, bytes + end, (size_t)(size - end));
    struct us_recording recording;
    struct us_error error;
    assert_int_equal(us_recording_decode(old, size, &recording, &error), US_ERROR_VERSION);
    assert_non_null(strstr(error.text, "of May 2019"));
    /* One byte less, and it is not. */
    assert_int_not_equal(us_recording_decode(old, size - 1, &recording, &error), US_ERROR_VERSION);
    free(old);
    free(bytes);
    animation_finish(&file);
}

static void open_fails(const char *path, const char *word)
{
    struct us_loaded_recording take;
    struct us_error error = {0};
    alarm(10); /* a reader that waits for a writer would wait for ever */
    enum us_result result = us_loaded_recording_open(path, false, &take, &error);
    alarm(0);
    if (result != US_ERROR_FILE || strstr(error.text, word) == NULL)
        fail_msg("%s: %s: %s", path, us_result_name(result), error.text);
    assert_null(take.sampler);
}

TEST(paths_that_are_no_recordings)
{
    char path[256], empty[256];
    scratch_path("fifo", path);
    assert_int_equal(mkfifo(path, 0600), 0);
    open_fails(path, "pipe");
    scratch_path("folder", path);
    assert_int_equal(mkdir(path, 0700), 0);
    open_fails(path, "directory");
    scratch_path("missing", path);
    open_fails(path, "No such file");
    open_fails("/dev/zero", "device");
    open_fails("", "No such file");
    save_file("empty.bin", NULL, 0, empty);
    struct us_loaded_recording take;
    assert_int_equal(us_loaded_recording_open(empty, false, &take, NULL), US_ERROR_EMPTY);
    scratch_remove();
}

TEST(unreadable_files)
{
    if (geteuid() == 0) {
        print_message("SKIP: unreadable_files: root may read every file\n");
        skip();
    }
    char path[256];
    save_file("secret.bin", "x", 1, path);
    assert_int_equal(chmod(path, 0), 0);
    open_fails(path, "Permission denied");
    scratch_remove();
}

TEST(words_for_people)
{
    char out[400];
    struct us_error error;
    us_result_fail(&error, US_ERROR_COUNT, 12, "left tracked", "%d keys", 3);
    int length = us_error_describe(&error, out, sizeof out);
    assert_string_equal(out, "3 keys (in left tracked, at byte 12)");
    assert_int_equal(length, strlen(out));
    us_result_fail(&error, US_ERROR_COUNT, US_NO_BYTE, NULL, "none");
    us_error_describe(&error, out, sizeof out);
    assert_string_equal(out, "none");
    assert_int_equal(us_error_describe(&error, out, 3), 2);
    assert_string_equal(out, "no");
    assert_int_equal(us_error_describe(&error, out, 0), 0);
    char longer[1000];
    memset(longer, 'y', sizeof longer);
    longer[999] = '\0';
    us_result_fail(&error, US_ERROR_TEXT, 1, longer, "%s", longer);
    assert_int_equal(strlen(error.text), US_ERROR_TEXT_SIZE - 1);
    assert_int_equal(strlen(error.curve), US_ERROR_CURVE_SIZE - 1);
    assert_int_equal(us_result_fail(NULL, US_ERROR_TEXT, 1, NULL, "x"), US_ERROR_TEXT);
    for (int i = -1; i < 20; i++)
        assert_true(us_result_name((enum us_result)i)[0] != '\0');
}

int main(int argc, char **argv)
{
    /* These take much longer than the others. */
    if (argc > 1 && strcmp(argv[1], "every_byte") == 0)
        return RUN_TESTS(cut_short_at_every_byte, every_byte_changed);
    return RUN_TESTS(damaged_files_that_decode_can_be_played, the_header_is_judged,
                     counts_are_judged_before_memory_is_asked_for, the_curve_and_the_byte_are_named,
                     numbers_that_are_none, times_that_go_back, bytes_left_over,
                     names_that_are_no_text_are_mended, marker_lists_are_limited,
                     names_of_impossible_length, recordings_of_may_2019_are_named,
                     paths_that_are_no_recordings, unreadable_files, words_for_people);
}
