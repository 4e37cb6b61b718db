#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up the single tests of Meson's testlog.json files and prints "N passed, N failed[, N skipped]" after what
the failed ones had to say.

usage: count-tests.py LOG...
A TAP program counts as the tests it planned, so that those after a crash are failures and not forgotten; any other
program counts as one. Exit status 1 when something failed or when nothing ran.
"""
import json
import re
import sys

PLAN = re.compile(r"^1\.\.(\d+)", re.M)
POINT = re.compile(r"^(not )?ok\b[^#\n]*(?:#\s*(skip|todo)\b.*)?$", re.M | re.I)
SHOWN = 60   # last lines of a failed program's output


def count(entry):
    """(passed, failed, skipped) of one program."""
    good = entry["result"] in ("OK", "EXPECTEDFAIL", "SKIP")
    output = entry.get("stdout") or ""
    plan = PLAN.search(output)
    if not plan:
        return (0, 0, 1) if entry["result"] == "SKIP" else (int(good), int(not good), 0)
    passed = failed = skipped = 0
    for bad, directive in POINT.findall(output):
        if directive.lower() == "skip":
            skipped += 1
        elif bad and directive.lower() != "todo":
            failed += 1
        else:
            passed += 1
    failed += max(0, int(plan[1]) - passed - failed - skipped)
    return passed, max(failed, int(not good)), skipped


def show(title, entry):
    """What a failed program said: its failed points with their notes, and the end of its standard error."""
    print(f"\n--- {title}: {entry['result']}, exit status {entry.get('returncode')}")
    output = (entry.get("stdout") or "").splitlines()
    if any(PLAN.match(line) for line in output):
        output = [line for line in output if not re.match(r"ok\b|# (Start|End) of ", line)]
    for line in output[-SHOWN:] + (entry.get("stderr") or "").splitlines()[-SHOWN:]:
        print("   ", line)


def main(paths):
    total = [0, 0, 0]
    broken = []
    for path in paths:
        with open(path, encoding="utf-8") as log:
            for line in log:
                entry = json.loads(line)
                one = count(entry)
                total = [a + b for a, b in zip(total, one)]
                if one[1]:
                    broken.append(f"{entry['name']} ({path.split('/meson-logs/')[0].rsplit('/', 1)[-1]})")
                    show(broken[-1], entry)
    if broken:
        print("\nfailed:", ", ".join(broken))
    passed, failed, skipped = total
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
