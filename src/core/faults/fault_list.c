/* SPDX-License-Identifier: MIT */
#include "core/faults/fault_list.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/playback/play_choices.h"
#include "core/recording/channels.h"

/* The arguments of a kind: words first, then numbers in this order. */
static const struct kind {
    const char *name, *form; /* form: how to write it */
    unsigned who;            /* whose input it may change; 0: it names nobody */
    bool needs_who;
    bool has_no_end;          /* a LENGTH has no meaning */
    bool is_whole;            /* the numbers have no fraction */
    unsigned count, optional; /* numbers, and how many of them may be left out */
    struct {
        double least, most, otherwise;
    } numbers[US_FAULT_NUMBERS];
} kinds[US_FAULT_KINDS] = {
    [US_FAULT_LOSE] = {.name = "lose",
                       .form =
                           "lose:left, lose:right, lose:hands, lose:head or lose:gaze, each with "
                           ":untracked if the poses stay valid",
                       .who = US_FAULT_EVERYONE,
                       .needs_who = true},
    [US_FAULT_FREEZE] = {.name = "freeze",
                         .form = "freeze or freeze:left",
                         .who = US_FAULT_EVERYONE},
    [US_FAULT_JITTER] = {.name = "jitter",
                         .form = "jitter:MM,DEGREES[,SEED], such as jitter:3,1",
                         .who = US_FAULT_EVERYONE,
                         .count = 3,
                         .optional = 1,
                         .numbers = {{0, 1000, 0}, {0, 90, 0}, {0, 4294967295.0, 1}}},
    [US_FAULT_DRIFT] = {.name = "drift",
                        .form = "drift:MM,DEGREES, both for each second, such as drift:10,2",
                        .who = US_FAULT_EVERYONE,
                        .count = 2,
                        .numbers = {{-10000, 10000, 0}, {-360, 360, 0}}},
    [US_FAULT_LATENCY] = {.name = "latency",
                          .form = "latency:MS, such as latency:50",
                          .who = US_FAULT_EVERYONE,
                          .count = 1,
                          .numbers = {{0, 60000, 0}}},
    [US_FAULT_SWAP_HANDS] = {.name = "swap-hands", .form = "swap-hands"},
    [US_FAULT_NO_PINCH] = {.name = "no-pinch",
                           .form = "no-pinch or no-pinch:left",
                           .who = US_FAULT_HANDS},
    [US_FAULT_GHOST_PINCH] = {.name = "ghost-pinch",
                              .form = "ghost-pinch or ghost-pinch:left",
                              .who = US_FAULT_HANDS},
    [US_FAULT_BATTERY] = {.name = "battery",
                          .form = "battery or battery:left",
                          .who = US_FAULT_HANDS},
    [US_FAULT_FOCUS_LOST] = {.name = "focus-lost", .form = "focus-lost"},
    [US_FAULT_NOT_VISIBLE] = {.name = "not-visible", .form = "not-visible"},
    [US_FAULT_HEADSET_OFF] = {.name = "headset-off", .form = "headset-off"},
    [US_FAULT_USER_ABSENT] = {.name = "user-absent", .form = "user-absent"},
    [US_FAULT_BOUNDS] = {.name = "bounds",
                         .form = "bounds:X,Z, with metres, such as bounds:2,1.5",
                         .count = 2,
                         .numbers = {{0, 1000, 0}, {0, 1000, 0}}},
    [US_FAULT_MASK] = {.name = "mask", .form = "mask"},
    [US_FAULT_EVENTS_LOST] = {.name = "events-lost",
                              .form = "events-lost:N, with a number of events, such as "
                                      "events-lost:3",
                              .has_no_end = true,
                              .is_whole = true,
                              .count = 1,
                              .numbers = {{1, 1000000, 0}}},
    [US_FAULT_INSTANCE_LOSS] = {.name = "instance-loss",
                                .form = "instance-loss",
                                .has_no_end = true},
    [US_FAULT_RECENTER] = {.name = "recenter",
                           .form = "recenter:DEGREES,X,Z, with metres, such as recenter:90,0.5,0",
                           .count = 3,
                           .numbers = {{-360, 360, 0}, {-1000, 1000, 0}, {-1000, 1000, 0}}},
    [US_FAULT_LOSS_PENDING] = {.name = "loss-pending", .form = "loss-pending", .has_no_end = true},
    [US_FAULT_STOPPING] = {.name = "stopping", .form = "stopping", .has_no_end = true},
    [US_FAULT_REFRESH] = {.name = "refresh",
                          .form = "refresh:HZ, such as refresh:72",
                          .count = 1,
                          .numbers = {{1, 1000, 0}}},
    [US_FAULT_FRAME_DROP] = {.name = "frame-drop",
                             .form = "frame-drop:N, with display times, such as frame-drop:3",
                             .is_whole = true,
                             .count = 1,
                             .numbers = {{1, 1000, 0}}},
    [US_FAULT_FAIL] = {.name = "fail",
                       .form = "fail:FUNCTION=RESULT, such as "
                               "fail:xrEndFrame=XR_ERROR_LAYER_INVALID"},
};

