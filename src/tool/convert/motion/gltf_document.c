/* SPDX-License-Identifier: MIT */
#include "tool/convert/motion/gltf_document.h"

#include <string.h>

#include "core/base/bytes.h"
#include "tool/cli/json.h"

/* Of the glTF 2.0 specification, chapters 3.6 and 5. */
enum { UNSIGNED_SHORT = 5123, FLOAT = 5126, ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };
enum { TIME_SIZE = 4, TRANSLATION_SIZE = 12, ROTATION_SIZE = 16, MATERIALS = 3 };

/* Half an octahedron's width, and how far it reaches back (+Z), in metres. */
static const float shapes[TOOL_SKELETON_PARTS][2] = {
    [TOOL_SKELETON_HEAD] = {0.07f, 0.09f},  [TOOL_SKELETON_RAY] = {0.004f, 0.004f},
    [TOOL_SKELETON_POSE] = {0.02f, 0.03f},  [TOOL_SKELETON_JOINT] = {0.006f, 0.006f},
    [TOOL_SKELETON_TIP] = {0.006f, 0.006f},
};

uint64_t tool_gltf_binary_size(const struct tool_gltf_order *order)
{
    const uint64_t node = TRANSLATION_SIZE + ROTATION_SIZE;
    return TOOL_GLTF_MESHES_SIZE + order->frames * (TIME_SIZE + order->skeleton->count * node);
}

/* ---- Meshes ---- */

void tool_gltf_meshes(uint8_t out[TOOL_GLTF_MESHES_SIZE])
{
    static const uint8_t faces[TOOL_GLTF_INDICES] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                                     2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    for (unsigned part = 0; part < TOOL_SKELETON_PARTS; part++) {
        const float *shape = shapes[part], ahead = tool_skeleton_ahead_m[part];
        const float vertices[TOOL_GLTF_VERTICES * 3] = {
            shape[0], 0.0f,      0.0f, -shape[0], 0.0f, 0.0f,     0.0f, shape[0], 0.0f,
            0.0f,     -shape[0], 0.0f, 0.0f,      0.0f, shape[1], 0.0f, 0.0f,     -ahead};
        for (unsigned i = 0; i < TOOL_GLTF_VERTICES * 3; i++, out += 4)
            us_bytes_store_f32(out, vertices[i]);
    }
    for (unsigned i = 0; i < TOOL_GLTF_INDICES; i++, out += 2) {
        out[0] = faces[i];
        out[1] = 0;
    }
}

/* ---- Accessors ---- */

struct document {
    const struct tool_gltf_order *order;
    cJSON *root, *views, *accessors;
    uint64_t size; /* of the binary part that has a view */
    int count;     /* of accessors */
    /* Indexes of what is used: nodes, accessors of shapes, materials, meshes; -1: it is not. */
    int nodes[TOOL_SKELETON_NODES], shapes[TOOL_SKELETON_PARTS], materials[MATERIALS];
    int meshes[TOOL_SKELETON_PARTS][MATERIALS];
};

/* A view and an accessor of all of it, behind those before; its index. `target` 0: none. */
static cJSON *add_accessor(struct document *document, const char *type, int component,
                           uint64_t count, uint64_t size, int target)
{
    cJSON *view = tool_json_append_object(document->views);
    cJSON_AddNumberToObject(view, "buffer", 0);
    cJSON_AddNumberToObject(view, "byteOffset", (double)document->size);
    cJSON_AddNumberToObject(view, "byteLength", (double)size);
    if (target != 0)
        cJSON_AddNumberToObject(view, "target", target);
    cJSON *accessor = tool_json_append_object(document->accessors);
    cJSON_AddNumberToObject(accessor, "bufferView", document->count++);
    cJSON_AddNumberToObject(accessor, "componentType", component);
    cJSON_AddNumberToObject(accessor, "count", (double)count);
    cJSON_AddStringToObject(accessor, "type", type);
    document->size += size;
    return accessor;
}

