#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that desktops read about the program, and its templates, are valid.

usage: test-data-files.py SOURCE-ROOT BUILD-ROOT     prints TAP
A checker that is not installed is skipped.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

APP_ID = "io.github.equipoise.Equipoise"


def check(*command):
    """None when the checker is missing, otherwise what it complained about."""
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
    return (done.stdout + done.stderr).splitlines() or ["failed"] if done.returncode else []


def schema(source, build):
    with tempfile.TemporaryDirectory() as target:
        return check("glib-compile-schemas", "--strict", f"--targetdir={target}", source / "data")


def desktop(source, build):
    return check("desktop-file-validate", build / "data" / f"{APP_ID}.desktop")


def metainfo(source, build):
    return check("appstreamcli", "validate", "--no-net", build / "data" / f"{APP_ID}.metainfo.xml")


def icons(source, build):
    return check("xmllint", "--noout", *sorted((source / "data/icons").glob("*/*.svg")))


def templates(source, build):
    return check("xmllint", "--noout", *sorted((source / "data/ui").glob("*.ui")))


def resources(source, build):
    """Each template and icon is in the resource file, under its own name."""
    text = (source / "data/equipoise.gresource.xml").read_text()
    names = [f"ui/{p.name}" for p in (source / "data/ui").glob("*.ui")]
    names += [f"icons/{p.parent.name}/{p.name}" for p in (source / "data/icons").glob("*/*.svg")]
    return [f"{name} is not in equipoise.gresource.xml" for name in names if f">{name}<" not in text]


def shortcuts(source, build):
    """Each action that the shortcuts window names exists."""
    code = "".join(p.read_text() for p in (source / "src/app").rglob("*.c"))
    known = {"window.close", *re.findall(r'"(win\.[a-z-]+)"', code)}
    known |= {f"app.{name}" for name in re.findall(r'\{ "([a-z-]+)", ', code)}
    text = (source / "data/ui/help-overlay.ui").read_text()
    used = re.findall(r'<property name="action-name">([^<]+)<', text)
    return [f"there is no action {name}" for name in used if name.split("::")[0] not in known] or ([] if used else ["no actions found"])


def floor(source, build):
    """Templates ask for no newer GTK and libadwaita than the program does."""
    found = []
    for path in sorted((source / "data/ui").glob("*.ui")):
        for library, version in re.findall(r'<requires lib="([^"]+)" version="([^"]+)"', path.read_text()):
            if version != {"gtk": "4.8", "libadwaita": "1.2"}.get(library):
                found.append(f"{path.name} asks for {library} {version}")
    return found


def main(source, build):
    checks = [schema, desktop, metainfo, icons, templates, resources, shortcuts, floor]
    print(f"1..{len(checks)}")
    failed = False
    for number, test in enumerate(checks, 1):
        errors = test(source, build)
        for error in errors or []:
            print(f"# {error}")
        failed = failed or bool(errors)
        skip = " # SKIP its checker is not installed" if errors is None else ""
        print(f"{'not ok' if errors else 'ok'} {number} /app/data-files/{test.__name__}{skip}")
    return failed


if __name__ == "__main__":
    sys.exit(main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:3])))
