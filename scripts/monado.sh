#!/bin/bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016
#
# monado.sh: a real OpenXR runtime without a headset.
#
# Debian 12 packages no runtime. Debian 13 packages Monado, a newer loader and a newer hello_xr, so this
# unpacks a small Debian 13 into the build tree and runs commands inside it against monado-service.
set -euo pipefail

suite=trixie
arch= # this machine's
packages="monado-service libopenxr1-monado libopenxr-utils libopenxr-dev openxr-layer-corevalidation mesa-vulkan-drivers"
service_wait_s=30
project=$(cd "$(dirname "$0")/.." && pwd)
root=$project/build/monado-root

usage() {
    cat <<TEXT
usage: monado.sh [--root DIR] [--suite NAME] [--arch NAME] [--packages LIST] prepare
       monado.sh [--root DIR] run [OPTION...] -- COMMAND [ARGUMENT...]

prepare   unpack Debian 13 with Monado into DIR (default build/monado-root); nothing if it is there;
          with another suite or other packages: that, for a test that needs another root; with --arch, of another
          machine: i386, which this kernel runs too, or arm64 and others, of which the packages are only unpacked
run       start monado-service in DIR, run COMMAND there against it, stop the service

Options of run:
  --env NAME=VALUE   set a variable for COMMAND (not for the service)
  --service-env NAME=VALUE
                     set a variable for the service (not for COMMAND)
  --copy SRC:DST     before: copy a file or a folder from here to DST inside; DST is exactly its new name
  --fetch SRC:DST    after: copy a file or a folder from inside to DST here, if it exists
  --no-service       do not start monado-service
  --proc             mount /proc inside, for programs that look there
  --service-log FILE keep here what the service said

Every run has a folder of its own inside, which is COMMAND's working folder and is removed afterwards. "@/"
stands for it in --copy, --fetch, --env and COMMAND.

Exit: COMMAND's status; 2 usage, 77 it cannot be done here (one line says why).
TEXT
}

fail() {
    echo "monado.sh: $2" >&2
    exit "$1"
}

# --- prepare ---------------------------------------------------------------------------------------

ubuntu_keys=/usr/share/keyrings/ubuntu-archive-keyring.gpg

is_ubuntu() {
    [ "$suite" = noble ] || [ "$suite" = resolute ]
}

# Of Debian, the mirror that this machine's apt uses for the suite it runs.
mirror() {
    local codename
    if is_ubuntu; then
        echo http://archive.ubuntu.com/ubuntu
        return
    fi
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    apt-get indextargets --no-release-info --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 2>/dev/null |
        awk -v suite="$codename" '$1 == suite && $2 == "main" && $3 ~ /^(https?|file):/ { print $3; exit }'
}

# The settings of this machine's apt without which the mirror cannot be reached or is not believed.
apt_settings() {
    apt-config dump | grep -iE '^Acquire::(Check-Valid-Until|Check-Date|https?::Proxy)' || true
}

