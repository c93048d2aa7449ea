import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { jensenShannonDistance } from '../../statistics/monitoring/jensen-shannon.ts';
import { prevalence } from '../../statistics/monitoring/prevalence.ts';
import { appliesByCode } from '../protocol/answer-codes.ts';
import { isLabel } from '../../domain/protocol/scale.ts';
import type { TaskFold } from '../fold/task-fold.ts';

/** One label in the truth and in the weak labels, over the same units. */
interface WeakLabelFigures {
  readonly question: string;
  readonly truth: Estimate;
  readonly weak: Estimate;
  /** Prevalence in the truth minus that in the weak labels; null when there are no units. */
  readonly delta: number | null;
  /** Whether the weak prevalence lies outside the interval of the true one. */
  readonly differs: boolean;
  /** Units where only the truth, and only the weak label, says that the label applies. */
  readonly missed: number;
  readonly extra: number;
}

/** Truth against weak labels. */
export interface WeakComparison {
  readonly units: number;
  readonly labels: readonly WeakLabelFigures[];
  /** Between the two distributions of positives over the labels. */
  readonly distance: Estimate;
  /** Units on which both give exactly the same labels. */
  readonly alike: Estimate;
  readonly warning: CodedText | null;
}

/**
 * Compares the truth with what a keyword rule says about the same units. Where no label differs
 * (each weak prevalence lies within the 95 % Wilson interval of the true one), the rule may have
 * led the annotators, and there is a warning. `weak` gives a unit's labels by its row in the
 * settled fold, or null to leave the unit out.
 */
export function weakComparison(
  fold: TaskFold,
  weak: (row: number) => ReadonlySet<string> | null,
): WeakComparison {
  const {
    table,
    standings,
    units: { size },
  } = fold;
  const labels = table.questions.flatMap((question, at) =>
    question.measured && isLabel(question.scale) ? [{ question, at }] : [],
  );
  const counts = labels.map(() => ({ n: 0, truth: 0, weak: 0, missed: 0, extra: 0 }));
  const flags = new Map<ReadonlySet<string>, Uint8Array>();
  /** Few sets of labels occur, so that each is looked through once. */
  const flagsOf = (given: ReadonlySet<string>): Uint8Array => {
    const known =
      flags.get(given) ?? Uint8Array.from(labels, ({ question }) => Number(given.has(question.id)));
    flags.set(given, known);
    return known;
  };
  const applies = labels.map(({ question }) => appliesByCode(question));
  let units = 0;
  let alike = 0;
  for (let row = 0; row < size; row += 1) {
    if (!fold.isSettled(row)) continue;
    const given = weak(row);
    if (given === null) continue;
    units += 1;
    const isWeak = flagsOf(given);
    let same = true;
    for (let place = 0; place < labels.length; place += 1) {
      const code = standings.code(row, labels[place]!.at);
      if (code < 0) continue;
      const count = counts[place]!;
      const isTrue = applies[place]![code]!;
      count.n += 1;
      count.truth += isTrue;
      count.weak += isWeak[place]!;
      if (isTrue === isWeak[place]) continue;
      same = false;
      if (isTrue === 1) count.missed += 1;
      else count.extra += 1;
    }
    if (same) alike += 1;
  }
  const figures = labels.map(({ question }, place): WeakLabelFigures => {
    const { n, truth, weak: given, missed, extra } = counts[place]!;
    const [isTrue, isWeak] = [prevalence(truth, n), prevalence(given, n)];
    const known = hasValue(isTrue) && hasValue(isWeak) && isTrue.interval !== null;
    return {
      question: question.id,
      truth: isTrue,
      weak: isWeak,
      delta: known ? isTrue.value - isWeak.value : null,
      differs: known && (isWeak.value < isTrue.interval![0] || isWeak.value > isTrue.interval![1]),
      missed,
      extra,
    };
  });
  const same = units > 0 && figures.length > 0 && figures.every((one) => !one.differs);
  return {
    units,
    labels: figures,
    distance: jensenShannonDistance(
      counts.map((one) => one.truth),
      counts.map((one) => one.weak),
    ),
    alike: prevalence(alike, units),
    warning: same ? codedText('like-keywords', { count: figures.length, units }) : null,
  };
}
