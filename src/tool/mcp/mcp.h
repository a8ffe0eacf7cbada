/* SPDX-License-Identifier: MIT */
/*
 * mcp: the server of the Model Context Protocol, `understudy mcp`: one client on standard input and
 * output, one app at a time, which it drives as a client of `understudy drive --stdio`
 * (mcp_app.h). One thread.
 *
 * A call of a tool is answered when the app has done what it asks for. Meanwhile the client's other
 * messages are read: a ping is answered, a call waits for its turn, and a cancelled one is dropped.
 * So each file calls those below: cmd_mcp, mcp_calls, mcp_tools and mcp_see, mcp_ask, mcp_protocol,
 * mcp_answer.
 */
#ifndef TOOL_MCP_H
#define TOOL_MCP_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "tool/drive/base/drive_reply.h"
#include "tool/drive/server/drive_client.h"
#include "tool/mcp/mcp_app.h"

enum { TOOL_MCP_CALLS_MAX = 64 };

struct tool_mcp {
    struct tool_drive_client client;
    struct tool_mcp_app app;
    cJSON *definitions;               /* tools.json */
    cJSON *calls[TOOL_MCP_CALLS_MAX]; /* requests of tools/call; the first is answered now */
    unsigned call_count;
    bool is_calling;   /* the first has begun */
    bool is_cancelled; /* and nobody wants its answer any more */
    bool is_agreed;    /* a version was agreed upon by "initialize" */
    double wait_s;     /* how long a call waits for the app; 0: as long as it takes */
};

/* What a tool says: blocks of content, and whether it failed. */
struct tool_mcp_result {
    cJSON *content;
    bool is_error;
};

/* ---- mcp_answer.c ---- */

/* What each request of a client names in params._meta, from TOOL_MCP_MODERN on: the version without
 * a handshake, in which each request stands alone. */
#define TOOL_MCP_META "io.modelcontextprotocol/"
#define TOOL_MCP_MODERN "2026-07-28"

/* Adds a block of text: a text; a JSON, which it takes; or an error, which marks the result as one.
 */
void tool_mcp_say(struct tool_mcp_result *result, const char *text);
void tool_mcp_say_json(struct tool_mcp_result *result, cJSON *json);
void tool_mcp_fail(struct tool_mcp_result *result, const char *format, ...) US_FORMAT(2, 3);

/* The version that a request names for itself; NULL: none. */
const cJSON *tool_mcp_own_version(const cJSON *request);
/* Adds who the server is. */
void tool_mcp_add_name(cJSON *object, const char *name);

/* The request names a version that is not there. The other errors are those of a drive. */
enum { TOOL_MCP_ERROR_VERSION = -32022 };

/* Answer a request. A result is taken; `is_kept`: the client may keep it for a while. A request of
 * NULL is a line that is none. */
void tool_mcp_answer_result(struct tool_mcp *mcp, const cJSON *request, cJSON *result,
                            bool is_kept);
void tool_mcp_answer_error(struct tool_mcp *mcp, const cJSON *request, int code, const char *format,
                           ...) US_FORMAT(4, 5);

/* ---- mcp_protocol.c: JSON-RPC 2.0, and the methods of the protocol ---- */

/* Takes one line of the client; NULL: it was too long. A call of a tool waits for its turn. */
void tool_mcp_take(struct tool_mcp *mcp, const char *line, size_t length);

/* The definition of a tool; NULL: there is none. */
const cJSON *tool_mcp_find_tool(const struct tool_mcp *mcp, const char *name);
void tool_mcp_forget_call(struct tool_mcp *mcp, unsigned i);

/* ---- mcp_ask.c ---- */

/* Whether the client has gone. */
bool tool_mcp_is_alone(const struct tool_mcp *mcp);
/* Waits for the client or the app, but milliseconds at most, and takes what they sent. */
void tool_mcp_turn(struct tool_mcp *mcp, int milliseconds);

/*
 * Asks the app's drive, understudy-drive(5), and waits for the answer. Takes `params`, which may be
 * NULL. Returns the result, which the caller deletes; or NULL with what is wrong, and what to do
 * next, in `out`. `out_code` is the drive's error, or 0; it may be NULL.
 */
cJSON *tool_mcp_ask(struct tool_mcp *mcp, const char *method, cJSON *params,
                    struct tool_mcp_result *out, int *out_code);

/* ---- mcp_tools.c, mcp_see.c ---- */

/* Calls a tool that is among the definitions, with arguments that its schema allows. */
void tool_mcp_call_tool(struct tool_mcp *mcp, const char *name, const cJSON *arguments,
                        struct tool_mcp_result *out);
void tool_mcp_see(struct tool_mcp *mcp, const cJSON *arguments, struct tool_mcp_result *out);

/* ---- mcp_calls.c ---- */

/* Checks the arguments of the first call by the schema of its tool, calls the tool, and answers. */
void tool_mcp_call_first(struct tool_mcp *mcp);

#endif
