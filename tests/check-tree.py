#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Facts about the files of the project that no compiler checks.

usage: check-tree.py SOURCE-ROOT     prints TAP
"""
import os
import pathlib
import re
import sys

LONGEST = 800
WIDEST = 120
LICENSE = "SPDX-License-Identifier: "
SOURCE = {".c", ".h", ".py", ".sh", ".build", ".ui", ".css", ".supp"}
SKIPPED = re.compile(r"^(\.git|_?build.*|__pycache__)$")


def files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not SKIPPED.match(f) or f == "build-aux"]
        for name in names:
            yield pathlib.Path(folder, name)


def is_source(path):
    if path.suffix in SOURCE:
        return True
    with open(path, "rb") as start:
        return path.suffix == "" and start.read(2) == b"#!"


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def license_lines(root, sources):
    return [f"{p.relative_to(root)} has no SPDX line in its first five lines" for p in sources
            if LICENSE not in "\n".join(read(p).split("\n", 5)[:5])]


def lengths(root, sources):
    return [f"{p.relative_to(root)} has {n} lines, more than {LONGEST}" for p in sources
            if (n := read(p).count("\n")) > LONGEST]


def widths(root, sources):
    return [f"{p.relative_to(root)}:{i} has {len(line)} columns, more than {WIDEST}" for p in sources
            if p.suffix in (".c", ".h") and p.is_relative_to(root / "src")
            for i, line in enumerate(read(p).split("\n"), 1) if len(line) > WIDEST]


def banners(root, sources):
    """Each C file says at its top what it is for."""
    return [f"{p.relative_to(root)} has no banner comment below its license line" for p in sources
            if p.suffix == ".c" and not re.match(r"/\* SPDX[^\n]*\*/\n(?:\n)?/\*(?!\*)", read(p))
            and p.is_relative_to(root / "src")]


def tests_listed(root, sources):
    found = []
    for path in sources:
        if path.suffix == ".c" and path.name.startswith("test-") and path.is_relative_to(root / "tests"):
            table = read(path.parent / "meson.build")
            name = path.stem[len("test-"):]
            if f"'{name}'" not in table and f"'{path.name}'" not in table:
                found.append(f"{path.relative_to(root)} is not in the meson.build beside it")
    return found


def translated(root, sources):
    """Every file with translatable text is in POTFILES.in, and nothing else."""
    listed = {line.strip() for line in read(root / "po/POTFILES.in").splitlines()
              if line.strip() and not line.startswith(("#", "/*"))}
    found = [f"po/POTFILES.in names {name}, which does not exist" for name in sorted(listed)
             if not (root / name).exists()]
    for path in sources:
        name = str(path.relative_to(root))
        text = read(path)
        marked = (path.suffix == ".c" and name.startswith("src/") and
                  re.search(r"\b(?:C?_|N_|ngettext|g_dngettext|g_dpgettext2?)\s*\(\s*(?:GETTEXT_PACKAGE,\s*)?\"", text))
        marked = marked or (path.suffix == ".ui" and 'translatable="' in text)
        if marked and name not in listed:
            found.append(f"{name} has translatable text and is not in po/POTFILES.in")
    return found


def open_ends(root, sources):
    return [f"{p.relative_to(root)} has an open end ({m[0]})" for p in sources
            if not p.name.startswith("check-") and (m := re.search(r"\b(TODO|FIXME|XXX)\b", read(p)))]


def main(root):
    sources = sorted(p for p in files(root) if is_source(p))
    checks = [license_lines, lengths, widths, banners, tests_listed, translated, open_ends]
    print(f"1..{len(checks) + 1}")
    bad = not sources
    print(f"{'not ok' if bad else 'ok'} 1 /checks/tree/sources-found")
    for i, check in enumerate(checks, 2):
        errors = check(root, sources)
        bad = bad or bool(errors)
        for error in errors:
            print(f"# {error}")
        print(f"{'not ok' if errors else 'ok'} {i} /checks/tree/{check.__name__.replace('_', '-')}")
    return bad


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
