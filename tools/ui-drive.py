#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drive a GTK 4 program through its accessibility tree (AT-SPI), with xdotool for mouse and keys.

Usage: ui-drive.py [--app NAME] [--timeout SECONDS] COMMAND [ARGUMENT...]
       ui-drive.py [--app NAME] [--timeout SECONDS] run FILE     (one command a line, '-' reads standard input)

  tree [NAME]                  print the tree, or the part below NAME
  wait-for NAME [TEXT]         wait until NAME is there (and its text or value contains TEXT)
  wait-gone NAME               wait until NAME is not there any more
  get NAME                     print text or value of NAME
  click NAME                   do the widget's own action (buttons, switches, menu items)
  set-value NAME V             set a slider or spin button
  set-text NAME TEXT           set the text of an entry (no Enter; follow with: focus NAME, key Return)
  select NAME ROW              choose a row of a drop-down or list, by number from 0 or by its text
  focus NAME                   give NAME the keyboard, by a mouse click where the toolkit has no other way
  type TEXT                    type into the widget that has the keyboard
  key KEY...                   press keys: Return, Tab, ctrl+o, Escape
  tab-to NAME                  press Tab until NAME, or something in it, has the keyboard
  hear NAME TEXT               wait until the description of NAME, what a screen reader says of it, contains TEXT
  unnamed                      fail if a control that can be used has no name
  mouse NAME [FX FY]           move to a place in NAME, in fractions of its size (default 0.5 0.5), and click
  hover NAME [FX FY]           the same without the click
  drag NAME FX FY FX FY        press at the first place, move to the second, release
  choose-file PATH             fill in the file dialog that is open, and accept it
  resize W H                   resize the active window
  maximize                     make the active window fill the screen
  shot FILE.png                screenshot of the whole virtual screen
  sleep SECONDS

