/* SPDX-License-Identifier: MIT */
#include "tool/aim/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tool/aim/aim_depth.h"

enum { LEAST_PIXELS = 100, HULL_CORNERS = 12, FITS = 3 };
#define LEAST_SIDE_PX 5.0
#define STRAIGHT_PX 1.5 /* of a chord between corners */
#define OFF_PX 0.8      /* of a side that was fitted */
#define NEAR_CORNER_PX 1.5

struct spot {
    double x, y;
};

static double dot(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

/* ---- The pixels' edges ---- */

/* Both ends of each row and column, in the middle of the pixel's edge. */
static size_t list_ends(const struct tool_aim_region *region, struct spot *out)
{
    size_t count = 0;
    for (int y = 0; y < region->height; y++)
        if (region->rows[y].last >= 0) {
            out[count++] = (struct spot){region->rows[y].first, y + 0.5};
            out[count++] = (struct spot){region->rows[y].last + 1, y + 0.5};
        }
    for (int x = 0; x < region->width; x++)
        if (region->columns[x].last >= 0) {
            out[count++] = (struct spot){x + 0.5, region->columns[x].first};
            out[count++] = (struct spot){x + 0.5, region->columns[x].last + 1};
        }
    return count;
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *first = a, *second = b;
    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    return (first->y > second->y) - (first->y < second->y);
}

static double turn(const struct spot *a, const struct spot *b, const struct spot *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* The convex hull of sorted spots, clockwise as the picture is seen. `out` has room for twice as
 * many. Returns the number of its corners. (Andrew, 1979) */
static size_t make_hull(const struct spot *spots, size_t count, struct spot *out)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        while (size >= 2 && turn(&out[size - 2], &out[size - 1], &spots[i]) <= 0.0)
            size--;
        out[size++] = spots[i];
    }
    const size_t lower = size + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (size >= lower && turn(&out[size - 2], &out[size - 1], &spots[i]) <= 0.0)
            size--;
        out[size++] = spots[i];
    }
    return size - 1;
}

/* ---- The corners ---- */

/* The hull's corner that is farthest from the chord between two of them, and how far. */
static double find_farthest(const struct spot *hull, size_t size, size_t from, size_t to,
                            size_t *out)
{
    const struct spot *a = &hull[from], *b = &hull[to];
    const double length = fmax(hypot(b->x - a->x, b->y - a->y), 1e-9);
    double most = 0.0;
    for (size_t i = (from + 1) % size; i != to; i = (i + 1) % size) {
        const double off = fabs(turn(a, b, &hull[i])) / length;
        if (off > most) {
            most = off;
            *out = i;
        }
    }
    return most;
}

/* The two corners that are farthest from each other. */
static void find_ends(const struct spot *hull, size_t size, size_t out[2])
{
    double most = -1.0;
    for (size_t i = 0; i < size; i++)
        for (size_t k = i + 1; k < size; k++) {
            const double far = hypot(hull[k].x - hull[i].x, hull[k].y - hull[i].y);
            if (far > most) {
                most = far;
                out[0] = i;
                out[1] = k;
            }
        }
}

/* The hull's corners between which it is straight (Ramer, Douglas and Peucker). 0: too many. */
static int find_corners(const struct spot *hull, size_t size, struct spot out[HULL_CORNERS])
{
    size_t at[HULL_CORNERS] = {0}, far = 0;
    int count = 2;
    find_ends(hull, size, at);
    for (int i = 0; i < count;) {
        if (find_farthest(hull, size, at[i], at[(i + 1) % count], &far) <= STRAIGHT_PX) {
            i++;
            continue;
        }
        if (count == HULL_CORNERS)
            return 0;
        memmove(at + i + 2, at + i + 1, (size_t)(count - 1 - i) * sizeof *at);
        at[i + 1] = far;
        count++;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const struct spot *here = &hull[at[i]], *next = &hull[at[(i + 1) % count]];
        if (hypot(next->x - here->x, next->y - here->y) >= 4.0)
            out[kept++] = *here;
    }
    return kept;
}

/* ---- The sides ---- */

static void set_side(struct tool_aim_side *side)
{
    const double x = side->ends[1][0] - side->ends[0][0], y = side->ends[1][1] - side->ends[0][1];
    side->length = hypot(x, y);
    side->along[0] = x / side->length;
    side->along[1] = y / side->length;
    side->out[0] = side->along[1];
    side->out[1] = -side->along[0];
    const double steps = fmin(fabs(x), fabs(y));
    side->step_px = hypot(AIM_STEP_PX / sqrt(fmax(steps, 1.0)), AIM_PLACE_PX);
}

