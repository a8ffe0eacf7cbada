/* SPDX-License-Identifier: MIT */
/* syscall is not in POSIX. */
#define _DEFAULT_SOURCE
#include "support.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void check_near(double got, double want, double within, const char *what)
{
    if (!(fabs(got - want) <= within))
        fail_msg("%s: got %.17g, expected %.17g within %g", what, got, want, within);
}

double random_share(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * random_share(state);
}

struct guarded guarded_copy(const void *bytes, uint64_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = ((size_t)size + page - 1) / page * page;
    struct guarded guarded = {.size = size, .map_size = room + page};
    int zero = open("/dev/zero", O_RDWR);
    assert_true(zero >= 0);
    guarded.map = mmap(NULL, guarded.map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    assert_true(guarded.map != MAP_FAILED);
    close(zero);
    assert_int_equal(mprotect((uint8_t *)guarded.map + room, page, PROT_NONE), 0);
    guarded.bytes = (uint8_t *)guarded.map + room - size;
    if (size > 0)
        memcpy(guarded.bytes, bytes, (size_t)size);
    return guarded;
}

void guarded_free(struct guarded *guarded)
{
    munmap(guarded->map, guarded->map_size);
}

void animation_init(struct animation_file *file)
{
    *file = (struct animation_file){.header = true,
                                    .major = 1,
                                    .minor = 1,
                                    .flags = {1, 1, 1},
                                    .key_size = 8,
                                    .has_markers = true};
    animation_wrap_all(file, 8, 8);
}

void animation_finish(struct animation_file *file)
{
    for (unsigned i = 0; i < ANIMATION_CURVES; i++)
        free(file->curves[i].keys);
}

unsigned animation_joint(unsigned hand, unsigned joint)
{
    return ANIMATION_JOINTS + (hand * ANIMATION_JOINT_COUNT + joint) * 7;
}

void animation_add_key(struct animation_file *file, unsigned curve_index, struct animation_key key)
{
    struct animation_curve *curve = &file->curves[curve_index];
    if (curve->count == curve->capacity) {
        curve->capacity = curve->capacity * 2 + 4;
        curve->keys = realloc(curve->keys, curve->capacity * sizeof *curve->keys);
        assert_non_null(curve->keys);
    }
    curve->keys[curve->count++] = key;
}

void animation_add(struct animation_file *file, unsigned curve, double time_s, double value)
{
    animation_add_key(
        file, curve,
        (struct animation_key){.time_s = (float)time_s, .value = (float)value, .mode = 3});
}

void animation_add_pose(struct animation_file *file, unsigned curve, double time_s,
                        const double q[4], const double p[3])
{
    for (unsigned i = 0; i < 3; i++)
        animation_add(file, curve + i, time_s, p[i]);
    for (unsigned i = 0; i < 4; i++)
        animation_add(file, curve + 3 + i, time_s, q[i]);
}

void animation_wrap_all(struct animation_file *file, int32_t pre, int32_t post)
{
    for (unsigned i = 0; i < ANIMATION_CURVES; i++) {
        file->curves[i].pre = pre;
        file->curves[i].post = post;
    }
}

struct sink {
    uint8_t *bytes;
    uint64_t size, capacity;
};

static void sink_put(struct sink *sink, const void *bytes, uint64_t count)
{
    if (sink->capacity - sink->size < count) {
        sink->capacity = sink->capacity * 2 + count;
        sink->bytes = realloc(sink->bytes, (size_t)sink->capacity);
        assert_non_null(sink->bytes);
    }
    if (count > 0)
        memcpy(sink->bytes + sink->size, bytes, (size_t)count);
    sink->size += count;
}

void poke_i32(uint8_t *at, int32_t value)
{
    uint32_t bits = (uint32_t)value;
    at[0] = (uint8_t)(bits & 255u);
    at[1] = (uint8_t)(bits >> 8 & 255u);
    at[2] = (uint8_t)(bits >> 16 & 255u);
    at[3] = (uint8_t)(bits >> 24);
}

void poke_f32(uint8_t *at, float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    poke_i32(at, bits);
}

int32_t peek_i32(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] + 256u * at[1] + 65536u * at[2] + 16777216u * at[3]);
}

static void put_i32(struct sink *sink, int32_t value)
{
    uint8_t bytes[4];
    poke_i32(bytes, value);
    sink_put(sink, bytes, 4);
}

static void put_f32(struct sink *sink, float value)
{
    uint8_t bytes[4];
    poke_f32(bytes, value);
    sink_put(sink, bytes, 4);
}

static void put_curve(struct sink *sink, const struct animation_curve *curve, unsigned key_size)
{
    put_i32(sink, curve->pre);
    put_i32(sink, curve->post);
    put_i32(sink, (int32_t)curve->count);
    for (unsigned i = 0; i < curve->count; i++) {
        const struct animation_key *key = &curve->keys[i];
        put_f32(sink, key->time_s);
        put_f32(sink, key->value);
        if (key_size == 8)
            continue;
        put_f32(sink, key->in_tangent);
        put_f32(sink, key->out_tangent);
        put_f32(sink, key->in_weight);
        put_f32(sink, key->out_weight);
        put_i32(sink, key->mode);
    }
}

