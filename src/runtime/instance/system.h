/* SPDX-License-Identifier: MIT */
/* The one system and its view configurations. Under the runtime's lock. */
#ifndef RT_RUNTIME_SYSTEM_H
#define RT_RUNTIME_SYSTEM_H

#include "runtime/instance/instance.h"

/* The number of views of a configuration, or 0 for one that the instance does not have.
 * This covers primary and secondary view configurations. */
uint32_t rt_system_view_count(const struct rt_instance *instance, XrViewConfigurationType type);

/* Whether the app may use LOCAL_FLOOR. */
bool rt_system_has_local_floor(const struct rt_instance *instance);

#define RT_SYSTEM_OBSERVER XR_VIEW_CONFIGURATION_TYPE_SECONDARY_MONO_FIRST_PERSON_OBSERVER_MSFT

/* Limits of what an app submits. */
#define RT_SYSTEM_MAX_LAYERS 16u
#define RT_SYSTEM_MAX_IMAGE_PX 8192u

#endif
