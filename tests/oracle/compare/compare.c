/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_judge.h"

enum { FAILURES_TOLD = 10 };

enum kind { KIND_SPACE, KIND_GAZE, KIND_VIEWS, KIND_HANDS, KIND_COUNT };

static const char *const kind_names[KIND_COUNT] = {"xrLocateSpace", "xrLocateSpace gaze",
                                                   "xrLocateViews", "xrLocateHandJointsEXT"};

struct arguments {
    const char *recording, *log, *truth, *layer_log;
    double start_time_ns, start_s; /* NaN: not given */
    enum log_space anchor;
    bool json;
    bool head, hands, gaze;
    double position_tolerance_m, rotation_tolerance_rad, outliers, min_lines;
};

struct tally {
    long lines, failed, boundary, present, poses, poses_off, wrong;
    double position_m, rotation_rad, linear_m_s, angular_rad_s;
};

struct comparison {
    struct arguments arguments;
    FILE *out;
    struct oracle_recording *recording, *truth;
    struct world world;
    struct judge judge;
    struct eye_offsets *eyes;
    int eye_capacity, relation_capacity;
    bool has_states, has_syncs;
    long not_judged, calls_failed, bad_json;
    struct tally tallies[KIND_COUNT];
    long told;
    cJSON *failures;
};

/* ---- Arguments ---- */

static const char usage[] =
    "usage: oracle_compare RECORDING LOG (--layer-log FILE | --start-time-ns N --start-s S)\n"
    "  --truth FILE          expect the poses of this recording; RECORDING says start and end\n"
    "  --anchor SPACE        local (default), stage or local_floor\n"
    "  --head-only           same as --channels head\n"
    "  --channels LIST       of head,hands,gaze: what is injected (default: all that is recorded)\n"
    "  --pos-tol M           1e-5, and rounding in single precision\n"
    "  --rot-tol RAD         1e-4\n"
    "  --outliers FRACTION   of poses that may be off, for recordings repaired by guess (default "
    "0)\n"
    "  --min-lines N         fewer lines judged than this: exit 2 (default 1)\n"
    "  --json                the summary as JSON\n";

static bool read_channels(const char *list, struct arguments *out)
{
    out->head = out->hands = out->gaze = false;
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length == 4 && strncmp(list, "head", 4) == 0)
            out->head = true;
        else if (length == 5 && strncmp(list, "hands", 5) == 0)
            out->hands = true;
        else if (length == 4 && strncmp(list, "gaze", 4) == 0)
            out->gaze = true;
        else
            return false;
        list += length + (list[length] == ',');
    }
    return true;
}

static bool read_anchor(const char *name, struct arguments *out)
{
    static const char *const names[] = {"local", "stage", "local_floor"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            out->anchor = (enum log_space)i;
            return true;
        }
    }
    return false;
}

static bool read_number(const char *text, double *out)
{
    char *end = NULL;
    *out = strtod(text, &end);
    return end != text && *end == '\0';
}

/* An option with a value. */
static bool read_option(const char *name, const char *value, struct arguments *out)
{
    const struct {
        const char *name;
        double *number;
    } numbers[] = {{"--start-time-ns", &out->start_time_ns},
                   {"--start-s", &out->start_s},
                   {"--pos-tol", &out->position_tolerance_m},
                   {"--rot-tol", &out->rotation_tolerance_rad},
                   {"--outliers", &out->outliers},
                   {"--min-lines", &out->min_lines}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i].name) == 0)
            return read_number(value, numbers[i].number);
    if (strcmp(name, "--truth") == 0)
        return (out->truth = value) != NULL;
    if (strcmp(name, "--layer-log") == 0)
        return (out->layer_log = value) != NULL;
    if (strcmp(name, "--anchor") == 0)
        return read_anchor(value, out);
    return strcmp(name, "--channels") == 0 && read_channels(value, out);
}

static bool read_arguments(int argc, char **argv, struct arguments *out)
{
    *out = (struct arguments){.start_time_ns = (double)NAN,
                              .start_s = (double)NAN,
                              .position_tolerance_m = 1e-5,
                              .rotation_tolerance_rad = 1e-4,
                              .head = true,
                              .hands = true,
                              .gaze = true,
                              .min_lines = 1};
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-' && !out->log) {
            *(out->recording ? &out->log : &out->recording) = argv[i];
        } else if (strcmp(argv[i], "--json") == 0) {
            out->json = true;
        } else if (strcmp(argv[i], "--head-only") == 0) {
            read_channels("head", out);
        } else if (i + 1 < argc && read_option(argv[i], argv[i + 1], out)) {
            i++;
        } else {
            fprintf(stderr, "oracle_compare: cannot use %s\n", argv[i]);
            return false;
        }
    }
    return out->log && (out->layer_log || !(isnan(out->start_time_ns) || isnan(out->start_s)));
}