static bool has_curve(const struct animation_file *file, unsigned curve)
{
    if (file->minor == 0)
        return curve < ANIMATION_GAZE;
    unsigned section = curve < ANIMATION_TRACKED ? 0 : curve < ANIMATION_GAZE ? 1 : 2;
    return file->flags[section] != 0;
}

static void put_markers(struct sink *sink, const struct animation_file *file)
{
    put_i32(sink, (int32_t)file->marker_count);
    for (unsigned i = 0; i < file->marker_count; i++) {
        const struct animation_marker *marker = &file->markers[i];
        put_f32(sink, marker->time_s);
        unsigned rest = marker->length;
        do {
            uint8_t seven = (uint8_t)(rest % 128 + (rest >= 128 ? 128 : 0));
            sink_put(sink, &seven, 1);
            rest /= 128;
        } while (rest > 0);
        sink_put(sink, marker->name, marker->length);
    }
}

uint8_t *animation_bytes(struct animation_file *file, uint64_t *out_size)
{
    static const uint8_t magic[8] = {0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a};
    struct sink sink = {0};
    if (file->header) {
        sink_put(&sink, magic, 8);
        put_i32(&sink, file->major);
        put_i32(&sink, file->minor);
        sink_put(&sink, file->flags, file->minor == 0 ? 0 : 3);
    }
    for (unsigned i = 0; i < ANIMATION_CURVES; i++) {
        file->curve_byte[i] = 0;
        if (!has_curve(file, i))
            continue;
        bool is_bool = i >= ANIMATION_TRACKED && i < ANIMATION_JOINTS;
        file->curve_byte[i] = sink.size;
        put_curve(&sink, &file->curves[i], is_bool ? 8 : file->key_size);
    }
    file->markers_byte = sink.size;
    if (file->has_markers)
        put_markers(&sink, file);
    *out_size = sink.size;
    return sink.bytes;
}

void animation_fill_small(struct animation_file *file, bool bent)
{
    static const double q[2][4] = {{0.0, 0.0, 0.0, 1.0}, {0.0, 0.6, 0.0, 0.8}};
    static const double p[2][3] = {{0.0, 0.1, 0.2}, {1.0, -2.0, 3.0}};
    for (unsigned k = 0; k < 2; k++) {
        animation_add_pose(file, ANIMATION_CAMERA, k, q[k], p[k]);
        for (unsigned hand = 0; hand < 2; hand++) {
            animation_add(file, ANIMATION_TRACKED + hand, k, 1.0);
            animation_add(file, ANIMATION_PINCHING + hand, k, k);
            animation_add_pose(file, animation_joint(hand, 11), k, q[k], p[k]);
        }
        for (unsigned i = 0; i < 6; i++)
            animation_add(file, ANIMATION_GAZE + i, k, i == 5 ? 1.0 : 0.25 * k);
    }
    if (bent) {
        file->curves[ANIMATION_CAMERA].keys[0] =
            (struct animation_key){0.0f, 0.5f, 1.0f, 2.0f, 0.3f, 0.4f, 0};
        file->curves[ANIMATION_CAMERA].keys[1] =
            (struct animation_key){1.0f, 1.5f, 3.0f, 4.0f, 0.5f, 0.6f, 1};
        file->curves[ANIMATION_CAMERA + 1].keys[0].out_tangent = INFINITY;
    }
}

static char folder[128];

static const char *scratch_folder(void)
{
    if (folder[0] == '\0') {
        const char *root = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/us-unit.%ld.XXXXXX",
                 root != NULL && strlen(root) < 64 ? root : "/tmp", (long)getpid());
        assert_non_null(mkdtemp(folder));
    }
    return folder;
}

void scratch_path(const char *name, char *path)
{
    snprintf(path, 256, "%s/%s", scratch_folder(), name);
}

void scratch_remove(void)
{
    DIR *entries = opendir(scratch_folder());
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", scratch_folder(), entry->d_name);
        if (entry->d_name[0] != '.' && unlink(path) != 0)
            rmdir(path);
    }
    if (entries != NULL)
        closedir(entries);
    rmdir(scratch_folder());
    folder[0] = '\0';
}

void save_file(const char *name, const void *bytes, uint64_t size, char *path)
{
    scratch_path(name, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(size > 0 ? fwrite(bytes, (size_t)size, 1, file) : 1, 1);
    assert_int_equal(fclose(file), 0);
}

void need_strict_seccomp(void)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int refused = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0;
        syscall(SYS_exit, refused); /* exit_group is forbidden */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0) {
        printf("SKIP: this system does not allow seccomp's strict mode\n");
        exit(SUPPORT_SKIP);
    }
}

const char *samples_folder(void)
{
    const char *samples = getenv("UNDERSTUDY_SAMPLES");
    struct stat status;
    if (samples == NULL || samples[0] == '\0')
        samples = SUPPORT_SAMPLES;
    if (stat(samples, &status) != 0 || !S_ISDIR(status.st_mode)) {
        printf("SKIP: the sample recordings are not at %s\n", samples);
        exit(SUPPORT_SKIP);
    }
    return samples;
}

void check_file_text(const char *path, const char *expected)
{
    char text[8192] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    assert_string_equal(text, expected);
}

uint8_t *sample_bytes(const char *name, uint64_t *out_size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", samples_folder(), name);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fail_msg("cannot open %s", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *out_size = (uint64_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc((size_t)*out_size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, (size_t)*out_size, 1, file), 1);
    fclose(file);
    return bytes;
}
