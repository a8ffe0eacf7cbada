#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Debian package in a fresh Debian of its own: installed, used as the README says, purged; then nothing of it is left.
. "$(dirname "$0")/../lib.sh"
need_command cpack
need_command dpkg-shlibdeps
need_command file
need_command debootstrap
[ "$(id -u)" = 0 ] || skip "a chroot needs root"
unshare --mount true 2>/dev/null || skip "mount namespaces are not permitted here"
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[ -n "$suite" ] || skip "this is no Debian with a name"

(cd "$build" && cpack -G DEB -B "$work") >"$work/cpack.log" 2>&1 || { tail "$work/cpack.log"; fail "cpack"; }
package=$(echo "$work"/understudy_*.deb)
[ -e "$package" ] || fail "cpack made no package"

# The package must hold one of each of these.
dpkg-deb -c "$package" >"$work/contents"
for path in bin/understudy lib/understudy/libXrApiLayer_understudy.so lib/understudy/libunderstudy_headless.so \
  share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json share/understudy/headless_runtime.json \
  share/man/man1/understudy.1.gz share/man/man5/understudy-log.5.gz share/man/man5/understudy-expect.5.gz \
  share/man/man5/understudy-person.5.gz share/man/man5/understudy-drive.5.gz share/man/man5/understudy-run-folder.5.gz share/man/man7/understudy-fault.7.gz share/doc/understudy/examples/touch.person \
  share/understudy/demo.bin share/understudy/demo.expect.json share/doc/understudy/reference.md share/doc/understudy/cookbook.md share/doc/understudy/agents.md share/doc/understudy/engines.md share/doc/understudy/formats.md \
  share/bash-completion/completions/understudy share/zsh/vendor-completions/_understudy \
  share/fish/vendor_completions.d/understudy.fish share/doc/understudy/copyright share/doc/understudy/changelog.gz; do
  [ "$(grep -c " \./usr/$path\$" "$work/contents")" = 1 ] || fail "the package has no $path"
done
# The pages link to one another and to their pictures. "../" leads to the README, which stays with the sources.
sed -n 's|.* \./usr/share/doc/understudy/\([a-z]*\)\.md$|\1|p' "$work/contents" >"$work/pages"
while IFS= read -r page; do
  grep -oE '\]\([A-Za-z0-9_/-]+\.(md|png)' "$source/docs/$page.md" | sed 's/^](//' | sort -u >"$work/links" || true
  while IFS= read -r link; do
    grep -q " \./usr/share/doc/understudy/$link\$" "$work/contents" || fail "$page.md links $link, which is not in the package"
  done <"$work/links"
done <"$work/pages"
[ "$(wc -l <"$work/pages")" -ge 10 ] || fail "the package has only the pages $(tr '\n' ' ' <"$work/pages")"
! grep -v ' root/root ' "$work/contents" || fail "someone else's files are in the package"
! awk '$6 !~ /^\.\/usr\//' "$work/contents" | grep . || fail "it installs outside /usr"
! awk 'substr($1, 9, 1) == "w" || substr($1, 6, 1) == "w" || $1 ~ /[st]/' "$work/contents" | grep . ||
  fail "others may write to it, or it raises privileges"

# The root has hello_xr and what the package depends on, so that the test downloads nothing.
wanted=$(for field in Depends Recommends; do dpkg-deb -f "$package" $field; done | tr ',' '\n' |
  sed 's/(.*//; s/|.*//; s/ //g' | sort -u | tr '\n' ' ')
root=$build/package-root
status=0
"$source/scripts/monado.sh" --root "$root" --suite "$suite" --packages "${wanted}libopenxr-utils" prepare 2>"$work/why" || status=$?
[ "$status" != 77 ] || skip "$(sed 's/^monado.sh: //' "$work/why" | tail -n 1)"
[ "$status" = 0 ] || { cat "$work/why"; fail "the root"; }

# As the README says it.
awk '/^```sh root$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/README.md" >"$work/commands"
[ "$(wc -l <"$work/commands")" = 2 ] && grep -q 'apt-get install' "$work/commands" && grep -q 'apt-get purge' "$work/commands" ||
  fail "the README does not say how the package is installed and purged"
