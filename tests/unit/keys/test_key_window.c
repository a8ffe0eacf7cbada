/* SPDX-License-Identifier: MIT */
/* Hazard: a span of time plays without a key that it needs, with one that is not its own, or after
 * too many reads. What must be there is found by looking at every key. */
#include "support.h"

#include "core/keys/key_window.h"

enum { MOST_KEYS = 200000, NO_LIMIT = 1 << 30 };

/* The keys of one curve, as they are in the file. */
struct keys {
    unsigned count;
    float *times_s;
};

static uint64_t reads, bytes_read, reads_left = UINT64_MAX, bad_read;

bool __real_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);

bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count)
{
    if (reads_left == 0)
        return false;
    reads_left -= reads_left < UINT64_MAX;
    if (++reads == bad_read)
        return false;
    bytes_read += count;
    return __real_us_file_get(file, offset, out, count);
}

/* A file with keys in the first curves of the camera. */
static struct {
    struct keys curves[4];
    uint8_t *bytes;
    uint64_t size;
    struct us_file file;
    struct us_curve_index index;
    struct us_key_window window;
    struct us_error error;
} scene;

static void add_keys(unsigned curve, unsigned count, const float *times_s)
{
    scene.curves[curve].count = count;
    scene.curves[curve].times_s = malloc(count * sizeof(float) + 1);
    assert_non_null(scene.curves[curve].times_s);
    memcpy(scene.curves[curve].times_s, times_s, count * sizeof(float));
}

/* The value of a key is its number, so that each is known among others at its time. */
static void open_scene(unsigned key_size)
{
    struct animation_file file;
    animation_init(&file);
    file.key_size = key_size;
    for (unsigned c = 0; c < 4; c++)
        for (unsigned i = 0; i < scene.curves[c].count; i++)
            animation_add(&file, ANIMATION_CAMERA + c, (double)scene.curves[c].times_s[i], i);
    scene.bytes = animation_bytes(&file, &scene.size);
    animation_finish(&file);
    scene.file = us_file_in_memory(scene.bytes, scene.size);
    assert_int_equal(us_curve_index_read(&scene.file, &scene.index, NULL), US_OK);
    reads = bytes_read = 0;
}

static void close_scene(void)
{
    us_key_window_finish(&scene.window);
    us_curve_index_finish(&scene.index);
    free(scene.bytes);
    for (unsigned c = 0; c < 4; c++)
        free(scene.curves[c].times_s);
    memset(&scene, 0, sizeof scene);
}

static enum us_result load(double from_s, double to_s, uint64_t limit)
{
    bool too_dense = true;
    enum us_result result = us_key_window_load(&scene.window, &scene.file, &scene.index, from_s,
                                               to_s, limit, &too_dense, &scene.error);
    assert_int_equal(too_dense,
                     result == US_ERROR_MEMORY && strstr(scene.error.text, "close") != NULL);
    return result;
}

static void forget_window(void)
{
    us_key_window_finish(&scene.window);
    scene.window = (struct us_key_window){0};
    reads = bytes_read = 0;
}

/* Whether a key at this place of the file belongs to the span: from the last one at or before its
 * beginning to the first one at or after its end, of which only the last one at its time counts. */
static unsigned wanted_keys(const struct keys *keys, double from_s, double to_s, unsigned *out)
{
    unsigned begin = 0, count = 0;
    for (unsigned i = 0; i < keys->count; i++)
        if ((double)keys->times_s[i] <= from_s)
            begin = i;
    for (unsigned i = begin; i < keys->count; i++) {
        bool reached = (double)keys->times_s[i] >= to_s;
        while (reached && i + 1 < keys->count && keys->times_s[i + 1] == keys->times_s[i])
            i++;
        out[count++] = i;
        if (reached)
            break;
    }
    return count;
}

