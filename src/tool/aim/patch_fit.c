/* SPDX-License-Identifier: MIT */
#include "tool/aim/patch_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool halve(const struct tool_png_image *from, struct tool_png_image *out)
{
    *out = (struct tool_png_image){.width = from->width / 2, .height = from->height / 2};
    out->rgb = malloc((size_t)out->width * out->height * 3);
    if (out->rgb == NULL)
        return false;
    const size_t row = (size_t)from->width * 3;
    uint8_t *to = out->rgb;
    for (uint32_t y = 0; y < out->height; y++)
        for (uint32_t x = 0; x < out->width; x++)
            for (int channel = 0; channel < 3; channel++) {
                const uint8_t *at = from->rgb + 2 * y * row + 6 * (size_t)x + channel;
                *to++ = (uint8_t)((at[0] + at[3] + at[row] + at[row + 3] + 2) / 4);
            }
    return true;
}

bool tool_aim_pyramid_make(struct tool_aim_pyramid *pyramid, const struct tool_png_image *image,
                           int count)
{
    *pyramid = (struct tool_aim_pyramid){.levels = {*image}, .count = 1};
    for (; pyramid->count < count && pyramid->count < AIM_LEVELS; pyramid->count++) {
        const struct tool_png_image *last = &pyramid->levels[pyramid->count - 1];
        if (last->width < 8 || last->height < 8)
            return true;
        if (!halve(last, &pyramid->levels[pyramid->count]))
            return false;
    }
    return true;
}

void tool_aim_pyramid_free(struct tool_aim_pyramid *pyramid)
{
    for (int i = 1; i < AIM_LEVELS; i++)
        free(pyramid->levels[i].rgb);
    *pyramid = (struct tool_aim_pyramid){0};
}

/* The weights of four pixels in a row for a place `t` beyond the second one, and how they change.
 */
static void weigh(double t, double out[4], double out_change[4])
{
    out[0] = ((-0.5 * t + 1.0) * t - 0.5) * t;
    out[1] = (1.5 * t - 2.5) * t * t + 1.0;
    out[2] = ((-1.5 * t + 2.0) * t + 0.5) * t;
    out[3] = (0.5 * t - 0.5) * t * t;
    out_change[0] = (-1.5 * t + 2.0) * t - 0.5;
    out_change[1] = (4.5 * t - 5.0) * t;
    out_change[2] = (-4.5 * t + 4.0) * t + 0.5;
    out_change[3] = (1.5 * t - 1.0) * t;
}

static size_t clamp(double at, uint32_t size)
{
    return at < 0.0 ? 0 : at > (double)(size - 1) ? size - 1 : (size_t)at;
}

bool tool_aim_sample(const struct tool_png_image *image, double x, double y,
                     struct tool_aim_sample *out)
{
    x -= 0.5;
    y -= 0.5;
    if (!(x >= 0.0 && y >= 0.0 && x <= (double)image->width - 1.0 &&
          y <= (double)image->height - 1.0))
        return false;
    const double left = floor(x), top = floor(y);
    double across[4], across_change[4], down[4], down_change[4];
    weigh(x - left, across, across_change);
    weigh(y - top, down, down_change);
    memset(out, 0, sizeof *out);
    for (int j = 0; j < 4; j++) {
        const uint8_t *row = image->rgb + clamp(top + j - 1, image->height) * image->width * 3;
        for (int i = 0; i < 4; i++) {
            const uint8_t *pixel = row + 3 * clamp(left + i - 1, image->width);
            for (int channel = 0; channel < 3; channel++) {
                out->rgb[channel] += across[i] * down[j] * pixel[channel];
                out->dx[channel] += across_change[i] * down[j] * pixel[channel];
                out->dy[channel] += across[i] * down_change[j] * pixel[channel];
            }
        }
    }
    return true;
}

void tool_aim_fit_add(struct tool_aim_fit *fit, double weight, const double first[3],
                      const struct tool_aim_sample *second, const double *x, const double *y)
{
    const int n = fit->parameters;
    fit->weight += weight;
    for (int channel = 0; channel < 3; channel++) {
        double row[AIM_COLUMNS];
        for (int i = 0; i < n; i++)
            row[i] = second->dx[channel] * x[i] + second->dy[channel] * y[i];
        row[n] = first[channel];
        row[n + 1] = second->rgb[channel];
        for (int i = 0; i < n + 2; i++) {
            fit->sums[channel][i] += weight * row[i];
            for (int j = 0; j <= i; j++)
                fit->products[i][j] += weight * row[i] * row[j];
        }
    }
}

void tool_aim_fit_finish(struct tool_aim_fit *fit)
{
    const int n = fit->parameters;
    for (int i = 0; i < n + 2 && fit->weight > 0.0; i++)
        for (int j = 0; j <= i; j++) {
            for (int channel = 0; channel < 3; channel++)
                fit->products[i][j] -= fit->sums[channel][i] * fit->sums[channel][j] / fit->weight;
            fit->products[j][i] = fit->products[i][j];
        }
    const double first = fmax(fit->products[n][n], 0.0);
    const double second = fmax(fit->products[n + 1][n + 1], 0.0);
    const bool is_flat = !(first > 0.0 && second > 0.0);
    fit->score = is_flat ? 0.0 : fit->products[n][n + 1] / sqrt(first * second);
    fit->contrast = is_flat ? 0.0 : sqrt(second / first);
    /* Not below the steps of a byte. */
    fit->variance =
        fit->weight > 0.0 ? fmax(second * (1.0 - fit->score * fit->score) / fit->weight, 0.3) : 0.3;
}

/* Inverts a symmetric positive matrix in place, by Gauss and Jordan. */
static bool invert(double a[AIM_COLUMNS][AIM_COLUMNS], int n)
{
    for (int k = 0; k < n; k++) {
        const double pivot = a[k][k];
        if (!(pivot > 1e-9))
            return false;
        a[k][k] = 1.0;
        for (int j = 0; j < n; j++)
            a[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            const double factor = a[i][k];
            if (i == k)
                continue;
            a[i][k] = 0.0;
            for (int j = 0; j < n; j++)
                a[i][j] -= factor * a[k][j];
        }
    }
    return true;
}

bool tool_aim_fit_solve(const struct tool_aim_fit *fit, const double *prior, const double *away,
                        double out_step[AIM_PARAMETERS],
                        double out_covariance[AIM_PARAMETERS][AIM_PARAMETERS])
{
    /* The last unknown is the contrast, whose column is the first patch, negative. */
    const int n = fit->parameters;
    double a[AIM_COLUMNS][AIM_COLUMNS] = {{0.0}}, right[AIM_COLUMNS] = {0.0};
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++)
            a[i][j] = (i == n) == (j == n) ? fit->products[i][j] : -fit->products[i][j];
        right[i] = i == n ? fit->products[i][n + 1] : -fit->products[i][n + 1];
        if (i < n && prior[i] > 0.0) {
            const double strength = fit->variance / (prior[i] * prior[i]);
            a[i][i] += strength;
            right[i] += strength * away[i];
        }
    }
    if (!invert(a, n + 1))
        return false;
    for (int i = 0; i < n; i++) {
        out_step[i] = 0.0;
        for (int j = 0; j <= n; j++)
            out_step[i] += a[i][j] * right[j];
        for (int j = 0; j < n; j++)
            out_covariance[i][j] = a[i][j] * fit->variance;
    }
    return true;
}
