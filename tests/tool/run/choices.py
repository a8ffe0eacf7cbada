#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""choices.py TOOL SOURCE [CASE]: which faults, moments, ranges, clocks and profiles `understudy run` takes, and what it says of those that it does not
take. What they do to an app is seen in tests/layer and tests/e2e.
"""
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from case import FolderCase, call  # noqa: E402 pylint: disable=wrong-import-position

SOURCE = sys.argv[2]
END_FRAME, WAIT_FRAME = "fail:xrEndFrame=XR_ERROR_RUNTIME_FAILURE", "fail:xrWaitFrame=XR_ERROR_RUNTIME_FAILURE"
TAKEN = ("lose:left lose:gaze:untracked lose:hands freeze freeze:head jitter:3,1 jitter:right:0.5,.25,77 drift:10,-2 latency:50 swap-hands no-pinch:left "
         "ghost-pinch battery focus-lost@1s+2s not-visible headset-off user-absent recenter:-90,0.5,-2 bounds:2,1.5 mask events-lost:3 loss-pending@1s "
         "instance-loss@1s stopping@1s refresh:72.5@1s+1s frame-drop:3@1s freeze@2s freeze+0.5s freeze@2+1 jitter:3,1@marker:pinch+1s freeze@pinch+1s "
         "lose:left@2s+0.5s,jitter:3,1@marker:pinch+1s,freeze drift:9,0 drift:9,9 drift:9,-0.5 drift:9,.5 freeze@0s freeze@12s "
         "jitter:0,0,0 jitter:1000,90,4294967295 drift:-10000,-360 drift:10000,360 latency:0 latency:60000 recenter:-360,-1000,-1000 "
         "recenter:360,1000,1000 refresh:1 refresh:1000 frame-drop:1 frame-drop:1000 freeze+0.000001 freeze+1000000s freeze+.1 freeze+9 "
         "fail:xrEndFrame=XR_ERROR_LAYER_INVALID EF@3 WF@3+2 EF@2s+3 EF@2s+0.5s EF@1 EF@999999999999999 EF@2s EF@1.5 EF@0 EF+20s EF+20 WF+5 "
         f"{','.join(['freeze'] * 32)}")
# The list, what is quoted of it where that is not the whole list, and what is said.
REFUSED = (
    ("x", "", "is no fault; the faults are lose, freeze, jitter, drift, latency, swap-hands, no-pinch, ghost-pinch, battery, focus-lost, not-visible, "
     "headset-off, user-absent, recenter, bounds, mask, events-lost, loss-pending, instance-loss, stopping, refresh, frame-drop, fail"),
    ("lose:left,", "''", "is no fault"), ("loose:left", "", "is no fault"), ("loser", "", "is no fault"),
    ("los", "", "is no fault"), ("freeze,lose", "'lose'", "write lose:left"), ("lose:feet", "", "'feet'"), ("lose:left:right", "", "'right'"),
    ("freeze:untracked", "", "'untracked'"), ("swap-hands:left", "", "'left'"), ("no-pinch:head", "", "'head'"), ("jitter:3", "", "jitter:MM,DEGREES"),
    ("jitter:3,1,2,4", "", "'4'"), ("jitter:3,100", "", "from 0 to 90"), ("latency:-1", "", "from 0 to 60000"), ("latency:1e3", "", "'1e3'"),
    ("freeze@", "", "@2s"), ("freeze+x", "", "+0.5s"), ("freeze+0", "", "+0.5s"), ("freeze@2s+1,3", "'3'", "is no fault"),
    ("stopping@1s+1s", "", "has no length"), ("recenter:90,1", "", "recenter:DEGREES,X,Z"), ("focus-lost:left", "", "'left'"),
    ("frame-drop", "", "frame-drop:N"), ("frame-drop:0", "", "from 1 to 1000"), ("frame-drop:1.5", "", "no whole number"),
    ("refresh:0.5", "", "from 1 to 1000"), ("refresh@1s", "", "refresh:HZ"), ("fail:xrEndFrame", "", "names no result"), ("fail", "", "names no result"),
    ("fail:xrFly=XR_ERROR_RUNTIME_FAILURE", "", "'xrFly'"), ("fail:xrWaitFrames=XR_ERROR_RUNTIME_FAILURE", "", "'xrWaitFrames'"),
    ("fail:xrWaitFram=XR_ERROR_RUNTIME_FAILURE", "", "'xrWaitFram'"),
    ("fail:xrCreateInstance=XR_ERROR_RUNTIME_FAILURE@2s", "", "before the recording plays"), ("fail:xrEndFrame=XR_OOPS", "", "no error"),
    ("fail:xrWaitFrame=XR_ERROR_LAYER_INVALID", "", "does not allow XR_ERROR_LAYER_INVALID of xrWaitFrame"), ("WF@2s+0.5s", "", "would never end"),
    ("WF+.5", "", "would never end"), ("EF@2+0.5s", "", "a call and lasts seconds"), ("EF+x", "", "+3 for three calls"),
    # A little more than the least and the most of each number.
    *((text, "", "") for text in ("jitter:-0.1,0 jitter:0,90.1 drift:-10000.1,0 drift:0,360.1 latency:-.1 latency:60000.1 recenter:0,0,-1000.1 "
                                  "recenter:360.1,0,0 refresh:.9 refresh:1000.1 frame-drop:1001 freeze+0s freeze+1000000.1s freeze+-1 freeze+1000001").split()),
    ("recenter:0,1,2:left", "", "'left'"), ("jitter:3:left,1", "", "'left'"), ("jitter:left:3,1:right", "", "'right'"), ("freeze+1,3", "'3'", "is no fault"),
    ("latency:50,0", "", "does not take, '0'"), ("drift:1,2,0", "", "does not take, '0'"), ("freeze:0", "", "does not take, '0'"),
    ("lose:untracked:left", "", "'untracked'"), ("latency:5,/", "'/'", "is no fault"), ("latency:5,:", "':'", "is no fault"),
    (",".join(["freeze"] * 33), "'freeze'", "32 are allowed"),
    # An error shows no more than the beginning of a long item.
    ("latency:" + "1" * 120, f"'latency:{'1' * 52}'", f"'{'1' * 60}'"),
    # What stands behind '@': a whole number of up to 15 digits is the number of a call; a longer one is a time.
    ("freeze@99s", "", "outside of the played range, which is from 0 s to 12 s"), ("freeze@12.1s", "", "outside of the played range"),
    ("freeze@2s+", "", "no marker '2s+'"), ("freeze@drop", "", "no marker 'drop'"), ("lose:left@marker:a+b", "", "no marker 'a+b'"),
    ("lose:left@marker:a+b+2s", "", "no marker 'a+b'"), ("EF@1000000000000000", "", "outside of the played range"), ("EF@1/", "", "no marker '1/'"),
    ("EF@1:", "", "no marker '1:'"),
)


class Case(FolderCase):
    def run_with(self, *options, recording=os.path.join(SOURCE, "tests/data/demo.bin")):
        done = call("run", "--headless", "--play", recording, *options, "--allow-unused", "--quiet", "--", "true")
        return done.returncode, done.stderr

    def takes(self, *options, **recording):
        self.assertEqual(self.run_with(*options, **recording), (0, ""), options)

    def refuses(self, whys, *options, **recording):
        """Says each of the lines of `whys`."""
        code, said = self.run_with(*options, **recording)
        self.assertEqual(code, 2, f"{options} {said}")
        for why in whys.split("\n"):
            self.assertIn(why, said, options)

    def with_markers(self, markers):
        """A session of 12 s, with markers: (time, name). Outside of it there are no frames."""
        table = self.path("markers.csv")
        lines = [(0, "0,0,0,\n"), (12, "0,0,0,\n"), *((time_s, f"{'0,0,0' if 0 <= time_s <= 12 else ',,'},{name}\n") for time_s, name in markers)]
        with open(table, "w", encoding="utf-8") as file:
            file.write("time,head.x,head.y,head.z,marker\n")
            file.writelines(f"{time_s},{line}" for time_s, line in sorted(lines))
        done = call("convert", table, "-o", self.path("markers.mcap"), "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.path("markers.mcap")


class Faults(Case):
    def fault(self, item):
        return item.replace("EF", END_FRAME).replace("WF", WAIT_FRAME)

    def test_taken(self):
        for item in TAKEN.split():
            self.takes("--fault", self.fault(item))

    def test_refused(self):
        for item, quoted, why in REFUSED:
            fault = self.fault(item)
            self.refuses(f"understudy: run: --fault: {quoted or repr(fault)} \n{why}", "--fault", fault)

    def test_the_manual_knows_each(self):
        with open(os.path.join(SOURCE, "docs/man/understudy-fault.7"), encoding="utf-8") as file:
            kinds = re.findall(r"^\.It Cm ([a-z-]+)", file.read(), re.M)
        _, said = self.run_with("--fault", "x")
        self.assertEqual(sorted(kinds), sorted(re.search("the faults are (.*)\n$", said).group(1).split(", ")))

    def test_who_is_played(self):
        """The head, the gaze, and what the hands hold or are."""
        touch = self.path("touch.mcap")
        call("perform", os.path.join(SOURCE, "docs/examples/touch.person"), "-o", touch)
        data = os.path.join(SOURCE, "tests/data/")
        for fault, recording, channels, plays in (
                ("lose:head", "demo", "head", True), ("lose:head", "demo", "hands,gaze", False), ("lose:gaze", "demo", "gaze", True),
                ("lose:gaze", "demo", "head,hands", False), ("lose:left", "demo", "hands", True), ("lose:left", "demo", "head,gaze", False),
                ("lose:right", "demo", "hands", True), ("lose:right", "camera-only", "", False), ("lose:hands", "hands-only", "", True),
                ("lose:head", "hands-only", "", False), ("lose:gaze", "gaze-only", "", True), ("freeze", "demo", "hands", True), ("freeze", "demo", "head", True),
                ("swap-hands", "demo", "hands", True), ("swap-hands", "demo", "head", False), ("no-pinch:left", "demo", "hands,pinch", True),
                # A hand that moves as a whole pinches as before.
                *((fault, "demo", "pinch", True) for fault in "freeze freeze:left latency:50 latency:left:50 lose:left swap-hands no-pinch:left battery".split()),
                *((fault, "demo", "pinch", False) for fault in "jitter:3,1 drift:left:3,1 freeze:head lose:gaze".split()),
                ("no-pinch:left", "demo", "hands", False), ("ghost-pinch:left", "demo", "hands", False), ("battery:left", "demo", "hands", True),
                ("focus-lost", "demo", "head", True), ("lose:left", touch, "", True), ("lose:left", touch, "controllers", True), ("lose:head", touch, "controllers", False),
                ("lose:gaze", touch, "controllers", False)):
            path = recording if recording == touch else f"{data}{recording}.bin"
            options = ["--fault", fault] + (["--channels", channels] if channels else [])
            if plays:
                self.takes(*options, recording=path)
            else:
                self.refuses("no pinch" if "pinch" in fault else "changes nothing", *options, recording=path)


class Moments(Case):
    def test_shots(self):
        """With a folder for them, each moment of the list is taken if it is within what plays."""
        shots = ["--shots", self.path("shots"), "--from", "1", "--to", "3", "--shoot"]
        for taken in ("1.5s", "1.5", "frame:0", "frame:999999999999999999", "marker:reach", "reach", "every:0.001", "every:0.5s", "1s,frame:2,marker:reach",
                      "1", "3", "0.9999995", "3.0000005", ",".join(["1"] * 32)):
            self.takes(*shots, taken)
        for wrong, word, why in (
                ("1s,", "''", "is none of"), ("1s,x:,2s", "'x:'", "is none of"), ("1s,1x,2s", "'1x'", "is none of"), ("-s", "'-s'", "is none of"),
                ("1,,2", "''", "is none of"), ("1.5m", "'1.5m'", "is none of"), ("1e3", "'1e3'", "is none of"), ("1,5.5.5", "'5.5.5'", "is none of"),
                ("frame:", "'frame:'", "is not a frame"), ("frame:1/", "'frame:1/'", "is not a frame"), ("frame:1:", "'frame:1:'", "is not a frame"),
                ("frame:-1", "'frame:-1'", "is not a frame"), ("frame:1.5", "'frame:1.5'", "is not a frame"),
                ("frame:1000000000000000000", "'frame:1000000000000000000'", "is not a frame"), ("marker:", "'marker:'", "names no marker"),
                ("every:0.0009", "'every:0.0009'", "is not an interval"), ("every:-1", "'every:-1'", "is not an interval"),
                ("every:x", "'every:x'", "is not an interval"), ("every:", "'every:'", "is not an interval"), (",".join(["1"] * 33), "'1'", "32 are allowed"),
                ("1" * 89 + "x", f"'{'1' * 60}'", "is none of"), ("0.99", "'0.99'", "outside of the played range"),
                ("3.01", "'3.01'", "outside of the played range"), ("marker:wave", "'marker:wave'", "outside of the played range"),
                ("marker:none", "", "there is no marker 'none'")):
            self.refuses(f"--shoot: {word}\n{why}", *shots, wrong)

    def test_ranges(self):
        """Numbers are read as they stand, and a fault that begins too late says of which range. The ends belong to it, and its end may be given with three
        decimals."""
        for start, end, from_s, to_s in (("0", "9", "0", "9"), (".25", "7.", "0.25", "7"), ("0009.50", "10", "9.5", "10"), ("2.5s", "11s", "2.5", "11"),
                                         ("1.09", "12.0005", "1.09", "12"), ("12.0004", "12", "12", "12"), ("reach", "marker:wave", "2.8", "8.5")):
            self.refuses(f"the played range, which is from {from_s} s to {to_s} s", "--from", start, "--to", end, "--fault", "freeze@99s")
        # A fault before what plays is none, however long it lasts.
        for item in ("freeze@1s", "freeze@1s+9s", "refresh:72@1.9s+1s", "mask@look-around", WAIT_FRAME + "@1s+1"):
            self.refuses(f"--fault: '{item}' begins outside of the played range, which is from 2 s to 12 s", "--from", "2", "--fault", item)
        self.takes("--from", "2", "--fault", "freeze@2s")
        for wrong in ("-", ".", "-.", "1/", "1:", "/1", ":1", "1.2.3", "--1", "+1", "1-", " 1", "1 ", "0x1", "s", "2ss", "2m", "1" * 301, "1." + "1" * 301):
            self.refuses("there is no marker '", "--from=" + wrong)
        for wrong in ("-0.0001", "12.0006", "1" * 300):
            self.refuses("is outside of the range from 0.000 s to 12.000 s", "--from=" + wrong)
        self.takes("--from=1." + "1" * 298)
        self.takes("--from", "4", "--to", "4")
        self.refuses("ends before it begins", "--from", "4", "--to", "3.9")
        self.refuses("is outside of the range", "--from", "12.00052")
        # The first that is wrong is named.
        for wrong, name in (("x y z:1", "from"), ("1 y z:1", "to"), ("1 0.5 z:1", "to"), ("1 5 2:1,z:1", "pause")):
            self.refuses(f"run: --{name}: ", *(word for pair in zip(("--from", "--to", "--pause"), wrong.split()) for word in pair))
        # An error shows the first 60 bytes of what was written.
        for option, word in (("--from", "1" * 61), ("--pause", "1" * 61), ("--from", "a" * 61)):
            self.refuses(f"'{word[:60]}'", option, word)

    def test_pauses(self):
        for taken in ("0:0,12:86400", "9s:.5,2:1", ",".join(f"{n}:1" for n in range(12)) + ",1:1,2:1,3:1,4:1"):
            self.takes("--pause", taken)
        for wrong in ("2", "2:", ":2", "2:-1", "2:x", "2:1,", "2:86401", "2:86400.1"):
            self.refuses("is not a pause", "--pause=" + wrong)
        for wrong in ("-1:1", "12.1:1"):
            self.refuses("is outside of the range from 0.000 s to 12.000 s", "--pause=" + wrong)
        self.refuses("more than 16 pauses", "--pause=" + ",".join(["1:1"] * 17))
        self.refuses("'4.1' is outside of the range from 3.000 s to 4.000 s", "--from", "3", "--to", "4", "--pause", "4.1:1")

    def test_markers(self):
        """A marker is found by all of its name. A list of markers that does not fit ends behind one of them, or in dots, never inside."""
        for wrong in ("marker:reac", "marker:reach2", "marker", "reach2", "marker:react"):
            self.refuses("there is no marker", "--from", wrong)
        numbered = self.with_markers([(2.5, "reach"), (3.5, "7"), (4, "reach")])
        for text, at_s in (("reach", "2.5"), ("7", "7"), ("marker:7", "3.5")):
            self.refuses(f"from {at_s} s to", "--from", text, "--fault", "freeze@99s", recording=numbered)
        self.refuses("the recording has none", "--from", "x", recording=os.path.join(SOURCE, "tests/data/line.bin"))
        for length, last in [(58, 1)] + [(1, last) for last in range(1, 16)]:
            recording = self.with_markers([(1 + n / 10, "n" * (last if n == 1 else length)) for n in range(60)])
            _, said = self.run_with("--from", "x", recording=recording)
            self.assertRegex(said, r"the recording has 'n+' \(1\.000 s\)(, 'n+' \(\d\.\d00 s\))*(, \.\.\.)?\n$")

    def test_markers_outside_of_the_session(self):
        """A marker that was set before the first frame or after the last one is at the first or the last one: playback may begin and end there, and what
        is to happen there must be within what plays."""
        session = self.with_markers([(-2, "loading"), (15, "leaving")])
        for part, from_s, to_s in (("--from loading", "0", "12"), ("--from leaving", "12", "12"), ("--to loading", "0", "0"), ("--to leaving", "0", "12"),
                                   ("--from marker:loading --to marker:leaving", "0", "12"), ("--from 1 --to leaving", "1", "12")):
            self.takes(*part.split(), recording=session)
            self.refuses(f"the played range, which is from {from_s} s to {to_s} s", *part.split(), "--fault", "freeze@99s", recording=session)
        self.refuses("ends before it begins", "--from", "1", "--to", "loading", recording=session)
        shots = ["--shots", self.path("shots"), "--shoot"]
        for part, loading, leaving in (((), True, True), (("--from", "1"), False, True), (("--to", "11"), True, False)):
            for options, why in ((["--fault", "freeze@{}"], "'freeze@{}' begins outside of the played range"), ([*shots, "{}"], "'{}' is outside of the played range"),
                                 (["--pause", "{}:1"], "'{}' is outside of the range from")):
                for name, is_inside in (("loading", loading), ("leaving", leaving)):
                    named = [*part, *options[:-1], options[-1].format(name)]
                    if is_inside:
                        self.takes(*named, recording=session)
                    else:
                        self.refuses(why.format(name), *named, recording=session)

    def test_empty_lists(self):
        for option, item in (("fault", "is no fault"), ("shoot", "is none of"), ("pause", "is not a pause"), ("profile", "is not an interaction profile"),
                             ("clock", "must be one of"), ("from", "there is no marker ','")):
            for words in ([f"--{option}", ""], [f"--{option}="]):
                self.refuses(f"understudy: run: a value is missing after '--{option}'; see 'understudy run --help'\n", *words)
            self.refuses(f"understudy: run: --{option}\n{item}", f"--{option}", ",")

    def test_clocks(self):
        for taken in ("wall", "frame", "frame:72.5", "frame:1", "frame:1000"):
            self.takes("--clock", taken)
        for wrong in ("frame:0.9", "frame:1000.1", "frame:", "frames", "frame60", "fram", "walls", "frame:x", "Wall"):
            self.refuses("--clock must be one of wall, frame, frame:HZ (1 to 1000)", "--clock", wrong)


class Profiles(Case):
    def test_taken(self):
        """The app's environment says what was chosen; what each hand then is, tests/e2e/apps/actions.sh sees."""
        for taken in ("oculus/touch_controller", "/interaction_profiles/khr/simple_controller", "left=valve/index_controller",
                      "right=/interaction_profiles/htc/vive_controller", "right=htc/vive_controller,left=ext/hand_interaction_ext",
                      "left=htc/vive_controller,right=khr/simple_controller"):
            self.takes("--profile", taken)

    def test_refused(self):
        for wrong, word in (
                ("oculus/touch", ""), ("oculus/touch_controllers", ""), ("Oculus/touch_controller", ""), ("middle=oculus/touch_controller", ""), ("left=", ""),
                ("left=khr/simple_controller,", "''"), ("left=khr/simple_controller,right=khr/x", "'right=khr/x'"), ("ext/eye_gaze_interaction", ""),
                ("microsoft/xbox_controller", ""), ("/interaction_profiles/", ""), ("left=/interaction_profiles/khr/simple", ""),
                # An error shows the first 60 bytes.
                ("x" * 61, f"'{'x' * 60}'")):
            self.refuses(f"--profile: {word or repr(wrong)} is not an interaction profile that a hand can play", "--profile", wrong)
        for twice in ("khr/simple_controller,khr/simple_controller", "khr/simple_controller,left=htc/vive_controller",
                      "left=htc/vive_controller,khr/simple_controller", "right=htc/vive_controller,right=htc/vive_controller",
                      "left=khr/simple_controller,left=khr/simple_controller", "khr/simple_controller,right=htc/vive_controller",
                      "right=htc/vive_controller,left=htc/vive_controller,right=htc/vive_controller"):
            self.refuses(f"--profile: '{twice.split(',')[-1]}' chooses a second profile for one hand", "--profile", twice)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]] + sys.argv[3:])
