#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hand_mesh.sh RECORDING: an app that draws the mesh of XR_FB_hand_tracking_mesh. The headless runtime has no mesh, so the app
# does not start without the layer; with it, the mesh follows the recorded joints.
. "$(dirname "$0")/../lib.sh"
recording=$1
app=$build/bin/understudy_hand_mesh
manifest=$build/share/understudy/headless_runtime.json
export UNDERSTUDY_HEADLESS_RATE_HZ=0

XR_RUNTIME_JSON=$manifest "$app" >"$work/without" 2>&1 && fail "the app starts without a mesh"
grep -q '^xrCreateInstance: -9$' "$work/without" || { cat "$work/without"; fail "the app fails otherwise without the layer"; }

"$tool" run --headless --play "$recording" --clock frame --end quit --limit 300 -- "$app" >"$work/with" 2>"$work/messages" ||
  { cat "$work/with" "$work/messages"; fail "the app failed"; }
cat "$work/with"
for hand in left right; do
  grep -qE "^$hand hand: 2150 vertices, 4200 triangles, in [1-9][0-9]+ frames around their joints\$" "$work/with" ||
    fail "the $hand hand"
done
