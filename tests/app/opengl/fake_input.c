/* SPDX-License-Identifier: MIT */
#include "fake_input.h"

#include <stdlib.h>
#include <sys/uio.h>

#include <xcb/xcb.h>
#include <xcb/xcbext.h>

/* The request FakeInput of the XTEST extension, version 2.2. */
struct request {
    uint8_t opcode, minor;
    uint16_t length;
    uint8_t type, detail, pad0[2];
    uint32_t time, root, pad1[2];
    int16_t x, y;
    uint8_t pad2[7], device;
};
_Static_assert(sizeof(struct request) == 36, "nine units of four bytes");

static bool send_request(xcb_connection_t *x, struct request *request)
{
    xcb_query_extension_reply_t *xtest =
        xcb_query_extension_reply(x, xcb_query_extension(x, 5, "XTEST"), NULL);
    const bool has = xtest != NULL && xtest->present;
    const xcb_protocol_request_t form = {
        .count = 1, .ext = NULL, .opcode = has ? xtest->major_opcode : 0, .isvoid = 1};
    struct iovec parts[3] = {[2] = {.iov_base = request, .iov_len = sizeof *request}};
    free(xtest);
    if (!has)
        return false;
    xcb_send_request(x, 0, parts + 2, &form);
    /* Its answer comes when the request has been done. */
    free(xcb_get_input_focus_reply(x, xcb_get_input_focus(x), NULL));
    return xcb_connection_has_error(x) == 0;
}

bool fake_input(enum fake_input_kind kind, uint8_t detail, int x, int y)
{
    xcb_connection_t *connection = xcb_connect(NULL, NULL);
    struct request request = {.minor = 2,
                              .length = sizeof request / 4,
                              .type = (uint8_t)kind,
                              .detail = detail,
                              .x = (int16_t)x,
                              .y = (int16_t)y};
    const bool good =
        xcb_connection_has_error(connection) == 0 && send_request(connection, &request);
    xcb_disconnect(connection);
    return good;
}
