/* SPDX-License-Identifier: MIT */
#include "tool/log/event_compare.h"

#include <math.h>
#include <string.h>

/* Where a field that names a thing elsewhere is an answer, or a property. */
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

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

/* With the terminator, so that texts in a row cannot be mixed up. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

static uint64_t hash_number(uint64_t hash, double value)
{
    uint64_t bits;
    value = value == 0.0 ? 0.0 : value; /* 0 and -0 are equal */
    memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
    return hash ^ hash >> 32;
}

static uint64_t hash_item(uint64_t hash, const cJSON *item)
{
    hash = hash_bytes(hash, &item->type, sizeof item->type);
    if (cJSON_IsNumber(item))
        return hash_number(hash, item->valuedouble);
    if (cJSON_IsString(item))
        return hash_text(hash, item->valuestring);
    for (const cJSON *child = item->child; child != NULL; child = child->next) {
        if (child->string != NULL)
            hash = hash_text(hash, child->string);
        hash = hash_item(hash, child);
    }
    return hash_bytes(hash, "]", 1);
}

#define HASH_BEGIN UINT64_C(14695981039346656037)

uint64_t tool_event_hash_thing(const struct tool_log_event *event)
{
    uint64_t hash = hash_text(HASH_BEGIN, event->name);
    for (size_t i = 0; i < THING_FIELDS; i++) {
        const cJSON *item = cJSON_GetObjectItemCaseSensitive(event->json, thing_fields[i]);
        if (item != NULL && !is_property(event->name, thing_fields[i]))
            hash = hash_item(hash_bytes(hash, &i, sizeof i), item);
    }
    return hash;
}

uint64_t tool_event_hash_time(const struct tool_log_event *event, uint64_t thing)
{
    double ask = tool_event_number(event, "ask", (double)NAN);
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

/* [x, y, z, qx, qy, qz, qw]: a rotation and its negative are the same. */
static bool is_near_pose(const cJSON *a, const cJSON *b, const struct tool_event_tolerance *allow)
{
    double apart_2 = 0.0, dot = 0.0, norms = 0.0, norm_a = 0.0;
    for (int i = 0; i < 3; i++)
        apart_2 += pow(item_at(a, i) - item_at(b, i), 2.0);
    for (int i = 3; i < 7; i++) {
        dot += item_at(a, i) * item_at(b, i);
        norm_a += item_at(a, i) * item_at(a, i);
        norms += item_at(b, i) * item_at(b, i);
    }
    norms = sqrt(norms * norm_a);
    double cosine = norms > 0.0 ? fmin(fabs(dot) / norms, 1.0) : 1.0;
    /* acos near 1 sees only every 3e-4 rad of what a float holds. */
    double angle = 2.0 * acos(cosine);
    if (cosine > 0.99999) {
        double sign = dot < 0.0 ? -1.0 : 1.0, chord_2 = 0.0;
        for (int i = 3; i < 7; i++)
            chord_2 += pow(item_at(a, i) - sign * item_at(b, i), 2.0);
        angle = 2.0 * sqrt(chord_2);
    }
    return sqrt(apart_2) <= allow->position_m && angle <= allow->angle_rad;
}

static bool is_pose(const cJSON *item)
{
    return cJSON_IsArray(item) && cJSON_GetArraySize(item) == 7 &&
           cJSON_IsNumber(cJSON_GetArrayItem(item, 0));
}

static bool is_same_value(const cJSON *a, const cJSON *b, const struct tool_event_tolerance *allow)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return is_near(a->valuedouble, b->valuedouble, allow->number);
    if (is_pose(a) && is_pose(b))
        return is_near_pose(a, b, allow);
    if ((cJSON_IsArray(a) && cJSON_IsArray(b)) || (cJSON_IsObject(a) && cJSON_IsObject(b))) {
        if (cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
            return false;
        const cJSON *of_b = b->child;
        for (const cJSON *of_a = a->child; of_a != NULL; of_a = of_a->next, of_b = of_b->next) {
            bool is_named = of_a->string != NULL && of_b->string != NULL;
            if ((is_named && strcmp(of_a->string, of_b->string) != 0) ||
                !is_same_value(of_a, of_b, allow))
                return false;
        }
        return true;
    }
    return cJSON_Compare(a, b, true);
}

static bool is_compared(const cJSON *field)
{
    return strcmp(field->string, "n") != 0 && strcmp(field->string, "frame") != 0 &&
           strncmp(field->string, "wall_", 5) != 0;
}

/* Of fields with one name only the first is found. */
static bool is_repeated(const struct tool_log_event *event, const cJSON *field)
{
    return cJSON_GetObjectItemCaseSensitive(event->json, field->string) != field;
}

const char *tool_event_differing_field(const struct tool_log_event *a,
                                       const struct tool_log_event *b,
                                       const struct tool_event_tolerance *allow)
{
    for (const cJSON *of_a = a->json->child; of_a != NULL; of_a = of_a->next) {
        const cJSON *of_b = cJSON_GetObjectItemCaseSensitive(b->json, of_a->string);
        if (is_compared(of_a) && !is_repeated(a, of_a) &&
            (of_b == NULL || !is_same_value(of_a, of_b, allow)))
            return of_a->string;
    }
    for (const cJSON *of_b = b->json->child; of_b != NULL; of_b = of_b->next) {
        if (is_compared(of_b) && cJSON_GetObjectItemCaseSensitive(a->json, of_b->string) == NULL)
            return of_b->string;
    }
    return NULL;
}

uint64_t tool_event_hash_value(const struct tool_log_event *event)
{
    uint64_t hash = HASH_BEGIN;
    for (const cJSON *item = event->json->child; item != NULL; item = item->next)
        if (is_compared(item))
            hash = hash_item(hash_text(hash, item->string), item);
    return hash;
}

bool tool_event_is_question(const struct tool_log_event *event)
{
    static const char *const names[] = {"locate", "views", "hand", "submit"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(event->name, names[i]) == 0)
            return true;
    return false;
}
