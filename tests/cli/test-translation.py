#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Under a catalog in which every vowel has an accent, the terminal program says no plain English word.

usage: test-translation.py SOURCE-ROOT BUILD-ROOT     prints TAP; skipped where xgettext or msgfmt is missing
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
CLI = BUILD / "src/cli/equipoise-cli"
ROWS = "".join(f"{i},{i % 7 * 1.5},{i % 5 * 2},{'abc'[i % 3]},2020-01-{i % 28 + 1:02d}\n" for i in range(1, 60))
FILES = {
    "table.csv": "id,x,y,kind,day\n" + ROWS,
    "gaps.csv": "x,y\n1,2\n,3\n4,NA\n5,6\n1,1\n",
    "text.csv": "x,y\n1,2\n2,abc\n3,4\n5,6\n6,7\n",
    "asks.csv": "x;y\n1.000;2.000\n3.500;4.250\n",
    "commas.csv": "x;y\n1.234,5;2,5\n3,25;4,5\n",
    "short.csv": "x,y\n1,2\n3\n",
    "late.csv": "x,y\n" + "1,2.5\n3,4.5\n" * 100 + "7,other\n",
    "empty.csv": "",
    "hot.csv": "x,a,b,c\n" + "".join(f"{i * 1.5},{i % 3 == 0:d},{i % 3 == 1:d},{i % 3 == 2:d}\n" for i in range(30)),
    "page.pdf": "%PDF-1.4\n%\u00e2\n",
    "weka.arff": "@relation a\n@attribute x numeric\n@attribute y {a,b}\n@data\n1,a\n2,b\n3,zz\n",
    "pairs.svm": "1 1:0.5 3:2\n2 2:1\n1 1:3\n",
    "wrong.svm": "1 3:1 2:2\n",
    "graph.metis": "3 2\n2\n1 3\n2\n",
    "wrong.metis": "3 5\n2\n1 3\n2\n",
    "edges.el": "a b 1\nb c 2\nc a 1\nd d 3\n",
    "matrix.mtx": "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 1\n2 3 1\n3 1 1\n",
    "tree.json": '{"a": [1]}',
    "labels.txt": "".join(f"{'01201'[i % 5]}\n" for i in range(59)),
    "few.txt": "0\n1\n",
}
COMMANDS = ["run", "compare", "sweep", "suggest", "replay", "score", "info", "convert", "methods", "samples", "measures"]
CASES = [[], ["--help"], ["nothing"], ["run"], ["run", "missing.csv"], ["methods"], ["samples"], ["measures"]]
CASES += [[command, "--help"] for command in COMMANDS]
CASES += [["info", name] for name in FILES] + [["info", "sample:digits"], ["info", "sample:karate"]]
CASES += [["run", name, "--k", "2"] for name in ("gaps.csv", "text.csv", "hot.csv", "graph.metis", "matrix.mtx", "labels.txt")]
CASES += [["run", "sample:iris", "--k", "3", *more] for more in (
    ["--method", "kmeans"], ["--method", "hkm"], ["--method", "hkm-tree"], ["--method", "akm"], ["--method", "discluster"],
    ["--method", "bkm-published", "--gamma-rel", "5"], ["--target", "max-min<=1"], ["--k", "900"], ["--k", "x"],
    ["--method", "none"], ["--gamma", "-1"], ["--starts", "0"], ["--metho", "bkm"], ["--normalise", "none-such"],
    ["--normalise", "standard", "--pca", "2", "--whiten", "--distinct"], ["--min-size", "80"])]
CASES += [["run", "sample:karate", "--k", "2", "--method", method] for method in (
    "bmincut", "bmincut-published", "mincut", "mincut-exact", "ncut", "ratiocut", "minmaxcut", "metis", "kmeans")]
CASES += [["run", "sample:duplicates", "--k", "20"], ["run", "gaps.csv", "--missing", "drop", "--k", "2"],
          ["run", "gaps.csv", "--missing", "refuse"], ["run", "table.csv", "--labels", "kind", "--one-hot", "day"],
          ["score", "table.csv", "--labels-in", "labels.txt"], ["score", "table.csv", "--labels-in", "few.txt"],
          ["compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--report", "out"], ["replay", "out"],
          ["sweep", "sample:iris", "--gammas-rel", "0.1:10:2", "--trials", "2"], ["convert", "table.csv", "made.csv"],
          ["sweep", "sample:iris", "--warm-path", "--trials", "1"], ["convert", "sample:karate", "made.none"]]
# What stays as it is in every language: what is typed, names that data have, lines to be typed again.
NAMED = re.compile(r"--[a-z][a-z-]*(?: [a-zA-Z][\w|<>.,:+-]*)?|'[^']*'|“[^”]*”|sample:\w+|[\w./-]*\w\.\w+|equipoise-cli .*--seed.*|\S+/\S+|v_measure")
WORD = re.compile(r"[^\W\d_]{2,}(?:[-_][^\W\d_]+)*")


def known(environment):
    """Ids that a person types"""
    words = set(COMMANDS) | {"equipoise-cli", "id", "day", "kind", "iris", "karate"}
    for list_of in ("methods", "samples", "measures"):
        lines = subprocess.run([CLI, list_of, "--json"], env=environment, capture_output=True, text=True, check=True).stdout
        words |= {json.loads(line)["id"] for line in lines.splitlines()}
    # Values of options, and names that the data have.
    words |= set("kmeans random relocate split keep standard minmax unit none local mean auto exact all".split())
    return words | set("Mr Hi Officers out".split())


def left(text, words):
    """The plain words of each line that nobody types"""
    for line in text.splitlines():
        plain = [word for word in WORD.findall(NAMED.sub(" ", line))
                 if word.isascii() and re.search("[aeiouyAEIOUY]", word) and word not in words and not word.isupper()]
        if plain:
            yield f"{' '.join(plain)}: {line.strip()[:150]}"


def main():
    if not all(map(shutil.which, ("xgettext", "msgfmt"))):
        print("1..0 # SKIP xgettext or msgfmt is missing")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.executable, SOURCE / "tools/pseudo-catalog", folder / "catalogs"], check=True)
        environment = {**os.environ, "LOCPATH": str(folder / "catalogs/locale"), "LC_ALL": "qps.UTF-8",
                       "LANGUAGE": "qps", "EQP_LOCALEDIR": str(folder / "catalogs"), "COLUMNS": "1000", "G_DEBUG": ""}
        words = known(environment)
        data = folder / "data"
        data.mkdir()
        for file, text in FILES.items():
            (data / file).write_text(text, encoding="utf-8")
        print(f"1..{len(CASES) + 2}")
        failed = not list(left("thís sentence ís not álónes", words))
        print(f"{'not ok' if failed else 'ok'} 1 - a plain word is found")
        greeting = subprocess.run([CLI, "--help"], env=environment, capture_output=True, text=True, check=False).stdout
        took = "Úságé" in greeting
        print(f"{'ok' if took else 'not ok'} 2 - the catalog is taken")
        failed |= not took
        for number, case in enumerate(CASES, 3):
            done = subprocess.run([CLI, *case], env=environment, cwd=data, capture_output=True, text=True, timeout=120,
                                  check=False)
            found = list(left(done.stdout + done.stderr, words)) + (["it crashed"] if done.returncode < 0 else [])
            failed |= bool(found)
            print(f"{'not ok' if found else 'ok'} {number} - {' '.join(case) or 'no argument'}".replace("#", ""))
            for line in found:
                print(f"# {line}")
    sys.exit(failed)


main()
