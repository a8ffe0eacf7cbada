# SPDX-License-Identifier: MIT
"""The page of a recording: its positions are those of `understudy sample`; it plays, scrubs and selects."""
import json
import math
import os
import random
import subprocess

from common import args, check, check_quiet, look_at, need_page, tool, work
from browser import Browser

JOINTS = ["PALM", "WRIST", "THUMB_METACARPAL", "THUMB_PROXIMAL", "THUMB_DISTAL", "THUMB_TIP"] + [
    f"{finger}_{part}" for finger in ("INDEX", "MIDDLE", "RING", "LITTLE") for part in ("METACARPAL", "PROXIMAL", "INTERMEDIATE", "DISTAL", "TIP")]
# Half a step of each axis makes sqrt(3) / 2 of 0.1 mm; between rows 0.1 mm more; 1 um for the rounding of the times.
TOLERANCE_M = 0.0000867 + 0.0001 + 0.000005


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


def page_of(recording, *options):
    page = os.path.join(work, os.path.basename(recording) + ".html")
    tool("view", recording, "-o", page, *options)
    return page


def compare_positions(browser, recording, count):
    """Positions on the page against `sample`, at random times; returns the largest distance."""
    begin, end = browser.run("[understudy.recording.from, understudy.recording.to]")
    choose = random.Random(14)
    times = [begin + (end - begin) * choose.random() for _ in range(count)]
    moments = browser.run(f"""{json.dumps(times)}.map((t) => {{
      const m = understudy.recording.moment(t);
      return {{ head: m.head && m.head.pose.slice(0, 3), gaze: m.gaze && m.gaze.origin, hands: m.hands.map((hand) => hand && Array.from(hand.joints)),
        tracked: m.hands.map((hand) => Boolean(hand && hand.tracked)), grips: Object.fromEntries(m.controllers.filter((c) => c.pose === "grip").map((c) => [c.hand, c.at.slice(0, 3)])) }};
    }})""")
    worst, compared = 0.0, 0
    for time, moment in zip(times, moments):
        told = json.loads(tool("sample", recording, "--time", repr(time), "--json"))
        pairs = []
        if told["head"]["how"] != "absent" and moment["head"]:
            pairs.append((moment["head"], told["head"]["pose"]["position_m"]))
        check(bool(moment["gaze"]) == bool(told["gaze"]["valid"]), f"the gaze of {recording} at {time}")
        if told["gaze"]["valid"]:
            pairs.append((moment["gaze"], told["gaze"]["origin_m"]))
        for i, hand in enumerate(("left", "right")):
            check(moment["tracked"][i] == told[hand]["tracked"], f"{hand} tracked at {time} in {recording}")
            if told[hand]["how"] != "absent" and told[hand]["tracked"]:
                pairs += [(moment["hands"][i][3 * k:3 * k + 3], told[hand]["joints"][name]["position_m"]) for k, name in enumerate(JOINTS)]
            grip = told.get("controllers", {}).get(hand, {}).get("poses", {}).get("grip")
            if grip and grip["active"] and grip["pose"]:
                pairs.append((moment["grips"][hand], grip["pose"]["position_m"]))
        for shown, sampled in pairs:
            compared += 1
            worst = max(worst, distance(shown, sampled))
            check(distance(shown, sampled) <= TOLERANCE_M, f"{recording} at {time}: the page has {shown}, sample {sampled}")
    check(compared >= count, f"only {compared} positions were compared")
    print(f"{os.path.basename(recording)}: {compared} positions at {count} times, the largest distance is {worst * 1e3:.4f} mm")


def angle_degrees(a, b):
    """Between two rotations of length 1, from the length of the chord, which is exact for small angles."""
    return math.degrees(4 * math.asin(min(1.0, min(math.dist(a, b), math.dist(a, [-x for x in b])) / 2)))


