# SPDX-License-Identifier: MIT
"""Drive an OpenXR app: say, step by step, what the person who wears the headset does, and look at what the app does.

    import understudy_drive

    with understudy_drive.launch("hello_xr", "-g", "Vulkan2") as app:
        right = app.right.holds("oculus/touch_controller")
        right.squeeze(1.0, over=0.2)
        app.expect.haptic("right", within=0.5)

The tool `understudy drive` does the work; this file speaks its protocol, understudy-drive(5). docs/pytest.md describes every method.
Between two requests the app stands still: only `advance`, `wait`, `picture` and `expect` let its frames go on. Positions are metres in
LOCAL (+X right, +Y up, -Z ahead), angles are degrees (yaw to the left, pitch up, roll to the left), and times are seconds of the app,
except `timeout`, which is how many seconds of wall time an answer may take. Threads: none; a Drive belongs to one thread at a time.
"""
import collections
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import warnings
from pathlib import Path

from understudy_connection import APP_ENDED, ERRORS, NOT_ASKED, NOT_MET, TAIL_BYTES, Socket, Tool, find_tool
from understudy_connection import AppEnded, DriveError, NotAsked, NotMet, NotSeen, Stalled  # noqa: F401: of this module's interface

PROTOCOL = 1
TIMEOUT_S = 120

Moment = collections.namedtuple("Moment", "frame time_s event", defaults=(None,))
Moment.__doc__ = "The newest frame that the app has finished, its time in seconds, and what was waited for (an event, a layer, a picture or a line), or None."
Target = collections.namedtuple("Target", "point distance uncertainty score source", defaults=(None,))
Target.__doc__ = """A point in LOCAL, its distance from the eye (of a layer: from the head) and the uncertainty of that in metres, how well it was recognised, up to 1,
and the place in a picture or on a layer that it was."""
Result = collections.namedtuple("Result", "exit_code recording frames messages")
Result.__doc__ = "How a drive ended: the tool's exit code (None if it runs elsewhere), the recording, its frames, and all that the tool printed."


class UnboundInput(UserWarning):
    """A command is about an input to which the app has no action bound; the text says which inputs of that hand it has bound."""


def _warn(text):
    """As from the line outside of this module that gave the command."""
    level, caller = 2, sys._getframe(1)
    while caller.f_back is not None and caller.f_code.co_filename in (__file__, contextlib.__file__):
        level, caller = level + 1, caller.f_back
    warnings.warn(text, UnboundInput, stacklevel=level)


def point(x, y, z, space="LOCAL"):
    """A target by its place in a space: "LOCAL", "VIEW" (of the head now), another reference space of the app, the action of one of its spaces, or the
    number of a space in the event log."""
    return {"point": [x, y, z], "space": space}


def words(text):
    """A command line as a list: of a list, or of one string of shell words. Raises ValueError if its quotes have no end."""
    if not isinstance(text, str):
        return [str(word) for word in text or ()]
    try:
        return shlex.split(text)
    except ValueError as error:
        raise ValueError(f"{text}: {error}") from None


def launch(*command, options=(), tool=None, rate=60, timeout=TIMEOUT_S, headless=True, save=None, folder=None, env=None, messages=None, focused=True, **pictures):
    """Starts an app and returns its Drive, which is a context manager.

    command: the app and its arguments. options: more options of `understudy drive`, which are those of `understudy run`, as `words` takes them. tool: the tool;
    otherwise that of find_tool. rate: frames in a second of the app. headless: on the runtime that comes with Understudy. save: the file
    for the recording. folder, env: the app's folder, and more variables for it. messages: a file for what tool and app print. focused: wait
    until the app has the input focus. pictures: base and update, as Drive has them.
    """
    tool = find_tool(tool)
    line = [tool, "drive", "--stdio", "--clock", f"frame:{rate}"]
    line += ["--headless"] if headless else []
    line += ["--save", os.fspath(save)] if save else []
    line += [*words(options), "--", *map(os.fspath, command)]
    return Drive(Tool(line, messages, folder, env), tool, timeout, **pictures)._begin(focused)


def connect(path, tool=None, timeout=TIMEOUT_S, **pictures):
    """Returns the Drive of an app that `understudy drive` runs already; path: its socket."""
    return Drive(Socket(path, timeout), tool, timeout, **pictures)._begin(focused=False)


# --- a drive -----------------------------------------------------------------------------------------


