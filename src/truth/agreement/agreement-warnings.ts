import type { CodedText } from '../../domain/coded-text.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';
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
): CodedText[] {
  const found = measured.questions.flatMap((one) => {
    const { question } = one;
    const kappa = annotators === 2 ? one.measures.cohen_kappa : one.measures.fleiss_kappa;
    const shares = answerShares(one);
    if (shares === null) return [codedText('nobody-answered', { question })];
    const paradox =
      kappaParadox(one.measures.percent_agreement, kappa) ??
      dominance(one, shares, kappa, prevalence[1]);
    return [
      ...(paradox === null ? [] : [codedText('kappa-paradox', { question, paradox })]),
      ...(shares.length === 2
        ? binaryPrevalence(question, shares[1]!, prevalence)
        : scalePrevalence(one, shares, prevalence[1])),
    ];
  });
  return [...found, ...fullAgreement(measured)];
}

/** With full agreement there is no spread for an interval; "1 to 1" would claim too much. */
function fullAgreement({ questions }: TaskAgreement): readonly CodedText[] {
  const full = questions.flatMap(({ question, measures: { percent_agreement: percent } }) =>
    hasValue(percent) && percent.value === 1 ? [{ question, n: percent.n }] : [],
  );
  return [...groupBy(full, ({ n }) => n)].map(([n, own]) =>
    codedText('full-agreement', {
      questions: own.map(({ question }) => question),
      proof: fullAgreementProof(n),
    }),
  );
}

/** What full agreement on n units does not prove. */
export function fullAgreementProof(n: number): CodedText {
  return codedText('no-spread', { n, percent: percentage(unseenRate(n)) });
}

/** Below this, with one dominant answer, kappa reflects the units more than the annotators. */
const lowKappa = 0.4;

/** The paradox has no sharp border: one dominant answer lowers kappa below 80 % agreement too. */
function dominance(
  { answers, measures }: QuestionAgreement,
  shares: readonly number[],
  kappa: Estimate,
  limit: number,
): CodedText | null {
  const largest = Math.max(...shares);
  const { percent_agreement: percent } = measures;
  if (largest <= limit || !hasValue(percent) || !hasValue(kappa) || kappa.value >= lowKappa)
    return null;
  return codedText('paradox-dominance', {
    percent: percentage(percent.value),
    kappa: kappa.value.toFixed(2),
    share: percentage(largest),
    answer: quoted(answers[shares.indexOf(largest)]),
  });
}

function binaryPrevalence(
  question: string,
  share: number,
  [lowest, highest]: readonly [number, number],
): readonly CodedText[] {
  if (share >= lowest && share <= highest) return [];
  const limits = { lowest: limitText(lowest), highest: limitText(highest) };
  return [codedText('prevalence-outside', { question, percent: percentage(share), ...limits })];
}

/** With more than two values rare ones are normal; report dominant ones and those nobody gave. */
function scalePrevalence(
  { question, answers }: QuestionAgreement,
  shares: readonly number[],
  limit: number,
): readonly CodedText[] {
  const largest = Math.max(...shares);
  const unused = answers.filter((_, code) => shares[code] === 0);
  const found: CodedText[] = [];
  if (largest > limit)
    found.push(
      codedText('prevalence-above', {
        question,
        percent: percentage(largest),
        answer: quoted(answers[shares.indexOf(largest)]),
        limit: limitText(limit),
      }),
    );
  if (unused.length > 0)
    found.push(codedText('answers-unused', { question, answers: unused.map(quoted) }));
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

function quoted(answer: unknown): CodedText {
  return codedText('quoted', { text: String(answer) });
}

function percentage(share: number): string {
  return (100 * share).toFixed(1);
}

/** A limit as somebody wrote it, without the noise of a multiplication. */
function limitText(share: number): number {
  return Number((100 * share).toFixed(3));
}