static void check_keys(double from_s, double to_s)
{
    static unsigned wanted[MOST_KEYS];
    const struct us_recording *got = &scene.window.recording;
    for (unsigned c = 0; c < US_CURVE_COUNT; c++) {
        const struct us_curve *curve = &got->curves[c];
        unsigned count = c < 4 ? wanted_keys(&scene.curves[c], from_s, to_s, wanted) : 0;
        if (curve->key_count != count)
            fail_msg("%g s to %g s: %u keys in place of %u", from_s, to_s, curve->key_count, count);
        for (unsigned i = 0; i < count; i++) {
            struct us_key key = us_curve_key(curve, i);
            assert_true(key.time_s == scene.curves[c].times_s[wanted[i]]);
            assert_true(key.value == (float)wanted[i]);
        }
        if (count > 1 && wanted[count - 1] - wanted[0] == count - 1)
            assert_int_equal(curve->byte, scene.index.head.curves[c].byte +
                                              wanted[0] * scene.index.head.curves[c].key_size);
        if (count > 0)
            assert_int_equal(curve->key_size, 8);
    }
    assert_true(got->first_key_s == scene.index.head.first_key_s &&
                got->last_key_s == scene.index.head.last_key_s);
    assert_int_equal(got->file_size, scene.size);
    assert_int_equal(got->layout.key_size, scene.index.head.layout.key_size);
}

static void check_window(double from_s, double to_s)
{
    if (load(from_s, to_s, NO_LIMIT) != US_OK)
        fail_msg("%g s to %g s: %s", from_s, to_s, scene.error.text);
    check_keys(from_s, to_s);
}

/* Times on eighths of a second, some of them several times, with wide gaps. */
static void random_times(uint64_t *state, unsigned count, float *out)
{
    double eighth = floor(random_between(state, -20, 20));
    for (unsigned i = 0; i < count; i++) {
        out[i] = (float)(eighth / 8);
        double way = random_share(state);
        eighth += way < 0.3 ? 0.0 : way < 0.95 ? 1.0 : floor(random_between(state, 2, 200));
    }
}

TEST(every_span_has_its_keys)
{
    static const unsigned counts[] = {0, 1, 2, 3, 7, 16, 17, 18, 40, 150, 600};
    uint64_t random = 5;
    float times_s[600];
    for (unsigned round = 0; round < 44; round++) {
        for (unsigned c = 0; c < 4; c++) {
            unsigned count = counts[(round + c * 3) % (sizeof counts / sizeof counts[0])];
            random_times(&random, count, times_s);
            /* Curve 1 has the times of curve 0 in half of the rounds. */
            if (c == 1 && round % 2 == 0)
                add_keys(1, scene.curves[0].count, scene.curves[0].times_s);
            else
                add_keys(c, count, times_s);
        }
        open_scene(round % 3 == 0 ? 28 : 8);
        double last_s = scene.index.head.last_key_s;
        /* Forward from window to window, as playback does. */
        for (double from_s = -4; from_s < last_s + 3; from_s += 1.75)
            check_window(from_s, from_s + 1.75);
        for (int i = 0; i < 60; i++) {
            double from_s = floor(random_between(&random, -40, last_s * 8 + 20)) / 8;
            check_window(from_s, from_s + floor(random_between(&random, 0, 60)) / 8);
        }
        check_window(-100, last_s + 100);
        close_scene();
    }
}

/* A run of keys at one time is longer than what is read at once, or ends the curve. */
TEST(runs_at_one_time)
{
    static float times_s[5000];
    for (unsigned at = 0; at < 3; at++) {
        unsigned before = at == 0 ? 0 : 40, run = 3000, behind = at == 2 ? 0 : 40;
        for (unsigned i = 0; i < before + run + behind; i++)
            times_s[i] = i < before         ? (float)i / 64
                         : i < before + run ? 1.0f
                                            : 2.0f + (float)(i - before - run);
        add_keys(0, before + run + behind, times_s);
        add_keys(1, before + run, times_s);
        open_scene(8);
        const double moments_s[] = {-1, 0, 0.25, 0.9, 1, 1.5, 2, 3, 50};
        for (unsigned i = 0; i < 9; i++)
            for (unsigned k = i; k < 9; k++)
                check_window(moments_s[i], moments_s[k]);
        close_scene();
    }
}

