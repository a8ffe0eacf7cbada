#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# opengl_hello.sh RECORDING: hello_xr draws the same with OpenGL as with Vulkan, and the layer's screenshots show it.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
command -v Xvfb >/dev/null || skip "Xvfb is not installed (package xvfb)"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=192 UNDERSTUDY_HEADLESS_FRAMES=100
cd "$work"
# show GRAPHICS
show() {
  "$tool" run --headless --virtual-display --play "$recording" --clock frame --shoot frame:30,frame:60 --shots "$1" -- hello_xr -g "$1" \
    >"$1.log" 2>"$1.layer" || fail "hello_xr -g $1 ended with $?: $(tail -n 3 "$1.log" "$1.layer")"
}
show Vulkan2
show OpenGL
[ "$(ls OpenGL)" = "$(ls Vulkan2)" ] && [ "$(ls OpenGL | wc -l)" = 4 ] || fail "of OpenGL: $(ls OpenGL); of Vulkan: $(ls Vulkan2)"
for file in Vulkan2/*.png; do
  # Both are llvmpipe's rasterizer, with other rounding at edges.
  "$tool" compare "$file" "OpenGL/$(basename "$file")" --allow ssim=0.98 || fail "$(basename "$file") is another picture with OpenGL"
done
! "$tool" compare OpenGL/frame-000030-view-0.png OpenGL/frame-000060-view-0.png --allow threshold=0 >/dev/null ||
  fail "the recorded head does not move the screenshot"
