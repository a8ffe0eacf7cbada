/* SPDX-License-Identifier: MIT */
#include "core/repair/rotation_signs.h"

#include <math.h>

#include "core/repair/repair_report.h"

static double dot(const double a[US_ROTATION_COMPONENTS], const double b[US_ROTATION_COMPONENTS])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

enum us_rotation_edit us_rotation_signs_next(struct us_rotation_signs *signs,
                                             const double here[US_ROTATION_COMPONENTS],
                                             bool on_keys)
{
    signs->seen++;
    double norm = sqrt(dot(here, here));
    /* NaN counts as no data. */
    if (!(norm >= US_REPAIR_ZERO_NORM)) {
        signs->zeros++;
        return US_ROTATION_REPLACE;
    }
    signs->not_unit += fabs(norm - 1.0) > 1e-3 && on_keys;
    bool flip = dot(signs->before, here) < 0.0;
    signs->flips += flip;
    for (unsigned c = 0; c < US_ROTATION_COMPONENTS; c++)
        signs->before[c] = flip ? -here[c] : here[c];
    return flip ? US_ROTATION_FLIP : US_ROTATION_KEEP;
}
