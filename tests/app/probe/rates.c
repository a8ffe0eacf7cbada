/* SPDX-License-Identifier: MIT */
#include "probe.h"

enum { RATE_MAX = 32 };

bool probe_rates_ask(struct probe *probe)
{
    PFN_xrGetDisplayRefreshRateFB get;
    PFN_xrEnumerateDisplayRefreshRatesFB list;
    float rate_hz = 0.0f, rates_hz[RATE_MAX];
    uint32_t count = 0;
    if (!probe->options.rates)
        return true;
    if (!probe_instance_function(probe, "xrGetDisplayRefreshRateFB", (PFN_xrVoidFunction *)&get) ||
        !probe_instance_function(probe, "xrEnumerateDisplayRefreshRatesFB",
                                 (PFN_xrVoidFunction *)&list) ||
        !probe_check(probe, get(probe->session, &rate_hz), "xrGetDisplayRefreshRateFB") ||
        !probe_check(probe, list(probe->session, RATE_MAX, &count, rates_hz),
                     "xrEnumerateDisplayRefreshRatesFB"))
        return false;
    if (rate_hz == probe->rate_hz)
        return true;
    probe->rate_hz = rate_hz;
    struct us_json_text *text = probe_report_begin(&probe->log, "rate");
    us_json_text_number(text, "hz", (double)rate_hz);
    us_json_text_integer(text, "period_ns", probe->period);
    us_json_text_value(text, "rates", "[");
    for (uint32_t i = 0; i < count; i++)
        us_json_text_number(text, NULL, (double)rates_hz[i]);
    us_json_text_raw(text, "]");
    probe_report_end(&probe->log);
    return true;
}

void probe_rates_report_change(struct probe *probe,
                               const XrEventDataDisplayRefreshRateChangedFB *event)
{
    struct us_json_text *text = probe_report_begin(&probe->log, "refresh_rate");
    us_json_text_number(text, "hz", (double)event->toDisplayRefreshRate);
    us_json_text_number(text, "before_hz", (double)event->fromDisplayRefreshRate);
    probe_report_end(&probe->log);
}
