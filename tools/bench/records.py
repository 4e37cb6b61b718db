#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Balanced min-cut at hard limits beside METIS and the best cuts known for graphs of the Walshaw archive.

usage: records.py BUILD-FOLDER DATA-FOLDER [--graphs add32,uk,...] [--ks 2,4,...] [--seeds 1] [--eps 0] [--seconds S] [--json FILE]

The largest cluster allowed has floor ((1 + eps) ceil (n / K)) rows; cut edges count once. METIS runs both of its ways
(recursive bisection and k-way) with ten cuts each, and the time ratio is to both together. Its cut is marked with ! where its
sizes are not within the limit. Records are those of eps = 0, about half a percent good; at other eps read the cut against METIS.
DATA-FOLDER holds the graphs as add32.graph and so on; one that is not there is left out. Without libmetis only records stand beside.
"""
import argparse
import ctypes
import json
import math
import os
import resource
import subprocess
import sys
import time

KS = [2, 4, 8, 16, 32, 64]
RECORDS = {
    "add32": [11, 34, 67, 118, 213, 485],
    "uk": [19, 41, 83, 145, 246, 408],
    "3elt": [90, 201, 345, 573, 960, 1532],
    "cs4": [369, 932, 1440, 2075, 2907, 4025],
    "fe_sphere": [386, 768, 1156, 1714, 2488, 3543],
    "vibrobox": [10343, 18976, 24484, 31850, None, None],
}
# Places in METIS 5's array of options.
NCUTS, UFACTOR = 7, 16


def load_metis():
    try:
        return ctypes.CDLL("libmetis.so.5")
    except OSError:
        return None


def read_graph(path):
    with open(path) as lines:
        rows = [line for line in lines if not line.startswith("%")]
    n = int(rows[0].split()[0])
    starts, columns = [0], []
    for row in rows[1:n + 1]:
        columns += [int(text) - 1 for text in row.split()]
        starts.append(len(columns))
    return n, starts, columns


def options_of(lib, eps):
    options = (ctypes.c_int32 * 40)()
    lib.METIS_SetDefaultOptions(options)
    options[NCUTS] = 10
    options[UFACTOR] = max(1, int(eps * 1000))
    return options


def run_metis(lib, graph, k, eps, most):
    """Seconds of both ways, the best cut within the limit or else the best, and whether it is."""
    n, starts, columns = graph
    whole = ctypes.c_int32
    xadj, adjacency, part = (whole * len(starts))(*starts), (whole * len(columns))(*columns), (whole * n)()
    seconds, found = 0.0, []
    for way in (lib.METIS_PartGraphRecursive, lib.METIS_PartGraphKway):
        cut = whole()
        began = time.process_time()
        way(ctypes.byref(whole(n)), ctypes.byref(whole(1)), xadj, adjacency, None, None, None, ctypes.byref(whole(k)), None, None,
            options_of(lib, eps), ctypes.byref(cut), part)
        seconds += time.process_time() - began
        sizes = [0] * k
        for label in part:
            sizes[label] += 1
        found.append((max(sizes) > most, cut.value))
    outside, cut = min(found)
    return seconds, cut, not outside


def run_ours(args, path, k, most, seed):
    command = [os.path.join(args.build, "src", "cli", "equipoise-cli"), "run", path, "--method", "bmincut", "--k", str(k),
               "--gamma-rel", "0", "--min-size", "1", "--max-size", str(most), "--seed", str(seed), "--threads", "1", "--json"]
    if args.seconds:
        command += ["--seconds", str(args.seconds)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    result = json.loads(out.splitlines()[-1])
    assert max(result["sizes"]) <= most
    return result["data_term"] / 2, seconds


def show(row):
    print("  ".join("%s %s" % (key, "%.4g" % value if isinstance(value, float) else value) for key, value in row.items()),
          file=sys.stderr, flush=True)


def mean_of(rows, key):
    values = [math.log(row[key]) for row in rows if row.get(key)]
    return math.exp(sum(values) / len(values)) if values else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("data")
    parser.add_argument("--graphs", default=",".join(RECORDS))
    parser.add_argument("--ks", default=",".join(map(str, KS)))
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--eps", type=float, default=0.0)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--json")
    args = parser.parse_args()
    lib, rows = load_metis(), []
    for name in args.graphs.split(","):
        path = os.path.join(args.data, name + ".graph")
        if not os.path.exists(path):
            continue
        graph = read_graph(path)
        for k in map(int, args.ks.split(",")):
            most = int((1 + args.eps) * math.ceil(graph[0] / k))
            record = RECORDS[name][KS.index(k)] if name in RECORDS and k in KS and args.eps == 0 else None
            metis = run_metis(lib, graph, k, args.eps, most) if lib else None
            for seed in args.seeds.split(","):
                cut, seconds = run_ours(args, path, k, most, seed)
                row = dict(graph=name, k=k, seed=int(seed), cut=cut, seconds=seconds)
                if record:
                    row.update(record=record, ratio=cut / record)
                if metis:
                    row.update(metis_cut="%d%s" % (metis[1], "" if metis[2] else "!"), metis_ratio=cut / metis[1],
                               time_ratio=seconds / metis[0])
                rows.append(row)
                show(row)
    show({key: value for key, value in (("mean_ratio", mean_of(rows, "ratio")), ("mean_metis_ratio", mean_of(rows, "metis_ratio")),
                                        ("mean_time_ratio", mean_of(rows, "time_ratio"))) if value})
    if args.json == "-":
        json.dump(rows, sys.stdout, indent=1)
        print()
    elif args.json:
        with open(args.json, "w") as out:
            json.dump(rows, out, indent=1)


if __name__ == "__main__":
    main()
