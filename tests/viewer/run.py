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


def shown_text(browser):
    return browser.run("document.body.innerText")


def recorded_time(browser):
    """The axis is the recording's time, however long the run took; what comes before playback has little room. The wall clock is a second reading."""
    haptic = lambda n, amplitude: {"n": 9000 + n, "wall_ms": 10.0 + 640.0 * n, "frame": n, "session": 1, "e": "haptic", "what": "apply", "action": "buzz", "subaction": None, "amplitude": amplitude, "result": "XR_SUCCESS"}
    more = [haptic(n, 0.5) for n in (10, 11, 12, 13, 50)] + [haptic(60, 0)]
    make_run(os.path.join(work, "slow"), error_at=None, wall_step=640.0, extra=b"".join(json.dumps(line).encode() + b"\n" for line in more))
    page = report("slow", "slow")
    browser.open(page)
    at = browser.run("understudy.run.frames.filter((f) => f.frame !== null).map((f) => [f.frame, f.t])")
    check(len(at) == FRAMES and all(abs(t - n / 60) < 1e-9 for n, t in at), f"frames are at {at[:3]}")
    ends = browser.run("[understudy.run.from, understudy.run.to]")
    check(-0.06 * 2 < ends[0] < 0 and near([ends[1]], [119 / 60]), f"the axis is {ends}")
    browser.run("understudy.store.set({ time: understudy.run.frames.find((f) => f.frame === 90).t })")
    clock = browser.run("document.querySelector('.clock').textContent")
    check(clock == "1.500 s · frame 90 · wall 57.600 s", f"the clock says {clock}")
    lanes = {lane["label"]: lane for lane in browser.run("understudy.run.lanes.map(({ label, spans, marks }) => ({ label, spans, marks }))")}
    check("late frames" not in lanes, "with the frame clock no frame is late")
    spans = [[round(60 * span["from"]), round(60 * span["to"])] for span in lanes["haptics"]["spans"]]
    check(spans == [[10, 13], [50, 50]], f"vibrations are {spans}")
    browser.run("understudy.store.set({ time: understudy.run.from })")
    browser.run("[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === 'Values').click(), document.querySelectorAll('#left details').forEach((d) => { d.open = true; })")
    browser.settle()
    text = shown_text(browser)
    check("before playback · wall -0.010 s" in text, f"before playback the page says {text}")
    check("NaN" not in text and "null" not in text, "no NaN and no null are shown")
    title = browser.run("[document.title, document.querySelector('h1').textContent]")
    check(title == ["an-app with nowhere.bin – Understudy", "an-app with nowhere.bin"], f"the titles are {title}")
    check_quiet(browser, page)


