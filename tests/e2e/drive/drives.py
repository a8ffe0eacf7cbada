#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""drives.py NAME FOLDER [OPTION...] -- APP...: drives an app once and checks what the app was told and did. FOLDER gets the run folder run/ and the
recording drive.mcap. OPTIONs go to `understudy drive`."""
import math
import sys
from pathlib import Path

import understudy_drive
from aim import aim, find, layers  # noqa: F401: main calls them by name
from reach import reach  # noqa: F401
from waits import waits  # noqa: F401

LOCAL = 3  # the number of the probe's space
TOUCH, INDEX, HANDS = "oculus/touch_controller", "valve/index_controller", "ext/hand_interaction_ext"


def last(app, kind, **members):
    """The newest line of this kind since the last look, with these members."""
    found = [event for event in app.events() if event["e"] == kind and all(event.get(name) == value for name, value in members.items())]
    assert found, f"no {kind} with {members}"
    return found[-1]


def close(a, b, limit):
    assert math.dist(a, b) <= limit, f"{a} is not {b}"


def space_of(app, action, hand, offset=(0, 0, 0, 0, 0, 0, 1)):
    return last(app, "space", action=action, subaction=f"/user/hand/{hand}", pose=list(offset))["space"]


def hello(app):
    """hello_xr grabs; it vibrates a hand while more than 0.9 is squeezed, which minimum jerk over 0.2 s reaches after 0.15 s."""
    right = app.right.holds(TOUCH)
    right.point_at(0.3, -0.2, -1.0)
    app.advance(frames=2)
    right.squeeze(1.0, over=0.2)
    begun = app.frame
    moment = app.expect.haptic("right", within=0.5)
    assert moment.event["subaction"] == "/user/hand/right", moment
    share = next(n / 12 for n in range(13) if 10 * (n / 12) ** 3 - 15 * (n / 12) ** 4 + 6 * (n / 12) ** 5 > 0.9)
    # hello_xr syncs before it waits for the frame: it sees the input of the frame before.
    assert begun + share * 12 <= moment.frame <= begun + share * 12 + 2, (begun, moment)
    app.advance(seconds=0.1)
    app.mark("grabbed")
    grabbed = app.frame
    app.expect.picture("grabbed.png", threshold=0)
    assert app.notes, "the picture was there before"
    app.expect.picture("grabbed.png", threshold=0)
    right.squeeze(0.0, over=0.2)
    app.expect.no_event("state", within=0.3)
    assert not app.picture().same_as(app.base / "grabbed.png"), "the cube of the hand did not grow"
    assert app.undo(frame=grabbed + 1).frame == grabbed + 1, "the frame is elsewhere"
    assert app.undo("grabbed").frame == grabbed, "the mark is elsewhere"
    app.expect.picture("grabbed.png", threshold=0)
    right.squeeze(0.0, over=0.2)
    app.advance(seconds=0.3)


def controllers(app):
    """Both controllers at once: every kind of input."""
    space = space_of(app, "grip", "right")
    with app.together():
        for hand in (app.left, app.right):
            hand.holds(TOUCH)
            hand.trigger(0.25)
            hand.squeeze(1.0, over=0.1)
            hand.stick(-0.5, 1, over=0.05)
            hand.set("trigger/touch", True)
    app.right.move_to(0.1, -0.2, -0.6, 30, 0, 0)
    app.wait(event="action", where={"action": "trigger", "subaction": "/user/hand/right", "value": 0.25}, within=0.2)
    app.left.click("menu", seconds=0.1)
    app.advance(seconds=0.2)
    events = app.events()
    for action, value in (("trigger", 0.25), ("squeeze", 1), ("stick", [-0.5, 1]), ("trigger_touch", True)):
        for hand in ("left", "right"):
            told = [event["value"] for event in events if event["e"] == "action" and event["action"] == action and event["subaction"] == f"/user/hand/{hand}" and event["active"]]
            assert told and told[-1] == value, (action, hand, told)
    squeezed = [event["value"] for event in events if event["e"] == "action" and event["action"] == "squeeze" and event["subaction"] == "/user/hand/left" and event["active"]]
    assert squeezed == sorted(squeezed) and len(squeezed) >= 6, squeezed
    located = [event for event in events if event["e"] == "locate" and event["space"] == space and event["base"] == LOCAL and "frame" in event][-1]
    close(located["pose"][:3], (0.1, -0.2, -0.6), 1e-6)
    close(located["pose"][3:], (0, math.sin(math.radians(15)), 0, math.cos(math.radians(15))), 1e-6)
    assert located["flags"] == "opOP" and located["from"] == "recording", located
    app.right.trigger(1.0)
    app.expect.haptic("right", within=0.2)


def joints(app, hand):
    return [event for event in app.events("hand") if event["hand"] == hand and event["active"]]


def hands(app):
    """Tracked hands: gestures, a finger alone, and how the tips move."""
    with app.together():
        for hand in (app.left, app.right):
            hand.holds(HANDS)
            hand.gesture("open")
    app.advance(frames=3)
    flat = joints(app, "left")[-1]["joints"]
    app.left.gesture("pinch", over=0.1)
    app.right.finger("index", 1.0)
    app.advance(seconds=0.2)
    pinch, bent = joints(app, "left")[-1]["joints"], None
    thumb, index, middle = 5, 10, 15  # XrHandJointEXT
    assert math.dist(pinch[thumb][:3], pinch[index][:3]) < 0.03 < math.dist(flat[thumb][:3], flat[index][:3])
    close(pinch[middle][:3], flat[middle][:3], 1e-6)
    app.right.move_to(0.2, 0, -0.5, over=0.1)
    app.right.set("pinch_ext/value", 1, over=0.1)
    app.advance(seconds=0.2)
    bent = joints(app, "right")[-1]["joints"]
    assert math.dist(bent[index][:3], bent[6][:3]) < math.dist(flat[index][:3], flat[6][:3]) - 0.02, "the index finger is straight"
    app.right.finger("middle", 0.5).joint("middle_proximal", 40, 5, over=0.1)
    app.advance(seconds=0.2)
    assert app.state()["person"]["right"]["angles"]["middle_proximal"] == [40, 5]
    turned = joints(app, "right")[-1]["joints"]
    bones = [[b - a for a, b in zip(turned[i][:3], turned[i + 1][:3])] for i in (11, 12)]
    angle = math.acos(sum(a * b for a, b in zip(*bones)) / math.hypot(*bones[0]) / math.hypot(*bones[1]))
    close([math.degrees(angle)], [math.degrees(math.acos(math.cos(math.radians(40)) * math.cos(math.radians(5))))], 0.01)
    app.right.gesture("open")
    app.advance(frames=3)
    app.right.move_to(0.2, 0, -0.5)
    assert app.state()["person"]["right"]["angles"] == {}
    bent = joints(app, "right")[-1]["joints"]
    close([math.dist(bent[middle][:3], bent[1][:3])], [math.dist(flat[middle][:3], flat[1][:3])], 1e-4)


def gaze(app):
    """The eyes look at a point while the head turns."""
    space = next(event["space"] for event in app.events("space") if event.get("action") == "gaze")
    app.head.turn_to(40, 10, over=0.2)
    app.gaze.turn_to(-10, 5)
    app.advance(seconds=0.3)
    app.gaze.look_at(0, 0, -2)
    app.advance(frames=3)
    pose = [event["pose"] for event in app.events("locate") if event["space"] == space and event["base"] == LOCAL and "frame" in event][-1]
    x, y, z, w = pose[3:]
    close((-2 * (x * z + w * y), -2 * (y * z - w * x), -(1 - 2 * (x * x + y * y))), (0, 0, -1), 1e-5)  # -Z of the gaze
    app.gaze.lose_tracking()
    app.advance(frames=3)
    assert [event["flags"] for event in app.events("locate") if event["space"] == space][-1] == "", "the gaze is still there"


def profiles(app):
    """The hand changes what it holds, and puts it down."""
    user = {"user": "/user/hand/right"}
    app.right.holds(TOUCH)
    app.expect.event("profile", {**user, "profile": f"/interaction_profiles/{TOUCH}"}, within=0.3)
    app.advance(frames=5)
    app.right.holds(INDEX).squeeze(0.5)
    app.expect.event("profile", {**user, "profile": f"/interaction_profiles/{INDEX}"}, within=0.3)
    app.right.put_down()
    app.expect.event("profile", {**user, "profile": None}, within=0.3)
    app.right.holds(TOUCH)
    app.expect.event("profile", {**user, "profile": f"/interaction_profiles/{TOUCH}"}, within=0.3)


def lost(app):
    """The right controller is lost and found; its buttons work meanwhile."""
    space = space_of(app, "grip", "right")
    app.right.holds(TOUCH).move_to(0.3, -0.2, -0.4)
    app.advance(frames=3)
    flags = []
    for act in (None, app.right.lose_tracking, app.right.find_tracking):
        if act:
            act()
        app.advance(frames=4)
        flags.append([event["flags"] for event in app.events("locate") if event["space"] == space][-1])
        if act == app.right.lose_tracking:
            app.right.trigger(0.5)
            app.expect.event("action", {"action": "trigger", "subaction": "/user/hand/right", "value": 0.5}, within=0.1)
    assert flags == ["opOP", "", "opOP"], flags


def session(app):
    """The session loses the focus, is hidden, recentred and ended. The app is told in the next frame, of all lines about one frame."""

    def told(frames, *kinds):
        app.advance(frames=frames)
        return [event for event in app.events() if event["e"] in kinds and "frame" in event]

    app.session.focus(False)  # before the first frame is granted
    events = told(2, "state", "sync")
    assert [(event["frame"], event["state"]) for event in events if event["e"] == "state"] == [(1, "VISIBLE")], events
    assert [event["result"] for event in events if event["e"] == "sync"][-1] == "XR_SESSION_NOT_FOCUSED", events
    app.session.focus()
    assert [(event["frame"], event["state"]) for event in told(3, "state")] == [(2, "FOCUSED")]
    app.head.move_to(0.5, 0.1, -0.25, 90)
    app.session.recentre(after=0.05)
    move, floor = told(12, "space_change")
    assert floor["type"] == "LOCAL_FLOOR" and floor["pose"] == move["pose"], floor
    close(move["pose"], (0.5, 0, -0.25, 0, math.sin(math.pi / 4), 0, math.cos(math.pi / 4)), 1e-6)
    assert (move["type"], move["frame"], move["ask"]) == ("LOCAL", 8, 10), move
    with app.together():  # four events of one frame
        app.session.recentre(0, 0, 0)
        app.session.recentre(0.5, -0.25, 90)  # the last line about one thing counts
        app.session.recentre(0, 1, 0)
        app.session.wear(False)
        app.session.show(False)
    events = told(5, "state", "presence", "space_change")
    assert [event["state"] for event in events if event["e"] == "state"] == ["VISIBLE", "SYNCHRONIZED"], events
    assert [event["present"] for event in events if event["e"] == "presence"] == [False], events
    move, _ = [event for event in events if event["e"] == "space_change"]
    close(move["pose"][:3], (-1.25, 0, -0.5), 1e-6)
    assert {event["frame"] for event in events} == {app.frame - 4}, events
    app.session.wear()
    app.session.show()
    app.advance(frames=5)
    assert app.state()["state"] == "FOCUSED"
    assert app.state()["person"]["session"]["local"][:3] == [0, 0, 1]
    refuse(app, "session state visible", "without \"over\"", over=1)
    refuse(app, "session nowhere 1", "state, presence, mask or recentre")
    app.mark("behind")
    app.session.masks(False)
    app.session.recentre(1, 1, 10, after=1 / 60)
    app.session.end(after=2 / 60)  # in the last frame


def refuse(app, line, why, **times):
    try:
        app.do(line, **times)
    except understudy_drive.DriveError as error:
        assert why in str(error), error
        return
    raise AssertionError(f"{line} was done")


def live_faults(app):
    """Faults that begin while the app runs."""
    space = space_of(app, "grip", "right")

    def flags(frames=3):
        app.advance(frames=frames)
        return [event["flags"] for event in app.events("locate") if event["space"] == space][-1]

    app.right.holds(TOUCH).move_to(0.3, -0.2, -0.4)
    assert flags() == "opOP"
    begin = app.frame
    app.fault("lose:right", 0.1)
    app.advance(frames=10)
    found = [(event["what"], event["frame"], event["fault"]) for event in app.events("fault")]
    assert found == [("begin", begin + 1, "lose:right+0.1s"), ("end", begin + 7, "lose:right+0.1s")], found
    app.fault("lose:right", 0.1)
    assert flags() == "", "the right hand was not lost"
    assert flags(9) == "opOP", "it was not found again"
    app.fault("freeze:head", 0.2, after=0.05)
    app.head.move_to(0, 0.5, 0, over=0.5)
    app.advance(seconds=0.6)
    app.fault("jitter:5,1")
    app.fault("latency:right:50", 0.5)
    app.right.trigger(1.0, over=0.2)
    app.advance(seconds=0.5)
    app.fault("frame-drop:2")
    app.fault("fail:xrLocateViews=XR_ERROR_RUNTIME_FAILURE+2")
    app.fault("focus-lost", 0.1)
    app.advance(seconds=0.3)
    events = app.events("state", "fault")
    assert [event["state"] for event in events if event["e"] == "state"] == ["VISIBLE", "FOCUSED"], events
    app.fault("freeze:right")
    app.right.move_to(0.3, -0.2, -0.9)
    app.advance(frames=3)
    app.end_fault("freeze:right", after=0.05)
    app.advance(frames=6)
    ends = [(event["what"], event["fault"]) for event in app.events("fault")]
    assert ends == [("begin", "freeze:right"), ("end", "freeze:right")], ends
    app.fault("headset-off")
    app.advance(frames=2)
    app.end_fault("headset-off")
    app.advance(frames=3)
    assert [event["state"] for event in app.events("state")] == ["VISIBLE", "SYNCHRONIZED", "VISIBLE", "FOCUSED"]
    refuse(app, "fault end freeze:right", "no fault 'freeze:right' of this drive is in force")
    refuse(app, "fault end stopping", "happens once")
    refuse(app, "fault lose:left@2s", "write it without '@'")
    refuse(app, "fault nonsense", "is no fault; the faults are lose, ")
    refuse(app, "fault lose:left", "not \"over\"", over=1)


def display_faults(app):
    """Faults of the display and of what the session is told, which begin and end while the app runs."""

    def told(frames, *kinds):
        app.advance(frames=frames)
        return [event for event in app.events(*kinds) if "frame" in event]

    app.advance(frames=2)
    app.fault("refresh:30")
    app.fault("bounds:2,1.5", 0.1)
    app.fault("events-lost:3", after=0.05)
    begin = app.frame
    events = told(13, "wait", "fault", "odd", "space_change", "refresh_rate")
    waits = [event for event in events if event["e"] == "wait" and event["frame"] > begin]
    assert [event["frame"] - begin for event in waits] == [1, 3, 5, 7, 9, 11, 13], waits
    assert {round(1e9 / event["wall_period_ns"]) for event in waits} == {30}, waits
    assert [event["frame"] - begin for event in events if event["e"] == "space_change"] == [1, 7], events
    rates = [(event["before_hz"], event["hz"], event["frame"] - begin) for event in events if event["e"] == "refresh_rate"]
    assert [rate[1:] for rate in rates] == [(30, 1)], rates
    assert any("lost events" in event["what"] for event in events if event["e"] == "odd"), events
    app.end_fault("refresh:30")
    events = told(6, "wait", "fault", "refresh_rate")
    assert [event["frame"] - begin for event in events if event["e"] == "wait"] == [15, 16, 17, 18, 19], events
    assert [event["hz"] for event in events if event["e"] == "refresh_rate"] == [rates[0][0]], events
    refuse(app, "fault end refresh:30", "none is in force")
    # Rates whose times are a little more, and a little less, than half a frame of 60 Hz away from a frame: it is shown from half a frame on.
    for rate, frames in (("39.5", [1, 3, 4, 6, 7, 9, 10]), ("40.5", [1, 2, 4, 5, 7, 8, 10])):
        app.fault(f"refresh:{rate}")
        begin = app.frame
        waits = [event["frame"] - begin for event in told(10, "wait") if event["frame"] > begin]
        assert waits == frames, (rate, waits)
        app.end_fault(f"refresh:{rate}")
        app.advance(frames=2)
        app.events()


def losses(app):
    """hello_xr makes another instance when its session or its instance is lost; the drive goes on there."""
    app.right.holds(TOUCH)
    app.advance(frames=3)
    begin = app.frame + 1
    app.fault("refresh:20")
    app.advance(frames=4)
    # Of the frames from the begin on, the app gets 0, 3 and 6. Frame 4, whose picture is asked for, is left out.
    assert app.picture().frame == begin + 6, "the picture is of another frame"
    app.end_fault("refresh:20")
    for fault in ("loss-pending", "instance-loss"):
        app.advance(frames=3)
        app.events()
        app.fault(fault)
        app.advance(frames=4)
        events = app.events("state", "odd", "instance", "fault")
        told = [event for event in events if event.get("state") == "LOSS_PENDING" or "end the instance" in event.get("what", "")]
        assert [event["frame"] for event in told] == [app.frame - 3], events
        assert [event["e"] for event in events].count("instance") == 1 and events[-1].get("state") == "FOCUSED", events
        assert [event["what"] for event in events if event["e"] == "fault"] == ["begin"], events
    app.right.squeeze(1.0)
    app.expect.haptic("right", within=0.5)


def main():
    name, folder = sys.argv[1], Path(sys.argv[2])
    at = sys.argv.index("--")
    options = [*sys.argv[3:at], "--out", str(folder / "run")]
    with understudy_drive.launch(*sys.argv[at + 1 :], options=options, save=folder / "drive.mcap", base=folder, messages=folder / "messages.txt") as app:
        globals()[name](app)
        app.advance(frames=2)


main()
