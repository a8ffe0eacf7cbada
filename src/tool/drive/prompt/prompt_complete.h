/* SPDX-License-Identifier: MIT */
/* prompt_complete: the words that may come next in a line at the prompt of a drive. */
#ifndef TOOL_DRIVE_PROMPT_COMPLETE_H
#define TOOL_DRIVE_PROMPT_COMPLETE_H

/* Where these words go. */
struct tool_prompt_taker {
    void (*take)(void *data, const char *word);
    void *data;
};

/* Gives all words that may stand at the end of this text, whatever is there of them yet.
 * `profiles`: what left and right hand hold, "oculus/touch_controller"; NULL: nothing. */
void tool_prompt_complete(const char *before, const char *const profiles[2],
                          const struct tool_prompt_taker *taker);

#endif
