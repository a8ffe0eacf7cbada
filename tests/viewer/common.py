# SPDX-License-Identifier: MIT
"""What the tests of the page share: their folders, the tool, and how a test fails or is skipped."""
import argparse
import os
import shutil
import subprocess
import sys

from browser import address, find_chromium

parser = argparse.ArgumentParser()
for name in ("tool", "make-session", "generate", "build", "data"):
    parser.add_argument("--" + name, required=True)
args = parser.parse_args()
work = os.path.join(args.build, "tests", "viewer", os.path.splitext(os.path.basename(sys.argv[0]))[0])
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)


def skip(reason):
    print("SKIP:", reason)
    sys.exit(77)


def check(is_right, what):
    if not is_right:
        print("FAIL:", what)
        sys.exit(1)


def tool(*words, code=0):
    """Runs the tool, and gives what it prints."""
    done = subprocess.run([args.tool, *words], capture_output=True, text=True, errors="replace")
    check(done.returncode == code, f"understudy {' '.join(words)} gave {done.returncode}: {done.stderr}")
    return done.stdout + done.stderr


def need_page():
    if not find_chromium():
        skip("chromium is not installed")
    need_tool()


def need_tool():
    probe = os.path.join(work, "probe.html")
    done = subprocess.run([args.tool, "view", os.path.join(args.data, "line.bin"), "-o", probe], capture_output=True, text=True)
    if done.returncode == 5:
        skip("the tool was built without the page")


def check_quiet(browser, page):
    """No error, no message of the console, and no request but the page itself."""
    check(not browser.errors, f"{page}: errors: {browser.errors}")
    check(not browser.console, f"{page}: the console says {browser.console}")
    others = [url for url in browser.requests if not url.startswith((address(page), "data:", "blob:"))]
    check(not others, f"{page}: requests to {others}")
    browser.requests.clear()


def look_at(browser, path, what, width, height, dark):
    """Keeps a picture of the page at this size, and checks that it fits and that what is drawn has the theme's colours."""
    browser.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
    browser.set_dark(dark)
    browser.picture(path)
    check(browser.run("document.documentElement.scrollWidth") <= width, f"{what} fits into {width} pixels")
    drawn, theme = browser.run("""(() => { const canvas = document.querySelector(".lanes canvas"), copy = document.createElement("canvas");
      copy.width = canvas.width;
      copy.height = canvas.height;
      const pen = copy.getContext("2d", { willReadFrequently: true });
      pen.drawImage(canvas, 0, 0);
      const all = pen.getImageData(0, 0, canvas.width, canvas.height).data;
      pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--lane");
      pen.fillRect(0, 0, 1, 1);
      const wanted = pen.getImageData(0, 0, 1, 1).data.join();
      let count = 0;
      for (let i = 0; i < all.length; i += 4) count += all.slice(i, i + 4).join() === wanted ? 1 : 0;
      return [count, document.documentElement.dataset.theme]; })()""")
    check(theme == ("dark" if dark else "light"), f"{what} is shown {theme}")
    check(drawn > 100, f"the lanes of {what} are drawn in the colours of the theme {theme}: {drawn} pixels are")
