// SPDX-License-Identifier: MIT
#include "runtime/person/script_parse.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file.h"
#include "runtime/person/gesture.h"
#include "runtime/profiles/component.h"

#define SIZE_LIMIT (UINT64_C(16) << 20)
#define TOKEN_LIMIT 12 // more than any line needs
#define TIME_LIMIT_S 1e6
#define RAD_PER_DEGREE 0.017453292519943295

struct parser {
    const char *path;
    struct rt_script *script;
    struct rt_script_error *error;
    uint32_t line;
    size_t token_count; // of the line
    char *tokens[TOKEN_LIMIT + 1];
    double time_s;
    enum rt_script_subject subject;
};

static const char *const subjects[RT_SCRIPT_SUBJECT_COUNT] = {
    [RT_SCRIPT_LEFT] = "left", [RT_SCRIPT_RIGHT] = "right",     [RT_SCRIPT_HEAD] = "head",
    [RT_SCRIPT_GAZE] = "gaze", [RT_SCRIPT_SESSION] = "session",
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
fail(struct parser *parser, const char *format, ...)
{
    char *text = parser->error->text;
    const size_t size = sizeof(parser->error->text);
    const int start = parser->line == 0
                          ? snprintf(text, size, "%s: ", parser->path)
                          : snprintf(text, size, "%s:%u: ", parser->path, (unsigned)parser->line);
    if (start < 0 || (size_t)start >= size)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + start, size - (size_t)start, format, arguments);
    va_end(arguments);
    return false;
}

static bool parse_number(const char *token, double *out_number)
{
    char *end = NULL;
    *out_number = strtod(token, &end);
    return strspn(token, "0123456789+-.eE") == strlen(token) && end != token && *end == '\0' &&
           isfinite(*out_number);
}

// The values of a line are the tokens behind time, subject and name.
static size_t value_count(const struct parser *parser)
{
    return parser->token_count - 3;
}

static const char *value_token(const struct parser *parser, size_t index)
{
    return parser->tokens[3 + index];
}

static bool parse_numbers(struct parser *parser, size_t count, double *out_numbers)
{
    for (size_t i = 0; i < count; i++) {
        if (!parse_number(value_token(parser, i), &out_numbers[i]))
            return fail(parser, "\"%s\" is not a number", value_token(parser, i));
    }
    return true;
}

static struct rt_script_input *open_input(struct rt_script *script, enum rt_script_subject subject,
                                          const char *name)
{
    for (size_t i = 0; i < script->count; i++) {
        if (script->inputs[i].subject == subject && strcmp(script->inputs[i].name, name) == 0)
            return &script->inputs[i];
    }
    if (script->count == script->capacity) {
        const size_t capacity = script->capacity == 0 ? 16 : 2 * script->capacity;
        struct rt_script_input *inputs = realloc(script->inputs, capacity * sizeof(*inputs));
        if (inputs == NULL)
            return NULL;
        script->inputs = inputs;
        script->capacity = capacity;
    }
    struct rt_script_input *input = &script->inputs[script->count++];
    *input = (struct rt_script_input){.subject = subject};
    snprintf(input->name, sizeof(input->name), "%s", name);
    return input;
}

static bool add_key(struct parser *parser, const char *name, const double values[RT_TRACK_VALUES])
{
    struct rt_script_input *input = open_input(parser->script, parser->subject, name);
    if (input == NULL)
        return fail(parser, "out of memory");
    const struct rt_track *track = &input->track;
    if (track->count > 0 && parser->time_s < track->keys[track->count - 1].time_s)
        return fail(parser,
                    "the time %g is before the time of line %u, which is about \"%s %s\" too; "
                    "write the lines about one input in the order of their times",
                    parser->time_s, (unsigned)track->keys[track->count - 1].line,
                    subjects[parser->subject], name);
    struct rt_track_key key = {.time_s = parser->time_s, .line = parser->line};
    memcpy(key.values, values, sizeof(key.values));
    return rt_track_add(&input->track, &key) || fail(parser, "out of memory");
}

static bool add_step(struct parser *parser, const char *name, int value)
{
    const double values[RT_TRACK_VALUES] = {value};
    return add_key(parser, name, values);
}

static bool add_pose(struct parser *parser, const char *name, const struct rt_motion *pose)
{
    struct rt_track_key key;
    rt_track_set_pose(&key, pose);
    return add_key(parser, name, key.values);
}

