#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nearest neighbors: this project beside faiss (flat, HNSW) and scikit-learn.

usage: bench-knn.py BUILD-FOLDER FILE.npy... [--threads N] [--k K] [--repeats R] [--slow]

Every file holds a matrix of float32. All programs get the same matrix, k and threads, take turns within the same run, and
the best time of each counts. --slow adds scikit-learn's brute force and HNSW.
"""
import argparse
import json
import os
import subprocess
import time


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--slow", action="store_true")
    return parser.parse_args()


# BLAS reads these once, when it is loaded; faiss's own setting does not reach it.
GIVEN = read_arguments()
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(GIVEN.threads)

import faiss  # noqa: E402
import numpy as np  # noqa: E402


def best(action, repeats):
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - start)
    return min(times), result


def flat(x, k):
    index = faiss.IndexFlatL2(x.shape[1])
    index.add(x)
    return index.search(x, k + 1)[1]


def hnsw(x, k):
    index = faiss.IndexHNSWFlat(x.shape[1], 16)
    index.add(x)
    return index.search(x, k + 1)[1]


def brute(x, k, threads):
    from sklearn.neighbors import NearestNeighbors
    return NearestNeighbors(n_neighbors=k + 1, algorithm="brute", n_jobs=threads).fit(x).kneighbors(x, return_distance=False)


def main():
    given = GIVEN
    faiss.omp_set_num_threads(given.threads)

    for file in given.files:
        x = np.ascontiguousarray(np.load(file), dtype=np.float32)
        ours = {}
        rows = {}
        truth = None
        for _ in range(given.repeats):
            for search in ["exact"] + (["approximate"] if given.slow else []):
                out = subprocess.run([f"{given.build}/tools/bench/bench-knn", file, str(given.k), str(given.threads), search, "1"],
                                     check=True, capture_output=True, text=True).stdout
                found = json.loads(out)
                if search not in ours or found["seconds"] < ours[search]["seconds"]:
                    ours[search] = found
            seconds, truth = best(lambda: flat(x, given.k), 1)
            rows["faiss flat"] = min(seconds, rows.get("faiss flat", seconds))
        print(f"{file}  {x.shape[0]} x {x.shape[1]}, k = {given.k}, threads = {given.threads}")
        for search, found in ours.items():
            print(f"  equipoise {search:12} {found['seconds']:8.2f} s  {found['seconds'] / rows['faiss flat']:.3f} of flat,"
                  f" recall {found['recall']:.4f}, peak {found['mb_peak']:.0f} MB for {found['mb_data']:.0f} MB of data")
        print(f"  faiss flat             {rows['faiss flat']:8.2f} s")
        if given.slow:
            seconds, got = best(lambda: hnsw(x, given.k), 1)
            hits = sum(len(np.intersect1d(a, b)) for a, b in zip(got[:2000], truth[:2000])) / truth[:2000].size
            print(f"  faiss HNSW 16          {seconds:8.2f} s  recall {hits:.4f}")
            seconds, _ = best(lambda: brute(x, given.k, given.threads), 1)
            print(f"  scikit-learn brute     {seconds:8.2f} s")


main()
