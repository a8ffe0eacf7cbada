/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/bvh_text.h"

#include <math.h>
#include <string.h>

#define DECIMALS 1e6
#define FIXED_M 0.0002f /* a joint that stays in a cube of this size in its parent is fixed */
enum { POSITIONS = 3 };

static double rounded(double value)
{
    return round(value * DECIMALS) / DECIMALS + 0.0; /* not -0 */
}

void tool_bvh_init(struct tool_bvh *bvh, const struct tool_skeleton *skeleton)
{
    memset(bvh, 0, sizeof *bvh);
    bvh->skeleton = skeleton;
    for (unsigned i = 0; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &skeleton->nodes[i];
        const struct us_vec3 size = us_vec3_sub(node->most_m, node->least_m);
        const struct us_vec3 middle = us_vec3_scale(us_vec3_add(node->least_m, node->most_m), 0.5f);
        bvh->is_fixed[i] = node->parent >= 0 && node->spans > 0 && size.x <= FIXED_M &&
                           size.y <= FIXED_M && size.z <= FIXED_M;
        if (!bvh->is_fixed[i])
            continue;
        bvh->offset_m[i][0] = rounded((double)middle.x);
        bvh->offset_m[i][1] = rounded((double)middle.y);
        bvh->offset_m[i][2] = rounded((double)middle.z);
    }
}

/* ---- Text ---- */

static void put_joint(struct tool_bvh *bvh, int node, int depth, struct tool_convert_sink *out)
{
    const struct tool_skeleton_node *self = &bvh->skeleton->nodes[node];
    const double *offset_m = bvh->offset_m[node];
    bool is_leaf = true;
    bvh->order[bvh->count++] = node;
    tool_convert_sink_print(out, "%*sJOINT %s\n%*s{\n%*s OFFSET %.6f %.6f %.6f\n", depth, "",
                            self->name, depth, "", depth, "", offset_m[0], offset_m[1],
                            offset_m[2]);
    tool_convert_sink_print(out, "%*s CHANNELS %s Zrotation Xrotation Yrotation\n", depth, "",
                            bvh->is_fixed[node] ? "3" : "6 Xposition Yposition Zposition");
    for (int i = node + 1; i < TOOL_SKELETON_NODES; i++) {
        if (bvh->skeleton->nodes[i].ever == 0 || bvh->skeleton->nodes[i].parent != node)
            continue;
        is_leaf = false;
        put_joint(bvh, i, depth + 1, out);
    }
    if (is_leaf)
        tool_convert_sink_print(out, "%*s End Site\n%*s {\n%*s  OFFSET 0 0 %.6f\n%*s }\n", depth,
                                "", depth, "", depth, "",
                                -(double)tool_skeleton_ahead_m[self->part], depth, "");
    tool_convert_sink_print(out, "%*s}\n", depth, "");
}

void tool_bvh_hierarchy(struct tool_bvh *bvh, struct tool_convert_sink *out)
{
    bvh->count = 0;
    tool_convert_sink_put(
        out, "HIERARCHY\nROOT LOCAL\n{\n OFFSET 0 0 0\n"
             " CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n");
    for (int i = 0; i < TOOL_SKELETON_NODES; i++)
        if (bvh->skeleton->nodes[i].ever != 0 && bvh->skeleton->nodes[i].parent < 0)
            put_joint(bvh, i, 1, out);
    tool_convert_sink_put(out, "}\n");
}

void tool_bvh_line(const struct tool_bvh *bvh, struct tool_convert_sink *out)
{
    tool_convert_sink_put(out, "0 0 0 0 0 0");
    for (unsigned i = 0; i < bvh->count; i++) {
        const int node = bvh->order[i];
        for (int k = bvh->is_fixed[node] ? POSITIONS : 0; k < TOOL_BVH_CHANNELS; k++)
            tool_convert_sink_print(out, " %.6f", bvh->values[node][k]);
    }
    tool_convert_sink_put(out, "\n");
}

/* ---- Angles ---- */

/* Of a turn about Z after one about X after one about Y, in degrees: R = Rz Rx Ry. Where X is 90
 * degrees, Z and Y turn about the same axis, and Y stays as it was. */
static void angles_of(struct us_quat q, double last_y, double out[3])
{
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double square = x * x + y * y + z * z + w * w, s = square > 0.0 ? 2.0 / square : 0.0;
    const double r01 = s * (x * y - w * z), r11 = 1.0 - s * (x * x + z * z);
    const double r20 = s * (x * z - w * y), r21 = s * (y * z + w * x);
    const double r22 = 1.0 - s * (x * x + y * y), across = hypot(r20, r22);
    out[1] = atan2(r21, across) * US_POSE_DEGREES_IN_RAD;
    if (across > 1e-6) {
        out[0] = atan2(-r01, r11) * US_POSE_DEGREES_IN_RAD;
        out[2] = atan2(-r20, r22) * US_POSE_DEGREES_IN_RAD;
        return;
    }
    out[0] = atan2(s * (x * y + w * z), 1.0 - s * (y * y + z * z)) * US_POSE_DEGREES_IN_RAD -
             (r21 > 0.0 ? last_y : -last_y);
    out[2] = last_y;
}

/* The same angles, with whole turns more or less, so that they are near to the last; how far. */
static double go_on(const double last[3], double angles[3])
{
    double far = 0.0;
    for (unsigned i = 0; i < 3; i++) {
        angles[i] += 360.0 * round((last[i] - angles[i]) / 360.0);
        far += fabs(last[i] - angles[i]);
    }
    return far;
}

/* Each rotation has two triples of angles: that which is nearer to the last. */
static void find_angles(struct us_quat q, const double last[3], double out[3])
{
    angles_of(q, last[2], out);
    double other[3] = {out[0] + 180.0, 180.0 - out[1], out[2] + 180.0};
    if (go_on(last, other) < go_on(last, out))
        memcpy(out, other, sizeof other);
}

static struct us_quat turn_of(const double angles[3])
{
    const double half = 0.5 / US_POSE_DEGREES_IN_RAD;
    const double cz = cos(angles[0] * half), sz = sin(angles[0] * half);
    const double cx = cos(angles[1] * half), sx = sin(angles[1] * half);
    const double cy = cos(angles[2] * half), sy = sin(angles[2] * half);
    const double x = cz * sx, y = sz * sx, z = sz * cx, w = cz * cx; /* about X, then Z */
    return us_quat_normalize((struct us_quat){(float)(x * cy - z * sy), (float)(y * cy + w * sy),
                                              (float)(z * cy + x * sy), (float)(w * cy - y * sy)});
}

void tool_bvh_round(void *data, unsigned node, struct us_pose *local)
{
    struct tool_bvh *bvh = data;
    double *values = bvh->values[node], angles[3];
    const struct us_vec3 at = local->position_m;
    const double places[POSITIONS] = {(double)at.x, (double)at.y, (double)at.z};
    find_angles(local->rotation, values + POSITIONS, angles);
    for (unsigned i = 0; i < 3; i++) {
        values[i] = bvh->is_fixed[node] ? bvh->offset_m[node][i] : rounded(places[i]);
        values[POSITIONS + i] = rounded(angles[i]);
    }
    local->position_m = (struct us_vec3){(float)values[0], (float)values[1], (float)values[2]};
    local->rotation = turn_of(values + POSITIONS);
}
