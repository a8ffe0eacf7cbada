/* SPDX-License-Identifier: MIT */
/*
 * The thread of an app that draws, if another thread waits for frames and goes through the states
 * of the session. Which of the two is faster differs from run to run. Where the session's states
 * depend on a frame, the other thread waits for the drawing one, so that the app gets the same
 * states in each run. Under the runtime's lock.
 */
#ifndef RT_RUNTIME_DRAWING_THREAD_H
#define RT_RUNTIME_DRAWING_THREAD_H

#include "runtime/session/session.h"

/* Call it in xrBeginFrame: the calling thread draws. */
void rt_drawing_thread_set(struct rt_session *session);

/* Returns once the app has ended the frame that it waited for or began. It gives up when the app's
 * other threads have stood still for a second, and after half a minute. In the drawing thread, and
 * before the first frame begins, it returns at once. It waits without the lock: check the session's
 * state again. */
void rt_drawing_thread_wait(const struct rt_session *session);

#endif
