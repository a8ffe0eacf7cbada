/* SPDX-License-Identifier: MIT */
#include "tool/compare/logs/event_compare.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "platform/descriptor.h"
#include "tool/cli/json.h"
#include "tool/log/event_words.h"

/* Whether the field, which names a thing in other events, is an answer or a property in this event.
 */
static bool is_property(const char *event, const char *field)
{
    static const char *const properties[][2] = {{"system", "name"},  {"profile", "profile"},
                                                {"space", "action"}, {"space", "subaction"},
                                                {"layer", "space"},  {"error", "what"}};
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
        if (strcmp(properties[i][0], event) == 0 && strcmp(properties[i][1], field) == 0)
            return true;
    return false;
}

static const char *const thing_fields[] = {"call",      "space", "base",     "hand", "action",
                                           "subaction", "user",  "what",     "name", "profile",
                                           "session",   "layer", "swapchain"};
enum { THING_FIELDS = sizeof thing_fields / sizeof thing_fields[0] };

/* With the terminator, so that texts in a row cannot be mixed up. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return us_bytes_hash(hash, text, strlen(text) + 1);
}

static uint64_t hash_number(uint64_t hash, double value)
{
    value = value == 0.0 ? 0.0 : value; /* 0 and -0 are equal */
    return us_bytes_hash(hash, &value, sizeof value);
}

static uint64_t hash_item(uint64_t hash, const cJSON *item)
{
    hash = us_bytes_hash(hash, &item->type, sizeof item->type);
    if (cJSON_IsNumber(item))
        return hash_number(hash, item->valuedouble);
    if (cJSON_IsString(item))
        return hash_text(hash, item->valuestring);
    for (const cJSON *child = item->child; child != NULL; child = child->next) {
        if (child->string != NULL)
            hash = hash_text(hash, child->string);
        hash = hash_item(hash, child);
    }
    return us_bytes_hash(hash, "]", 1);
}

/*
 * Hashes for finding the lines to compare. Lines about the same thing (the same event of the same
 * action, space, call, ...) have the same hash of their thing. Lines with the same hash of their
 * values have no differing field. The hash of the time is that of the thing, which is given, and of
 * the time that a question asks for, rounded to a thousandth of a frame.
 */
static uint64_t hash_thing(const struct tool_log_event *event)
{
    uint64_t hash = hash_text(US_BYTES_HASH_BEGIN, event->name);
    for (size_t i = 0; i < THING_FIELDS; i++) {
        const cJSON *item = tool_json_get(event->json, thing_fields[i]);
        if (item != NULL && !is_property(event->name, thing_fields[i]))
            hash = hash_item(us_bytes_hash(hash, &i, sizeof i), item);
    }
    return hash;
}

static uint64_t hash_time(const struct tool_log_event *event, uint64_t thing)
{
    double ask = tool_log_event_number(event, "ask", (double)NAN);
    return isfinite(ask) ? hash_number(thing, round(ask * 1e3)) : thing;
}

static double item_at(const cJSON *array, int index)
{
    const cJSON *item = cJSON_GetArrayItem(array, index);
    return cJSON_IsNumber(item) ? item->valuedouble : (double)NAN;
}

static bool is_near(double a, double b, double tolerance)
{
    return a == b || fabs(a - b) <= tolerance || (isnan(a) && isnan(b));
}

static bool is_pose(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 7 &&
           cJSON_IsNumber(cJSON_GetArrayItem(item, 0));
}

/* [x, y, z, qx, qy, qz, qw]: a rotation and its negative are the same. */
bool tool_event_measure_poses(const cJSON *a, const cJSON *b, double *out_m, double *out_rad)
{
    double apart_2 = 0.0, dot = 0.0, norms = 0.0, norm_a = 0.0;
    if (!is_pose(a) || !is_pose(b))
        return false;
    for (int i = 0; i < 3; i++)
        apart_2 += pow(item_at(a, i) - item_at(b, i), 2.0);
    for (int i = 3; i < 7; i++) {
        dot += item_at(a, i) * item_at(b, i);
        norm_a += item_at(a, i) * item_at(a, i);
        norms += item_at(b, i) * item_at(b, i);
    }
    norms = sqrt(norms * norm_a);
    double cosine = norms > 0.0 ? fmin(fabs(dot) / norms, 1.0) : 1.0;
    /* Near 1, acos of a float distinguishes angles only in steps of 3e-4 rad. */
    *out_rad = 2.0 * acos(cosine);
    if (cosine > 0.99999) {
        double sign = dot < 0.0 ? -1.0 : 1.0, chord_2 = 0.0;
        for (int i = 3; i < 7; i++)
            chord_2 += pow(item_at(a, i) - sign * item_at(b, i), 2.0);
        *out_rad = 2.0 * sqrt(chord_2);
    }
    *out_m = sqrt(apart_2);
    return true;
}