const char *us_fault_kind_name(enum us_fault_kind kind)
{
    return kinds[kind].name;
}

/* A part of the text. */
struct word {
    const char *text;
    size_t length;
};

static bool is_word(struct word word, const char *text)
{
    return strlen(text) == word.length && memcmp(text, word.text, word.length) == 0;
}

/* Where the user's text goes wrong. */
struct parser {
    struct word item;
    struct us_faults_error *error;
};

static bool refuse(const struct parser *parser, const char *format, ...)
{
    va_list list;
    parser->error->text = parser->item.text;
    parser->error->length = us_text_shown(parser->item.text, parser->item.length);
    va_start(list, format);
    vsnprintf(parser->error->why, sizeof parser->error->why, format, list);
    va_end(list);
    return false;
}

static bool begins_number(char first)
{
    return (first >= '0' && first <= '9') || first == '-' || first == '.';
}

/* The length of the item at the beginning of `text`. A comma before a number is inside the item,
 * as long as its START and LENGTH have not begun. */
static size_t item_length(const char *text)
{
    size_t at = strcspn(text, ",");
    while (text[at] == ',' && begins_number(text[at + 1]) && memchr(text, '@', at) == NULL &&
           memchr(text, '+', at) == NULL)
        at += 1 + strcspn(text + at + 1, ",");
    return at;
}

/* Reads a whole number of 15 digits at most that is not 0. */
static bool read_count(struct word word, uint64_t *out_count)
{
    uint64_t count = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        count = count * 10 + (uint64_t)(word.text[i] - '0');
    }
    if (count == 0 || word.length > 15)
        return false;
    *out_count = count;
    return true;
}

/* The length after the last "+". A number of calls is allowed for `fail`. */
static bool read_length(const struct parser *parser, struct word word, struct us_fault *fault)
{
    if (fault->kind == US_FAULT_FAIL && read_count(word, &fault->calls.count))
        return true;
    if (kinds[fault->kind].has_no_end)
        return refuse(parser, "happens once, so it has no length; write it without '+'");
    if (us_play_range_seconds(word.text, word.length, &fault->length_s) && fault->length_s > 0.0 &&
        fault->length_s <= 1e6)
        return true;
    return refuse(parser, "has no length after '+'; write %s",
                  fault->kind == US_FAULT_FAIL ? "+0.5s, or +3 for three calls" : "+0.5s");
}

/* Where the "+" of the length is; `length` if there is none. A marker's name may contain a "+". */
static size_t find_length(struct word word, bool in_start)
{
    double seconds;
    for (size_t at = word.length; at-- > 0;) {
        if (word.text[at] != '+')
            continue;
        bool is_length = us_play_range_seconds(word.text + at + 1, word.length - at - 1, &seconds);
        return is_length || !in_start ? at : word.length;
    }
    return word.length;
}

