# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What tools/clean-root and tools/trixie-build share: Debian roots in folders, and commands inside of them.
# Sourced after tools/lib.sh. A command in a root has mounts and processes of its own, so that nothing of either is left
# when it ends, is interrupted or is killed.

# check_can_root: ends the program where roots cannot be made
check_can_root() {
  [ "$(id -u)" = 0 ] || die "must run as root (chroot)"
  command -v debootstrap >/dev/null || die "debootstrap is missing (Debian package debootstrap)"
  unshare --mount --pid --fork true 2>/dev/null || die "namespaces of mounts and processes are not allowed here (a container?)"
}

# quietly LOG COMMAND...: its output is shown only when it fails
quietly() {
  local log=$1
  shift
  "$@" >"$log" 2>&1 || { tail -n 30 "$log" >&2; die "failed: $1 ... (all of it is in $log)"; }
}

# lock FILE: held until this program ends
lock() {
  exec 9>"$1"
  flock -w 1200 9 || die "another run has held $1 for 20 minutes"
}

# make_root SUITE FOLDER: a minimal root of Debian in a new folder, from the mirror of this machine's apt if it has one
make_root() {
  local mirror
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } |
    grep -v '^ *#' | grep -om 1 '[a-z+]*:/[^ ]*/debian/*\( \|$\)') || true
  rm -rf --one-file-system "$2"
  mkdir -p "$2"
  # shellcheck disable=SC2086 # no word or one
  quietly "$2.log" debootstrap --variant=minbase "$1" "$2" $mirror
  rm -f "$2.log"
  printf '#!/bin/sh\nexit 101\n' >"$2/usr/sbin/policy-rc.d" # no services in here
  chmod +x "$2/usr/sbin/policy-rc.d"
}

# copy_checkout SOURCE TARGET: tracked and new files only, so that build folders of this machine stay outside
copy_checkout() {
  local source=$1 target=$2
  rm -rf "$target"
  mkdir -p "$target"
  # Root may look at the checkout of someone else.
  local git=(git -c safe.directory='*' -C "$source")
  if "${git[@]}" rev-parse >/dev/null 2>&1; then
    "${git[@]}" ls-files -z --cached --others --exclude-standard |
      (cd "$source" || exit; xargs -0 ls -d 2>/dev/null || true) | tar -C "$source" -cf - -T - | tar -C "$target" -xf - --no-same-owner
  else
    tar -C "$source" -cf - --exclude='./_build*' . | tar -C "$target" -xf - --no-same-owner
  fi
}

# inside ROOT VARIABLE=VALUE... COMMAND...: runs the command in the root; its status
inside() {
  local root=$1 status=0
  shift
  # In the background, so that a signal is noticed at once. Only there SIGINT is ignored, which the command must not inherit.
  # shellcheck disable=SC2016 # for the shell that is started
  env --default-signal=INT,QUIT unshare --mount --pid --fork --kill-child sh -euc '
    root=$1
    shift
    cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm"
    status=0
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@" || status=$?
    exit "$status"' sh "$root" TERM="${TERM:-dumb}" "$@" <&0 9>&- &
  inside_now=$!
  wait "$inside_now" || status=$?
  inside_now=""
  return "$status"
}

# leave_root: ends what still runs inside
leave_root() {
  [ -n "$inside_now" ] || return 0
  kill -KILL "$inside_now" 2>/dev/null || true # its first process, and with that the whole of the namespace, goes with it
  wait "$inside_now" 2>/dev/null || true
  inside_now=""
}

inside_now=""
trap leave_root EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
