# SPDX-License-Identifier: MIT
"""The page of 10,000 runs: what failed, is flaky, is broken, changed; its pictures, its JUnit file; and that no text of a run is run.

1000 recordings, five builds and two drivers. Which of them fail is a closed form of their numbers, and what the page says is compared with it."""
import json
import os
import shutil
import tempfile
import xml.etree.ElementTree

from common import check, check_quiet, need_page, tool, work
from browser import Browser
from make_run import make_run, png

RECORDINGS, BUILDS, DRIVERS = 1000, 5, 2
ATTACK = "</script><script>window.hurt = true</script><img src=x onerror='window.hurt = true'>&amp;\"'"
ROOM = 256 << 20


def make_place():
    """A folder for ten thousand folders: in memory where there is room, because some disks take a minute to remove them."""
    memory = "/dev/shm"
    has_room = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > ROOM
    return tempfile.mkdtemp(prefix="understudy-suite-", dir=memory if has_room else work)


need_page()
place = make_place()
runs = os.path.join(place, "runs")


def state_of(i, build, driver):
    if build == 0 and driver == 0 and 500 <= i < 504:
        return ("unfinished", "cut", "no facts", "not begun")[i - 500]
    if build == 3 and i % 97 == 0 or build == 1 and i % 250 == 7 and driver == 0:
        return "failed"
    return "passed"


def folder_of(i, build, driver):
    return os.path.join(runs, f"build-{build}", f"driver-{driver}", f"take-{i:04}")


def write(folder, part, text):
    with open(os.path.join(folder, part), "w", encoding="utf-8") as file:
        file.write(text)


def change(facts, i, build, driver, state):
    """run.json of a run, from the one that is the template."""
    facts["app"]["arguments"] = [f"./build-{build}/app", "--fullscreen"]
    facts["recording"].update(name=f"take-{i:04}.mcap", sha256=f"{i:064x}")
    facts["versions"]["vulkan"] = [{"driver_info": ("Mesa 22.3.6", "Mesa 25.0.7")[driver]}]
    number = (i * BUILDS + build) * DRIVERS + driver
    facts.update(state="running" if state == "unfinished" else "complete", began=f"2026-11-24T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z",
                 wall_s=0.3 + number * 0.0001, exit_code=int(state == "failed"))
    return json.dumps(facts)


def make_one(template, verdict, i, build, driver, state):
    folder = folder_of(i, build, driver)
    os.makedirs(folder)
    if state == "not begun":
        write(folder, "messages.txt", "hello\nunderstudy: run: take-0503.mcap is cut off\n")
    elif state == "no facts":
        write(folder, "log.jsonl", "")
    else:
        text = change(template, i, build, driver, state)
        write(folder, "run.json", text[:100] if state == "cut" else text)
    if state == "failed":
        write(folder, "verdict.json", verdict)


def make_all():
    """All runs, from one."""
    make_run(os.path.join(work, "one"), name="the door opens", reason="seen 0 times")
    template = json.load(open(os.path.join(work, "one", "run.json"), encoding="utf-8"))
    verdict = open(os.path.join(work, "one", "verdict.json"), encoding="utf-8").read()
    for i in range(RECORDINGS):
        for build in range(BUILDS):
            for driver in range(DRIVERS):  # not a folder more than needed: they are slow to remove
                make_one(template, verdict, i, build, driver, state_of(i, build, driver))


def add_baseline():
    """The first failure differs from its baseline in a picture."""
    failed, baseline = folder_of(0, 3, 0), os.path.join(work, "baseline", "run")
    make_run(baseline, error_at=None)
    began = "2026-11-20T00:00:00Z"
    facts = json.load(open(os.path.join(baseline, "run.json"), encoding="utf-8"))
    write(baseline, "run.json", json.dumps({**facts, "began": began}))
    for folder, colour in ((failed, (200, 60, 60)), (baseline, (60, 200, 60))):
        os.makedirs(os.path.join(folder, "pictures"), exist_ok=True)
        with open(os.path.join(folder, "pictures", "frame-000030-view-0.png"), "wb") as file:
            file.write(png(64, 48, colour))
    first = {"file": "frame-000030-view-0.png", "frame": 30, "view": 0, "what": "differs"}
    write(failed, "verdict.json", json.dumps({"result": "failed", "expectations": [], "comparison": {"baseline": {
        "result": "different", "first": "picture", "a_folder": baseline, "a_began": began, "pictures": {"same": False, "first": first}}}}))
    write(os.path.dirname(failed), "take-0000.html", "<p>a page</p>")


