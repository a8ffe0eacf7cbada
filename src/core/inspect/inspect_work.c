/* SPDX-License-Identifier: MIT */
#include "core/inspect/inspect_work.h"

struct us_curve_reader us_inspect_open(const struct us_inspect_work *work, unsigned slot,
                                       unsigned curve_index)
{
    struct us_curve_reader reader;
    us_curve_reader_init(&reader, work->file, work->index, curve_index,
                         work->windows + (size_t)slot * US_INSPECT_WINDOW_SIZE,
                         US_INSPECT_WINDOW_SIZE);
    return reader;
}

void us_inspect_open_all(const struct us_inspect_work *work, unsigned slot, unsigned curve_index,
                         unsigned count, struct us_curve_reader *out)
{
    for (unsigned i = 0; i < count; i++)
        out[i] = us_inspect_open(work, slot + i, curve_index + i);
}

void us_inspect_advance(struct us_inspect_work *work, uint64_t bytes)
{
    work->done = work->total - work->done > bytes ? work->done + bytes : work->total;
    if (work->progress == NULL || work->done - work->told < work->total / 100)
        return;
    work->told = work->done;
    work->progress(work->context, work->done, work->total);
}

enum us_result us_inspect_out_of_memory(struct us_inspect_work *work)
{
    return us_result_fail(work->error, US_ERROR_MEMORY, US_NO_BYTE, NULL, "out of memory");
}

enum us_result us_inspect_note(struct us_inspect_work *work, enum us_repair_kind kind,
                               unsigned curve_index, uint64_t count, double seconds)
{
    return us_repair_report_add(work->report, kind, curve_index, count, seconds)
               ? US_OK
               : us_inspect_out_of_memory(work);
}

enum us_result us_inspect_was_read(struct us_inspect_work *work,
                                   const struct us_curve_reader *reader, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (reader[i].failed)
            return us_result_fail(work->error, US_ERROR_FILE, reader[i].curve.byte, NULL,
                                  "the file cannot be read, or became shorter meanwhile");
    return US_OK;
}
