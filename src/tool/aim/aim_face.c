/* SPDX-License-Identifier: MIT */
/*
 * A region of one colour has nothing to compare but its outline. If that is three or four straight
 * edges in both eyes' pictures, it is taken for that of a plane, whose inverse depth is p[0] + p[1]
 * x + p[2] y, where x and y are -1 to 1 over the larger side of the outline's box.
 *
 * An edge between two surfaces belongs to the nearer one. So the outline tells the region's depth
 * only if it is the region's own: what surrounds it is seen to be behind it (a background, or a
 * texture that is farther away), and no edge goes on beyond a corner, as that of something does
 * that stands before the region and hides a part of it.
 */
#include <math.h>
#include <stdlib.h>

#include "tool/aim/aim_depth.h"
#include "tool/aim/outline.h"

enum { SAMPLES = 400, ROUNDS = 8, LEAST_CANDIDATE = 9, STEPS_MOST = 16384 };
#define SAMPLE_OFF_PX 1.5
#define SIDE_OFF_PX 0.8
#define BEYOND_PX 2.5
#define TEXTURE_PX 9.0

/* The region of one picture, and its outline. */
struct face {
    struct tool_aim_region region;
    struct tool_aim_outline outline;
};

/* The plane through the outlines of both pictures. */
struct plane {
    double p[3];
    double inverse[3][3];           /* of the normal equations */
    double rises[AIM_SIDES][2][3];  /* how p changes if a side of the second picture is off */
    double worst_px, worst_side_px; /* of a sample, of the mean of a side */
};

struct faces {
    const struct tool_aim_eye *eyes;
    struct tool_aim_eye_pair pair;
    struct face first, second;
    double tangents[2], px[2];
    double speed_px; /* how far the place moves with the inverse depth */
    int shift;       /* side i of the first outline is side i + shift of the second one */
    struct plane plane;
    int sample_count;
    struct tool_aim_outline_sample samples[SAMPLES];
};

static void place_in(const struct tool_aim_outline *outline, const double px[2], double out[3])
{
    out[0] = 1.0;
    out[1] = (px[0] - outline->middle[0]) / outline->half_px;
    out[2] = (px[1] - outline->middle[1]) / outline->half_px;
}

/* The inverse depth of a plane where the first eye shows a place. */
static double inverse_at(const struct faces *faces, const double p[3], const double px[2])
{
    double place[3];
    place_in(&faces->first.outline, px, place);
    return p[0] + p[1] * place[1] + p[2] * place[2];
}

/* The side of the second outline that is side i of the first one. */
static const struct tool_aim_side *second_side(const struct faces *faces, int i)
{
    const struct tool_aim_outline *outline = &faces->second.outline;
    return &outline->sides[(i + faces->shift) % outline->count];
}

/* Where the second eye shows a place of the plane, and how that changes with p[0]. */
static bool project(const struct faces *faces, const double p[3], const double px[2],
                    double out_px[2], double out_change[2])
{
    double tangents[2];
    tool_aim_eye_pair_tangents(&faces->pair, px, tangents);
    return tool_aim_eye_pair_project(&faces->pair, tangents, inverse_at(faces, p, px), out_px,
                                     out_change);
}

/* ---- The plane ---- */

/* Inverts a symmetric positive matrix. False: it does not determine the plane. */
static bool invert(double m[3][3], double out[3][3])
{
    double determinant = 0.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            out[k][i] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    for (int k = 0; k < 3; k++)
        determinant += m[0][k] * out[k][0];
    if (!(determinant > 1e-9 * m[0][0] * m[1][1] * m[2][2]))
        return false;
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] /= determinant;
    return true;
}

static void multiply(double m[3][3], const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
}

/* How far a sample's place in the second picture is out of its side there, and how that changes
 * with p. */
static bool compare_sample(const struct faces *faces, const struct tool_aim_outline_sample *sample,
                           const double p[3], double *out_off, double out_row[3])
{
    const struct tool_aim_side *side = second_side(faces, sample->side);
    double px[2], change[2];
    if (!project(faces, p, sample->px, px, change))
        return false;
    *out_off =
        (px[0] - side->ends[0][0]) * side->out[0] + (px[1] - side->ends[0][1]) * side->out[1];
    const double slope = change[0] * side->out[0] + change[1] * side->out[1];
    place_in(&faces->first.outline, sample->px, out_row);
    for (int k = 0; k < 3; k++)
        out_row[k] *= slope;
    return true;
}