def counted():
    states = [state_of(i, build, driver) for i in range(RECORDINGS) for build in range(BUILDS) for driver in range(DRIVERS)]
    passed, failed = states.count("passed"), states.count("failed")
    return passed, failed, len(states) - passed - failed


def sentence(browser):
    return browser.run("document.querySelector('#sentence').textContent")


def choose(browser, view):
    browser.run(f"understudy.store.set({{ view: {json.dumps(view)} }})")
    return browser.run("understudy.list.rows.map(({ run, words }) => [run.recording || run.folder.split('/').pop(), run.app, run.state, words])")


def counts(browser, page):
    passed, failed, other = counted()
    check(sentence(browser) == f"FAILED: {failed} failed, {other} broken or unfinished of 10000 runs. 8 runs are of flaky recordings.", f"the sentence is: {sentence(browser)}")
    rows = choose(browser, "failed")
    check(len(rows) == failed and rows[0][:3] == ["take-0000.mcap", "./build-3/app --fullscreen", "failed"], f"failed: {len(rows)}, first {rows[0]}")
    check(rows[0][3] == "the run differs from the baseline: the first difference is of the picture: frame-000030-view-0.png", f"its reason is {rows[0][3]}")
    check(rows[2][3] == "the door opens: seen 0 times", f"the reason of the next is {rows[2][3]}")
    check(browser.run("understudy.suite.failed.every((run, i, all) => i === 0 || all[i - 1].began <= run.began)"), "what failed first is first")
    flaky = choose(browser, "flaky")
    check(sorted(row[0] for row in flaky) == sorted(2 * [f"take-{i:04}.mcap" for i in (7, 257, 507, 757)]), f"flaky: {flaky}")
    broken = {row[0]: row[2:] for row in choose(browser, "broken")}
    wanted = {"take-0500.mcap": ["unfinished", "the run did not end: it was killed, or the app still runs"], "take-0501": ["broken", "run.json is no JSON, or is cut off"],
              "take-0502": ["broken", "there is no run.json"], "take-0503": ["broken", "no run began: run: take-0503.mcap is cut off"]}
    check(broken == wanted, f"broken: {broken}")
    slowest = choose(browser, "slowest")
    check(len(slowest) == 100 and slowest[0][:2] == ["take-0999.mcap", "./build-4/app --fullscreen"], f"slowest: {slowest[0]}")
    check(len(choose(browser, "all")) == 10000, "all runs are in the list")
    drawn = browser.run("document.querySelectorAll('.run-row').length")
    check(0 < drawn < 60, f"only the rows in sight are elements: {drawn}")
    check_quiet(browser, page)


def details(browser):
    choose(browser, "failed")
    browser.run("understudy.store.set({ chosen: understudy.suite.failed[0] })")
    colours = browser.run("""(async () => { const out = [];
      for (const image of document.querySelectorAll('.pair img')) { await image.decode(); const canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0); out.push([image.alt.split(',')[0], ...pen.getImageData(5, 5, 1, 1).data.slice(0, 3)]); }
      return out; })()""")
    check(colours == [["expected", 60, 200, 60], ["got", 200, 60, 60]], f"the pictures are {colours}")
    check(browser.run("document.querySelector('#right a').getAttribute('href')") == "runs/build-3/driver-0/take-0000.html", "the run's page is linked")
    browser.run("understudy.store.set({ view: 'flaky', chosen: understudy.suite.flaky[0] })")
    check(browser.run("document.querySelectorAll('#right .row').length") == 2, "the other run of the recording and app is beside it")
    browser.run("(() => { const f = understudy.list.search; f.value = 'TAKE-0257'; f.dispatchEvent(new Event('input')); })()")
    check(browser.run("understudy.list.rows.length") == 2, "the search finds the flaky recording's runs")
    browser.run("(() => { const f = understudy.list.search; f.value = ''; f.dispatchEvent(new Event('input')); understudy.list.long.list.focus(); })()")
    before = browser.run("understudy.suite.flaky.indexOf(understudy.store.get('chosen'))")
    browser.key("ArrowDown")
    check(browser.run("understudy.suite.flaky.indexOf(understudy.store.get('chosen'))") == before + 1, "the arrow key chooses the next run")


