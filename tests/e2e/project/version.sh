#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The commit that `understudy --version` names: of a clone, of changed files, of sources from an archive, and of a release.
. "$(dirname "$0")/../lib.sh"
need_command git
need_command cmake
# says WANTED SOURCE [COMMIT]: what a build of SOURCE would say behind the version.
says() {
  cmake -D SOURCE="$2" -D COMMIT="${3:-}" -D OUT="$work/commit.h" -P "$source/cmake/commit.cmake"
  [ "$(cat "$work/commit.h")" = "#define US_TOOL_COMMIT \"$1\"" ] || fail "it is $(cat "$work/commit.h"), not '$1'"
}
clone=$work/clone
git() { env -u GIT_DIR -u GIT_WORK_TREE git -c user.name=someone -c user.email=someone@localhost "$@"; }
git init -q "$clone"
echo one >"$clone/file"
git -C "$clone" add file
git -C "$clone" commit -q -m one
git -C "$clone" tag -a -m "a release" v9
commit=$(git -C "$clone" rev-parse HEAD | cut -c 1-12)
says " (commit $commit)" "$clone"
before=$(stat -c %Y.%i "$work/commit.h")
touch -d '2020-01-01' "$work/commit.h"
says " (commit $commit)" "$clone"
[ "$(stat -c %Y "$work/commit.h")" -lt "${before%%.*}" ] || fail "a header that says the same already was written again: everything would be built again"
echo two >"$clone/file"
says " (commit $commit, changed)" "$clone"
# An archive of sources inside somebody else's repository has no commit of that.
mkdir "$clone/unpacked"
says "" "$clone/unpacked"
says " (commit abc)" "$clone/unpacked" abc
