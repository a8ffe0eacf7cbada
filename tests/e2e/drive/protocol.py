# SPDX-License-Identifier: MIT
"""protocol.py FOLDER APP...: speaks the protocol of `understudy drive`, understudy-drive(5), and fails if an answer is not as it must be.

It knows nothing of the package understudy_drive: it writes and reads the lines itself."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time

folder, app = sys.argv[1], sys.argv[2:]
tool = os.environ["UNDERSTUDY_TOOL"]
PARSE, INVALID, NO_METHOD, PARAMS, ENDED, UNASKED, BUSY, UNSEEN, STALLED = -32700, -32600, -32601, -32602, 1, 3, 4, 5, 6


def check(condition, *what):
    if not condition:
        raise SystemExit("FAILED: " + " ".join(str(item) for item in what))


class Client:
    """One connection; a line that is sent is a line that is written."""

    def __init__(self, reads, writes, owner=None):
        self.reads, self.writes, self.owner, self.number = reads, writes, owner, 0

    def send(self, line):
        self.writes.write(line if isinstance(line, bytes) else line.encode())
        self.writes.flush()

    def receive(self):
        line = self.reads.readline()
        return json.loads(line) if line else None

    def ask(self, method, **params):
        self.number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}) + "\n")
        answer = self.receive()
        check(answer is not None and answer["id"] == self.number, method, params, answer)
        return answer

    def get(self, method, **params):
        answer = self.ask(method, **params)
        check("result" in answer, method, params, answer)
        return answer["result"]

    def do(self, *lines, **more):
        return self.get("do", commands=[dict(more, line=line) for line in lines])

    def fails(self, code, word, method, **params):
        error = self.ask(method, **params).get("error")
        check(error is not None and error["code"] == code and word in error["message"], method, params, code, word, error)

    def close(self):
        self.writes.close()
        self.reads.close()
        if self.owner is not None:
            self.owner.close()


class Drive:
    def __init__(self, name, *options, command=None):
        self.name, self.log = name, os.path.join(folder, name + ".jsonl")
        self.save, self.door = os.path.join(folder, name + ".mcap"), os.path.join(folder, name + ".sock")
        self.messages = open(os.path.join(folder, name + ".txt"), "wb")
        self.is_stdio = "--stdio" in options
        door = [] if self.is_stdio else ["--socket", self.door]
        self.process = subprocess.Popen(
            [tool, "drive", "--headless", "--limit", "600", "--log", self.log, "--save", self.save, *door, *options, "--", *(command or app)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not self.is_stdio:
            self.wait_for("listening on")

    def wait_for(self, words):
        """Reads what the tool says up to these words."""
        for line in self.process.stderr:
            self.messages.write(line)
            if words.encode() in line:
                return line.decode()
        return check(False, self.name, "never said", words)

    def client(self):
        if self.is_stdio:
            return Client(self.process.stdout, self.process.stdin)
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(self.door)
        return Client(connection.makefile("rb"), connection.makefile("wb"), connection)

    def begin(self):
        """A client, when the app has the focus."""
        client = self.client()
        client.get("advance", until={"focused": True})
        return client

    def stop(self, client):
        client.get("stop")
        client.close()
        self.end()

    def said(self):
        with open(self.messages.name, encoding="utf-8", errors="replace") as messages:
            return messages.read()

    def end(self, code=0):
        self.messages.write(self.process.stderr.read())
        self.messages.close()
        check(self.process.wait() == code, self.name, "ended with", self.process.returncode, "and not", code)


def frames_of(log):
    with open(log, encoding="utf-8") as lines:
        return [event for event in map(json.loads, lines) if event["e"] == "wait" and "frame" in event]


def tells_what_there_is(state):
    """What is bound to what, with the state of it; the spaces; the layers with their images. The right hand has a profile, and presses."""
    simple = "/user/hand/right/input/select/click"
    selects = {line["subaction"]: line for line in state["actions"] if line["action"] == "select"}
    right, left = selects["/user/hand/right"], selects["/user/hand/left"]
    check(right["bound"] == [simple] and right["type"] == "boolean" and right["set"] != "" and left["bound"] == [], selects)
    buzz = [line for line in state["actions"] if line.get("type") == "vibration"]
    check(buzz and all("value" not in line for line in buzz), state["actions"])
    suggested = {line["profile"]: line["actions"] for line in state["bindings"]}["/interaction_profiles/khr/simple_controller"]
    check(any(item["action"] == "select" and simple in item["paths"] for item in suggested), suggested)
    spaces = {space["space"]: space for space in state["spaces"]}
    located = [space["located"] for space in spaces.values() if "located" in space]
    check(any(at["base_name"] == "LOCAL" and len(at["pose"]) == 7 and at["frame"] == state["frame"] for at in located), state["spaces"])
    for layer in state["layers"]:
        space = spaces[layer["space"]]
        check(layer["space_name"] == space.get("type", space.get("action")), layer, space)
        check(all(min(image["rect"][2:]) > 0 for image in layer["images"]), layer)
    check("recording's end" not in " ".join(state["asked"]), state["asked"])


def drives():
    """A drive by standard input and output; frames, times and values by their closed form."""
    drive = Drive("stdio", "--stdio", "--clock", "frame:90")
    client = drive.client()
    hello = client.get("hello")
    check(hello["protocol"] == 1 and hello["rate_hz"] == 90, hello)
    focus = client.get("advance", until={"focused": True})
    check(focus == {"frame": None, "time_s": None, "state": "FOCUSED", "app_waits": True, "met": True}, focus)
    check(client.do("right profile khr/simple_controller")["frame"] == 1, "the next frame after 0")
    at = client.get("advance", frames=10)
    check(at["frame"] == 9 and abs(at["time_s"] - 9 / 90) < 1e-8 and at["app_waits"], at)
    check(client.get("advance", seconds=0.5)["frame"] == 9 + 45, "half a second at 90 Hz is 45 frames")
    # The probe answers select with a vibration of the same hand, in the same frame.
    pressed = client.do("right select/click yes", after=0.1)
    check(pressed["frame"] == 55, pressed)
    felt = client.get("advance", until={"haptic": "right"}, within_seconds=2)
    check(felt["met"] and felt["event"]["subaction"] == "/user/hand/right" and felt["event"]["frame"] == felt["frame"] == 54 + 9 + 1, felt)
    check(not client.get("advance", until={"haptic": "left"}, within_frames=3)["met"], "nobody touched the left hand")
    check(client.get("mark", name="pressed")["frame"] == felt["frame"] + 3, "the newest frame")
    state = client.get("state")
    chosen = [line for line in state["actions"] if line["action"] == "select" and line["subaction"] == "/user/hand/right"]
    check(len(chosen) == 1 and chosen[0]["value"] is True and chosen[0]["frame"] == felt["frame"], chosen)
    tells_what_there_is(state)
    check(state["layers"][0]["kind"] == "projection" and state["person"]["right"]["profile"] == "khr/simple_controller", state)
    seen = client.get("events", kinds=["haptic", "state"])
    check([event["state"] for event in seen["events"] if event["e"] == "state"][-1] == "FOCUSED", seen)
    check(len([event for event in seen["events"] if event["e"] == "haptic"]) == 1 and not seen["more"], seen)
    check(client.get("events")["events"] == [], "each line is given once")
    picture = client.get("picture")
    check(picture["frame"] == state["frame"] + 1 and [part["part"] for part in picture["pictures"]] == ["view-0", "view-1"], picture)
    for part in picture["pictures"]:
        with open(part["file"], "rb") as image:
            head = image.read(24)
        check(head[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(head[16:20], "big") == part["width"], part)
    sees(client)
    # A pipe that nobody writes to is no patch; reading it would keep everybody waiting.
    pipe = os.path.join(folder, "pipe.png")
    os.mkfifo(pipe)
    for name in (pipe, "/dev/zero", folder, pipe + "x"):
        client.fails(UNSEEN, "the patch cannot be read", "locate", patch=name)
    client.do("left gesture pinch", "gaze direction 10 0")
    client.send('{"id":"end","method":"stop"}\n{"id":"late","method":"advance","params":{"frames":1}}\n')
    stopped, late = client.receive()["result"], client.receive()
    check(stopped == {"recording": drive.save, "frames": picture["frame"] + 5}, stopped)
    check(late["id"] == "late" and late["error"]["code"] == ENDED and "stopped" in late["error"]["message"], late)
    client.writes.close()
    drive.end()
    gone = f"the pictures in {os.path.dirname(picture['pictures'][0]['file'])} go away now; pass --shots DIR"
    check(gone in drive.said(), "they are gone")
    check([event["frame"] for event in frames_of(drive.log)][: stopped["frames"]] == list(range(stopped["frames"])), "each frame once")
    return stopped["frames"], picture["frame"]


def sees(client):
    """A part of a picture, smaller than the app drew it, with the hands and without."""
    shown = {}
    for hands in (False, True):
        part, = client.get("picture", part="view-1", longest=64, hands=hands)["pictures"]
        check(part["part"] == "view-1" and part["width"] == part["height"] == 64, part)
        with open(part["file"], "rb") as image:
            shown[hands] = image.read()
        check(int.from_bytes(shown[hands][16:20], "big") == 64, part)
    check(shown[False] != shown[True], "the right hand is drawn")
    client.fails(PARAMS, "no part 'view-7'", "picture", part="view-7")
    for wrong in ({"view": "1"}, {"frame": "7"}, {"layer": "0"}):
        client.fails(PARAMS, "must be numbers", "locate", at=[0.5, 0.5], **wrong)
    client.fails(PARAMS, "'plan' must be true or false", "aim", do="look_at", target={"point": [0, 0, -1]}, over=0, plan="yes")


def replays(frames, shot):
    """The recording of that drive gives the app the same answers, and the app draws the same."""
    log, shots = os.path.join(folder, "replay.jsonl"), os.path.join(folder, "shots")
    played = subprocess.run(
        [tool, "run", "--headless", "--play", os.path.join(folder, "stdio.mcap"), "--clock", "frame:90", "--log", log, "--shoot", f"frame:{shot}",
         "--shots", shots, "--", *app], capture_output=True, check=False)
    check(played.returncode == 0, played.stderr.decode())
    compared = subprocess.run([tool, "compare", "--allow", "ignore=marker", os.path.join(folder, "stdio.jsonl"), log], capture_output=True, text=True, check=False)
    check(compared.returncode == 0 and f"no difference in {frames} frames" in compared.stdout, compared.stdout, compared.stderr)
    facts = json.loads(subprocess.run([tool, "info", "--json", os.path.join(folder, "stdio.mcap")], capture_output=True, check=True).stdout)
    check("pressed" in json.dumps(facts["markers"]), facts["markers"])
    check(sorted(os.listdir(shots)) == [f"frame-{shot:06}-view-{eye}.png" for eye in (0, 1)], os.listdir(shots))


WRONG = [
    (b"x\n", PARSE, "no JSON"),
    (b"\n", PARSE, "no JSON"),
    (b'{"id":1,"method":"hello"\n', PARSE, "no JSON"),
    (b'{"id":1,"method":"hello"} {}\n', PARSE, "no JSON"),
    (b'{"id":1,"method":"hello"}\0\n', PARSE, "no JSON"),
    (b'{"id":1,"method":"advance","params":{"frames":NaN}}\n', PARSE, "no JSON"),
    (b'{"id":"\xff","method":"hello"}\n', PARSE, "no JSON in UTF-8"),
    (b'{"id":1,"method":"mark","params":{"name":"\xff"}}\n', PARSE, "no JSON in UTF-8"),
    (b"[" * 100000 + b"\n", PARSE, "no JSON"),
    (b"a" * (1 << 21) + b"\n", PARSE, "at most 1048576 bytes"),
    (b"[]\n", INVALID, "one object a line"),
    (b'[{"id":1,"method":"hello"}]\n', INVALID, "one object a line"),
    (b'"hello"\n', INVALID, "one object a line"),
    (b'{"id":1}\n', INVALID, "'method' must be a text"),
    (b'{"id":1,"method":5}\n', INVALID, "'method' must be a text"),
    (b'{"id":{},"method":"hello"}\n', INVALID, "'id' must be"),
    (b'{"jsonrpc":"1.0","id":1,"method":"hello"}\n', INVALID, "'jsonrpc' must be"),
    (b'{"id":1,"method":"hello","param":{}}\n', INVALID, "did you mean 'params'"),
    (b'{"id":1,"method":"hello","method":"stop"}\n', INVALID, "has two members 'method'"),
    (b'{"id":1,"method":"hallo"}\n', NO_METHOD, "did you mean 'hello'"),
    (b'{"id":1,"method":"hello","params":[]}\n', PARAMS, "'params' must be an object"),
    (b'{"id":1,"method":"hello","params":{"x":1}}\n', PARAMS, "has no member 'x'"),
    ({"method": "advance"}, PARAMS, "either 'frames' or 'seconds'"),
    ({"method": "advance", "params": {"frames": 1, "seconds": 1}}, PARAMS, "either 'frames' or 'seconds'"),
    ({"method": "advance", "params": {"frames": 0}}, PARAMS, "whole number from 1"),
    ({"method": "advance", "params": {"frames": 1.5}}, PARAMS, "whole number from 1"),
    ({"method": "advance", "params": {"frames": "1"}}, PARAMS, "whole number from 1"),
    (b'{"id":1,"method":"advance","params":{"frames":1e999}}\n', PARAMS, "whole number from 1"),
    ({"method": "advance", "params": {"seconds": -1}}, PARAMS, "above 0"),
    ({"method": "advance", "params": {"seconds": 1e9}}, PARAMS, "above 0 and at most 16666666"),
    ({"method": "advance", "params": {"until": {"haptic": "left"}}}, PARAMS, "'within_frames' or 'within_seconds'"),
    ({"method": "advance", "params": {"until": {"haptic": "foot"}, "within_frames": 1}}, PARAMS, "left, right or any"),
    ({"method": "advance", "params": {"until": {"event": "hapitc"}, "within_frames": 1}}, PARAMS, "did you mean 'haptic'"),
    ({"method": "advance", "params": {"until": {"event": "haptic", "where": 1}, "within_frames": 1}}, PARAMS, "'where' must be an object"),
    ({"method": "advance", "params": {"until": 5, "within_frames": 1}}, PARAMS, "'until' must be one of"),
    ({"method": "advance", "params": {"frames": 1, "within_frames": 1}}, PARAMS, "belong to 'until'"),
    ({"method": "advance", "params": {"until": {"layer": "quat"}, "within_frames": 1}}, PARAMS, "did you mean 'quad'"),
    ({"method": "advance", "params": {"until": {"layer": "quad", "size": [1, 1]}, "within_frames": 1}}, PARAMS, "has no member 'size'"),
    ({"method": "advance", "params": {"until": {"picture": "/absent.png"}, "within_frames": 1}}, PARAMS, "can be read"),
    ({"method": "advance", "params": {"until": {"picture": 1}, "within_frames": 1}}, PARAMS, "can be read"),
    ({"method": "advance", "params": {"until": {"unchanged": 0}, "within_frames": 1}}, PARAMS, "'unchanged' must be a number from 1"),
    ({"method": "advance", "params": {"until": {"unchanged": 2, "threshold": 2}, "within_frames": 1}}, PARAMS, "'threshold' must be"),
    ({"method": "advance", "params": {"until": {"unchanged": 2}, "within_frames": 6000}}, PARAMS, '"every": 11'),
    ({"method": "advance", "params": {"until": {"output": "x"}, "within_frames": 1}}, PARAMS, "--out DIR"),
    ({"method": "advance", "params": {"until": {"output": ""}, "within_frames": 1}}, PARAMS, "not empty"),
    ({"method": "advance", "params": {"until": {"matches": "("}, "within_frames": 1}}, PARAMS, "no extended regular expression"),
    ({"method": "advance", "params": {"until": {"output": "x", "stream": "stdin"}, "within_frames": 1}}, PARAMS, "stdout or stderr"),
    ({"method": "picture", "params": {"part": "eye"}}, PARAMS, "'part' must be"),
    ({"method": "picture", "params": {"longest": 8}}, PARAMS, "'longest' must be"),
    ({"method": "picture", "params": {"hands": 1}}, PARAMS, "'hands' must be"),
    ({"method": "aim"}, PARAMS, "'do' must be"),
    ({"method": "aim", "params": {"do": "poke", "hand": "right"}}, PARAMS, "'target' must be"),
    ({"method": "aim", "params": {"do": "poke", "hand": "right", "target": {"point": [0, 0]}}}, PARAMS, "three numbers"),
    ({"method": "aim", "params": {"do": "poke", "hand": "right", "target": {"point": [0, 0, -1]}, "over": -1}}, PARAMS, "'over' must be"),
    ({"method": "aim", "params": {"do": "grab_at", "hand": "right", "target": {"point": [0, 0, -1]}, "shape": "claw"}}, PARAMS, "'shape' must be"),
    ({"method": "aim", "params": {"do": "gaze_at", "target": {"at": [0, 0]}}}, 5, "ask 'picture' first"),
    ({"method": "do"}, PARAMS, "'commands' must be an array"),
    ({"method": "do", "params": {"commands": []}}, PARAMS, "1 to 10000"),
    ({"method": "do", "params": {"commands": [{"line": "head pose 0 0 0"}, {}]}}, PARAMS, "command 2: a command must be an object with a 'line'"),
    ({"method": "do", "params": {"commands": [{"line": "head pose 0 0 0", "ower": 1}]}}, PARAMS, "did you mean 'over'"),
    ({"method": "do", "params": {"commands": [{"line": "head pose 0 0 0", "over": -1}]}}, PARAMS, "seconds from 0"),
    ({"method": "do", "params": {"commands": [{"line": "head pose 1 2 3"}, {"line": "nose pose 0 0 0"}]}}, PARAMS, "command 2, 'nose pose 0 0 0'"),
    ({"method": "events", "params": {"kinds": "haptic"}}, PARAMS, "'kinds' must be an array"),
    ({"method": "events", "params": {"kinds": [1]}}, PARAMS, "'kinds' must be an array"),
    ({"method": "events", "params": {"kinds": ["actions"]}}, PARAMS, "did you mean 'action'"),
    ({"method": "mark", "params": {}}, PARAMS, "'name' must be a text"),
    ({"method": "mark", "params": {"name": "n" * 256}}, PARAMS, "1 to 255 bytes"),
]


def refuses():
    """Each wrong request has its error, and changes nothing: the app goes on."""
    drive = Drive("wrong")
    client = drive.begin()
    for request, code, words in WRONG:
        client.send(request if isinstance(request, bytes) else json.dumps(dict(request, id=1)) + "\n")
        error = client.receive()["error"]
        check(error["code"] == code and words in error["message"], request[:80] if isinstance(request, bytes) else request, code, words, error)
        check(client.get("hello")["frame"] is None, request)
    # A notification is done, and has no answer.
    client.send(b'{"method":"mark","params":{"name":"quiet"}}\n')
    check(client.get("state")["person"]["head"]["pose"][:3] == [0, 0, 0], "a list with a wrong command is not done")
    check(client.get("advance", frames=2)["frame"] == 1, "the app goes on")
    # Of ten thousand requests that are sent at once, each is answered in its order.
    client.send(b"".join(b'{"id":%d,"method":"hello"}\n' % number for number in range(10000)))
    check([client.receive()["id"] for _ in range(10000)] == list(range(10000)), "each request is answered once")
    drive.stop(client)
    print(f"{len(WRONG)} wrong requests")


def tells_what_is_unasked():
    """What is commanded and the app never asks for is said, with the reason."""
    drive = Drive("unasked", command=[*app, "--no-hands"])
    client = drive.begin()
    client.do("left gesture pinch")
    note = client.get("advance", frames=3).get("note", "")
    check("did not enable XR_EXT_hand_tracking" in note, note)
    client.fails(UNASKED, "did not enable XR_EXT_hand_tracking", "advance", until={"haptic": "left"}, within_frames=2)
    check(any("XR_EXT_hand_tracking" in line for line in client.get("state")["asked"]), "state says it, too")
    drive.stop(client)
    # An app that submits nothing has no picture.
    drive = Drive("unseen", command=[app[0], "--graphics", "headless", "--wait-focus", "--frames", "1000000", "--log", "/dev/null"])
    client = drive.begin()
    client.fails(UNASKED, "has no picture", "picture")
    drive.stop(client)


def draws_late():
    """An app whose other thread draws a frame while it waits for the next: each picture is there."""
    drive = Drive("late", command=[*app, "--pipeline"])
    client = drive.begin()
    for _ in range(8):
        at = client.get("advance", frames=2)["frame"]
        picture = client.get("picture")
        check(picture["frame"] == at + 1 and len(picture["pictures"]) == 2, picture)
    drive.stop(client)


def sees_late():
    """What is known of a picture is of its own frame, although such an app submits it when the person is farther already."""
    drive = Drive("moving", command=[*app, "--pipeline", "--layers", "projection,quad_local", "--base", "local"])
    client = drive.begin()
    client.get("advance", frames=3)
    client.do("head pose 0 0 -3", over=1)
    check(client.get("advance", until={"unchanged": 12}, within_frames=40)["met"], "nothing that is seen changes")
    lines = client.get("events", kinds=["submit"])["events"]
    poses = {line["frame"]: line["layers"] for line in lines if "frame" in line}
    newest, seen = max(poses), 0
    for frame in range(newest - 5, newest + 1):
        answer = client.ask("locate", layer=1, at=[0.5, 0.5], frame=frame)
        if "result" not in answer:
            check("no such picture" in answer["error"]["message"], answer)
            continue
        projection, quad = poses[frame][0], poses[frame][1]
        head = [(left + right) / 2 for left, right in zip(*(pose[:3] for pose in projection["poses"]))]
        distance = sum((a - b) ** 2 for a, b in zip(quad["pose"], head)) ** 0.5
        check(abs(answer["result"]["distance"] - distance) < 1e-4, frame, distance, answer)
        seen += 1
    check(seen >= 5, "pictures of", seen, "frames are kept")  # that of the newest may still come
    drive.stop(client)


def keeps():
    """Where the recording of a drive is."""
    run = [tool, "drive", "--headless", "--stdio"]
    request = b'{"id":1,"method":"stop"}\n'
    for name in ("understudy-drive.mcap", "understudy-drive-2.mcap"):
        done = subprocess.run([*run, "--", *app], input=request, capture_output=True, cwd=folder, check=False)
        kept = os.path.join(folder, name)
        check(json.loads(done.stdout)["result"] == {"recording": kept, "frames": 1} and os.path.exists(kept), done)
        check(f"{kept} is the recording of the drive: 1 frame" in done.stderr.decode(), done.stderr)
    out = os.path.join(folder, "out")
    done = subprocess.run([*run, "--out", out, "--", *app], input=request, capture_output=True, check=False)
    check(done.returncode == 0 and json.loads(done.stdout)["result"]["recording"] == os.path.join(out, "drive.mcap"), done)
    with open(os.path.join(out, "run.json"), encoding="utf-8") as facts:
        check(json.load(facts)["drive"]["path"] == os.path.join(out, "drive.mcap"), "run.json names it")


def replaces():
    """An earlier recording is replaced with --force alone, and that is said, but not by an app that asked for no frame; what is said of a crash names this command."""
    take = os.path.join(folder, "replaced.mcap")
    tools = os.path.join(folder, "tools")
    os.mkdir(tools)
    os.symlink("/bin/true", os.path.join(tools, "gdb"))
    environment = dict(os.environ, PATH=tools + ":" + os.environ["PATH"])
    request = b'{"id":1,"method":"advance","params":{"frames":%d}}\n'
    crash = ["sh", "-c", "kill -SEGV $$"]
    for frames, command, code, words in ((3, app, 0, ""), (4, app, 2, "replaced.mcap is there already; choose another name, or pass --force"), (5, app, 0, "replaced.mcap that is there is replaced once the app asks for a frame"), (7, ["true"], 5, "replaced.mcap stays as it was"),
                                         (9, crash, 139, "understudy drive ... -- gdb")):
        done = subprocess.run([tool, "drive", "--headless", "--stdio", "--save", take, *(["--force"] if frames > 4 else []), "--", *command], input=request % frames, capture_output=True, env=environment, check=False)
        said = done.stderr.decode()
        check(done.returncode == code and words in said and ("is replaced" in said) == (frames > 4), done)
        facts = json.loads(subprocess.run([tool, "info", "--json", take], capture_output=True, check=True).stdout)
        check(facts["app"]["name"] == "understudy_probe" and facts["frame_count"] == (4 if frames < 5 else 6), frames, facts)
    check([name for name in os.listdir(folder) if name.startswith("replaced")] == ["replaced.mcap"], os.listdir(folder))
    # The last request needs no newline, and stop names no recording of an app that asks for no frame.
    none = os.path.join(folder, "none.mcap")
    hangs = ["--stall", "2", "--save", none, "--", "sleep", "1000"]
    for asked in (b'{"id":1,"method":"stop"}', b""):
        done = subprocess.run([tool, "drive", "--headless", "--stdio", *hangs], input=asked, capture_output=True, check=False)
        check(done.returncode == 124 and b"for 2 s of wall time: no thread has called OpenXR. The drive was stopped" in done.stderr, done)
        check(not asked or json.loads(done.stdout)["error"]["code"] == STALLED, done)
        check(not os.path.exists(none), "a recording of nothing is left")
    done = subprocess.run([tool, "drive", "--headless", "--stdio", "--save", none, "--", "true"], input=request % 3, capture_output=True, check=False)
    check(done.returncode == 5 and f"the app asked for no frame; there is no recording {none}\n" in done.stderr.decode(), done)
    check(not os.path.exists(none), "a recording of nothing is left")


def shares():
    """Two clients: one drives, the other may look; when the first leaves, the second may drive."""
    drive = Drive("shared")
    check(stat.S_IMODE(os.stat(drive.door).st_mode) == 0o600, "the socket is this user's")
    second = subprocess.run([tool, "drive", "--headless", "--socket", drive.door, "--", "true"], capture_output=True, text=True, check=False)
    check(second.returncode == 2 and "another program listens there" in second.stderr, second.stderr)
    first, other = drive.client(), drive.client()
    first.get("advance", until={"focused": True})
    first.get("advance", frames=5)
    second = subprocess.run([tool, "drive", "--headless", "--save", drive.save, "--", "true"], capture_output=True, text=True, check=False)
    check(second.returncode == 2 and "another drive is writing it" in second.stderr, second.stderr)
    for method, params in (("do", {"commands": [{"line": "head pose 0 0 0"}]}), ("advance", {"frames": 1}), ("picture", {}), ("mark", {"name": "x"}),
                           ("stop", {})):
        other.fails(BUSY, "another client drives", method, **params)
    check(other.get("hello")["frame"] == other.get("state")["frame"] == 4 and other.get("events")["events"][0]["e"] == "log", "it may look")
    first.close()
    while "error" in other.ask("advance", frames=1):
        pass
    check(other.get("hello")["frame"] == 5, "the world stood still")
    drive.stop(other)
    check(not os.path.exists(drive.door), "the socket is removed")


def leaves():
    """A client leaves in the middle of a motion."""
    for how in ("hold", "continue", "quit"):
        drive = Drive(how, "--on-leave", how)
        client = drive.begin()
        client.do("head pose 0 0 -1", over=100)
        client.send(b'{"id":1,"method":"advance","params":{"frames":1000000000}}\n')
        client.close()
        if how == "quit":
            drive.end()
            continue
        looker = drive.client()
        if how == "continue":
            seen = set()
            while len(seen) < 3:
                seen.add(looker.get("hello")["frame"])
        while "error" in looker.ask("advance", frames=1):
            pass
        at = looker.get("hello")["frame"]
        check(looker.get("advance", frames=1)["frame"] == at + 1, "whoever drives next stops it")
        drive.stop(looker)
        check("go away" not in drive.said(), "there are no pictures")


def is_replaced():
    """The socket of a drive that was killed is replaced; its app goes on without it and says so. tests/unit/drive/test_drive_gone.c bounds how soon."""
    drive = Drive("killed", command=["sh", "-c", 'trap "" TERM; "$@"', "sh", *app])
    client = drive.begin()
    client.get("advance", frames=10)
    drive.process.send_signal(signal.SIGKILL)
    drive.process.wait()
    # The app ignores SIGTERM, so that it lives until the supervisor's SIGKILL.
    drive.wait_for("understudy drive has ended without a stop")
    drive.messages.write(drive.process.stderr.read())
    check(len(frames_of(drive.log)) > 12, "the app's frames go on")
    with open(drive.log, encoding="utf-8") as lines:
        check("understudy drive has ended without a stop" in lines.read(), "the log says so")
    check(os.path.exists(drive.door), "nobody removed the socket")
    again = Drive("killed", "--force", command=["true"])
    again.process.wait()


def is_rescued():
    """A drive that is killed leaves its whole recording, however short it was, and no file that it shared with the app; even without its supervisor."""
    for name in ("rescued", "bare"):
        settings = os.path.join(folder, name + ".env")
        drive = Drive(name, command=["sh", "-c", f'env >{settings}; exec "$@"', "sh", *app])
        client = drive.begin()
        client.get("advance", frames=5)
        client.get("mark", name="last")
        with open(settings, encoding="utf-8") as lines:
            files = [line.rstrip("\n").split("=", 1)[1] for line in lines if line.startswith("UNDERSTUDY_") and "/understudy-" in line]
        check(sum(map(os.path.isfile, files)) >= 5, files)
        with open(f"/proc/{drive.process.pid}/task/{drive.process.pid}/children", encoding="ascii") as children:
            supervisors = [int(child) for child in children.read().split()]
        check(len(supervisors) == 1, supervisors)
        drive.process.send_signal(signal.SIGSTOP)
        if name == "bare":
            os.kill(supervisors[0], signal.SIGKILL)
        drive.process.kill()
        drive.end(-signal.SIGKILL)
        while any(map(os.path.exists, files)):
            time.sleep(0.01)
        if name == "rescued":
            check(f"{drive.save} is the recording of the drive up to then" in drive.said(), drive.said())
            facts = json.loads(subprocess.run([tool, "info", "--json", drive.save], capture_output=True, check=True).stdout)
            check(facts["session"]["finished"] and facts["frame_count"] == 5 and "last" in json.dumps(facts["markers"]), facts)


def stays_small():
    """A client that asks and never reads takes no memory without bound, and keeps nobody else from looking."""
    drive = Drive("deaf")
    deaf, looker = drive.client(), drive.client()
    looker.get("advance", until={"focused": True})
    deaf.owner.setblocking(False)
    sent, line = 0, b'{"id":1,"method":"hello"}\n' * 1000
    try:
        while sent < 64 << 20:
            sent += deaf.owner.send(line)
    except BlockingIOError:
        pass
    check(sent < 64 << 20, "what nobody reads the answers of is not read")
    check(looker.get("advance", frames=3)["frame"] == 2, "others are served")
    looker.get("stop")
    looker.close()
    deaf.close()
    drive.end()


def stalls():
    """An app that asks for no more frames: the request that waits fails, and says where the app's threads are. Time that the client takes is none."""
    drive = Drive("stalls", "--stall", "2", command=[*app, "--fault", "hang@20"])
    client = drive.client()
    message, requests = "", 0
    # On a busy machine an app that is only slow may be taken for one that hangs.
    while "the last was xrBeginFrame, which returned XR_SUCCESS" not in message and requests < 100:
        answer = client.ask("advance", until={"event": "error"}, within_frames=30)
        requests += 1
        if "error" in answer:
            check(answer["error"]["code"] == STALLED and "asked for no frame for 2 s" in answer["error"]["message"], answer)
            message = answer["error"]["message"]
    state = client.get("state")
    check(not state["app_waits"] and any("the last was xrBeginFrame" in line for line in state["threads"]), state)
    check(state["frame"] <= 20, state["frame"])
    drive.process.send_signal(signal.SIGTERM)
    client.close()
    drive.end(128 + signal.SIGTERM)