def look(browser):
    browser.run("understudy.store.set({ view: 'failed', chosen: understudy.suite.failed[0] })")
    for width, height in ((1280, 800), (768, 1000), (390, 844)):
        for dark in (False, True):
            browser.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
            browser.set_dark(dark)
            browser.picture(os.path.join(work, f"suite-{width}-{'dark' if dark else 'light'}.png"))
            check(browser.run("document.documentElement.scrollWidth") <= width, f"the page fits into {width} pixels")
            check(browser.run("document.documentElement.dataset.theme") == ("dark" if dark else "light"), "the theme is the system's")
            seen = browser.run("[...document.querySelectorAll('#left .list, #right')].map((e) => e.getBoundingClientRect()).every((b) => b.width > 200 && b.height > 150 && b.bottom <= innerHeight + 1)")
            check(seen, f"list and details are in sight at {width} pixels")


def changed(browser, earlier):
    """Of the next night: one is fixed, one fails newly, one is gone, one is new, and one is named to attack the page."""
    facts = json.load(open(os.path.join(work, "one", "run.json"), encoding="utf-8"))
    for driver in range(DRIVERS):
        write(folder_of(97, 3, driver), "run.json", change(facts, 97, 3, driver, "passed"))
        write(folder_of(42, 2, driver), "run.json", change(facts, 42, 2, driver, "failed"))
        shutil.rmtree(folder_of(43, 2, driver))
    hostile = os.path.join(runs, "javascript:alert(1) <b>'&amp;#")
    make_run(hostile, name=ATTACK, reason=ATTACK, arguments=(ATTACK,))
    page = os.path.join(place, "next.html")
    tool("report", runs, "-o", page, "--since", earlier)
    browser.open(page)
    rows = choose(browser, "changed")
    wanted = [["take-0042.mcap", "./build-2/app --fullscreen", "failed", "failed, was passed"], ["take-0097.mcap", "./build-3/app --fullscreen", "passed", "passed, was failed"],
              ["nowhere.bin", ATTACK, "failed", "new: failed"], ["take-0043.mcap", "./build-2/app --fullscreen", "passed", "gone, was passed"]]
    check(rows == wanted, f"changed: {rows}")
    browser.run("understudy.store.set({ chosen: understudy.suite.runs.find(({ recording }) => recording === 'nowhere.bin') })")
    text = browser.run("document.querySelector('#right').textContent")
    check(f"{ATTACK}: {ATTACK}" in text and "javascript:alert(1) <b>'&amp;#" in text, f"the attack is shown as text: {text[:300]}")
    for view in ("failed", "flaky", "changed", "broken", "slowest", "all"):
        choose(browser, view)
    check(browser.run("window.hurt === undefined && document.querySelectorAll('#left img, #left b b, #right b').length === 0"), "no text of a run became an element")
    check_quiet(browser, page)


def junit(path):
    passed, failed, other = counted()
    suite = xml.etree.ElementTree.parse(path).getroot()
    cases = list(suite.iter("testcase"))
    check((suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("10000", str(failed), str(other)), f"JUnit: {suite.attrib}")
    found = [len(list(suite.iter(name))) for name in ("testcase", "failure", "error")]
    check(found == [10000, failed, other], f"JUnit holds {found}")
    check(len({(case.get("classname"), case.get("name")) for case in cases}) == 10000, "each case has a name of its own")


def main():
    make_all()
    add_baseline()
    copies = os.path.join(place, "copies")
    for i in (1, 2):
        shutil.copytree(folder_of(i, 0, 0), os.path.join(copies, f"again-from-the-artifact-{i}"))
    page, cases = os.path.join(place, "suite.html"), os.path.join(place, "suite.xml")
    passed, failed, other = counted()
    said = tool("report", runs, os.path.join(runs, "build-2"), copies, "-o", page, "--junit", cases)
    check(f"10000 runs: {passed} passed, {failed} failed, 1 unfinished, 3 broken; 2002 were given twice and count once" in said, f"the tool said: {said}")
    junit(cases)
    with Browser() as browser:
        browser.open(page)
        print("usable after %.0f ms, of which its script took %.0f ms" % tuple(browser.run("[performance.getEntriesByType('navigation')[0].loadEventEnd, understudy.loadedMs]")))
        counts(browser, page)
        details(browser)
        look(browser)
        changed(browser, page)


try:
    main()
finally:
    shutil.rmtree(place)
