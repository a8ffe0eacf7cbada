# SPDX-License-Identifier: MIT
"""The page of a run opens at its first failure, and that of two runs at their first difference; what it shows is what the log says."""
import json
import os
import subprocess

from common import args, check, check_quiet, look_at, need_page, tool, work
from browser import Browser
from make_run import FAULT, FRAMES, make_run


def near(a, b):
    return len(a) == len(b) and all(abs(x - y) < 1e-5 for x, y in zip(a, b))


def report(name, *folders):
    page = os.path.join(work, name + ".html")
    tool("report", *(os.path.join(work, folder) for folder in folders), "-o", page)
    return page


def check_lines(browser):
    """Every line of a log that the layer writes is of a kind that the page knows the fields of."""
    unreadable = browser.run("understudy.run.log.lines.filter((line) => line.e === 'unreadable').map((line) => line.text)")
    check(unreadable == [], f"lines are unreadable: {unreadable[:3]}")


def failing_run(browser):
    lines = make_run(os.path.join(work, "failed"))
    page = report("failed", "failed")
    browser.open(page)
    failed = next(line for line in lines if line["e"] == "error")
    check(browser.run("understudy.store.get('selection')") == failed["n"] - 1, "it opens with the failed call selected")
    check(browser.run("understudy.run.frameAt(understudy.store.get('time')).frame") == 90, "it opens in the frame of the failure")
    sentence = browser.run("document.querySelector('#sentence').textContent")
    check(sentence == "FAILED: 1 of 2 expectations met in 120 frames. “an expectation”: not expected: xrBeginFrame (frame 90, 1.500 s)", f"the sentence is: {sentence}")
    check("Fails the expectation “an expectation”: not expected" in browser.run("document.querySelector('#right').textContent"), "the call says which expectation it fails")
    check(browser.run("document.querySelectorAll('.call-row.failure.chosen').length") == 1, "the list shows the failed call")
    faults = browser.run("""understudy.run.lanes.find((lane) => lane.label === 'faults').spans
      .map((span) => [understudy.run.frameAt(span.from).frame, understudy.run.frameAt(span.to).frame, span.label])""")
    check(faults == [[25, 40, FAULT]], f"the lane of faults has {faults}")
    check_lines(browser)
    check_quiet(browser, page)
    return page


def what_the_app_was_told(browser):
    """The 3D view against the closed form of make_run."""
    moment = browser.run("""(() => { const m = understudy.run.momentOf(understudy.run.frames.find((f) => f.frame === 50), null);
      return { head: m.head.pose, eyes: m.views.map((v) => v.pose), hand: Array.from(m.hands[0].joints), layers: m.layers, spaces: m.spaces }; })()""")
    check(near(moment["head"], [0.5, 1.6, 0, 0, 0, 0, 1]), f"the head is at {moment['head']}")
    check(near(moment["eyes"][0], [0.47, 1.6, 0, 0, 0, 0, 1]), f"the left eye is at {moment['eyes'][0]}")
    check(near(moment["hand"][30:33], [0.5, 1.2, -0.1]), f"the left index tip is at {moment['hand'][30:33]}")
    check(moment["layers"][0]["kind"] == "quad" and near(moment["layers"][0]["pose"], [0.5, 1.6, -2, 0, 0, 0, 1]), f"the quad is at {moment['layers']}")
    check(moment["layers"][0]["size"] == [0.4, 0.3], f"the quad's size is {moment['layers'][0]['size']}")
    check({space["name"] for space in moment["spaces"]} == {"STAGE", "VIEW"}, f"spaces are {moment['spaces']}")


def use(browser):
    count = "understudy.calls[0].rows.filter((row) => row.kind === 'call').length"
    type_text = lambda text: browser.run(f"(() => {{ const f = document.querySelector('.calls input'); f.value = {json.dumps(text)}; f.dispatchEvent(new Event('input')); }})()")
    folded = browser.run(count)
    check(folded < 30, f"quiet frames are folded: {folded} calls are shown")
    type_text("xrLocateHandJoints")
    check(browser.run(count) == FRAMES, "the search finds a call in each frame")
    browser.run("understudy.store.set({ range: [understudy.run.frames.find((f) => f.frame === 10).t, understudy.run.frames.find((f) => f.frame === 19).t] })")
    check(browser.run(count) == 10, f"the range filters the calls: {browser.run(count)}")
    check(browser.run("[...document.querySelectorAll('#film .cell')].every((cell) => cell.hidden)"), "the range filters the pictures")
    browser.key("Escape")
    type_text("")
    browser.run("document.querySelector('.calls button').click()")
    check(browser.run(count) == 1, "only failures leaves the failed call")
    browser.run("document.querySelector('.calls button').click()")
    browser.run("document.querySelector('.call-row.call').click()")
    first = browser.run("understudy.store.get('selection')")
    browser.run("document.querySelector('.list').focus()")
    browser.key("ArrowDown")
    check(browser.run("understudy.store.get('selection')") > first, "the arrow key selects the next call")
    type_text("VIEW in STAGE")
    browser.run("[...document.querySelectorAll('.call-row.call')][3].click()")
    text = browser.run("document.querySelector('#right').innerText")
    check(all(word in text for word in ("VIEW", "STAGE", "from the recording; exactly at a recorded time", "position valid")), f"the selected call says: {text}")
    check(browser.run("understudy.run.momentOf(understudy.run.frameAt(understudy.store.get('time')), understudy.store.get('selection')).spaces.some((s) => s.highlighted && s.name === 'VIEW')"), "the space is highlighted in 3D")
    highlights(browser)
    click_a_mark(browser)
    type_text("")
    browser.key("n")
    check(browser.run("understudy.run.isFailure(understudy.run.log.lines[understudy.store.get('selection')])"), "the key N goes to a failure")
    check(browser.run("[...document.querySelectorAll('#film img')].every((image) => image.naturalWidth === 64)"), "the pictures are shown")


