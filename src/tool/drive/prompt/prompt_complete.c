/* SPDX-License-Identifier: MIT */
#include "tool/drive/prompt/prompt_words.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "person/component.h"
#include "person/script_line.h"
#include "tool/drive/prompt/prompt_reader.h"
#include "tool/log/event_words.h"

static void give(const struct tool_prompt_taker *taker, const char *const *list)
{
    for (; *list != NULL; list++)
        taker->take(taker->data, *list);
}

/* The inputs of what a hand holds. */
static void give_inputs(const struct tool_prompt_taker *taker, const char *profile, bool right)
{
    char inputs[2048], *rest = inputs, *word;
    uint32_t number =
        profile != NULL ? rt_component_find_profile(profile) : RT_COMPONENT_NO_PROFILE;
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

static void give_values(const struct tool_prompt_taker *taker, enum rt_script_subject subject,
                        const char *what)
{
    const struct rt_script_word *word = rt_script_word_find(subject, what);
    enum rt_script_choices choices = word != NULL                  ? word->choices
                                     : rt_component_is_truth(what) ? RT_SCRIPT_TRUTH
                                                                   : RT_SCRIPT_NUMBERS;
    const char *choice;
    for (size_t i = 0; (choice = rt_script_word_choice(choices, i)) != NULL; i++)
        taker->take(taker->data, choice);
}

static void give_person(const struct tool_prompt_taker *taker, const struct tool_prompt_split *line,
                        const char *const profiles[2])
{
    static const char *const fault[] = {"end", NULL};
    static const char *const later[] = {"over", "after", NULL};
    const char *words[RT_SCRIPT_WORDS_MOST];
    const int place = us_text_find(rt_script_subjects, line->words[0]);
    const enum rt_script_subject subject =
        place >= 0 ? (enum rt_script_subject)place : RT_SCRIPT_SUBJECT_COUNT;
    if (line->count > 2) {
        give(taker, later);
    } else if (line->count == 2) {
        give_values(taker, subject, line->words[1]);
    } else if (subject == RT_SCRIPT_SUBJECT_COUNT) {
        give(taker, fault);
    } else {
        rt_script_word_list(subject, words);
        give(taker, words);
        if (subject <= RT_SCRIPT_RIGHT)
            give_inputs(taker, profiles[subject], subject == RT_SCRIPT_RIGHT);
    }
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
    else if (line->count == 1 && us_text_find(reaching, word) >= 0)
        give(taker, hands);
    else if (us_text_find(seeing, word) >= 0 || us_text_find(reaching, word) >= 0)
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
