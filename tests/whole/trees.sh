# Bare Debian trees, made by debootstrap and entered as the root: what tests/long and
# tests/whole/systems share. Read by a shell, in the top directory.
#
# SPDX-License-Identifier: MIT

# Where this machine takes Debian's packages from.
find_mirror() {
    apt-get indextargets --format '$(ORIGIN) $(REPO_URI)' \
        'Created-By: Packages' 2>/dev/null |
        sed -n 's|^Debian \(.*/debian/*\)$|\1|p' | sort -u | head -n 1
}

# Sets |mirror|, or says why no tree can be made.
find_trees() {
    if ! command -v debootstrap >/dev/null; then
        echo "skipped: debootstrap is missing"
        return 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        echo "skipped: only root can make a tree and enter it"
        return 1
    fi
    mirror=$(find_mirror)
    if [ -z "$mirror" ]; then
        echo "skipped: apt knows no mirror of Debian"
        return 1
    fi
}

# make_tree SUITE TREE MIRROR: with a copy of the project in /root/ddds. TREES may
# name a folder of trees to copy, SUITE.tar.
make_tree() {
    mkdir -p "$(dirname "$2")"
    if [ -e "${TREES-}/$1.tar" ]; then
        mkdir "$2"
        tar -xf "$TREES/$1.tar" -C "$2"
    else
        debootstrap --variant=minbase "$1" "$2" "$3" >"$2.log" 2>&1 || {
            tail -n 5 "$2.log"
            return 1
        }
    fi
    cp /etc/resolv.conf "$2/etc/resolv.conf"
    for file in /etc/apt/apt.conf.d/*proxy*; do
        [ ! -e "$file" ] || cp "$file" "$2/etc/apt/apt.conf.d/"
    done
    copy_project "$2/root/ddds"
}

# copy_project FOLDER: without builds and history
copy_project() {
    mkdir -p "$1"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$1"
}

# enter TREE COMMAND: runs a command of the shell in the tree's /root/ddds, with
# processes and mounts of its own, which end with it. What is still running then is
# a failure. CONDITION changes the system: no-ipv6, no-shm, no-names. USER_ID runs
# the command as that user.
enter() {
    network=
    [ "${CONDITION-}" != no-ipv6 ] || network=--net
    unshare --mount --pid --fork --kill-child $network sh -eu -c '
        if [ "${CONDITION-}" = no-ipv6 ]; then
            echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
            echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
            ip link set lo up
        fi
        # The tree becomes the root: with chroot, no test could make a namespace.
        mount --bind "$1" "$1"
        cd "$1"
        mount -t proc proc proc
        mount -t sysfs -o ro sysfs sys
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
        pivot_root . .
        umount -l .
        cd /
        case ${CONDITION-} in
        no-shm) mount -t tmpfs -o ro,mode=000,size=4k shm /dev/shm ;;
        *) mount -t tmpfs -o mode=1777 shm /dev/shm ;;
        esac
        if [ "${CONDITION-}" = no-names ]; then
            mount --bind /dev/null /etc/resolv.conf
            [ ! -e /etc/hosts ] || mount --bind /dev/null /etc/hosts
        fi
        status=0
        chroot ${USER_ID:+--userspec="$USER_ID"} / /usr/bin/env -i \
            HOME="${USER_HOME-/root}" PATH=/usr/sbin:/usr/bin:/sbin:/bin \
            LANG=C.UTF-8 http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" \
            sh -c "cd \"${PROJECT-/root/ddds}\" && $2" || status=$?
        # The shell itself is process 1. What is ending has half a minute.
        list_left() {
            for process in /proc/[0-9]*; do
                words=$(tr "\0" " " 2>/dev/null <"$process/cmdline") || continue
                [ "${process##*/}" = 1 ] || [ -z "$words" ] || printf "%s\n" "$words"
            done
        }
        left=/run/left-running
        list_left >"$left"
        waited=0
        while [ -s "$left" ] && [ $waited -lt 30 ]; do
            sleep 1
            waited=$((waited + 1))
            list_left >"$left"
        done
        if [ -s "$left" ]; then
            echo "left running:"
            cat "$left"
            [ $status -ne 0 ] || status=1
        fi
        exit $status' sh "$1" "$2"
}

# A tree is thrown away by its path, below build/trees.
throw_away() {
    case $1 in
    */build/trees/?*) rm -rf --one-file-system "$1" ;;
    esac
}