/* One round of Gauss and Newton. */
static bool improve(const struct faces *faces, struct plane *plane)
{
    double normal[3][3] = {{0.0}}, right[3] = {0.0}, step[3];
    double rises[AIM_SIDES][2][3] = {{{0.0}}}, sums[AIM_SIDES] = {0.0}, counts[AIM_SIDES] = {0.0};
    plane->worst_px = plane->worst_side_px = 0.0;
    for (int i = 0; i < faces->sample_count; i++) {
        const struct tool_aim_outline_sample *sample = &faces->samples[i];
        double off, row[3];
        if (!compare_sample(faces, sample, plane->p, &off, row))
            return false;
        for (int k = 0; k < 3; k++) {
            for (int l = 0; l < 3; l++)
                normal[k][l] += row[k] * row[l];
            right[k] -= row[k] * off;
            rises[sample->side][0][k] += row[k];
            rises[sample->side][1][k] += row[k] * sample->part;
        }
        plane->worst_px = fmax(plane->worst_px, fabs(off));
        sums[sample->side] += off;
        counts[sample->side]++;
    }
    if (!invert(normal, plane->inverse))
        return false;
    multiply(plane->inverse, right, step);
    for (int k = 0; k < 3; k++)
        plane->p[k] += step[k];
    for (int i = 0; i < faces->first.outline.count; i++) {
        if (counts[i] == 0.0)
            return false;
        plane->worst_side_px = fmax(plane->worst_side_px, fabs(sums[i] / counts[i]));
        for (int k = 0; k < 2; k++)
            multiply(plane->inverse, rises[i][k], plane->rises[i][k]);
    }
    return true;
}

/* Fits the plane with each of the ways in which the sides may belong together. */
static bool fit_plane(struct faces *faces, double inverse)
{
    struct plane best = {.worst_px = INFINITY};
    int best_shift = 0;
    const int count = faces->first.outline.count;
    for (faces->shift = 0; faces->shift < count; faces->shift++) {
        struct plane plane = {.p = {inverse}};
        bool is_good = true;
        for (int i = 0; is_good && i < ROUNDS; i++)
            is_good = improve(faces, &plane);
        if (is_good && plane.worst_px < best.worst_px) {
            best = plane;
            best_shift = faces->shift;
        }
    }
    faces->shift = best_shift;
    faces->plane = best;
    return best.worst_px <= SAMPLE_OFF_PX && best.worst_side_px <= SIDE_OFF_PX;
}

/* One standard deviation of the inverse depth at the place: each side may be off at each of its
 * ends. */
static double deviation_of(const struct faces *faces)
{
    double place[3], squares = 0.0;
    place_in(&faces->first.outline, faces->px, place);
    for (int i = 0; i < faces->first.outline.count; i++) {
        const double first = faces->first.outline.sides[i].step_px,
                     second = second_side(faces, i)->step_px;
        for (int k = 0; k < 2; k++) {
            const double *rise = faces->plane.rises[i][k];
            const double change = rise[0] + rise[1] * place[1] + rise[2] * place[2];
            squares += change * change * (first * first + second * second);
        }
    }
    return sqrt(squares);
}

/* ---- The other eye ---- */

/* The regions of the same colour on the line on which the other eye shows the place. Keeps the
 * first one. */
static const char *find_second(struct faces *faces, double *out_inverse)
{
    const struct tool_png_image *image = faces->eyes[1].image;
    const uint8_t *colour = tool_aim_region_colour(faces->eyes[0].image, faces->px);
    const double begin = -1.0 / faces->speed_px;
    const int steps =
        (int)fmin((1.0 / AIM_NEAREST_M - begin) * faces->speed_px, (double)STEPS_MOST);
    const double step = (1.0 / AIM_NEAREST_M - begin) / steps;
    bool is_found = false;
    for (int i = 0; i <= steps; i++) {
        double px[2], change[2];
        if (!tool_aim_eye_pair_project(&faces->pair, faces->tangents, begin + i * step, px, change))
            continue;
        const uint8_t *here = tool_aim_region_colour(image, px);
        if (here == NULL || !tool_aim_region_same_colour(here, colour) ||
            (is_found && tool_aim_region_has(&faces->second.region, px)))
            continue;
        struct tool_aim_region region;
        if (!tool_aim_region_fill(&region, image, (int)px[0], (int)px[1])) {
            tool_aim_region_free(&region);
            return "there is no memory";
        }
        bool is_speck = region.count < LEAST_CANDIDATE;
        if (is_speck || is_found)
            tool_aim_region_free(&region);
        if (!is_speck && is_found)
            return "the other eye shows more than one region of its colour there";
        if (is_speck)
            continue;
        faces->second.region = region;
        *out_inverse = begin + i * step;
        is_found = true;
    }
    return is_found ? NULL : "the other eye does not show its colour there";
}