NAME is an accessible name ("Run") or ROLE:NAME ("button:Open", "slider:Gamma", "label:/^Iteration 2/"); /.../ is a regular
expression, ROLE: alone takes the first of that role, and #2 at the end takes the second match.
Every command waits up to --timeout (default 10 s) for its widget. Exit status 1 and one sentence on failure.
"""
import os, re, shlex, subprocess, sys, time, warnings
warnings.simplefilter("ignore")
os.environ.pop("G_DEBUG", None)        # it is meant for the program; this one would end at the first answer that comes late
try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    sys.exit(f"ui-drive: {error} (Debian packages python3-gi and gir1.2-atspi-2.0; run with /usr/bin/python3)")

APP, LIMIT, ROWS = None, 10.0, 40      # ROWS: of long lists and tables only so many children are looked at
LISTS = ("list", "table", "tree table", "list box", "tree")
CONTROLS = ("button", "toggle button", "check box", "combo box", "spin button", "slider", "text", "entry", "switch")
TABS = 60                               # times that Tab is pressed before the keyboard is said not to get there
SCALE = int(os.environ.get("GDK_SCALE", "1"))


class Failure(Exception):
    pass


def until(what, probe):
    """Call probe until it returns something true; its last word is part of the error."""
    end, last = time.monotonic() + LIMIT, None
    while True:
        try:
            last = probe()
            if last:
                return last
        except GLib.Error:             # the widget went away while we looked at it
            pass
        if time.monotonic() > end:
            raise Failure(f"{what} (waited {LIMIT:g} s)")
        time.sleep(0.05)


def role_of(node):
    role = node.get_role_name()
    return "button" if role == "push button" else role      # GTK 4.8's word for it; later ones say button


def children(node):
    count = node.get_child_count()
    if role_of(node) in LISTS:
        count = min(count, ROWS)
    return [c for c in (node.get_child_at_index(i) for i in range(count)) if c is not None]


def walk(node):                         # breadth first: names near the top are found quickly
    queue = [node]
    while queue:
        node = queue.pop(0)
        yield node
        queue += children(node)


def application():
    def look(desktop):
        for i in range(desktop.get_child_count()):
            try:
                app = desktop.get_child_at_index(i)
                if app and app.get_child_count() and (APP is None or app.get_name() == APP):
                    return app
            except GLib.Error:         # a program that has just ended, or does not answer yet
                pass

    def probe():
        desktop = Atspi.get_desktop(0)
        app = look(desktop)
        if app is None:
            # What is known of a program from the moment when it came on the bus, or from a call that it could not answer yet,
            # is kept by the library and may never be put right: the next look asks anew.
            while GLib.MainContext.default().iteration(False):
                pass
            desktop.clear_cache()
        return app
    return until(f"no program{' named ' + APP if APP else ''} with a window on the accessibility bus", probe)


def has(node, interface):
    return interface in node.get_interfaces()


def actions(node):
    if not has(node, "Action"):
        return []
    try:
        return [Atspi.Action.get_action_name(node, i) for i in range(Atspi.Action.get_n_actions(node))]
    except GLib.Error:                 # GTK 4.8 counts an action of an insensitive label that it does not have
        return []


def text_of(node):
    if has(node, "Value"):
        return f"{Atspi.Value.get_current_value(node):g}"
    text = Atspi.Text.get_text(node, 0, -1) if has(node, "Text") else ""
    return text or node.get_name() or ""


def matches(node, role, name):
    have = node.get_name() or ""
    if name.startswith("/") and name.endswith("/") and len(name) > 1:
        same = re.search(name[1:-1], have) is not None
    else:
        same = have == name or (name == "" and role != "")
    return same and (role == "" or role_of(node) == role)


def parse(selector):
    nth = re.search(r"#(\d+)$", selector)
    if nth:
        selector = selector[:nth.start()]
    role, colon, name = selector.partition(":")
    if not colon or role.startswith("/"):
        role, name = "", selector
    return role, name, int(nth.group(1)) if nth else 1


def find_now(selector, prefer=lambda node: True):
    role, name, nth = parse(selector)
    good, rest = [], []
    for node in walk(application()):
        if matches(node, role, name):
            (good if prefer(node) else rest).append(node)
            if len(good) == nth:
                return node
    return rest[nth - 1] if not good and len(rest) >= nth else None


def find(selector, prefer=lambda node: True):
    return until(f"no widget '{selector}'", lambda: find_now(selector, prefer))


def describe(node, depth=0):
    line = f"{'  ' * depth}{role_of(node)} {node.get_name()!r}"
    if has(node, "Value"):
        line += f" = {text_of(node)} of {Atspi.Value.get_minimum_value(node):g}..{Atspi.Value.get_maximum_value(node):g}"
    verbs = [a for a in actions(node) if "." not in a]
    if verbs:
        line += f" [{', '.join(verbs)}]"
    states = node.get_state_set()
    marks = [s for s in ("FOCUSED", "SELECTED", "CHECKED", "PRESSED", "EXPANDED", "MODAL")
             if states.contains(getattr(Atspi.StateType, s))]
    if not states.contains(Atspi.StateType.SENSITIVE):
        marks.append("INSENSITIVE")
    if not states.contains(Atspi.StateType.VISIBLE):
        marks.append("HIDDEN")
    return line + (f" ({', '.join(marks).lower()})" if marks else "")


def tree(node, depth=0):
    print(describe(node, depth))
    shown = children(node)
    for child in shown:
        tree(child, depth + 1)
    rest = node.get_child_count() - len(shown)
    if rest > 0:
        print(f"{'  ' * (depth + 1)}... {rest} more")


def xdotool(*arguments):
    done = subprocess.run(["xdotool", *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        raise Failure(f"xdotool {' '.join(map(str, arguments))}: {done.stderr.strip() or 'failed'}")
    return done.stdout


def frame_of(node):
    while node and role_of(node) not in ("frame", "dialog", "window", "alert", "file chooser"):
        node = node.get_parent()
    if node is None:
        raise Failure("the widget is in no window")
    return node


def place(node, fx=0.5, fy=0.5):
    """Screen position, in device pixels. GTK 4 gives positions relative to its window only; X gives the rest."""
    def extents():
        box = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
        return (box.x, box.y, box.width, box.height)

    def at_rest():                      # a layout under way moves it once more
        before = extents()
        time.sleep(0.05)
        return before[2] > 0 and before[3] > 0 and extents() == before

    def shown():
        try:
            return xdotool("search", "--onlyvisible", "--name", f"^{re.escape(frame.get_name() or '')}$").split()
        except Failure:                 # another window, such as a tooltip, went away meanwhile
            return None
    until("the widget has no size yet, or moves", at_rest)
    box = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
    frame = frame_of(node)
    outer = Atspi.Component.get_extents(frame, Atspi.CoordType.WINDOW)
    ids = until("the window is not on the screen", shown)
    shell = dict(line.split("=") for line in xdotool("getwindowgeometry", "--shell", ids[-1]).split())
    x, y, w, h = (int(shell[k]) for k in ("X", "Y", "WIDTH", "HEIGHT"))
    left, top = (w - outer.width * SCALE) / 2, (h - outer.height * SCALE) / 2     # border of an unmaximised window
    return (round(x + left + (box.x + float(fx) * box.width) * SCALE),
            round(y + top + (box.y + float(fy) * box.height) * SCALE))


def window():
    """X identifier of the window that has the keyboard, or of the program's first one where there is no manager."""
    def probe():
        for query in (("getactivewindow",), ("search", "--onlyvisible", "--name", f"^{re.escape(frame().get_name() or '')}$")):
            try:
                return xdotool(*query).split()[-1]
            except (Failure, IndexError):
                pass
    return until("no window on the screen", probe)


