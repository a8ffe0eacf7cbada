#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""drives.py NAME FOLDER [OPTION...] -- APP...: drives a project of an engine once, in the engine's Debian (inside.sh), and checks what it was told and
did. FOLDER gets the run folder run/, the recording drive.mcap and what the project itself writes. OPTIONs go to `understudy drive`."""
import math
import re
import sys
from pathlib import Path

import understudy_drive

sys.path.insert(0, str(Path(__file__).parents[1]))
import told

SIMPLE, TOUCH = "khr/simple_controller", "oculus/touch_controller"
STAGE_M = 1.6  # how far the headless runtime's STAGE is below LOCAL


def close(a, b, limit):
    assert math.dist(a, b) <= limit, f"{a} is not {b}"


def godot(app):
    """The menu's button is pressed by pointing at its place on the quad layer; the cube is taken, carried and let go."""
    right = app.right.holds(TOUCH).move_to(0.2, -0.25, -0.35)
    app.advance(seconds=0.2)
    picture = app.picture()
    quad = next(number for number, layer in enumerate(app.state()["layers"]) if layer["kind"] == "quad")
    # The button is from 0.55 to 0.9 and from 0.5 to 0.8 of the menu. A place beside it does nothing.
    for u, v, does in ((0.3, 0.65, False), (0.725, 0.65, True)):
        right.point_at(picture.on_layer(quad, u, v), over=0.2)
        app.advance(seconds=0.25)
        right.trigger(1.0, over=0.1)
        if does:
            app.expect.haptic("right", within=0.3)
        else:
            app.expect.no_event("haptic", within=0.3)
        right.trigger(0.0, over=0.1)
        app.advance(seconds=0.15)
    app.picture()
    right.move_to(-0.2, -0.33, -0.48, 0, 0, 0, over=0.5)
    app.advance(seconds=0.6)
    right.squeeze(1.0, over=0.1)
    app.expect.haptic("right", within=0.3)
    right.move_to(0.1, 0.0, -0.6, over=0.5)
    app.advance(seconds=0.6)
    app.picture()
    right.squeeze(0.0, over=0.1)
    app.expect.haptic("right", within=0.3)
    app.advance(seconds=0.5)
    app.picture()


def godot_has(folder):
    """What the project has said. It carries the cube by what the hand has moved, 0.3, 0.33 and -0.12 m, and lets it fall 0.33 m."""
    said = re.findall(r"TOLD frame (\d+): (.*?) at \((.*?)\)", (folder / "run/stdout.txt").read_text(encoding="utf-8"))
    assert [what for _, what, _ in said] == [f"right hand {what}; cube" for what in ("pressed the button", "took the cube", "let the cube go")] + ["the cube has landed"], said
    cube = [[float(part) for part in place.split(",")] for *_, place in said]
    close(cube[0], cube[1], 0)
    close(cube[2], (0.1, -0.02, -0.62), 1e-4)
    close(cube[3], (0.1, -0.35, -0.62), 1e-4)
    # In n steps of 1/60 s it has fallen 9.81 / 60^2 * n (n + 1) / 2, and is told so in the frame of the last.
    steps = next(n for n in range(1, 100) if 9.81 / 7200 * n * (n + 1) > 0.33)
    assert int(said[3][0]) - int(said[2][0]) == steps - 1, said


def qt(app):
    """Controllers move and their triggers are pulled, then tracked hands pinch, while the head turns."""
    with app.together():
        app.left.holds(TOUCH)
        app.right.holds(TOUCH)
    app.right.move_to(0.1, -0.1, -0.6, 30, 0, 0, over=0.3)
    app.head.turn_to(20, 10, over=0.3)
    app.advance(seconds=0.35)
    app.right.trigger(1.0, over=0.1)
    app.advance(seconds=0.2)
    app.picture()
    app.right.trigger(0.0)
    app.head.move_to(0, 0, 0, 0, 0, 0, over=0.2)
    app.left.holds("ext/hand_interaction_ext")
    app.left.move_to(-0.1, -0.1, -0.5)
    app.left.gesture("pinch", over=0.2)
    app.advance(seconds=0.3)
    app.picture()
    app.advance(frames=2)


