/* SPDX-License-Identifier: MIT */
/*
 * The patch is taken for a plane: its inverse depth is p[0] + p[1] x + p[2] y, where x and y are -1
 * to 1 over the patch (aim_depth.h).
 */
#include <math.h>
#include <string.h>

#include "tool/aim/aim.h"
#include "tool/aim/aim_depth.h"

enum { SIDE_MAX = 25, PEAKS = 6, STEPS_MAX = 8192, ROUNDS = 12, HALF_PX = 5 };
#define SCORE_PEAK 0.5
#define SCORE_LOWEST 0.9
#define SCORE_HALF 0.85

/* The weights of a pixel: in the patch, in its middle, and in halves of it. */
enum { WHOLE, MIDDLE, FIRST_HALF, HALVES = 8, WEIGHTS = FIRST_HALF + HALVES };

struct place {
    double x, y;        /* from the middle, -1 to 1 over the patch */
    double tangents[2]; /* in the first view */
    double weights[WEIGHTS];
    double rgb[3];
};

/* A patch of one picture, to be found in the other. */
struct pair {
    const struct tool_aim_pyramid *from, *to;
    struct tool_aim_eye_pair eyes;
    int level;
    double px[2], half_px[2]; /* in the first picture */
    bool is_surface;          /* the patch is known to show one surface */
    bool is_down;             /* the place moves down rather than across */
    double tangents[2];       /* of the place */
    double speed_px;          /* how far the place moves with the inverse depth, far away */
    int count;
    double weight; /* of the whole patch, also beyond the picture's edge */
    struct place places[SIDE_MAX * SIDE_MAX];
};

static double level_size(int level)
{
    return (double)(1 << level);
}

/* The search goes a pixel or so beyond the middle. */
static bool is_in_half(const struct pair *pair, const struct place *place, int half)
{
    const double angle = half * 2.0 * US_POSE_PI / HALVES;
    const double x = place->x * pair->half_px[0], y = place->y * pair->half_px[1];
    return x * cos(angle) + y * sin(angle) > -0.7 * level_size(pair->level);
}

/* Takes the pixels of the patch at a level; steps over some if they are many. */
static void take_places(struct pair *pair, int level)
{
    const struct tool_png_image *image = &pair->from->levels[level];
    const double size = level_size(level);
    int reach[2], stride[2];
    for (int k = 0; k < 2; k++) {
        reach[k] = (int)fmin(round(pair->half_px[k] / size), 8192.0);
        stride[k] = reach[k] / (SIDE_MAX / 2 + 1) + 1;
    }
    pair->level = level;
    pair->count = 0;
    pair->weight = 0.0;
    for (int j = -(reach[1] / stride[1]); j <= reach[1] / stride[1]; j++)
        for (int i = -(reach[0] / stride[0]); i <= reach[0] / stride[0]; i++) {
            struct place *place = &pair->places[pair->count];
            const double x = floor(pair->px[0] / size) + 0.5 + i * stride[0];
            const double y = floor(pair->px[1] / size) + 0.5 + j * stride[1];
            place->x = (x * size - pair->px[0]) / pair->half_px[0];
            place->y = (y * size - pair->px[1]) / pair->half_px[1];
            const double off = place->x * place->x + place->y * place->y;
            place->weights[WHOLE] = exp(pair->is_surface ? -0.5 * off : -2.0 * off);
            place->weights[MIDDLE] = exp(pair->is_surface ? -2.0 * off : -8.0 * off);
            for (int k = 0; k < HALVES; k++)
                place->weights[FIRST_HALF + k] = place->weights[WHOLE] * is_in_half(pair, place, k);
            pair->weight += place->weights[WHOLE];
            tool_aim_eye_pair_tangents(&pair->eyes, (double[2]){x * size, y * size},
                                       place->tangents);
            struct tool_aim_sample sample;
            if (!tool_aim_sample(image, x, y, &sample))
                continue;
            memcpy(place->rgb, sample.rgb, sizeof place->rgb);
            pair->count++;
        }
}

/* Compares the patch with what the second picture shows where the plane is. False: too much of it
 * is beyond an edge. */