class Drive:
    """A running app. `right`, `left`, `head` and `gaze` are the person, `session` is what happens to it; `expect` raises NotMet for what does not happen.

    frame, time_s: the newest frame that the app has finished, and its time. base: the folder to which the names of expected pictures are
    relative. update: write expected pictures anew.
    """

    def __init__(self, connection, tool=None, timeout=TIMEOUT_S, base=".", update=False):
        self._connection, self._tool, self._collected, self._number = connection, tool, None, 0
        self.timeout, self.base, self.update, self.result = timeout, Path(base), update, None
        self.frame, self.time_s, self.notes = None, None, []
        self.left, self.right, self.head, self.gaze = Hand(self, "left"), Hand(self, "right"), Head(self), Gaze(self)
        self.session = Session(self)
        self.expect = Expect(self)

    def ask(self, method, **parameters):
        """Sends any request of understudy-drive(5), and returns its result."""
        if self._connection is None:
            raise DriveError("this drive was stopped")
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": parameters}
        deadline, lines = time.monotonic() + self.timeout, self._connection.lines
        try:
            lines.send(json.dumps(request, allow_nan=False).encode() + b"\n", deadline)
            answer = {}
            while answer.get("id") != self._number:
                line = lines.receive(deadline)
                try:
                    answer = json.loads(line)
                except ValueError:
                    answer = None
                if not isinstance(answer, dict):
                    raise DriveError(f"this is no answer of understudy drive: {line[:200]!r}")
                if answer.get("id", 0) is None:  # a request that could not be read has no number
                    break
        except TimeoutError:
            idle = "; the app has shown no frame yet: one that does not use OpenXR never does, and one that starts slowly needs a longer timeout"
            why = idle if method == "advance" and self.frame is None else ""
            raise DriveError(f"no answer to {method} in {self.timeout} s of wall time{why}{self._connection.tail()}") from None
        return self._result(method, answer)

    def _result(self, method, answer):
        if "error" in answer:
            error = answer["error"]
            kind, message = ERRORS.get(error.get("code"), DriveError), error.get("message", "unknown error")
            raise kind(message + (self._connection.tail() if kind is AppEnded else ""), error.get("code"))
        result = answer.get("result")
        if isinstance(result, dict) and method == "do" and "note" in result:
            _warn(result["note"])
        if isinstance(result, dict) and method not in ("do", "aim", "locate"):  # which tell of other frames
            self.frame, self.time_s = result.get("frame", self.frame), result.get("time_s", self.time_s)
        return result

    def _begin(self, focused):
        """Returns the drive if the tool is of this version; `focused`: once the app has the input focus. Otherwise leaves it."""
        try:
            protocol = self.ask("hello").get("protocol")
            if protocol != PROTOCOL:
                raise DriveError(f"the tool speaks protocol {protocol} of understudy-drive(5), and this module {PROTOCOL}: take both from one version")
            if focused:
                self._focus()
        except BaseException:
            self.abandon()
            raise
        return self

    # What the person does.

    def do(self, lines, over=0, after=0):
        """Does a line of understudy-person(5) without its time, or several at once: do("right squeeze/value 1", over=0.2)."""
        lines = [lines] if isinstance(lines, str) else lines
        commands = [{"line": line, **({"over": over} if over else {}), **({"after": after} if after else {})} for line in lines]
        if self._collected is None:
            self.ask("do", commands=commands)
        else:
            self._collected += commands

    def fault(self, fault, seconds=None, after=0):
        """Makes a fault on purpose, as --fault has it without its times: fault("lose:left", 0.5). Without seconds it lasts until end_fault."""
        self.do(f"fault {fault}" + (f"+{seconds}s" if seconds else ""), after=after)

    def end_fault(self, fault, after=0):
        """Ends a fault that fault() made, by its name without its length: end_fault("lose:left")."""
        self.do(f"fault end {fault}", after=after)

    @contextlib.contextmanager
    def together(self):
        """with drive.together(): all commands in it are one request: they begin at once, and if one is wrong, none is done."""
        if self._collected is not None:
            raise DriveError("together() is in together()")
        self._collected = []
        try:
            yield
            commands = self._collected
        finally:
            self._collected = None
        if commands:
            self.ask("do", commands=commands)

    # Time.

    def advance(self, frames=None, seconds=None):
        """Lets the app show so many frames (default: 1), or so many seconds of them. Returns the Moment."""
        if seconds is not None:
            if frames is not None:
                raise ValueError("give frames or seconds, not both")
            return self._moment(self.ask("advance", seconds=seconds))
        return self._moment(self.ask("advance", frames=1 if frames is None else frames))

    def wait(self, haptic=None, event=None, where=None, within=None, frames=None, **more):
        """Lets frames go on until something happens, and returns its Moment.

        haptic: "left", "right" or "any". event: a kind of line of understudy-log(5), and where, the members that it has. Or one of these:
        layer, a kind of layer that the app submits, and where; picture, a PNG file that the view looks like; unchanged, for how many frames it
        looks the same; output, a text in a line that the app prints; matches, a regular expression for one. More members of these conditions,
        such as threshold and every, are those of understudy-drive(5). within: seconds of the app; frames: as many at most. One of the two is
        needed. NotMet if it does not come; its text says what was nearest.
        """
        if (within is None) == (frames is None):
            raise ValueError("give within, in seconds, or frames")
        until = {"haptic": haptic, "event": event, "where": where, **more}
        until = {name: value for name, value in until.items() if value is not None}
        if "picture" in until:
            until["picture"] = os.path.abspath(self.base / until["picture"])
        limit = {"within_frames": frames} if within is None else {"within_seconds": within}
        return self._until(until, limit)

    def _until(self, until, limit):
        result = self.ask("advance", until=until, **limit)
        if not result.get("met", True):
            wanted = " ".join(f"{name} {value if isinstance(value, str) else json.dumps(value)}" for name, value in until.items())
            limits = ", ".join(f"{value} {name.replace('within_', '')}" for name, value in limit.items())
            nearest = f"; nearest: {json.dumps(result['nearest'])}" if "nearest" in result else ""
            raise NotMet(f"not met within {limits}: {wanted}; the app is at frame {self.frame}, {self.time_s} s{nearest}", NOT_MET)
        return self._moment(result)

    def _focus(self):
        """An app that starts slowly may take all of the timeout."""
        deadline = time.monotonic() + self.timeout
        while True:
            try:
                return self._until({"focused": True}, {})
            except Stalled:
                if time.monotonic() >= deadline:
                    raise

    def _moment(self, result):
        found = [result[name] for name in ("event", "layer", "picture", "line") if name in result]
        return Moment(result.get("frame"), result.get("time_s"), found[0] if found else None)

    def _aim(self, what, target, over=None, after=0, **more):
        """The request `aim`; in together() only its commands, which are done with the others."""
        if isinstance(target, Target):  # of a layer, the way into it counts too
            target = target.source if "layer" in (target.source or {}) else target.point
        target = target if isinstance(target, dict) else {"point": list(target)}
        more.update({"over": over} if over is not None else {}, **({"after": after} if after else {}))
        more = {name: value for name, value in more.items() if value is not None}
        collects = self._collected is not None
        done = self.ask("aim", do=what, target=target, **more, **({"plan": True} if collects else {}))
        if collects:
            self._collected += done["commands"]

    # What the app does.

    def picture(self):
        """Lets one frame go on, and returns the Picture of it."""
        return Picture(self, self.ask("picture"))

    def state(self):
        """What the person does and what the app asks for, as understudy-drive(5) describes the answer of `state`."""
        return self.ask("state")

    def events(self, *kinds):
        """The lines of the event log, understudy-log(5), since the last call; only those of these kinds, if some are given: the others are gone."""
        events, more = [], True
        while more:  # an answer has room for so many lines
            result = self.ask("events", **({"kinds": list(kinds)} if kinds else {}))
            events += result["events"]
            more = result["more"]
        return events

    def mark(self, name):
        """Sets a marker in the recording, at the newest frame."""
        self.ask("mark", name=name)

    def undo(self, mark=None, frame=None):
        """Goes back to a mark, or to a frame: the app runs again from its beginning up to there, with the same input. Returns the Moment.

        NotMet, if the app did not do the same again: the drive is at that frame then, but elsewhere.
        """
        result = self.ask("undo", **({"mark": mark} if frame is None else {"frame": frame}))
        if result["same"] is False:
            raise NotMet(f"the app did not do the same again up to frame {self.frame}: {result['difference']}", NOT_MET)
        return self._moment(result)

    # The end.

    def stop(self):
        """Asks the app to exit, waits for it, and returns the Result. Again: the same Result."""
        if self.result is None:
            try:
                answer = self.ask("stop")
            except AppEnded:
                answer = {}
            except Stalled:
                self.abandon()
                raise
            code, said = self.abandon()
            self.result = Result(code, answer.get("recording"), answer.get("frames"), said)
        return self.result

    def abandon(self):
        """Leaves the drive as it is; a tool that launch() started is ended. Returns its exit code, and what it printed."""
        connection, self._connection = self._connection, None
        return connection.close() if connection else (None, "")

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            with contextlib.suppress(DriveError, OSError):
                self.stop()
            self.abandon()
        elif self.result is None:
            result = self.stop()
            if result.exit_code:
                raise AppEnded(f"the drive ended with exit code {result.exit_code}:\n{result.messages[-TAIL_BYTES:].strip()}", APP_ENDED)


