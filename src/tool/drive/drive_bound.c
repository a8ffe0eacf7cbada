/* SPDX-License-Identifier: MIT */
/* Which inputs of controllers were commanded, and whether the app has bound actions to them. */
#include <stdio.h>
#include <string.h>

#include "person/component.h"
#include "tool/cli/json.h"
#include "tool/drive/drive.h"

enum { NEAREST = 6 };

static const char *const hands[] = {"left", "right"};

void tool_drive_note_input(struct tool_drive *drive, enum rt_hand hand, const char *word)
{
    char input[TOOL_DRIVE_INPUT_SIZE];
    snprintf(input, sizeof input, "%s %.*s", hands[hand], (int)strcspn(word, " \t"), word);
    for (unsigned i = 0; i < drive->input_count; i++)
        if (strcmp(drive->inputs[i], input) == 0)
            return;
    if (drive->input_count < TOOL_DRIVE_INPUTS)
        memcpy(drive->inputs[drive->input_count++], input, sizeof input);
}

/* Whether the path, behind /input/, begins with so many bytes of the name as a whole. */
static bool begins(const char *path, const char *name, size_t length)
{
    return strncmp(path, name, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Whether an action at the path gets the input. A path without a component stands for one of them,
 * and those of a stick for the stick. */
static bool gets(const char *path, const char *name)
{
    const size_t identifier = strcspn(name, "/");
    return begins(name, path, strlen(path)) || begins(path, name, strlen(name)) ||
           (begins(path, name, identifier) && strstr(path, "/dpad_") != NULL);
}

static bool is_pose(const char *path)
{
    const size_t length = strlen(path);
    return (length >= 5 && strcmp(path + length - 5, "/pose") == 0) || strcmp(path, "grip") == 0 ||
           strcmp(path, "aim") == 0;
}

/* The paths that the app has bound with the profile; NULL: none, or it is not known. */
static const cJSON *find_bound(const struct tool_drive *drive, const char *profile)
{
    char path[128];
    snprintf(path, sizeof path, "/interaction_profiles/%s", profile);
    const cJSON *line = cJSON_GetObjectItemCaseSensitive(drive->log.bindings, path);
    return cJSON_GetObjectItemCaseSensitive(line, "bound");
}

/* Adds the paths of the hand, those of the same identifier if there are any. */
static void add_nearest(const cJSON *bound, const char *user, const char *identifier, char *out,
                        size_t size)
{
    unsigned count = 0;
    for (const cJSON *item = bound->child; item != NULL; item = item->next) {
        const char *path = item->valuestring;
        if (!cJSON_IsString(item) || strncmp(path, user, strlen(user)) != 0 ||
            is_pose(path + strlen(user)) ||
            (identifier != NULL &&
             !begins(path + strlen(user), identifier, strcspn(identifier, "/"))))
            continue;
        const size_t length = strlen(out);
        if (count++ < NEAREST)
            snprintf(out + length, size - length, "%s%s", count > 1 ? ", " : "",
                     path + strlen(user));
    }
    const size_t length = strlen(out);
    if (count > NEAREST)
        snprintf(out + length, size - length, " and %u more", count - NEAREST);
}

void tool_drive_describe_unbound(const struct tool_drive *drive, const char *input, uint64_t frame,
                                 char *out, size_t size)
{
    const enum rt_hand hand = input[0] == 'r' ? RT_HAND_RIGHT : RT_HAND_LEFT;
    const char *name = strchr(input, ' ') + 1;
    const char *profile = tool_live_person_profile(drive->world.person, hand, frame);
    const cJSON *bound = profile != NULL ? find_bound(drive, profile) : NULL;
    char user[64], axis[TOOL_DRIVE_INPUT_SIZE + 4], nearest[400] = "";
    snprintf(user, sizeof user, "/user/hand/%s/input/", hands[hand]);
    snprintf(axis, sizeof axis, "%s/x", name);
    const uint32_t held = profile != NULL ? rt_component_find_profile(profile) : 0;
    if (bound == NULL || (!rt_component_has_input(held, name, hand == RT_HAND_RIGHT) &&
                          !rt_component_has_input(held, axis, hand == RT_HAND_RIGHT)))
        return;
    for (const cJSON *item = bound->child; item != NULL; item = item->next)
        if (cJSON_IsString(item) && strncmp(item->valuestring, user, strlen(user)) == 0 &&
            gets(item->valuestring + strlen(user), name))
            return;
    add_nearest(bound, user, name, nearest, sizeof nearest);
    if (nearest[0] == '\0')
        add_nearest(bound, user, NULL, nearest, sizeof nearest);
    const size_t length = strlen(out);
    snprintf(out + length, size - length,
             "%sthe app has no action bound to %s of %s; on that hand %s%s", length > 0 ? "; " : "",
             input, profile, nearest[0] != '\0' ? "it has bound " : "it has bound nothing",
             nearest);
}
