#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every sentence that a person can meet goes through the catalog of translations.

In the sources: no English sentence outside of the marks of gettext, no marked one that xgettext would cut off, no file with
marks that po/POTFILES.in does not list, no sentence outside of the terminal program that names an option or the id of a method,
which people at the window never see. With a build: a catalog is made whose every word has accents, and what the terminal
program says under it has no plain English word left.

usage: check-translation.py SOURCE-ROOT [BUILD-ROOT]     prints TAP; a planted violation of each rule must be found first
"""
import pathlib
import re
import sys
import tempfile
import xml.etree.ElementTree

# What xgettext takes up; po/meson.build names the last ones.
MARKS = {"_", "N_", "C_", "NC_", "Q_", "ngettext", "g_dngettext", "g_dgettext", "g_dpgettext2",
         "EQP_PLURAL", "eqp_ngettext", "eqp_try_alloc", "eqp_try_malloc", "ALLOC"}
# What is said to programmers, or to other programs.
QUIET = re.compile(r"g_(critical|warning|debug|error|assert\w*|return_if_fail|return_val_if_fail|source_set_static_name)$"
                   r"|_Static_assert|_Pragma|_eqp_trace_(step|value)$")
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|[A-Za-z_]\w*|[^\s]', re.S)
ENGLISH = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z]+")
DIRECTIVE = re.compile(r"%[-+#0-9.*$']*(?:hh|h|ll|l|z|j|t)?[a-zA-Z]")
# Literals that look like English and are none: names, what other programs write and read, markup.
NAMES = [
    r"^Equipoise developers$",
    r"^\[equipoise\] ",
    r"^equipoise-cli |^equipoise-reader: ",
    r"^LIBSVM, svmlight$",
    r"^MAT v[457]",
    r"^SQLite format 3|^%+MatrixMarket |^version https://git-lfs|^strict (di)?graph|^graph \[",   # first bytes of files
    r"^sepal length|^grand total$",                                            # words in tables
    r"^No progress is possible$|^failed to allocate$|^creating thread$",      # what libraries say
    r"MatrixMarket matrix",                                                    # formats of files
    r"<\w+[ >]|^:root\{",                                                      # markup, style
    r"\.SH ",                                                                  # the manual page
    r"\b(19|20)\d\d\b.*,|, (19|20)\d\d$|^Chang, Nie, Ma, Yang|^(Relaxation|Shi and|Hagen and)",  # works that are cited
]
SHOWN = {"label", "title", "subtitle", "tooltip-text", "description", "placeholder-text", "text", "message", "summary"}


def literals(text):
    """(line, what stands in neighboring literals, names of the calls around, whether a macro cuts it off)"""
    around, before, run = [], "", None
    for token in TOKEN.finditer(text):
        word = token[0]
        if word.startswith(("/*", "//")):
            continue
        if word[0] == '"':
            if run is None:
                run = [text.count("\n", 0, token.start()) + 1, "", list(around), False, token.start()]
            run[1] += word[1:-1]
            before = word
            continue
        if run is not None and re.match(r"PRI[diux]\w+$", word):
            run[1] += "d"
            continue
        if run is not None:
            run[3] = bool(re.match(r"[A-Z]\w+$", word))
            yield run
            run = None
        if word == "(":
            around.append(before if re.match(r"[A-Za-z_]\w*$", before) else "(")
        elif word in "[{":
            around.append(word)
        elif word in ")]}" and around:
            around.pop()
        before = word


def method_ids(root):
    return {name for path in sorted(root.glob("src/core/solvers/**/*.c"))
            for name in re.findall(r'\.id = "([a-z-]+)",\s*\.name = ', path.read_text(encoding="utf-8"))}


def in_source(place, text, ids=()):
    named = re.compile(r"(?<![\w-])(--[a-z]|(" + "|".join(map(re.escape, sorted(ids))) + r")(?![\w+-]))" if ids else "--[a-z]")
    for line, said, around, cut, start in literals(text):
        if text[text.rfind("\n", 0, start) + 1:start].lstrip().startswith("#include"):
            continue
        marked = any(name in MARKS for name in around) or bool(re.search(r"#\s*define .*N_ \($", text[:start].splitlines()[-1]))
        if marked and cut:
            yield f"{place}:{line}: xgettext ends “{said[:40]}” at a macro; use one of <inttypes.h>"
        if around and around[-1] in MARKS and not place.startswith("src/cli/") and named.search(said):
            yield f"{place}:{line}: names an option or an id: “{said[:70]}”"
        if marked or any(QUIET.match(name) for name in around) or any(re.search(name, said) for name in NAMES):
            continue
        if ENGLISH.search(DIRECTIVE.sub("", said)):
            yield f"{place}:{line}: not for translation: “{said[:70]}”"


def in_template(place, text):
    for parent in xml.etree.ElementTree.fromstring(text).iter():
        for node in parent:
            name = node.get("name", "").replace("_", "-")
            words = re.search(r"^\W*[A-Z]?[a-z]{2,}\W*$|[A-Za-z]{2,}[,:;]? [a-z]", node.text or "")
            shown = node.tag == "item" or (node.tag in ("property", "attribute") and name in SHOWN)
            if shown and words and node.get("translatable") != "yes" and node.get("bind-source") is None:
                yield f"{place}: not for translation: “{(node.text or '').strip()[:70]}”"


def has_marks(path, text):
    if path.suffix == ".ui":
        return 'translatable="yes"' in text
    if path.suffix in (".c", ".h"):
        return any(any(name in MARKS for name in around) for _, _, around, _, _ in literals(text))
    return path.suffix == ".in"


def violations(root):
    listed = {line for line in (root / "po/POTFILES.in").read_text(encoding="utf-8").splitlines()
              if line and not line.startswith("#")}
    found, marked, ids = [], set(), method_ids(root)
    for path in sorted(root.glob("src/**/*.[ch]")) + sorted(root.glob("data/**/*.ui")) + sorted(root.glob("data/*.in")):
        place, text = str(path.relative_to(root)), path.read_text(encoding="utf-8")
        found += in_template(place, text) if path.suffix == ".ui" else in_source(place, text, ids) if path.suffix != ".in" else []
        if has_marks(path, text):
            marked.add(place)
    found += [f"po/POTFILES.in does not list {place}" for place in sorted(marked - listed)]
    found += [f"po/POTFILES.in lists {place}, which is not there" for place in sorted(listed) if not (root / place).is_file()]
    return found


SOUND = {
    "po/POTFILES.in": "src/a.c\nsrc/core/solvers/a.c\ndata/ui/a.ui\n",
    "src/core/solvers/a.c": 'const EqpSolver solver = { .id = "bkm",\n  .name = N_ ("Balanced k-means") };\n',
    "src/a.c": """/* A comment that says much. */
