#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# container: buildah builds packaging/Containerfile from the last commit, on a Debian 12 that debootstrap has made in place of the one that a registry has.
# An image on top of it has hello_xr, as docs/farm.md says, and recordings play there. It needs root, the packages buildah and debootstrap, and 5 GB; it
# takes about 10 minutes on two cores. Nothing of it is left in this machine's own storage of images.
# shellcheck disable=SC2016,SC2317 # command lines of the container; check calls the functions
. "$(dirname "$0")/lib.sh"
need_packages buildah debootstrap
[ "$(id -u)" = 0 ] || skip "a Debian for the base needs root"
git -C "$project_dir" rev-parse --verify -q HEAD >/dev/null || skip "the image is built of a commit, and this is no clone"
base=$here/base source=$here/source commit=$(git -C "$project_dir" rev-parse --short=12 HEAD)
version=$(git -C "$project_dir" show HEAD:CMakeLists.txt | sed -n 's/^project(understudy VERSION \([0-9.]*\).*/\1/p')
# chroot: no other runtime, no network and no limits of its own. vfs: no file system of its own.
export BUILDAH_ISOLATION=chroot
with_buildah() { buildah --root "$here/storage" --runroot "$here/running" --storage-driver vfs "$@"; }

say "unpacking the Debian of the base (usually 2 minutes)"
"$project_dir/scripts/monado.sh" --root "$base" --suite bookworm --packages ca-certificates prepare 2>"$here/why" ||
  skip "$(sed 's/^monado.sh: //' "$here/why" | tail -n 1)"
rm -rf --one-file-system "$here/storage" "$here/running" "$source"
trap 'rm -rf --one-file-system "$here/storage" "$here/running"' EXIT
mkdir -p "$source"
git -C "$project_dir" archive --format=tar HEAD | tar -xC "$source"

# import NAME: the base as an image.
import() {
  local container
  container=$(with_buildah from scratch) && tar -C "$base" --one-file-system -cf "$here/base.tar" . &&
    with_buildah add --quiet "$container" "$here/base.tar" / && rm "$here/base.tar" && with_buildah commit --quiet --rm "$container" "$1"
}
# build FILE NAME OPTION...: an image of a Containerfile, with the sources beside it.
build() { with_buildah build --ignorefile "$source/.gitignore" --file "$1" --tag "$2" "${@:3}" "$source"; }
# inside COMMAND: a command line of a user without rights, in a container of the image that has an app.
inside() { with_buildah run --user nobody with-app-working-container -- sh -ec "$1" </dev/null; }
prints() { inside "$2" >"$here/printed" && grep -xF "$1" "$here/printed" || { cat "$here/printed" && return 1; }; }

run_step "the base becomes an image" 15 "$here/import.log" import understudy-base || skip "no image can be made here: $(tail -n 1 "$here/import.log")"
say "building the images (usually 4 minutes)"
check "buildah builds packaging/Containerfile" build "$source/packaging/Containerfile" understudy --build-arg BASE=localhost/understudy-base \
  --build-arg COMMIT="$commit"
printf 'FROM localhost/understudy\nRUN apt-get update && apt-get install -y --no-install-recommends libopenxr-utils\n' >"$here/Containerfile"
check "an image on top of it gets an app" build "$here/Containerfile" with-app
with_buildah from localhost/with-app >/dev/null || die "there is no container of the image"
check "the image names the commit" prints "understudy $version (commit $commit)" "understudy --version"
check "doctor finds nothing bad" prints "No problems found: 'understudy run' plays here." "understudy doctor --headless"
# hello_xr leaves when its input ends, but /dev/null is held open for it.
check "the demo plays into hello_xr, and every expectation is met" inside 'cd /tmp && understudy run --headless --play /usr/share/understudy/demo.bin \
  --clock frame --limit 300 --expect /usr/share/understudy/demo.expect.json -- hello_xr -g Vulkan2 </dev/null'
# As docs/farm.md has it, with a folder of the container in place of a shared one.
check "a job with two indices plays a recording in each" prints "2 runs: 2 passed" '
  mkdir -p /tmp/project/takes && cd /tmp/project
  for take in one two; do
    cp /usr/share/understudy/demo.bin takes/$take.bin && cp /usr/share/understudy/demo.expect.json takes/$take.expect.json
  done
  printf "[understudy]\napp = hello_xr -g Vulkan2\n" >takes/understudy.ini
  printf "pytest_plugins = [\"pytest_understudy\"]\n" >conftest.py
  printf "[pytest]\npythonpath = /usr/share/understudy\n" >pytest.ini
  for JOB_COMPLETION_INDEX in 0 1; do
    python3 -m pytest -p no:cacheprovider -n 4 --understudy-shard=`expr $JOB_COMPLETION_INDEX + 1`/2 --understudy-out=/tmp/project/runs takes
  done
  understudy report runs -o suite.html'
report