static bool expect_values(struct parser *parser, size_t count, const char *meaning)
{
    if (value_count(parser) == count)
        return true;
    return fail(parser, "\"%s %s\" needs %s; the line has %zu value%s", parser->tokens[1],
                parser->tokens[2], meaning, value_count(parser),
                value_count(parser) == 1 ? "" : "s");
}

static bool parse_truth(struct parser *parser, int *out_truth)
{
    static const char *const words[] = {"no", "yes", "0", "1", "off", "on", "false", "true"};
    if (!expect_values(parser, 1, "yes or no"))
        return false;
    for (int i = 0; i < 8; i++) {
        if (strcmp(value_token(parser, 0), words[i]) == 0) {
            *out_truth = i % 2;
            return true;
        }
    }
    return fail(parser, "\"%s\" is neither yes nor no", value_token(parser, 0));
}

static bool add_truth(struct parser *parser, const char *name)
{
    int truth = 0;
    return parse_truth(parser, &truth) && add_step(parser, name, truth);
}

static bool parse_quaternion(struct parser *parser, const double *v, struct rt_quaternion *out)
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(fabs(length - 1) <= 0.01))
        return fail(parser, "the quaternion has the length %g instead of 1", length);
    *out = (struct rt_quaternion){v[0] / length, v[1] / length, v[2] / length, v[3] / length};
    return true;
}

static bool add_pose_line(struct parser *parser, const char *name)
{
    const struct rt_vector axis_z = {0, 0, 1};
    double v[RT_TRACK_VALUES];
    const size_t count = value_count(parser);
    if (count != 3 && count != 6 && count != 7)
        return expect_values(parser, 7,
                             "X Y Z in metres, and then nothing, YAW PITCH ROLL in degrees, or the "
                             "quaternion QX QY QZ QW");
    if (!parse_numbers(parser, count, v))
        return false;
    struct rt_motion pose = {.position_m = {v[0], v[1], v[2]}, .rotation = {0, 0, 0, 1}};
    if (count == 6)
        pose.rotation =
            rt_motion_multiply(rt_geometry_yaw_pitch(v[3] * RAD_PER_DEGREE, v[4] * RAD_PER_DEGREE),
                               rt_motion_turn(axis_z, v[5] * RAD_PER_DEGREE));
    else if (count == 7 && !parse_quaternion(parser, v + 3, &pose.rotation))
        return false;
    return add_pose(parser, name, &pose);
}

static bool add_direction(struct parser *parser, const char *name)
{
    double v[2];
    if (!expect_values(parser, 2, "YAW PITCH in degrees") || !parse_numbers(parser, 2, v))
        return false;
    const struct rt_motion pose = {
        .rotation = rt_geometry_yaw_pitch(v[0] * RAD_PER_DEGREE, v[1] * RAD_PER_DEGREE),
    };
    return add_pose(parser, name, &pose);
}

// Without values the pose of the head decides, which later lines may still change: the quaternion
// stays zero until resolve_recentrings.
static bool add_recentring(struct parser *parser, const char *name)
{
    double v[3];
    if (value_count(parser) == 0) {
        const double unresolved[RT_TRACK_VALUES] = {0};
        return add_key(parser, name, unresolved);
    }
    if (!expect_values(parser, 3, "X Z in metres and YAW in degrees, or nothing") ||
        !parse_numbers(parser, 3, v))
        return false;
    const struct rt_motion pose = {
        .position_m = {v[0], 0, v[1]},
        .rotation = rt_geometry_yaw_pitch(v[2] * RAD_PER_DEGREE, 0),
    };
    return add_pose(parser, name, &pose);
}

static bool add_gesture(struct parser *parser, const char *name)
{
    double values[RT_TRACK_VALUES] = {0};
    if (!expect_values(parser, 1, "open, pinch, fist or point"))
        return false;
    if (!rt_gesture_find(value_token(parser, 0), values))
        return fail(parser, "there is no gesture \"%s\": write open, pinch, fist or point",
                    value_token(parser, 0));
    return add_key(parser, name, values);
}

