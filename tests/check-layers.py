#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the source to the dependency rule of ARCHITECTURE.md by reading every #include and every start of a thread.

usage: check-layers.py SOURCE-ROOT     prints TAP; a planted violation of each rule must be found first
"""
import pathlib
import re
import sys
import tempfile

TOOLKIT = r"gtk/|gdk/|gsk/|adwaita"
DRAWING = r"cairo|pango"

# layer: the layers whose headers it may include, and the system headers it may not
LAYERS = {
    "core": ({"core"}, f"{TOOLKIT}|{DRAWING}"),
    "draw": ({"draw"}, TOOLKIT),
    "widgets": ({"widgets", "draw"}, None),
    "session": ({"session", "core"}, f"{TOOLKIT}|{DRAWING}"),
    "app": ({"app", "session", "widgets", "draw", "core"}, None),
    "cli": ({"cli", "session", "core", "draw"}, TOOLKIT),
}

# Only presenters translate between core and widgets. Others need a reason.
BOTH_ALLOWED = {}

THREAD = re.compile(r"\b(g_thread_(?:try_)?new|g_thread_pool_new\w*|g_task_run_in_thread\w*|pthread_create)\b")
THREAD_ALLOWED = {"core": {"eqp-parallel.c"}, "draw": set(), "widgets": set()}
WIDGETS_NEVER = re.compile(r"\b(g_settings_\w+|g_file_(?:new|get|load|read)\w*|fopen)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def layer_of(path, source):
    return path.relative_to(source).parts[0]


def room_of(path, source):
    return str(path.relative_to(source).parent)


def circles(arrows):
    """Sets of rooms that need each other, directly or by a way around."""
    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for room in arrows.get(todo.pop(), ()):
                if room not in seen:
                    seen.add(room)
                    todo.append(room)
        return seen
    reach = {room: reached(room) for room in arrows}
    rings = {frozenset({a} | {b for b in reach[a] if a in reach.get(b, ())}) for a in arrows if a in reach[a]}
    return sorted(sorted(ring) for ring in rings)


def violations(root):
    source = root / "src"
    files = sorted(p for p in source.rglob("*.[ch]"))
    headers = {}
    for path in files:
        if path.suffix == ".h":
            headers.setdefault(path.name, []).append(path)
    found = []
    names, arrows = {}, {}
    for path in files:
        if path.name in names:
            found.append(f"{path.relative_to(root)}: the name is taken by {names[path.name].relative_to(root)}")
        names.setdefault(path.name, path)
    for path in files:
        layer = layer_of(path, source)
        if layer not in LAYERS:
            found.append(f"{path.relative_to(root)}: src/{layer} is no layer")
            continue
        allowed, forbidden = LAYERS[layer]
        text = path.read_text(encoding="utf-8")
        code = COMMENT.sub(" ", text)
        seen = set()

        def report(what):
            found.append(f"{path.relative_to(root)}: {what}")

        for bracket, name in INCLUDE.findall(code):
            own = [h for h in headers.get(name.rsplit("/", 1)[-1], []) if str(h).endswith("/" + name.replace("../", ""))]
            if bracket == '"' and own:
                targets = {layer_of(h, source) for h in own}
                target = layer if layer in targets else min(targets)
                seen.add(target)
                if target == layer and room_of(own[0], source) != room_of(path, source):
                    arrows.setdefault(room_of(path, source), set()).add(room_of(own[0], source))
                if target not in allowed:
                    report(f"{layer} may not include {name} of {target}")
                elif target == "core" and layer != "core" and not name.endswith("eqp-core.h"):
                    report(f"includes {name}; other layers include eqp-core.h only")
            elif forbidden and re.match(forbidden, name):
                report(f"{layer} may not include <{name}>")
        if layer == "app" and {"core", "widgets"} <= seen:
            if not path.name.startswith("eqp-presenter-") and path.name not in BOTH_ALLOWED:
                report("includes both core and widgets; that is for eqp-presenter-* only")
        starts = THREAD.search(code)
        if starts and layer in THREAD_ALLOWED and path.name not in THREAD_ALLOWED[layer]:
            report(f"{starts[1]}: {layer} starts no threads here")
        if layer == "widgets" and WIDGETS_NEVER.search(code):
            report(f"{WIDGETS_NEVER.search(code)[1]}: widgets know no settings and no files")
    for ring in circles(arrows):
        found.append(f"{', '.join(ring)} need each other; make one way of it")
    return found, len(files)


PLANTED = {
    "core-includes-gtk": ("core/base/eqp-a.c", "#include <gtk/gtk.h>\n"),
    "core-includes-cairo": ("core/base/eqp-a.c", "#include <cairo.h>\n"),
    "core-includes-draw": ("core/base/eqp-a.c", '#include "eqp-draw-x.h"\n'),
    "core-starts-a-thread": ("core/base/eqp-a.c", 'void f (void) { g_thread_new ("a", NULL, NULL); }\n'),
    "draw-includes-core": ("draw/eqp-a.c", '#include "eqp-core.h"\n'),
    "draw-includes-gtk": ("draw/eqp-a.c", "#include <gtk/gtk.h>\n"),
    "widgets-include-core": ("widgets/eqp-a.c", '#include "eqp-core.h"\n'),
    "widgets-include-app": ("widgets/eqp-a.c", '#include "eqp-window.h"\n'),
    "widgets-read-settings": ("widgets/eqp-a.c", 'void f (void) { g_settings_new ("a"); }\n'),
    "app-includes-both": ("app/eqp-a.c", '#include "eqp-core.h"\n#include "eqp-plot.h"\n'),
    "rooms-in-a-circle": ("core/solvers/eqp-a.h", '#include "graph/eqp-b.h"\n'),
    "name-taken-twice": ("draw/eqp-parallel.c", "\n"),
    "app-bypasses-umbrella": ("app/eqp-a.c", '#include "solvers/eqp-solver.h"\n'),
    "session-includes-gtk": ("session/eqp-run.c", "#include <gtk/gtk.h>\n"),
    "session-includes-draw": ("session/eqp-run.c", '#include "eqp-draw-x.h"\n'),
    "cli-includes-gtk": ("cli/eqp-a.c", "#include <gtk/gtk.h>\n"),
    "cli-includes-widgets": ("cli/eqp-a.c", '#include "eqp-plot.h"\n'),
    "unknown-layer": ("extra/eqp-a.c", "\n"),
}
SOUND = {
    "core/eqp-core.h": "#pragma once\n",
    "core/solvers/eqp-solver.h": "/* cairo and <gtk/gtk.h> are spoken of only: #include <gtk/gtk.h> */\n#pragma once\n",
    "core/graph/eqp-b.h": '#include "solvers/eqp-solver.h"\n',
    "core/base/eqp-parallel.c": "void f (void) { g_thread_new (\"a\", NULL, NULL); }\n",
    "draw/eqp-draw-x.h": "#include <cairo.h>\n",
    "widgets/eqp-plot.h": "#include <gtk/gtk.h>\n#include \"eqp-draw-x.h\"\n",
    "app/eqp-window.h": "#include <adwaita.h>\n",
    "app/eqp-presenter-a.c": '#include "eqp-core.h"\n#include "eqp-plot.h"\n',
    "cli/main.c": '#include "eqp-core.h"\n#include "eqp-draw-x.h"\n',
}


def planted(extra):
    """Violations in a small sound tree with one more file."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {**SOUND, **extra}.items():
            path = root / "src" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return violations(root)[0]


def main(root):
    points = [("sound-tree", planted({}))]
    for name, (path, text) in PLANTED.items():
        found = planted({path: text})
        points.append((f"finds/{name}", [] if len(found) == 1 else [f"expected one violation, found {found}"]))
    found, number = violations(root)
    points.append(("source", found if number else ["no source files found"]))
    print(f"1..{len(points)}")
    for i, (name, errors) in enumerate(points, 1):
        for error in errors:
            print(f"# {error}")
        print(f"{'not ok' if errors else 'ok'} {i} /checks/layers/{name}")
    return any(errors for _, errors in points)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
