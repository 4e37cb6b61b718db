#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tools/lib.sh installs covers what the meson.build files ask for, so that tools/run works on a bare machine.

Programs and modules that Meson needs without a condition have to be a sign of a row of "base"; below `if build_gui`
those of "gui" count too. The group "test" never does, for tools/run configures the tests as well.

usage: check-needs.py SOURCE-ROOT     prints TAP; a planted violation of each rule must be found first
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# What Meson itself wants before it reads a line.
FIRST = ["meson", "ninja", "pkg-config", "cc"]
# In every system.
ALWAYS = {"awk", "sh"}
# Dependencies that Meson finds by a program of theirs.
BY_PROGRAM = {"hdf5": "h5cc"}
# What functions of Meson's modules run; a function that is not here is a violation, so that someone looks it up.
MODULES = {
    "gnome.compile_resources": ["glib-compile-resources"],
    "gnome.compile_schemas": ["glib-compile-schemas"],
    "gnome.post_install": [],
    "i18n.gettext": ["msgfmt", "msginit", "msgmerge", "xgettext"],
    "i18n.merge_file": ["msgfmt"],
    "python.find_installation": ["python3"],
}
POST_INSTALL = {
    "glib_compile_schemas": "glib-compile-schemas",
    "gtk_update_icon_cache": "gtk-update-icon-cache",
    "update_desktop_database": "update-desktop-database",
    "update_mime_database": "update-mime-database",
}
PREPROCESS = {"xml-stripblanks": "xmllint", "to-pixdata": "gdk-pixbuf-pixdata", "json-stripblanks": "json-glib-format"}

STRING = r"'(?:[^'\\]|\\.)*'"
CALL = re.compile(rf"{STRING}|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\(")


def rows(root):
    """(group, package, signs) of the table in tools/lib.sh"""
    table = re.search(r"^needs='\n(.*?)^'", (root / "tools/lib.sh").read_text(encoding="utf-8"), re.M | re.S)
    return [(words[0], words[1], words[2:]) for words in map(str.split, table[1].splitlines())] if table else []


def without_comments(text):
    return re.sub(rf"({STRING})|#[^\n]*", lambda m: m[1] or "", text)


def arguments(text, start):
    """What stands between the parenthesis that opens before start and the one that closes it"""
    depth = 1
    for m in re.finditer(rf"{STRING}|[()]", text[start:]):
        depth += {"(": 1, ")": -1}.get(m[0], 0)
        if depth == 0:
            return text[start:start + m.start()]
    return text[start:]


def calls(root, folder, gui=False, modules={}):
    """(place, function, arguments, only with the window) of this folder's meson.build and of those that it leads to"""
    path = folder / "meson.build"
    text = without_comments(path.read_text(encoding="utf-8"))
    modules = {**modules, **dict(re.findall(r"(\w+)\s*=\s*import\s*\(\s*'(\w+)'\s*\)", text))}
    text = re.sub(r"import\s*\(\s*'(\w+)'\s*\)\s*\.", r"\1.", text)
    tests = []  # one a nested if: whether its present branch is for the window only
    place = 0
    for m in re.finditer(rf"^[ \t]*(if|elif|else|endif)\b([^\n]*)|{CALL.pattern}", text, re.M):
        if m[1]:
            with_gui = bool(re.search(r"(?<!not )\bbuild_gui\b", m[2])) and " or " not in m[2]
            if m[1] == "if":
                tests.append(with_gui)
            elif m[1] == "endif":
                tests.pop()
            else:
                tests[-1] = with_gui
            inner = [(c[1], c.end()) for c in CALL.finditer(m[2]) if c[1]]
            found = [(name, arguments(m[2], end)) for name, end in inner]
        else:
            found = [(m[3], arguments(text, m.end()))] if m[3] else []
        for name, inside in found:
            if name == "subdir":
                yield from calls(root, folder / inside.strip().strip("'"), gui or any(tests), modules)
            owner, _, function = name.rpartition(".")
            owner = modules.get(owner, owner)
            yield path.relative_to(root), f"{owner}.{function}" if owner else function, inside, gui or any(tests)


