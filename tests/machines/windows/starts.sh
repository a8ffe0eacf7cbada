# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
# starts.sh: what the trial of Windows starts by the tool, on this machine and under Wine. It is sourced by windows.sh and by inside.sh, as cases.sh is. The
# probe has one name on both, and so has the log of what it was told: nothing of that differs. $folder has these files, $system is a name of the machine.
started=(run --headless --person moving --rate max --clock frame:60 --limit 120 --play)
probed=(--graphics headless --wait-focus --base local,stage,view --velocities --all-relations --log told.app --frames)

tool start "${started[@]}" demo.bin --out 'start ä 日本' --report start.json -- ./probe.exe "${probed[@]}" 740
tool start-named "${started[@]}" 'rec ä 日本/demo.bin' --log named.jsonl -- './rec ä 日本/probe ä.exe' "${probed[@]}" 600
tool start-twice "${started[@]}" demo.bin --repeat 2 --quiet --log twice.jsonl -- ./probe.exe "${probed[@]}" 600
tool start-part "${started[@]}" demo.bin --out part --report part.json -- ./probe.exe "${probed[@]}" 60
tool start-missing "${started[@]}" demo.bin -- nothing
tool start-recording run --headless --play nothing.bin -- ./probe.exe

# A session of a person with controllers. It is played, and so are those that the trials of other machines have recorded.
touched=(--graphics vulkan2 --wait-focus --hands --gaze --actions --velocities --frames 380 --log told.app)
tool touched record --headless --rate max --person touch.person --quiet -o "sessions/$system.mcap" -- ./probe.exe "${touched[@]}"
answer() {
  tool "answer-$1" run --headless --clock frame:60 --recorded spaces --play "sessions/$1.mcap" --log "answer-$1.jsonl" --end quit -- ./probe.exe "${touched[@]}"
}
for session in "$folder"/sessions/*.mcap; do answer "$(basename "$session" .mcap)"; done
