/* SPDX-License-Identifier: MIT */
/*
 * environment: environment variables. Values are UTF-8 on Windows, and as they are elsewhere. A
 * value lasts until the program changes the variable; on Windows until the process ends. Any
 * thread, while none changes the environment.
 */
#ifndef US_ENVIRONMENT_H
#define US_ENVIRONMENT_H

#include <stdbool.h>

/* NULL: there is no such variable. */
const char *us_environment_get(const char *name);

/*
 * The same, but NULL where the program has more rights than the person who set its environment, who
 * could else let it read and write files for them. POSIX: a program with set-user-ID, set-group-ID
 * or capabilities. Windows: a program that an administrator's account has raised over its usual
 * rights ("Run as administrator"), because any program of the account may set its variables.
 */
const char *us_environment_get_secure(const char *name);

/* Changes the environment of this program, which the programs that it starts get. For programs, not
 * for libraries in somebody else's. False, with errno: there is no memory. */
bool us_environment_set(const char *name, const char *value);
void us_environment_unset(const char *name);

#endif
