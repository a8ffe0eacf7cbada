# SPDX-License-Identifier: MIT
"""The part of OpenXR 1.0 that client.py calls, by ctypes. Structures and values are those of openxr.h and openxr_platform.h."""
import ctypes as c

loader = c.CDLL("libopenxr_loader.so.1")
vulkan = c.CDLL("libvulkan.so.1")

JOINTS = 26
HEADS = {
    "InstanceCreateInfo": 3, "SystemGetInfo": 4, "SessionCreateInfo": 8, "SessionBeginInfo": 10, "FrameEndInfo": 12, "HapticVibration": 13,
    "EventDataBuffer": 16, "ActionStateBoolean": 23, "ActionSetCreateInfo": 28, "ActionCreateInfo": 29, "FrameWaitInfo": 33,
    "ReferenceSpaceCreateInfo": 37, "ActionSpaceCreateInfo": 38, "SpaceLocation": 42, "FrameState": 44, "FrameBeginInfo": 46,
    "InteractionProfileSuggestedBinding": 51, "ActionStateGetInfo": 58, "HapticActionInfo": 59, "SessionActionSetsAttachInfo": 60,
    "ActionsSyncInfo": 61, "HandTrackerCreateInfo": 1000051001, "HandJointsLocateInfo": 1000051002, "HandJointLocations": 1000051003,
    "GraphicsBindingVulkan": 1000025000, "GraphicsRequirementsVulkan": 1000025002, "VulkanInstanceCreateInfo": 1000090000,
    "VulkanDeviceCreateInfo": 1000090001, "VulkanGraphicsDeviceGetInfo": 1000090003,
}
EVENT_SESSION_STATE = 18


class Error(Exception):
    pass


def struct(name, *fields):
    """A structure that begins with type and next; its type is filled in."""
    kind = type(name, (c.Structure,), {"_fields_": [("type", c.c_int32), ("next", c.c_void_p), *fields]})
    plain = kind.__init__
    kind.__init__ = lambda self, **values: plain(self, type=HEADS[name], **values)
    return kind


def plain(name, *fields):
    return type(name, (c.Structure,), {"_fields_": list(fields)})


u32, i32, u64, i64, f32, text, pointer = c.c_uint32, c.c_int32, c.c_uint64, c.c_int64, c.c_float, c.c_char, c.c_void_p

