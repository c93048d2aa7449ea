import type { MeasureName } from '../../domain/agreement/measure.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { hasValue } from '../../statistics/estimate.ts';
import { fullAgreementProof } from '../../truth/agreement/agreement-warnings.ts';
import { allMeasures, computedName } from '../../truth/agreement/measures.ts';
import type { IntervalChoice, Level, Measures } from '../../truth/agreement/measures.ts';
import { isNumeric, levelNames, sameNumber } from './cell-codes.ts';
import type { LevelName } from './cell-codes.ts';
import { readRatings } from './read-ratings.ts';
import type { NamedRatings } from './read-ratings.ts';
import { readVoteRatings } from './read-vote-ratings.ts';
import type { NamedColumns } from '../fold/read-votes.ts';
import type { Progress } from '../text-file.ts';

export { levelNames };
export type { LevelName };

/** The agreement in a plain matrix of ratings. */
export interface MatrixAgreement {
  readonly units: number;
  readonly annotators: readonly string[];
  readonly categories: readonly string[];
  /** True when nobody declared the categories: they are those that occur. */
  readonly inferred: boolean;
  readonly scale: LevelName;
  readonly measures: Measures;
  /** What a measure is called, by what it was computed from. */
  readonly named: (measure: MeasureName) => CodedText;
  /** What had to be guessed, and what looks like a mistake. */
  readonly warnings: readonly CodedText[];
}

/**
 * Agreement in a CSV file: rows are units, columns annotators, an empty cell a missing answer. A
 * first column called unit, item or id (or something_id) names the units. Unless `hasHeader` says
 * so, whether the first row is a header is inferred from the other rows.
 */
export function agreeOnRatings(
  file: string,
  scale: LevelName,
  declared: readonly string[] | null,
  interval: IntervalChoice,
  progress?: Progress,
  hasHeader: boolean | null = null,
): MatrixAgreement {
  const expected = expectedAnswers(declared, scale);
  const read = readRatings(file, scale, expected, hasHeader, progress);
  return agreementOf(read, scale, declared, interval);
}

/**
 * Agreement in a long table of votes: unit, annotator and answer, by name or in the order of
 * `named.columns` where the file has no header.
 */
export function agreeOnVotes(
  file: string,
  named: NamedColumns,
  scale: LevelName,
  declared: readonly string[] | null,
  interval: IntervalChoice,
  progress?: Progress,
): MatrixAgreement {
  const expected = expectedAnswers(declared, scale);
  const read = readVoteRatings(file, named, scale, expected, progress);
  return agreementOf(read, scale, declared, interval);
}

function expectedAnswers(
  declared: readonly string[] | null,
  scale: LevelName,
): readonly string[] | null {
  if (declared !== null) checkDeclared(declared, scale);
  const sorted = declared?.toSorted((a, b) => Number(a) - Number(b)) ?? null;
  return isNumeric(scale) ? sorted : declared;
}

function agreementOf(
  { ratings, annotators, categories, warnings }: NamedRatings,
  scale: LevelName,
  declared: readonly string[] | null,
  interval: IntervalChoice,
): MatrixAgreement {
  const level = levelOf(scale, categories);
  const measures = allMeasures(ratings, level, interval);
  const { percent_agreement: percent } = measures;
  const isFull = hasValue(percent) && percent.value === 1;
  return {
    units: ratings.units,
    annotators,
    categories,
    inferred: declared === null,
    scale,
    measures,
    named: (measure) => computedName(measure, [{ level }]),
    warnings: [...warnings, ...(isFull ? [fullAgreementProof(percent.n)] : [])],
  };
}

function checkDeclared(declared: readonly string[], scale: LevelName): void {
  const twice = declared.find(
    (one, at) => declared.findIndex((other) => other === one || sameNumber(other, one)) < at,
  );
  if (twice !== undefined)
    refuse('usage', { reason: `--categories names ${twice} twice, expected each value once.` });
  if (!isNumeric(scale)) return;
  const isRatio = scale === 'ratio';
  const wrong = declared.find(
    (one) => !Number.isFinite(Number(one)) || (isRatio && Number(one) < 0),
  );
  const expected = `a number${isRatio ? ' of at least 0' : ''} on the ${scale} scale`;
  if (wrong !== undefined)
    refuse('usage', { reason: `--categories names ${wrong}, expected ${expected}.` });
}

function levelOf(scale: LevelName, categories: readonly string[]): Level {
  return scale === 'interval' || scale === 'ratio'
    ? { kind: scale, values: categories.map(Number) }
    : { kind: scale };
}
