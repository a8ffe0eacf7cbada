/* SPDX-License-Identifier: MIT */
/*
 * vulkan_devices: the Vulkan devices that an app which starts now would find, with their drivers.
 */
#ifndef TOOL_VULKAN_DEVICES_H
#define TOOL_VULKAN_DEVICES_H

#include <cjson/cJSON.h>

/*
 * Returns an array of {"name", "api", "driver", "driver_info", "driver_version"}; the texts are the
 * driver's own. It is empty if there is no Vulkan. Asks in a child process, so that a crash of a
 * driver does no harm.
 */
cJSON *tool_vulkan_devices_list(void);

#endif
