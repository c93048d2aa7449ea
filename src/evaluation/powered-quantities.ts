import type { Estimate } from '../statistics/estimate.ts';
import { noValue } from '../statistics/estimate.ts';
import { humanJudgmentsNeeded } from '../statistics/evaluation/human-judgments-needed.ts';
import type { JudgmentsNeeded } from '../statistics/evaluation/human-judgments-needed.ts';
import { poweredMoments } from '../statistics/evaluation/powered-moments.ts';
import { predictionPoweredMean } from '../statistics/evaluation/prediction-powered-mean.ts';
import type { PredictionPowered } from '../statistics/evaluation/prediction-powered-mean.ts';
import { roganGladen } from '../statistics/evaluation/rogan-gladen.ts';
import { binaryCounts } from '../statistics/evaluation/sensitivity-specificity.ts';
import type { JudgedQuestion } from './judged-question.ts';

/** A share or a mean over all units that the judge judged, few of which people judged too. */
export interface PoweredQuantity {
  /** The answer whose share it is; null for the mean of answers that are numbers. */
  readonly answer: string | null;
  readonly powered: PredictionPowered;
  /** The share of the judge's answer, corrected by its errors; null for a mean. */
  readonly corrected: Estimate | null;
  /** How many more units people must judge for the width asked for; null without a spread. */
  readonly needed: JudgmentsNeeded | null;
}

/**
 * What few human and many model judgments say together about a question: the share of yes, the mean
 * of numbers, or the share of each answer.
 */
export function poweredQuantities(
  judged: JudgedQuestion,
  width: number,
): readonly PoweredQuantity[] {
  const { answers, values, yes } = judged;
  if (yes !== null) return [share(judged, yes, width)];
  if (values !== null) {
    const numbers = values;
    return [
      { answer: null, corrected: null, ...quantity(judged, (code) => numbers[code]!, width) },
    ];
  }
  return answers.map((_, code) => share(judged, code, width));
}

function share(judged: JudgedQuestion, yes: number, width: number): PoweredQuantity {
  const { answers, judge, human } = judged;
  const known = binaryCounts(human, judge, (code) => code === yes);
  let [said, n] = [0, 0];
  for (const code of judge) {
    if (code < 0) continue;
    n += 1;
    if (code === yes) said += 1;
  }
  const isKnown = Object.values(known).some((count) => count > 0);
  const corrected = isKnown ? roganGladen({ yes: said, n, known }) : noValue('no-human-judgments');
  const powered = quantity(judged, (code) => (code === yes ? 1 : 0), width);
  return { answer: answers[yes]!, corrected, ...powered };
}

function quantity(
  { judge, human }: JudgedQuestion,
  valueOf: (code: number) => number,
  width: number,
): Pick<PoweredQuantity, 'powered' | 'needed'> {
  const sample = { human: [] as number[], model: [] as number[], unjudged: [] as number[] };
  for (let unit = 0; unit < judge.length; unit += 1) {
    if (judge[unit]! < 0) continue;
    const said = valueOf(judge[unit]!);
    if (human[unit]! < 0) sample.unjudged.push(said);
    else {
      sample.human.push(valueOf(human[unit]!));
      sample.model.push(said);
    }
  }
  const powered = predictionPoweredMean(sample);
  const hasSpread = powered.classical.value !== null && powered.classical.interval !== null;
  const needed = hasSpread ? humanJudgmentsNeeded(poweredMoments(sample), width) : null;
  return { powered, needed };
}