/* ---- What the comparison stands on ---- */

static bool read_starts(struct comparison *c)
{
    const struct arguments *arguments = &c->arguments;
    if (!arguments->layer_log) {
        c->world.starts[0] = (struct world_start){arguments->start_time_ns, arguments->start_s};
        c->world.start_count = 1;
        return true;
    }
    FILE *file = fopen(arguments->layer_log, "r");
    if (!file) {
        fprintf(stderr, "oracle_compare: cannot read %s\n", arguments->layer_log);
        return false;
    }
    char *text = NULL;
    size_t capacity = 0;
    while (getline(&text, &capacity, file) >= 0 && c->world.start_count < WORLD_STARTS) {
        int64_t time_ns = 0;
        double from_s = 0;
        const char *found = strstr(text, "playback starts at time=");
        if (found &&
            sscanf(found, "playback starts at time=%" SCNd64 " from=%lf", &time_ns, &from_s) == 2)
            c->world.starts[c->world.start_count++] = (struct world_start){(double)time_ns, from_s};
    }
    free(text);
    fclose(file);
    if (c->world.start_count == 0) {
        fprintf(stderr, "oracle_compare: %s: no line says where playback starts\n",
                arguments->layer_log);
    }
    return c->world.start_count > 0;
}

static struct oracle_recording *load(const char *path)
{
    char why[256];
    struct oracle_recording *recording = oracle_load(path, NULL, why, sizeof why);
    if (!recording)
        fprintf(stderr, "oracle_compare: %s: %s\n", path, why);
    return recording;
}

static bool add_relation(struct comparison *c, int line, enum log_space space,
                         struct oracle_pose T_local_space)
{
    struct world *world = &c->world;
    if (world->relation_count == c->relation_capacity) {
        int capacity = c->relation_capacity ? 2 * c->relation_capacity : 64;
        struct world_relation *grown =
            realloc(world->relations, (size_t)capacity * sizeof *world->relations);
        if (!grown)
            return false;
        world->relations = grown;
        c->relation_capacity = capacity;
    }
    T_local_space.q = oracle_quat_normalise(T_local_space.q);
    world->relations[world->relation_count++] = (struct world_relation){line, space, T_local_space};
    return true;
}

static bool add_eyes(struct comparison *c, const struct log_line *line)
{
    if (c->judge.eye_count == c->eye_capacity) {
        int capacity = c->eye_capacity ? 2 * c->eye_capacity : 256;
        struct eye_offsets *grown = realloc(c->eyes, (size_t)capacity * sizeof *c->eyes);
        if (!grown)
            return false;
        c->eyes = grown;
        c->judge.eyes = grown;
        c->eye_capacity = capacity;
    }
    struct eye_offsets *eyes = &c->eyes[c->judge.eye_count++];
    *eyes =
        (struct eye_offsets){.line = line->number, .time_ns = line->time_ns, .count = line->count};
    for (int i = 0; i < line->count; i++) {
        struct oracle_pose T_base_eye = line->located[i].pose;
        T_base_eye.q = oracle_quat_normalise(T_base_eye.q);
        eyes->T_view_eye[i] = oracle_pose_mul(line->base.offset, T_base_eye);
    }
    return true;
}

static bool is_placed(const struct log_line *line)
{
    return line->result >= 0 && line->count > 0 && (line->located[0].flags & 3) == 3 &&
           line->located[0].has_pose;
}

/* First reading: how the live spaces and the eyes lie, and what the log can tell at all. */
static bool learn(struct comparison *c, const struct log_line *line)
{
    const struct log_located *got = &line->located[0];
    switch (line->call) {
    case LOG_SESSION_STATE:
        c->has_states = true;
        return true;
    case LOG_SYNC_ACTIONS:
        c->has_syncs = true;
        return true;
    case LOG_RELATION:
        return add_relation(c, line->number, line->related, got->pose);
    case LOG_LOCATE_SPACE:
        if (line->base.space == LOG_SPACE_LOCAL && is_placed(line) &&
            (line->space.space == LOG_SPACE_STAGE || line->space.space == LOG_SPACE_LOCAL_FLOOR)) {
            struct oracle_pose T_local_offset = oracle_pose_mul(line->base.offset, got->pose);
            return add_relation(
                c, line->number, line->space.space,
                oracle_pose_mul(T_local_offset, oracle_pose_inverse(line->space.offset)));
        }
        return true;
    case LOG_LOCATE_VIEWS:
        return line->base.space != LOG_SPACE_VIEW || !is_placed(line) || add_eyes(c, line);
    default:
        return true;
    }
}

