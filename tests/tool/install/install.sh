#!/bin/sh
# SPDX-License-Identifier: MIT
# `install` and `uninstall`: what they write, what they never touch, and that nothing is left behind.
. "$(dirname "$0")/../common.sh"
make_tree
printf 'the first build' >"$tree/lib/libXrApiLayer_understudy.so"
home=$tmp/home
share=$home/.local/share
library=$share/understudy/libXrApiLayer_understudy.so
manifest=$share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json

# Everything below a folder, with what files hold.
list()
{
    (cd "$1" && find . -type f -exec cksum {} + -o ! -type f -print | sort)
}
# is_as_before: the home must be as `list "$home" >"$tmp/before"` found it.
is_as_before()
{
    list "$home" >"$tmp/after"
    cmp -s "$tmp/before" "$tmp/after" || fail "after '$ran' the home differs: $(diff "$tmp/before" "$tmp/after")"
}

# Into an empty home, and out of it again without a trace.
list "$home" >"$tmp/before"
expect 0 in_home "$tree_tool" uninstall
out_has 'Nothing was installed'
is_as_before
expect 0 in_home "$tree_tool" install
out_has "$library"
out_has "$manifest"
out_has 'understudy uninstall'
err_is_empty
cmp -s "$library" "$tree/lib/libXrApiLayer_understudy.so" || fail 'the library differs'
code=0
resolved=$("$json" "$manifest" api_layer library_path) || fail 'the manifest is no JSON'
cmp -s "$(dirname "$manifest")/$resolved" "$library" || fail "the manifest names $resolved"
[ "$("$json" "$manifest" api_layer name)" = XR_APILAYER_NOVENDOR_understudy ] || fail 'the manifest has another name'
[ -z "$(find "$home" -perm /022)" ] || fail 'others may write there'

# `run` leaves a layer that the loader finds to the loader.
expect 0 in_home "$tree_tool" run --headless --play "$data/line.bin" --allow-unused -- env
! grep -q '^XDG_DATA_DIRS=' "$tmp/out" || fail 'the layer would be loaded twice'
err_has "installed at $manifest"

# Again, and a newer build over an older one.
expect 0 in_home "$tree_tool" install
printf 'the second build' >"$tree/lib/libXrApiLayer_understudy.so"
expect 0 in_home "$tree_tool" install
cmp -s "$library" "$tree/lib/libXrApiLayer_understudy.so" || fail 'the newer build was not installed'
expect 0 in_home "$tree_tool" uninstall
out_has '^Removed\.$'
is_as_before

# Folders that were there stay, and what others put into ours.
mkdir -p "$share/openxr/1"
list "$home" >"$tmp/before"
expect 0 in_home "$tree_tool" install
expect 0 in_home "$tree_tool" uninstall
is_as_before
expect 0 in_home "$tree_tool" install
echo '{}' >"$share/openxr/1/api_layers/implicit.d/another.json"
expect 0 in_home "$tree_tool" uninstall
[ "$(cd "$home" && find . -type f)" = ./.local/share/openxr/1/api_layers/implicit.d/another.json ] ||
    fail "there should be the other layer alone: $(cd "$home" && find . -type f)"
rm -r "$home/.local"

# What it did not write: a file, a link, a folder; not even when it reads the same.
for path in "$library" "$manifest"; do
    for kind in file link folder; do
        mkdir -p "$(dirname "$path")"
        case $kind in
        file) echo 'mine' >"$path" ;;
        link) ln -s /no/where "$path" ;;
        folder) mkdir "$path" ;;
        esac
        list "$home" >"$tmp/before"
        expect 1 in_home "$tree_tool" install
        err_has "did not write $path"
        is_as_before
        rm -r "$home/.local"
    done
done
mkdir -p "$share/understudy"
echo 'shopping list' >"$share/understudy/installed"
list "$home" >"$tmp/before"
expect 1 in_home "$tree_tool" install
err_has 'did not write .*installed'
expect 1 in_home "$tree_tool" uninstall
err_has 'is damaged'
is_as_before
rm -r "$home/.local"

