import { groupBy } from '../../domain/group-by.ts';
import { hasValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { kappaParadox } from '../../statistics/agreement/kappa-paradox.ts';
import { unseenRate } from '../../statistics/unseen-rate.ts';
import type { QuestionAgreement, TaskAgreement } from './task-agreement.ts';

/**
 * What a reader of agreement figures should know: the kappa paradox, questions without a value,
 * labels outside the protocol's prevalence limits, answers nobody gave, intervals without a width.
 */
export function agreementWarnings(
  measured: TaskAgreement,
  annotators: number,
  prevalence: readonly [number, number],
): string[] {
  const found = measured.questions.flatMap((one) => {
    const kappa = annotators === 2 ? one.measures.cohen_kappa : one.measures.fleiss_kappa;
    const shares = answerShares(one);
    if (shares === null) return [`${one.question}: nobody answered it.`];
    const paradox =
      kappaParadox(one.measures.percent_agreement, kappa) ??
      dominance(one, shares, kappa, prevalence[1]);
    const texts = [
      ...(paradox === null ? [] : [`kappa paradox. ${paradox}`]),
      ...(shares.length === 2
        ? binaryPrevalence(shares[1]!, prevalence)
        : scalePrevalence(one, shares, prevalence[1])),
    ];
    return texts.map((text) => `${one.question}: ${text}`);
  });
  return [...found, ...fullAgreement(measured)];
}

/** With full agreement there is no spread for an interval; "1 to 1" would claim too much. */
function fullAgreement({ questions }: TaskAgreement): readonly string[] {
  const full = questions.flatMap(({ question, measures: { percent_agreement: percent } }) =>
    hasValue(percent) && percent.value === 1 ? [{ question, n: percent.n }] : [],
  );
  return [...groupBy(full, ({ n }) => n)].map(
    ([n, own]) =>
      `${own.map(({ question }) => question).join(', ')}: full agreement. ${fullAgreementWords(n)}`,
  );
}

/** What full agreement on n units does not prove. */
export function fullAgreementWords(n: number): string {
  const units = n === 1 ? 'the only unit' : `any of the ${n} units`;
  return (
    `Nobody differs on ${units}, so the intervals have no width; as far as these tell, ` +
    `up to ${percentage(unseenRate(n))} of all units may be differed on (95 %).`
  );
}

/** Below this, with one dominant answer, kappa reflects the units more than the annotators. */
const lowKappa = 0.4;

/** The paradox has no sharp border: one dominant answer lowers kappa below 80 % agreement too. */
function dominance(
  { answers, measures }: QuestionAgreement,
  shares: readonly number[],
  kappa: Estimate,
  limit: number,
): string | null {
  const largest = Math.max(...shares);
  const { percent_agreement: percent } = measures;
  if (largest <= limit || !hasValue(percent) || !hasValue(kappa) || kappa.value >= lowKappa)
    return null;
  const answer = answers[shares.indexOf(largest)];
  return (
    `The annotators agree on ${percentage(percent.value)} but the chance-corrected coefficient ` +
    `is only ${kappa.value.toFixed(2)}: ${percentage(largest)} of the answers are “${answer}”, ` +
    'so chance alone would give much agreement. ' +
    'Read AC1, and the agreement on each answer, beside it.'
  );
}

function binaryPrevalence(
  share: number,
  [lowest, highest]: readonly [number, number],
): readonly string[] {
  if (share >= lowest && share <= highest) return [];
  const limits = `${limitText(lowest)} to ${limitText(highest)}`;
  const positive = `${percentage(share)} of the answers are positive`;
  return [`prevalence. ${positive}, outside the limits of ${limits}.`];
}

/** With more than two values rare ones are normal; report dominant ones and those nobody gave. */
function scalePrevalence(
  { answers }: QuestionAgreement,
  shares: readonly number[],
  limit: number,
): readonly string[] {
  const largest = Math.max(...shares);
  const found: string[] = [];
  if (largest > limit) {
    const frequent = answers[shares.indexOf(largest)];
    const share = `${percentage(largest)} of the answers are “${frequent}”`;
    found.push(`prevalence. ${share}, above the limit of ${limitText(limit)}.`);
  }
  const unused = answers.filter((_, code) => shares[code] === 0).map((answer) => `“${answer}”`);
  const unknown = 'so nothing is known about agreement on it.';
  if (unused.length > 0)
    found.push(`prevalence. Nobody answered ${unused.join(' or ')}, ${unknown}`);
  return found;
}

/** The share of each answer among those given; null when none was. */
function answerShares({ ratings }: QuestionAgreement): readonly number[] | null {
  const counts = Array.from({ length: ratings.categories }, () => 0);
  let given = 0;
  for (const code of ratings.codes) {
    if (code < 0) continue;
    counts[code]! += 1;
    given += 1;
  }
  return given === 0 ? null : counts.map((count) => count / given);
}

function percentage(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A limit as written, without rounding errors. */
function limitText(share: number): string {
  return `${Number((100 * share).toFixed(3))} %`;
}