static bool add_state(struct parser *parser, const char *name)
{
    static const char *const words[] = {
        [RT_SCRIPT_STATE_STOPPING] = "stopping",
        [RT_SCRIPT_STATE_SYNCHRONIZED] = "synchronized",
        [RT_SCRIPT_STATE_VISIBLE] = "visible",
        [RT_SCRIPT_STATE_FOCUSED] = "focused",
    };
    if (!expect_values(parser, 1, "focused, visible, synchronized or stopping"))
        return false;
    for (int i = 0; i <= RT_SCRIPT_STATE_FOCUSED; i++) {
        if (strcmp(value_token(parser, 0), words[i]) == 0)
            return add_step(parser, name, i);
    }
    return fail(parser,
                "\"%s\" is not a session state: write focused, visible, synchronized or stopping",
                value_token(parser, 0));
}

static bool add_profile(struct parser *parser, const char *name)
{
    static const char prefix[] = "/interaction_profiles/";
    if (!expect_values(parser, 1, "an interaction profile, such as oculus/touch_controller"))
        return false;
    const char *profile = value_token(parser, 0);
    if (strncmp(profile, prefix, strlen(prefix)) == 0)
        profile += strlen(prefix);
    const uint32_t index = rt_component_find_profile(profile);
    if (index != RT_COMPONENT_NO_PROFILE)
        return add_step(parser, name, (int)index);
    char known[800] = "";
    for (uint32_t i = 0; i < rt_component_profile_count(); i++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof(known) - used, "%s%s", i == 0 ? "" : ", ",
                 rt_component_profile_name(i));
    }
    return fail(parser, "the runtime does not know the profile \"%.64s\"; it knows %s", profile,
                known);
}

// Adds a number of an input such as trigger/value.
static bool add_number(struct parser *parser, const char *name, double number, double least)
{
    if (!(number >= least && number <= 1))
        return fail(parser, "%s is a number from %g to 1, not %g", name, least, number);
    const double values[RT_TRACK_VALUES] = {number};
    return add_key(parser, name, values);
}

static bool add_vector(struct parser *parser, const char *name)
{
    double v[2];
    char axis[RT_SCRIPT_NAME_SIZE];
    if (!expect_values(parser, 2, "X Y") || !parse_numbers(parser, 2, v))
        return false;
    snprintf(axis, sizeof(axis), "%s/x", name);
    if (!add_number(parser, axis, v[0], -1))
        return false;
    snprintf(axis, sizeof(axis), "%s/y", name);
    return add_number(parser, axis, v[1], -1);
}

static bool has_suffix(const char *text, const char *suffix)
{
    const size_t length = strlen(text);
    return length > strlen(suffix) && strcmp(text + length - strlen(suffix), suffix) == 0;
}

// Whether any profile has the input on this hand: other names are errors at once, which also bounds
// the number of tracks.
static bool exists_somewhere(const char *name, bool right)
{
    char component[RT_SCRIPT_NAME_SIZE + 8];
    snprintf(component, sizeof(component), "/input/%s", name);
    for (uint32_t i = 0; i < rt_component_profile_count(); i++) {
        if (rt_component_find(rt_component_profile_name(i), component, right) == RT_COMPONENT_WHOLE)
            return true;
    }
    return false;
}

static bool add_component(struct parser *parser, const char *name)
{
    const bool vector = strcmp(name, "thumbstick") == 0 || strcmp(name, "trackpad") == 0;
    const bool right = parser->subject == RT_SCRIPT_RIGHT;
    if (has_suffix(name, "/pose"))
        return fail(parser, "poses of a hand have the names grip, aim, palm, pinch and poke, "
                            "without /pose");
    if (strlen(name) >= RT_SCRIPT_NAME_SIZE - 2 || (!vector && !exists_somewhere(name, right)))
        return fail(parser,
                    "\"%s\" has no \"%.64s\": write profile, connected, tracked, joints, gesture, "
                    "wrist, grip, aim, palm, pinch, poke, or an input of the profile such as "
                    "trigger/value",
                    subjects[parser->subject], name);
    if (vector)
        return add_vector(parser, name);
    if (has_suffix(name, "/click") || has_suffix(name, "/touch") || has_suffix(name, "/ready_ext"))
        return add_truth(parser, name);
    double number = 0;
    return expect_values(parser, 1, "a number") && parse_numbers(parser, 1, &number) &&
           add_number(parser, name, number,
                      has_suffix(name, "/x") || has_suffix(name, "/y") ? -1 : 0);
}

