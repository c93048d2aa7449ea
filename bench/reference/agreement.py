"""The work of bench/agreement.ts on numpy, statsmodels and scikit-learn; prints JSON {name: seconds}, best of three.

Debian packages: python3-statsmodels python3-sklearn. Where a reference library is not in Debian (fast-krippendorff, irrCAC), the
same computation in vectorised numpy stands in for it, which is faster than the library and so a stricter floor; the name
says so. Where the library itself can be imported, it is measured as well, under its own name.
"""

import json
import sys
import time

import numpy as np

LABELS = 14
ACCURACIES = (0.97, 0.95, 0.92)
PAIRS = ((0, 1), (0, 2), (1, 2))


def simulate(units, seed):
    """Ratings as 0 and 1, labels × units × annotators."""
    random = np.random.default_rng(seed)
    prevalence = 0.02 + 0.33 * np.arange(LABELS) / (LABELS - 1)
    truth = random.random((LABELS, units)) < prevalence[:, None]
    right = random.random((LABELS, units, len(ACCURACIES))) < np.array(ACCURACIES)
    return (truth[:, :, None] == right).astype(np.int8)


def alpha_numpy(ratings):
    counts = np.stack([(ratings == value).sum(axis=1) for value in (0, 1)], axis=1).astype(float)
    answers = counts.sum(axis=1)
    coincidences = np.einsum("ij,ik,i->jk", counts, counts, 1 / (answers - 1)) - np.diag((counts / (answers - 1)[:, None]).sum(axis=0))
    totals = coincidences.sum(axis=0)
    total = totals.sum()
    observed = total - np.trace(coincidences)
    expected = (total**2 - (totals**2).sum()) / (total - 1)
    return 1 - observed / expected


def ac1_numpy(ratings):
    counts = np.stack([(ratings == value).sum(axis=1) for value in (0, 1)], axis=1).astype(float)
    answers = counts.sum(axis=1)
    own = (counts * (counts - 1)).sum(axis=1) / (answers * (answers - 1))
    shares = (counts / answers[:, None]).mean(axis=0)
    chance = (shares * (1 - shares)).sum()
    value = (own.mean() - chance) / (1 - chance)
    own_chance = (counts / answers[:, None] * (1 - shares)).sum(axis=1)
    linear = (own - chance) / (1 - chance) - 2 * (1 - value) * (own_chance - chance) / (1 - chance)
    n = len(own)
    return value, np.sqrt(((linear - value) ** 2).sum() / (n * (n - 1)))


def fleiss_statsmodels(ratings):
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    return fleiss_kappa(aggregate_raters(ratings)[0])


def cohen_sklearn(ratings):
    from sklearn.metrics import cohen_kappa_score

    return [cohen_kappa_score(ratings[:, first], ratings[:, second]) for first, second in PAIRS]


def masi_numpy(ratings):
    """Alpha with MASI distance over the sets that occur, all pairs of sets at once."""
    masks = np.einsum("lua,l->ua", ratings.astype(np.int64), 1 << np.arange(LABELS))
    sets, codes = np.unique(masks, return_inverse=True)
    codes = codes.reshape(masks.shape)
    members = ((sets[:, None] >> np.arange(LABELS)) & 1).astype(float)
    shared = members @ members.T
    sizes = members.sum(axis=1)
    union = sizes[:, None] + sizes[None, :] - shared
    contained = (shared == sizes[:, None]) | (shared == sizes[None, :])
    same = (shared == sizes[:, None]) & (shared == sizes[None, :])
    monotonicity = np.where(same, 1, np.where(contained, 2 / 3, np.where(shared > 0, 1 / 3, 0)))
    distance = np.where(same, 0, 1 - np.divide(shared, union, out=np.zeros_like(shared), where=union > 0) * monotonicity)
    totals = np.bincount(codes.ravel(), minlength=len(sets)).astype(float)
    observed = sum(2 * distance[codes[:, first], codes[:, second]].sum() for first, second in PAIRS) / 2
    total = totals.sum()
    return 1 - (total - 1) * observed / (totals @ distance @ totals)


def masi_nltk(ratings):
    from nltk.metrics import masi_distance
    from nltk.metrics.agreement import AnnotationTask

    present = np.transpose(ratings, (1, 2, 0)).astype(bool)
    rows = [
        (annotator, unit, frozenset(np.flatnonzero(present[unit, annotator])) or frozenset([-1]))
        for unit in range(present.shape[0])
        for annotator in range(present.shape[1])
    ]
    return AnnotationTask(rows, distance=masi_distance).alpha()


def bootstrap_numpy(ratings):
    random = np.random.default_rng(1)
    units = ratings.shape[1]
    indices = random.integers(units, size=(1000, units))
    intervals = []
    for label in range(LABELS):
        yes = ratings[label].sum(axis=1, dtype=np.int8)[indices]
        counts = np.stack([(yes == value).sum(axis=1) for value in range(4)], axis=1).astype(float)
        total = 3.0 * units
        ones = counts @ np.arange(4)
        observed = counts @ np.array([0, 2, 2, 0])
        expected = (total**2 - ones**2 - (total - ones) ** 2) / (total - 1)
        intervals.append(np.percentile(1 - observed / expected, [2.5, 97.5]))
    return intervals


def best_of(times, work):
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


def main():
    missing = [name for name in ("statsmodels", "sklearn") if not has(name)]
    if missing:
        sys.exit("not installed: " + ", ".join(missing))
    million = simulate(1_000_000, 1)
    two_thousand = simulate(2000, 2)
    results = {}

    def measure(name, work, times=3):
        print(name, file=sys.stderr)
        results[name] = best_of(times, work)

    measure("alpha, vectorised numpy in place of fast-krippendorff", lambda: [alpha_numpy(label) for label in million])
    measure("fleiss, statsmodels aggregate_raters + fleiss_kappa", lambda: [fleiss_statsmodels(label) for label in million], 1)
    measure("ac1, vectorised numpy in place of irrCAC", lambda: [ac1_numpy(label) for label in million])
    measure("cohen, scikit-learn cohen_kappa_score", lambda: [cohen_sklearn(label) for label in million], 1)
    measure("masi, vectorised numpy in place of NLTK", lambda: masi_numpy(two_thousand))
    measure("bootstrap, vectorised numpy", lambda: bootstrap_numpy(two_thousand))
    if has("krippendorff"):
        import krippendorff

        measure(
            "alpha, fast-krippendorff",
            lambda: [krippendorff.alpha(label.T, level_of_measurement="nominal") for label in million],
        )
    if has("irrCAC"):
        import pandas
        from irrCAC.raw import CAC

        frames = [pandas.DataFrame(label) for label in million]
        measure("ac1, irrCAC", lambda: [CAC(frame).gwet() for frame in frames], 1)
    if has("nltk"):
        measure("masi, NLTK", lambda: masi_nltk(two_thousand), 1)
    print(json.dumps(results))


if __name__ == "__main__":
    main()
