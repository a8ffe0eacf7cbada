#!/bin/sh
# SPDX-License-Identifier: MIT
# monado.sh GRAPHICS: what the trials of other machines play on Monado, in a folder with the programs of a build (bin, lib, share) and demo.bin. The
# probe is told the recording in real time, with these graphics. hello_xr plays it by the clock of frames, twice the same.
set -eu
mkdir out
UNDERSTUDY_LOG_FILE=out/layer.log bin/understudy run --play demo.bin --end hold --limit 600 -- bin/understudy_probe --graphics "$1" --wait-focus --seconds 14 \
  --base local,stage,view --velocities --all-relations --log out/probe.jsonl
bin/understudy run --play demo.bin --clock frame:60 --recorded spaces --limit 3600 --repeat 2 --log out/hello.jsonl -- hello_xr -g Vulkan2
