# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What tools/run and tools/test share: finding and installing what is missing, configuring and building.
# Sourced by them with $me, the name that stands in front of messages.

me=${me:-tools}
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$top/_build

# GTK, Meson and git look for a home; a service may have none.
if [ -z "${HOME:-}" ]; then
  HOME=$(getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6) || true
  [ -d "${HOME:-}" ] || HOME=/
  export HOME
fi

say() { printf '%s: %s\n' "$me" "$*"; }
die() { printf '%s: %s\n' "$me" "$*" >&2; exit 1; }

# group, Debian package, and how any system shows that it is there: commands and pkg-config modules (pc:), all of them.
# "base" builds the terminal program, "gui" the window, "test" runs the window without a screen.
# tests/check-needs.py finds here whatever Meson asks for; the tests are configured with the programs, so none of that
# may be left to "test".
needs='
base gcc                 cc
base libc6-dev           -
base pkgconf             pkg-config
base meson               meson
base ninja-build         ninja
base python3             python3
base gettext             msgfmt msginit msgmerge xgettext
base libglib2.0-dev      pc:glib-2.0 pc:gobject-2.0 pc:gio-2.0 pc:gio-unix-2.0
base libglib2.0-dev-bin  glib-compile-resources
base libjson-glib-dev    pc:json-glib-1.0
base libcairo2-dev       pc:cairo
base libpango1.0-dev     pc:pangocairo
base libopenblas-dev     pc:openblas
base libjpeg-dev         pc:libjpeg
base libpng-dev          pc:libpng
base libtiff-dev         pc:libtiff-4
base libarchive-dev      pc:libarchive
base libhdf5-dev         h5cc
base libmatio-dev        pc:matio
base libigraph-dev       pc:igraph
base libmetis-dev        -
base fonts-dejavu-core   -
gui  libgtk-4-dev        pc:gtk4
gui  libadwaita-1-dev    pc:libadwaita-1
gui  libglib2.0-bin      glib-compile-schemas gdbus
gui  libxml2-utils       xmllint
gui  gtk-update-icon-cache gtk-update-icon-cache
gui  desktop-file-utils  update-desktop-database desktop-file-validate
gui  shared-mime-info    update-mime-database
gui  adwaita-icon-theme  -
gui  librsvg2-common     -
gui  at-spi2-core        -
test appstream           appstreamcli
test bzip2               bzip2
test xz-utils            xz
test xvfb                Xvfb
test dbus                dbus-uuidgen
test dbus-daemon         dbus-daemon
test fonts-cantarell     -
test openbox             openbox
test picom               picom
test xdotool             xdotool
test x11-utils           xprop
test imagemagick         import
test python3-gi          -
test gir1.2-atspi-2.0    -
'

# packages GROUP...: the Debian packages of these groups
packages() {
  local group package rest
  while read -r group package rest; do
    case " $* " in *" $group "*) echo "$package" ;; esac
  done <<<"$needs"
}

# missing GROUP...: the packages of these groups that are not there
missing() {
  local group package signs sign installed=""
  if [ -n "$debian" ]; then
    # shellcheck disable=SC2046 # one word a package
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $(packages "$@") 2>/dev/null) || true
  fi
  while read -r group package signs; do
    case " $* " in *" ${group:--} "*) ;; *) continue ;; esac
    if [ -n "$debian" ]; then
      case $'\n'$installed$'\n' in *$'\n'"installed $package"$'\n'*) ;; *) echo "$package" ;; esac
    else
      for sign in $signs; do
        case $sign in
          -) ;;
          pc:*) pkg-config --exists "${sign#pc:}" 2>/dev/null ;;
          *) command -v "$sign" >/dev/null ;;
        esac || { echo "$package"; break; }
      done
    fi
  done <<<"$needs"
}

# install PACKAGE...: with apt-get, as root or through sudo; false when that is not possible
install() {
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || return 1
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  say "installing $# packages: $*"
  local log
  log=$(mktemp)
  "${as_root[@]}" apt-get -q update >"$log" 2>&1 ||
    say "the package lists could not be refreshed ($(grep -m 1 '^E:' "$log")); going on with the old ones"
  "${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "$@" >"$log" 2>&1 ||
    { tail -n 5 "$log" >&2; rm -f "$log"; return 1; }
  rm -f "$log"
}

# need GROUP...: installs what these groups lack. Without base nothing works; without gui the terminal program does.
need() {
  local lack
  mapfile -t lack < <(missing "$@")
  [ "${#lack[@]}" -gt 0 ] || return 0
  if [ -n "$debian" ]; then
    install "${lack[@]}" || true
    mapfile -t lack < <(missing "$@")
    # One package that cannot be had must not keep the others away.
    if [ "${#lack[@]}" -gt 0 ] && [ -n "$(missing base)" ]; then
      # shellcheck disable=SC2046 # one word a package
      install $(missing base) || true
    fi
    mapfile -t lack < <(missing "$@")
  fi
  [ "${#lack[@]}" -gt 0 ] || return 0
  if [ -n "$debian" ]; then
    say "these packages are missing and could not be installed: ${lack[*]}" >&2
  else
    say "this is not a Debian or Ubuntu system; install what these Debian packages hold, under your system's names: ${lack[*]}" >&2
  fi
  case " $* " in *" test "*) exit 1 ;; esac
  [ -z "$(missing base)" ] && [ -n "$debian" ] || exit 1
  say "going on without them; the window may be missing" >&2
}

debian=""
! { command -v apt-get && command -v dpkg-query; } >/dev/null 2>&1 || debian=yes

# configure FOLDER OPTION...: makes the build folder, and makes it anew when source, options or GTK are others now
configure() {
  local folder=$1 stamp
  shift
  stamp="$top|$*|$(meson --version)|$(pkg-config --modversion gtk4 libadwaita-1 2>/dev/null | tr '\n' ' ')"
  [ -f "$folder/build.ninja" ] && [ "$(cat "$folder/.configured" 2>/dev/null)" = "$stamp" ] && return
  if [ -e "$folder" ] && [ ! -w "$folder" ]; then
    die "$folder belongs to another user; remove it or run as that user"
  fi
  say "configuring ${folder##*/}"
  rm -rf "$folder"
  mkdir -p "$folder"
  if ! meson setup "$folder" "$top" "$@" >"$folder/setup.log" 2>&1; then
    tail -n 20 "$folder/setup.log" >&2
    die "the project could not be configured; all that Meson said is in $folder/setup.log"
  fi
  printf '%s\n' "$stamp" >"$folder/.configured"
}

# compile FOLDER [TARGET...]: builds; silent when there is nothing to do, and shows warnings and the first error
compile() {
  local folder=$1 ninja
  shift
  ninja=$(command -v ninja || command -v ninja-build) || die "ninja is missing"
  ! "$ninja" -C "$folder" -n "$@" 2>&1 | grep -q 'no work to do' || return 0
  say "building ${folder##*/} (a minute when it is new)"
  if ! "$ninja" -C "$folder" "$@" >"$folder/build.log" 2>&1; then
    { grep -m 1 -A 30 '^FAILED:' "$folder/build.log" || tail -n 30 "$folder/build.log"; } >&2
    die "the build failed; all of it is in $folder/build.log"
  fi
  ! grep 'warning:' "$folder/build.log" >&2 || true
}

# Optimized, with symbols, so that a crash report names lines.
prepare() {
  configure "$build" --buildtype=release -Ddebug=true -Dgui=auto
  compile "$build"
}