# What was changed since stays, and is named.
expect 0 in_home "$tree_tool" install
echo >>"$manifest"
expect 1 in_home "$tree_tool" install
err_has "$manifest, or somebody changed it since"
list "$share/openxr" >"$tmp/changed"
expect 1 in_home "$tree_tool" uninstall
err_has "$manifest, or somebody changed it since"
list "$share/openxr" | cmp -s "$tmp/changed" || fail 'a changed file was touched'
rm "$manifest"
expect 0 in_home "$tree_tool" uninstall
[ -z "$(find "$home" -mindepth 1)" ] || fail "left behind: $(find "$home")"

# A layer that is installed otherwise would be loaded beside it.
write_layer "$tmp/other/openxr/1/api_layers/implicit.d" "$tree/lib/libXrApiLayer_understudy.so"
list "$home" >"$tmp/before"
expect 1 in_home "XDG_DATA_DIRS=$tmp/other" "$tree_tool" install
err_has "installed at $tmp/other/.*already"
is_as_before

# XDG_DATA_HOME; homes that cannot be; someone else's.
expect 0 in_home "XDG_DATA_HOME=$tmp/some where/else" "$tree_tool" install
[ -f "$tmp/some where/else/understudy/libXrApiLayer_understudy.so" ] || fail 'XDG_DATA_HOME is not heeded'
expect 0 in_home "XDG_DATA_HOME=$tmp/some where/else" "$tree_tool" uninstall
[ ! -e "$tmp/some where" ] || fail 'a folder was left behind'
expect 2 in_home XDG_DATA_HOME=data "$tree_tool" install
err_has 'not an absolute path'
expect 2 in_home "XDG_DATA_HOME=$tmp/a:b" "$tree_tool" install
err_has 'would mislead'
expect 2 env -i "$tree_tool" install
err_has 'neither HOME nor XDG_DATA_HOME'
expect 1 env -i HOME="$tmp/no/home" PATH="$PATH" "$tree_tool" install
err_has "install: HOME is '$tmp/no/home', which is no folder; make it, or set HOME to yours"
[ ! -e "$tmp/no" ] || fail 'a home was made'
: >"$tmp/file"
expect 3 in_home "XDG_DATA_HOME=$tmp/file" "$tree_tool" install
err_has 'cannot create the folder'
is_as_before
if [ "$(id -u)" = 0 ] && chown 65534 "$home" 2>/dev/null; then
    expect 1 in_home "$tree_tool" install
    err_has 'not yours; .*without sudo'
    chown 0 "$home"
    is_as_before
fi

# A folder that everyone may write to.
for folder in "$share/understudy" "$(dirname "$manifest")"; do
    mkdir -p "$folder"
    chmod o+w "$folder"
    expect 1 in_home "$tree_tool" install
    err_has "everyone may write to $folder, .*'chmod o-w $folder'"
    [ ! -e "$library" ] && [ ! -e "$manifest" ] || fail 'the layer was installed where everyone may write'
    chmod o-w "$folder"
    expect 0 in_home "$tree_tool" install
    expect 0 in_home "$tree_tool" uninstall
    rm -rf "$share/understudy" "$share/openxr/1/api_layers"
done
mkdir -p "$share/openxr/1"
list "$home" >"$tmp/before"

# A disk that is full half-way: nothing stays. (A limit on the size of files stands in for it; SIGXFSZ is ignored.)
head -c 65536 /dev/zero >"$tree/lib/libXrApiLayer_understudy.so"
expect 3 in_home sh -c 'trap "" XFSZ; ulimit -f 16; exec "$@"' sh "$tree_tool" install
err_has 'libXrApiLayer_understudy.so cannot be written: File too large'
is_as_before

# Command lines, and a tool without its layer.
for command in install uninstall; do
    expect 2 in_home "$tree_tool" $command --user
    err_has '--user is what the command does now, without an option'
    expect 2 in_home "$tree_tool" $command file
    err_has "unexpected argument 'file'"
done
rm "$tree/lib/libXrApiLayer_understudy.so"
expect 5 in_home "$tree_tool" install
err_has 'libXrApiLayer_understudy.so is missing'
is_as_before
finish
