/* SPDX-License-Identifier: MIT */
#include "runtime/base/settings.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "openxr/xr_names.h"
#include "platform/environment.h"
#include "platform/library.h"
#include "platform/process.h"
#include "runtime/base/xr.h"

enum variable {
#define RT_VARIABLE(name) name,
#include "runtime/base/variables.def"
#undef RT_VARIABLE
    VARIABLE_COUNT,
};

static const char *const names[VARIABLE_COUNT] = {
#define RT_VARIABLE(name) "UNDERSTUDY_HEADLESS_" #name,
#include "runtime/base/variables.def"
#undef RT_VARIABLE
};

struct word {
    const char *text;
    int value;
};

static void warn(enum variable variable, const char *value)
{
    static atomic_bool warned[VARIABLE_COUNT];
    if (!atomic_exchange(&warned[variable], true))
        fprintf(stderr, "understudy headless: %s=%s is not a valid value; using the default\n",
                names[variable], value);
}

static bool parse_number(const char *text, uint32_t min, uint32_t max, uint32_t *out_number)
{
    char *end = NULL;
    errno = 0;
    const unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number < min ||
        number > max)
        return false;
    *out_number = (uint32_t)number;
    return true;
}

static uint32_t number_or(enum variable variable, uint32_t fallback, uint32_t min, uint32_t max)
{
    const char *value = us_environment_get_secure(names[variable]);
    uint32_t number = fallback;
    if (value != NULL && !parse_number(value, min, max, &number))
        warn(variable, value);
    return number;
}

static void read_disabled_features(bool disabled[RT_FEATURE_COUNT])
{
    static const char *const words[RT_FEATURE_COUNT + 1] = {
#define RT_FEATURE(id, word) word,
#include "runtime/base/features.def"
#undef RT_FEATURE
        NULL,
    };
    disabled[RT_FEATURE_D3D11] = US_LIBRARY_DXGI == NULL;
    /* On Windows an OpenGL app has a context of WGL, which this runtime does not take. */
    disabled[RT_FEATURE_OPENGL] = disabled[RT_FEATURE_OPENGL_ES] = disabled[RT_FEATURE_EGL] =
        US_LIBRARY_DXGI != NULL;
    for (const char *word = us_environment_get_secure(names[LACKS]);
         word != NULL && *word != '\0';) {
        const size_t length = strcspn(word, ",");
        char name[64]; /* longer than any */
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name),
                 word);
        const int feature = us_text_find(words, name);
        if (feature >= 0)
            disabled[feature] = true;
        else if (length > 0)
            warn(LACKS, name);
        word += length + (word[length] == ',');
    }
}

/* Splits "word:rest". False: there is no colon, or the word does not fit. */
static bool split(const char *text, char *out_word, size_t word_size, const char **out_rest)
{
    const char *colon = strchr(text, ':');
    if (colon == NULL || colon == text || (size_t)(colon - text) >= word_size)
        return false;
    memcpy(out_word, text, (size_t)(colon - text));
    out_word[colon - text] = '\0';
    *out_rest = colon + 1;
    return true;
}

static bool parse_result(const char *text, XrResult *out_result)
{
    if (us_xr_names_find_result(text, out_result))
        return true;
    char *end = NULL;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < INT32_MIN || number > INT32_MAX)
        return false;
    *out_result = (XrResult)number;
    return true;
}

static bool parse_fail(const char *value, struct rt_settings *settings)
{
    char call[RT_SETTINGS_CALL_SIZE];
    char word[64];
    const char *rest = NULL;
    if (!split(value, call, sizeof call, &rest) || !rt_function_exists(call))
        return false;
    uint32_t after = 0;
    XrResult result = XR_SUCCESS;
    const char *count = NULL;
    if (split(rest, word, sizeof word, &count)) {
        if (!parse_result(word, &result) || !parse_number(count, 0, UINT32_MAX, &after))
            return false;
    } else if (!parse_result(rest, &result)) {
        return false;
    }
    memcpy(settings->fail_call, call, sizeof call);
    settings->fail_result = result;
    settings->fail_after = after;
    return true;
}

static bool parse_loss(const char *value, struct rt_settings *settings)
{
    char what[16];
    const char *frame = NULL;
    if (!split(value, what, sizeof what, &frame) ||
        !parse_number(frame, 0, UINT32_MAX, &settings->loss_frame))
        return false;
    if (strcmp(what, "session") == 0)
        settings->loss = RT_LOSS_SESSION;
    else if (strcmp(what, "instance") == 0)
        settings->loss = RT_LOSS_INSTANCE;
    return settings->loss != RT_LOSS_NONE;
}

static void read_text(enum variable variable, char *out, size_t size)
{
    const char *value = us_environment_get_secure(names[variable]);
    if (value == NULL)
        return;
    if (value[0] == '\0' || strlen(value) >= size)
        warn(variable, value);
    else
        strcpy(out, value);
}

