/* SPDX-License-Identifier: MIT */
/* own_suggestions: the recorder's actions among the bindings that the app suggested. Allocates. */
#ifndef US_OWN_SUGGESTIONS_H
#define US_OWN_SUGGESTIONS_H

#include <stdbool.h>

struct us_own_actions;

/* Suggest the app's bindings and the own ones together for each profile. What the runtime refuses
 * is left out. False if nothing is left, or memory runs out. */
bool us_own_suggestions_add(struct us_own_actions *own);

/* Suggest the app's bindings alone again. */
void us_own_suggestions_remove(struct us_own_actions *own);

#endif
