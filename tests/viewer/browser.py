# SPDX-License-Identifier: MIT
"""Drives a headless Chromium through its DevTools protocol, over a pair of pipes."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
import urllib.parse


def address(path):
    """The URL of a file, as the browser writes it."""
    return "file://" + urllib.parse.quote(os.path.abspath(path), safe="/'!()*~,=:@&$+;")


def find_chromium():
    """Its path, or None. Ubuntu's chromium-browser is a script that fails without the snap."""
    for path in map(shutil.which, ("chromium", "chromium-browser")):
        if path and subprocess.run([path, "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return path
    return None


class Browser:
    """A page in a browser of its own. Collects errors, messages of the console, and requests."""

    def __init__(self, width=1280, height=800, dark=False, has_3d=True):
        self.folder = tempfile.mkdtemp(prefix="understudy-browser-")
        read_end, self.to_browser = os.pipe()
        self.from_browser, write_end = os.pipe()
        words = [find_chromium() or "chromium", "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
                 *(["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if has_3d else ["--disable-gpu", "--disable-3d-apis"]),
                 f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"]
        self.process = self._spawn(words, read_end, write_end)
        os.close(read_end)
        os.close(write_end)
        self.rest = b""
        self.number = 0
        self.console, self.errors, self.requests = [], [], []
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.set_dark(dark)
        self.requests.clear()

    @staticmethod
    def _spawn(words, read_end, write_end):
        """Chromium reads commands from descriptor 3 and writes to 4."""
        shell = ["sh", "-c", f'exec 3<&{read_end} 4>&{write_end}; exec "$@"', "sh", *words]
        return subprocess.Popen(shell, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                pass_fds=(read_end, write_end))

    def _message(self, seconds):
        """The next message, or None after some time."""
        end = time.monotonic() + seconds
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.from_browser], [], [], max(0, end - time.monotonic()))
            if not ready:
                return None
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise RuntimeError("the browser ended")
            self.rest += piece
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def _note(self, message):
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.consoleAPICalled":
            self.console.append((params["type"], " ".join(str(a.get("value", a.get("description", ""))) for a in params["args"])))
        elif method == "Log.entryAdded":
            self.console.append((params["entry"]["level"], params["entry"]["text"]))
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append("a dialog opened: " + params["message"])

    def _call(self, method, params=None, session=None, seconds=120):
        self.number += 1
        words = {"id": self.number, "method": method, "params": params or {}}
        if session:
            words["sessionId"] = session
        os.write(self.to_browser, json.dumps(words).encode() + b"\0")
        end = time.monotonic() + seconds
        while True:
            message = self._message(end - time.monotonic())
            if message is None:
                raise RuntimeError(f"no answer to {method} in {seconds} s")
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self._note(message)

    def call(self, method, params=None):
        return self._call(method, params, self.session)

    def set_dark(self, dark):
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def open(self, path):
        """Opens a file and waits until the page has loaded its data."""
        self.call("Page.navigate", {"url": address(path)})
        end = time.monotonic() + 120
        while not self.run("document.readyState === 'complete' && Boolean(window.understudy?.loadedMs)"):
            if self.errors or time.monotonic() > end:
                raise RuntimeError(f"the page did not load: {self.errors or self.console}")
            time.sleep(0.05)

    def run(self, script):
        """The value of a JavaScript expression, or of the promise that it gives."""
        result = self.call("Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"].get("exception", {}).get("description", result["exceptionDetails"]["text"])))
        return result["result"].get("value")

    def settle(self):
        """Waits for two drawn frames."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))")

    def key(self, key, shift=False):
        code = {" ": "Space"}.get(key, key if len(key) > 1 else "Key" + key.upper())
        number = {"Home": 36, "End": 35, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Enter": 13, "Escape": 27, "Tab": 9, "[": 219, "]": 221, "+": 187}.get(key, ord(key[0].upper()))
        words = {"key": key, "code": code, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": number}
        if len(key) == 1:
            words["text"] = key
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", **words})
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", "key": key, "code": code})

    def drag(self, start, end, steps=8):
        at = lambda kind, x, y: self.call("Input.dispatchMouseEvent", {
            "type": kind, "x": x, "y": y, "button": "left", "buttons": 0 if kind == "mouseReleased" else 1, "clickCount": 1})
        at("mousePressed", *start)
        for i in range(1, steps + 1):
            at("mouseMoved", *(a + (b - a) * i / steps for a, b in zip(start, end)))
        at("mouseReleased", *end)

    def click(self, x, y):
        self.drag((x, y), (x, y), 1)

    def box(self, selector):
        """x, y, width, height of an element on the page."""
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }})()")

    def picture(self, path):
        self.settle()
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def close(self):
        try:
            self._call("Browser.close", seconds=10)
        except (RuntimeError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
