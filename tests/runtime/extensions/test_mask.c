/* SPDX-License-Identifier: MIT */
/*
 * XR_KHR_visibility_mask and XR_EXT_user_presence on the headless runtime, through the real loader.
 * The masks are judged by their areas: a corner is a triangle of a quarter of the width and of the
 * height. "test_mask SCRIPT" writes a script there, by which mask and person go and come back.
 */
#include <math.h>

#include "openxr/xr.h"
#include "../test_client.h"

#define STEREO XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO
#define VERTICES 32

static PFN_xrGetVisibilityMaskKHR get_mask;

struct told {
    int masks;
    int presence; /* -1: nothing told */
    int presences;
};

static void poll_events(const struct client *client, struct told *told)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        const void *data = &event;
        if (event.type == XR_TYPE_EVENT_DATA_VISIBILITY_MASK_CHANGED_KHR) {
            const XrEventDataVisibilityMaskChangedKHR *changed = data;
            CHECK(changed->session == client->session && changed->viewConfigurationType == STEREO);
            told->masks |= 1 << changed->viewIndex;
        } else if (event.type == XR_TYPE_EVENT_DATA_USER_PRESENCE_CHANGED_EXT) {
            const XrEventDataUserPresenceChangedEXT *changed = data;
            CHECK(changed->session == client->session);
            told->presence = changed->isUserPresent == XR_TRUE;
            told->presences++;
        }
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
}

struct shape {
    XrVector2f vertices[VERTICES];
    uint32_t indices[VERTICES];
    uint32_t count; /* of the indices */
};

static struct shape load(const struct client *client, uint32_t view, XrVisibilityMaskTypeKHR type)
{
    struct shape shape = {.count = 0};
    XrVisibilityMaskKHR mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR};
    OK(get_mask(client->session, STEREO, view, type, &mask));
    CHECK(mask.vertexCountOutput <= VERTICES && mask.indexCountOutput <= VERTICES);
    mask.vertexCapacityInput = mask.vertexCountOutput;
    mask.indexCapacityInput = mask.indexCountOutput;
    mask.vertices = shape.vertices;
    mask.indices = shape.indices;
    if (mask.indexCountOutput > 0) {
        mask.indexCapacityInput--;
        CHECK(get_mask(client->session, STEREO, view, type, &mask) == XR_ERROR_SIZE_INSUFFICIENT);
        mask.indexCapacityInput = 0; /* then the other capacity counts as 0, too */
        shape.vertices[0].x = 77;
        OK(get_mask(client->session, STEREO, view, type, &mask));
        CHECK(shape.vertices[0].x == 77 && mask.vertexCountOutput == mask.vertexCapacityInput);
        mask.indexCapacityInput = mask.indexCountOutput;
    }
    OK(get_mask(client->session, STEREO, view, type, &mask));
    shape.count = mask.indexCountOutput;
    for (uint32_t i = 0; i < shape.count; i++)
        CHECK(shape.indices[i] < mask.vertexCountOutput);
    return shape;
}

static double cross(XrVector2f a, XrVector2f b)
{
    return (double)a.x * (double)b.y - (double)a.y * (double)b.x;
}

/* The area of triangles, each of which must be counter-clockwise. */
static double area_of_triangles(const struct shape *shape)
{
    double area = 0;
    CHECK(shape->count % 3 == 0);
    for (uint32_t i = 0; i < shape->count; i += 3) {
        const XrVector2f a = shape->vertices[shape->indices[i]];
        const XrVector2f b = shape->vertices[shape->indices[i + 1]];
        const XrVector2f c = shape->vertices[shape->indices[i + 2]];
        const double twice = cross(a, b) + cross(b, c) + cross(c, a);
        CHECK(twice > 0);
        area += twice / 2;
    }
    return area;
}

static double area_of_loop(const struct shape *shape)
{
    double twice = 0;
    for (uint32_t i = 0; i < shape->count; i++)
        twice += cross(shape->vertices[shape->indices[i]],
                       shape->vertices[shape->indices[(i + 1) % shape->count]]);
    return twice / 2;
}

static void check_eye(const struct client *client, uint32_t view)
{
    const double left = -tan(view == 0 ? 0.8 : 0.7), right = tan(view == 0 ? 0.7 : 0.8);
    const double down = -tan(0.85), up = tan(0.75);
    const double whole = (right - left) * (up - down);
    const struct shape hidden =
        load(client, view, XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR);
    const struct shape visible =
        load(client, view, XR_VISIBILITY_MASK_TYPE_VISIBLE_TRIANGLE_MESH_KHR);
    const struct shape loop = load(client, view, XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR);
    CHECK(fabs(area_of_triangles(&hidden) - whole / 8) < 1e-5);
    CHECK(fabs(area_of_triangles(&visible) - whole * 7 / 8) < 1e-5);
    CHECK(loop.count == 8 && fabs(area_of_loop(&loop) - whole * 7 / 8) < 1e-5);
    for (uint32_t i = 0; i < hidden.count; i++) {
        const XrVector2f v = hidden.vertices[hidden.indices[i]];
        CHECK((double)v.x > left - 1e-5 && (double)v.x < right + 1e-5);
        CHECK((double)v.y > down - 1e-5 && (double)v.y < up + 1e-5);
    }
}