static bool compare(const struct pair *pair, const double p[3], int parameters, int weights,
                    struct tool_aim_fit *fit)
{
    const struct tool_png_image *image = &pair->to->levels[pair->level];
    const double size = level_size(pair->level);
    double weight = 0.0;
    *fit = (struct tool_aim_fit){.parameters = parameters};
    for (int i = 0; i < pair->count; i++) {
        const struct place *place = &pair->places[i];
        const double inverse = p[0] + p[1] * place->x + p[2] * place->y;
        double px[2], change[2];
        struct tool_aim_sample sample;
        if (!tool_aim_eye_pair_project(&pair->eyes, place->tangents, inverse, px, change) ||
            !tool_aim_sample(image, px[0] / size, px[1] / size, &sample))
            continue;
        const double cx = change[0] / size, cy = change[1] / size;
        const double x[3] = {cx, cx * place->x, cx * place->y};
        const double y[3] = {cy, cy * place->x, cy * place->y};
        tool_aim_fit_add(fit, place->weights[weights], place->rgb, &sample, x, y);
        weight += place->weights[WHOLE];
    }
    tool_aim_fit_finish(fit);
    return weight >= 0.7 * pair->weight;
}

/* What matching found. */
struct match {
    double p[3], score;
    double deviation; /* of p[0] */
    struct tool_aim_fit fit;
};

/* Improves the plane. False: the patch does not determine it, or it leaves the picture. */
static bool improve(const struct pair *pair, struct match *match)
{
    const double size = level_size(pair->level);
    double prior[3] = {0.0}, covariance[AIM_PARAMETERS][AIM_PARAMETERS], step[AIM_PARAMETERS];
    for (int k = 0; k < 2; k++)
        prior[k + 1] = 0.3 * pair->half_px[k] / pair->speed_px;
    for (int i = 0; i < ROUNDS; i++) {
        const double away[3] = {0.0, -match->p[1], -match->p[2]};
        if (!compare(pair, match->p, 3, WHOLE, &match->fit) ||
            !tool_aim_fit_solve(&match->fit, prior, away, step, covariance))
            return false;
        const double moved_px = fabs(step[0]) * pair->speed_px / size;
        const double part = moved_px > 1.0 ? 1.0 / moved_px : 1.0;
        for (int k = 0; k < 3; k++)
            match->p[k] += part * step[k];
        if (moved_px < 1e-3)
            break;
    }
    if (!compare(pair, match->p, 3, WHOLE, &match->fit) ||
        !tool_aim_fit_solve(&match->fit, prior, (double[3]){0.0, -match->p[1], -match->p[2]}, step,
                            covariance))
        return false;
    match->score = match->fit.score;
    match->deviation = sqrt(fmax(covariance[0][0], 0.0));
    return true;
}

/* Keeps the best ones, the best first. */
static void keep_peak(struct match peaks[PEAKS], int *count, double inverse, double score)
{
    int at = *count;
    while (at > 0 && peaks[at - 1].score < score)
        at--;
    if (at == PEAKS)
        return;
    *count = *count < PEAKS ? *count + 1 : PEAKS;
    memmove(peaks + at + 1, peaks + at, (size_t)(*count - 1 - at) * sizeof *peaks);
    peaks[at] = (struct match){.p = {inverse}, .score = score};
}

/* Compares along the whole line, from a pixel behind infinity to the nearest distance, twice a
 * pixel. Keeps the best places; the best one is first. */
static int sweep(const struct pair *pair, struct match peaks[PEAKS])
{
    const double begin = -1.0 / pair->speed_px, end = 1.0 / AIM_NEAREST_M;
    const double steps =
        fmin((end - begin) * pair->speed_px / level_size(pair->level) * 2.0, (double)STEPS_MAX);
    const double step = (end - begin) / steps;
    double before = -1.0, here = -1.0;
    int count = 0;
    for (int i = 0; i <= (int)steps + 1; i++) {
        struct tool_aim_fit fit;
        const double p[3] = {begin + i * step};
        bool is_there = i <= (int)steps && compare(pair, p, 0, WHOLE, &fit) && fit.contrast > 0.5 &&
                        fit.contrast < 2.0;
        const double next = is_there ? fit.score : -1.0;
        if (here >= SCORE_PEAK && here >= before && here > next)
            keep_peak(peaks, &count, p[0] - step, here);
        before = here;
        here = next;
    }
    return count;
}

