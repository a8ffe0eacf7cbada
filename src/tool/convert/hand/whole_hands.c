/* SPDX-License-Identifier: MIT */
#include "tool/convert/hand/whole_hands.h"

#include <stdio.h>
#include <string.h>

#include "core/base/pose.h"

void tool_whole_hands_begin(struct tool_whole_hands *hands)
{
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        tool_hand_solver_init(&hands->solvers[i], (enum us_session_hand)i);
        hands->poses[i] = hands->joints[i] = 0;
    }
}

void tool_whole_hands_complete(struct tool_whole_hands *hands, struct us_session_frame *frame)
{
    for (unsigned i = 0; i < US_SESSION_HANDS; i++) {
        uint32_t made_up = tool_hand_solver_complete(&hands->solvers[i], &frame->hands[i]);
        hands->joints[i] |= made_up;
        for (; made_up != 0; made_up &= made_up - 1)
            hands->poses[i]++;
    }
}

static enum us_result take(struct tool_edit_stage *stage, struct us_session_message *message,
                           struct us_error *error)
{
    if (tool_edit_is_frame(message))
        tool_whole_hands_complete((struct tool_whole_hands *)stage, &message->of.frame);
    return tool_edit_pass(stage, message, error);
}

void tool_whole_hands_init(struct tool_whole_hands *hands)
{
    memset(hands, 0, sizeof *hands);
    hands->stage.take = take;
}

void tool_whole_hands_report(const struct tool_whole_hands *hands, struct tool_loss *loss)
{
    for (unsigned hand = 0; hand < US_SESSION_HANDS; hand++) {
        char names[TOOL_LOSS_TEXT] = "";
        unsigned count = 0;
        for (unsigned i = 0; i < US_SESSION_JOINTS; i++) {
            const size_t used = strlen(names);
            if ((hands->joints[hand] & UINT32_C(1) << i) != 0)
                snprintf(names + used, sizeof names - used, "%s%s", count++ > 0 ? ", " : "",
                         us_joint_openxr_names[i]);
        }
        tool_loss_add(loss, TOOL_LOSS_INVENTED, hands->poses[hand],
                      "made up: %s of the %s hand (%s)", tool_edit_count(count, "joint").text,
                      us_hand_name((enum us_hand)hand), names);
    }
}
