"""The work of bench/verdicts.ts as a plain fold in Python, over the same files (bench/verdicts.ts writes them into the temporary folder).

Loads the whole cache, lets the runs vote by weight, picks the K most recent units of each subject, applies the four policies and writes the
files of verdicts. Nothing is checked: no quotas, no terms, no doubles, no values outside of the terms. Prints {name: seconds}, with the
time that reading alone takes.
"""
import datetime
import json
import os
import sys
import tempfile
import time

SUBJECTS = int(os.environ.get("ASSAY_BENCH_SUBJECTS", "1000"))
FOLDER = os.path.join(tempfile.gettempdir(), f"assay-bench-verdicts-{SUBJECTS}")
WEIGHTS = {"gpt-5.1": 3, "gpt-5-mini": 2, "gpt-5-nano": 1}
FIELDS = ["account_type", "incident_severity", "assurance_claim", "staff_response"]
POINTS = {"mild": 2, "moderate": 5, "severe": 15}
REFERENCE = datetime.date(2022, 1, 1)
KS = [25, 50, 100, 200]


def read():
    with open(os.path.join(FOLDER, "judgement_cache.json")) as file:
        cache = json.load(file)
    with open(os.path.join(FOLDER, "dataset.jsonl")) as file:
        dataset = [json.loads(line) for line in file]
    return cache, dataset


def read_judgments():
    with open(os.path.join(FOLDER, "protocol", "units.jsonl")) as file:
        units = [json.loads(line) for line in file]
    judgments = []
    for model in WEIGHTS:
        with open(os.path.join(FOLDER, "protocol", "judgments", f"{model}.jsonl")) as file:
            judgments.extend(json.loads(line) for line in file)
    return units, judgments


def winner(votes):
    if not votes:
        return None
    best = max(votes.values())
    leaders = [value for value, weight in votes.items() if weight == best]
    return leaders[0] if len(leaders) == 1 else None


def aggregate(raw):
    tallies = {}
    for key, judgment in raw.items():
        _, unit, model, _ = key.split("::")
        weight = WEIGHTS[model]
        tally = tallies.setdefault(unit, {})
        relevant = judgment["is_relevant"]
        votes = tally.setdefault("is_relevant", {})
        votes[relevant] = votes.get(relevant, 0) + weight
        if relevant:
            for field in FIELDS:
                votes = tally.setdefault(field, {})
                value = judgment[field]
                votes[value] = votes.get(value, 0) + weight
    truths = {}
    for unit, tally in tallies.items():
        relevant = winner(tally["is_relevant"])
        truth = {"is_relevant": relevant}
        if relevant:
            for field in FIELDS:
                truth[field] = winner(tally.get(field, {}))
        if None not in truth.values():
            truths[unit] = truth
    return truths


def weight_of(date):
    age = (REFERENCE - datetime.date.fromisoformat(date[:10])).days / 365.25
    return 1 if age <= 2 else 0.5 if age <= 3 else 0.25


def score(units, truths, categories, recency):
    incidents = []
    for unit in units:
        truth = truths.get(unit["review_id"])
        if not truth or not truth["is_relevant"] or truth["account_type"] != "firsthand" or truth["incident_severity"] not in POINTS:
            continue
        points = POINTS[truth["incident_severity"]]
        modifiers = []
        if truth["assurance_claim"] == "true":
            points += 5
            modifiers.append("False assurance")
        if truth["staff_response"] == "dismissive":
            points += 3
            modifiers.append("Dismissive staff")
        weight = weight_of(unit["date"]) if recency else 1
        incidents.append({"review_id": unit["review_id"], "severity": truth["incident_severity"], "modifiers": modifiers, "total_points": points, "weighted_points": int(points * weight)})
    total = sum(incident["weighted_points"] for incident in incidents)
    if incidents and any(token.strip() in ("Thai", "Vietnamese", "Chinese", "Asian", "Asian Fusion") for token in categories.split(",")):
        total += 2
    return total, incidents


