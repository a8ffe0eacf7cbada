// SPDX-License-Identifier: MIT
#include "runtime/person/script.h"

#include <stdlib.h>
#include <string.h>

void rt_script_destroy(struct rt_script *script)
{
    if (script == NULL)
        return;
    for (size_t i = 0; i < script->count; i++)
        rt_track_finish(&script->inputs[i].track);
    free(script->inputs);
    free(script);
}

const struct rt_track *rt_script_find(const struct rt_script *script,
                                      enum rt_script_subject subject, const char *name)
{
    for (size_t i = 0; i < script->count; i++) {
        if (script->inputs[i].subject == subject && strcmp(script->inputs[i].name, name) == 0)
            return &script->inputs[i].track;
    }
    return NULL;
}

int rt_script_step(const struct rt_script *script, enum rt_script_subject subject, const char *name,
                   double time_s, int fallback)
{
    const struct rt_track *track = rt_script_find(script, subject, name);
    const struct rt_track_key *key = track == NULL ? NULL : rt_track_step(track, time_s);
    return key == NULL ? fallback : (int)key->values[0];
}