/* Sets the place and its patch. False: the second eye does not look there. */
static bool place_pair(struct pair *pair, const double px[2], const double half_px[2])
{
    double there[2], change[2];
    memcpy(pair->px, px, sizeof pair->px);
    memcpy(pair->half_px, half_px, sizeof pair->half_px);
    tool_aim_eye_pair_tangents(&pair->eyes, px, pair->tangents);
    if (!tool_aim_eye_pair_project(&pair->eyes, pair->tangents, 0.0, there, change))
        return false;
    pair->speed_px = sqrt(change[0] * change[0] + change[1] * change[1]);
    pair->is_down = fabs(change[1]) > fabs(change[0]);
    return pair->speed_px > 1.0;
}

/*
 * Each half of the patch matches on its own, with a pixel beyond the middle. Where a half is flat,
 * nobody can say to which surface the middle belongs; where one differs, another surface begins.
 */
static const char *judge_halves(const struct pair *pair, const double p[3])
{
    struct tool_aim_fit fit;
    compare(pair, p, 1, WHOLE, &fit);
    const double all = fit.products[0][0];
    compare(pair, p, 1, MIDDLE, &fit);
    if (fit.products[1][1] > 4.0 * fit.weight && fit.score < SCORE_HALF)
        return "the patch shows more than one surface";
    for (int k = 0; k < HALVES; k++) {
        compare(pair, p, 1, FIRST_HALF + k, &fit);
        if (fit.products[0][0] < 0.1 * all)
            return "the patch is flat on one side: which surface is there is not known";
        if (fit.score < SCORE_HALF)
            return "the patch shows more than one surface";
    }
    return NULL;
}

static bool is_flat(const struct pair *pair)
{
    struct tool_aim_fit fit = {0};
    for (int i = 0; i < pair->count; i++) {
        struct tool_aim_sample sample = {0};
        memcpy(sample.rgb, pair->places[i].rgb, sizeof sample.rgb);
        tool_aim_fit_add(&fit, pair->places[i].weights[WHOLE], sample.rgb, &sample, NULL, NULL);
    }
    tool_aim_fit_finish(&fit);
    return fit.products[0][0] <= 4.0 * fit.weight;
}

/* The patch changes in one direction only: it looks like many others. */
static bool is_edge(const struct pair *pair)
{
    const struct tool_png_image *image = &pair->from->levels[pair->level];
    const double size = level_size(pair->level);
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (int i = 0; i < pair->count; i++) {
        const struct place *place = &pair->places[i];
        const double weight = place->weights[WHOLE];
        struct tool_aim_sample sample;
        if (!tool_aim_sample(image, (pair->px[0] + place->x * pair->half_px[0]) / size,
                             (pair->px[1] + place->y * pair->half_px[1]) / size, &sample))
            continue;
        for (int k = 0; k < 3; k++) {
            xx += weight * sample.dx[k] * sample.dx[k];
            xy += weight * sample.dx[k] * sample.dy[k];
            yy += weight * sample.dy[k] * sample.dy[k];
        }
    }
    /* The smaller eigenvalue of the matrix against the larger one. */
    const double middle = (xx + yy) / 2.0, off = hypot((xx - yy) / 2.0, xy);
    return middle - off < 0.1 * (middle + off);
}

/* The other eye looks there, however near it is. */
static bool is_in_reach(const struct pair *pair)
{
    const struct tool_png_image *to = &pair->to->levels[0];
    double px[2], change[2];
    return tool_aim_eye_pair_project(&pair->eyes, pair->tangents, 1.0 / AIM_NEAREST_UNSEEN_M, px,
                                     change) &&
           px[0] >= pair->half_px[0] && px[0] <= to->width - pair->half_px[0] &&
           px[1] >= pair->half_px[1] && px[1] <= to->height - pair->half_px[1];
}

/* How far the middle and the halves of the patch, each on its own, are off from its plane, as
 * inverse depth: the most of them. */
static double parts_off(const struct pair *pair, const struct match *match)
{
    double most = 0.0, step[AIM_PARAMETERS], covariance[AIM_PARAMETERS][AIM_PARAMETERS];
    const double prior[1] = {2.0 / pair->speed_px}, away[1] = {0.0};
    for (int k = MIDDLE; k < (pair->is_surface ? FIRST_HALF : WEIGHTS); k++) {
        struct tool_aim_fit fit;
        compare(pair, match->p, 1, k, &fit);
        if (tool_aim_fit_solve(&fit, prior, away, step, covariance))
            most = fmax(most, fabs(step[0]));
    }
    return most;
}

