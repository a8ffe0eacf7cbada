/* SPDX-License-Identifier: MIT */
/* Hazard: what reads a curve through a small window finds another key than one that sees all of
 * them, or several curves are passed in another order than that of their keys. */
#include "support.h"

#include "core/keys/key_density.h"
#include "core/keys/played_spans.h"
#include "core/keys/sorted_keys.h"

enum { CURVES = 4, MOST = 400 };

struct scene {
    unsigned count[CURVES];
    float times_s[CURVES][MOST];
    uint8_t *bytes;
    uint64_t size;
    struct us_file file;
    struct us_curve_index index;
};

static uint64_t reads;

bool __real_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);

bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count)
{
    reads++;
    return __real_us_file_get(file, offset, out, count);
}

/* The camera's first curves; the value of a key is its number. */
static void open_scene(struct scene *scene, unsigned key_size)
{
    struct animation_file file;
    animation_init(&file);
    file.key_size = key_size;
    for (unsigned c = 0; c < CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            animation_add(&file, ANIMATION_CAMERA + c, (double)scene->times_s[c][i], i);
    scene->bytes = animation_bytes(&file, &scene->size);
    animation_finish(&file);
    scene->file = us_file_in_memory(scene->bytes, scene->size);
    assert_int_equal(us_curve_index_read(&scene->file, NULL, &scene->index, NULL), US_OK);
    reads = 0;
}

static void close_scene(struct scene *scene)
{
    us_curve_index_finish(&scene->index);
    free(scene->bytes);
}

/* Rising, on quarters of a second, some of them several times. */
static void fill_random(struct scene *scene, unsigned curve, unsigned count, uint64_t *random)
{
    double at = floor(random_between(random, 0, 12));
    scene->count[curve] = count;
    for (unsigned i = 0; i < count; i++) {
        scene->times_s[curve][i] = (float)(at / 4);
        at += floor(random_between(random, 0, 3));
    }
}

/* The last key at or before a time, or the first one. */
static unsigned find(const struct scene *scene, unsigned curve, double time_s)
{
    unsigned found = 0;
    for (unsigned i = 0; i < scene->count[curve]; i++)
        if ((double)scene->times_s[curve][i] <= time_s)
            found = i;
    return found;
}

static void any_key_is_found_from_any_other(void **state)
{
    (void)state;
    static const unsigned counts[] = {1, 2, 3, 8, 9, 50, 400}, sizes[] = {8, 28};
    uint64_t random = 3;
    for (unsigned round = 0; round < 14; round++) {
        struct scene scene = {0};
        uint8_t window[10 * 28 + 5];
        struct us_curve_reader reader, memory;
        fill_random(&scene, 0, counts[round / 2], &random);
        open_scene(&scene, sizes[round % 2]);
        us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window,
                             sizes[round % 2] * 10 + 5);
        struct us_curve curve = scene.index.head.curves[0];
        curve.keys = scene.bytes + curve.byte + 12;
        us_curve_reader_init_in_memory(&memory, &curve);
        assert_true(memory.first_s == reader.first_s && memory.last_s == reader.last_s);
        for (unsigned i = 0; i < 600; i++) {
            double time_s = floor(random_between(&random, -8, 840)) / 8;
            unsigned wanted = find(&scene, 0, time_s);
            assert_int_equal(us_curve_reader_find(&reader, time_s), wanted);
            assert_int_equal(us_curve_reader_find(&memory, time_s), wanted);
            assert_true(us_curve_reader_key(&reader, wanted).value == (float)wanted);
            assert_true(us_curve_reader_time_s(&reader, wanted) == scene.times_s[0][wanted]);
            unsigned other = (unsigned)random_between(&random, 0, scene.count[0]);
            assert_true(us_curve_reader_key(&reader, other).value == (float)other);
        }
        /* A view holds as many keys as fit, and says where they are. */
        for (unsigned first = 0; first < scene.count[0]; first += 7) {
            struct us_curve view = us_curve_reader_view(&reader, first);
            unsigned left = scene.count[0] - first;
            assert_int_equal(view.key_count, left < 10 ? left : 10);
            assert_int_equal(view.byte, curve.byte + first * curve.key_size);
            for (unsigned i = 0; i < view.key_count; i++)
                assert_true(us_curve_key(&view, i).value == (float)(first + i));
        }
        assert_false(reader.failed);
        close_scene(&scene);
    }
}

