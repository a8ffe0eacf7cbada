# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What Debian's archive has, for scripts that install nothing of it: sources, and packages for other machines. A script sources this file; it needs
# bash and apt. STATE is a folder of apt's own lists and settings, which differ from this machine's.
apt_options=() # of every call

# make_apt STATE: no source is known yet: the caller writes STATE/sources.list, or files in STATE/sources.list.d, and then calls `apt_in STATE apt-get update`.
make_apt() {
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial" "$1/sources.list.d" "$1/src" && : >"$1/status" && : >"$1/sources.list"
}

# apt_in STATE TOOL ARGUMENT...: apt-get or apt-cache.
apt_in() {
  local state=$1 tool=$2
  shift 2
  "$tool" -qq "${apt_options[@]}" -o "Dir::State::lists=$state/lists" -o "Dir::State::status=$state/status" -o "Dir::Cache=$state/cache" \
    -o "Dir::Etc::SourceList=$state/sources.list" -o "Dir::Etc::SourceParts=$state/sources.list.d" -o Debug::NoLocking=1 -o APT::Sandbox::User=root \
    -o Acquire::Retries=3 "$@"
}

# get_source STATE NAME: the newest version that can be had, unpacked to STATE/src/NAME; prints the version. A mirror may lack the sources of the newest
# update. 77: none can be had.
get_source() {
  local state=$1 name=$2 version
  for version in $(apt_in "$state" apt-cache showsrc --only-source "$name" | sed -n 's/^Version: //p' | sort -rVu); do
    rm -rf "${state:?}/src/$name" "$state/src/$name.part"
    (cd "$state/src" && apt_in "$state" apt-get --only-source --download-only source "$name=$version") >"$state/log" 2>&1 || continue
    # It gets its name once its patches are applied, too: what is interrupted is not taken for it.
    (cd "$state/src" && dpkg-source --no-check -x "${name}_${version#*:}.dsc" "$name.part" && mv "$name.part" "$name") >"$state/log" 2>&1 ||
      { cat "$state/log" >&2; echo "the source of $name $version cannot be unpacked" >&2; return 1; }
    echo "$version"
    return
  done
  cat "$state/log" >&2
  echo "the source of $name cannot be had" >&2
  return 77
}

# own_sources DIR NAME...: DIR/src/NAME is the source of a package of this machine's own release, from the mirrors that its apt knows. What is
# there stays. 77: a source cannot be had; the last line of standard error names it.
own_sources() {
  local dir=$1 name list missing=()
  shift
  for name in "$@"; do [ -d "$dir/src/$name" ] || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || { echo "there is no apt to get the source of ${missing[*]}" >&2; return 1; }
  make_apt "$dir" || return 1
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ ! -f "$list" ] || sed -E 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$list" >"$dir/sources.list.d/$(basename "$list")" || return 1
  done
  apt_in "$dir" apt-get update >"$dir/log" 2>&1 || true # another's list may have no sources
  for name in "${missing[@]}"; do get_source "$dir" "$name" >/dev/null || return; done
}