def gives_up():
    """An app that hangs is ended after `stop`, with the same message: with the last frame granted, and where there is no room for it."""
    for advance, name in ((1, "hangs"), (300, "hangs_far")):
        drive = Drive(name, "--stall", "2", command=[*app, "--fault", "hang@20"])
        client = drive.begin()
        message = ""
        while "the last was xrBeginFrame" not in message:  # as in stalls()
            answer = client.ask("advance", frames=advance)
            message = answer.get("error", {"message": ""})["message"]
        check(answer["error"]["code"] == STALLED, answer)
        answer = client.ask("stop")
        said = [answer["error"]["message"]] if "error" in answer else []
        check(("error" in answer) == (advance > 1), answer)
        check(client.receive() is None, "the connection is closed")
        client.close()
        drive.end(124)
        check("signal 15" not in drive.said(), drive.said())
        said = said[0] if said else drive.said()
        check("the app has asked for no frame for 2 s of wall time" in said and "the last was xrBeginFrame" in said, said)
        check("The drive was stopped, so the app is ended now" in said, said)


def flows():
    """With --clock real time passes by itself, not faster than on the wall, and nothing that was told depends on when."""
    drive = Drive("real", "--clock", "real:50")
    client = drive.begin()
    client.do("right profile khr/simple_controller")
    begun, frame = time.monotonic(), client.get("advance", frames=1)["frame"]
    while client.get("hello")["frame"] < frame + 5:
        pass
    client.do("right aim 0 0 -1", over=0.2)
    at = client.get("advance", seconds=0.5)["frame"]
    check((at - frame - 2) / 50 < time.monotonic() - begun, at - frame, "frames are too many for", time.monotonic() - begun, "s")
    client.do("right select/click yes")
    check(client.get("advance", until={"haptic": "right"}, within_seconds=2)["met"], "the app answers")
    check(len(client.get("picture")["pictures"]) == 2, "a picture")
    client.close()  # nobody drives: it goes on
    looker = drive.client()
    frame = looker.get("hello")["frame"]
    while looker.get("hello")["frame"] < frame + 3:
        pass
    frames = looker.get("stop")["frames"]
    looker.close()
    drive.end()
    check([event["frame"] for event in frames_of(drive.log)][:frames] == list(range(frames)), "each frame once")
    log = os.path.join(folder, "real-replay.jsonl")
    subprocess.run([tool, "run", "--headless", "--play", drive.save, "--clock", "frame:50", "--quiet", "--log", log, "--", *app], check=True)
    subprocess.run([tool, "compare", drive.log, log], check=True)


