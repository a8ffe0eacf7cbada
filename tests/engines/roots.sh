# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# The Debian of each engine: what scripts/monado.sh unpacks into build/engines/ENGINE. Sourced.
engines=(python godot qt blender)
# What every engine needs: Monado, the loader, Mesa, a display without a screen, and what the tool is linked with.
common="monado-service libopenxr1-monado libopenxr-loader1 mesa-vulkan-drivers libgl1-mesa-dri libglx-mesa0 libegl-mesa0 xvfb xauth libcairo2"
declare -A engine_suite=([python]=trixie [godot]=sid [qt]=trixie [blender]=trixie)
declare -A engine_packages=(
  [python]="$common python3"
  [godot]="$common godot"
  [qt]="$common qml-qt6 qml6-module-qtquick3d-xr qml6-module-qtquick3d-helpers qml6-module-qtquick-window"
  [blender]="$common blender")
