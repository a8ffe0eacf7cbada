# SPDX-License-Identifier: MIT
"""What a drive of hello_xr waits for: a layer, a picture, a picture that changes no more, a line of its output."""

import understudy_drive


def fails(kind, word, act, *arguments, **named):
    try:
        act(*arguments, **named)
    except kind as error:
        assert word in str(error), (word, error)
        return str(error)
    raise AssertionError(f"no {kind.__name__}: {word}")


def waits(app):
    right = app.right.holds("oculus/touch_controller")
    right.move_to(0.1, -0.1, -0.5)
    app.advance(frames=3)
    here = app.base / "here.png"
    app.picture().save(here)

    # A layer that is there already takes no frame.
    begun = app.frame
    layer = app.expect.layer("projection", {"space": "LOCAL"})
    assert layer.frame == begun and layer.event["images"][0]["rect"][2:] == [512, 512], layer
    said = fails(understudy_drive.NotMet, '"kind": "projection"', app.expect.layer, "quad", within=0.05)
    assert "nearest" in said and app.frame == begun + 3, (said, app.frame)
    fails(understudy_drive.NotMet, "projection", app.expect.layer, "projection", {"space": "STAGE"}, within=0.05)
    fails(understudy_drive.DriveError, "did you mean 'quad'", app.expect.layer, "quat")

    # The hand goes away and comes back after 0.25 s, 15 frames; hello_xr draws what it was told a frame before.
    begun = app.frame
    right.move_to(0.1, 0.1, -0.5)
    right.move_to(0.1, -0.1, -0.5, after=0.25)
    app.advance(frames=3)
    said = fails(understudy_drive.NotMet, '"differing"', app.wait, picture=here, frames=4)
    assert '"frame": ' in said, said
    met = app.wait(picture=here, frames=30, threshold=0)
    assert begun + 16 <= met.frame <= begun + 18 and met.event["differing"] == 0, (begun, met)

    # It moves for 0.2 s. Then four pictures, two frames apart, are the same.
    begun = app.frame
    right.move_to(0.1, 0.1, -0.5, over=0.2)
    app.advance(frames=2)
    fails(understudy_drive.NotMet, '"unchanged"', app.expect.unchanged, 3, within=0.1, threshold=0)
    still = app.expect.unchanged(6, within=1, threshold=0, every=2)
    assert begun + 12 + 6 <= still.frame <= begun + 12 + 6 + 4, (begun, still)
    fails(understudy_drive.DriveError, '"every": ', app.wait, picture=here, frames=10000)
    fails(understudy_drive.DriveError, "can be read", app.wait, picture="absent.png", frames=1)

    # The layer prints on the app's standard error when the session begins; nothing is printed later.
    line = app.wait(output="playback starts at", frames=1, from_start=True)
    assert "clock=frame:60" in line.event, line
    assert "playback starts" in app.wait(matches="clock=frame:[0-9]+", stream="stderr", frames=1, from_start=True).event
    said = fails(understudy_drive.NotMet, "playback starts", app.wait, output="no such line", frames=2, from_start=True)
    fails(understudy_drive.NotMet, "nearest", app.wait, output="playback starts at", frames=2)
    fails(understudy_drive.DriveError, "no extended regular expression", app.wait, matches="(", frames=1)
