/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "options.h"
#include "personal.h"
#include "receipt.h"
#include "text.h"
#include "uninstall.h"
#include "verb.h"

static const char help[] =
    "usage: understudy uninstall --user\n"
    "\n"
    "Remove what 'understudy install --user' wrote, and the folders that it made and that are\n"
    "empty. What was changed since is left alone, and named.\n"
    "\n"
    "  --user  what was installed for you\n"
    "\n"
    "Exit codes: 0 nothing of it is left; 1 something had to stay; 2 usage.\n";

static int run(int argc, char **argv);

const struct us_verb us_verb_uninstall = {"uninstall", "remove what 'install' wrote", help, run,
                                          NULL};

static int uninstall(const struct us_personal *personal, struct us_receipt *receipt)
{
    switch (us_receipt_read(personal->receipt, receipt)) {
    case US_RECEIPT_NONE:
        puts("Nothing was installed for you.");
        return US_EXIT_OK;
    case US_RECEIPT_DAMAGED:
        us_text_complain("%s is damaged, so that it is not known what was installed; remove the "
                         "folder %s and the file %s yourself",
                         personal->receipt, personal->library_folder, personal->manifest);
        return US_EXIT_REFUSED;
    case US_RECEIPT_READ:
        break;
    }
    if (!us_uninstall(personal, receipt))
        return US_EXIT_REFUSED;
    puts("Removed.");
    return US_EXIT_OK;
}

static int run(int argc, char **argv)
{
    bool user = false;
    const struct us_option options[] = {{"user", US_OPTION_FLAG, &user, NULL},
                                        {NULL, US_OPTION_FLAG, NULL, NULL}};
    struct us_command_line line = {
        .verb = &us_verb_uninstall, .options = options, .takes_none = true};
    int code = us_options_parse(&line, argc, argv);
    if (code != US_OPTIONS_GO_ON)
        return code;
    struct us_personal personal;
    struct us_receipt *receipt = malloc(sizeof(*receipt));
    const char *wrong = receipt == NULL ? "out of memory" : us_personal_find(&personal);
    if (!user)
        wrong = "for whom? Pass --user; for everyone, the package is removed as it was installed";
    if (wrong != NULL) {
        us_text_complain("uninstall: %s", wrong);
        code = US_EXIT_USAGE;
    } else {
        code = uninstall(&personal, receipt);
    }
    free(receipt);
    return code;
}
