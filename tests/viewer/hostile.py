# SPDX-License-Identifier: MIT
"""Texts from outside are shown as text and never run: markers, action names, names of files and folders, what apps write, and lines of a
log that no Understudy writes; on the pages of recordings of both kinds, of a run and of two runs."""
import json
import os
import shutil
import struct
import subprocess

from common import args, check, check_quiet, need_page, tool, work
from browser import Browser
from make_run import make_run

ATTACK = "</script><script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>"
QUOTES = "\"'`&lt;<b>bold</b>"
LONG = "x" * 10240
NO_UTF8 = b"\xff\xfe bad \xc3("
TEXTS = [ATTACK, QUOTES, LONG, "<!--<script>", "]]>\\u003c"]


def nothing_ran(browser, page):
    ran = browser.run("""[window.hurt ?? "nothing", ...[...document.querySelectorAll("b:not(.call-row b), img:not([alt]), script:not([id])")].map((e) => e.outerHTML.slice(0, 80))]""")
    check(ran[0] == "nothing" and len(ran) == 2 and ran[1].startswith("<script>"), f"{page}: it ran, or became elements: {ran}")
    check_quiet(browser, page)


def use(browser):
    """Goes through everything that shows texts."""
    browser.run("[...document.querySelectorAll('button[role=tab], details > summary')].forEach((e) => e.click())")
    for key in ("Home", "ArrowRight", "End", "n", "p"):
        browser.key(key)
    for selector in (".lanes canvas", ".ruler canvas"):
        x, y, width, height = browser.box(selector)
        for i in range(1, 12):
            browser.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": x + 118 + (width - 126) * i / 12, "y": y + (i * 7) % height})
    browser.run("[...document.querySelectorAll('.cell, .marker')].forEach((e) => e.focus())")
    browser.settle()


def add_markers(source, names):
    """A copy of a recording whose markers have these names: 7-bit lengths, as .NET writes strings."""
    data = open(source, "rb").read()
    old = data.rindex(b"look-around") - 1 - 4 - 4
    count = struct.unpack_from("<i", data, old)[0]
    check(count == 6, f"the markers of {source} are where they were: {count}")
    tail = data[old:]
    out, at = data[:old] + struct.pack("<i", len(names)), 4
    for i, name in enumerate(names):
        length, digits = len(name), b""
        while length > 127:
            digits, length = digits + bytes([length & 127 | 128]), length >> 7
        out += struct.pack("<f", float(i)) + digits + bytes([length]) + name
    for _ in range(count):
        at += 4
        at += 1 + tail[at]
    path = os.path.join(work, "hostile '\"<script>alert(1)<\\script>&amp;.bin")
    with open(path, "wb") as file:
        file.write(out + tail[at:])
    return path


def animation(browser):
    path = add_markers(os.path.join(args.data, "demo.bin"), [name.encode() for name in TEXTS] + [NO_UTF8])
    page = os.path.join(work, os.path.basename(path) + ".html")
    tool("view", path, "-o", page)
    browser.open(page)
    shown = browser.run("[...document.querySelectorAll('#right .row span:first-child')].map((span) => span.textContent)")
    check(shown[:5] == TEXTS, f"markers are shown as {shown[:5]}")
    check("bad" in shown[5], f"a marker that is not UTF-8 is shown as {shown[5]}")
    marks = browser.run("[...document.querySelectorAll('.marker')].map((mark) => mark.textContent)")
    check(len(marks) == 6 and marks[0].startswith("</script><script>"), f"the timeline has {marks}")
    check(browser.run("document.querySelector('h1').textContent") == os.path.basename(path), "the file's name is shown as it is")
    use(browser)
    nothing_ran(browser, page)


def session(browser):
    for i, text in enumerate([text.encode() for text in TEXTS] + [NO_UTF8]):
        recording, page = os.path.join(work, f"session-{i}.mcap"), os.path.join(work, f"session-{i}.html")
        subprocess.run([args.make_session.encode(), recording.encode(), b"64", b"text=" + text], check=True)
        tool("view", recording, "-o", page)
        browser.open(page)
        names = browser.run("[...document.querySelectorAll('#right dd')].map((e) => e.textContent)")
        short = TEXTS[i][:40] if i < len(TEXTS) else "bad"
        check(sum(short in name for name in names) >= 3, f"app, runtime and system are shown as {names}")
        check(short[:20] in browser.run("document.querySelector('#right details').textContent"), "the haptics have their action's name")
        use(browser)
        nothing_ran(browser, page)


