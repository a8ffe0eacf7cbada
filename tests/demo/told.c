/* SPDX-License-Identifier: MIT */
/*
 * understudy_told: print what an app was told, a row every so many seconds, from the log of the
 * probe client.
 *
 *   understudy_told LOG SECONDS HZ
 *
 * The recording was played with the frame clock at HZ, so that a busy machine leaves out no row.
 * Columns: seconds of the recording, which began when the session was focused; the head's position
 * (m, LOCAL), its yaw to the left and its pitch upwards (degrees); the gaze's yaw and pitch; the
 * index tip of each hand (m), or "-" where the hand is not there, and whether the hand pinches,
 * which is that the action `select` is on.
 */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1 << 16, INDEX_TIP = 10 };

struct told {
    bool has_head, has_gaze, has_hand[2], pinches[2];
    double head[3], head_turn[2], gaze_turn[2], tip[2][3];
};

static bool numbers(const cJSON *array, double *out, int count)
{
    if (!cJSON_IsArray(array) || cJSON_GetArraySize(array) != count)
        return false;
    for (int i = 0; i < count; i++)
        out[i] = cJSON_GetArrayItem(array, i)->valuedouble;
    return true;
}

static bool is(const cJSON *line, const char *key, const char *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(line, key);
    return cJSON_IsString(item) && strcmp(item->valuestring, value) == 0;
}

/* Where -Z of a rotation points: yaw to the left and pitch upwards, in degrees. */
static bool turn(const cJSON *line, double out[2])
{
    const double degrees = 57.29577951308232;
    double pose[7];
    if (!numbers(cJSON_GetObjectItemCaseSensitive(line, "pose"), pose, 7))
        return false;
    const double *q = pose + 3;
    double forward[3] = {-2.0 * (q[0] * q[2] + q[3] * q[1]), -2.0 * (q[1] * q[2] - q[3] * q[0]),
                         -(1.0 - 2.0 * (q[0] * q[0] + q[1] * q[1]))};
    out[0] = atan2(-forward[0], -forward[2]) * degrees;
    out[1] = asin(fmax(-1.0, fmin(1.0, forward[1]))) * degrees;
    return true;
}

static void read_hand(const cJSON *line, struct told *told)
{
    int hand = is(line, "hand", "right") ? 1 : 0;
    const cJSON *joints = cJSON_GetObjectItemCaseSensitive(line, "joints");
    double pose[7];
    told->has_hand[hand] = numbers(cJSON_GetArrayItem(joints, INDEX_TIP), pose, 7);
    if (told->has_hand[hand])
        memcpy(told->tip[hand], pose, sizeof told->tip[hand]);
}

static void read_select(const cJSON *line, struct told *told)
{
    told->pinches[is(line, "subaction", "/user/hand/right") ? 1 : 0] =
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "value"));
}

static void read_line(const cJSON *line, struct told *told)
{
    if (is(line, "e", "action") && is(line, "action", "select"))
        read_select(line, told);
    if (!is(line, "base_name", "LOCAL"))
        return;
    if (is(line, "e", "hand"))
        read_hand(line, told);
    if (!is(line, "e", "locate"))
        return;
    const char *flags = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, "flags"));
    bool valid = flags != NULL && strncmp(flags, "op", 2) == 0;
    double pose[7];
    if (is(line, "space_name", "VIEW")) {
        told->has_head = valid && turn(line, told->head_turn) &&
                         numbers(cJSON_GetObjectItemCaseSensitive(line, "pose"), pose, 7);
        if (told->has_head)
            memcpy(told->head, pose, sizeof told->head);
    }
    if (is(line, "space_name", "gaze"))
        told->has_gaze = valid && turn(line, told->gaze_turn);
}

static void print_row(double at_s, const struct told *told)
{
    printf("%6.2f", at_s);
    if (told->has_head)
        printf("  %6.2f %6.2f %6.2f  %5.0f %5.0f", told->head[0], told->head[1], told->head[2],
               told->head_turn[0], told->head_turn[1]);
    else
        printf("  %6s %6s %6s  %5s %5s", "-", "-", "-", "-", "-");
    if (told->has_gaze)
        printf("  %5.0f %5.0f", told->gaze_turn[0], told->gaze_turn[1]);
    else
        printf("  %5s %5s", "-", "-");
    for (int hand = 0; hand < 2; hand++) {
        if (told->has_hand[hand])
            printf("  %6.2f %6.2f %6.2f", told->tip[hand][0], told->tip[hand][1],
                   told->tip[hand][2]);
        else
            printf("  %6s %6s %6s", "-", "-", "-");
        printf(" %5s", told->pinches[hand] ? "pinch" : "");
    }
    printf("\n");
}

/* A row is printed at the frame that follows each step of time, with what had been told by then. */
static void read_log(FILE *log, double step_s, double rate_hz)
{
    static char text[LINE_SIZE];
    struct told told = {0};
    double frames = 0.0, next_s = 0.0;
    bool focused = false;
    while (fgets(text, sizeof text, log) != NULL) {
        cJSON *line = cJSON_Parse(text);
        if (is(line, "e", "state"))
            focused = is(line, "state", "FOCUSED");
        if (focused && is(line, "e", "wait")) {
            double at_s = frames++ / rate_hz;
            if (told.has_head && at_s >= next_s) {
                print_row(at_s, &told);
                next_s += step_s;
            }
        }
        read_line(line, &told);
        cJSON_Delete(line);
    }
}

int main(int argc, char **argv)
{
    double step_s = argc == 4 ? strtod(argv[2], NULL) : 0.0;
    double rate_hz = argc == 4 ? strtod(argv[3], NULL) : 0.0;
    if (!(step_s > 0.0 && rate_hz > 0.0)) {
        fprintf(stderr, "usage: understudy_told LOG SECONDS HZ\n");
        return 2;
    }
    FILE *log = fopen(argv[1], "r");
    if (log == NULL) {
        fprintf(stderr, "understudy_told: %s cannot be opened\n", argv[1]);
        return 2;
    }
    printf("%6s  %20s  %5s %5s  %5s %5s  %20s %5s  %20s\n", "time", "head position", "yaw", "up",
           "gaze", "up", "left index tip", "", "right index tip");
    read_log(log, step_s, rate_hz);
    fclose(log);
    return 0;
}