def _place(x, y, z):
    """A point, by its coordinates or as a Target."""
    return tuple(getattr(x, "point", x)) if y is None else (x, y, z)


# --- the person --------------------------------------------------------------------------------------


class Part:
    """A part of the person: lines that begin with its name."""

    def __init__(self, drive, name):
        self._drive, self._name = drive, name

    def set(self, what, *values, over=0, after=0):
        """Any line about this part: right.set("trigger/value", 0.4, over=0.2). True and False are yes and no."""
        words = [("yes" if value else "no") if isinstance(value, bool) else str(value) for value in values]
        self._drive.do(" ".join([self._name, what, *words]), over, after)
        return self

    def lose_tracking(self, after=0):
        return self.set("tracked", False, after=after)

    def find_tracking(self, after=0):
        return self.set("tracked", True, after=after)

    def _aim_at(self, what, x, y, z, over, after):
        """A line with a point; a place in another space is found first."""
        if isinstance(x, dict):
            hand = {"hand": self._name} if isinstance(self, Hand) else {}
            self._drive._aim(what, x, over, after, **hand)
            return self
        return self.set(what, *_place(x, y, z), over=over, after=after)

    def _pose(self, what):
        """Where a part of the person is now: its position, and its rotation as a quaternion."""
        pose = self._drive.state()["person"][self._name][what]
        return tuple(pose[:3]), tuple(pose[3:])

    def _move(self, what, position, angles, over, after):
        """To a position; with angles, or else without turning."""
        if any(angle is not None for angle in angles):
            return self.set(what, *position, *(angle or 0 for angle in angles), over=over, after=after)
        return self.set(what, *position, *self._pose(what)[1], over=over, after=after)


