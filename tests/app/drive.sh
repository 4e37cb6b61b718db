#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Drives the real program through its accessibility tree, with mouse and keys, on a desktop of its own.
# usage: drive.sh SOURCE-ROOT BUILD-ROOT [keys]      exit status 77: something needed for it is not installed
# With "keys" by keyboard alone.
set -euo pipefail

if [ "${1:-}" = --inside ]; then
  source=$2 build=$3 work=$4 way=$5
  if [ "$way" = keys ]; then data=(); else data=(sample:digits --seed 1); fi
  "$build/src/app/equipoise" --method bkm "${data[@]}" 2>"$work/log" &
  app=$!
  trap 'kill "$app" 2>/dev/null || true; cat "$work/log" >&2' EXIT
  drive() { "$source/tools/ui-drive.py" --timeout 100 "$@"; }

  if [ "$way" = keys ]; then
    sed "s|POINTS|$work/points.csv|; s|BROKEN|$work/broken.csv|; s|PICTURE|$work/picture.png|; s|TABLE|$work/table.csv|" \
      "$source/tests/app/drive-keys.txt" >"$work/keys.txt"
    drive run "$work/keys.txt"
  else
    drive run "$source/tests/app/drive-run.txt"

    # A table is opened, a broken one leaves it open, and the picture is saved.
    drive click button:Open
    drive choose-file "$work/points.csv"
    drive wait-for "frame:/^points/"
    drive click button:Run
    drive wait-for "label:/converged/"
    drive click button:Open
    drive choose-file "$work/broken.csv"
    drive wait-for "label:/line 3/"
    drive wait-for "frame:/^points/"
    drive click button:Dismiss
    drive wait-gone "label:/line 3/"
    # A folder of images.
    drive key ctrl+shift+o
    drive choose-file "$work/images"
    drive wait-for "frame:/^images/"
    drive click "button:Export Picture"
    drive choose-file "$work/picture.png"
    drive wait-for "label:/picture.png/"
  fi
  if [ "$way" = keys ] && [ "$(grep -c ',[12],' "$work/table.csv")" != 60 ]; then
    echo "the table has not 60 rows with their cluster" >&2
    exit 1
  fi
  for _ in $(seq 300); do
    [ ! -s "$work/picture.png" ] || break
    sleep 0.1
  done
  [ -s "$work/picture.png" ] || { echo "the picture was not written" >&2; exit 1; }

  drive key ctrl+q
  for _ in $(seq 100); do
    kill -0 "$app" 2>/dev/null || break
    sleep 0.1
  done
  wait "$app"
  # GTK 4.8 says this when a screen reader asks for a widget at the very moment it appears; nothing else may be said.
  if grep -E 'WARNING|CRITICAL' "$work/log" | grep -v 'g_variant_is_object_path'; then exit 1; fi
  exit 0
fi

source=$1 build=$2 way=${3:-mouse}
for tool in Xvfb dbus-daemon xdotool gdbus; do
  command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 77; }
done
/usr/bin/python3 -c 'import gi; gi.require_version ("Atspi", "2.0")' 2>/dev/null || { echo "python3-gi or gir1.2-atspi-2.0 is missing"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  echo 'x,y,kind'
  for i in $(seq 40); do
    echo "$((i % 7)).$i,$((i % 5)).5,left"
    [ "$i" -gt 20 ] || echo "$((i % 7 + 20)).$i,$((i % 5 + 10)).5,right"
  done
} >"$work/points.csv"
for kind in dark light; do
  mkdir -p "$work/images/$kind"
  for i in 1 2 3; do
    printf 'P2\n2 2\n9\n%d 1 2 %d\n' "$i" "$([ "$kind" = dark ] && echo 0 || echo 9)" >"$work/images/$kind/$i.pgm"
  done
done
printf 'x,y,z\n1,2,3\n4,5,6,7,8\n9,10,11\n' >"$work/broken.csv"

"$source/tools/ui-run" --schemas "$build/data" --timeout 1100 -- "$0" --inside "$source" "$build" "$work" "$way"