/* A run that begins behind what was read at once is not a part of the span that begins at it, and
 * is not read for it. */
TEST(a_span_begins_at_the_end_of_a_run)
{
    static float times_s[3080];
    for (unsigned i = 0; i < 3080; i++)
        times_s[i] = i < 40 ? (float)i / 64 : i < 3040 ? 1.0f : 2.0f + (float)(i - 3040);
    add_keys(0, 3080, times_s);
    open_scene(8);
    for (unsigned end = 20; end < 40; end++) {
        forget_window();
        check_window(0.25, (double)times_s[end]);
        check_window(1.0, 1.5);
    }
    forget_window();
    check_window(1.0, 1.0);
    assert_true(bytes_read < 8 * 300);
    /* Short runs everywhere: their ends are next to them. */
    close_scene();
    for (unsigned i = 0; i < 3000; i++)
        times_s[i] = (float)(i / 3) / 64;
    add_keys(0, 3000, times_s);
    open_scene(8);
    check_window(0, 1);
    for (double from_s = 1; from_s < 14; from_s += 0.25) {
        reads = 0;
        check_window(from_s, from_s + 0.25);
        assert_true(reads <= 6);
    }
    close_scene();
}

/* Where keys stand evenly it is known how many a span has, wherever the curve begins; curves like
 * the one before are read at once. */