static bool read_start(const struct parser *parser, struct word word, struct us_fault *fault)
{
    if (word.length == 0)
        return refuse(parser, "has no moment after '@'; write @2s or @marker:NAME");
    if (fault->kind == US_FAULT_FAIL && read_count(word, &fault->calls.first))
        return true;
    fault->start = word.text;
    fault->start_length = (int)word.length;
    return true;
}

/* Reads [@START][+LENGTH], which begins at `at` in the item. */
static bool read_times(const struct parser *parser, size_t at, struct us_fault *fault)
{
    struct word rest = {parser->item.text + at, parser->item.length - at};
    bool has_start = rest.text[0] == '@'; /* behind an item comes a comma or the end */
    size_t plus = find_length(rest, has_start);
    if (has_start && !read_start(parser, (struct word){rest.text + 1, plus - 1}, fault))
        return false;
    return plus == rest.length ||
           read_length(parser, (struct word){rest.text + plus + 1, rest.length - plus - 1}, fault);
}

static bool find_kind(const struct parser *parser, struct word name, enum us_fault_kind *out_kind)
{
    char list[320] = "";
    for (unsigned i = 0; i < US_FAULT_KINDS; i++) {
        if (is_word(name, kinds[i].name)) {
            *out_kind = (enum us_fault_kind)i;
            return true;
        }
        us_text_add_word(list, sizeof list, kinds[i].name);
    }
    return refuse(parser, "is no fault; the faults are %s", list);
}

static unsigned who_of(struct word word)
{
    static const struct {
        const char *name;
        unsigned who;
    } names[] = {{"left", US_FAULT_LEFT},
                 {"right", US_FAULT_RIGHT},
                 {"hands", US_FAULT_HANDS},
                 {"head", US_FAULT_HEAD},
                 {"gaze", US_FAULT_GAZE}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_word(word, names[i].name))
            return names[i].who;
    return 0;
}

static bool read_number(const struct parser *parser, struct word word, unsigned index,
                        struct us_fault *fault)
{
    const struct kind *kind = &kinds[fault->kind];
    double number;
    if (index >= kind->count || !us_play_range_number(word.text, word.length, &number))
        return refuse(parser, "has an argument that it does not take, '%.*s'; write %s",
                      us_text_shown(word.text, word.length), word.text, kind->form);
    if (number < kind->numbers[index].least || number > kind->numbers[index].most)
        return refuse(parser, "has an argument out of range, '%.*s'; it must be from %g to %g",
                      us_text_shown(word.text, word.length), word.text, kind->numbers[index].least,
                      kind->numbers[index].most);
    if (kind->is_whole && number != floor(number))
        return refuse(parser, "has '%.*s', which is no whole number; write %s",
                      us_text_shown(word.text, word.length), word.text, kind->form);
    fault->numbers[index] = number;
    return true;
}

/* Reads one argument. `*numbers` counts those that are numbers. */
static bool read_argument(const struct parser *parser, struct word word, unsigned *numbers,
                          struct us_fault *fault)
{
    unsigned who = who_of(word);
    if (who != 0 && (who & kinds[fault->kind].who) == who && *numbers == 0 && !fault->names_who) {
        fault->who = who;
        fault->names_who = true;
        return true;
    }
    if (fault->kind == US_FAULT_LOSE && fault->names_who && is_word(word, "untracked")) {
        fault->untracked = true;
        return true;
    }
    return read_number(parser, word, (*numbers)++, fault);
}

