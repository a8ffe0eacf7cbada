/* SPDX-License-Identifier: MIT */
/* The main of a program with several hazards: runs the one that the first argument names, or says
 * which there are. hazards.inc is the list of CMakeLists.txt. */
#include <stdio.h>
#include <string.h>

#define HAZARD(name) int test_##name##_main(void);
#include "hazards.inc"
#undef HAZARD

/* What follows the name on the command line; NULL: nothing. */
const char *hazard_argument;

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } hazards[] = {
#define HAZARD(name) {#name, test_##name##_main},
#include "hazards.inc"
#undef HAZARD
    };
    for (size_t i = 0; i < sizeof hazards / sizeof hazards[0]; i++) {
        if (argc > 1 && strcmp(argv[1], hazards[i].name) == 0) {
            hazard_argument = argv[2];
            return hazards[i].run();
        }
        if (argc == 1)
            puts(hazards[i].name);
    }
    return argc == 1 ? 0 : 2;
}
