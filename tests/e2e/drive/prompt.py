# SPDX-License-Identifier: MIT
"""prompt.py TOOL APP...: somebody types at the prompt of a drive, on a terminal of its own. Prints what failed and exits with 1."""
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import termios
import time
from pathlib import Path

TOOL, APP = sys.argv[1], sys.argv[2:]
LIMIT_S = 300
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>()][0-9AB]?|\x00|\r|\x07")


class Terminal:
    """A program on a terminal of its own, and somebody in front of it. seen: all that was printed, without the terminal's orders."""

    def __init__(self, *command, **variables):
        self.raw, self.at = b"", 0
        environment = {**os.environ, "TERM": "vt100", "XDG_STATE_HOME": str(Path("state").absolute()), **variables}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        self.settings = termios.tcgetattr(self.terminal)

    def read(self, timeout):
        if not select.select([self.terminal], [], [], timeout)[0]:
            return False
        try:
            part = os.read(self.terminal, 65536)
        except OSError:
            part = b""
        self.raw += part
        return part != b""

    @property
    def seen(self):
        return ESCAPES.sub(b"", self.raw).decode("utf-8", "replace")

    def expect(self, text):
        """Reads until the text is there, behind what was found last."""
        deadline = time.monotonic() + LIMIT_S
        while self.seen.find(text, self.at) < 0:
            if time.monotonic() > deadline or not self.read(1) and self.is_over():
                sys.exit(f"FAIL: {text!r} was not printed behind {self.at}; this was:\n{self.seen}")
        self.at = self.seen.find(text, self.at) + len(text)

    def is_over(self):
        return os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def type(self, text):
        os.write(self.terminal, text.encode())

    def line(self, text, answer):
        """Types a line when the prompt is there, and waits for what is answered."""
        self.expect("drive> ")
        self.type(text + "\r")
        self.expect(answer)

    def end(self, code):
        """The program ends with this code, and leaves the terminal as it was."""
        deadline = time.monotonic() + LIMIT_S
        settings = self.settings
        while time.monotonic() < deadline and not self.is_over():
            self.read(0.1)
            try:
                settings = termios.tcgetattr(self.terminal)
            except termios.error:
                pass
        while self.read(0):
            pass
        ended = os.waitpid(self.process, os.WNOHANG)[1]
        check(os.waitstatus_to_exitcode(ended) == code, f"the exit code is {os.waitstatus_to_exitcode(ended)} and not {code}:\n{self.seen}")
        check(settings == self.settings, f"the terminal is not as it was: {settings} and not {self.settings}")
        os.close(self.terminal)


def check(holds, why):
    if not holds:
        sys.exit(f"FAIL: {why}")


def drive(*options, app=APP, **variables):
    return Terminal(TOOL, "drive", "--headless", "--quiet", *options, "--", *app, **variables)


def lines_of_history():
    return Path("state/understudy/drive_history").read_text().splitlines()


def test_typed():
    at = drive("--save", "typed.mcap", "--log", "typed.jsonl")
    at.expect("'help' lists what you can type")
    at.line("help until", "until haptic left|right|any")
    at.line("advance 3", "frame 2, ")
    at.line("advnace 3", "there is no word 'advnace'; did you mean 'advance'?")
    at.line("quit", "'stop' ends the drive")
    at.line("right profile oculus/touch_controler", "there is no interaction profile \"oculus/touch_controler\"; did you mean 'oculus/touch_controller'?")
    at.line("right pro\tocu\ttouch_controller\t", "frame 3, ")  # each is completed
    at.line("right sq\t1 ov\t0.2", "frame 3, ")  # an input of what the hand holds
    at.line("until hap\tr\twithin 0.5 s", "met: frame ")
    at.expect("vibrate_hand")
    at.line("right gesture fi\t", "frame ")
    at.line("right joint li\tpr\t90 5 over 0.1", "frame ")
    at.line("session st\tfoc\t", "frame ")
    at.line("left trig\t/value 1", '"left" has no "trig/value"')  # the left hand holds nothing: nothing is completed
    at.line("mark grabbed", "frame ")
    at.line("picture", "frame-0000")
    at.line("state person", "oculus/touch_controller")
    at.line("this is dropped\x03advance 2", "frame ")
    at.line("\x03advance 2", "frame ")  # an empty line is dropped, too
    at.line("stop", "typed.mcap")
    at.end(0)
    check("this is dropped" not in lines_of_history(), "a dropped line is in the history")
    check(lines_of_history()[-1] == "stop", "the history does not end with the newest line")
    check(stat.S_IMODE(os.stat("state/understudy/drive_history").st_mode) == 0o600, "others can read the history")