/* Appends a member's name, or without one an index. */
static void extend(char path[128], const char *name, int index)
{
    size_t length = strlen(path);
    if (name != NULL)
        snprintf(path + length, 128 - length, "%s%s", length > 0 ? "." : "", name);
    else
        snprintf(path + length, 128 - length, "[%d]", index);
}

static bool find_in(const cJSON *a, const cJSON *b, const struct tool_event_tolerance *allow,
                    struct tool_event_field *out);

/* The value at `a` or `b`, one of which may be missing. */
static bool find_in_child(const cJSON *a, const cJSON *b, const char *name, int index,
                          const struct tool_event_tolerance *allow, struct tool_event_field *out)
{
    char before[sizeof out->path];
    memcpy(before, out->path, sizeof before);
    extend(out->path, name, index);
    out->a = a;
    out->b = b;
    if (a == NULL || b == NULL || find_in(a, b, allow, out))
        return true;
    memcpy(out->path, before, sizeof before);
    return false;
}

static bool find_in_array(const cJSON *a, const cJSON *b, const struct tool_event_tolerance *allow,
                          struct tool_event_field *out)
{
    const cJSON *of_a = a->child, *of_b = b->child;
    for (int i = 0; of_a != NULL || of_b != NULL; i++) {
        if (find_in_child(of_a, of_b, NULL, i, allow, out))
            return true;
        of_a = of_a->next;
        of_b = of_b->next;
    }
    return false;
}

bool tool_event_is_counted(const char *field)
{
    return !tool_event_is_listed(field, "n,frame") && strncmp(field, "wall_", 5) != 0;
}

bool tool_event_is_option(const char *event, const char *field)
{
    if (strcmp(event, "instance") == 0)
        return tool_event_is_listed(field, "play,settings");
    return strcmp(event, "play") == 0 &&
           tool_event_is_listed(field, "from_s,to_s,speed,clock,end,anchor");
}

/* Whether a field is compared. Logs of earlier versions lack some, which the `other` line need not
 * have then. `event` is NULL within a field of a line. */
static bool is_compared(const char *event, const cJSON *field, const cJSON *other)
{
    if (event == NULL)
        return true;
    bool is_newer =
        strcmp(event, "bindings") == 0 && tool_event_is_listed(field->string, "bound,actions");
    return tool_event_is_counted(field->string) && !tool_event_is_option(event, field->string) &&
           (other != NULL || !is_newer);
}

/* If several fields have the same name, only the first one is found. */
static bool find_in_object(const char *event, const cJSON *a, const cJSON *b,
                           const struct tool_event_tolerance *allow, struct tool_event_field *out)
{
    for (const cJSON *of_a = a->child; of_a != NULL; of_a = of_a->next) {
        const cJSON *of_b = tool_json_get(b, of_a->string);
        if (is_compared(event, of_a, of_b) && tool_json_get(a, of_a->string) == of_a &&
            find_in_child(of_a, of_b, of_a->string, 0, allow, out))
            return true;
    }
    for (const cJSON *of_b = b->child; of_b != NULL; of_b = of_b->next)
        if (is_compared(event, of_b, NULL) && tool_json_get(a, of_b->string) == NULL)
            return find_in_child(NULL, of_b, of_b->string, 0, allow, out);
    return false;
}

/* Finds where two values differ. `out` has their path, which the function extends. */
static bool find_in(const cJSON *a, const cJSON *b, const struct tool_event_tolerance *allow,
                    struct tool_event_field *out)
{
    double apart_m, apart_rad;
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return !is_near(a->valuedouble, b->valuedouble, allow->number);
    if (tool_event_measure_poses(a, b, &apart_m, &apart_rad))
        return !(apart_m <= allow->position_m && apart_rad <= allow->angle_rad);
    if (cJSON_IsArray(a) && cJSON_IsArray(b))
        return find_in_array(a, b, allow, out);
    if (cJSON_IsObject(a) && cJSON_IsObject(b))
        return find_in_object(NULL, a, b, allow, out);
    return !cJSON_Compare(a, b, true);
}

