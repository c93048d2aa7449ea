import type { OutcomeCounts } from '../statistics/evaluation/binary-counts.ts';
import { fScore, precision, recall } from '../statistics/evaluation/binary-counts.ts';
import type { SummedMeasure, SummedMeasures } from './summed-measures.ts';

/** A rule that was parsed from a text, such as a criterion of a trial. */
export type ParsedRule = Readonly<Record<string, unknown>>;

/** The parts that make two rules the same. */
const ruleParts = ['type', 'field', 'operator', 'value', 'unit'];

/**
 * What a rule says, in one spelling: small letters, hyphens as spaces, single spaces, 18.0 as 18.
 * Rules with the same spelling are the same rule.
 */
function ruleSignature(rule: ParsedRule): string {
  return ruleParts.map((part) => spelling(rule[part])).join('|');
}

/** The rules of one source, true and parsed. */
export interface RuleSets {
  readonly truth: readonly ParsedRule[];
  readonly parsed: readonly ParsedRule[];
  /** The text that must contain the evidence; null when it is not known. */
  readonly text: string | null;
}

/**
 * Rule extraction: precision, recall and F1 of parsed rules as sets, over all rules (micro) and as
 * the mean over sources (macro), the share of sources with exactly the true rules, and how often
 * quoted evidence does not stand in the source. A source without true and parsed rules has no F1.
 */
export function summedRules(sources: readonly RuleSets[]): SummedMeasures {
  const columns = 13;
  const sums = new Float64Array(sources.length * columns);
  sources.forEach((source, at) => addSource(source, sums.subarray(at * columns)));
  const counts = (totals: Float64Array): OutcomeCounts => ({
    truePositives: totals[0]!,
    falsePositives: totals[1]!,
    falseNegatives: totals[2]!,
    trueNegatives: 0,
  });
  const total = new Float64Array(columns);
  for (let at = 0; at < sums.length; at += 1) total[at % columns] += sums[at]!;
  const mean = (name: string, at: number, why: string): SummedMeasure => ({
    name,
    statistic: (totals) => (totals[at + 1] === 0 ? null : totals[at]! / totals[at + 1]!),
    n: total[at + 1]!,
    blocks: total[at + 1]!,
    skipped: total[at + 1]! < sources.length ? { [why]: sources.length - total[at + 1]! } : {},
  });
  const pooled = (name: string, measure: (of: OutcomeCounts) => number | null): SummedMeasure => ({
    name,
    statistic: (totals) => measure(counts(totals)),
    n: sources.length,
    skipped: {},
  });
  const exact = total[9]!;
  return {
    sums: { blocks: sources.length, columns, sums },
    measures: [
      pooled('P(micro)', precision),
      pooled('R(micro)', recall),
      pooled('F1(micro)', fScore),
      mean('P(macro)', 3, 'nothing-predicted'),
      mean('R(macro)', 5, 'no-positives'),
      mean('F1(macro)', 7, 'nothing-to-find'),
      {
        name: 'exact_match',
        statistic: (totals) => (totals[12] === 0 ? null : totals[9]! / totals[12]!),
        n: sources.length,
        skipped: {},
        ...(sources.length > 0 ? { share: { count: exact, of: sources.length } } : {}),
      },
      ...(total[11]! > 0
        ? [
            {
              name: 'unsupported_evidence',
              statistic: (totals: Float64Array) =>
                totals[11] === 0 ? null : totals[10]! / totals[11]!,
              n: total[11]!,
              skipped: {},
            },
          ]
        : []),
    ],
  };
}

function addSource({ truth, parsed, text }: RuleSets, into: Float64Array): void {
  const wanted = new Set(truth.map(ruleSignature));
  const found = new Set(parsed.map(ruleSignature));
  const both = [...found].filter((rule) => wanted.has(rule)).length;
  into[0] = both;
  into[1] = found.size - both;
  into[2] = wanted.size - both;
  const ratio = (at: number, part: number, whole: number): void => {
    if (whole === 0) return;
    into[at] = part / whole;
    into[at + 1] = 1;
  };
  ratio(3, both, found.size);
  ratio(5, both, wanted.size);
  ratio(7, 2 * both, found.size + wanted.size);
  into[9] = both === found.size && both === wanted.size ? 1 : 0;
  into[12] = 1;
  if (text === null) return;
  const source = spelling(text);
  for (const { evidence_text: evidence } of parsed) {
    if (typeof evidence !== 'string' || evidence.trim() === '') continue;
    into[11] += 1;
    if (!source.includes(spelling(evidence))) into[10] += 1;
  }
}

function spelling(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return spelling(JSON.stringify(value));
  const plain = value.toLowerCase().replaceAll('-', ' ').replaceAll(/\s+/g, ' ').trim();
  return /^\d+\.\d+$/.test(plain) ? String(Number(plain)) : plain;
}
