/* SPDX-License-Identifier: MIT */
/* faults: the groups of the fault matrix, and what they share. */
#ifndef US_TEST_FAULTS_H
#define US_TEST_FAULTS_H

#include "fault_app.h"
#include "fault_table.h"

/* What is below: a runtime that has hands, eyes and locating many at once, or one that has none of
 * it, so that the layer stands in. */
enum fault_runtime { FAULT_HAS, FAULT_LACKS, FAULT_RUNTIMES };

/* The files of a recording, and the environment that plays it. */
extern struct scene fault_scene;

/* A runtime without scripts. */
void fault_reset(enum fault_runtime runtime);
/* From fault_reset to fault_app_build. Without the layer the runtime always has everything. */
void fault_start(struct fault_app *app, enum fault_runtime runtime, bool direct);
/* Nothing fails any more; destroys the instance if it is still there. */
void fault_stop(struct fault_app *app);
/* Whether a runtime of that kind has the function at all. */
bool fault_has(enum fault_runtime runtime, const char *name);
/* Compare what two apps noted; the index of the first difference, or -1. */
int fault_compare(const struct fault_app *direct, const struct fault_app *layered);

/* Every function of the chain below that the layer knows. */
extern const char *const fault_below[];
extern const int fault_below_count;
/* Every error of OpenXR 1.0. */
extern const XrResult fault_codes[];
extern const int fault_code_count;

void faults_from_start(void);
void faults_mid_session(void);
void faults_inner(void);
void faults_missing(void);
void faults_null(void);
void faults_garbage(void);
void faults_chains(void);
void faults_times(void);
void faults_reuse(void);
void faults_instances(void);
void faults_files(void);

#endif
