/* SPDX-License-Identifier: MIT */
/*
 * gltf_document: the JSON of a glTF 2.0 file of a skeleton, and where its binary part has what.
 *
 * The binary part begins with the meshes. Then come the times of the frames, and for each node that
 * is there its translations and its rotations, in the order of the nodes. Belongs to one thread.
 */
#ifndef TOOL_CONVERT_MOTION_GLTF_DOCUMENT_H
#define TOOL_CONVERT_MOTION_GLTF_DOCUMENT_H

#include <stdint.h>

#include "tool/convert/motion/skeleton.h"
#include "tool/edit/stage/outline.h"

enum {
    TOOL_GLTF_VERTICES = 6, /* of an octahedron */
    TOOL_GLTF_INDICES = 24,
    TOOL_GLTF_VERTICES_SIZE = TOOL_GLTF_VERTICES * 12,
    TOOL_GLTF_MESHES_SIZE = TOOL_SKELETON_PARTS * TOOL_GLTF_VERTICES_SIZE + TOOL_GLTF_INDICES * 2
};

struct tool_gltf_order {
    const struct tool_skeleton *skeleton; /* settled */
    const struct tool_edit_outline *outline;
    uint64_t frames;
    /* The times of the first and the last frame, as the file has them: seconds of the recording. */
    float first_s, last_s;
};

/* How many bytes the binary part has: the meshes, and what each frame and each node needs. */
uint64_t tool_gltf_binary_size(const struct tool_gltf_order *order);
/* Writes the beginning of it. */
void tool_gltf_meshes(uint8_t out[TOOL_GLTF_MESHES_SIZE]);
/* The caller frees the text; NULL: there is no memory. */
char *tool_gltf_document(const struct tool_gltf_order *order);

#endif