class Hand(Part):
    """A hand, with a controller or without. after: seconds until a command begins."""

    def holds(self, profile, after=0):
        """What the hand holds: an interaction profile, such as "oculus/touch_controller". Returns the hand."""
        self._drive.do([f"{self._name} profile {profile}", f"{self._name} connected yes"], after=after)
        return self

    def put_down(self, after=0):
        """The hand holds nothing: it has no interaction profile."""
        return self.set("connected", False, after=after)

    def squeeze(self, amount, over=0, after=0):
        return self.set("squeeze/value", amount, over=over, after=after)

    def trigger(self, amount, over=0, after=0):
        return self.set("trigger/value", amount, over=over, after=after)

    def stick(self, x, y, over=0, after=0):
        return self.set("thumbstick", x, y, over=over, after=after)

    def press(self, button, after=0):
        """Presses a button by its path without /input/ and /click: "a", "menu", "thumbstick"."""
        return self.set(button if "/" in button else f"{button}/click", True, after=after)

    def release(self, button, after=0):
        return self.set(button if "/" in button else f"{button}/click", False, after=after)

    def click(self, button, seconds=0.1, after=0):
        """Presses a button, and releases it so many seconds later. Time goes on with `advance`."""
        self.press(button, after=after)
        return self.release(button, after=after + seconds)

    def move_to(self, x, y, z, yaw=None, pitch=None, roll=None, over=0, after=0):
        """Moves the grip. Without angles, the hand does not turn."""
        return self._move("grip", (x, y, z), (yaw, pitch, roll), over, after)

    def point_at(self, x, y=None, z=None, over=0, after=0):
        """Turns the hand where it is now so that the ray of its aim goes through this point, or this target."""
        return self._aim_at("point_at", x, y, z, over, after)

    def poke(self, target, over=0.5, after=0, depth=None):
        """Touches a target with the fingertip, or with the tip of the controller, and goes back.

        The tip comes to 0.1 m before the target in `over` seconds, along the normal of a layer, and otherwise on the way from the head; it goes to
        `depth` metres (default: 0.01) behind it in 0.15 s, and back in 0.15 s.
        """
        self._drive._aim("poke", target, over, after, hand=self._name, depth=depth)
        return self

    def grab_at(self, target, over=0.5, after=0, shape=None):
        """Goes to a target in `over` seconds without turning, and closes there in 0.1 s. shape: "pinch" (the usual one of a hand), "fist", or
        "squeeze" (that of a controller)."""
        self._drive._aim("grab_at", target, over, after, hand=self._name, shape=shape)
        return self

    def gesture(self, name, amount=None, over=0, after=0):
        """The fingers: "open", "relaxed", "pinch", "fist", "point" or "thumb_up". amount: from 0, open, to 1."""
        return self.set("gesture", name, *([] if amount is None else [amount]), over=over, after=after)

    def finger(self, name, amount, over=0, after=0):
        """Bends one finger: "thumb", "index", "middle", "ring" or "little", from 0, straight, to 1, as in a fist."""
        return self.set(f"finger {name}", amount, over=over, after=after)

    def joint(self, name, bend, spread=None, over=0, after=0):
        """Bends one joint, such as "index_proximal", by this angle in degrees. spread: to the side, of a joint that can; 0 if it is not given."""
        return self.set(f"joint {name}", bend, *([] if spread is None else [spread]), over=over, after=after)


