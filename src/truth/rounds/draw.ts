import type { CodedText } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { labelCounts } from '../../statistics/label-matrix.ts';
import type { LabelMatrix } from '../../statistics/label-matrix.ts';
import type { ImpossibleDraw } from '../../statistics/rounds/draw-plan.ts';
import { stratifiedDraw } from '../../statistics/rounds/stratified-draw.ts';

/** What a draw looks at in a unit. */
export interface DrawUnit {
  readonly id: string;
  /** The labels that make the strata: given by a rule, or by a field. */
  readonly labels: readonly string[];
  /** How hard the unit is (the upper half is hard), or whether; null where no mix is wanted. */
  readonly hardness: number | boolean | null;
}

/** What to draw. */
export interface DrawRequest {
  readonly size: number;
  /** The least number of units per label. */
  readonly floor: number;
  /** The share of hard units; null asks for no mix. */
  readonly hard: number | null;
  readonly seed: number | string;
  /** All labels that must reach the floor, even without units; else the labels of the units. */
  readonly labels?: readonly string[];
  /** Units that were used before. */
  readonly used?: ReadonlySet<string>;
}

interface DrawnShare {
  readonly available: number;
  readonly drawn: number;
}

/** The drawn units, and statistics of the draw. */
export interface Drawn {
  /** Drawn units with the chance that each had to be drawn, by id. */
  readonly units: ReadonlyMap<string, number>;
  readonly seed: number | string;
  /** Units that could be drawn, and units left out because they were used before. */
  readonly corpus: number;
  readonly used: number;
  readonly labels: readonly ({ readonly label: string } & DrawnShare)[];
  /** Units without any label. */
  readonly unlabelled: DrawnShare;
  readonly hard: DrawnShare | null;
  /** False when the floors left no room to spare, so that the probabilities are near, not exact. */
  readonly exact: boolean;
}

/**
 * Draws units for a round: exactly as many as asked for, without replacement, at least `floor` of
 * each label, in the wanted mix of easy and hard, leaving out used units. The result depends on
 * seed and units, not on their order. A corpus that is too small is refused, naming each label that
 * falls short.
 * @example const request = { size: 1, floor: 1, hard: null, seed: 7 };
 * draw([{ id: 'u1', labels: ['IRB'], hardness: null }], request).units.get('u1') // 1
 */
export function draw(all: readonly DrawUnit[], request: DrawRequest): Drawn {
  const units = all
    .filter((unit) => request.used?.has(unit.id) !== true)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const used = all.length - units.length;
  if (request.size > units.length)
    refuseSmallCorpus(request.size, { corpus: units.length, used, all: all.length });
  const labels = request.labels ?? [...new Set(units.flatMap((unit) => unit.labels))].toSorted();
  const matrix = labelMatrix(units, labels);
  const available = labelCounts(matrix);
  const isHard = request.hard === null ? null : hardUnits(units);
  const drawn = stratifiedDraw(
    {
      labels: matrix,
      size: request.size,
      floor: request.floor,
      ...(isHard === null ? {} : { hard: { is: isHard, share: request.hard! } }),
    },
    request.seed,
  );
  if (drawn.units === null) refuse('floors-impossible', { problems: obstacles(drawn, labels) });
  const chosen = [...drawn.units];
  const isUnlabelled = (unit: number): boolean => units[unit]!.labels.length === 0;
  return {
    units: new Map(chosen.map((unit) => [units[unit]!.id, drawn.probability[unit]!])),
    seed: request.seed,
    corpus: units.length,
    used,
    labels: labels.map((label, at) => ({
      label,
      available: available[at]!,
      drawn: drawn.labelCounts[at]!,
    })),
    unlabelled: {
      available: units.filter((_, unit) => isUnlabelled(unit)).length,
      drawn: chosen.filter(isUnlabelled).length,
    },
    hard:
      isHard === null
        ? null
        : { available: isHard.reduce((sum, hard) => sum + hard, 0), drawn: drawn.hardCount },
    exact: drawn.exact,
  };
}

/** Refuses to draw more units than there are, or than earlier draws left. */
export function refuseSmallCorpus(
  size: number,
  { corpus, used, all }: Readonly<Record<'corpus' | 'used' | 'all', number>>,
): never {
  const before = used === 0 ? '' : codedText('used-before', { used, all });
  refuse('corpus-too-small', { size, units: corpus, used: before });
}

/** What makes the draw impossible, label by label. */
function obstacles(
  { why, shortages }: ImpossibleDraw,
  labels: readonly string[],
): readonly CodedText[] {
  const short = oneOf(shortages.map(({ label }) => labels[label]!));
  return why.flatMap((one) => {
    if (one.kind === 'units') {
      const { available, wanted } = one;
      return [codedText(`draw-lacks-${one.difficulty ?? 'units'}`, { available, wanted })];
    }
    if (one.kind === 'no-room')
      return [codedText('draw-has-no-room', { size: one.size, labels: short })];
    if (one.kind === 'no-luck')
      return [codedText('no-draw-fits', { draws: one.draws, labels: short })];
    return shortages
      .filter(({ available, wanted }) => available < wanted)
      .map(({ label, available, wanted }) =>
        codedText('label-is-scarce', { label: labels[label]!, available, wanted }),
      );
  });
}

function labelMatrix(units: readonly DrawUnit[], labels: readonly string[]): LabelMatrix {
  const columns = new Map(labels.map((label, at) => [label, at]));
  const has = new Uint8Array(units.length * labels.length);
  for (const [row, unit] of units.entries()) {
    for (const label of unit.labels) {
      const column = columns.get(label);
      if (column !== undefined) has[row * labels.length + column] = 1;
    }
  }
  return { units: units.length, labels: labels.length, has };
}

/** Hard units as stated; numbers are cut where both sides are most equal, upper is hard. */
function hardUnits(units: readonly DrawUnit[]): Uint8Array {
  const hardness = units.map((unit) => Number(unit.hardness ?? 0));
  if (units.every((unit) => typeof unit.hardness === 'boolean')) return Uint8Array.from(hardness);
  const ascending = Float64Array.from(hardness).toSorted();
  let cut = Infinity;
  let nearest = Infinity;
  for (let at = 1; at < ascending.length; at += 1) {
    const distance = Math.abs(ascending.length - 2 * at);
    if (ascending[at]! > ascending[at - 1]! && distance <= nearest)
      [cut, nearest] = [ascending[at]!, distance];
  }
  if (cut === Infinity) refuse('equally-hard');
  return Uint8Array.from(hardness, (value) => (value >= cut ? 1 : 0));
}
