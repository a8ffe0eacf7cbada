#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test_bindings.sh MANIFEST APP: without a graphics binding that fits, the headless runtime says what the app gave and what is missing.
set -eu
export XR_RUNTIME_JSON=$1
app=$2

# expect TEXT OPTION...: the app cannot create its session, and the runtime says TEXT.
expect() {
  local text=$1 status=0 said
  shift
  said=$(timeout 600 "$app" --platform egl --frames 1 "$@" 2>&1) || status=$?
  [ $status != 77 ] || { echo "$said"; exit 77; }
  [ $status = 1 ] && [[ $said == *"returns -38"* ]] && [[ $said == *"$text"* ]] || { echo "FAIL: $*: status $status: $said"; exit 1; }
  echo "$said"
}
expect "the app gives no graphics binding; this runtime supports" --binding none
expect "the app gives XR_TYPE_GRAPHICS_BINDING_EGL_MNDX, but has not enabled XR_MNDX_egl_enable" --binding not-enabled
expect "no supported graphics binding: the app gives XR_TYPE_GRAPHICS_BINDING_OPENGL_XCB_KHR (structure type 1000023002); this runtime supports Vulkan, OpenGL by GLX (Xlib) and EGL" \
  --binding xcb