class Head(Part):
    def __init__(self, drive):
        super().__init__(drive, "head")

    def move_to(self, x, y, z, yaw=None, pitch=None, roll=None, over=0, after=0):
        """Moves the head. Without angles, it does not turn."""
        return self._move("pose", (x, y, z), (yaw, pitch, roll), over, after)

    def turn_to(self, yaw, pitch=0, roll=0, over=0, after=0):
        """Turns the head where it is now."""
        return self.set("pose", *self._pose("pose")[0], yaw, pitch, roll, over=over, after=after)

    def look_at(self, x, y=None, z=None, over=0, after=0):
        """Turns the head where it is now towards a point, or a target."""
        return self._aim_at("look_at", x, y, z, over, after)


class Gaze(Part):
    def __init__(self, drive):
        super().__init__(drive, "gaze")

    def turn_to(self, yaw, pitch=0, over=0, after=0):
        """Where the eyes look, relative to the head."""
        return self.set("direction", yaw, pitch, over=over, after=after)

    def look_at(self, x, y=None, z=None, over=0, after=0):
        """Looks at a point, or a target, from where the head is now."""
        self._drive._aim("gaze_at", x if y is None else (x, y, z), over, after)
        return self


class Session(Part):
    """What happens to the session: the focus, the headset, where LOCAL is."""

    def __init__(self, drive):
        super().__init__(drive, "session")

    def focus(self, has_focus=True, after=0):
        """Takes the focus, as a system menu does: the session is VISIBLE at most. True gives it back."""
        return self.set("state", "focused" if has_focus else "visible", after=after)

    def show(self, is_visible=True, after=0):
        """Without it the app is not seen: the session is SYNCHRONIZED at most. True: the app may have the focus again."""
        return self.set("state", "focused" if is_visible else "synchronized", after=after)

    def end(self, after=0):
        """Asks the app to end its session; the app may begin another one."""
        return self.set("state", "stopping", after=after)

    def wear(self, is_worn=True, after=0):
        """The headset is put on, or taken off: XR_EXT_user_presence tells it. The session goes on; a headset may also hide the app: show(False)."""
        return self.set("presence", is_worn, after=after)

    def masks(self, has_masks=True, after=0):
        """Whether the views have their visibility masks."""
        return self.set("mask", has_masks, after=after)

    def recentre(self, x=None, z=None, yaw=0, after=0):
        """Moves LOCAL to the head, or to this place, in LOCAL as it was at first. It is there two frames after the app was told."""
        return self.set("recentre", *([] if x is None else [x, z or 0, yaw]), after=after)


# --- what is expected --------------------------------------------------------------------------------


