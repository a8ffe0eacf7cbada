# SPDX-License-Identifier: MIT
# A CMake toolchain file: Understudy for Linux on aarch64, built on another machine by Debian's gcc-aarch64-linux-gnu.
#   cmake -S . --preset release -B build-aarch64 --toolchain cmake/aarch64-linux-gnu.cmake
# The libraries are those of this system (`dpkg --add-architecture arm64`, then libopenxr-dev:arm64 and so on) or, with
# -DUNDERSTUDY_SYSROOT=DIR, those of another system in a folder, such as `scripts/monado.sh --arch arm64 prepare` unpacks.
# What the build runs itself (gzip, protoc, esbuild) is this machine's; the tool, which writes its own completions, runs by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
if(NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
endif()
if(NOT CMAKE_CXX_COMPILER)
  set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
endif()
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu) # of clang
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
find_program(UNDERSTUDY_QEMU NAMES qemu-aarch64-static qemu-aarch64)
mark_as_advanced(UNDERSTUDY_QEMU)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(ENV{PKG_CONFIG_LIBDIR} ${UNDERSTUDY_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${UNDERSTUDY_SYSROOT}/usr/share/pkgconfig)
if(UNDERSTUDY_SYSROOT)
  set(CMAKE_SYSROOT ${UNDERSTUDY_SYSROOT})
  set(CMAKE_FIND_ROOT_PATH ${UNDERSTUDY_SYSROOT})
  set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
  set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
  set(ENV{PKG_CONFIG_SYSROOT_DIR} ${UNDERSTUDY_SYSROOT})
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UNDERSTUDY_SYSROOT)
if(UNDERSTUDY_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${UNDERSTUDY_QEMU} -L "${UNDERSTUDY_SYSROOT}/")
endif()
