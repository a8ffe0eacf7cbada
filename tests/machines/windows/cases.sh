# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# cases.sh: what the trial of Windows plays and records. It is sourced on this machine and under Wine, where `app NAME SETTING... -- PROGRAM
# ARGUMENT...` runs a program, and file NAME is the path of a file there. What the program was told goes to NAME.app, its event log to NAME.events,
# and what it says to NAME.said.
frames=600
probe=(understudy_probe --graphics headless --wait-focus --frames "$frames" --base local,stage,view --velocities --all-relations)
played=(UNDERSTUDY_END=hold UNDERSTUDY_CLOCK=frame:60)

app played "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" -- "${probe[@]}"
app twice "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" -- "${probe[@]}"
app named "${played[@]}" UNDERSTUDY_PLAY="$(file 'rec ä 日本/demo.bin')" -- "${probe[@]}"
app recorded UNDERSTUDY_RECORD="$(file recorded.mcap)" -- "${probe[@]}" --actions
app own "${played[@]}" UNDERSTUDY_PLAY="$(file recorded.mcap)" -- "${probe[@]}"
app replayed "${played[@]}" UNDERSTUDY_PLAY="$(file session.mcap)" -- "${probe[@]}"
app missing "${played[@]}" UNDERSTUDY_PLAY="$(file 'rec ä 日本/nothing.bin')" -- "${probe[@]}"
