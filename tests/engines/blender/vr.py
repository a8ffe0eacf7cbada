# SPDX-License-Identifier: MIT
"""Starts Blender's VR session, and writes what Blender's own API tells in the lines that tests/oracle/compare reads. Vibrates a controller while its select button is down.
  blender --factory-startup --python vr.py -- --log FILE

Blender's world has +Z up and +Y forward. What is told is turned to OpenXR's: x, y, z of Blender are x, -z, y of OpenXR."""
import json
import math
import os
import sys
import traceback

import bmesh
import bpy
from mathutils import Matrix, Quaternion, Vector

HANDS = ("left", "right")
SET = "play"
manager = bpy.data.window_managers[0]
log = open(sys.argv[sys.argv.index("--log") + 1], "w", encoding="utf-8")
TURN = Matrix(((1, 0, 0), (0, 0, 1), (0, -1, 0))).to_quaternion()  # from Blender's axes to OpenXR's
turns, pressed = 0, {hand: False for hand in HANDS}


def write(**line):
    log.write(json.dumps(line) + "\n")
    log.flush()


def numbers(location, rotation):
    """A pose of Blender's, whose objects look along -Z of their own axes as OpenXR's do, as x, y, z, qx, qy, qz, qw."""
    place, turn = TURN @ Vector(location), TURN @ Quaternion(rotation)
    return [*place, turn.x, turn.y, turn.z, turn.w]


def make_actions(_scene):
    state = manager.xr_session_state
    actions = state.actionmaps.new(state, SET, True)
    state.action_set_create(bpy.context, actions)
    for name, kind, component in (("select", "FLOAT", "/input/select/click"), ("grip", "POSE", "/input/grip/pose"), ("aim", "POSE", "/input/aim/pose"), ("buzz", "VIBRATION", "/output/haptic")):
        item = actions.actionmap_items.new(name, True)
        item.type = kind
        for hand in HANDS:
            item.user_paths.new(f"/user/hand/{hand}")
        if kind == "POSE":
            item.pose_is_controller_grip, item.pose_is_controller_aim = name == "grip", name == "aim"
        state.action_create(bpy.context, actions, item)
        binding = item.bindings.new("simple", True)
        binding.profile = "/interaction_profiles/khr/simple_controller"
        for _ in HANDS:
            binding.component_paths.new(component)
        state.action_binding_create(bpy.context, actions, item, binding)
    state.controller_pose_actions_set(bpy.context, SET, "grip", "aim")
    state.active_action_set_set(bpy.context, SET)


def tell():
    """Called once in each turn of Blender's main loop, which draws one frame of the headset and updates the actions for its time."""
    global turns
    state = manager.xr_session_state
    if state is None or not state.is_running(bpy.context):
        if turns:
            log.close()
            bpy.ops.wm.quit_blender()
            return None
        return 0.0
    pose = numbers(state.viewer_pose_location, state.viewer_pose_rotation)
    write(e="locate", call="xrLocateSpace", space=2, base=1, flags="opOP", pose=pose, turn=turns)
    tell_controllers(state)
    turns += 1
    return 0.0


def tell_controllers(state):
    for index, hand in enumerate(HANDS):
        for number, kind in ((4 + index, "grip"), (6 + index, "aim")):
            place = getattr(state, f"controller_{kind}_location_get")(bpy.context, index)
            turn = getattr(state, f"controller_{kind}_rotation_get")(bpy.context, index)
            # Blender does not say whether a controller is there. One that was never there is at 0.
            pose = {"flags": "opOP", "pose": numbers(place, turn)} if any(place) else {"flags": ""}
            write(e="locate", call="xrLocateSpace", space=number, base=1, turn=turns, **pose)
        down = state.action_state_get(bpy.context, SET, "select", f"/user/hand/{hand}")[0] > 0.5
        if down != pressed[hand]:
            write(e="action", action="select", subaction=f"/user/hand/{hand}", value=down, turn=turns)
            pressed[hand] = down
        if down:
            state.haptic_action_apply(bpy.context, SET, "buzz", f"/user/hand/{hand}", 0.05, 0.0, 0.5)


def put_marks(shading):
    """Nothing in the world but balls on a cylinder around the origin, in plain colours: what told.py looks for in the pictures."""
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "colours.json"), encoding="utf-8") as file:
        rule = json.load(file)["marks"]
    ball, shape = bpy.data.meshes.new("ball"), bmesh.new()
    bmesh.ops.create_uvsphere(shape, u_segments=16, v_segments=8, radius=rule["radius_m"])
    shape.to_mesh(ball)
    shape.free()
    number = 0
    for height in rule["heights_m"]:
        for degrees in rule["degrees"]:
            mark = bpy.data.objects.new("ball", ball)
            ahead = rule["distance_m"] * Vector((math.sin(math.radians(degrees)), math.cos(math.radians(degrees))))
            mark.location = (ahead.x, ahead.y, height)
            mark.color = (*(channel / 255 for channel in rule["colours"][number % len(rule["colours"])]), 1)
            bpy.data.scenes[0].collection.objects.link(mark)
            number += 1
    # Blender draws VR with the shading of the 3D view in which the session was started. With outlines, single pixels differ from run to run.
    shading.type, shading.light, shading.color_type = "SOLID", "FLAT", "OBJECT"
    shading.show_object_outline = shading.show_cavity = shading.show_shadows = False
    settings = manager.xr_session_settings
    settings.show_floor = settings.show_selection = settings.show_controllers = False


def start():
    settings = manager.xr_session_settings
    settings.base_pose_type = "CUSTOM"
    settings.base_pose_location = (0, 0, 0)
    settings.base_pose_angle = 0
    settings.use_positional_tracking = True
    settings.use_absolute_tracking = True
    settings.clip_start = 0.01
    write(e="space", space=1, kind="reference", type="STAGE")
    write(e="space", space=2, kind="reference", type="VIEW")
    for number, name in enumerate(("left_grip", "right_grip", "left_aim", "right_aim"), 4):
        write(e="space", space=number, kind="action", action=name)
    bpy.app.handlers.xr_session_start_pre.append(make_actions)
    window = manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    put_marks(area.spaces.active.shading)
    with bpy.context.temp_override(window=window, screen=window.screen, area=area, region=area.regions[-1]):
        bpy.ops.wm.xr_session_toggle()
    bpy.app.timers.register(tell)


def start_or_end():
    try:
        start()
    except Exception:
        traceback.print_exc()
        os._exit(1)


bpy.app.timers.register(start_or_end, first_interval=0.5)