/* The indices are the accessor 0. */
static void add_shapes(struct document *document)
{
    document->size = (uint64_t)TOOL_SKELETON_PARTS * TOOL_GLTF_VERTICES_SIZE;
    add_accessor(document, "SCALAR", UNSIGNED_SHORT, TOOL_GLTF_INDICES, TOOL_GLTF_INDICES * 2,
                 ELEMENT_ARRAY_BUFFER);
    for (unsigned part = 0; part < TOOL_SKELETON_PARTS; part++) {
        const float *shape = shapes[part], ahead = tool_skeleton_ahead_m[part];
        if (document->shapes[part] < 0)
            continue;
        document->shapes[part] = document->count;
        document->size = (uint64_t)part * TOOL_GLTF_VERTICES_SIZE;
        cJSON *accessor = add_accessor(document, "VEC3", FLOAT, TOOL_GLTF_VERTICES,
                                       TOOL_GLTF_VERTICES_SIZE, ARRAY_BUFFER);
        tool_json_add_array(accessor, "min", (float[]){-shape[0], -shape[0], -ahead}, 3);
        tool_json_add_array(accessor, "max", (float[]){shape[0], shape[0], shape[1]}, 3);
    }
    document->size = TOOL_GLTF_MESHES_SIZE;
}

/* ---- Nodes ---- */

static void add_materials(struct document *document)
{
    static const struct {
        const char *name;
        float colour[4];
    } materials[MATERIALS] = {{"head", {0.8f, 0.8f, 0.8f, 1.0f}},
                              {"left", {0.1f, 0.35f, 0.9f, 1.0f}},
                              {"right", {0.9f, 0.35f, 0.1f, 1.0f}}};
    cJSON *list = cJSON_AddArrayToObject(document->root, "materials");
    for (unsigned i = 0, count = 0; i < MATERIALS; i++) {
        if (document->materials[i] < 0)
            continue;
        document->materials[i] = (int)count++;
        cJSON *material = tool_json_append_object(list);
        cJSON_AddStringToObject(material, "name", materials[i].name);
        cJSON *surface = cJSON_AddObjectToObject(material, "pbrMetallicRoughness");
        tool_json_add_array(surface, "baseColorFactor", materials[i].colour, 4);
        cJSON_AddNumberToObject(surface, "metallicFactor", 0);
    }
}

/* A mesh for each part and side. */
static void add_meshes(struct document *document)
{
    cJSON *list = cJSON_AddArrayToObject(document->root, "meshes");
    for (unsigned i = 0, count = 0; i < TOOL_SKELETON_PARTS * MATERIALS; i++) {
        int *place = &document->meshes[i / MATERIALS][i % MATERIALS];
        if (*place < 0)
            continue;
        *place = (int)count++;
        cJSON *mesh = tool_json_append_object(list);
        cJSON *primitive = tool_json_append_object(cJSON_AddArrayToObject(mesh, "primitives"));
        cJSON *attributes = cJSON_AddObjectToObject(primitive, "attributes");
        cJSON_AddNumberToObject(attributes, "POSITION", document->shapes[i / MATERIALS]);
        cJSON_AddNumberToObject(primitive, "indices", 0);
        cJSON_AddNumberToObject(primitive, "material", document->materials[i % MATERIALS]);
    }
}

/* The children of a node, which are later ones. */
static void add_children(const struct document *document, cJSON *object, int parent)
{
    cJSON *list = NULL;
    for (int i = parent + 1; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &document->order->skeleton->nodes[i];
        if (node->ever == 0 || node->parent != parent)
            continue;
        if (list == NULL)
            list = cJSON_AddArrayToObject(object, "children");
        cJSON_AddItemToArray(list, cJSON_CreateNumber(document->nodes[i]));
    }
}

static void add_nodes(struct document *document)
{
    cJSON *list = cJSON_AddArrayToObject(document->root, "nodes");
    cJSON *local = tool_json_append_object(list);
    cJSON_AddStringToObject(local, "name", "LOCAL");
    add_children(document, local, TOOL_SKELETON_LOCAL);
    for (int i = 0; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &document->order->skeleton->nodes[i];
        const struct us_vec3 at = node->rest.position_m;
        const struct us_quat turn = node->rest.rotation;
        if (node->ever == 0)
            continue;
        cJSON *object = tool_json_append_object(list);
        cJSON_AddStringToObject(object, "name", node->name);
        cJSON_AddNumberToObject(object, "mesh", document->meshes[node->part][node->side + 1]);
        tool_json_add_array(object, "translation", (float[]){at.x, at.y, at.z}, 3);
        tool_json_add_array(object, "rotation", (float[]){turn.x, turn.y, turn.z, turn.w}, 4);
        add_children(document, object, i);
    }
}

/* ---- The animation ---- */

