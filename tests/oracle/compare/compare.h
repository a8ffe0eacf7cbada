/* SPDX-License-Identifier: MIT */
/*
 * Judges a JSON Lines log of what an app received, by what the oracle expects. The log's lines are
 * described in compare_log.h.
 *
 * What is expected of a line of time t: recording time is S + (t - N) / 1e9, where playback started
 * at XrTime N from recording time S; before N it is S; always within [start_s, end_s] of the
 * recording. What is recorded plays in the anchor space. Where the app locates one space in
 * another, spaces are composed as the specification composes them, velocities with lever arms. Live
 * spaces (LOCAL, STAGE, LOCAL_FLOOR) stand still to each other, where a `relation` line says.
 *
 * Head: all four flags, at any session state. Hands: active, all four flags and a positive radius
 * while tracked and the session is FOCUSED, otherwise inactive and no valid bits. Gaze: all four
 * flags while valid, otherwise no tracked bits; while the session is not FOCUSED, or is and no
 * xrSyncActions line has succeeded since (where the log has such lines), no flags at all are also
 * fine.
 *
 * Within 1 microsecond of a key, the start or the end, the answer of either side is fine; such
 * lines are counted.
 */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include <stdio.h>

/*
 * The program oracle_compare, writing its report to `out`: see its usage text. Returns 0 where the
 * log agrees, 1 where it does not, 2 where the arguments or the files are of no use (fewer lines
 * compared than asked for included).
 */
int oracle_compare_run(int argc, char **argv, FILE *out);

#endif
