# SPDX-License-Identifier: MIT
"""The pages in Firefox, opened from disk: a recording, a failed run and two runs; with 3D on a display of Xvfb, and headless without 3D."""
import os
import shutil
import time

from common import args, check, need_tool, skip, tool, work
from firefox_browser import Display, Firefox, program
from make_run import make_run

RIGHT, UP = "\ue014", "\ue013"
# Firefox says this of any list whose rows follow its scrolling.
USUAL = "This site appears to use a scroll-linked positioning effect"


def check_quiet(browser, page):
    errors = [text for text in browser.errors() if USUAL not in text and "WebGL" not in text]
    check(not errors, f"{page}: the console says {errors}")


def pages():
    out = {}
    for name, error_at, shift in (("failed", 90, 0.0), ("other", None, 0.1)):
        make_run(os.path.join(work, name), error_at=error_at, shift=shift)
    for name, words in (("recording", ["view", os.path.join(args.data, "demo.bin")]), ("run", ["report", os.path.join(work, "failed")]),
                        ("two", ["report", os.path.join(work, "failed"), os.path.join(work, "other")])):
        out[name] = os.path.join(work, name + ".html")
        tool(*words, "-o", out[name])
    return out


def recording(browser, page):
    browser.open(page)
    box = browser.run("(() => { const b = document.querySelector('.ruler canvas').getBoundingClientRect(); return [b.x, b.y, b.width]; })()")
    browser.drag((box[0] + 300, box[1] + 8), (box[0] + box[2] / 2, box[1] + 8))
    now = browser.run("understudy.store.get('time')")
    check(abs(now - 12 * (box[2] / 2 - 118) / (box[2] - 126)) < 0.1, f"scrubbing led to {now}")
    browser.keys(RIGHT)
    check(browser.run("understudy.store.get('time')") > now, "the arrow key steps")
    browser.run("document.querySelector('#left .row').click()")
    check(browser.run("document.querySelectorAll('.legend .chip').length") == 3, "a click shows curves")
    moment = browser.run("understudy.recording.moment(4.5).head.pose")
    check(len(moment) == 7, f"the head is at {moment}")
    check_quiet(browser, page)


def run(browser, page):
    browser.open(page)
    check("FAILED: 1 of 2 expectations met" in browser.run("document.querySelector('#sentence').textContent"), "the sentence is at the top")
    check(browser.run("document.querySelectorAll('.call-row.failure.chosen').length") == 1, "it opens at the failure")
    failure = browser.run("understudy.store.get('selection')")
    browser.run("document.querySelector('.list').focus()")
    browser.keys(UP)
    check(browser.run("understudy.store.get('selection')") < failure, "the arrow key selects the call before")
    browser.keys("n")
    check(browser.run("understudy.store.get('selection')") == failure, "the key N goes to the failure")
    check(browser.run("[...document.querySelectorAll('#film img')].every((image) => image.naturalWidth === 64)"), "the pictures are shown")
    check_quiet(browser, page)


def two(browser, page):
    browser.open(page)
    check(browser.run("understudy.a.frameAt(understudy.store.get('time')).frame === understudy.b.frameAt(understudy.storeB.get('time')).frame"), "the runs are locked")
    check_quiet(browser, page)


def with_3d(made):
    display = Display()
    try:
        with Firefox(display=display) as browser:
            for name, use in (("recording", recording), ("run", run), ("two", two)):
                use(browser, made[name])
                check(browser.run("document.querySelectorAll('.stage canvas').length") == (2 if name == "two" else 1), f"{name}: there is a 3D view")
                time.sleep(0.2)
                for width, height in ((1280, 800), (800, 600)):
                    browser.resize(width, height)
                    time.sleep(0.3)
                    browser.picture(os.path.join(work, f"{name}-{width}.png"))
                    check(browser.run("document.documentElement.scrollWidth") <= width, f"{name} fits into {width} pixels")
                browser.resize(1280, 800)
    finally:
        display.close()


def without_3d(made):
    with Firefox() as browser:
        for name, use in (("recording", recording), ("run", run), ("two", two)):
            use(browser, made[name])
            if browser.run("document.querySelectorAll('.stage canvas').length") == 0:
                check("There is no 3D view" in browser.run("document.querySelector('#centre').innerText"), f"{name} says that there is no 3D view")
            browser.picture(os.path.join(work, f"{name}-without-3d.png"))


if not program():
    skip("firefox is not installed")
need_tool()
all_pages = pages()
without_3d(all_pages)
if not shutil.which("Xvfb"):
    skip("Xvfb is not installed; in a headless Firefox, which has no 3D, the pages work")
with_3d(all_pages)
