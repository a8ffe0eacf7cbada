// SPDX-License-Identifier: MIT
#include "runtime/instance/report.h"

#include <inttypes.h>
#include <stdio.h>

static void print_calls(FILE *file, const uint64_t counts[RT_FUNCTION_COUNT])
{
    const char *comma = "";
    for (enum rt_function_id id = 0; id < RT_FUNCTION_COUNT; id++) {
        if (counts[id] == 0)
            continue;
        fprintf(file, "%s\"%s\":%" PRIu64, comma, rt_function_name(id), counts[id]);
        comma = ",";
    }
}

void rt_report_write(const char *path, const struct rt_counters *counters)
{
    FILE *file = fopen(path, "a");
    if (file == NULL) {
        fprintf(stderr, "understudy headless: cannot write the report %s\n", path);
        return;
    }
    fprintf(file, "{\"frames\":%" PRIu64, counters->frames);
    fprintf(file,
            ",\"layers\":{\"projection\":%" PRIu64 ",\"quad\":%" PRIu64 ",\"other\":%" PRIu64 "}",
            counters->projection_layers, counters->quad_layers, counters->other_layers);
    fprintf(file, ",\"shots\":%" PRIu64, counters->shots);
    fprintf(file, ",\"haptics\":{\"left\":%" PRIu64 ",\"right\":%" PRIu64 "}",
            counters->haptics[RT_HAND_LEFT], counters->haptics[RT_HAND_RIGHT]);
    fprintf(file, ",\"calls\":{");
    print_calls(file, counters->calls);
    fprintf(file, "},\"failed\":{");
    print_calls(file, counters->failed);
    fprintf(file, "}}\n");
    if (fclose(file) != 0)
        fprintf(stderr, "understudy headless: cannot write the report %s\n", path);
}