/* The side that a spot is nearest to, how far out it is, and its part of the side. */
static int nearest_side(const struct tool_aim_outline *outline, const struct spot *spot,
                        double *out_off, double *out_at)
{
    int nearest = 0;
    *out_off = INFINITY;
    *out_at = 0.0;
    for (int i = 0; i < outline->count; i++) {
        const struct tool_aim_side *side = &outline->sides[i];
        const double from[2] = {spot->x - side->ends[0][0], spot->y - side->ends[0][1]};
        const double off = dot(from, side->out);
        if (fabs(off) < fabs(*out_off)) {
            nearest = i;
            *out_off = off;
            *out_at = dot(from, side->along);
        }
    }
    return nearest;
}

/* Sums of the spots on a side. */
struct moments {
    double n, x, y, xx, xy, yy;
};

static void add_spots(const struct tool_aim_outline *outline, const struct spot *spots,
                      size_t count, struct moments out[AIM_SIDES])
{
    for (size_t i = 0; i < count; i++) {
        double off, at;
        const int k = nearest_side(outline, &spots[i], &off, &at);
        if (fabs(off) > 1.5 || at < NEAR_CORNER_PX ||
            at > outline->sides[k].length - NEAR_CORNER_PX)
            continue;
        const double x = spots[i].x - outline->middle[0], y = spots[i].y - outline->middle[1];
        out[k].n++;
        out[k].x += x;
        out[k].y += y;
        out[k].xx += x * x;
        out[k].xy += x * y;
        out[k].yy += y * y;
    }
}

/* Fits a line to each side, and lets them meet in the corners. */
static bool fit_sides(struct tool_aim_outline *outline, const struct spot *spots, size_t count)
{
    struct moments sums[AIM_SIDES];
    double normals[AIM_SIDES][2], offs[AIM_SIDES];
    memset(sums, 0, sizeof sums);
    add_spots(outline, spots, count, sums);
    for (int i = 0; i < outline->count; i++) {
        const struct moments *m = &sums[i];
        if (m->n < 3.0)
            return false;
        const double x = m->x / m->n, y = m->y / m->n;
        const double xx = m->xx / m->n - x * x, xy = m->xy / m->n - x * y,
                     yy = m->yy / m->n - y * y;
        const double along = 0.5 * atan2(2.0 * xy, xx - yy);
        normals[i][0] = -sin(along);
        normals[i][1] = cos(along);
        offs[i] = normals[i][0] * x + normals[i][1] * y;
    }
    for (int i = 0; i < outline->count; i++) {
        const int last = (i + outline->count - 1) % outline->count;
        const double *a = normals[last], *b = normals[i], area = a[0] * b[1] - a[1] * b[0];
        if (fabs(area) < 0.1)
            return false;
        struct tool_aim_side *side = &outline->sides[i];
        side->ends[0][0] = outline->middle[0] + (offs[last] * b[1] - offs[i] * a[1]) / area;
        side->ends[0][1] = outline->middle[1] + (offs[i] * a[0] - offs[last] * b[0]) / area;
        memcpy(outline->sides[last].ends[1], side->ends[0], sizeof side->ends[0]);
    }
    for (int i = 0; i < outline->count; i++) {
        set_side(&outline->sides[i]);
        if (outline->sides[i].length < LEAST_SIDE_PX)
            return false;
    }
    return true;
}

/* All of the region's ends lie on the sides. */
static bool is_straight(const struct tool_aim_outline *outline, const struct spot *spots,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double off, at;
        const int k = nearest_side(outline, &spots[i], &off, &at);
        const double length = outline->sides[k].length;
        bool is_corner = at < 2.0 * NEAR_CORNER_PX || at > length - 2.0 * NEAR_CORNER_PX;
        if (fabs(off) > (is_corner ? 2.0 * OFF_PX : OFF_PX))
            return false;
    }
    return true;
}

static void begin_sides(struct tool_aim_outline *outline, const struct spot *corners, int count)
{
    double least[2] = {INFINITY, INFINITY}, most[2] = {-INFINITY, -INFINITY};
    outline->count = count;
    for (int i = 0; i < count; i++) {
        const double at[2] = {corners[i].x, corners[i].y};
        const struct spot *next = &corners[(i + 1) % count];
        for (int k = 0; k < 2; k++) {
            least[k] = fmin(least[k], at[k]);
            most[k] = fmax(most[k], at[k]);
            outline->sides[i].ends[0][k] = at[k];
        }
        outline->sides[i].ends[1][0] = next->x;
        outline->sides[i].ends[1][1] = next->y;
        set_side(&outline->sides[i]);
    }
    for (int k = 0; k < 2; k++)
        outline->middle[k] = (least[k] + most[k]) / 2.0;
    outline->half_px = fmax(most[0] - least[0], most[1] - least[1]) / 2.0;
}

