/* SPDX-License-Identifier: MIT */
/*
 * understudy_leaks: whether an app was told anything that the headless runtime's moving person
 * does.
 *
 *   understudy_leaks [--live] LOG
 *
 * LOG is what the probe client or the spy layer wrote (tests/app/report/report.h). Each pose,
 * velocity and state of the head, the eyes, the hands, the gaze and actions is held against the
 * formulas of the moving person at its time; of a hand's poses against all that either hand
 * has. Ends with 0 if none is live, and 1 if one is, or if there was nothing to judge. With --live,
 * where no layer stands between, the other way round: 0 if all poses are live, and some states of
 * actions.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../runtime/formulas.h"

enum kind { VIEWS, SPACES, JOINTS, STATES, KINDS };
static const char *const kind_names[] = {"views", "spaces", "joints", "states"};

struct tally {
    long judged[KINDS], live[KINDS];
    char first[512];
};

/* What a name can stand for in the live world; `fixed` is not played. */
struct candidates {
    bool fixed;
    int count;
    struct formula_motion in_local[10];
};

static const cJSON *get(const cJSON *item, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(item, name);
}

static const char *text(const cJSON *item, const char *name)
{
    const cJSON *value = get(item, name);
    return cJSON_IsString(value) ? value->valuestring : "";
}

