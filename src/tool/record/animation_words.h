/* SPDX-License-Identifier: MIT */
/*
 * animation_words: says what an input animation file that was made of a session holds and lacks.
 */
#ifndef TOOL_ANIMATION_WORDS_H
#define TOOL_ANIMATION_WORDS_H

#include "animation/convert_session.h"
#include "tool/record/animation_order.h"

/* For `convert` a list on standard output, for every other command lines on standard error. */
void tool_animation_words_say(const char *command, const char *session,
                              const struct tool_animation_order *order,
                              const struct us_convert_report *report);

#endif
