"""The work of bench/aggregation.ts in Python, with what Debian has: python3-numpy and python3-pandas.

Dawid-Skene, MACE and majority vote do what crowd-kit 1.4 does, in the same way (one DataFrame row per vote, joins and
group-bys), and stratification does what iterative-stratification 0.1.9 does (masks over the whole matrix), both written anew,
since neither package is in Debian. Prints {name: seconds}, the median of three runs in one process.
"""
import json
import statistics
import sys
import time

import numpy as np
import pandas as pd

UNITS, VOTES_PER_UNIT, ANNOTATORS, CATEGORIES = 100_000, 5, 200, 4


def make_votes():
    random = np.random.default_rng(1)
    accuracy = random.uniform(0.55, 0.95, ANNOTATORS)
    truth = np.repeat(random.integers(0, CATEGORIES, UNITS), VOTES_PER_UNIT)
    annotator = random.integers(0, ANNOTATORS, truth.size)
    wrong = (truth + random.integers(1, CATEGORIES, truth.size)) % CATEGORIES
    answer = np.where(random.random(truth.size) < accuracy[annotator], truth, wrong)
    return pd.DataFrame({"unit": np.repeat(np.arange(UNITS), VOTES_PER_UNIT), "annotator": annotator, "answer": answer})


def make_labels():
    prevalence = 0.01 * 35 ** (np.arange(14) / 13)
    return np.random.default_rng(1).random((20_000, 14)) < prevalence


def vote_shares(votes):
    counts = votes[["unit", "answer"]].value_counts()
    shares = counts / counts.groupby("unit").sum()
    return shares.unstack("answer", fill_value=0)


def majority_vote(votes):
    return vote_shares(votes).idxmax(axis="columns").rename("answer")


def error_matrices(votes, posterior):
    joined = votes.join(posterior, on="unit")
    joined.drop(columns=["unit"], inplace=True)
    errors = joined.groupby(["annotator", "answer"], sort=False).sum()
    errors.clip(lower=1e-10, inplace=True)
    errors /= errors.groupby("annotator", sort=False).sum()
    return errors


def expected_posterior(votes, prior, errors):
    joined = votes.join(np.log2(errors), on=["annotator", "answer"])
    joined.drop(columns=["annotator", "answer"], inplace=True)
    logarithm = np.log2(prior) + joined.groupby("unit", sort=False).sum()
    scaled = np.exp2(logarithm.sub(logarithm.max(axis="columns"), axis="index"))
    return scaled.div(scaled.sum(axis="columns"), axis="index")


def dawid_skene(votes, iterations=10):
    posterior = vote_shares(votes)
    prior = posterior.mean()
    errors = error_matrices(votes, posterior)
    for _ in range(iterations):
        posterior = expected_posterior(votes, prior, errors)
        prior = posterior.mean()
        errors = error_matrices(votes, posterior)
        # The package computes its stopping criterion in every round, also when it does not stop.
        joined = votes.join(np.log(errors), on=["annotator", "answer"])
        joined.drop(columns=["annotator", "answer"], inplace=True)
        joined.set_index("unit", inplace=True)
        (joined.add(np.log(prior)) * posterior.loc[joined.index]).sum().sum()
    return posterior


def mace(votes, iterations=10):
    random = np.random.default_rng(1)
    spamming = 1 + 0.5 * random.random((ANNOTATORS, 2))
    spamming /= spamming.sum(axis=1, keepdims=True)
    strategy = 1 + 0.5 * random.random((ANNOTATORS, CATEGORIES))
    strategy /= strategy.sum(axis=1, keepdims=True)
    annotator, answer = votes["annotator"].to_numpy(), votes["answer"].to_numpy()

    def expectation():
        frame = pd.DataFrame({"unit": votes["unit"]})
        guessed = spamming[annotator, 0] * strategy[annotator, answer]
        for category in range(CATEGORIES):
            frame[category] = guessed + spamming[annotator, 1] * (answer == category)
        joint = frame.groupby("unit").prod() / CATEGORIES
        evidence = joint.sum(axis="columns")
        np.log(evidence + 1e-8).sum()
        posterior = joint.div(evidence, axis="index")
        believed = posterior.to_numpy()[votes["unit"].to_numpy(), answer]
        known = believed * spamming[annotator, 1] / (guessed + spamming[annotator, 1])
        counts = pd.DataFrame({"annotator": annotator, "answer": answer, "known": known, "guessed": 1 - known})
        knowing = counts.groupby("annotator")[["guessed", "known"]].sum().reindex(range(ANNOTATORS), fill_value=0).to_numpy()
        guesses = counts.groupby(["annotator", "answer"])["guessed"].sum().unstack(fill_value=0).reindex(range(ANNOTATORS), fill_value=0).to_numpy()
        return posterior, knowing, guesses

    posterior, knowing, guesses = expectation()
    for _ in range(iterations):
        spamming = variational(knowing + 0.5)
        strategy = variational(guesses + 10)
        posterior, knowing, guesses = expectation()
    return posterior


def variational(counts):
    return np.exp(digamma(counts) - digamma(counts.sum(axis=1, keepdims=True)))


def digamma(x):
    x = np.array(x, dtype=float)
    shift = np.zeros_like(x)
    while (x < 10).any():
        small = x < 10
        shift[small] -= 1 / x[small]
        x[small] += 1
    square = 1 / (x * x)
    return shift + np.log(x) - 0.5 / x - square * (1 / 12 - square * (1 / 120 - square / 252))


def iterative_stratification(labels, shares):
    random = np.random.RandomState(1)
    units = labels.shape[0]
    fold = np.zeros(units, dtype=int)
    wanted_units = shares * units
    wanted_labels = np.outer(shares, labels.sum(axis=0))
    waiting = np.ones(units, dtype=bool)
    while waiting.any():
        remaining = labels[waiting].sum(axis=0)
        if remaining.sum() == 0:
            for unit in np.where(waiting)[0]:
                chosen = one_of(np.where(wanted_units == wanted_units.max())[0], random)
                fold[unit] = chosen
                wanted_units[chosen] -= 1
            break
        label = one_of(np.where(remaining == remaining[np.nonzero(remaining)].min())[0], random)
        for unit in np.where(np.logical_and(labels[:, label].flatten(), waiting))[0]:
            need = wanted_labels[:, label]
            chosen = np.where(need == need.max())[0]
            if chosen.shape[0] > 1:
                chosen = chosen[np.where(wanted_units[chosen] == wanted_units[chosen].max())[0]]
            chosen = one_of(chosen, random)
            fold[unit] = chosen
            waiting[unit] = False
            wanted_labels[chosen, labels[unit]] -= 1
            wanted_units[chosen] -= 1
    return fold


def one_of(candidates, random):
    return candidates[0] if candidates.shape[0] == 1 else candidates[random.choice(candidates.shape[0])]


def seconds(work):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main():
    votes, labels, shares = make_votes(), make_labels(), np.full(5, 0.2)
    work = {
        "Dawid-Skene, 500k votes, 10 iterations (pandas, in the way of crowd-kit)": lambda: dawid_skene(votes),
        "MACE, 500k votes, 10 iterations (pandas, in the way of crowd-kit)": lambda: mace(votes),
        "majority vote, 500k votes (pandas, in the way of crowd-kit)": lambda: majority_vote(votes),
        "iterative stratification, 20,000 x 14, five folds (numpy, in the way of iterative-stratification)": lambda: iterative_stratification(labels, shares),
    }
    json.dump({name: seconds(run) for name, run in work.items()}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