def frame():
    return application().get_child_at_index(0)


def maximize():
    names = actions(frame())
    if "window.toggle-maximized" not in names:
        raise Failure("the window has no such action")
    window()                            # it must be on the screen before a window manager can maximise it
    Atspi.Action.do_action(frame(), names.index("window.toggle-maximized"))
    time.sleep(0.3)


def has_size(node):
    """Of two widgets of a name the one that is on the screen: libadwaita makes the tabs of pages once wide and once narrow and
    shows one of them, and GTK 4.8 tells of none whether it is shown."""
    return has(node, "Component") and Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW).width > 0


def verb_of(node):
    for i, name in enumerate(actions(node)):
        if name in ("click", "toggle", "activate", "press"):
            return i
    return None


def click(selector):
    node = find(selector, lambda n: verb_of(n) is not None and has_size(n))
    if not node.get_state_set().contains(Atspi.StateType.SENSITIVE):
        until(f"'{selector}' is insensitive", lambda: node.get_state_set().contains(Atspi.StateType.SENSITIVE))
    index = verb_of(node)
    if index is None:
        mouse(selector)
    elif not Atspi.Action.do_action(node, index):
        raise Failure(f"'{selector}' refused its action")


def set_value(selector, value):
    node, value = find(selector, lambda n: has(n, "Value")), float(value)
    if not has(node, "Value"):
        raise Failure(f"'{selector}' is a {role_of(node)} and has no value")
    low, high = Atspi.Value.get_minimum_value(node), Atspi.Value.get_maximum_value(node)
    if not low <= value <= high:
        raise Failure(f"{value:g} is outside '{selector}', {low:g} to {high:g}")
    Atspi.Value.set_current_value(node, value)


def set_text(selector, text):
    node = find(selector, lambda n: has(n, "EditableText"))
    if not has(node, "EditableText"):
        raise Failure(f"'{selector}' is a {role_of(node)} and takes no text")
    Atspi.EditableText.set_text_contents(node, text)
    until(f"'{selector}' did not take the text", lambda: Atspi.Text.get_character_count(node) == len(text))


def row_text(row):
    labels = [n.get_name() for n in walk(row) if role_of(n) == "label" and n.get_name()]
    return " ".join(labels) or row.get_name() or ""


def select(selector, wanted):
    node = find(selector, lambda n: role_of(n) in LISTS + ("combo box",))
    combo = role_of(node) == "combo box"
    if combo:
        button = next((n for n in walk(node) if verb_of(n) is not None), None)
        if button is None:
            raise Failure(f"'{selector}' has no button to open it")
        Atspi.Action.do_action(button, verb_of(button))

    def rows():
        box = next((n for n in walk(node) if has(n, "Selection") and n.get_child_count()), None)
        return box and (box, children(box))
    box, found = until(f"'{selector}' shows no rows", rows)
    if wanted.isdigit() and int(wanted) < box.get_child_count():
        index = int(wanted)
    else:
        names = [row_text(r) for r in found]
        for _ in range(100 if combo else 0):
            if wanted in names:
                break
            xdotool("key", "Down")      # GTK 4.18 has rows for what is in view only; choosing counts all
            box, found = rows() or (box, found)
            names += [text for text in map(row_text, found) if text not in names]
        if wanted not in names:
            if combo:
                xdotool("key", "Escape")
            raise Failure(f"'{selector}' has no row '{wanted}', only: {', '.join(names)}")
        index = names.index(wanted)
    Atspi.Selection.select_child(box, index)
    if combo:                           # choosing in the pop-up does not take effect before Return
        xdotool("key", "Return")