def test_history():
    at = drive()
    at.line("\x1b[A\x1b[A", "advance 2")  # up, up: stop, and the line before it
    at.expect("frame 1, ")
    at.expect("drive> ")
    at.type("\x04")  # Ctrl-D
    at.expect("understudy-drive")
    at.end(0)


def test_printed():
    """What the app prints comes above the line that is being typed, and its end while somebody types."""
    talker = "while [ ! -e go ]; do sleep 0.01; done; echo one; while [ ! -e end ]; do sleep 0.01; done; echo two >&2; exit 7"
    for name in ("go", "end"):
        Path(name).unlink(missing_ok=True)
    at = drive(app=["sh", "-c", talker])
    at.expect("drive> ")
    at.type("help unt")
    at.expect("help unt")
    Path("go").touch()
    at.expect("one\n")
    at.expect("drive> help unt")
    at.type("il\r")
    at.expect("until haptic left|right|any")
    at.expect("drive> ")
    at.type("half a line")
    at.expect("half a line")
    Path("end").touch()
    at.expect("two\n")
    at.expect("The app has ended.")
    at.end(7)


def test_signals():
    """Ctrl-C while nobody types is for the app, as the end of the tool by SIGTERM."""
    at = drive(app=["sh", "-c", "echo begun; sleep 1000"])
    at.expect("begun")
    at.line("advance", "advance\n")
    while not at.is_over():  # the first one may come before the editor has given the keys back
        at.type("\x03")
        at.read(0.2)
    at.end(128 + signal.SIGINT)
    at = drive(app=["sh", "-c", "echo begun; sleep 1000"])
    at.expect("begun")
    at.expect("drive> ")
    os.kill(at.process, signal.SIGTERM)
    at.end(128 + signal.SIGTERM)


def test_job():
    """Ctrl-Z stops the drive like every program, and fg goes on with the line."""
    at = Terminal("bash", "--norc", "-c", f'set -m; "$@"; echo "stopped $?"; fg; echo "ended $?"', "-", TOOL, "drive", "--headless", "--quiet", "--", *APP)
    at.line("advance 2", "frame 1, ")
    at.expect("drive> ")
    at.type("adv")
    at.expect("adv")
    at.type("\x1a")
    at.expect(f"stopped {128 + signal.SIGTSTP}")
    at.expect("drive> adv")
    at.type("ance 2\r")
    at.expect("frame 3, ")
    at.line("stop", "frames: ")
    at.expect("ended 0")
    at.end(0)


def test_client():
    """Who only looks may come by the socket while somebody types."""
    at = Terminal(TOOL, "drive", "--headless", "--", *APP)
    at.expect("listening on ")
    at.line("advance 2", "frame 1, ")
    path = re.search(r"listening on (\S+)", at.seen).group(1)
    sys.path.insert(0, os.environ["UNDERSTUDY_PYTHON"])
    import understudy_drive

    other = understudy_drive.connect(path)
    check(other.state()["frame"] == 1, "the other client sees another frame")
    try:
        other.advance()
        check(False, "two drive")
    except understudy_drive.DriveError as error:
        check(error.code == 4, f"{error}")
    other.abandon()
    at.line("stop", "frames: ")
    at.end(0)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        subprocess.run(["rm", "-f", "understudy-drive.mcap"], check=True)
        test()
        print(f"{name}: well")