/* ---- Judging ---- */

static enum kind kind_of(const struct log_line *line)
{
    switch (line->call) {
    case LOG_LOCATE_VIEWS:
        return KIND_VIEWS;
    case LOG_LOCATE_JOINTS:
        return KIND_HANDS;
    default:
        return line->space.space == LOG_SPACE_GAZE ? KIND_GAZE : KIND_SPACE;
    }
}

static void tell_failure(struct comparison *c, const struct log_line *line, const char *why)
{
    if (c->told++ >= FAILURES_TOLD)
        return;
    if (!c->arguments.json) {
        fprintf(c->out, "line %d: %s at time %.0f (%.6f s): %s\n", line->number,
                log_call_name(line->call), line->time_ns,
                world_moment(&c->world, line->time_ns, 0).time_s, why);
        return;
    }
    cJSON *failure = cJSON_CreateObject();
    cJSON_AddNumberToObject(failure, "line", line->number);
    cJSON_AddStringToObject(failure, "call", log_call_name(line->call));
    cJSON_AddNumberToObject(failure, "time", line->time_ns);
    cJSON_AddStringToObject(failure, "why", why);
    cJSON_AddItemToArray(c->failures, failure);
}

static double larger(double a, double b)
{
    return a >= b ? a : b;
}

static void tally(struct comparison *c, const struct log_line *line, const struct judgement *judged)
{
    if (judged->verdict == VERDICT_NOT_JUDGED) {
        c->not_judged++;
        return;
    }
    struct tally *t = &c->tallies[kind_of(line)];
    t->lines++;
    t->failed += judged->verdict == VERDICT_OFF || judged->verdict == VERDICT_WRONG;
    t->wrong += judged->verdict == VERDICT_WRONG;
    t->boundary += judged->verdict == VERDICT_BOUNDARY;
    t->present += judged->present;
    t->poses += judged->poses;
    t->poses_off += judged->poses_off;
    t->position_m = larger(judged->position_m, t->position_m);
    t->rotation_rad = larger(judged->rotation_rad, t->rotation_rad);
    t->linear_m_s = larger(judged->linear_m_s, t->linear_m_s);
    t->angular_rad_s = larger(judged->angular_rad_s, t->angular_rad_s);
    if (judged->verdict == VERDICT_OFF || judged->verdict == VERDICT_WRONG)
        tell_failure(c, line, judged->why);
}

/* Second reading. */
static bool judge_one(struct comparison *c, const struct log_line *line)
{
    switch (line->call) {
    case LOG_SESSION_STATE:
        c->judge.synced = c->judge.synced && (!c->has_syncs || (c->judge.focused && line->focused));
        c->judge.focused = line->focused;
        return true;
    case LOG_SYNC_ACTIONS:
        c->judge.synced = c->judge.synced || line->result == 0;
        return true;
    case LOG_LOCATE_SPACE:
    case LOG_LOCATE_VIEWS:
    case LOG_LOCATE_JOINTS:
        break;
    default:
        return true;
    }
    if (line->result < 0) {
        c->calls_failed++;
        return true;
    }
    struct judgement judged;
    judge_line(&c->judge, line, &judged);
    tally(c, line, &judged);
    return true;
}

static bool each_line(struct comparison *c,
                      bool (*use)(struct comparison *, const struct log_line *))
{
    FILE *file = fopen(c->arguments.log, "r");
    if (!file) {
        fprintf(stderr, "oracle_compare: cannot read %s\n", c->arguments.log);
        return false;
    }
    static struct log_spaces spaces;
    char *text = NULL;
    size_t capacity = 0;
    bool good = true;
    c->bad_json = 0;
    log_spaces_init(&spaces);
    for (int number = 1; good && getline(&text, &capacity, file) >= 0; number++) {
        struct log_line line;
        if (log_line_parse(text, number, &spaces, &line))
            good = use(c, &line);
        else
            c->bad_json += text[strspn(text, " \t\r\n")] != '\0';
    }
    free(text);
    fclose(file);
    return good;
}

/* ---- Report ---- */

static void report_text(const struct comparison *c, const char *verdict)
{
    fprintf(c->out, "%-22s %8s %8s %8s %8s %10s %10s %10s %10s\n", "call", "lines", "present",
            "boundary", "failed", "m", "rad", "m/s", "rad/s");
    long poses = 0, poses_off = 0;
    for (int i = 0; i < KIND_COUNT; i++) {
        const struct tally *t = &c->tallies[i];
        poses += t->poses;
        poses_off += t->poses_off;
        fprintf(c->out, "%-22s %8ld %8ld %8ld %8ld %10.3g %10.3g %10.3g %10.3g\n", kind_names[i],
                t->lines, t->present, t->boundary, t->failed, t->position_m, t->rotation_rad,
                t->linear_m_s, t->angular_rad_s);
    }
    fprintf(c->out,
            "poses %ld, off %ld, not judged %ld, calls that failed %ld, lines that are not JSON "
            "%ld\n%s\n",
            poses, poses_off, c->not_judged, c->calls_failed, c->bad_json, verdict);
}

