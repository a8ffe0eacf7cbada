/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "tool/cli/command.h"

const struct tool_command *const tool_command_list[] = {
    &tool_command_run,    &tool_command_drive,   &tool_command_record,
    &tool_command_mark,   &tool_command_recover, &tool_command_convert,
    &tool_command_edit,   &tool_command_perform, &tool_command_info,
    &tool_command_check,  &tool_command_sample,  &tool_command_view,
    &tool_command_report, &tool_command_compare, &tool_command_judge,
    &tool_command_doctor, &tool_command_install, &tool_command_uninstall,
    &tool_command_mcp,    &tool_command_expect,  NULL};
