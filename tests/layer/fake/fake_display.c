/* SPDX-License-Identifier: MIT */
#include "fake_parts.h"

#include "fake_frame.h"

/* The rates of a fake that has XR_FB_display_refresh_rate. */
static const float rates_hz[] = {50.0f, 100.0f};

static XRAPI_ATTR XrResult XRAPI_CALL wait_frame(XrSession session, const XrFrameWaitInfo *info,
                                                 XrFrameState *state)
{
    (void)session, (void)info;
    CALL(xrWaitFrame)
    NEED(state)
    state->predictedDisplayTime = fake.next_time;
    state->predictedDisplayPeriod = fake.next_period != 0 ? fake.next_period : 10000000;
    if (fake.next_period == FAKE_NO_PERIOD)
        state->predictedDisplayPeriod = 0;
    fake.next_time += fake.next_step;
    fake.waits++;
    if (fake.renders)
        state->shouldRender = XR_TRUE;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL begin_frame(XrSession session, const XrFrameBeginInfo *info)
{
    (void)session, (void)info;
    CALL(xrBeginFrame)
    fake.begins++;
    bool discards = atomic_exchange(&fake_is_open, true);
    fake.discarded += discards;
    return discards && fake.discards ? XR_FRAME_DISCARDED : result;
}

static XRAPI_ATTR XrResult XRAPI_CALL get_rate(XrSession session, float *rate_hz)
{
    (void)session;
    CALL(xrGetDisplayRefreshRateFB)
    NEED(rate_hz)
    *rate_hz = fake.rate_hz;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL list_rates(XrSession session, uint32_t capacity,
                                                 uint32_t *count, float *rates)
{
    (void)session;
    CALL(xrEnumerateDisplayRefreshRatesFB)
    NEED(count)
    NEED_LIST(capacity, rates)
    *count = fake.more_rates + 2;
    if (capacity == 0)
        return result;
    if (capacity < *count)
        return XR_ERROR_SIZE_INSUFFICIENT;
    memcpy(rates, rates_hz, sizeof rates_hz);
    for (uint32_t i = 0; i < fake.more_rates; i++)
        rates[2 + i] = 101.0f + (float)i;
    return result;
}

static XRAPI_ATTR XrResult XRAPI_CALL request_rate(XrSession session, float rate_hz)
{
    (void)session;
    CALL(xrRequestDisplayRefreshRateFB)
    if (rate_hz != 0.0f && rate_hz != rates_hz[0] && rate_hz != rates_hz[1])
        return XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB;
    return result;
}

/* Each mask is one triangle. */
static XRAPI_ATTR XrResult XRAPI_CALL get_mask(XrSession session,
                                               XrViewConfigurationType configuration, uint32_t view,
                                               XrVisibilityMaskTypeKHR type,
                                               XrVisibilityMaskKHR *mask)
{
    (void)session, (void)configuration, (void)view, (void)type;
    CALL(xrGetVisibilityMaskKHR)
    NEED(mask)
    NEED_LIST(mask->vertexCapacityInput, mask->vertices)
    NEED_LIST(mask->indexCapacityInput, mask->indices)
    mask->vertexCountOutput = mask->indexCountOutput = 3;
    if (mask->vertexCapacityInput == 0 || mask->indexCapacityInput == 0)
        return result;
    if (mask->vertexCapacityInput < 3 || mask->indexCapacityInput < 3)
        return XR_ERROR_SIZE_INSUFFICIENT;
    for (uint32_t i = 0; i < 3; i++) {
        mask->vertices[i] = (XrVector2f){7, (float)i};
        mask->indices[i] = i;
    }
    return result;
}

static XrResult find(const char *name, PFN_xrVoidFunction *function)
{
    FUNCTION(xrWaitFrame, wait_frame)
    FUNCTION(xrBeginFrame, begin_frame)
    if (fake_enabled(XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME)) {
        FUNCTION(xrGetDisplayRefreshRateFB, get_rate)
        FUNCTION(xrEnumerateDisplayRefreshRatesFB, list_rates)
        FUNCTION(xrRequestDisplayRefreshRateFB, request_rate)
    }
    if (fake_enabled(XR_KHR_VISIBILITY_MASK_EXTENSION_NAME))
        FUNCTION(xrGetVisibilityMaskKHR, get_mask)
    return XR_ERROR_FUNCTION_UNSUPPORTED;
}

bool fake_get_display(const char *name, PFN_xrVoidFunction *function)
{
    return XR_SUCCEEDED(find(name, function));
}
