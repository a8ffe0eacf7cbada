/* SPDX-License-Identifier: MIT */
/* Hazard: an inspection that says something else than decoding and repairing the whole file, or
 * that needs memory as the file grows. */
#include "support.h"

#include <dirent.h>

#include "counting.h"
#include "core/keys/key_source.h"
#include "core/repair/repair.h"
#include "core/sampler/sampler.h"
#include "core/keys/sorted_keys.h"
#include "core/inspect/inspect.h"
#include "inspect_reference.h"

enum { QX = 3, QW = 6, HUGE_KEYS = 10500 };

struct opinion {
    enum us_result result;
    struct us_error error;
    struct us_repair_report report;
    struct us_inspect_facts facts;
};

/* Everything in memory. */
static void think_whole(const uint8_t *bytes, uint64_t size, struct opinion *out)
{
    struct us_recording recording;
    *out = (struct opinion){0};
    uint8_t *copy = malloc((size_t)size + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, (size_t)size);
    out->result = us_recording_decode(copy, size, &recording, &out->error);
    if (out->result != US_OK) {
        free(copy);
        return;
    }
    struct us_sampler *sampler;
    assert_true(inspect_reference_file(&recording, &out->facts));
    assert_int_equal(us_repair(&recording, &out->report, NULL), US_OK);
    assert_int_equal(us_sampler_create(&recording, &sampler, NULL), US_OK);
    assert_true(inspect_reference_played(&recording, sampler, &out->facts));
    us_sampler_destroy(sampler);
    us_recording_finish(&recording);
}

static void think_in_windows(const uint8_t *bytes, uint64_t size, struct opinion *out)
{
    struct us_file file = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    *out = (struct opinion){0};
    out->result = us_curve_index_read(&file, &index, &out->error);
    if (out->result == US_OK)
        out->result =
            us_inspect_run(&file, &index, NULL, NULL, &out->report, &out->facts, &out->error);
    struct us_file sorted = {.descriptor = -1};
    if (out->result == US_ERROR_UNSORTED) {
        us_curve_index_finish(&index);
        out->error = (struct us_error){0};
        out->result = us_sorted_keys_read(&file, &sorted, &index, &out->error);
        file = sorted;
        if (out->result == US_OK)
            out->result =
                us_inspect_run(&file, &index, NULL, NULL, &out->report, &out->facts, &out->error);
    }
    /* Without a report the keys are checked all the same. */
    struct us_error error = {0};
    if (index.head.file_size > 0) {
        assert_int_equal(us_inspect_run(&file, &index, NULL, NULL, NULL, NULL, &error),
                         out->result);
        assert_string_equal(error.text, out->error.text);
    }
    us_file_close(&sorted);
    us_curve_index_finish(&index);
}

static void compare_facts(const struct us_inspect_facts *got, const struct us_inspect_facts *want)
{
    assert_int_equal(got->curve_count, want->curve_count);
    assert_int_equal(got->curves_with_keys, want->curves_with_keys);
    assert_int_equal(got->linear, want->linear);
    assert_int_equal(got->hermite, want->hermite);
    assert_int_equal(got->weighted, want->weighted);
    assert_int_equal(got->stepped, want->stepped);
    for (unsigned i = 0; i < US_INSPECT_WRAPS; i++)
        assert_int_equal(got->wraps[i], want->wraps[i]);
    check_near(got->rate_hz, want->rate_hz, 0, "rate");
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(got->hands[i].joints_with_keys, want->hands[i].joints_with_keys);
        assert_int_equal(got->hands[i].pinches, want->hands[i].pinches);
        check_near(got->hands[i].tracked_share, want->hands[i].tracked_share, 0, "tracked");
    }
    check_near(got->gaze_valid_share, want->gaze_valid_share, 0, "gaze");
    assert_int_equal(got->floor_based, want->floor_based);
}

/* The inspection must say what the whole says. Returns how many items there are, or -1 for a bad
 * file.
 */
