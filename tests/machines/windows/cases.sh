# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
# cases.sh: what the trial of Windows plays and records. It is sourced on this machine and under Wine, where `app NAME SETTING... -- PROGRAM
# ARGUMENT...` runs a program, and file NAME is the path of a file there. What the program was told goes to NAME.app, its event log to NAME.events,
# and what it says to NAME.said. An app of the API `graphics` draws, with the settings `drawing`. `tool NAME ARGUMENT...` runs the tool in the folder of these files; what it prints goes to NAME.printed.
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
app drawn "${drawing[@]}" "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" UNDERSTUDY_HEADLESS_EYE_SIZE=128 UNDERSTUDY_SHOOT=frame:5,frame:45 \
  UNDERSTUDY_SHOTS_DIR="$(file drawn)" -- understudy_probe --graphics "$graphics" --wait-focus --frames 60 --fault wrong-colour@20

tool info info demo.bin
tool checked check demo.bin
tool sampled sample demo.bin --time 1.5 --json
tool made convert demo.bin -o 'rec ä 日本/made.mcap'
tool table convert demo.bin -o made.csv
tool packed convert session.mcap -o packed.mcap
tool survey info packed.mcap
tool edited edit demo.bin -o edited.bin keep 1 6 mirror mark here 2 reduce 1 1
tool page view demo.bin -o page.html
tool taken convert demo.bin -o made.csv
tool lost info nothing.bin

# Of runs, which the trial makes on this machine.
runs='runs ä 日本'
tool listed perform
tool performed perform performance:menu-poke -o 'rec ä 日本/poke.mcap' --vary 2
tool unperformed perform performance:menu-pok -o poke.mcap
tool same compare "$runs/good" "$runs/again"
tool differing compare "$runs/good" "$runs/other" --differences 'differences ä'
tool allowed compare "$runs/good" "$runs/other" --allow allow.json
tool unallowed compare "$runs/good" "$runs/other" --allow wrong.json
tool told compare "$runs/good" "$runs/other" --json
tool logs compare "$runs/good/log.jsonl" "$runs/later/log.jsonl"
tool recordings compare demo.bin 'rec ä 日本/poke-001.mcap'
tool pictures compare "$runs/good/pictures" "$runs/other/pictures"
tool picture compare "$runs/good/pictures/frame-000012-view-0.png" "$runs/other/pictures/frame-000012-view-0.png"
tool unpictured compare "$runs/good/pictures/frame-000012-view-0.png" wrong.json
tool expected expect "$runs/good" -o good.expect
tool unexpected expect rec -o no.expect
tool judged judge "$runs/good/log.jsonl" --expect good.expect --shots "$runs/good/pictures" --report judged.json
tool failing judge "$runs/other/log.jsonl" --expect good.expect --shots "$runs/other/pictures" --junit failing.xml
tool shown report "$runs/failed" "$runs/good" -o two.html
tool suite report "$runs" -o suite.html --junit suite.xml
tool suited report "$runs" --since suite.html -o 'suite ä.html'
