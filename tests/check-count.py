#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The closing line of tools/test must not call a crash, a missing point or an empty run a success.

usage: check-count.py SOURCE-ROOT     prints TAP
"""
import json
import pathlib
import subprocess
import sys
import tempfile

CASES = {
    "passes": ([("OK", "1..2\nok 1 /a\nok 2 /b\n")], "2 passed, 0 failed", 0),
    "skip": ([("OK", "1..2\nok 1 /a\nok 2 /b # SKIP no data\n")], "1 passed, 0 failed, 1 skipped", 0),
    "failure": ([("FAIL", "1..2\nok 1 /a\nnot ok 2 /b\n")], "1 passed, 1 failed", 1),
    "crash": ([("FAIL", "1..3\nok 1 /a\n")], "1 passed, 2 failed", 1),
    "crash-at-the-end": ([("ERROR", "1..1\nok 1 /a\n")], "1 passed, 1 failed", 1),
    "timeout": ([("TIMEOUT", "")], "0 passed, 1 failed", 1),
    "plain-program": ([("OK", "hello\n")], "1 passed, 0 failed", 0),
    "expected-failure": ([("OK", "1..1\nnot ok 1 /a # TODO later\n")], "1 passed, 0 failed", 0),
    "nothing": ([], "0 passed, 0 failed", 1),
    "two-programs": ([("OK", "1..1\nok 1 /a\n"), ("FAIL", "1..1\nnot ok 1 /b\n")], "1 passed, 1 failed", 1),
}


def main(root):
    bad = False
    print(f"1..{len(CASES)}")
    for i, (name, (programs, line, status)) in enumerate(CASES.items(), 1):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as log:
            for result, output in programs:
                log.write(json.dumps({"name": "t", "result": result, "stdout": output}) + "\n")
            log.flush()
            done = subprocess.run([sys.executable, root / "build-aux/count-tests.py", log.name],
                                  capture_output=True, text=True)
        good = done.stdout.splitlines()[-1:] == [line] and done.returncode == status
        if not good:
            bad = True
            print(f"# expected {line!r} and status {status}, got {done.stdout!r} and {done.returncode}: {done.stderr}")
        print(f"{'ok' if good else 'not ok'} {i} /checks/count/{name}")
    return bad


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