def undoes():
    """Back to a mark and to a frame: the app is then where it was, as in a drive that never went on."""
    drive = Drive("undone")
    client, looker = drive.client(), drive.client()
    client.get("advance", until={"focused": True})
    client.do("right profile khr/simple_controller")
    client.do("head pose 0 0 -1 40 0 0", over=0.5)
    client.fails(PARAMS, "has shown no frame", "undo", frame=0)
    client.get("advance", frames=10)
    client.get("picture")
    client.do("right grip 0.3 -0.2 -0.5", over=0.2, after=0.1)
    here = client.get("mark", name="here")["frame"]
    before = client.get("state")
    looker.get("events")
    for params, words in (({}, "either 'mark'"), ({"mark": 1}, "either 'mark'"), ({"mark": "her"}, "did you mean 'here'"), ({"mark": "x"}, "the newest marks are 'here'"),
                          ({"frame": 11}, "from 0 to 10"), ({"frame": 0.5}, "from 0 to 10"), ({"frame": 1, "mark": "here"}, "either 'mark'")):
        client.fails(PARAMS, words, "undo", **params)
    client.do("right select/click yes", "head pose 1 1 1")
    client.get("aim", do="point_at", hand="right", target={"point": [0, 0, -1]})
    client.get("advance", frames=300)
    client.get("mark", name="later")
    undone = os.path.join(folder, "undone-undone.mcap")
    back = client.get("undo", mark="here")
    check(back == {"frame": here, "time_s": back["time_s"], "state": "FOCUSED", "app_waits": True, "same": True, "undone": undone}, back)
    after = client.get("state")
    check(here == 10 and all(after[part] == before[part] for part in ("person", "layers", "frame", "haptics")), before, after)
    check(client.get("events")["events"] == looker.get("events")["events"] == [], "events go on from there")
    check(looker.get("locate", at=[0.5, 0.5], distance=1)["frame"] == here, "the newest picture is there again")
    looker.fails(BUSY, "another client drives", "undo", mark="here")
    client.get("aim", do="point_at", hand="right", target={"at": [0.4, 0.6], "distance": 1})
    client.get("advance", frames=20)
    client.fails(PARAMS, "there is no mark 'later'", "undo", mark="later")
    check(client.get("undo", frame=20)["same"], "the app did the same again")
    client.do("left profile khr/simple_controller", "left grip -0.1 0 -0.4")
    client.get("advance", frames=10)
    check(client.get("stop")["frames"] == 32, "21 frames, 10 and the last")
    client.close()
    drive.end()
    facts = [json.loads(subprocess.run([tool, "info", "--json", path], capture_output=True, check=True).stdout) for path in (drive.save, undone)]
    check("later" in json.dumps(facts[1]["markers"]) and "later" not in json.dumps(facts[0]["markers"]), facts)
    # The same in one go.
    straight = Drive("straight")
    client = straight.begin()
    client.do("right profile khr/simple_controller")
    client.do("head pose 0 0 -1 40 0 0", over=0.5)
    client.get("advance", frames=10)
    client.get("picture")
    client.do("right grip 0.3 -0.2 -0.5", over=0.2, after=0.1)
    client.get("mark", name="here")
    client.get("aim", do="point_at", hand="right", target={"at": [0.4, 0.6], "distance": 1})
    client.get("advance", frames=10)
    client.do("left profile khr/simple_controller", "left grip -0.1 0 -0.4")
    client.get("advance", frames=10)
    straight.stop(client)
    for a, b in ((drive.log, straight.log), (drive.save, straight.save)):
        compared = subprocess.run([tool, "compare", a, b], capture_output=True, text=True, check=False)
        check(compared.returncode == 0, a, b, compared.stdout, compared.stderr)


