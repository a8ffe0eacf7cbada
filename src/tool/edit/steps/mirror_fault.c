/* SPDX-License-Identifier: MIT */
#include "tool/edit/steps/mirror_fault.h"

#include <stdbool.h>
#include <string.h>

#include "core/faults/fault_list.h"

struct output {
    char text[US_SESSION_TEXT_SIZE];
    size_t length;
    bool is_full;
};

static void put(struct output *out, const char *text, size_t length)
{
    out->is_full |= length >= sizeof out->text - out->length;
    if (out->is_full)
        return;
    memcpy(out->text + out->length, text, length);
    out->length += length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static void put_argument(struct output *out, const char *text, size_t length, bool is_drift)
{
    const bool is_number = length > 0 && strchr("-.0123456789", text[0]) != NULL;
    if (is_word(text, length, "left"))
        put(out, "right", strlen("right"));
    else if (is_word(text, length, "right"))
        put(out, "left", strlen("left"));
    else if (is_drift && is_number && text[0] == '-')
        put(out, text + 1, length - 1);
    else {
        put(out, "-", is_drift && is_number);
        put(out, text, length);
    }
}

enum us_result tool_edit_mirror_fault(char text[US_SESSION_TEXT_SIZE], struct us_error *error)
{
    struct output out = {.length = 0};
    const size_t end = strlen(US_FAULT_END);
    size_t at = strncmp(text, US_FAULT_END, end) == 0 ? end : 0;
    const size_t kind = strcspn(text + at, ":+");
    const bool is_drift = is_word(text + at, kind, us_fault_kind_name(US_FAULT_DRIFT));
    at += kind;
    put(&out, text, at);
    while (text[at] == ':' || text[at] == ',') {
        const size_t length = strcspn(text + at + 1, ":,+");
        put(&out, text + at, 1);
        put_argument(&out, text + at + 1, length, is_drift);
        at += 1 + length;
    }
    put(&out, text + at, strlen(text + at));
    if (out.is_full)
        return us_result_fail(error, US_ERROR_USAGE, US_NO_BYTE, NULL,
                              "the fault '%.60s...' is too long to be mirrored", text);
    memcpy(text, out.text, sizeof out.text);
    return US_OK;
}