def by_points(units, truths, categories, k, recency):
    total, incidents = score(units, truths, categories, recency)
    critical, high = {25: (8, 4), 50: (16, 8), 100: (32, 16)}.get(k, (60, 30))
    verdict = "Critical Risk" if total >= critical else "High Risk" if total >= high else "Low Risk"
    return {"verdict": verdict, "score": total, "n_incidents": len(incidents), "incidents": incidents}


def by_ladder(units, truths, k, extended):
    counts = {"severe": 0, "moderate": 0, "compound": 0, "staff": 0}
    for unit in units:
        truth = truths.get(unit["review_id"])
        if not truth or not truth["is_relevant"]:
            continue
        if truth["account_type"] == "firsthand":
            if truth["incident_severity"] in ("severe", "moderate"):
                counts[truth["incident_severity"]] += 1
                counts["compound"] += truth["assurance_claim"] == "true"
        counts["staff"] += truth["staff_response"] in ("refused", "dismissive")
    least = {25: 1, 50: 2, 100: 3}.get(k, 4)
    if counts["severe"] >= least or (extended and counts["compound"] >= 2):
        return {"verdict": "Critical Risk", "matched_rule": "CRITICAL"}
    if counts["moderate"] >= least or (extended and counts["staff"] >= 8):
        return {"verdict": "High Risk", "matched_rule": "HIGH"}
    return {"verdict": "Low Risk", "matched_rule": "LOW"}


def fold(cache, dataset, out):
    truths = aggregate(cache["raw"])
    distributions = {}
    os.makedirs(out, exist_ok=True)
    for policy in ("V1", "V2", "V3", "V4"):
        for k in KS:
            restaurants = {}
            for row in dataset:
                recent = sorted(row["reviews"], key=lambda review: review["date"], reverse=True)[:k]
                if policy in ("V1", "V2"):
                    truth = by_ladder(recent, truths, k, policy == "V2")
                else:
                    truth = by_points(recent, truths, row["business"]["categories"], k, policy == "V4")
                restaurants[row["business_id"]] = {"name": row["business"]["name"], "n_reviews": len(recent), "ground_truth": truth}
            distribution = {"Low Risk": 0, "High Risk": 0, "Critical Risk": 0}
            for entry in restaurants.values():
                distribution[entry["ground_truth"]["verdict"]] += 1
            distributions[f"{policy}_K{k}"] = distribution
            with open(os.path.join(out, f"B1_bench_{policy}_K{k}.json"), "w") as file:
                json.dump({"restaurants": restaurants, "summary": {"verdict_distribution": distribution}}, file, indent=2)
    return distributions


def as_cache(units, judgments):
    """The protocol's rows in the shape of the cache, so that one fold serves both."""
    raw = {}
    for judgment in judgments:
        model, run = judgment["annotator_id"].split("#")
        raw[f"B1_bench::{judgment['review_id']}::{model}::run{run}"] = judgment
    businesses = {}
    for unit in units:
        entry = businesses.setdefault(unit["business_id"], {"business_id": unit["business_id"], "business": {"name": unit["name"], "categories": unit["categories"]}, "reviews": []})
        entry["reviews"].append(unit)
    return {"raw": raw}, list(businesses.values())


if __name__ == "__main__":
    if SUBJECTS > 2000:
        sys.exit("a plain fold holds the whole input, some 20 GB at 10,000 subjects; compare at 2,000 or fewer")
    start = time.perf_counter()
    cache, dataset = read()
    read_seconds = time.perf_counter() - start
    distributions = fold(cache, dataset, os.path.join(FOLDER, "reference"))
    seconds = time.perf_counter() - start
    del cache, dataset
    start = time.perf_counter()
    units, judgments = read_judgments()
    read_again = time.perf_counter() - start
    again = fold(*as_cache(units, judgments), os.path.join(FOLDER, "reference-protocol"))
    seconds_again = time.perf_counter() - start
    assert again == distributions
    print(json.dumps({
        "reading cache and dataset": read_seconds,
        "verdicts from a cache file, a plain fold": seconds,
        "reading units and judgments": read_again,
        "verdicts from files of judgments, a plain fold": seconds_again,
    }))
    if "--verdicts" in sys.argv:
        print(json.dumps(distributions), file=sys.stderr)
