/* SPDX-License-Identifier: MIT */
/* The turns of the server, and requests to the app's drive. */
#include <stdlib.h>

#include "platform/time.h"
#include "tool/cli/json.h"
#include "tool/mcp/mcp.h"

/* How often it is looked whether the drive has ended. */
enum { LOOK_MS = 100 };

bool tool_mcp_is_alone(const struct tool_mcp *mcp)
{
    return mcp->client.is_at_end || mcp->client.has_gone;
}

void tool_mcp_turn(struct tool_mcp *mcp, int milliseconds)
{
    struct us_pipe_end files[2 + TOOL_MCP_APP_FILES];
    tool_drive_client_poll(&mcp->client, false, files);
    tool_mcp_app_poll(&mcp->app, files + 2);
    if (!us_pipe_wait(files, 2 + TOOL_MCP_APP_FILES, milliseconds))
        return;
    tool_drive_client_serve(&mcp->client, files);
    tool_mcp_app_serve(&mcp->app, files + 2);
    enum tool_drive_client_line kind;
    char *line = NULL;
    size_t length = 0;
    while ((kind = tool_drive_client_take(&mcp->client, &line, &length)) != TOOL_DRIVE_NO_LINE) {
        tool_mcp_take(mcp, kind == TOOL_DRIVE_LINE ? line : NULL, length);
        free(line);
        line = NULL;
    }
    /* What has ended is always ready, and would keep this process busy. */
    if (!mcp->is_calling && mcp->app.process != NULL && tool_mcp_app_is_over(&mcp->app))
        tool_mcp_app_end(&mcp->app);
}

/* ---- One request to the drive ---- */

enum waiting { WAITING_DONE, WAITING_OVER, WAITING_LATE, WAITING_UNWANTED };

/* Until the newest request has its answer, or none can come. */
static enum waiting wait_for_answer(struct tool_mcp *mcp, double until_s)
{
    while (mcp->app.is_busy) {
        mcp->is_cancelled |= tool_mcp_is_alone(mcp);
        if (mcp->is_cancelled)
            return WAITING_UNWANTED;
        if (tool_mcp_app_is_over(&mcp->app))
            return WAITING_OVER;
        if (mcp->wait_s > 0.0 && us_time_now_s() >= until_s)
            return WAITING_LATE;
        tool_mcp_turn(mcp, LOOK_MS);
    }
    return mcp->app.answer != NULL || !tool_mcp_app_is_over(&mcp->app) ? WAITING_DONE
                                                                       : WAITING_OVER;
}

static void say_over(struct tool_mcp *mcp, struct tool_mcp_result *out)
{
    char how[64], tail[TOOL_MCP_APP_TAIL + 1];
    tool_mcp_app_end(&mcp->app);
    tool_mcp_app_describe_end(&mcp->app, how, sizeof how);
    tool_mcp_app_tail(&mcp->app, tail);
    tool_mcp_fail(out,
                  "The app has ended: %s. Its last messages:\n%s\nCall stop to learn where its "
                  "recording, log and output are. Mend what is wrong, and launch it again.",
                  how, tail[0] != '\0' ? tail : "(none)");
}

static void say_waiting(struct tool_mcp *mcp, enum waiting waiting, struct tool_mcp_result *out)
{
    if (waiting == WAITING_OVER)
        say_over(mcp, out);
    else if (waiting == WAITING_LATE)
        tool_mcp_fail(out,
                      "The app has not come so far within %.9g s of real time: it is slow, or it "
                      "hangs. It goes on with what was asked, and the next call waits for it "
                      "again. If it hangs, call stop, and look into its output.",
                      mcp->wait_s);
    else
        tool_mcp_fail(out, "The call was cancelled.");
}

/* The drive has said that the app has ended; it ends itself soon, and says more. */
static void wait_for_end(struct tool_mcp *mcp, double until_s)
{
    while (!tool_mcp_app_is_over(&mcp->app) && !tool_mcp_is_alone(mcp) &&
           (mcp->wait_s <= 0.0 || us_time_now_s() < until_s))
        tool_mcp_turn(mcp, LOOK_MS);
}

/* The result of an answer, or NULL after an error of the drive. */
static cJSON *take_answer(struct tool_mcp *mcp, struct tool_mcp_result *out, int *out_code)
{
    cJSON *answer = mcp->app.answer;
    cJSON *result = cJSON_DetachItemFromObjectCaseSensitive(answer, "result");
    const cJSON *error = tool_json_get(answer, "error");
    const char *message = tool_json_text(error, "message", NULL);
    mcp->app.answer = NULL;
    *out_code = (int)tool_json_number(error, "code", 0.0);
    if (result == NULL)
        tool_mcp_fail(out, "%s", message != NULL ? message : "the drive gave no answer");
    cJSON_Delete(answer);
    return result;
}

cJSON *tool_mcp_ask(struct tool_mcp *mcp, const char *method, cJSON *params,
                    struct tool_mcp_result *out, int *out_code)
{
    double until_s = us_time_now_s() + mcp->wait_s;
    int code = 0;
    /* First that of a call that nobody waited for to its end. */
    enum waiting waiting = wait_for_answer(mcp, until_s);
    if (waiting == WAITING_DONE) {
        tool_mcp_app_send(&mcp->app, method, params);
        waiting = wait_for_answer(mcp, until_s);
    } else {
        cJSON_Delete(params);
    }
    cJSON *result = NULL;
    if (waiting == WAITING_DONE)
        result = take_answer(mcp, out, &code);
    else
        say_waiting(mcp, waiting, out);
    if (code == TOOL_DRIVE_ENDED) {
        wait_for_end(mcp, until_s);
        say_over(mcp, out);
    }
    if (out_code != NULL)
        *out_code = code;
    return result;
}