def asked(root):
    """(place, what, [signs, one of which is enough], only with the window); without signs it cannot be judged"""
    for sign in FIRST:
        yield "Meson", sign, [sign], False
    for place, function, inside, gui in calls(root, root):
        names = [string[1:-1] for string in re.findall(STRING, re.split(r"\b\w+\s*:", inside)[0])]
        required = re.search(r"\brequired:\s*(false|get_option\s*\(\s*'gui'\s*\))?", inside)
        if required and required[1] == "false":
            continue
        gui = gui or bool(required and required[1])
        folder = root / place.parent
        if function == "dependency":
            yield place, f"dependency {', '.join(names)}", [BY_PROGRAM.get(n, f"pc:{n}") for n in names], gui
        elif function in ("find_program", "run_command"):
            names = names if function == "find_program" else names[:1]
            if not any((folder / n).is_file() for n in names):
                yield place, f"program {', '.join(names)}", names, gui
        elif function.endswith(".find_library"):
            yield place, f"library {', '.join(names)}, which no sign can tell: required: false or a dependency", [], gui
        elif function in ("custom_target", "run_target", "generator"):
            command = re.search(rf"\bcommand:\s*\[?\s*({STRING})", inside)
            program = command[1] if command and function != "generator" else None
            if program:
                yield place, f"program {program[1:-1]}", [program[1:-1]], gui
        elif function.split(".")[0] in {name.split(".")[0] for name in MODULES} and "." in function:
            if function not in MODULES:
                yield place, f"{function}, of which this check does not know what it runs", [], gui
            signs = list(MODULES.get(function, []))
            if function == "gnome.post_install":
                for key, value in re.findall(r"(\w+):\s*(\w+)", inside):
                    signs += [POST_INSTALL[key]] if value != "false" and key in POST_INSTALL else []
            for name in names if function == "gnome.compile_resources" else []:
                if name.endswith(".xml"):
                    for how in sorted(set(re.findall(r'preprocess="([^"]+)"', (folder / name).read_text(encoding="utf-8")))):
                        signs += [PREPROCESS[each] for each in how.split(",")]
            for sign in signs:
                yield place, f"{sign} for {function}", [sign], gui


def violations(root):
    table = rows(root)
    signs = {group: {sign for g, _, all_signs in table if g == group for sign in all_signs} for group in ("base", "gui")}
    found, used = [], set()
    for place, what, enough, gui in asked(root):
        have = ALWAYS | signs["base"] | (signs["gui"] if gui else set())
        used |= set(enough)
        if not have & set(enough):
            found.append(f"{place}: {what}; not in {'base and gui' if gui else 'base'} of tools/lib.sh")
    found += [f"tools/lib.sh: {package} has no sign, not even -" for _, package, all_signs in table if not all_signs]
    # Optional ones may be installed as well.
    optional = {f"pc:{name}" for _, function, inside, _ in calls(root, root) if function == "dependency"
                for name in re.findall(r"^\s*'([^']+)'", inside)}
    for group in signs:
        stale = sorted(s for s in signs[group] if s.startswith("pc:") and s not in used | optional)
        found += [f"tools/lib.sh: no meson.build asks for {sign}" for sign in stale]
    return found if table else ["tools/lib.sh has no table of needs"]


def as_meson_reads(root):
    """The dependencies that this check sees are those that Meson itself sees."""
    meson = shutil.which("meson")
    if not meson:
        return None
    done = subprocess.run([meson, "introspect", "--scan-dependencies", root / "meson.build"], capture_output=True, text=True)
    if done.returncode:
        return done.stderr.splitlines() or ["meson introspect failed"]
    theirs = {entry["name"] for entry in json.loads(done.stdout)}
    ours = {name for _, function, inside, _ in calls(root, root) if function == "dependency"
            for name in re.findall(r"^\s*'([^']+)'", inside)}
    return [f"only {'Meson' if name in theirs else 'this check'} sees the dependency {name}" for name in sorted(theirs ^ ours)]


def signs_true(root):
    """On Debian: what the table calls the sign of a package that is installed, is there."""
    if not shutil.which("dpkg-query"):
        return None
    lists = [subprocess.run(["bash", "-c", f'. "$1/tools/lib.sh"; {how} missing base gui test', "bash", root],
                            capture_output=True, text=True, check=True).stdout.split() for how in ("", "debian=")]
    return [f"tools/lib.sh: {package} is installed, but not all of its signs are there" for package in lists[1]
            if package not in lists[0]]


