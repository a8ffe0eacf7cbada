# SPDX-License-Identifier: MIT
"""The connection of understudy_drive to the tool, and the errors of a drive. It knows lines, and nothing of what they say."""
import math
import os
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

STOP_S = 20  # for the tool to end after `stop`, and once more after SIGTERM
APP_ENDED, NOT_MET, NOT_ASKED, BUSY, NOT_SEEN, STALLED = 1, 2, 3, 4, 5, 6  # error codes, understudy-drive(5)
TAIL_BYTES = 4000


class DriveError(Exception):
    """A request failed; the text is the tool's. code: the number of the error, or None."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


class AppEnded(DriveError):
    """The app or the tool has ended; the text says how, with the last lines that were printed."""


class NotMet(DriveError, AssertionError):
    """What was expected did not come within its limit."""


class NotAsked(NotMet):
    """It did not come, and the app does not ask for what the person did; the text says what the app asks for."""


class NotSeen(NotMet):
    """Where a target is cannot be told for certain; the text says why."""


class Stalled(DriveError):
    """The app has asked for no frame for a long time; the text says where its threads are. It may only be slow: the same may be asked again."""


ERRORS = {APP_ENDED: AppEnded, NOT_MET: NotMet, NOT_ASKED: NotAsked, NOT_SEEN: NotSeen, STALLED: Stalled}


# --- the connection ----------------------------------------------------------------------------------


class Lines:
    """Lines of bytes to and from the tool. closed() says how the other side ended; `ended` is a descriptor that can be read once it has."""

    def __init__(self, reads, writes, closed, ended=None):
        self.reads, self.writes, self.closed, self.ended, self.received = reads, writes, closed, ended, bytearray()
        for descriptor in {reads, writes}:
            os.set_blocking(descriptor, False)

    def send(self, line, deadline):
        while line:
            self._wait(self.writes, select.POLLOUT, deadline)
            try:
                line = line[os.write(self.writes, line) :]
            except BlockingIOError:
                pass
            except OSError:
                raise self.closed() from None

    def receive(self, deadline):
        searched = 0
        while True:
            end = self.received.find(b"\n", searched)
            if end >= 0:
                line = bytes(self.received[:end])
                del self.received[: end + 1]
                return line
            searched = len(self.received)
            self._wait(self.reads, select.POLLIN, deadline)
            try:
                part = os.read(self.reads, 1 << 16)
            except BlockingIOError:
                continue
            except OSError:
                raise self.closed() from None
            if not part:
                raise self.closed()
            self.received += part

    def _wait(self, descriptor, event, deadline):
        poll = select.poll()
        poll.register(descriptor, event)
        if self.ended is not None:
            poll.register(self.ended, select.POLLIN)
        ready = poll.poll(max(0, deadline - time.monotonic()) * 1000)
        if not ready:
            raise TimeoutError
        if all(at == self.ended for at, _ in ready):  # the app may still hold the other end of the pipe
            raise self.closed()


class Tool:
    """The process `understudy drive --stdio`. What it prints goes to a file, so that a full pipe never stops it."""

    def __init__(self, command, messages, cwd, env):
        self.command = command
        self.file = open(messages, "w+b") if messages else tempfile.TemporaryFile()
        environment = {**os.environ, **{name: str(value) for name, value in (env or {}).items()}}
        try:
            self.process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.file, bufsize=0)
        except OSError:
            self.file.close()
            raise
        try:
            self.ended = os.pidfd_open(self.process.pid)
        except (AttributeError, OSError):  # a system without it: the end of the pipe says it, later
            self.ended = None
        self.lines = Lines(self.process.stdout.fileno(), self.process.stdin.fileno(), self.how_it_ended, self.ended)

    def messages(self):
        end = os.fstat(self.file.fileno()).st_size
        return os.pread(self.file.fileno(), end, 0).decode("utf-8", "replace")

    def tail(self):
        text = self.messages()[-TAIL_BYTES:].strip()
        return f"; it printed at last:\n{text}" if text else ""

    def how_it_ended(self):
        code = self.end()
        how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return AppEnded(f"understudy drive {how}{self.tail()}", APP_ENDED)

    def end(self):
        """Waits for the tool; ends it if it does not end by itself. Returns its exit code as a shell does not: negative for a signal."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        for act in (self.process.terminate, self.process.kill):
            try:
                return self.process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                act()
        return self.process.wait()

    def close(self):
        code = self.end()
        said = self.messages()
        self.process.stdout.close()
        self.file.close()
        if self.ended is not None:
            os.close(self.ended)
        return code, said


class Socket:
    """A drive that runs elsewhere, by its socket."""

    def __init__(self, path, timeout):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Python's own timeout would fail at once while others wait to be accepted.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", math.ceil(timeout), 0))
            self.socket.connect(os.fspath(path))
            self.lines = Lines(self.socket.fileno(), self.socket.fileno(), lambda: AppEnded(f"the drive at {path} has ended", APP_ENDED))
        except OSError as error:
            self.socket.close()
            raise DriveError(f"no drive listens at {path}: {error.strerror or error}; start it with understudy drive --socket {path}") from None

    def tail(self):
        return ""

    def close(self):
        self.socket.close()
        return None, ""


def find_tool(named=None):
    """The tool: `named` or UNDERSTUDY_TOOL, the one that was installed with this file, or the one in PATH."""
    named = named or os.environ.get("UNDERSTUDY_TOOL")
    beside = Path(__file__).resolve().parents[2] / "bin" / "understudy"
    found = shutil.which(named) if named else str(beside) if os.access(beside, os.X_OK) else shutil.which("understudy")
    if not found:
        raise FileNotFoundError(f"there is no tool {named or 'understudy'}: install Understudy, or name it")
    return os.path.abspath(found)
