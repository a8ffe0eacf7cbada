/* SPDX-License-Identifier: MIT */
/*
 * The baseline of the benchmark: what a straightforward port of the toolkit's playback to C does.
 * Each curve keeps its keys as the 28-byte layout has them, in single precision (8-byte keys get
 * tangents 0, weights 0, mode Both, as the toolkit's reader sets them). A pose is seven curve
 * evaluations, each a binary search and then the segment's polynomial; a weighted segment is solved
 * with 24 steps of bisection. No sign alignment, no repair, nothing precomputed, nothing made slow
 * on purpose. It leans on the oracle's reader to open a file, and on nothing else of it.
 *
 * Immutable once made: any thread.
 */
#ifndef ORACLE_PLAIN_PORT_H
#define ORACLE_PLAIN_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "oracle.h"

enum { PLAIN_PORT_JOINTS = 2 * ORACLE_XR_JOINTS };

struct plain_port;

/* NULL where the file cannot be read. Free with plain_port_destroy; NULL is fine there. */
struct plain_port *plain_port_create_from_file(const char *path);
struct plain_port *plain_port_create_from_memory(const uint8_t *bytes, size_t size);
void plain_port_destroy(struct plain_port *port);

/* Seconds of the recording that are worth asking for. */
float plain_port_start_s(const struct plain_port *port);
float plain_port_end_s(const struct plain_port *port);

/* All joints of both hands at one time, tracked or not, in Unity's world: left hand first, the
 * joints of a hand in file order without None; x y z in metres, then the unit quaternion x y z w
 * (identity where it is zero). */
void plain_port_pose(const struct plain_port *port, float time_s, float out[PLAIN_PORT_JOINTS][7]);

#endif
