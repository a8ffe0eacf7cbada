/* SPDX-License-Identifier: MIT */
/*
 * hooks: the lowest stage, which answers the app. One file for each kind of call.
 *
 * Every hook first calls the chain below with the app's arguments; some handles and paths are
 * replaced. It overwrites outputs only if that call succeeded: an error from below is returned
 * unchanged, and so is a success code other than XR_SUCCESS. A hook never writes `type` or `next`
 * of the app's structs, and ignores structs that it does not know. It forwards a handle that the
 * layer does not know unchanged. The threading rules are OpenXR's; no hook holds a lock during a
 * call down.
 *
 * On a frame thread (xrWaitFrame, xrEndFrame, xrLocate*, xrSyncActions, xrGetActionState*) a hook
 * makes no allocation, takes no lock and makes no system call. docs/threads.md lists the
 * exceptions: messages that are printed once in a session, a change of the current interaction
 * profile, a sync with very many action sets, and frames of which a screenshot is taken.
 */
#ifndef US_HOOKS_H
#define US_HOOKS_H

#include "layer/answer/answer.h"
#include "layer/setup/stage.h"

/* The handlers of each file. */
#define US_HOOKS(file) extern const struct us_handler us_hooks_##file[];
#include "layer/hooks/hooks.def"
#undef US_HOOKS

#endif