TEST(even_keys_are_read_at_once)
{
    enum { COUNT = 40000 };
    static float times_s[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        times_s[i] = 1000.0f + (float)i / 64;
    for (unsigned c = 0; c < 4; c++)
        add_keys(c, COUNT, times_s);
    open_scene(8);
    const double length_s = COUNT / 64.0;
    for (unsigned i = 0; i < 10; i++) {
        double from_s = 1000.0 + length_s * 0.05 * i;
        forget_window();
        check_window(from_s, from_s + length_s * 0.25);
        /* For each of them: from the beginning, then a few single keys, and then all. */
        assert_true(reads <= 4 * 6);
        assert_true((double)bytes_read <= 4 * 2 * 1.2 * 0.25 * COUNT * 8);
    }
    for (double from_s = 1100; from_s < 1200; from_s += 2) {
        check_window(from_s, from_s + 2);
        reads = bytes_read = 0;
        check_window(from_s + 2, from_s + 4);
        assert_true(reads <= 4 * 2);
        assert_true((double)bytes_read <= 4 * 2 * (128 * 8 + 200));
    }
    close_scene();
}

/* Where keys stand closer than elsewhere, the first curve tells how many the others like it need.
 */
TEST(like_curves_are_read_at_once)
{
    enum { COUNT = 20000 };
    static float times_s[COUNT];
    for (unsigned i = 0; i < COUNT; i++)
        times_s[i] = (float)sqrt((double)i);
    uint64_t of_one[18] = {0};
    for (unsigned curves = 1; curves <= 4; curves += 3) {
        for (unsigned c = 0; c < curves; c++)
            add_keys(c, COUNT, times_s);
        open_scene(8);
        check_window(100, 102);
        for (unsigned i = 0; i < 18; i++) {
            reads = 0;
            check_window(102 + 2 * i, 104 + 2 * i);
            if (curves == 1)
                of_one[i] = reads;
            else
                assert_int_equal(reads, of_one[i] + 3);
        }
        close_scene();
    }
}

/* Whichever read fails, and all behind it, the error says so. */
TEST(no_read_may_fail)
{
    static float times_s[2000];
    for (unsigned i = 0; i < 2000; i++)
        times_s[i] = i < 500 ? (float)i / 64 : i < 1500 ? 8.0f : (float)i;
    add_keys(0, 2000, times_s);
    add_keys(1, 1500, times_s);
    open_scene(8);
    const double spans_s[][2] = {{0, 0.5},  {5, 5.1},     {3, 8},   {8, 8},
                                 {8, 1600}, {1550, 1560}, {0, 2000}};
    for (unsigned i = 0; i < sizeof spans_s / sizeof spans_s[0]; i++) {
        forget_window();
        check_window(spans_s[i][0], spans_s[i][1]);
        for (uint64_t good = reads; good-- > 0;) {
            forget_window();
            reads_left = good;
            enum us_result result = load(spans_s[i][0], spans_s[i][1], NO_LIMIT);
            reads_left = UINT64_MAX;
            assert_int_equal(result, US_ERROR_FILE);
            /* Only this one: where the window reads elsewhere instead, it is complete. */
            forget_window();
            bad_read = good + 1;
            result = load(spans_s[i][0], spans_s[i][1], NO_LIMIT);
            bad_read = 0;
            if (result == US_OK)
                check_keys(spans_s[i][0], spans_s[i][1]);
            else
                assert_int_equal(result, US_ERROR_FILE);
        }
    }
    close_scene();
}

/* Hundreds of thousands of keys: a jump finds its keys after few reads, and what is near the last
 * window is read at once. */
TEST(keys_are_found_quickly)
{
    static float times_s[MOST_KEYS];
    uint64_t random = 11;
    for (unsigned shape = 0; shape < 2; shape++) {
        for (unsigned i = 0; i < MOST_KEYS; i++) /* evenly, or ever closer */
            times_s[i] = shape == 0 ? (float)i / 64 : (float)sqrt((double)i);
        add_keys(0, MOST_KEYS, times_s);
        open_scene(8);
        double last_s = (double)times_s[MOST_KEYS - 1];
        uint64_t most = 0;
        for (int i = 0; i < 40; i++) {
            reads = bytes_read = 0;
            double from_s = random_between(&random, 0, last_s - 1);
            check_window(from_s, from_s + 0.05);
            most = reads > most ? reads : most;
            assert_true(bytes_read < 8 * 2000);
        }
        /* Where the keys stand evenly the first guess is next to them. Otherwise steps that double
         * reach them, and halves end the search: not more than twice log2 of the keys. */
        assert_true(most <= (shape == 0 ? 6 : 2 * 18 + 4));
        check_window(20, 20.5);
        for (double from_s = 20.5; from_s < 30; from_s += 0.5) {
            reads = 0;
            check_window(from_s, from_s + 0.5);
            assert_true(reads <= 3);
        }
        reads = 0;
        check_window(-1, last_s + 1);
        assert_true(reads <= 2 * 18 + 8);
        close_scene();
    }
}

/* Neighbours with the same times share an axis, also where two kinds take turns. */
TEST(the_same_times_are_one_axis)
{
    const float a[] = {0, 1, 2}, b[] = {0, 1.5f, 2};
    for (unsigned c = 0; c < 4; c++)
        add_keys(c, 3, c % 2 == 0 ? a : b);
    open_scene(8);
    check_window(0, 2);
    const struct us_curve *curves = scene.window.recording.curves;
    assert_true(curves[0].axis != 0 && curves[1].axis != 0 && curves[0].axis != curves[1].axis);
    assert_int_equal(curves[2].axis, curves[0].axis);
    assert_int_equal(curves[3].axis, curves[1].axis);
    close_scene();
    add_keys(0, 3, a);
    add_keys(2, 3, a); /* the curve between them has no keys */
    add_keys(3, 2, a);
    open_scene(28);
    check_window(0, 2);
    assert_int_equal(curves[2].axis, curves[0].axis);
    assert_true(curves[3].axis != 0 && curves[3].axis != curves[0].axis);
    close_scene();
}

/* The limit is on the bytes of all curves together. */
TEST(dense_keys_are_refused)
{
    float times_s[12];
    for (unsigned i = 0; i < 12; i++)
        times_s[i] = (float)i;
    add_keys(0, 12, times_s);
    add_keys(2, 5, times_s);
    open_scene(8);
    assert_int_equal(load(0, 12, 17 * 8), US_OK);
    assert_int_equal(load(0, 12, 17 * 8 - 1), US_ERROR_MEMORY);
    assert_int_equal(load(0, 12, 12 * 8 - 1), US_ERROR_MEMORY);
    check_window(3, 4);
    close_scene();
}

/* A file that has become shorter plays what is left of it, and fails for what is not. */
TEST(a_shorter_file_is_an_error)
{
    static float times_s[400];
    for (unsigned i = 0; i < 400; i++)
        times_s[i] = (float)(i / 2) / 8;
    add_keys(0, 400, times_s);
    open_scene(8);
    uint64_t first = scene.index.head.curves[0].byte + 12;
    uint64_t ends[] = {first, first + 3, first + 800, first + 1600, first + 3199};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        scene.file.size = ends[i];
        for (double from_s = 0; from_s < 25; from_s += 0.625) {
            struct us_key_window fresh = {0};
            us_key_window_finish(&scene.window);
            scene.window = fresh;
            enum us_result result = load(from_s, from_s + 0.5, NO_LIMIT);
            assert_true(result == US_OK || result == US_ERROR_FILE);
            if ((from_s + 0.5) * 16 * 8 + 16 > (double)(ends[i] - first))
                assert_int_equal(result, US_ERROR_FILE);
            if (result == US_ERROR_FILE)
                assert_true(scene.error.byte >= first && scene.error.byte <= first + 3200);
        }
    }
    scene.file.size = scene.size;
    check_window(0, 1);
    close_scene();
}

