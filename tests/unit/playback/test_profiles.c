/* SPDX-License-Identifier: MIT */
/* Hazard: a choice of profiles that is taken for another one, or a misspelt one that is ignored. */
#include "support.h"

#include <string.h>

#include "core/playback/play_choices.h"

TEST(what_each_hand_is)
{
    static const struct {
        const char *text, *left, *right;
    } rows[] = {
        {"oculus/touch_controller", "oculus/touch_controller", "oculus/touch_controller"},
        {"/interaction_profiles/khr/simple_controller", "khr/simple_controller",
         "khr/simple_controller"},
        {"left=valve/index_controller", "valve/index_controller", NULL},
        {"right=/interaction_profiles/htc/vive_controller", NULL, "htc/vive_controller"},
        {"right=htc/vive_controller,left=ext/hand_interaction_ext", "ext/hand_interaction_ext",
         "htc/vive_controller"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_profile_choice choice;
        struct us_profile_choice_error wrong;
        assert_true(us_profile_choice_parse(rows[i].text, &choice, &wrong));
        assert_string_equal(choice.left != NULL ? choice.left : "",
                            rows[i].left != NULL ? rows[i].left : "");
        assert_string_equal(choice.right != NULL ? choice.right : "",
                            rows[i].right != NULL ? rows[i].right : "");
    }
}

TEST(what_is_refused)
{
    static const struct {
        const char *text, *word;
    } rows[] = {
        {"", ""},
        {"oculus/touch", "oculus/touch"},
        {"oculus/touch_controllers", "oculus/touch_controllers"},
        {"Oculus/touch_controller", "Oculus/touch_controller"},
        {"middle=oculus/touch_controller", "middle=oculus/touch_controller"},
        {"left=", "left="},
        {"left=khr/simple_controller,", ""},
        {"left=khr/simple_controller,right=khr/x", "right=khr/x"},
        {"left=khr/simple_controller,left=khr/simple_controller", "left=khr/simple_controller"},
        {"khr/simple_controller,right=htc/vive_controller", "right=htc/vive_controller"},
        {"right=htc/vive_controller,khr/simple_controller", "khr/simple_controller"},
        {"ext/eye_gaze_interaction", "ext/eye_gaze_interaction"},
        {"microsoft/xbox_controller", "microsoft/xbox_controller"},
        {"/interaction_profiles/", "/interaction_profiles/"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct us_profile_choice choice;
        struct us_profile_choice_error wrong;
        assert_false(us_profile_choice_parse(rows[i].text, &choice, &wrong));
        assert_null(choice.left);
        assert_null(choice.right);
        assert_int_equal(wrong.length, strlen(rows[i].word));
        assert_memory_equal(wrong.text, rows[i].word, strlen(rows[i].word));
        assert_true(strlen(wrong.why) > 0);
    }
}

int main(void)
{
    return RUN_TESTS(what_each_hand_is, what_is_refused);
}
