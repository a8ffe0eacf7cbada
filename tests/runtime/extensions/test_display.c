/* SPDX-License-Identifier: MIT */
/*
 * XR_FB_display_refresh_rate on the headless runtime, through the real loader. Run with
 * UNDERSTUDY_HEADLESS_RATE_HZ=75: the display has that rate and the common ones.
 */
#include <string.h>

#include "../test_client.h"

#define NS_PER_S 1000000000

static PFN_xrGetDisplayRefreshRateFB get_rate;
static PFN_xrRequestDisplayRefreshRateFB request_rate;

static void check_list(const struct client *client)
{
    static const float expected[] = {60, 72, 75, 80, 90, 120};
    const PFN_xrEnumerateDisplayRefreshRatesFB enumerate =
        CLIENT_LOAD(client, xrEnumerateDisplayRefreshRatesFB);
    float rates[6] = {0};
    uint32_t count = 0;
    OK(enumerate(client->session, 0, &count, NULL));
    CHECK(count == 6);
    CHECK(enumerate(client->session, 5, &count, rates) == XR_ERROR_SIZE_INSUFFICIENT);
    OK(enumerate(client->session, 6, &count, rates));
    CHECK(count == 6 && memcmp(rates, expected, sizeof expected) == 0);
    CHECK(enumerate(client->session, 6, NULL, rates) == XR_ERROR_VALIDATION_FAILURE);
    CHECK(enumerate(XR_NULL_HANDLE, 6, &count, rates) == XR_ERROR_HANDLE_INVALID);
}

/* The event about a change, if there is one. XrEventDataDisplayRefreshRateChangedFB. */
static bool poll_change(const struct client *client, float *out_from, float *out_to)
{
    XrEventDataBuffer event = {.type = XR_TYPE_EVENT_DATA_BUFFER};
    while (xrPollEvent(client->instance, &event) == XR_SUCCESS) {
        if (event.type == XR_TYPE_EVENT_DATA_DISPLAY_REFRESH_RATE_CHANGED_FB) {
            XrEventDataDisplayRefreshRateChangedFB change;
            memcpy(&change, &event, sizeof change);
            *out_from = change.fromDisplayRefreshRate;
            *out_to = change.toDisplayRefreshRate;
            return true;
        }
        event.type = XR_TYPE_EVENT_DATA_BUFFER;
    }
    return false;
}

/* Two frames are one period of the rate apart, or whole periods for a late test. */
static void check_rate(struct client *client, float rate)
{
    float got = 0;
    OK(get_rate(client->session, &got));
    CHECK(got == rate);
    const XrDuration period_ns = NS_PER_S / (XrDuration)rate;
    client_run_frame(client);
    CHECK(client->period == period_ns);
    const XrTime before = client->time;
    client_run_frame(client);
    CHECK(client->time > before && (client->time - before) % period_ns == 0);
}

static void check_change(struct client *client, float from, float asked, float to)
{
    float told_from = 0, told_to = 0;
    OK(request_rate(client->session, asked));
    CHECK(poll_change(client, &told_from, &told_to) && told_from == from && told_to == to);
    CHECK(!poll_change(client, &told_from, &told_to));
    check_rate(client, to);
}

int main(void)
{
    struct client client = {.extension = XR_FB_DISPLAY_REFRESH_RATE_EXTENSION_NAME};
    float from = 0, to = 0;
    client_create_instance(&client);
    client_create_session(&client);
    client_create_set(&client);
    client_attach(&client);
    get_rate = CLIENT_LOAD(&client, xrGetDisplayRefreshRateFB);
    request_rate = CLIENT_LOAD(&client, xrRequestDisplayRefreshRateFB);
    check_list(&client);
    client_begin(&client);
    check_rate(&client, 75);
    check_change(&client, 75, 120, 120);
    OK(request_rate(client.session, 120));
    CHECK(!poll_change(&client, &from, &to));
    CHECK(request_rate(client.session, 100) == XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB);
    CHECK(request_rate(client.session, -1) == XR_ERROR_DISPLAY_REFRESH_RATE_UNSUPPORTED_FB);
    CHECK(!poll_change(&client, &from, &to));
    check_rate(&client, 120);
    check_change(&client, 120, 0, 75); /* no preference */
    CHECK(get_rate(client.session, NULL) == XR_ERROR_VALIDATION_FAILURE);
    client_end(&client);
    return 0;
}
