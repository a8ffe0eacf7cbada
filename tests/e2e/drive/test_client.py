# SPDX-License-Identifier: MIT
"""The client against stand_in.py: what it does if the tool dies, is silent or talks nonsense, and what it makes of its commands."""
import json
import os
import sys
import threading
import warnings

import understudy_drive as drive

HERE = os.path.dirname(os.path.abspath(__file__))


def launch(how="well", **settings):
    return drive.launch(how, tool=os.path.join(HERE, "stand_in.py"), **settings)


def raises(kind, act):
    try:
        act()
    except kind as error:
        return str(error)
    raise AssertionError(f"no {kind.__name__}")


def test_dead_tools():
    for how, text in (("killed", "was ended by signal 9"), ("leaves-a-child", "ended with exit code 3")):
        app = launch(how)
        said = raises(drive.AppEnded, lambda: app.mark("x"))
        assert text in said and "the last words" in said, said
        assert app.stop().exit_code == {"killed": -9, "leaves-a-child": 3}[how]
        assert "was stopped" in raises(drive.DriveError, lambda: app.advance())
    with launch("app-ended") as app:
        said = raises(drive.AppEnded, lambda: app.mark("x"))
        assert "the app ended with signal 11" in said and "the last words" in said, said


def test_silent_tools():
    app = launch("silent")
    app.timeout = 0.5
    said = raises(drive.DriveError, lambda: app.mark("x"))
    assert "no answer to mark in 0.5 s of wall time" in said and "the last words" in said, said
    assert "no frame" not in said, said
    app.frame = None
    said = raises(drive.DriveError, app.advance)
    assert "no answer to advance in 0.5 s of wall time; the app has shown no frame yet: one that does not use OpenXR never does" in said, said
    app._connection.process.terminate()
    app.abandon()
    assert "speaks protocol 7" in raises(drive.DriveError, lambda: launch("newer"))
    app = launch("nonsense")
    assert "this is no answer" in raises(drive.DriveError, lambda: app.mark("x"))
    app.stop()
    app = launch("deaf")
    app.timeout = 0.5
    raises(drive.DriveError, lambda: app.mark("x"))
    raises(drive.DriveError, lambda: app.do("right " + "x" * 1000000))  # more than a pipe takes
    app._connection.process.kill()
    app.abandon()


def test_events_in_parts():
    """An answer has room for so many lines; all of them are asked for."""
    with launch() as app:
        assert [event["n"] for event in app.events("haptic")] == [1, 2, 3]


def test_absent_drives():
    said = raises(drive.DriveError, lambda: drive.connect("absent.sock"))
    assert said == "no drive listens at absent.sock: No such file or directory; start it with understudy drive --socket absent.sock", said


def test_ends():
    def fails():
        with launch("fails") as app:
            app.advance()

    assert "exit code 9" in raises(drive.AppEnded, fails)
    with launch("fails") as app:
        assert app.stop().exit_code == 9  # who asks for the result judges it

    def own_error():
        with launch("fails"):
            raise KeyError("mine")

    assert "mine" in raises(KeyError, own_error)
    assert not threading.enumerate()[1:]
    assert len(os.listdir("/proc/self/fd")) < 12


def test_commands():
    with launch() as app:
        raises(drive.NotMet, lambda: app.expect.haptic("right", within=0.5))
        assert "mark came" in raises(AssertionError, lambda: app.expect.no_event("mark"))
        assert "the line is wrong" in raises(drive.DriveError, lambda: app.do("wrong"))
        raises(ValueError, lambda: app.right.squeeze(float("nan"), over=float("nan")))
        raises(ValueError, lambda: app.advance(frames=1, seconds=1))
        assert app.advance(frames=3).frame == app.frame
        app.right.holds("oculus/touch_controller").press("a").stick(0.5, -1, over=0.25).click("menu", seconds=0.2)
        with app.together():
            app.right.squeeze(1.0, over=0.2)
            app.left.gesture("pinch", 0.5, after=0.1)
            app.right.joint("index_proximal", 40)
            app.right.joint("index_proximal", 40, -5, over=0.2)
        lines = [(command["line"], command.get("over"), command.get("after")) for command in app.state()["seen"][1:]]
        assert lines == [
            ("right profile oculus/touch_controller", None, None),
            ("right connected yes", None, None),
            ("right a/click yes", None, None),
            ("right thumbstick 0.5 -1", 0.25, None),
            ("right menu/click yes", None, None),
            ("right menu/click no", None, 0.2),
            ("right squeeze/value 1.0", 0.2, None),
            ("left gesture pinch 0.5", None, 0.1),
            ("right joint index_proximal 40", None, None),
            ("right joint index_proximal 40 -5", 0.2, None),
        ], lines


