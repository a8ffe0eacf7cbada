/* SPDX-License-Identifier: MIT */
/*
 * inspect_reference: the facts of a recording that lies whole in memory, counted the plain way.
 */
#ifndef INSPECT_REFERENCE_H
#define INSPECT_REFERENCE_H

#include "core/inspect/inspect.h"

struct us_sampler;

/* What the file says, before a repair. False if memory runs out. */
bool inspect_reference_file(const struct us_recording *recording, struct us_inspect_facts *facts);
/* What is played, of a repaired recording. */
bool inspect_reference_played(const struct us_recording *recording,
                              const struct us_sampler *sampler, struct us_inspect_facts *facts);

#endif
