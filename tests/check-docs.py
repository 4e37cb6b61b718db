#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the documents name exists: methods, samples, formats, files and functions.

usage: check-docs.py SOURCE-ROOT     prints TAP
"""
import pathlib
import re
import sys


def read(path):
    return path.read_text(encoding="utf-8")


def rows(text, heading):
    """First cells of the table rows under a heading."""
    part = re.search(rf"^##+ {re.escape(heading)}\n(.*?)(?=^##+ |\Z)", text, re.M | re.S)
    return re.findall(r"^\| `([^`]+)`", part[1], re.M) if part else []


def methods(root):
    ids = set()
    for path in (root / "src/core/solvers").rglob("*.c"):
        ids |= set(re.findall(r'^const EqpSolver \w+ = \{\n\s*\.id = "([^"]+)"', read(path), re.M))
    told = rows(read(root / "README.md"), "Methods")
    errors = [f"README.md lists the method {name}, which is not in src/core/solvers" for name in told if name not in ids]
    return errors + [f"README.md does not list the method {name}" for name in sorted(ids) if name not in told]


def samples(root):
    ids = set()
    for path in (root / "src/core/data").rglob("*sampl*.c"):
        ids |= set(re.findall(r'^\s*(?:\{\s*|\.(?:id|name) = )"([a-z0-9-]+)"', read(path), re.M))
    told = rows(read(root / "README.md"), "Samples")
    return [f"README.md lists the sample {name}, which is not in src/core/data" for name in told if name not in ids]


def formats(root):
    ids = set()
    for path in (root / "src/core/import").rglob("*.c"):
        ids |= set(re.findall(r'\bconst EqpReader \w+ = \{\s*(?:\.id = )?"([^"]+)"', read(path)))
    told = rows(read(root / "README.md"), "File formats")
    errors = [f"README.md lists the format {name}, which has no reader" for name in told if name not in ids]
    return errors + [f"README.md does not list the format {name}" for name in sorted(ids) if name not in told]


def index(root):
    """Each row of "Index of the mathematics" names a file and what to look for in it."""
    errors = []
    text = read(root / "ARCHITECTURE.md")
    part = re.search(r"^## Index of the mathematics\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    table = [line for line in (part[1] if part else "").splitlines() if line.startswith("| ")][1:]
    for line in table:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        for path, names in zip(*[iter(cells[1:3])] * 2):
            file = root / path.strip("`")
            if not file.is_file():
                errors.append(f"ARCHITECTURE.md names {path}, which does not exist")
                continue
            for name in re.findall(r"`([^`]+)`", names):
                if not re.search(rf"^{re.escape(name)} \(|^#\s*(?:define|if\w*) .*\b{re.escape(name)}\b", read(file), re.M):
                    errors.append(f"ARCHITECTURE.md looks for {name} in {path}")
    return errors if table else ["ARCHITECTURE.md has no table under 'Index of the mathematics'"]


def links(root):
    """Files that the documents link to."""
    errors = []
    for document in root.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", read(document)):
            if not (root / target).exists():
                errors.append(f"{document.name} links to {target}, which does not exist")
    return errors


def news(root):
    """The version of the build is the newest of NEWS."""
    version = re.search(r"version: '([^']+)'", read(root / "meson.build"))[1]
    return [] if re.search(rf"^\S* ?{re.escape(version)}\b", read(root / "NEWS"), re.M) else [f"NEWS says nothing of {version}"]


def main(root):
    checks = [methods, samples, formats, index, links, news]
    print(f"1..{len(checks)}")
    bad = False
    for i, check in enumerate(checks, 1):
        errors = check(root)
        bad = bad or bool(errors)
        for error in errors:
            print(f"# {error}")
        print(f"{'not ok' if errors else 'ok'} {i} /checks/docs/{check.__name__}")
    return bad


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