static int compare(const uint8_t *bytes, uint64_t size)
{
    struct opinion want, got;
    think_whole(bytes, size, &want);
    think_in_windows(bytes, size, &got);
    assert_int_equal(got.result, want.result);
    if (want.result != US_OK) {
        assert_string_equal(got.error.text, want.error.text);
        assert_string_equal(got.error.curve, want.error.curve);
        assert_int_equal(got.error.byte, want.error.byte);
        assert_null(got.report.items);
        return -1;
    }
    int count = (int)want.report.item_count;
    for (uint32_t i = 0; i < want.report.item_count || i < got.report.item_count; i++) {
        const struct us_repair_item none = {0};
        struct us_repair_item a = i < got.report.item_count ? got.report.items[i] : none;
        struct us_repair_item b = i < want.report.item_count ? want.report.items[i] : none;
        if (a.kind != b.kind || a.curve_index != b.curve_index || a.count != b.count ||
            !(a.seconds == b.seconds))
            fail_msg("item %u of %u: %s of curve %u, %llu, %g s; expected %s of curve %u, %llu, "
                     "%g s",
                     i, got.report.item_count, us_repair_name(a.kind), a.curve_index,
                     (unsigned long long)a.count, a.seconds, us_repair_name(b.kind), b.curve_index,
                     (unsigned long long)b.count, b.seconds);
    }
    assert_int_equal(got.report.item_count, want.report.item_count);
    compare_facts(&got.facts, &want.facts);
    us_repair_report_finish(&want.report);
    us_repair_report_finish(&got.report);
    return count;
}

static int compare_file(struct animation_file *file)
{
    uint64_t size;
    uint8_t *bytes = animation_bytes(file, &size);
    int items = compare(bytes, size);
    free(bytes);
    animation_finish(file);
    return items;
}

static int compare_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    int files = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char path[768];
        if (strstr(entry->d_name, ".bin") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        uint8_t *bytes;
        uint64_t size;
        assert_int_equal(us_file_read(path, &bytes, &size, NULL), US_OK);
        compare(bytes, size);
        free(bytes);
        files++;
    }
    closedir(entries);
    return files;
}

TEST(the_projects_recordings)
{
    assert_true(compare_folder(INSPECT_DATA) > 10);
}

TEST(the_sample_recordings)
{
    const char *samples = getenv("UNDERSTUDY_SAMPLES");
    samples = samples != NULL && samples[0] != '\0' ? samples : INSPECT_SAMPLES;
    DIR *there = opendir(samples);
    if (there == NULL) {
        printf("SKIP: the sample recordings are not at %s\n", samples);
        skip();
    }
    closedir(there);
    assert_true(compare_folder(samples) > 0);
}

/* What the cases of a random recording are drawn from. */
struct plan {
    uint64_t seed;
    unsigned keys;
    bool split, repeats, bent, zeros, lost, flags;
};

static bool draw(struct plan *plan, double chance)
{
    return random_share(&plan->seed) < chance;
}

static float random_time(struct plan *plan, unsigned k)
{
    /* Some keys share a time with the one before. */
    return (float)k * 0.25f + (draw(plan, 0.1) && k > 0 ? -0.25f : 0.0f);
}

static struct animation_key random_key(struct plan *plan, float time_s, double value)
{
    struct animation_key key = {.time_s = time_s, .value = (float)value, .mode = 3};
    if (plan->bent && draw(plan, 0.2)) {
        key.mode = (int32_t)random_between(&plan->seed, -1, 6);
        key.in_tangent = draw(plan, 0.1) ? INFINITY : (float)random_between(&plan->seed, -1, 1);
        key.out_tangent = draw(plan, 0.1) ? -INFINITY : (float)random_between(&plan->seed, -1, 1);
        key.in_weight = (float)random_share(&plan->seed);
        key.out_weight = (float)random_share(&plan->seed);
    }
    return key;
}

