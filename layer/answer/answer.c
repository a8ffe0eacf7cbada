/* SPDX-License-Identifier: MIT */
#include "layer/answer/answer.h"

#include <stddef.h>

/* Where this thread's reports go; NULL: nowhere. */
static _Thread_local struct us_answers *reported;

void us_answers_begin(struct us_answers *out)
{
    out->count = 0;
    reported = out;
}

void us_answers_end(void)
{
    reported = NULL;
}

void us_answers_report(uint32_t index, struct us_answer answer)
{
    struct us_answers *out = reported;
    if (out == NULL || index >= US_ANSWERS_MAX)
        return;
    out->of[index].from = (uint8_t)answer.from;
    out->of[index].how = (uint8_t)answer.how;
    out->count = index + 1;
    if (isfinite(answer.at_s))
        out->at_s = answer.at_s;
}

struct us_answer us_answers_get(const struct us_answers *answers, uint32_t index)
{
    struct us_answer answer = us_answer_runtime();
    if (index >= answers->count)
        return answer;
    answer.from = (enum us_source)answers->of[index].from;
    answer.how = (enum us_how)answers->of[index].how;
    if (answer.from == US_SOURCE_RECORDING || answer.from == US_SOURCE_BOTH)
        answer.at_s = answers->at_s;
    return answer;
}