def undoes_what_does_not_repeat():
    """An app that does not do the same again is found out; one that ends badly while it is undone is started again; clients may leave meanwhile."""
    often = os.path.join(folder, "often")
    drive = Drive("other", "--on-leave", "quit", command=["sh", "-c", f'echo >>{often}; [ "$(wc -l <{often})" = 2 ] && set -- "$@" --no-hands; "$@"; exit 3', "sh", *app])
    client, looker = drive.client(), drive.client()
    client.get("advance", until={"focused": True})
    client.get("mark", name="start")
    check(client.get("undo", mark="start")["same"] is None, "no frame can be compared")
    client.get("advance", frames=5)
    back = client.get("undo", frame=3)
    check(back["frame"] == 3 and back["same"] is False and "XR_EXT_hand_tracking" in back["difference"], back)
    check(client.get("undo", frame=2)["same"] is True, "the third and the fourth attempt are the same")
    client.send(b'{"id":1,"method":"undo","params":{"frame":0}}\n')
    client.close()
    while looker.receive() is not None:
        pass
    drive.end(3)
    check(drive.said().count("begins again") == 4, "it goes back, and stops there")


shot = drives()
replays(*shot)
refuses()
tells_what_is_unasked()
draws_late()
sees_late()
keeps()
replaces()
shares()
leaves()
stalls()
gives_up()
undoes()
undoes_what_does_not_repeat()
is_replaced()
is_rescued()
stays_small()
flows()