def highlights(browser):
    """What the 3D view highlights of a call of frame 50, against the closed form of make_run."""
    for words, want in (("line.e === 'views'", {"views": True, "hand": None, "layers": False, "link": [[0, 0, 0], [0.5, 1.6, 0]]}),
                        ("line.e === 'hand'", {"views": False, "hand": "left", "layers": False, "link": [[0, 0, 0], [0.5, 1.2, -0.01]]}),
                        ("line.e === 'locate'", {"views": False, "hand": None, "layers": False, "link": [[0, 0, 0], [0.5, 1.6, 0]]}),
                        ("line.e === 'submit'", {"views": False, "hand": None, "layers": True, "link": None})):
        got = browser.run(f"""(() => {{ const line = understudy.run.log.lines.find((line) => line.frame === 50 && {words});
          understudy.store.set({{ selection: line.index, time: line.t }});
          const chosen = understudy.run.moment(understudy.store.get('time'), line.index).chosen;
          return {{ ...chosen, link: chosen.link?.map((point) => Array.from(point)) ?? null }}; }})()""")
        link, wanted = got.pop("link"), want.pop("link")
        check(got == want and (link is None) == (wanted is None) and all(near(a, b) for a, b in zip(link or [], wanted or [])), f"{words} highlights {got} {link}")
    browser.run("understudy.store.set({ joint: { hand: 'left', joint: 10 } })")
    axes = browser.run("(() => { const a = understudy.stages[0].hands[0].axes; return [a.visible, ...a.position.toArray()]; })()")
    check(axes[0] and near(axes[1:], [0.5, 1.2, -0.1]), f"the chosen joint's axes are {axes}")
    browser.run("understudy.store.set({ time: understudy.run.frames.find((f) => f.frame === 30).t })")
    lost = browser.run("[understudy.stages[0].hands[0].object.visible, document.querySelector('.notes').textContent]")
    check(not lost[0] and lost[1] == "left hand not tracked", f"the hand that is lost in frame 30 is shown: {lost}")


def click_a_mark(browser):
    """A click on the mark of the expectation that is not met selects its call."""
    x, y, width, _ = browser.box(".lanes canvas")
    at = browser.run("(() => { const r = understudy.run, t = r.firstFailure.t; return (t - r.from) / (r.to - r.from); })()")
    browser.run("understudy.store.set({ selection: 3 })")
    browser.click(x + 118 + at * (width - 126), y + 7)
    check(browser.run("understudy.store.get('selection') === understudy.run.firstFailure.index"), "a click on a mark selects its call")


def passed_run(browser):
    make_run(os.path.join(work, "passed"), error_at=None)
    page = report("passed", "passed")
    browser.open(page)
    check(browser.run("document.querySelector('#sentence').textContent") == "PASSED: 1 of 1 expectations met in 120 frames.", "a passed run says so")
    check(browser.run("understudy.run.frameAt(understudy.store.get('time')).frame") == 0, "it opens at the start of playback")
    check_quiet(browser, page)


def two_runs(browser):
    """B's head is 10 cm off from frame 70 on."""
    make_run(os.path.join(work, "other"), error_at=None, shift=0.1)
    page = report("two", "passed", "other")
    browser.open(page)
    state = browser.run("""({ frame: understudy.a.frameAt(understudy.store.get('time')).frame, frameB: understudy.b.frameAt(understudy.storeB.get('time')).frame,
      line: understudy.a.log.lines[understudy.store.get('selection')].e, lineB: understudy.b.log.lines[understudy.storeB.get('selection')].e })""")
    check(state == {"frame": 70, "frameB": 70, "line": "views", "lineB": "views"}, f"it opens at {state}")
    check("frame 70" in browser.run("document.querySelector('#sentence').textContent"), "the sentence names the frame")
    browser.run("understudy.store.set({ time: understudy.a.frames.find((f) => f.frame === 33).t })")
    check(browser.run("understudy.b.frameAt(understudy.storeB.get('time')).frame") == 33, "B follows A")
    browser.run("understudy.storeB.set({ time: understudy.b.frames.find((f) => f.frame === 44).t })")
    check(browser.run("understudy.a.frameAt(understudy.store.get('time')).frame") == 44, "A follows B")
    check(browser.run("document.querySelectorAll('.stage canvas').length") == 2, "there are two 3D views")
    check_quiet(browser, page)
    return page


