/* SPDX-License-Identifier: MIT */
/*
 * First the patch, made smaller, is compared with every place of the picture, made smaller too, at
 * some sizes and turns. Then the best places are improved by least squares, with all six parameters
 * of an affine map, up to the full pictures.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/aim/aim.h"
#include "tool/aim/patch_fit.h"

enum { SMALLEST_PX = 12, COARSE_PX = 12, PLACES = 40, KEPT = 10, SIDE = 32, ROUNDS = 15 };
#define SCORE_COARSE 0.45
#define SCORE_LOWEST 0.9
#define CONTRAST_MOST 2.5
#define COST_MOST 3e10

static const double scales[] = {0.75, 0.87, 1.0, 1.15, 1.32};
static const double turns_deg[] = {-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0};

/* A place of the picture: its middle, and the map from the patch, in pixels of the full pictures.
 */
struct spot {
    double x, y, map[4]; /* x' = map[0] x + map[1] y */
    double score;
    double deviation_px; /* of the middle */
};

/* The patch at one size and turn: rows of pixels whose sum is 0. */
struct shape {
    int top, rows;
    struct row {
        int left, count;
        const float *values;
    } lines[256];
    float *values;
    int count;
    double norm;
};

/* The brightness of a small picture, and sums of it and of its squares along each row. */
struct field {
    int width, height;
    float *bright;
    double *sums, *squares; /* width + 1 a row */
};

struct search {
    struct tool_aim_pyramid patch, picture;
    int level;
    struct field field;
    struct spot spots[PLACES];
    int count;
};

static float brightness(const double rgb[3])
{
    return (float)(0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]);
}

static bool make_field(struct field *field, const struct tool_png_image *image)
{
    const size_t width = image->width, height = image->height;
    *field = (struct field){(int)width, (int)height, malloc(width * height * sizeof(float)),
                            calloc((width + 1) * height, sizeof(double)),
                            calloc((width + 1) * height, sizeof(double))};
    if (field->bright == NULL || field->sums == NULL || field->squares == NULL)
        return false;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint8_t *pixel = image->rgb + 3 * (y * width + x);
            const float value = brightness((double[3]){pixel[0], pixel[1], pixel[2]});
            const size_t at = y * (width + 1) + x;
            field->bright[y * width + x] = value;
            field->sums[at + 1] = field->sums[at] + (double)value;
            field->squares[at + 1] = field->squares[at] + (double)value * (double)value;
        }
    return true;
}

static void free_field(struct field *field)
{
    free(field->bright);
    free(field->sums);
    free(field->squares);
}

/* Makes the shape, with its values in `values`. False: the patch is flat. */
static bool make_shape(struct shape *shape, const struct tool_png_image *patch, double scale,
                       double turn_rad, float *values)
{
    const double half[2] = {patch->width / 2.0, patch->height / 2.0};
    const double c = cos(turn_rad), s = sin(turn_rad);
    const int reach_x = (int)ceil(scale * (half[0] * fabs(c) + half[1] * fabs(s)));
    const int reach_y = (int)ceil(scale * (half[0] * fabs(s) + half[1] * fabs(c)));
    double sum = 0.0, squares = 0.0;
    *shape = (struct shape){.top = -reach_y, .values = values};
    for (int y = -reach_y; y <= reach_y && shape->rows < 256; y++) {
        struct row *row = &shape->lines[shape->rows++];
        *row = (struct row){.values = values + shape->count};
        for (int x = -reach_x; x <= reach_x; x++) {
            struct tool_aim_sample sample;
            if (!tool_aim_sample(patch, half[0] + (c * x + s * y) / scale,
                                 half[1] + (c * y - s * x) / scale, &sample))
                continue;
            row->left = row->count == 0 ? x : row->left;
            row->count++;
            const float value = brightness(sample.rgb);
            values[shape->count++] = value;
            sum += (double)value;
            squares += (double)value * (double)value;
        }
    }
    const double mean = shape->count > 0 ? sum / shape->count : 0.0;
    for (int i = 0; i < shape->count; i++)
        values[i] -= (float)mean;
    shape->norm = sqrt(fmax(squares - sum * mean, 0.0));
    return shape->count > 0 && shape->norm * shape->norm > 4.0 * shape->count;
}

