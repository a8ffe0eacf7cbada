# SPDX-License-Identifier: MIT
"""A run that was compared with a baseline: its page opens where the two differ first, and shows the baseline's pictures beside those that
differ, as long as that run of the baseline is there."""
import json
import os
import shutil

from common import check, check_quiet, need_page, tool, work
from browser import Browser
from make_run import make_run, png

GREEN, BLACK = (60, 200, 60), (0, 0, 0)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(name, first, events=None):
    """A baseline, and a run whose picture of frame 30, view 0 differs from it."""
    folder, baseline = os.path.join(work, name), os.path.join(work, name + "-baseline", "run")
    make_run(folder, error_at=None)
    make_run(baseline, error_at=None)
    os.makedirs(os.path.join(folder, "differences"))
    for place, colour in ((os.path.join(baseline, "pictures"), GREEN), (os.path.join(folder, "differences"), BLACK)):
        with open(os.path.join(place, "frame-000030-view-0.png"), "wb") as file:
            file.write(png(64, 64, colour))
    facts = json.load(open(os.path.join(baseline, "run.json"), encoding="utf-8"))
    write(os.path.join(baseline, "run.json"), json.dumps({**facts, "began": "2026-01-02T03:04:05Z"}))
    verdict = json.load(open(os.path.join(folder, "verdict.json"), encoding="utf-8"))
    picture = {"file": "frame-000030-view-0.png", "frame": 30, "view": "view-0", "what": "50 % of the pixels differ"}
    verdict.update(result="failed", expectations=[], comparison={"baseline": {
        "result": "different", "a": "the baseline", "b": "this run", "first": first, "a_folder": baseline, "a_began": "2026-01-02T03:04:05Z",
        "events": events or {"same": True, "frames": 120, "frames_differing": 0}, "pictures": {"same": False, "first": picture}, "end": {"same": True, "a": "exit code 0", "b": "exit code 0"}}})
    write(os.path.join(folder, "verdict.json"), json.dumps(verdict))
    return folder, baseline


def open_page(browser, folder):
    page = folder + ".html"
    tool("report", folder, "-o", page)
    browser.open(page)
    return page


def shown(browser, mode=None):
    """The pictures in the middle: a list of rows, each with what a picture is of and the colour of its middle. `mode`: a button of them."""
    if mode:
        browser.run(f"[...document.querySelectorAll('.drawn button')].find((button) => button.textContent === {json.dumps(mode)}).click()")
    browser.run("Promise.all([...document.querySelectorAll('.shown img')].map((image) => image.decode()))")
    return browser.run("""[...document.querySelectorAll('.shown .view-row')].map((row) => [...row.querySelectorAll('figure')].map((figure) => {
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      pen.drawImage(figure.querySelector('img'), 0, 0);
      return [figure.querySelector('figcaption').textContent, Array.from(pen.getImageData(32, 32, 1, 1).data).slice(0, 3)]; }))""")


def pictures(browser):
    folder, baseline = make("picture", "picture")
    page = open_page(browser, folder)
    check(browser.run("document.querySelector('#sentence').textContent") == "FAILED: The run differs from the baseline in the picture of frame 30, view-0: 50 % of the pixels differ.", "the sentence says where")
    check(browser.run("understudy.run.frameAt(understudy.store.get('time')).frame") == 30, "it opens in that frame")
    check(browser.run("[...document.querySelectorAll('.cell')].map((cell) => cell.className)") == ["cell differs now"], "the strip marks the frame")
    expected, got, difference = ["view-0: expected", list(GREEN)], ["view-0: got", [200, 60, 60]], ["view-0: difference", list(BLACK)]
    check(shown(browser) == [[expected, got, difference]], f"it opens with {shown(browser)}")
    browser.picture(os.path.join(work, "picture.png"))
    widths = browser.run("[...document.querySelectorAll('.shown img')].map((image) => image.getBoundingClientRect().width)")
    check(sum(widths) > 0.9 * browser.box("#centre")[2], f"the pictures take the middle: {widths}")
    for mode, one in (("expected", expected), ("got", got), ("difference", difference)):
        check(shown(browser, mode) == [[one]], f"{mode} alone is {shown(browser)}")
    check(browser.box(".shown img")[2] > 0.9 * browser.box("#centre")[2], "one picture takes the middle")
    browser.key("d")
    check(shown(browser) == [[expected, got, difference]], "the key D leads on to all of them")
    check(shown(browser, "All views")[1] == [["view-1", [60, 60, 200]]], f"all views are {shown(browser)}")
    places(browser)
    browser.picture(os.path.join(work, "places.png"))
    check_quiet(browser, page)
    tool("report", folder, "-o", os.path.join(baseline, "pictures", "frame-000030-view-0.png"), code=2)
    return folder, baseline


def places(browser):
    """The pictures and the 3D view: either, both, and where; a pinned frame stays while the time moves."""
    box = lambda selector: browser.box(selector)
    check(box(".stage")[2] == 0, "the pictures have the whole place")
    browser.key("v")
    browser.key("v")
    check(abs(box(".drawn")[2] - box(".stages")[2]) < 2 and box(".stages")[0] < box(".drawn")[0], "both are equally large")
    browser.key("x")
    check(box(".stages")[0] > box(".drawn")[0], "the key X changes their places")
    browser.key("i")
    browser.key("End")
    check(browser.run("document.querySelector('.drawn .bar').textContent").startswith("frame 30 differsPinned"), "a pinned frame stays")
    browser.key("i")


def other_baseline(browser, folder, baseline):
    """Where another run has become the baseline, its pictures are not those that were compared."""
    facts = json.load(open(os.path.join(baseline, "run.json"), encoding="utf-8"))
    write(os.path.join(baseline, "run.json"), json.dumps({**facts, "began": "2026-02-02T03:04:05Z"}))
    for _ in range(2):
        page = open_page(browser, folder)
        check([name for name, _ in shown(browser)[0]] == ["view-0: got", "view-0: difference"], f"without the baseline there are {shown(browser)}")
        check("The baseline's pictures are not on this page: the run of the baseline is no longer where it was." in browser.run("document.body.textContent"), "the page says so")
        check_quiet(browser, page)
        shutil.rmtree(baseline, ignore_errors=True)


def events(browser):
    first = {"frame": 50, "session": 1, "at_s": 0.8, "what": "xrLocateViews in STAGE", "field": "poses", "a": [1], "b": [2], "a_line": 3, "b_line": 262}
    folder, _ = make("event", "event", {"same": False, "frames": 120, "frames_differing": 9, "first": first})
    page = open_page(browser, folder)
    check(browser.run("document.querySelector('#sentence').textContent") == "FAILED: The run differs from the baseline in frame 50: xrLocateViews in STAGE, poses is [2], there [1].", "the sentence says what")
    check(browser.run("understudy.run.log.lines[understudy.store.get('selection')].n") == 262, "it opens at the line of this run")
    check("The run differs from the baseline in frame 50" in browser.run("document.querySelector('#right').textContent"), "the call says so, too")
    both = browser.run("[...document.querySelectorAll('.both > *')].map((part) => part.textContent)")
    check(both == ["poses, here", "[2]", "poses, in the baseline", "[1]"], f"both values are {both}")
    check_quiet(browser, page)


def main():
    need_page()
    with Browser() as browser:
        folder, baseline = pictures(browser)
        other_baseline(browser, folder, baseline)
        events(browser)


main()