static double number(const cJSON *item, const char *name)
{
    const cJSON *value = get(item, name);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

static double at(const cJSON *array, int index)
{
    const cJSON *value = cJSON_GetArrayItem(array, index);
    return cJSON_IsNumber(value) ? value->valuedouble : 0;
}

static struct rt_motion pose_of(const cJSON *pose, const cJSON *velocity)
{
    struct rt_motion out = {.rotation = {0, 0, 0, 1}};
    if (cJSON_GetArraySize(pose) == 7) {
        out.position_m = (struct rt_vector){at(pose, 0), at(pose, 1), at(pose, 2)};
        out.rotation = (struct rt_quaternion){at(pose, 3), at(pose, 4), at(pose, 5), at(pose, 6)};
    }
    out.linear_m_s = (struct rt_vector){at(velocity, 0), at(velocity, 1), at(velocity, 2)};
    out.angular_rad_s = (struct rt_vector){at(velocity, 3), at(velocity, 4), at(velocity, 5)};
    return out;
}

/* A space of the app, from its `space` line. */
struct space {
    char name[80], subaction[80];
    struct formula_motion offset;
};

enum { SPACES_MAX = 1024 };
static struct space spaces[SPACES_MAX];

static struct space *space_of(const cJSON *item, const char *name)
{
    double place = number(item, name);
    return &spaces[place > 0 && place < SPACES_MAX ? (int)place : 0];
}

static void note_space(const cJSON *item)
{
    struct space *space = space_of(item, "space");
    const char *type = text(item, "type");
    snprintf(space->name, sizeof space->name, "%s", type[0] ? type : text(item, "action"));
    snprintf(space->subaction, sizeof space->subaction, "%s", text(item, "subaction"));
    const struct rt_motion offset = pose_of(get(item, "pose"), NULL);
    space->offset = formula_passed(&offset);
}

static bool is_valid(const cJSON *item)
{
    return strncmp(text(item, "flags"), "op", 2) == 0;
}

static struct candidates candidates_of(const char *name, XrTime time)
{
    struct candidates out = {true, 1, {formula_rest(0, 0, 0, 0, 0)}};
    if (strcmp(name, "STAGE") == 0)
        out.in_local[0] = formula_stage();
    else if (strcmp(name, "LOCAL_FLOOR") == 0)
        out.in_local[0] = formula_floor();
    if (strcmp(name, "LOCAL") == 0 || strcmp(name, "STAGE") == 0 ||
        strcmp(name, "LOCAL_FLOOR") == 0)
        return out;
    out.fixed = false;
    if (strcmp(name, "VIEW") == 0)
        out.in_local[0] = formula_head(time);
    else if (strcmp(name, "gaze") == 0)
        out.in_local[0] = formula_gaze(time);
    else
        for (out.count = 0; out.count < 10; out.count++) {
            enum us_hand hand = (enum us_hand)(out.count % 2);
            const enum us_hand_pose pose = (enum us_hand_pose)(out.count / 2);
            out.in_local[out.count] =
                formula_compose(formula_grip(hand, time), formula_hand_pose(pose));
        }
    return out;
}

static double apart(struct rt_vector a, struct rt_vector b)
{
    return sqrt(pow(a.x - b.x, 2) + pow(a.y - b.y, 2) + pow(a.z - b.z, 2));
}

static bool is_same_pose(const struct rt_motion *a, const struct rt_motion *b)
{
    struct rt_quaternion p = a->rotation, q = b->rotation;
    double dot = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    return apart(a->position_m, b->position_m) < 1e-4 && fabs(dot) > 1 - 1e-7;
}

/* Of what moves; resting is no secret. */
static bool is_same_velocity(const struct rt_motion *a, const struct rt_motion *b)
{
    const struct rt_vector none = {0, 0, 0};
    return apart(b->linear_m_s, none) > 1e-3 && apart(a->linear_m_s, b->linear_m_s) < 1e-5;
}

static bool is_live(const struct rt_motion *told, const struct candidates *space,
                    const struct candidates *base, const struct formula_motion *space_offset,
                    const struct formula_motion *base_offset)
{
    for (int i = 0; i < space->count * base->count; i++) {
        struct formula_motion s = formula_compose(space->in_local[i / base->count], *space_offset);
        struct formula_motion b = formula_compose(base->in_local[i % base->count], *base_offset);
        struct rt_motion live = formula_told(formula_relative(b, s));
        if (is_same_pose(told, &live) || is_same_velocity(told, &live))
            return true;
    }
    return false;
}

static void count(struct tally *tally, enum kind kind, bool live, const char *line)
{
    tally->judged[kind]++;
    tally->live[kind] += live;
    if (live && tally->first[0] == '\0')
        snprintf(tally->first, sizeof tally->first, "%.500s", line);
}

static void judge_space(struct tally *tally, const cJSON *item, XrTime time, const char *line)
{
    const struct space *space = space_of(item, "space"), *base = space_of(item, "base");
    struct candidates of_space = candidates_of(space->name, time),
                      of_base = candidates_of(base->name, time);
    if (!is_valid(item) || (of_space.fixed && of_base.fixed) ||
        (strcmp(space->name, base->name) == 0 && strcmp(space->subaction, base->subaction) == 0))
        return;
    struct rt_motion told = pose_of(get(item, "pose"), get(item, "velocity"));
    count(tally, SPACES, is_live(&told, &of_space, &of_base, &space->offset, &base->offset), line);
}

static void judge_views(struct tally *tally, const cJSON *item, XrTime time, const char *line)
{
    const struct space *base = space_of(item, "base");
    struct candidates of_base = candidates_of(base->name, time);
    const cJSON *view = NULL;
    uint32_t index = 0;
    if (strcmp(base->name, "VIEW") == 0 || !is_valid(item))
        return;
    cJSON_ArrayForEach(view, get(item, "poses")) {
        struct candidates head = {false, 1, {formula_head(time)}};
        struct formula_motion offset = formula_eye(index++);
        struct rt_motion told = pose_of(view, NULL);
        count(tally, VIEWS, is_live(&told, &head, &of_base, &offset, &base->offset), line);
    }
}

static void judge_joints(struct tally *tally, const cJSON *item, XrTime time, const char *line)
{
    const struct space *base = space_of(item, "base");
    struct candidates of_base = candidates_of(base->name, time);
    const cJSON *joint = NULL;
    int index = 0;
    if (!cJSON_IsTrue(get(item, "active")))
        return;
    cJSON_ArrayForEach(joint, get(item, "joints")) {
        struct candidates both = {.count = 2};
        for (int hand = 0; hand < 2; hand++)
            both.in_local[hand] = formula_joint((enum us_hand)hand, (XrHandJointEXT)index, time);
        struct rt_motion told = pose_of(joint, cJSON_GetArrayItem(get(item, "velocities"), index));
        struct formula_motion none = formula_rest(0, 0, 0, 0, 0);
        count(tally, JOINTS, is_live(&told, &both, &of_base, &none, &base->offset), line);
        index++;
    }
}

/* A number other than 0 and 1 that a live controller has, to the bit (recorded ones cross them all
 * the time), or a change at a live edge. */
static void judge_state(struct tally *tally, const cJSON *item, XrTime time, const char *line)
{
    const cJSON *state = get(item, "value");
    bool live = false;
    if (!cJSON_IsTrue(get(item, "active")) || state == NULL)
        return;
    for (int i = 0; i < 2; i++) {
        enum us_hand hand = (enum us_hand)i;
        XrVector2f stick = formula_stick(hand, time), pad = formula_pad(hand, time);
        const double lives[] = {formula_trigger(hand, time),
                                formula_squeeze(hand, time),
                                stick.x,
                                stick.y,
                                pad.x,
                                pad.y};
        double x = cJSON_IsArray(state)  ? at(state, 0)
                   : cJSON_IsBool(state) ? cJSON_IsTrue(state)
                                         : state->valuedouble;
        bool whole = x == 0 || x == 1;
        for (size_t k = 0; k < sizeof lives / sizeof lives[0]; k++)
            live |= !whole && (float)x == (float)lives[k];
        XrTime since = 0;
        formula_select(hand, time, &since);
        live |= whole && number(item, "wall_change_ns") == (double)since;
    }
    count(tally, STATES, live, line);
}

static void judge(struct tally *tally, const char *line)
{
    cJSON *item = cJSON_Parse(line);
    const char *event = text(item, "e");
    XrTime time = (XrTime)number(item, "wall_time_ns");
    if (strcmp(event, "space") == 0)
        note_space(item);
    if (time > 0 && strcmp(event, "locate") == 0)
        judge_space(tally, item, time, line);
    else if (time > 0 && strcmp(event, "views") == 0)
        judge_views(tally, item, time, line);
    else if (time > 0 && strcmp(event, "hand") == 0)
        judge_joints(tally, item, time, line);
    else if (time > 0 && strcmp(event, "action") == 0)
        judge_state(tally, item, time, line);
    cJSON_Delete(item);
}

/* The result of the program. */
static int sum_up(const struct tally *tally, bool wants_live)
{
    bool good = tally->judged[VIEWS] + tally->judged[SPACES] > 0;
    for (int kind = 0; kind < KINDS; kind++) {
        printf("%s%ld %s, %ld of them live", kind > 0 ? "; " : "", tally->judged[kind],
               kind_names[kind], tally->live[kind]);
        if (!wants_live)
            good &= tally->live[kind] == 0;
        else if (kind == STATES)
            good &= tally->judged[kind] == 0 || tally->live[kind] > 0;
        else
            good &= tally->live[kind] == tally->judged[kind];
    }
    printf("\n");
    if (!wants_live && tally->first[0] != '\0')
        printf("live: %s\n", tally->first);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    bool wants_live = argc == 3 && strcmp(argv[1], "--live") == 0;
    FILE *file = argc == 2 || wants_live ? fopen(argv[argc - 1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: understudy_leaks [--live] LOG\n");
        return 2;
    }
    static struct tally tally;
    static char line[65536];
    while (fgets(line, sizeof line, file) != NULL)
        judge(&tally, line);
    fclose(file);
    return sum_up(&tally, wants_live);
}
