# SPDX-License-Identifier: MIT
"""Drives a Firefox through its Marionette protocol, over a local socket. A headless one has no WebGL; one on a display of Xvfb draws it
in software."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time

from browser import address

PROGRAMS = ("firefox-esr", "firefox")
# Firefox starts without asking anybody anything; WebGL is drawn in software where there is no GPU. The protocol takes any free port.
PREFERENCES = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "browser.startup.homepage_override.mstone": "ignore",
               "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.reportingpolicy.firstRun": False, "app.update.enabled": False,
               "app.normandy.enabled": False, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
               "services.settings.server": "data:,", "extensions.getAddons.cache.enabled": False, "browser.safebrowsing.downloads.remote.enabled": False,
               "webgl.force-enabled": True, "webgl.disable-fail-if-major-performance-caveat": True}


def program():
    """The Firefox that is installed, or None."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Display:
    """A display that nobody sees."""

    def __init__(self):
        read_end, write_end = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1600x1300x24", "-nolisten", "tcp"],
                                        pass_fds=(write_end,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end, encoding="ascii") as file:
            self.name = ":" + file.readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class Firefox:
    """A window of a browser of its own; on a Display, or headless."""

    def __init__(self, width=1280, height=800, display=None):
        self.folder = tempfile.mkdtemp(prefix="understudy-firefox-")
        with open(os.path.join(self.folder, "user.js"), "w", encoding="utf-8") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        environment = {**os.environ, "HOME": self.folder, "LIBGL_ALWAYS_SOFTWARE": "1", **({"DISPLAY": display.name} if display else {})}
        words = [program(), *([] if display else ["--headless"]), "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.folder, "about:blank"]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        self.socket = socket.create_connection(("127.0.0.1", self._port()), timeout=120)
        self.rest, self.number = b"", 0
        self._message()  # the greeting
        self.call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "normal"}}})
        self.call("WebDriver:SetTimeouts", {"script": 120000, "pageLoad": 120000})
        self.resize(width, height)

    def _port(self):
        """Firefox writes the port into its profile."""
        path, end = os.path.join(self.folder, "MarionetteActivePort"), time.monotonic() + 120
        while time.monotonic() < end:
            if os.path.exists(path) and os.path.getsize(path) > 0:
                return int(open(path, encoding="utf-8").read())
            if self.process.poll() is not None:
                raise RuntimeError(f"Firefox ended with {self.process.returncode}")
            time.sleep(0.05)
        raise RuntimeError("Firefox opened no port in 120 s")

    def _message(self):
        """A message is its length in digits, a colon, and JSON."""
        while b":" not in self.rest:
            self._receive()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self._receive()
        text, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(text)

    def _receive(self):
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise RuntimeError("Firefox ended")
        self.rest += piece

    def call(self, name, parameters=None):
        self.number += 1
        text = json.dumps([0, self.number, name, parameters or {}]).encode()
        self.socket.sendall(str(len(text)).encode() + b":" + text)
        _, number, error, result = self._message()
        if number != self.number or error:
            raise RuntimeError(f"{name}: {error}")
        return result

    def resize(self, width, height):
        """The page gets this size, whatever the window needs around it."""
        outer = self.run("[window.outerWidth - window.innerWidth, window.outerHeight - window.innerHeight]")
        self.call("WebDriver:SetWindowRect", {"width": width + outer[0], "height": height + outer[1]})

    def open(self, path):
        """Opens a file and waits until the page has loaded its data."""
        self.call("WebDriver:Navigate", {"url": address(path)})
        end = time.monotonic() + 120
        while not self.run("Boolean(window.understudy?.loadedMs)"):
            if time.monotonic() > end:
                raise RuntimeError(f"the page did not load: {self.run('document.body.innerText')[:500]}")
            time.sleep(0.05)

    def run(self, script):
        """The value of a JavaScript expression of the page, as JSON. The page's policy does not hold for it."""
        wrapped = ("const window = globalThis.wrappedJSObject ?? globalThis, understudy = window.understudy; "
                   f"const value = ({script}); return JSON.stringify(value === undefined ? null : value);")
        return json.loads(self.call("WebDriver:ExecuteScript", {"script": wrapped, "args": [], "sandbox": None})["value"])

    def errors(self):
        """What the console says about pages from disk: errors and warnings."""
        self.call("Marionette:SetContext", {"value": "chrome"})
        text = self.call("WebDriver:ExecuteScript", {"args": [], "script": """
          const list = Services.console.getMessageArray().filter((m) => m instanceof Ci.nsIScriptError && m.sourceName.startsWith("file:"));
          return JSON.stringify(list.map((m) => m.errorMessage));"""})["value"]
        self.call("Marionette:SetContext", {"value": "content"})
        return json.loads(text)

    def keys(self, *keys):
        """Presses keys one after the other; the special ones are those of the W3C's WebDriver."""
        actions = [action for key in keys for action in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.call("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def drag(self, start, end):
        move = lambda x, y: {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        actions = [move(*start), {"type": "pointerDown", "button": 0}, move(*((a + b) / 2 for a, b in zip(start, end))), move(*end), {"type": "pointerUp", "button": 0}]
        self.call("WebDriver:PerformActions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})

    def picture(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("WebDriver:TakeScreenshot", {"full": False})["value"]))

    def close(self):
        try:
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
        except (RuntimeError, OSError):
            pass
        self.socket.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