/* The other eye looks there, however near it is. */
static bool is_in_reach(const struct faces *faces)
{
    double px[2], change[2];
    return tool_aim_eye_pair_project(&faces->pair, faces->tangents, 1.0 / AIM_NEAREST_UNSEEN_M, px,
                                     change) &&
           tool_aim_region_colour(faces->eyes[1].image, px) != NULL;
}

/* ---- What surrounds it ---- */

/* A place beside a side, from its middle: `part` is -1 to 1. */
static void beside(const struct tool_aim_side *side, double part, double off_px, double out[2])
{
    for (int k = 0; k < 2; k++)
        out[k] = 0.5 * ((1.0 - part) * side->ends[0][k] + (1.0 + part) * side->ends[1][k]) +
                 off_px * side->out[k];
}

/* All pixels around a place have one colour. */
static const uint8_t *plain_colour(const struct tool_png_image *image, const double px[2])
{
    const uint8_t *middle = tool_aim_region_colour(image, px);
    for (int i = 0; i < 9 && middle != NULL; i++) {
        const double near[2] = {px[0] + i % 3 - 1, px[1] + i / 3 - 1};
        const uint8_t *other = tool_aim_region_colour(image, near);
        if (other == NULL || !tool_aim_region_same_colour(middle, other))
            return NULL;
    }
    return middle;
}

/* Beyond a side both eyes show the same colour, wherever they show one. */
static bool is_alike_beyond(const struct faces *faces, int index)
{
    const struct tool_aim_side *first = &faces->first.outline.sides[index],
                               *second = second_side(faces, index);
    int alike = 0, differing = 0;
    for (int i = -2; i <= 2; i++) {
        double here[2], there[2];
        beside(first, i * 0.4, BEYOND_PX, here);
        beside(second, i * 0.4, BEYOND_PX, there);
        const uint8_t *a = plain_colour(faces->eyes[0].image, here),
                      *b = plain_colour(faces->eyes[1].image, there);
        if (a == NULL || b == NULL)
            continue;
        if (tool_aim_region_same_colour(a, b))
            alike++;
        else
            differing++;
    }
    return differing <= alike;
}

/* The region beyond a side is a background: it has one colour, and reaches all edges of the
 * picture. */
static bool is_background(const struct tool_png_image *image, const struct tool_aim_side *side)
{
    struct tool_aim_region region = {0};
    int within = 0;
    double px[2];
    beside(side, 0.0, BEYOND_PX, px);
    const uint8_t *colour = plain_colour(image, px);
    bool is_it = colour != NULL && tool_aim_region_fill(&region, image, (int)px[0], (int)px[1]) &&
                 region.edges == AIM_REGION_ALL_EDGES;
    for (int i = -3; is_it && i <= 3; i++) {
        beside(side, i * 0.28, BEYOND_PX, px);
        within += tool_aim_region_has(&region, px);
    }
    tool_aim_region_free(&region);
    return is_it && within >= 5;
}

/* An eye sees a texture at a place, which is farther away than the plane is where the first eye
 * shows `plane_px`. */
static bool is_far_texture(const struct faces *faces, int eye, const double px[2],
                           const double plane_px[2])
{
    const struct tool_aim_eye eyes[2] = {faces->eyes[eye], faces->eyes[1 - eye]};
    const struct tool_aim_at at = {px[0] / eyes[0].image->width, px[1] / eyes[0].image->height};
    const struct tool_aim_at plane_at = {plane_px[0] / faces->pair.from_size[0],
                                         plane_px[1] / faces->pair.from_size[1]};
    struct tool_aim_point texture, plane;
    double tangents[2];
    tool_aim_eye_pair_tangents(&faces->pair, plane_px, tangents);
    const double inverse = inverse_at(faces, faces->plane.p, plane_px) - 3.0 * deviation_of(faces);
    if (!(inverse > 0.0) ||
        !tool_aim_far(&faces->eyes[0].view, plane_at,
                      hypot(1.0, hypot(tangents[0], tangents[1])) / inverse, &plane) ||
        !tool_aim_depth_of_patch(eyes, at, NULL, &texture))
        return false;
    const struct us_vec3 way = us_vec3_sub(plane.point_m, eyes[0].view.T_local_view.position_m);
    return texture.distance_m - 1.5 * texture.uncertainty_m > (double)us_vec3_norm(way);
}

static bool is_before_texture(const struct faces *faces, const struct tool_aim_side *side)
{
    double px[2];
    beside(side, 0.0, TEXTURE_PX, px);
    return is_far_texture(faces, 0, px, px);
}

/* An edge goes on straight beyond a corner, and what is there is not a texture that is behind: what
 * lies beyond the edge may stand before the region, and hide the rest of it. */