class Expect:
    """What must happen from now on, while frames go on. within: seconds of the app. NotMet, an AssertionError, if it does not."""

    def __init__(self, drive):
        self._drive = drive

    def haptic(self, hand="any", within=1.0):
        """A vibration. Returns its Moment."""
        return self._drive.wait(haptic=hand, within=within)

    def event(self, kind, where=None, within=1.0):
        """A line of understudy-log(5) of this kind, with these members. Returns its Moment."""
        return self._drive.wait(event=kind, where=where, within=within)

    def no_event(self, kind, where=None, within=1.0):
        """No such line, in all of that time."""
        try:
            moment = self._drive.wait(event=kind, where=where, within=within)
        except NotMet:
            return
        raise NotMet(f"{kind} came at frame {moment.frame}, {moment.time_s} s: {json.dumps(moment.event)}", NOT_MET)

    def layer(self, kind, where=None, within=1.0):
        """The app submits a layer of this kind, with these members. Returns its Moment."""
        return self._drive.wait(layer=kind, where=where, within=within)

    def output(self, text, within=1.0, **more):
        """The app prints a line with this text, from now on, or with from_start=True. The drive has the option --out. Returns its Moment."""
        return self._drive.wait(output=text, within=within, **more)

    def unchanged(self, frames, within, **more):
        """What the app draws stays the same for so many frames. Returns its Moment."""
        return self._drive.wait(unchanged=frames, within=within, **more)

    def picture(self, file, view=0, threshold=0.02, ssim=None, allow=None, within=None):
        """The next frame looks as in this PNG file; or, with `within`, one of the frames of so many seconds. If there is no such file, it is made of
        the next frame, and `notes` says so."""
        expected = self._drive.base / file
        if within is not None and expected.exists() and not self._drive.update:
            return self._drive.wait(picture=file, part=f"view-{view}", threshold=threshold, ssim=ssim, allow=allow, within=within)
        picture = self._drive.picture()
        if self._drive.update or not expected.exists():
            expected.parent.mkdir(parents=True, exist_ok=True)
            picture.save(expected, view)
            self._drive.notes.append(f"made the expected picture {expected}: look at it")
        elif not picture.same_as(expected, view, threshold, ssim, allow):
            raise NotMet(f"{picture.files[view]} (frame {picture.frame}) is not the picture {expected}: {picture.compared}", NOT_MET)
        return picture


class Picture:
    """What the app drew in a frame. files: a PNG file of each view. width, height: of the first."""

    def __init__(self, drive, answer):
        self._drive, self.frame, self.compared = drive, answer["frame"], None
        self.files = [Path(part["file"]) for part in answer["pictures"]]
        if not self.files:
            raise NotAsked("the app drew nothing in this frame", NOT_ASKED)
        self.width, self.height = answer["pictures"][0]["width"], answer["pictures"][0]["height"]

    def at(self, u, v, view=0, distance=None):
        """The Target that is seen at a place: (0, 0) is the left upper corner, (1, 1) the right lower one. distance: from the eye, in
        metres; otherwise the two eyes' pictures tell it. NotSeen, if they cannot."""
        return self._locate(at=[u, v], view=view, **({} if distance is None else {"distance": distance}))

    def find(self, patch, view=0, distance=None):
        """The Target in the middle of a patch, a PNG file that was cut from an earlier picture. NotSeen, if it is not there, or twice."""
        return self._locate(patch=os.path.abspath(self._drive.base / patch), view=view, **({} if distance is None else {"distance": distance}))

    def on_layer(self, layer, u, v):
        """The Target at a place of the image of a quad, cylinder or equirect layer, by its number in the frame, from 0."""
        return self._locate(layer=layer, at=[u, v])

    def _locate(self, **what):
        result = self._drive.ask("locate", frame=self.frame, **what)
        return Target(tuple(result["point"]), result["distance"], result["uncertainty"], result["score"], {"frame": self.frame, **what})

    def save(self, file, view=0):
        part = f"{file}.part-{os.getpid()}"  # another process that reads the file finds all of it or nothing
        shutil.copyfile(self.files[view], part)
        os.replace(part, file)

    def same_as(self, file, view=0, threshold=0.0, ssim=None, allow=None):
        """Whether the picture is the same as a PNG file. The tolerances are those of `understudy compare`; it says more in `compared`."""
        limits = [os.path.abspath(allow)] if allow is not None else []
        limits += [f"threshold={threshold}"] + ([f"ssim={ssim}"] if ssim is not None else [])
        command = [find_tool(self._drive._tool), "compare", "--allow", ",".join(limits)]
        done = subprocess.run([*command, os.fspath(file), os.fspath(self.files[view])], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.compared = done.stdout.decode("utf-8", "replace").strip()
        if done.returncode > 1 or done.returncode < 0:
            raise DriveError(f"the pictures cannot be compared: {self.compared}")
        return done.returncode == 0
