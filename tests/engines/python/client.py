# SPDX-License-Identifier: MIT
"""client.py --log FILE: an OpenXR app in Python, with Vulkan and without a picture. Writes what it is told in the lines that tests/oracle/compare
reads, and vibrates a hand while its select button is down. Ends when the runtime asks it to."""
import ctypes as c
import json
import sys
import time

import openxr as xr
from openxr import call

HANDS = ("left", "right")
STATES = ("UNKNOWN", "IDLE", "READY", "SYNCHRONIZED", "VISIBLE", "FOCUSED", "STOPPING", "LOSS_PENDING", "EXITING")


class Client:
    def __init__(self, log):
        self.log, self.state, self.running = log, "UNKNOWN", False
        self.make_instance()
        self.make_session()
        self.make_actions()
        self.make_spaces()

    def write(self, **line):
        self.log.write(json.dumps(line) + "\n")

    def make_instance(self):
        names = [b"XR_KHR_vulkan_enable2", b"XR_EXT_hand_tracking", b"XR_EXT_eye_gaze_interaction"]
        info = xr.InstanceCreateInfo(extension_count=len(names), extensions=(c.c_char_p * len(names))(*names))
        info.app.name, info.app.engine, info.app.api = b"understudy_engines_python", b"ctypes", 1 << 48
        instance, system = c.c_uint64(), c.c_uint64()
        call("xrCreateInstance", info, instance)
        self.instance = instance.value
        call("xrGetSystem", self.instance, xr.SystemGetInfo(form_factor=1), system)
        self.system = system.value

    def make_session(self):
        """A Vulkan device as XR_KHR_vulkan_enable2 asks for it, and a session on it."""
        requirements = xr.extension(self.instance, "xrGetVulkanGraphicsRequirements2KHR")
        requirements(self.instance, self.system, xr.GraphicsRequirementsVulkan())
        get_proc = c.cast(xr.vulkan.vkGetInstanceProcAddr, c.c_void_p).value
        app = xr.VkApplicationInfo(type=0, name=b"understudy_engines_python", api=1 << 22 | 1 << 12)
        self.keep = [app, xr.VkInstanceCreateInfo(type=1, app=c.pointer(app))]
        vk_instance, vk_result, physical, device = c.c_void_p(), c.c_int32(), c.c_void_p(), c.c_void_p()
        create = xr.VulkanInstanceCreateInfo(system=self.system, get_proc=get_proc, info=c.addressof(self.keep[1]))
        xr.extension(self.instance, "xrCreateVulkanInstanceKHR")(self.instance, create, vk_instance, vk_result)
        which = xr.VulkanGraphicsDeviceGetInfo(system=self.system, instance=vk_instance.value)
        xr.extension(self.instance, "xrGetVulkanGraphicsDevice2KHR")(self.instance, which, physical)
        one = c.c_float(1)
        queue = xr.VkDeviceQueueCreateInfo(type=2, count=1, priorities=c.pointer(one))
        info = xr.VkDeviceCreateInfo(type=3, queue_count=1, queues=c.pointer(queue))
        create = xr.VulkanDeviceCreateInfo(system=self.system, get_proc=get_proc, physical=physical.value, info=c.addressof(info))
        xr.extension(self.instance, "xrCreateVulkanDeviceKHR")(self.instance, create, device, vk_result)
        if vk_result.value:
            raise xr.Error(f"vkCreateDevice: {vk_result.value}")
        binding = xr.GraphicsBindingVulkan(instance=vk_instance.value, physical=physical.value, device=device.value)
        session = c.c_uint64()
        call("xrCreateSession", self.instance, xr.SessionCreateInfo(next=c.addressof(binding), system=self.system), session)
        self.session = session.value

    def make_actions(self):
        made = c.c_uint64()
        call("xrCreateActionSet", self.instance, xr.ActionSetCreateInfo(name=b"play", label=b"Play"), made)
        self.set = made.value
        self.paths = {hand: xr.path(self.instance, f"/user/hand/{hand}") for hand in HANDS}
        both = (c.c_uint64 * 2)(*self.paths.values())
        self.actions = {}
        for name, kind, of_hands in (("select_button", 1, 2), ("grip", 4, 2), ("aim", 4, 2), ("buzz", 100, 2), ("gaze", 4, 0)):
            info = xr.ActionCreateInfo(name=name.encode(), kind=kind, subaction_count=of_hands, subactions=both if of_hands else None, label=name.encode())
            call("xrCreateAction", self.set, info, made)
            self.actions[name] = made.value
        parts = {"select_button": "input/select/click", "grip": "input/grip/pose", "aim": "input/aim/pose", "buzz": "output/haptic"}
        self.suggest("khr/simple_controller", [(name, f"/user/hand/{hand}/{part}") for name, part in parts.items() for hand in HANDS])
        self.suggest("ext/eye_gaze_interaction", [("gaze", "/user/eyes_ext/input/gaze_ext/pose")])
        call("xrAttachSessionActionSets", self.session, xr.SessionActionSetsAttachInfo(count=1, sets=(c.c_uint64 * 1)(self.set)))

    def suggest(self, profile, bindings):
        array = (xr.SuggestedBinding * len(bindings))(*((self.actions[name], xr.path(self.instance, where)) for name, where in bindings))
        info = xr.InteractionProfileSuggestedBinding(profile=xr.path(self.instance, "/interaction_profiles/" + profile), count=len(bindings), bindings=array)
        call("xrSuggestInteractionProfileBindings", self.instance, info)

    def make_spaces(self):
        """By their numbers in the log."""
        made, self.spaces, self.trackers = c.c_uint64(), {}, {}
        for number, kind, name in ((1, 2, "LOCAL"), (2, 1, "VIEW")):
            call("xrCreateReferenceSpace", self.session, xr.ReferenceSpaceCreateInfo(kind=kind, pose=xr.IDENTITY), made)
            self.spaces[number] = made.value
            self.write(e="space", space=number, kind="reference", type=name)
        of_actions = [("gaze", None, "gaze")] + [(name, hand, f"{hand}_{name}") for name in ("grip", "aim") for hand in HANDS]
        for number, (action, hand, name) in enumerate(of_actions, 3):
            info = xr.ActionSpaceCreateInfo(action=self.actions[action], subaction=self.paths.get(hand, 0), pose=xr.IDENTITY)
            call("xrCreateActionSpace", self.session, info, made)
            self.spaces[number] = made.value
            self.write(e="space", space=number, kind="action", action=name)
        for number, hand in enumerate(HANDS, 1):
            xr.extension(self.instance, "xrCreateHandTrackerEXT")(self.session, xr.HandTrackerCreateInfo(hand=number, joint_set=0), made)
            self.trackers[hand] = made.value
        self.locate_joints = xr.extension(self.instance, "xrLocateHandJointsEXT")

    def poll(self):
        while True:
            event = xr.EventDataBuffer()
            if call("xrPollEvent", self.instance, event) != 0:
                return
            if event.type != xr.EVENT_SESSION_STATE:
                continue
            self.state = STATES[c.cast(c.byref(event), c.POINTER(xr.SessionStateChanged))[0].state]
            if self.state == "READY":
                call("xrBeginSession", self.session, xr.SessionBeginInfo(views=2))
                self.running = True
            elif self.state == "STOPPING":
                call("xrEndSession", self.session)
                self.running = False

    def frame(self):
        state = xr.FrameState()
        call("xrWaitFrame", self.session, xr.FrameWaitInfo(), state)
        call("xrBeginFrame", self.session, xr.FrameBeginInfo())
        active = (xr.ActiveActionSet * 1)((self.set, 0))
        call("xrSyncActions", self.session, xr.ActionsSyncInfo(count=1, sets=active))
        for number in range(2, 8):
            self.locate(number, state.time)
        for hand in HANDS:
            self.locate_hand(hand, state.time)
            self.press(hand, state.time)
        call("xrEndFrame", self.session, xr.FrameEndInfo(time=state.time, blend=1))

    def locate(self, number, when):
        location = xr.SpaceLocation()
        call("xrLocateSpace", self.spaces[number], self.spaces[1], when, location)
        flags = xr.letters(location.flags)
        pose = {"pose": xr.numbers(location.pose)} if flags else {}
        self.write(e="locate", call="xrLocateSpace", space=number, base=1, flags=flags, wall_time_ns=when, **pose)

    def locate_hand(self, hand, when):
        joints = (xr.HandJointLocation * xr.JOINTS)()
        found = xr.HandJointLocations(count=xr.JOINTS, joints=joints)
        self.locate_joints(self.trackers[hand], xr.HandJointsLocateInfo(base=self.spaces[1], time=when), found)
        line = {"e": "hand", "hand": hand, "base": 1, "active": bool(found.active), "wall_time_ns": when}
        if found.active:
            line.update(joints=[xr.numbers(j.pose) for j in joints], joint_flags=[xr.letters(j.flags) for j in joints], radii=[j.radius for j in joints])
        self.write(**line)

    def press(self, hand, when):
        state = xr.ActionStateBoolean()
        call("xrGetActionStateBoolean", self.session, xr.ActionStateGetInfo(action=self.actions["select_button"], subaction=self.paths[hand]), state)
        if state.changed:
            self.write(e="action", action="select_button", subaction=f"/user/hand/{hand}", value=bool(state.value), wall_time_ns=when)
        if state.value:
            where = xr.HapticActionInfo(action=self.actions["buzz"], subaction=self.paths[hand])
            call("xrApplyHapticFeedback", self.session, where, xr.HapticVibration(duration=50000000, amplitude=0.5))

    def run(self):
        while self.state not in ("EXITING", "LOSS_PENDING"):
            self.poll()
            if self.running:
                self.frame()
            else:
                time.sleep(0.01)
        call("xrDestroySession", self.session)
        call("xrDestroyInstance", self.instance)


with open(sys.argv[sys.argv.index("--log") + 1], "w", encoding="utf-8") as out:
    Client(out).run()
