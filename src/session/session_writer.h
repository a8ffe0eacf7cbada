/* SPDX-License-Identifier: MIT */
/*
 * session_writer: the recorder's inside, which its two files share.
 */
#ifndef US_SESSION_WRITER_H
#define US_SESSION_WRITER_H

#include "session/session_ring.h"

struct us_session_recorder {
    struct us_session_ring *ring;
    int file;
};

#endif