SOUND = {
    "tools/lib.sh": """needs='
base gcc cc
base meson meson
base ninja-build ninja
base pkgconf pkg-config
base python3 python3
base gettext msgfmt msginit msgmerge xgettext
base libglib2.0-dev pc:glib-2.0 glib-compile-resources
base libhdf5-dev h5cc
base fonts -
gui libgtk-4-dev pc:gtk4
gui libglib2.0-bin glib-compile-schemas
gui libxml2-utils xmllint
test desktop-file-utils update-desktop-database
'
""",
    "meson.build": """project('a', 'c') # dependency('spoken-of')
m_dep = cc.find_library('m', required: false)
glib_dep = dependency('glib-2.0', version: '>= 2')
hdf5_dep = dependency('hdf5', language: 'c')
other_dep = dependency('other', required: false)
gtk_dep = dependency('gtk4', required: get_option('gui'))
build_gui = gtk_dep.found()
gnome = import('gnome')
subdir('data')
subdir('tests')
""",
    "data/meson.build": """if build_gui
  gnome.compile_resources('a', 'a.gresource.xml', c_name: 'a')
  gnome.post_install(glib_compile_schemas: true, update_desktop_database: false)
endif
""",
    "data/a.gresource.xml": '<file preprocess="xml-stripblanks">a.ui</file>\n',
    "tests/meson.build": """python = import('python').find_installation('python3')
test('drive', find_program('drive.sh'))
""",
    "tests/drive.sh": "#!/bin/sh\n",
}
# file, what is replaced in it (nothing: at the end), by what
PLANTED = {
    "dependency": ("meson.build", "", "x = dependency('x11')\n"),
    "dependency-of-the-window": ("meson.build", "", "x = dependency('x11', required: get_option('gui'))\n"),
    "window-only-in-base": ("meson.build", "", "find_program('xmllint')\n"),
    "program": ("tests/meson.build", "", "find_program('xdotool', 'ydotool')\n"),
    "program-of-tests": ("data/meson.build", "database: false", "database: true"),
    "program-in-a-condition": ("meson.build", "", "if find_program('x').found()\nendif\n"),
    "program-run": ("meson.build", "", "run_command('sed', '-n', check: true)\n"),
    "program-of-a-target": ("meson.build", "", "custom_target('a', output: 'b',\n  command: ['asciidoc', '@INPUT@'])\n"),
    "otherwise": ("data/meson.build", "endif", "else\n  find_program('xmllint')\nendif"),
    "after-the-condition": ("data/meson.build", "endif", "endif\nfind_program('xmllint')"),
    "library": ("meson.build", "", "x = cc.find_library('x')\n"),
    "module-function": ("meson.build", "", "gnome.generate_gir('x')\n"),
    "module-by-another-name": ("tests/meson.build", "", "i = import('i18n')\ni.itstool_join()\n"),
    "module-of-the-folder-above": ("tests/meson.build", "", "gnome.generate_gir('x')\n"),
    "schemas-without-a-window": ("meson.build", "", "gnome.compile_schemas()\n"),
    "stripped-without-a-window": ("meson.build", "", "gnome.compile_resources('b', 'data/a.gresource.xml')\n"),
    "no-compiler": ("tools/lib.sh", "base gcc cc\n", ""),
    "no-sign": ("tools/lib.sh", "base fonts -", "base fonts"),
    "stale-sign": ("tools/lib.sh", "base fonts -", "base fonts -\nbase libx-dev pc:x"),
}


def planted(path=None, old="", new=""):
    """Violations in a small sound tree with one change."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in SOUND.items():
            if name == path:
                assert old in text
                text = text.replace(old, new) if old else text + new
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return violations(root)


def main(root):
    points = [("sound-tree", planted())]
    for name, change in PLANTED.items():
        found = planted(*change)
        points.append((f"finds/{name}", [] if len(found) == 1 else [f"expected one violation, found {found}"]))
    points += [("source", violations(root)), ("as-meson-reads", as_meson_reads(root)), ("signs-true", signs_true(root))]
    print(f"1..{len(points)}")
    for i, (name, errors) in enumerate(points, 1):
        for error in errors or []:
            print(f"# {error}")
        skip = " # SKIP meson or dpkg is not there" if errors is None else ""
        print(f"{'not ok' if errors else 'ok'} {i} /checks/needs/{name}{skip}")
    return any(errors for _, errors in points)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