/* The value of the word that the variable holds, or the fallback. */
static int read_word(enum variable variable, const struct word *words, size_t count, int fallback)
{
    const char *value = us_environment_get_secure(names[variable]);
    for (size_t i = 0; value != NULL && i < count; i++)
        if (strcmp(words[i].text, value) == 0)
            return words[i].value;
    if (value != NULL)
        warn(variable, value);
    return fallback;
}

/* With a script, the script alone decides what these variables set for other persons. */
static void warn_of_unused_settings(void)
{
    static const enum variable unused[] = {STILL, HANDS, CONTROLLERS, PROFILE, RECENTRE};
    static atomic_bool warned[VARIABLE_COUNT];
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        if (us_environment_get_secure(names[unused[i]]) != NULL &&
            !atomic_exchange(&warned[unused[i]], true))
            fprintf(stderr, "understudy headless: %s has no effect while %s is a script\n",
                    names[unused[i]], names[PERSON]);
    }
}

static void read_person(struct rt_settings *settings)
{
    const char *value = us_environment_get_secure(names[PERSON]);
    if (value != NULL && value[0] == '\0')
        warn(PERSON, value);
    if (value == NULL || value[0] == '\0' || strcmp(value, "nobody") == 0)
        return;
    if (strcmp(value, "moving") == 0) {
        settings->person = RT_PERSON_MOVING;
        return;
    }
    settings->person = RT_PERSON_SCRIPT;
    if (strlen(value) < RT_SETTINGS_PATH_SIZE && !us_process_is_raised())
        strcpy(settings->script, value);
    warn_of_unused_settings();
}

static void read_words(struct rt_settings *settings)
{
    static const struct word focuses[] = {
        {"normal", RT_FOCUS_NORMAL},
        {"never", RT_FOCUS_VISIBLE},
        {"visible", RT_FOCUS_VISIBLE},
        {"synchronized", RT_FOCUS_SYNCHRONIZED},
    };
    static const struct word hands[] = {
        {"live", true},
        {"none", false},
    };
    static const struct word controllers[] = {
        {"live", RT_CONTROLLERS_LIVE},
        {"still", RT_CONTROLLERS_STILL},
        {"none", RT_CONTROLLERS_NONE},
    };
    settings->focus = (enum rt_focus)read_word(FOCUS, focuses, 4, RT_FOCUS_NORMAL);
    read_person(settings);
    const bool somebody = settings->person != RT_PERSON_NOBODY;
    settings->hands = read_word(HANDS, hands, 2, somebody) != 0;
    settings->controllers = (enum rt_controllers)read_word(
        CONTROLLERS, controllers, 3, somebody ? RT_CONTROLLERS_LIVE : RT_CONTROLLERS_NONE);
    strcpy(settings->profile, "khr/simple_controller");
    read_text(PROFILE, settings->profile, sizeof settings->profile);
    const char *fail = us_environment_get_secure(names[FAIL]);
    if (fail != NULL && !parse_fail(fail, settings))
        warn(FAIL, fail);
    const char *loss = us_environment_get_secure(names[LOSE]);
    if (loss != NULL && !parse_loss(loss, settings))
        warn(LOSE, loss);
}

void rt_settings_init(struct rt_settings *out_settings)
{
    memset(out_settings, 0, sizeof *out_settings);
    const uint32_t rate_hz = number_or(RATE_HZ, 60, 0, 1000);
    const uint32_t window = number_or(WINDOW, 0, 0, 2);
    out_settings->window = window != 0;
    const bool waits = number_or(PACED, 1, 0, 1) == 1 && rate_hz != 0;
    out_settings->paced = waits || window == 1;
    out_settings->rate_hz = rate_hz != 0 ? rate_hz : 60;
    out_settings->frames = number_or(FRAMES, 0, 0, UINT32_MAX);
    out_settings->shot_every = number_or(SHOT_EVERY, 30, 1, UINT32_MAX);
    out_settings->shot_eyes = number_or(SHOT_EYES, 1, 1, 2);
    out_settings->eye_size_px = number_or(EYE_SIZE, 512, 16, 4096);
    out_settings->views = number_or(VIEWS, 2, 2, 4);
    if (out_settings->views == 3) {
        warn(VIEWS, "3");
        out_settings->views = 2;
    }
    out_settings->still = number_or(STILL, 0, 0, 1) == 1;
    out_settings->report_every = number_or(REPORT_EVERY, 0, 0, UINT32_MAX);
    out_settings->recentre_frame = number_or(RECENTRE, 0, 0, UINT32_MAX);
    read_disabled_features(out_settings->disabled);
    read_words(out_settings);
    if (us_process_is_raised())
        return;
    read_text(SHOTS, out_settings->shots, sizeof out_settings->shots);
    read_text(REPORT, out_settings->report, sizeof out_settings->report);
    read_text(COCKPIT, out_settings->cockpit, sizeof out_settings->cockpit);
}
