/* SPDX-License-Identifier: MIT */
/*
 * A client with a session that draws with Vulkan, and its device. Where there is no Vulkan device,
 * the test ends with status 77.
 */
#ifndef RT_VULKAN_CLIENT_H
#define RT_VULKAN_CLIENT_H

#include "test_client.h"

struct vulkan_client {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device; /* with one queue of family 0 */
};

/* Creates the device, and the client's instance and session. */
void vulkan_client_create(struct client *client, struct vulkan_client *out);
/* After the session and its instance. */
void vulkan_client_destroy(struct vulkan_client *vulkan);

#endif