static void report_json(struct comparison *c, const char *verdict)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "verdict", verdict);
    cJSON *calls = cJSON_AddObjectToObject(json, "calls");
    for (int i = 0; i < KIND_COUNT; i++) {
        const struct tally *t = &c->tallies[i];
        cJSON *call = cJSON_AddObjectToObject(calls, kind_names[i]);
        cJSON_AddNumberToObject(call, "lines", (double)t->lines);
        cJSON_AddNumberToObject(call, "present", (double)t->present);
        cJSON_AddNumberToObject(call, "boundary", (double)t->boundary);
        cJSON_AddNumberToObject(call, "failed", (double)t->failed);
        cJSON_AddNumberToObject(call, "poses", (double)t->poses);
        cJSON_AddNumberToObject(call, "poses_off", (double)t->poses_off);
        cJSON_AddNumberToObject(call, "max_position_m", t->position_m);
        cJSON_AddNumberToObject(call, "max_rotation_rad", t->rotation_rad);
        cJSON_AddNumberToObject(call, "max_linear_m_s", t->linear_m_s);
        cJSON_AddNumberToObject(call, "max_angular_rad_s", t->angular_rad_s);
    }
    cJSON_AddNumberToObject(json, "not_judged", (double)c->not_judged);
    cJSON_AddNumberToObject(json, "calls_failed", (double)c->calls_failed);
    cJSON_AddNumberToObject(json, "bad_json", (double)c->bad_json);
    cJSON_AddItemToObject(json, "failures", c->failures);
    c->failures = NULL;
    char *text = cJSON_Print(json);
    fprintf(c->out, "%s\n", text ? text : "{}");
    cJSON_free(text);
    cJSON_Delete(json);
}

static int conclude(struct comparison *c)
{
    struct tally sum = {0};
    for (int i = 0; i < KIND_COUNT; i++) {
        sum.lines += c->tallies[i].lines;
        sum.failed += c->tallies[i].failed;
        sum.wrong += c->tallies[i].wrong;
        sum.poses += c->tallies[i].poses;
        sum.poses_off += c->tallies[i].poses_off;
    }
    bool forgiven = c->arguments.outliers > 0 && sum.wrong == 0 &&
                    (double)sum.poses_off <= c->arguments.outliers * (double)sum.poses;
    int status = sum.failed > 0 && !forgiven ? 1 : 0;
    const char *verdict = status ? "mismatch" : "pass";
    if (status == 0 && (double)sum.lines < c->arguments.min_lines) {
        status = 2;
        verdict = "too few lines to judge";
    }
    if (c->arguments.json)
        report_json(c, verdict);
    else
        report_text(c, verdict);
    return status;
}

static int compare(struct comparison *c)
{
    const struct arguments *arguments = &c->arguments;
    c->recording = load(arguments->recording);
    c->truth = load(arguments->truth ? arguments->truth : arguments->recording);
    if (!c->recording || !c->truth || !read_starts(c))
        return 2;
    c->world.recording = c->recording;
    c->world.truth = c->truth;
    c->world.anchor = arguments->anchor;
    c->world.head = arguments->head;
    c->world.hands = arguments->hands;
    c->world.gaze = arguments->gaze;
    c->judge.world = &c->world;
    c->judge.position_tolerance_m = arguments->position_tolerance_m;
    c->judge.rotation_tolerance_rad = arguments->rotation_tolerance_rad;
    c->failures = cJSON_CreateArray();
    if (!each_line(c, learn))
        return 2;
    /* A log without states or syncs is taken for one of a focused session. */
    c->judge.focused = !c->has_states;
    c->judge.synced = !c->has_syncs;
    return each_line(c, judge_one) ? conclude(c) : 2;
}

int oracle_compare_run(int argc, char **argv, FILE *out)
{
    struct comparison *c = calloc(1, sizeof *c);
    if (!c)
        return 2;
    int status = 2;
    c->out = out;
    if (read_arguments(argc, argv, &c->arguments))
        status = compare(c);
    else
        fputs(usage, stderr);
    cJSON_Delete(c->failures);
    free(c->eyes);
    free(c->world.relations);
    oracle_destroy(c->truth);
    oracle_destroy(c->recording);
    free(c);
    return status;
}
