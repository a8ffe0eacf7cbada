/* SPDX-License-Identifier: MIT */
/*
 * state: what an OpenGL app has bound and set, so that the app can tell whether somebody changed
 * it. The context is current.
 */
#ifndef GL_APP_STATE_H
#define GL_APP_STATE_H

#include <stdbool.h>

enum { STATE_MAX = 64 };

/* What a context knows. */
enum profile { PROFILE_ES, PROFILE_CORE, PROFILE_COMPATIBILITY };

struct state {
    int values[STATE_MAX][4];
};

/* Binds and sets something other than the default wherever another one reads or makes images. */
void state_disturb(enum profile profile, unsigned texture);
/* Leaves an error behind that the app has not asked for yet. */
void state_leave_error(void);
/* Reads the state. */
void state_read(enum profile profile, struct state *out_state);
/* The number of values that differ; prints the name of each on standard error. */
int state_compare(enum profile profile, const struct state *before, const struct state *after,
                  const char *when);
/* Whether the error of state_leave_error is still there. Clears it. */
bool state_has_error(void);

#endif
