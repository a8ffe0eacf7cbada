# SPDX-License-Identifier: MIT
"""What the tests of the page share: their folders, the tool, and how a test fails or is skipped."""
import argparse
import os
import shutil
import subprocess
import sys

from browser import address

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
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        skip("chromium is not installed")
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
