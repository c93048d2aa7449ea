import { evaluationHtml } from '../../../evaluation/report/evaluation-html.ts';
import type { EvaluationContent } from '../../../evaluation/report/evaluation-content.ts';
import { readHere } from '../../exchange/read-apart.ts';
import { readings } from '../../exchange/readings.ts';
import { answerWork } from '../../workspace/answer-work.ts';
import { evaluateRelease } from '../release/evaluate-release.ts';
import { releaseChoices } from '../release/release-choices.ts';
import type { EvaluationAnswers, EvaluationWork } from './evaluate-apart.ts';

/*
 * The process in which systems are measured against a release: whatever is predicted, nobody who
 * saves notices. Looks and results are kept by whoever asks.
 */

let measured: EvaluationContent | null = null;

const perform = async (work: EvaluationWork) => {
  if (work.kind === 'choices') return releaseChoices(work.release);
  if (work.kind === 'page')
    return evaluationHtml({ content: measured!, at: work.at, release: work.release });
  const { content, report } = await evaluateRelease(work.request);
  measured = content;
  const { kind, n, measures } = content;
  return { kind, n, measures, report } satisfies EvaluationAnswers['evaluate'];
};

readHere(readings);
await answerWork(perform);
