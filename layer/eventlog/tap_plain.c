/* SPDX-License-Identifier: MIT */
/* The tap of every function without one of its own: only failures are logged. */
#include "layer/eventlog/event_log.h"

/* The event log of the instance that a handle belongs to. An unknown handle belongs to the newest
 * instance. */
static struct us_event_log *find_log(enum us_handle_type type, uint64_t value,
                                     const struct us_session **out_session)
{
    *out_session = NULL;
    if (type == US_HANDLE_SWAPCHAIN)
        type = US_HANDLE_LOGGED_SWAPCHAIN;
    const struct us_node *node = us_handle_table_find(type, value);
    if (type == US_HANDLE_SESSION)
        *out_session = (const struct us_session *)node;
    while (node != NULL && node->parent != NULL)
        node = node->parent;
    return node != NULL ? ((const struct us_instance *)node)->kept[US_STAGE_EVENT_LOG]
                        : us_event_log_of_session(NULL);
}

#define US_FUNCTION(name, extension, type, parameters, arguments)                                  \
    static XRAPI_ATTR XrResult XRAPI_CALL tap_##name parameters                                    \
    {                                                                                              \
        const struct us_session *session;                                                          \
        struct us_event_log *log = find_log(US_HANDLE_##type, US_XR_VALUE(a), &session);           \
        US_RETURN_IF_INVALID(log);                                                                 \
        return US_EVENT_LOG_TAPPED(log, session, name, arguments);                                 \
    }
#include "layer/setup/functions.def"
#undef US_FUNCTION

const struct us_handler us_taps_plain[] = {
#define US_FUNCTION(name, extension, type, parameters, arguments) US_HANDLER(name, tap_##name),
#include "layer/setup/functions.def"
#undef US_FUNCTION
    US_HANDLERS_END,
};
