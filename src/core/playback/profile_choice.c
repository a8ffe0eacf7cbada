/* SPDX-License-Identifier: MIT */
#include "core/playback/profile_choice.h"

#include <string.h>

#define HANDS(path, ...) path,
#define HTC_HANDS(path, ...) path,
#define USERS(path, ...)
const char *const us_profile_choice_names[] = {
#include "profiles/profiles.def"
    NULL,
};

static bool starts_with(const char *text, size_t length, const char *start)
{
    return length >= strlen(start) && strncmp(text, start, strlen(start)) == 0;
}

static const char *find_profile(const char *word, size_t length)
{
    if (starts_with(word, length, US_PROFILE_CHOICE_PREFIX)) {
        word += strlen(US_PROFILE_CHOICE_PREFIX);
        length -= strlen(US_PROFILE_CHOICE_PREFIX);
    }
    for (size_t i = 0; us_profile_choice_names[i] != NULL; i++) {
        if (strlen(us_profile_choice_names[i]) == length &&
            strncmp(us_profile_choice_names[i], word, length) == 0)
            return us_profile_choice_names[i];
    }
    return NULL;
}

/* Applies one word of the list. Returns NULL, or what is wrong with it. */
static const char *apply_word(const char *word, size_t length, struct us_profile_choice *choice)
{
    bool left = starts_with(word, length, "left="), right = starts_with(word, length, "right=");
    size_t skip = left ? strlen("left=") : right ? strlen("right=") : 0;
    const char *name = find_profile(word + skip, length - skip);
    bool both = !left && !right;
    if (name == NULL)
        return "is not an interaction profile that a hand can play";
    if (((left || both) && choice->left != NULL) || ((right || both) && choice->right != NULL))
        return "chooses a second profile for one hand";
    if (left || both)
        choice->left = name;
    if (right || both)
        choice->right = name;
    return NULL;
}

bool us_profile_choice_parse(const char *text, struct us_profile_choice *out,
                             struct us_profile_choice_error *out_error)
{
    *out = (struct us_profile_choice){NULL, NULL};
    for (const char *word = text;; word++) {
        size_t length = strcspn(word, ",");
        const char *why = apply_word(word, length, out);
        if (why != NULL) {
            *out = (struct us_profile_choice){NULL, NULL};
            *out_error =
                (struct us_profile_choice_error){why, word, length < 128 ? (int)length : 128};
            return false;
        }
        word += length;
        if (*word == '\0')
            return true;
    }
}
