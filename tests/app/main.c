/* SPDX-License-Identifier: MIT */
#include "probe.h"
#include "vulkan.h"

#include <stdlib.h>

bool us_probe_check(struct us_probe *probe, XrResult result, const char *call)
{
    if (XR_SUCCEEDED(result))
        return true;
    char name[XR_MAX_RESULT_STRING_SIZE] = "";
    if (probe->instance)
        xrResultToString(probe->instance, result, name);
    fprintf(stderr, "understudy_probe: %s: %d %s\n", call, (int)result, name);
    probe->exit = US_EXIT_CALL;
    return false;
}

bool us_probe_lack(struct us_probe *probe, const char *what)
{
    fprintf(stderr, "understudy_probe: not here: %s\n", what);
    probe->exit = US_EXIT_FEATURE;
    return false;
}

double us_probe_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void us_probe_sleep_s(double seconds)
{
    struct timespec duration;
    if (seconds <= 0)
        return;
    duration.tv_sec = (time_t)seconds;
    duration.tv_nsec = (long)((seconds - (double)duration.tv_sec) * 1e9);
    nanosleep(&duration, NULL);
}

bool us_probe_fault(const struct us_probe *probe, enum us_fault fault)
{
    return probe->options.fault == fault && probe->frame >= probe->options.fault_frame;
}

static void destroy(struct us_probe *probe)
{
    us_hands_destroy(probe);
    us_vulkan_destroy_swapchains(probe->vulkan);
    if (probe->session)
        xrDestroySession(probe->session);
    us_vulkan_destroy(probe->vulkan);
    if (probe->instance)
        xrDestroyInstance(probe->instance);
}

static void report_end(struct us_probe *probe)
{
    us_jsonl_begin(&probe->log);
    us_jsonl_text(&probe->log, "event", "end");
    us_jsonl_integer(&probe->log, "frames", probe->frame);
    us_jsonl_end(&probe->log);
}

int main(int argc, char **argv)
{
    struct us_probe *probe = calloc(1, sizeof *probe);
    enum us_exit status;
    FILE *file = NULL;
    if (!probe)
        return US_EXIT_CALL;
    if (!us_options_parse(&probe->options, argc, argv, &status))
        goto free_probe;
    if (probe->options.log) {
        file = fopen(probe->options.log, "w");
        if (!file) {
            perror(probe->options.log);
            status = US_EXIT_USAGE;
            goto free_probe;
        }
    }
    us_jsonl_init(&probe->log, file ? file : stdout);
    if (us_instance_create(probe) && us_session_create(probe) && us_actions_create(probe) &&
        us_spaces_create(probe) && us_hands_create(probe))
        us_frame_run(probe);
    report_end(probe);
    destroy(probe);
    status = probe->exit;
    us_jsonl_finish(&probe->log);
    if (probe->log.failed) {
        fprintf(stderr, "understudy_probe: the log is incomplete\n");
        status = US_EXIT_CALL;
    }
free_probe:
    if (file)
        fclose(file);
    free(probe);
    return (int)status;
}