/* The first picture shows at the found place what it shows at the asked one. */
static bool matches_back(const struct pair *there, const struct tool_aim_eye eyes[2],
                         const double p[3])
{
    struct pair back = {.from = there->to, .to = there->from, .is_surface = there->is_surface};
    struct match peaks[PEAKS] = {0};
    double px[2], change[2];
    if (!tool_aim_eye_pair_project(&there->eyes, there->tangents, p[0], px, change) ||
        !tool_aim_eye_pair_make(&back.eyes, &eyes[1], &eyes[0]) ||
        !place_pair(&back, px, there->half_px))
        return false;
    take_places(&back, there->level);
    if (sweep(&back, peaks) == 0)
        return false;
    if (!tool_aim_eye_pair_project(&back.eyes, back.tangents, peaks[0].p[0], px, change))
        return false;
    return hypot(px[0] - there->px[0], px[1] - there->px[1]) < 1.5 * level_size(there->level);
}

/* Finds the plane at one level of the pyramids. False, and why. */
static bool match_at(struct pair *pair, const struct tool_aim_eye eyes[2], int level,
                     struct match *best, struct tool_aim_point *out)
{
    struct match peaks[PEAKS] = {0};
    double second = -1.0;
    take_places(pair, level);
    if (is_flat(pair))
        return tool_aim_refuse(
            out, "the patch is flat: it has no texture to compare; give 'distance' if you know it");
    const int count = sweep(pair, peaks);
    *best = (struct match){.score = -1.0};
    for (int i = 0; i < count; i++)
        if (improve(pair, &peaks[i]) && peaks[i].score > best->score)
            *best = peaks[i];
    for (int i = 0; i < count; i++) {
        const double apart = fabs(peaks[i].p[0] - best->p[0]) * pair->speed_px;
        if (apart > 1.5 * level_size(level))
            second = fmax(second, peaks[i].score);
    }
    if (best->score < SCORE_LOWEST)
        return tool_aim_refuse(
            out,
            "the other eye shows no such patch (best correlation %.2f): it is hidden "
            "there, at an edge, or mirrors",
            fmax(best->score, 0.0));
    if (1.0 - second < 3.0 * (1.0 - best->score) + 0.05)
        return tool_aim_refuse(out,
                               "the other eye shows the patch twice (correlations %.2f and %.2f)",
                               best->score, second);
    const char *why = pair->is_surface ? NULL : judge_halves(pair, best->p);
    if (why != NULL)
        return tool_aim_refuse(out, "%s", why);
    if (!is_in_reach(pair) && is_edge(pair))
        return tool_aim_refuse(
            out, "the patch is an edge that may lie where the other eye does not look");
    if (!matches_back(pair, eyes, best->p))
        return tool_aim_refuse(
            out, "the eyes' pictures do not match both ways: one surface hides another");
    return true;
}

static double difference(const struct tool_png_image *image, int x, int y, bool is_down)
{
    double sum = 0.0;
    const size_t next = is_down ? (size_t)image->width * 3 : 3;
    const uint8_t *pixel = image->rgb + 3 * ((size_t)y * image->width + (size_t)x);
    for (int channel = 0; channel < 3; channel++)
        sum += fabs((double)pixel[channel] - (double)pixel[next + (size_t)channel]);
    return sum;
}

/* The share of the patch's edges that were drawn without smoothing: their place within a pixel is
 * lost. */
static double share_of_steps(const struct pair *pair)
{
    const struct tool_png_image *image = &pair->from->levels[pair->level];
    const bool is_down = pair->is_down;
    const double size = level_size(pair->level);
    double all = 0.0, steps = 0.0;
    for (int i = 0; i < pair->count; i++) {
        const struct place *place = &pair->places[i];
        const int x = (int)((pair->px[0] + place->x * pair->half_px[0]) / size);
        const int y = (int)((pair->px[1] + place->y * pair->half_px[1]) / size);
        if (x < 1 || y < 1 || x + 3 > (int)image->width || y + 3 > (int)image->height)
            continue;
        const double here = difference(image, x, y, is_down);
        const double around = difference(image, x - !is_down, y - is_down, is_down) +
                              difference(image, x + !is_down, y + is_down, is_down);
        all += here * here;
        steps += around < 0.1 * here ? here * here : 0.0;
    }
    return all > 0.0 ? steps / all : 0.0;
}