/* Reads FUNCTION=RESULT. */
static bool read_failure(const struct parser *parser, struct word word, struct us_fault *fault)
{
    const char *equals = memchr(word.text, '=', word.length);
    if (equals == NULL)
        return refuse(parser, "names no result; write %s", kinds[US_FAULT_FAIL].form);
    size_t length = (size_t)(equals - word.text);
    fault->calls.function = us_fail_function_find(word.text, length);
    fault->calls.result = us_fail_result_find(equals + 1, word.length - length - 1);
    if (fault->calls.function == US_FAIL_FUNCTIONS)
        return refuse(parser, "names no function that can be made to fail, '%.*s'",
                      us_text_shown(word.text, length), word.text);
    if (fault->calls.result == US_FAIL_RESULTS)
        return refuse(parser, "names no error or other result that can be made; write one "
                              "such as "
                              "XR_ERROR_RUNTIME_FAILURE");
    if (!us_fail_allows(fault->calls.function, fault->calls.result))
        return refuse(parser, "is not possible: OpenXR does not allow %s of %s",
                      us_fail_result_name(fault->calls.result),
                      us_fail_function_name(fault->calls.function));
    return true;
}

/* Reads the arguments in `rest`, which is empty or begins with ":". */
static bool read_arguments(const struct parser *parser, struct word rest, struct us_fault *fault)
{
    const struct kind *kind = &kinds[fault->kind];
    unsigned numbers = 0;
    if (fault->kind == US_FAULT_FAIL)
        return read_failure(
            parser, rest.length > 0 ? (struct word){rest.text + 1, rest.length - 1} : rest, fault);
    for (unsigned i = 0; i < US_FAULT_NUMBERS; i++)
        fault->numbers[i] = kind->numbers[i].otherwise;
    for (size_t at = 0; at < rest.length;) {
        size_t end = at + 1;
        while (end < rest.length && rest.text[end] != ':' && rest.text[end] != ',')
            end++;
        if (!read_argument(parser, (struct word){rest.text + at + 1, end - at - 1}, &numbers,
                           fault))
            return false;
        at = end;
    }
    if (numbers < kind->count - kind->optional || (kind->needs_who && !fault->names_who))
        return refuse(parser, "lacks an argument; write %s", kind->form);
    return true;
}

/* xrWaitFrame moves the clock of the recording. While it fails the clock stands still, so a time
 * would never pass. */
static bool check_calls(const struct parser *parser, const struct us_fault *fault)
{
    const struct us_fault_calls *calls = &fault->calls;
    bool by_number = calls->first > 0;
    if (calls->function == US_FAIL_xrCreateInstance &&
        (fault->start != NULL || isfinite(fault->length_s)))
        return refuse(parser,
                      "never happens, since xrCreateInstance is called before the recording "
                      "plays; write a number of calls, such as @1 or @1+2");
    if (by_number && isfinite(fault->length_s))
        return refuse(parser, "begins with a call and lasts seconds; write a number of calls, such "
                              "as @3+2, or a time with an s, such as @3s+0.5s");
    if (calls->function == US_FAIL_xrWaitFrame && isfinite(fault->length_s))
        return refuse(parser, "would never end, since xrWaitFrame moves the recording's clock; "
                              "write a number of calls, such as @2s+3");
    return true;
}

static bool read_item(const struct parser *parser, struct us_fault *fault)
{
    struct word item = parser->item;
    size_t times = 0, name = 0;
    *fault = (struct us_fault){
        .text = item.text, .length = (int)item.length, .length_s = (double)INFINITY};
    while (times < item.length && item.text[times] != '@' && item.text[times] != '+')
        times++;
    fault->name_length = (int)times;
    while (name < times && item.text[name] != ':')
        name++;
    if (!find_kind(parser, (struct word){item.text, name}, &fault->kind))
        return false;
    fault->who = kinds[fault->kind].who;
    if (!read_arguments(parser, (struct word){item.text + name, times - name}, fault) ||
        !read_times(parser, times, fault))
        return false;
    if (fault->kind != US_FAULT_FAIL)
        return true;
    /* @n alone is one call. */
    if (fault->calls.first > 0 && fault->calls.count == 0)
        fault->calls.count = 1;
    return check_calls(parser, fault);
}