#define HANDS (1 << RT_SCRIPT_LEFT | 1 << RT_SCRIPT_RIGHT)
#define HEAD (1 << RT_SCRIPT_HEAD)
#define GAZE (1 << RT_SCRIPT_GAZE)
#define SESSION (1 << RT_SCRIPT_SESSION)

static bool parse_values(struct parser *parser)
{
    static const struct {
        const char *name;
        int subjects;
        bool (*add)(struct parser *parser, const char *name);
    } words[] = {
        {"pose", HEAD, add_pose_line},      {"tracked", HEAD | GAZE | HANDS, add_truth},
        {"direction", GAZE, add_direction}, {"profile", HANDS, add_profile},
        {"connected", HANDS, add_truth},    {"joints", HANDS, add_truth},
        {"gesture", HANDS, add_gesture},    {"wrist", HANDS, add_pose_line},
        {"grip", HANDS, add_pose_line},     {"aim", HANDS, add_pose_line},
        {"palm", HANDS, add_pose_line},     {"pinch", HANDS, add_pose_line},
        {"poke", HANDS, add_pose_line},     {"state", SESSION, add_state},
        {"presence", SESSION, add_truth},   {"recentre", SESSION, add_recentring},
    };
    const char *name = parser->tokens[2];
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if ((words[i].subjects >> parser->subject & 1) != 0 && strcmp(words[i].name, name) == 0)
            return words[i].add(parser, name);
    }
    if (parser->subject <= RT_SCRIPT_RIGHT)
        return add_component(parser, name);
    return fail(parser, "\"%s\" has no \"%.64s\": write %s", subjects[parser->subject], name,
                parser->subject == RT_SCRIPT_HEAD   ? "pose or tracked"
                : parser->subject == RT_SCRIPT_GAZE ? "direction or tracked"
                                                    : "state, presence or recentre");
}

static bool parse_tokens(struct parser *parser)
{
    const char *time = parser->tokens[0];
    if (!parse_number(time, &parser->time_s) || parser->time_s < 0 || parser->time_s > TIME_LIMIT_S)
        return fail(parser,
                    "\"%.64s\" is not a time: begin the line with the seconds since the start, "
                    "such as 2.5",
                    time);
    if (parser->token_count > TOKEN_LIMIT)
        return fail(parser, "the line has too many words");
    if (parser->token_count < 3)
        return fail(parser, "the line is too short: write TIME, then head, left, right, gaze or "
                            "session, then what changes, and its value");
    for (enum rt_script_subject s = 0; s < RT_SCRIPT_SUBJECT_COUNT; s++) {
        parser->subject = s;
        if (strcmp(subjects[s], parser->tokens[1]) == 0)
            return parse_values(parser);
    }
    return fail(parser, "\"%.64s\" is unknown: write head, left, right, gaze or session",
                parser->tokens[1]);
}

// Cuts the line into words. Tokens beyond the limit count, so that the line is refused.
static bool parse_line(struct parser *parser, char *line)
{
    static const char blanks[] = " \t\r";
    line[strcspn(line, "#")] = '\0';
    parser->token_count = 0;
    for (char *p = line + strspn(line, blanks); *p != '\0'; p += strspn(p, blanks)) {
        if (parser->token_count <= TOKEN_LIMIT)
            parser->tokens[parser->token_count++] = p;
        p += strcspn(p, blanks);
        if (*p != '\0')
            *p++ = '\0';
    }
    return parser->token_count == 0 || parse_tokens(parser);
}

// The recentrings that named no pose take the horizontal position and the yaw of the head.
static void resolve_recentrings(struct rt_script *script)
{
    const struct rt_track *head = rt_script_find(script, RT_SCRIPT_HEAD, "pose");
    for (size_t i = 0; i < script->count; i++) {
        struct rt_script_input *input = &script->inputs[i];
        if (input->subject != RT_SCRIPT_SESSION || strcmp(input->name, "recentre") != 0)
            continue;
        for (size_t k = 0; k < input->track.count; k++) {
            struct rt_track_key *key = &input->track.keys[k];
            if (key->values[3] != 0 || key->values[4] != 0 || key->values[5] != 0 ||
                key->values[6] != 0)
                continue;
            const struct rt_motion pose =
                head == NULL ? rt_motion_identity() : rt_track_pose(head, key->time_s);
            const struct rt_quaternion q = pose.rotation;
            const double yaw_rad =
                atan2(2 * (q.x * q.z + q.w * q.y), 1 - 2 * (q.x * q.x + q.y * q.y));
            const struct rt_motion local = {
                .position_m = {pose.position_m.x, 0, pose.position_m.z},
                .rotation = rt_geometry_yaw_pitch(yaw_rad, 0),
            };
            rt_track_set_pose(key, &local);
        }
    }
}