static void add_random_pose(struct plan *plan, struct animation_file *file, unsigned curve)
{
    for (unsigned k = 0; k < plan->keys; k++) {
        float time_s = random_time(plan, k);
        double half = 0.3 * k, sign = draw(plan, 0.2) ? -1 : 1;
        double scale = plan->zeros && draw(plan, 0.2) ? 0 : draw(plan, 0.1) ? 1.01 : 1;
        double q[4] = {0.6 * sin(half), 0, 0.8 * sin(half), cos(half)};
        for (unsigned c = 0; c < 7; c++) {
            float own_s = plan->split && draw(plan, 0.2) ? (float)k * 0.25f + 0.125f : time_s;
            unsigned count = file->curves[curve + c].count;
            if (count > 0 && file->curves[curve + c].keys[count - 1].time_s > own_s)
                own_s = file->curves[curve + c].keys[count - 1].time_s;
            double value = c < 3 ? random_between(&plan->seed, -1, 2) : sign * scale * q[c - 3];
            if (plan->split && draw(plan, 0.3))
                continue;
            animation_add_key(file, curve + c, random_key(plan, own_s, value));
        }
    }
    struct animation_curve *w = &file->curves[curve + QW];
    if (plan->lost && draw(plan, 0.7) && w->count > 2) {
        w->count = draw(plan, 0.5) ? 1 : 2;
        if (w->count == 2 && file->curves[curve + 5].count > 0)
            w->keys[1] = file->curves[curve + 5].keys[file->curves[curve + 5].count - 1];
        if (w->count == 2 && w->keys[1].time_s < w->keys[0].time_s)
            w->keys[1].time_s = w->keys[0].time_s;
    }
}

static void add_random_flags(struct plan *plan, struct animation_file *file)
{
    for (unsigned curve = ANIMATION_TRACKED; curve < ANIMATION_JOINTS; curve++)
        for (unsigned k = 0; k < plan->keys; k++)
            if (draw(plan, 0.8))
                animation_add(file, curve, 0.25 * k + 0.01 * curve, draw(plan, 0.5));
    for (unsigned k = 0; k < plan->keys; k++)
        for (unsigned c = 0; c < 6; c++)
            if (!plan->split || draw(plan, 0.7))
                animation_add(file, ANIMATION_GAZE + c, 0.25 * k, draw(plan, 0.7) ? 0.0 : 1.0);
}

static int random_recording(uint64_t seed, unsigned keys)
{
    static const int32_t modes[] = {8, 2, 4, 0, 1, 3};
    struct animation_file file;
    struct plan plan = {.seed = seed * 7919 + 1, .keys = keys};
    for (unsigned i = 0; i < 8; i++)
        random_share(&plan.seed);
    plan.split = draw(&plan, 0.5);
    plan.repeats = draw(&plan, 0.5);
    plan.bent = draw(&plan, 0.5);
    plan.zeros = draw(&plan, 0.4);
    plan.lost = draw(&plan, 0.4);
    animation_init(&file);
    file.key_size = plan.bent || draw(&plan, 0.3) ? 28 : 8;
    file.minor = file.key_size == 28 && draw(&plan, 0.5) ? 0 : 1;
    if (draw(&plan, 0.8))
        add_random_pose(&plan, &file, ANIMATION_CAMERA);
    static const unsigned joints[] = {0, 1, 2, 8, 9, 10, 11};
    for (unsigned i = 0; i < 7; i++)
        add_random_pose(&plan, &file, animation_joint(i % 2, joints[i]));
    add_random_flags(&plan, &file);
    for (unsigned i = 0; i < ANIMATION_CURVES && plan.repeats; i++) {
        file.curves[i].pre = modes[(unsigned)random_between(&plan.seed, 0, 5.03)];
        file.curves[i].post = modes[(unsigned)random_between(&plan.seed, 0, 5.03)];
    }
    return compare_file(&file);
}

TEST(random_recordings)
{
    int items = 0;
    for (uint64_t seed = 1; seed < 1000; seed++)
        items += random_recording(seed, 1 + (unsigned)(seed % 23));
    assert_true(items > 2000);
}