def qt_has(folder):
    """What Qt told its project: where the controller and the head were, that the trigger was pulled and let go, and that the tips met."""
    lines = told.lines(folder / "told-1.jsonl")
    placed = {space: [line["pose"] for line in lines if line["e"] == "locate" and line["space"] == space] for space in (2, 5)}
    close(placed[5][-1], (0.1, -0.1, -0.6, 0, math.sin(math.radians(15)), 0, math.cos(math.radians(15))), 1e-5)
    close(placed[2][-1], (0, 0, 0, 0, 0, 0, 1), 1e-5)
    assert max(pose[4] for pose in placed[2]) > 0.17, "the head did not turn"
    pulled = [line["value"] for line in lines if line["e"] == "action" and line["subaction"] == "/user/hand/right"]
    assert pulled == [True, False], pulled
    hand = [line["joints"] for line in lines if line["e"] == "hand" and line["hand"] == "left" and line.get("joints")][-1]
    assert math.dist(hand[5][:3], hand[10][:3]) < 0.03 < math.dist(hand[10][:3], hand[15][:3]), "the hand does not pinch"


def in_local(place):
    """LOCAL is higher than the project's STAGE."""
    return (place[0], place[1] - STAGE_M, place[2])


def ball(degrees, height):
    """Where in LOCAL a ball of the project is."""
    return in_local((2 * math.sin(math.radians(degrees)), height, -2 * math.cos(math.radians(degrees))))


def blender(app):
    """The head turns and walks, both controllers move and point at balls, and the button of each is pressed and let go."""
    with app.together():
        app.left.holds(SIMPLE)
        app.right.holds(SIMPLE)
    app.advance(seconds=0.2)
    app.picture()
    with app.together():
        app.head.move_to(0.1, 0.05, -0.2, 20, 10, 0, over=0.4)
        app.right.move_to(0.2, -0.2, -0.5, over=0.3)
        app.left.move_to(-0.3, -0.1, -0.4, 0, 20, 0, over=0.3)
    app.advance(seconds=0.45)
    app.right.point_at(*ball(25, 1.5), over=0.2)
    app.left.point_at(*ball(-35, 1.9), over=0.2)
    app.advance(seconds=0.3)
    app.picture()
    app.head.move_to(-0.2, -0.1, 0.1, -15, -5, 5, over=0.4)
    app.advance(seconds=0.45)
    for hand in ("right", "left"):
        getattr(app, hand).press("select")
        app.expect.haptic(hand, within=0.2)
        app.advance(frames=5)
        getattr(app, hand).release("select")
        app.advance(seconds=0.1)
        app.expect.no_event("haptic", within=0.2)
    app.picture()
    app.advance(frames=2)


def blender_has(folder):
    """What Blender told its project: where the head and the controllers were, and the button, with a vibration in each turn; and its pictures show the balls."""
    lines, log = told.lines(folder / "told-1.jsonl"), told.lines(folder / "run/log.jsonl")
    # While there is no session, Blender's head is at 0, and so is a controller that never was there.
    located = [line for line in lines if line["e"] == "locate" and any(line.get("pose", [0])[:3])]
    last = {line["space"]: line["pose"] for line in located}
    for space, place in ((2, (-0.2, -0.1, 0.1)), (4, (-0.3, -0.1, -0.4)), (5, (0.2, -0.2, -0.5))):
        close(in_local(last[space]), place, 1e-5)
    for space, target in ((6, ball(-35, 1.9)), (7, ball(25, 1.5))):
        way = [there - here for there, here in zip(target, in_local(last[space]))]
        close(told.turned(last[space][3:], [0, 0, -1]), [part / math.hypot(*way) for part in way], 1e-5)
    pressed = [line for line in lines if line["e"] == "action"]
    assert len(pressed) == 4, pressed
    for hand, down, up in (("right", *pressed[:2]), ("left", *pressed[2:])):
        assert [(line["subaction"], line["value"]) for line in (down, up)] == [(f"/user/hand/{hand}", value) for value in (True, False)], pressed
        felt = [line["frame"] for line in log if line["e"] == "haptic" and line["subaction"] == down["subaction"]]
        assert felt == list(range(felt[0], felt[0] + up["turn"] - down["turn"])) and len(felt) > 5, f"{felt}, {pressed}"
    told.pictures(folder / "told-1.jsonl", folder / "run", Path(told.__file__).parent / "blender/colours.json")


def main():
    name, folder = sys.argv[1], Path(sys.argv[2])
    at = sys.argv.index("--")
    # On a busy machine an engine needs long to draw its first frame, and to exit.
    options = ["--out", "run", "--exit", "any", "--end", "quit:120", *sys.argv[3:at]]
    with understudy_drive.launch(*sys.argv[at + 1 :], options=options, save="drive.mcap", base=folder, timeout=600, messages=folder / "messages.txt") as app:
        globals()[name](app)
    globals()[name + "_has"](folder)


main()
