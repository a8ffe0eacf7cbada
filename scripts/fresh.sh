#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the README's two commands as a stranger does: in a system that holds nothing else, made for it, from a clone of the last commit. Both
# commands run twice, without a terminal, without input and without LANG.
#   scripts/fresh.sh [--keep] [--short] [SUITE...]   default: both Debians
#   bookworm   Debian 12, as root
#   trixie     Debian 13, as a user with sudo
#   noble      Ubuntu 24.04, as root; needs the keys of Ubuntu's archive (its package ubuntu-keyring)
#   resolute   Ubuntu 26.04, as a user with sudo; the same
#   sid        Debian's next release, as a user with sudo
#   --short    of the tests, only those that say something about the machine, and the second time only the demo
#   --keep     leave the system in build/fresh, to look into
# A suite takes about 20 minutes on two cores, with --short about 6, and 4 GB of disk.
# It exits with 0 if both commands ended well and no test failed, 1 if not, 77 if no system can be made here (one line says why).
set -eu
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/roots.sh"

# of_the_machine SUITE: the tests whose apps, drivers, displays, browsers, manual pages, archives, libraries, temporary folders and namespaces differ
# between machines, and those of the layer, whose headers of OpenXR differ. CI's own Debian is 12: there, those of the set-up are enough.
of_the_machine() {
  local tool='doctor|install|completions|manuals|files|output|usage|sheet|run.*|record|mcp_.*|.*_check|compare_images|compress|convert|session|judge'
  if [ "$1" = bookworm ]; then
    echo "^(demo|scripts|prefix|nobody|window|hello_xr_.*|runtime\.hello_xr|tool\.(doctor|install|run_environment))\$"
  else
    echo "^(demo|scripts|prefix|nobody|full_disk|fuzz_corpus|window|virtual_display|record_unseen|hello_xr_.*|screenshots.*|events_hello_xr|runtime\..*|tool\.($tool)|viewer\.(compared|suite)|layers_around|layer_([a-eg-z]|f[^a]).*)\$"
  fi
}
keep='' short='' suites=()
while [ $# -gt 0 ]; do
  case $1 in
  --short) short=1 ;;
  --keep) keep=1 ;;
  bookworm | trixie | noble | resolute | sid) suites+=("$1") ;;
  *)
    sed -n '3,14s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
  esac
  shift
done
[ ${#suites[@]} -gt 0 ] || suites=(bookworm trixie)
fresh=$project_dir/build/fresh
mkdir -p "$fresh"

# set_up SUITE ROOT: a new system with a user, who may use sudo.
set_up() {
  local suite=$1 root=$2 status=0
  "$project_dir/scripts/monado.sh" --root "$fresh/$suite-base" --suite "$suite" --packages sudo prepare 2>"$fresh/why" || status=$?
  [ "$status" = 0 ] || { sed 's/^monado.sh: /SKIP: /' "$fresh/why"; return "$status"; }
  fresh_copy "$fresh/$suite-base" "$root"
  echo 'someone ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/someone"
}

# try SUITE: both commands, twice, in a new system.
try() {
  local suite=$1 root=$fresh/$1 folder who as=() round command arguments log status begun failed=''
  folder=/tmp/understudy who=root # a checkout below /tmp works as well as any other
  case $suite in trixie | resolute | sid) folder=/home/someone/understudy who=someone ;; esac
  set_up "$suite" "$root" || return
  git clone --quiet --no-hardlinks "$project_dir" "$root$folder"
  if [ "$who" != root ]; then
    chroot "$root" chown -R "$who:" "$folder"
    as=(setpriv --reuid "$who" --regid "$who" --init-groups)
  fi
  for round in first second; do
    for command in demo test; do
      log=$fresh/$suite-$command-$round.log begun=$SECONDS status=0 arguments=()
      case $short$command$round in
      1testfirst) arguments=(-R "$(of_the_machine "$suite")") ;;
      1testsecond) arguments=(-R '^demo$') ;;
      esac
      say "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' "$root/etc/os-release"), as $who: scripts/$command.sh${arguments[0]:+ (some tests)}, for the $round time"
      enter "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "HOME=$(dirname "$folder")" "USER=$who" \
        "${as[@]}" "$folder/scripts/$command.sh" "${arguments[@]}" >"$log" 2>&1 || status=$?
      grep -E '^(skipped|failed): ' "$log" || true
      tail -n 1 "$log"
      echo "   it ended with $status after $(clock $((SECONDS - begun)))"
      [ "$status" = 0 ] || { failed=1; echo "   all it said is in ${log#"$PWD"/}"; }
    done
  done
  [ -n "$keep" ] || rm -rf --one-file-system "$root"
  [ -z "$failed" ]
}

result=0
for suite in "${suites[@]}"; do
  status=0
  try "$suite" || status=$?
  case $status in
  0) ;;
  77) [ "$result" != 0 ] || result=77 ;;
  *) result=1 ;;
  esac
done
exit "$result"