static void check_wrong_questions(const struct client *client)
{
    const XrVisibilityMaskTypeKHR type = XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR;
    XrVisibilityMaskKHR mask = {.type = XR_TYPE_VISIBILITY_MASK_KHR};
    CHECK(get_mask(client->session, STEREO, 2, type, &mask) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(get_mask(client->session, STEREO, 0, (XrVisibilityMaskTypeKHR)4, &mask) ==
          XR_ERROR_VALIDATION_FAILURE);
    CHECK(get_mask(client->session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_MONO, 0, type, &mask) ==
          XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED);
    CHECK(get_mask(client->session, STEREO, 0, type, NULL) == XR_ERROR_VALIDATION_FAILURE);
    mask.vertexCapacityInput = mask.indexCapacityInput = 8;
    CHECK(get_mask(client->session, STEREO, 0, type, &mask) == XR_ERROR_VALIDATION_FAILURE);
}

static void open_session(struct client *client)
{
    client_create_instance(client);
    /* With an instance the runtime may go, and come back in another place. */
    get_mask = CLIENT_LOAD(client, xrGetVisibilityMaskKHR);
    client_create_session(client);
    client_create_set(client);
    client_attach(client);
}

static void check_supported(const struct client *client)
{
    XrSystemUserPresencePropertiesEXT presence = {.type =
                                                      XR_TYPE_SYSTEM_USER_PRESENCE_PROPERTIES_EXT};
    XrSystemProperties properties = {.type = XR_TYPE_SYSTEM_PROPERTIES, .next = &presence};
    OK(xrGetSystemProperties(client->instance, 1, &properties));
    CHECK(presence.supportsUserPresence);
}

static void begin(struct client *client, struct told *told)
{
    const XrSessionBeginInfo info = {.type = XR_TYPE_SESSION_BEGIN_INFO,
                                     .primaryViewConfigurationType = STEREO};
    poll_events(client, told);
    OK(xrBeginSession(client->session, &info));
    poll_events(client, told);
}

static void finish(struct client *client, struct told *told)
{
    OK(xrRequestExitSession(client->session));
    poll_events(client, told);
    OK(xrEndSession(client->session));
    OK(xrDestroySession(client->session));
    OK(xrDestroyInstance(client->instance));
}

/* The mask goes from 0.1 s to 0.2 s, and the person from 0.3 s to 0.4 s. */
static void play_script(const char *path)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "0.1 session mask no\n0.2 session mask yes\n"
                  "0.3 session presence no\n0.4 session presence yes\n");
    CHECK(fclose(file) == 0 && setenv("UNDERSTUDY_HEADLESS_PERSON", path, 1) == 0);
    struct client client = {.extension = XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    client.extension2 = XR_EXT_USER_PRESENCE_EXTENSION_NAME;
    struct told told = {.presence = -1};
    open_session(&client);
    begin(&client, &told);
    CHECK(told.presence == 1 && told.presences == 1);
    XrTime start = 0;
    bool was_gone = false;
    for (int frame = 0; frame < 30; frame++) {
        client_run_frame(&client);
        start = frame == 0 ? client.time : start;
        told.masks = 0;
        poll_events(&client, &told);
        const double t = (double)(client.time - start) / 1e9;
        const bool gone = t >= 0.1 && t < 0.2;
        CHECK(told.masks == (gone != was_gone ? 3 : 0)); /* an event for each eye */
        was_gone = gone;
        CHECK((load(&client, 0, XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR).count == 0) == gone);
        CHECK((told.presence == 0) == (t >= 0.3 && t < 0.4));
    }
    CHECK(told.presences == 3);
    finish(&client, &told);
    remove(path);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    struct client client = {.extension = XR_KHR_VISIBILITY_MASK_EXTENSION_NAME};
    client.extension2 = XR_EXT_USER_PRESENCE_EXTENSION_NAME;
    struct told told = {.presence = -1};
    open_session(&client);
    check_supported(&client);
    check_eye(&client, 0);
    check_eye(&client, 1);
    check_wrong_questions(&client);
    begin(&client, &told);
    client_run_frame(&client);
    poll_events(&client, &told);
    CHECK(told.presence == 1 && told.presences == 1 && told.masks == 0);
    finish(&client, &told);
    play_script(argv[1]);
    return 0;
}