def focus(selector):
    node = find(selector, lambda n: n.get_state_set().contains(Atspi.StateType.FOCUSABLE))
    try:
        if Atspi.Component.grab_focus(node):
            return
    except GLib.Error:                  # not implemented in GTK 4.8
        pass
    mouse(selector)


def has_keyboard(node):
    return any(n.get_state_set().contains(Atspi.StateType.FOCUSED) for n in walk(node))


def focused():
    """The place in the tree of what has the keyboard; it may not know so yet."""
    for node in walk(application()):
        if node.get_state_set().contains(Atspi.StateType.FOCUSED):
            place = []
            while node and role_of(node) != "application":
                place.append(node.get_index_in_parent())
                node = node.get_parent()
            return place
    return None


def tab_to(selector):
    node = find(selector)
    for _ in range(TABS):
        if has_keyboard(node):
            return
        before = focused()
        xdotool("key", "Tab")
        # A slow machine would be ahead of the window, and past its goal, with the next one.
        try:
            until("the keyboard stayed where it was", lambda: focused() != before)
        except Failure:
            pass
    raise Failure(f"'{selector}' did not get the keyboard by {TABS} times Tab")


def hear(selector, text):
    heard = []

    def probe():
        node = find_now(selector)
        heard[:] = [node.get_description() or ""] if node else heard
        return node and text in heard[0]
    try:
        until(f"the description of '{selector}' did not come to contain '{text}'", probe)
    except Failure as failure:
        raise Failure(f"{failure}; " + (f"last heard: '{heard[0]}'" if heard else "it was never there"))


def is_name(name):
    return re.fullmatch(r"((Gtk|Adw|Eqp)[A-Z]\w*)?", name or "") is None      # GTK 4.8 has the type for want of a name


def buttons_in(node):
    return [n for n in children(node) if role_of(n) == "button"] if role_of(node) == "button" else []


def unnamed():
    """What is inside a control is no control of its own; the button of a menu has its name inside."""
    found = []

    def look(node):
        role, states = role_of(node), node.get_state_set()
        if not all(states.contains(state) for state in (Atspi.StateType.SHOWING, Atspi.StateType.SENSITIVE)):
            return
        if role in CONTROLS and not any(is_name(n.get_name()) for n in [node] + buttons_in(node)):
            found.append(f"{role} in {path_of(node)}")
        if role not in CONTROLS:
            for child in children(node):
                look(child)
    look(application())
    if found:
        raise Failure("without a name: " + "; ".join(found))


def path_of(node):
    names = []
    while node and role_of(node) != "application" and len(names) < 4:
        node = node.get_parent()
        if node and node.get_name():
            names.append(node.get_name())
    return " < ".join(names)


def mouse(selector, fx=0.5, fy=0.5):
    xdotool("mousemove", *place(find(selector, has_size), fx, fy), "sleep", "0.05", "click", "1")


def choose_file(path):
    """GTK's own file dialog: Ctrl+L shows the entry for a path; Return may be eaten once by its completion."""
    def dialog():
        app = application()
        return app.get_child_count() > 1 and app.get_child_at_index(app.get_child_count() - 1)
    until("no file dialog is open", dialog)

    def entry():
        if dialog():
            return next((n for n in walk(dialog()) if role_of(n) == "text" and has(n, "EditableText")), None)
    for attempt in range(3):
        xdotool("sleep", "0.3", "key", "ctrl+l")
        end = time.monotonic() + 2
        while time.monotonic() < end and entry() is None:
            time.sleep(0.05)
        if entry():
            break
    node = until("the file dialog shows no entry for a path", entry)
    Atspi.EditableText.set_text_contents(node, path)
    until("the file dialog did not take the path", lambda: Atspi.Text.get_character_count(node) == len(path))
    presses = [0.0]

    def closed():
        if not dialog():
            return True
        if time.monotonic() - presses[-1] > 1:
            presses.append(time.monotonic())
            xdotool("sleep", "0.2", "key", "Return")
    until(f"the file dialog did not accept '{path}'", closed)


