/* SPDX-License-Identifier: MIT */
#include "session/session_reader.h"

#include <stdlib.h>
#include <string.h>

struct us_session_reader {
    struct us_session_summary summary;
    struct us_session_damage damage;
};

bool us_session_reader_is_mcap(const struct us_file *file)
{
    static const uint8_t magic[8] = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
    uint8_t begin[sizeof magic];
    return us_file_get(file, 0, begin, sizeof begin) && memcmp(begin, magic, sizeof magic) == 0;
}

enum us_result us_session_reader_open(const struct us_file *file, struct us_session_reader **out,
                                      struct us_error *error)
{
    *out = NULL;
    if (!us_session_reader_is_mcap(file))
        return us_result_fail(error, US_ERROR_MAGIC, 0, NULL, "this is not an MCAP file");
    return us_result_fail(error, US_ERROR_NOTHING, US_NO_BYTE, NULL,
                          "this version cannot read session recordings yet");
}

void us_session_reader_close(struct us_session_reader *reader)
{
    free(reader);
}

const struct us_session_summary *us_session_reader_summary(const struct us_session_reader *reader)
{
    return &reader->summary;
}

const struct us_session_chunk *us_session_reader_chunks(const struct us_session_reader *reader,
                                                        uint64_t *out_count)
{
    (void)reader;
    *out_count = 0;
    return NULL;
}

enum us_result us_session_reader_seek(struct us_session_reader *reader, int64_t from_ns,
                                      bool state_first, struct us_error *error)
{
    (void)reader, (void)from_ns, (void)state_first, (void)error;
    return US_OK;
}

enum us_session_next us_session_reader_next(struct us_session_reader *reader,
                                            const struct us_session_message **out)
{
    (void)reader;
    *out = NULL;
    return US_SESSION_NEXT_END;
}

const struct us_session_damage *us_session_reader_damage(const struct us_session_reader *reader)
{
    return &reader->damage;
}
