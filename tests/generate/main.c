/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode.h"
#include "generate.h"

enum { MAX_MARKERS = 64 };

struct request {
    struct us_generate_settings settings;
    struct us_generate_marker markers[MAX_MARKERS];
    const char *out_path;
};

static const char usage[] =
    "usage: understudy_generate [options] -o FILE\n"
    "  --performance NAME  look-around, reach, pinch, poke, wave, gaze-sweep, all (default), line\n"
    "  --seconds S         how long (default 10)\n"
    "  --rate HZ           frames per second (default 60)\n"
    "  --start S           time of the first frame (default 0)\n"
    "  --layout LAYOUT     1.0, 1.1-8 (default) or 1.1-28\n"
    "  --headerless        a 1.0 body without header, as recorders of 2019 wrote it\n"
    "  --marker S:NAME     add a marker; may be repeated\n"
    "  --no-markers        no marker list at all (default: an empty one)\n"
    "  --no-camera, --no-hands, --no-gaze   leave a section out (1.0 has no gaze)\n"
    "  --floor             the origin is the floor, the head at 1.6 m\n"
    "  --blinks            the gaze is lost for moments\n"
    "  --reduce            drop keys as the toolkit's reduction does\n"
    "  --hermite PERCENT, --weighted PERCENT   of 28-byte keys get tangents and weights\n"
    "  --seed N            another sway and other glances (default 1)\n";

static int fail(const char *what, const char *value)
{
    fprintf(stderr, "understudy_generate: %s: %s\n", what, value);
    return 2;
}

static bool read_number(const char *text, double *out)
{
    char *end;
    errno = 0;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 && isfinite(*out);
}

static bool set_performance(struct request *request, const char *value)
{
    for (int i = 0; i < US_PERFORMANCE_COUNT; i++)
        if (strcmp(value, us_performance_name((enum us_performance_kind)i)) == 0) {
            request->settings.performance.kind = (enum us_performance_kind)i;
            return true;
        }
    return false;
}

static bool set_layout(struct request *request, const char *value)
{
    struct us_layout *layout = &request->settings.layout;
    if (strcmp(value, "1.0") == 0)
        layout->version_minor = 0;
    else if (strcmp(value, "1.1-8") != 0 && strcmp(value, "1.1-28") != 0)
        return false;
    layout->key_size = strcmp(value, "1.1-8") == 0 ? US_KEY_SIZE_SHORT : US_KEY_SIZE_FULL;
    return true;
}

static bool set_marker(struct request *request, const char *value)
{
    struct us_generate_settings *settings = &request->settings;
    char *end;
    double time_s = strtod(value, &end);
    if (end == value || *end != ':' || settings->marker_count == MAX_MARKERS)
        return false;
    request->markers[settings->marker_count++] = (struct us_generate_marker){time_s, end + 1};
    return true;
}

/* Options that stand alone; false if `name` is none. */
static bool set_flag(struct request *request, const char *name)
{
    struct us_generate_settings *settings = &request->settings;
    const struct {
        const char *name;
        bool *target;
        bool value;
    } flags[] = {
        {"--headerless", &settings->layout.headerless, true},
        {"--no-markers", &settings->layout.has_markers, false},
        {"--no-camera", &settings->layout.has_camera, false},
        {"--no-hands", &settings->layout.has_hands, false},
        {"--no-gaze", &settings->layout.has_gaze, false},
        {"--floor", &settings->performance.floor, true},
        {"--blinks", &settings->performance.blinks, true},
        {"--reduce", &settings->reduce, true},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].target = flags[i].value;
            return true;
        }
    return false;
}

/* Options with a value; false if the value is wrong or the option unknown. */
static bool set_value(struct request *request, const char *name, const char *value)
{
    struct us_generate_settings *settings = &request->settings;
    double number = 0.0;
    bool is_number = read_number(value, &number);
    bool is_share = is_number && number >= 0.0 && number <= 100.0;
    if (strcmp(name, "-o") == 0)
        return (request->out_path = value) != NULL;
    if (strcmp(name, "--performance") == 0)
        return set_performance(request, value);
    if (strcmp(name, "--layout") == 0)
        return set_layout(request, value);
    if (strcmp(name, "--marker") == 0)
        return set_marker(request, value);
    if (strcmp(name, "--seconds") == 0)
        settings->performance.seconds = number;
    else if (strcmp(name, "--rate") == 0)
        settings->rate_hz = number;
    else if (strcmp(name, "--start") == 0)
        settings->start_s = number;
    else if (strcmp(name, "--hermite") == 0 && is_share)
        settings->hermite_percent = (unsigned)number;
    else if (strcmp(name, "--weighted") == 0 && is_share)
        settings->weighted_percent = (unsigned)number;
    else if (strcmp(name, "--seed") == 0 && number >= 0.0 && number <= 1e15)
        settings->performance.seed = (uint64_t)number;
    else
        return false;
    return is_number;
}

static int parse(struct request *request, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            exit(0);
        }
        if (set_flag(request, argv[i]))
            continue;
        if (i + 1 == argc || !set_value(request, argv[i], argv[i + 1]))
            return fail("this option is unknown or its value is wrong; see --help", argv[i]);
        i++;
    }
    if (request->out_path == NULL)
        return fail("no file to write; pass one", "-o FILE");
    if (request->settings.layout.version_minor == 0)
        request->settings.layout.has_gaze = false;
    return 0;
}

int main(int argc, char **argv)
{
    static struct us_recording recording;
    struct request request = {.settings = us_generate_default()};
    request.settings.markers = request.markers;
    if (parse(&request, argc, argv) != 0)
        return 2;

    struct us_error error = {0};
    uint8_t *bytes = NULL;
    uint64_t size = 0;
    enum us_result result = us_generate(&request.settings, &recording, &error);
    if (result == US_OK)
        result = us_encode(&recording, &request.settings.layout, &bytes, &size, &error);
    us_recording_finish(&recording);
    if (result == US_OK && !us_recording_encode_save(request.out_path, bytes, size))
        result = us_result_fail(&error, US_ERROR_FILE, US_NO_BYTE, NULL,
                                "the file cannot be written: %s", strerror(errno));
    free(bytes);
    if (result == US_OK)
        return 0;
    char text[512];
    us_error_describe(&error, text, sizeof text);
    fail(request.out_path, text);
    return 1;
}