def compare_rotations(browser, recording, count):
    """Rotations of the head and of all joints against `sample`, at times that the page keeps: within what the page states."""
    rows = browser.run("understudy.recording.rows")
    choose = random.Random(41)
    moments = browser.run(f"""{json.dumps([choose.randrange(rows) for _ in range(count)])}.map((row) => {{
      const t = understudy.recording.times[row], m = understudy.recording.moment(t);
      return {{ t, head: m.head && m.head.pose.slice(3), hands: m.hands.map((hand) => hand && hand.tracked && Array.from({{ length: 26 }}, (_, i) => hand.poseOf(i).slice(3))) }};
    }})""")
    worst = {"head": 0.0, "joint": 0.0}
    compared = 0
    for moment in moments:
        told = json.loads(tool("sample", recording, "--time", repr(moment["t"]), "--json"))
        if moment["head"]:
            worst["head"] = max(worst["head"], angle_degrees(moment["head"], told["head"]["pose"]["rotation"]))
        for shown, name in zip(moment["hands"], ("left", "right")):
            for rotation, joint in zip(shown or [], JOINTS):
                compared += 1
                worst["joint"] = max(worst["joint"], angle_degrees(rotation, told[name]["joints"][joint]["rotation"]))
    check(compared >= 26 * count // 2, f"only {compared} rotations of joints were compared")
    # Each of the 4 numbers is off by half a step; the angle is twice that of the quaternion.
    check(worst["head"] <= math.degrees(4 * 0.5 / 16384) + 0.001, f"{recording}: a rotation of the head is off by {worst['head']} degrees")
    check(worst["joint"] <= math.degrees(4 * 0.5 / 512) + 0.001, f"{recording}: a rotation of a joint is off by {worst['joint']} degrees")
    print(f"{os.path.basename(recording)}: {compared} rotations of joints, the largest angle is {worst['joint']:.4f} degrees, of the head {worst['head']:.5f}")


def use(browser):
    """Scrubs, steps, selects a range and a value, and changes the theme, as a user does."""
    state = lambda name: browser.run(f"understudy.store.get({json.dumps(name)})")
    x, y, width, _ = browser.box(".ruler canvas")
    browser.drag((x + 200, y + 8), (x + width / 2, y + 8))
    check(abs(state("time") - 12 * (width / 2 - 118) / (width - 126)) < 0.05, f"scrubbing led to {state('time')}")
    before = state("time")
    browser.key("ArrowRight")
    check(before < state("time") <= before + 0.06, f"a step led from {before} to {state('time')}")
    browser.key("Home")
    check(state("time") == 0, "Home leads to the start")
    y = browser.box(".lanes canvas")[1]
    browser.drag((x + 400, y + 8), (x + 600, y + 8))
    check(state("range") is not None and state("range")[0] < state("range")[1], "dragging selects a range")
    browser.key(" ")
    browser.settle()
    check(state("playing"), "the space bar plays")
    browser.key(" ")
    browser.key("Escape")
    check(state("range") is None, "Escape shows everything again")
    by_keyboard(browser, state)
    browser.run("document.querySelector('#left .row').click()")
    check(browser.run("document.querySelectorAll('.legend .chip').length") == 3, "a click on the head shows three curves")
    joint = "[...document.querySelectorAll('#left .row')].find((row) => row.textContent.includes('right index tip'))"
    browser.run(f"{joint}.closest('details').open = true, {joint}.click()")
    check(state("joint") == {"hand": "right", "joint": 10}, f"a click on a joint's value chooses {state('joint')}")
    browser.run(f"{joint}.click()")
    check(state("joint") is None, "another click takes it back")
    for key in "eft":
        browser.key(key)
    browser.settle()
    check(state("inside") and state("follow") and not state("trails"), "keys switch the view")
    for key in "eft":
        browser.key(key)


def by_keyboard(browser, state):
    """The range and the camera; every control is reached with the tab key."""
    times = []
    for key in ("[", "]"):
        browser.run(f"understudy.store.set({{ time: {4 if key == '[' else 6} }})")
        browser.key(key)
        times.append(state("time"))
    check(state("range") == times, f"the keys [ and ] select {state('range')}")
    browser.key("Escape")
    browser.run("document.querySelector('.stage canvas').focus()")
    place = "(() => { const c = understudy.stages[0].camera.position, t = understudy.stages[0].controls.target; return [c.distanceTo(t), c.x - t.x, c.y - t.y, t.x, t.y]; })()"
    start, time = browser.run(place), state("time")
    browser.key("ArrowRight")
    turned = browser.run(place)
    check(abs(turned[0] - start[0]) < 1e-6 and abs(turned[1] - start[1]) > 0.01, f"an arrow key turns the view: {start} {turned}")
    browser.key("+")
    closer = browser.run(place)
    check(abs(closer[0] - 0.85 * turned[0]) < 1e-6, f"plus goes closer: {turned} {closer}")
    browser.key("ArrowUp", shift=True)
    check(browser.run(place)[4] > closer[4] and abs(browser.run(place)[0] - closer[0]) < 1e-6, "with Shift an arrow key moves the view")
    check(state("time") == time, "keys of the view do not move the time")
    unreached = browser.run("""[...document.querySelectorAll("button, input, select, summary, .stage canvas, .lanes canvas")].filter((e) => e.checkVisibility() && e.tabIndex < 0).length""")
    check(unreached == 0, f"{unreached} controls are not reached with the tab key")


def look(browser, page, name):
    """Keeps pictures at both sizes, light and dark."""
    browser.open(page)
    browser.run("understudy.store.set({ time: understudy.recording.from + 0.42 * (understudy.recording.to - understudy.recording.from) })")
    for width, height in ((1280, 800), (800, 600), (390, 844)):
        for dark in (False, True):
            look_at(browser, os.path.join(work, f"{name}-{width}-{'dark' if dark else 'light'}.png"), name, width, height, dark)
            check_quiet(browser, page)


def controllers(browser):
    """A recording of controllers alone has no hands to lose, and no lane without content."""
    recording, person = os.path.join(work, "touch.mcap"), os.path.join(os.path.dirname(os.path.dirname(args.data)), "docs", "examples", "touch.person")
    tool("record", "-o", recording, "--headless", "--person", person, "--quiet", "--limit", "300", "--", os.path.join(args.build, "bin", "understudy_probe"),
         "--wait-focus", "--seconds", "2", "--actions", "--log", "/dev/null")
    page = page_of(recording)
    browser.open(page)
    lanes = browser.run("understudy.recording.lanes.map(({ label, spans, marks }) => [label, spans.length + marks.length])")
    check(all(count > 0 for _, count in lanes) and not any("tracked" in label for label, _ in lanes), f"the lanes are {lanes}")
    text = browser.run("document.body.innerText")
    check("not tracked" not in text and "left grip" in text, f"the page says {text}")
    headings = browser.run("[...document.querySelectorAll('#right h2, #right summary')].map((e) => e.textContent)")
    check(headings[-1] == "How exact this page is" and "Now" in headings, f"what is exact comes last: {headings}")
    browser.settle()
    labels = browser.run("""(() => { const { scene, camera } = understudy.stages[0], [w, , , , , h] = camera.projectionMatrix.elements, out = [];
      scene.traverseVisible((o) => { if (!o.isSprite) return;
        const at = o.getWorldPosition(o.position.clone()).applyMatrix4(camera.matrixWorldInverse).applyMatrix4(camera.projectionMatrix);
        out.push([at.x, at.x + o.scale.x * w, at.y - (o.center.y - 0.5) * o.scale.y * h, o.scale.y * h]); });
      return out; })()""")
    cover = [(a, b) for i, a in enumerate(labels) for b in labels[:i] if a[0] < b[1] and b[0] < a[1] and abs(a[2] - b[2]) < 0.85 * a[3]]
    check(len(labels) >= 3 and not cover, f"of {len(labels)} labels these cover each other: {cover}")
    check_quiet(browser, page)


def guards(browser, page):
    """The page's own rules forbid requests and other scripts."""
    blocked = browser.run("""Promise.all([fetch("http://127.0.0.1:9/").then(() => "sent", () => "refused"),
      new Promise((done) => { const image = new Image(); image.onload = () => done("sent"); image.onerror = () => done("refused"); image.src = "http://127.0.0.1:9/x.png"; }),
      new Promise((done) => { const script = document.createElement("script"); script.textContent = "window.hurt = 3"; document.body.append(script); done(window.hurt ?? "refused"); })])""")
    check(blocked == ["refused"] * 3, f"requests and scripts: {blocked}")
    check(any("Content Security Policy" in text for _, text in browser.console), "the policy refused them")
    browser.console.clear()
    browser.requests.clear()


def main():
    need_page()
    demo, session = os.path.join(args.data, "demo.bin"), os.path.join(work, "session.mcap")
    subprocess.run([args.make_session, session, "256"], check=True)
    with Browser() as browser:
        page = page_of(demo)
        browser.open(page)
        compare_positions(browser, demo, 200)
        compare_rotations(browser, demo, 40)
        use(browser)
        check_quiet(browser, page)
        guards(browser, page)
        controllers(browser)
        for other in (session, os.path.join(args.data, "v1.1-28-markers.bin"), os.path.join(args.data, "curves.bin")):
            other_page = page_of(other)
            browser.open(other_page)
            compare_positions(browser, other, 60)
            check_quiet(browser, other_page)
        look(browser, page, "demo")
        look(browser, page_of(session), "session")


main()
