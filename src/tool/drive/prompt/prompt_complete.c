/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"
#include "person/component.h"
#include "person/gesture.h"
#include "tool/drive/prompt/prompt_reader.h"
#include "tool/log/event_words.h"

static void give(const struct tool_prompt_taker *taker, const char *const *list)
{
    for (; *list != NULL; list++)
        taker->take(taker->data, *list);
}

/* The words behind "left" or "right". */
static void give_hand(const struct tool_prompt_taker *taker, const char *profile, bool right)
{
    static const char *const parts[] = {"profile", "connected", "tracked", "joints", "gesture",
                                        "finger",  "joint",     "wrist",   "grip",   "aim",
                                        "palm",    "point_at",  "pinch",   "poke",   NULL};
    char inputs[2048], *rest = inputs, *word;
    uint32_t number =
        profile != NULL ? rt_component_find_profile(profile) : RT_COMPONENT_NO_PROFILE;
    give(taker, parts);
    if (number == RT_COMPONENT_NO_PROFILE)
        return;
    rt_component_list(number, right, inputs, sizeof inputs);
    while ((word = strtok_r(rest, ", ", &rest)) != NULL) {
        char *axis = strstr(word, "/x");
        taker->take(taker->data, word);
        if (axis != NULL && axis[2] == '\0') {
            *axis = '\0';
            taker->take(taker->data, word);
        }
    }
}

/* The values of the word about a hand, or over and after behind them. */
static void give_value(const struct tool_prompt_taker *taker, const char *what, bool is_first)
{
    static const char *const later[] = {"over", "after", NULL};
    static const char *const truths[] = {"yes", "no", NULL};
    static const char *const gestures[] = {"open",  "relaxed",  "pinch", "fist",
                                           "point", "thumb_up", NULL};
    static const char *const fingers[] = {"thumb", "index", "middle", "ring", "little", NULL};
    bool is_truth = strcmp(what, "connected") == 0 || strcmp(what, "tracked") == 0 ||
                    strcmp(what, "joints") == 0 || rt_component_is_truth(what);
    if (!is_first)
        give(taker, later);
    else if (is_truth)
        give(taker, truths);
    else if (strcmp(what, "gesture") == 0)
        give(taker, gestures);
    else if (strcmp(what, "finger") == 0)
        give(taker, fingers);
    for (int i = 0; is_first && strcmp(what, "joint") == 0 && i < XR_HAND_JOINT_COUNT_EXT; i++)
        if (rt_gesture_moves((XrHandJointEXT)i))
            taker->take(taker->data, us_joint_openxr_names[i]);
    for (uint32_t i = 0;
         is_first && strcmp(what, "profile") == 0 && i < rt_component_profile_count(); i++)
        taker->take(taker->data, rt_component_profile_name(i));
}

static void give_person(const struct tool_prompt_taker *taker, const struct tool_prompt_split *line,
                        const char *const profiles[2])
{
    static const char *const head[] = {"pose", "look_at", "tracked", NULL};
    static const char *const session[] = {"state", "presence", "mask", "recentre", NULL};
    static const char *const gaze[] = {"direction", "tracked", NULL};
    static const char *const fault[] = {"end", NULL};
    const char *subject = line->words[0];
    bool right = strcmp(subject, "right") == 0;
    if (line->count > 1)
        give_value(taker, line->words[1], line->count == 2);
    else if (right || strcmp(subject, "left") == 0)
        give_hand(taker, profiles[right], right);
    else if (strcmp(subject, "head") == 0)
        give(taker, head);
    else if (strcmp(subject, "gaze") == 0)
        give(taker, gaze);
    else if (strcmp(subject, "session") == 0)
        give(taker, session);
    else
        give(taker, fault);
}

static void give_until(const struct tool_prompt_taker *taker, const struct tool_prompt_split *line)
{
    static const char *const kinds[] = {"haptic", "event",   "layer",   "picture", "unchanged",
                                        "output", "matches", "focused", NULL};
    static const char *const hands[] = {"left", "right", "any", NULL};
    static const char *const within[] = {"within", NULL};
    const char *kind = line->count > 1 ? line->words[1] : "";
    if (line->count == 1)
        give(taker, kinds);
    else if (line->count == 2 && strcmp(kind, "haptic") == 0)
        give(taker, hands);
    else if (line->count == 2 && strcmp(kind, "event") == 0)
        give(taker, tool_event_names);
    else
        give(taker, within);
}

static bool is_among(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* Whole words before the last one, which is being typed. */
static void give_next(const struct tool_prompt_taker *taker, const struct tool_prompt_split *line,
                      const char *const profiles[2])
{
    static const char *const hands[] = {"left", "right", NULL};
    static const char *const reaching[] = {"point_at", "poke", "grab_at", NULL};
    static const char *const seeing[] = {"locate", "look_at", "gaze_at", NULL};
    static const char *const frame[] = {"frame", NULL};
    static const char *const places[] = {"patch", "view", "distance", "layer", "frame", NULL};
    const char *first[TOOL_PROMPT_FIRST];
    const char *word = line->count > 0 ? line->words[0] : "";
    tool_prompt_words_list_first(first);
    if (line->count == 0 || (line->count == 1 && strcmp(word, "help") == 0))
        give(taker, first);
    else if (tool_prompt_words_is_subject(word))
        give_person(taker, line, profiles);
    else if (strcmp(word, "until") == 0)
        give_until(taker, line);
    else if (strcmp(word, "events") == 0)
        give(taker, tool_event_names);
    else if (strcmp(word, "state") == 0)
        give(taker, tool_prompt_words_state);
    else if (strcmp(word, "undo") == 0)
        give(taker, frame);
    else if (line->count == 1 && is_among(word, reaching))
        give(taker, hands);
    else if (is_among(word, seeing) || is_among(word, reaching))
        give(taker, places);
}

void tool_prompt_complete(const char *before, const char *const profiles[2],
                          const struct tool_prompt_taker *taker)
{
    struct tool_prompt_split line = {.count = 0};
    const char *command = strrchr(before, ';');
    snprintf(line.text, sizeof line.text, "%s", command != NULL ? command + 1 : before);
    size_t length = strlen(line.text);
    while (length > 0 && strchr(" \t", line.text[length - 1]) == NULL)
        length--;
    line.text[length] = '\0';
    tool_prompt_reader_split(&line);
    give_next(taker, &line, profiles);
}