static const char *make(struct tool_aim_outline *outline, const struct tool_aim_region *region,
                        struct spot *spots, struct spot *hull)
{
    struct spot corners[HULL_CORNERS];
    const size_t count = list_ends(region, spots);
    qsort(spots, count, sizeof *spots, compare_spots);
    const size_t size = count >= 3 ? make_hull(spots, count, hull) : 0;
    const int found = size >= 3 ? find_corners(hull, size, corners) : 0;
    if (found != 3 && found != 4)
        return "its outline is not three or four straight edges";
    begin_sides(outline, corners, found);
    for (int i = 0; i < FITS; i++)
        if (!fit_sides(outline, spots, count))
            return "an edge of it is too short";
    return is_straight(outline, spots, count) ? NULL
                                              : "its outline is not three or four straight edges";
}

bool tool_aim_outline_make(struct tool_aim_outline *outline, const struct tool_aim_region *region,
                           const char **out_why)
{
    const size_t ends = 2 * ((size_t)region->width + (size_t)region->height);
    *outline = (struct tool_aim_outline){0};
    if (region->edges != 0)
        *out_why = "it goes on beyond the picture's edge, as a background does";
    else if (region->count < LEAST_PIXELS)
        *out_why = "it is too small";
    if (region->edges != 0 || region->count < LEAST_PIXELS)
        return false;
    struct spot *spots = malloc(ends * sizeof *spots), *hull = malloc(2 * ends * sizeof *hull);
    *out_why =
        spots != NULL && hull != NULL ? make(outline, region, spots, hull) : "there is no memory";
    free(spots);
    free(hull);
    return *out_why == NULL;
}

int tool_aim_outline_samples(const struct tool_aim_outline *outline,
                             const struct tool_aim_region *region,
                             struct tool_aim_outline_sample *out, int room)
{
    const double *middle = outline->middle, reach = outline->half_px + 4.0;
    const int step = 1 + (int)(8.0 * reach / room);
    int count = 0;
    for (int k = 0; k < 2; k++) {
        const struct tool_aim_span *spans = k == 0 ? region->rows : region->columns;
        const int size = k == 0 ? region->height : region->width;
        const int begin = (int)fmax(middle[1 - k] - reach, 0.0);
        for (int i = begin; i < size && i <= middle[1 - k] + reach; i += step)
            for (int end = 0; end < 2 && spans[i].last >= 0; end++) {
                const double at = end == 0 ? spans[i].first : spans[i].last + 1;
                const struct spot spot = {k == 0 ? at : i + 0.5, k == 0 ? i + 0.5 : at};
                double off, part;
                const int side = nearest_side(outline, &spot, &off, &part);
                const double length = outline->sides[side].length;
                if (count < room && part >= NEAR_CORNER_PX && part <= length - NEAR_CORNER_PX)
                    out[count++] = (struct tool_aim_outline_sample){
                        {spot.x, spot.y}, side, 2.0 * part / length - 1.0};
            }
    }
    return count;
}

/* ---- Beyond the corners ---- */

void tool_aim_side_beyond(const struct tool_aim_side *side, int end, double far_px, double out[2])
{
    for (int k = 0; k < 2; k++)
        out[k] = side->ends[end][k] + (end == 0 ? -far_px : far_px) * side->along[k];
}

bool tool_aim_side_goes_on(const struct tool_aim_side *side, int end,
                           const struct tool_png_image *image)
{
    int differing = 0;
    for (int far = 3; far <= 8; far++) {
        const uint8_t *colours[2];
        double on[2];
        tool_aim_side_beyond(side, end, far, on);
        for (int k = 0; k < 2; k++) {
            const double off = k == 0 ? -1.25 : 1.25;
            colours[k] = tool_aim_region_colour(
                image, (double[2]){on[0] + off * side->out[0], on[1] + off * side->out[1]});
        }
        differing += colours[0] == NULL || colours[1] == NULL ||
                     !tool_aim_region_same_colour(colours[0], colours[1]);
    }
    return differing >= 4;
}
