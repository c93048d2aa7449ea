/**
 * A parsed eligibility rule as it should be, with a shorter value that leaves a detail out where
 * the sentence lists several.
 */
export interface RuleFact {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
  readonly unit: string;
  readonly part: string | null;
}

/** One sentence of the eligibility text with the rules that stand in it. */
export interface Criterion {
  readonly text: string;
  readonly rules: readonly RuleFact[];
}

/**
 * What is written by hand about a trial; ages, consent and the usual exclusions are added when it
 * is composed.
 */
export interface TrialSource {
  /** The condition as the queries' table of related conditions knows it. */
  readonly topic: string;
  readonly title: string;
  readonly conditions: readonly string[];
  readonly status:
    | 'RECRUITING'
    | 'NOT_YET_RECRUITING'
    | 'ACTIVE_NOT_RECRUITING'
    | 'COMPLETED'
    | 'TERMINATED';
  readonly phases: readonly string[];
  /** `City, Country` or `City, State, Country`. */
  readonly places: readonly string[];
  readonly sex: 'ALL' | 'FEMALE' | 'MALE';
  readonly ages: readonly [minimum: number, maximum: number | null];
  readonly inclusion: readonly Criterion[];
  readonly exclusion: readonly Criterion[];
}

/**
 * A sentence with its rules, each written `field | operator | value | unit`; `value ~ part` gives
 * the value with a detail left out.
 * @example criterion('HbA1c of at least 7.0%.', 'lab | >= | HbA1c 7.0 | %')
 */
export function criterion(text: string, ...rules: readonly string[]): Criterion {
  return { text, rules: rules.map(ruleFact) };
}

function ruleFact(source: string): RuleFact {
  const cells = source.split(' | ');
  if (cells.length !== 4) throw new Error(`a rule has four cells: ${source}`);
  const [field, operator, values, unit] = cells as [string, string, string, string];
  const [value, part] = values.split(' ~ ') as [string, string | undefined];
  return { field, operator, value, unit, part: part ?? null };
}