static void add_channel(cJSON *channels, cJSON *samplers, int sampler, int node, const char *path,
                        int times, int values)
{
    cJSON *channel = tool_json_append_object(channels);
    cJSON_AddNumberToObject(channel, "sampler", sampler);
    cJSON *target = cJSON_AddObjectToObject(channel, "target");
    cJSON_AddNumberToObject(target, "node", node);
    cJSON_AddStringToObject(target, "path", path);
    cJSON *object = tool_json_append_object(samplers);
    cJSON_AddNumberToObject(object, "input", times);
    cJSON_AddNumberToObject(object, "output", values);
    cJSON_AddStringToObject(object, "interpolation", "LINEAR");
}

static void add_markers(struct document *document, cJSON *animation)
{
    const struct tool_edit_outline *outline = document->order->outline;
    if (outline->marker_count == 0)
        return;
    cJSON *list = cJSON_AddArrayToObject(cJSON_AddObjectToObject(animation, "extras"), "markers");
    for (uint32_t i = 0; i < outline->marker_count; i++) {
        cJSON *marker = tool_json_append_object(list);
        cJSON_AddNumberToObject(marker, "time",
                                tool_edit_seconds(outline, outline->markers[i].time_ns));
        tool_json_add_text(marker, "name", outline->markers[i].name);
    }
}

static void add_animation(struct document *document)
{
    const struct tool_gltf_order *order = document->order;
    cJSON *animation =
        tool_json_append_object(cJSON_AddArrayToObject(document->root, "animations"));
    cJSON_AddStringToObject(animation, "name", "recording");
    cJSON *channels = cJSON_AddArrayToObject(animation, "channels");
    cJSON *samplers = cJSON_AddArrayToObject(animation, "samplers");
    const int times = document->count;
    cJSON *accessor =
        add_accessor(document, "SCALAR", FLOAT, order->frames, order->frames * TIME_SIZE, 0);
    tool_json_add_array(accessor, "min", &order->first_s, 1);
    tool_json_add_array(accessor, "max", &order->last_s, 1);
    for (int i = 0, sampler = 0; i < TOOL_SKELETON_NODES; i++) {
        if (order->skeleton->nodes[i].ever == 0)
            continue;
        add_channel(channels, samplers, sampler++, document->nodes[i], "translation", times,
                    document->count);
        add_accessor(document, "VEC3", FLOAT, order->frames, order->frames * TRANSLATION_SIZE, 0);
        add_channel(channels, samplers, sampler++, document->nodes[i], "rotation", times,
                    document->count);
        add_accessor(document, "VEC4", FLOAT, order->frames, order->frames * ROTATION_SIZE, 0);
    }
    add_markers(document, animation);
}

/* ---- The whole ---- */

static void add_scene(struct document *document)
{
    cJSON *asset = cJSON_AddObjectToObject(document->root, "asset");
    cJSON_AddStringToObject(asset, "version", "2.0");
    cJSON_AddStringToObject(asset, "generator", "Understudy");
    cJSON_AddNumberToObject(document->root, "scene", 0);
    cJSON *scene = tool_json_append_object(cJSON_AddArrayToObject(document->root, "scenes"));
    cJSON_AddItemToArray(cJSON_AddArrayToObject(scene, "nodes"), cJSON_CreateNumber(0));
}

/* Marks what is used with 0, and numbers the nodes: LOCAL is 0. */
static void find_used(struct document *document)
{
    memset(document->shapes, 0xff, sizeof document->shapes); /* -1 */
    memset(document->materials, 0xff, sizeof document->materials);
    memset(document->meshes, 0xff, sizeof document->meshes);
    for (int i = 0, next = 1; i < TOOL_SKELETON_NODES; i++) {
        const struct tool_skeleton_node *node = &document->order->skeleton->nodes[i];
        document->nodes[i] = node->ever != 0 ? next++ : -1;
        if (node->ever == 0)
            continue;
        document->shapes[node->part] = document->materials[node->side + 1] = 0;
        document->meshes[node->part][node->side + 1] = 0;
    }
}

char *tool_gltf_document(const struct tool_gltf_order *order)
{
    struct document document = {.order = order, .root = cJSON_CreateObject()};
    find_used(&document);
    add_scene(&document);
    document.accessors = cJSON_AddArrayToObject(document.root, "accessors");
    document.views = cJSON_AddArrayToObject(document.root, "bufferViews");
    add_shapes(&document);
    add_materials(&document);
    add_meshes(&document);
    add_nodes(&document);
    add_animation(&document);
    cJSON *buffer = tool_json_append_object(cJSON_AddArrayToObject(document.root, "buffers"));
    cJSON_AddNumberToObject(buffer, "byteLength", (double)document.size);
    char *text = document.root != NULL ? cJSON_PrintUnformatted(document.root) : NULL;
    cJSON_Delete(document.root);
    return text;
}