mkdir "$work/upper" "$work/overlay" "$work/root"
cat >"$work/inside" <<'INSIDE'
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/someone DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
cd /try
# Notes that apt and dpkg keep do not belong to the package.
list() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /try -o -path /tmp \) -prune -o \
    ! -path '/var/cache/apt*' ! -path '/var/lib/apt/*' ! -path '/var/log/*' ! -path /var/lib/dpkg/status ! -path '/var/lib/dpkg/*-old' \
    ! -path '/var/cache/ldconfig/*' ! -type d -printf '%p %y %m %s %l\n' -o -type d ! -path '/var/cache/apt*' ! -path '/var/lib/apt/*' ! -path '/var/log/*' \
    -printf '%p %y %m\n' | sort
}
as_someone() { setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }
mkdir -p /home/someone
chown 1000:1000 /home/someone
list >before

sh -c "$(sed -n 1p commands)" >apt.log 2>&1 || { tail apt.log; exit 1; }
as_someone understudy --version
as_someone understudy doctor --headless
as_someone understudy doctor --headless --json | grep -q '"only_by_run":[[:space:]]*false' || { echo 'loaders do not find it'; exit 1; }
if as_someone understudy install 2>refused; then echo 'installed twice'; exit 1; fi
grep 'is installed at' refused

# hello_xr ends when its input does: an input that stays open, and a runtime that ends the session.
mkfifo stdin
exec 9<>stdin
play() {
  env UNDERSTUDY_HEADLESS_FRAMES=60 "$@" <&9 >app.log 2>layer.log || { tail -n 20 app.log layer.log; exit 1; }
}
chmod 777 .
play setpriv --reuid 1000 --regid 1000 --clear-groups understudy run --headless --play demo.bin -- hello_xr -g Vulkan2
cat layer.log
grep -q 'playing' layer.log || { echo 'it did not play'; exit 1; }
# Environment variables in place of the tool, as for an app that another program starts.
play setpriv --reuid 1000 --regid 1000 --clear-groups env UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=/try/demo.bin \
  XR_RUNTIME_JSON=/usr/share/understudy/headless_runtime.json hello_xr -g Vulkan2
grep -q 'playing' layer.log || { echo 'it did not play by variables'; exit 1; }
play setpriv --reuid 1000 --regid 1000 --clear-groups env XR_RUNTIME_JSON=/usr/share/understudy/headless_runtime.json hello_xr -g Vulkan2
! grep -q '^understudy' layer.log || { echo 'it is there unasked'; exit 1; }
list >during

sh -c "$(sed -n 2p commands)" >apt.log 2>&1 || { tail apt.log; exit 1; }
list >after
INSIDE

enter='
set -eu
work=$1 base=$2
if ! mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/overlay" "$work/root" 2>/dev/null; then
  cp -a "$base/." "$work/root/"
fi
mount --bind /proc "$work/root/proc"
mkdir -p "$work/root/try/build"
cp "$3" "$work/commands" "$work/root/try/"
mv "$work/root/try/"*.deb "$work/root/try/build/"
cp "$4" "$work/root/try/demo.bin"
cp "$work/inside" "$work/root/try/inside"
status=0
chroot "$work/root" env -i /bin/sh /try/inside </dev/null || status=$?
for list in before during after; do cp "$work/root/try/$list" "$work/" 2>/dev/null || true; done
umount "$work/root/proc"
exit $status
'
status=0
unshare --mount --net bash -c "$enter" bash "$work" "$root" "$package" "$source/tests/data/demo.bin" || status=$?
rm -rf --one-file-system "$work/upper" "$work/overlay" "$work/root"
[ "$status" = 0 ] || fail "inside the fresh Debian"
[ "$(diff "$work/before" "$work/during" | grep -c '^> /usr/.*understudy')" -ge 15 ] || fail "the lists of files do not see the package"
diff "$work/before" "$work/after" || fail "this was left behind or changed"
echo "installed, used and purged: nothing is left of $(diff "$work/before" "$work/during" | grep -c '^>') files and folders"