// Whether the profile that the hand has at the time of the key has this input.
static bool check_component(struct parser *parser, const struct rt_script_input *input,
                            const struct rt_track_key *key)
{
    const bool right = input->subject == RT_SCRIPT_RIGHT;
    const int profile = rt_script_step(parser->script, input->subject, "profile", key->time_s, -1);
    parser->line = key->line;
    if (profile < 0)
        return fail(parser,
                    "the %s hand has no profile at %g s: write a line such as \"0 %s "
                    "profile oculus/touch_controller\"",
                    subjects[input->subject], key->time_s, subjects[input->subject]);
    char component[RT_SCRIPT_NAME_SIZE + 8];
    snprintf(component, sizeof(component), "/input/%s", input->name);
    const char *name = rt_component_profile_name((uint32_t)profile);
    if (rt_component_find(name, component, right) == RT_COMPONENT_WHOLE)
        return true;
    char list[700];
    rt_component_list((uint32_t)profile, right, list, sizeof(list));
    return fail(parser, "%s has no %s on the %s hand; it has %s", name, input->name,
                subjects[input->subject], list);
}

static bool check_components(struct parser *parser)
{
    for (size_t i = 0; i < parser->script->count; i++) {
        const struct rt_script_input *input = &parser->script->inputs[i];
        for (size_t k = 0; strchr(input->name, '/') != NULL && k < input->track.count; k++) {
            if (!check_component(parser, input, &input->track.keys[k]))
                return false;
        }
    }
    return true;
}

static bool parse_text(struct parser *parser, char *text, size_t size)
{
    if (memchr(text, '\0', size) != NULL)
        return fail(parser, "this is not a text file: it holds a zero byte");
    for (char *line = text; line != NULL && *line != '\0';) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        parser->line++;
        if (!parse_line(parser, line))
            return false;
        line = end;
    }
    if (!check_components(parser))
        return false;
    parser->line = 0;
    if (parser->script->count == 0)
        return fail(parser, "the script has no line that says what the person does");
    resolve_recentrings(parser->script);
    return true;
}

struct rt_script *rt_script_parse(const char *path, const char *text, size_t size,
                                  struct rt_script_error *out_error)
{
    struct parser parser = {.path = path, .error = out_error};
    char *copy = malloc(size + 1);
    parser.script = calloc(1, sizeof(*parser.script));
    bool good = false;
    if (copy == NULL || parser.script == NULL) {
        fail(&parser, "out of memory");
    } else {
        memcpy(copy, text, size);
        copy[size] = '\0';
        // Numbers have a decimal point, whatever the app's locale is.
        const locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        const locale_t app_locale = uselocale(c_locale);
        good = parse_text(&parser, copy, size);
        uselocale(app_locale);
        freelocale(c_locale);
    }
    free(copy);
    if (good)
        return parser.script;
    rt_script_destroy(parser.script);
    return NULL;
}

struct rt_script *rt_script_read(const char *path, struct rt_script_error *out_error)
{
    struct parser parser = {.path = path, .error = out_error};
    struct us_error error;
    struct us_file file;
    struct us_file memory;
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        fail(&parser, "this is not a regular file");
        return NULL;
    }
    if (us_file_open(path, &file, &error) != US_OK) {
        fail(&parser,
             "%s; UNDERSTUDY_HEADLESS_PERSON is nobody, moving, or the name of a script as "
             "understudy-person(5) describes it",
             error.text);
        return NULL;
    }
    struct rt_script *script = NULL;
    if (file.size > SIZE_LIMIT)
        fail(&parser, "the file is larger than 16 MiB");
    else if (us_file_copy(&file, &memory, &error) != US_OK)
        fail(&parser, "%s", error.text);
    else {
        script = rt_script_parse(path, (const char *)memory.owned, (size_t)memory.size, out_error);
        us_file_close(&memory);
    }
    us_file_close(&file);
    return script;
}