def held(browser):
    """A run that was held open after its recording's end: its page has the time of the recording and no line that says nothing new."""
    line = lambda n, **fields: json.dumps({"n": n, "wall_ms": 2000.0 + n, "frame": FRAMES + n // 6, "session": 1, **fields}, separators=(",", ":")).encode() + b"\n"
    extra = [line(0, e="play", what="ended", at_s=2)] + [line(n, e="wait", at_s=2, wall_time_ns=4 * 10**9 + n * 16666667, wall_period_ns=16666667) for n in range(1, 12000)]
    make_run(os.path.join(work, "held"), error_at=None, extra=b"".join(extra[:6000] + [line(6000, e="state", state="VISIBLE")] + extra[6000:]))
    page = report("held", "held")
    browser.open(page)
    kept = browser.run("[understudy.run.log.lines.length, understudy.run.info.log_held, understudy.run.log.lines.filter((l) => l.state === 'VISIBLE').length, understudy.run.to]")
    check(kept[0] < 1500 and kept[1] > 11000 and kept[2] == 1 and kept[3] < 2.1, f"the page holds {kept}")
    check(f"{kept[1]} lines of usual calls are not on this page" in browser.run("document.querySelector('#right').textContent"), "it says so")
    check_quiet(browser, page)


def help_closes(browser):
    """Esc and a click beside the help close it, and change nothing else."""
    is_open = "document.querySelector('dialog').open"
    browser.run("understudy.store.set({ range: [understudy.run.from, understudy.run.to] })")
    for close in (lambda: browser.key("Escape"), lambda: browser.click(5, 5)):
        browser.key("?")
        check(browser.run(is_open), "the key opens the help")
        x, y, width, height = browser.box("dialog")
        browser.click(x + width / 2, y + 8)
        check(browser.run(is_open), "a click into the help leaves it open")
        close()
        check(not browser.run(is_open) and browser.run("understudy.store.get('range') !== null"), "it closes, and nothing else happens")


def long_verdict(browser):
    """No part of a verdict is cut, however narrow the page; a crash is said though every expectation is met."""
    make_run(os.path.join(work, "long"), name="name " * 30, reason="reason " * 36)
    page = report("long", "long")
    browser.open(page)
    for width in (1280, 390):
        browser.call("Emulation.setDeviceMetricsOverride", {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
        whole = browser.run("""(() => { const s = document.querySelector('#sentence'), range = document.createRange(); range.selectNodeContents(s);
          const text = range.getBoundingClientRect(), box = s.getBoundingClientRect(); return [text.right <= box.right + 1 && text.bottom <= box.bottom + 1, s.textContent.length]; })()""")
        check(whole[0] and whole[1] > 400, f"the sentence is whole at {width}: {whole}")
    browser.call("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    check(browser.run("document.querySelector('#top').getBoundingClientRect().top") == 0 and
          browser.run("document.querySelector('#sentence').getBoundingClientRect().top") >= 0, "the sentence is inside of its line")
    check_quiet(browser, page)
    for end, words in [({"how": "signal", "signal": 11}, "The app was ended by signal 11."),
                       ({"how": "stall"}, "The app was terminated because it stood still.")]:
        make_run(os.path.join(work, end["how"]), error_at=None, end=end)
        page = report(end["how"], end["how"])
        browser.open(page)
        sentence = browser.run("document.querySelector('#sentence').textContent")
        check(sentence == f"FAILED: 1 of 1 expectations met in 120 frames. {words}", f"the end {end} is: {sentence}")
        check(browser.run("document.querySelector('#right [aria-selected=true]').textContent") == "Run", "what no call decided opens with the run")
        check_quiet(browser, page)


def two_runs(browser):
    """B's head is 10 cm off from frame 70 on."""
    make_run(os.path.join(work, "other"), error_at=None, shift=0.1, colour=(100, 60, 61))
    page = report("two", "passed", "other")
    browser.open(page)
    state = browser.run("""({ frame: understudy.a.frameAt(understudy.store.get('time')).frame, frameB: understudy.b.frameAt(understudy.storeB.get('time')).frame,
      line: understudy.a.log.lines[understudy.store.get('selection')].e, lineB: understudy.b.log.lines[understudy.storeB.get('selection')].e })""")
    check(state == {"frame": 70, "frameB": 70, "line": "views", "lineB": "views"}, f"it opens at {state}")
    check("frame 70" in browser.run("document.querySelector('#sentence').textContent"), "the sentence names the frame")
    both = browser.run("[...document.querySelectorAll('.both dt')].map((part) => part.textContent)")
    check(len(both) == 2 and both[0].endswith(", A") and both[1].endswith(", B"), f"both values are there: {both}")
    values = browser.run("[...document.querySelectorAll('.both dd')].map((part) => part.textContent)")
    check(len(values) == 2 and values[0] != values[1] and all(value[0] == "[" for value in values), f"they are the poses: {values}")
    check(all(value in browser.run("document.querySelector('#sentence').textContent") for value in values), "the sentence names them")
    browser.run("understudy.store.set({ column: 'difference' })")
    browser.settle()
    drawn = browser.run("(() => { const c = document.querySelector('.shown canvas'); return [c.width, ...c.getContext('2d').getImageData(32, 32, 1, 1).data]; })()")
    check(drawn == [64, 64 + 75, 0, 64 + 1, 255], f"the drawn difference is {drawn}")
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
        for width, height in ((1280, 800), (800, 600), (390, 844)):
            for dark in (False, True):
                look_at(browser, os.path.join(work, f"{name}-{width}-{'dark' if dark else 'light'}.png"), name, width, height, dark)
                check_quiet(browser, page)


def wrong_words():
    """Inputs are not overwritten, and what is no run is said."""
    folder = os.path.join(work, "failed")
    for output in (os.path.join(folder, "log.jsonl"), os.path.join(folder, "pictures", "frame-000030-view-0.png")):
        before = open(output, "rb").read()
        tool("report", folder, "-o", output, code=2)
        check(open(output, "rb").read() == before, f"{output} is as it was")
    tool("report", args.data, "-o", os.path.join(work, "data.html"), code=2)
    check(not os.path.exists(os.path.join(work, "data.html")), "a folder of something else is refused")
    tool("report", os.path.join(work, "nothing"), code=2)


def play(code, *options):
    """Plays a second of a recording into the probe, on the headless runtime."""
    probe = os.path.join(args.build, "bin", "understudy_probe")
    environment = {**os.environ, "UNDERSTUDY_HEADLESS_RATE_HZ": "0"}
    done = subprocess.run([args.tool, "run", "--headless", "--quiet", "--play", os.path.join(args.data, "line.bin"), "--to", "1", "--clock", "frame", "--end", "quit", "--limit", "300",
                           *options, "--", probe, "--wait-focus", "--seconds", "60", "--actions", "--log", "/dev/null"], capture_output=True, text=True, env=environment)
    check(done.returncode == code, f"run {options} gave {done.returncode}: {done.stderr}")


def of_a_run(browser):
    """`run --report FILE.html` writes the page; with `,on-failure` only of a run that failed."""
    page, expect = os.path.join(work, "played.html"), os.path.join(work, "expect.json")
    write = lambda most: open(expect, "w", encoding="utf-8").write(json.dumps({"version": 1, "expect": [{"name": "no state", "kind": "state", "state": "FOCUSED", "at_most": most}]}))
    write(5)
    play(0, "--expect", expect, "--report", page + ",on-failure")
    check(not os.path.exists(page), "a run that passed has no page with on-failure")
    write(0)
    play(1, "--expect", expect, "--report", page + ",on-failure")
    browser.open(page)
    check(browser.run("understudy.run.log.lines[understudy.store.get('selection')].state") == "FOCUSED", "the page opens at the failure")
    check(browser.run("understudy.run.recording !== null"), "the page holds the recording")
    check_quiet(browser, page)
    play(0, "--report", page)
    browser.open(page)
    check(browser.run("document.querySelector('#sentence').textContent") == "No expectations were checked; the app exited with 0.", "a run without expectations says so")
    check_lines(browser)
    check_quiet(browser, page)
    play(2, "--report", page, "--log", os.path.join(work, "log.jsonl"))


def main():
    need_page()
    with Browser() as browser:
        failed = failing_run(browser)
        what_the_app_was_told(browser)
        use(browser)
        passed_run(browser)
        recorded_time(browser)
        help_closes(browser)
        held(browser)
        long_verdict(browser)
        two = two_runs(browser)
        of_a_run(browser)
        look(browser, {"failed": failed, "two": two})
    wrong_words()


main()
