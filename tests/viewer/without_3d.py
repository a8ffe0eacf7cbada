# SPDX-License-Identifier: MIT
"""A browser without WebGL: the page says that there is no 3D view, and everything else works."""
import os

from common import args, check, check_quiet, need_page, tool, work
from browser import Browser
from make_run import make_run


def says_so(browser, page):
    text = browser.run("document.querySelector('#centre').innerText")
    check("There is no 3D view: this browser gives the page no WebGL." in text and "Everything else on this page works." in text, f"the page says: {text}")
    check(browser.run("document.querySelectorAll('.switches, .stage canvas').length") == 0, "there is nothing to switch")
    check_quiet(browser, page)


def recording(browser):
    page = os.path.join(work, "demo.html")
    tool("view", os.path.join(args.data, "demo.bin"), "-o", page)
    browser.open(page)
    says_so(browser, page)
    browser.run("understudy.store.set({ time: 4.4 })")
    text = browser.run("document.querySelector('#right').innerText")
    check("tracked, pinching" in text, f"the numbers follow the time: {text}")
    browser.run("document.querySelector('#left .row').click()")
    check(browser.run("document.querySelectorAll('.legend .chip').length") == 3, "there are curves")
    for key in ("e", "r", " ", " ", "Escape"):
        browser.key(key)
    browser.picture(os.path.join(work, "recording.png"))
    check_quiet(browser, page)


def run(browser):
    for name, shift in (("failed", 0.0), ("other", 0.1)):
        make_run(os.path.join(work, name), shift=shift)
    for name, folders in (("run", ["failed"]), ("two", ["failed", "other"])):
        page = os.path.join(work, name + ".html")
        tool("report", *(os.path.join(work, folder) for folder in folders), "-o", page)
        browser.open(page)
        says_so(browser, page)
        browser.key("ArrowRight")
        browser.key("n")
        check(browser.run("document.querySelectorAll('.call-row.failure.chosen').length") == 1, f"{name}: the failure is chosen")
        browser.picture(os.path.join(work, name + ".png"))
        check_quiet(browser, page)


need_page()
with Browser(has_3d=False) as a_browser:
    recording(a_browser)
    run(a_browser)