# Fields of wrong kinds, which a page that trusts its log would fail on; and lines that are no objects.
STRANGE = [b"5", b"null", b"[]", b'"text"', b"{", b'{"e":5}', b'{"e":"views","base":1,"frame":30,"poses":"none","fovs":7}', b'{"e":"hand","hand":{"a":1},"frame":30,"base":1,"joints":[1,2]}',
           b'{"e":"submit","frame":30,"layers":{"kind":1}}', b'{"e":"locate","frame":30,"base":1,"space":2,"flags":7,"pose":[1]}', b'{"e":"action","frame":30,"action":5,"subaction":[],"active":true}',
           b'{"e":"layer","frame":30,"layer":0,"size":"large"}', b'{"e":"wait","frame":31,"wall_time_ns":"soon"}', b'{"e":"state","frame":31,"state":7,"wall_ms":"x"}', b'{"e":"fault","frame":31,"fault":{}}',
           b'{"e":"space","space":"__proto__"}', b'{"e":"constructor","__proto__":{"x":1},"frame":31}', b'{"e":"marker","frame":-1,"name":"before"}', b'{"e":"marker","frame":1e300,"name":"late"}']


def line(**fields):
    return json.dumps({"n": 1, "wall_ms": 1.0, "session": 1, **fields}, ensure_ascii=False).encode()


def hostile_run(name):
    """A run folder full of it; its name, too."""
    folder = os.path.join(work, name + " '\"<b>&amp;")
    extra = [line(e="odd", frame=90, what=ATTACK), line(e="odd", frame=90, what=LONG), b'{"n":1,"e":"odd","frame":90,"what":"<b>' + NO_UTF8 + b'"}', b'{"n": not JSON </script>']
    for i, text in enumerate(TEXTS):
        extra += [line(e="marker", frame=40 + i, name=text), line(e="fault", frame=50 + i, fault=text, kind=text, what="begin"), line(e="state", frame=60 + i, state=text),
                  line(e="haptic", frame=70 + i, what="apply", action=text, subaction=text), line(e="error", frame=90, call=text, result=text, what=text), line(e=text, frame=80, what=text),
                  line(e="action", frame=80 + i, action=text, subaction=text, active=True, value=text), line(e="action", frame=90 + i, action=text, subaction=text, active=True, value=[text])]
    make_run(folder, name=ATTACK, reason=LONG, action=ATTACK, arguments=(ATTACK, QUOTES, LONG), stdout=ATTACK.encode() + b"\n" + NO_UTF8 + b"\n" + LONG.encode(),
             extra=b"\n".join(extra + STRANGE) + b"\n", picture="frame-000030-view-0<b>'\".png")
    differences = os.path.join(folder, "differences")
    shutil.copytree(os.path.join(folder, "pictures"), differences)
    verdict = json.load(open(os.path.join(folder, "verdict.json"), encoding="utf-8"))
    verdict["comparison"] = {"baseline": {"result": "different", "a": ATTACK, "b": QUOTES, "first": "picture", "a_folder": ATTACK, "a_began": ATTACK,
                                          "pictures": {"same": False, "first": {"file": ATTACK, "frame": 30, "view": ATTACK, "what": ATTACK}}}}
    json.dump(verdict, open(os.path.join(folder, "verdict.json"), "w", encoding="utf-8"))
    return folder


def one_run(browser, folder):
    page = os.path.join(work, "run.html")
    tool("report", folder, "-o", page)
    browser.open(page)
    text = browser.run("document.body.textContent")
    check(browser.run("document.querySelector('h1').title") == folder, "the folder is shown as it is")
    check(ATTACK in browser.run("document.querySelector('#sentence').textContent"), "the name of an expectation is shown as text")
    check(ATTACK + "\n\ufffd\ufffd bad \ufffd(" in text and LONG in text, "the app's output is shown as text")
    unreadable = browser.run("understudy.run.log.lines.filter((line) => line.e === 'unreadable').map((line) => line.text)")
    check('{"n": not JSON </script>' in unreadable, "a line that is not JSON is kept")
    check(len(unreadable) >= 12, f"lines whose fields are of another kind are kept as text: {unreadable}")
    search = lambda words: browser.run(f"(() => {{ const f = document.querySelector('.calls input'); f.value = {json.dumps(words)}; f.dispatchEvent(new Event('input')); return document.querySelector('.calls').textContent; }})()")
    check("<b>\ufffd\ufffd bad \ufffd(" in search("bad"), "lines of the log are shown as text")
    check("</script><script>" in search("window.hurt"), "names of calls are shown as text")
    search("")
    labels = browser.run("[...document.querySelectorAll('.lane-label')].map((label) => label.title)")
    check(any(label.startswith(ATTACK) for label in labels), f"the lanes are {[label[:60] for label in labels]}")
    use(browser)
    browser.run("understudy.run.log.lines.forEach((line) => understudy.store.set({ selection: line.index, time: line.t }))")
    check(browser.run("understudy.run.frames.every((frame) => Number.isFinite(frame.t))"), "every frame has a time")
    nothing_ran(browser, page)


def two_runs(browser, folder, other):
    page = os.path.join(work, "two.html")
    tool("report", folder, other, "-o", page)
    browser.open(page)
    use(browser)
    nothing_ran(browser, page)


def main():
    need_page()
    with Browser() as browser:
        animation(browser)
        session(browser)
        folder, other = hostile_run("one"), hostile_run("other")
        one_run(browser, folder)
        two_runs(browser, folder, other)


main()