/* Keeps the best places; of places beside each other, the better one. */
static void keep_spot(struct search *search, const struct spot *spot)
{
    const double beside = 2.5 * (1 << search->level);
    int at = search->count;
    for (int i = 0; i < search->count; i++)
        if (fabs(search->spots[i].x - spot->x) < beside &&
            fabs(search->spots[i].y - spot->y) < beside)
            at = i;
    if (at == search->count && at == PLACES) {
        at = 0;
        for (int i = 1; i < PLACES; i++)
            at = search->spots[i].score < search->spots[at].score ? i : at;
    }
    if (at == search->count)
        search->count++;
    else if (search->spots[at].score >= spot->score)
        return;
    search->spots[at] = *spot;
}

/* The correlation of a shape with each place of a row; `products` is a row of room. */
static void compare_row(struct search *search, const struct shape *shape, int y, float *products,
                        const struct spot *like)
{
    const struct field *field = &search->field;
    const size_t width = (size_t)field->width;
    memset(products, 0, width * sizeof *products);
    int left = 0, right = field->width;
    for (int i = 0; i < shape->rows; i++) {
        const struct row *row = &shape->lines[i];
        left = row->count > 0 && -row->left > left ? -row->left : left;
        const int end = field->width - row->left - row->count + 1;
        right = row->count > 0 && end < right ? end : right;
    }
    for (int i = 0; i < shape->rows; i++)
        for (int k = 0; k < shape->lines[i].count; k++) {
            const float *from = field->bright + (size_t)(y + shape->top + i) * width;
            const float value = shape->lines[i].values[k];
            const int off = shape->lines[i].left + k;
            for (int x = left; x < right; x++)
                products[x] += value * from[x + off];
        }
    for (int x = left; x < right; x++) {
        double sum = 0.0, squares = 0.0;
        if (products[x] < 0.0f)
            continue;
        for (int i = 0; i < shape->rows; i++) {
            const struct row *row = &shape->lines[i];
            const size_t at = (size_t)(y + shape->top + i) * (width + 1) + (size_t)(x + row->left);
            sum += field->sums[at + (size_t)row->count] - field->sums[at];
            squares += field->squares[at + (size_t)row->count] - field->squares[at];
        }
        const double norm = sqrt(fmax(squares - sum * sum / shape->count, 0.0));
        struct spot spot = *like;
        spot.score = norm > 0.0 ? (double)products[x] / (norm * shape->norm) : 0.0;
        if (spot.score < SCORE_COARSE || norm > CONTRAST_MOST * shape->norm ||
            norm * CONTRAST_MOST < shape->norm)
            continue;
        spot.x = (x + 0.5) * (1 << search->level);
        spot.y = (y + 0.5) * (1 << search->level);
        keep_spot(search, &spot);
    }
}

/* Compares at every place, size and turn. False, and why. */
static const char *sweep(struct search *search)
{
    const struct tool_png_image *patch = &search->patch.levels[search->level];
    const struct tool_png_image *picture = &search->picture.levels[search->level];
    const size_t area = 4u * (patch->width + 4u) * (patch->height + 4u);
    if ((double)area * picture->width * picture->height * 9.0 > COST_MOST)
        return "the patch is too small for so large a picture: cut a larger one";
    float *values = malloc(area * sizeof *values);
    float *products = malloc(picture->width * sizeof *products);
    struct shape *shape = malloc(sizeof *shape);
    const char *why = NULL;
    if (values == NULL || products == NULL || shape == NULL || !make_field(&search->field, picture))
        why = "there is no memory to search the picture";
    for (size_t i = 0; why == NULL && i < sizeof scales / sizeof *scales; i++)
        for (size_t k = 0; why == NULL && k < sizeof turns_deg / sizeof *turns_deg; k++) {
            const double turn = turns_deg[k] * US_POSE_RAD_IN_DEGREE, c = cos(turn), s = sin(turn);
            if (!make_shape(shape, patch, scales[i], turn, values))
                why = "the patch is flat: it has no texture to find";
            const struct spot like = {
                .map = {scales[i] * c, -scales[i] * s, scales[i] * s, scales[i] * c}};
            for (int y = -shape->top;
                 why == NULL && y + shape->top + shape->rows <= (int)picture->height; y++)
                compare_row(search, shape, y, products, &like);
        }
    free(values);
    free(products);
    free(shape);
    free_field(&search->field);
    return why;
}

