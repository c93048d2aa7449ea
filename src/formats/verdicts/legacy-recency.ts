import type { Points } from '../../domain/verdicts/policy.ts';
import type { LegacyScoring, PolicyNote } from './legacy-policy.ts';

type Recency = NonNullable<Points['recency']>;

/**
 * The recency weights of a legacy policy. Its verdicts were made from the words of the rules, not
 * their numbers: whole years (`Within 1 year`, `1-2 years old`, `Over 2 years old`) with full, half
 * or quarter points, and full points for other ages. This reads the words the same way and notes
 * every number that differs. Without a reference date, as in the first generation, the rules are
 * only for readers.
 */
export function legacyRecency(scoring: LegacyScoring): {
  readonly recency: Recency | null;
  readonly notes: readonly PolicyNote[];
} {
  if (scoring.recency_rules.length === 0) return { recency: null, notes: [] };
  const path = ['normative', 'scoring', 'recency_rules'];
  if (scoring.reference_date === undefined)
    return {
      recency: null,
      notes: [
        { path, message: 'the recency rules have no reference_date, so they are not applied' },
      ],
    };
  const rules = scoring.recency_rules.map((rule) => ({
    ...rule,
    span: ageSpan(rule.age),
    factor: wordWeight(rule.weight),
  }));
  const limits = [
    ...new Set(
      rules
        .flatMap(({ span }) => (span === null ? [] : [span.after, span.upTo]))
        .filter((year) => year > 0 && year < Infinity),
    ),
  ].toSorted((a, b) => a - b);
  const weightAt = (age: number): number =>
    rules.find(({ span }) => span !== null && age > span.after && age <= span.upTo)?.factor ?? 1;
  const steps = [
    ...limits.map((limit) => ({ within_years: limit, weight: weightAt(limit) })),
    { weight: weightAt(Number.MAX_VALUE) },
  ];
  const notes = rules.flatMap(
    ({ age, span, factor, weight_multiplier: declared }, at): readonly PolicyNote[] => {
      const applied = span === null ? 1 : factor;
      if (declared === undefined || declared === applied) return [];
      const made = `the verdicts on record were made with ${applied}, which is applied`;
      const message = `"${age}" says ${declared}, but ${made}`;
      return [{ path: [...path, at, 'weight_multiplier'], message }];
    },
  );
  return { recency: { reference: scoring.reference_date, undated: 1, steps }, notes };
}

/** The ages in years in a rule's words: above `after`, at most `upTo`; null without whole years. */
function ageSpan(words: string): { readonly after: number; readonly upTo: number } | null {
  const within = /\bwithin (\d+) years?\b/i.exec(words);
  if (within !== null) return { after: Number.NEGATIVE_INFINITY, upTo: Number(within[1]) };
  const between = /\b(\d+) ?(?:-|–|to) ?(\d+) years?\b/i.exec(words);
  if (between !== null) return { after: Number(between[1]), upTo: Number(between[2]) };
  const over = /\bover (\d+) years?\b/i.exec(words);
  return over === null ? null : { after: Number(over[1]), upTo: Infinity };
}

function wordWeight(words: string): number {
  if (/quarter|0\.25/i.test(words)) return 0.25;
  return /half|0\.5/i.test(words) ? 0.5 : 1;
}