/* A key before the one in front of it is named, or only its curve where keys were left out. */
TEST(keys_that_fall_are_refused)
{
    const float falls[] = {0, 1, 2, 1.5f, 3, 4}, behind[] = {0, 1, 1, 1, 0.5f, 2};
    add_keys(0, 6, falls);
    open_scene(8);
    assert_int_equal(load(0, 4, NO_LIMIT), US_ERROR_UNSORTED);
    assert_non_null(strstr(scene.error.text, "key 3 is at 1.5 s"));
    assert_int_equal(scene.error.byte, scene.index.head.curves[0].byte + 12 + 3 * 8);
    close_scene();
    add_keys(0, 6, behind);
    open_scene(8);
    assert_int_equal(load(0, 2, NO_LIMIT), US_ERROR_UNSORTED);
    assert_non_null(strstr(scene.error.text, "key 4 is at 0.5 s"));
    close_scene();
    /* Also the last key before the span, where reading began before it. */
    const float before[] = {0, 1, 2, 9, 3, 4, 5, 6};
    add_keys(0, 8, before);
    open_scene(8);
    assert_int_equal(load(3.5, 4, NO_LIMIT), US_ERROR_UNSORTED);
    close_scene();
    const float rising[] = {0, 1, 2, 3, 4, 5, 6, 7};
    add_keys(0, 8, rising);
    open_scene(8);
    poke_f32(scene.bytes + scene.index.head.curves[0].byte + 12 + 6 * 8 + 4, NAN);
    assert_int_equal(load(5, 7, NO_LIMIT), US_ERROR_NOT_FINITE);
    assert_non_null(strstr(scene.error.text, "key 6"));
    close_scene();
    /* The first key is not before itself, and one that is no number is found. */
    uint8_t bytes[4];
    add_keys(0, 6, behind);
    open_scene(8);
    poke_f32(bytes, NAN);
    memcpy(scene.bytes + scene.index.head.curves[0].byte + 12 + 8 + 4, bytes, 4);
    assert_int_equal(load(0, 1, NO_LIMIT), US_OK); /* the run's last one counts */
    assert_int_equal(load(0, 2, NO_LIMIT), US_ERROR_NOT_FINITE);
    assert_non_null(strstr(scene.error.text, "key 1"));
    memcpy(scene.bytes + scene.index.head.curves[0].byte + 12 + 4, bytes, 4);
    assert_int_equal(load(0, 1, NO_LIMIT), US_ERROR_NOT_FINITE);
    assert_non_null(strstr(scene.error.text, "'understudy check' says which"));
    close_scene();
}

TESTS_MAIN(every_span_has_its_keys, runs_at_one_time, keys_are_found_quickly,
           the_same_times_are_one_axis, dense_keys_are_refused, a_shorter_file_is_an_error,
           keys_that_fall_are_refused, a_span_begins_at_the_end_of_a_run,
           even_keys_are_read_at_once, like_curves_are_read_at_once, no_read_may_fail)
