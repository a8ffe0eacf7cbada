/* SPDX-License-Identifier: MIT */
#include "status/setting_table.h"

#include <stdio.h>

#include "core/base/text.h"

static const char *const anchors[] = {"auto", "local", "stage", "local_floor", NULL};
static const char *const worlds[] = {"anchored", "virtual", NULL};
static const char *const channels[] = {"head", "hands", "gaze", "pinch", "controllers", NULL};
static const char *const gazes[] = {"head", "world", NULL};
static const char *const views[] = {"runtime", "recorded", NULL};
static const char *const session_events[] = {"runtime", "recorded", NULL};
static const char *const layer_remap_names[] = {"world", "head", NULL};
static const char *const starts[] = {"focus", "sync", "frame", NULL};
static const char *const ends[] = {"hold", "loop", "pingpong", "reset", "release", "quit", NULL};
static const char *const event_levels[] = {"events", "frames", "calls", NULL};
static const char *const mark_reasons[] = {"nothing", "haptic", NULL};
static const char *const message_levels[] = {"error", "warn", "info", "debug", NULL};

const struct us_setting us_setting_table[US_SETTING_COUNT] = {
#define US_SETTING(id, option, argument, kind, ...)                                                \
    [US_SETTING_##id] = {"UNDERSTUDY_" #id, option, argument, US_SETTING_KIND_##kind, __VA_ARGS__},
#include "status/setting_table.def"
#undef US_SETTING
};

bool us_setting_has_option(const struct us_setting *setting)
{
    return setting->option != NULL && (setting->argument == NULL || setting->argument[0] != '-');
}

void us_setting_range(const struct us_setting *setting, char *out, size_t size)
{
    snprintf(out, size, "%s", setting->kind == US_SETTING_KIND_LIST ? "any of " : "");
    switch (setting->kind) {
    case US_SETTING_KIND_SWITCH:
        snprintf(out, size, "0, 1");
        break;
    case US_SETTING_KIND_CHOICE:
    case US_SETTING_KIND_LIST:
        us_text_join(setting->values, out, size);
        break;
    case US_SETTING_KIND_NUMBER:
        snprintf(out, size, "%.9g to %.9g", setting->minimum, setting->maximum);
        break;
    case US_SETTING_KIND_CLOCK:
        snprintf(out, size, "wall, frame, frame:HZ (%.9g to %.9g)", setting->minimum,
                 setting->maximum);
        break;
    default:
        snprintf(out, size, "%s", setting->format);
        break;
    }
}