/* Improves the plane down to the full pictures, and tells the point. */
static bool finish(struct pair *pair, struct match *match, const struct tool_aim_eye *eye,
                   struct tool_aim_at at, struct tool_aim_point *out)
{
    while (pair->level > 0) {
        struct match finer = *match;
        take_places(pair, pair->level - 1);
        if (!improve(pair, &finer) || finer.score < SCORE_LOWEST)
            break;
        *match = finer;
    }
    const double size = level_size(pair->level);
    const double off = parts_off(pair, match), off_px = off * pair->speed_px / size;
    if (off_px > 0.7)
        return tool_aim_refuse(out, "the patch shows surfaces at two distances");
    const double least =
        size / pair->speed_px *
        sqrt(AIM_PLACE_PX * AIM_PLACE_PX + 2.0 * AIM_STEP_PX * AIM_STEP_PX * share_of_steps(pair));
    const double deviation =
        sqrt(4.0 * match->deviation * match->deviation + least * least + off * off);
    if (!tool_aim_conclude(&eye->view, at, pair->tangents, match->p[0], deviation, out))
        return false;
    out->score = match->score;
    return true;
}

/* Patches of about ten pixels, in pictures of at least four pixels a degree. */
static int levels_for(const struct pair *pair, const double half_px[2])
{
    const struct tool_png_image *image = &pair->from->levels[0];
    int count = 1;
    if (half_px != NULL)
        for (; count < AIM_LEVELS && fmax(half_px[0], half_px[1]) / level_size(count - 1) > 12.0;)
            count++;
    else
        for (; count < 3 &&
               image->width / fabs(pair->eyes.from_window.across) / level_size(count) > 240;)
            count++;
    return count;
}

static bool find_depth(struct pair *pair, const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                       const double half_px[2], int levels, struct tool_aim_point *out)
{
    const double px[2] = {at.u * eyes[0].image->width, at.v * eyes[0].image->height};
    struct match match;
    pair->is_surface = half_px != NULL;
    for (int level = half_px != NULL ? levels - 1 : 0; level < levels; level++) {
        const double usual = HALF_PX * level_size(level);
        if (!place_pair(pair, px, half_px != NULL ? half_px : (double[2]){usual, usual}))
            return tool_aim_refuse(out, "the other eye does not look there");
        if (match_at(pair, eyes, level, &match, out))
            return finish(pair, &match, &eyes[0], at, out);
    }
    return false;
}

bool tool_aim_depth_of_patch(const struct tool_aim_eye eyes[2], struct tool_aim_at at,
                             const double half_px[2], struct tool_aim_point *out)
{
    struct tool_aim_pyramid pyramids[2] = {0};
    struct pair pair = {.from = &pyramids[0], .to = &pyramids[1]};
    *out = (struct tool_aim_point){0};
    if (!(at.u >= 0.0 && at.u <= 1.0 && at.v >= 0.0 && at.v <= 1.0))
        return tool_aim_refuse(out, "the place is not within 0 to 1");
    if (half_px != NULL && !(half_px[0] >= 2.0 && half_px[1] >= 2.0))
        return tool_aim_refuse(out, "the patch is too small");
    if (!tool_aim_eye_pair_make(&pair.eyes, &eyes[0], &eyes[1]))
        return tool_aim_refuse(out, "the views have no poses, no fields of view, or one place");
    bool is_found = false;
    pyramids[0].levels[0] = *eyes[0].image;
    const int levels = levels_for(&pair, half_px);
    if (tool_aim_pyramid_make(&pyramids[0], eyes[0].image, levels) &&
        tool_aim_pyramid_make(&pyramids[1], eyes[1].image, levels))
        is_found = find_depth(&pair, eyes, at, half_px, levels, out);
    else
        tool_aim_refuse(out, "there is no memory for smaller pictures");
    tool_aim_pyramid_free(&pyramids[0]);
    tool_aim_pyramid_free(&pyramids[1]);
    return is_found;
}
