/* SPDX-License-Identifier: MIT */
/* XR_KHR_opengl_enable and XR_KHR_opengl_es_enable: which versions an app may use. */
#include "runtime/instance/call.h"
#include "runtime/instance/instance.h"
#include "runtime/opengl/gl.h"

static XrResult get_requirements(struct rt_instance *instance, XrSystemId system,
                                 XrGraphicsRequirementsOpenGLKHR *requirements)
{
    if (requirements == NULL || requirements->type != XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    requirements->minApiVersionSupported = RT_GL_MIN;
    requirements->maxApiVersionSupported = RT_GL_MAX;
    instance->has_asked_opengl_requirements = true;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL xrGetOpenGLGraphicsRequirementsKHR(
    XrInstance instance, XrSystemId systemId, XrGraphicsRequirementsOpenGLKHR *graphicsRequirements)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetOpenGLGraphicsRequirementsKHR, INSTANCE, instance))
        call.result =
            get_requirements((struct rt_instance *)call.object, systemId, graphicsRequirements);
    return rt_call_leave(&call);
}

static XrResult get_es_requirements(struct rt_instance *instance, XrSystemId system,
                                    XrGraphicsRequirementsOpenGLESKHR *requirements)
{
    if (requirements == NULL || requirements->type != XR_TYPE_GRAPHICS_REQUIREMENTS_OPENGL_ES_KHR)
        return XR_ERROR_VALIDATION_FAILURE;
    if (system != RT_SYSTEM_ID)
        return XR_ERROR_SYSTEM_INVALID;
    requirements->minApiVersionSupported = RT_GL_ES_MIN;
    requirements->maxApiVersionSupported = RT_GL_ES_MAX;
    instance->has_asked_opengl_es_requirements = true;
    return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL
xrGetOpenGLESGraphicsRequirementsKHR(XrInstance instance, XrSystemId systemId,
                                     XrGraphicsRequirementsOpenGLESKHR *graphicsRequirements)
{
    struct rt_call call;
    if (RT_ENTER(&call, xrGetOpenGLESGraphicsRequirementsKHR, INSTANCE, instance))
        call.result =
            get_es_requirements((struct rt_instance *)call.object, systemId, graphicsRequirements);
    return rt_call_leave(&call);
}