/* Compares the patch with a place at a level. False: less than all of it is in the picture. */
static bool compare(const struct search *search, const struct spot *spot, int level,
                    struct tool_aim_fit *fit)
{
    const struct tool_png_image *patch = &search->patch.levels[level];
    const struct tool_png_image *picture = &search->picture.levels[level];
    const double size = (double)(1 << level);
    const int step[2] = {(int)patch->width / SIDE + 1, (int)patch->height / SIDE + 1};
    int beyond = 0;
    *fit = (struct tool_aim_fit){.parameters = 6};
    for (int j = step[1] / 2; j < (int)patch->height; j += step[1])
        for (int i = step[0] / 2; i < (int)patch->width; i += step[0]) {
            const double x = i + 0.5 - patch->width / 2.0, y = j + 0.5 - patch->height / 2.0;
            const uint8_t *pixel = patch->rgb + 3 * ((size_t)j * patch->width + (size_t)i);
            const double first[3] = {pixel[0], pixel[1], pixel[2]};
            struct tool_aim_sample sample;
            if (!tool_aim_sample(picture, spot->x / size + spot->map[0] * x + spot->map[1] * y,
                                 spot->y / size + spot->map[2] * x + spot->map[3] * y, &sample)) {
                beyond++;
                continue;
            }
            const double xs[6] = {1.0, 0.0, x, y, 0.0, 0.0}, ys[6] = {0.0, 1.0, 0.0, 0.0, x, y};
            tool_aim_fit_add(fit, 1.0, first, &sample, xs, ys);
        }
    tool_aim_fit_finish(fit);
    return fit->weight > 30.0 && beyond < 0.05 * fit->weight;
}

/* Within what is looked for, and a little beyond. */
static bool is_allowed(const struct spot *spot)
{
    const double *m = spot->map, area = m[0] * m[3] - m[1] * m[2];
    const double turn = atan2(m[2] - m[1], m[0] + m[3]);
    const double squares = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3];
    return area > 0.36 && area < 2.6 && fabs(turn) < 0.75 && squares / (2.0 * area) < 1.5;
}

/* Improves a place at a level. False: it is none. */
static bool improve(const struct search *search, struct spot *spot, int level)
{
    const double size = (double)(1 << level), none[6] = {0.0};
    const double prior[6] = {8.0, 8.0, 0.6, 0.6, 0.6, 0.6};
    double step[AIM_PARAMETERS], covariance[AIM_PARAMETERS][AIM_PARAMETERS];
    struct tool_aim_fit fit;
    for (int i = 0; i < ROUNDS; i++) {
        if (!compare(search, spot, level, &fit) ||
            !tool_aim_fit_solve(&fit, prior, none, step, covariance))
            return false;
        const double far = fmax(fabs(step[0]), fabs(step[1])), part = far > 2.0 ? 2.0 / far : 1.0;
        spot->x += part * step[0] * size;
        spot->y += part * step[1] * size;
        for (int k = 0; k < 4; k++)
            spot->map[k] += part * step[k + 2];
        if (!is_allowed(spot))
            return false;
        if (far < 0.005)
            break;
    }
    if (!compare(search, spot, level, &fit) || fit.contrast > CONTRAST_MOST ||
        fit.contrast * CONTRAST_MOST < 1.0)
        return false;
    spot->score = fit.score;
    spot->deviation_px = size * sqrt(fmax(covariance[0][0] + covariance[1][1], 0.0));
    return true;
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *first = a, *second = b;
    return (first->score < second->score) - (first->score > second->score);
}

