#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh SOURCES INCLUDE SOURCE BUILD OUT: builds SOURCE for Windows x86-64 by MinGW in the folder BUILD, and puts the zip and its list of contents
# (.spdx.json) into OUT. SOURCES keeps the sources of the libraries that are linked, which are downloaded if they are missing; INCLUDE has the headers of
# OpenXR and Vulkan. Of the environment: SOURCE_DATE_EPOCH, the time that everything in it gets, and UNDERSTUDY_COMMIT, the commit that it names.
set -eu
sources=$1 include=$2 source=$3 build=$4 out=$5
: "${SOURCE_DATE_EPOCH:?}" "${UNDERSTUDY_COMMIT:?}"
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
. "$source/scripts/debian.sh"
libraries=(nanopb cjson zlib libzstd libpng1.6 tre)
mkdir -p "$sources/sources.list.d" "$build" "$out"
# The lists of the Debian that builds have no updates. Of a version that both archives have, apt takes the one that the first list names, and the archive of
# updates has not all of them.
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian-security bookworm-security main" \
  >"$sources/sources.list.d/updates.list"
own_sources "$sources" "${libraries[@]}"

map="-ffile-prefix-map=$source=. -ffile-prefix-map=$build=build -ffile-prefix-map=$sources=sources"
link="-Wl,--no-insert-timestamp -Wl,-Map=%.map" # the map is beside the program
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw-w64-x86_64.cmake" -DUNDERSTUDY_SOURCES="$sources/src" \
  -DUNDERSTUDY_HOST_INCLUDE="$include" -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS="$map" "-DCMAKE_EXE_LINKER_FLAGS=$link" \
  "-DCMAKE_MODULE_LINKER_FLAGS=$link" -DUNDERSTUDY_COMMIT="$UNDERSTUDY_COMMIT"
cmake --build "$build" --parallel "$(nproc)"
[ -s "$build/src/viewer/made/understudy_page.inc" ] || { echo "windows.sh: the page of view is not built; install esbuild and libjs-three" >&2; exit 1; }
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

name=understudy-$version-windows-x86_64
# What contents.py must know of the libraries that were compiled here.
libraries_of=$build/libraries
rm -rf "$libraries_of"
mkdir -p "$libraries_of/licences"
for library in "${libraries[@]}"; do
  printf '%s\t%s\t%s\t%s\n' "$(realpath "$build/libunderstudy_$library.a")" "$library" "$library" "$(cd "$sources/src/$library" && dpkg-parsechangelog -S Version)"
  cp "$sources/src/$library/debian/copyright" "$libraries_of/licences/$library"
done >"$libraries_of/archives.tsv"
STRIP=x86_64-w64-mingw32-strip python3 "$source/packaging/release/contents.py" windows "$version" "$name" "$libraries_of" "$build" "$out/$name.spdx.json"

stage=$build/stage/$name
rm -rf "$build/stage"
cmake --install "$build" --strip --prefix "$stage"
mkdir "$stage/docs"
cp -r "$build/licences" "$stage/"
cp "$source/LICENSE" "$source"/tests/data/demo.bin "$stage/"
cp "$source"/docs/{platforms,reference,cookbook,format,formats,session,tables}.md "$stage/docs/"
# Notepad has known lines without CR since 2018.
sed 's/^  //' >"$stage/README.txt" <<TEXT
  Understudy $version for Windows x86-64 (commit $UNDERSTUDY_COMMIT)

  It plays recorded input into any OpenXR app, in place of a person in a headset. Nobody has run it on Windows itself yet: it was tested under Wine.
  docs/platforms.md says what it can do here, and what only the program for Linux can.

  Register the layer, for you alone or, as an administrator, for all users. Keep this folder where it is meanwhile:
    bin\\understudy.exe install
    bin\\understudy.exe install --system
  Play the demo into an app, in a terminal in this folder:
    set UNDERSTUDY_ENABLE=1
    set UNDERSTUDY_PLAY=%CD%\\demo.bin
    app.exe
  Look at a recording: bin\\understudy.exe view demo.bin --open
  Make one: bin\\understudy.exe perform performance:look-around -o look-around.mcap (perform alone lists which there are)
  Play it into an app, and judge the run: bin\\understudy.exe run --play look-around.mcap --out run -- app.exe
  Take the layer out again: bin\\understudy.exe uninstall (or --system)
TEXT

# Each file has the time and the order that it has in every build.
python3 - "$build/stage" "$out/$name.zip" <<'PYTHON'
import os, pathlib, sys, time, zipfile
stage = pathlib.Path(sys.argv[1])
when = max(time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6], (1980, 1, 1, 0, 0, 0))
with zipfile.ZipFile(sys.argv[2], "w") as archive:
    for path in sorted(path for path in stage.rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(path.relative_to(stage).as_posix(), when)
        entry.external_attr = (0o100755 if path.suffix in (".exe", ".dll") else 0o100644) << 16
        archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
PYTHON