# Downloads with apt and unpacks, without a package's scripts: this machine does not run what is in them.
unpack_foreign() {
    local partial=$1 from=$2 package folder link apt
    for folder in bin sbin lib; do
        mkdir -p "$partial/usr/$folder"
        ln -s "usr/$folder" "$partial/$folder"
    done
    mkdir -p "$partial/etc/apt/apt.conf.d" "$partial/var/lib/dpkg" "$partial/var/lib/apt/lists/partial" "$partial/var/cache/apt/archives/partial" "$partial/run"
    : >"$partial/var/lib/dpkg/status"
    apt_settings >"$partial/etc/apt/apt.conf.d/90host"
    echo "deb $from $suite main" >"$partial/etc/apt/sources.list"
    apt=(apt-get -o "Dir=$partial" -o "Dir::State::status=$partial/var/lib/dpkg/status" -o "Dir::Etc::trustedparts=/etc/apt/trusted.gpg.d/"
        -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o APT::Sandbox::User=root)
    "${apt[@]}" update || return 1
    # shellcheck disable=SC2086 # a list of words
    "${apt[@]}" install -y --no-install-recommends --download-only $packages || return 1
    for package in "$partial"/var/cache/apt/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$partial" --keep-directory-symlink || return 1
    done
    # A compiler outside follows the links, so none may lead out of the folder.
    find "$partial" -type l -lname '/*' | while read -r link; do
        ln -snfr "$partial$(readlink "$link")" "$link"
    done
    rm -rf "$partial"/var/cache/apt/archives "$partial"/var/lib/apt/lists
    # What the scripts would do that an emulator needs which runs the programs in this folder.
    mkdir -p "$partial/dev/shm" "$partial/proc" "$partial/tmp"
    mknod -m 666 "$partial/dev/null" c 1 3 && mknod -m 666 "$partial/dev/zero" c 1 5 && mknod -m 666 "$partial/dev/urandom" c 1 9 || return 1
    for link in "$partial"/usr/lib/*/{blas,lapack}/lib*.so.3; do
        [ ! -e "$link" ] || ln -snr "$link" "$(dirname "$link")/.."
    done
}

# bootstrap DIR MIRROR BASE: a system with apt. One of a suite serves all roots that are made within a day; later ones get the newest packages.
bootstrap() {
    local partial=$1 from=$2 base=$3
    if [ -z "$(find "$base/.understudy-base" -mtime -1 2>/dev/null)" ]; then
        rm -rf --one-file-system "$base" "$base.partial"
        mkdir -p "$base.partial"
        local options=(--variant=minbase --include=ca-certificates) script=()
        if is_ubuntu; then # with the script of all its releases, which debootstrap need not know by name
            options+=("--keyring=$ubuntu_keys" --components=main,universe)
            script=(/usr/share/debootstrap/scripts/gutsy)
        fi
        [ -z "$arch" ] || options+=("--arch=$arch")
        # In a mount namespace of its own, so that what debootstrap mounts cannot stay behind.
        unshare --mount debootstrap "${options[@]}" "$suite" "$base.partial" "$from" "${script[@]}" || return 1
        rm -f "$base.partial"/var/cache/apt/archives/*.deb
        touch "$base.partial/.understudy-base"
        mv "$base.partial" "$base" || return 1
    fi
    cp -a --reflink=auto "$base/." "$partial" && rm "$partial/.understudy-base"
}

unpack() {
    local partial=$1 from proxy
    from=$(mirror)
    [ -n "$from" ] || { echo "apt names no mirror to take $suite from"; return 1; }
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    [ -z "${proxy:-}" ] || export http_proxy=$proxy
    eval "$(apt-config shell proxy Acquire::https::Proxy)"
    [ -z "${proxy:-}" ] || export https_proxy=$proxy

    case $arch in
    '' | i386 | amd64) ;;
    *)
        unpack_foreign "$partial" "$from"
        return
        ;;
    esac

    local base=$project/build/debian/$suite${arch:+-$arch}
    mkdir -p "$project/build/debian"
    (flock 8 && bootstrap "$partial" "$from" "$base" 8>&-) 8>"$base.lock" || return 1
    # What is unpacked here can be unpacked again: no package is waited for until it is on the disk.
    mkdir -p "$partial/etc/dpkg/dpkg.cfg.d"
    echo force-unsafe-io >"$partial/etc/dpkg/dpkg.cfg.d/90unsafe-io"
    printf '#!/bin/sh\nexit 101\n' >"$partial/usr/sbin/policy-rc.d"
    chmod 755 "$partial/usr/sbin/policy-rc.d"
    apt_settings >"$partial/etc/apt/apt.conf.d/90host"
    local run=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive)
    # shellcheck disable=SC2086 # a list of words
    chroot "$partial" "${run[@]}" apt-get update &&
        chroot "$partial" "${run[@]}" apt-get install -y --no-install-recommends $packages &&
        chroot "$partial" "${run[@]}" apt-get clean &&
        rm -rf "$partial"/var/lib/apt/lists/*
}

prepare() {
    local stamp=$root/.understudy-ready wanted="$suite${arch:+ $arch} $packages" partial=$root.partial log=$root.log
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    [ "$(id -u)" = 0 ] || fail 77 "a chroot needs root"
    command -v debootstrap >/dev/null || fail 77 "debootstrap is not installed"
    command -v apt-get >/dev/null || fail 77 "this machine has no apt to take a mirror from"
    ! is_ubuntu || [ -e "$ubuntu_keys" ] ||
        fail 77 "$ubuntu_keys is missing; Ubuntu's package ubuntu-keyring has it"
    unshare --mount true 2>/dev/null || fail 77 "mount namespaces are not permitted here"
    [ ! -e "$root" ] || [ -e "$stamp" ] || fail 2 "$root exists and is not ours"

    mkdir -p "$(dirname "$root")"
    exec 9>"$root.lock"
    flock 9
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    rm -rf --one-file-system "$partial" "$root"
    mkdir -p "$partial"
    if ! unpack "$partial" >"$log" 2>&1 </dev/null 9>&-; then
        fail 77 "$suite could not be unpacked: $(tail -n 1 "$log") ($log)"
    fi
    echo "$wanted" >"$partial/.understudy-ready"
    mv "$partial" "$root"
}

# --- run -------------------------------------------------------------------------------------------

# What runs inside: start the service, wait for its socket, run the command. Argument 1 says how long
# to wait in tenths of a second (0: no service), 2 is a file with the service's variables, the rest is
# the command.
inside='
trap "exit 143" TERM INT HUP
trap "stop" EXIT
stop() {
    trap - EXIT
    for pid in $command $service; do
        kill "$pid" 2>/dev/null
    done
    tries=0
    while [ -n "$service" ] && kill -0 "$service" 2>/dev/null && [ $tries -lt 30 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    [ -z "$service" ] || kill -KILL "$service" 2>/dev/null
}
command= service= tenths=$1 variables=$2
shift 2
exec 3<&0 # dash gives what it runs in the background an empty standard input
if [ "$tenths" -gt 0 ]; then
    (set -a; . "$variables"; exec monado-service) >"$UNDERSTUDY_RUN/service.log" 2>&1 </dev/null 3<&- &
    service=$!
    while [ ! -S "$XDG_RUNTIME_DIR/monado_comp_ipc" ]; do
        if [ "$tenths" -eq 0 ] || ! kill -0 "$service" 2>/dev/null; then
            echo "monado.sh: monado-service did not start:" >&2
            tail -n 20 "$UNDERSTUDY_RUN/service.log" >&2
            exit 77
        fi
        tenths=$((tenths - 1))
        sleep 0.1
    done
fi
"$@" <&3 3<&- &
command=$!
wait "$command"
status=$?
command=
exit $status
'

here=      # the run folder as this machine sees it
namespace= # the process that holds everything inside
end_with=  # the signal that ends it

clean_up() {
    trap - EXIT
    if [ -n "$namespace" ] && kill -0 "$namespace" 2>/dev/null; then
        kill -s "$end_with" "$namespace" 2>/dev/null || true
        wait "$namespace" 2>/dev/null || true
    fi
    [ -z "$here" ] || rm -rf --one-file-system "$here"
}

# Where a path inside is on this machine.
outside() {
    case $1 in
    @/*) echo "$here/${1#@/}" ;;
    /*) echo "$root$1" ;;
    *) fail 2 "$1 must begin with / or @/" ;;
    esac
}

copy() {
    mkdir -p "$(dirname "$2")"
    if [ -d "$1" ]; then
        mkdir -p "$2"
        cp -RL "$1/." "$2/"
    else
        cp -L "$1" "$2"
    fi
}

run() {
    local environment=() service_environment=() copies=() fetches=() tenths=$((service_wait_s * 10)) keep_log='' proc=''
    while [ $# -gt 0 ]; do
        case $1 in
        --)
            shift
            break
            ;;
        --no-service)
            tenths=0
            shift
            continue
            ;;
        --proc)
            proc=$root/proc
            shift
            continue
            ;;
        --env | --service-env | --copy | --fetch | --service-log)
            [ $# -ge 2 ] || fail 2 "$1 needs a value"
            ;;
        *) fail 2 "run does not know $1 (try --help)" ;;
        esac
        case $1 in
        --env) environment+=("$2") ;;
        --service-env) service_environment+=("$2") ;;
        --copy) copies+=("$2") ;;
        --fetch) fetches+=("$2") ;;
        --service-log) keep_log=$2 ;;
        esac
        shift 2
    done
    [ $# -gt 0 ] || fail 2 "run needs a command behind --"
    [ "$(id -u)" = 0 ] || fail 77 "a chroot needs root"
    [ -e "$root/.understudy-ready" ] || fail 77 "$root is not there: run monado.sh prepare"

    trap clean_up EXIT
    trap 'exit 143' TERM INT HUP
    here=$(mktemp -d "$root/run/understudy.XXXXXX")
    mkdir -m 0700 "$here/xdg" "$here/home"
    local own=${here#"$root"} icd pair
    for pair in "${copies[@]}"; do
        copy "${pair%%:*}" "$(outside "${pair#*:}")"
    done
    icd=$(cd "$root" && printf '%s\n' usr/share/vulkan/icd.d/lvp_icd*.json | head -n 1)
    printf '%s\n' XRT_COMPOSITOR_NULL=1 SIMULATED_ENABLE=1 SIMULATED_LEFT=simple SIMULATED_RIGHT=simple \
        XRT_NO_STDIN=1 "${service_environment[@]}" | sed "s/'/'\\\\''/g; s/=/='/; s/\$/'/" >"$here/service.env"

    # Off the network, and in a process namespace whose end is the end of everything in it, also if this
    # script is killed.
    local isolate=(setpriv --pdeathsig KILL unshare --mount --net --pid --fork --kill-child)
    end_with=KILL # unshare ignores TERM
    if ! "${isolate[@]}" true 2>/dev/null; then
        isolate=(env)
        end_with=TERM # what runs inside stops the rest
        [ -z "$proc" ] || fail 77 "namespaces are not permitted here"
    fi
    # "@/" becomes the run folder as the command sees it.
    environment=("${environment[@]//@\//$own/}")
    set -- "${@//@\//$own/}"
    "${isolate[@]}" /bin/sh -c 'ip link set lo up 2>/dev/null; [ -z "$1" ] || mount -t proc proc "$1" || exit 77; shift; exec "$@"' sh "$proc" \
        chroot "$root" /usr/bin/env -i -C "$own" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 \
        HOME="$own/home" XDG_RUNTIME_DIR="$own/xdg" UNDERSTUDY_RUN="$own" \
        VK_DRIVER_FILES="/$icd" VK_ICD_FILENAMES="/$icd" "${environment[@]}" \
        /bin/sh -c "$inside" sh "$tenths" "$own/service.env" "$@" <&0 &
    namespace=$!
    local status=0
    wait "$namespace" || status=$?
    namespace=
    for pair in "${fetches[@]}"; do
        local from
        from=$(outside "${pair%%:*}")
        [ ! -e "$from" ] || copy "$from" "${pair#*:}"
    done
    [ -z "$keep_log" ] || cp "$here/service.log" "$keep_log" 2>/dev/null || true
    return "$status"
}

while :; do
    case ${1:-} in
    --root | --suite | --arch | --packages) [ $# -ge 2 ] || fail 2 "$1 needs a value" ;;
    *) break ;;
    esac
    case $1 in
    --root) root=$(realpath -m "$2") ;;
    --suite) suite=$2 ;;
    --arch) arch=$2 ;;
    --packages) packages=$2 ;;
    esac
    shift 2
done
case ${1:-} in
--help | -h) usage ;;
prepare)
    [ $# -eq 1 ] || fail 2 "prepare takes no arguments"
    prepare
    ;;
run)
    shift
    run "$@"
    ;;
*)
    usage >&2
    exit 2
    ;;
esac
