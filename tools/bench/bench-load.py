#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loading of files: this project beside pandas' C reader, numpy and scikit-learn.

usage: bench-load.py BUILD-FOLDER [--rows 1000000] [--columns 50] [--rounds 2] [--cancels 16] [--only plain,quoted,...]

Files of random decimal numbers are made in a temporary folder and go with it. For each kind of file all programs take
turns in the same run, each in a process of its own on one thread, and the best time of each counts; processor seconds
are those of the loading process. The peer ends with a float32 matrix, as we do. What is measured:

  plain     comma, point, six decimals: the file that the marks are about; also with the longest silence between two
            progress reports and the longest wait after a stop
  quoted, crlf, semicolon (decimal comma), integers, labels (text in the last column), digits17, gaps, words (NA), blanks, gz, zst
  npy, idx, svmlight, arff

Needs python3-pandas, python3-sklearn, python3-zstandard (Debian) and the programs gzip and zstd.
"""
import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile

PEERS = {
    "pandas": "import pandas; f = lambda: pandas.read_csv(path, header=None, engine='c', **options).select_dtypes('number').to_numpy('float32')",
    "pandas high": "import pandas; f = lambda: pandas.read_csv(path, header=None, engine='c', float_precision='high', **options)"
                   ".select_dtypes('number').to_numpy('float32')",
    "numpy": "import numpy; f = lambda: numpy.load(path).astype('float32')",
    "numpy idx": "import numpy; f = lambda: numpy.fromfile(path, 'u1', offset=16).astype('float32')",
    "scikit-learn": "import sklearn.datasets; f = lambda: sklearn.datasets.load_svmlight_file(path)[0].toarray().astype('float32')",
    "scipy": "import numpy, scipy.io.arff; f = lambda: numpy.array(scipy.io.arff.loadarff(path)[0].tolist(), 'float32')",
}

CLOCKS = """
import json, sys, time
path, options = sys.argv[1], json.loads(sys.argv[2])
%s
wall, cpu = time.perf_counter(), time.process_time()
x = f()
wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
peak = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0]
print(json.dumps({"seconds": wall, "processor": cpu, "mb_peak": float(peak) * 1.024e-3}))
"""


def write_rows(path, args, cell="%.6f", separator=",", end="\n", last=None, share=1.0, integers=False, change=None, head=""):
    import numpy as np
    rng = np.random.default_rng(1)
    row = separator.join([cell] * args.columns) + ("" if last is None else separator + "%s") + end
    rows = max(1000, int(args.rows * share))
    with open(path, "w", newline="", encoding="ascii") as out:
        out.write(head)
        for first in range(0, rows, 10000):
            shape = (min(10000, rows - first), args.columns)
            block = (rng.integers(0, 1000, shape) if integers else rng.standard_normal(shape)).tolist()
            if last is not None:
                block = [values + [last[i % len(last)]] for i, values in enumerate(block)]
            lines = [row % tuple(values) for values in block]
            if change is not None:
                lines = [change(i, line) for i, line in enumerate(lines)]
            out.write("".join(lines))


def write_svmlight(path, args):
    row = "%s " + " ".join("%d:%%.6f" % (j + 1) for j in range(args.columns)) + "\n"
    import numpy as np
    rng = np.random.default_rng(1)
    with open(path, "w", encoding="ascii") as out:
        for first in range(0, args.rows // 5, 10000):
            for i, values in enumerate(rng.standard_normal((min(10000, args.rows // 5 - first), args.columns)).tolist()):
                out.write(row % (i % 7, *values))


def write_npy(path, args):
    import numpy as np
    np.save(path, np.random.default_rng(1).standard_normal((args.rows, args.columns), dtype=np.float32))


def write_idx(path, args):
    import numpy as np
    with open(path, "wb") as out:
        out.write(struct.pack(">IIII", 0x00000803, args.rows // 4, 28, 28))
        for first in range(0, args.rows // 4, 10000):
            np.random.default_rng(first).integers(0, 256, (min(10000, args.rows // 4 - first), 784), dtype=np.uint8).tofile(out)


def pack(program, path, args):
    write_rows(path[:path.rindex(".")], args, share=0.2)
    subprocess.run([*program, path[:path.rindex(".")]], check=True)


# kind: file name, how it is written, peers, options of pandas
KINDS = {
    "plain": ("plain.csv", write_rows, ["pandas", "pandas high"], {}),
    "quoted": ("quoted.csv", lambda path, args: write_rows(path, args, cell='"%.6f"', share=0.2), ["pandas"], {}),
    "crlf": ("crlf.csv", lambda path, args: write_rows(path, args, end="\r\n", share=0.2), ["pandas"], {}),
    "semicolon": ("semicolon.csv", lambda path, args: write_rows(path, args, separator=";", share=0.2, change=lambda i, line: line.replace(".", ",")),
                  ["pandas"], {"sep": ";", "decimal": ","}),
    "integers": ("integers.csv", lambda path, args: write_rows(path, args, cell="%d", integers=True, share=0.2), ["pandas"], {}),
    "labels": ("labels.csv", lambda path, args: write_rows(path, args, last=["setosa", "versicolor", "virginica"], share=0.2), ["pandas"], {}),
    "digits17": ("digits17.csv", lambda path, args: write_rows(path, args, cell="%.17g", share=0.2), ["pandas"], {}),
    "gaps": ("gaps.csv", lambda path, args: write_rows(path, args, share=0.2, change=lambda i, line: line[line.index(","):] if i % 5 == 0 else line),
             ["pandas"], {}),
    "words": ("words.csv", lambda path, args: write_rows(path, args, share=0.2, change=lambda i, line: "NA" + line[line.index(","):] if i % 5 == 0 else line),
              ["pandas"], {}),
    "blanks": ("blanks.txt", lambda path, args: write_rows(path, args, separator="  ", share=0.2), ["pandas"], {"sep": r"\s+"}),
    "gz": ("packed.csv.gz", lambda path, args: pack(["gzip", "-1"], path, args), ["pandas"], {}),
    "zst": ("packed.csv.zst", lambda path, args: pack(["zstd", "-q"], path, args), ["pandas"], {}),
    "npy": ("matrix.npy", write_npy, ["numpy"], {}),
    "idx": ("images-idx3-ubyte", write_idx, ["numpy idx"], {}),
    "svmlight": ("rows.svm", write_svmlight, ["scikit-learn"], {}),
    "arff": ("rows.arff", lambda path, args: write_rows(path, args, share=0.1, head="@relation r\n" + "".join("@attribute a%d numeric\n" % j for j in range(args.columns)) + "@data\n"),
             ["scipy"], {}),
}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"})
    if done.returncode != 0:
        sys.exit("%s\n%s" % (" ".join(command[:2]), done.stderr))
    return json.loads(done.stdout)


def best(old, new):
    return new if old is None else {key: (min if key in ("seconds", "processor") else max)(old.get(key, value), value) for key, value in new.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("--columns", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cancels", type=int, default=16)
    parser.add_argument("--only", default=",".join(KINDS))
    args = parser.parse_args()
    program = os.path.join(args.build, "tools", "bench", "bench-load")

    for kind in args.only.split(","):
        name, write, peers, options = KINDS[kind]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            write(path, args)
            megabytes = os.path.getsize(path) * 1e-6
            ours, theirs = None, dict.fromkeys(peers)
            for _ in range(args.rounds):
                ours = best(ours, run([program, path]))
                for peer in peers:
                    theirs[peer] = best(theirs[peer], run([sys.executable, "-c", CLOCKS % PEERS[peer], path, json.dumps(options)]))
            print("%s: %.0f MB, %d x %d" % (kind, megabytes, ours["n"], ours["d"]))
            print("  equipoise    %7.2f s, processor %7.2f s, %4.0f MB/s, peak %5.0f MB = %.2f of the matrix, longest silence %.2f s"
                  % (ours["seconds"], ours["processor"], megabytes / ours["processor"], ours["mb_peak"], ours["mb_peak"] / ours["mb_matrix"], ours["silence"]))
            for peer, time in theirs.items():
                print("  %-12s %7.2f s, processor %7.2f s, %4.0f MB/s, peak %5.0f MB; our speed is %.2f of it (processor: %.2f)"
                      % (peer, time["seconds"], time["processor"], megabytes / time["processor"], time["mb_peak"],
                         time["seconds"] / ours["seconds"], time["processor"] / ours["processor"]))
            if kind == "plain" and args.cancels > 0:
                stops = run([program, path, str(args.cancels)])
                print("  stopped at %d moments: the longest wait is %.3f s (at %d %%)"
                      % (args.cancels, stops["longest_stop"], stops["stopped_at_percent"]))
            sys.stdout.flush()


main()
