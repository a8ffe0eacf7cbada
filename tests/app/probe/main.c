/* SPDX-License-Identifier: MIT */
#include "probe.h"
#include "graphics/drawing.h"

#include <stdlib.h>

bool probe_check(struct probe *probe, XrResult result, const char *call)
{
    if (XR_SUCCEEDED(result))
        return true;
    char name[XR_MAX_RESULT_STRING_SIZE] = "";
    if (probe->instance)
        xrResultToString(probe->instance, result, name);
    fprintf(stderr, "understudy_probe: %s: %d %s\n", call, (int)result, name);
    probe->exit = PROBE_EXIT_CALL;
    return false;
}

bool probe_lack(struct probe *probe, const char *what)
{
    fprintf(stderr, "understudy_probe: not here: %s\n", what);
    probe->exit = PROBE_EXIT_FEATURE;
    return false;
}

double probe_clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void probe_sleep_s(double seconds)
{
    struct timespec duration;
    if (seconds <= 0)
        return;
    duration.tv_sec = (time_t)seconds;
    duration.tv_nsec = (long)((seconds - (double)duration.tv_sec) * 1e9);
    nanosleep(&duration, NULL);
}

static void destroy(struct probe *probe)
{
    probe_hands_destroy(probe);
    probe_drawing_destroy_swapchains(probe->drawing);
    if (probe->session)
        xrDestroySession(probe->session);
    probe_drawing_destroy(probe->drawing);
    if (probe->instance)
        xrDestroyInstance(probe->instance);
}

static void report_end(struct probe *probe)
{
    struct us_json_text *text = probe_report_begin(&probe->log, "end");
    us_json_text_integer(text, "wall_frames", probe->frame);
    probe_report_end(&probe->log);
}

/* With an instance of its own. */
static void run(struct probe *probe)
{
    if (probe_instance_create(probe) && probe_session_create(probe) &&
        probe_actions_create(probe) && probe_spaces_create(probe) && probe_hands_create(probe))
        probe_frame_run(probe);
    report_end(probe);
    destroy(probe);
    *probe = (struct probe){.options = probe->options, .log = probe->log, .exit = probe->exit};
}

int main(int argc, char **argv)
{
    struct probe *probe = calloc(1, sizeof *probe);
    enum probe_exit status;
    FILE *file = NULL;
    if (!probe)
        return PROBE_EXIT_CALL;
    if (!probe_options_parse(&probe->options, argc, argv, &status))
        goto free_probe;
    if (probe->options.log) {
        file = fopen(probe->options.log, "wb");
        if (!file) {
            perror(probe->options.log);
            status = PROBE_EXIT_USAGE;
            goto free_probe;
        }
    }
    probe_report_init(&probe->log, file ? file : stdout, "understudy_probe");
    for (int64_t i = 0; i < probe->options.instances && !probe->exit; i++)
        run(probe);
    status = probe->exit;
    if (status == PROBE_EXIT_DONE && probe->options.fault == PROBE_FAULT_EXIT_CODE)
        status = PROBE_EXIT_WRONG;
    probe_report_finish(&probe->log);
    if (probe->log.failed) {
        fprintf(stderr, "understudy_probe: the log is incomplete\n");
        status = PROBE_EXIT_CALL;
    }
free_probe:
    if (file)
        fclose(file);
    free(probe);
    return (int)status;
}
