/* SPDX-License-Identifier: MIT */
#include "core/repair/detect.h"

enum us_result us_detect_out_of_memory(const struct us_detect *detect)
{
    return us_result_fail(detect->error, US_ERROR_MEMORY, US_NO_BYTE, NULL,
                          "out of memory while checking the recording");
}

enum us_result us_detect_note(const struct us_detect *detect, enum us_repair_kind kind,
                              unsigned curve_index, uint64_t count, double seconds)
{
    return us_repair_report_add(detect->report, kind, curve_index, count, seconds)
               ? US_OK
               : us_detect_out_of_memory(detect);
}

enum us_result us_detect_was_read(const struct us_detect *detect,
                                  const struct us_curve_reader *readers, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (readers[i].failed)
            return us_result_fail(detect->error, US_ERROR_FILE, readers[i].curve.byte, NULL,
                                  "the file cannot be read, or became shorter meanwhile");
    return US_OK;
}