/* Longer than a window, whatever the size of a key. */
TEST(long_random_recordings)
{
    for (uint64_t seed = 5000; seed < 5008; seed++)
        assert_true(random_recording(seed, 9000 + (unsigned)seed % 7 * 1000) > 0);
}

/* A window's border may lie anywhere in a run of keys at one time. */
TEST(long_runs_of_one_time)
{
    for (unsigned length = 2330; length < 2352; length += 2) {
        struct animation_file file;
        animation_init(&file);
        file.key_size = 28;
        for (unsigned k = 0; k < 12000; k++)
            for (unsigned c = 0; c < 7; c++)
                animation_add_key(
                    &file, c,
                    (struct animation_key){.time_s = (float)(k / length),
                                           .value = k % 3 == 0 ? -0.5f : 0.5f,
                                           .out_tangent = k % 5 == 0 ? INFINITY : 1.0f,
                                           .mode = (int32_t)(k % 4)});
        compare_file(&file);
    }
}

#ifdef SANITIZED
enum { DAMAGE_STEP = 5 }; /* bytes; unit_damage_every_byte damages each of them */
#else
enum { DAMAGE_STEP = 1 };
#endif

TEST(damaged_recordings)
{
    static const uint8_t changes[] = {0x80, 0xff, 0x10};
    for (unsigned layout = 0; layout < 3; layout++) {
        struct animation_file file;
        animation_init(&file);
        file.minor = layout > 0;
        file.key_size = layout < 2 ? 28 : 8;
        animation_fill_small(&file, layout < 2);
        uint64_t size;
        uint8_t *bytes = animation_bytes(&file, &size);
        int bad = 0;
        for (uint64_t i = 0; i < size; i += DAMAGE_STEP) {
            bytes[i] ^= changes[i % 3];
            bad += compare(bytes, size) < 0;
            bytes[i] ^= changes[i % 3];
            if (i % 11 == 0)
                compare(bytes, i);
        }
        assert_true(bad > 300 / DAMAGE_STEP);
        free(bytes);
        animation_finish(&file);
    }
}

/* Of several bad keys, the first in the file is the one that is named, on whichever side of a
 * window's border. */
TEST(bad_keys_in_a_long_curve)
{
    struct animation_file file;
    animation_init(&file);
    for (unsigned k = 0; k < 20000; k++)
        for (unsigned c = QX; c <= QW; c++)
            animation_add(&file, c, k, 0.5);
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    uint64_t keys = file.curve_byte[QX + 1] + 12;
    for (uint64_t key = 8180; key < 8200; key++) {
        uint8_t kept[8];
        memcpy(kept, bytes + keys + 8 * key, 8);
        poke_f32(bytes + keys + 8 * key, 3.0f);
        assert_true(compare(bytes, size) >= 0);
        poke_f32(bytes + keys + 8 * key + 4, NAN);
        assert_int_equal(compare(bytes, size), -1);
        memcpy(bytes + keys + 8 * key, kept, 8);
    }
    assert_true(compare(bytes, size) >= 0);
    free(bytes);
    animation_finish(&file);
}

static void put_huge_curve(FILE *out, unsigned curve, bool lost_w, uint8_t *room)
{
    bool is_bool = curve >= ANIMATION_TRACKED && curve < ANIMATION_JOINTS;
    unsigned size = is_bool ? 8 : 28, place = curve < 7 ? curve : (curve - ANIMATION_JOINTS) % 7;
    unsigned count = place == QW && !is_bool && lost_w ? 1 : HUGE_KEYS;
    memset(room, 0, 12 + (size_t)count * size);
    poke_i32(room, 8);
    poke_i32(room + 4, 8);
    poke_i32(room + 8, (int32_t)count);
    for (unsigned k = 0; k < count; k++) {
        uint8_t *key = room + 12 + (size_t)k * size;
        poke_f32(key, (float)k / 64.0f + (is_bool ? 0.0f : (float)(curve / 7) / 4096.0f));
        poke_f32(key + 4, is_bool       ? (k % 7 == 0 ? 0.0f : 1.0f)
                          : place == QW ? 1.0f
                                        : 0.01f * (float)k);
        if (!is_bool)
            poke_i32(key + 24, 3);
    }
    assert_int_equal(fwrite(room, 12 + (size_t)count * size, 1, out), 1);
}

