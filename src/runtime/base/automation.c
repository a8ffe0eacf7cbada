/* SPDX-License-Identifier: MIT */
#include "runtime/base/automation.h"

#include <string.h>

static uint32_t index_of(const struct rt_automation *automation, uint32_t device, const char *name)
{
    uint32_t i = 0;
    while (i < automation->count && (automation->inputs[i].device != device ||
                                     strcmp(automation->inputs[i].name, name) != 0))
        i++;
    return i;
}

const struct rt_automation_input *rt_automation_find(const struct rt_automation *automation,
                                                     uint32_t device, const char *name)
{
    const uint32_t i = index_of(automation, device, name);
    return i == automation->count ? NULL : &automation->inputs[i];
}

XrResult rt_automation_set(struct rt_automation *automation,
                           const struct rt_automation_input *input)
{
    const uint32_t i = index_of(automation, input->device, input->name);
    if (i == RT_AUTOMATION_INPUTS)
        return XR_ERROR_LIMIT_REACHED;
    automation->inputs[i] = *input;
    if (i == automation->count)
        automation->count++;
    return XR_SUCCESS;
}