/* Reads an item behind the newest fault. */
static bool read_next(const struct parser *parser, struct us_faults *faults)
{
    return faults->count < US_FAULTS_MAX
               ? read_item(parser, &faults->list[faults->count])
               : refuse(parser, "is one fault too many: %d are allowed", US_FAULTS_MAX);
}

bool us_faults_add(struct us_faults *faults, const char *text, double from_s,
                   struct us_faults_error *out_error)
{
    size_t length = item_length(text);
    struct parser parser = {{text, length}, out_error};
    struct us_fault *fault = &faults->list[faults->count];
    if (text[length] != '\0')
        return refuse(&parser, "has another one behind it; write one at a time");
    if (!read_next(&parser, faults))
        return false;
    if (fault->start != NULL || fault->calls.first > 0)
        return refuse(&parser, "begins at once, so it has no moment; write it without '@'");
    fault->start = text; /* a moment of its own, as if it were written */
    fault->from_s = from_s;
    fault->to_s = from_s + fault->length_s;
    faults->count++;
    return true;
}

bool us_fault_is_added(const struct us_fault *fault)
{
    return fault->start != NULL && fault->start == fault->text;
}

const struct us_fault *us_faults_end(struct us_faults *faults, const char *name, double at_s)
{
    const struct us_fault *first = NULL;
    for (unsigned i = 0; i < faults->count; i++) {
        struct us_fault *fault = &faults->list[i];
        if (!us_fault_is_added(fault) || !us_fault_is_active(fault, at_s) ||
            !is_word((struct word){fault->text, (size_t)fault->name_length}, name))
            continue;
        fault->to_s = at_s;
        first = first == NULL ? fault : first;
    }
    return first;
}

bool us_faults_parse(const char *text, struct us_faults *out, struct us_faults_error *out_error)
{
    out->count = 0;
    for (;;) {
        size_t length = item_length(text);
        struct parser parser = {{text, length}, out_error};
        if (!read_next(&parser, out)) {
            out->count = 0;
            return false;
        }
        out->count++;
        if (text[length] == '\0')
            return true;
        text += length + 1;
    }
}

/* Whether a fault of this kind changes where somebody is and nothing else: a hand that moves as a
 * whole pinches as before. */
static bool only_moves(enum us_fault_kind kind)
{
    return kind == US_FAULT_JITTER || kind == US_FAULT_DRIFT;
}

/* Whether the played channels have anything of `who` that a fault of this kind changes. */
static bool is_played(enum us_fault_kind kind, unsigned who, const struct us_recording *recording,
                      unsigned channels)
{
    unsigned plays = us_channels_recorded(recording) & channels;
    bool controllers = (plays & US_CHANNEL_CONTROLLERS) != 0;
    bool hands =
        (plays & US_CHANNEL_HANDS) != 0 || ((plays & US_CHANNEL_PINCH) != 0 && !only_moves(kind));
    if ((who & US_FAULT_HEAD) && (plays & US_CHANNEL_HEAD))
        return true;
    if ((who & US_FAULT_GAZE) && (plays & US_CHANNEL_GAZE))
        return true;
    if ((who & US_FAULT_HANDS) && controllers)
        return true;
    for (int hand = 0; hand < US_HAND_COUNT && hands; hand++)
        if ((who & 1u << hand) &&
            (recording->is_session || us_recording_has_hand(recording, (enum us_hand)hand)))
            return true;
    return false;
}

static bool check_who(const struct parser *parser, const struct us_fault *fault,
                      const struct us_recording *recording, unsigned channels)
{
    bool pinches = fault->kind == US_FAULT_NO_PINCH || fault->kind == US_FAULT_GHOST_PINCH;
    unsigned who = fault->kind == US_FAULT_SWAP_HANDS ? (unsigned)US_FAULT_HANDS : fault->who;
    if (who == 0)
        return true;
    if (pinches && !(us_channels_recorded(recording) & channels & US_CHANNEL_PINCH))
        return refuse(parser, "changes nothing: no pinch of the recording is played; remove it");
    if (!is_played(fault->kind, who, recording, channels))
        return refuse(parser,
                      "changes nothing: the recording has no such input, or it is not played; "
                      "remove it");
    return true;
}