static void huge_file(bool lost_w, char *path)
{
    static const uint8_t header[16] = {0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a, 1};
    scratch_path("huge.bin", path);
    FILE *out = fopen(path, "wb");
    uint8_t *room = malloc(12 + 28 * (size_t)HUGE_KEYS);
    assert_true(out != NULL && room != NULL);
    assert_int_equal(fwrite(header, 16, 1, out), 1);
    for (unsigned curve = 0; curve < ANIMATION_GAZE; curve++)
        put_huge_curve(out, curve, lost_w && curve / 7 < 12, room);
    free(room);
    assert_int_equal(fclose(out), 0);
}

struct told {
    uint64_t calls, done;
    bool rises;
};

static void tell(void *context, uint64_t done, uint64_t total)
{
    struct told *told = context;
    told->rises = told->rises && done > told->done && done <= total && total > 0;
    told->done = done;
    told->calls++;
}

TEST(memory_is_bounded)
{
    for (int lost = 0; lost < 2; lost++) {
        char path[256];
        struct us_file file;
        struct us_curve_index index;
        struct us_repair_report report;
        struct us_inspect_facts facts;
        struct told told = {.rises = true};
        huge_file(lost == 1, path);
        counting_reset();
        assert_int_equal(us_file_open(path, &file, NULL), US_OK);
        assert_true(file.size > 100000000);
        assert_int_equal(us_curve_index_read(&file, &index, NULL), US_OK);
        assert_int_equal(us_inspect_run(&file, &index, tell, &told, &report, &facts, NULL), US_OK);
        /* All that is ever asked for together is above what is held at any time. */
        if (counting.total > 3000000)
            fail_msg("asked for %llu bytes in all", (unsigned long long)counting.total);
        assert_true(told.rises && told.calls >= 90 && told.calls <= 110);
        assert_true(facts.linear > 3000000);
        us_repair_report_finish(&report);
        us_curve_index_finish(&index);
        us_file_close(&file);
    }
    scratch_remove();
}

TEST(a_file_that_becomes_shorter)
{
    struct animation_file file;
    animation_init(&file);
    animation_fill_small(&file, false);
    uint64_t size;
    uint8_t *bytes = animation_bytes(&file, &size);
    struct us_file whole = us_file_in_memory(bytes, size);
    struct us_curve_index index;
    assert_int_equal(us_curve_index_read(&whole, &index, NULL), US_OK);
    for (uint64_t left = 0; left < file.curve_byte[ANIMATION_GAZE + 5] + 12; left += 7) {
        struct us_file part = us_file_in_memory(bytes, left);
        struct us_repair_report report;
        struct us_inspect_facts facts;
        struct us_error error = {0};
        assert_int_equal(us_inspect_run(&part, &index, NULL, NULL, &report, &facts, &error),
                         US_ERROR_FILE);
        assert_non_null(strstr(error.text, "shorter"));
        assert_null(report.items);
    }
    us_curve_index_finish(&index);
    free(bytes);
    animation_finish(&file);
}

int main(int argc, char **argv)
{
    /* These take much longer than the others. */
    if (argc > 1 && strcmp(argv[1], "large") == 0)
        return RUN_TESTS(long_random_recordings, damaged_recordings, bad_keys_in_a_long_curve,
                         memory_is_bounded);
    return RUN_TESTS(the_projects_recordings, the_sample_recordings, random_recordings,
                     long_runs_of_one_time, a_file_that_becomes_shorter);
}
