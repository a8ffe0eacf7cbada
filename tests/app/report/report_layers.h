/* SPDX-License-Identifier: MIT */
/* report_layers: what an app submitted, for the lines of report.h. */
#ifndef PROBE_REPORT_LAYERS_H
#define PROBE_REPORT_LAYERS_H

#include "report.h"

/* What a space is called; the texts are used before the next call. */
typedef struct probe_report_space (*probe_report_layers_name_fn)(void *user, XrSpace space);

/*
 * {"call":"xrEndFrame","result":0,"time":T,"layers":n,"submitted":[LAYER...]}. A LAYER is
 * {"type":"quad","base":"LOCAL",..., "eye":n,"p","q"}; a projection has "views":[{"p","q"}...]
 * instead of an eye and a pose, and of an unknown type only its number is told.
 */
void probe_report_end_frame(struct probe_jsonl *jsonl, XrResult result, const XrFrameEndInfo *info,
                            probe_report_layers_name_fn name, void *user);

#endif