def look(browser, pages):
    for name, page in pages.items():
        browser.open(page)
        for width, height in ((1280, 800), (800, 600)):
            for dark in (False, True):
                look_at(browser, os.path.join(work, f"{name}-{width}-{'dark' if dark else 'light'}.png"), name, width, height, dark)
                check_quiet(browser, page)


def trace():
    """The trace of Perfetto: a slice for each frame, from its times in the log."""
    path = os.path.join(work, "trace.json")
    tool("report", os.path.join(work, "failed"), "--trace", "perfetto", "-o", path)
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    slices = [event for event in events if event["ph"] == "X"]
    check(len(slices) == FRAMES, f"there are {len(slices)} slices")
    check((slices[3]["name"], slices[3]["ts"], slices[3]["dur"]) == ("frame 3", 53000, 5000), f"frame 3 is {slices[3]}")
    counters = [(event["ts"], event["args"]["value"]) for event in events if event["ph"] == "C"]
    check(counters == [(330000, 1), (970000, 0)], f"the action is {counters}")
    check(any(event["name"] == "error xrBeginFrame" and event["args"]["result"] == "XR_ERROR_CALL_ORDER_INVALID" for event in events), "the error is there")


def wrong_words():
    """Inputs are not overwritten, and what is no run is said."""
    folder = os.path.join(work, "failed")
    for output in (os.path.join(folder, "log.jsonl"), os.path.join(folder, "pictures", "frame-000030-view-0.png")):
        before = open(output, "rb").read()
        tool("report", folder, "-o", output, code=2)
        check(open(output, "rb").read() == before, f"{output} is as it was")
    tool("report", args.data, "-o", os.path.join(work, "data.html"), code=2)
    check(not os.path.exists(os.path.join(work, "data.html")), "a folder of something else is refused")
    tool("report", folder, "--trace", "perfetto", "--open", code=2)
    tool("report", os.path.join(work, "nothing"), code=2)


def play(code, *options):
    """Plays a second of a recording into the probe, on the headless runtime."""
    probe = os.path.join(args.build, "bin", "understudy_probe")
    environment = {**os.environ, "UNDERSTUDY_HEADLESS_RATE_HZ": "0"}
    done = subprocess.run([args.tool, "run", "--headless", "--quiet", "--play", os.path.join(args.data, "line.bin"), "--to", "1", "--clock", "frame", "--end", "quit", "--limit", "60",
                           *options, "--", probe, "--wait-focus", "--seconds", "60", "--actions", "--log", "/dev/null"], capture_output=True, text=True, env=environment)
    check(done.returncode == code, f"run {options} gave {done.returncode}: {done.stderr}")


def of_a_run(browser):
    """`run --report-html` writes the page; with `--report-html-on failure` only of a run that failed."""
    page, expect = os.path.join(work, "played.html"), os.path.join(work, "expect.json")
    write = lambda most: open(expect, "w", encoding="utf-8").write(json.dumps({"version": 1, "expect": [{"name": "no state", "kind": "state", "state": "FOCUSED", "at_most": most}]}))
    write(5)
    play(0, "--expect", expect, "--report-html", page, "--report-html-on", "failure")
    check(not os.path.exists(page), "a run that passed has no page with --report-html-on failure")
    write(0)
    play(1, "--expect", expect, "--report-html", page, "--report-html-on", "failure")
    browser.open(page)
    check(browser.run("understudy.run.log.lines[understudy.store.get('selection')].state") == "FOCUSED", "the page opens at the failure")
    check(browser.run("understudy.run.recording !== null"), "the page holds the recording")
    check_quiet(browser, page)
    play(0, "--report-html", page)
    browser.open(page)
    check(browser.run("document.querySelector('#sentence').textContent") == "No expectations were checked; the app exited with 0.", "a run without expectations says so")
    check_lines(browser)
    check_quiet(browser, page)
    play(2, "--report-html-on", "failure")
    play(2, "--report-html", page, "--log", os.path.join(work, "log.jsonl"))
    play(2, "--report-html", expect, "--expect", expect)


def main():
    need_page()
    with Browser() as browser:
        failed = failing_run(browser)
        what_the_app_was_told(browser)
        use(browser)
        passed_run(browser)
        two = two_runs(browser)
        of_a_run(browser)
        look(browser, {"failed": failed, "two": two})
    trace()
    wrong_words()


main()