static const Row rows[] = { { "id", N_ ("A sentence in a table"), .reference = "Author 1999, Some work of old, pp. 3" } };
#define SAVE N_ ("save the file again")
say (_ ("%s: there are %" PRId64 " rows too many."), name, n);
say (ngettext ("%d row was left out.", "%d rows were left out.", n), n);
g_warning ("a programmer has to mend this");
""",
    "src/b.c": 'say ("an-id");\n',
    "data/ui/a.ui": '<interface><object class="B"><property name="label" translatable="yes">Run it</property></object></interface>',
}
PLANTED = {
    "a sentence outside of the marks": ("src/a.c", 'say (_ ("%s: there', 'say (("%s: there'),
    "a sentence in a table without a mark": ("src/a.c", 'N_ ("A sentence in a table")', '"A sentence in a table"'),
    "a macro that cuts a sentence": ("src/a.c", "PRId64", "G_GINT64_FORMAT"),
    "a sentence with an option": ("src/a.c", "there are", "--there are"),
    "a sentence with the id of a method": ("src/a.c", "there are", "bkm has"),
    "a file that is not listed": ("src/b.c", 'say ("an-id")', 'say (_ ("some words"))'),
    "a listed file that is gone": ("po/POTFILES.in", "src/a.c\n", "src/a.c\nsrc/gone.c\n"),
    "a label of a template without a mark": ("data/ui/a.ui", ' translatable="yes"', ""),
}


def plant(name):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for place, text in SOUND.items():
            if name and PLANTED[name][0] == place:
                assert PLANTED[name][1] in text
                text = text.replace(*PLANTED[name][1:])
            (root / place).parent.mkdir(parents=True, exist_ok=True)
            (root / place).write_text(text, encoding="utf-8")
        return violations(root)


def main():
    root = pathlib.Path(sys.argv[1])
    results = [("a sound tree is let through", plant(None))]
    results += [(f"{name} is found", [] if plant(name) else ["it was not found"]) for name in PLANTED]
    results.append(("every sentence in the sources is marked", violations(root)))
    print(f"1..{len(results)}")
    for number, (name, found) in enumerate(results, 1):
        print(f"{'not ok' if found else 'ok'} {number} - {name}")
        for line in found:
            print(f"# {line}")
    sys.exit(any(found for _, found in results))


main()