/* Improves the places at a level, and keeps those that stay; one for each place. */
static void improve_all(struct search *search, int level, int most)
{
    const double beside = 3.0 * (1 << level);
    int count = 0;
    qsort(search->spots, (size_t)search->count, sizeof *search->spots, compare_spots);
    for (int i = 0; i < search->count && i < most; i++) {
        struct spot spot = search->spots[i];
        bool is_kept = improve(search, &spot, level);
        for (int k = 0; is_kept && k < count; k++) {
            struct spot *other = &search->spots[k];
            if (hypot(other->x - spot.x, other->y - spot.y) > beside)
                continue;
            if (other->score < spot.score)
                *other = spot;
            is_kept = false;
        }
        if (is_kept)
            search->spots[count++] = spot;
    }
    search->count = count;
    qsort(search->spots, (size_t)count, sizeof *search->spots, compare_spots);
}

static bool judge(const struct search *search, struct tool_aim_found *out)
{
    const struct spot *best = &search->spots[0];
    const double second = search->count > 1 ? search->spots[1].score : -1.0;
    const double score = search->count > 0 ? best->score : 0.0;
    if (score < SCORE_LOWEST)
        snprintf(out->why, sizeof out->why,
                 "the picture does not show the patch (best correlation %.2f)", score);
    else if (1.0 - second < 2.0 * (1.0 - score) + 0.05)
        snprintf(out->why, sizeof out->why,
                 "the picture shows the patch twice (correlations %.2f and %.2f)", score, second);
    else if (best->deviation_px > 1.0)
        snprintf(out->why, sizeof out->why,
                 "the patch may be shifted along itself: cut one with a corner");
    if (out->why[0] != '\0')
        return false;
    const struct tool_png_image *patch = &search->patch.levels[0],
                                *picture = &search->picture.levels[0];
    const double *m = best->map;
    out->at = (struct tool_aim_at){best->x / picture->width, best->y / picture->height};
    out->scale = sqrt(m[0] * m[3] - m[1] * m[2]);
    out->turn_rad = atan2(m[2] - m[1], m[0] + m[3]);
    out->half_px[0] = 0.4 * out->scale * patch->width;
    out->half_px[1] = 0.4 * out->scale * patch->height;
    out->score = score;
    return true;
}

bool tool_aim_find(const struct tool_png_image *patch, const struct tool_png_image *picture,
                   struct tool_aim_found *out)
{
    *out = (struct tool_aim_found){0};
    const uint32_t least = patch->width < patch->height ? patch->width : patch->height;
    const uint32_t most = patch->width > patch->height ? patch->width : patch->height;
    const char *why = NULL;
    if (least < SMALLEST_PX || most > 8 * least)
        why = "the patch is too small or too narrow: cut 12 pixels or more of each side";
    else if (patch->width > picture->width || patch->height > picture->height)
        why = "the patch is larger than the picture";
    int level = 0;
    while (level + 1 < AIM_LEVELS && least >> (level + 1) >= COARSE_PX)
        level++;
    struct search *search = calloc(1, sizeof *search);
    if (why == NULL &&
        (search == NULL || !tool_aim_pyramid_make(&search->patch, patch, level + 1) ||
         !tool_aim_pyramid_make(&search->picture, picture, level + 1)))
        why = "there is no memory to search the picture";
    if (why == NULL) {
        search->level = level;
        why = sweep(search);
    }
    for (; why == NULL && level >= 0; level--)
        improve_all(search, level, level == search->level ? PLACES : KEPT);
    if (why != NULL)
        snprintf(out->why, sizeof out->why, "%s", why);
    const bool is_found = why == NULL && judge(search, out);
    if (search != NULL) {
        tool_aim_pyramid_free(&search->patch);
        tool_aim_pyramid_free(&search->picture);
    }
    free(search);
    return is_found;
}
