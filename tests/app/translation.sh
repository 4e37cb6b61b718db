#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows the window under a catalog in which every vowel has an accent, and looks for plain English in its accessibility tree.
# usage: translation.sh SOURCE-ROOT BUILD-ROOT      exit status 77: something needed for it is not installed
set -euo pipefail

if [ "${1:-}" = --inside ]; then
  source=$2 build=$3 work=$4
  export LOCPATH=$work/catalogs/locale LC_ALL=qps.UTF-8 LANGUAGE=qps EQP_LOCALEDIR=$work/catalogs
  drive() { "$source/tools/ui-drive.py" --timeout 30 "$@"; }

  # A table with a run beside a plain one, and help; then a graph; then a file that asks.
  "$build/src/app/equipoise" "$work/points.csv" --method bkm --seed 1 --run 2>"$work/log" &
  app=$!
  trap 'kill "$app" 2>/dev/null || true' EXIT
  drive wait-for "label:/cónvérgéd/"
  drive click button:Cómpáré
  drive wait-for "list item:/^Rún 2/"
  drive tree >"$work/trees"
  drive key F1
  # Pages of methods are made when they are looked at; the terminal's test reads what all of them say.
  drive tab-to "list item:/^Báláncéd k-méáns, ás públíshéd$/"
  drive key Return
  drive wait-for "label:/^Álgóríthm 1/"
  drive tree >>"$work/trees"
  for data in sample:karate "$work/asks.csv"; do
    kill "$app"
    wait "$app" || true
    "$build/src/app/equipoise" "$data" --run 2>>"$work/log" &
    app=$!
    drive wait-for "frame:/Éqúípóísé/"
    sleep 2
    drive tree >>"$work/trees"
  done
  exit 0
fi

source=$1 build=$2
for tool in Xvfb dbus-daemon xdotool gdbus xgettext msgfmt; do
  command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 77; }
done
/usr/bin/python3 -c 'import gi; gi.require_version ("Atspi", "2.0")' 2>/dev/null || { echo "python3-gi or gir1.2-atspi-2.0 is missing"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$source/tools/pseudo-catalog" "$work/catalogs"
{
  echo 'id,x,y,kind'
  for i in $(seq 40); do
    echo "$i,$((i % 7)).5,$((i % 5)).5,aa"
    echo "$((i + 40)),$((i % 7 + 20)).5,$((i % 5 + 10)).5,bb"
  done
} >"$work/points.csv"
printf 'x;y\n1.000;2.000\n3.500;4.250\n' >"$work/asks.csv"

"$source/tools/ui-run" --timeout 240 --schemas "$build/data" -- "$0" --inside "$source" "$build" "$work" || exit 1
/usr/bin/python3 - "$work/trees" <<'PYTHON'
import re
import sys

# What GTK says itself, under no catalog of its own; works that are cited; what is typed; names of data, formats, types.
KEPT = re.compile(r"'(?:Gtk|Adw|Eqp)\w+'|'\(None\)'|'(?:Minimize|Maximize|Close)'|^application .*|Áftér: .*?\\n|equipoise-cli .*"
                  r"|“[^”]*”|\b(?:points|asks)(?:\.csv)?|\bid\b|UTF-8|ASCII|WINDOWS-1252|CSV|Mr\. Hi|Officers?|\[[^\]]*\]|\baa\b"
                  # Words that a setting takes, in the sentence about it.
                  r"|\b(?:auto|kmeans\+\+|relocate|split|keep|local|mean|none|random|exact)\b")
STATES = re.compile(r"\((?:(?:insensitive|hidden|focused|checked|selected|pressed|modal|expanded)(?:, )?)+\)| of -?\d.*$")
WORD = re.compile(r"[^\W\d_]{2,}")
lines = open(sys.argv[1], encoding="utf-8").read().replace("\\xa0", " ").splitlines()
left = set()
for line in lines:
    said = STATES.sub("", KEPT.sub(" ", line.strip()))
    said = re.sub(r"^[a-z ]+(?=['\"])", "", said)
    said = said.replace("\\n", " ") if re.search("['\"]", said) else ""
    plain = [word for word in WORD.findall(said) if word.isascii() and re.search("[aeiouyAEIOUY]", word)]
    if plain:
        left.add(f"{' '.join(plain)}: {line.strip()[:150]}")
print("\n".join(sorted(left)))
accented = sum("á" in line or "é" in line for line in lines)
sys.exit(bool(left) or accented < 300)
PYTHON
