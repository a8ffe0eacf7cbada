/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "options.h"
#include "text.h"
#include "verb.h"

static const struct us_verb *const verbs[] = {
    &us_verb_run,   &us_verb_info,           &us_verb_check,  &us_verb_sample,  &us_verb_diff,
    &us_verb_judge, &us_verb_compare_images, &us_verb_doctor, &us_verb_install, &us_verb_uninstall};
enum { VERB_COUNT = sizeof(verbs) / sizeof(verbs[0]), LIST_SIZE = 512 };

static const char help_help[] = "usage: understudy help VERB\n"
                                "\n"
                                "Explain a verb. The same as understudy VERB --help.\n"
                                "\n"
                                "Exit codes: 0; 2 there is no such verb.\n";

static int print_help(void)
{
    fputs(
        "Understudy plays recorded input into any OpenXR app, in place of a person in a headset.\n"
        "\n"
        "usage: understudy VERB [options] ...\n"
        "\n",
        stdout);
    for (unsigned i = 0; i < VERB_COUNT; i++)
        printf("  %-14s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs(
        "  help           explain a verb: understudy help VERB\n"
        "\n"
        "Recordings are input animation files of the Mixed Reality Toolkit, versions 1.0 and 1.1.\n"
        "The first thing to try:\n"
        "\n"
        "  understudy run --headless --play take.bin -- hello_xr -g Vulkan2\n",
        stdout);
    return US_EXIT_OK;
}

/* "run, info, ..., help" */
static const char *list_verbs(char out[LIST_SIZE])
{
    out[0] = '\0';
    for (unsigned i = 0; i < VERB_COUNT; i++) {
        strncat(out, verbs[i]->name, LIST_SIZE - strlen(out) - 1);
        strncat(out, ", ", LIST_SIZE - strlen(out) - 1);
    }
    return strncat(out, "help", LIST_SIZE - strlen(out) - 1);
}

static int unknown_verb(const char *word)
{
    const char *names[VERB_COUNT + 2] = {"help"};
    for (unsigned i = 0; i < VERB_COUNT; i++)
        names[i + 1] = verbs[i]->name;
    const char *closest = us_options_closest(word, names);
    char list[LIST_SIZE];
    if (closest != NULL)
        us_text_complain("there is no verb '%s'; did you mean '%s'?", word, closest);
    else
        us_text_complain("there is no verb '%s'; it is one of %s", word, list_verbs(list));
    return US_EXIT_USAGE;
}

static const struct us_verb *find_verb(const char *word)
{
    for (unsigned i = 0; i < VERB_COUNT; i++)
        if (strcmp(word, verbs[i]->name) == 0)
            return verbs[i];
    return NULL;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        us_text_complain("what is to be done? See 'understudy --help'");
        return US_EXIT_USAGE;
    }
    const char *word = argv[1];
    bool is_help = strcmp(word, "help") == 0;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || (is_help && argc == 2))
        return print_help();
    if (strcmp(word, "--version") == 0) {
        puts("understudy " US_TOOL_VERSION);
        return US_EXIT_OK;
    }
    word = is_help ? argv[2] : word;
    if (is_help && strcmp(word, "help") == 0) {
        fputs(help_help, stdout);
        return US_EXIT_OK;
    }
    const struct us_verb *verb = find_verb(word);
    if (verb == NULL)
        return unknown_verb(word);
    if (is_help) {
        us_options_print_help(verb);
        return US_EXIT_OK;
    }
    return verb->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    us_text_survive_limits();
    /* An app inherits what is ignored, and how it meets a closed pipe is its own business. */
    if (argc < 2 || strcmp(argv[1], us_verb_run.name) != 0)
        us_text_survive_readers();
    return us_text_flush(dispatch(argc, argv));
}
