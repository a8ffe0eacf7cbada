/* SPDX-License-Identifier: MIT */
#include "key_scene.h"

uint64_t key_scene_reads;

bool __real_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);
bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count);

bool __wrap_us_file_get(const struct us_file *file, uint64_t offset, void *out, uint64_t count)
{
    key_scene_reads++;
    return __real_us_file_get(file, offset, out, count);
}

/* The camera's first curves; the value of a key is its number. */
void key_scene_open(struct key_scene *scene, unsigned key_size)
{
    struct animation_file file;
    animation_init(&file);
    file.key_size = key_size;
    for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            animation_add(&file, ANIMATION_CAMERA + c, (double)scene->times_s[c][i], i);
    key_scene_read(scene, &file);
}

void key_scene_read(struct key_scene *scene, struct animation_file *file)
{
    scene->bytes = animation_bytes(file, &scene->size);
    animation_finish(file);
    scene->file = us_file_in_memory(scene->bytes, scene->size);
    assert_int_equal(us_curve_index_read(&scene->file, &scene->index, NULL), US_OK);
    key_scene_reads = 0;
}

void key_scene_close(struct key_scene *scene)
{
    us_curve_index_finish(&scene->index);
    free(scene->bytes);
}

/* Rising, on quarters of a second, some of them several times. */
void key_scene_fill(struct key_scene *scene, unsigned curve, unsigned count, uint64_t *random)
{
    double at = floor(random_between(random, 0, 12));
    scene->count[curve] = count;
    for (unsigned i = 0; i < count; i++) {
        scene->times_s[curve][i] = (float)(at / 4);
        at += floor(random_between(random, 0, 3));
    }
}

static int compare_times(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* All times of all curves, each once. */
unsigned key_scene_unite(const struct key_scene *scene, float *out)
{
    unsigned all = 0, count = 0;
    for (unsigned c = 0; c < KEY_SCENE_CURVES; c++)
        for (unsigned i = 0; i < scene->count[c]; i++)
            out[all++] = scene->times_s[c][i];
    qsort(out, all, sizeof(float), compare_times);
    for (unsigned i = 0; i < all; i++)
        if (i == 0 || out[i] != out[count - 1])
            out[count++] = out[i];
    return count;
}