Pose = plain("Pose", *((n, f32) for n in ("qx", "qy", "qz", "qw", "x", "y", "z")))
ApplicationInfo = plain("ApplicationInfo", ("name", text * 128), ("version", u32), ("engine", text * 128), ("engine_version", u32), ("api", u64))
InstanceCreateInfo = struct("InstanceCreateInfo", ("flags", u64), ("app", ApplicationInfo), ("layer_count", u32), ("layers", pointer), ("extension_count", u32), ("extensions", c.POINTER(c.c_char_p)))
SystemGetInfo = struct("SystemGetInfo", ("form_factor", i32))
SessionCreateInfo = struct("SessionCreateInfo", ("flags", u64), ("system", u64))
SessionBeginInfo = struct("SessionBeginInfo", ("views", i32))
FrameWaitInfo = struct("FrameWaitInfo")
FrameBeginInfo = struct("FrameBeginInfo")
FrameState = struct("FrameState", ("time", i64), ("period", i64), ("render", u32))
FrameEndInfo = struct("FrameEndInfo", ("time", i64), ("blend", i32), ("layer_count", u32), ("layers", pointer))
EventDataBuffer = struct("EventDataBuffer", ("data", c.c_uint8 * 4000))
SessionStateChanged = plain("SessionStateChanged", ("type", i32), ("next", pointer), ("session", u64), ("state", i32), ("time", i64))
ReferenceSpaceCreateInfo = struct("ReferenceSpaceCreateInfo", ("kind", i32), ("pose", Pose))
ActionSpaceCreateInfo = struct("ActionSpaceCreateInfo", ("action", u64), ("subaction", u64), ("pose", Pose))
SpaceLocation = struct("SpaceLocation", ("flags", u64), ("pose", Pose))
ActionSetCreateInfo = struct("ActionSetCreateInfo", ("name", text * 64), ("label", text * 128), ("priority", u32))
ActionCreateInfo = struct("ActionCreateInfo", ("name", text * 64), ("kind", i32), ("subaction_count", u32), ("subactions", c.POINTER(u64)), ("label", text * 128))
SuggestedBinding = plain("SuggestedBinding", ("action", u64), ("path", u64))
InteractionProfileSuggestedBinding = struct("InteractionProfileSuggestedBinding", ("profile", u64), ("count", u32), ("bindings", c.POINTER(SuggestedBinding)))
SessionActionSetsAttachInfo = struct("SessionActionSetsAttachInfo", ("count", u32), ("sets", c.POINTER(u64)))
ActiveActionSet = plain("ActiveActionSet", ("set", u64), ("subaction", u64))
ActionsSyncInfo = struct("ActionsSyncInfo", ("count", u32), ("sets", c.POINTER(ActiveActionSet)))
ActionStateGetInfo = struct("ActionStateGetInfo", ("action", u64), ("subaction", u64))
ActionStateBoolean = struct("ActionStateBoolean", ("value", u32), ("changed", u32), ("change_time", i64), ("active", u32))
HapticActionInfo = struct("HapticActionInfo", ("action", u64), ("subaction", u64))
HapticVibration = struct("HapticVibration", ("duration", i64), ("frequency", f32), ("amplitude", f32))
HandTrackerCreateInfo = struct("HandTrackerCreateInfo", ("hand", i32), ("joint_set", i32))
HandJointsLocateInfo = struct("HandJointsLocateInfo", ("base", u64), ("time", i64))
HandJointLocation = plain("HandJointLocation", ("flags", u64), ("pose", Pose), ("radius", f32))
HandJointLocations = struct("HandJointLocations", ("active", u32), ("count", u32), ("joints", c.POINTER(HandJointLocation)))
GraphicsRequirementsVulkan = struct("GraphicsRequirementsVulkan", ("least", u64), ("most", u64))
VulkanInstanceCreateInfo = struct("VulkanInstanceCreateInfo", ("system", u64), ("flags", u64), ("get_proc", pointer), ("info", pointer), ("allocator", pointer))
VulkanDeviceCreateInfo = struct("VulkanDeviceCreateInfo", ("system", u64), ("flags", u64), ("get_proc", pointer), ("physical", pointer), ("info", pointer), ("allocator", pointer))
VulkanGraphicsDeviceGetInfo = struct("VulkanGraphicsDeviceGetInfo", ("system", u64), ("instance", pointer))
GraphicsBindingVulkan = struct("GraphicsBindingVulkan", ("instance", pointer), ("physical", pointer), ("device", pointer), ("family", u32), ("queue", u32))
# Of Vulkan: sType, pNext, and what is not zero.
VkApplicationInfo = plain("VkApplicationInfo", ("type", i32), ("next", pointer), ("name", c.c_char_p), ("version", u32), ("engine", c.c_char_p), ("engine_version", u32), ("api", u32))
VkInstanceCreateInfo = plain("VkInstanceCreateInfo", ("type", i32), ("next", pointer), ("flags", u32), ("app", c.POINTER(VkApplicationInfo)), ("layer_count", u32), ("layers", pointer), ("extension_count", u32), ("extensions", pointer))
VkDeviceQueueCreateInfo = plain("VkDeviceQueueCreateInfo", ("type", i32), ("next", pointer), ("flags", u32), ("family", u32), ("count", u32), ("priorities", c.POINTER(f32)))
VkDeviceCreateInfo = plain("VkDeviceCreateInfo", ("type", i32), ("next", pointer), ("flags", u32), ("queue_count", u32), ("queues", c.POINTER(VkDeviceQueueCreateInfo)), ("layer_count", u32), ("layers", pointer), ("extension_count", u32), ("extensions", pointer), ("features", pointer))

IDENTITY = Pose(qw=1)


def words(value):
    """An argument: a number by value, 64 bits wide as handles and times are; anything else by its address."""
    return c.c_uint64(value) if isinstance(value, int) else c.byref(value)


def call(name, *arguments):
    result = getattr(loader, name)(*(words(argument) for argument in arguments))
    if result < 0:
        raise Error(f"{name}: {result}")
    return result


def extension(instance, name):
    """A function of an extension; it raises as `call` does."""
    found = c.c_void_p()
    call("xrGetInstanceProcAddr", instance, c.create_string_buffer(name.encode()), found)
    function = c.CFUNCTYPE(i32)(found.value)

    def checked(*arguments):
        result = function(*map(words, arguments))
        if result < 0:
            raise Error(f"{name}: {result}")

    return checked


def path(instance, name):
    found = c.c_uint64()
    call("xrStringToPath", instance, c.create_string_buffer(name.encode()), found)
    return found.value


def numbers(pose):
    return [pose.x, pose.y, pose.z, pose.qx, pose.qy, pose.qz, pose.qw]


def letters(flags):
    return "".join(letter for bit, letter in enumerate("opOP") if flags >> bit & 1)