def hover(selector, fx=0.5, fy=0.5):
    x, y = place(find(selector, has_size), fx, fy)
    xdotool("mousemove", x - 1, y, "sleep", "0.05", "mousemove", x, y)


def drag(selector, fx0, fy0, fx1, fy1):
    node = find(selector)
    (x0, y0), (x1, y1) = place(node, fx0, fy0), place(node, fx1, fy1)
    xdotool("mousemove", x0, y0, "sleep", "0.05", "mousedown", "1")
    for i in range(1, 11):
        xdotool("mousemove", round(x0 + (x1 - x0) * i / 10), round(y0 + (y1 - y0) * i / 10), "sleep", "0.02")
    xdotool("mouseup", "1")


def wait_for(selector, text=None):
    if text is None:
        find(selector)
        return
    seen = []

    def probe():
        node = find_now(selector)
        seen[:] = [text_of(node)] if node else seen
        return node and text in seen[0]
    try:
        until(f"'{selector}' did not come to contain '{text}'", probe)
    except Failure as failure:
        raise Failure(f"{failure}; " + (f"last seen: '{seen[0]}'" if seen else "it was never there"))


COMMANDS = {
    "tree": lambda name=None: tree(find(name) if name else application()),
    "wait-for": wait_for,
    "wait-gone": lambda name: until(f"'{name}' is still there", lambda: find_now(name) is None),
    "get": lambda name: print(text_of(find(name))),
    "click": click, "set-value": set_value, "set-text": set_text, "select": select, "focus": focus,
    "type": lambda *words: xdotool("type", "--delay", "15", "--", " ".join(words)),
    "key": lambda *keys: xdotool("key", "--delay", "30", *keys),
    "tab-to": tab_to, "hear": hear, "unnamed": unnamed,
    "choose-file": choose_file,
    "mouse": mouse, "hover": hover, "drag": drag,
    "resize": lambda w, h: xdotool("windowsize", "--sync", window(), int(w) * SCALE, int(h) * SCALE),
    "maximize": maximize,
    "shot": lambda path: subprocess.run(["import", "-window", "root", path], check=True, timeout=LIMIT),
    "sleep": lambda seconds: time.sleep(float(seconds)),
}


def perform(words):
    name, arguments = words[0], words[1:]
    if name not in COMMANDS:
        raise Failure(f"unknown command '{name}'; there are: {', '.join(COMMANDS)}, run")
    try:
        COMMANDS[name](*arguments)
    except (TypeError, ValueError) as error:
        raise Failure(f"wrong arguments: {error}")
    except GLib.Error as error:
        raise Failure(f"the program did not answer: {error.message.strip()}")
    except subprocess.SubprocessError as error:
        raise Failure(str(error))


def main(arguments):
    global APP, LIMIT
    while len(arguments) > 1 and arguments[0].startswith("--"):
        if arguments[0] == "--app":
            APP = arguments[1]
        elif arguments[0] == "--timeout":
            LIMIT = float(arguments[1])
        else:
            sys.exit(f"ui-drive: unknown option {arguments[0]}")
        arguments = arguments[2:]
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return
    if not arguments:
        sys.exit(__doc__.strip())
    steps = [("", arguments)]
    if arguments[0] == "run" and len(arguments) == 2:
        source = sys.stdin if arguments[1] == "-" else open(arguments[1], encoding="utf-8")
        steps = [(f"line {i}: ", shlex.split(line, comments=False)) for i, line in enumerate(source, 1)
                 if line.strip() and not line.lstrip().startswith("#")]
    Atspi.init()
    GLib.log_set_handler("dbind", GLib.LogLevelFlags.LEVEL_WARNING, lambda *_: None, None)  # harmless "Error in GetItems"
    for where, words in steps:
        try:
            perform(words)
        except Failure as failure:
            sys.exit(f"ui-drive: {where}{' '.join(words)}: {failure}")
        sys.stdout.flush()


main(sys.argv[1:])
