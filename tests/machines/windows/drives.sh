# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# drives.sh: what the trial of Windows drives, on this machine and under Wine. It is sourced by windows.sh and by inside.sh, as cases.sh is. `talk NAME
# ARGUMENT...` runs the tool, whose client is the standard input: the answers go to NAME.answers, what is said beside them to NAME.said.
driven=(--graphics headless --actions --wait-focus --all-relations --frames 100000 --log)

talk asked drive --stdio --headless --out 'asked ä' -- ./probe.exe "${driven[@]}" told.app <drive.jsonl
talk typed drive --headless --save 'typed ä.mcap' --log typed.jsonl -- ./probe.exe "${driven[@]}" told.app <drive.txt
talk seen drive --stdio --headless --out seen -- ./probe.exe --graphics vulkan2 --frames 100000 --log told.app <seen.jsonl
talk undriven drive --stdio --headless --save undriven.mcap -- nothing <drive.jsonl
# An agent hears each answer, and then leaves.
{ cat agent.jsonl && for _ in $(seq 600); do grep -qs '"id":7' agent.answers && break || sleep 0.1; done; } | talk agent mcp
talk doctored doctor --headless --json