static bool resolve(const struct parser *parser, struct us_fault *fault,
                    const struct us_recording *recording, double from_s, double to_s)
{
    struct us_error error;
    fault->from_s = from_s;
    if (fault->start != NULL) {
        if (us_play_range_moment(recording, fault->start, (size_t)fault->start_length,
                                 &fault->from_s, &error) != US_OK)
            return refuse(parser, "begins at no moment: %s", error.text);
        if (!(fault->from_s >= from_s && fault->from_s <= to_s))
            return refuse(parser, "begins outside of the played range, which is from %g s to %g s",
                          from_s, to_s);
    }
    fault->to_s = fault->from_s + fault->length_s;
    return true;
}

bool us_faults_resolve(struct us_faults *faults, const struct us_recording *recording,
                       double from_s, double to_s, unsigned channels,
                       struct us_faults_error *out_error)
{
    for (unsigned i = 0; i < faults->count; i++) {
        struct us_fault *fault = &faults->list[i];
        struct parser parser = {{fault->text, (size_t)fault->length}, out_error};
        if (!check_who(&parser, fault, recording, channels) ||
            !resolve(&parser, fault, recording, from_s, to_s))
            return false;
    }
    return true;
}

bool us_fault_is_active(const struct us_fault *fault, double time_s)
{
    return time_s >= fault->from_s && time_s < fault->to_s;
}

uint32_t us_faults_active(const struct us_faults *faults, double time_s)
{
    uint32_t active = 0;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        bool counts = fault->calls.first > 0 || fault->calls.count > 0;
        if (!counts && us_fault_is_active(fault, time_s))
            active |= UINT32_C(1) << i;
    }
    return active;
}

uint32_t us_faults_without_calls(const struct us_faults *faults, uint32_t which)
{
    for (unsigned i = 0; i < faults->count; i++)
        if (faults->list[i].kind == US_FAULT_FAIL)
            which &= ~(UINT32_C(1) << i);
    return which;
}

bool us_fault_is_once(const struct us_fault *fault)
{
    return kinds[fault->kind].has_no_end ||
           (fault->kind == US_FAULT_FRAME_DROP && isinf(fault->length_s));
}

uint32_t us_faults_over(const struct us_faults *faults, double time_s)
{
    uint32_t over = 0;
    for (unsigned i = 0; i < faults->count; i++) {
        const struct us_fault *fault = &faults->list[i];
        if (us_fault_is_once(fault) && fault->from_s < time_s)
            over |= UINT32_C(1) << i;
    }
    return over;
}

bool us_faults_change_input(const struct us_faults *faults)
{
    for (unsigned i = 0; i < faults->count; i++)
        if (faults->list[i].kind <= US_FAULT_BATTERY)
            return true;
    return false;
}

bool us_faults_has(const struct us_faults *faults, enum us_fault_kind kind)
{
    for (unsigned i = 0; i < faults->count; i++)
        if (faults->list[i].kind == kind)
            return true;
    return false;
}

const struct us_fault *us_faults_find(const struct us_faults *faults, enum us_fault_kind kind,
                                      double time_s)
{
    const struct us_fault *found = NULL;
    for (unsigned i = 0; i < faults->count; i++)
        if (faults->list[i].kind == kind && us_fault_is_active(&faults->list[i], time_s))
            found = &faults->list[i];
    return found;
}

float us_faults_refresh_hz(const struct us_faults *faults, double time_s)
{
    const struct us_fault *fault = us_faults_find(faults, US_FAULT_REFRESH, time_s);
    return fault != NULL ? (float)fault->numbers[0] : 0.0f;
}
