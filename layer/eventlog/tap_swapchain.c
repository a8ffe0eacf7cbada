/* SPDX-License-Identifier: MIT */
/* Taps of functions that create and destroy swapchains. */
#include <stdlib.h>

#include "layer/eventlog/event_log.h"

static void free_swapchain(struct us_node *node)
{
    free(node);
}

/* Returns the number of the swapchain, or 0. */
static uint32_t remember_swapchain(const struct us_event_log *log, struct us_session *session,
                                   XrSwapchain handle)
{
    struct us_logged_swapchain *swapchain = calloc(1, sizeof *swapchain);
    if (swapchain == NULL)
        return 0;
    swapchain->node = us_handle_table_node(US_HANDLE_LOGGED_SWAPCHAIN, US_XR_VALUE(handle),
                                           &session->node, free_swapchain);
    swapchain->number = us_event_journal_number(log->journal, US_NUMBERED_SWAPCHAIN);
    uint32_t number = swapchain->number;
    if (us_handle_table_add(&swapchain->node))
        return number;
    free_swapchain(&swapchain->node);
    return 0;
}

static void write_created(struct us_event_log *log, const struct us_session *session,
                          uint32_t number, const XrSwapchainCreateInfo *info)
{
    static const char *const usages[] = {"color",        "depth_stencil", "unordered_access",
                                         "transfer_src", "transfer_dst",  "sampled",
                                         "mutable",      "input",         NULL};
    static const char *const flags[] = {"protected_content", "static_image", NULL};
    struct us_event_log_line line;
    struct us_log_layer_chain chain;
    if (number == 0 || !us_event_log_line_begin(&line, log, session, "swapchain"))
        return;
    us_json_text_integer(&line.text, "swapchain", number);
    us_json_text_string(&line.text, "what", "created");
    us_json_text_integer(&line.text, "format", info->format);
    us_json_text_integer(&line.text, "width", info->width);
    us_json_text_integer(&line.text, "height", info->height);
    us_json_text_integer(&line.text, "samples", info->sampleCount);
    us_json_text_integer(&line.text, "faces", info->faceCount);
    us_json_text_integer(&line.text, "array_size", info->arraySize);
    us_json_text_integer(&line.text, "mips", info->mipCount);
    us_log_layer_write_flags(&line.text, "usage", info->usageFlags, usages);
    us_log_layer_write_flags(&line.text, "create_flags", info->createFlags, flags);
    us_log_layers_read_chain(&chain, info->next, XR_TYPE_UNKNOWN);
    us_log_layer_write_chain(&line.text, &chain);
    us_event_log_line_end(&line);
}

static XRAPI_ATTR XrResult XRAPI_CALL tap_xrCreateSwapchain(XrSession handle,
                                                            const XrSwapchainCreateInfo *info,
                                                            XrSwapchain *swapchain)
{
    US_EVENT_LOG_OF_CALL(handle, session, log);
    XrResult result =
        US_EVENT_LOG_TAPPED(log, session, xrCreateSwapchain, (handle, info, swapchain));
    if (XR_FAILED(result))
        return result;
    if (session != NULL)
        write_created(log, session, remember_swapchain(log, session, *swapchain), info);
    return result;
}

static const struct us_session *session_of(const struct us_logged_swapchain *swapchain)
{
    return swapchain != NULL ? (const struct us_session *)(const void *)swapchain->node.parent
                             : NULL;
}

/* The number is read before the swapchain is destroyed. */
static XRAPI_ATTR XrResult XRAPI_CALL tap_xrDestroySwapchain(XrSwapchain handle)
{
    struct us_logged_swapchain *swapchain = us_event_log_swapchain(handle);
    const struct us_session *session = session_of(swapchain);
    struct us_event_log *log = us_event_log_of_session(session);
    struct us_event_log_line line;
    US_RETURN_IF_INVALID(log);
    uint32_t number = swapchain != NULL ? swapchain->number : 0;
    struct us_node *list = us_handle_table_detach(
        us_handle_table_find(US_HANDLE_LOGGED_SWAPCHAIN, US_XR_VALUE(handle)));
    XrResult result = us_handle_table_settle(
        list, US_EVENT_LOG_TAPPED(log, session, xrDestroySwapchain, (handle)));
    if (XR_FAILED(result) || number == 0 ||
        !us_event_log_line_begin(&line, log, session, "swapchain"))
        return result;
    us_json_text_integer(&line.text, "swapchain", number);
    us_json_text_string(&line.text, "what", "destroyed");
    us_event_log_line_end(&line);
    return result;
}

const struct us_handler us_taps_swapchain[] = {
    US_HANDLER(xrCreateSwapchain, tap_xrCreateSwapchain),
    US_HANDLER(xrDestroySwapchain, tap_xrDestroySwapchain),
    US_HANDLERS_END,
};