bool tool_event_find_difference(const struct tool_log_event *a, const struct tool_log_event *b,
                                const struct tool_event_tolerance *allow,
                                struct tool_event_field *out)
{
    *out = (struct tool_event_field){.path = ""};
    return find_in_object(a->name, a->json, b->json, allow, out);
}

const char *tool_log_compare_unit(const char *path)
{
    static const struct {
        const char *names, *unit;
    } units[] = {
        {"at_s,from_s,to_s", "s"},        {"duration_ns", "ns"},
        {"ask,apart", "frames"},          {"pose,poses,joints", "(m, quaternion)"},
        {"velocity", "(m/s, rad/s)"},     {"fov,fovs,angle,upper_lower", "rad"},
        {"size,radius,near,far", "m"},    {"rect,width,height", "pixels"},
        {"frequency,hz,before_hz", "Hz"},
    };
    char name[64];
    const char *dot = strrchr(path, '.');
    snprintf(name, sizeof name, "%s", dot != NULL ? dot + 1 : path);
    name[strcspn(name, "[")] = '\0';
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (tool_event_is_listed(name, units[i].names))
            return units[i].unit;
    return "";
}

static uint64_t hash_value(const struct tool_log_event *event)
{
    uint64_t hash = US_BYTES_HASH_BEGIN;
    for (const cJSON *item = event->json->child; item != NULL; item = item->next)
        if (tool_event_is_counted(item->string))
            hash = hash_item(hash_text(hash, item->string), item);
    return hash;
}

/* A line about a time: the order in which an app asks within a frame has no meaning. */
static const char questions[] = "locate,views,hand,submit";

/* Events that the layer writes by itself. */
static const char own_events[] = "odd,play,marker,fault,late,dropped";

bool tool_event_line_make(struct tool_event_line *line, const struct tool_log_reader *events,
                          const struct tool_log_event *event, const struct tool_event_words *words)
{
    *line = (struct tool_event_line){.offset = events->offset,
                                     .line = event->line,
                                     .frame = event->frame,
                                     .told = words->told,
                                     .at_s = tool_event_words_at(words, event),
                                     .thing = hash_thing(event),
                                     .value = hash_value(event),
                                     .length = events->length,
                                     .partner = TOOL_EVENT_LINE_ALONE,
                                     .is_question = tool_event_is_listed(event->name, questions),
                                     .is_layer = strcmp(event->name, "layer") == 0,
                                     .is_error = strcmp(event->name, "error") == 0,
                                     .is_own = tool_event_is_listed(event->name, own_events),
                                     .is_play_end = tool_log_event_says(event, "play", "ended")};
    line->time = hash_time(event, line->thing);
    if (events->is_seekable)
        return true;
    line->text = strdup(events->text);
    return line->text != NULL;
}

bool tool_event_line_copy(struct tool_event_line *line, const struct tool_event_line *from)
{
    *line = *from;
    line->text = from->text != NULL ? strdup(from->text) : NULL;
    return (line->text != NULL) == (from->text != NULL);
}

void tool_event_line_free(struct tool_event_line *line)
{
    free(line->text);
    line->text = NULL;
}

static bool read_text(const struct tool_event_line *line, struct tool_log_reader *events,
                      char *text)
{
    size_t done = 0;
    while (done < line->length) {
        int64_t count = us_descriptor_read_at(fileno(events->file), text + done,
                                              line->length - done, (uint64_t)line->offset + done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}

bool tool_event_line_read(const struct tool_event_line *line, struct tool_log_reader *events,
                          struct tool_log_event *out)
{
    char *text = line->text == NULL ? malloc((size_t)line->length + 1) : NULL;
    *out = (struct tool_log_event){.line = line->line, .frame = line->frame};
    if (line->text != NULL)
        out->json = cJSON_ParseWithLength(line->text, line->length);
    else if (text != NULL && read_text(line, events, text))
        out->json = cJSON_ParseWithLength(text, line->length);
    free(text);
    out->name = tool_log_event_text(out, "e");
    if (out->name != NULL)
        return true;
    tool_log_event_free(out);
    events->line = line->line;
    tool_log_reader_give_up(events, "the line could not be read again; does the file change?");
    return false;
}