/* Forwards or backwards a window is read for several keys, and no key is read for each of two. */
static void windows_serve_several_keys(void **state)
{
    (void)state;
    struct scene scene = {.count = {MOST}};
    uint8_t window[80 * 8];
    struct us_curve_reader reader;
    for (unsigned i = 0; i < MOST; i++)
        scene.times_s[0][i] = (float)i;
    open_scene(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    reads = 0;
    for (unsigned i = 0; i < MOST; i++) {
        us_curve_reader_key(&reader, i);
        us_curve_reader_key(&reader, i > 5 ? i - 5 : 0); /* a few keys before it stay */
    }
    assert_true(reads <= MOST / 60 + 1);
    reads = 0;
    for (unsigned i = MOST; i-- > 0;)
        us_curve_reader_key(&reader, i);
    assert_true(reads <= MOST / 60 + 1);
    us_curve_reader_find(&reader, 0.0);
    us_curve_reader_find(&reader, MOST / 2);
    reads = 0;
    us_curve_reader_find(&reader, MOST / 2 + 1); /* what is near is there already */
    assert_int_equal(reads, 0);
    scene.file.size = scene.index.head.curves[0].byte + 12 + (MOST - 1) * 8;
    us_curve_reader_key(&reader, 0);
    assert_false(reader.failed);
    assert_true(us_curve_reader_key(&reader, MOST - 1).value == 0.0f);
    assert_true(reader.failed);
    assert_true(us_curve_reader_key(&reader, 1).value == 0.0f);
    close_scene(&scene);
}

/* Of keys at one time the last one is a segment's right end. */
static void segments_end_at_the_last_key_of_a_run(void **state)
{
    (void)state;
    static const float times_s[] = {0, 1, 1, 1, 2, 3, 3, 4, 4};
    struct scene scene = {.count = {9}};
    uint8_t window[3 * 8];
    struct us_curve_reader reader;
    memcpy(scene.times_s[0], times_s, sizeof times_s);
    open_scene(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    static const unsigned right[] = {3, 3, 3, 4, 6, 6, 8, 8};
    for (unsigned times = 0; times < 2; times++)
        for (unsigned i = 0; i < 8; i++) {
            struct us_segment segment = us_curve_reader_segment(&reader, times == 0 ? i : 7 - i);
            unsigned key = times == 0 ? i : 7 - i;
            assert_true(segment.left.value == (float)key);
            assert_true(segment.right.value == (float)right[key]);
            assert_true(segment.right.time_s == times_s[right[key]]);
        }
    check_near(us_curve_reader_evaluate(&reader, 0.5), 1.5, 1e-6, "half of the way to key 3");
    check_near(us_curve_reader_evaluate(&reader, 4.0), 8, 0, "the last key");
    check_near(us_curve_reader_evaluate_clamped(&reader, 9.0), 8, 0, "behind it");
    assert_false(us_curve_reader_evaluate_bool(&reader, 0.5)); /* key 0 says 0 */
    assert_true(us_curve_reader_evaluate_bool(&reader, 1.0));
    close_scene(&scene);
    scene = (struct scene){.count = {1, 0}};
    open_scene(&scene, 8);
    scene.index.head.curves[0].pre_wrap = scene.index.head.curves[0].post_wrap = 2;
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    check_near(us_curve_reader_evaluate(&reader, 7.0), 0, 0, "one key is constant");
    assert_false(us_curve_reader_evaluate_bool(&reader, 7.0));
    us_curve_reader_init(&reader, &scene.file, &scene.index, 1, window, sizeof window);
    check_near(us_curve_reader_evaluate(&reader, 7.0), 0, 0, "no key");
    assert_false(us_curve_reader_evaluate_bool(&reader, 7.0));
    close_scene(&scene);
}

/* A run at 0 s is one as well; a curve in memory ends at its last key; a long run is searched once.
 */
static void runs_of_keys(void **state)
{
    (void)state;
    struct scene scene = {.count = {4}, .times_s = {{-1, 0, 0, 1}}};
    uint8_t window[80];
    struct us_curve_reader reader;
    open_scene(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    assert_true(us_curve_reader_segment(&reader, 0).right.value == 2.0f);
    struct us_curve curve = scene.index.head.curves[0];
    struct guarded keys = guarded_copy(scene.bytes + curve.byte + 12, 4 * 8);
    curve.keys = keys.bytes;
    us_curve_reader_init_in_memory(&reader, &curve);
    assert_true(us_curve_reader_segment(&reader, 0).right.value == 2.0f);
    assert_true(us_curve_reader_segment(&reader, 2).right.value == 3.0f);
    guarded_free(&keys);
    close_scene(&scene);
    scene = (struct scene){.count = {MOST}};
    for (unsigned i = 0; i < MOST; i++)
        scene.times_s[0][i] = i == 0 ? 0 : i < MOST - 1 ? 1 : 2;
    open_scene(&scene, 8);
    us_curve_reader_init(&reader, &scene.file, &scene.index, 0, window, sizeof window);
    reads = 0;
    for (unsigned i = 0; i < MOST - 3; i++)
        assert_true(us_curve_reader_segment(&reader, i).right.value == (float)(MOST - 2));
    assert_true(reads < MOST / 3);
    close_scene(&scene);
}

/* What a Boolean curve says, and one of a section that is not in the file. */
static void flags_are_above_a_half(void **state)
{
    (void)state;
    struct animation_file file;
    uint8_t window[64];
    struct us_curve_reader reader;
    struct us_curve_index index;
    uint64_t size;
    animation_init(&file);
    file.flags[2] = 0;
    static const float values[] = {0.0f, 0.5f, 0.55f, 1.0f};
    for (unsigned i = 0; i < 4; i++)
        animation_add(&file, ANIMATION_TRACKED, i, (double)values[i]);
    uint8_t *bytes = animation_bytes(&file, &size);
    struct us_file memory = us_file_in_memory(bytes, size);
    assert_int_equal(us_curve_index_read(&memory, NULL, &index, NULL), US_OK);
    us_curve_reader_init(&reader, &memory, &index, ANIMATION_TRACKED, window, sizeof window);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(us_curve_reader_evaluate_bool(&reader, i), i > 1);
    us_curve_reader_init(&reader, &memory, &index, ANIMATION_GAZE, window, sizeof window);
    assert_false(us_curve_reader_evaluate_bool(&reader, 1.0));
    bool sorted = false;
    assert_int_equal(us_sorted_keys_check(&memory, &index, &sorted, NULL), US_OK);
    assert_true(sorted);
    us_curve_index_finish(&index);
    animation_finish(&file);
    free(bytes);
}

static int compare_times(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* All times of all curves, each once. */
static unsigned unite(const struct scene *scene, float *out)
{
    unsigned all = 0, count = 0;
    for (unsigned c = 0; c < CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            out[all++] = scene->times_s[c][i];
    qsort(out, all, sizeof(float), compare_times);
    for (unsigned i = 0; i < all; i++)
        if (i == 0 || out[i] != out[count - 1])
            out[count++] = out[i];
    return count;
}

static void curves_are_passed_together(void **state)
{
    (void)state;
    uint64_t random = 17;
    for (unsigned round = 0; round < 60; round++) {
        struct scene scene = {0};
        uint8_t windows[CURVES][64];
        struct us_curve_reader readers[CURVES];
        static float united_s[CURVES * MOST];
        struct us_key_merge merge;
        float time_s;
        for (unsigned c = 0; c < CURVES; c++)
            fill_random(&scene, c, (unsigned)random_between(&random, 0, round), &random);
        open_scene(&scene, 8);
        for (unsigned c = 0; c < CURVES; c++)
            us_curve_reader_init(&readers[c], &scene.file, &scene.index, c, windows[c], 64);
        us_key_merge_init(&merge, readers, CURVES);
        unsigned count = unite(&scene, united_s);
        for (unsigned i = 0; i < count; i++) {
            assert_true(us_key_merge_next(&merge, &time_s));
            assert_true(time_s == united_s[i]);
        }
        assert_false(us_key_merge_next(&merge, &time_s));
        /* Spans between those times, from a start to an end that are no keys. */
        struct us_recording played = {.first_key_s = 1.1, .last_key_s = 6.6};
        struct us_played_spans spans;
        double at_s = 1.1;
        us_played_spans_init(&spans, &played, readers, CURVES);
        for (unsigned i = 0; i <= count && at_s < 6.6; i++) {
            double to_s = i < count ? fmin((double)united_s[i], 6.6) : 6.6;
            if (to_s <= at_s)
                continue;
            assert_true(us_played_spans_next(&spans));
            assert_true(spans.from_s == at_s && spans.to_s == to_s);
            at_s = to_s;
        }
        assert_false(us_played_spans_next(&spans));
        close_scene(&scene);
    }
}

/* The bytes of the keys from a time on, and before another. */
static uint64_t bytes_between(const struct scene *scene, double from_s, double to_s,
                              unsigned key_size)
{
    uint64_t bytes = 0;
    for (unsigned c = 0; c < CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            if ((double)scene->times_s[c][i] >= from_s && (double)scene->times_s[c][i] < to_s)
                bytes += key_size;
    return bytes;
}

/* What is cut holds the time and no more than is allowed, unless it cannot be cut: then all of its
 * keys are at its beginning. It is not cut where it need not be. */
static void spans_are_cut_to_a_limit(void **state)
{
    (void)state;
    uint64_t random = 23;
    static float united_s[CURVES * MOST];
    for (unsigned round = 0; round < 400; round++) {
        struct scene scene = {0};
        struct us_error error;
        unsigned key_size = round % 2 == 0 ? 8 : 28;
        for (unsigned c = 0; c < CURVES; c++)
            fill_random(&scene, c, (unsigned)random_between(&random, 0, 60), &random);
        open_scene(&scene, key_size);
        double from_s = floor(random_between(&random, 0, 40)) / 4;
        double to_s = from_s + floor(random_between(&random, 1, 60)) / 4;
        double time_s = from_s + floor(random_share(&random) * (to_s - from_s) * 8) / 8;
        uint64_t limit = (uint64_t)random_between(&random, 1, 60) * key_size;
        double cut_from_s = from_s, cut_to_s = to_s;
        assert_int_equal(us_key_density_cut(&scene.file, &scene.index, time_s, limit, &cut_from_s,
                                            &cut_to_s, &error),
                         US_OK);
        assert_true(cut_from_s >= from_s && cut_to_s <= to_s);
        assert_true(cut_from_s <= time_s && time_s < cut_to_s);
        uint64_t whole = bytes_between(&scene, from_s, to_s, key_size);
        uint64_t left = bytes_between(&scene, cut_from_s, cut_to_s, key_size);
        if (whole <= limit)
            assert_true(cut_from_s == from_s && cut_to_s == to_s);
        if (left > limit)
            for (unsigned i = 0, count = unite(&scene, united_s); i < count; i++)
                assert_false((double)united_s[i] > cut_from_s && (double)united_s[i] < cut_to_s);
        close_scene(&scene);
    }
}

/* One key in each quarter of a second: a cut is made in the middle of what there is. */
static void cuts_are_in_the_middle(void **state)
{
    (void)state;
    struct scene scene = {.count = {256, 4}};
    for (unsigned i = 0; i < 256; i++)
        scene.times_s[0][i] = (float)i;
    for (unsigned i = 0; i < 4; i++) /* too few to count for much */
        scene.times_s[1][i] = (float)(240 + i);
    open_scene(&scene, 8);
    double from_s = 0, to_s = 256;
    assert_int_equal(
        us_key_density_cut(&scene.file, &scene.index, 10.0, 140 * 8, &from_s, &to_s, NULL), US_OK);
    assert_true(from_s == 0 && to_s == 128);
    from_s = 0, to_s = 256;
    assert_int_equal(
        us_key_density_cut(&scene.file, &scene.index, 128.0, 140 * 8, &from_s, &to_s, NULL), US_OK);
    assert_true(from_s == 128 && to_s == 256);
    from_s = 0, to_s = 256;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 100.0, 8, &from_s, &to_s, NULL),
                     US_OK);
    assert_true(from_s == 100 && to_s == 101);
    /* What cannot be read is an error at its byte. */
    struct us_error error;
    scene.file.size = scene.index.head.curves[0].byte + 12 + 128 * 8;
    from_s = 0, to_s = 256;
    assert_int_equal(us_key_density_cut(&scene.file, &scene.index, 10.0, 8, &from_s, &to_s, &error),
                     US_ERROR_FILE);
    assert_int_equal(error.byte, scene.index.head.curves[0].byte + 12 + 128 * 8);
    close_scene(&scene);
}

/* The median of the curves' middle keys, each weighted by the curve's bytes, in whatever order the
 * curves are. */
static void cuts_are_at_the_weighted_median(void **state)
{
    (void)state;
    static const struct {
        unsigned count[CURVES], begin[CURVES]; /* a key each second from there */
        double cut_s;
    } cases[] = {{{20, 20, 20, 0}, {90, 40, 65, 0}, 75},
                 {{20, 20, 20, 0}, {65, 90, 40, 0}, 75},
                 {{4, 4, 4, 40}, {10, 20, 30, 40}, 60},
                 {{40, 4, 4, 4}, {40, 30, 10, 20}, 60},
                 {{4, 40, 4, 4}, {90, 10, 80, 70}, 30}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene = {0};
        for (unsigned c = 0; c < CURVES; c++) {
            scene.count[c] = cases[i].count[c];
            for (unsigned k = 0; k < scene.count[c]; k++)
                scene.times_s[c][k] = (float)(cases[i].begin[c] + k);
        }
        open_scene(&scene, 8);
        double from_s = 0, to_s = 200;
        uint64_t most = bytes_between(&scene, 0, cases[i].cut_s, 8);
        assert_int_equal(
            us_key_density_cut(&scene.file, &scene.index, 1.0, most, &from_s, &to_s, NULL), US_OK);
        assert_true(from_s == 0 && to_s == cases[i].cut_s);
        close_scene(&scene);
    }
}

/* Many curves, so that their heap has several levels. */
static void many_curves_are_passed_together(void **state)
{
    (void)state;
    enum { MANY = 60 };
    static uint8_t keys[MANY][30 * 8];
    static struct us_curve_reader readers[MANY];
    static bool has_time[400];
    uint64_t random = 41;
    for (unsigned round = 0; round < 40; round++) {
        memset(has_time, 0, sizeof has_time);
        for (unsigned c = 0; c < MANY; c++) {
            unsigned count = (unsigned)random_between(&random, 0, 30), at = 0;
            for (unsigned i = 0; i < count; i++) {
                at += (unsigned)random_between(&random, 0, 13);
                poke_f32(keys[c] + (size_t)i * 8, (float)at);
                has_time[at] = true;
            }
            struct us_curve curve = {.keys = keys[c], .key_count = count, .key_size = 8};
            us_curve_reader_init_in_memory(&readers[c], &curve);
        }
        struct us_key_merge merge;
        float time_s;
        us_key_merge_init(&merge, readers, MANY);
        for (unsigned at = 0; at < 400; at++) {
            if (!has_time[at])
                continue;
            assert_true(us_key_merge_next(&merge, &time_s));
            assert_true(time_s == (float)at);
        }
        assert_false(us_key_merge_next(&merge, &time_s));
    }
}

/* Sorting fails for what is no number, says so, and says nothing otherwise. */
static void what_is_sorted_is_checked(void **state)
{
    (void)state;
    struct scene scene = {.count = {5}, .times_s = {{3, 1, 2, 5, 4}}};
    struct us_file copy;
    struct us_curve_index index;
    struct us_error error = {.text = "untouched"};
    open_scene(&scene, 8);
    assert_int_equal(us_sorted_keys_read(&scene.file, NULL, &copy, &index, &error), US_OK);
    assert_string_equal(error.text, "untouched");
    assert_true(index.first_s[0] == 1 && index.last_s[0] == 5);
    assert_true(index.head.first_key_s == 1 && index.head.last_key_s == 5);
    us_curve_index_finish(&index);
    us_file_close(&copy);
    poke_f32(scene.bytes + scene.index.head.curves[0].byte + 12 + 2 * 8 + 4, NAN);
    assert_int_equal(us_sorted_keys_read(&scene.file, NULL, &copy, &index, &error),
                     US_ERROR_NOT_FINITE);
    assert_non_null(strstr(error.text, "the value of key 2 is not a finite number"));
    assert_null(copy.owned);
    assert_int_equal(us_sorted_keys_read(&scene.file, NULL, &copy, &index, NULL),
                     US_ERROR_NOT_FINITE);
    close_scene(&scene);
}

static bool is_sorted(struct scene *scene, bool sampled)
{
    bool sorted = false;
    assert_int_equal(sampled ? us_sorted_keys_sample(&scene->file, &scene->index, &sorted, NULL)
                             : us_sorted_keys_check(&scene->file, &scene->index, &sorted, NULL),
                     US_OK);
    return sorted;
}

/* Wherever one key of any curve falls, also between two pieces that are read. */
static void a_key_that_falls_is_found(void **state)
{
    (void)state;
    struct animation_file file;
    enum { COUNT = 5000 }; /* 8 bytes each: three pieces of 16384 */
    static const unsigned falls[] = {0, 1, 2, 2047, 2048, 2049, 4095, 4096, COUNT - 1};
    for (unsigned k = 0; k < sizeof falls / sizeof falls[0]; k++) {
        struct scene scene = {0};
        animation_init(&file);
        animation_add(&file, ANIMATION_CAMERA, 0, 1);
        for (unsigned i = 0; i < COUNT; i++)
            animation_add(&file, ANIMATION_GAZE + 5, i / 2, i);
        float *times_s = &file.curves[ANIMATION_GAZE + 5].keys[falls[k]].time_s;
        if (falls[k] > 0)
            *times_s -= 2;
        scene.bytes = animation_bytes(&file, &scene.size);
        animation_finish(&file);
        scene.file = us_file_in_memory(scene.bytes, scene.size);
        assert_int_equal(us_curve_index_read(&scene.file, NULL, &scene.index, NULL), US_OK);
        assert_int_equal(is_sorted(&scene, false), falls[k] == 0);
        if (falls[k] > 0) {
            struct us_file copy;
            struct us_curve_index index;
            assert_int_equal(us_sorted_keys_read(&scene.file, NULL, &copy, &index, NULL), US_OK);
            assert_int_equal(index.head.unsorted_curves, 1);
            assert_int_equal(index.head.first_unsorted, ANIMATION_GAZE + 5);
            bool sorted = false;
            assert_int_equal(us_sorted_keys_check(&copy, &index, &sorted, NULL), US_OK);
            assert_true(sorted);
            assert_true(index.last_s[ANIMATION_GAZE + 5] == (float)((COUNT - 1) / 2) ||
                        falls[k] == COUNT - 1);
            us_curve_index_finish(&index);
            us_file_close(&copy);
        }
        bool sorted;
        scene.file.size = scene.index.head.curves[ANIMATION_GAZE + 5].byte + 12 + COUNT * 8 - 1;
        if (falls[k] == 0 || falls[k] == COUNT - 1)
            assert_int_equal(us_sorted_keys_check(&scene.file, &scene.index, &sorted, NULL),
                             US_ERROR_FILE);
        close_scene(&scene);
    }
}

/* A few keys of the longest curve, evenly spread from its first to its last one. */
static void samples_are_of_the_longest_curve(void **state)
{
    (void)state;
    struct scene scene = {.count = {3, 127, 100, 126}};
    for (unsigned c = 0; c < CURVES; c++)
        for (unsigned i = 0; i < scene.count[c]; i++)
            scene.times_s[c][i] = (float)i;
    scene.times_s[0][1] = -9, scene.times_s[2][99] = -9, scene.times_s[3][125] = -9;
    scene.times_s[1][3] = -9; /* between two samples: every second key is one */
    open_scene(&scene, 8);
    assert_true(is_sorted(&scene, true));
    assert_int_equal(reads, 64);
    assert_false(is_sorted(&scene, false));
    close_scene(&scene);
    for (unsigned falls = 2; falls < 127; falls += 2) {
        scene.times_s[1][falls] = -9;
        open_scene(&scene, 8);
        assert_false(is_sorted(&scene, true));
        close_scene(&scene);
        scene.times_s[1][falls] = (float)falls;
    }
    open_scene(&scene, 8);
    bool sorted;
    scene.file.size = scene.index.head.curves[1].byte + 12 + 126 * 8;
    assert_int_equal(us_sorted_keys_sample(&scene.file, &scene.index, &sorted, NULL),
                     US_ERROR_FILE);
    /* Keys at one time are sorted. */
    for (unsigned i = 0; i < 127; i++)
        scene.times_s[1][i] = 5;
    scene.count[0] = scene.count[2] = scene.count[3] = 0;
    close_scene(&scene);
    open_scene(&scene, 8);
    assert_true(is_sorted(&scene, true) && is_sorted(&scene, false));
    close_scene(&scene);
    scene = (struct scene){0};
    open_scene(&scene, 8);
    assert_true(is_sorted(&scene, true) && is_sorted(&scene, false));
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_key_is_found_from_any_other),
        cmocka_unit_test(windows_serve_several_keys),
        cmocka_unit_test(segments_end_at_the_last_key_of_a_run),
        cmocka_unit_test(runs_of_keys),
        cmocka_unit_test(flags_are_above_a_half),
        cmocka_unit_test(curves_are_passed_together),
        cmocka_unit_test(spans_are_cut_to_a_limit),
        cmocka_unit_test(cuts_are_in_the_middle),
        cmocka_unit_test(cuts_are_at_the_weighted_median),
        cmocka_unit_test(many_curves_are_passed_together),
        cmocka_unit_test(what_is_sorted_is_checked),
        cmocka_unit_test(a_key_that_falls_is_found),
        cmocka_unit_test(samples_are_of_the_longest_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
