/* SPDX-License-Identifier: MIT */
/*
 * recorded_components: which components of a session recording drive a component of an interaction
 * profile.
 *
 * The recorded component of the same path drives a component. If that was not active, for example
 * with another controller, a component of the same meaning drives it. One table lists which
 * components mean the same. Pure; any thread.
 *
 * If a boolean action is bound to a number, it gets the truth value that the runtime made of the
 * number, provided that this was recorded and the path is the same. Another path may have another
 * threshold.
 */
#ifndef US_RECORDED_COMPONENTS_H
#define US_RECORDED_COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/sampler/sample.h"
#include "profiles/bindings.h"
#include "session/codec/session_message.h"

enum { US_RECORDED_SOURCES_MAX = 12 };

/* Which part of a recorded value counts. */
enum us_recorded_part { US_RECORDED_WHOLE, US_RECORDED_X, US_RECORDED_Y };

struct us_recorded_source {
    uint16_t component; /* index into us_session_components::components */
    enum us_session_component_type type;
    enum us_recorded_part part;
    bool is_same_path; /* it is the component itself */
};

/* In the order in which they count: the first active one drives the component. */
struct us_recorded_sources {
    uint32_t count;
    struct us_recorded_source list[US_RECORDED_SOURCES_MAX];
};

/* The recorded sources of a component of a user. The list is empty if no recorded component means
 * the same. */
void us_recorded_sources_find(const struct us_session_components *recorded, enum us_user user,
                              const struct us_component *component,
                              struct us_recorded_sources *out);

/* How many recorded components of `user` the profile has itself, by the same path. */
uint32_t us_recorded_sources_count(const struct us_session_components *recorded, enum us_user user,
                                   const struct us_profile *profile);

/* The source that drives the component at the time of `inputs`; NULL if none is active. */
const struct us_recorded_source *
us_recorded_sources_active(const struct us_recorded_sources *sources,
                           const struct us_input_sample *inputs);

/* The value of a source: a truth value is 0 or 1 in x, a number is x, a vector is x and y. */
struct us_input_value us_recorded_source_value(const struct us_recorded_source *source,
                                               const struct us_input_sample *inputs);

/* The value that a boolean action gets from a source that is a number. US_INPUT_TRUTH_UNKNOWN: the
 * caller has to apply a threshold. */
enum us_input_truth us_recorded_source_truth(const struct us_recorded_source *source,
                                             const struct us_input_sample *inputs);

#endif
