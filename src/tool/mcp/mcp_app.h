/* SPDX-License-Identifier: MIT */
/*
 * mcp_app: an app that `understudy drive --stdio` runs as a child of this process: its start, the
 * requests and answers of understudy-drive(5), and its end. Knows nothing of the client.
 *
 * Each start has a folder of its own, understudy-drives/drive-N in the current folder, which the
 * drive fills as `run --out` does, and a file beside it with what the drive and the app print.
 */
#ifndef TOOL_MCP_APP_H
#define TOOL_MCP_APP_H

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdbool.h>

#include "platform/app.h"
#include "tool/drive/server/drive_client.h"

enum { TOOL_MCP_APP_FILES = 2, TOOL_MCP_APP_TAIL = 2000 };

struct tool_mcp_app {
    const char *tool;         /* the program that drives; the caller's */
    struct us_child *process; /* NULL: none runs */
    struct us_app_end end;    /* of the one that has ended */
    struct tool_drive_client link;
    double asked;  /* the number of the newest request */
    bool is_busy;  /* it has no answer yet */
    cJSON *answer; /* its answer, until it is taken */
    /* Of the newest start, also after its end; the name is "" before the first one. */
    char name[32], folder[PATH_MAX], messages_path[PATH_MAX];
    char *replay; /* its last option and the app, as a shell reads them */
    double rate_hz;
    double stall_s; /* the drive's --stall; 0: its own */
};

/* `tool` is kept. */
void tool_mcp_app_init(struct tool_mcp_app *app, const char *tool);
void tool_mcp_app_finish(struct tool_mcp_app *app);

/* Starts the command of the arguments of the tool "launch". The one before has ended. False: `why`
 * says why. That the command is wrong shows later: the process ends. */
bool tool_mcp_app_start(struct tool_mcp_app *app, const cJSON *arguments, char *why, size_t size);

/* What to wait for, and what to do with it then. */
void tool_mcp_app_poll(const struct tool_mcp_app *app, struct us_pipe_end out[TOOL_MCP_APP_FILES]);
void tool_mcp_app_serve(struct tool_mcp_app *app,
                        const struct us_pipe_end polled[TOOL_MCP_APP_FILES]);

/* Sends a request, and takes `params`. The one before has its answer. */
void tool_mcp_app_send(struct tool_mcp_app *app, const char *method, cJSON *params);

/* Whether it gives no more answers: it has ended, or ends. */
bool tool_mcp_app_is_over(struct tool_mcp_app *app);

/* Ends the process by the end of its input, by SIGTERM if it is still there after a while, and at
 * last by SIGKILL; and waits for it. */
void tool_mcp_app_end(struct tool_mcp_app *app);

/* How it ended, as words: "exit code 3". */
void tool_mcp_app_describe_end(const struct tool_mcp_app *app, char *out, size_t size);
/* The last lines that it printed; "" if there are none. */
void tool_mcp_app_tail(const struct tool_mcp_app *app, char out[TOOL_MCP_APP_TAIL + 1]);

#endif
