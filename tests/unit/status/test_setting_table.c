/* SPDX-License-Identifier: MIT */
/* Hazard: a row of the settings' table that contradicts itself, or that stands for no setting. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "status/setting_table.h"

static bool is_list(const struct us_setting *setting)
{
    return setting->kind == US_SETTING_KIND_CHOICE || setting->kind == US_SETTING_KIND_LIST;
}

static void rows_are_complete(void **state)
{
    (void)state;
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        char range[US_SETTING_RANGE_SIZE];
        us_setting_range(setting, range, sizeof range);
        assert_true(range[0] != '\0' && strlen(range) + 1 < sizeof range);
        assert_true(strncmp(setting->variable, "UNDERSTUDY_", 11) == 0);
        assert_true(setting->help[0] != '\0' && setting->help[strlen(setting->help) - 1] != '.');
        assert_int_equal(is_list(setting), setting->values != NULL);
        assert_true(setting->option != NULL || setting->argument == NULL);
        bool is_flag = setting->option != NULL && setting->argument == NULL;
        assert_true(!is_flag || setting->kind == US_SETTING_KIND_SWITCH);
        for (int other = 0; other < i; other++)
            assert_string_not_equal(setting->variable, us_setting_table[other].variable);
    }
}

/* A default is a value that is allowed. */
static void defaults_are_in_range(void **state)
{
    (void)state;
    for (int i = 0; i < US_SETTING_COUNT; i++) {
        const struct us_setting *setting = &us_setting_table[i];
        const char *value = setting->default_value;
        if (setting->kind == US_SETTING_KIND_CHOICE)
            assert_true(us_setting_find(setting, value) >= 0);
        if (setting->kind == US_SETTING_KIND_SWITCH)
            assert_string_equal(value, "0");
        if (setting->kind == US_SETTING_KIND_NUMBER)
            assert_true(strtod(value, NULL) >= setting->minimum &&
                        strtod(value, NULL) <= setting->maximum);
    }
}

static void ranges_say_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        enum us_setting_id id;
        const char *range;
    } cases[] = {
        {US_SETTING_FORCE_FOCUS, "0, 1"},
        {US_SETTING_ANCHOR, "auto, local, stage, local_floor"},
        {US_SETTING_CHANNELS, "any of head, hands, gaze, pinch, controllers"},
        {US_SETTING_SPEED, "0.001 to 1000"},
        {US_SETTING_CLOCK, "wall, frame, frame:HZ (1 to 1000)"},
        {US_SETTING_PLAY, "path"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char range[US_SETTING_RANGE_SIZE];
        us_setting_range(&us_setting_table[cases[i].id], range, sizeof range);
        assert_string_equal(range, cases[i].range);
    }
    const struct us_setting *ends = &us_setting_table[US_SETTING_END];
    assert_int_equal(us_setting_find(ends, "quit"), 5);
    assert_int_equal(us_setting_find(ends, "qui"), -1);
    assert_string_equal(us_setting_table[US_SETTING_FORCE_FOCUS].option, "force-focus");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_complete),
        cmocka_unit_test(defaults_are_in_range),
        cmocka_unit_test(ranges_say_what_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
