"""Near-duplicate texts, and folds that never part them.

Texts are sets of shingles (three words in a row); pairs that share a band of their MinHash signatures are compared in full, and those
whose sets overlap by at least 70 % (Jaccard) belong together, and so on from text to text (Broder 1997; Leskovec, Rajaraman, Ullman, ch. 3).
"""

import zlib
from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Ints = npt.NDArray[np.int64]
ALIKE = 0.7
_SHINGLE = 3
# Ten bands of three hashes: a pair of which 70 % is the same shares a band with a probability of 98 %.
_BANDS, _ROWS = 10, 3
_PRIME = (1 << 31) - 1
# A band shared by more texts than this is compared with its first ones only: those are joined to each other anyway.
_COMPARED = 12


def near_duplicates(texts: Sequence[tuple[str, ...]]) -> Ints:
    """The cluster of every text (words in order), numbered from 0 in the order of their first text. Empty texts are alike."""
    distinct = {text: n for n, text in enumerate(dict.fromkeys(texts))}
    shingles = [_shingles(text) for text in distinct]
    pairs: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for band in _bands(shingles):
        first: dict[bytes, list[int]] = {}
        for n, key in enumerate(band):
            others = first.setdefault(key, [])
            for other in others[:_COMPARED]:
                if (other, n) not in seen:
                    seen.add((other, n))
                    if _overlap(shingles[other], shingles[n]) >= ALIKE:
                        pairs.append((other, n))
            others.append(n)
    labels = joined(len(shingles), pairs)
    return labels[[distinct[text] for text in texts]] if texts else np.zeros(0, np.int64)


def joined(size: int, pairs: Sequence[tuple[int, int]]) -> Ints:
    """Connected components of the things from 0 to ``size``, numbered in the order of their first member."""
    left, right = (np.array([pair[side] for pair in pairs], np.int64) for side in (0, 1))
    graph = coo_array((np.ones(len(pairs), np.int8), (left, right)), shape=(size, size))
    _, labels = connected_components(graph, directed=False)
    return _renumbered(labels)


def components(*keys: Sequence[Hashable]) -> Ints:
    """The things that any of these keys joins, each given once for every thing: rows of one card, of one cluster, and what hangs together by both."""
    pairs: list[tuple[int, int]] = []
    for some in keys:
        first: dict[Hashable, int] = {}
        for n, key in enumerate(some):
            if first.setdefault(key, n) != n:
                pairs.append((first[key], n))
    return joined(len(keys[0]), pairs)


def folds(groups: Ints, count: int) -> Ints:
    """A fold from 0 to ``count`` for every thing; a group is never parted. The largest groups are dealt first, each to the smallest fold."""
    sizes = np.bincount(groups) if len(groups) else np.zeros(0, np.int64)
    of_group = np.zeros(len(sizes), np.int64)
    filled = [0] * count
    for group in sorted(range(len(sizes)), key=lambda g: (-int(sizes[g]), g)):
        smallest = filled.index(min(filled))
        of_group[group] = smallest
        filled[smallest] += int(sizes[group])
    return of_group[groups]


def _shingles(text: tuple[str, ...]) -> frozenset[int]:
    rows = [text[n : n + _SHINGLE] for n in range(max(1, len(text) - _SHINGLE + 1))]
    return frozenset([zlib.crc32(" ".join(row).encode("utf-8", "surrogatepass")) % _PRIME for row in rows])


def _bands(shingles: Sequence[frozenset[int]]) -> list[list[bytes]]:
    """For each band the key of every text."""
    if not shingles:
        return []
    flat = np.fromiter((one for some in shingles for one in sorted(some)), np.int64)
    starts = np.cumsum([0, *(len(some) for some in shingles[:-1])])
    # The constants of the hashes come from a generator with a fixed seed, whose stream NumPy keeps stable.
    rng = np.random.Generator(np.random.PCG64(20))
    factors, shifts = rng.integers(1, _PRIME, _BANDS * _ROWS), rng.integers(0, _PRIME, _BANDS * _ROWS)
    signature = np.stack([np.minimum.reduceat((flat * a % _PRIME + b) % _PRIME, starts) for a, b in zip(factors, shifts, strict=True)], axis=1)
    return [[row.tobytes() for row in np.ascontiguousarray(signature[:, n : n + _ROWS])] for n in range(0, _BANDS * _ROWS, _ROWS)]


def _overlap(one: frozenset[int], other: frozenset[int]) -> float:
    small, large = sorted((len(one), len(other)))
    # Sets of very different sizes cannot overlap enough: no need to intersect them.
    if small < ALIKE * large:
        return 0.0
    common = len(one & other)
    return common / (small + large - common)


def _renumbered(labels: npt.NDArray[np.int32]) -> Ints:
    order: dict[int, int] = {}
    return np.array([order.setdefault(int(label), len(order)) for label in labels], np.int64)