def test_notes():
    """What the app has not bound is a warning, from the author's line."""
    with launch() as app, warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        app.right.squeeze(1)
        assert not said
        app.right.set("trackpad", 0.5, 0)
        app.do("left trackpad 0 1")
        with app.together():
            app.right.set("trackpad", 0, 0)
        assert [(str(warning.message), warning.category) for warning in said] == 3 * [("the trackpad is bound to nothing", drive.UnboundInput)], said
        assert {warning.filename for warning in said} == {__file__} and said[0].lineno + 1 == said[1].lineno, [(warning.filename, warning.lineno) for warning in said]


def test_patches():
    """Their files are relative to the folder of the drive's pictures: in a test, that of the test's file."""
    with launch(base="/nowhere/tests") as app:
        picture = drive.Picture(app, {"frame": 1, "pictures": [{"file": "a.png", "width": 1, "height": 1}]})
        picture.find("patches/a.png")
        picture.find("/elsewhere/b.png")
        assert [command["line"] for command in app.state()["seen"]] == ["/nowhere/tests/patches/a.png", "/elsewhere/b.png"]


def test_poses():
    """A part that is moved without angles keeps its rotation; one that is turned keeps its place."""
    with launch() as app:
        app.right.move_to(0, 1, 2)
        app.right.move_to(0, 1, 2, yaw=90)
        app.head.turn_to(30, 10)
        app.gaze.look_at(1, 3, 2)
        assert [command["line"] for command in app.state()["seen"]] == [
            "right grip 0 1 2 0 0.6 0 0.8",
            "right grip 0 1 2 90 0 0",
            "head pose 1 2 3 30 10 0",
            '{"do": "gaze_at", "target": {"point": [1, 3, 2]}, "over": 0}',
        ]


def test_aims():
    """Targets as the tool takes them; in together() its commands are done with the others."""
    with launch() as app:
        app.right.point_at(drive.Target((1, 2, 3), 1, 0, 1, {"frame": 1, "at": [0, 0]}))
        app.right.poke(drive.Target((1, 2, 3), 1, 0, 1, {"frame": 1, "layer": 2, "at": [0, 0]}), depth=0.02)
        app.left.grab_at((1, 2, 3), over=1, after=2, shape="fist")
        app.head.look_at(drive.point(0, 0, -1, "VIEW"))
        with app.together():
            app.right.poke((0, 0, -1))
            app.left.squeeze(1)
        lines = [command["line"] for command in app.state()["seen"]]
        assert lines[0] == "right point_at 1 2 3", lines
        assert [json.loads(line) for line in lines[1:5]] == [
            {"do": "poke", "target": {"frame": 1, "layer": 2, "at": [0, 0]}, "hand": "right", "depth": 0.02, "over": 0.5},
            {"do": "grab_at", "target": {"point": [1, 2, 3]}, "hand": "left", "shape": "fist", "over": 1, "after": 2},
            {"do": "look_at", "target": {"point": [0, 0, -1], "space": "VIEW"}, "over": 0},
            {"do": "poke", "target": {"point": [0, 0, -1]}, "hand": "right", "over": 0.5, "plan": True},
        ], lines
        assert lines[5:] == ["aimed", "left squeeze/value 1"], lines


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"{name}: passed", flush=True)
    sys.exit(0)
