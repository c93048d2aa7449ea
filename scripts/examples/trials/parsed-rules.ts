import type { SeededRandom } from '../../../src/statistics/seeded-random.ts';
import { seededRandom } from '../../../src/statistics/seeded-random.ts';
import { shuffle } from '../../../src/statistics/shuffle.ts';
import type { LabelledRule, Trial } from './compose-trial.ts';

export type Quality = 'correct' | 'partial' | 'incorrect';

/** A rule as a fallible parser gave it, with what is true of it. */
export interface ParsedRule {
  readonly trial: Trial;
  readonly id: string;
  readonly type: string;
  readonly field: string;
  readonly operator: string;
  readonly value: string;
  readonly unit: string;
  readonly truth: Quality;
  /** The sentence that the rule was read from, or that comes nearest to it. */
  readonly evidence: string;
  readonly difficulty: number;
}

type Draft = Pick<ParsedRule, 'type' | 'field' | 'operator' | 'value' | 'unit' | 'difficulty'>;

/**
 * The parser's rules for some trials: most are right, some lack a detail, some contradict the text
 * or have no support in it.
 */
export function parsedRules(
  trials: readonly Trial[],
  perTrial: number,
  seed: string,
): readonly ParsedRule[] {
  const random = seededRandom(`${seed}:parser`);
  return trials.flatMap((trial, at) => {
    const rules = shuffle<LabelledRule, LabelledRule[]>([...trial.rules], random).slice(
      0,
      perTrial,
    );
    const ordered = trial.rules.filter((rule) => rules.includes(rule));
    return ordered.map((rule, place): ParsedRule => {
      const roll = random.next();
      const wanted: Quality = roll < 0.5 ? 'correct' : roll < 0.76 ? 'partial' : 'incorrect';
      const foreign = trials[(at + 5) % trials.length]!;
      const drafts =
        wanted === 'correct'
          ? []
          : wanted === 'partial'
            ? shortened(rule)
            : wrong(rule, trial, foreign);
      const draft =
        drafts.length === 0 ? { ...rule, difficulty: 0.8 } : drafts[random.integer(drafts.length)]!;
      const { type, field, operator, value, unit, difficulty } = draft;
      return {
        trial,
        id: `rule-${place + 1}`,
        type,
        field,
        operator,
        value,
        unit,
        difficulty,
        truth: drafts.length === 0 ? 'correct' : wanted,
        evidence: rule.evidence,
      };
    });
  });
}

/**
 * What an annotator copies as evidence: the whole sentence, or the clause in which the rule's value
 * stands.
 */
export function quoteOf(rule: ParsedRule, whole: boolean, random: SeededRandom): string {
  if (whole) return rule.evidence;
  const number = /-?\d+(?:\.\d+)?$/.exec(rule.value)?.[0];
  const clauses = rule.evidence.replace(/\.$/, '').split(/, (?=or |and |with )|; /);
  const clause =
    number === undefined
      ? undefined
      : clauses.find((part) => part.includes(number) && part.split(' ').length >= 5);
  return (
    clause?.replace(/^(?:or|and|with) /, '') ??
    (random.next() < 0.5 ? rule.evidence.replace(/\.$/, '') : rule.evidence)
  );
}

function shortened(rule: LabelledRule): readonly Draft[] {
  const drafts: Draft[] = [];
  const number = /^(.+) (-?\d+(?:\.\d+)?)$/.exec(rule.value);
  if (rule.unit !== 'none' && rule.operator !== 'WITHIN_LAST')
    drafts.push({ ...rule, unit: 'none', difficulty: 0.7 });
  if (rule.operator === 'WITHIN_LAST' && number !== null)
    drafts.push({ ...rule, operator: 'EXISTS', value: number[1]!, unit: 'none', difficulty: 0.9 });
  else if (number !== null) drafts.push({ ...rule, value: number[2]!, difficulty: 1.2 });
  if (rule.part !== null) drafts.push({ ...rule, value: rule.part, difficulty: 1.3 });
  return drafts;
}

function wrong(rule: LabelledRule, trial: Trial, foreign: Trial): readonly Draft[] {
  const drafts: Draft[] = [];
  const number = /^(.* )?(-?\d+(?:\.\d+)?)$/.exec(rule.value);
  if (rule.operator === '>=' || rule.operator === '<=')
    drafts.push({ ...rule, operator: rule.operator === '>=' ? '<=' : '>=', difficulty: 0.6 });
  if (rule.operator === 'EXISTS') drafts.push({ ...rule, operator: 'NOT_EXISTS', difficulty: 0.8 });
  if (number !== null && rule.unit !== 'none')
    drafts.push({ ...rule, value: `${number[1] ?? ''}${misread(number[2]!)}`, difficulty: 0.4 });
  const otherUnit = { years: 'months', months: 'weeks', weeks: 'days', days: 'weeks' }[rule.unit];
  if (otherUnit !== undefined) drafts.push({ ...rule, unit: otherUnit, difficulty: 1.1 });
  const stranger = foreign.rules.find(
    (other) =>
      other.field === rule.field &&
      other.type === rule.type &&
      !trial.rules.some((own) => own.value === other.value),
  );
  if (stranger !== undefined && rule.field !== 'age') drafts.push({ ...stranger, difficulty: 0.3 });
  return drafts;
}

/** A slip of the parser: a digit too many, or the neighbouring number. */
function misread(number: string): string {
  const value = Number(number);
  return value >= 10 && Number.isInteger(value)
    ? String(value + 5)
    : value === 0
      ? '1'
      : String(value * 10);
}