static bool is_cut(const struct faces *faces)
{
    for (int i = 0; i < 2 * faces->first.outline.count; i++) {
        const struct tool_aim_side *sides[2] = {&faces->first.outline.sides[i / 2],
                                                second_side(faces, i / 2)};
        double beyond[2][2];
        for (int eye = 0; eye < 2; eye++) {
            tool_aim_side_beyond(sides[eye], i % 2, TEXTURE_PX, beyond[eye]);
            if (tool_aim_side_goes_on(sides[eye], i % 2, faces->eyes[eye].image) &&
                !is_far_texture(faces, eye, beyond[eye], beyond[0]))
                return true;
        }
    }
    return false;
}

/* On two sides at least, what surrounds the region is behind it. A hole has none. */
static bool is_before_all(const struct faces *faces)
{
    int behind = 0;
    for (int i = 0; i < faces->first.outline.count && behind < 2; i++) {
        const struct tool_aim_side *side = &faces->first.outline.sides[i];
        behind += (is_background(faces->eyes[0].image, side) &&
                   is_background(faces->eyes[1].image, second_side(faces, i))) ||
                  is_before_texture(faces, side);
    }
    return behind >= 2;
}

/* ---- All of it ---- */

static const char *find_plane(struct faces *faces)
{
    const char *why = NULL;
    double inverse;
    if (!tool_aim_outline_make(&faces->first.outline, &faces->first.region, &why))
        return why;
    if (!is_in_reach(faces))
        return "it may be where the other eye does not look";
    why = find_second(faces, &inverse);
    if (why != NULL)
        return why;
    if (faces->second.region.edges != 0)
        return "the other eye's picture ends there";
    if (!tool_aim_outline_make(&faces->second.outline, &faces->second.region, &why) ||
        faces->first.outline.count != faces->second.outline.count)
        return "the other eye shows another outline";
    faces->sample_count = tool_aim_outline_samples(&faces->first.outline, &faces->first.region,
                                                   faces->samples, SAMPLES);
    if (!fit_plane(faces, inverse))
        return "both eyes' outlines are not those of one plane";
    for (int i = 0; i < faces->first.outline.count; i++)
        if (!is_alike_beyond(faces, i))
            return "the eyes show different things beside it";
    if (!is_before_all(faces))
        return "it may be a hole: nothing shows that it is before what surrounds it";
    if (is_cut(faces))
        return "an edge goes on beyond a corner: something may hide a part";
    return NULL;
}

static bool tell(const struct faces *faces, struct tool_aim_at at, struct tool_aim_point *out)
{
    if (!tool_aim_conclude(&faces->eyes[0].view, at, faces->tangents,
                           inverse_at(faces, faces->plane.p, faces->px), deviation_of(faces), out))
        return false;
    out->score = 1.0;
    return true;
}

static bool measure(struct faces *faces, struct tool_aim_at at, struct tool_aim_point *out)
{
    const struct tool_png_image *image = faces->eyes[0].image;
    double there[2], change[2];
    faces->px[0] = at.u * image->width;
    faces->px[1] = at.v * image->height;
    if (plain_colour(image, faces->px) == NULL ||
        !tool_aim_eye_pair_make(&faces->pair, &faces->eyes[0], &faces->eyes[1]))
        return false;
    tool_aim_eye_pair_tangents(&faces->pair, faces->px, faces->tangents);
    if (!tool_aim_eye_pair_project(&faces->pair, faces->tangents, 0.0, there, change) ||
        !tool_aim_region_fill(&faces->first.region, image, (int)faces->px[0], (int)faces->px[1]))
        return false;
    faces->speed_px = hypot(change[0], change[1]);
    const char *why = faces->speed_px > 1.0 ? find_plane(faces) : "the eyes are too near";
    if (why == NULL)
        return tell(faces, at, out);
    return tool_aim_refuse(out, "the place is flat, %s; give 'distance' if you know it", why);
}

/* The depth of a place in a region of one colour, by the region's outline. What `out` says already
 * stays if the place is in no such region, or there is no memory for it. */
static bool find_depth(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                       struct tool_aim_point *out)
{
    struct faces *faces = calloc(1, sizeof *faces);
    if (faces == NULL)
        return false;
    faces->eyes = eyes;
    bool is_found = measure(faces, at, out);
    tool_aim_region_free(&faces->first.region);
    tool_aim_region_free(&faces->second.region);
    free(faces);
    return is_found;
}

bool tool_aim_depth(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                    const double half_px[2], struct tool_aim_point *out)
{
    if (tool_aim_depth_of_patch(eyes, at, half_px, out))
        return true;
    bool is_place = at.u >= 0.0 && at.u < 1.0 && at.v >= 0.0 && at.v < 1.0;
    return half_px == NULL && is_place && find_depth(eyes, at, out);
}
